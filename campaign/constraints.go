package campaign

import (
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/campaign/condition"
)

// Constraints are what must stay true, whoever tells the story.
type Constraints struct {
	Prose  Text // in words, for prompts
	Checks []Constraint
}

// A Constraint is one block that is checked.
type Constraint struct {
	ID      string                `field:"id"`
	Never   []string              `field:"never"` // words that no prose may hold
	Hold    *condition.Expression // what is always true, or nil
	Because string                `field:"because"`
	File    string
	Line    int
}

// A Breach is a constraint that something breaks.
type Breach struct {
	Constraint *Constraint
	Words      string // the forbidden words, or the expression that does not hold
}

// CheckText looks for forbidden words in prose: whole words, in their order,
// whatever stands between them but letters, and in whatever case.
func (c *Constraints) CheckText(text string) []Breach {
	var breaches []Breach
	normal := normalWords(text)
	for i := range c.Checks {
		for _, words := range c.Checks[i].Never {
			if wanted := normalWords(words); len(wanted) > 1 && strings.Contains(normal, wanted) {
				breaches = append(breaches, Breach{&c.Checks[i], words})
			}
		}
	}
	return breaches
}

// normalWords is a text as " word word ".
func normalWords(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		b.WriteString(word)
		b.WriteByte(' ')
	}
	return b.String()
}

// CheckFacts looks for expressions that do not hold. One that cannot be computed,
// because nobody has set what it speaks of, is not broken.
func (c *Constraints) CheckFacts(f *condition.Facts) []Breach {
	var breaches []Breach
	for i := range c.Checks {
		hold := c.Checks[i].Hold
		if hold == nil {
			continue
		}
		if holds, err := hold.Holds(f); err == nil && !holds {
			breaches = append(breaches, Breach{&c.Checks[i], hold.String()})
		}
	}
	return breaches
}
