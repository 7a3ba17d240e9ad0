package protocol

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sync"
)

// readSize is how much is asked of a pipe at once.
const readSize = 16 << 10

// lines cuts a stream into lines and holds no more of it than one line and one
// read. bufio.Scanner would do, but for two things: it cannot tell how long a
// line was allowed to be when it gives up, and it hands out what came before a
// read error as if it were whole.
type lines struct {
	in     *bufio.Reader
	limits Limits
	number int     // of the line in text, from 1
	bytes  int     // of all lines so far, newlines included
	text   []byte  // the line, or as much of it as was read; good until the next
	long   []byte  // memory for lines that do not fit into one read
	lent   *[]byte // what of it is from longs, or nil
}

// longKept is how much memory for long lines a stream has that waits for its next one. More
// is lent to it for the line alone: many that wait must not hold 1 MiB each.
const longKept = 64 << 10

var longs = sync.Pool{New: func() any { return new([]byte) }}

// next reads a line into text. After the last it gives io.EOF.
func (l *lines) next() error {
	left := l.limits.Bytes - l.bytes
	room := min(l.limits.Line+len("\r\n"), left)
	raw, err := l.read(room)
	if len(raw) > 0 {
		l.number++
		l.text = trimNewline(raw)
		l.bytes += len(raw)
	}
	switch {
	case len(raw) > room && room == left: // the limit that is met first, however the bytes come in
		return faultf(TooManyBytes, "the output is longer than %d bytes", l.limits.Bytes)
	case len(l.text) > l.limits.Line && len(raw) > 0:
		return faultf(LineTooLong, "the line is longer than %d bytes", l.limits.Line)
	case err == io.EOF && len(raw) > 0: // a missing last newline is accepted
		return nil
	case err == nil || err == io.EOF:
		return err
	}
	return fmt.Errorf("read the script's output: %w", err)
}

// read gives the bytes up to the next newline and with it, and gives up when
// they are more than room.
func (l *lines) read(room int) ([]byte, error) {
	l.giveBack()
	for {
		part, err := l.in.ReadSlice('\n')
		if len(l.long) == 0 && err == nil {
			return part, nil
		}
		if l.lent == nil && len(l.long)+len(part) > longKept {
			l.lent = longs.Get().(*[]byte)
			l.long = append((*l.lent)[:0], l.long...)
		}
		l.long = append(l.long, part...)
		if err != bufio.ErrBufferFull || len(l.long) > room {
			return l.long, err
		}
	}
}

// giveBack lets go of the last line.
func (l *lines) giveBack() {
	l.text, l.long = nil, l.long[:0]
	if l.lent != nil {
		*l.lent = l.long
		longs.Put(l.lent)
		l.long, l.lent = nil, nil
	}
}

func trimNewline(raw []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
}

// discard reads what is left and reports whether there was anything.
func (l *lines) discard() (some bool, err error) {
	l.giveBack()
	n, err := io.Copy(io.Discard, l.in)
	return n > 0, err
}
