package engine

import (
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
)

// A turn is taken out: what was chosen after it is played again as far as that can be, the
// rest is told to have been lost, and the story is there only when that was agreed to.
func TestOmit(t *testing.T) {
	for _, agreed := range []bool{false, true} {
		b := atStore(t, sample(t, "grey-harbour"), persistence.New(mem.New(), nil))
		g := b.open()
		r := must(t, g, "")
		var picked []string
		for turn := range 5 {
			id := r.Choices[len(r.Choices)-1].ID
			if turn >= 2 { // which can be done everywhere
				reading := g.Read("wait")
				id = g.Options(reading.Action)[0].ID
			}
			picked = append(picked, id)
			r = must(t, g, id)
		}
		was := g.story.State()
		var told Omission
		got, err := g.Omit(t.Context(), 3, func(o Omission) bool { told = o; return agreed })
		if err != nil {
			t.Fatal(err)
		}
		if told.Turns != 4 || told.Again == 0 || told.Again+told.Lost != 3 {
			t.Errorf("told was %+v", told)
		}
		if !agreed {
			shows(t, "not agreed", got, nil, r)
			if g.story.State().Position != was.Position || g.story.Where().Branch == told.Branch {
				t.Error("the story is elsewhere")
			}
			if _, err := g.Switch(t.Context(), told.Branch); err != nil {
				t.Errorf("what was played again is not on %q: %v", told.Branch, err)
			}
			continue
		}
		if g.story.Where().Branch != told.Branch {
			t.Errorf("it goes on along %q, and was to along %q", g.story.Where().Branch, told.Branch)
		}
		if got.Turn != 2+told.Again {
			t.Errorf("it is in turn %d after %d were played again", got.Turn, told.Again)
		}
		want := append(picked[:1:1], picked[2:2+told.Again]...)
		taken := g.story.State().Taken
		for i, id := range want {
			if taken.Len() != len(want) || taken.At(i).ID != id {
				t.Fatalf("choice %d of %d is not %s of %v", i, taken.Len(), id, want)
			}
		}
		back, err := g.Undo(t.Context())
		shows(t, "undone", back, err, r)
		replayed(t, g)
		if _, err := g.Omit(t.Context(), 1, nil); err == nil {
			t.Error("the opening was taken out")
		}
		if _, err := g.Omit(t.Context(), 9, nil); err == nil {
			t.Error("what is not there was taken out")
		} else if _, none := err.(*story.NoPlaceError); !none {
			t.Error(err)
		}
	}
}
