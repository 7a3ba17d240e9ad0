package condition

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm/runtime"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Steps are what judging may still take. Each name, value and operator that is looked at is
// one, and so are each value of a list or an object and each 64 bytes of a text that have to
// be gone through. They are counted instead of timed so that the same facts are judged alike
// on every machine.
type Steps struct {
	left int
	dear bool
}

// MaxSteps is what one condition may take.
const MaxSteps = 10_000

// eachStep is what a condition takes at least.
const eachStep = 8

// textStep is how many bytes of a text are one step.
const textStep = 64

// NewSteps are so many, for any number of conditions.
func NewSteps(n int) *Steps { return &Steps{left: n} }

// Dear reports whether a condition was not judged for asking for more than [MaxSteps], since it
// was asked last.
func (s *Steps) Dear() bool {
	dear := s.dear
	s.dear = false
	return dear
}

// Left is how many there are. When there are none, the last condition was not judged.
func (s *Steps) Left() int { return s.left }

// Use takes some for what follows from judging.
func (s *Steps) Use(n int) { s.left = max(0, s.left-n) }

var (
	errTooDear   = fmt.Errorf("this takes more than %d steps to judge, and is left out", MaxSteps)
	errNoMore    = errors.New("all conditions together take more steps than one look at them may, and this one is left out")
	errNotFinite = errors.New("this has no finite result: it divides by zero, or the number is too large")
)

// meter counts the steps of one condition. What it is asked for beyond them it refuses by a
// panic, which whoever began to judge catches.
type meter struct {
	left int
	of   *Steps // where they come from
	err  error
}

func (s *Steps) meter() meter {
	if s.left < MaxSteps {
		return meter{s.left, s, errNoMore}
	}
	return meter{MaxSteps, s, errTooDear}
}

// take uses some up, and reports whether there were as many.
func (m *meter) take(n int) bool {
	if n < 0 || n > m.left {
		m.of.left -= m.left
		m.of.dear = m.of.dear || m.err == errTooDear
		m.left = 0
		return false
	}
	m.left -= n
	m.of.left -= n
	return true
}

// An evaluation is one expression being held against one moment.
type evaluation struct {
	e     *Expression
	f     *Facts
	meter *meter
	vars  []variable // the innermost last
	at    ast.Node   // what an error is about
}

type variable struct {
	name  string
	value any
}

// chainEnd is the value of what stands behind a "?." that found nothing.
type chainEnd struct{}

func (v *evaluation) holds() (holds bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			failed := &file.Error{Location: v.at.Location(), Message: fmt.Sprint(r)}
			holds, err = false, expressionError(failed.Bind(file.NewSource(v.e.source)))
		}
	}()
	result := v.value(v.e.root)
	holds, ok := result.(bool)
	if !ok {
		return false, fmt.Errorf("the result is %v; expected true or false", result)
	}
	return holds, nil
}

func (v *evaluation) take(n int) {
	if !v.meter.take(n) {
		panic(v.meter.err)
	}
}

func (v *evaluation) takeText(texts ...string) {
	for _, text := range texts {
		v.take(len(text) / textStep)
	}
}

func (v *evaluation) value(n ast.Node) any {
	v.at = n
	v.take(1)
	switch n := n.(type) {
	case *ast.NilNode:
		return nil
	case *ast.IntegerNode:
		return n.Value
	case *ast.FloatNode:
		return n.Value
	case *ast.BoolNode:
		return n.Value
	case *ast.StringNode:
		return n.Value
	case *ast.BytesNode:
		return n.Value
	case *ast.ConstantNode:
		return n.Value
	case *ast.IdentifierNode:
		return v.named(n)
	case *ast.UnaryNode:
		return v.unary(n)
	case *ast.BinaryNode:
		return v.binary(n)
	case *ast.ConditionalNode:
		if v.truth(n.Cond) {
			return v.value(n.Exp1)
		}
		return v.value(n.Exp2)
	case *ast.VariableDeclaratorNode:
		v.vars = append(v.vars, variable{n.Name, v.value(n.Value)})
		result := v.value(n.Expr)
		v.vars = v.vars[:len(v.vars)-1]
		return result
	case *ast.SequenceNode:
		var last any
		for _, each := range n.Nodes {
			last = v.value(each)
		}
		return last
	}
	return v.composed(n)
}

