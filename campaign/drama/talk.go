package drama

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
)

// talks is what comes of talking with somebody: what they have to say themselves, as long as there is any,
// then who would know more of an open thread, or what there is to see of it, each once. It leads to what it
// names: the next menu has it. Where there is nothing left nobody can be talked with.
func (s *stage) talks(p *Person) {
	for i := range s.Steps {
		if step := &s.Steps[i]; step.Person == p.ID && !p.Silent && (step.Kind == Ask || step.Kind == Secret) {
			s.volunteers(p, step)
		}
	}
	for i := range s.Threads { // what they want to hear of themselves before others
		thread := (max(p.Wants, 0) + i) % len(s.Threads)
		for at := range s.Steps {
			if step := &s.Steps[at]; step.Thread == thread && step.Person != p.ID {
				s.sends(p, step)
			}
		}
	}
	for i := range s.Steps {
		if step := &s.Steps[i]; step.Thread < 0 && step.Kind == Look && step.Thing != "" {
			s.sends(p, step)
		}
	}
}

// talk adds one of the things that talking with somebody comes to.
func (s *stage) talk(p *Person, step *Step, c campaign.Choice, w wants) {
	c.ID, c.Text, c.Told = "talk-"+short(p.ID)+"-"+step.ID, "Talk with "+p.Name, "You talked with "+p.Name+"."
	c.Topic, c.Slot, c.Of, c.Minutes = step.Topic, campaign.Talking, "talk:"+p.ID, s.pace()
	w.present = append(w.present, p.ID)
	s.add(c, w)
}

// volunteers: who has something to say, or something to trade, comes to it by themselves.
func (s *stage) volunteers(p *Person, step *Step) {
	c, w := campaign.Choice{LeadsTo: step.ID}, wants{flags: s.needs(step), not: []string{step.ID}}
	if step.Kind == Secret {
		c.LeadsTo = "want-" + step.ID
		w.not = append(w.not, c.LeadsTo)
	}
	s.talk(p, step, c, w)
}

// sends: somebody says where a thread goes on, as long as it does not, and nobody has said so.
func (s *stage) sends(p *Person, step *Step) {
	sent := sentTo(step)
	if !s.bearsFruit(step) {
		return
	}
	s.sent[step.ID] = true
	c, w := campaign.Choice{LeadsTo: sent}, s.fruitful(step)
	w.not = append(w.not, sent)
	if step.Kind == Secret {
		w.not = append(w.not, "want-"+step.ID) // whoever has said their price is not asked again
	}
	c.Prose = campaign.Prose{s.points(p, step)}
	s.talk(p, step, c, w)
}

// sentTo is the beat, and the flag, of the player's having been sent to a step.
func sentTo(step *Step) string { return "sent-" + step.ID }

// sending is that beat: choices that lead on to the step are fresh from there.
func (s *stage) sending(step *Step) {
	s.beats = append(s.beats, campaign.Beat{ID: sentTo(step), Title: prose.SentenceCase(step.Topic), Topic: step.Topic, Priority: campaign.Medium, Once: true, Skippable: true, Effects: []effect.Effect{flag(sentTo(step))}})
}

// onward is what somebody says of a thread of which they have nothing to tell: who would know, where they
// are and why them, or what there is to see and where; where it is at its end, that there is no more.
func (s *stage) onward(p *Person, thread int) campaign.Paragraph {
	return append(s.leads(p, thread), campaign.Variant{Text: s.noMore(p, &s.Threads[thread])})
}

// leads are what somebody says to send the player on with a thread, each where that leads to something now.
func (s *stage) leads(p *Person, thread int) (says campaign.Paragraph) {
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Thread == thread && step.Person != p.ID && s.bearsFruit(step) {
			says = append(says, s.pointing(p, step, s.fruitful(step))...)
		}
	}
	return says
}

// bearsFruit reports whether there is anything to send somebody to a step for: a place where nothing is but
// that nobody has come from outside is none.
func (s *stage) bearsFruit(step *Step) bool {
	return step.Kind != Look || step.Thing != "" || len(step.Says) > 0 || step.From != ""
}

// fruitful is what has to be so for a step to give something to whoever is sent to it: it can be taken, and
// has not been; and whoever keeps it would still part with it.
func (s *stage) fruitful(step *Step) wants {
	w := wants{flags: s.needs(step), not: []string{step.ID, s.lostWith(step)}}
	if l := s.lockOf(step.Place); l != nil {
		w.flags = append(w.flags, opened(l))
	}
	if step.Kind == Secret && s.wantedFor(s.person(step.Person), step) < 0 {
		w.not = append(w.not, "refused-"+step.ID)
	}
	return w
}

// points is what somebody says, or shows who does not speak, to send the player to a step.
func (s *stage) points(p *Person, step *Step) campaign.Paragraph { return s.pointing(p, step, wants{}) }

// pointing is that where some things are so: by where whoever would know is to be found.
func (s *stage) pointing(p *Person, step *Step, w wants) (says campaign.Paragraph) {
	if step.Kind == Look {
		at := w
		at.at = step.Place
		return campaign.Paragraph{{Text: s.pointsAt(p, step, true), When: s.when(at)}, {Text: s.pointsAt(p, step, false), When: s.when(w)}}
	}
	other := s.person(step.Person)
	here := w
	here.present = []string{other.ID}
	says = append(says, campaign.Variant{Text: s.refers(p, other, step, ""), When: s.when(here)})
	for _, at := range s.haunts(other) {
		there := w
		there.where = map[string]string{other.ID: at}
		says = append(says, campaign.Variant{Text: s.refers(p, other, step, s.place(at).Name), When: s.when(there)})
	}
	return says
}

