package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A turn is one turn in the making, as far as it is every stage's: the story with what was
// staged, and what is said of the making itself. What a stage makes is a value of its own,
// which the stages after it are given.
type turn struct {
	g     *Game
	w     *world.World
	story *story.Turn
	seed  rng.Seed
	set   settings       // what skills are configured to
	scene string         // that the player was in when it began
	ids   map[string]int // how many ids of a kind were given
	asked episodic       // what was recalled for checks last
	hosts []*host.Story  // of its plans
	asks  *generation.Ledger

	share    share         // what skills gave it as pictures and sounds
	lenient  bool          // a campaign or a skill lets something happen
	refused  *RefusedError // the first of the engine's own events that the story refused; nil for none
	degraded []string
	shown    string // with what it begins, as far as whoever plays has seen it

	awaited     time.Time // since when whoever plays waits for it
	began, mark time.Time
	stages      []Stage
}

// view is the player's, of the story with all that was staged.
func (t *turn) view() *story.View { return t.state().Player() }

// now is the situation with all that was staged.
func (t *turn) now() world.Situation { return t.w.At(t.state()) }

// sight is the world as the player sees it now.
func (t *turn) sight() world.Sight { return t.w.Seen(t.view()) }

// teller tells what came of the turn, as it is now.
func (t *turn) teller(came telling.Turn) telling.Teller {
	return telling.Teller{Sight: t.sight(), Turn: came}
}

// number is the turn's.
func (t *turn) number() int64 { return t.state().Turn.Number }

// state is the story with all that was staged.
func (t *turn) state() *story.State { return t.story.State() }

// add stages an event that the engine itself brings about.
func (t *turn) add(kind event.Kind, data event.Data) event.Position {
	return t.stage(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data})
}

// stage stages an event. One that the story refuses is an error of the turn, which is not
// written then; but see foreign.
func (t *turn) stage(e event.Event) event.Position {
	position, err := t.story.Add(e)
	switch {
	case err == nil:
	case t.lenient:
		t.trouble(err)
	case t.refused == nil:
		t.refused = &RefusedError{t.state().Turn.Number, err}
	}
	return position
}

// foreign lets something happen that a campaign or a skill wants. What the story refuses
// of it is left out, and does not keep the turn from being told.
func (t *turn) foreign(happen func()) {
	was := t.lenient
	t.lenient = true
	happen()
	t.lenient = was
}

// A RefusedError says that a turn was not written, because the story refused what the engine
// made of it: a fault of the program. Nothing of the turn is kept; another choice may do.
type RefusedError struct {
	Turn int64
	Err  error // why
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("turn %d cannot be told, which is a fault of the program: %v. Nothing of it is kept; choose otherwise.", e.Turn, e.Err)
}

func (e *RefusedError) Unwrap() error { return e.Err }

// trouble notes, for whoever runs the program, what was left out.
func (t *turn) trouble(err error) {
	t.note("left out", err)
}

// note puts into the log what came of something.
func (t *turn) note(outcome string, err error) {
	t.g.opts.Log.Write(runlog.Entry{Kind: runlog.Execution, Level: runlog.Warn, Outcome: outcome, Message: err.Error()})
}

// degrade notes, for the player, what there was to do without, once each.
func (t *turn) degrade(sentence string) {
	if !slices.Contains(t.degraded, sentence) {
		t.degraded = append(t.degraded, sentence)
	}
}

// without is degrade for what lasts, as a model that is damaged: the player is told once for as long as the game
// is open. Each turn's reason is in the log.
func (t *turn) without(sentence string) {
	if !slices.Contains(t.g.without, sentence) {
		t.g.without = append(t.g.without, sentence)
		t.degrade(sentence)
	}
}

// newID is an id that is this turn's own: "fact-12-1".
func (t *turn) newID(kind string) string {
	t.ids[kind]++
	return fmt.Sprintf("%s-%d-%d", kind, t.number(), t.ids[kind])
}

// stageDone notes how long a stage took.
func (t *turn) stageDone(name string) {
	now := time.Now()
	t.stages = append(t.stages, Stage{Name: name, Microseconds: now.Sub(t.mark).Microseconds()})
	t.mark = now
}

