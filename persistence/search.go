package persistence

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
)

// A Scope is all that a search may see. There is no search without one. What it
// leaves out is not ranked, and moves no rank.
type Scope struct {
	At       event.Where       // whose story, which branch, up to which position and moment
	Kind     RowKind           //
	Knower   event.CharacterID // finds this character's rows and everyone's
	Facets   Facets            // what must match
	Episodic bool              // only rows that have the facet Episodic, whatever it says
	AnyTag   []string          // only rows that have one of these tags, or more; nil for any
	From     *int64            // not before, in story minutes; rows without a time do not match
	To       *int64            // not after
	Before   int64             // only rows of an earlier turn; 0 for any
	Without  []event.Position  // no rows that one of these events wrote last; sorted

	// Staged is what the next append is going to write, seen as if it had: after
	// At's position, or after the tip where At names none. The search gives what it
	// will give after that append, at its last position, in the same order with
	// the same scores. It reads them while it runs, and nothing of them is kept.
	//
	// What Append would refuse is refused with the same error; of the changes to
	// other kinds, which are not searched, only what is no row.
	Staged []Change
}

func (sc Scope) check() error {
	if !slices.Contains(RowKinds(), sc.Kind) {
		return fmt.Errorf("%w: unknown kind %q", ErrInvalid, sc.Kind)
	}
	if err := event.CheckID(sc.Knower); err != nil {
		return fmt.Errorf("%w: knower: %w", ErrInvalid, err)
	}
	if sc.Before < 0 {
		return fmt.Errorf("%w: before a negative turn", ErrInvalid)
	}
	return nil
}

// admits reports whether a version that the lineage sees lies in the scope.
func (sc Scope) admits(v *version) bool {
	return !v.deleted && (v.knower == sc.Knower || v.knower == event.Everyone) &&
		v.facets.match(sc.Facets) && (!sc.Episodic || v.facets.Episodic != "") &&
		(len(sc.AnyTag) == 0 || slices.ContainsFunc(sc.AnyTag, func(tag string) bool { return slices.Contains(v.facets.Tags, tag) })) &&
		(sc.From == nil || v.timed && v.minutes >= *sc.From) &&
		(sc.To == nil || v.timed && v.minutes <= *sc.To) &&
		(sc.Before == 0 || v.turn < sc.Before) && !sc.leaves(v.position)
}

// leaves reports whether what an event wrote is left out.
func (sc Scope) leaves(at event.Position) bool {
	_, out := slices.BinarySearch(sc.Without, at)
	return out
}

// A Found is a row that a search came upon.
type Found struct {
	Row      Row
	Branch   event.BranchID // where this version was written, or is going to be
	Position event.Position
	Score    rank.Score // zero for an exact match

	// What its relevance is made of, in thousandths, as far as the search went by it: the share
	// of the query that it speaks of, by words, and what it is worth by meaning.
	Shared, Likeness int

	// ByMeaning is whether its likeness, also none, is that of an embedder whose meaning weighs more than words: of one that
	// knows what words mean.
	ByMeaning bool
}

// A Query is a search by words or by meaning.
type Query struct {
	Text      string // "" for all in scope, which are then of whole relevance
	Limit     int    // how many at most; 0 for all
	Relevance int    // the least, in thousandths; see rank.Score and the search
	By        Way    // what [Save.Best] goes by; and ByRank or not, how [Save.HybridSearch] joins
}

// A Way is what a search goes by. Its names are fixed on the wire.
type Way string

// The ways. Usual is words and meaning joined by how good each row is by either ([rank.Blend]), which weigh what found most when it was
// measured with the store's embedder; see docs/models.md.
const (
	Usual     Way = ""
	ByWords   Way = "words"
	ByMeaning Way = "meaning"
	ByRank    Way = "hybrid" // words and meaning, joined by the places that each row has by either: [rank.Fuse]

	// ByIndex is by meaning, of lore that the driver's own index has near the query: what it misses is not found, and what
	// is out of scope moves what is found within it, so that nothing that a character draws on is searched so. Where the driver
	// has no index, or not all lore in it yet (see [Save.Embed]), it is ByMeaning.
	ByIndex Way = "index"
)

// Ways are those that play may ask for, beside Usual.
func Ways() []Way { return []Way{ByWords, ByMeaning, ByRank} }