// refers sends the player to somebody who would know: who that is, where they are ("" is here), and why them.
func (s *stage) refers(p, other *Person, step *Step, at string) string {
	is := he(other) + " " + does(other, "is", "are")
	where := begin(is) + " at " + at + "."
	if at == "" {
		at, where = "here", begin(is)+" here."
	} else {
		at = "at " + at
	}
	topic := step.Topic
	if strings.Contains(topic, other.Name) {
		topic = owned(topic, other, prose.PronounsFor(other.Pronoun).Possessive)
	}
	if p.Silent {
		return begin(p.Name) + " does not speak. Asked about " + step.Topic + ", " + he(p) + " " + does(p, "points", "point") + " to where " + other.Name + " is: " + at + "."
	}
	switch {
	case step.Kind == Confess:
		return `"What you know of ` + topic + `, tell ` + other.Name + `," ` + p.Name + ` says. "` + where + `"`
	case step.Knows != "" && strings.Contains(step.Knows, lastName(other.Name)):
		return `"Ask ` + at + ` about ` + topic + `: ` + s.behind(strings.TrimSuffix(step.Knows, ".")) + `," ` + p.Name + " says."
	case step.Knows != "":
		return `"Ask ` + other.Name + " about " + topic + ", " + at + ": " + s.behind(strings.TrimSuffix(step.Knows, ".")) + `," ` + p.Name + " says."
	case step.Saw != "":
		return `"If anybody was near ` + s.place(step.Saw).Name + `, it was ` + other.Name + `," ` + p.Name + ` says. "Ask ` + him(other) + " about " + topic + ". " + where + `"`
	case other.Role != "" && !strings.Contains(other.Name, other.Role):
		return `"` + begin(other.Name) + " is the " + other.Role + ", and would know more of " + topic + ` than I do," ` + p.Name + ` says. "` + where + `"`
	}
	return `"` + begin(other.Name) + " would know more of " + topic + ` than I do," ` + p.Name + ` says. "` + where + `"`
}

// pointsAt sends the player to something that can be looked at.
func (s *stage) pointsAt(p *Person, step *Step, here bool) string {
	at := "at " + s.place(step.Place).Name
	if here {
		at = "here"
	}
	if step.Thing == "" {
		if p.Silent {
			return begin(p.Name) + " does not speak. Asked about " + step.Topic + ", " + he(p) + " " + does(p, "points", "point") + " to what there is " + at + "."
		}
		return `"If you want to know about ` + step.Topic + `, ` + s.lookingFor(step, at) + `," ` + p.Name + " says."
	}
	t := s.thing(step.Thing)
	name := definite(t.Name)
	if p.Silent {
		return begin(p.Name) + " does not speak. " + begin(he(p)) + " " + does(p, "points", "point") + " to where " + name + map[bool]string{true: " are", false: " is"}[t.Many] + ": " + at + "."
	}
	look := "look at "
	if t.Paper {
		look = "read "
	}
	if step.Thread < 0 || within(t.Name, step.Topic) {
		return `"` + begin(look) + name + ", " + at + `," ` + p.Name + " says."
	}
	return `"If it is ` + step.Topic + " that you ask about, " + look + name + ", " + at + `," ` + p.Name + " says."
}

// lookingFor is what there is to be done at a place to see something, as somebody tells the player to: by the words
// of the choice that does it.
func (s *stage) lookingFor(step *Step, at string) string {
	text, _ := s.looking(step)
	text = lowerFirst(text)
	for _, name := range []string{s.place(step.Place).Name, step.Topic} {
		if before, is := strings.CutSuffix(text, " "+name); is && strings.HasSuffix(before, "round") {
			return before + " " + at
		} else if is {
			return before + " it " + at
		}
	}
	return text + " " + at
}

// knowers finds for each step that somebody tells why it would be they who know: the author's sentence about them that has
// most to do with the thread, and gives nothing of what is to be found out away.
func (m *making) knowers() {
	for i := range m.p.Steps {
		step := &m.p.Steps[i]
		who := m.r.Entity(step.Person)
		if who == nil || step.Thread < 0 || step.Kind == Confess {
			continue
		}
		t := &m.p.Threads[step.Thread]
		words := slices.DeleteFunc(prose.Content(t.Odd+" "+t.Topic), func(w string) bool { return slices.Contains(prose.Content(who.Name), w) })
		most := 0
		for n, s := range m.r.Sentences {
			if s.Subject != who.ID || !m.quotable(n) || m.opensThread(s.Text) && s.Text != t.Odd || m.found(s.Text) || strings.ContainsAny(s.Text, "\"“”") {
				continue
			}
			if near := m.near(words, n); near > most {
				step.Knows, most = s.Text, near
			}
		}
	}
}

// found reports whether a sentence is what is to be found out by a step.
func (m *making) found(text string) bool {
	return slices.ContainsFunc(m.p.Steps, func(s Step) bool { return slices.Contains(s.Says, text) })
}
