package drama

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/prose"
)

// The words of a drama: the author's sentences, whole, and ours around them, each with a
// name of this story in it.

// begin is a name at the beginning of a sentence.
func begin(name string) string { return prose.SentenceCase(name) }

// he is somebody's pronoun.
func he(p *Person) string { return prose.PronounsFor(p.Pronoun).Subject }

func him(p *Person) string { return prose.PronounsFor(p.Pronoun).Object }

// owned is a topic as it is said where the owner is known: "his silence", or "my silence".
func owned(topic string, p *Person, whose string) string {
	if rest, is := strings.CutPrefix(topic, prose.Possessive(p.Name)+" "); is {
		return whose + " " + rest
	}
	return topic
}

// does is a verb in the present behind somebody's pronoun: "does", "do".
func does(p *Person, singular, plural string) string {
	if prose.PronounsFor(p.Pronoun).Plural {
		return plural
	}
	return singular
}

// you puts a sentence of ours about the player into the story's person and tense.
func (s *stage) you(text string) string {
	if s.voice.Person == "" && s.voice.Tense == "" {
		return text
	}
	return prose.Retell(text, s.voice)
}

// quoted is a sentence of an author's as somebody says it, before "she says".
func quoted(said string) string {
	if rest, is := strings.CutSuffix(said, "."); is {
		said = rest + ","
	}
	return `"` + said + `"`
}

// here tells of somebody whom the author said nothing of.
func (s *stage) here(p *Person) string {
	if p.Role != "" && !strings.HasPrefix(p.Name, "the ") && !strings.Contains(strings.ToLower(p.Name), strings.ToLower(p.Role)) {
		return begin(p.Name) + ", the " + p.Role + "," + p.is() + " here."
	}
	return begin(p.Name) + p.is() + " here."
}

// is is the verb behind somebody's name.
func (p *Person) is() string {
	if p.Many {
		return " are"
	}
	return " is"
}

// introduced is what is told of somebody who comes and is met for the first time.
func introduced(p *Person, comes string) string {
	return strings.Join(append([]string{comes}, p.Says...), " ")
}

// comes tells that somebody comes to where the player is, and for what.
func (s *stage) comes(p *Person, to string) string {
	how := " comes up"
	if s.place(to).Indoors {
		how = " comes in"
	}
	if to == p.Toward && to != p.Home && p.Wants >= 0 && p.Wants < len(s.Threads) {
		return begin(p.Name) + how + "; it is " + s.Threads[p.Wants].Topic + " that brings " + him(p) + "."
	}
	return begin(p.Name) + how + "."
}

func (s *stage) missed(p *Person) string {
	return begin(p.Name) + p.is() + " not here."
}

// leaves tells where somebody goes, and for what.
func (s *stage) leaves(p *Person, to string) string {
	if to == p.Toward && p.Wants >= 0 && p.Wants < len(s.Threads) && to != p.Home {
		topic := s.Threads[p.Wants].Topic
		if strings.EqualFold(topic, s.place(to).Name) {
			return begin(p.Name) + " gets up and leaves for " + topic + "."
		}
		return s.pick("leaves"+p.ID+to,
			begin(p.Name)+" leaves for "+s.place(to).Name+"; it is "+topic+" that takes "+him(p)+" there.",
			begin(p.Name)+" gets up and goes to "+s.place(to).Name+", to see about "+topic+".",
		)
	}
	return begin(p.Name) + " goes back to " + s.place(to).Name + "."
}

func (s *stage) flees(p *Person, t *Thread) string {
	return begin(p.Name) + " has heard " + t.Topic + " spoken of, and is on the way to " + s.place(p.Hide).Name + " before anybody can ask more."
}

// seen is what a look at something shows.
func (s *stage) seen(step *Step) campaign.Prose {
	if len(step.Says) > 0 {
		return campaign.Prose{paragraph(strings.Join(step.Says, " "))}
	}
	odd := ""
	if step.Thread >= 0 {
		odd = s.Threads[step.Thread].Odd + " "
	}
	return campaign.Prose{paragraph(odd + s.madeFact(step))}
}

// madeFact is what a step lets the player know besides the author's sentences; "" for
// nothing.
func (s *stage) madeFact(step *Step) string {
	switch {
	case step.Saw != "" && step.Thread >= 0:
		return begin(s.person(s.Threads[step.Thread].Owner).Name) + " was seen coming away from " + s.place(step.Saw).Name + ", alone."
	case step.Kind != Look || len(step.Says) > 0:
		return ""
	case step.From != "":
		here, from := s.place(step.Place).Name, s.place(step.From).Name
		ways := []string{
			"There are footprints from " + here + " to " + from + " and back, and none that lead anywhere else.",
			"There are footprints at " + here + ", all of one pair of boots: they come from " + from + ", and go back to it.",
			"One line of footprints leads away from " + here + ", as far as " + from + ".",
		}
		return ways[max(0, step.Thread)%len(ways)]
	case step.Thread >= 0 && s.Threads[step.Thread].Owner == "":
		return "Nobody has been at " + s.place(step.Place).Name + " but you, and " + s.Threads[step.Thread].Topic + " is as it is."
	}
	ways := []string{
		"Nobody has come to " + s.place(step.Place).Name + " from outside: whoever had to do with " + step.Topic + " belongs here.",
		"There is no sign of any stranger at " + s.place(step.Place).Name + ": whoever had to do with " + step.Topic + " is seen there every day.",
	}
	return ways[max(0, step.Thread)%len(ways)]
}

// unseeing is what a look shows to whoever does not know yet what to look for.
func (s *stage) unseeing(step *Step) string {
	name := definite(s.thing(step.Thing).Name)
	if s.thing(step.Thing).Paper {
		return s.you("You read in " + name + ", and do not know yet what to look for in it.")
	}
	return s.you("You look at " + name + ", and do not know yet what to look for.")
}

