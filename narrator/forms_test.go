package narrator_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

// Of those that there are, the form is the longest that fits, whatever was asked for before; and no maker of forms says anything else than another.
func TestTheLongestFormThatFits(t *testing.T) {
	for name := range scenes {
		for _, catalogue := range []*plan.Catalogue{few(), bundled()} {
			request := requestIn(t, name, "Ask Ines about the lamp", catalogue)
			forms := narrator.Forms{}
			var all []int // how long the forms are that there are
			for tokens := 1 << 16; tokens > 0; {
				f := forms.Of(request, tokens)
				if f.Schema == nil {
					break
				}
				if f.Longest > tokens || slices.Contains(all, f.Longest) {
					t.Fatalf("%s: for %d tokens the longest is %d, after %v", name, tokens, f.Longest, all)
				}
				all = append(all, f.Longest)
				tokens = f.Longest - 1
			}
			if len(all) != 9 || !slices.IsSortedFunc(all, func(a, b int) int { return b - a }) {
				t.Errorf("%s: of nine there are those of %v", name, all)
			}
			for _, longest := range all {
				for _, tokens := range []int{longest, longest + 1, longest - 1} {
					want, is := 0, slices.IndexFunc(all, func(one int) bool { return one <= tokens })
					if is >= 0 {
						want = all[is]
					}
					again, anew := forms.Of(request, tokens), narrator.FormOf(request, tokens)
					if again.Longest != want || !cmp.Equal(again, anew, cmpopts.IgnoreUnexported(narrator.Form{})) || string(again.Schema) != string(anew.Schema) {
						t.Errorf("%s: for %d tokens it is %d and then %d, of %v", name, tokens, anew.Longest, again.Longest, all)
					}
				}
			}
		}
	}
	forms := narrator.Forms{}
	of := func(scene string) narrator.Form {
		return forms.Of(requestIn(t, scene, "Ask Ines about the lamp", few()), 0)
	}
	if two, one := of("two"), of("ines"); string(two.Schema) == string(one.Schema) || string(of("two").Schema) != string(two.Schema) {
		t.Error("the form is one of before, and not of who is there")
	}
}
