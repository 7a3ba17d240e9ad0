package protocol

import (
	"io"
	"sync"
)

// A Writer writes the lines of one side. Each line is one Write to the
// underlying writer, and equal values give equal bytes. It may be used
// concurrently. An error of the underlying writer is final, since nobody knows
// how much of the line went out.
type Writer struct {
	mutex sync.Mutex
	w     io.Writer
	lines int
	err   error
}

// NewWriter writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes one event. One that a [Reader] would refuse is not written, and
// the error is the *[Violation] the reader would give; so a skill learns of its
// mistake where it makes it. Of the [Limits], those of a line's nesting and values are
// looked at.
func (w *Writer) Write(event Event) error {
	line, err := appendEvent(event)
	if err != nil {
		return err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, _, problem := decode(line, true, Limits{}.WithDefaults().ofLine(), nil); problem != nil {
		return &Violation{Code: problem.code, Line: w.lines + 1, Excerpt: excerpt(line), Message: problem.message}
	}
	return w.put(line)
}

// WriteRequest writes the line that begins an invocation.
func (w *Writer) WriteRequest(request *Request) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.put(appendRequest(request))
}

// WriteReply writes the answer to a call.
func (w *Writer) WriteReply(reply *Reply) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.put(appendReply(reply))
}

func (w *Writer) put(line []byte) error {
	if w.err != nil {
		return w.err
	}
	w.lines++
	_, w.err = w.w.Write(append(line, '\n'))
	return w.err
}
