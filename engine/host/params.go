package host

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/kit"
)

// params takes a call's parameters apart. The first fault is kept and what is
// read after it is of no use; end reports it.
type params struct {
	ctx    context.Context // of the call, which they live as long as
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

// faulty is fail where what is wrong is known in words.
func (p *params) faulty(name, what string) {
	if p.fault == "" {
		p.fault = fmt.Sprintf("params.%s: %s", name, what)
	}
}

// brief is a value as a message can show it.
func brief(value any) string {
	text := strictjson.Encode(value)
	if len(text) > 40 {
		return "a " + strictjson.Kind(value) + " of " + fmt.Sprint(len(text)) + " bytes"
	}
	return string(text)
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
	isName     = isKey
	isQuery    = kindOfText{fmt.Sprintf("a text of at most %d bytes", maxProse), func(s string) bool { return len(s) <= maxProse }}
	isTask     = kindOfText{"what the text is for, 1 to 40 small letters and hyphens", regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`).MatchString}
	isVersion  = kindOfText{`a name of 1 to 40 small letters, digits, hyphens and slashes, such as "speech/1"`, regexp.MustCompile(`^[a-z][a-z0-9/-]{0,39}$`).MatchString}
	isStop     = kindOfText{fmt.Sprintf("a text of 1 to %d bytes", maxKey), func(s string) bool { return s != "" && len(s) <= maxKey }}
	isRole     = oneOf(string(model.System), string(model.User), string(model.Assistant))
	isLabel    = kindOfText{"a name of 1 to 40 small letters, digits and hyphens", isTask.is}
	isTier     = oneOf("must", "should", "nice")
	isMade     = oneOf(string(generation.Used), string(generation.Mended), string(generation.Refused))
	isReason   = proseOf(generation.MostReason)
	isPath     = kindOfText{fmt.Sprintf("a dot path of at most %d bytes and %d names", maxPath, maxPathNames), pathFits}
	isSource   = oneOf("crypto", "pseudo")
	isProse    = proseOf(maxProse)
	isPrompted = proseOf(maxPrompt)
)

// proseOf is a text that can be read, of so many bytes at most.
func proseOf(most int) kindOfText {
	return kindOfText{
		fmt.Sprintf("a text of 1 to %d bytes without control characters other than line breaks", most),
		func(s string) bool {
			return strings.TrimSpace(s) != "" && len(s) <= most && !strings.ContainsFunc(s, isOddControl)
		},
	}
}

func pathFits(path string) bool {
	if len(path) > maxPath {
		return false
	}
	names := 0
	for range protocol.Names(path) {
		names++
	}
	return names <= maxPathNames
}

func isOddControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// oneOf is a closed list of words.
func oneOf(words ...string) kindOfText {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strconv.Quote(word)
	}
	last := len(words) - 1
	return kindOfText{
		strings.Join(quoted[:last], ", ") + " or " + quoted[last],
		func(s string) bool { return slices.Contains(words, s) },
	}
}

// optional is a kind, or nothing.
func optional(kind kindOfText) kindOfText {
	return kindOfText{kind.expected, func(s string) bool { return s == "" || kind.is(s) }}
}

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

// thousandths reads a number within limits. Without a standard it is required.
func (p *params) thousandths(name string, low, high kit.Thousandths, standard ...kit.Thousandths) kit.Thousandths {
	value, present := p.take(name)
	if !present && len(standard) > 0 {
		return standard[0]
	}
	n := high + 1
	if given, ok := value.(strictjson.Number); ok && n.UnmarshalJSON([]byte(given)) != nil {
		n = high + 1
	}
	if n < low || n > high {
		p.fail(name, fmt.Sprintf("a number from %s to %s with at most three decimals", low, high), value, present)
	}
	return n
}

// flag reads true or false, which is the standard.
func (p *params) flag(name string) bool {
	value, present := p.take(name)
	flag, ok := value.(bool)
	if present && !ok {
		p.fail(name, "true or false", value, present)
	}
	return flag
}

// optional reads a whole number within limits, nil where it is missing.
func (p *params) optional(name string, low, high int64) *int64 {
	if _, present := p.rest[name]; !present {
		p.known = append(p.known, name)
		return nil
	}
	n := p.integer(name, low, high)
	return &n
}

// texts reads a list of texts of a kind, empty where it is missing.
func (p *params) texts(name string, kind kindOfText, most int) []string {
	value, present := p.take(name)
	if !present {
		return nil
	}
	items, ok := value.([]any)
	if !ok || len(items) > most {
		p.fail(name, fmt.Sprintf("a list of at most %d texts", most), value, present)
		return nil
	}
	all := make([]string, 0, len(items))
	for i, item := range items {
		text, ok := item.(string)
		if !ok || !kind.is(text) {
			p.fail(fmt.Sprintf("%s[%d]", name, i), kind.expected, item, true)
		}
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// parts reads an object of whole numbers, nil where it is missing.
func (p *params) parts(name string) protocol.Object {
	value, present := p.take(name)
	if !present {
		return nil
	}
	parts, ok := value.(protocol.Object)
	if !ok || len(parts) > maxNames {
		p.fail(name, fmt.Sprintf("an object of at most %d integers", maxNames), value, present)
		return nil
	}
	read := protocol.Object{}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		given, _ := parts[part].(strictjson.Number)
		n, err := given.Int64()
		if err != nil || n < -maxInteger || n > maxInteger || !isName.is(part) {
			p.fail(name+"."+part, "an integer", parts[part], true)
			continue
		}
		read[part] = strictjson.Int(n)
	}
	return read
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

// wordsOf is a closed list as texts.
func wordsOf[T ~string](list []T) []string {
	all := make([]string, len(list))
	for i, word := range list {
		all[i] = string(word)
	}
	return all
}
