package knowledge

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// How much there is of each tier unless a query says otherwise.
const (
	FactLimit   = 50
	MemoryLimit = 20
	CorpusLimit = 20
)

// A Query is what is asked of a character's state. Limits of 0 are the usual ones; a negative limit is
// none of that tier.
type Query struct {
	Character event.CharacterID
	Moment    string // up to and with which; "" for all of the take
	Take      TakeID
	Text      string // what it shall bear on; "" for everything in order of time

	FactLimit, MemoryLimit, CorpusLimit int
	Category, Version                   string // of the corpus
	Kind                                event.Experience
}

// A Fact is something that a character knows: that it is so, or that somebody said so.
type Fact struct {
	ID        FactID // "" for what was said about nothing that is recorded
	Content   string
	Category  string
	Source    string              // how they came by it: witnessed, told, ..., or a program's own words
	From      event.CharacterID   // who told them, or whose secret it was
	Chain     []event.CharacterID // of what was told: through whose mouths it came, the first to have said it last
	KnownTo   []event.CharacterID // those others whom they take to know it too, sorted
	About     []string            // whom or what it is about, by their ids
	Reliable  int                 // thousandths: how far they can rely on it, see [story.View.Reliability]
	Claim     action.Truth        // as what it was said; "" for what is so
	Moment    string              // when they learned it
	Relevance int                 // thousandths, where a text was given
}

// A Memory is something that a character went through.
type Memory struct {
	ID                  MemoryID
	Text                string
	Kind                event.Experience
	Tags                Object
	Moment              string
	Event               event.Position // that kept it
	Relevance, Likeness int            // thousandths: the share of the text that it speaks of; how like it is in meaning
}

// A Chunk is a piece of the corpus.
type Chunk struct {
	ID                                 ChunkID
	Content                            string
	Source, Section, Category, Version string
	Metadata                           Object
	Withdrawn                          bool
	Relevance, Likeness                int
}

// A CharacterState is all that a character may draw on. Facts and memories are in order of time, the
// latest of them where there are more than the limit, and the corpus is latest first; with a text each
// is in order of how it bears on that.
type CharacterState struct {
	Character event.CharacterID
	Name      string
	Moment    string
	Take      TakeID
	Facts     []Fact
	Memories  []Memory
	Corpus    []Chunk
	Traits    Object
	Voice     Object
}

// QueryState is what a character knows, remembers and may read. Errors: *UnknownError; persistence's.
func (b *Base) QueryState(ctx context.Context, q Query) (of CharacterState, err error) {
	s, err := b.stateAt(ctx, q.Take, q.Moment)
	if err != nil {
		return of, err
	}
	if err := characterOf(s, q.Character); err != nil {
		return of, err
	}
	v := s.As(q.Character)
	attributes := s.Entities[string(q.Character)].Attributes
	of = CharacterState{
		Character: q.Character, Name: s.Name(string(q.Character)), Moment: q.Moment, Take: q.Take,
		Traits: Object(strictjson.AsObject(attributes["traits"])), Voice: Object(strictjson.AsObject(attributes["voice"])),
	}
	names := namesOf(s)
	if limit := limited(q.FactLimit, FactLimit); limit > 0 {
		if of.Facts, err = b.facts(ctx, s, q, names, limit); err != nil {
			return of, err
		}
	}
	if limit := limited(q.MemoryLimit, MemoryLimit); limit > 0 {
		found, err := remembered(ctx, v, story.Query{Text: q.Text, Limit: limit, Kind: q.Kind})
		if err != nil {
			return of, err
		}
		for _, m := range found {
			of.Memories = append(of.Memories, Memory{
				ID: MemoryID(m.Memory.ID), Text: v.Words(&m.Memory), Kind: m.Memory.Kind, Tags: Object(m.Memory.Metadata), Moment: names[m.Memory.At.Sequence],
				Event: m.Memory.Position, Relevance: m.Relevance, Likeness: m.Likeness,
			})
		}
	}
	if limit := limited(q.CorpusLimit, CorpusLimit); limit > 0 {
		found, err := v.Lore(ctx, story.LoreQuery{Text: q.Text, Limit: limit, Category: q.Category, Version: q.Version})
		if err != nil {
			return of, err
		}
		of.Corpus = chunksOf(found)
	}
	return of, nil
}

