package english

import "strings"

// HasVerb reports whether one of the words of a sentence, in small letters and without its
// signs, is a verb that makes it one. It would rather miss a verb than take a noun for one:
// a form in "-s" counts from the third word on, one in "-ed" too.
func HasVerb(words []string) bool {
	for i, word := range words {
		switch {
		case OneOf(word, sureVerbs):
			return true
		case i > 0 && (i > 1 || !strings.HasSuffix(word, "ed")) && IsPast(word) && !OneOf(word, "hundred sacred naked wicked kindred indeed crooked learned"):
			return true
		case i > 1 && strings.HasSuffix(word, "s") && IsVerb(BaseOf(word)):
			return true
		}
	}
	return false
}

const sureVerbs = "is are was were be been has have had do does did will would shall should can could may might must came come comes went go goes made make makes took take takes gave give gives kept keep keeps saw see sees stood stand stands lay lies ran run runs fell fall falls said say says knew know knows found find finds remain remains drank struck broke held hold holds left leave leaves burned burnt lit built brought"

// IsPersonsVerb knows finite verbs that in prose are mostly said of people: "says", "waited".
// Behind a name one speaks for a person who bears it, and is weighed against what speaks for
// a place or a thing.
func IsPersonsVerb(word string) bool { return OneOf(word, personsVerbs) }

const personsVerbs = "says said asks asked tells told knows knew wants wanted thinks thought waits waited watches watched keeps kept smiles " +
	"smiled believes believed remembers remembered works worked lives lived runs ran sells sold owns owned hates hated loves " +
	"loved fears feared swears swore sits sat stands stood has had is was will died went came left sent wrote"
