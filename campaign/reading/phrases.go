package reading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
	"github.com/narratoria/narratoria/internal/english/tagger"
)

// A token is a word with its part of speech.
type token = tagger.Token

// A phrase is a noun with what belongs to it: "the youngest waiter", "Brother Anselm Rook",
// "the lock" of "the lock of the Ossuary".
type phrase struct {
	from, to int    // its tokens
	det      string // "the", "a", "his", "twelve", in small letters; "" for none
	words    []string
	proper   bool
	plural   bool
	counted  bool    // a number stands before it
	role     string  // "novice" of "the novice Pietro"
	owner    int     // the phrase that it belongs to, "the Colonel's", or -1
	of       int     // the phrase behind "of" or "to" that it goes on with, or -1
	subject  string  // the verb it is the subject of, in its base form
	prep     string  // the preposition before it
	follows  string  // "who", "which", "where": what follows it
	object   string  // the verb it is the object of, in its base form
	there    bool    // the sentence says that there is such a thing
	list     *phrase // the first of the list that it stands in; itself where it is that
	said     *said
	entity   *entity
}

func (p *phrase) head() string { return strings.ToLower(p.words[len(p.words)-1]) }

// name is the phrase without its article.
func (p *phrase) name() string { return strings.Join(p.words, " ") }

// A said is a sentence being read.
type said struct {
	text    string
	premise bool
	block   *block
	first   bool // of its block
	tokens  []token
	phrases []*phrase
	verbs   []int // the finite verbs
	subject *phrase
	listed  bool // phrases of a list behind a colon
	label   string
	odd     Odd  // by its words
	player  bool // it speaks of the player
}

// finite reports whether a tag is that of a verb that makes a sentence.
func finite(tag string) bool { return tag == "VBZ" || tag == "VBD" || tag == "VBP" || tag == "MD" }

func noun(tag string) bool { return strings.HasPrefix(tag, "NN") }

const nobodies = "somebody someone nobody anybody anyone everyone everybody nothing something anything everything none one ones others another rest thing things way ways lot same else"

