package prose

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Persona is the player's character and how the story speaks of it. The zero
// Persona is "you", in the present.
type Persona struct {
	Name     string    `json:"name,omitempty"`
	Pronouns string    `json:"pronouns,omitempty"` // "she", "he", "they", "it"; also "she/her"
	Person   Viewpoint `json:"person,omitempty"`
	Tense    Tense     `json:"tense,omitempty"`
}

func (p Persona) normal() Persona {
	p.Name = name(p.Name)
	if p.Person != First && p.Person != Third {
		p.Person = Second
	}
	if p.Tense != Past {
		p.Tense = Present
	}
	return p
}

// name is a name as it may stand in a sentence.
// It has no quotation marks and no sign at its ends.
func name(text string) string {
	text = strings.NewReplacer(`"`, "", "“", "", "”", "").Replace(CleanLine(text, 60))
	return strings.Trim(phrase(text, 60), " .,;:!?'’")
}

// phrase is one line of foreign text that may stand in a sentence, or "" where
// there are no words in it.
func phrase(text string, limit int) string {
	if text = plain(evenQuotes(CleanLine(text, limit))); len(wordsOf(text)) == 0 {
		return ""
	}
	return text
}

// evenQuotes takes out quotation marks that are not opened and closed.
func evenQuotes(text string) string {
	if strings.Count(text, `"`)%2 == 0 && strings.Count(text, "“") == strings.Count(text, "”") {
		return text
	}
	return strings.NewReplacer(`"`, "", "“", "", "”", "").Replace(text)
}

// plain takes out the signs of the form language.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(formSigns, r) {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// Pronouns are the player's in this story's person.
func (p Persona) pronouns() Pronouns {
	switch p.Person {
	case First:
		return english.IMy
	case Third:
		return english.PronounsFor(p.Pronouns)
	}
	return english.YouYour
}
