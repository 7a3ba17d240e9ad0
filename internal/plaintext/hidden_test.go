package plaintext_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/narratoria/narratoria/internal/hostiletext"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// unseen are characters that take up no place of their own, or act on what shows them.
var unseen = regexp.MustCompile("[\u034f\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0\ufe00-\ufe0f\U000e0000-\U000e0fff]|\\p{Cc}|\\p{Cf}|\\p{Co}|\\p{M}{5}|<[A-Za-z/!?]")

// unescapable are tags, which are seen where nothing reads them.
var unescapable = strings.NewReplacer("<", "")

// hiddenIn is the first of a text that is hidden in it, "" for none.
func hiddenIn(text string) string { return unseen.FindString(strings.ReplaceAll(text, "\n", "")) }

// TestHiddenTextIsGone: nothing hidden is left of 200 texts, and what stands in the open is.
func TestHiddenTextIsGone(t *testing.T) {
	texts := hostiletext.Texts()
	if len(texts) != 200 {
		t.Fatalf("%d texts", len(texts))
	}
	for _, text := range texts {
		shown := []string{plaintext.Clean(text), plaintext.Line(text, 300), plaintext.Visible(text, func(r rune) rune {
			if unicode.IsPrint(r) && r != '<' {
				return r
			}
			return ' '
		})}
		escaped := plaintext.Escape(strings.ToValidUTF8(text, "?"))
		if found := unseen.FindString(unescapable.Replace(escaped)); found != "" || !strings.Contains(escaped, hostiletext.Word) {
			t.Errorf("%q is escaped as %q: %q is hidden in it", text, escaped, found)
		}
		quoted, back := new(strings.Builder), ""
		encoder := json.NewEncoder(quoted)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(text) // a string can always be written
		if err := json.Unmarshal([]byte(plaintext.Escape(strings.TrimSuffix(quoted.String(), "\n"))), &back); err != nil || back != text {
			t.Errorf("%q is another text: %q, %v", text, back, err)
		}
		for _, got := range shown {
			if found := hiddenIn(got); found != "" || !strings.Contains(got, hostiletext.Word) {
				t.Errorf("%q is shown as %q: %q is hidden in it", text, got, found)
			}
		}
		if hiddenIn(text) == "" {
			t.Errorf("nothing is hidden in %q", text)
		}
	}
}
