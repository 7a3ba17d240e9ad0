package executor_test

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A greedy skill has no permissions and writes nothing but lines of the protocol. What it
// wants is that they cost the host more than they cost itself.
type greedy struct {
	write func(out *bufio.Writer) // the stream but for done, and flushes nothing
	want  string                  // the code it ends with, "" where it does well
}

// hostile are the five that once made a turn last 65 s, the host hold 5.2 GB and a save
// grow by 14 MB in four turns, and what they can still do within the limits.
var hostile = map[string]greedy{
	"90,000 keys, then 9,900 tiny patches": {func(out *bufio.Writer) { wideThenTiny(out, 90_000, 9_900) }, "too_many_values"},
	"9,900 keys, then 9,900 tiny patches":  {func(out *bufio.Writer) { wideThenTiny(out, 9_900, 9_900) }, ""},
	"3,000 keys, then 3,000 tiny patches":  {func(out *bufio.Writer) { wideThenTiny(out, 3_000, 3_000) }, ""},
	"3,000 patches of one key":             {func(out *bufio.Writer) { oneKeyEach(out, 3_000) }, ""},
	"40 patches 9,000 levels deep":         {func(out *bufio.Writer) { deep(out, 40, 9_000) }, "too_deep"},
	"700 patches 60 levels deep":           {func(out *bufio.Writer) { deep(out, 700, 60) }, ""},
	"1,500 patches 60 levels deep":         {func(out *bufio.Writer) { deep(out, 1_500, 60) }, "too_many_values"},
	"9,000 patches of one key":             {func(out *bufio.Writer) { oneKeyEach(out, 9_000) }, ""},
	"seven lines of empty objects":         {func(out *bufio.Writer) { emptyObjects(out, 7, 340_000) }, "too_many_values"},
	"ten lines of empty objects":           {func(out *bufio.Writer) { emptyObjects(out, 10, 9_900) }, ""},
	"175,000 keys in 20 patches":           {func(out *bufio.Writer) { moreKeys(out, 0, 20, 8_750) }, "too_many_values"},
}

const doneLine = `{"version":"0","type":"done","ok":true}` + "\n"

// stream makes the writer's output a stream that ends well.
func (g greedy) stream(out io.Writer) {
	lines := bufio.NewWriter(out)
	g.write(lines)
	lines.WriteString(doneLine)
	_ = lines.Flush() // the host may have stopped reading
}

func patchLine(out *bufio.Writer, patch ...string) {
	out.WriteString(`{"version":"0","type":"state_patch","patch":`)
	for _, part := range patch {
		out.WriteString(part)
	}
	out.WriteString("}\n")
}

func wideThenTiny(out *bufio.Writer, keys, patches int) {
	var wide strings.Builder
	for i := range keys {
		fmt.Fprintf(&wide, `"%d":1,`, i)
	}
	patchLine(out, "{", strings.TrimSuffix(wide.String(), ","), "}")
	for i := range patches {
		patchLine(out, fmt.Sprintf(`{"%d":2}`, i))
	}
}

// moreKeys are keys that nothing has had yet.
func moreKeys(out *bufio.Writer, first, patches, each int) {
	for range patches {
		keys := make([]string, each)
		for i := range keys {
			keys[i] = fmt.Sprintf(`"%d":1`, first+i)
		}
		patchLine(out, "{", strings.Join(keys, ","), "}")
		first += each
	}
}

func deep(out *bufio.Writer, patches, levels int) {
	for i := range patches {
		patchLine(out, strings.Repeat(`{"a":`, levels), fmt.Sprint(i), strings.Repeat("}", levels))
	}
}

func oneKeyEach(out *bufio.Writer, patches int) {
	for i := range patches {
		patchLine(out, fmt.Sprintf(`{"k%d":{}}`, i))
	}
}

func emptyObjects(out *bufio.Writer, lines, each int) {
	list := strings.TrimSuffix(strings.Repeat("{},", each), ",")
	for i := range lines {
		patchLine(out, fmt.Sprintf(`{"list%d":[`, i), list, "]}")
	}
}
