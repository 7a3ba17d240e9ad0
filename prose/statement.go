package prose

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
)

// A word of a statement is as it is compared: in small letters, parted from 's and not, without what is written otherwise in another tense.
type word struct {
	text     string
	capital  bool // it was written with a capital, and is no word that holds a sentence together
	definite bool // it had an article
}

// A statement is what one clause says: its words in their order, with the commas between them. Who does what to whom, who says it, where it is and whether it is so
// are told by the order of the words, by "in", "to" and "not", so that two statements say the same where they have the same words in the same order.
type statement []word

// statementOf are the words of a sentence, without articles, and without "and" and "but" before it. I is the player outside of quotes, whom a summary calls "you".
func statementOf(sentence string) (all statement) {
	fields, article := strings.Fields(sentence), false
	for i, field := range fields {
		behind := ""
		if i+1 < len(fields) {
			behind = english.Bare(fields[i+1])
		}
		bare := strings.ToLower(strings.Trim(field, english.Signs+"–—-"))
		if OneOf(bare, "a an the") && !OneOf(behind, "few little") {
			article = true
			continue
		}
		if i == len(fields)-1 {
			field = strings.TrimRight(field, ".…")
		}
		if OneOf(bare, "and but") && len(all) > 0 && all[len(all)-1].text == "," {
			all = all[:len(all)-1]
		}
		words := wordsOfField(field)
		if len(words) > 0 {
			words[0].definite = article
		}
		all, article = append(all, words...), false
	}
	for len(all) > 1 && OneOf(all[0].text, "and but") {
		all = all[1:]
	}
	return perfect(all)
}

// wordsOfField are what stands between two spaces: a word, what is parted from it, and the sign behind it.
func wordsOfField(field string) (all statement) {
	text := strings.ToLower(strings.TrimRight(field, ",;:"))
	sign := field[len(text):]
	capital := english.IsCapital(field)
	add := func(text string) {
		all = append(all, word{text: text, capital: capital && text != "'s" && !english.IsFunctionWord(text)})
	}
	if text == "" {
		return []word{{text: sign}}
	}
	switch contracted := contractedWords[text]; {
	case contracted != "":
		for part := range strings.FieldsSeq(contracted) {
			add(part)
		}
	case strings.HasSuffix(text, "n't"):
		add(sameForm(strings.TrimSuffix(text, "n't")))
		add("not")
	case strings.HasSuffix(text, "'s"):
		add(text[:len(text)-2])
		add("'s")
	default:
		add(sameForm(text))
	}
	for _, r := range sign {
		all = append(all, word{text: string(r)})
	}
	return all
}

// contractedWords are written as one, or have another form of their own.
var contractedWords = map[string]string{
	"cannot": "can not", "can't": "can not", "won't": "will not", "shan't": "shall not", "my": "you 's", "your": "you 's", "i": "you", "me": "you", "mine": "yours", "myself": "yourself",
	"there's": "there be", "you're": "you be", "you've": "you have", "you'll": "you will", "i'm": "you be", "i've": "you have", "i'll": "you will",
	"they're": "they be", "we're": "we be", "they've": "they have", "we've": "we have", "he'll": "he will", "she'll": "she will", "it'll": "it will",
}

// sameForm is what those forms of an auxiliary verb have in common that are of one tense.
func sameForm(text string) string {
	switch {
	case OneOf(text, "am is are"):
		return "be"
	case text == "were":
		return "was"
	case text == "has":
		return "have"
	case text == "does":
		return "do"
	}
	return text
}

// pastForms are the past of auxiliary verbs, as they are compared.
var pastForms = map[string]string{"be": "was", "have": "had", "do": "did", "will": "would", "can": "could", "may": "might"}

// perfect has "has oiled the lock" as "oiled the lock", and nothing else: "has stolen silver" may say whose silver is.
func perfect(s statement) statement {
	for i := 1; i+2 < len(s); i++ {
		if OneOf(s[i].text, "have had") && !OneOf(s[i-1].text, modalWords+" to") && english.IsPast(s[i+1].text) && (s[i+2].definite || s[i+2].capital) {
			s = slices.Delete(slices.Clone(s), i, i+1)
		}
	}
	return s
}