// composed is the value of what is made of parts, or is one.
func (v *evaluation) composed(n ast.Node) any {
	switch n := n.(type) {
	case *ast.ChainNode:
		result := v.value(n.Node)
		if _, ended := result.(chainEnd); ended || runtime.IsNil(result) {
			return nil
		}
		return result
	case *ast.MemberNode:
		if name, ok := n.Node.(*ast.IdentifierNode); ok && name.Value == "player_state" && len(v.vars) == 0 {
			return v.ofPlayer(n)
		}
		from := v.value(n.Node)
		if _, ended := from.(chainEnd); ended || n.Optional && runtime.IsNil(from) {
			return chainEnd{}
		}
		property := v.value(n.Property)
		v.at = n
		return shallow(fetch(from, property))
	case *ast.SliceNode:
		return v.slice(n)
	case *ast.ArrayNode:
		list := make([]any, len(n.Nodes))
		for i, each := range n.Nodes {
			list[i] = v.value(each)
		}
		return list
	case *ast.MapNode:
		object := make(strictjson.Object, len(n.Pairs))
		for _, pair := range n.Pairs {
			pair := pair.(*ast.PairNode)
			key := v.value(pair.Key).(string)
			object[key] = v.value(pair.Value)
		}
		return object
	case *ast.BuiltinNode:
		return v.builtin(n)
	case *ast.CallNode:
		return v.call(n)
	}
	panic(fmt.Sprintf("%T is nothing that can be judged", n))
}

// ofPlayer is one value of player_state, which is not put together for it.
func (v *evaluation) ofPlayer(n *ast.MemberNode) any {
	property := v.value(n.Property)
	v.at = n
	key, ok := property.(string)
	if !ok {
		panic(fmt.Sprintf("cannot fetch %v from player_state", property))
	}
	if value, ok := strictjson.AsObject(v.f.State["$player"])[key]; ok {
		return shallow(value)
	}
	return shallow(v.f.State[key])
}

func (v *evaluation) truth(n ast.Node) bool {
	result := v.value(n)
	v.at = n
	return result.(bool)
}

func (v *evaluation) named(n *ast.IdentifierNode) any {
	for i := len(v.vars) - 1; i >= 0; i-- {
		if v.vars[i].name == n.Value {
			return v.vars[i].value
		}
	}
	switch n.Value {
	case allNames:
	case "player_state":
		v.take(len(v.f.State))
		return v.f.playerState()
	default:
		return shallow(v.f.variable(n.Value))
	}
	all := make(strictjson.Object, len(v.e.reads))
	v.take(len(v.e.reads))
	for _, name := range v.e.reads {
		all[name] = v.f.variable(name)
	}
	return all
}

func (v *evaluation) unary(n *ast.UnaryNode) any {
	result := v.value(n.Node)
	v.at = n
	switch n.Operator {
	case "!", "not":
		return !result.(bool)
	case "-":
		return runtime.Negate(result)
	}
	return result
}

func (v *evaluation) binary(n *ast.BinaryNode) any {
	switch n.Operator {
	case "and", "&&":
		return v.truth(n.Left) && v.truth(n.Right)
	case "or", "||":
		return v.truth(n.Left) || v.truth(n.Right)
	case "??":
		left := v.value(n.Left)
		if _, ended := left.(chainEnd); !ended && !runtime.IsNil(left) {
			return left
		}
		return v.value(n.Right)
	}
	a, b := v.value(n.Left), v.value(n.Right)
	v.at = n
	switch n.Operator {
	case "==":
		return v.equal(a, b)
	case "!=":
		return !v.equal(a, b)
	case "in":
		return v.in(a, b)
	case "matches", "contains", "startsWith", "endsWith":
		if runtime.IsNil(a) || runtime.IsNil(b) {
			return false
		}
		return v.compared(n, a.(string), b.(string))
	}
	return v.computed(n.Operator, a, b)
}

