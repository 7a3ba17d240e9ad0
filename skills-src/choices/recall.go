package choices

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/prose"
)

// A memory is one item of the results' memories.
type memory struct {
	ID         string   `json:"id"`
	Summary    string   `json:"summary"`
	Characters []string `json:"characters"`
	Location   string   `json:"location"`
	Weight     string   `json:"significance"`
	Episodic   string   `json:"episodic"`
	Tags       []string `json:"tags"`
	Topic      string   `json:"topic"` // what it leaves to talk and think about: "the ninth grave"
	Relevance  number   `json:"relevance"`
	TurnsAgo   number   `json:"turns_ago"`
}

// forms are the shapes in which a memory can stand inside a choice. A shape that
// its summary does not yield is "".
//
//	"You asked Ines who paid for the oil."
//	whole "you asked Ines who paid for the oil"       done  "you have asked Ines ..."
//	doing "asking Ines who paid for the oil"          asked "Ines", query "who paid for the oil"
//
//	"You found the burner in the flour and left no mark."
//	thing "the burner you found in the flour"
//
//	"You asked Ines about the oil."                   asked "Ines", subject "the oil"
//	"The ninth grave is Matty's."                     fact  "the ninth grave is Matty's"
//	"The old man saw the fid and turned away."        event "the old man saw the fid and turned away"
//
// whole is set for deeds and events alike: it is something that happened.
type forms struct {
	whole, event, fact string
	done, doing        string
	thing              string
	asked, query       string
	subject, note      string
	riddle             string // "who oiled the lock", of "Somebody has oiled the lock."
	text               string // the sentence they are of, its pronouns resolved
	mine               bool   // the player did it
}

// longestClause is how many words of a summary a choice repeats at most.
const longestClause = 15

// read finds the shapes of a summary. names are the people it may speak of by a
// pronoun, the one of its characters that stands for "her" first.
func read(m memory, names map[string]person) forms {
	if m.Topic != "" {
		f := forms{text: m.Summary, mine: true}
		if first, _, _ := strings.Cut(m.Topic, " "); among(bare(first), questions) {
			f.riddle = m.Topic
		} else {
			f.thing = m.Topic
		}
		return f
	}
	text := prose.CleanLine(m.Summary, 400)
	if strings.ContainsAny(text, "{}[]<>|\\*_#=~`") || strings.Contains(text, "...") {
		return forms{}
	}
	sentences := prose.Sentences(text)
	for _, sentence := range sentences {
		if f := readSentence(sentence, m, names); f != (forms{}) {
			return f
		}
	}
	return forms{}
}

func readSentence(sentence string, m memory, names map[string]person) forms {
	asks := strings.HasSuffix(sentence, "?")
	text := strings.TrimRight(sentence, ".!?… ")
	if strings.ContainsAny(text, "\"“”()") || len(strings.Fields(text)) < 2 {
		return quotation(sentence)
	}
	text, ok := resolved(text, m, names)
	if !ok {
		return forms{}
	}
	words := simplified(strings.Fields(midSentence(text)))
	if asks || len(words) < 2 || among(bare(words[0]), "who what why how where whether which") {
		return forms{}
	}
	if adrift(words) || dull(words, m) {
		return forms{}
	}
	if slices.Contains(m.Tags, premise) {
		return told(words)
	}
	f := statement
	if bare(words[0]) == "you" && !among(bare(words[1]), "and or") {
		f = deed
	}
	shapes := f(words)
	if shapes != (forms{}) {
		shapes.text = strings.Join(words, " ")
	}
	return shapes
}

// premise is the tag of what the player was told before all began. It is of things
// that everybody has heard: a choice may ask after one, and never tells it.
const premise = "premise"

