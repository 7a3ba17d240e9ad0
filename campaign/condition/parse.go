package condition

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Options say what a campaign has that conditions may speak of.
type Options struct {
	// Compiler compiles custom conditions. Nil is one for a campaign without names.
	Compiler *Compiler
	// IsChoice reports whether the campaign has a choice of that id. What is no
	// id at all, or where this is nil, is a choice in words and is judged.
	IsChoice func(id string) bool
}

// Parse reads a condition that has passed its schema. A nil tree is none. The
// pointers of problems begin at the condition; with a problem there is still a
// condition, of the parts that could be read.
func Parse(tree any, opts Options) (*Condition, contracts.Problems) {
	p := parser{opts: opts, c: &Condition{}}
	switch tree := tree.(type) {
	case nil:
		return nil, nil
	case string:
		p.judged(tree)
	case strictjson.Object:
		p.object(tree)
	}
	return p.c, p.problems
}

type parser struct {
	opts     Options
	c        *Condition
	problems contracts.Problems
}

func (p *parser) judged(sentence string) {
	if sentence = strings.Join(strings.Fields(sentence), " "); sentence != "" && !slices.Contains(p.c.Judged, sentence) {
		p.c.Judged = append(p.c.Judged, sentence)
	}
}

func (p *parser) object(tree strictjson.Object) {
	c := p.c
	if window, ok := tree["scene_count"].(strictjson.Object); ok {
		c.Scenes = &Window{Min: int(strictjson.AsInteger(window["min"])), Max: int(strictjson.AsInteger(window["max"]))}
		p.window(window)
	}
	c.Beat = strictjson.AsString(tree["requires_beat"])
	c.AnyBeat = texts(tree["requires_any_beat"])
	c.Forbidden = texts(tree["forbids_beat"])
	c.Place = strictjson.AsString(tree["place"])
	c.Present = texts(tree["present"])
	for _, choice := range slices.Concat(texts(tree["player_choice"]), texts(tree["player_choices"])) {
		p.choice(choice)
	}
	c.Player = p.state(tree["player_state"])
	c.People = p.state(tree["npc_state"])
	c.World = p.state(tree["world_state"])
	if source, ok := tree["custom"].(string); ok {
		p.custom(source)
	}
}

func (p *parser) window(tree strictjson.Object) {
	if w := p.c.Scenes; tree["max"] != nil && w.Max < max(w.Min, 1) {
		p.report("/scene_count", contracts.BadValue, fmt.Sprintf("no scene lies between min %d and max %d", w.Min, w.Max))
		w.Max = w.Min
	}
}

func (p *parser) report(at string, kind contracts.Kind, message string) {
	p.problems = append(p.problems, contracts.Problem{Pointer: at, Kind: kind, Message: message})
}

// choice tells ids from words: a campaign of the specification's own forms has
// no choices with ids, and then all are words.
func (p *parser) choice(choice string) {
	if IsID(choice) && p.opts.IsChoice != nil {
		p.c.Choices = append(p.c.Choices, choice)
		return
	}
	p.judged("the player chose: " + strings.NewReplacer("_", " ", "/", ": ").Replace(choice))
}

// IsID reports whether a text can be an id, or two of them with a slash between.
func IsID(text string) bool {
	first, second, both := strings.Cut(text, "/")
	return isID(first) && (!both || isID(second))
}

func isID(text string) bool {
	if text == "" || len(text) > 64 || text[0] == '-' || text[0] == '_' {
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func (p *parser) state(tree any) []Wanted {
	if sentence, ok := tree.(string); ok {
		p.judged(sentence)
	}
	object := strictjson.AsObject(tree)
	if len(object) == 0 {
		return nil
	}
	all := make([]Wanted, 0, len(object))
	for _, path := range slices.Sorted(maps.Keys(object)) {
		all = append(all, Wanted{path, tests(object[path])})
	}
	return all
}

// tests reads a value, a list of values, or bounds.
func tests(tree any) []Test {
	switch tree := tree.(type) {
	case []any:
		return []Test{{"in", tree}}
	case strictjson.Object:
		var all []Test
		for _, op := range slices.Concat(Ops, []string{"min", "max"}) {
			if value, ok := tree[op]; ok {
				all = append(all, Test{spelling(op), value})
			}
		}
		return all
	}
	return []Test{{"==", tree}}
}

func spelling(op string) string {
	switch op {
	case "min":
		return ">="
	case "max":
		return "<="
	}
	return op
}

func (p *parser) custom(source string) {
	compiler := p.opts.Compiler
	if compiler == nil {
		compiler = NewCompiler(nil)
	}
	compiled, err := compiler.Compile(source)
	if err != nil {
		p.problems = append(p.problems, Unusable("/custom", source, err))
		p.c.Custom = never(source)
		return
	}
	p.c.Custom = compiled
}

// Unusable is the problem that an expression cannot be compiled, as the error says.
func Unusable(at, source string, err error) contracts.Problem {
	p := contracts.Problem{Pointer: at, Kind: contracts.BadValue, Message: fmt.Sprintf("the expression %s cannot be used: %v", contracts.Quote(source, 300), err)}
	if wrong, is := errors.AsType[*ExpressionError](err); is && wrong.Unknown != "" {
		p.Lacks = contracts.Name{Kind: "state", ID: wrong.Unknown}
	}
	return p
}

// never stands for an expression that cannot be used: what waits for it waits
// for ever, instead of happening at once.
func never(source string) *Expression {
	return &Expression{source: source, root: &ast.BoolNode{}}
}

// texts reads one text or a list of them.
func texts(v any) []string {
	if text, ok := v.(string); ok {
		return []string{text}
	}
	return strictjson.AsStrings[string](v)
}
