package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// The deeds that have words of their own: what [Scene.Deed] may say. Any other text
// is a deed like any.
const (
	doTalk     = "talk"
	doAskHelp  = "ask-help"
	doBefriend = "befriend"
	doPress    = "press"
	doGive     = "give"
	doGo       = "go"
	doExamine  = "examine"
	doSearch   = "search"
	doWait     = "wait"
	doPursue   = "pursue"
	doRecall   = "recall"
	doTrain    = "train"
)

// verbsOf tell a deed by the verb of the choice, where the scene does not say it.
var verbsOf = [...][2]string{
	{doTalk, "ask talk speak tell question inquire"}, {doExamine, "look study examine inspect"}, {doSearch, "search rummage"},
	{doWait, "wait stay bide rest"}, {doPress, "press demand threaten"}, {doGive, "give offer"}, {doRecall, "remember recall"}, {doTrain, "practise train"},
}

// deed is the kind of what the player does, or "".
func (c *composer) deed() string {
	if c.Deed != "" || c.Choice == "" {
		return c.Deed
	}
	verb := strings.ToLower(english.FirstWord(plainly(c.Choice)))
	for _, row := range verbsOf {
		if english.OneOf(verb, row[1]) {
			return row[0]
		}
	}
	if c.Arrived && english.OneOf(verb, goVerbs) {
		return doGo
	}
	return ""
}

// social reports whether a deed is done towards somebody.
func social(deed string) bool { return english.OneOf(deed, "talk ask-help befriend press give") }

// Plainly is a choice without what it rests on: "Go to the quay, now that you have
// the key" is "Go to the quay".
func Plainly(choice string) string { return plainly(CleanLine(choice, longSentences)) }

// Matter are the words that say what a choice is about: its [Content], but for what it
// rests on and for words that choices have whatever they are about.
func Matter(choice string) []string {
	return slices.DeleteFunc(Content(Plainly(choice)), func(word string) bool { return english.OneOf(word, ofAnyChoice) })
}

// ofAnyChoice are such words, as Content gives them.
const ofAnyChoice = "look tak slow keep walk com first tim thing find found learn try think mind back again plac anyth put order far stay wait listen " +
	"talk word count peopl trust search study set know known hear heard see seen help giv mak leav let long old onc more truth answ question her " +
	"quiet cloud clos stand lett clear sit sid draw rely use work press press bring mention pass whil harder go put wits nerv tongu charm attention among between upon behind beyond near until"

// plainly is a choice without what it rests on: "Go to the quay, now that you have
// the key" is "Go to the quay", and "Press Ines, and hold your nerve" is "Press Ines".
func plainly(choice string) string {
	choice = strings.TrimRight(withoutHint(choice), ".! ")
	if choice == "" || strings.ContainsAny(choice[:1], "\"“") || len(Sentences(choice)) > 1 {
		return choice
	}
	words := withoutGround(withoutAside(strings.Fields(Unleaned(choice))))
	return english.SentenceCase(strings.TrimRight(strings.Join(words, " "), ",:; "))
}

// leanings are the words with which a choice leans on a quality of the player's.
var leanings = []string{", and hold your ", ", and mind your ", ", and trust to your ", ", with your wits about you", ", with all your "}

// Unleaned is a choice without the quality that it leans on: "Press Ines, and hold your
// nerve" is "Press Ines".
func Unleaned(choice string) string {
	for _, leaning := range leanings {
		choice, _, _ = strings.Cut(choice, leaning)
	}
	return choice
}

// withoutAside drops what a choice leaves aside.
func withoutAside(words []string) []string {
	if len(words) < 6 || !strings.EqualFold(words[0], "leave") || words[1] != "aside" {
		return words
	}
	for i := 3; i < len(words)-1; i++ {
		if words[i] == "and" && strings.HasSuffix(words[i-1], ",") {
			return words[i+1:]
		}
	}
	return words
}

// Clauses that ground a choice: those that follow a comma, and those that need none.
const (
	groundsAfterComma = "now since knowing thinking still starting beginning as where having because though although when if before after whether not so"
	groundPhrases     = " before word gets | before you | before they | while you | with this in | in the light of it| for the reason why | after you | since you | now that you | now you know | as if someone | and think over | and think about | and turn it over | and ask there | and ask about | and see who else | for anything | for proof | for some sign | for word of | and say nothing of | and remember | without a word of | with one thing in mind | and go over | and wonder | and ask yourself | and tell nobody | and to how you | and begin with | and name the | and see who has | and see what | before anyone | where you | to find out why | knowing that | thinking of "
)