// correct mends what the tagger takes for something else in prose: verbs behind their
// subject for plurals, nouns without a noun behind them for adjectives, names for words.
func (t *text) correct(s *said) {
	for i := range s.tokens {
		k := &s.tokens[i]
		low := strings.ToLower(k.Text)
		before, after := tagAt(s.tokens, i-1), tagAt(s.tokens, i+1)
		switch {
		case strings.ContainsAny(k.Text, "\"“”‘’'") && len([]rune(k.Text)) == 1:
			k.Tag = "''"
		case isNumber(low):
			k.Tag = "CD"
		case english.OneOf(low, "the a an this that these those") && (noun(after) || strings.HasPrefix(after, "JJ")) && low != "that":
			k.Tag = "DT"
		case english.OneOf(low, nobodies) && low != "one" && low != "rest" && low != "way" && low != "thing":
			k.Tag = "PN"
		case low == "cannot":
			k.Tag = "MD"
		case before == "MD" && noun(k.Tag) && t.lexicon.Verb(low) > 0: // "cannot lie"
			k.Tag = "VB"
		case k.Tag == "NNS" && before == "NNP" && english.OneOf(after, "DT PRP$") && t.verbShare(low) > 0 && !anyFinite(s.tokens): // "Abbot Celestin rules the house."
			k.Tag = "VBZ"
		case english.OneOf(low, "is are was were"):
			k.Tag = map[string]string{"is": "VBZ", "are": "VBP", "was": "VBD", "were": "VBD"}[low]
		case (k.Tag == "VBD" || k.Tag == "VBN" || k.Tag == "VB" || k.Tag == "VBP") && finite(after) && (noun(before) || before == "DT") && t.lexicon.Knows(low) && after != "MD":
			k.Tag = "NN"
		case (k.Tag == "NN" || k.Tag == "VB") && before == "NNP" && english.IsVerb(low) && english.OneOf(textAt(s.tokens, i+1), "where in on at along above below behind beyond") && !anyFinite(s.tokens[:i]):
			k.Tag = "VBP"
		case k.Tag == "VBZ" && textAt(s.tokens, i+1) == "of" && noun(before) && before != "NNP":
			k.Tag = "NNS"
		case k.Tag == "NNS" && (noun(before) || before == "WDT" || before == "WP" || before == "PRP" || before == "RB" && i > 1) && before != "NNPS" && !noun(after) && after != "POS" && isThird(low) && !(before == "NNP" && t.lexicon.Knows(low) && finiteLater(s.tokens, i+1) && !english.OneOf(after, "IN TO DT PRP PRP$ RB")) && !finiteLaterClose(s.tokens, i+1):
			k.Tag = "VBZ"
		case (strings.HasPrefix(k.Tag, "JJ") || k.Tag == "VBP" || k.Tag == "VB" || k.Tag == "RB" && before == "DT") && determined(s.tokens, i) && !noun(after) && !strings.HasPrefix(after, "JJ") && after != "CD" && after != "VBN" && (after != "VBG" || english.OneOf(textAt(s.tokens, i+1), "missing lying hanging standing")) && t.lexicon.Knows(low) && !english.OneOf(low, "more most own other such only same last next first second third very much many few little old young late far back down up out best worst latter former empty full half open shut dead blind poor rich living sick"):
			k.Tag = "NN"
		}
		r, _ := utf8.DecodeRuneInString(k.Text)
		if i > 0 && unicode.IsUpper(r) && s.tokens[i-1].Text != ":" && low != "i" && !english.OneOf(low, months) && !startsQuote(s.tokens, i) && !english.OneOf(low, peoples) {
			if k.Tag != "NNPS" {
				k.Tag = "NNP"
			}
		}
		if english.OneOf(strings.TrimSuffix(low, "s"), months) {
			k.Tag = "TIME"
		}
	}
	s.numberedNames()
	t.verbless(s)
	first := firstWord(s.tokens)
	if first < len(s.tokens) {
		k := &s.tokens[first]
		low := strings.ToLower(k.Text)
		r, _ := utf8.DecodeRuneInString(k.Text)
		next := tagAt(s.tokens, first+1)
		switch {
		case !unicode.IsUpper(r):
		case s.numberedAt(first+1) && !english.IsFunctionWord(low): // "Ring A", "Room 314"
			k.Tag, s.tokens[first+1].Tag = "NNP", "NNP"
		case next == "NNP" && first == 0 && t.lexicon.Knows(low) && !english.IsFunctionWord(low) && t.lexicon.Noun(low).Of(lexicon.Time) < 5 && (noun(k.Tag) || t.large[low] || k.Tag == "VBG"): // "Camp Wannadoo"
			k.Tag = "NNP"
		case k.Tag == "NNS" && next == "NNP" && !t.small[low] && !t.lexicon.Knows(low): // "Carruthers Minor"
			k.Tag = "NNP"
		case k.Tag == "NNP" && t.small[low] && !english.OneOf(low, nameTitles):
			k.Tag = "NN"
		case k.Tag != "TIME" && (t.large[low] || english.OneOf(low, nameTitles)) && (!t.small[low] || english.OneOf(low, nameTitles) && tagAt(s.tokens, first+1) == "NNP") && !english.IsFunctionWord(low):
			k.Tag = "NNP"
		case k.Tag == "NNP" && t.lexicon.Knows(low) && !t.large[low] && !english.OneOf(low, nameTitles) && tagAt(s.tokens, first+1) != "NNP":
			k.Tag = "NN"
		}
	}
}

// isNumber reports whether a word is a number written out, "one" and "a hundred" left alone:
// they are other things more often.
func isNumber(low string) bool {
	first, rest, _ := strings.Cut(low, "-")
	return english.OneOf(first, numbers) && (rest == "" || english.OneOf(rest, numbers) || rest == "one")
}

const numbers = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"

