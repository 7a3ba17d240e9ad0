package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
)

// Whoever is asked or told the same again does not say the same again.
func TestNothingIsSaidAgainAlike(t *testing.T) {
	for name, c := range campaignsOf(t, "*") {
		staged := drama.Stage(c, drama.Make(c, seedOf(1)))
		hub, _ := staged.Beat("opening")
		first := map[string]*campaign.Choice{}
		for i := range hub.Choices {
			choice := &hub.Choices[i]
			for _, before := range []string{"asked-", "told-"} {
				if id, is := strings.CutPrefix(choice.ID, before); is {
					first[before+id] = choice
				}
			}
		}
		again := 0
		for i := range hub.Choices {
			choice := &hub.Choices[i]
			for of, before := range map[string]string{"again-": "asked-", "still-": "asked-", "retold-": "told-"} {
				id, is := strings.CutPrefix(choice.ID, of)
				if !is {
					continue
				}
				again++
				was := first[before+id]
				if was == nil || was.Text != choice.Text || was.Stays && len(was.Effects) == 0 || slices.Equal(was.Prose[0], choice.Prose[0]) {
					t.Errorf("%s: %s says %+v", name, choice.ID, choice.Prose)
				}
			}
		}
		if len(staged.People) > 0 && again == 0 {
			t.Errorf("%s: nobody is asked again", name)
		}
	}
}

// Whoever is told what another has owned to says so; whoever did it and has not owned to it does not.
func TestWhoeverIsToldAnswersAsTheyAre(t *testing.T) {
	told := 0
	eachOffer(t, func(t *testing.T, p *play, all []*campaign.Choice) {
		for _, c := range all {
			if c.Slot != campaign.Telling {
				continue
			}
			told++
			text := textOf(p, c)
			if text == "" {
				t.Errorf("%s is not answered", c.ID)
			}
			if of := ownedBy(p.plot, c); of != "" && (p.done[of] != nil) != strings.Contains(text, "You have that from me") && !strings.HasPrefix(c.ID, "retold-") {
				t.Errorf("%s: owned to %t: %s", c.ID, p.done[of] != nil, text)
			}
		}
	})
	if told == 0 {
		t.Error("nobody can be told anything")
	}
}

// ownedBy is the confession of whom a choice tells of their own doing, "" of another's.
func ownedBy(plot *drama.Plot, c *campaign.Choice) string {
	for _, step := range plot.Steps {
		if owner := step.Kind == drama.Confess && c.Topic == plot.Threads[step.Thread].Topic; owner && strings.HasPrefix(c.Of, "tell:"+step.Person+"#") && !silent(plot, step.Person) {
			return step.ID
		}
	}
	return ""
}

func silent(plot *drama.Plot, who string) bool {
	return slices.ContainsFunc(plot.People, func(p drama.Person) bool { return p.ID == who && p.Silent })
}

// textOf is what a choice tells now.
func textOf(p *play, c *campaign.Choice) (text string) {
	for _, paragraph := range c.Prose {
		if at := slices.IndexFunc(paragraph, func(v campaign.Variant) bool { return v.When == nil || v.When.Eval(&p.facts) == condition.Yes }); at >= 0 {
			text += paragraph[at].Text + "\n"
		}
	}
	return text
}