// looking is the choice that looks at something, and what is remembered of it. What another thread
// already has one look at, one looks at for this one.
func (s *stage) looking(step *Step) (text, told string) {
	if step.Thing != "" {
		t := s.thing(step.Thing)
		name := definite(t.Name)
		if slices.ContainsFunc(s.Steps, func(of Step) bool { return of.Thing == step.Thing && of.Thread >= 0 && of.Thread < step.Thread }) {
			name += " with " + step.Topic + " in mind"
		}
		if t.Paper {
			return "Read " + name, "You read " + name + "."
		}
		return "Look closely at " + name, "You looked closely at " + name + "."
	}
	switch {
	case step.Thread < 0:
		return "Look round for what else there is to see", "You looked round " + s.place(step.Place).Name + "."
	case s.Threads[step.Thread].Gone:
		return "Look for what " + step.Topic + " has left behind", "You looked for what " + step.Topic + " had left behind."
	}
	t, at := &s.Threads[step.Thread], s.place(step.Place).Name
	switch silence := t.Way == string(reading.Hushed) && strings.HasSuffix(t.Topic, " silence"); { // which is nowhere to be seen
	case s.shows(step) && (silence || !slices.ContainsFunc(s.Steps, func(of Step) bool { return s.shows(&of) && of.Place == step.Place && of.Thread < step.Thread })):
		return "Look for footprints", "You looked for footprints at " + at + "."
	case silence:
		return "Look for anything left behind", "You looked for what had been left behind at " + at + "."
	case within(t.Topic, at): // nobody looks into the room that they are in
		return "Look round " + at, "You looked round " + at + "."
	}
	return "Look into " + step.Topic, "You looked into " + step.Topic + "."
}

// shows reports whether a step is of footprints.
func (s *stage) shows(step *Step) bool {
	return step.Kind == Look && step.Thing == "" && len(step.Says) == 0 && step.From != ""
}

// says is what the player says, behind words that say so. All of it is one sentence, so that it may stand
// there also where a part of it was told not long ago.
func (s *stage) says(lead string, said ...string) string {
	last := len(said) - 1
	text := strings.TrimSuffix(s.you(lead+"."), ".") + ": "
	for _, fact := range said[:last] {
		text += quoted(fact) + " and then: "
	}
	return text + `"` + said[last] + `"`
}

// laid is what the player tells somebody of a thread: what is odd, unless it is of whoever is told, and what
// others have let them learn of it last.
func (s *stage) laid(thread int, to *Person, lead string) campaign.Prose {
	t := &s.Threads[thread]
	var all campaign.Paragraph
	tell := func(w wants, facts ...string) {
		facts = slices.DeleteFunc(facts, func(fact string) bool { return fact == "" || strings.ContainsAny(fact, "\"“”") })
		if len(facts) > 0 {
			all = append(all, campaign.Variant{Text: s.says(lead, facts...), When: s.when(w)})
		}
	}
	odd := t.Odd
	if strings.Contains(odd, lastName(to.Name)) {
		odd = ""
	}
	for _, step := range slices.Backward(s.Steps) {
		if step.Thread != thread || step.Kind == Confess || step.Person == to.ID { // who has said it themselves
			continue
		}
		fact := ""
		if len(step.Says) > 0 {
			fact = step.Says[0] // the rest is what else there was to see
		} else if t.Owner != "" { // where nobody did it, it is of the player
			fact = s.madeFact(&step)
		}
		tell(wants{flags: []string{step.ID}}, odd, fact)
	}
	tell(wants{}, t.Odd)
	if len(all) == 0 {
		return nil
	}
	return campaign.Prose{all}
}

// topicFor is a step's topic as somebody is asked about it.
func (s *stage) topicFor(step *Step, p *Person) string {
	if strings.Contains(step.Topic, p.Name) {
		return "the matter"
	}
	return step.Topic
}

// saidBy is what somebody says. Who was asked face to face is "she" behind it, who was gone to is named.
func (s *stage) saidBy(step *Step) campaign.Prose {
	p := s.person(step.Person)
	name := begin(p.Name)
	if step.Saw != "" && len(step.Says) == 0 {
		owner := s.person(s.Threads[step.Thread].Owner).Name
		return s.keptOrGiven(step, []string{
			"I saw " + owner + " come away from " + s.place(step.Saw).Name + ", alone.",
			"There was somebody at " + s.place(step.Saw).Name + " before me. It was " + owner + ", and nobody else.",
			"I know who was at " + s.place(step.Saw).Name + ", with nobody by: " + owner + ".",
			"Ask " + owner + " about " + s.place(step.Saw).Name + ". I was near enough to see who went in alone.",
		}[s.secret(step)%4])
	}
	if slices.ContainsFunc(step.Says, func(said string) bool { return strings.ContainsAny(said, "\"“”") }) {
		return campaign.Prose{paragraph(name + " has only this to tell. " + strings.Join(step.Says, " "))}
	}
	if step.Kind == Secret {
		return s.keptOrGiven(step, strings.Join(step.Says, " "))
	}
	said := func(who string) string {
		text := quoted(step.Says[0]) + " " + who + " says."
		if rest := strings.Join(step.Says[1:], " "); rest != "" {
			text += ` "` + rest + `"`
		}
		return text
	}
	told := campaign.Paragraph{{Text: said(p.Name)}}
	if he(p) != "they" {
		told = append(campaign.Paragraph{{Text: said(he(p)), When: s.when(wants{flags: []string{asked(step)}})}}, told...)
	}
	return campaign.Prose{told}
}
