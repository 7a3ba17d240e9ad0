package english

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Article is the indefinite article that the sound of a phrase asks for: "an
// hour", "a one-eyed man", "an old key", "an 8".
func Article(phrase string) string {
	word := strings.ToLower(FirstWord(phrase))
	if soundsLikeVowel(word, FirstWord(phrase)) {
		return "an"
	}
	return "a"
}

// silentH begin with a letter nobody says; likeYou begin with a vowel letter but
// the sound of "you", or of "won"; notYou look like those and are not.
var (
	silentH = []string{"hour", "heir", "honest", "honour", "honor"}
	likeYou = []string{"uni", "use", "usi", "usu", "usa", "uten", "uter", "utop", "ubiq", "eu", "ewe", "one", "once", "u-", "ural", "uran"}
	notYou  = []string{"unin", "unim", "unid", "onei"}
)

func soundsLikeVowel(word, written string) bool {
	switch {
	case word == "":
		return false
	case unicode.IsDigit(rune(word[0])):
		return word[0] == '8' || word == "11" || word == "18" || strings.HasPrefix(word, "11-") || strings.HasPrefix(word, "18-")
	case spelledOut(written):
		return strings.ContainsRune("AEFHILMNORSX", rune(written[0]))
	case HasAnyPrefix(word, silentH):
		return true
	case HasAnyPrefix(word, notYou):
		return true
	case HasAnyPrefix(word, likeYou):
		return false
	}
	first, _ := utf8.DecodeRuneInString(word)
	return strings.ContainsRune("aeiouàáâäåæèéêëìíîïòóôöøœùúûü", first)
}

// spelledOut reports whether a word begins with a letter that is said by its
// name: "S-bend", "MP", "X".
func spelledOut(written string) bool {
	if written == "" || written[0] < 'A' || written[0] > 'Z' {
		return false
	}
	return len(written) == 1 || written[1] == '-' || written[1] >= 'A' && written[1] <= 'Z' && !strings.ContainsAny(written[1:], "AEIOUaeiou")
}

// WithArticle gives a thing the determiner it lacks: "brass key" is "a brass
// key", "matches" is "some matches", "the lamp" and "Ines's coat" stay.
func WithArticle(thing string) string {
	switch first := strings.ToLower(FirstWord(thing)); {
	case thing == "", IsDeterminer(first), IsPossessive(first):
		return thing
	case LooksPlural(thing):
		return "some " + thing
	}
	return Article(thing) + " " + thing
}

// Definite speaks of a thing already known: "a brass key" is "the brass key".
func Definite(thing string) string {
	first := strings.ToLower(FirstWord(thing))
	switch {
	case first == "a", first == "an", first == "some":
		return "the" + thing[len(first):]
	case thing == "", IsDeterminer(first), IsPossessive(first), IsProperName(thing):
		return thing
	}
	return "the " + thing
}

// IsProperName reports whether a thing has a name of its own, "Saint Orla": of several
// words, each with a capital.
func IsProperName(thing string) bool {
	words := strings.Fields(thing)
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return !unicode.IsUpper(r)
	})
}

func IsDeterminer(word string) bool {
	return OneOf(word, "a an the some any no my your his her its our their this that these those two three four five six seven eight nine ten twelve several many few half both all") ||
		word != "" && unicode.IsDigit(rune(word[0]))
}

func IsPossessive(word string) bool {
	return strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "s'") || strings.HasSuffix(word, "’s")
}

func LooksPlural(thing string) bool {
	words := strings.Fields(thing)
	last := strings.ToLower(words[len(words)-1])
	if i := IndexWord(words, "of"); i > 0 {
		last = strings.ToLower(words[i-1]) // "a pair of boots" counts pairs
	}
	return strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && !strings.HasSuffix(last, "us") && !strings.HasSuffix(last, "is") &&
		!OneOf(last, "lens compass gas atlas canvas glass news chess")
}

// Possessive is the owner's form: "Ines's", "the Lamp Keepers'", "Tom's". A name
// takes 's whatever it ends in; a plural after "the" takes the bare apostrophe.
func Possessive(name string) string {
	if strings.HasPrefix(strings.ToLower(name), "the ") && LooksPlural(name) {
		return name + "'"
	}
	return name + "'s"
}

// The titles that go with the name that follows, and with the last of the names.
const (
	withFirst = "sister brother father mother abbot abbess dame don aunt uncle saint"
	withLast  = "mr mrs miss ms dr doctor captain mister mistress professor sergeant colonel constable reverend"
)

// IsTitle knows the words, in small letters, that stand before a name as a title.
func IsTitle(word string) bool { return OneOf(word, withFirst+" "+withLast) }

// ShortName is what somebody is called who was named in full: "Ines Vane" is "Ines",
// "Sister Marguerite Vail" is "Sister Marguerite", "Captain John Okey" is "Captain Okey".
// A description stays.
func ShortName(name string) string {
	words := strings.Fields(name)
	if !IsProperName(name) || strings.ContainsAny(name, ",.") {
		return name
	}
	switch title := strings.ToLower(words[0]); {
	case OneOf(title, "the old young"):
		return name
	case OneOf(title, withFirst):
		return words[0] + " " + words[1]
	case OneOf(title, withLast):
		return words[0] + " " + words[len(words)-1]
	}
	return words[0]
}

