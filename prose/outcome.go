package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

// kind is what sort of thing the player did, or "" where an author tells it.
func (c *composer) kind() action.Kind {
	if c.Deed == nil {
		return ""
	}
	return c.Deed.Action.Kind
}

// does reports whether the deed is of one of some kinds.
func (c *composer) does(kinds string) bool { return english.OneOf(string(c.kind()), kinds) }

// social reports whether the deed is done towards somebody, who may answer.
func (c *composer) social() bool {
	return c.kind().Social() || c.kind() == action.Say && !c.Deed.Action.Whom().None()
}

// grade is how well the deed went, as the deed says, or else the check.
func (c *composer) grade() action.Grade {
	switch {
	case c.Deed != nil && c.Deed.Outcome.Grade != action.Certain:
		return c.Deed.Outcome.Grade
	case c.Check != nil:
		return c.Check.Band
	}
	return action.Certain
}

// noun is what something of the deed is called, or "".
func (c *composer) noun(r action.Ref) string {
	if c.Deed == nil {
		return ""
	}
	return c.Deed.Names[r.String()].Text
}

// addressed is the person towards whom the deed is done, else the first of those present;
// nil for nobody.
func (c *composer) addressed() *Person {
	if c.Deed != nil {
		for _, r := range c.Deed.Action.To {
			if p := c.somebody(c.noun(r)); p != nil {
				return p
			}
		}
	}
	if len(c.People) == 0 {
		return nil
	}
	return &c.People[0]
}

// somebody is whoever of those present has a name, or nil.
func (c *composer) somebody(called string) *Person {
	for i := range c.People {
		if c.People[i].Name == called {
			return &c.People[i]
		}
	}
	return nil
}

// tellOutcome tells what came of what the player did, and not that they did it: that was
// read a moment ago, in the choice.
func (c *composer) tellOutcome() {
	if c.Arrived {
		c.arrive()
	}
	c.tellResult()
	c.tellItems()
	if c.does("search") && len(c.Gained) > 0 {
		c.tellCost()
	}
}

// tellResult tells what a deed came to.
func (c *composer) tellResult() {
	switch {
	case c.Deed == nil, c.does("go"):
		c.tellLearned()
	case c.social():
		c.tellAnswer()
	case c.unspoken():
		c.tellPlainly()
		c.tellLearned()
	case len(c.Learned) > 0:
		c.tellLearned()
		c.tellCost()
	case len(c.Gained) == 0:
		c.tellYield()
	}
}

// unspoken reports whether a deed is of a kind of which nothing can be told but itself: what
// it came to is its author's to say, and they said nothing.
func (c *composer) unspoken() bool { return c.does("authored say train custom take use skip") }

// tellPlainly tells the deed itself. One that failed to take or use a thing has not done it.
func (c *composer) tellPlainly() {
	tried := action.Outcome{}
	if c.does("take use") && c.grade().Failed() {
		tried.Grade = action.Failure
	}
	if c.does("take") && !c.grade().Failed() && len(c.Gained) > 0 {
		return // what is gained is told
	}
	done := c.Deed.Action
	if _, certain := grammar.Echo(done.Words, grammar.Voice(c.Persona)); c.does("authored train custom") && done.Told == "" && done.Words != "" && !certain {
		c.sayOf(deciding, nil, c.with("choice", orderOf(done.Words)))
		return
	}
	told := grammar.Tell(done, tried, c.Deed.Names, grammar.Voice(c.Persona))
	if c.add(told, told) {
		c.named = c.Persona.Person == Third
		if strings.Contains(c.paragraph[len(c.paragraph)-1], `"`) {
			c.speaker = c.Persona.Name
		}
	}
	c.tellGrade()
}

// orderOf is a choice in its own words, as they stand after a colon.
func orderOf(choice string) string {
	choice = english.MidSentence(english.WithoutHint(choice))
	if first := english.FirstWord(choice); english.IsVerb(strings.ToLower(first)) {
		choice = strings.ToLower(first) + choice[len(first):]
	}
	return english.EndSentence(choice)
}

