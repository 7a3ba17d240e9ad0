package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// longestLine bounds what one line may hold.
const longestLine = 64 << 10

// ErrLong is the answer to a line that never seems to end.
var ErrLong = errors.New("the line is too long")

// Lines are what somebody types. They belong to one goroutine.
type Lines struct {
	ask    chan struct{}
	answer chan typed
	asked  bool // and not answered yet
}

type typed struct {
	text string
	err  error
}

// ReadLines reads from r, a line when one is asked for and not before. Its
// goroutine ends with Close, unless it is reading: then with that line.
func ReadLines(r io.Reader) *Lines {
	l := &Lines{ask: make(chan struct{}, 1), answer: make(chan typed, 1)}
	reader := bufio.NewReaderSize(r, 4096)
	go func() {
		for range l.ask {
			text, err := readLine(reader)
			l.answer <- typed{text, err}
		}
	}()
	return l
}

// next asks for a line, unless one was asked for that has not come.
func (l *Lines) next() <-chan typed {
	if !l.asked {
		l.asked = true
		l.ask <- struct{}{}
	}
	return l.answer
}

// got is to be called when an answer was taken from next.
func (l *Lines) got() { l.asked = false }

// Close ends reading. What was asked for is not waited for.
func (l *Lines) Close() { close(l.ask) }

// readLine gives a line without its end. A last line needs none.
func readLine(r *bufio.Reader) (string, error) {
	var text strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		if text.Len() <= longestLine {
			text.Write(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && text.Len() == 0:
			return "", err
		case text.Len() > longestLine:
			return "", ErrLong
		}
		return strings.TrimRight(text.String(), "\r\n"), nil
	}
}
