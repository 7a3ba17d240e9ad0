package drama

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// When evening and morning are, in minutes from midnight.
const (
	evening = 17*60 + 30
	morning = 6 * 60
)

// The words of a drama: the author's sentences, whole, and ours around them, each with a
// name of this story in it.

// begin is a name at the beginning of a sentence.
func begin(name string) string { return prose.SentenceCase(name) }

// he is somebody's pronoun.
func he(p *Person) string { return prose.PronounsFor(p.Pronoun).Subject }

func him(p *Person) string { return prose.PronounsFor(p.Pronoun).Object }

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
	if p.Role != "" && !strings.Contains(strings.ToLower(p.Name), strings.ToLower(p.Role)) {
		return begin(p.Name) + ", the " + p.Role + ", is here."
	}
	return begin(p.Name) + " is here."
}

func (s *stage) missed(p *Person) string {
	return begin(p.Name) + " is not here."
}

// leaves tells where somebody goes, and for what.
func (s *stage) leaves(p *Person, to string) string {
	if to == p.Toward && p.Wants >= 0 && p.Wants < len(s.Threads) && to != p.Home {
		topic := s.Threads[p.Wants].Topic
		if strings.EqualFold(topic, s.place(to).Name) {
			return begin(p.Name) + " gets up and leaves for " + topic + "."
		}
		return s.pick("leaves"+p.ID+to,
			begin(p.Name)+" leaves for "+s.place(to).Name+". It is "+topic+" that takes "+him(p)+" there.",
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
		kept, here, from := "the ground has kept it", s.place(step.Place).Name, s.place(step.From).Name
		if s.place(step.Place).Indoors {
			kept = "it can still be seen on the floor"
		}
		ways := []string{
			"Somebody has gone from " + here + " to " + from + " and back, and nowhere else: " + kept + ".",
			"Whoever had to do with " + step.Topic + " came from " + from + ", by the shortest way, and went back by it.",
			"There is something of " + from + " about it that has no business at " + here + ".",
			"What leads away from " + here + " leads to " + from + ", and stops there.",
		}
		return ways[max(0, step.Thread)%len(ways)]
	case step.Thread >= 0 && s.Threads[step.Thread].Owner == "":
		return "Nobody has been at " + s.place(step.Place).Name + " but you, and " + s.Threads[step.Thread].Topic + " is as it is."
	}
	ways := []string{
		"Nobody has come to " + s.place(step.Place).Name + " from outside: whoever had to do with " + step.Topic + " belongs here.",
		"Whoever had to do with " + step.Topic + " knows " + s.place(step.Place).Name + " in the dark.",
	}
	return ways[max(0, step.Thread)%len(ways)]
}

// looking is the choice that looks at something, and what is remembered of it.
func (s *stage) looking(step *Step) (text, told string) {
	if step.Thing != "" {
		t := s.thing(step.Thing)
		name := definite(t.Name)
		if t.Paper {
			return "Read " + name, "You read " + name + "."
		}
		return "Look closely at " + name, "You looked closely at " + name + "."
	}
	if step.Thread < 0 {
		return "Look round for what else there is to see", "You looked round " + s.place(step.Place).Name + "."
	}
	return "Look into " + step.Topic, "You looked into " + step.Topic + "."
}

// topicFor is a step's topic as somebody is asked about it.
func (s *stage) topicFor(step *Step, p *Person) string {
	if strings.Contains(step.Topic, p.Name) {
		return "the matter"
	}
	return step.Topic
}

// saidBy is what somebody says.
func (s *stage) saidBy(step *Step) campaign.Prose {
	p := s.person(step.Person)
	name := begin(p.Name)
	if step.Saw != "" && len(step.Says) == 0 {
		owner := s.person(s.Threads[step.Thread].Owner).Name
		said := `"I saw ` + owner + " come away from " + s.place(step.Saw).Name + `, alone`
		return s.keptOrGiven(p, said+`," `+p.Name+` says.`)
	}
	if slices.ContainsFunc(step.Says, func(said string) bool { return strings.ContainsAny(said, "\"“”") }) {
		return campaign.Prose{paragraph(name + " has only this to tell. " + strings.Join(step.Says, " "))}
	}
	var text string
	switch rest := strings.Join(step.Says[1:], " "); {
	case rest != "":
		text = quoted(step.Says[0]) + " " + p.Name + ` says. "` + rest + `"`
	default:
		text = s.pick(step.ID, quoted(step.Says[0])+" "+p.Name+" says.", name+` says: "`+step.Says[0]+`"`)
	}
	if step.Kind == Secret {
		return s.keptOrGiven(p, text)
	}
	return campaign.Prose{paragraph(text)}
}

// keptOrGiven: a secret is told for a bargain, or given up.
func (s *stage) keptOrGiven(p *Person, text string) campaign.Prose {
	return campaign.Prose{campaign.Paragraph{
		{Text: begin(p.Name) + " hears you out, and keeps the bargain. " + text, When: s.when(wants{flags: []string{"traded-" + p.ID}})},
		{Text: begin(p.Name) + " gives it up, and will not look at you. " + text},
	}}
}

func (s *stage) bargain(p *Person, topic, other string) campaign.Prose {
	return campaign.Prose{paragraph(s.pick("bargain"+p.ID,
		`"I could tell you something about `+topic+`, if anybody told me something about `+other+`," `+p.Name+` says.`,
		`"You want to hear about `+topic+`, and I want to hear about `+other+`," `+p.Name+` says.`,
	))}
}

func (s *stage) unwilling(p *Person, topic string) campaign.Prose {
	return campaign.Prose{paragraph(`"About ` + topic + `?" ` + p.Name + ` says. "What I know of that I keep."`)}
}

func (s *stage) refuses(p *Person, topic string) string {
	return `"Not a word about ` + topic + `," ` + p.Name + ` says, "and least of all to somebody who asks like that."`
}

// confession: the player lays the two facts side by side, and the owner joins them.
func (s *stage) confession(step *Step) campaign.Prose {
	p := s.person(step.Person)
	t := s.Threads[step.Thread]
	facts := slices.Clone(step.Joins)
	for i, f := range facts {
		if strings.ContainsAny(f, "\"“”") {
			facts[i] = prose.SentenceCase(t.Topic) + "."
		}
	}
	said := `"` + facts[0] + `"`
	second := "What there is to see of " + t.Topic + " leads to you."
	if slices.ContainsFunc(s.Steps, func(other Step) bool { return other.Thread == step.Thread && other.Saw != "" }) {
		second = "Asked about " + t.Topic + ", people say that they saw you come away from " + s.place(t.Trace).Name + "."
	}
	if len(facts) > 1 {
		second = facts[1]
	}
	first := s.you([]string{"You say it to " + him(p) + " as it was said to you.", "You give " + him(p) + " the one thing, and then the other.", "You put it to " + him(p) + " as it is."}[step.Thread%3]) + " " + said + " And then, of " + t.Topic + `: "` + second + `"`
	answer := ""
	switch {
	case p.Silent:
		answer = begin(p.Name) + " does not speak, and nods twice: once for the one and once for the other."
	case t.Way == "hushed":
		answer = `"I would not speak of ` + t.Topic + `," ` + p.Name + ` says, "because the one came of the other, and I began it."`
	case t.Way == "gained":
		answer = `"The one paid for the other," ` + p.Name + ` says, "and nobody who asked about ` + t.Topic + ` was to know by whose hand."`
	case t.Way == "claimed":
		answer = `"I said otherwise of ` + t.Topic + `," ` + p.Name + ` says, "because the one came of the other, and both came of me."`
	default:
		ways := []string{
			`"The one was for the other," ` + p.Name + ` says, "and it was I who did both."`,
			`"You have put them side by side," ` + p.Name + ` says. "So did I, and I did the second because of the first."`,
			begin(p.Name) + ` lets a breath go. "It was I who had ` + t.Topic + ` to answer for, and I let it look like nobody's."`,
			`"Nobody asked me about ` + t.Topic + ` and the rest in one breath," ` + p.Name + ` says, "until now. It was my doing."`,
		}
		before := 0 // whoever confesses does so in words of their own
		for _, other := range s.Threads[:step.Thread] {
			if !slices.Contains([]string{"hushed", "gained", "claimed"}, other.Way) {
				before++
			}
		}
		answer = ways[(s.seed.Derive("confession").Stream().IntN(len(ways))+before)%len(ways)]
	}
	return campaign.Prose{paragraph(first), paragraph(answer)}
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

// sign is what tells that time runs out.
func (s *stage) sign(i int) campaign.Prose {
	if i == signs-1 {
		text := "There is no time left."
		if len(s.Threads) > 0 {
			text = "There is no time left to ask about " + s.Threads[0].Topic + ". It has to be settled now."
		}
		return campaign.Prose{paragraph(text)}
	}
	text := begin(s.hoursLeft(i))
	if s.Clock.byDays() {
		text = s.dayComes(i)
	}
	switch {
	case i == 0 && s.Clock.Said != "":
		text = s.Clock.Said + " " + text
	case i > 0:
		var pressing []string // what comes of it is for the end to say
		for _, stake := range s.Stakes {
			if !strings.HasPrefix(stake, "If ") {
				pressing = append(pressing, stake)
			}
		}
		if i-1 < len(pressing) {
			text += " " + pressing[i-1]
		}
	}
	return campaign.Prose{paragraph(text)}
}

// dayComes is the evening or morning of a sign, and what is left then: where an author's sentence
// before it says that, or it is as many days as at the sign before, nothing.
func (s *stage) dayComes(i int) string {
	text := []string{"Evening comes", "It is morning", "Evening comes again", "It is morning again"}[i]
	if gone := s.Clock.skipped(i); gone > 0 {
		text = begin(inDays(gone)) + " later " + []string{"it is evening", "it is morning"}[i%2]
	}
	left := s.Clock.left(i)
	switch {
	case i == 0 && s.Clock.Said != "" || i > 0 && left == s.Clock.left(i-1):
		return text + "."
	case left == 0:
		return text + ", and the day has come."
	case left == 1:
		return text + ", and a day is left."
	}
	return text + ", and " + inDays(left) + " are left."
}

func inDays(n int) string {
	if n == 1 {
		return "a day"
	}
	return prose.Number(n) + " days"
}

// hoursLeft is what a sign leaves of a clock of hours, exactly enough that no two say the same.
func (s *stage) hoursLeft(i int) string {
	left := s.Clock.Minutes - s.Clock.Minutes/signs*(i+1)
	hours, minutes := left/60, left%60
	switch {
	case s.Clock.Minutes >= signs*60:
		hours, minutes = (left+30)/60, 0
	case left >= 15:
		hours, minutes = (left+2)/5*5/60, (left+2)/5*5%60
	}
	var parts []string
	if hours > 24 {
		parts, hours = append(parts, "a day"), hours-24
	}
	switch {
	case hours == 1:
		parts = append(parts, "an hour")
	case hours > 1:
		parts = append(parts, prose.Number(hours)+" hours")
	}
	switch {
	case minutes == 1:
		parts = append(parts, "a minute")
	case minutes > 0 && minutes%5 == 0:
		parts = append(parts, fives[minutes/5]+" minutes")
	case minutes > 0:
		parts = append(parts, prose.Number(minutes)+" minutes")
	}
	if len(parts) == 1 && (hours == 1 || hours == 0 && minutes == 1) {
		return parts[0] + " is left."
	}
	return strings.Join(parts, " and ") + " are left."
}

// fives are the counts of minutes that are told in steps of five.
var fives = strings.Fields("no five ten fifteen twenty twenty-five thirty thirty-five forty forty-five fifty fifty-five")

// lost: a thing that nobody looked at in time is no longer there.
func (s *stage) lost(step *Step) string {
	t := s.thing(step.Thing)
	return begin(definite(t.Name)) + map[bool]string{true: " are", false: " is"}[t.Many] + " no longer at " + s.place(step.Place).Name + "; whoever wanted to look has come too late."
}

// waiting is the choice that lets the next sign come.
func (s *stage) waiting(i int) string {
	if s.Clock.byDays() && s.Clock.skipped(i) > 0 {
		return "Let " + inDays(s.Clock.day(i)-s.Clock.day(i-1)) + " go by"
	}
	if s.Clock.byDays() {
		return []string{"Wait for the evening", "Wait for the morning"}[i%2]
	}
	return "Let " + prose.Span(s.Clock.Minutes/signs) + " go by"
}

// ways are the two things that can be done in the end.
func (s *stage) ways() []string {
	if len(s.Options) >= 2 {
		return s.Options[:2]
	}
	topic := "it all"
	if len(s.Threads) > 0 {
		topic = s.Threads[0].Topic
	}
	say := "say what you know of " + topic
	if len(s.Options) == 1 {
		return []string{s.Options[0], "leave it as it is"}
	}
	return []string{say, "keep what you know of " + topic + " to yourself"}
}

// decided is how it goes where the player does not decide: by whether it is known who did it.
func (s *stage) decided(i int) string {
	if len(s.Threads) == 0 || s.Threads[0].Owner == "" {
		return s.you("You say nothing, and others do as they would have done without you.")
	}
	owner := s.person(s.Threads[0].Owner)
	if i == 0 {
		return s.you("You say nothing.") + " " + begin(owner.Name) + " says it before everybody: what was behind " + s.Threads[0].Topic + ", and by whose hand."
	}
	return s.you("You say nothing.") + " Nor does " + owner.Name + ", and nobody asks about " + s.Threads[0].Topic + " any more."
}

// ending is what the player does in the end, with what they know and whom they have with
// them.
func (s *stage) ending(i int, words string) campaign.Prose {
	all := campaign.Prose{paragraph(s.you("You " + words + "."))}
	if len(s.Threads) > 0 {
		t := s.Threads[0]
		var variants campaign.Paragraph
		if t.Owner != "" {
			owner := s.person(t.Owner)
			variants = append(variants, campaign.Variant{
				Text: s.you("You do it knowing what was behind "+t.Topic+".") + " " + begin(owner.Name) + " stands by, and does not deny it.", When: s.when(wants{flags: []string{"step-1-confessed"}}),
			})
		}
		variants = append(variants,
			campaign.Variant{Text: s.you("You have seen what there was to see of " + t.Topic + ", and nobody has told you to your face what was behind it."), When: s.when(wants{flags: []string{"thread-0"}})},
			campaign.Variant{Text: s.you("Of " + t.Topic + " you know no more than you were told at first.")},
		)
		all = append(all, variants)
	}
	var deeds campaign.Paragraph
	for _, p := range s.People {
		deeds = append(deeds, campaign.Variant{Text: begin(p.Name) + " looks the other way when " + s.you("you go") + ".", When: s.when(wants{flags: []string{"pressed-" + p.ID}})})
		deeds = append(deeds, campaign.Variant{Text: begin(p.Name) + " comes out to see you off.", When: s.when(wants{flags: []string{"traded-" + p.ID}})})
	}
	if len(deeds) > 0 {
		all = append(all, deeds)
	}
	return all
}

// last is the author's own last word on it, where there is one.
func (s *stage) last(i int, words string) string {
	about := prose.Content(words)
	best, most := "", 0
	for _, stake := range s.Stakes {
		n := 0
		for _, w := range prose.Content(stake) {
			if slices.Contains(about, w) {
				n++
			}
		}
		if n > most && strings.HasPrefix(stake, "If ") {
			best, most = stake, n
		}
	}
	if best != "" {
		return best
	}
	if len(s.Threads) > 0 {
		return begin(s.place(s.Start).Name) + " lies behind you, and " + s.Threads[len(s.Threads)-1].Topic + " with it."
	}
	return begin(s.place(s.Start).Name) + " lies behind you."
}
