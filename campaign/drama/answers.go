package drama

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// answers is what somebody says who is asked what no step of the plot has them tell: of a thread who
// would know, or that there is nothing to be had yet, or nothing more; of somebody else whose they are.
// No menu holds these questions; whoever types one has an answer.
func (s *stage) answers(p *Person) {
	if p.Many {
		return
	}
	s.talks(p)
	for i := range s.Threads {
		s.answersOf(p, i)
	}
	for i := range s.People {
		if of := &s.People[i]; of.ID != p.ID && !slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Person == p.ID && step.Topic == of.Name }) {
			s.answer(p, of.Name, fmt.Sprint("who-", i), paragraph(s.knows(p, of)), wants{unmet: of.ID})
			s.answer(p, of.Name, fmt.Sprint("seen-", i), paragraph(s.asYouSaw(p, of)), wants{met: of.ID})
		}
	}
}

// answersOf are the answers about a thread: before somebody's steps of it, after them, and where they
// have none; none as long as they have something else to say that it is asked for by.
func (s *stage) answersOf(p *Person, thread int) {
	t := &s.Threads[thread]
	var own []*Step
	var said []string
	for i := range s.Steps {
		switch step := &s.Steps[i]; {
		case step.Person != p.ID:
		case step.Thread == thread:
			own = append(own, step)
		case step.Topic == t.Topic:
			said = append(said, step.ID)
		}
	}
	if len(own) == 0 {
		s.answer(p, t.Topic, t.ID, s.onward(p, thread), wants{flags: said})
		return
	}
	early := append(s.leads(p, thread), campaign.Variant{Text: s.notYet(p, t)})
	if t.Owner == p.ID {
		early = paragraph(s.denies(p, t))
	}
	before := ""
	for _, step := range own {
		needs := slices.DeleteFunc(s.needs(step), func(need string) bool { return need == before })
		for n, need := range needs {
			if before == "" {
				s.answer(p, t.Topic, fmt.Sprint("before-", n, "-", t.ID), early, wants{flags: slices.Concat(said, needs[:n]), not: []string{need}})
			} else {
				s.answer(p, t.Topic, fmt.Sprint("before-", n, "-", step.ID), s.onward(p, thread), wants{flags: slices.Concat(said, []string{before}, needs[:n]), not: []string{need}})
			}
		}
		switch step.Kind {
		case Confess:
			s.answer(p, t.Topic, "faced-"+step.ID, paragraph(s.invites(p, t)), wants{flags: slices.Concat(said, s.needs(step)), not: []string{step.ID}})
		case Secret:
			s.answer(p, t.Topic, "price-"+step.ID, paragraph(s.priceAgain(p, step)), wants{flags: slices.Concat(said, s.needs(step), []string{"want-" + step.ID}), not: []string{step.ID}})
		}
		before = step.ID
	}
	s.answer(p, t.Topic, "after-"+t.ID, s.onward(p, thread), wants{flags: append(slices.Clip(said), own[len(own)-1].ID)})
}

// answer is one, to a question that can be asked as often as anybody likes.
func (s *stage) answer(p *Person, topic, id string, text campaign.Paragraph, w wants) {
	if p.Silent {
		text = paragraph(begin(p.Name) + " hears it, and does not speak.")
	}
	w.present = []string{p.ID}
	s.add(campaign.Choice{
		ID: "asked-" + short(p.ID) + "-" + id, Text: "Ask " + p.Name + " about " + topic, Told: "You asked " + p.Name + " about " + topic + ".", Topic: topic, Slot: campaign.Typed, Of: "ask:" + p.ID, Minutes: s.pace(), Stays: true,
		Prose: campaign.Prose{text},
	}, w)
}

func (s *stage) notYet(p *Person, t *Thread) string {
	return s.pick("yet"+p.ID+t.ID,
		`"Look at it yourself first," `+p.Name+` says. "Then ask me about `+t.Topic+`."`,
		`"What have you seen of `+t.Topic+`?" `+p.Name+` says. "Come back when it is more."`,
		`"About `+t.Topic+` I talk to those who have been there," `+p.Name+` says.`,
	)
}

// invites is what the owner of a thread says who is only asked about it, when there is something to lay before them.
func (s *stage) invites(p *Person, t *Thread) string {
	return `"You come to ask, and you have something to tell," ` + p.Name + ` says. "Tell me what you know of ` + owned(t.Topic, p, "my") + `."`
}

// priceAgain is what the keeper of a secret says who has named a price for it and is asked once more.
func (s *stage) priceAgain(p *Person, step *Step) string {
	if wants := s.wantedFor(p, step); wants >= 0 {
		return `"I have said what I want for it," ` + p.Name + ` says. "Tell me about ` + s.Threads[wants].Topic + `."`
	}
	return `"I have said that I keep it," ` + p.Name + " says."
}

// denies is what the owner of a thread says before there is anything to lay before them.
func (s *stage) denies(p *Person, t *Thread) string {
	return s.pick("denies"+p.ID+t.ID,
		`"Why do you ask me about `+t.Topic+`?" `+p.Name+` says, and waits for you to say why.`,
		begin(p.Name)+` says nothing of `+t.Topic+`, and is a moment late with saying it.`,
		`"Look into `+t.Topic+` as long as you like," `+p.Name+` says. "I have nothing to say of it."`,
	)
}

func (s *stage) noMore(p *Person, t *Thread) string {
	return s.pick("more"+p.ID+t.ID,
		`"You have had all that I know of `+t.Topic+`," `+p.Name+` says.`,
		`"Of `+t.Topic+` I have told you," `+p.Name+` says, "and there is no more of it."`,
	)
}

// knows is what somebody says of another whom the player has not met: the author's words.
func (s *stage) knows(p, of *Person) string {
	said := ""
	if len(of.Says) > 0 {
		said = of.Says[0]
	}
	if said == "" || strings.Contains(said, lastName(p.Name)) || strings.ContainsAny(said, "\"“”") {
		return `"You will find ` + of.Name + " at " + s.place(of.Home).Name + `, as a rule," ` + p.Name + " says."
	}
	return `"` + said + `" ` + prose.SentenceCase(p.Name) + " leaves it at that."
}

func (s *stage) asYouSaw(p, of *Person) string {
	return s.pick("saw"+p.ID+of.ID,
		`"You have met `+of.Name+`," `+p.Name+` says. "You know as much as I would say."`,
		`"`+begin(of.Name)+` can speak for `+prose.PronounsFor(of.Pronoun).Reflexive+`," `+p.Name+` says.`,
	)
}
