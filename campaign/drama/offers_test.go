package drama_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A play is a staged drama taken by whoever looks at what is on offer: no engine, only the effects that
// choices of dramas hang on.
type play struct {
	plot   *drama.Plot
	staged *campaign.Campaign
	done   strictjson.Object // the state under "drama"
	facts  condition.Facts
	turn   int
}

func newPlay(staged *campaign.Campaign) *play {
	p := &play{staged: staged, done: strictjson.Object{}}
	p.facts = condition.Facts{State: strictjson.Object{"drama": p.done}, People: strictjson.Object{}, World: strictjson.Object{}, Reached: map[string]int{}}
	for _, who := range staged.People {
		p.facts.People[who.ID] = strictjson.Object{"place": who.Place, "met": false}
	}
	p.at(staged.Manifest.Opening.Place)
	p.tell("opening")
	return p
}

// at has the player somewhere, with whoever is there.
func (p *play) at(place string) {
	p.facts.Place, p.facts.World["place"], p.facts.Present = place, place, nil
	for who, is := range p.facts.People {
		if is.(strictjson.Object)["place"] == place {
			p.facts.Present = append(p.facts.Present, who)
		}
	}
	slices.Sort(p.facts.Present)
}

// tell has a beat told.
func (p *play) tell(id string) {
	b, is := p.staged.Beat(id)
	if !is {
		return
	}
	p.facts.Reached[id] = p.turn
	p.have(b.Effects)
}

func (p *play) have(effects []effect.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case effect.Set:
			p.done[e.Path[len("drama."):]] = e.Value
		case effect.NPC:
			p.facts.People[e.Person].(strictjson.Object)[e.Path] = e.Value
		case effect.Move:
			p.at(e.Place)
		case effect.Gain:
			p.facts.State["$player"] = strictjson.Object{"items": append(strictjson.AsList(strictjson.AsObject(p.facts.State["$player"])["items"]), any(e.Item))}
		}
	}
	p.at(p.facts.Place)
}

// offered is what may be taken, in a menu or typed.
func (p *play) offered() (all []*campaign.Choice) {
	hub, _ := p.staged.Beat("opening")
	stood := map[string]bool{} // of what talking with somebody or searching a place may be, it is the first
	for i := range hub.Choices {
		c := &hub.Choices[i]
		if c.Slot.Stands() && stood[c.Of] || !c.Stays && p.done["took "+c.ID] != nil || c.Requires.Eval(&p.facts) != condition.Yes {
			continue
		}
		stood[c.Of] = stood[c.Of] || c.Slot.Stands()
		all = append(all, c)
	}
	return all
}

// take takes a choice; what is tried, succeeds.
func (p *play) take(c *campaign.Choice) {
	p.turn++
	for _, who := range p.facts.Present {
		p.facts.People[who].(strictjson.Object)["met"] = true
	}
	p.done["took "+c.ID] = true
	p.have(c.Effects)
	p.tell(c.LeadsTo)
	if c.Check != nil {
		p.have(c.Check.Success.Effects)
		p.tell(c.Check.Success.LeadsTo)
	}
}

func seedOf(n int) rng.Seed { return rng.FromString(fmt.Sprint(n)) }

// eachOffer plays dramas of all campaigns that there are by picks, and shows what is on offer on the way.
func eachOffer(t *testing.T, look func(t *testing.T, p *play, all []*campaign.Choice)) {
	t.Helper()
	for name, c := range campaignsOf(t, "*") {
		for seed := range 4 {
			t.Run(fmt.Sprintf("%s %d", name, seed), func(t *testing.T) {
				plot := drama.Make(c, seedOf(seed))
				p := newPlay(drama.Stage(c, plot))
				p.plot = plot
				draw := rand.New(rand.NewPCG(uint64(seed), 0))
				for range 40 {
					all := p.offered()
					look(t, p, all)
					lead := slices.DeleteFunc(slices.Clone(all), func(c *campaign.Choice) bool { return c.Stays })
					if len(lead) == 0 {
						return
					}
					p.take(lead[draw.IntN(len(lead))])
				}
			})
		}
	}
}

// Nothing is on offer twice: no two choices that may be taken say the same, for whoever types that has to
// be asked which of the two they mean.
func TestNothingIsOnOfferTwice(t *testing.T) {
	eachOffer(t, func(t *testing.T, p *play, all []*campaign.Choice) {
		said := map[string]string{}
		for _, c := range all {
			if other := said[c.Text]; other != "" {
				t.Errorf("%q is offered by %s and %s", c.Text, other, c.ID)
			}
			said[c.Text] = c.ID
		}
	})
}
