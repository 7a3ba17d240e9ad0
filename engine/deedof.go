package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/prose"
)

// deedOf tells a choice as what the player did: "Ask her who paid for the oil" is
// "You asked Ines who paid for the oil." It takes more chances than the composer's
// Echo does, because a memory has to be a sentence; where it cannot tell the verb
// it says what the player chose.
func deedOf(choice string, who referent) string {
	choice = strings.TrimSpace(prose.CleanLine(choice, 200))
	if speech, ok := spokenAloud(choice); ok {
		return speech
	}
	d := deedWords{words: strings.Fields(strings.TrimRight(choice, ".!… ")), who: who}
	if len(d.words) == 0 {
		return ""
	}
	if !d.imperative() {
		return prose.EndSentence("You chose this: " + prose.MidSentence(choice))
	}
	d.name()
	d.past()
	return prose.EndSentence("You " + strings.Join(d.words, " "))
}

// attemptOf tells a choice as what the player only tried: "You tried to force the
// drawer." It is "" where nothing of that kind can be said: of speech, which was
// heard, of trying itself, and of what cannot be told.
func attemptOf(choice string, who referent) string {
	choice = strings.TrimSpace(prose.CleanLine(choice, 200))
	d := deedWords{words: strings.Fields(strings.TrimRight(choice, ".!… ")), who: who, tried: true}
	if len(d.words) == 0 || strings.ContainsAny(choice, "\"“") || !d.imperative() || d.spoken() || d.at(d.verb) == "try" {
		return ""
	}
	d.name()
	d.past()
	words := d.words[d.verb:]
	words[0] = strings.ToLower(words[0])
	return prose.EndSentence("You tried to " + strings.Join(words, " "))
}

// speaking are verbs of what is done by saying it.
const speaking = "ask tell say speak press beg thank promise offer demand warn enquire inquire question answer remark mention confess admit refuse do don't don’t"

// spoken reports whether the deed is said, or one that stands beside it is.
func (d *deedWords) spoken() bool {
	if oneOf(d.at(d.verb), speaking) {
		return true
	}
	for i := d.verb + 1; i < len(d.words); i++ {
		if oneOf(d.at(i), speaking) && d.coordinate(i) {
			return true
		}
	}
	return false
}

// spokenAloud tells a choice that is speech, with whatever stands after it.
func spokenAloud(choice string) (string, bool) {
	if first, _ := utf8.DecodeRuneInString(choice); first != '"' && first != '“' {
		return "", false
	}
	told, certain := prose.Echo(choice, prose.Persona{Tense: prose.Past})
	if !certain {
		told = prose.EndSentence("You said this: " + choice)
	}
	return told, true
}

// deedWords is an imperative on its way to a statement, in place.
type deedWords struct {
	words []string
	who   referent
	verb  int  // where the first verb is
	tried bool // it stands behind "tried to"
}

const sentenceSigns = `.,;:!?"'()“”…`

func bareWord(word string) string { return strings.ToLower(strings.Trim(word, sentenceSigns)) }

// at is the bare word at a position, "" outside.
func (d *deedWords) at(i int) string {
	if i < 0 || i >= len(d.words) {
		return ""
	}
	return bareWord(d.words[i])
}

// put replaces a word and keeps the signs around it.
func (d *deedWords) put(i int, word string) {
	old := d.words[i]
	core := strings.Trim(old, sentenceSigns)
	before, after, _ := strings.Cut(old, core)
	d.words[i] = before + word + after
}

// imperative finds the first verb, behind an adverb or two.
func (d *deedWords) imperative() bool {
	for d.verb < len(d.words)-1 && (strings.HasSuffix(d.at(d.verb), "ly") || oneOf(d.at(d.verb), "just never then now")) {
		d.words[d.verb] = strings.ToLower(d.words[d.verb])
		d.verb++
	}
	word := d.at(d.verb)
	if oneOf(word, "do don't don’t") {
		return true
	}
	return isVerb(word) && !oneOf(d.at(d.verb+1), "of is are was were has had")
}

// past puts the sentence into the past: its verbs, those coordinated with the
// first, and what it reports.
func (d *deedWords) past() {
	if d.denied() {
		return
	}
	if !d.tried {
		d.put(d.verb, pastOf(d.at(d.verb)))
	}
	based := d.tried // a later verb hangs on a "to" or "will", or on "help" and "let"
	for i := d.verb + 1; i < len(d.words); i++ {
		word, before := d.at(i), d.at(i-1)
		switch {
		case d.coordinate(i):
			if !based {
				d.put(i, pastOf(word))
			}
			based = based || oneOf(word, causatives)
		case oneOf(before, determiners+" own good free"): // a thing: "the can", "her own will"
		case oneOf(word, modals):
			d.put(i, prose.PastAuxiliary(word))
			based = true
		case prose.PastAuxiliary(word) != "":
			d.put(i, prose.PastAuxiliary(word))
		case oneOf(before, "you he she it they i we who") && !oneOf(d.at(i-2), causatives+" and than for to with by of"):
			d.predicate(i)
		case before == "to" && isVerb(word), oneOf(word, causatives):
			based = true
		}
	}
}

