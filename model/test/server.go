package test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/keys"
)

// Base is the address of the server in memory, and Secret the key that is for it.
const (
	Base   = "http://localhost:8089/v1"
	Secret = "sk-canary-7Jq2vWx9Lr4TzB"
)

// Key is the secret as a driver takes it.
func Key(t testing.TB) keys.Key {
	key, err := keys.New("localhost:8089", Secret)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// A Server is one in memory, of one connection a dial, and answers by bytes. It belongs to a test.
type Server struct {
	t testing.TB
	// answer writes what is said to the request of this number, from 1; an error, or done, ends the connection.
	answer func(number int, to io.Writer, from *bufio.Reader) (done bool, err error)

	mu       sync.Mutex
	requests []Asked
	open     int
	dialled  []string
}

// Asked is a request that the server had.
type Asked struct {
	Path   string
	Header http.Header
	Body   string
}

// NewServer makes a server. answer gets what it writes to and, to wait for the other side's end, what it
// reads from.
func NewServer(t testing.TB, answer func(number int, to io.Writer, from *bufio.Reader) (done bool, err error)) *Server {
	return &Server{t: t, answer: answer}
}

// Dial connects to it, whatever the address is.
func (s *Server) Dial(ctx context.Context, _, address string) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	here, there := net.Pipe()
	s.mu.Lock()
	s.open++
	s.dialled = append(s.dialled, address)
	s.mu.Unlock()
	go func() { // until either side closes
		defer func() {
			there.Close()
			s.mu.Lock()
			s.open--
			s.mu.Unlock()
		}()
		s.serve(there)
	}()
	return here, nil
}

// Open is how many connections there are.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// Asked are the requests so far.
func (s *Server) Asked() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Dialled are the addresses that were connected to.
func (s *Server) Dialled() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.dialled)
}

func (s *Server) serve(conn net.Conn) {
	from := bufio.NewReader(conn)
	for {
		request, err := http.ReadRequest(from)
		if err != nil {
			return
		}
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.requests = append(s.requests, Asked{Path: request.URL.Path, Header: request.Header, Body: string(body)})
		number := len(s.requests)
		s.mu.Unlock()
		if done, err := s.answer(number, conn, from); done || err != nil {
			return
		}
	}
}

// Replying is a server that answers every request by the same bytes.
func Replying(t testing.TB, reply string) *Server {
	return NewServer(t, func(_ int, to io.Writer, _ *bufio.Reader) (bool, error) {
		return true, write(to, reply)
	})
}

// Ask has a generator with such a server answer a request, and gives what the server was asked, if it was.
func Ask(t *testing.T, reply string, r model.Request, make func(s *Server) model.Generator) (answer model.Answer, asked Asked, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := Replying(t, reply)
		answer, err = make(s).Generate(t.Context(), r, nil)
		if all := s.Asked(); len(all) > 0 {
			asked = all[0]
		}
	})
	return answer, asked, err
}

// Quote writes a text as JSON, and a byte \xff as it is.
func Quote(text string) string {
	quoted, err := json.Marshal(strings.ReplaceAll(text, "\xff", "BAD"))
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(quoted), "BAD", "\xff")
}

// KindOf is the kind of a call's error, "" where there is none.
func KindOf(err error) model.Kind {
	if made, is := errors.AsType[*model.Error](err); is {
		return made.Kind
	}
	return ""
}

// Gone waits until the other side has ended the connection.
func Gone(from *bufio.Reader) { _, _ = from.ReadByte() }

// head is that of a stream.
const head = "HTTP/1.1 200 OK\r\nDate: Fri, 01 Jan 2100 00:00:00 GMT\r\nContent-Type: text/event-stream; charset=utf-8\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n"

// chunk is a part of a stream, and the last one of "".
func chunk(text string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(text), text) }

// Document is the whole of an answer in one piece.
func Document(status int, kind, body string, header ...string) string {
	return fmt.Sprintf("HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n%s",
		status, http.StatusText(status), kind, len(body), strings.Join(append(header, ""), "\r\n"), body)
}

// Stream is the whole of an answer as a stream.
func Stream(events ...string) string {
	var b strings.Builder
	b.WriteString(head)
	for _, event := range events {
		b.WriteString(chunk(event))
	}
	return b.String() + chunk("")
}

