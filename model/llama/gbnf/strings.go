package gbnf

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Letters of a string, as they are written: llama.cpp holds a model's bytes against code points and does not ask whether
// these can be, so that a class says what a letter is and not what it is none of.
const (
	ordinary = `[ !#-\[\]-\uD7FF\uE000-\U0010FFFF]`
	escapes  = `"\\" ( ["\\bfnrt] | "u00" [01] [0-9A-Fa-f] )`

	// Those of a text of one line: no control character, and nothing that ends a line.
	within = `[ !#-\[\]-~\u00A0-\u2027\u202A-\uD7FF\uE000-\U0010FFFF] | "\\" ["\\]`
)

// text is a string, of so many code points.
func (m *maker) text(s strictjson.Object, at string) (string, error) {
	least, most, err := bounds(s, "minLength", "maxLength", at)
	if err != nil {
		return "", err
	}
	letters := ""
	if pattern, is := s["pattern"]; is {
		text, is := pattern.(string)
		if !is {
			return "", unknown(at, "has a pattern that is no text")
		}
		letters, err = m.pattern(text, least, most, at)
	} else if s["x-one-line"] == true {
		letters, err = m.letters("inline", within, least, most)
	} else {
		letters, err = m.letters("letter", ordinary+" | "+escapes, least, most)
	}
	return join(join(`"\""`, letters), `"\""`), err
}

// letters are so many of those that a rule is.
func (m *maker) letters(name, body string, least, most int) (string, error) {
	letter, err := m.rule(name, body)
	if err != nil {
		return "", err
	}
	return m.times(letter, least, most)
}

// written is the expression of one letter of a span of code points, as a string of JSON has it; "" where there is none.
func written(spans []span) string {
	var all, controls []string
	var class strings.Builder
	for _, s := range spans {
		for _, part := range cutOut(s) {
			if part.from == part.to {
				class.WriteString(classLetter(part.from))
			} else {
				class.WriteString(classLetter(part.from) + "-" + classLetter(part.to))
			}
		}
		for c := max(s.from, 0); c <= min(s.to, '\\'); c++ {
			switch short := strings.IndexRune("\b\f\n\r\t\"\\", c); {
			case short >= 0:
				all = append(all, quote(`\`+`bfnrt"\`[short:short+1]))
			}
			if c < ' ' {
				controls = append(controls, control(c))
			}
		}
	}
	if class.Len() > 0 {
		all = append([]string{"[" + class.String() + "]"}, all...)
	}
	if len(controls) == ' ' {
		controls = []string{"[01] [0-9A-Fa-f]"}
	}
	if len(controls) > 0 {
		all = append(all, `"\\u00" `+alternatives(controls))
	}
	if len(all) == 0 {
		return ""
	}
	return alternatives(all)
}

// control is what stands behind \u00 of a control character.
func control(c rune) string {
	if c&15 < 10 {
		return fmt.Sprintf(`"%02x"`, c)
	}
	return fmt.Sprintf(`"%x" [%X%x]`, c>>4, c&15, c&15)
}

// cutOut are the letters of a span that stand in a string as they are.
func cutOut(s span) (all []span) {
	for _, good := range []span{{' ', '!'}, {'#', '['}, {']', 0xD7FF}, {0xE000, 0x10FFFF}} {
		if part := (span{max(s.from, good.from), min(s.to, good.to)}); part.from <= part.to {
			all = append(all, part)
		}
	}
	return all
}

// classLetter writes a letter as a class of GBNF has it.
func classLetter(c rune) string {
	switch {
	case c == '[' || c == ']' || c == '\\':
		return `\` + string(c)
	case c == '^', c == '-', c == 0x7f:
		return fmt.Sprintf(`\x%02X`, c)
	case c < 0x7f:
		return string(c)
	case c <= 0xffff:
		return fmt.Sprintf(`\u%04X`, c)
	}
	return fmt.Sprintf(`\U%08X`, c)
}
