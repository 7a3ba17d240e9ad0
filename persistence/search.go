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

// A Scope is all that a search may see. There is no search without one.
type Scope struct {
	At     event.Where       // whose story, which branch, up to which position and moment
	Kind   RowKind           //
	Knower event.CharacterID // finds this character's rows and everyone's
	Facets Facets            // what must match
	From   *int64            // not before, in story minutes; rows without a time do not match
	To     *int64            // not after
}

func (sc Scope) check() error {
	if !slices.Contains(RowKinds(), sc.Kind) {
		return fmt.Errorf("%w: unknown kind %q", ErrInvalid, sc.Kind)
	}
	if err := event.CheckID(sc.Knower); err != nil {
		return fmt.Errorf("%w: knower: %w", ErrInvalid, err)
	}
	return nil
}

// admits reports whether a version that the lineage sees lies in the scope.
func (sc Scope) admits(v *version) bool {
	return !v.deleted && (v.row.Knower == sc.Knower || v.row.Knower == event.Everyone) &&
		v.row.Facets.match(sc.Facets) &&
		(sc.From == nil || v.row.Timed && v.row.Minutes >= *sc.From) &&
		(sc.To == nil || v.row.Timed && v.row.Minutes <= *sc.To)
}

// A Found is a row that a search came upon.
type Found struct {
	Row      Row
	Branch   event.BranchID // where this version was written
	Position event.Position
	Score    rank.Score // zero for an exact match
}

// A Query is a search by words.
type Query struct {
	Text      string
	Limit     int // how many at most; 0 for all
	Relevance int // the least, in thousandths; see rank.Score
}

// ExactMatch gives all rows in scope, in order of writing. Errors: ErrNotFound,
// ErrInvalid, ErrCorrupt.
func (s *Save) ExactMatch(ctx context.Context, scope Scope) (found []Found, err error) {
	err = s.search(ctx, "find rows", scope, func(_ *shelf, visible []*version) {
		slices.SortFunc(visible, func(a, b *version) int {
			return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.row.Key, b.row.Key))
		})
		found = make([]Found, len(visible))
		for i, v := range visible {
			found[i] = v.found(rank.Score{})
		}
	})
	return found, err
}

// TextSearch gives the rows in scope that speak of the query, best first, equal
// ones in order of their keys. Errors: ErrNotFound, ErrInvalid, ErrCorrupt.
func (s *Save) TextSearch(ctx context.Context, scope Scope, query Query) (found []Found, err error) {
	err = s.search(ctx, "search", scope, func(sh *shelf, visible []*version) {
		docs := make([]rank.Doc, len(visible))
		for i, v := range visible {
			docs[i] = v.doc
		}
		scores := sh.lexicon.Query(query.Text).BM25(docs)
		key := func(i int) string { return string(visible[i].row.Key) }
		for _, i := range rank.Top(query.Limit, scores, key) {
			if scores[i].Relevance >= query.Relevance {
				found = append(found, visible[i].found(scores[i]))
			}
		}
	})
	return found, err
}

func (v *version) found(score rank.Score) Found {
	return Found{Row: v.row, Branch: v.branch, Position: v.position, Score: score}
}

// search lends what the scope sees: of each record the newest version.
func (s *Save) search(ctx context.Context, operation string, scope Scope, f func(*shelf, []*version)) error {
	if err := scope.check(); err != nil {
		return about(s.name, operation, err)
	}
	begun := s.now()
	return s.view(ctx, operation, func(r Reader) error {
		line, err := s.lineage(r, scope.At)
		if err != nil {
			return err
		}
		sh, err := s.shelf(r, scope.Kind)
		if err != nil {
			return err
		}
		visible := s.look(sh, line, scope, f)
		s.searched(Searched{Save: s.name, Operation: operation, Scope: scope, Visible: visible, Took: s.now().Sub(begun)})
		return nil
	})
}

func (s *Save) look(sh *shelf, line lineage, scope Scope, f func(*shelf, []*version)) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	visible := sh.visible(line, scope)
	f(sh, visible)
	return len(visible)
}

// Searched describes a search that was answered, for whoever watches over speed.
type Searched struct {
	Save      string
	Operation string
	Scope     Scope
	Visible   int // how many rows were in scope
	Took      time.Duration
}

func (sh *shelf) visible(line lineage, scope Scope) []*version {
	visible := make([]*version, 0, len(sh.keys))
	for _, key := range sh.keys {
		if v := sh.newest(sh.records[key], line); v != nil && scope.admits(v) {
			visible = append(visible, v)
		}
	}
	return visible
}
