package dice

import (
	"strconv"
	"strings"
)

func spelling(n Node) string {
	return write(n, "", func(leaf Node) string {
		switch leaf := leaf.(type) {
		case *Number:
			return strconv.FormatInt(leaf.Value, 10)
		case *Name:
			return leaf.Text
		default:
			return leaf.(*Dice).String()
		}
	})
}

// write spells a tree with as few parentheses as possible, space around its
// binary operators, and its leaves as told.
func write(n Node, space string, leaf func(Node) string) string {
	bracket := func(part Node, atLeast int) string {
		text := write(part, space, leaf)
		if precedence(part) < atLeast {
			return "(" + text + ")"
		}
		return text
	}
	switch n := n.(type) {
	case *Negation:
		return "-" + bracket(n.Of, precedence(n))
	case *Binary:
		// Operators group to the left, so the right side needs brackets sooner.
		left, right := bracket(n.Left, precedence(n)), bracket(n.Right, precedence(n)+1)
		return left + space + string(n.Operator) + space + right
	}
	return leaf(n)
}

func precedence(n Node) int {
	switch n := n.(type) {
	case *Binary:
		if n.Operator == '+' || n.Operator == '-' {
			return 1
		}
		return 2
	case *Negation:
		return 3
	}
	return 4
}

// String is the standard spelling of the dice.
func (d *Dice) String() string {
	var b strings.Builder
	if d.Count != 1 || d.Fate { // "dFkh1" would be a name
		b.WriteString(strconv.Itoa(d.Count))
	}
	b.WriteByte('d')
	if d.Fate {
		b.WriteByte('F')
	} else {
		b.WriteString(strconv.Itoa(d.Sides))
	}
	if d.Reroll != nil {
		b.WriteString(d.Reroll.String())
	}
	if d.Explosion != nil {
		b.WriteString(d.explosionText())
	}
	if d.Selection != nil {
		b.WriteString(d.Selection.String())
	}
	if d.Success != nil {
		b.WriteString(d.Success.String())
	}
	return b.String()
}

// explosionText leaves out the usual test, except where the counting test after
// it would be taken for the explosion's.
func (d *Dice) explosionText() string {
	usual := d.Explosion.When == Test{"=", d.High()}
	if usual && (d.Success == nil || d.Selection != nil) {
		return string(d.Explosion.Kind)
	}
	return string(d.Explosion.Kind) + d.Explosion.When.String()
}

// String is the reroll as written.
func (r *Reroll) String() string {
	text := strings.TrimPrefix(r.When.String(), "=")
	if r.Once {
		return "ro" + text
	}
	return "r" + text
}

// String is the selection in its standard spelling.
func (s *Selection) String() string {
	if s.Kind.paired() {
		return string(s.Kind)
	}
	return string(s.Kind) + strconv.Itoa(s.Count)
}

// String is the test with its sign.
func (t Test) String() string { return t.Sign + strconv.FormatInt(t.Value, 10) }