// numberedNames makes one name of a word and what it is numbered by: "Number One", "Lab B",
// "Airlock 2", "core 88".
func (s *said) numberedNames() {
	for i := 1; i < len(s.tokens); i++ {
		k, before := &s.tokens[i], s.tokens[i-1]
		r, _ := utf8.DecodeRuneInString(before.Text)
		switch {
		case !noun(before.Tag) || strings.HasSuffix(before.Tag, "S"):
		case unicode.IsUpper(r) && s.numberedAt(i):
			s.tokens[i-1].Tag, k.Tag = "NNP", "NNP"
		case isDigits(k.Text) && before.Tag == "NN" && !english.OneOf(tagAt(s.tokens, i+1), "NN NNS NNP JJ"):
			k.Tag = "CD"
			if i > 1 && (s.tokens[i-2].Tag == "DT" || s.tokens[i-2].Tag == "PRP$") {
				continue
			}
			s.tokens[i-1].Tag, k.Tag = "NNP", "NNP"
		}
	}
}

const capitalNumbers = "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve I II III IV V VI VII VIII IX X"

// isLabel: a capital letter, or a number: "B", "2", "2,117".
func isLabel(word string) bool {
	return len(word) == 1 && word >= "A" && word <= "Z" && word != "I" || isDigits(word)
}

// numberedAt reports whether at i stands a number or letter that a name ends with.
func (s *said) numberedAt(i int) bool {
	return i < len(s.tokens) && (isLabel(s.tokens[i].Text) || english.OneOf(s.tokens[i].Text, capitalNumbers)) && !noun(tagAt(s.tokens, i+1)) && !strings.HasPrefix(tagAt(s.tokens, i+1), "JJ") && tagAt(s.tokens, i+1) != "CD"
}

func isDigits(word string) bool {
	return word != "" && strings.Trim(word, "0123456789,") == "" && word[0] != ','
}

// verbless finds the verbs of clauses that seem to have none, because the tagger took them
// for nouns: "The minister fasts." "The tents stand in the lee of the wall".
func (t *text) verbless(s *said) {
	for i := 1; i < len(s.tokens); i++ { // no second verb without a second subject: "has the honours boards"
		if k := &s.tokens[i]; k.Tag == "VBZ" && strings.HasSuffix(k.Text, "s") && tagAt(s.tokens, i-1) == "NN" && s.finiteBefore(i) && t.verbShare(k.Text) < 5 {
			k.Tag = "NNS"
		}
	}
	for from := 0; from < len(s.tokens); {
		to := from
		for to < len(s.tokens) && s.tokens[to].Tag != "." && s.tokens[to].Tag != ":" {
			to++
		}
		least := 5
		if !anyFinite(s.tokens[from:to]) && from == 0 {
			least = 3
		}
		for i := from + 1; i < to; i++ {
			if tag := t.verbAt(s, i, to); tag != "" && !s.finiteBefore(i) && t.verbShare(s.tokens[i].Text) >= least {
				s.tokens[i].Tag = tag
			}
		}
		from = to + 1
	}
	seen := false
	for i := 1; i < len(s.tokens); i++ { // and what goes on with "and": "holds the rope and dives for coins"
		k := &s.tokens[i]
		seen = seen || k.Tag == "VBZ"
		before := textAt(s.tokens, i-1)
		if seen && k.Tag == "NNS" && (before == "and" || before == "or") && tagAt(s.tokens, i-2) != "NNS" && t.verbShare(k.Text) >= 3 && tagAt(s.tokens, i+1) != "." && behindVerb(s.tokens, i+1) && !english.OneOf(textAt(s.tokens, i+1), "of and") {
			k.Tag = "VBZ"
		}
	}
}

// verbAt is the tag of a verb that a noun at i may be, by what stands around it; "" for none.
func (t *text) verbAt(s *said, i, to int) string {
	k, before := s.tokens[i], s.tokens[i-1]
	if !noun(before.Tag) && !(before.Tag == "RB" && i > 1 && noun(s.tokens[i-2].Tag)) || !(behindVerb(s.tokens, i+1) || before.Tag == "NNP" && tagAt(s.tokens, i+1) == "NNS" || i+1 >= to) || textAt(s.tokens, i+1) == "of" {
		return ""
	}
	low := strings.ToLower(k.Text)
	plural := before.Tag == "NNS" || before.Tag == "NNPS"
	switch {
	case k.Tag == "NNS" && !plural && strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss"):
		return "VBZ"
	case (k.Tag == "NN" || k.Tag == "VB") && plural && t.lexicon.Verb(low) > 0:
		return "VBP"
	case noun(k.Tag) && english.PastBase(low) != "" && !strings.HasSuffix(low, "ed") && t.lexicon.Verb(low) == 0:
		return "VBD"
	}
	return ""
}

