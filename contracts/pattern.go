package contracts

import (
	"regexp"
	"regexp/syntax"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A pattern is a regular expression that is compiled when something is first matched with
// it: a short text may compile to megabytes, and what is only held to be one never is.
type pattern struct {
	text     string
	compiled func() *regexp.Regexp
}

func patternOf(text string) (jsonschema.Regexp, error) {
	if _, err := syntax.Parse(text, syntax.Perl); err != nil {
		return nil, err
	}
	return &pattern{text, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}, nil
}

func (p *pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }
func (p *pattern) String() string            { return p.text }

// instructions is about how many a pattern compiles to, found without repeating what it
// repeats, or maxPattern+1.
func instructions(re *syntax.Regexp) int {
	size := 0
	for _, sub := range re.Sub {
		size = min(size+instructions(sub), maxPattern+1)
	}
	switch re.Op {
	case syntax.OpLiteral:
		size = len(re.Rune)
	case syntax.OpAlternate:
		size += len(re.Sub) - 1
	case syntax.OpCapture:
		size += 2
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		size++
	case syntax.OpRepeat: // one to choose, each time that it need not be repeated
		size = size*max(re.Min, re.Max, 1) + max(re.Max-re.Min, 1)
	case syntax.OpConcat:
	default:
		size = 1
	}
	return min(size, maxPattern+1)
}

// instructionsOf is of a pattern that was parsed before.
func instructionsOf(text string) int {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0
	}
	return instructions(parsed)
}