// told reads what the premise says: the thing that somebody did something with, or
// the question who it was.
func told(words []string) forms {
	verb := finiteAt(words)
	if verb < 1 {
		return forms{}
	}
	did := verb
	if among(bare(words[verb]), "has had have") && verb+1 < len(words) {
		did++
	}
	past, rest := bare(words[did]), words[did+1:]
	if among(past, "was were is are had has will would means must") || !isPast(past) || len(rest) == 0 {
		return forms{}
	}
	n := thingLength(rest)
	if n == 0 {
		return forms{}
	}
	f := forms{text: strings.Join(words, " ")}
	if among(bare(words[0]), "somebody someone") && verb == 1 {
		if f.riddle = joined("who", past, strings.Join(dropSigns(rest), " ")); len(strings.Fields(f.riddle)) > 9 {
			f.riddle = ""
		}
	} else if subject := words[:verb]; capital(subject[0]) && len(subject) < 3 {
		f.thing = thingOf(strings.Join(subject, " "), past, rest[:n])
	}
	if f.riddle == "" && f.thing == "" {
		return forms{}
	}
	return f
}

// adrift reports whether a sentence has an "it" or "them" that stands for nothing
// named in it.
func adrift(words []string) bool {
	for i, word := range words {
		w := bare(word)
		if i > 0 && (capital(word) || among(w, determiners)) || i == 0 && (among(w, "the a an your this that") || capital(word)) || among(w, somebody) {
			return false
		}
		if among(w, "it its them their they") && i > 0 {
			return true
		}
	}
	return false
}

// simplified is a sentence without what a choice of this skill, remembered, has
// around its deed: the stat it leant on, and the memory it rested on. Otherwise
// each memory would hold the one before.
func simplified(words []string) []string {
	whole := bare(words[0]) != "you" && len(words) <= longestClause // what is so is told to its end
	for i := 3; i < len(words) && !whole; i++ {
		if tail(words, i) && finite(words[:i]) {
			return dropSigns(words[:i])
		}
	}
	return words
}

// tail reports whether what stands from position i on can be left out.
func tail(words []string, i int) bool {
	w, next := bare(words[i]), ""
	if i+1 < len(words) {
		next = bare(words[i+1])
	}
	if strings.HasSuffix(words[i-1], ",") {
		return among(w, "and but with so for now since knowing where as after still thinking though before trusting which to whether beginning starting if")
	}
	return w == "now" && among(next, "that you") || w == "after" && strings.HasSuffix(next, "ing") || w == "since" && i > 3
}

// quotation is for words that are somebody's, or no sentence: they are repeated
// as they are where they are short, and not used where they are not.
func quotation(sentence string) forms {
	words := strings.Fields(strings.TrimRight(sentence, "."))
	if len(words) < 3 || len(words) > longestClause || strings.ContainsAny(sentence, "()") || !evenQuotes(sentence) {
		return forms{}
	}
	return forms{note: strings.Join(words, " ")}
}

func evenQuotes(text string) bool {
	return strings.Count(text, `"`)%2 == 0 && strings.Count(text, "“") == strings.Count(text, "”")
}

// resolved puts a name for the first "her" or "he" of a summary that nobody was
// named before. It reports false where the pronoun could mean anybody.
func resolved(text string, m memory, names map[string]person) (string, bool) {
	words := strings.Fields(text)
	named := false
	for i, word := range words {
		w := bare(word)
		if among(w, "he she him his her hers himself herself") {
			if named {
				continue
			}
			name, ok := only(m, names)
			if !ok || w == "hers" || w == "himself" || w == "herself" {
				return "", false
			}
			replaced := name
			if w == "his" || w == "her" && !objectHere(words, i) {
				replaced = prose.Possessive(name)
			}
			words[i] = swap(word, replaced)
			named = true
			continue
		}
		named = named || i > 0 && capital(word) && w != "i" || i == 0 && capital(word) && midSentence(word) == word || among(w, somebody)
	}
	return strings.Join(words, " "), true
}

// somebody are nouns that a pronoun may stand for.
const somebody = "man woman men women girl boy child lad lass mother father brother sister wife husband son daughter widow keeper pilot curate surveyor stranger sailor captain guard priest merchant " +
	"soldier thief innkeeper smith baker clerk doctor king queen servant friend someone somebody nobody everyone"

