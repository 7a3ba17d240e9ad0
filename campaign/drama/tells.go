package drama

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
)

// hears is what somebody says who is told of a thread: what they know of it themselves, which they then come
// out with or bargain for; that it is what they want to hear; that the player has it from them; of their own
// doing nothing that they have not owned to; else whom it matters to. No menu holds it; whoever types it has
// an answer.
func (s *stage) hears(p *Person, thread int) {
	t := &s.Threads[thread]
	id := fmt.Sprint(short(p.ID), "-", t.ID)
	lead := []string{"You tell " + p.Name + " what you have of it", "You tell it to " + p.Name, "You let " + p.Name + " hear it"}[thread%3]
	tell := campaign.Choice{
		Text: "Tell " + p.Name + " about " + t.Topic, Told: "You told " + p.Name + " about " + t.Topic + ".", Topic: t.Topic, Slot: campaign.Telling, Of: "tell:" + p.ID + "#" + action.Slug(t.Topic), Minutes: s.atMost(10), Stays: true,
		Effects: []effect.Effect{flag("told-" + id)},
	}
	laid := s.laid(thread, p, lead)
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Thread != thread || step.Person != p.ID || p.Silent || step.Kind != Ask && step.Kind != Secret {
			continue
		}
		c, w := tell, wants{present: []string{p.ID}, flags: s.needs(step), not: []string{step.ID}}
		c.ID, c.LeadsTo, c.Minutes, c.Prose = "told-"+id+"-"+step.ID, step.ID, s.pace(), laid
		if step.Kind == Secret {
			c.LeadsTo = "want-" + step.ID
			w.not = append(w.not, c.LeadsTo)
		}
		s.add(c, w)
	}
	first, again := tell, tell
	first.ID, first.Prose = "told-"+id, append(laid[:len(laid):len(laid)], s.takes(p, thread))
	again.ID, again.Prose = "retold-"+id, campaign.Prose{paragraph(s.toldTwice(p, t))}
	s.add(first, wants{present: []string{p.ID}, not: []string{"told-" + id}})
	s.add(again, wants{present: []string{p.ID}, flags: []string{"told-" + id}})
}

// takes is how somebody takes what they are told of a thread of which they have nothing to say just now.
func (s *stage) takes(p *Person, thread int) (says campaign.Paragraph) {
	t := &s.Threads[thread]
	if p.Silent {
		return paragraph(begin(p.Name) + " hears it out, and does not speak.")
	}
	var owned, had string // steps
	for i := range s.Steps {
		switch step := &s.Steps[i]; {
		case step.Thread != thread:
		case step.Kind == Confess:
			owned = step.ID
		case step.Person == p.ID:
			had = step.ID
		}
	}
	if t.Owner == p.ID {
		says = append(says, campaign.Variant{Text: `"You have that from me," ` + p.Name + " says.", When: s.when(wants{flags: []string{owned}})})
		return append(says, campaign.Variant{Text: s.unowned(p, t)})
	}
	if owned != "" {
		says = append(says, campaign.Variant{Text: s.settled(p, t), When: s.when(wants{flags: []string{owned}})})
	}
	if had != "" {
		says = append(says, campaign.Variant{Text: `"You have that from me," ` + p.Name + " says.", When: s.when(wants{flags: []string{had}})})
	}
	if p.Wants == thread {
		return append(says, campaign.Variant{Text: s.waited(p, t)})
	}
	for i := range s.People {
		if other := &s.People[i]; other.ID != p.ID && other.ID != t.Owner && other.Wants == thread && !other.Many && !strings.Contains(t.Odd, lastName(other.Name)) {
			return append(says, campaign.Variant{Text: s.matters(p, other, t)})
		}
	}
	says = append(says, s.leads(p, thread)...)
	return append(says, campaign.Variant{Text: s.addsNothing(p, t)})
}

// unowned is what somebody says who is told of their own doing before they have owned to it.
func (s *stage) unowned(p *Person, t *Thread) string {
	return s.pick("unowned"+p.ID+t.ID,
		`"And what has that to do with me?" `+p.Name+` says.`,
		`"Is that all you have?" `+p.Name+` says.`,
		begin(p.Name)+` lets you say it, and does not ask who else has heard it.`,
	)
}

// settled is how somebody takes that another has owned to it.
func (s *stage) settled(p *Person, t *Thread) string {
	who := s.person(t.Owner).Name
	return s.pick("settled"+p.ID+t.ID,
		`"So it was `+who+`," `+p.Name+` says.`,
		`"`+begin(who)+`," `+p.Name+` says. "Then nobody else has to be asked about `+t.Topic+`."`,
		`"And `+who+` has said so?" `+p.Name+` says. "Then it is so."`,
	)
}

// waited is what somebody says who is told what they want to hear of.
func (s *stage) waited(p *Person, t *Thread) string {
	return s.pick("waited"+p.ID+t.ID,
		`"Of `+t.Topic+` I will hear all that there is," `+p.Name+` says.`,
		`"That is what I wanted to hear of," `+p.Name+` says. "Tell me when there is more."`,
		begin(p.Name)+` asks to hear it again from the beginning.`,
	)
}

// matters is whom it matters to.
func (s *stage) matters(p, other *Person, t *Thread) string {
	return s.pick("matters"+p.ID+t.ID,
		`"Tell that to `+other.Name+`," `+p.Name+` says.`,
		`"It is `+other.Name+` who wants to hear of `+t.Topic+`," `+p.Name+` says.`,
		`"`+begin(other.Name)+` should hear that," `+p.Name+` says.`,
	)
}

func (s *stage) addsNothing(p *Person, t *Thread) string {
	return s.pick("nothing"+p.ID+t.ID,
		`"I can add nothing to that," `+p.Name+` says.`,
		`"Of `+t.Topic+` you know more than I do," `+p.Name+` says.`,
		`"I had heard no more than that," `+p.Name+` says.`,
	)
}

func (s *stage) toldTwice(p *Person, t *Thread) string {
	if p.Silent {
		return begin(p.Name) + " has heard it, and does not speak."
	}
	return s.pick("twice"+p.ID+t.ID,
		`"You have told me that," `+p.Name+` says.`,
		`"So you said," `+p.Name+` says.`,
		begin(p.Name)+` has heard it from you before, and says so.`,
	)
}