// Play plays one turn: the choice with an id of the last record, or "" for the
// opening. It always gives a record but for *ChoiceError, ErrEnded, *RefusedError and what
// the store says (persistence.ErrFull, ...); after those the turn may be played again.
func (g *Game) Play(ctx context.Context, id string) (*Record, error) { return g.play(ctx, id, "") }

// play plays a turn; words are those the choice was typed in, "" for none.
func (g *Game) play(ctx context.Context, id, words string) (*Record, error) {
	picked, err := g.pick(id)
	if err != nil {
		return nil, err
	}
	t := g.begin()
	defer t.dropAssets()
	pictures := t.arrivals()
	receipt, err := through(ctx, t, chosen{picked, words})
	if err != nil {
		g.studio.Return(pictures)
		return nil, err
	}
	g.afterwards()
	return t.recorded(context.WithoutCancel(ctx), receipt)
}

// through takes a turn through its stages, until it is written.
func through(ctx context.Context, t *turn, c chosen) (persistence.Receipt, error) {
	came, err := resolve(t, c)
	if err != nil {
		return persistence.Receipt{}, err
	}
	return follow(t.asks.In(ctx), t, came)
}

// follow takes a turn of which everything came through the stages that are left.
func follow(ctx context.Context, t *turn, came resolved) (persistence.Receipt, error) {
	p := &performer{turn: t}
	came = speak(ctx, p, came)
	tell(p, came, planAndPlay(ctx, p, came))
	after := settle(ctx, p, came)
	return write(context.WithoutCancel(ctx), t, conclude(ctx, p, came, after))
}

// write writes the turn with what it ends with.
func write(ctx context.Context, t *turn, ends closed) (persistence.Receipt, error) {
	choices := make([]any, len(ends.choices))
	for i, c := range ends.choices {
		choices[i] = c.object()
	}
	t.add(event.ChoicesOffered, event.Data{"choices": choices})
	if err := t.g.opts.Save.Trouble(); err != nil {
		t.without("What is alike in meaning could not be looked for, so memories were found by their words and parts of them.")
		t.note("without meaning", err)
	}
	if err := t.g.lore.Trouble(); err != nil {
		t.without("What is alike in meaning could not be looked for, so lore was found by its words.")
		t.note("lore without meaning", err)
	}
	sentences, changed := t.g.leftOut()
	if t.g.opts.Without != nil {
		sentences = append(sentences, t.g.opts.Without()...)
	}
	for _, sentence := range sentences {
		t.degrade(sentence)
	}
	for _, sentence := range t.degraded {
		t.add(event.Degraded, event.Data{"what": sentence})
	}
	if err := t.story.Generated(t.asks.Close()); err != nil {
		t.trouble(err) // the story is the same without
	}
	if t.refused != nil {
		t.note("refused", t.refused)
		return persistence.Receipt{}, t.refused
	}
	receipt, err := t.story.Commit(ctx)
	if err != nil {
		return receipt, fmt.Errorf("turn %d: %w", t.number(), err)
	}
	t.g.changed, t.g.left, t.g.played = changed, t.left(), t.story.Events()
	t.stageDone("commit")
	return receipt, nil
}

// recorded is the record of a turn that was written. One that had been written before,
// though the store could not say so, is shown as it was written.
func (t *turn) recorded(ctx context.Context, receipt persistence.Receipt) (*Record, error) {
	if receipt.Repeated {
		record, err := t.g.Last(ctx)
		if err == nil {
			record.Resumed = false
		}
		return record, err
	}
	record, err := t.g.record(ctx, t.story.Events(), t.state().Session.Number)
	if err != nil {
		return nil, err
	}
	record.Timings = t.stages
	return record, nil
}

// ErrEnded: the story has come to its end.
var ErrEnded = errors.New("the story has ended")

// What is chosen: the choice that was made; none for the opening.
type chosen struct {
	*Choice
	typed string // the words it was typed in, "" for none
}

// pick finds the choice that was made: one of those offered, or any action that is
// possible now, by its id.
func (g *Game) pick(id string) (*Choice, error) {
	s := g.story.State()
	if s.Turn.Number == 0 {
		if id != "" {
			return nil, &ChoiceError{Choice: id}
		}
		return nil, nil
	}
	now := g.now()
	if c, offered := now.offer(id); offered {
		return &c, nil
	}
	offered := now.offered()
	if s.Ending != "" && len(offered) == 0 {
		return nil, ErrEnded
	}
	var ids []string
	for _, c := range offered {
		if c.ID == id {
			return &c, nil
		}
		ids = append(ids, c.ID)
	}
	if c, possible := now.possible(id); possible {
		return &c, nil
	}
	if slices.ContainsFunc(s.Offered, func(o strictjson.Object) bool { return strictjson.AsString(o["id"]) == id }) {
		return nil, &ChoiceError{Choice: id, Gone: true}
	}
	return nil, newChoiceError(id, ids)
}