// tellGrade tells how a deed ended of which nothing else can be told.
func (c *composer) tellGrade() {
	if c.Check == nil || c.Check.Text == "" {
		c.sayAbout(nil, ended.of(string(c.grade())))
	}
}

// sayAbout is say for forms that may speak of somebody, of the thing that the deed is done
// to and of what it is about.
func (c *composer) sayAbout(who *Person, bank []string) bool {
	return c.sayOf(bank, who, c.with("thing", c.thing(), "topic", c.topic(), "whom", c.Whom, "where", c.Where, "stat", c.stat()))
}

// stat is what was tried, or "".
func (c *composer) stat() string {
	if c.Check == nil {
		return ""
	}
	return c.Check.Stat
}

// thing is what the deed is done to or with, or "".
func (c *composer) thing() string {
	if c.Deed == nil {
		return ""
	}
	if item := c.noun(c.Deed.Action.Item); item != "" {
		return english.Definite(item)
	}
	return c.noun(c.Deed.Action.Place)
}

// mostOfTopic is the number of words up to which what a deed is about is named: it was read
// a moment ago, in the choice.
const mostOfTopic = 8

// topic is what the deed is about, or "" where it is long or nothing.
func (c *composer) topic() string {
	if c.Deed == nil {
		return ""
	}
	about := topic(c.noun(c.Deed.Action.Topic))
	if thread := c.noun(c.Deed.Action.Thread); about == "" && thread != "" {
		about = grammar.Topic(thread)
	}
	if Words(about) > mostOfTopic {
		return ""
	}
	return c.asGiven(about, Retell(about, c.Persona))
}

// tellAnswer tells what somebody makes of what is done towards them: what they say, or that
// they have nothing to say, and what it costs.
func (c *composer) tellAnswer() {
	who := c.addressed()
	if who == nil {
		c.tellLearned()
		return
	}
	c.introduce([]Person{*who})
	of := string(c.kind()) + ":" + string(c.grade())
	switch {
	case who.Silent && !c.does("give"):
		c.sayAbout(who, wordless)
		c.sayAbout(who, pointing)
	case len(c.Learned) > 0:
		c.tellLearned()
		c.tellCost()
	case c.does("befriend talk say") && !c.grade().Failed():
		if c.does("befriend") {
			c.sayAbout(who, graded.of(of))
		}
		if !c.tellLine(*who) && !c.does("befriend") {
			c.sayAbout(who, unknowing)
		}
	case c.grade() != action.Certain && c.sayAbout(who, graded.of(of)):
		c.tellInstead(who)
	default:
		c.tellNothing(who)
	}
}

// tellNothing tells of somebody who has nothing to say to what is brought to them.
func (c *composer) tellNothing(who *Person) {
	if c.kind().Asks() && c.tellLore(who) {
		return
	}
	switch {
	case c.does("tell") && c.News:
		c.sayAbout(who, listening)
		return
	case c.does("give"):
		c.sayAbout(who, taking)
	case c.does("show"):
		c.sayAbout(who, inspecting)
	case c.does("tell") && c.Whom == "":
		c.sayAbout(who, hearing)
	case !c.tellInstead(who):
		c.sayAbout(who, unknowing)
	}
	if c.words < Fewest && !c.does("give") { // in their author's words, if in few of ours
		c.tellLine(*who)
	}
}

// tellInstead tells of somebody who knows who would know.
func (c *composer) tellInstead(who *Person) bool { return c.sayAbout(who, sending) }

// tellCost tells what it cost that something was learned.
func (c *composer) tellCost() {
	if who := c.addressed(); who != nil || c.does("search") {
		c.sayAbout(who, costs.of(string(c.kind())+":"+string(c.grade())))
	}
}

