package drama

import (
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
)

// lock puts on the two ways past something that is locked. Who opens a place goes in.
func (s *stage) lock(l *Lock) {
	open := "open-" + short(l.Of)
	b := campaign.Beat{ID: open, Title: l.Name, Priority: campaign.High, Once: true, Skippable: true, Effects: []effect.Effect{flag(opened(l))}, Prose: campaign.Prose{paragraph(s.opens(l))}}
	goes, at := "", s.thing(l.Of).At
	var enters []effect.Effect
	if !l.Thing {
		told, learned := s.arriving(arrivalAt{place: l.Of, once: l.Of})
		b.Prose = append(b.Prose, told...)
		goes, at, enters = "go and ", "", append(learned, flag("at-"+l.Of), effect.Move{Place: l.Of})
	}
	for i, t := range s.Threads { // who has opened it has seen something of what is odd about it
		if within(l.Name, t.Topic) {
			b.Effects = append(b.Effects, flag(fmt.Sprintf("thread-%d", i)))
		}
	}
	s.beats = append(s.beats, b)
	if l.Key != "" {
		key := s.thing(l.Key)
		take := campaign.Choice{
			ID: "take-" + short(key.ID), Text: "Take " + definite(key.Name), Told: "You took " + definite(key.Name) + ".", Slot: campaign.Acting, Of: "take:" + key.ID, Minutes: s.atMost(5),
			Prose: campaign.Prose{paragraph(s.taken(key))}, Effects: []effect.Effect{effect.Gain{Item: key.ID}, flag("has-" + key.ID)},
		}
		if i := slices.IndexFunc(s.Steps, func(of Step) bool { return of.Kind == Look && of.Thing == key.ID && len(s.needs(&of)) == 0 }); i >= 0 { // who takes it has looked at it
			take.LeadsTo, take.Prose = s.Steps[i].ID, campaign.Prose{paragraph(s.you("You have " + definite(key.Name) + " now."))}
		}
		s.add(take, wants{at: key.At, not: []string{"has-" + key.ID, opened(l)}})
		s.add(campaign.Choice{
			ID: "unlock-" + short(l.Of), Text: prose.SentenceCase(goes + "unlock " + l.Name + " with " + definite(key.Name)), Told: "You unlocked " + l.Name + ".", Slot: campaign.Final, Of: "open:" + l.Of, LeadsTo: open, Minutes: s.pace(),
			Effects: enters,
		}, wants{at: at, holds: key.ID, not: []string{opened(l)}})
	} else {
		s.add(campaign.Choice{
			ID: "force-" + short(l.Of), Text: prose.SentenceCase(goes + "break " + l.Name + " open"), Told: "You broke " + l.Name + " open.", Slot: campaign.Final, Of: "open:" + l.Of, LeadsTo: open, Minutes: s.atMost(20), Hint: "It cannot be mended.",
			Effects: append([]effect.Effect{flag("forced")}, enters...),
		}, wants{at: at, not: []string{opened(l)}, least: map[string]int{"signs": 1}})
	}
	if !l.Thing {
		s.add(campaign.Choice{
			ID: "shut-" + short(l.Of), Text: "Go to " + l.Name, Told: "You went to " + l.Name + ".", Slot: campaign.Typed, Of: "go:" + l.Of, Minutes: s.atMost(5), Stays: true, Prose: campaign.Prose{paragraph(sentence(l.Name + " is locked"))},
		}, wants{away: l.Of, not: []string{opened(l)}})
	}
	if l.Keeper == "" {
		return
	}
	p := s.person(l.Keeper)
	w := wants{present: []string{p.ID}, not: []string{opened(l)}}
	if p.Wants >= 0 {
		w.flags = append(w.flags, fmt.Sprintf("thread-%d", p.Wants))
	}
	s.add(campaign.Choice{
		ID: "beg-" + short(l.Of), Text: "Ask " + p.Name + " to open " + l.Name, Told: "You asked " + p.Name + " to open " + l.Name + ".", Slot: campaign.Wanting, Of: "open:" + l.Of, LeadsTo: open, Minutes: s.atMost(15),
		Prose: campaign.Prose{paragraph(s.letsIn(p, l))}, Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: -5}, flag("begged-" + p.ID)},
	}, w)
}

func (s *stage) opens(l *Lock) string { return begin(l.Name) + " stands open." }

// taken: a key is in the player's hands.
func (s *stage) taken(key *Thing) string {
	for _, l := range s.Locks {
		if l.Key == key.ID && l.Said != "" {
			return l.Said + " " + s.you("You have it now.")
		}
	}
	return s.you("You have " + definite(key.Name) + " now.")
}

func (s *stage) letsIn(p *Person, l *Lock) string {
	other := l.Name
	if p.Wants >= 0 && p.Wants < len(s.Threads) {
		other = s.Threads[p.Wants].Topic
	}
	opens := " And " + he(p) + " " + does(p, "opens", "open") + " " + l.Name + "."
	for i := range s.Locks { // who lets somebody in twice does so in other words
		if before := &s.Locks[i]; before.Of == l.Of {
			break
		} else if before.Keeper == l.Keeper {
			return `"If it is about ` + other + `, ` + l.Name + ` is the next that you will want to see," ` + p.Name + ` says.` + opens
		}
	}
	return `"You have been asking about ` + other + `," ` + p.Name + ` says. "So have I."` + opens
}
