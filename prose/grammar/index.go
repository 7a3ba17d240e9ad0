package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// How well words name something, the best first.
const (
	exactly   = iota // by all the words it is said with
	otherwise        // by another name of it, or without its determiner
	partly           // by its last words, or a pronoun
	loosely          // by some of its words
	guessed          // by what may be said of it, and of another too: asked back
	implied          // not named: the form says that there is one
)

// An entry is something that can be named, in one field of actions.
type entry struct {
	ref      action.Ref
	called   string
	pronouns english.Pronouns
	question bool
	also     []string // its further names
	nature   *nature  // what it is, nil of a span of time and of words

	learnt map[string]bool // keys of the words of what is known of it
}

// An alias is words for an entry.
type alias struct {
	entry int
	how   int
}

// An index knows by which words each thing in one field can be named.
type index struct {
	entries []entry
	aliases map[string][]alias
	names   []name
	asking  []int            // the names that are questions
	words   map[string][]int // the names that a word is in
	longest int              // words of the longest alias
	seen    map[action.Ref]int
	kinds   map[string]bool // the nouns for what somebody or some place is
	here    []int           // the entries that are places where one is
	naming  int             // the entry that names are entered for
}

// A name is the words of a whole name, of which some may name the entry too.
type name struct {
	entry int
	words []string
	head  int // the word that must be said, -1 where any will do
}

func newIndex() *index {
	return &index{aliases: map[string][]alias{}, words: map[string][]int{}, seen: map[action.Ref]int{}, kinds: map[string]bool{}}
}

// add enters a thing by all its names. What its author calls a place by is one: "the inn".
func (x *index) add(r action.Ref, names Names) {
	if _, known := x.seen[r]; known || r.None() {
		return
	}
	x.seen[r] = len(x.entries)
	noun, _ := names.Noun(r)
	e := entry{ref: r, called: phraseOf(r, noun), pronouns: pronounsOf(r, noun)}
	e.question = isQuestion(e.called)
	x.naming = len(x.entries)
	e.also = noun.Also[:min(len(noun.Also), mostAlso)]
	if r.Kind == action.Place {
		e.also = append(slices.Clone(e.also), strings.ReplaceAll(r.ID, "-", " "))
	}
	if r.Kind == action.Person || r.Kind == action.Place || isThingly(r) {
		e.nature = natureOf(r, e.called, noun)
		for kind := range e.nature.is {
			x.kinds[kind] = true
		}
	}
	if r.Kind == action.Topic && len(noun.Learnt) > 0 {
		e.learnt = keysIn(noun.Learnt[:min(len(noun.Learnt), mostLearnt)]...)
	}
	x.entries = append(x.entries, e)
	x.name(e.called, exactly, r.Kind)
	if r.Kind == action.Person {
		x.short(wordsIn(english.ShortName(e.called)))
		x.titled(e.called, e.pronouns)
	}
	if r.Kind == action.Topic && noun.Pronouns != "" { // somebody who is spoken of
		x.titled(e.called, english.PronounsFor(noun.Pronouns))
	}
	if r.Kind == action.Thread {
		x.name(title(noun.Text), otherwise, r.Kind)
	}
	x.alsoNamed(e.also, r.Kind)
}

func (x *index) alsoNamed(names []string, kind action.RefKind) {
	for _, also := range names {
		x.name(clean(also, longestTitle), otherwise, kind)
	}
}

// share gives what is called alike in several fields all the further names of each: the
// place and the talk of it.
func share(all *[fields]*index) {
	named := map[string][]string{}
	for _, x := range all {
		for _, e := range x.entries {
			if key := strings.ToLower(e.called); len(e.also) > 0 {
				named[key] = append(named[key], e.also...)
			}
		}
	}
	if len(named) == 0 {
		return
	}
	for _, x := range all {
		for i, e := range x.entries {
			if names := named[strings.ToLower(e.called)]; len(names) > len(e.also) && len(names) <= mostAlso {
				x.naming = i
				x.alsoNamed(names, e.ref.Kind)
			}
		}
	}
}

// What of one thing is looked at.
const (
	mostAlso   = 16 // further names
	mostLearnt = 32 // sentences that are known of it
	mostParts  = 12 // words of a name that parts are made of
)

func pronounsOf(r action.Ref, noun Noun) english.Pronouns {
	switch {
	case r.Kind == action.Person:
		return english.PronounsFor(noun.Pronouns)
	case r.Kind == action.Item && clean(noun.Text, longestName) != "" && english.LooksPlural(clean(noun.Text, longestName)):
		return english.TheyThem
	}
	return english.ItIts
}

