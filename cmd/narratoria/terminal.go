package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// isTerminal reports whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	switch over := w.(type) {
	case *output:
		w = over.Writer
	case screened:
		w = over.Writer
	}
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// An output keeps the first error that writing to it met: a result that nobody
// could read is no success.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// screened is where the program speaks of what went well or wrong, in plain lines: whatever
// foreign text is quoted in them, nothing acts on a terminal.
type screened struct{ io.Writer }

// longestLine is how many bytes of a line are written: what is longer quotes a file.
const longestLine = 8 << 10

func (s screened) Write(p []byte) (int, error) {
	var b strings.Builder
	for line := range strings.Lines(string(p)) {
		text, ended := strings.CutSuffix(line, "\n")
		if len(text) > longestLine {
			text = strings.ToValidUTF8(text[:longestLine], "") + fmt.Sprintf(" ... (%d bytes more)", len(text)-longestLine)
		}
		b.WriteString(printable(text))
		if ended {
			b.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(s.Writer, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// printable is foreign text as it may stand on one line of a terminal: what
// would act there (control characters, escape sequences, marks that turn the
// direction) is written as an escape.
func printable(text string) string { return plaintext.Escape(strings.ToValidUTF8(text, "\ufffd")) }

// printableLines is [printable] for text of several lines.
func printableLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}

// confirmed asks, where there is somebody to ask.
func confirmed(s streams, question string) bool {
	if !isTerminal(s.out) || !terminal.Is(s.in) {
		return false
	}
	fmt.Fprint(s.out, printable(question)+" [y/N] ")
	var answer string
	if _, err := fmt.Fscanln(s.in, &answer); err != nil && !errors.Is(err, os.ErrClosed) {
		return false
	}
	return strings.EqualFold(answer, "y") || strings.EqualFold(answer, "yes")
}