// offer is the choice of that id with which the last turn ended, and whether it can still
// be made.
func (s sight) offer(id string) (Choice, bool) {
	for _, offered := range s.State.Offered {
		if strictjson.AsString(offered["id"]) == id {
			c := lookIn(s.View).readChoice(offered)
			return c, s.has(c, s.Offers)
		}
	}
	return Choice{}, false
}

// offered are the choices that the last turn ended with. A story that came to its
// end offered none; where it shall run on, it offers what can always be done, and
// from then on runs on by itself. So does one that goes on in the midst of a turn, before
// its choices were made. What is gone since, because the campaign's files have
// changed, is offered no more, and what can always be done stands in its place.
func (s sight) offered() []Choice {
	runsOn := len(s.State.Offered) == 0 && s.State.Turn.Number > 0
	if runsOn && s.State.Ending != "" && !s.noEndings {
		return nil
	}
	open, last := sync.OnceValue(s.Offers), lookIn(s.View) // what an author wrote needs no offer
	var all []Choice
	for _, offered := range s.State.Offered {
		if c := last.readChoice(offered); s.has(c, open) {
			all = append(all, c)
		}
	}
	if runsOn || len(all) < len(s.State.Offered) {
		names, general := naming{s.Names(open())}, s.Worthwhile(mostChoices)
		all = names.filled(all, names.genericChoices(general), fewestChoices)
	}
	return all
}

// has reports whether a choice that was offered can be made: its author still has it, or
// it is one of what is open, naming things of the same kinds.
func (s sight) has(c Choice, open func() []world.Offer) bool {
	if _, _, ok := world.AuthorsID(c.ID); ok && c.Source == event.Written {
		_, _, written := s.AuthorsChoice(c.ID)
		return written
	}
	return slices.ContainsFunc(open(), func(o world.Offer) bool {
		return o.ID() == c.ID && slices.Equal(o.Refs(), c.Action.Refs())
	})
}

// begin opens a turn. Its seed is the story's where there is one, so that the same
// choices bring the same turns; the branch is in it, so that one taken back and
// played again goes another way.
func (g *Game) begin() *turn {
	s, where := g.story.State(), g.story.Where()
	number := s.Turn.Number + 1
	seed := rng.New()
	if s.Seed != "" {
		seed = rng.FromString(s.Seed).Derive("turn", fmt.Sprint(number), string(where.Branch))
	}
	now := time.Now()
	awaited := now
	if !g.awaited.IsZero() {
		awaited, g.awaited = g.awaited, time.Time{}
	}
	t := &turn{
		g: g, w: g.world, seed: seed, scene: s.Scene.ID, awaited: awaited, began: now, mark: now, ids: map[string]int{},
		asks:  generation.NewLedger(&generation.Options{Untimed: s.Seed != ""}),
		story: g.story.Begin(event.TurnID(fmt.Sprintf("turn/%s/%d", where.Branch, number))),
	}
	if number == 1 {
		t.asks.Recall(string(event.Player), g.opts.Before)
	}
	t.stage(event.Event{
		Kind: event.TurnOpened, Actor: event.EngineSelf, Moment: t.nextMoment(number),
		Data: event.Data{"turn": fmt.Sprintf("turn-%d", number), "number": number, "seed": seed.UUID().String()},
	})
	t.configure()
	return t
}

// nextMoment is the moment of a turn: moments are turns.
func (t *turn) nextMoment(number int64) event.Moment {
	label := "The beginning"
	if place, ok := t.w.Place(t.place()); ok {
		label = place.Name
	}
	return event.Moment{
		Sequence: max(event.Sequence(number), t.state().Moment.Sequence+1),
		Label:    prose.CleanLine(label, 100), Timed: true, Minutes: t.state().Minutes,
	}
}

// A record is an event of the turn.
type record = persistence.Record
