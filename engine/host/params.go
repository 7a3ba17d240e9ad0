package host

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// params takes a call's parameters apart. The first fault is kept and what is
// read after it is of no use; end reports it.
type params struct {
	method string
	rest   protocol.Object
	known  []string
	fault  string
}

func (p *params) take(name string) (value any, present bool) {
	p.known = append(p.known, name)
	value, present = p.rest[name]
	return value, present
}

func (p *params) fail(name, expected string, got any, present bool) {
	if p.fault != "" {
		return
	}
	if !present {
		p.fault = fmt.Sprintf("params.%s is missing; expected %s", name, expected)
		return
	}
	p.fault = fmt.Sprintf("params.%s is %s; expected %s", name, brief(got), expected)
}

// brief is a value as a message can show it.
func brief(value any) string {
	text := string(strictjson.Append(nil, value))
	if len(text) > 40 {
		return "a " + strictjson.Kind(value) + " of " + fmt.Sprint(len(text)) + " bytes"
	}
	return text
}

// A kind of text is what it must be, in words, and whether one is.
type kindOfText struct {
	expected string
	is       func(string) bool
}

var (
	isText = kindOfText{"a string", func(string) bool { return true }}
	isKey  = kindOfText{
		fmt.Sprintf("a string of 1 to %d bytes without control characters", maxKey),
		func(s string) bool { return s != "" && len(s) <= maxKey && !strings.ContainsFunc(s, unicode.IsControl) },
	}
	isSource = kindOfText{`"crypto" or "pseudo"`, func(s string) bool { return s == "crypto" || s == "pseudo" }}
)

// text reads a text of a kind. Without a standard it is required.
func (p *params) text(name string, kind kindOfText, standard ...string) string {
	value, present := p.take(name)
	if !present && len(standard) > 0 {
		return standard[0]
	}
	text, ok := value.(string)
	if !ok || !kind.is(text) {
		p.fail(name, kind.expected, value, present)
	}
	return text
}

// integer reads an integer within limits. Without a standard it is required.
func (p *params) integer(name string, low, high int64, standard ...int64) int64 {
	value, present := p.take(name)
	if !present && len(standard) > 0 {
		return standard[0]
	}
	number, _ := value.(strictjson.Number)
	n, err := number.Int64()
	if err != nil || n < low || n > high {
		p.fail(name, fmt.Sprintf("an integer from %d to %d", low, high), value, present)
	}
	return n
}

// end gives the first fault. A parameter that nobody has read comes before all
// others: it is usually the misspelt name of one that is missing.
func (p *params) end() *protocol.CallError {
	fault := p.fault
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(p.rest))) {
		if !slices.Contains(p.known, name) {
			fault = p.unknown(name)
		}
	}
	if fault == "" {
		return nil
	}
	return &protocol.CallError{Code: skills.CallBadParams, Message: p.method + ": " + fault}
}

func (p *params) unknown(name string) string {
	message := fmt.Sprintf("there is no params.%s; expected %s", name, strings.Join(p.known, ", "))
	if meant := nearest.Name(name, p.known); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	return message
}
