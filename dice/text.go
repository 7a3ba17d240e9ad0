package dice

import (
	"fmt"
	"strconv"
	"strings"
)

// resultText shows a roll: the formula, then the same with its dice and names
// filled in, then the total. Dice that do not count are struck out, those that
// pass a test are bold, exploded ones carry a "!".
func resultText(f *Formula, names map[string]int64, rolls []Roll, total int64) string {
	next := 0
	shown := write(f.root, " ", func(leaf Node) string {
		switch leaf := leaf.(type) {
		case *Number:
			return strconv.FormatInt(leaf.Value, 10)
		case *Name:
			return strconv.FormatInt(names[leaf.Text], 10)
		}
		next++
		return rolls[next-1].String()
	})
	return fmt.Sprintf("%s: %s = %d", f, shown, total)
}

// String is the list of dice: "[6, 5, 3, ~~1~~]".
func (r Roll) String() string {
	var b strings.Builder
	b.WriteByte('[')
	for i, die := range r.Dice {
		switch {
		case i == 0:
		case r.Dice[i-1].Rerolled:
			b.WriteString(" → ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(die.text(r.Of.Fate))
	}
	b.WriteByte(']')
	return b.String()
}

func (d Die) text(fate bool) string {
	text := strconv.FormatInt(d.Value, 10)
	if fate && d.Value > 0 {
		text = "+" + text
	}
	if d.Parts != nil {
		text = joinParts(d.Parts) + "=" + text
	} else if d.Exploded {
		text += "!"
	}
	switch {
	case !d.Kept():
		return "~~" + text + "~~"
	case d.Passed:
		return "**" + text + "**"
	}
	return text
}

func joinParts(parts []int64) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = strconv.FormatInt(part, 10)
	}
	return strings.Join(texts, "+")
}