// verbShare is how many tenths of a word's uses are as a verb, in whichever form.
func (t *text) verbShare(word string) int {
	low := strings.ToLower(word)
	if base := english.PastBase(low); base != "" {
		return t.lexicon.Verb(base)
	}
	if strings.HasSuffix(low, "s") {
		return max(t.lexicon.Verb(english.BaseOf(low)), t.lexicon.Verb(strings.TrimSuffix(low, "s")))
	}
	return t.lexicon.Verb(low)
}

// behindVerb reports whether at i stands what stands behind a verb, and seldom behind a
// plural.
func behindVerb(tokens []token, i int) bool {
	return i >= len(tokens) || english.OneOf(tokens[i].Tag, "IN TO RB RP PRP PRP$ DT PDT . ,")
}

// finiteBefore reports whether a verb stands before the word at i that has no other subject
// behind it: nothing between them joins, and nothing begins a clause of its own.
func (s *said) finiteBefore(i int) bool {
	for i--; i >= 0; i-- {
		switch k := s.tokens[i]; {
		case finite(k.Tag):
			return true
		case english.OneOf(k.Tag, ", . : CC WDT WP WRB PRP ( )") || k.Tag == "IN" && english.OneOf(strings.ToLower(k.Text), "that if because until when while though although since after before as where"):
			return false
		}
	}
	return false
}

// particles are the small words inside of names.
const particles = "van von de der den du da di do dos das del della la le des bin ibn ben ould ag ap af al el zu zum zur ter ten"

const months = "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december christmas easter whitsun michaelmas"

const peoples = "english french german dutch latin greek portuguese spanish turkish turkey italian russian persian indian chinese european american roman christian jewish muslim scottish irish welsh"

func startsQuote(tokens []token, i int) bool {
	before := tokens[i-1].Text
	return strings.ContainsAny(before, "\"“:") || before == "." || before == "!" || before == "?"
}

func firstWord(tokens []token) int {
	for i, k := range tokens {
		if strings.IndexFunc(k.Text, unicode.IsLetter) >= 0 {
			return i
		}
	}
	return len(tokens)
}

func tagAt(tokens []token, i int) string {
	if i < 0 || i >= len(tokens) {
		return ""
	}
	return tokens[i].Tag
}

func textAt(tokens []token, i int) string {
	if i < 0 || i >= len(tokens) {
		return ""
	}
	return strings.ToLower(tokens[i].Text)
}

// isThird reports whether a word is a verb in the third person.
func isThird(word string) bool {
	return strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && english.IsVerb(english.BaseOf(word))
}

// finiteLater reports whether another finite verb follows before the clause ends.
func finiteLater(tokens []token, from int) bool {
	for _, k := range tokens[min(from, len(tokens)):] {
		if k.Tag == "," || k.Tag == ":" || k.Tag == "." {
			return false
		}
		if finite(k.Tag) {
			return true
		}
	}
	return false
}

func anyFinite(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(k token) bool { return finite(k.Tag) })
}

// finiteLaterClose is finiteLater for the next word alone, but for adverbs.
func finiteLaterClose(tokens []token, from int) bool {
	for from < len(tokens) && tokens[from].Tag == "RB" {
		from++
	}
	return from < len(tokens) && finite(tokens[from].Tag)
}

// determined reports whether a determiner stands before the word at i, with adjectives
// between at most.
func determined(tokens []token, i int) bool {
	for i--; i >= 0; i-- {
		switch tag := tokens[i].Tag; {
		case tag == "DT" || tag == "PRP$" || tag == "POS":
			return !english.OneOf(strings.ToLower(tokens[i].Text), "this that all both")
		case strings.HasPrefix(tag, "JJ") || noun(tag):
		default:
			return false
		}
	}
	return false
}