// A Protocol is how servers of one kind write a text, in events.
type Protocol struct {
	Begin   []string
	Piece   func(text string) string
	JSON    func(text string) string // a piece of a text that was to be of a schema; nil: Piece
	End     func(end model.End) []string
	Refusal []string
	Error   func(message string) string // an event that tells of an error
}

// Say are the events of a whole text.
func (p Protocol) Say(end model.End, pieces ...string) []string {
	return append(p.saying(p.Piece, pieces), p.End(end)...)
}

// saying are the events of a text without its end.
func (p Protocol) saying(piece func(string) string, pieces []string) []string {
	all := slices.Clone(p.Begin)
	for _, text := range pieces {
		all = append(all, piece(text))
	}
	return all
}

// Driver is that of a generator with a server of this protocol, for [Suite].
func (p Protocol) Driver(make func(t *testing.T, s *Server) model.Generator) Driver {
	return Driver{New: func(t *testing.T, b Behaviour) model.Generator {
		s := NewServer(t, func(number int, to io.Writer, from *bufio.Reader) (bool, error) {
			if number == 1 {
				return p.behave(b, to, from)
			}
			return false, write(to, Stream(p.Say(model.Stopped, Pieces()...)...))
		})
		return make(t, s)
	}}
}

// Wire is that of a generator with a server of this protocol, for [Faults].
func (p Protocol) Wire(make func(t *testing.T, s *Server) model.Generator) Wire {
	return Wire{
		Want: Answer, Events: p.Say(model.Stopped, Pieces()...), Protocol: p,
		New: func(t *testing.T, s *Server) func(context.Context) (string, string, error) {
			g := make(t, s)
			return func(ctx context.Context) (string, string, error) {
				var told strings.Builder
				answer, err := g.Generate(ctx, Request(), func(piece model.Piece) { told.WriteString(piece.Text) })
				return answer.Text, told.String(), err
			}
		},
	}
}

// behave writes what a model does in its first call.
func (p Protocol) behave(b Behaviour, to io.Writer, from *bufio.Reader) (bool, error) {
	formed := p.JSON
	if formed == nil {
		formed = p.Piece
	}
	whole := func(end model.End, piece func(string) string, pieces ...string) (bool, error) {
		return false, write(to, Stream(append(p.saying(piece, pieces), p.End(end)...)...))
	}
	switch b {
	case Behaving:
		return whole(model.Stopped, p.Piece, Pieces()...)
	case Nothing:
		return whole(model.Stopped, p.Piece)
	case Refusing:
		return false, write(to, Stream(append(p.saying(p.Piece, []string{"I "}), p.Refusal...)...))
	case MidWord:
		return false, write(to, Stream(p.saying(p.Piece, []string{"The la"})...))
	case NotUTF8:
		return whole(model.Stopped, p.Piece, "The ", "la\xffmp")
	case Unasked:
		return whole(model.Stopped, formed, "It is dark.")
	case CutJSON:
		return whole(model.Length, formed, `{"mood":`)
	case WrongJSON:
		return whole(model.Stopped, formed, Wrong[:5], Wrong[5:])
	case Stalling:
		err := write(to, head+chunk(strings.Join(p.saying(p.Piece, []string{"The la"}), "")))
		Gone(from)
		return true, err
	}
	err := write(to, head+chunk(strings.Join(p.Begin, "")))
	for i := 0; err == nil; i++ {
		piece := "lamp "
		if b == Endless {
			piece = fmt.Sprintf("%d and %d more ", i, i*i)
		}
		err = write(to, chunk(p.Piece(piece)))
	}
	return true, err
}

// leaks says where a secret is to be seen in some of what a call gave.
func leaks(texts ...any) string {
	m := mask.New(Secret)
	for _, text := range texts {
		for _, shown := range []string{fmt.Sprintf("%v", text), fmt.Sprintf("%+v", text), fmt.Sprintf("%#v", text)} {
			if m.Text(shown) != shown {
				return shown
			}
		}
		if err, is := text.(error); is {
			for _, inner := range unwrapped(err) {
				if found := leaks(inner); found != "" {
					return found
				}
			}
		}
	}
	return ""
}

func unwrapped(err error) []error {
	if many, is := err.(interface{ Unwrap() []error }); is {
		return many.Unwrap()
	}
	if inner := errors.Unwrap(err); inner != nil {
		return []error{inner}
	}
	return nil
}
