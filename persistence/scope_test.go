package persistence_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// Two playthroughs with two branches each hold rows of every kind and knower in the
// same words. Whatever is searched, all that is found lies in the scope, and all that
// lies in it is found.
func TestNothingOutOfScopeIsFound(t *testing.T) {
	draw := rand.New(rand.NewPCG(32, 0))
	store := persistence.New(mem.New(), nil)
	one := func(list ...string) string { return list[draw.IntN(len(list))] }
	type placed struct {
		save   int
		branch event.BranchID // where it was written
		row    persistence.Row
	}
	var rows []placed
	var saves []*persistence.Save
	const fork = event.BranchID("fork")
	for n := range 2 {
		save, err := store.Create(t.Context(), fmt.Sprint("save-", n), event.PlaythroughID(fmt.Sprint("p-", n)))
		if err != nil {
			t.Fatal(err)
		}
		defer save.Close()
		saves = append(saves, save)
		write := func(branch event.BranchID, many int) {
			var changes []persistence.Change
			for range many {
				row := persistence.Row{
					Kind: persistence.RowKinds()[draw.IntN(3)], Key: persistence.Key(fmt.Sprint("row-", len(rows))), Knower: event.CharacterID(one("player", "ines", "*")),
					Timed: true, Minutes: int64(draw.IntN(100)), Text: "the lamp of " + one("Ines", "Tobias", "nobody") + " in room " + fmt.Sprint(draw.IntN(9)),
					Facets: persistence.Facets{Location: one("quay", "inn", ""), Faction: one("lamp", "strand", ""), Tags: []string{one("night", "day")}},
				}
				rows = append(rows, placed{n, branch, row})
				changes = append(changes, persistence.Change{Op: persistence.OpStore, Row: row})
			}
			tip, _, err := save.Tip(t.Context(), branch)
			if err != nil {
				t.Fatal(err)
			}
			turn := event.TurnID(fmt.Sprint(branch, len(rows)))
			if _, err := save.Append(t.Context(), persistence.Batch{Branch: branch, Expected: tip, Turn: turn, Events: []event.Event{remark}, Rows: changes}); err != nil {
				t.Fatal(err)
			}
		}
		write(event.Trunk, 0)
		if err := save.Control(t.Context(), event.Control{Kind: event.BranchMade, Branch: fork, Parent: event.Trunk, At: 1}); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			write(event.Trunk, 20)
			write(fork, 20)
		}
	}

	searches, found, outside := 0, 0, 0
	for range soak.Count(4000) {
		n, branch := draw.IntN(2), []event.BranchID{event.Trunk, fork}[draw.IntN(2)]
		sc := persistence.Scope{At: saves[n].At(branch), Kind: persistence.RowKinds()[draw.IntN(3)], Knower: event.CharacterID(one("player", "ines"))}
		sc.Facets.Location, sc.Facets.Faction = one("quay", "", ""), one("lamp", "", "")
		if draw.IntN(3) == 0 {
			sc.Facets.Tags = []string{"night"}
		}
		if draw.IntN(3) == 0 {
			from, to := int64(draw.IntN(100)), int64(draw.IntN(100))
			sc.From, sc.To = &from, &to
		}
		want := []string{}
		for _, p := range rows { // by its own reading of the scope
			r := p.row
			if p.save == n && p.branch == branch && r.Kind == sc.Kind && (r.Knower == sc.Knower || r.Knower == "*") &&
				(sc.Facets.Location == "" || r.Facets.Location == sc.Facets.Location) && (sc.Facets.Faction == "" || r.Facets.Faction == sc.Facets.Faction) &&
				(sc.Facets.Tags == nil || r.Facets.Tags[0] == "night") && (sc.From == nil || r.Minutes >= *sc.From && r.Minutes <= *sc.To) {
				want = append(want, string(r.Key))
			}
		}
		exact, err := saves[n].ExactMatch(t.Context(), sc)
		if err != nil {
			t.Fatal(err)
		}
		worded, err := saves[n].TextSearch(t.Context(), sc, persistence.Query{Text: "the lamp of Ines", Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		searches += 2
		for _, f := range append(exact, worded...) {
			found++
			if !slices.Contains(want, string(f.Row.Key)) {
				outside++
				t.Errorf("%+v finds %+v", sc, f.Row)
			}
		}
		if len(exact) != len(want) {
			t.Errorf("%+v finds %d rows, want %d", sc, len(exact), len(want))
		}
	}
	criteria.Measured(t, "SC-032", "%d of %d results of %d searches out of scope, over two playthroughs with two branches each", outside, found, searches)
	if found == 0 {
		t.Error("nothing is found at all")
	}
}
