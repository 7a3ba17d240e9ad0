package jsonrpc_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/api/jsonrpc"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB) *api.Engine {
	t.Helper()
	e, err := api.Open(api.Options{Program: narratoria.Options{Data: t.TempDir(), NoProcesses: true}})
	must(t, err)
	return e
}

// What no two runs share, and what is too long to be read.
var (
	varies = regexp.MustCompile(`"(stream|written|backup|made)":"[^"]*"`)
	sized  = regexp.MustCompile(`"(bytes)":[0-9]+`)
	long   = regexp.MustCompile(`"(record)":\{.*\},"story"`)
)

func shown(line string) string {
	line = varies.ReplaceAllString(line, `"$1":"..."`)
	line = sized.ReplaceAllString(line, `"$1":"..."`)
	return long.ReplaceAllString(line, `"$1":{...},"story"`)
}

// words are what a story calls things, as its first record and its title have it. A
// transcript names where they stand and not what they are, which is for authors to change.
type words struct{ title, scene string }

// named is a line with names in place of these words, which it learns where it begins the story.
func (w *words) named(line string) string {
	var begun struct {
		Result struct {
			Title  string
			Record struct{ Scene struct{ Name string } }
		}
	}
	if err := json.Unmarshal([]byte(line), &begun); err == nil && begun.Result.Record.Scene.Name != "" {
		w.title, w.scene = begun.Result.Title, begun.Result.Record.Scene.Name
	}
	if w.scene == "" {
		return line
	}
	for name, word := range map[string]string{"title": w.title, "place": w.scene} {
		member := append([]byte(`"`+name+`":`), strictjson.Append(nil, word)...)
		line = strings.ReplaceAll(line, string(member), `"`+name+`":"(the story's)"`)
	}
	return line
}

// A conversation is what is written into the case: one line after the other, each once the
// one before is answered.
func TestConversations(t *testing.T) {
	golden.Cases(t, "testdata/*.txtar", 2, func(t *testing.T, c *golden.Case) {
		c.Explained(t)
		in, ask := io.Pipe()
		answers, out := io.Pipe()
		served := make(chan error, 1)
		go func() { // ends with in
			served <- jsonrpc.Serve(context.Background(), open(t), in, out)
			_ = out.Close()
		}()
		var said, told strings.Builder // answers, and events, which nobody waits for
		story := words{}
		note := func(line string) (event bool) {
			line = story.named(line)
			if event = strings.Contains(line, `"method":"event"`); event {
				told.WriteString(shown(line))
			} else {
				said.WriteString(shown(line))
			}
			return event
		}
		lines := bufio.NewReader(answers)
		defer time.AfterFunc(2*time.Minute, func() { _ = answers.CloseWithError(errors.New("no answer within minutes")) }).Stop()
		read := func() (event bool) {
			answer, err := lines.ReadString('\n')
			must(t, err)
			return note(answer)
		}
		for line := range strings.Lines(string(c.File("in"))) {
			for strings.Contains(line, "events.unsubscribe") && strings.Count(told.String(), "\n") < bytes.Count(c.File("events"), []byte("\n")) {
				read() // what has not come by then never does
			}
			_, err := io.WriteString(ask, line)
			must(t, err)
			for answered := !wantsAnswer(line); !answered; {
				answered = !read()
			}
		}
		must(t, ask.Close())
		rest, err := io.ReadAll(lines)
		must(t, err)
		for line := range strings.Lines(string(rest)) {
			note(line)
		}
		must(t, <-served)
		c.Want(t, "out", said.String())
		c.Want(t, "events", told.String())
	})
}

// wantsAnswer reports whether a line is one that is answered.
func wantsAnswer(line string) bool {
	if strings.TrimSpace(line) == "" {
		return false
	}
	var one struct {
		ID     *json.RawMessage
		Method string
	}
	if json.Unmarshal([]byte(line), &one) == nil {
		return strings.Contains(line, `"id"`) || one.Method == ""
	}
	return !strings.HasPrefix(line, "[{") || strings.Contains(line, `"id"`)
}

