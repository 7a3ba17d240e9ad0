package drama

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
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
		s.hears(p, i)
	}
	for i := range s.People {
		if of := &s.People[i]; of.ID != p.ID && !slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Person == p.ID && step.Topic == of.Name }) {
			s.answer(p, of.Name, fmt.Sprint("who-", i), repeated(s.knows(p, of)), wants{unmet: of.ID})
			s.answer(p, of.Name, fmt.Sprint("seen-", i), repeated(s.asYouSaw(p, of)), wants{met: of.ID})
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
		s.answer(p, t.Topic, t.ID, repeating(s.onward(p, thread)), wants{flags: said})
		return
	}
	early := repeating(append(s.leads(p, thread), campaign.Variant{Text: s.notYet(p, t)}))
	if t.Owner == p.ID {
		early = s.denies(p, t)
	}
	before := ""
	for _, step := range own {
		needs := slices.DeleteFunc(s.needs(step), func(need string) bool { return need == before })
		for n, need := range needs {
			if before == "" {
				s.answer(p, t.Topic, fmt.Sprint("before-", n, "-", t.ID), early, wants{flags: slices.Concat(said, needs[:n]), not: []string{need}})
			} else {
				s.answer(p, t.Topic, fmt.Sprint("before-", n, "-", step.ID), repeating(s.onward(p, thread)), wants{flags: slices.Concat(said, []string{before}, needs[:n]), not: []string{need}})
			}
		}
		switch step.Kind {
		case Confess:
			s.answer(p, t.Topic, "faced-"+step.ID, repeated(s.invites(p, t)), wants{flags: slices.Concat(said, s.needs(step)), not: []string{step.ID}})
		case Secret:
			s.answer(p, t.Topic, "price-"+step.ID, repeated(s.priceAgain(p, step)), wants{flags: slices.Concat(said, s.needs(step), []string{"want-" + step.ID}), not: []string{step.ID}})
		}
		before = step.ID
	}
	after := s.onward(p, thread)
	if own[len(own)-1].Kind == Confess {
		after = paragraph(s.saidWhy(p, thread))
	}
	s.answer(p, t.Topic, "after-"+t.ID, repeating(after), wants{flags: append(slices.Clip(said), own[len(own)-1].ID)})
}

// times are what somebody says who is asked once, again, and ever after; nothing where it is the first said again.
type times [3]campaign.Prose

func repeating(text campaign.Paragraph) times { return times{{text}} }
func repeated(text string) times              { return repeating(paragraph(text)) }

// answer is one, to a question that can be asked as often as anybody likes: whoever has given it says so the
// next time.
func (s *stage) answer(p *Person, topic, id string, text times, w wants) {
	id = short(p.ID) + "-" + id
	w.present = []string{p.ID}
	for n, told := range text {
		if told == nil {
			told = append(campaign.Prose{paragraph(s.saysAgain(p, id, n))}, text[0]...)
		}
		if p.Silent {
			told = campaign.Prose{paragraph(begin(p.Name) + []string{" hears it, and does not speak.", " does not speak, this time either.", ", asked again, does not speak."}[n])}
		}
		c, when := campaign.Choice{
			ID: []string{"asked-", "again-", "still-"}[n] + id, Text: "Ask " + p.Name + " about " + topic, Told: "You asked " + p.Name + " about " + topic + ".", Topic: topic, Slot: campaign.Typed, Of: "ask:" + p.ID, Minutes: s.pace(), Stays: true, Prose: told,
		}, w
		if n > 0 {
			when.flags = append(slices.Clone(w.flags), answered(n-1, id))
		}
		if n < len(text)-1 {
			when.not = append(slices.Clone(w.not), answered(n, id))
			c.Effects = []effect.Effect{flag(answered(n, id))}
		}
		s.add(c, when)
	}
}

// answered is the flag of an answer's having been given once, or twice.
func answered(n int, id string) string { return []string{"heard-", "twice-"}[n] + id }

// saysAgain leads in what somebody has said before.
func (s *stage) saysAgain(p *Person, id string, n int) string {
	if n > 1 {
		return begin(p.Name) + " says no more than before."
	}
	return s.pick("again"+id,
		`"You have asked me that," `+p.Name+` says.`,
		`"It is what it was," `+p.Name+` says.`,
		begin(p.Name)+` says it once more.`,
	)
}

// saidWhy is what somebody says of what they have owned to: why it was, where anything is said of that.
func (s *stage) saidWhy(p *Person, thread int) string {
	return cmp.Or(s.why(p, thread), `"It was as I said," `+p.Name+` says. "Why, I have told nobody."`)
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
func (s *stage) denies(p *Person, t *Thread) (all times) {
	ways := []string{
		`"Why do you ask me about ` + t.Topic + `?" ` + p.Name + ` says, and waits for you to say why.`,
		begin(p.Name) + ` says nothing of ` + t.Topic + `, and is a moment late with saying it.`,
		`"Look into ` + t.Topic + ` as long as you like," ` + p.Name + ` says. "I have nothing to say of it."`,
	}
	first := s.seed.Derive("word", "denies"+p.ID+t.ID).Stream().IntN(len(ways))
	for n := range all { // each of them once: nothing is said again
		all[n] = campaign.Prose{paragraph(ways[(first+n)%len(ways)])}
	}
	return all
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
