package dice

// A Node is one part of a formula: *[Number], *[Name], *[Negation], *[Binary]
// or *[Dice].
type Node interface {
	// Offset is where the part begins, in bytes from the start of the source; for
	// a [Binary] it is its operator.
	Offset() int
}

type position int

func (p position) Offset() int { return int(p) }

// Number is a number written out.
type Number struct {
	position
	Value int64
}

// Name stands for a number given when rolling.
type Name struct {
	position
	Text string
}

// Negation is a minus sign before something.
type Negation struct {
	position
	Of Node
}

// Binary is two parts and '+', '-', '*' or '/' between them.
type Binary struct {
	position
	Operator    byte
	Left, Right Node
}

// Dice are some dice of one kind, and what is done with them.
type Dice struct {
	position
	Count     int
	Sides     int // 3 for fate dice
	Fate      bool
	Reroll    *Reroll
	Explosion *Explosion
	Selection *Selection
	Success   *Test // count the dice that pass
}

// Reroll throws a die again that passes the test.
type Reroll struct {
	When Test
	Once bool
}

// Explosion brings one more die for each that passes the test.
type Explosion struct {
	When Test
	Kind ExplosionKind
}

// ExplosionKind is what becomes of the die an explosion brings.
type ExplosionKind string

// The three kinds, as they are written.
const (
	Exploding   ExplosionKind = "!"
	Compounding ExplosionKind = "!!"
	Penetrating ExplosionKind = "!p"
)

// Selection keeps some of the dice.
type Selection struct {
	Kind  SelectionKind
	Count int // 1 for advantage and disadvantage
}

// SelectionKind is which dice a selection speaks of, and whether it keeps them.
type SelectionKind string

// The kinds of selection, in their standard spelling.
const (
	KeepHighest  SelectionKind = "kh"
	KeepLowest   SelectionKind = "kl"
	DropHighest  SelectionKind = "dh"
	DropLowest   SelectionKind = "dl"
	Advantage    SelectionKind = "adv" // two dice, keep the higher
	Disadvantage SelectionKind = "dis"
)

func (k SelectionKind) paired() bool { return k == Advantage || k == Disadvantage }

// Test compares a die with a number.
type Test struct {
	Sign  string // "=", "<", ">", "<=" or ">="
	Value int64
}

// Passes reports whether a die of this value passes.
func (t Test) Passes(value int64) bool {
	switch t.Sign {
	case "<":
		return value < t.Value
	case ">":
		return value > t.Value
	case "<=":
		return value <= t.Value
	case ">=":
		return value >= t.Value
	}
	return value == t.Value
}

// Low is the least one of the dice can show.
func (d *Dice) Low() int64 {
	if d.Fate {
		return -1
	}
	return 1
}

// High is the most one of the dice can show.
func (d *Dice) High() int64 { return d.Low() + int64(d.Sides) - 1 }

// always reports whether every face passes. A test is an interval, so its two
// ends decide.
func (d *Dice) always(t Test) bool { return t.Passes(d.Low()) && t.Passes(d.High()) }

// thrown is how many dice are thrown at first.
func (d *Dice) thrown() int {
	if d.Selection != nil && d.Selection.Kind.paired() {
		return 2 * d.Count
	}
	return d.Count
}

// walk visits a tree from left to right, parts before what they are part of.
func walk(n Node, visit func(Node)) {
	switch n := n.(type) {
	case *Negation:
		walk(n.Of, visit)
	case *Binary:
		walk(n.Left, visit)
		walk(n.Right, visit)
	}
	visit(n)
}

// replace copies a tree as far as it changes, with one node in another's place.
func replace(n, old, by Node) Node {
	switch part := n.(type) {
	case *Negation:
		return &Negation{part.position, replace(part.Of, old, by)}
	case *Binary:
		return &Binary{part.position, part.Operator, replace(part.Left, old, by), replace(part.Right, old, by)}
	}
	if n == old {
		return by
	}
	return n
}
