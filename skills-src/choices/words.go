package choices

import (
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/narratoria/narratoria/prose"
)

// wordsOf are the words of a text in small letters, without an owner's 's.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	})
	kept := words[:0]
	for _, w := range words {
		if w = strings.TrimSuffix(strings.Trim(w, "'"), "'s"); w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

const empty = "the and but for nor not with without from into onto over under about after before since until when while where what who whom whose which why how that this these those than then there here " +
	"you your yours yourself she her hers herself him his himself they them their theirs itself its are was were been being has have had having did does doing can could will would shall should may might must " +
	"all any some out off one own now too very just only again also upon our ours mine"

var emptyWords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(empty) {
		set[w] = true
	}
	return set
})

func meaningful(word string) bool { return len(word) > 2 && !emptyWords()[word] }

// content are the words of a text that carry its meaning.
func content(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range wordsOf(text) {
		if meaningful(w) {
			set[w] = true
		}
	}
	return set
}

// covers reports whether what is said speaks of a memory: it shares two of its
// content words, or half of them where it has fewer than four.
func covers(said, about map[string]bool) bool { return enough(overlap(said, about), about) }

func enough(shared int, about map[string]bool) bool {
	return shared >= 2 || shared > 0 && shared*2 >= len(about)
}

// cover is covers of a text's words.
func cover(words []string, about map[string]bool) bool {
	n := 0
	for i, w := range words {
		if about[w] && !slices.Contains(words[:i], w) {
			n++
		}
	}
	return enough(n, about)
}

// overlap is how many words two texts have in common.
func overlap(a, b map[string]bool) (n int) {
	for w := range b {
		if a[w] {
			n++
		}
	}
	return n
}

// same is what two texts have in common that differ in signs alone.
func same(text string) string { return strings.Join(wordsOf(text), " ") }

// trigrams are the runs of three words of a text, as hashes.
func trigrams(words []string) (runs []uint32) {
	var a, b uint32
	for i, word := range words {
		h := fnv.New32a()
		h.Write([]byte(word))
		c := h.Sum32()
		if i >= 2 {
			runs = append(runs, a*31*31+b*31+c)
		}
		a, b = b, c
	}
	return runs
}

// stammers reports whether a text says a word of meaning twice, or any word twice
// in a row, or heaps clauses on one another.
func stammers(text string) bool { return stammering(wordsOf(text)) }

func stammering(words []string) bool {
	var before string
	said, yous, thats, abouts := map[string]bool{}, 0, 0, 0
	for _, w := range words {
		if w == before || said[root(w)] {
			return true
		}
		switch before = w; {
		case w == "you":
			yous++
		case w == "that":
			thats++
		case w == "about":
			abouts++
		case meaningful(w):
			said[root(w)] = w != "ask" && w != "asked"
		}
	}
	return yous > 3 || thats > 2 || abouts > 1
}

// root is nearly what a word has in common with its other forms.
func root(word string) string {
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if stem, cut := strings.CutSuffix(word, ending); cut && len(stem) > 2 {
			return stem
		}
	}
	return word
}

// midSentence is prose.MidSentence, which leaves larger numbers to be names, and not
// the titles before them.
func midSentence(text string) string {
	if words := strings.Fields(text); len(words) > 1 && titled(words[0]) && capital(words[1]) && !among(strings.ToLower(words[0]), "the old young") {
		return text
	}
	if first, _, _ := strings.Cut(text, " "); among(strings.ToLower(first), "seven eight nine ten eleven twelve twenty thirty forty fifty") {
		return strings.ToLower(text[:1]) + text[1:]
	}
	return prose.MidSentence(text)
}
