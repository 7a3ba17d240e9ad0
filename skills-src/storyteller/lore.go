package storyteller

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
)

// snippet is a piece of the world's lore, as much as a page long.
type snippet struct {
	Text      string      `json:"text"`
	Title     string      `json:"title"`
	Mode      string      `json:"mode"`
	Relevance json.Number `json:"relevance"`
}

// asks reports whether the deed asks for something that nobody told yet and that may be
// written somewhere.
func (t turn) asks() bool {
	d := t.scene.Deed
	return d != nil && len(t.scene.Authored)+len(t.scene.Learned) == 0 && (d.Action.Kind.Asks() || d.Action.Kind == action.Examine || d.Action.Kind == action.Search || d.Action.Kind == action.Recall)
}

// lore picks one sentence of the snippets: whole, understood by itself, not told
// before, and with a word that means something of what the player does, to whom, or
// what they pursue. Whom the player has met they need no page to know. What is MYTHIC is told as a rumour.
func (r results) lore(now turn) *prose.Lore {
	var candidates []scored[*prose.Lore]
	for _, s := range r.snippets {
		for _, sentence := range s.sentences() {
			if !now.bears(sentence) && now.about.weigh(sentence) < nearEnough || now.scene.History.HasLore(sentence) || slices.ContainsFunc(now.met, func(name string) bool { return isOf(sentence, name) }) {
				continue
			}
			score := thousandths(s.Relevance)/2 + 30*now.about.weigh(sentence)
			if s.rumour() {
				score += rumourFirst
			}
			candidates = append(candidates, scored[*prose.Lore]{s.tell(sentence), score})
		}
	}
	best, _ := pick(now.scene, candidates, func(l *prose.Lore) bool { return now.scene.History.Knows(l.Text) })
	return best
}

// nearEnough is the weight at which a sentence has to do with what is going on, though
// not with the deed: a person here and an open question, or three words of these.
const nearEnough = 3

// isOf reports whether a sentence names somebody: by a word of the name, unless what
// stands before it makes that somebody else's. "T. Vane" is not Ines Vane.
func isOf(sentence, name string) bool {
	names := slices.DeleteFunc(nameWords(name), func(word string) bool { return isIn(word, titles) || word == strings.ToLower(word) })
	words := nameWords(sentence)
	for i, word := range words {
		at := slices.Index(names, word)
		if at < 0 {
			continue
		}
		if before := words[max(i-1, 0)]; at == 0 || i == 0 || before == strings.ToLower(before) || isIn(before, titles) || strings.HasPrefix(names[0], strings.TrimSuffix(before, ".")) || slices.Contains(names, before) {
			return true
		}
	}
	return false
}

const titles = "mr mrs miss ms dr doctor sir lady lord captain father mother brother sister abbot prior old young the a of saint st st."

// nameWords are the words of a text without signs and endings of possession, as they are
// written.
func nameWords(text string) []string {
	words := strings.Fields(text)
	for i, word := range words {
		word = strings.Trim(word, ",;:!?()'\"“”’")
		if len(word) > 3 {
			word = strings.TrimSuffix(word, ".")
		}
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		words[i] = word
	}
	return words
}

// rumourFirst is what a rumour has over what is known: there are fewer of them, and
// they are why people talk.
const rumourFirst = 60

func (s snippet) rumour() bool { return strings.EqualFold(s.Mode, "MYTHIC") }

func (s snippet) tell(sentence string) *prose.Lore {
	if s.rumour() {
		return &prose.Lore{Text: sentence, Rumour: true}
	}
	return &prose.Lore{Text: sentence, Source: source(s.Title)}
}

// source is a title as it can stand in a sentence, or "": "The List of Lights,
// entry 114" is "the List of Lights". Titles that are long, of many things, or the
// beginning of a sentence do not fit.
func source(title string) string {
	title, _, _ = strings.Cut(prose.CleanLine(title, 200), ",")
	words := strings.Fields(title)
	if len(words) == 0 || len(title) > 45 || strings.ContainsAny(title, ":/_.?!\"") || isIn(words[0], beginsNoName) || isMany(words[0]) {
		return ""
	}
	if len(words) > 1 && isOwner(words[1]) && !isIn(words[0], "a an the") {
		return title
	}
	return prose.MidSentence(prose.Definite(title))
}

const beginsNoName = "what why how who when where which if from to on in of at by about against for concerning"

func isIn(word, list string) bool {
	return strings.Contains(" "+list+" ", " "+strings.ToLower(word)+" ")
}

func isOwner(word string) bool {
	return strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "’s")
}

func isMany(word string) bool { return strings.HasSuffix(word, "s") && !isOwner(word) }

const most = 200 // sentences of one snippet that are looked at

// sentences are those that can be told.
func (s snippet) sentences() (fit []string) {
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(s.Text, "\r", ""), "\n\n") {
		if !isProse(paragraph) {
			continue
		}
		for _, sentence := range prose.Sentences(prose.Clean(emphasis.Replace(paragraph))) {
			if sentence = s.named(sentence); prose.Tellable(sentence) && len(fit) < most {
				fit = append(fit, sentence)
			}
		}
	}
	return fit
}

// named says whom a page is about where a sentence begins with a pronoun for them:
// of "What they say about the keeper", "He drank" is "The keeper drank".
func (s snippet) named(sentence string) string {
	first, rest, more := strings.Cut(sentence, " ")
	who := subject(s.Title)
	if who == "" || !more || !isIn(first, "he she") || len(strings.Fields(rest)) < 1 {
		return sentence
	}
	return prose.SentenceCase(who) + " " + rest
}

// subject is whom a title of the kind "What is said of ..." is about, or "".
func subject(title string) string {
	if !strings.HasPrefix(strings.ToLower(title), "what ") {
		return ""
	}
	for _, before := range []string{" about ", " said of ", " told of "} {
		if _, who, found := strings.Cut(title, before); found {
			return strings.TrimSpace(prose.CleanLine(who, 40))
		}
	}
	return ""
}

var emphasis = strings.NewReplacer("*", "", "`", "", "_", "")

// isProse leaves out headings, lists, tables and quotations.
func isProse(paragraph string) bool {
	paragraph = strings.TrimSpace(paragraph)
	if paragraph == "" || strings.ContainsAny(paragraph[:1], "#>|-+0123456789") || strings.HasPrefix(paragraph, "* ") {
		return false
	}
	return !strings.Contains(paragraph, "\n#") && !strings.Contains(paragraph, "\n- ") && !strings.Contains(paragraph, "\n|")
}