// isToldAs reports whether a word that was told is another, or a verb of which that is the past.
func isToldAs(told, other string) bool {
	if told == other || pastForms[told] == other && other != "" {
		return true
	}
	return !isPastForm(told) && slices.ContainsFunc(verbsOf(other), func(verb string) bool { return told == verb || told == english.ThirdSingular(verb) })
}

func isPastForm(text string) bool {
	return english.PastBase(text) != "" || strings.HasSuffix(text, "ed") && len(text) > 4
}

// verbsOf are the verbs that a past form may be of.
func verbsOf(past string) (all []string) {
	if base := english.PastBase(past); base != "" {
		all = append(all, base)
	}
	if strings.HasSuffix(past, "ed") {
		for _, base := range english.Bases(past)[1:] {
			if english.PastOf(base) == past {
				all = append(all, base)
			}
		}
	}
	return all
}

// says reports whether a statement says what another does: in its words, but for adverbs that leave what they say as it is.
func (s statement) says(other statement) bool {
	i := 0
	for _, w := range s {
		switch {
		case i < len(other) && isToldAs(w.text, other[i].text):
			i++
		case !OneOf(w.text, idleAdverbs):
			return false
		}
	}
	return i == len(other)
}

// has reports whether one of the words of a list is in a statement.
func (s statement) has(list string) bool {
	return slices.ContainsFunc(s, func(w word) bool { return OneOf(w.text, list) })
}

// toldClauses are the clauses of a sentence that was told, where all of it is told as it is: in "Rook took it, and Celestin dreamed that" the end is of the beginning.
func (s statement) toldClauses() []statement {
	if s.holdsAnother() || s.has(fictionWords) {
		return []statement{s}
	}
	return s.clauses()
}

// clauses takes a statement apart at its "and" and its commas, where what stands behind one surely stands for itself: it has a subject and a verb, or a verb
// that goes with the subject of the clause before. Where a clause holds another or is not so, nothing is parted from it: who
// says, wants or denies the one may do so of the other.
func (s statement) clauses() (all []statement) {
	from := 0
	var subject statement
	for i := 1; i < len(s); i++ {
		if !OneOf(s[i].text, "and but , ;") {
			continue
		}
		of := s[i+1:]
		for len(of) > 0 && OneOf(of[0].text, "and but") {
			of = of[1:]
		}
		before := slices.Concat(subject, s[from:i])
		who, verb := before.subject()
		if verb < 0 || s[i].text != ";" && (before.holdsAnother() || before.has("and")) { // "you left the house and Ines" and Rook took the key
			continue
		}
		switch _, own := of.subject(); {
		case own > 0 && own+1 < len(of) && (s[i].text == ";" || !before.has(",")):
			all, subject = append(all, before), nil
		case s[i].text != ";" && of.beginsWithVerb(who):
			all, subject = append(all, before), who
		default:
			continue
		}
		from = len(s) - len(of)
		i = from
	}
	return append(all, slices.Concat(subject, s[from:]))
}

// subject is whom a clause is of, where that is plain, and where its verb stands; -1 where it is not.
func (s statement) subject() (who statement, verb int) {
	n := 0
	switch {
	case len(s) == 0:
		return nil, -1
	case OneOf(s[0].text, "you he she it they we there somebody someone nobody everybody"):
		n = 1
	default:
		for n < len(s) && n < 6 && (s[n].capital || s[n].text == "'s") {
			n++
		}
		if n < 2 && len(s) > 1 && !english.IsFunctionWord(s[0].text) { // "the old man"
			for n = 1; n < 3 && n < len(s) && !s.isVerb(n, s[:n]) && !english.IsFunctionWord(s[n].text) && !OneOf(s[n].text, ", ; :"); n++ {
			}
		}
	}
	at := n
	for at < len(s) && (OneOf(s[at].text, idleAdverbs) || english.IsAdverb(s[at].text)) {
		at++
	}
	if n == 0 || at >= len(s) || !s.isVerb(at, s[:n]) {
		return nil, -1
	}
	return slices.Clone(s[:n]), at
}