// inPhrase reports whether a token may stand in a phrase before its head.
func (s *said) inPhrase(i int, started bool) bool {
	k := s.tokens[i]
	next := tagAt(s.tokens, i+1)
	switch {
	case k.Tag == "CD":
		return !started || s.tokens[i-1].Tag == "DT" || s.tokens[i-1].Tag == "CD" || s.tokens[i-1].Tag == "PRP$" || strings.IndexFunc(k.Text, unicode.IsDigit) == 0 || noun(next) && next != "NNS"
	case noun(k.Tag), strings.HasPrefix(k.Tag, "JJ"):
		return true
	case (k.Tag == "VBN" || k.Tag == "VBG") && english.OneOf(strings.ToLower(k.Text), "called named known"):
		return false
	case k.Tag == "VBN" || k.Tag == "VBG":
		return started && (noun(next) || strings.HasPrefix(next, "JJ")) || !started && noun(next) && k.Tag == "VBG" && i == 0
	case k.Tag == "RB":
		return started && strings.HasPrefix(next, "JJ") && english.OneOf(strings.ToLower(k.Text), "very too half") || english.OneOf(strings.ToLower(k.Text), "back") && noun(next)
	case english.OneOf(k.Text, particles) && next == "NNP": // "van Aken", "Shab-e-Barat"
		return started && english.OneOf(k.Text, particles) && next == "NNP"
	}
	return false
}

// phrasesOf finds the noun phrases of a sentence.
func (s *said) phrasesOf() {
	for i := 0; i < len(s.tokens); {
		p := &phrase{from: i, owner: -1, of: -1}
		at := i
		if tag := s.tokens[at].Tag; tag == "DT" || tag == "PRP$" || tag == "PDT" {
			p.det = strings.ToLower(s.tokens[at].Text)
			at++
			if tag == "PDT" && tagAt(s.tokens, at) == "DT" {
				p.det = textAt(s.tokens, at)
				at++
			}
		}
		start := at
		for at < len(s.tokens) && s.inPhrase(at, at > i) && !(at > start && s.tokens[at].Tag == "NNP" && s.tokens[at-1].Tag == "NNS") { // "on market days Captain Hale"
			at++
		}
		for at > start && !noun(s.tokens[at-1].Tag) && s.tokens[at-1].Tag != "CD" { // an adjective is no head
			at--
		}
		if at == start || s.tokens[at-1].Tag == "CD" && !s.numbered(start, at, p.det) {
			i = max(i+1, at)
			continue
		}
		p.to = at
		s.fill(p, start)
		if len(p.words) > 0 {
			s.phrases = append(s.phrases, p)
		}
		i = at
	}
	s.join()
}

// numbered: a number alone is a name where it is capital or follows a word for what it
// counts off: "Compartment 5".
func (s *said) numbered(start, at int, det string) bool {
	return at-start > 1 && noun(s.tokens[at-2].Tag) && strings.IndexFunc(s.tokens[at-1].Text, unicode.IsDigit) == 0
}

// fill takes the words of a phrase, from the token at start.
func (s *said) fill(p *phrase, start int) {
	from := start
	for from < p.to && (s.tokens[from].Tag == "CD" || english.OneOf(strings.ToLower(s.tokens[from].Text), "hundred dozen thousand")) && from < p.to-1 && (noun(s.tokens[from+1].Tag) || s.tokens[from+1].Tag != "") && s.tokens[from].Tag != "NNP" {
		if strings.IndexFunc(s.tokens[from].Text, unicode.IsLetter) < 0 && p.det == "" && from+1 == p.to {
			break
		}
		p.counted = true
		p.det = strings.ToLower(s.tokens[from].Text)
		from++
	}
	// "the novice Pietro": what stands small before a name says what it is of.
	name := p.to
	for name > from && (s.tokens[name-1].Tag == "NNP" || s.tokens[name-1].Tag == "NNPS" || english.OneOf(s.tokens[name-1].Text, particles)) {
		name--
	}
	if name > from && name < p.to {
		p.role = strings.ToLower(s.tokens[name-1].Text)
		from = name
	}
	for _, k := range s.tokens[from:p.to] {
		p.words = append(p.words, k.Text)
	}
	last := s.tokens[p.to-1]
	p.proper = last.Tag == "NNP" || last.Tag == "NNPS" || last.Tag == "CD" && p.to > 1 && s.tokens[p.to-2].Tag == "NNP"
	p.plural = last.Tag == "NNS" || last.Tag == "NNPS"
	if p.role == "" && !p.proper {
		for i := range p.words {
			if i == 0 && from == firstWord(s.tokens) {
				p.words[i] = lower(p.words[i])
			}
		}
	}
}

