package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A transcript is one attempt at a script that calls the host: prose, then
//
//	permissions  of the manifest, a line each
//	granted      those the player gave; all where the section is missing
//	script       what the script does: "read" reads a line, any other is written
//	exit         its exit code; 0 where there is none
//	verdict      what it read, and what came of the attempt
func TestCallTranscripts(t *testing.T) {
	golden.Cases(t, "testdata/calls/*.txtar", 1, func(t *testing.T, c *golden.Case) {
		c.Want(t, "verdict", converse(c))
	})
}

func permissions(c *golden.Case, name string) (list []skills.Permission) {
	for _, word := range strings.Fields(c.Text(name)) {
		list = append(list, skills.Permission(word))
	}
	return list
}

// converse plays a transcript's script against an exchange.
func converse(c *golden.Case) string {
	inv := invocation()
	inv.Script.Permissions = permissions(c, "permissions")
	inv.Scope.Granted = inv.Script.Permissions
	if c.Has("granted") {
		inv.Scope.Granted = permissions(c, "granted")
	}
	session := &smallHost{}
	exchange := transport.Begin(inv, transport.Options{Session: session, MaxCalls: 3, MaxReply: 300})
	stdin, request := io.Pipe()
	events, stdout := io.Pipe()
	var report bytes.Buffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer stdout.Close()
		defer stdin.Close()
		play(string(c.File("script")), stdin, stdout, &report)
	}()
	if !exchange.Converse(context.Background(), request, events) {
		events.Close()
	}
	<-ended
	exit, _ := strconv.Atoi(c.Text("exit"))
	describe(&report, exchange.Outcome(context.Background(), transport.Exit{Code: exit}))
	return report.String()
}

// play is the script's side.
func play(script string, stdin io.Reader, stdout io.Writer, report io.Writer) {
	in := bufio.NewReader(stdin)
	for line := range strings.Lines(script) {
		if line != "read\n" {
			_, _ = io.WriteString(stdout, line)
			continue
		}
		read, err := in.ReadString('\n')
		switch {
		case err != nil:
			fmt.Fprintln(report, "< end of stdin")
		case strings.Contains(read, `"requestId"`):
			fmt.Fprintln(report, "< the request")
		default:
			fmt.Fprint(report, "< ", read)
		}
	}
}

func describe(w io.Writer, outcome skills.Outcome) {
	switch {
	case outcome.Err == nil:
		fmt.Fprintln(w, "accepted")
	default:
		fmt.Fprintf(w, "%s (%s): %s\n", outcome.Err.Code, outcome.Err.Category, outcome.Err.Message)
	}
	for _, effect := range outcome.Effects {
		fmt.Fprintf(w, "effect: %s %v\n", effect.Method, effect.Params)
	}
	for _, warning := range outcome.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
}

func invocation() skills.Invocation {
	ref := plan.ScriptRef{Skill: "lamp", Script: "light"}
	return skills.Invocation{
		Script:  &skills.Script{Ref: ref},
		Request: protocol.Request{RequestID: "r1", Tool: "lamp/light", Operation: "light", Input: protocol.Object{}},
		Scope:   skills.Scope{Tool: "t1", Script: ref},
	}
}

// smallHost answers a few methods, and stages what it is asked to write.
type smallHost struct{ effects []plan.Effect }

func (h *smallHost) Effects() []plan.Effect { return h.effects }

func (h *smallHost) Call(_ context.Context, method string, params protocol.Object) (protocol.Object, *protocol.CallError) {
	switch method {
	case "random":
		return protocol.Object{"values": []any{7}}, nil
	case "story.read":
		if params["path"] == "long" {
			return protocol.Object{"value": strings.Repeat("x", 1000)}, nil
		}
		return protocol.Object{"value": "the inn"}, nil
	case "data.set":
		h.effects = append(h.effects, plan.Effect{Tool: "t1", Method: method, Params: params})
		return protocol.Object{}, nil
	case "data.get":
		if _, ok := params["key"].(string); ok {
			return protocol.Object{"value": nil}, nil
		}
		return nil, &protocol.CallError{Code: skills.CallBadParams, Message: `"key" is missing`}
	}
	return nil, &protocol.CallError{Code: skills.CallUnknownMethod, Message: method}
}

