package test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model"
)

// A Wire is a driver with a server, to which faults are done.
type Wire struct {
	// New makes the driver, with [Key] as its key and [Base] as the address of s. The function asks it once,
	// and gives what it said as a text, with all it told on the way.
	New func(t *testing.T, s *Server) func(context.Context) (said, told string, err error)
	// Want is what is said when nothing is wrong.
	Want string
	// Events are those that say it, of one that answers in a stream, and Protocol is how.
	Events   []string
	Protocol Protocol
	// Document is what says it, of one that answers in one piece.
	Document string
}

// A fault is done to an answer at a point of it, counted in bytes of the answer without fault.
type fault struct {
	name string
	// needs is whether the answer has to be a stream.
	needs bool
	do    func(w Wire, whole string, point int, to io.Writer, from *bufio.Reader) error
}

// faults are what a server, or the way to it, may do.
var faults = []fault{
	{"the connection breaks", false, func(_ Wire, whole string, point int, to io.Writer, _ *bufio.Reader) error {
		return write(to, whole[:point])
	}},
	{"nothing more comes", false, func(_ Wire, whole string, point int, to io.Writer, from *bufio.Reader) error {
		err := write(to, whole[:point])
		Gone(from)
		return err
	}},
	{"bytes are lost", false, func(_ Wire, whole string, point int, to io.Writer, from *bufio.Reader) error {
		err := write(to, whole[:point]+whole[min(len(whole), point+1+point%5):])
		Gone(from)
		return err
	}},
	{"a byte is none of a text", false, func(_ Wire, whole string, point int, to io.Writer, from *bufio.Reader) error {
		err := write(to, whole[:point]+"\x00"+whole[point+1:])
		Gone(from)
		return err
	}},
	{"a byte is not UTF-8", false, func(_ Wire, whole string, point int, to io.Writer, from *bufio.Reader) error {
		err := write(to, whole[:point]+"\xff"+whole[point+1:])
		Gone(from)
		return err
	}},
	{"it comes a byte a second", false, func(_ Wire, whole string, point int, to io.Writer, _ *bufio.Reader) error {
		err := write(to, whole[:point])
		for i := point; err == nil && i < len(whole); i++ {
			time.Sleep(time.Second)
			err = write(to, whole[i:i+1])
		}
		return err
	}},
	{"it has no end", false, func(w Wire, whole string, point int, to io.Writer, _ *bufio.Reader) error {
		begun, more := whole[:point], strings.Repeat("x", 4096)
		if w.Events != nil && point%8 > 0 { // one line, in a stream that is well chunked
			begun, more = head+chunk(strings.Join(w.before(point), "")), chunk(strings.Repeat("data: x", 512))
		} else if w.Events != nil { // events that say nothing
			begun, more = head+chunk(strings.Join(w.before(point), "")), chunk(strings.Repeat(": wait\n\n", 512))
		}
		err := write(to, begun)
		for err == nil {
			err = write(to, more)
		}
		return err
	}},
	{"the server fails", false, refuses(500)},
	{"it was asked too much", false, refuses(429, "Retry-After: 7")},
	{"the key is not taken", false, refuses(401)},
	{"it says to ask elsewhere", false, refuses(307, "Location: https://"+Secret+"@elsewhere.example/v1/"+Secret)},
	{"an error is sent as an answer", false, refuses(200)},
	{"a page is sent", false, func(_ Wire, _ string, point int, to io.Writer, _ *bufio.Reader) error {
		page := Document(200, "text/html", "<html><body>Log in with "+Secret+strings.Repeat(" please", 40)+"</body></html>")
		return write(to, page[:cutAt(point, len(page))])
	}},
	{"an error is told within", true, func(w Wire, _ string, point int, to io.Writer, _ *bufio.Reader) error {
		return write(to, Stream(append(w.before(point), w.Protocol.Error("the key "+Secret+" has expired"))...))
	}},
	{"the key is in the text", true, func(w Wire, _ string, point int, to io.Writer, from *bufio.Reader) error {
		cut := 1 + point%(len(Secret)-1)
		events := append(w.before(point), w.Protocol.Piece(Secret[:cut]), w.Protocol.Piece(Secret[cut:]))
		err := write(to, Stream(append(events, w.Events[len(w.before(point)):]...)...))
		Gone(from)
		return err
	}},
	{"it ends too early", true, func(w Wire, _ string, point int, to io.Writer, _ *bufio.Reader) error {
		return write(to, Stream(w.before(point)...))
	}},
	{"its length is another", false, func(w Wire, whole string, point int, to io.Writer, _ *bufio.Reader) error {
		if w.Events != nil {
			text := strings.Join(w.Events, "")
			return write(to, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%s", point%len(text), text))
		}
		return write(to, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", point, w.Document))
	}},
}

// refuses answers with a status, and a body that shows the key; the answer breaks off at the point.
func refuses(status int, header ...string) func(Wire, string, int, io.Writer, *bufio.Reader) error {
	return func(_ Wire, _ string, point int, to io.Writer, _ *bufio.Reader) error {
		body := fmt.Sprintf(`{"error":{"message":"%s the key %s, which is %s","type":"server_error"}}`, strings.Repeat("no ", point%90), Secret, Secret)
		whole := Document(status, "application/json", body, header...)
		return write(to, whole[:cutAt(point, len(whole))])
	}
}

// cutAt makes a point in something of another length; three of four are behind its end.
func cutAt(point, length int) int {
	if point%4 > 0 {
		return length
	}
	return point % length
}

func write(to io.Writer, text string) error {
	_, err := io.WriteString(to, text)
	return err
}

// before are the events that end before a point.
func (w Wire) before(point int) []string {
	at := len(head)
	for i, event := range w.Events {
		if at += len(chunk(event)); at > point || i == len(w.Events)-1 {
			return slices.Clone(w.Events[:i])
		}
	}
	return nil
}

// whole is the answer without a fault.
func (w Wire) whole() string {
	if w.Events != nil {
		return Stream(w.Events...)
	}
	return Document(200, "application/json", w.Document)
}

// Faults does each fault to a driver at so many points, and looks each time that the call ends within its
// deadline, with an error or with the right text; that the next call is served; that the key
// is in no text, nor printed, and was sent to its server alone; and that no connection and no goroutine is left.
func Faults(t *testing.T, points int, w Wire) {
	var printed bytes.Buffer
	log.SetOutput(&printed)
	defer func() {
		log.SetOutput(os.Stderr)
		if printed.Len() > 0 {
			t.Errorf("something was printed: %.300s", printed.String())
		}
	}()
	for i, f := range faults {
		if f.needs && w.Events == nil {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			whole := w.whole()
			random := rand.New(rand.NewPCG(uint64(i), 14))
			failed := 0
			for range points {
				if point := random.IntN(len(whole)); w.survives(t, f, whole, point) {
					failed++
				}
			}
			if failed == 0 {
				t.Error("no call failed: it is no fault")
			}
			t.Logf("%d of %d calls failed, the others had the right text", failed, points)
		})
	}
}

// survives does a fault once, and reports whether the call failed of it.
func (w Wire) survives(t *testing.T, f fault, whole string, point int) (failed bool) {
	synctest.Test(t, func(t *testing.T) {
		s := NewServer(t, func(number int, to io.Writer, from *bufio.Reader) (bool, error) {
			if number == 1 {
				return true, f.do(w, whole, point, to, from)
			}
			return false, write(to, whole)
		})
		call := w.New(t, s)
		began := time.Now()
		said, told, err := call(t.Context())
		if took := time.Since(began); took > within+250*time.Millisecond {
			t.Errorf("at %d: the call took %v", point, took)
		}
		made, is := errors.AsType[*model.Error](err)
		switch {
		case err != nil && (!is || made.Generator == "" || made.Message == ""):
			t.Errorf("at %d: the error is %T: %v", point, err, err)
		case err == nil && said != w.Want:
			t.Errorf("at %d: it says %q", point, said)
		}
		failed = err != nil
		if shown := leaks(err, said, told); shown != "" {
			t.Errorf("at %d: the key is to be seen: %s", point, shown)
		}
		said, _, err = call(t.Context())
		if err != nil || said != w.Want {
			t.Errorf("at %d: the next call says %q: %v", point, said, err)
		}
		time.Sleep(2 * time.Second) // until a server that writes a byte a second notices
		synctest.Wait()
		w.look(t, s, point)
	})
	return failed
}

// look looks at what the server saw.
func (w Wire) look(t *testing.T, s *Server, point int) {
	if s.Open() != 0 {
		t.Errorf("at %d: %d connections are left", point, s.Open())
	}
	asked := s.Asked()
	if len(asked) != 2 {
		t.Errorf("at %d: two calls asked %d times", point, len(asked))
	}
	for _, a := range asked {
		if !strings.Contains(fmt.Sprint(a.Header), Secret) {
			t.Errorf("at %d: the key was not sent: nothing is shown by its not being seen", point)
		}
		if strings.Contains(a.Body+a.Path, Secret) {
			t.Errorf("at %d: the key is in %s: %s", point, a.Path, a.Body)
		}
	}
	for _, address := range s.Dialled() {
		if address != "localhost:8089" {
			t.Errorf("at %d: it connected to %s", point, address)
		}
	}
}