func lower(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[size:]
}

// join notes what phrases have to do with each other, and makes one of a name that has
// small words in it: "the Founder's Hammer", "Hall of Mirrors".
func (s *said) join() {
	for i := 0; i < len(s.phrases); i++ {
		p := s.phrases[i]
		if i == 0 {
			continue
		}
		b := s.phrases[i-1]
		switch {
		case b.to < len(s.tokens) && s.tokens[b.to].Tag == "POS" && p.from == b.to+1:
			if b.proper && p.proper && len(p.words) > 0 { // the Founder's Hammer
				p.words = append(append(slices.Clone(b.words[:len(b.words)-1]), b.words[len(b.words)-1]+s.tokens[b.to].Text), p.words...)
				p.det, p.from = b.det, b.from
				s.phrases = slices.Delete(s.phrases, i-1, i)
				i--
				continue
			}
			p.owner = i - 1
		case b.to+1 == p.from && b.to < len(s.tokens) && english.OneOf(strings.ToLower(s.tokens[b.to].Text), "of to for"):
			if b.proper && p.proper && s.tokens[b.to].Text == "of" && p.det == "" && len(b.words) == 1 && !english.IsTitle(strings.ToLower(b.words[0])) {
				b.words, b.to, b.plural = append(append(b.words, "of"), p.words...), p.to, p.plural
				s.phrases = slices.Delete(s.phrases, i, i+1)
				i--
				continue
			}
			b.of = i
			if english.OneOf(b.head(), "roll pair bunch set bundle heap pile couple handful") && s.tokens[b.to].Text == "of" {
				p.det = "a"
			}
		}
	}
}

// clauses finds the verbs, what is the subject of which, and what the sentence is about.
func (s *said) clauses() {
	for i, k := range s.tokens {
		if finite(k.Tag) {
			s.verbs = append(s.verbs, i)
		}
	}
	for i, p := range s.phrases {
		before := p.from - 1
		for before >= 0 && (s.tokens[before].Tag == "RB" || s.tokens[before].Tag == "PDT") {
			before--
		}
		if before >= 0 && (s.tokens[before].Tag == "IN" || s.tokens[before].Tag == "TO") && !english.OneOf(strings.ToLower(s.tokens[before].Text), "that if whether because as since while until than like so though although unless when") {
			p.prep = strings.ToLower(s.tokens[before].Text)
			if p.prep == "of" && p.det == "a" {
				p.prep = ""
			}
		}
		s.verbOf(i)
	}
	for i := len(s.phrases) - 2; i >= 0; i-- { // "his razor, his boots and a letter are in the room"
		p, q := s.phrases[i], s.phrases[i+1]
		if sign := textAt(s.tokens, p.to); p.prep == "" && p.subject == "" && q.subject != "" && q.from == p.to+1 && (sign == "and" || sign == "," && i+2 < len(s.phrases) && textAt(s.tokens, q.to) == "and" && s.phrases[i+2].from == q.to+1) && (sign == "and" || q.subject == s.phrases[i+2].subject) {
			p.subject = q.subject
		}
	}
	for i, p := range s.phrases {
		if p.subject != "" && p.prep == "" && p.owner != i {
			s.subject = p
			break
		}
	}
	for i, p := range s.phrases {
		p.said = s
		s.objectOf(i)
		p.there = s.existential(p) || s.inverted(i)
	}
	s.lists()
}