// A line that is too long is answered and passed over, and the next is read.
func TestLongLines(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":1,"method":"story.last","params":{"story":"` + strings.Repeat("a", 3<<20) + `"}}`
	just := `{"jsonrpc":"2.0","id":2,"method":"story.last","params":{"story":"` + strings.Repeat("a", api.MostParams-100) + `"}}`
	var out bytes.Buffer
	must(t, jsonrpc.Serve(t.Context(), open(t), strings.NewReader(long+"\n"+just+"\n"+long+"\n"+`{"jsonrpc":"2.0","id":3,"method":"engine.info"}`), &out))
	for want, times := range map[string]int{`"too_large"`: 2, `"id":null`: 2, `"id":2`: 1, `"bad_params"`: 1, `"state":"awake"`: 1} {
		if got := strings.Count(out.String(), want); got != times {
			t.Errorf("%s comes %d times, not %d", want, got, times)
		}
	}
}

// An array has a bounded number of requests: none of one that is larger is done.
func TestLargeArrays(t *testing.T) {
	request := `{"jsonrpc":"2.0","id":1,"method":"engine.info"}`
	for n, want := range map[int]string{64: `"result"`, 65: `"bad_params"`} {
		var out bytes.Buffer
		must(t, jsonrpc.Serve(t.Context(), open(t), strings.NewReader("["+strings.Repeat(request+",", n-1)+request+"]"), &out))
		lines := strings.Count(out.String(), "\n")
		if got := strings.Count(out.String(), want); lines != 1 || got != map[int]int{64: 64, 65: 1}[n] {
			t.Errorf("%d requests are answered by %d lines, with %d times %s", n, lines, got, want)
		}
	}
}

// stuck is a pipe that takes a number of writes, and then blocks or fails.
type stuck struct {
	takes int
	until chan struct{}
	fails error
	took  int
}

func (s *stuck) Write(p []byte) (int, error) {
	if s.takes--; s.takes < 0 {
		if s.fails != nil {
			return 0, s.fails
		}
		<-s.until
	}
	s.took++
	return len(p), nil
}

// counted gives its line again and again, one for each time it is read, and says when as many
// were read as ever may be before any is answered.
type counted struct {
	line    string
	lines   int64
	before  int64 // that may be read before the first is answered
	full    chan struct{}
	given   atomic.Int64
	waiting *atomic.Bool // nothing is answered yet
	much    atomic.Int64 // lines that were read beyond before while it was waiting
}

func (c *counted) Read(p []byte) (int, error) {
	n := c.given.Add(1)
	switch {
	case n > c.lines:
		return 0, io.EOF
	case n == c.before:
		close(c.full)
	case n > c.before && c.waiting.Load():
		c.much.Add(1)
	}
	return copy(p, c.line), nil
}

// Who does not read their answers is not read any further, and holds up no story. What was
// asked is answered once they read.
func TestAHostThatReadsNothing(t *testing.T) {
	const places = 320 // and two lines are read that have none: one wants it, one wants to be next
	var waiting atomic.Bool
	waiting.Store(true)
	in := &counted{line: `{"jsonrpc":"2.0","id":1,"method":"engine.info"}` + "\n", lines: 2000, before: places + 2, full: make(chan struct{}), waiting: &waiting}
	out := &stuck{until: make(chan struct{})}
	e := open(t)
	served := make(chan error, 1)
	go func() { served <- jsonrpc.Serve(context.Background(), e, in, out) }() // ends with in
	<-in.full
	other := e.Client(nil)
	for turns := 0; turns < 20; { // in which any number of lines could be read
		_, err := other.Call(t.Context(), "story.play", []byte(`{"campaign":"minimal","unkept":true}`))
		if wrong, is := errors.AsType[*api.Error](err); is && wrong.Code == api.Busy { // not all calls are over, and wait to be written
			runtime.Gosched()
			continue
		}
		if err != nil {
			t.Fatalf("the story is held up: %v", err)
		}
		turns++
	}
	waiting.Store(false)
	close(out.until)
	must(t, <-served)
	if much := in.much.Load(); much > 0 {
		t.Errorf("%d lines were read beyond %d that nobody waits for", much, in.before)
	}
	if out.took != int(in.lines) {
		t.Errorf("%d of %d lines were answered", out.took, in.lines)
	}
}

