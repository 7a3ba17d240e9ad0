package persistence

import (
	"math"
	"slices"

	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// An end is where the next append would write: a history as that append would see
// it, uncut by moments, and its last position.
type end struct {
	line     lineage
	branch   event.BranchID
	position event.Position
}

// end finds the end of what a scope sees. Only what is staged needs to know.
func (s *Save) end(r Reader, scope Scope) (e end, err error) {
	if len(scope.Staged) == 0 {
		return e, nil
	}
	at := scope.At
	at.Moment = 0
	e.branch = at.Branch
	if e.line, err = s.lineage(r, at); err == nil {
		e.position, _, err = tipOf(r, e.line)
	}
	return e, err
}

// events is how many an append at the end could have, before positions run out.
func (e end) events() int { return int(min(latest-e.position, math.MaxInt)) }

// over is a table of what is staged, to be laid over this one for one search. It
// numbers no words: those of its rows are numbered by the search that needs them.
func (tbl *table) over(scope Scope, e end) (*table, error) {
	over := newTable()
	records := newOverlay(func(id recordID) standing { return tbl.standing(id.key, e.line) })
	for i, change := range scope.Staged {
		var err error
		if change.Row.Kind != scope.Kind {
			err = change.check(e.events())
		} else if err = records.take(&change, e.events()); err == nil {
			over.put(e.version(change))
		}
		if err != nil {
			return nil, change.failed(i, err)
		}
	}
	return over, nil
}

// version is a staged change where it would be written. As in the store, nothing
// of a tombstone counts but which record it ends: least of all a moment, as of
// which it would not be seen yet.
func (e end) version(c Change) version {
	row := c.Row
	if c.Op == OpDelete {
		row = Row{Kind: c.Row.Kind, Key: c.Row.Key}
	}
	v := versionOf(row, &said{text: vector.Text{Content: row.Text}}, &row.Facets)
	v.deleted, v.branch, v.position, v.staged = c.Op == OpDelete, e.branch, c.position(e.position), true
	return v
}

// open is a lineage with all that is going to be written to its branch.
func (line lineage) open() lineage {
	open := slices.Clone(line)
	open[len(open)-1].to = latest
	return open
}

// places are the numbers of those records that versions belong to, sorted.
func (tbl *table) places(versions []*version) []int {
	var places []int
	for _, v := range versions {
		if n, known := tbl.numbers[v.key]; known {
			places = append(places, int(n))
		}
	}
	slices.Sort(places)
	return places
}
