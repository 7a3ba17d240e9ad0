package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// An errand tells something wherever the player is, but for a second time of going by; nobody leaves whom they have not met, or while they wait for
// what they asked for; and where nothing sends one to a step, nothing sends them by itself.
func TestErrandsAreSeen(t *testing.T) {
	seen := map[string]int{}
	eachOffer(t, func(t *testing.T, p *play, _ []*campaign.Choice) {
		p.facts.Scene = p.turn + 10
		for i := range p.staged.Beats {
			b := &p.staged.Beats[i]
			if strings.HasPrefix(b.ID, "sent-") && !slices.ContainsFunc(p.staged.Beats[0].Choices, func(c campaign.Choice) bool { return c.LeadsTo == b.ID }) {
				t.Errorf("nothing leads to %s", b.ID)
			}
			kind, _, errand := strings.Cut(b.ID, "-errand-")
			if !errand || b.Conditions.Eval(&p.facts) != condition.Yes {
				continue
			}
			told := b.Prose.Tell(&p.facts)
			if len(told) > 1 || len(told) == 1 && told[0] == "" || len(told) == 0 && kind != "pass" {
				t.Errorf("%s tells %q", b.ID, told)
			}
			seen[kind] += len(told)
			if kind == "pass" && len(told) == 0 {
				seen["unsaid"]++
			}
			for _, e := range b.Effects {
				moves, is := e.(effect.NPC)
				if !is {
					continue
				}
				who := strictjson.AsObject(p.facts.People[moves.Person])
				if kind == "leave" && who["met"] != true || p.done["bargains-"+moves.Person] == true || kind == "leave" && p.done["with"] == moves.Person {
					t.Errorf("%s leaves, of whom %v, with %v", moves.Person, who, p.done)
				}
			}
		}
	})
	if seen["leave"] == 0 || seen["pass"] == 0 || seen["asks"] == 0 || seen["unsaid"] == 0 {
		t.Errorf("seen are %v", seen)
	}
}

// A plot of before people went about by themselves has none of it.
func TestOldPlotsKeepTheirPeople(t *testing.T) {
	for _, c := range settings(t) {
		p := drama.Make(c, seedOf(1))
		p.Version, p.Errands = 4, nil
		for _, b := range drama.Stage(c, p).Beats {
			if strings.Contains(b.ID, "errand") {
				t.Errorf("a plot of version 4 has %s", b.ID)
			}
		}
	}
}
