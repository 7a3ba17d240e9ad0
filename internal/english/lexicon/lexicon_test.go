package lexicon

import (
	"sync"
	"testing"
)

var loaded = sync.OnceValue(Load)

func TestNouns(t *testing.T) {
	for word, want := range map[string]Kind{
		"chef": Person, "waiters": Person, "women": Person, "vestry": Group, "scullery": Indoors, "pier": Outdoors, "ledger": Readable, "letters": Readable,
		"knives": Thing, "lamp": Thing, "flour": Thing, "sand": Stuff, "morning": Time, "police": Group, "sous-chef": Person, "xyzzy": Unknown, "": Unknown,
	} {
		if got := loaded().Noun(word).Most(); got != want {
			t.Errorf("%s: %c, wanted %c (%s)", word, got, want, loaded().Noun(word))
		}
	}
	if got := loaded().Phrase("hearing", "aid").Most(); got != Thing {
		t.Errorf("a hearing aid is %c", got)
	}
	if s := loaded().Noun("dishwasher"); s.Of(Thing) <= s.Of(Person) || s.Of(Person) == 0 {
		t.Errorf("a dishwasher is %s", s)
	}
}

func TestVerbs(t *testing.T) {
	for word, want := range map[string]bool{"burn": true, "grow": true, "fast": false, "lamp": false, "board": false, "xyzzy": false, "": false} {
		if got := loaded().Verb(word); got > 5 != want {
			t.Errorf("%s is a verb in %d tenths of its uses", word, got)
		}
	}
}

func FuzzNoun(f *testing.F) {
	f.Add("ashes")
	f.Fuzz(func(t *testing.T, word string) { loaded().Noun(word) })
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		Load()
	}
}
