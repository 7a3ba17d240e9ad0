package chunk

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
)

// TestCl100k counts and cuts what another implementation has counted and cut.
func TestCl100k(t *testing.T) {
	file, err := os.Open(filepath.Join(soak.Cases(t, "cl100k"), "cl100k_base_encodings.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 400 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		text := row[0]
		var want, cutTo10 []uint
		if json.Unmarshal([]byte(row[1]), &want) != nil || json.Unmarshal([]byte(row[2]), &cutTo10) != nil {
			t.Fatalf("cannot read the row %q", row)
		}
		if got := Tokens(text); got != len(want) {
			t.Errorf("%q has %d tokens, want %d", text, got, len(want))
		}
		ids, _, err := vocabulary().Encode(text)
		if diff := cmp.Diff(want, ids); diff != "" || err != nil {
			t.Errorf("%q: %s %v", text, diff, err)
		}
		// The third column is cut back by whole tokens until what is left ends with
		// a code point; we cut within a token, and so may keep a code point more.
		length := wholeRunes(text, bytesOf(text, 10))
		decoded, _ := vocabulary().Decode(cutTo10)
		if got := text[:length]; !strings.HasPrefix(got, decoded) || utf8.RuneCountInString(got[len(decoded):]) > 1 {
			t.Errorf("%q cut to ten tokens is %q, want %q", text, text[:length], decoded)
		}
	}
}

// Counting by parts is counting the whole.
func TestTokensByParts(t *testing.T) {
	bits := rapid.SampledFrom([]string{
		"lamp", "Dr.", "it's", "'S", "we'LL", " ", "  ", "\n", "\n\n", " a", "b ", ".", "((", " (", "灯台", "👋🏽", "é", "e\u0301", "1234", "5", "\t", "\r\n", "ß", "ſ", "'ſ", "'", "\u00a0", "antidisestablishmentarianism", "x",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(bits, 0, 80).Draw(t, "bits"), rapid.SampledFrom([]string{"", " "}).Draw(t, "glue"))
		for range 2 { // counted, and remembered
			if got, want := Tokens(text), count(text); got != want {
				t.Fatalf("%q has %d tokens, want %d", text, got, want)
			}
		}
	})
}

func TestLongestToken(t *testing.T) {
	if n := Tokens(strings.Repeat(" ", longestToken)); n != 1 {
		t.Errorf("%d spaces are %d tokens", longestToken, n)
	}
	if n := Tokens(strings.Repeat(" ", longestToken*3)); n < 3 {
		t.Errorf("%d spaces are %d tokens", longestToken*3, n)
	}
}

func TestSplit(t *testing.T) {
	long := strings.Repeat("Dr. Voss went up the tower with the lamp in her hand and did not look down. ", 60)
	for _, test := range []struct {
		name, text string
		want       []Chunk
	}{
		{"empty", "", nil},
		{"blank", "\n\n \n\n", nil},
		{"paragraphs", "One.\nStill one.\n\n\n\nTwo.\n\nThree.", []Chunk{
			{0, 0, 1, "One.\nStill one."}, {1, 1, 6, "Two."}, {2, 2, 8, "Three."},
		}},
	} {
		if diff := cmp.Diff(test.want, Split(test.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	chunks := Split("Short.\n\n" + long)
	if len(chunks) < 3 {
		t.Fatalf("%d chunks", len(chunks))
	}
	for _, c := range chunks[1:] {
		if !strings.HasPrefix(c.Text, "Dr. Voss went") || !strings.HasSuffix(c.Text, "down.") || c.Paragraph != 1 {
			t.Errorf("cut within a sentence: %q", c.Text)
		}
		if c != chunks[len(chunks)-1] && c.Tokens() < Most/2 {
			t.Errorf("chunk %d has only %d tokens", c.Index, c.Tokens())
		}
	}
}

// TestVocabularyIsLazy shows that short texts do not build it.
func TestVocabularyIsLazy(t *testing.T) {
	if testing.AllocsPerRun(5, func() { Split(strings.Repeat("A line of lore.\n\n", 20)) }) > 500 {
		t.Error("cutting short paragraphs costs as much as counting tokens")
	}
}

// check holds for every text whatever.
func check(t interface{ Errorf(string, ...any) }, text string) {
	chunks := Split(text)
	var all strings.Builder
	for i, c := range chunks {
		if c.Index != i || c.Text == "" || !utf8.ValidString(c.Text) {
			t.Errorf("chunk %d is %+v", i, c)
		}
		if n := c.Tokens(); n > Most {
			t.Errorf("chunk %d has %d tokens", i, n)
		}
		all.WriteString(c.Text)
	}
	if got, want := dense(all.String()), dense(text); got != want {
		t.Errorf("the text has changed: %d bytes of %d", len(got), len(want))
	}
}

func dense(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

func TestChunksProperty(t *testing.T) {
	words := rapid.SampledFrom([]string{
		"lamp", "Dr.", "harbour. ", "“No!” ", " ", "\n", "\n\n", "灯台", "👋🏽", "é", "http://a.b/c?d=e", "...", "9.5", "supercalifragilistic", "\u200d", "ß",
	})
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(words, 0, 60).Draw(t, "parts")
		check(t, strings.Repeat(strings.Join(parts, rapid.SampledFrom([]string{"", " "}).Draw(t, "glue")), rapid.IntRange(1, 30).Draw(t, "times")))
	})
}

func TestHostileTexts(t *testing.T) {
	size := 20 * soak.Count(20) << 10
	for name, unit := range map[string]string{
		"one letter": "a", "spaces": " x", "emoji": "👩‍👩‍👧", "dots": ". ", "sentences": "a. B. ", "quotes": "\"'", "base64": "Q0hVTks", "lines": "# h\n",
	} {
		began := time.Now()
		check(t, strings.Repeat(unit, size/len(unit)))
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: %d bytes took %v", name, size, took)
		} else {
			t.Logf("%s: %d bytes in %v", name, size, took)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"One.\n\nTwo.", strings.Repeat("灯台が消えた。", 200), strings.Repeat("a", 5000), "\n\n\n", "Dr. Voss. \n\n e.g. this!"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) {
			check(t, text)
		}
	})
}

func BenchmarkSplit(b *testing.B) {
	text := strings.Repeat(strings.Repeat("The lamp burned low, and nobody in the town would say who had last seen it lit. ", 40)+"\n\n", 50)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Split(text)
	}
}