func (v *evaluation) computed(operator string, a, b any) any {
	x, isText := a.(string)
	y, bothTexts := b.(string)
	if isText && bothTexts {
		if operator == "+" {
			v.takeText(x, y)
		} else {
			v.take(min(len(x), len(y)) / textStep)
		}
	}
	switch operator {
	case "<":
		return runtime.Less(a, b)
	case ">":
		return runtime.More(a, b)
	case "<=":
		return runtime.LessOrEqual(a, b)
	case ">=":
		return runtime.MoreOrEqual(a, b)
	case "+":
		return finite(runtime.Add(a, b))
	case "-":
		return finite(runtime.Subtract(a, b))
	case "*":
		return finite(runtime.Multiply(a, b))
	case "/":
		return finite(runtime.Divide(a, b))
	case "%":
		return runtime.Modulo(a, b)
	case "**", "^":
		return finite(runtime.Exponent(a, b))
	}
	panic("unknown operator " + operator)
}

// finite refuses what is no finite number. All arithmetic is asked to be, and not the whole
// alone: 1/(1/0) is 0, and 1/0 > 2 is true.
func finite(result any) any {
	if number, ok := result.(float64); ok && (math.IsInf(number, 0) || math.IsNaN(number)) {
		panic(errNotFinite)
	}
	return result
}

func (v *evaluation) compared(n *ast.BinaryNode, a, b string) bool {
	switch n.Operator {
	case "matches":
		p := v.e.patterns[n]
		v.take(len(a) * p.size / patternStep)
		return p.compiled.MatchString(a)
	case "contains":
		v.takeText(a, b)
		return strings.Contains(a, b)
	case "startsWith":
		v.takeText(b)
		return strings.HasPrefix(a, b)
	}
	v.takeText(b)
	return strings.HasSuffix(a, b)
}

func (v *evaluation) equal(a, b any) bool {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			v.take(min(len(x), len(y)) / textStep)
		}
	}
	return runtime.Equal(v.deep(a), v.deep(b))
}

func (v *evaluation) in(needle, all any) bool {
	if _, ok := all.(strictjson.Object); ok {
		return runtime.In(needle, all) // one look
	}
	return runtime.In(v.deep(needle), v.deep(all))
}

func (v *evaluation) slice(n *ast.SliceNode) any {
	of := v.value(n.Node)
	if _, ended := of.(chainEnd); ended {
		return of
	}
	var from, to any = 0, nil
	if n.To != nil {
		to = v.value(n.To)
	} else {
		to = runtime.Len(of)
	}
	if n.From != nil {
		from = v.value(n.From)
	}
	v.at = n
	return runtime.Slice(of, from, to)
}

func (v *evaluation) builtin(n *ast.BuiltinNode) any {
	arguments := make([]any, len(n.Arguments))
	for i, each := range n.Arguments {
		arguments[i] = v.value(each)
	}
	v.at = n
	for i, argument := range arguments {
		if text, ok := argument.(string); ok {
			v.takeText(text)
			continue
		}
		if n.Name != "len" {
			arguments[i] = v.deep(argument)
		}
	}
	f := builtin.Builtins[builtin.Index[n.Name]]
	if f.Fast != nil {
		return f.Fast(arguments[0])
	}
	result, err := f.Func(arguments...)
	if err != nil {
		panic(err)
	}
	return result
}