// tellLine lets somebody say one of their lines.
func (c *composer) tellLine(p Person) bool {
	if p.Silent {
		return false
	}
	lines := p.Lines[p.warmth()]
	if len(lines) == 0 {
		lines = p.Lines["neutral"]
	}
	for _, i := range c.order(lines) {
		if strings.Contains(lines[i], "{player}") && c.Persona.Name == "" || !c.rested(lines[i]) {
			continue
		}
		line := strings.ReplaceAll(lines[i], "{player}", c.Persona.Name)
		if c.sayOf(quoting, &p, c.with("said", english.Spoken(line), "quote", `"`+english.EndSentence(line)+`"`)) {
			c.ledger.use(lines[i])
			return true
		}
	}
	return false
}

// tellLearned tells what the player knows from now on: who says it, or what it stands in.
func (c *composer) tellLearned() {
	for i, l := range c.Learned {
		bank, who := c.learning(l)
		if i > 0 && who != nil && who.Name == c.Learned[i-1].Speaker && &bank[0] == &quoting[0] && c.speaker == who.Name {
			bank = goingOn
		}
		said := l.Text
		if who != nil {
			said = inMouth(said, *who)
		}
		large := english.SentenceCase(said)
		c.sayOf(bank, who, c.with("fact", said, "Fact", large, "speaker", l.Speaker, "source", l.Source, "said", english.Spoken(strings.TrimSuffix(large, ".")), "quote", `"`+large+`"`))
		if who != nil && l.From != "" && l.From != who.Name {
			c.sayOf(hearsay, who, c.with("whom", l.From))
		}
	}
}

// learning is the bank for what is learned, and who says it.
func (c *composer) learning(l Learned) ([]string, *Person) {
	who := c.somebody(l.Speaker)
	switch {
	case who != nil && !who.Silent && c.does("wait skip"):
		return overheard, who
	case who != nil && !who.Silent && l.Rumour:
		return repeating, who
	case who != nil && !who.Silent && c.quotable(inMouth(l.Text, *who), *who):
		return quoting, who
	case who != nil && !who.Silent:
		return telling, who
	case l.Speaker != "":
		return reported, nil
	case l.Source != "":
		return written, nil
	case l.Rumour:
		return rumoured, nil
	}
	return found, nil
}

// mostSaid is how many words somebody says in one breath.
const mostSaid = 34

// quotable reports whether a fact can be said aloud as it stands: it speaks of nobody by
// a word that would be another one in somebody's mouth.
func (c *composer) quotable(fact string, who Person) bool {
	if strings.ContainsAny(fact, "\"“”()") || Words(fact) > mostSaid || c.Persona.Tense == Past || containsName(fact, who.Name) {
		return false
	}
	return !slices.ContainsFunc(wordsOf(fact), func(word string) bool {
		return english.OneOf(word, "he she they him her them his hers their theirs i me my we us our") || c.Persona.Person != Second && english.OneOf(word, "you your yours yourself")
	})
}

// tellYield tells what a deed comes to by which nothing is learned.
func (c *composer) tellYield() {
	switch {
	case c.does("examine") && c.tellSeen(), c.does("recall") && c.tellKnown(), c.does("examine search recall") && c.tellLore(nil):
		return
	case c.does("examine") && !c.Deed.Action.Place.None() && (c.describe() || c.addOne(c.ofTheHour()) || c.addOne(c.Place.Senses)):
		return
	}
	if len(c.Authored) == 0 && (len(c.Came) == 0 || !c.does("wait")) { // before an author's words it is no news that there is none
		c.sayAbout(nil, nothing.of(string(c.kind())))
	}
	switch {
	case !c.does("pursue search recall"):
	case c.Whom != "":
		c.sayAbout(nil, elsewhereWhom)
	case c.Where != "":
		c.sayAbout(nil, elsewhereWhere)
	}
}

// mostSeen is how many sentences of a thing's description are told at once.
const mostSeen = 2

// tellSeen tells what is seen of what is looked at.
func (c *composer) tellSeen() bool {
	told := 0
	for _, text := range c.Seen {
		if told < mostSeen && c.add(whole(text, "it", c.Persona), text) {
			told++
		}
	}
	return told > 0
}