// name enters words for the last entry: as they stand, without what determines them, and
// by their parts.
func (x *index) name(text string, how int, kind action.RefKind) {
	words := wordsIn(text)
	bare := words[count(words, articles):]
	if len(bare) == 0 {
		bare = words
	}
	x.put(bare, how)
	if rest := words[count(words, determining):]; len(rest) > 0 && len(rest) < len(bare) {
		x.put(rest, max(how, otherwise))
		bare = rest
	}
	if len(bare) == 0 || english.IsQuestionWord(bare[0]) && len(bare) > 1 {
		x.asked(bare)
	} else {
		x.parts(bare, (kind == action.Person || x.isPersonal()) && (how == exactly || english.IsProperName(text)))
	}
	if rest := words[count(words, articles):]; len(rest) > 0 && english.OneOf(rest[0], "his her their") {
		bare = rest // whose it is may be said
	}
	if len(bare) > 1 && bare[0] == "other" {
		x.put(append([]string{"another"}, bare[1:]...), otherwise)
		x.put(append([]string{"second"}, bare[1:]...), otherwise)
	}
	if n := len(bare); kind == action.Place && n > 1 && strings.Trim(bare[n-1], "0123456789") == "" && len(bare[n-1]) > 1 {
		x.put(bare[n-1:], partly)
	}
	if len(bare) == 2 && isDistinct(bare[0]) && isDistinct(bare[1]) && !isModifier(bare[0]) && !x.isPersonal() {
		x.put([]string{bare[1], "of", bare[0]}, otherwise)
		x.put([]string{bare[1], "of", "the", bare[0]}, otherwise)
	}
	if owned := strings.ReplaceAll(strings.ReplaceAll(text, "’s ", " "), "'s ", " "); owned != text { // "the inn register"
		words := wordsIn(owned)
		x.put(words[count(words, articles):], max(how, otherwise))
	}
	if numbered := inDigits(bare); numbered != nil {
		x.put(numbered, max(how, otherwise))
	}
	x.whole(bare, kind, how == exactly && english.IsProperName(text))
	x.turned(bare)
}

// isPersonal reports whether the entry that names are entered for is somebody.
func (x *index) isPersonal() bool {
	n := x.entries[x.naming].nature
	return n != nil && n.personal
}

// inDigits are words with digits for a number among them, "room 9", nil where there is none.
func inDigits(words []string) []string {
	for i, w := range words {
		if n := slices.Index(strings.Fields(numerals), w); n > 0 {
			return slices.Concat(words[:i], []string{strconv.Itoa(n)}, words[i+1:])
		}
	}
	return nil
}

// turned enters "the ossuary lock" for "the lock of the ossuary".
func (x *index) turned(words []string) {
	of := slices.Index(words, "of")
	if of < 1 {
		return
	}
	rest := words[of+1:]
	rest = rest[count(rest, articles):]
	if len(rest) == 0 || len(rest) > 2 || slices.ContainsFunc(rest, isPreposition) {
		return
	}
	x.put(slices.Concat(words[:of-1], rest, words[of-1:of]), otherwise)
}

// asked enters the ways to ask a question, whole and without what it ends in: "who oiled the
// lock" is also "who oiled the lock of the ossuary".
func (x *index) asked(words []string) {
	for _, asked := range english.Direct(words) {
		x.put(asked, otherwise)
	}
	for i := len(words) - 2; i > 2; i-- {
		if english.OneOf(words[i], english.Prepositions) {
			x.put(words[:i], partly)
		}
	}
}

// whole enters a name for what some of its words may name. Somebody who has no name of their
// own is not named by a word before the last: the keeper's daughter is not the keeper.
func (x *index) whole(words []string, kind action.RefKind, proper bool) {
	n := name{x.naming, words[:min(len(words), mostParts)], -1}
	if kind == action.Person && !proper {
		for n.head = len(n.words) - 1; n.head > 0 && slices.ContainsFunc(n.words[1:n.head+1], isPreposition); n.head-- {
		}
	}
	if len(words) > 0 && english.IsQuestionWord(words[0]) {
		x.asking = append(x.asking, len(x.names))
	}
	for _, w := range n.words {
		if names := x.words[w]; len(names) == 0 || names[len(names)-1] != len(x.names) {
			x.words[w] = append(names, len(x.names))
		}
	}
	x.names = append(x.names, n)
}