// objectOf finds the verb that a phrase stands right behind.
func (s *said) objectOf(i int) {
	p := s.phrases[i]
	at := p.from - 1
	for at >= 0 && (s.tokens[at].Tag == "RP" || s.tokens[at].Tag == "RB" || s.tokens[at].Tag == "PRP" && at > 0 && strings.HasPrefix(s.tokens[at-1].Tag, "VB")) {
		at--
	}
	if at >= 0 && strings.HasPrefix(s.tokens[at].Tag, "VB") && p.prep == "" {
		p.object = s.base(at)
	}
}

// inverted reports whether a sentence begins with a place, and the phrase at i is what is
// there: "On the safe stands a dead plant."
func (s *said) inverted(i int) bool {
	p := s.phrases[i]
	if i == 0 || p.from == 0 || p.prep != "" {
		return false
	}
	at := p.from - 1
	b := s.phrases[i-1]
	return finite(s.tokens[at].Tag) && b.to == at && (b.prep != "" || i > 1 && s.phrases[i-2].of == i-1 && s.phrases[i-2].prep != "") && b.subject == "" &&
		english.OneOf(s.base(at), "be stand lie hang run sit lead begin live go rise")
}

// lists finds what is listed: "a hall, a kitchen, a tower with nine windows, and a dungeon".
func (s *said) lists() {
	var list []*phrase
	joined := false
	end := func() {
		if len(list) > 2 || len(list) == 2 && joined {
			if joined || len(s.verbs) == 0 {
				for _, p := range list {
					p.list = list[0]
				}
			}
		}
		list, joined = nil, false
	}
	for i, p := range s.phrases {
		sign, and := "", false
		for at := p.from - 1; at >= 0 && (s.tokens[at].Tag == "RB" || english.OneOf(textAt(s.tokens, at), ", and or ; :")); at-- {
			word := textAt(s.tokens, at)
			and = and || word == "and" || word == "or"
			if word != "," && word != ";" && s.tokens[at].Tag != "RB" && !and {
				break
			}
			sign = word
		}
		attached := i > 0 && (p.prep != "" || s.phrases[i-1].of == i) && s.tokens[p.from-1].Tag != "CC"
		switch {
		case len(list) > 0 && sign != "" && p.prep == "" && !s.verbBetween(list[len(list)-1], p):
			list, joined = append(list, p), joined || and
		case attached && len(list) > 0 && !s.verbBetween(list[len(list)-1], p) && sign == "":
		default:
			end()
			list = []*phrase{p}
		}
	}
	end()
}

// verbBetween reports whether a verb stands between two phrases.
func (s *said) verbBetween(p, q *phrase) bool {
	return slices.ContainsFunc(s.tokens[p.to:max(p.to, q.from)], func(k token) bool { return finite(k.Tag) || k.Text == ":" })
}