// fewestOfDeed is the number of words that are left of a choice at least.
const fewestOfDeed = 2

// withoutGround drops the clauses that say why.
func withoutGround(words []string) []string {
	for i := fewestOfDeed; i < len(words); i++ {
		comma := strings.HasSuffix(words[i-1], ",")
		if comma && english.OneOf(bare(words[i]), groundsAfterComma) {
			return withoutClause(words, i)
		}
		if strings.HasSuffix(words[i-1], "about:") { // "go back to what you asked about: the oil"
			words[i-1] = strings.TrimSuffix(words[i-1], ":") + ","
			continue
		}
		if strings.HasSuffix(words[i-1], ":") || !english.OneOf(bare(words[i-1]), "about of from") && isGround(words, i) {
			return words[:i]
		}
	}
	return words
}

// withoutClause drops one that begins at i: all to the end, or what stands between
// two commas: "Tell Ines, not without pride, that ...".
func withoutClause(words []string, i int) []string {
	if english.OneOf(bare(words[i]), "as not whether") {
		for end := i; end < len(words)-1; end++ {
			if strings.HasSuffix(words[end], ",") {
				words = slices.Concat(words[:i], words[end+1:])
				words[i-1] = strings.TrimRight(words[i-1], ",")
				return words
			}
		}
	}
	return words[:i]
}

// isGround reports whether a ground that needs no comma begins at i: "after seeing
// the ledger", "for coming here", or one of the phrases.
func isGround(words []string, i int) bool {
	if i+1 < len(words) && english.OneOf(words[i], "after for") && strings.HasSuffix(words[i+1], "ing") && !english.OneOf(words[i+1], "anything something nothing everything") {
		return true
	}
	rest := " "
	for _, word := range words[i:min(len(words), i+5)] {
		rest += bare(word) + " "
	}
	for phrase := range strings.SplitSeq(groundPhrases, "|") {
		if strings.HasPrefix(rest, phrase) {
			return !strings.HasPrefix(phrase, " to find out") && !strings.HasPrefix(phrase, " and ask about") || english.OneOf(strings.ToLower(words[0]), goVerbs)
		}
	}
	return false
}

const goVerbs = "go walk return head make set take leave come hurry climb cross"

// tellDeed tells the player's choice as what they do: in its own words, where those
// were not told lately.
func (c *composer) tellDeed() {
	if c.Choice == "" {
		return
	}
	deed := c.deed()
	if deed == doRecall && c.recollect() {
		return
	}
	plain := plainly(c.Choice)
	if deed == doGo && strings.HasSuffix(plain, " in mind") {
		plain, _, _ = strings.Cut(plain, " with ")
	}
	if deed == doGo {
		plain, _, _ = strings.Cut(plain, ", on account of ")
		plain = strings.TrimSuffix(plain, " and look about you")
	}
	if deed == doGo && c.Arrived && !english.OneOf(strings.ToLower(english.FirstWord(plain)), goVerbs) {
		return // "See what is happening at the quay": arrive tells it
	}
	if deed == doPursue && english.OneOf(strings.ToLower(english.FirstWord(plain)), "find work learn") {
		plain = "Try to " + strings.ToLower(plain[:1]) + plain[1:]
	}
	if strings.HasSuffix(plain, " at the spot") {
		plain += " where it happened"
	}
	if plain = c.shortly(plain); plain == "" && c.sayAbout(c.brief()) {
		c.echoed = true
		return
	}
	if told, certain := Echo(plain, c.Persona); certain {
		if c.add(told, told) {
			c.echoed = true
			c.named = c.Persona.Person == Third
			if social(deed) && len(c.People) > 0 && lastNamed(told, c.addressed().Name, c.Place.Name) {
				c.about = c.addressed().Name // "he" is whoever was just named
			}
			if strings.Contains(told, `"`) {
				c.speaker = c.Persona.Name
			}
			return
		}
	} else if deed == "" && c.sayOf(deciding, nil, c.with("choice", orderOf(c.Choice))) {
		c.echoed = true
		return
	}
	if deed == doGo && c.Arrived {
		return // arrive tells it
	}
	if !c.sayAbout(again.of(deed)) {
		c.say(againDoing)
	}
}

// mostOfDeed is the number of words up to which a choice is told as it was read.
const mostOfDeed = 8