const (
	determiners = "a an the some any no my your his her its our their this that these those one two three"
	modals      = "will can"
	causatives  = "help let make see watch hear"
	stuff       = "oil water light fire wind rope lamp salt net"
	opens       = determiners + " it him them me you nothing everything something everyone what who how whether to at for into up until with about by on in down from over under round across through back out off away when where why which"
)

// pastOf is the composer's, with the British double l.
func pastOf(base string) string {
	if strings.HasSuffix(base, "sel") || strings.HasSuffix(base, "vel") {
		return base + "led"
	}
	return prose.PastOf(base)
}

// denied tells "Do not open" and "Don't open".
func (d *deedWords) denied() bool {
	switch d.at(d.verb) {
	case "do":
		d.put(d.verb, "did")
		return true
	case "don't", "don’t":
		d.put(d.verb, "did not")
		return true
	}
	return false
}

// coordinate reports whether a word is a further verb of the player's: after
// "and", "or" and "then". A word that may be a thing must open an object.
func (d *deedWords) coordinate(i int) bool {
	word, before := d.at(i), d.at(i-1)
	if !oneOf(before, "and then or but") || capitalWord(d.words[i]) || oneOf(word, opens) || oneOf(word, "and then or but not") {
		return false
	}
	switch next := d.at(i + 1); {
	case oneOf(next, determiners+" it him them"):
		return !oneOf(word, "all with half both")
	case before == "then" || !alsoNoun(word):
		return isVerb(word)
	case oneOf(word, stuff):
		return false
	default:
		return isVerb(word) && oneOf(next, opens)
	}
}

// predicate puts the verb behind a pronoun into the past: "he wishes", "they go".
func (d *deedWords) predicate(i int) {
	word, subject := d.at(i), d.at(i-1)
	if oneOf(subject, "he she it who") {
		if base := baseForm(word); base != word && isVerb(base) {
			d.put(i, pastOf(base))
			return
		}
		if subject != "who" {
			return
		}
	}
	if isVerb(word) && !oneOf(word, "would could should must might may") {
		d.put(i, pastOf(word))
	}
}

// name puts the name of a person for the first word that stands for them, unless
// they are named already.
func (d *deedWords) name() {
	pronouns := prose.PronounsFor(d.who.Pronouns)
	if d.who.Name == "" || d.named() || d.described() {
		return
	}
	for i := d.verb + 1; i < len(d.words); i++ {
		word := d.at(i)
		switch {
		case word != pronouns.Object && word != pronouns.Possessive && word != pronouns.Subject:
		case word == pronouns.Subject && oneOf(d.at(d.verb+1), determiners): // "ask the girl how she"
			return
		case oneOf(d.at(i+1), "grave tomb kin ghost death"): // hardly those of somebody who is there
			return
		case word == pronouns.Possessive && (word != pronouns.Object || d.owns(i)):
			d.put(i, prose.Possessive(d.who.Name))
			return
		default:
			d.put(i, d.who.Name)
			return
		}
	}
}

// described puts the name for "the girl" and "the curate", where the one that is
// spoken with may be called so.
func (d *deedWords) described() bool {
	noun := d.at(d.verb + 2)
	if d.at(d.verb+1) != "the" || !oneOf(d.at(d.verb), "ask tell answer thank press beg warn promise give show help follow") {
		return false
	}
	fits := oneOf(noun, map[string]string{"she": "girl woman lady", "he": "boy man gentleman lad"}[prose.PronounsFor(d.who.Pronouns).Subject])
	for word := range strings.FieldsSeq(d.who.Role) {
		fits = fits || len(noun) > 3 && bareWord(word) == noun
	}
	if !fits {
		return false
	}
	d.put(d.verb+2, d.who.Name)
	d.words = append(d.words[:d.verb+1], d.words[d.verb+2:]...)
	return true
}

func (d *deedWords) named() bool {
	for name := range strings.FieldsSeq(d.who.Name) {
		for i := range d.words {
			if word := d.at(i); capitalWord(d.words[i]) && (word == strings.ToLower(name) || word == strings.ToLower(name)+"'s") {
				return true
			}
		}
	}
	return false
}

// owns reports whether "her" at a position owns what follows.
func (d *deedWords) owns(i int) bool {
	next := d.at(i + 1)
	ended := d.words[i] != strings.TrimRight(d.words[i], sentenceSigns)
	return next != "" && !ended && !oneOf(next, determiners+" "+opens+" where when why which if and or but own not alone outright plainly aloud again first as of that")
}

// isVerb asks the composer, which knows the verbs of stories, and knows some more.
func isVerb(word string) bool {
	if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		return false
	}
	if oneOf(word, "enquire inquire remark pump shout unpick shoulder counsel straighten snap yawn work begin answer search fit kneel practise befriend recall train splice blot balance") {
		return true
	}
	_, certain := prose.Echo(word, prose.Persona{})
	return certain
}

// alsoNoun are verbs that stand after "and" as things too.
func alsoNoun(word string) bool {
	return oneOf(word, stuff+" smoke sail drink sleep hand watch talk walk look wait rest sound smell name work answer search")
}

func capitalWord(word string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, sentenceSigns))
	return unicode.IsUpper(r)
}

func oneOf(word, list string) bool { return prose.OneOf(word, list) }
