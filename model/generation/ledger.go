package generation

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/model"
)

// Options of a ledger. The zero Options are the usual ones.
type Options struct {
	// Untimed has nothing be kept that hangs on the machine, which is how long a call took and had: of a story with a
	// seed the same turn is the same to the byte.
	Untimed bool
}

// A Ledger is what is noted of one turn. It is safe for concurrent use.
type Ledger struct {
	options Options

	mu     sync.Mutex
	calls  []*Call
	more   map[string]int // beyond what is kept, of each view
	closed bool
}

// NewLedger begins one; nil options are the usual ones.
func NewLedger(options *Options) *Ledger {
	l := &Ledger{more: map[string]int{}}
	if options != nil {
		l.options = *options
	}
	return l
}

type key struct{}

// In is a context in which calls are noted in this ledger.
func (l *Ledger) In(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, l) }

// Asked is what somebody asks for, and how they came to it.
type Asked struct {
	As         string // whose view it was made from: a character's id
	By         string // who asks
	Prompt     string // which prompt of theirs, with its version
	Request    model.Request
	Sections   []Section // what the messages are made of, in their order, with what was dropped; nil: one for each message
	Considered []Candidate
}

// A Call is one that is noted. A nil one notes nothing. It is safe for concurrent use.
type Call struct {
	ledger *Ledger
	as     string
	of     Generation
}

// Ask has a model write a text, as its Generate does, and notes that in the context's ledger. Where there is none the
// call is nil, which may be told all the same what came of it.
func Ask(ctx context.Context, g model.Generator, asked Asked, tell func(model.Piece)) (model.Answer, *Call, error) {
	ledger, _ := ctx.Value(key{}).(*Ledger)
	if ledger == nil {
		answer, err := g.Generate(ctx, asked.Request, tell)
		return answer, nil, err
	}
	parts := sections(asked)
	if !ledger.options.Untimed { // whether a model counts in time hangs on the machine
		count(ctx, g, asked.Request.Place, parts)
	}
	call := ledger.begin(asked, reckon(parts), g.Name())
	began, heard := time.Now(), &heard{tell: tell}
	answer, err := g.Generate(ctx, asked.Request, heard.piece)
	call.answered(answer, heard, err, time.Since(began))
	return answer, call, err
}

// heard is what a model has written until now, of which there may be no answer.
type heard struct {
	tell  func(model.Piece)
	text  strings.Builder // the first of it
	bytes int
}

func (h *heard) piece(p model.Piece) {
	if p.Anew {
		h.text.Reset()
		h.bytes = 0
	}
	h.bytes += len(p.Text)
	h.text.WriteString(plaintext.Begin(p.Text, MostAnswer-h.text.Len()))
	if h.tell != nil {
		h.tell(p)
	}
}

// begin notes what is asked; nil where there is no room for it.
func (l *Ledger) begin(asked Asked, sections []Section, generator string) *Call {
	r := asked.Request
	of := Generation{
		Task: r.Place.Task, Part: r.Place.Part, By: asked.By, Prompt: asked.Prompt, Model: ModelOf(generator),
		Sampling: Sampling{MaxTokens: r.Tokens(), Heat: r.Heat, Seed: r.Seed, Stop: slices.Clone(r.Stop)},
		Sections: sections, Considered: considered(asked.Considered), End: Unfinished,
	}
	switch {
	case r.Form.Schema != nil:
		of.Sampling.formed("schema", string(r.Form.Schema))
	case r.Form.Grammar != "":
		of.Sampling.formed("grammar", r.Form.Grammar)
	}
	if !l.options.Untimed {
		of.Sampling.Within = r.Within.Milliseconds()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return nil
	case len(l.calls) == MostCalls:
		l.more[asked.As]++
		return nil
	}
	call := &Call{l, asked.As, of}
	l.calls = append(l.calls, call)
	return call
}

// formed notes of which form the text is to be.
func (s *Sampling) formed(form, text string) {
	s.Form, s.FormText, s.FormBytes = form, plaintext.Begin(text, MostForm), len(text)
}

// sections are the texts of a prompt, as far as there is room for them: what was sent comes before what was not.
func sections(asked Asked) (all []Section) {
	if all = slices.Clone(asked.Sections); all == nil {
		for _, m := range asked.Request.Messages {
			all = append(all, Section{Name: string(m.Role), Role: string(m.Role), Text: m.Text})
		}
	}
	over := len(all) - MostSections
	all = slices.DeleteFunc(all, func(s Section) bool {
		gone := over > 0 && s.Dropped != ""
		if gone {
			over--
		}
		return gone
	})
	all = all[:min(len(all), MostSections)]
	room := MostPrompt
	for _, sent := range []bool{true, false} {
		for i := range all {
			if s := &all[i]; (s.Dropped == "") == sent {
				s.Bytes = len(s.Text)
				s.Text = plaintext.Begin(s.Text, room)
				room -= len(s.Text)
			}
		}
	}
	return all
}

// BytesPerToken is what is reckoned where nobody counts.
const BytesPerToken = 3

// Reckoned is how many tokens a text of so many bytes is taken to have.
func Reckoned(bytes int) int { return (bytes + BytesPerToken - 1) / BytesPerToken }

// count gives sections their tokens as the model counts them, where it does, and whoever asks has not.
func count(ctx context.Context, g model.Generator, of model.Place, all []Section) {
	var texts []string
	var at []int
	for i, s := range all {
		if s.Tokens == 0 && s.Bytes == len(s.Text) {
			texts, at = append(texts, s.Text), append(at, i)
		}
	}
	for i, n := range model.Count(ctx, g, of, texts) {
		all[at[i]].Tokens = n
	}
}

