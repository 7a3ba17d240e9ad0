package prose

import (
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// The length, in words, of a sentence that can be told by itself.
const (
	fewestAlone = 4
	mostAlone   = 40
)

// Tellable reports whether a sentence of an author's can be told where nothing that
// stood before it is: it is whole, in the third person, and leans on nothing.
func Tellable(sentence string) bool {
	n := Words(sentence)
	if n < fewestAlone || n > mostAlone || !strings.HasSuffix(sentence, ".") {
		return false
	}
	first := []rune(sentence)[0]
	return unicode.IsUpper(first) && !strings.ContainsAny(sentence, "\"“”[]{}<>|/=:") && says(sentence) && !leansOnBefore(sentence)
}

// leansOnBefore reports whether a sentence may speak of what stands before it: a "he"
// that no name comes before, an "it" near its beginning.
func leansOnBefore(sentence string) bool {
	named := false
	words := strings.Fields(sentence)
	for i, word := range words {
		word = strings.ToLower(strings.Trim(word, ",;:.()'’"))
		switch {
		case i == 0 && word == "there" && len(words) > 1 && english.OneOf(strings.ToLower(words[1]), "is was are were"):
		case i == 0 && english.OneOf(word, "this that these those take there then so but and or yet still none both neither nor one another others again afterwards however also such here too nobody thus therefore it its he she they his their her him them") && !namedSoon(words, word),
			i == 0 && hasContraction(word), english.OneOf(word, "this these those such same said"),
			english.OneOf(word, "he she him his her hers") && !named,
			english.OneOf(word, "it its they them their") && i < 4:
			return true
		}
		named = named || english.IsCapital(words[i]) && i > 0 || i == 0 && len(words) > 1 && english.IsCapital(words[1])
	}
	return false
}

// namedSoon: "Nobody in Varn" is somebody of whom it is said where.
func namedSoon(words []string, first string) bool {
	return first == "nobody" && len(words) > 2 && english.OneOf(words[1], "in at of on") && english.IsCapital(words[2])
}

// hasContraction: "They'd", "He's".
func hasContraction(word string) bool {
	who, _, found := strings.Cut(plainApostrophes(word), "'")
	return found && english.OneOf(who, "it he she they there that who")
}

// says reports whether a sentence has a verb, as far as that can be seen, and no
// word for whoever wrote it or reads it.
func says(sentence string) bool {
	words := strings.Fields(strings.ToLower(sentence))
	for i, word := range words {
		words[i] = strings.Trim(word, ",;:.()'’")
		if english.OneOf(words[i], "i me my mine we us our ours you your yours") {
			return false
		}
	}
	return english.HasVerb(words)
}
