// Package terminal is the line mode: a story as text, a choice as a line.
//
//	screen := terminal.NewScreen(os.Stdout, terminal.Look(os.Stdout))
//	session := terminal.Session{Game: game, Screen: screen, Lines: terminal.ReadLines(os.Stdin)}
//	err := session.Run(ctx)             // a person, with commands
//	err = session.Follow(ctx, picker)   // a file, or dice
//
// A record goes to the screen from top to bottom in the order it is read: the
// place and hour, what was rolled, the prose, pictures and sounds a line each,
// what had to be done without, the choices.
//
//	Lines ──▶ Session ──▶ Game ──▶ engine.Record ──▶ Screen
//	             ▲                        │
//	         interrupts               Progress
//
// Rules that hold everywhere:
//
//   - What a campaign, a skill or a model wrote acts on nobody's terminal: every
//     text passes [prose.Clean] on its way to the screen, and only this package
//     writes escape sequences.
//   - Without a terminal there are no colours, no progress and no prompt; what was
//     read is repeated, so that the output is a transcript.
//   - Waiting can always be ended. A first Ctrl-C ends what a turn is waiting for, a
//     second one leaves; at the prompt one is enough.
package terminal

import (
	"io"
	"os"
	"strconv"
)

// A Manner is how text may be shown.
type Manner struct {
	Width  int  // in cells; 0 is 80
	Colour bool // escape sequences for colour and weight
	Live   bool // somebody watches: lines may be written and erased again
}

// Look finds out how to write to w: a terminal is live, in colour unless NO_COLOR
// is set, and as wide as it is.
func Look(w io.Writer) Manner {
	file, ok := w.(*os.File)
	if !ok {
		return Manner{Width: columns()}
	}
	width, ok := size(file)
	if !ok {
		return Manner{Width: columns()}
	}
	if width == 0 {
		width = columns()
	}
	return Manner{Width: width, Live: true, Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && escapes(file)}
}

// Is reports whether w is a terminal; other devices, such as /dev/null, are not.
func Is(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	_, ok = size(file)
	return ok
}

// columns is the width that the environment states, or 0.
func columns() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
