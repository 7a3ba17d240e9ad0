package choices

import (
	"hash/fnv"
	"strings"
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

// small are words that a text may say twice. They are few: of another function word, "very"
// or "still", one is enough.
const small = "a an the and or of to in on at for from with by as it its is was you your who what how where when that this about her his him she he they them their ask asked"

// stammers reports whether a text of these words says one of meaning twice, or any
// twice in a row.
func stammers(words []string) bool {
	before, said := "", map[string]bool{}
	for _, w := range words {
		if w == before || said[prose.Stem(w)] {
			return true
		}
		before, said[prose.Stem(w)] = w, !among(w, small)
	}
	return strings.Count(" "+strings.Join(words, " ")+" ", " about ") > 1
}

func capital(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) {
			return unicode.IsUpper(r)
		}
	}
	return false
}

const titles = "mr mrs miss ms dr captain father mother brother sister sir lady lord old young the master doctor king queen saint st widow uncle aunt " +
	"abbot abbess prior prioress novice friar bishop count countess duke duchess baron prince princess professor inspector judge mayor sergeant lieutenant major colonel general admiral commander"

func titled(word string) bool { return among(strings.ToLower(strings.Trim(word, ".")), titles) }
