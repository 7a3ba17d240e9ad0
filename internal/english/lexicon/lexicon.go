// Package lexicon says what English nouns are words for: a person, a place, a thing,
// something to read.
//
//	words := lexicon.Load()
//	words.Noun("dishwasher") // a thing, and now and then a person
//	words.Verb("burn")       // a verb, nearly always
//
// It is WordNet's dictionary of nouns and verbs, boiled down to shares in tenths by how usual each
// sense is, and knows some sixty thousand words; internal/tools/lexicon makes the file. To
// load it costs about 20 milliseconds, so whoever reads texts does so once for all of a
// campaign, and skills not at all.
package lexicon

import (
	"bufio"
	"bytes"
	_ "embed"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/narratoria/narratoria/internal/english"
)

// The file's licence stands beside it, in LICENSE-WordNet.
//
//go:embed nouns.zst
var packed []byte

//go:embed verbs.zst
var packedVerbs []byte

// A Kind is what a noun can be a word for.
type Kind byte

// The kinds.
const (
	Unknown  Kind = 0
	Person   Kind = 'p'
	Animal   Kind = 'a'
	Indoors  Kind = 'i' // a place with a roof
	Outdoors Kind = 'o' // a place without, or nothing says
	Readable Kind = 'r'
	Thing    Kind = 't'
	Stuff    Kind = 's' // what is measured and not counted, and plants
	Time     Kind = 'm' // and measures
	Group    Kind = 'g'
	Body     Kind = 'b'
	Other    Kind = 'x' // what cannot be seen or touched
)

// A Lexicon is immutable and may be used concurrently.
type Lexicon struct{ nouns, verbs map[string]string }

// Load reads the lexicon. Each call makes another.
func Load() *Lexicon {
	return &Lexicon{unpacked(packed, 64_000), unpacked(packedVerbs, 9_000)}
}

// unpacked are the words of a file that is part of the program, each with what is said of it.
func unpacked(packed []byte, size int) map[string]string {
	in, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic("lexicon: the data that is part of the program: " + err.Error())
	}
	defer in.Close()
	all := make(map[string]string, size)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		word, is, _ := strings.Cut(lines.Text(), " ")
		all[word] = is
	}
	if err := lines.Err(); err != nil {
		panic("lexicon: the data that is part of the program: " + err.Error())
	}
	return all
}

// Verb is how many tenths of a word's uses are as a verb, 0 for none and 9 for a word that
// is nothing else; the word is a verb's base.
func (l *Lexicon) Verb(base string) int {
	if is := l.verbs[base]; is != "" {
		return int(is[0] - '0')
	}
	return 0
}

// Shares are what a noun is a word for, in tenths.
type Shares string

// Noun is what a noun is a word for, in any number; "" where it is not known. A word with
// a hyphen that is not known is what its last part is.
func (l *Lexicon) Noun(word string) Shares {
	word = strings.ToLower(word)
	if s, ok := l.look(word); ok {
		return s
	}
	if at := strings.LastIndexByte(word, '-'); at >= 0 {
		s, _ := l.look(word[at+1:])
		return s
	}
	return ""
}

func (l *Lexicon) look(word string) (Shares, bool) {
	s, known := l.nouns[word]
	if known && Kind(s[0]) != Other {
		return Shares(s), true
	}
	for _, one := range Singulars(word) { // letters are more than learning
		if s, ok := l.nouns[one]; ok {
			return Shares(s), true
		}
	}
	return Shares(s), known
}

// Phrase is what a noun is a word for behind another: a hearing aid is a thing, whatever an
// aid is.
func (l *Lexicon) Phrase(before, word string) Shares {
	for _, one := range append(Singulars(strings.ToLower(word)), strings.ToLower(word)) {
		if s, ok := l.nouns[strings.ToLower(before)+"_"+one]; ok {
			return Shares(s)
		}
	}
	return l.Noun(word)
}

// Knows reports whether a word is a noun at all.
func (l *Lexicon) Knows(word string) bool { return l.Noun(word) != "" }

// Of is the share of a kind, 0 to 9.
func (s Shares) Of(kinds ...Kind) (sum int) {
	for i := 0; i+1 < len(s); i += 2 {
		for _, k := range kinds {
			if Kind(s[i]) == k {
				sum += int(s[i+1] - '0')
			}
		}
	}
	return sum
}

// Most is what a noun is most a word for.
func (s Shares) Most() Kind {
	if s == "" {
		return Unknown
	}
	return Kind(s[0])
}

// Singulars are what a word may be the plural of, the likeliest first.
func Singulars(word string) (all []string) {
	add := func(suffix, instead string) {
		if stem, ok := strings.CutSuffix(word, suffix); ok && len(stem) > 1 {
			all = append(all, stem+instead)
		}
	}
	switch word {
	case "men", "women", "children", "mice", "geese", "feet", "teeth", "people", "knives", "wolves", "oxen", "lice":
		return []string{map[string]string{
			"men": "man", "women": "woman", "children": "child", "mice": "mouse", "geese": "goose", "feet": "foot", "teeth": "tooth",
			"people": "person", "knives": "knife", "wolves": "wolf", "oxen": "ox", "lice": "louse",
		}[word]}
	}
	add("men", "man")
	add("ves", "f")
	add("ves", "fe")
	add("ies", "y")
	if english.HasAnySuffix(word, "ses", "xes", "zes", "ches", "shes", "oes") {
		add("es", "")
	}
	if !strings.HasSuffix(word, "ss") {
		add("s", "")
	}
	return all
}