// tellKnown comes back to something learned before, and to what a memory leaves.
func (c *composer) tellKnown() bool {
	if values := c.memoryWords(); values != nil {
		bank := remembering
		if c.Deed.Action.Topic.None() && c.Memory.Topic != "" {
			bank = recollecting
		}
		if c.sayOf(bank, nil, values) {
			c.recalled()
		}
	}
	for _, fact := range c.Known {
		if c.rested(fact) && c.sayOf(knowing, nil, c.with("fact", fact)) {
			c.ledger.use(fact)
			return true
		}
	}
	return len(c.paragraph) > 0
}

// tellItems speaks of what changed hands, unless what came of the deed says it.
func (c *composer) tellItems() {
	if gained := spoken(c.Gained, WithArticle); len(gained) > 0 {
		bank := gaining
		if c.does("search") {
			bank = finding
		}
		c.sayOf(bank, nil, c.with("items", english.Join(gained)))
	}
	if lost := spoken(c.Lost, Definite); len(lost) > 0 && !c.does("give") {
		c.sayOf(losing, nil, c.with("items", english.Join(lost)))
	}
}

func spoken(items []string, as func(string) string) (all []string) {
	for _, item := range items[:min(len(items), mostItems)] {
		all = append(all, as(item))
	}
	return all
}

// longest is how many words of a foreign sentence are woven into another.
const longest = 40

// lorePace is how many turns lie between two pieces of lore.
const lorePace = 4

// tellLore tells the first sentence of a detail that was not told yet and stands by itself:
// who is asked says it, or it stands in what it is from. A rumour needs somebody to tell it.
func (c *composer) tellLore(who *Person) bool {
	if c.Lore == nil || !c.due(toldLore, lorePace) || c.Lore.Rumour && who == nil || who == nil && c.Lore.Source == "" {
		return false
	}
	for i, sentence := range Sentences(c.Lore.Text) {
		if n := Words(sentence); n < 4 || n > longest || i > 0 && leansBack(sentence) || !c.rested(sentence) || c.History.HasLore(sentence) || who != nil && containsName(sentence, who.Name) {
			continue
		}
		small := english.EndSentence(withoutPluralCapital(english.MidSentence(sentence)))
		bank := written
		switch {
		case who != nil && c.Lore.Rumour:
			bank = repeating
		case who != nil:
			bank = citing
		}
		if c.sayOf(bank, who, c.with("fact", small, "source", c.Lore.Source)) {
			c.ledger.use(sentence)
			c.ledger.use(toldLore)
			c.ledger.now.Lore = append(c.ledger.now.Lore, fnv(0, sentence))
			return true
		}
	}
	return false
}

// recalled notes that the memory was told.
func (c *composer) recalled() {
	c.ledger.use(c.Memory.key())
	if c.Memory.Topic != "" {
		c.ledger.use(c.Memory.Topic)
	}
	c.remembered = true
}

// toldID is how the names begin under which the history knows memories.
const toldID = " memory "

// key is under what the history knows a memory.
func (m *Memory) key() string {
	if m.ID != "" {
		return toldID + m.ID
	}
	return Sentences(m.Summary)[0]
}

// memoryWords are the values of a form that tells the memory, nil where there is
// none to be told now.
func (c *composer) memoryWords() map[string]string {
	if c.Memory == nil || c.Memory.Summary == "" {
		return nil
	}
	summary := Sentences(c.Memory.Summary)[0]
	if Words(summary) > longest || !c.rested(c.Memory.key()) {
		return nil
	}
	unnamed := c.Persona
	unnamed.Name = ""
	values := c.with("memory", english.EndSentence(english.MidSentence(Retell(summary, c.Persona))), "memory"+known, english.EndSentence(english.MidSentence(Retell(summary, unnamed))))
	if topic := c.Memory.Topic; topic != "" {
		values["topic"], values["topic"+known] = c.asGiven(topic, Retell(topic, c.Persona)), c.asGiven(topic, Retell(topic, unnamed))
	}
	return values
}