// verbOf finds the verb that a phrase is the subject of: what follows it but for adverbs,
// what is put in between commas, and what belongs to it.
func (s *said) verbOf(i int) {
	p := s.phrases[i]
	if next := textAt(s.tokens, p.to); english.OneOf(next, "who which where that whose") {
		p.follows = next
	} else if next == "," && english.OneOf(textAt(s.tokens, p.to+1), "who which where whose") {
		p.follows = textAt(s.tokens, p.to+1)
	}
	if p.to < len(s.tokens) && s.tokens[p.to].Tag == "POS" || p.prep != "" {
		return
	}
	at := p.to
	for at < len(s.tokens) {
		k := s.tokens[at]
		low := strings.ToLower(k.Text)
		switch {
		case finite(k.Tag):
			p.subject = s.base(at)
			return
		case k.Tag == "VBN" && at == p.to && at+1 < len(s.tokens) && p.from == firstWord(s.tokens): // a past form taken for a participle
			p.subject = s.base(at)
			return
		case k.Tag == "RB" || k.Tag == "PN":
			at++
		case k.Tag == "(":
			for at < len(s.tokens) && s.tokens[at].Tag != ")" {
				at++
			}
			at++
		case at == p.to && english.OneOf(low, "who which where that whose"):
			at = s.behindClause(at)
		case k.Tag == "," && at == p.to && english.OneOf(textAt(s.tokens, at+1), "who which where whose"):
			at = s.behindClause(at + 1)
		case k.Tag == "," && at == p.to && (tagAt(s.tokens, at+1) == "DT" || tagAt(s.tokens, at+1) == "NNP" || tagAt(s.tokens, at+1) == "VBN" || tagAt(s.tokens, at+1) == "PRP$" || tagAt(s.tokens, at+1) == "NN" || tagAt(s.tokens, at+1) == "IN"):
			end := at + 1 // put in between commas
			for end < len(s.tokens) && s.tokens[end].Tag != "," && s.tokens[end].Tag != ":" && !finite(s.tokens[end].Tag) {
				end++
			}
			if end >= len(s.tokens) || s.tokens[end].Tag != "," {
				return
			}
			at = end + 1
			if s.subjectAgain(at) {
				return
			}
		case p.of >= 0 && at == p.to:
			at = s.phrases[p.of].to
			if next := s.phrases[p.of]; next.of >= 0 {
				at = s.phrases[next.of].to
			}
		case at == p.to && k.Tag == "IN" && i+1 < len(s.phrases) && s.phrases[i+1].from == at+1: // "a man with a bandaged hand"
			at = s.phrases[i+1].to
			if of := s.phrases[i+1].of; of >= 0 && of < len(s.phrases) {
				at = s.phrases[of].to
			}
		case k.Tag == "CC" && i+1 < len(s.phrases) && s.phrases[i+1].from == at+1 && low == "and": // "Ilo and Imre tend"
			at = s.phrases[i+1].to
		default:
			return
		}
	}
}

// verbOfAt is the place of the verb that a phrase is the subject of.
func (s *said) verbOfAt(p *phrase) int {
	for _, at := range s.verbs {
		if at >= p.to {
			return at
		}
	}
	return len(s.tokens)
}

// subjectAgain reports whether another subject begins where somebody's verb is looked for.
func (s *said) subjectAgain(at int) bool {
	tag := tagAt(s.tokens, at)
	return tag == "PRP" || tag == "DT" || tag == "CC"
}

// behindClause is the place behind a relative clause: behind its comma, or its verb's part.
func (s *said) behindClause(at int) int {
	verbs := 0
	for ; at < len(s.tokens); at++ {
		switch {
		case s.tokens[at].Tag == "," && verbs > 0:
			return at + 1
		case finite(s.tokens[at].Tag):
			if verbs++; verbs > 1 && s.tokens[at-1].Tag != "CC" {
				return at
			}
		}
	}
	return at
}

// base is the base form of the verb at a place; of "has worked" it is "work".
func (s *said) base(at int) string {
	verb := strings.ToLower(s.tokens[at].Text)
	for next := at + 1; next < len(s.tokens); next++ {
		tag := s.tokens[next].Tag
		if tag == "RB" {
			continue
		}
		if english.OneOf(verb, "has have had will would can could may might must shall should does do did is are was were been be") && (tag == "VBN" || tag == "VB" || tag == "VBG" || tag == "VBD") {
			verb = strings.ToLower(s.tokens[next].Text)
			continue
		}
		break
	}
	if english.OneOf(verb, "is are was were be been am") {
		return "be"
	}
	if english.OneOf(verb, "has have had") {
		return "have"
	}
	if b := english.PastBase(verb); b != "" {
		return b
	}
	for _, b := range english.Bases(verb) {
		if english.IsVerb(b) {
			return b
		}
	}
	return english.BaseOf(verb)
}

// shares are what the noun of a phrase is a word for.
func (t *text) shares(p *phrase) lexicon.Shares {
	if n := len(p.words); n > 1 {
		return t.lexicon.Phrase(p.words[n-2], p.words[n-1])
	}
	return t.lexicon.Noun(p.words[0])
}