// only is the name of the one person a memory is about.
func only(m memory, names map[string]person) (string, bool) {
	var found []string
	for _, id := range m.Characters {
		if p, ok := names[id]; ok && p.Name != "" && !slices.Contains(found, p.Name) {
			found = append(found, p.Name)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

// objectHere tells "asked her why" from "took her hand".
func objectHere(words []string, i int) bool {
	if i+1 == len(words) || strings.ContainsAny(words[i][len(words[i])-1:], ",;:") {
		return true
	}
	next := bare(words[i+1])
	return among(next, prepositions) || among(next, determiners) || among(next, questions) || among(next, "and but or that then again not you nothing everything something once twice all")
}

// swap replaces a word and keeps the signs around it.
func swap(old, word string) string {
	core := strings.Trim(old, punctuation)
	at := strings.Index(old, core)
	return old[:at] + word + old[at+len(core):]
}

func capital(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) {
			return unicode.IsUpper(r)
		}
	}
	return false
}

// deed reads what the player did: words begins with "you".
func deed(words []string) forms {
	f := forms{mine: true}
	at := 1
	for at < len(words)-1 && (strings.HasSuffix(bare(words[at]), "ly") || among(bare(words[at]), "once never also just then even at last first")) {
		at++
	}
	verb := bare(words[at])
	if among(verb, "are have can will know") || !isVerbAfterYou(verb) {
		return present(words)
	}
	if f.whole = clipped(words, longestClause); f.whole == "" {
		return forms{}
	}
	base, known := baseOf(verb)
	if verb == "did" && at+2 < len(words) && bare(words[at+1]) == "not" {
		f.mine = true
		return f
	}
	first, second := firstDeed(words, at)
	after := strings.Join(first[at+1:], " ")
	before := strings.Join(first[1:at], " ")
	participle := verb // of a regular verb they are the same
	if known {
		participle = prose.Participle(base)
		f.doing = joined(before, prose.Ing(base), after, second.doing())
	}
	if known || regular(verb) {
		f.done = joined("you have", before, participle, after, second.done())
	}
	if len(strings.Fields(f.done)) > longestClause {
		f.done, f.doing = "", ""
	}
	if among(verb, "was were knew had felt heard saw") {
		f.doing = "" // nobody sets about them
	}
	f.asking(verb, first[at+1:])
	if before == "" && f.query == "" && f.subject == "" {
		f.thing = thingOf("you", verb, first[at+1:])
		if len(strings.Fields(f.thing)) < 5 && len(first) < len(words) {
			f.thing = "" // "the sweet you took" is not what a longer sentence is about
		}
	}
	return f
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// present is for what is so, or for what cannot be told from it.
func present(words []string) forms {
	if !finite(words) {
		return forms{}
	}
	return forms{fact: clipped(words, longestClause)}
}

// asking finds whom the player asked, and what.
func (f *forms) asking(verb string, rest []string) {
	if !among(verb, "asked pressed questioned") {
		return
	}
	n := whomLength(rest)
	if n == 0 || n == len(rest) {
		return
	}
	whom, what := strings.Join(rest[:n], " "), rest[n:]
	what = dropSigns(what)
	switch word := bare(what[0]); {
	case len(what) == 3 && among(bare(what[2]), "was were is are"): // how he was
	case among(word, questions) && len(what) > 2 && len(what) <= 10:
		f.asked, f.query = whom, strings.Join(what, " ")
		if word == "if" {
			f.query = "whether" + f.query[len("if"):]
		}
	case word == "about" && len(what) > 1 && len(what) <= 8 && !finite(what):
		f.asked, f.subject = whom, strings.Join(what[1:], " ")
	}
}

func dropSigns(words []string) []string {
	words = slices.Clone(words)
	words[len(words)-1] = strings.TrimRight(words[len(words)-1], ",;:")
	return words
}

// whomLength is how many words at the front say who was asked: a name, or
// somebody's description, up to what was asked.
func whomLength(words []string) int {
	for i, word := range words[:min(len(words), 6)] {
		w := bare(word)
		if w == "about" || among(w, questions) {
			if i > 0 && (capital(words[0]) || among(bare(words[0]), "the a an your")) {
				return i
			}
			return 0
		}
		if strings.ContainsAny(word[len(word)-1:], ",;:") || among(w, prepositions) && w != "of" {
			return 0
		}
	}
	return 0
}

// A conjunct is a second deed of the same person: "and left no mark". Without a
// verb there is none.
type conjunct struct{ joint, verb, rest string }

func (c conjunct) done() string {
	if c.verb == "" {
		return ""
	}
	return joined(c.joint, prose.Participle(c.verb), c.rest)
}

func (c conjunct) doing() string {
	if c.verb == "" {
		return ""
	}
	return joined(c.joint, prose.Ing(c.verb), c.rest)
}

// firstDeed is a sentence without what follows its first deed, and the deed that
// follows, if it is one that can be put into other forms.
func firstDeed(words []string, verb int) ([]string, conjunct) {
	for i := verb + 1; i < len(words); i++ {
		before := words[i-1]
		joins := among(bare(words[i]), "and but so or then")
		if joins && (i > verb+1 || i+1 < len(words) && isPast(words[i+1])) && (strings.HasSuffix(before, ",") || i+1 < len(words) && beginsClause(words, i+1)) {
			return dropSigns(words[:i]), secondDeed(words[i:])
		}
		if strings.HasSuffix(before, ";") || strings.HasSuffix(before, ":") || strings.HasSuffix(before, "–") || strings.HasSuffix(before, "—") || among(words[i], "– —") {
			return dropSigns(words[:i]), conjunct{}
		}
	}
	return dropSigns(words), conjunct{}
}

func secondDeed(words []string) conjunct {
	if len(words) < 2 || len(words) > 7 || !among(words[0], "and then") || !isPast(words[1]) || strings.ContainsAny(strings.Join(words, " "), ",;:") {
		return conjunct{}
	}
	base, known := baseOf(words[1])
	if !known || base == "be" {
		return conjunct{}
	}
	return conjunct{words[0], base, strings.Join(words[2:], " ")}
}

// beginsClause reports whether a new verb or subject stands at position i.
func beginsClause(words []string, i int) bool {
	w := bare(words[i])
	return isPast(w) || among(w, "you he she it they nobody was were could did not then only there looked")
}

// thingOf makes "the burner you found in the flour" of a subject, a verb and what
// follows it, where a thing follows.
func thingOf(subject, verb string, rest []string) string {
	if among(verb, "was were said asked told thought had went came stood sat knew felt called let made owned named saw gave sent taught showed used promised became kept seemed looked turned") {
		return ""
	}
	n := thingLength(rest)
	if n == 0 {
		return ""
	}
	noun, last := strings.Join(dropSigns(rest[:n]), " "), bare(rest[n-1])
	if isPast(last) || capital(rest[n-1]) || strings.HasSuffix(last, "ing") || n < len(rest) && among(bare(rest[n]), "to of") {
		return ""
	}
	if among(last, "truth name mind way eyes eye hand hands head voice word words lie time place part tongue step turn leave side back face bell self nothing none night day morning hour mark promise breath") ||
		among(bare(rest[0]), "no any his her their its") {
		return ""
	}
	if among(bare(rest[0]), "your my") {
		noun = "the " + strings.Join(dropSigns(rest[1:n]), " ")
	}
	if among(bare(noun[:max(0, strings.Index(noun, " "))]), numbers) {
		noun = "the " + noun
	}
	rear := strings.Join(rest[n:], " ")
	thing := joined(prose.Definite(noun), subject, verb, strings.TrimRight(rear, ",;: "))
	if len(strings.Fields(thing)) > 11 || strings.Contains(thing, ",") {
		return ""
	}
	return thing
}

// thingLength is how many words at the front are one noun with its determiner and
// adjectives: it ends before a preposition, a sign or the sentence's end.
func thingLength(words []string) int {
	if len(words) < 2 || !among(bare(words[0]), determiners) && !owner(words[0]) {
		return 0
	}
	for i := 1; i < len(words) && i < 6; i++ {
		w := bare(words[i])
		if among(w, prepositions) || among(w, questions) || among(w, "that and or but not you he she it they again twice once back away together") || strings.HasSuffix(w, "ly") {
			return tillHere(words, i)
		}
		if strings.ContainsAny(words[i][len(words[i])-1:], ",;:") {
			return 0
		}
	}
	if len(words) < 6 {
		return len(words)
	}
	return 0
}

func tillHere(words []string, i int) int {
	if i < 2 || among(bare(words[i]), "that and or who which whose") {
		return 0
	}
	return i
}

func owner(word string) bool {
	return capital(word) && (strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "’s"))
}

// statement reads what others did, or what is so.
func statement(words []string) forms {
	verb := finiteAt(words)
	if verb < 0 {
		return nominal(words)
	}
	text := clipped(words, longestClause)
	if text == "" {
		return forms{}
	}
	if !isVerbAfterYou(bare(words[verb])) || being(words, verb) {
		return forms{fact: text}
	}
	f := forms{event: text, whole: text}
	if bare(words[0]) == "your" { // "Your voice failed you": nobody else can say why
		f.mine, f.event = true, ""
	}
	if bare(words[0]) == "you" { // "You and the old man spliced a line"
		f.mine = true
		first, _ := firstDeed(words, verb)
		f.thing = thingOf(strings.Join(words[:verb], " "), bare(words[verb]), first[verb+1:])
	}
	return f
}

// being reports whether a sentence says what was so, and not what was done.
func being(words []string, verb int) bool {
	return among(bare(words[verb]), "was were") && verb+1 < len(words) && bare(words[0]) != "you" && bare(words[0]) != "your" && !isParticiple(bare(words[verb+1]))
}

// isParticiple reports whether a word looks like one.
func isParticiple(word string) bool {
	base, known := baseOf(word)
	return regular(word) || known && prose.Participle(base) == word || strings.HasSuffix(word, "ing") || strings.HasSuffix(word, "en") || among(word, "gone torn done drawn worn shown known")
}

// nominal reads a summary without a verb: "A torn letter from the sea".
func nominal(words []string) forms {
	if len(words) > 9 || !among(bare(words[0]), "a an the your") || strings.ContainsAny(strings.Join(words, " "), ",;:") {
		return forms{}
	}
	text := strings.Join(words, " ")
	if bare(words[0]) == "your" {
		return forms{thing: text}
	}
	return forms{thing: prose.Definite(text)}
}

func finite(words []string) bool { return finiteAt(words) >= 0 }

// finiteAt is the position of a sentence's verb, or -1.
func finiteAt(words []string) int {
	for i, word := range words {
		w := bare(word)
		if i == 0 || among(w, determiners) {
			continue
		}
		if among(w, "is are am has have was were had did does do will would can could must may might shall should") {
			return i
		}
		afterNoun := !among(bare(words[i-1]), determiners) && !among(bare(words[i-1]), prepositions)
		if afterNoun && (isPast(w) || third(w)) && !capital(word) {
			return i
		}
	}
	return -1
}

// third reports whether a word is the third person of a known verb and hardly a
// noun in the plural.
func third(word string) bool {
	if !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") {
		return false
	}
	base := strings.TrimSuffix(word, "s")
	return among(base, "keep know want believe own owe hide say think live sleep wait remember belong bring take give find lose sell buy carry pay hold trust fear love need tell seem hear see run stand lie come go meet mean swear deny claim ask say hope refuse")
}

