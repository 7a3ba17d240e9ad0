package grammar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

const (
	sayWhat       = "Say what you do, in a few words."
	longestQuoted = 40 // characters of what was typed, in a refusal

	longestUnknown = 4 // words that may be a name: more are half a sentence
)

// unreadable refuses what is no line that somebody typed, before it is looked at.
func unreadable(typed string) string {
	switch {
	case len(typed) > longestLine:
		return "That is too long. " + sayWhat
	case !utf8.ValidString(typed) || strings.ContainsFunc(typed, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }):
		return "There are signs in that line that are no text. " + sayWhat
	case isCode(typed):
		return "That is no line of a story. " + sayWhat
	}
	return ""
}

// isCode reports whether a line calls something as programs do, `print("ask Ines")`, `wait()`: what
// stands inside is not what somebody does.
func isCode(typed string) bool {
	for at, r := range typed {
		if r != '(' || at == 0 || !isWord(rune(typed[at-1])) && typed[at-1] != '_' {
			continue
		}
		if inside := strings.TrimLeft(typed[at+1:], " "); inside != "" && strings.ContainsRune(`"'`+"`)", rune(inside[0])) {
			return true
		}
	}
	return false
}

// cited is foreign text as it stands in quotation marks in a refusal.
func cited(text string) string {
	text = unmarked.Replace(plaintext.Line(text, longestQuoted))
	return strings.Trim(text, " .,;:!?")
}

// refuse says in one plain line what of a line was not understood.
func (r *Reader) refuse(m *matching) string {
	whole := cited(m.text)
	switch {
	case m.exhausted:
		return `"` + whole + `" could be read in too many ways.`
	case strings.Trim(m.whole, "0123456789 ") == "":
		return `There is no choice "` + whole + `" here.`
	case m.denies():
		return "Say what you do, not what you leave undone."
	case len(m.parses) > 0:
		return r.impossible(m)
	case m.failed.pattern == nil || m.failed.pattern.steps[0].slot:
		return `"` + whole + `" is nothing that can be done here.`
	}
	return r.unknown(m)
}

// first is the first of several deeds, as it was typed, where a line is refused for being several.
func (m *matching) first() string {
	f := m.failed
	if m.exhausted || m.denies() || len(m.parses) > 0 || f.pattern == nil || f.pattern.steps[0].slot || !f.joined(m) {
		return ""
	}
	return m.typed(m.begin, f.at)
}

// joined reports whether another deed follows where a form was whole.
func (f failure) joined(m *matching) bool {
	return f.partial && english.OneOf(m.words[f.at], "and then")
}

// denies reports whether something is said not to be done.
func (m *matching) denies() bool {
	for _, w := range m.words {
		if english.OneOf(w, "not dont never no cannot cant wont without neither nor nobody nothing refuse avoid except unless instead shouldnt wouldnt couldnt") {
			return true
		}
	}
	return false
}

// impossible answers a deed that was understood and cannot be done.
func (r *Reader) impossible(m *matching) string {
	for _, p := range m.parses {
		if p.pattern == nil {
			return `Say what you do with "` + cited(m.text) + `".`
		}
	}
	if verb := m.parses[0].pattern.verb; !r.kinds[verb.kind] {
		return verb.none
	}
	if r.manners && !slices.ContainsFunc(m.parses, func(p parse) bool { return !p.quietly }) {
		return `That cannot be done quietly: "` + cited(m.text) + `".`
	}
	return `That cannot be done here and now: "` + cited(m.text) + `".`
}

// unknown answers a line whose beginning was understood.
func (r *Reader) unknown(m *matching) string {
	f := m.failed
	verb := f.pattern.verb
	what := cited(m.typed(f.at+count(m.words[f.at:f.until], articles), f.until))
	switch {
	case f.joined(m):
		return `One deed at a time, please: first "` + cited(m.typed(m.begin, f.at)) + `"?`
	case f.partial || what == "":
		return `"` + or(what, cited(m.typed(f.at, m.end))) + `" is not understood after "` + cited(m.typed(0, f.at)) + `".`
	case f.at <= skipped(m.words, 0):
		return `"` + cited(m.text) + `" is nothing that can be done here.` // no word of it was understood
	case !r.kinds[verb.kind]:
		return verb.none
	case f.until-f.at > longestUnknown:
		return `"` + cited(m.typed(0, f.at)) + `" is understood, but not "` + what + `".`
	}
	lacks := verb.lacks
	if f.field == placeField && f.at > 0 && m.words[f.at-1] == "see" {
		lacks = "to see" // who wants to see something need not want to go there
	}
	return noSuch(f.field, what, lacks)
}

// noSuch answers a name that nothing has.
func noSuch(f field, what, lacks string) string {
	switch f {
	case toField:
		return `There is nobody called "` + what + `" here ` + lacks + "."
	case itemField:
		return `There is no "` + what + `" here to do that with.`
	case placeField:
		return `There is no "` + what + `" here ` + lacks + "."
	case topicField:
		return `There is nothing to be had here about "` + what + `".`
	}
	return `There is no such question here as "` + what + `".`
}