// reckon gives the others tokens by their bytes.
func reckon(all []Section) []Section {
	for i := range all {
		if s := &all[i]; s.Tokens == 0 {
			s.Tokens, s.Reckoned = Reckoned(s.Bytes), true
		}
	}
	return all
}

func considered(of []Candidate) (all []Candidate) {
	for _, c := range of[:min(len(of), MostConsidered)] {
		c.Text, c.Dropped = plaintext.Begin(c.Text, MostCandidate), plaintext.Begin(c.Dropped, MostReason)
		all = append(all, c)
	}
	return all
}

// change has a call be another, until the turn is over.
func (c *Call) change(to func(*Generation)) {
	if c == nil {
		return
	}
	c.ledger.mu.Lock()
	defer c.ledger.mu.Unlock()
	if !c.ledger.closed {
		to(&c.of)
	}
}

// answered notes what came.
func (c *Call) answered(answer model.Answer, heard *heard, err error, took time.Duration) {
	c.change(func(g *Generation) {
		if !c.ledger.options.Untimed {
			g.Took = max(took.Milliseconds(), 1)
		}
		g.Usage = Usage{Prompt: answer.Usage.Prompt, Text: answer.Usage.Text}
		if !c.ledger.options.Untimed { // what was read before hangs on what else the machine did
			g.Usage.Reused = answer.Usage.Reused
		}
		if err != nil {
			if made, is := errors.AsType[*model.Error](err); is && made.Generator != "" {
				g.Model = ModelOf(made.Generator)
			}
			g.End, g.Why, g.Answer, g.AnswerBytes = Failed, string(kindOf(err)), valid(heard.text.String()), heard.bytes
			return
		}
		g.End, g.Wrote, g.Model = Given, ModelOf(answer.By), ModelOf(answer.By)
		said, bytes := plaintext.Begin(answer.Text, MostAnswer), len(answer.Text)
		if heard.bytes > bytes { // the answer was taken out of it
			said, bytes = heard.text.String(), heard.bytes
		}
		g.Answer, g.AnswerBytes = valid(said), bytes
		for _, d := range answer.Degraded {
			g.Passed = append(g.Passed, Passed{ModelOf(d.Generator), kindOf(d.Err)})
		}
		if len(g.Passed) > 0 {
			g.Model = g.Passed[0].Model
		}
	})
}

// valid is a text that JSON can hold, whatever a driver let through.
func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// kindOf is why there is no answer, in a word of ours.
func kindOf(err error) model.Kind {
	var kind model.Kind
	switch {
	case errors.As(err, &kind):
		return kind
	case errors.Is(err, context.DeadlineExceeded):
		return model.Timeout
	case errors.Is(err, context.Canceled):
		return model.Cancelled
	}
	return model.Malformed
}

// End says what was made of the answer, why, and what was left out of it. It may be said again; the last counts. That
// there was no answer is known already.
func (c *Call) End(as End, why string, left ...string) {
	c.change(func(g *Generation) {
		if g.End == Failed {
			return
		}
		g.End, g.Why, g.Left = as, plaintext.Begin(why, MostReason), nil
		for _, phrase := range left[:min(len(left), MostLeft)] {
			g.Left = append(g.Left, plaintext.Begin(phrase, MostReason))
		}
	})
}

// Recall notes calls that were made before, from one view, as if they had been made in this context.
func (l *Ledger) Recall(as string, all []Generation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range all {
		if l.closed || len(l.calls) == MostCalls {
			l.more[as]++
			continue
		}
		l.calls = append(l.calls, &Call{l, as, of})
	}
}

// Close ends the ledger, and gives what it has of each view, by their ids in order. What happens to calls after it is
// noted nowhere.
func (l *Ledger) Close() (all []Kept) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	of := map[string]*Kept{}
	for who, more := range l.more {
		of[who] = &Kept{Who: who, More: more}
	}
	for _, c := range l.calls {
		if of[c.as] == nil {
			of[c.as] = &Kept{Who: c.as}
		}
		of[c.as].Generations = append(of[c.as].Generations, c.of)
	}
	for _, who := range slices.Sorted(maps.Keys(of)) {
		all = append(all, Join(who, *of[who]))
	}
	return all
}

// Join is what was kept of one view and one turn, at several times, within the bounds of a single one.
func Join(who string, all ...Kept) Kept {
	k := Kept{Who: who}
	for _, of := range all {
		k.Generations, k.More = append(k.Generations, of.Generations...), k.More+of.More
	}
	slices.SortStableFunc(k.Generations, order)
	if more := len(k.Generations) - MostCalls; more > 0 {
		k.Generations, k.More = k.Generations[:MostCalls], k.More+more
	}
	k.fit()
	return k
}

// fit leaves out texts, the last calls' first, until there is room.
func (k *Kept) fit() {
	sizes, all := make([]int, len(k.Generations)), 64
	for i, g := range k.Generations {
		sizes[i] = g.size()
		all += sizes[i]
	}
	for i := len(k.Generations) - 1; i >= 0 && all > MostKept; i-- {
		k.Generations[i] = k.Generations[i].untold()
		all += k.Generations[i].size() - sizes[i]
	}
}

// size is how many bytes it is as it is stored, with what stands between it and the next.
func (g Generation) size() int { return len(Kept{Generations: []Generation{g}}.Bytes()) }
