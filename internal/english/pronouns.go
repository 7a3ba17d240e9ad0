package english

import "strings"

// Pronouns are the words that stand for someone.
type Pronouns struct {
	Subject, Object, Possessive, Absolute, Reflexive string

	Plural bool // the verb after the subject: "they are"
}

// The sets of pronouns there are.
var (
	SheHer   = Pronouns{"she", "her", "her", "hers", "herself", false}
	HeHim    = Pronouns{"he", "him", "his", "his", "himself", false}
	ItIts    = Pronouns{"it", "it", "its", "its own", "itself", false}
	TheyThem = Pronouns{"they", "them", "their", "theirs", "themselves", true}
	YouYour  = Pronouns{"you", "you", "your", "yours", "yourself", false}
	IMy      = Pronouns{"I", "me", "my", "mine", "myself", false}
)

// PronounsFor reads "she", "she/her" and the like; whatever it does not know is
// "they".
func PronounsFor(text string) Pronouns {
	subject, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "/")
	switch strings.TrimSpace(subject) {
	case "she":
		return SheHer
	case "he":
		return HeHim
	case "it":
		return ItIts
	}
	return TheyThem
}
