package grammar

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A Form is how a deed stands inside another sentence.
type Form int

// The forms.
const (
	Past    Form = iota // "you asked Ines about the oil"
	Perfect             // "you have asked Ines about the oil", "had asked" in the past tense
	Gerund              // "asking Ines about the oil"
)

// Clause is an action for use inside a sentence, without a stop. It is "" where there is
// no such clause: of what stands in somebody's words there is only the past, and only
// where its author wrote a sentence for it.
func Clause(a action.Action, names Names, v Voice, f Form) string {
	s := newSpeaker(a, names, v, map[Form]mood{Past: finite, Perfect: perfect, Gerund: gerund}[f])
	if worded(a.Kind) {
		if f != Past {
			return ""
		}
		return english.MidSentence(strings.TrimRight(s.authored(action.Outcome{}), ".!?…"))
	}
	said := verbOf(a.Kind).forms()
	switch f {
	case Gerund:
		return s.deed(said)
	case Past:
		s.tense = english.Past
	}
	return s.doer.called() + " " + s.deed(said)
}