// A line that cancels finds the call of the line before, however soon it comes.
func TestCancelledByTheNextLine(t *testing.T) {
	n := soak.Count(2000)
	var in, out bytes.Buffer
	for i := range n {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":1,"method":"events.read","params":{"wait":20000,"call":"%d"}}`+"\n", i)
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":2,"method":"calls.cancel","params":{"call":"%d"}}`+"\n", i)
	}
	must(t, jsonrpc.Serve(t.Context(), open(t), &in, &out))
	cancelled, found := strings.Count(out.String(), `"code":"cancelled"`), strings.Count(out.String(), `{"found":true}`)
	busy := strings.Count(out.String(), `"code":"busy"`) // too many at a time: it was refused, and there was nothing to cancel
	if cancelled+busy != n || found != cancelled {
		t.Errorf("of %d calls %d were cancelled, %d found to cancel, %d refused", n, cancelled, found, busy)
	}
}

// A request whose id is null is answered, since it has one; a broken one is answered without.
func TestNullID(t *testing.T) {
	var out bytes.Buffer
	must(t, jsonrpc.Serve(t.Context(), open(t), strings.NewReader(`{"jsonrpc":"2.0","id":null,"method":"engine.info"}`), &out))
	if got := out.String(); !strings.HasPrefix(got, `{"id":null,"jsonrpc":"2.0","result":{`) {
		t.Errorf("it is answered by %q", got)
	}
}

// What cannot be written ends everything, in order.
func TestBrokenPipe(t *testing.T) {
	broken := errors.New("broken")
	in, ask := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- jsonrpc.Serve(context.Background(), open(t), in, &stuck{takes: 1, fails: broken}) }() // ends when nothing can be written
	for range 3 {
		if _, err := fmt.Fprintln(ask, `{"jsonrpc":"2.0","id":1,"method":"engine.info"}`); err != nil {
			break
		}
	}
	if err := <-served; !errors.Is(err, broken) {
		t.Errorf("it ends with %v", err)
	}
	must(t, ask.Close())
}

// The end of the context ends it too, in the middle of a call.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- jsonrpc.Serve(ctx, open(t), in, out) }() // ends with ctx
	fmt.Fprintln(ask, `{"jsonrpc":"2.0","id":1,"method":"engine.info"}`)
	_, err := bufio.NewReader(answers).ReadString('\n')
	must(t, err)
	fmt.Fprintln(ask, `{"jsonrpc":"2.0","id":2,"method":"events.read","params":{"wait":60000}}`)
	began := time.Now()
	cancel()
	if err := <-served; !errors.Is(err, context.Canceled) || time.Since(began) > 30*time.Second {
		t.Errorf("it ends with %v after %v", err, time.Since(began))
	}
	must(t, ask.Close())
}

// Whatever is sent, every line that is written is one answer in JSON, and it ends.
func FuzzServe(f *testing.F) {
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"method":"engine.info"}`, "[]\n[[]]\n{}", "\x00\xff\n{", `[{"jsonrpc":"2.0","id":1,"method":"saves.list"}]`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		var out bytes.Buffer
		if err := jsonrpc.Serve(t.Context(), open(t), strings.NewReader(lines), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%q", line)
			}
		}
	})
}

// Many calls at once are each answered once.
func TestManyCalls(t *testing.T) {
	n := soak.Count(10_000)
	var in, out bytes.Buffer
	for i := range n {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"%s"}`+"\n", i, []string{"engine.info", "saves.list", "no.such", "campaign.list"}[i%4])
	}
	must(t, jsonrpc.Serve(t.Context(), open(t), &in, &out))
	answered := map[int]int{}
	for line := range strings.Lines(out.String()) {
		var a struct{ ID int }
		must(t, json.Unmarshal([]byte(line), &a))
		answered[a.ID]++
	}
	for i := range n {
		if answered[i] != 1 {
			t.Fatalf("the call %d is answered %d times", i, answered[i])
		}
	}
}