func isPreposition(word string) bool { return english.OneOf(word, english.Prepositions) }

// loosely are the entries that have some words in their order in one of their names. The
// first and the last must be words that could mean something alone, or those of the name: "his part
// in this".
func (x *index) loosely(words []string) []alias {
	first, last := words[0], words[len(words)-1]
	if len(words) > mostParts || len(x.words[first]) == 0 || len(x.words[last]) == 0 || english.IsQuestionWord(first) && len(words) < 4 || !slices.ContainsFunc(words, isDistinct) {
		return nil
	}
	var all []alias
	for _, i := range x.words[first] {
		n := x.names[i]
		if len(words) == 1 && isPersonal(first) && english.IsQuestionWord(n.words[0]) {
			continue // "the man" may be another than "what the ninth man looked like" is about
		}
		if len(words) == 1 && isPersonal(first) && x.kinds[first] && first != n.words[len(n.words)-1] {
			continue // "the cook" is who cooks, and not the Cook Tent
		}
		begun := !english.OneOf(first, insignificant) || n.words[0] == first
		ended := isDistinct(last) || n.words[len(n.words)-1] == last
		if begun && ended && n.has(words) {
			all = append(all, alias{n.entry, loosely})
		}
	}
	return all
}

// twice are the entries that words name twice over, in two ways: "the Half Moon inn", "Peder
// the pilot".
func (x *index) twice(words []string) []alias {
	if len(words) < 2 || len(words) > mostTwice || len(x.words[words[0]]) == 0 || len(x.words[words[len(words)-1]]) == 0 {
		return nil
	}
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			return nil
		}
	}
	var all []alias
	for i := 1; i < len(words); i++ {
		rest := words[i:]
		first, second := x.find(words[:i]), x.find(rest[min(len(rest)-1, count(rest, articles)):])
		for _, a := range first {
			if slices.ContainsFunc(second, func(b alias) bool { return b.entry == a.entry }) {
				all = append(all, alias{a.entry, loosely})
			}
		}
	}
	return all
}

const mostTwice = 6

// has reports whether a name has some words in their order.
func (n name) has(words []string) bool {
	at := 0
	head := n.head < 0
	for i, w := range n.words {
		if at < len(words) && w == words[at] {
			head = head || i == n.head
			at++
		}
	}
	return head && at == len(words)
}

// isDistinct reports whether a word of a name could stand for it.
func isDistinct(word string) bool {
	return len(word) > 2 && !english.OneOf(word, insignificant) && !english.OneOf(word, plain) && !english.IsQuestionWord(word) && strings.Trim(word, "0123456789") != "" &&
		(!english.IsPast(word) || english.IsAlsoNoun(word))
}

const insignificant = determining + " " + english.Prepositions + " is are was were be been am has have had do does did can could will would should must may might and or but not so if that than then there here " +
	"she he they him them who you me us one two three what when old new young good"

// Plain words may be a part of a name, and are said of much else: they name nothing alone.
const plain = "long short high low upper lower north south east west first last next white black red green blue grey gray brown yellow light hard soft early late left right full second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"

// find are the entries that words name in any way.
func (x *index) find(words []string) []alias {
	if len(words) == 0 {
		return nil
	}
	if found := x.aliases[strings.Join(words, " ")]; len(found) > 0 {
		return found
	}
	return x.loosely(words)
}

// inNumber are words in the other number, one or many, where only that is a word of a name: "the
// camels" for the Camel Lines, "the camel line". They are nil where nothing changes. One word alone
// is never made many: "Coad" is not what is Coad's.
func (x *index) inNumber(words []string) []string {
	if len(words) > mostParts {
		return nil
	}
	var made []string
	for i, w := range words {
		if len(x.words[w]) > 0 || len(w) < leastStemmed || english.OneOf(w, insignificant) {
			continue
		}
		other, many := strings.CutSuffix(w, "s")
		if !many && len(words) > 1 {
			other = w + "s"
		}
		if len(x.words[other]) > 0 && isDistinct(other) {
			if made == nil {
				made = slices.Clone(words)
			}
			made[i] = other
		}
	}
	return made
}

// owned are the entries that words name, of which the last may be an owner's: "Matty's".
func (x *index) owned(words []string) []alias {
	if found := x.find(words); len(found) > 0 {
		return found
	}
	words = slices.Clone(words)
	last := len(words) - 1
	words[last] = strings.TrimSuffix(words[last], "s")
	return x.find(words)
}

