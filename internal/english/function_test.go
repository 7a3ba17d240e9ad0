package english

import (
	"strings"
	"testing"
)

func TestFunctionWords(t *testing.T) {
	seen := map[string]bool{}
	for word := range strings.FieldsSeq(functionWords) {
		if !IsFunctionWord(word) || Bare(word) != word {
			t.Errorf("%q is on the list and not known", word)
		}
		seen[word] = true
	}
	for _, word := range strings.Fields("the her whom about would never instead there") {
		if !seen[word] {
			t.Errorf("%q is no function word", word)
		}
	}
	for _, word := range strings.Fields("lamp mine one other last past back house light ask go good well") {
		if IsFunctionWord(word) {
			t.Errorf("%q is a function word", word)
		}
	}
	for word := range seen {
		if IsVerb(word) && !OneOf(word, auxiliaries+" be near down") {
			t.Errorf("the verb %q is a function word", word)
		}
	}
}
