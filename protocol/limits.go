package protocol

import "github.com/narratoria/narratoria/internal/strictjson"

// Limits of one invocation's stream. Zero fields mean the default.
//
// Bytes alone do not bound what a stream costs: as a tree a text of "{}," is twenty
// times its size, and each step of a plan may have one. So the values in it, the arrays,
// the objects and what they hold, are counted while they are read, before more of a tree
// is made than a limit allows.
type Limits struct {
	Line   int // bytes of one line without its newline; 1 MiB
	Events int // lines; 10,000
	Bytes  int // of the whole stream; 8 MiB
	Assets int // 256
	Output int // bytes of done.output; 256 KiB

	Depth      int // levels of arrays and objects in one line; 64
	LineValues int // values in one line; 10,000
	Values     int // in the whole stream; 100,000, so ten for each of the lines there may be
	State      int // bytes of all state_patch lines; 1 MiB, which is all that a skill may keep
}

// MostKept is how many bytes one skill may keep in a playthrough: of its data, with the
// keys, and in session state. It is as much as a turn's prompt can hold many times over,
// and little enough to be written to disk at every turn.
const MostKept = 1 << 20

// What a text may have that something is found by: it is kept for as long as its attempt
// runs, stands in replies and messages, and of an asset in the story.
const (
	MostName = 256     // bytes of an id, a kind, a media type, a code, a method, an event's name
	MostPath = 4 << 10 // bytes of an asset's path
)

// ofLine are those of the tree that one line is.
func (l Limits) ofLine() strictjson.Limits {
	return strictjson.Limits{Depth: l.Depth, Values: l.LineValues}
}

// WithDefaults fills the zero fields in.
func (l Limits) WithDefaults() Limits {
	for _, field := range []struct {
		value    *int
		standard int
	}{
		{&l.Line, 1 << 20}, {&l.Events, 10_000}, {&l.Bytes, 8 << 20}, {&l.Assets, 256}, {&l.Output, 256 << 10},
		{&l.Depth, 64}, {&l.LineValues, 10_000}, {&l.Values, 100_000}, {&l.State, MostKept},
	} {
		if *field.value <= 0 {
			*field.value = field.standard
		}
	}
	return l
}