// titled enters somebody by a title and their last name, "Mr Holm", "Brother Rook", and by
// a title of theirs alone.
func (x *index) titled(called string, pronouns english.Pronouns) {
	words := wordsIn(called)
	if !english.IsCapital(called) || !english.IsCapital(lastWord(called)) {
		return
	}
	last := words[len(words)-1:]
	own := english.IsTitle(words[0]) // "Madam Okonjo" is Mrs Okonjo, "Miss Okonjo" may not be
	if own {
		x.put(words[:1], partly)
		x.put(append(slices.Clone(words[:1]), last...), otherwise)
		if words = words[1:]; len(words) == 0 {
			return
		}
	}
	for _, title := range strings.Fields(titles[pronouns.Subject]) {
		if own && english.OneOf(title, "mr mrs miss ms mister") {
			continue
		}
		x.put(append([]string{title}, last...), otherwise)
		x.put(append([]string{title}, words[:1]...), partly) // "madam Zahra"
		x.put(append([]string{title}, words...), otherwise)
	}
}

// titles are those that anybody may be given, by the pronoun.
var titles = map[string]string{
	"she":  "mrs miss ms mistress madam madame mademoiselle lady signora signorina senora senorita frau fraulein dame",
	"he":   "mr mister master sir monsieur signor senor herr",
	"they": "mx mr mrs miss ms",
}

// determining are the words before a name that say no more than which one is meant.
const determining = "the a an some my your his her its our their this that these those"

// count is how many words at the beginning are on a list.
func count(words []string, list string) int {
	n := 0
	for n < len(words) && english.OneOf(words[n], list) {
		n++
	}
	return n
}

// parts enters what is short for a name: the last words of it, of a person's own the first ones
// too, and of "the ring of keys" what stands before the preposition.
func (x *index) parts(words []string, named bool) {
	heads := words
	for i, w := range words {
		if i > 0 && (english.OneOf(w, english.Prepositions+" that which who") || i+1 < len(words) && strings.HasSuffix(w, "ing") && strings.HasSuffix(words[i-1], "s")) {
			heads = words[:i]
			x.short(heads)
			break
		}
	}
	for i := 1; i < min(len(heads), mostParts); i++ {
		x.short(heads[i:])
		if named {
			x.short(heads[:i])
		}
	}
}

// short enters a part of a name where it is a word that could mean it: "Bo" of "Bo Tanner".
func (x *index) short(words []string) {
	if len(words) == 0 {
		return
	}
	last := words[len(words)-1]
	if len(last) > 1 && !english.OneOf(last, determining+" "+english.Prepositions) && strings.Trim(last, "0123456789") != "" {
		x.put(words, partly)
	}
}

// put enters words for the last entry; where they are there already the better holds.
func (x *index) put(words []string, how int) {
	if len(words) == 0 {
		return
	}
	key, last := strings.Join(words, " "), x.naming
	for i, a := range x.aliases[key] {
		if a.entry == last {
			x.aliases[key][i].how = min(a.how, how)
			return
		}
	}
	x.aliases[key] = append(x.aliases[key], alias{last, how})
	x.longest = max(x.longest, len(words))
}

// addSpan enters how long an action lasts.
func (x *index) addSpan(minutes int64) {
	r := action.Ref{Kind: "span", ID: strconv.FormatInt(minutes, 10)}
	if _, known := x.seen[r]; known || minutes <= 0 {
		return
	}
	x.seen[r] = len(x.entries)
	span := english.Span(int(min(minutes, longestSpan)))
	x.naming = len(x.entries)
	x.entries = append(x.entries, entry{ref: r, called: span})
	x.put(wordsIn(span), exactly)
	for unit, size := range map[string]int64{"minute": 1, "hour": 60, "day": 24 * 60} {
		if minutes%size != 0 {
			continue
		}
		n := minutes / size
		if n != 1 {
			unit += "s"
		}
		x.put([]string{strconv.FormatInt(n, 10), unit}, exactly)
		x.put([]string{english.Number(int(min(n, longestSpan))), unit}, exactly)
	}
}

// addWords enters what can be said.
func (x *index) addWords(words string) {
	r := action.Ref{Kind: "words", ID: words}
	said := wordsIn(clean(words, longestWords))
	if _, known := x.seen[r]; known || len(said) == 0 {
		return
	}
	x.seen[r] = len(x.entries)
	x.naming = len(x.entries)
	x.entries = append(x.entries, entry{ref: r, called: words})
	x.put(said, exactly)
}
