package prose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// An Objection is why a sentence that somebody else wrote cannot be told. The list is closed.
type Objection string

// The objections.
const (
	Broken   Objection = "broken"   // it is no sentence: cut off, marked up, a question, too long, too short
	Foreign  Objection = "foreign"  // it is of another language, or names what the notes do not
	Repeated Objection = "repeated" // it was told, in this turn or lately
	Speech   Objection = "speech"   // somebody speaks in it
	Doing    Objection = "doing"    // somebody does something in it, or there is something to be had
	Claim    Objection = "claim"    // it tells what its speaker does not have, or may not tell; or what was not told
)

// How long a sentence of somebody else's is.
const (
	fewestAdmitted = 4
	mostAdmitted   = 40
)

// Admit takes the first sentence of a text that a stranger wrote, a model say, of what is about in a
// scene, and says why it cannot be told, or "". What may be told of a scene so is how it looks, sounds, smells and feels, and nothing else:
// who is there, what anybody does and says, what is to be had and what is so are data, and told of
// data alone. So each word of a sentence that passes is of the notes, in whatever form, or holds it together, or is one of a closed list
// of how things are perceived; and none passes in which a person of the scene is named, somebody speaks, or the player does more than
// perceive. Where it has two things of the notes, they stand to each other as in one sentence of these: see [layout].
//
// The notes are those of [Scene.Notes], and told is what may not come back: what was told of this
// turn, and the orders that were given. Whatever is wrong with a text, no more comes of it
// than that it is not told; that one is right which passes, this does not say.
func (s Scene) Admit(text, told string) (sentence string, why Objection) {
	text = strings.TrimSpace(Clean(text))
	if strings.ContainsAny(text, `"“”«»„`) {
		return "", Speech
	}
	text, _, _ = strings.Cut(text, "\n")
	if all := english.Sentences(text); len(all) > 0 {
		sentence = all[0]
	}
	words := strings.Fields(sentence)
	if len(words) < fewestAdmitted || len(words) > mostAdmitted || !plainSentence(sentence) {
		return "", Broken
	}
	a := admission{scene: s.cleaned(), known: map[string]bool{}}
	a.named = a.scene.named()
	var noted []string
	for _, note := range s.Notes() {
		noted = append(noted, note.Text)
		for word := range strings.FieldsSeq(note.Text) {
			a.known[bareWord(word)] = true
		}
	}
	a.forms = Account{Told: noted}.forms()
	if why = a.objection(words); why != "" {
		return "", why
	}
	if Remember(s.History, told).Knows(sentence) {
		return "", Repeated
	}
	if !s.layout(a.forms).has(words) {
		return "", Claim
	}
	return sentence, ""
}

// plainSentence reports whether a sentence has nothing but words in it, and what parts them, and ends as one that says something.
func plainSentence(sentence string) bool {
	if !strings.HasSuffix(sentence, ".") && !strings.HasSuffix(sentence, "…") || !english.IsCapital(sentence) {
		return false
	}
	return !strings.ContainsFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune(" .…,;'’-–—", r)
	})
}

// An admission looks at one sentence.
type admission struct {
	scene Scene
	known map[string]bool // the words of the notes
	forms map[string]bool // and what their forms have in common
	named []string        // the words of the names of all in the scene
}

func (a *admission) objection(words []string) Objection {
	ours, foreign := false, false
	if slices.ContainsFunc(words, a.names) {
		return Doing
	}
	for i, word := range words {
		bare := bareWord(word)
		switch {
		case !isLatin(bare), OneOf(bare, foreignWords) && !a.known[bare]:
			foreign = true
		case i > 0 && english.IsCapital(word) && bare != "i" && !a.known[bare]:
			foreign = true
		case OneOf(bare, englishWords):
			ours = true
		}
	}
	if foreign || !ours {
		return Foreign
	}
	for i, word := range words {
		bare := bareWord(word)
		switch {
		case OneOf(bare, sayingWords):
			return Speech
		case OneOf(bare, otherPersons), a.acts(words, i):
			return Doing
		}
	}
	if unheard(wordsOf(plainApostrophes(strings.Join(words, " "))), a.forms) != "" {
		return Foreign
	}
	return ""
}

// names reports whether a word is of the name of somebody of the scene, here or elsewhere.
func (a *admission) names(word string) bool {
	bare := strings.TrimSuffix(bareWord(word), "'s")
	return !english.IsFunctionWord(bare) && slices.ContainsFunc(a.named, func(of string) bool {
		return bareWord(of) == bare && (english.IsCapital(word) || !english.IsCapital(of))
	})
}

// named are the words of the names of all who are in a scene, here or elsewhere.
func (s *Scene) named() []string {
	all := slices.Concat(s.Came, s.Left, []string{s.Missing, s.Whom, s.Persona.Name})
	for _, p := range s.People {
		all = append(all, p.Name)
	}
	for _, seen := range s.Elsewhere {
		all = append(all, seen.Name)
	}
	return strings.Fields(strings.Join(all, " "))
}

// acts reports whether a word stands for the player, who does something then, or for nobody that the story speaks of so.
func (a *admission) acts(words []string, i int) bool {
	bare := bareWord(words[i])
	second, first := OneOf(bare, "you your yours yourself"), OneOf(bare, "i me my mine myself we us our ours")
	switch {
	case second && a.scene.Persona.Person != Second, first && a.scene.Persona.Person != First:
		return true
	case bare != "you" && bare != "i" && bare != "we":
		return false
	case i+1 == len(words) || strings.ContainsAny(words[i][len(words[i])-1:], ".,;…"):
		return false // "around you"
	}
	next := bareWord(words[i+1])
	if OneOf(next, "can could") && i+2 < len(words) {
		next = bareWord(words[i+2])
	}
	return !OneOf(next, perceiving) && (i == 0 || !OneOf(next, english.Prepositions+" and"))
}

// bareWord is a word in small letters without the signs around it.
func bareWord(word string) string {
	return plainApostrophes(english.Bare(strings.Trim(word, "–—…;")))
}

func isLatin(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return false
		}
	}
	return true
}

// What is looked for. Words that are of two languages are in neither list.
const (
	englishWords = "the and with its your from there where while through against beneath somewhere are"
	foreignWords = "der das und ist nicht dem les des une est dans del los las que pero het een van zijn och att il lo della di uma não"
	otherPersons = "he him his himself she her hers herself they them theirs themselves somebody someone anybody anyone everybody everyone nobody whoever whom"
	sayingWords  = "say says said saying ask asks asked asking tell tells told telling whisper whispers whispered answer answers answered reply replies replied " +
		"shout shouts shouted mutter mutters muttered call calls called speak speaks spoke announce announces announced claim claims claimed confess confesses confessed admit admits admitted"
	perceiving = "see saw hear heard smell smelled feel felt taste tasted notice noticed sense sensed"
)
