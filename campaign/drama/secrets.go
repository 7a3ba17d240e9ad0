package drama

import (
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
)

// secretChoices: who keeps a secret says what they want for it; the player tells them that,
// or presses.
func (s *stage) secretChoices(step *Step) {
	p := s.person(step.Person)
	topic := s.topicFor(step, p)
	want := "want-" + step.ID
	w := wants{flags: s.needs(step), not: []string{step.ID}, present: []string{p.ID}}
	asked := w
	asked.not = append(slices.Clone(w.not), want)
	text := "Ask " + p.Name + " about " + topic
	if slices.ContainsFunc(s.Steps, func(of Step) bool { return of.Kind == Ask && of.Person == step.Person && of.Topic == step.Topic }) {
		text = "Ask " + p.Name + " what else " + he(p) + " " + does(p, "knows", "know") + " of " + topic
	}
	s.add(campaign.Choice{ID: "ask-" + step.ID, Text: text, Told: "You asked " + p.Name + " about " + topic + ".", Topic: step.Topic, Slot: campaign.Asking, Of: "ask:" + p.ID, After: s.after(step), LeadsTo: want, Minutes: s.pace()}, asked)
	for _, at := range s.haunts(p) {
		s.goTo(step, at, s.goes(p, at, text), "You went to "+s.place(at).Name+".", wants{where: map[string]string{p.ID: at}})
	}
	b := campaign.Beat{ID: want, Title: p.Name, People: []string{p.ID}, Priority: campaign.Medium, Once: true, Skippable: true, Topic: step.Topic, Effects: []effect.Effect{flag(want), flag(bargains(p))}}
	told := w
	told.flags = append(slices.Clone(w.flags), want)
	var against campaign.Prose
	if step.Thread >= 0 {
		against = s.laid(step.Thread, p, []string{"You put it to " + p.Name + " as you know it", "You lay it before " + p.Name + ", and wait", "You let " + p.Name + " hear how much you know"}[s.secret(step)%3])
	}
	press := campaign.Choice{
		ID: "press-" + step.ID, Text: "Press " + p.Name + " about " + topic, Told: "You pressed " + p.Name + " about " + topic + ".", Topic: step.Topic, Slot: campaign.Final, Of: "press:" + p.ID, After: []string{want}, Minutes: s.pace(), Prose: against,
		Check: &campaign.Check{
			Stat: "nerve", About: topic,
			Success: campaign.Outcome{LeadsTo: step.ID, Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: -10}, flag("pressed-" + p.ID)}},
			Failure: campaign.Outcome{Prose: append(slices.Clip(against), paragraph(s.refuses(p, topic))), Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: -20}, flag("pressed-" + p.ID), flag("refused-" + step.ID), effect.Set{Path: done + "." + bargains(p), Value: false}}},
		},
	}
	if wants := s.wantedFor(p, step); wants >= 0 {
		other := s.Threads[wants].Topic
		b.Prose = s.bargain(step, topic, other)
		tells := s.laid(wants, p, []string{"You tell " + p.Name + " what you have of it", "You give " + p.Name + " what you know of it", "You tell it to " + p.Name + " in as few words as it takes"}[s.secret(step)%3])
		w := told
		w.flags = append(slices.Clone(told.flags), fmt.Sprintf("thread-%d", wants))
		s.add(campaign.Choice{
			ID: "trade-" + step.ID, Text: "Tell " + p.Name + " what you know of " + other, Told: "You told " + p.Name + " what you knew of " + other + ".", Topic: other, Slot: campaign.Wanting, Of: "ask:" + p.ID, After: []string{want}, LeadsTo: step.ID, Minutes: s.pace(), Prose: tells,
			Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: 10}, flag("traded-" + p.ID)},
		}, w)
		for _, at := range s.haunts(p) { // or goes to them with it
			away := w
			away.present, away.away, away.where = nil, at, map[string]string{p.ID: at}
			away.flags = append(slices.Clone(w.flags), "at-"+at)
			s.add(campaign.Choice{
				ID: "bring-" + step.ID + "-" + short(at), Text: s.goes(p, at, "Tell "+p.Name+" what you know of "+other), Told: "You went to " + s.place(at).Name + ".", Topic: other, Slot: campaign.Leaving, Of: "go:" + at, After: []string{want},
				LeadsTo: step.ID, Minutes: s.pace(), Prose: append(s.found(p, at), tells...), Effects: []effect.Effect{effect.Move{Place: at}, effect.Opinion{Person: p.ID, By: 10}, flag("traded-" + p.ID)},
			}, away)
		}
	} else {
		b.Prose = s.unwilling(p, topic)
	}
	told.not = append(slices.Clone(told.not), "refused-"+step.ID)
	s.add(press, told)
	for _, at := range s.haunts(p) { // or goes to them for it
		seek, w := press, told
		seek.ID, seek.Slot, seek.Of = "seek-"+step.ID+"-"+short(at), campaign.Leaving, "go:"+at
		seek.Text, seek.Effects = s.goes(p, at, press.Text), []effect.Effect{effect.Move{Place: at}}
		seek.Prose = append(s.found(p, at), against...)
		w.present, w.away, w.where = nil, at, map[string]string{p.ID: at}
		w.flags = append(slices.Clone(told.flags), "at-"+at)
		s.add(seek, w)
	}
	s.beats = append(s.beats, b)
}

