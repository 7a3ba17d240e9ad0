package story

import (
	"context"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
)

// A searched is where a state's memories are searched: in the save that it was read from, as
// it was then. What was added since is staged beside it.
type memorySource struct {
	save *persistence.Save
	at   event.Where
}

// A Query is what is looked for among memories. Every filter that is given must
// match.
type Query struct {
	Text       string // "" finds everything, latest first
	Limit      int    // 0 for all
	Relevance  int    // the least, in thousandths, of one of relevance and likeness
	Place      string
	Characters []event.CharacterID // all of them
	Tags       []string            // all of them
	Episodic   bool                // triumphs and failures alone
	Kind       event.Experience    // "" for any
	From, To   *int64              // story minutes
	Before     int64               // turns: only memories of an earlier turn; 0 for any
	Session    int64               // only memories of this sitting; 0 for any

	By persistence.Way // what is gone by; see persistence.Query
}

// Recalled is a memory that was found.
type Recalled struct {
	Handle    string // "m3": the third memory of the view
	Memory    Memory
	Relevance int  // thousandths: the share of the query that it speaks of
	Likeness  int  // thousandths: how like the query it is in meaning; 0 where nobody can say
	ByMeaning bool // whether that, also 0, is said by an embedder that knows what words mean
}

// Recall finds memories of the view, best first, equally good ones latest first: those of
// the story's save and those that its turn has staged, by their words and, where the store
// has an embedder, by their meaning too. There is no other search:
// [View.Memories] lists them all, [View.Memory] is the one that an event kept. What
// the filters leave out moves no rank. A state that was read from no save has nothing to
// be found. Errors are persistence's.
func (v *View) Recall(ctx context.Context, q Query) ([]Recalled, error) {
	recalled, _, err := v.Best(ctx, q)
	return recalled, err
}

// Best is Recall that says, too, how many there are in all, whatever the limit and the
// least relevance.
func (v *View) Best(ctx context.Context, q Query) (recalled []Recalled, all int, err error) {
	source := v.state.source
	if source == nil {
		return nil, 0, nil
	}
	facets := persistence.Facets{Location: q.Place, Characters: q.Characters, Tags: q.Tags, Experience: string(q.Kind)}
	if q.Session != 0 {
		facets.Session = sessionID(q.Session)
	}
	scope := persistence.Scope{
		At: source.at, Kind: persistence.Memory, Knower: v.who, Staged: v.state.staged,
		Facets: facets, Episodic: q.Episodic, From: q.From, To: q.To, Before: max(q.Before, 0), Without: v.state.unshown,
	}
	found, all, err := source.save.Best(ctx, scope, persistence.Query{Text: q.Text, Limit: q.Limit, Relevance: q.Relevance, By: q.By})
	if err != nil {
		return nil, 0, err
	}
	for _, f := range found {
		if m, n, is := v.numbered(f.Position); is {
			recalled = append(recalled, Recalled{Handle: handle('m', n), Memory: m, Relevance: f.Shared, Likeness: f.Likeness, ByMeaning: f.ByMeaning})
		}
	}
	return recalled, all, nil
}

// Reminders gives memories of a view by the events that kept them and by what they are
// about, each read once, for whoever asks for many. It belongs to one goroutine.
type Reminders struct {
	view  *View
	found map[event.Position]Recalled
}

// Reminders are those of the view.
func (v *View) Reminders() *Reminders {
	return &Reminders{view: v, found: map[event.Position]Recalled{}}
}

// At is the memory that an event kept, of whole relevance.
func (r *Reminders) At(at event.Position) (Recalled, bool) {
	if there, known := r.found[at]; known {
		return there, true
	}
	m, n, is := r.view.numbered(at)
	if is {
		r.found[at] = Recalled{Handle: handle('m', n), Memory: m, Relevance: rank.Whole}
	}
	return r.found[at], is
}

// About are the latest memories that have one of some marks, the latest first: of each mark
// as many as MostMarked, and all where there are fewer.
func (r *Reminders) About(marks ...Mark) (about []Recalled) {
	var positions []event.Position
	for _, m := range marks {
		for _, knower := range []event.CharacterID{r.view.who, event.Everyone} {
			positions = append(positions, r.view.state.marked[marked{knower, m}]...)
		}
	}
	slices.Sort(positions)
	for _, at := range slices.Backward(slices.Compact(positions)) {
		if m, is := r.At(at); is {
			about = append(about, m)
		}
	}
	return about
}