// remembered are memories in order of how they bear on a text; without one the latest, in order of time.
func remembered(ctx context.Context, v *story.View, q story.Query) ([]story.Recalled, error) {
	if q.Text != "" {
		return v.Recall(ctx, q)
	}
	most := q.Limit
	q.Limit = 0 // which are the latest, their moments say, and not when they were written
	found, err := v.Recall(ctx, q)
	slices.SortFunc(found, func(x, y story.Recalled) int {
		return cmp.Or(cmp.Compare(x.Memory.At.Sequence, y.Memory.At.Sequence), cmp.Compare(x.Memory.Position, y.Memory.Position))
	})
	return found[max(0, len(found)-most):], err
}

func limited(asked, usual int) int {
	if asked == 0 {
		return usual
	}
	return asked
}

// namesOf are the ids of moments, by their numbers.
func namesOf(s *story.State) map[event.Sequence]string {
	names := make(map[event.Sequence]string, len(s.Moments))
	for id, m := range s.Moments {
		names[m.Sequence] = id
	}
	return names
}

// stateAt is what is so on a take as of a moment.
func (b *Base) stateAt(ctx context.Context, id TakeID, moment string) (*story.State, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, err := b.take(ctx, id)
	if err != nil {
		return nil, err
	}
	s := p.State()
	if moment == "" {
		return s, nil
	}
	at, err := momentOf(s, moment)
	if err != nil {
		return nil, err
	}
	return b.asOf(ctx, p, at.Sequence)
}

// asOf is what is so on a take as of a moment.
func (b *Base) asOf(ctx context.Context, p *story.Playthrough, moment event.Sequence) (*story.State, error) {
	s, id := p.State(), p.Where().Branch
	if moment >= s.Latest {
		return s, nil
	}
	key := then{take: id, moment: moment, position: s.Position, everywhere: s.Everywhere}
	if was := b.past[key]; was != nil {
		return was, nil
	}
	was, err := story.Read(ctx, b.save, event.Where{Playthrough: b.save.Playthrough(), Branch: id, Position: s.Position, Moment: moment})
	if err != nil {
		return nil, err
	}
	if len(b.past) >= mostPast {
		clear(b.past)
	}
	b.past[key] = was
	return was, nil
}

// mostPast is how many states of the past are kept in memory.
const mostPast = 16

// facts are those that a character knows.
func (b *Base) facts(ctx context.Context, s *story.State, q Query, names map[event.Sequence]string, limit int) (all []Fact, err error) {
	v := s.As(q.Character)
	known := v.Known()
	slices.SortStableFunc(known, func(x, y mind.Known) int { return cmp.Compare(x.Moment.Sequence, y.Moment.Sequence) })
	for _, k := range known {
		f := Fact{ID: FactID(k.Fact), Content: k.Content, Source: k.Way, From: k.From, Claim: k.Truth, Moment: names[k.Moment.Sequence],
			Chain: k.Chain, KnownTo: k.KnownTo, About: k.About, Reliable: v.Reliability(k)}
		if s.Minds.HasLearned(q.Character, k.Fact) { // who was only told of it does not know what it is
			f.Category = s.Minds.Facts[k.Fact].Category
		}
		if f.Source == "" {
			f.Source = string(k.How)
		}
		all = append(all, f)
	}
	if q.Text == "" {
		return all[max(0, len(all)-limit):], nil
	}
	return b.bearing(ctx, q, all, limit)
}

// bearing are the facts that bear on a text, best first, ranked as the store ranks memories.
func (b *Base) bearing(ctx context.Context, q Query, all []Fact, limit int) (best []Fact, err error) {
	rows := make([]persistence.Change, len(all))
	for i, f := range all {
		rows[i] = persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
			Kind: persistence.Fact, Key: persistence.Key(fmt.Sprintf("%08d", i)), Knower: q.Character, Text: f.Content,
		}}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	at := event.Where{Playthrough: b.save.Playthrough(), Branch: q.Take}
	found, _, err := b.save.Best(ctx, persistence.Scope{At: at, Kind: persistence.Fact, Knower: q.Character, Staged: rows}, persistence.Query{Text: q.Text, Limit: limit})
	for _, f := range found {
		var i int
		if _, err := fmt.Sscanf(string(f.Row.Key), "%d", &i); err != nil {
			return nil, err
		}
		of := all[i]
		of.Relevance = max(f.Shared, f.Likeness)
		best = append(best, of)
	}
	return best, err
}