// wantedFor is the thread that somebody wants to hear of for a secret: theirs, or another that is not the
// secret's own, nor one that they would have to own to, and one of which they say nothing themselves before
// others; for each of their secrets another, and -1 where there is none left.
func (s *stage) wantedFor(p *Person, step *Step) int {
	wanted := map[int]bool{}
	for _, secret := range s.Steps {
		if secret.Kind != Secret || secret.Person != p.ID {
			continue
		}
		wants, speaks := -1, false
		for i := range s.Threads {
			thread := (max(p.Wants, 0) + i) % len(s.Threads)
			if own := s.speaksOf(p, thread); thread != secret.Thread && s.Threads[thread].Owner != p.ID && !wanted[thread] && (wants < 0 || speaks && !own) {
				wants, speaks = thread, own
			}
		}
		if secret.ID == step.ID {
			return wants
		}
		wanted[wants] = true
	}
	return -1
}

// speaksOf reports whether somebody has something to say of a thread.
func (s *stage) speaksOf(p *Person, thread int) bool {
	return slices.ContainsFunc(s.Steps, func(of Step) bool {
		return of.Person == p.ID && (of.Thread == thread || of.Topic == s.Threads[thread].Topic)
	})
}

// fear: the owner hides once what explains it is known.
func (s *stage) fear(step *Step, b *campaign.Beat) {
	if step.Thread < 0 {
		return
	}
	owner := s.Threads[step.Thread].Owner
	p := s.person(owner)
	if owner == "" || owner == step.Person || p.Hide == "" || p.Hide == p.Home {
		return
	}
	b.Effects = append(b.Effects, effect.NPC{Person: owner, Path: "place", Value: p.Hide}, flag("hid-"+owner), flag("gone-"+owner))
	b.Prose = append(b.Prose, campaign.Paragraph{{Text: s.flees(p, &s.Threads[step.Thread]), When: s.when(wants{present: []string{owner}})}})
}

func (s *stage) confessChoices(step *Step) {
	p := s.person(step.Person)
	t := s.Threads[step.Thread]
	topic := owned(t.Topic, p, prose.PronounsFor(p.Pronoun).Possessive)
	s.asksWhy(step)
	w := wants{flags: s.needs(step), not: []string{step.ID}, present: []string{p.ID}}
	text := "Tell " + p.Name + " what you know of " + topic
	s.add(campaign.Choice{ID: "do-" + step.ID, Text: text, Told: "You told " + p.Name + " what you knew of " + topic + ".", Topic: t.Topic, Slot: campaign.Final, Of: "ask:" + p.ID, After: s.after(step), LeadsTo: step.ID, Minutes: s.pace()}, w)
	for _, at := range s.haunts(p) {
		s.goTo(step, at, s.goes(p, at, text), "You went to "+s.place(at).Name+".", wants{where: map[string]string{p.ID: at}})
	}
}

// asked is the flag of a step whose speaker was asked face to face.
func asked(step *Step) string { return "asked-" + step.ID }

// secret counts the secrets before a step, so that no two are told alike.
func (s *stage) secret(step *Step) (n int) {
	for i := range s.Steps {
		if s.Steps[i].ID == step.ID {
			return n
		}
		if s.Steps[i].Kind == Secret {
			n++
		}
	}
	return n
}

// keptOrGiven: a secret is told for a bargain, or given up; no two are in the same words, as far as
// there are any.
func (s *stage) keptOrGiven(step *Step, said string) campaign.Prose {
	p := s.person(step.Person)
	name, n := begin(p.Name), s.seed.Derive("given").Stream().IntN(5)+s.secret(step)
	kept := []string{
		name + " hears you out, and keeps the bargain.",
		name + " asks to hear it twice, and pays for it.",
		`"That is a fair weight," ` + p.Name + ` says.`,
		name + " nods at the end of it: the one is worth the other.",
		name + " waits until there is no more to come.",
	}
	given := []string{
		name + " gives it up, and will not look at you.",
		name + " says it between the teeth.",
		`"Have it, then," ` + p.Name + ` says.`,
		"It comes out of " + p.Name + " in one breath.",
		name + " looks for another way out of it, and there is none.",
	}
	said = ` "` + said + `"`
	return campaign.Prose{campaign.Paragraph{
		{Text: s.you(kept[n%len(kept)]) + said, When: s.when(wants{flags: []string{"traded-" + p.ID}})},
		{Text: s.you(given[n%len(given)]) + said},
	}}
}

// bargain is what the keeper of a secret wants for it.
func (s *stage) bargain(step *Step, topic, other string) campaign.Prose {
	p := s.person(step.Person)
	ways := []string{
		`"Tell me what you know of ` + other + `, and I will tell you what I know of ` + topic + `," ` + p.Name + ` says.`,
		`"You want to hear about ` + topic + `, and I want to hear about ` + other + `," ` + p.Name + ` says. "You first."`,
		begin(p.Name) + ` looks to see who is near. "There is something that I could tell you of ` + topic + `. But first I want to hear about ` + other + `."`,
		`"What do you know of ` + other + `?" ` + p.Name + ` says. "I will not speak of ` + topic + ` before I have heard it."`,
		begin(p.Name) + ` takes time over it. "Nobody tells me anything about ` + other + `. Whoever did would hear about ` + topic + `."`,
		`"I will tell you about ` + topic + `," ` + p.Name + ` says, "as soon as you have something to tell me about ` + other + `."`,
	}
	return campaign.Prose{paragraph(ways[(s.seed.Derive("bargain").Stream().IntN(len(ways))+s.secret(step))%len(ways)])}
}

func (s *stage) unwilling(p *Person, topic string) campaign.Prose {
	return campaign.Prose{paragraph(`"About ` + topic + `?" ` + p.Name + ` says. "What I know of that I keep."`)}
}

func (s *stage) refuses(p *Person, topic string) string {
	return `"Not a word about ` + topic + `," ` + p.Name + ` says, "and least of all to somebody who asks like that."`
}