// shortly is a choice that was read a moment ago, without the end that needs not be
// read again: "Ask Lucan again what he made of the debt" is "Ask Lucan again". It is ""
// where a long one has no such end, and the deed has words of its own.
func (c *composer) shortly(plain string) string {
	words := strings.Fields(plain)
	if len(words) <= mostOfDeed || c.deed() == doGo || c.deed() == "" || strings.ContainsAny(plain, "\"“”") || len(Sentences(plain)) > 1 {
		return plain
	}
	for i := fewestOfDeed; i <= mostOfDeed && c.deed() != doRecall && !english.OneOf(strings.ToLower(words[0]), "tell say show"); i++ {
		before := bare(words[i-1])
		if english.OneOf(words[i], "what who whether why how where when and until") && !english.OneOf(before, prepositions) && !english.OneOf(before, determiners) && !english.OneOf(before, "say says see know learn hear find yourself") {
			return strings.TrimRight(strings.Join(words[:i], " "), ",:; ")
		}
	}
	if len(c.brief()) > 0 {
		return ""
	}
	return plain
}

// brief is the bank of words that a long choice is told in.
func (c *composer) brief() []string {
	deed := c.deed()
	if social(deed) && len(c.People) == 0 {
		return nil
	}
	if deed == doTalk || deed == doRecall {
		return again.of(deed)
	}
	return briefly.of(deed)
}

// lastNamed reports whether a name, or a part of it, is the last in a text but for the
// place's, so that a pronoun stands for it.
func lastNamed(text, name, place string) bool {
	last, here := "", wordsOf(place)
	for i, word := range strings.Fields(text) {
		if i > 0 && capital(word) && !slices.Contains(here, bare(word)) {
			last = bare(word)
		}
	}
	return last != "" && slices.Contains(wordsOf(name), last)
}

// recollect tells of somebody who thinks back, and of what they think of.
func (c *composer) recollect() bool {
	if c.memoryWords()["topic"] == "" || !c.say(again.of(doRecall)) {
		return false
	}
	return c.tellMemoryIn(recollecting)
}

// sayAbout is say for forms that may speak of whom the choice is made towards, and
// of the thing that it is about.
func (c *composer) sayAbout(bank []string) bool {
	var who *Person
	if len(c.People) > 0 {
		lead := c.addressed()
		who = &lead
	}
	return c.sayOf(bank, who, c.with("thing", c.thing()))
}

// thing is what the player looks at or searches, or "".
func (c *composer) thing() string {
	deed, plain := c.deed(), plainly(c.Choice)
	if deed != doExamine && deed != doSearch {
		return ""
	}
	_, thing, found := strings.Cut(plain, " at ")
	if !found {
		_, thing, _ = strings.Cut(plain, " ")
	}
	for _, end := range []string{" as if", " from end", " for ", " with ", " again", " closely", ", "} {
		thing, _, _ = strings.Cut(thing, end)
	}
	if first := strings.ToLower(english.FirstWord(thing)); !english.OneOf(first, "the a an your her his their some this that") {
		return ""
	}
	return english.MidSentence(Retell(thing, c.Persona))
}

// tellOutcome tells how a check ended, where its author left that to the composer.
func (c *composer) tellOutcome() {
	if c.Check == nil || c.Check.Text != "" {
		return
	}
	band, deed := string(c.Check.Band), c.deed()
	if social(deed) && c.Aside && len(c.Learned) > 0 && c.Check.Band != Failure {
		return // what they say instead of an answer says enough
	}
	if c.speechless() {
		if deed == doBefriend {
			deed += " " + band
		}
		c.sayAbout(unspoken.of(deed))
		if c.Check.Band != Failure {
			c.tellPointing(c.addressed())
		}
		return
	}
	if social(deed) && deed != doBefriend && c.Check.Band != Failure && len(c.Learned) == 0 {
		if c.Check.Band == Success || !c.withhold(deed) {
			c.sayAbout(answered)
		}
		return
	}
	forms := outcomeOf.of(deed + " " + band)
	if deed == doPress && c.answerWith(forms) || c.sayAbout(forms) {
		return
	}
	c.sayOf(outcome.of(band), nil, c.with("stat", c.Check.Stat))
}

// answerWith tells an outcome and, in the same breath, what was learned by it.
func (c *composer) answerWith(forms []string) bool {
	if len(c.Learned) == 0 || c.Check.Band == Failure || strings.HasPrefix(c.Learned[0], hearsayPrefix) {
		return false
	}
	answers := make([]string, len(forms))
	for i, form := range forms {
		answers[i] = strings.TrimSuffix(form, ".") + ": {fact}"
	}
	lead := c.addressed()
	if !c.sayOf(answers, &lead, c.with("fact", c.Learned[0])) {
		return false
	}
	c.Learned = c.Learned[1:]
	c.answered = true
	return true
}