// Join lists things as a sentence does: "a", "a and b", "a, b and c".
func Join(things []string) string {
	switch n := len(things); n {
	case 0:
		return ""
	case 1:
		return things[0]
	default:
		return strings.Join(things[:n-1], ", ") + " and " + things[n-1]
	}
}

// SentenceCase makes the first letter a capital, behind any opening quotation mark.
func SentenceCase(text string) string {
	for i, r := range text {
		if unicode.IsLetter(r) {
			return text[:i] + string(unicode.ToUpper(r)) + text[i+utf8.RuneLen(r):]
		}
		if unicode.IsDigit(r) {
			break
		}
	}
	return text
}

// MidSentence puts a sentence after other words: its first letter becomes small
// where the word is one that only a sentence's beginning would write large.
// Anything else may be a name and stays.
func MidSentence(text string) string {
	first := FirstWord(text)
	if first != "I" && OneOf(strings.ToLower(first), startsSentences) {
		r, size := utf8.DecodeRuneInString(text)
		return string(unicode.ToLower(r)) + text[size:]
	}
	return text
}

const startsSentences = "a an the some any no my your his her its our their this that these those you he she it we they there here " +
	"in on at by from to of with without under over before after when while where why how who what which if as since until because " +
	"and but or not nobody nothing no-one everybody everyone everything someone somebody something one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety " +
	"towards toward into through across along up down out off back inside outside past every each all most many few once long old never always only even near behind beside between beyond above below for so"

// EndSentence gives a text the full stop it lacks.
func EndSentence(text string) string {
	text = strings.TrimRight(text, " ,;:-–—")
	if text == "" || EndsSentence(text) {
		return text
	}
	return text + "."
}

func EndsSentence(text string) bool {
	text = strings.TrimRight(text, `"'”’)`)
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?…", r)
}

// Span says a length of story time in words: "a quarter of an hour", "two
// days". It is as exact as people are.
func Span(minutes int) string {
	switch {
	case minutes < 8:
		return "a few minutes"
	case minutes < 13:
		return "ten minutes"
	case minutes < 18:
		return "a quarter of an hour"
	case minutes < 25:
		return "twenty minutes"
	case minutes < 50:
		return "half an hour"
	case minutes < 80:
		return "an hour"
	case minutes < 110:
		return "an hour and a half"
	case minutes < 20*60:
		return Number((minutes+30)/60) + " hours"
	}
	return longSpan((minutes + 12*60) / (24 * 60))
}

func longSpan(days int) string {
	switch {
	case days <= 1:
		return "a day"
	case days < 7:
		return Number(days) + " days"
	case days < 11:
		return "a week"
	case days < 45:
		return Number((days+3)/7) + " weeks"
	case days < 320:
		return Number((days+15)/30) + " months"
	case days < 548:
		return "a year"
	}
	return Number((days+182)/365) + " years"
}

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"}

// Number writes a small count in words and a larger one in digits.
func Number(n int) string {
	if n >= 0 && n < len(numbers) {
		return numbers[n]
	}
	return strconv.Itoa(n)
}

var tens = [...]string{"thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}

// NumberOf reads a count in words, in small letters: one to twenty, and whole tens.
func NumberOf(word string) (n int, ok bool) {
	if n = slices.Index(numbers[1:], word); n >= 0 {
		return n + 1, true
	}
	if n = slices.Index(tens[:], word); n >= 0 {
		return 30 + 10*n, true
	}
	return 0, false
}

func FirstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.Trim(word, `,.;:!?"“”`)
}

// OneOf looks a word up in a list written as one line of text, its words apart by single
// spaces. Lists are constants of that form, because they cost a program nothing until
// they are read, and a bundled skill starts for every step of a plan.
func OneOf(word, list string) bool {
	if word == "" || strings.Contains(word, " ") {
		return false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], word)
		if i < 0 {
			return false
		}
		begin := from + i
		from = begin + len(word)
		if (begin == 0 || list[begin-1] == ' ') && (from == len(list) || list[from] == ' ') {
			return true
		}
	}
}

func HasAnyPrefix(word string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(word, p) {
			return true
		}
	}
	return false
}

func IndexWord(words []string, word string) int {
	for i, w := range words {
		if w == word {
			return i
		}
	}
	return -1
}

// Clock says a time of day in words, by the nearest five minutes: "half past nine",
// "nearly twenty to six", "noon". Minutes are those since midnight.
func Clock(minute int) string {
	minute = ((minute % minutesOfDay) + minutesOfDay) % minutesOfDay
	near := (minute + 2) / 5 * 5
	about := ""
	switch {
	case near > minute:
		about = "nearly "
	case near < minute:
		about = "just after "
	}
	hour, past := near/60%24, near%60
	switch {
	case past == 0 && hour == 0:
		return about + "midnight"
	case past == 0 && hour == 12:
		return about + "noon"
	case past == 0:
		return about + hourName(hour) + " o'clock"
	case past <= 30:
		return about + fractions[past/5] + " past " + hourName(hour)
	}
	return about + fractions[(60-past)/5] + " to " + hourName(hour+1)
}

const minutesOfDay = 24 * 60

func hourName(hour int) string { return numbers[(hour+11)%12+1] }

// fractions are the parts of an hour in steps of five minutes.
var fractions = [...]string{"", "five", "ten", "a quarter", "twenty", "twenty-five", "half"}