// ExactMatch gives all rows in scope, in order of writing: by their positions,
// those of one position by their keys. Errors: ErrNotFound, ErrInvalid,
// ErrCorrupt; ErrExists for what is staged.
func (s *Save) ExactMatch(ctx context.Context, scope Scope) (found []Found, err error) {
	err = s.search(ctx, "find rows", scope, func(_ *table, visible []*version) error {
		slices.SortFunc(visible, func(a, b *version) int {
			return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.key, b.key))
		})
		found = make([]Found, len(visible))
		for i, v := range visible {
			if err := v.give(&found[i], scope.Kind, rank.Score{}); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// TextSearch gives the rows in scope that speak of the query, best first. Equally
// good ones are given latest first, by the positions they were written at, and
// those of one position in order of their keys; so are all rows when the text is
// empty. One without any word in it, such as "?", finds nothing. Errors:
// ErrNotFound, ErrInvalid, ErrCorrupt; ErrExists for what is staged.
func (s *Save) TextSearch(ctx context.Context, scope Scope, query Query) (found []Found, err error) {
	found, _, err = s.worded(ctx, scope, query)
	return found, err
}

// worded also says how many rows in scope speak of the query.
func (s *Save) worded(ctx context.Context, scope Scope, query Query) (found []Found, all int, err error) {
	err = s.search(ctx, "search", scope, func(tbl *table, visible []*version) error {
		scores := whole(len(visible))
		if query.Text != "" {
			scores = query.bm25(&tbl.lexicon, visible)
		}
		all = speaking(scores)
		found, err = query.best(scope.Kind, visible, ranking{scores: scores, worded: scores})
		return err
	})
	return found, all, err
}

// A ranking is of rows, in their order: by which they are ranked, and of what that is made,
// which may be nil.
type ranking struct {
	scores, worded, meant []rank.Score

	byMeaning bool // see [Found]
}

// best are those rows whose scores are best, as results.
func (q Query) best(kind RowKind, rows []*version, by ranking) ([]Found, error) {
	scores := by.scores
	if q.Relevance > 0 {
		scores = slices.Clone(scores)
		for i := range scores {
			if scores[i].Relevance < q.Relevance {
				scores[i] = rank.Score{}
			}
		}
	}
	best := rank.Top(q.Limit, scores, func(i, j int) int { return latestFirst(rows[i], rows[j]) })
	found := make([]Found, len(best))
	for place, i := range best {
		if err := rows[i].give(&found[place], kind, scores[i]); err != nil {
			return nil, err
		}
		if by.worded != nil {
			found[place].Shared = by.worded[i].Relevance
		}
		if by.meant != nil {
			found[place].Likeness, found[place].ByMeaning = by.meant[i].Relevance, by.byMeaning
		}
	}
	return found, nil
}

func latestFirst(a, b *version) int {
	if c := cmp.Compare(b.position, a.position); c != 0 {
		return c
	}
	return cmp.Compare(a.key, b.key)
}

// whole are the scores of rows of which nothing is asked.
func whole(rows int) []rank.Score { return slices.Repeat([]rank.Score{{Relevance: rank.Whole}}, rows) }

// speaking is how many have a score.
func speaking(scores []rank.Score) (n int) {
	for _, score := range scores {
		if score != (rank.Score{}) {
			n++
		}
	}
	return n
}

func (q Query) bm25(base *rank.Lexicon, rows []*version) []rank.Score {
	lexicon := base.Over()
	docs := make([]rank.Doc, len(rows))
	for i, v := range rows {
		if v.staged {
			docs[i] = lexicon.Doc(v.said.text.Content)
			continue
		}
		docs[i] = v.said.doc
	}
	return lexicon.Query(q.Text).BM25(docs)
}

// give fills in a result. A staged row comes as it will be read back from the store,
// where numbers are what was written and empty lists are none; so it shares nothing
// with whoever staged it.
func (v *version) give(found *Found, kind RowKind, score rank.Score) (err error) {
	*found = Found{Row: v.row(kind), Branch: v.branch, Position: v.position, Score: score}
	if v.staged {
		found.Row, _, err = decodeRow(RawRow{Kind: kind, Key: v.key, Bytes: encodeRow(found.Row, false)})
	}
	if err != nil {
		err = fmt.Errorf("%s %q: %w: %w", kind, v.key, ErrInvalid, err)
	}
	return err
}

// search lends what the scope sees, and tells of the search.
func (s *Save) search(ctx context.Context, operation string, scope Scope, f func(*table, []*version) error) error {
	begun := s.now()
	visible := 0
	err := s.look(ctx, operation, scope, func(tbl *table, rows []*version) error {
		visible = len(rows)
		return f(tbl, rows)
	})
	if err == nil {
		s.tell(operation, scope, visible, begun)
	}
	return err
}

func (s *Save) tell(operation string, scope Scope, visible int, begun time.Time) {
	s.searched(Searched{Save: s.name, Operation: operation, Scope: scope, Visible: visible, Took: s.now().Sub(begun)})
}

// look lends what the scope sees: of each record the newest version. Versions may be kept
// after it, the table must not be.
func (s *Save) look(ctx context.Context, operation string, scope Scope, f func(*table, []*version) error) error {
	if err := scope.check(); err != nil {
		return about(s.name, operation, err)
	}
	return s.view(ctx, operation, func(r Reader) error {
		line, err := s.lineage(r, scope.At)
		if err != nil {
			return err
		}
		state, err := s.control(r)
		if err != nil {
			return err
		}
		end, err := s.end(r, scope)
		if err != nil {
			return err
		}
		tbl, err := s.table(r, scope.Kind)
		if err != nil {
			return err
		}
		return s.lend(tbl, line, end, scope, state.tree.retirements(), f)
	})
}

func (s *Save) lend(tbl *table, line lineage, end end, scope Scope, retired retirements, f func(*table, []*version) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	over, err := tbl.over(scope, end)
	if err != nil {
		return err
	}
	staged := over.visible(line.open(), nil)
	visible := append(tbl.visible(line, tbl.places(staged)), staged...)
	visible = slices.DeleteFunc(visible, func(v *version) bool { return !scope.admits(v) || retired.retire(scope.Kind, v) })
	return f(tbl, visible)
}

// Searched describes a search that was answered, for whoever watches over speed.
type Searched struct {
	Save      string
	Operation string
	Scope     Scope
	Visible   int // how many rows were in scope
	Took      time.Duration
}
