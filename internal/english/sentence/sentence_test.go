package sentence_test

import (
	"iter"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/english/sentence"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                            {"", ""},
		"One":                         {"One", "One"},
		"Dr. Voss left. Nobody saw.":  {"Dr. Voss left.| Nobody saw.", "Dr.| Voss left.| Nobody saw."},
		"Who? He!\nA line\nand more.": {"Who?| He!|\nA line\nand more.", "Who?| He!|\n|A line\n|and more."},
	} {
		for i, spans := range []iter.Seq2[int, int]{sentence.Spans(text), sentence.PlainSpans(text)} {
			var parts []string
			for start, end := range spans {
				parts = append(parts, text[start:end])
			}
			if got := strings.Join(parts, "|"); got != want[i] {
				t.Errorf("%d, %q: got %q, want %q", i, text, got, want[i])
			}
		}
	}
}

// Whatever the bytes, sentences cover a text and none is empty; who wants no more of them
// gets none.
func FuzzSpans(f *testing.F) {
	for _, seed := range []string{"a. b", "Mr. \n\n!?", "\xff. \x00", "..."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, spans := range []iter.Seq2[int, int]{sentence.Spans(text), sentence.PlainSpans(text)} {
			at := 0
			for start, end := range spans {
				if start != at || end <= start {
					t.Errorf("%q: %d to %d behind %d", text, start, end, at)
				}
				at = end
			}
			if at != len(text) {
				t.Errorf("%q ends at %d", text, at)
			}
			for range spans {
				break
			}
		}
	})
}
