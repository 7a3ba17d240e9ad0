package condition

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	exprparser "github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Limits of one expression.
const (
	MaxExpression = 1000 // bytes
	MaxNodes      = 200  // names, values and operators

	// MaxExpressions is how many bytes the different expressions of a campaign may have together.
	// Each thing that a pattern in them looks for is one, too.
	MaxExpressions = 256 << 10
)

// An Expression is a custom condition, compiled. Its names are those of the other
// conditions: scene_count, place, present, player_state, npc_state, world_state;
// by themselves what the last three most often hold (hour, day, weather, items,
// stats, ...), people by their ids, and the names of the campaign's own state; and
// the functions reached("beat"), chose("beat/choice") and since("beat"), the scenes
// since that beat was told: 0 in its own, nil before. Of the language's own
// functions there are len, abs, min, max, round, lower, upper and trim. There is no
// clock and no randomness, and no loop; what a list, a text or a pattern costs is counted,
// and at most [MaxSteps] are taken. Arithmetic without a finite result, such as a division by zero, is
// an error wherever in the expression it stands.
type Expression struct {
	source   string
	root     ast.Node
	reads    []string // the names in it, once each
	patterns map[*ast.BinaryNode]pattern
	hangs    []Reading // what its truth follows from, if that is known
}

// An ExpressionError is what is wrong with an expression, and where in it.
type ExpressionError struct {
	Column  int // from 1, in characters
	Message string
	Unknown string // the first name in it that is not known, where that is why
}

func (e *ExpressionError) Error() string { return fmt.Sprintf("%s (column %d)", e.Message, e.Column) }

func (e *Expression) String() string { return e.source }

// usual are the names of player_state and world_state that need no other before
// them.
var usual = []string{"day", "hour", "minute", "weather", "faction", "items", "stats", "traits", "name", "pronouns"}

var functions = []string{"len", "abs", "min", "max", "round", "lower", "upper", "trim"}

// A Compiler compiles the expressions of one campaign, each text once: its author asks for
// the same before many beats. It may not be used concurrently.
type Compiler struct {
	language *conf.Config
	names    []string // all that may be read
	compiled map[string]compiled
	left     int // of [MaxExpressions]
}

type compiled struct {
	expression *Expression
	err        error
}

// NewCompiler is a compiler of expressions in which names may stand, besides those that
// every expression has.
func NewCompiler(names []string) *Compiler {
	known := environmentTypes(names)
	language := conf.CreateNew()
	for _, option := range []expr.Option{expr.Env(known), expr.AsBool(), expr.WarnOnAny(), expr.MaxNodes(MaxNodes), expr.DisableAllBuiltins(), expr.Optimize(false)} {
		option(language)
	}
	for name := range language.Disabled {
		if slices.Contains(functions, name) {
			delete(language.Disabled, name)
		} else {
			delete(language.Builtins, name)
		}
	}
	return &Compiler{language: language, names: slices.Sorted(maps.Keys(known)), compiled: map[string]compiled{}, left: MaxExpressions}
}

// Compile compiles an expression. The error is an *[ExpressionError]. Of those that are more than
// [MaxExpressions] the first is one, and the others are never true.
func (c *Compiler) Compile(source string) (*Expression, error) {
	if len(source) > MaxExpression {
		return nil, &ExpressionError{Column: 1, Message: fmt.Sprintf("the expression has %d bytes; at most %d are read", len(source), MaxExpression)}
	}
	done, ok := c.compiled[source]
	if ok {
		return done.expression, done.err
	}
	if c.left < 0 {
		return never(source), nil
	}
	done.expression, done.err = c.compile(source)
	if c.left -= len(source); c.left < 0 {
		done = compiled{err: &ExpressionError{Column: 1, Message: fmt.Sprintf("the different expressions of a campaign may have %d bytes together, patterns counted by what they look for, and with this one they have more", MaxExpressions)}}
	}
	c.compiled[source] = done
	return done.expression, done.err
}