// isVerb reports whether a word of a statement is a verb that goes with a subject.
func (s statement) isVerb(at int, who statement) bool {
	text := s[at].text
	switch {
	case OneOf(text, auxiliaryWords+" "+modalWords), isPastForm(text):
		return true
	case len(who) == 1 && OneOf(who[0].text, "you they we"):
		return english.IsVerb(text)
	}
	return strings.HasSuffix(text, "s") && english.IsVerb(english.BaseOf(text))
}

// beginsWithVerb reports whether a clause begins with a verb for which it takes the subject of another: one that may be a noun has its object.
func (s statement) beginsWithVerb(who statement) bool {
	at := 0
	for at < len(s) && OneOf(s[at].text, idleAdverbs) {
		at++
	}
	if at+1 >= len(s) || OneOf(s[at].text, "and or") {
		return at < len(s) && isPastForm(s[at].text) && english.PastOf(s[at].text) != s[at].text
	}
	text := s[at].text
	return s.isVerb(at, who) && !(english.PastOf(text) == text || english.IsAlsoNoun(text) || english.IsAlsoNoun(english.BaseOf(text)) && !isPastForm(text))
}

// holdsAnother reports whether a clause has another in it, or turns round what it says.
func (s statement) holdsAnother() bool {
	for i, w := range s {
		if w.text == "to" && i+1 < len(s) && english.IsVerb(s[i+1].text) {
			return true
		}
		if OneOf(w.text, turningWords+" "+holdingWords+" "+modalWords+" :") || w.isReporting() {
			return true
		}
	}
	return false
}

// isReporting is true of a form of "say", and of other verbs that may hold a clause.
func (w word) isReporting() bool { return reportingForms()[w.text] }

var reportingForms = sync.OnceValue(func() map[string]bool {
	is := map[string]bool{}
	for verb := range strings.FieldsSeq(reportingVerbs) {
		for _, form := range []string{verb, english.ThirdSingular(verb), english.PastOf(verb), english.Participle(verb), english.Ing(verb)} {
			is[form] = true
		}
	}
	return is
})

// beginnings are a statement, and what of it goes before a comma where what follows adds no more than where or how: it can be left out.
func (s statement) beginnings() (all []statement) {
	all = []statement{s}
	for i := len(s) - 2; i > 1; i-- {
		rest := s[i+1:]
		if s[i].text != "," || !OneOf(rest[0].text, besidesWords) {
			continue
		}
		if slices.ContainsFunc(rest, func(w word) bool {
			return OneOf(w.text, turningWords+" "+fictionWords+" if unless as seem appear") || w.isReporting()
		}) {
			break
		}
		if _, verb := s[:i].subject(); verb > 0 {
			all = append(all, s[:i])
		}
	}
	return all
}

const (
	auxiliaryWords = "be was have had do did"
	modalWords     = "can could will would may might must shall should ought"

	// idleAdverbs leave what is said as it is.
	idleAdverbs = "quietly slowly quickly softly carefully gently closely again also already now"

	// turningWords turn round what is said.
	turningWords = "not no never nobody nothing none neither nor without against instead hardly scarcely barely almost nearly few fewer less only perhaps maybe"

	// holdingWords hold one clause in another.
	holdingWords = "if unless whether that who whom whose which what where when why how until till before after because since as than while though although or so lest"

	// reportingVerbs have what is said behind them said, thought, seen or brought about by somebody.
	reportingVerbs = "say tell ask answer reply add whisper mutter murmur shout call claim swear know think believe doubt suspect suppose hope fear deny admit confess explain promise threaten warn hear " +
		"see watch feel notice let make help bid want wish imagine dream pretend seem appear learn find remember forget recall understand guess insist write read order force allow mean show prove accuse blame suggest report declare agree decide try attempt refuse fail ought lie feign begin stop"

	// besidesWords begin what is said besides.
	besidesWords = "in on at by from with under over into through across along around behind beside between beyond above below near within down up where which who"

	// fictionWords are of what is not so.
	fictionWords = "dream dreams song songs tale tales story stories play plays rumour rumours legend theory opinion mind view eyes letter lie lies false word words picture pictures account accounts book telling repute name"
)
