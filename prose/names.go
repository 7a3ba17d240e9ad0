package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// inPassing is a text with the full name of each of those present once in a turn at the
// most: where it was told before, the short one stands.
func (c *composer) inPassing(text string) string {
	for _, p := range c.People {
		first := strings.Index(text, p.Name)
		if first < 0 {
			continue
		}
		short := c.shortOf(p.Name)
		if short == p.Name {
			continue
		}
		if !strings.Contains(c.text(), p.Name) {
			first += len(p.Name)
		}
		text = text[:first] + strings.ReplaceAll(text[first:], p.Name, short)
	}
	return text
}

// shortOf is what somebody is called who was named in full. A name that would then be
// another's too stays.
func (c *composer) shortOf(name string) string {
	short := english.ShortName(name)
	for _, other := range c.People {
		if other.Name != name && containsName(other.Name, short) {
			return name
		}
	}
	if c.Persona.Name != "" && containsName(c.Persona.Name, short) {
		return name
	}
	return short
}

// inMouth is a fact as somebody tells it of themselves: of "Tobias Vane put out the
// lamp" he says that he put out the lamp.
func inMouth(fact string, p Person) string {
	pro := english.PronounsFor(p.Pronouns)
	if pro.Plural {
		return fact
	}
	if rest, ok := strings.CutPrefix(fact, p.Name+" "); ok {
		return pro.Subject + " " + rest
	}
	if rest, ok := strings.CutPrefix(fact, english.Possessive(p.Name)+" "); ok {
		return pro.Possessive + " " + rest
	}
	return fact
}

// shown is under what the history knows that somebody was seen or heard.
func shown(p Person) string { return " shown " + p.Name }

// isNews reports whether somebody can still be introduced: nobody is who has spoken.
func (c *composer) isNews(p Person) bool {
	_, before := c.ledger.used[fnv(0, shown(p))] // in another turn than this
	return p.Introduced != "" && !before && !slices.ContainsFunc(c.Authored, func(text string) bool { return containsName(text, p.Name) })
}