func (c *Compiler) compile(source string) (*Expression, error) {
	tree, err := exprparser.ParseWithConfig(source, c.language)
	if err != nil {
		return nil, expressionError(err)
	}
	patterns, loops, read := &patternFinder{found: map[*ast.BinaryNode]pattern{}, left: &c.left}, &loopFinder{}, &nameFinder{}
	for _, finder := range []ast.Visitor{loops, patterns, read} {
		ast.Walk(&tree.Node, finder)
	}
	switch _, err := checker.Check(tree, c.language); {
	case loops.found != nil:
		return nil, loops.found
	case patterns.wrong != nil:
		return nil, patterns.wrong
	case err != nil:
		wrong := expressionError(err)
		if i := slices.IndexFunc(read.names, func(name string) bool { return !slices.Contains(c.names, name) }); i >= 0 {
			wrong.Unknown = read.names[i]
		}
		return nil, wrong
	}
	if slices.Contains(read.names, allNames) {
		read.names = c.names
	}
	return &Expression{source, tree.Node, read.names, patterns.found, hangsOn(tree.Node)}, nil
}

// allNames is the name of an object of all that has one.
const allNames = "$env"

func expressionError(err error) *ExpressionError {
	at, ok := errors.AsType[*file.Error](err)
	if !ok {
		return &ExpressionError{Column: 1, Message: err.Error()}
	}
	return &ExpressionError{Column: at.Column + 1, Message: at.Message}
}

// loopFinder refuses what takes longer than it is to read.
type loopFinder struct{ found *ExpressionError }

func (l *loopFinder) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		l.refuse(n, "loops such as all() and filter() are not allowed")
	case *ast.BuiltinNode:
		if !slices.Contains(functions, n.Name) {
			l.refuse(n, "loops such as "+n.Name+"() are not allowed")
		}
	case *ast.BinaryNode:
		if n.Operator == ".." {
			l.refuse(n, "ranges such as 1..9 are not allowed")
		}
	}
}

func (l *loopFinder) refuse(node ast.Node, message string) {
	if l.found == nil {
		l.found = &ExpressionError{Column: node.Location().From + 1, Message: message}
	}
}

// nameFinder collects the names an expression reads.
type nameFinder struct{ names []string }

func (f *nameFinder) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.IdentifierNode); ok && !slices.Contains(f.names, n.Value) {
		f.names = append(f.names, n.Value)
	}
}

func environmentTypes(names []string) types.Map {
	object := types.Map{types.Extra: types.Any}
	env := types.Map{}
	for _, name := range slices.Concat(usual, names) {
		env[name] = types.Any
	}
	env["scene_count"], env["place"], env["present"] = types.Int, types.String, types.TypeOf([]string{})
	env["player_state"], env["npc_state"], env["world_state"] = object, object, object
	env["reached"] = types.TypeOf(func(string) bool { return false })
	env["chose"] = types.TypeOf(func(string) bool { return false })
	env["since"] = types.TypeOf(func(string) any { return nil })
	return env
}

// Holds evaluates the expression, in at most [MaxSteps]. An error, such as comparing what
// nobody has set yet with a number, says why it cannot hold.
func (e *Expression) Holds(f *Facts) (bool, error) {
	m := NewSteps(MaxSteps).meter()
	return e.holds(f, &m)
}

func (e *Expression) holds(f *Facts, m *meter) (bool, error) {
	return (&evaluation{e: e, f: f, meter: m}).holds()
}

func (f *Facts) variable(name string) any {
	switch name {
	case "scene_count":
		return f.Scene
	case "place":
		return f.Place
	case "present":
		return f.Present
	case "player_state":
		return f.playerState()
	case "npc_state":
		return f.People
	case "world_state":
		return f.World
	case "reached", "chose", "since": // they are asked, and are no values
		return nil
	}
	return f.named(name)
}

// since is how many scenes ago a beat was told; nil where it was not, so that
// comparing it fails as with all that nobody has set.
func (f *Facts) since(beat string) any {
	told, ok := f.Reached[beat]
	if !ok {
		return nil
	}
	return f.Scene - told
}

// named is the value of a name that stands by itself: the player's, the world's,
// or a person.
func (f *Facts) named(name string) any {
	if v := f.player(name); v != nil {
		return v
	}
	if v := f.world(name); v != nil {
		return v
	}
	return f.person(name)
}

// playerState is what player_state reads as one object: free keys, and above
// them what the game keeps about the player.
func (f *Facts) playerState() strictjson.Object {
	own := strictjson.AsObject(f.State["$player"])
	all := make(strictjson.Object, len(f.State)+len(own))
	maps.Copy(all, f.State)
	maps.Copy(all, own)
	return all
}
