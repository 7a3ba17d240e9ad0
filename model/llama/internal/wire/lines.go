package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Errors of reading; io.EOF is that the stream ended where a line did.
var (
	ErrTooLong = errors.New("a line is longer than any may be")
	ErrBroken  = errors.New("a line is not of the protocol")
	ErrCut     = errors.New("the stream ends within a line")
)

// A Reader reads lines. It belongs to one goroutine.
type Reader struct {
	from *bufio.Reader
	most int
}

// Requests reads what a program says, and Replies what a worker says.
func Requests(from io.Reader) *Reader { return newReader(from, MostRequest) }

// Replies reads what a worker says.
func Replies(from io.Reader) *Reader { return newReader(from, MostReply) }

func newReader(from io.Reader, most int) *Reader {
	return &Reader{from: bufio.NewReaderSize(from, 64<<10), most: most}
}

// Request reads one from a program.
func (r *Reader) Request() (Request, error) { return read(r, readRequest) }

// Reply reads one from a worker.
func (r *Reader) Reply() (Reply, error) { return read(r, readReply) }

func read[T any](r *Reader, parse func([]byte) (T, error)) (said T, err error) {
	line, err := r.line()
	if err != nil {
		return said, err
	}
	if said, err = parse(line); err != nil {
		return said, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return said, nil
}

// line is the next one, without its end. It holds no more than it may, whatever comes.
func (r *Reader) line() ([]byte, error) {
	var whole []byte
	for {
		part, err := r.from.ReadSlice('\n')
		if len(whole)+len(part) > r.most {
			return nil, ErrTooLong
		}
		whole = append(whole, part...)
		switch {
		case err == nil:
			return whole[:len(whole)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(whole) > 0:
			return nil, ErrCut
		default:
			return nil, err
		}
	}
}

// A Writer writes lines, each whole. It is safe for concurrent use.
type Writer struct {
	mu sync.Mutex
	to io.Writer
}

// NewWriter writes to one side's pipe.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Request says something to a worker. One that is too long is not said in part.
func (w *Writer) Request(r Request) error { return w.write(r.line(), MostRequest) }

// Reply says something to a program.
func (w *Writer) Reply(r Reply) error { return w.write(r.line(), MostReply) }

func (w *Writer) write(line []byte, most int) error {
	if len(line) > most {
		return ErrTooLong
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.to.Write(line)
	return err
}
