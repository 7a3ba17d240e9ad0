package prose_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
)

var (
	sees  = regexp.MustCompile(`no doubt that|sort of thing that one sees|you see that|the plainer it gets|here to be found|to hide it`)
	hears = regexp.MustCompile(`(?i)two people|going (by|past)|overhear|hear it said|one voice|all the talk|you ask (one|here|about)|glad to be asked|in the middle of talk|nobody in particular`)
)

// What cannot be seen is not seen by looking, and nobody is overheard in a room with
// one silent nun.
func TestHowFactsCome(t *testing.T) {
	nun := prose.Person{Name: "Sister Agnes", Pronouns: "she", Silent: true}
	crowd := []prose.Person{nun, {Name: "Ines", Pronouns: "she"}, {Name: "Tobias", Pronouns: "he"}}
	for fact, visible := range map[string]bool{
		"Lucan Dreyer lost a son on the Ketter Pass eight winters ago": false, "The abbot is afraid of the dark": false, "The oil was bought in Varn": false,
		"The lock of the gate has been oiled": true, "The two fids are of one bone": true,
	} {
		seen := false
		for _, deed := range []action.Kind{action.Examine, action.Search, action.Wait, action.Skip, action.Recall, action.Pursue, action.Take, action.Use} {
			for seed := range 30 {
				scene := prose.Scene{Seed: int64(seed), Deed: did(deed, "place=the gate"), Learned: []prose.Learned{{Text: fact}}, People: []prose.Person{nun}, Place: prose.Place{Name: "the gate", Senses: []string{"Snow lies on the sill."}}}
				text := prose.Compose(scene).Text()
				if !strings.Contains(text, fact[4:]) {
					t.Fatalf("%s: %q is not told:\n%s", deed, fact, text)
				}
				seen = seen || sees.MatchString(text)
				if overheard := hears.FindString(text); overheard != "" {
					t.Errorf("%s, beside a silent nun: %q in\n%s", deed, overheard, text)
				}
				scene.People = crowd
				if text := prose.Compose(scene).Text(); !strings.Contains(text, fact[4:]) {
					t.Fatalf("%s among people: %q is not told:\n%s", deed, fact, text)
				}
			}
		}
		if seen != visible {
			t.Errorf("%q is seen: %v", fact, seen)
		}
	}
}