func (v *evaluation) call(n *ast.CallNode) any {
	name, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || len(n.Arguments) != 1 || !slices.Contains(asked, name.Value) {
		panic("this is no function")
	}
	argument := v.value(n.Arguments[0])
	v.at = n
	id, ok := argument.(string)
	if !ok {
		panic(name.Value + "() asks for an id in quotes")
	}
	switch name.Value {
	case "reached":
		_, reached := v.f.Reached[id]
		return reached
	case "since":
		return v.f.since(id)
	}
	v.take(len(v.f.Taken))
	return v.f.Chose(id)
}

// asked are the functions of ours.
var asked = []string{"reached", "chose", "since"}

// shallow turns one number of a tree into one that an expression computes with. What is in
// a list or an object is turned when it is looked at.
func shallow(v any) any {
	n, ok := v.(strictjson.Number)
	if !ok {
		return v
	}
	if i, err := n.Int64(); err == nil {
		return int(i)
	}
	if float, err := n.Float64(); err == nil {
		return float
	}
	return v // too large to compute with, and so no number to an expression
}

// deep is [shallow] for all of a tree.
func (v *evaluation) deep(value any) any {
	switch value := value.(type) {
	case []any:
		v.take(len(value))
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = v.item(item)
		}
		return list
	case strictjson.Object:
		v.take(len(value))
		object := make(strictjson.Object, len(value))
		for key, item := range value {
			object[key] = v.item(item)
		}
		return object
	case []string:
		v.take(len(value))
	}
	return shallow(value)
}

// item is [evaluation.deep] for what stands in a list or an object, where texts are compared
// as they are met.
func (v *evaluation) item(value any) any {
	if text, ok := value.(string); ok {
		v.takeText(text)
		return text
	}
	return v.deep(value)
}

// fetch is one value of an object, a list or a text.
func fetch(from, property any) any {
	switch from := from.(type) {
	case strictjson.Object:
		if key, ok := property.(string); ok {
			return from[key]
		}
	case strictjson.Number: // it has methods, which are nobody's
		panic(fmt.Sprintf("cannot fetch %v from a number", property))
	}
	return runtime.Fetch(from, property)
}

// A pattern is what a text is matched with.
type pattern struct {
	compiled *regexp.Regexp
	size     int // at most how many things it looks for at each letter
}

// A pattern of so many things takes a step for each letter; longer ones more, shorter ones
// less.
const patternStep = 8

// MaxPattern is how many things a pattern may look for at once.
const MaxPattern = 1000

// sizeOf is the size of a pattern, found without repeating what it repeats, or MaxPattern+1.
func sizeOf(re *syntax.Regexp) int {
	size := 1
	for _, sub := range re.Sub {
		size = min(size+sizeOf(sub), MaxPattern+1)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return min(size+len(re.Rune), MaxPattern+1)
}

// patternFinder compiles what texts are matched with: what stands in the expression itself,
// and is not too large.
type patternFinder struct {
	found map[*ast.BinaryNode]pattern
	left  *int // of [MaxExpressions]
	wrong *ExpressionError
}

func (f *patternFinder) Visit(node *ast.Node) {
	n, ok := (*node).(*ast.BinaryNode)
	if !ok || n.Operator != "matches" || f.wrong != nil || *f.left < 0 {
		return
	}
	column := n.Right.Location().From + 1
	text, ok := n.Right.(*ast.StringNode)
	if !ok {
		f.wrong = &ExpressionError{Column: column, Message: `what a text matches has to be written here, as in name matches "^A"`}
		return
	}
	parsed, err := syntax.Parse(text.Value, syntax.Perl)
	if err != nil {
		f.wrong = &ExpressionError{Column: column, Message: err.Error()}
		return
	}
	size := sizeOf(parsed)
	if size > MaxPattern {
		f.wrong = &ExpressionError{Column: column, Message: fmt.Sprintf("the pattern looks for more than %d things at once", MaxPattern)}
		return
	}
	*f.left -= size
	f.found[n] = pattern{regexp.MustCompile(text.Value), size}
}
