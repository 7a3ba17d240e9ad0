package story

import (
	"cmp"
	"context"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A shelf is where a state's memories are searched: in the save that it was read from, as
// it was then. What was added since is staged beside it.
type shelf struct {
	save *persistence.Save
	at   event.Where
}

// A Query is what is looked for among memories. Every filter that is given must
// match.
type Query struct {
	Text       string // "" finds everything, latest first
	Limit      int    // 0 for all
	Relevance  int    // the least, in thousandths
	Place      string
	Characters []event.CharacterID // all of them
	Tags       []string            // all of them
	Episodic   bool                // triumphs and failures alone
	From, To   *int64              // story minutes
	Before     int64               // turns: only memories of an earlier turn; 0 for any
	Session    int64               // only memories of this sitting; 0 for any
}

// Recalled is a memory that was found.
type Recalled struct {
	Handle    string // "m3": the third memory of the view
	Memory    Memory
	Relevance int // thousandths
}

// Recall finds memories of the view, best first, equally good ones latest first: those of
// the story's save and those that its turn has staged. There is no other search:
// [View.Memories] lists them all, [View.Memory] is the one that an event kept. What
// the filters leave out moves no rank. A state that was read from no save has nothing to
// be found. Errors are persistence's.
func (v *View) Recall(ctx context.Context, q Query) ([]Recalled, error) {
	shelf := v.state.shelf
	if shelf == nil {
		return nil, nil
	}
	facets := persistence.Facets{Location: q.Place, Characters: q.Characters, Tags: q.Tags}
	if q.Session != 0 {
		facets.Session = sessionID(q.Session)
	}
	found, err := shelf.save.TextSearch(ctx, persistence.Scope{
		At: shelf.at, Kind: persistence.Memory, Knower: v.who, Staged: v.state.staged,
		Facets: facets, Episodic: q.Episodic, From: q.From, To: q.To, Before: max(q.Before, 0),
	}, persistence.Query{Text: q.Text, Limit: q.Limit, Relevance: q.Relevance})
	if err != nil {
		return nil, err
	}
	var recalled []Recalled
	own := v.memories()
	for _, f := range found {
		n, is := slices.BinarySearchFunc(own, f.Position, func(i int, at event.Position) int {
			return cmp.Compare(v.state.Memories[i].Position, at)
		})
		if is {
			recalled = append(recalled, Recalled{Handle: handle('m', n), Memory: v.state.Memories[own[n]], Relevance: f.Score.Relevance})
		}
	}
	return recalled, nil
}
