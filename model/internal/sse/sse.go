// Package sse reads a stream of server-sent events, as far as servers of models send them.
//
//	events := sse.NewReader(body)
//	for {
//		event, err := events.Next()
//		if err == io.EOF { ... }   // the stream ended between two events
//		use(event.Name, event.Data)
//	}
//
// The format is that of the HTML standard: lines that end with CR, LF or both; "field: value"; a
// line that begins with a colon is a comment; a blank line ends an event. Some things are stricter,
// because a line that was damaged on its way would otherwise be passed over, and a text would
// lack its words: a field that is none of data, event, id, retry and error is refused, and so are an
// event that has a name and no data, and a stream that ends within an event. A field "error", which some servers write, is the data of an
// event of that name.
package sse

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The bounds of what is read.
const (
	MostLine  = 1 << 20 // bytes of a line
	MostEvent = 2 << 20 // bytes of an event's data
)

// The errors of a stream, beside those of what it is read from.
var (
	ErrTooLong = errors.New("a line or an event of the stream is longer than is read")
	ErrField   = errors.New("the stream holds what is no event")
)

// An Event is one of a stream. One without data is not given.
type Event struct {
	Name string // "" where the stream says none
	Data string // the lines of its data, with line feeds between them
}

// A Reader reads a stream. It belongs to one goroutine.
type Reader struct {
	from  *bufio.Reader
	first bool // nothing was read yet
	skip  bool // a line feed that comes next belongs to the carriage return before it
	line  []byte
}

// NewReader reads events from a stream.
func NewReader(from io.Reader) *Reader {
	return &Reader{from: bufio.NewReader(from), first: true}
}

// Next is the next event. io.EOF is the error where the stream ends between two events,
// io.ErrUnexpectedEOF where it ends within one. After an error there are no more.
func (r *Reader) Next() (Event, error) {
	var event Event
	var data strings.Builder
	has, began := false, false
	for {
		line, err := r.readLine()
		if err != nil {
			if err == io.EOF && (began || len(line) > 0) {
				err = io.ErrUnexpectedEOF
			}
			return Event{}, err
		}
		if line == "" {
			if has {
				event.Data = data.String()
				return event, nil
			}
			if event.Name != "" {
				return Event{}, fmt.Errorf("%w: %.40q has no data", ErrField, event.Name)
			}
			began = false
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		if name == "error" { // so some servers tell what went wrong, without the name of an event
			event.Name, name = name, "data"
		}
		switch name {
		case "": // a comment, which keeps the connection open
			continue
		case "data":
			if has {
				data.WriteByte('\n')
			}
			if data.Len()+len(value) > MostEvent {
				return Event{}, ErrTooLong
			}
			data.WriteString(value)
			has = true
		case "event":
			event.Name = value
		case "id", "retry":
		default:
			return Event{}, fmt.Errorf("%w: %.20q", ErrField, name)
		}
		began = true
	}
}

// readLine is the next line without its end. With an error it gives what there was of one.
func (r *Reader) readLine() (string, error) {
	r.line = r.line[:0]
	for {
		c, err := r.from.ReadByte()
		if err != nil {
			return string(r.line), err
		}
		if c == '\n' && r.skip {
			r.skip = false
			continue
		}
		r.skip = c == '\r'
		if c == '\r' || c == '\n' {
			line := string(r.line)
			if r.first {
				line = strings.TrimPrefix(line, "\ufeff")
			}
			r.first = false
			return line, nil
		}
		if len(r.line) == MostLine {
			return "", ErrTooLong
		}
		r.line = append(r.line, c)
	}
}
