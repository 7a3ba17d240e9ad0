package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/rng"
)

// picker is whoever chooses where no person does.
func (p *player) picker() (terminal.Picker, error) {
	switch {
	case p.flags.auto > 0:
		return dicePicker{p.autoSeed()}, nil
	case p.flags.input == "" || isStdin(p.flags.input):
		return &linePicker{name: "stdin", reader: p.seat, next: p.session.NextLine}, nil
	case isStream(p.flags.input):
		return p.streamPicker()
	}
	text, err := readDocument(p.in, p.flags.input)
	if err != nil {
		return nil, err
	}
	return linesOf(p.flags.input, p.seat, text), nil
}

// isStdin reports whether a file's name means the standard input.
func isStdin(file string) bool {
	return file == "-" || file == "/dev/stdin" || file == "/dev/fd/0" || file == "/proc/self/fd/0"
}

// isStream reports whether a file is a device, or a pipe that this program was
// started with, as a shell's <(COMMAND) is. A pipe that has a name of its own is
// none: to open it is to wait for its writer.
func isStream(file string) bool {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return false
	case info.Mode()&os.ModeCharDevice != 0:
		return true
	}
	dir := filepath.Dir(file)
	return info.Mode()&os.ModeNamedPipe != 0 && (dir == "/dev/fd" || dir == "/proc/self/fd")
}

// streamPicker reads choices as they come.
func (p *player) streamPicker() (terminal.Picker, error) {
	file, err := p.openStream()
	switch {
	case errors.Is(err, terminal.ErrInterrupted):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("the file %q %s", p.flags.input, plainfile.Why(err))
	}
	p.input = file
	p.session.Lines.Close()
	p.session.Lines = terminal.ReadLines(file)
	return &linePicker{name: p.flags.input, reader: p.seat, next: p.session.NextLine}, nil
}

// openStream opens what choices are read from. That waits for a writer where a pipe
// has none any more, and so a signal ends it.
func (p *player) openStream() (*os.File, error) {
	type opening struct {
		file *os.File
		err  error
	}
	opened := make(chan opening, 1)
	go func() { // ends when there is a writer, or with the program
		file, err := os.Open(p.flags.input)
		opened <- opening{file, err}
	}()
	select {
	case o := <-opened:
		return o.file, o.err
	case <-p.session.Interrupt:
		return nil, terminal.ErrInterrupted
	}
}

// dicePicker picks by the seed and the turn alone, so that a play that was broken
// off goes on as it would have gone.
type dicePicker struct{ seed rng.Seed }

func (p dicePicker) Pick(r *engine.Record) (terminal.Picked, error) {
	if len(r.Choices) == 0 {
		return terminal.Picked{}, fmt.Errorf("turn %d ended without a choice", r.Turn)
	}
	stream := p.seed.Derive("auto", strconv.FormatInt(r.Turn, 10)).Stream()
	return terminal.Picked{ID: r.Choices[stream.IntN(len(r.Choices))].ID}, nil
}

// linePicker takes a choice from each line, by number, id or text, or what else is done.
// Blank lines and those that begin with # are for people.
type linePicker struct {
	name   string
	reader reader
	next   func() (string, error)
	line   int
	rest   []byte // of a file
}

// A reader reads what is no choice. Its ids are those that records show: they may be
// written again.
type reader interface {
	terminal.Reader
	Possible(id string) bool
}

// linesOf reads choices from a document.
func linesOf(name string, reader reader, text []byte) *linePicker {
	p := &linePicker{name: name, reader: reader, rest: text}
	p.next = func() (string, error) {
		if len(p.rest) == 0 {
			return "", io.EOF
		}
		line, rest, _ := bytes.Cut(p.rest, []byte("\n"))
		p.rest = rest
		return string(line), nil
	}
	return p
}

func (p *linePicker) Pick(r *engine.Record) (terminal.Picked, error) {
	for {
		line, err := p.next()
		p.line++
		switch {
		case errors.Is(err, terminal.ErrInterrupted):
			return terminal.Picked{}, io.EOF
		case errors.Is(err, terminal.ErrLong):
			return terminal.Picked{}, fmt.Errorf("%s:%d: in turn %d the line is too long; it wants %s", p.name, p.line, r.Turn, choicesOf(r))
		case err != nil:
			return terminal.Picked{}, err
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if i := narratoria.Chosen(r, line); i >= 0 {
			return terminal.Picked{ID: r.Choices[i].ID}, nil
		}
		if p.reader.Possible(line) {
			return terminal.Picked{ID: line}, nil
		}
		return p.read(r, line)
	}
}

// read takes a line for what the player does.
func (p *linePicker) read(r *engine.Record, line string) (terminal.Picked, error) {
	said := fmt.Sprintf("%s:%d: in turn %d %q", p.name, p.line, r.Turn, shortened(line))
	reading := p.reader.Read(line)
	switch {
	case reading.Found:
		option := p.reader.Options(reading.Action)[0]
		return terminal.Picked{ID: option.ID, Typed: line, Text: option.Text}, nil
	case len(reading.Among) > 0:
		var ids []string
		for _, option := range p.reader.Options(reading.Among...) {
			ids = append(ids, option.ID)
		}
		if len(ids) == 1 {
			return terminal.Picked{}, fmt.Errorf("%s may mean %s; write that if it does", said, printable(ids[0]))
		}
		return terminal.Picked{}, fmt.Errorf("%s could mean several things; write one of them: %s", said, printable(strings.Join(ids, ", ")))
	}
	ids := idsOf(r)
	if meant := nearest.Name(line, ids); meant != "" {
		return terminal.Picked{}, fmt.Errorf("%s is no choice; did you mean %q?", said, meant)
	}
	if _, err := strconv.Atoi(line); err == nil {
		return terminal.Picked{}, fmt.Errorf("%s is no choice; it has %s", said, choicesOf(r))
	}
	return terminal.Picked{}, fmt.Errorf("%s is no choice, and is not understood as a deed: %s It has %s", said, reading.Refusal, choicesOf(r))
}

func idsOf(r *engine.Record) []string {
	ids := make([]string, len(r.Choices))
	for i, c := range r.Choices {
		ids[i] = c.ID
	}
	return ids
}

// choicesOf are the numbers and ids that a record offers.
func choicesOf(r *engine.Record) string {
	return fmt.Sprintf("1 to %d: %s", len(r.Choices), printable(strings.Join(idsOf(r), ", ")))
}

// shortened is foreign text as a message may quote it.
func shortened(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

// reportRest says that the story ended before the lines did.
func (p *linePicker) reportRest(errs io.Writer) {
	left := 0
	for scanner := bufio.NewScanner(bytes.NewReader(p.rest)); scanner.Scan(); {
		if line := strings.TrimSpace(scanner.Text()); line != "" && !strings.HasPrefix(line, "#") {
			left++
		}
	}
	if left > 0 {
		fmt.Fprintf(errs, "%s:%d: the story has ended; %s after that %s not played\n", printable(p.name), p.line, plural(left, "choice"), wasWere(left))
	}
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}
