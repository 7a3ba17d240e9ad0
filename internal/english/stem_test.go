package english

import (
	"strings"
	"sync"
	"testing"
)

// The stem of a verb is that of its regular forms, and of no other verb of the table.
// Measured, for the tables that were before: 1650 and 1555 forms of 1735.
func TestStemsJoinFormsAndNothingElse(t *testing.T) {
	forms, apart, verbs := 0, []string(nil), map[string]string{}
	for _, verb := range allVerbs() {
		stem := Stem(verb)
		if other, taken := verbs[stem]; taken && other != verb {
			t.Errorf("%q and %q are both %q", verb, other, stem)
		}
		verbs[stem] = verb
		of := []string{ThirdSingular(verb), Ing(verb)}
		if irregularForms(verb) == nil {
			of = append(of, PastOf(verb))
		}
		for _, form := range of {
			if forms++; Stem(form) != stem {
				apart = append(apart, form)
			}
		}
	}
	if 100*len(apart) > forms {
		t.Errorf("%d of %d forms have another stem than their verb: %q", len(apart), forms, apart)
	}
}

func allVerbs() (all []string) {
	all = strings.Fields(regularVerbs)
	for line := range strings.Lines(irregular) {
		if base, _, _ := strings.Cut(line, " "); len(base) > 2 && IsVerb(base) {
			all = append(all, base)
		}
	}
	return all
}

func TestStem(t *testing.T) {
	long := strings.Repeat("lighting", 4)
	for word, want := range map[string]string{
		"": "", "'": "", "s": "s", "lamps'": "lamp", "lamp's": "lamp", "lamp’s": "lamp", "betrayal": "betray", "don't": "don't", "42nd": "42nd", "ünde": "ünde", "灯": "灯", long: long,
	} {
		for range 2 { // made and remembered
			if got := Stem(word); got != want {
				t.Errorf("%q: got %q, want %q", word, got, want)
			}
		}
	}
}

// More words than there are slots, of many at once: each has its own stem.
func TestStemsOfManyWordsAtOnce(t *testing.T) {
	word := func(i int) string {
		return "b" + string([]byte{'a' + byte(i%26), 'a' + byte(i/26%26), 'a' + byte(i/26/26%26)}) + "bing"
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range 3 * len(stems) / 2 {
				if w := word(i); !strings.HasPrefix(w, strings.TrimSuffix(Stem(w), "e")) || Stem(w+"s") == Stem(word(i+1)+"s") {
					t.Errorf("%q has the stem %q", w, Stem(w))
				}
			}
		})
	}
	wait.Wait()
}

func FuzzStem(f *testing.F) {
	for _, seed := range []string{"lamps'", "'s", "don't", "yyyy", "ings", "\xff", "灯"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if made, remembered := Stem(word), Stem(word); made != remembered {
			t.Errorf("%q has two stems", word)
		}
	})
}

func BenchmarkStem(b *testing.B) {
	words := allVerbs()
	for i := 0; b.Loop(); i++ {
		Stem(words[i%len(words)])
	}
}