// clipped is a clause of at most so many words, cut where a clause ends; or "".
func clipped(words []string, longest int) string {
	if len(words) <= longest {
		if text := strings.TrimRight(strings.Join(words, " "), ",;:–— "); !strings.ContainsAny(text, ";:—–") {
			return text
		}
	}
	for end := min(len(words)-1, longest); end >= 4; end-- {
		if border(words, end) && finite(words[:end]) {
			text := strings.TrimRight(strings.Join(words[:end], " "), ",;:–— ")
			if !strings.ContainsAny(text, ";:—–") {
				return text
			}
		}
	}
	return ""
}

// border reports whether a clause may end before position i.
func border(words []string, i int) bool {
	w, before := bare(words[i]), words[i-1]
	switch {
	case strings.HasSuffix(before, ";"), strings.HasSuffix(before, ":"), among(words[i], "– —"):
		return true
	case strings.HasSuffix(before, ","):
		return among(w, "and but so or who which while when where because though although as until standing")
	case among(bare(before), prepositions), among(bare(before), determiners) && !among(bare(before), numbers), among(bare(before), questions), among(bare(before), "and but or that to not"):
		return false
	}
	return among(w, "when while because until though although before after where since") || among(w, "and but so") && i+1 < len(words) && beginsClause(words, i+1)
}
