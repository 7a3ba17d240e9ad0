package english

import "strings"

// Signs are what may stand at the ends of a word in a sentence.
const Signs = `.,;:!?"'()“”…`

// Words that tell what follows them: a thing, a thing or a place, a clause.
const (
	Determiners   = "a an the some any no my your his her its our their this that these those one two three it him them nothing everything something everyone someone"
	Prepositions  = "in on at by from to of with without under over before after into onto toward towards through across along around behind beside between beyond above below for about against near off up down out"
	ClauseMarkers = "who what where when why how whether if until while that which because as since"
)

// Bare is a word in small letters without the signs at its ends.
func Bare(word string) string { return strings.ToLower(strings.Trim(word, Signs)) }

// IsCapital reports whether a word begins with a capital, behind any signs.
func IsCapital(word string) bool {
	word = strings.TrimLeft(word, Signs)
	return word != "" && word[0] >= 'A' && word[0] <= 'Z'
}

// IsAdverb knows the adverbs that may stand before a verb: "quietly", "just".
func IsAdverb(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "ly") && !IsVerb(word) && !OneOf(word, "family only early lovely friendly lonely daily reply apply rely supply comply belly assembly") || OneOf(word, "just never then simply")
}

// WithoutHint drops a remark in brackets behind a choice: "Climb (Nerve)".
func WithoutHint(choice string) string {
	choice = strings.TrimSpace(choice)
	for _, brackets := range []string{"()", "[]"} {
		if open := strings.LastIndexByte(choice, brackets[0]); open > 0 && choice[len(choice)-1] == brackets[1] {
			choice = strings.TrimSpace(choice[:open])
		}
	}
	return choice
}

// Spoken is a line in quotation marks as it stands before "she said": its full stop
// is a comma.
func Spoken(line string) string {
	line = EndSentence(line)
	if strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "..") {
		line = line[:len(line)-1] + ","
	}
	return `"` + line + `"`
}
