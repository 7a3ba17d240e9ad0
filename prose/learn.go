package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// tellLearned tells what the player knows from now on, and how they come to know it:
// somebody says it, or they find it.
func (c *composer) tellLearned() {
	for i, l := range c.Learned {
		bank, who := c.learning(i, l)
		said := l.Text
		if who != nil {
			said = inMouth(said, *who)
		}
		c.sayOf(bank, who, c.with("fact", said, "rumour", said, "speaker", l.Speaker, "quote", `"`+english.SentenceCase(said)+`"`))
	}
}

// learning is the bank for the nth thing that is learned, and who says it.
func (c *composer) learning(n int, l Learned) ([]string, *Person) {
	who := c.somebody(l.Speaker)
	switch {
	case who != nil && !who.Silent && c.does("wait skip"):
		return overhearingOne, who
	case who != nil && !who.Silent:
		return c.telling(n, l, *who), who
	case who == nil && l.Speaker != "":
		return reported, nil
	case l.Rumour:
		return hearsay, nil
	case c.does("wait skip"):
		return overhearing, nil
	}
	if found := learning.of(string(c.kind())); found != nil {
		return found, nil
	}
	return learned, nil
}

// telling is the bank for the nth thing that is learned, where somebody says it.
func (c *composer) telling(n int, l Learned, who Person) []string {
	switch {
	case l.Rumour:
		return repeating
	case c.Aside && n == 0 && !c.does("befriend"):
		return turning
	case n == 0 && c.speaker == "" && c.quotable(inMouth(l.Text, who), who):
		return slices.Concat(telling, quoting)
	}
	return telling
}

// mostSaid is how many words somebody says in one breath.
const mostSaid = 28

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

// tellYield tells what a deed comes to that nothing else came of, and where to go
// instead. What people do is told with the people.
func (c *composer) tellYield() {
	if len(c.Learned)+len(c.Gained) > 0 {
		return
	}
	if c.grade() != action.Certain {
		if c.does("search") {
			c.tellElsewhere()
		}
		return
	}
	switch {
	case c.does("examine") && c.tellSeen(), c.does("recall") && c.tellKnown(),
		c.does("examine") && !c.Deed.Action.Place.None() && c.addOne(c.Place.Senses),
		c.does("wait skip") && c.Minutes >= longWait && c.Minutes <= longDeed && c.say(waited):
		return
	}
	if c.say(yield.of(string(c.kind()))) && c.does("pursue search recall") {
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