// speechless reports whether the deed asks an answer of somebody who does not speak.
func (c *composer) speechless() bool {
	return len(c.People) > 0 && social(c.deed()) && c.deed() != doGive && c.addressed().Silent
}

// withholding is how many turns lie between two in which somebody keeps something
// back.
const (
	withholding  = 10
	toldWithheld = " withheld"
)

// withhold tells of somebody who keeps something back, if nobody did so lately.
func (c *composer) withhold(deed string) bool {
	if !c.due(toldWithheld, withholding) || !c.sayAbout(withheld.of(deed)) {
		return false
	}
	c.ledger.use(toldWithheld)
	return true
}

// tellLearned tells what the player knows from now on, and how they come to know it:
// whom they asked tells them, or they hear or find it.
func (c *composer) tellLearned() {
	deed := c.deed()
	for i, fact := range c.Learned {
		if social(deed) && len(c.People) > 0 {
			fact = inMouth(fact, c.addressed())
		}
		bank, rumour := learning.of(deed), strings.TrimPrefix(fact, hearsayPrefix)
		if bank == nil {
			bank = learning.of("")
		}
		switch {
		case (social(deed) || deed == doGo) && len(c.People) > 0 && !c.addressed().Silent:
			bank = c.telling(i, fact)
		case deed == doWait:
			bank = overhearing
		}
		values := c.with("fact", fact, "quote", `"`+english.SentenceCase(fact)+`"`)
		if rumour != fact {
			values["fact"] = rumour
		}
		var who *Person
		if len(c.People) > 0 {
			lead := c.addressed()
			who = &lead
		}
		if rumour != fact && !social(deed) && deed != doGo {
			bank, values["rumour"] = hearsay, rumour
		}
		c.sayOf(bank, who, values)
	}
}

// hearsayPrefix begins what is known as said alone.
const hearsayPrefix = "it is said that "

// telling is the bank for the nth thing that somebody tells.
func (c *composer) telling(n int, fact string) []string {
	switch {
	case strings.HasPrefix(fact, hearsayPrefix):
		return repeating
	case c.Aside && n == 0 && c.deed() != doBefriend:
		return turning
	case n == 0 && c.speaker == "" && c.quotable(fact):
		return slices.Concat(telling, quoting)
	}
	return telling
}

// mostSaid is how many words somebody says in one breath.
const mostSaid = 28

// quotable reports whether a fact can be said aloud as it stands: it speaks of nobody by
// a word that would be another one in somebody's mouth.
func (c *composer) quotable(fact string) bool {
	if strings.ContainsAny(fact, "\"“”()") || Words(fact) > mostSaid || c.Persona.Tense == Past || containsName(fact, c.addressed().Name) {
		return false
	}
	return !slices.ContainsFunc(wordsOf(fact), func(word string) bool {
		return english.OneOf(word, "he she they him her them his hers their theirs i me my we us our") || c.Persona.Person != Second && english.OneOf(word, "you your yours yourself")
	})
}

// tellYield tells what a deed comes to that nothing else came of, and where to go
// instead. What people do is told with the people.
func (c *composer) tellYield() {
	if len(c.Learned)+len(c.Gained) > 0 {
		return
	}
	deed := c.deed()
	if c.Check != nil {
		if deed == doSearch {
			c.tellElsewhere()
		}
		return
	}
	switch {
	case deed == doExamine && c.tellSeen(), deed == doRecall && c.tellKnown():
		return
	case deed == doExamine && containsName(c.Choice, c.Place.Name):
		if !c.addOne(c.Place.Senses) {
			c.say(yield.of(deed))
		}
		return
	}
	if deed == doWait && c.Minutes >= longWait && c.Minutes <= longDeed && c.say(waited) {
		return
	}
	if c.say(yield.of(deed)) && english.OneOf(deed, "pursue search recall") {
		c.tellElsewhere()
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

// tellKnown comes back to something learned before.
func (c *composer) tellKnown() bool {
	for _, fact := range c.Known {
		if c.rested(fact) && c.sayOf(knowing, nil, c.with("fact", fact)) {
			c.ledger.use(fact)
			return true
		}
	}
	return false
}

// tellElsewhere says who or what place there is to turn to instead.
func (c *composer) tellElsewhere() bool {
	switch {
	case c.Whom != "":
		return c.sayOf(elsewhereWhom, nil, c.with("whom", c.Whom))
	case c.Where != "":
		return c.sayOf(elsewhereWhere, nil, c.with("where", c.Where))
	}
	return false
}