// TestRefusalsGoOut: that an answer is too large is said even where saying so is, too. It was
// once found too large as well, and said again, for ever: by the id of a call, which is in
// every answer and was as long as a line.
func TestRefusalsGoOut(t *testing.T) {
	inv := invocation()
	inv.Script.Permissions = []skills.Permission{skills.StoryRead}
	inv.Scope.Granted = inv.Script.Permissions
	exchange := transport.Begin(inv, transport.Options{Session: &smallHost{}, MaxReply: 10})
	var written bytes.Buffer
	call := `{"version":"0","type":"call","id":"c1","method":"story.read","params":{"path":"long"}}` + "\n"
	exchange.Converse(t.Context(), nopStdin{&written}, strings.NewReader(call+doneLine))
	if outcome := exchange.Outcome(t.Context(), transport.Exit{}); outcome.Err != nil || !strings.Contains(written.String(), `"too_large"`) {
		t.Errorf("%v; %s", outcome.Err, written.String())
	}
}

// curious counts what it answers, with so many bytes each.
type curious struct {
	skills.Session
	size, calls int
}

func (h *curious) Effects() []plan.Effect { return nil }

func (h *curious) Call(context.Context, string, protocol.Object) (protocol.Object, *protocol.CallError) {
	h.calls++
	return protocol.Object{"value": strings.Repeat("x", h.size)}, nil
}

// TestAnswersThatNobodyReads has a script ask and ask and read nothing. Few answers wait for
// it, and of long ones two.
func TestAnswersThatNobodyReads(t *testing.T) {
	for _, c := range []struct{ size, most int }{
		{100, 10}, // the control: one is being written, eight wait, and one waits to wait
		{100_000, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			inv := invocation()
			inv.Script.Permissions = []skills.Permission{skills.StoryRead}
			inv.Scope.Granted = inv.Script.Permissions
			host := &curious{size: c.size}
			request, stdin := io.Pipe()
			conversed := make(chan struct{})
			go func() { // until nobody can read any more
				defer close(conversed)
				var lines strings.Builder
				for i := range 100 {
					fmt.Fprintf(&lines, `{"version":"0","type":"call","id":"%d","method":"story.read"}`+"\n", i)
				}
				exchange := transport.Begin(inv, transport.Options{Session: host})
				exchange.Converse(t.Context(), stdin, strings.NewReader(lines.String()))
			}()
			_, _ = bufio.NewReader(request).ReadString('\n')
			synctest.Wait()
			if host.calls != c.most {
				t.Errorf("%d answers of %d bytes wait, want %d", host.calls, c.size, c.most)
			}
			request.Close()
			<-conversed
		})
	}
}

// tired is a stdin whose writer comes back long after the script has read a reply, as on a busy
// machine. The request comes before the replies.
type tired struct {
	io.WriteCloser
	late      time.Duration
	requested bool
}

func (s *tired) Write(p []byte) (int, error) {
	n, err := s.WriteCloser.Write(p)
	if s.requested {
		time.Sleep(s.late) // of the bubble's time
	}
	s.requested = true
	return n, err
}

// A script that has read the reply to its call may say done before the host knows that the
// reply is out. Nobody is waited for without an end.
func TestRepliesThatWereReadCount(t *testing.T) {
	for _, tt := range []struct {
		late, time time.Duration
		want       string
	}{
		{0, time.Minute, ""},
		{4 * time.Second, time.Minute, ""},
		{time.Hour, time.Minute, "call_outstanding"},
		{time.Second, 10 * time.Millisecond, "call_outstanding"},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), tt.time)
			defer cancel()
			inv := invocation()
			inv.Script.Permissions = []skills.Permission{"data"}
			inv.Scope.Granted = inv.Script.Permissions
			exchange := transport.Begin(inv, transport.Options{Session: &smallHost{}})
			stdin, request := io.Pipe()
			events, stdout := io.Pipe()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				in := bufio.NewReader(stdin)
				_, _ = in.ReadString('\n')
				_, _ = io.WriteString(stdout, `{"version":"0","type":"call","id":"c","method":"data.set","params":{"key":"k","value":1}}`+"\n")
				_, _ = in.ReadString('\n')
				_, _ = io.WriteString(stdout, doneLine)
				_ = stdout.Close()
			}()
			if !exchange.Converse(ctx, &tired{WriteCloser: request, late: tt.late}, events) {
				_ = events.Close()
			}
			<-ended
			if got := codeOf(exchange.Outcome(ctx, transport.Exit{})); got != tt.want {
				t.Errorf("%v late, of %v: %q, want %q", tt.late, tt.time, got, tt.want)
			}
		})
	}
}
