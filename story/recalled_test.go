package story_test

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What was hidden is no part of the search that is shown: it is neither found nor counted, takes nobody's place, and leaves the
// others as they would be if it had never been kept.
func TestASearchIsOfWhatIsShown(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		words := []string{"The lamp went out, the lamp, the lamp.", "Ned sold a rope.", "The lamp was lit."}
		searched := func(hide bool, kept ...int) (found []int, all []int) {
			t.Helper()
			name := "all"
			if hide {
				name = "hidden"
			} else if len(kept) < len(words) {
				name = "some"
			}
			save, err := store.Create(t.Context(), name, event.PlaythroughID(name))
			must(t, err)
			p := open(t, save)
			begin(t, p)
			turn := openTurn(t, p)
			var at []event.Position
			for _, i := range kept {
				at = append(at, add(t, turn, event.MemoryKept, event.Data{"memory": string(rune('a' + i)), "knower": "ines", "words": words[i], "significance": "low"}))
			}
			commit(t, turn)
			if hide {
				must(t, p.Hide(t.Context(), at[0]))
			}
			state, err := p.Shown(t.Context(), event.Where{}, 0)
			must(t, err)
			for _, q := range []story.Query{{Text: "lamp"}, {Text: "lamp", Limit: 1}, {Text: "rope"}, {}} {
				best, count, err := state.As("ines").Best(t.Context(), q)
				must(t, err)
				all = append(all, count, len(best))
				for _, r := range best {
					found = append(found, int(r.Memory.ID[0]-'a'), r.Relevance, r.Likeness)
				}
			}
			return found, all
		}
		hidden, counts := searched(true, 0, 1, 2)
		some, want := searched(false, 1, 2)
		if !slices.Equal(hidden, some) || !slices.Equal(counts, want) {
			t.Errorf("with one hidden are found %v, and counted %v, and without it %v and %v", hidden, counts, some, want)
		}
		if every, _ := searched(false, 0, 1, 2); len(every) == len(hidden) {
			t.Error("with nothing hidden as little is found")
		}
	})
}
