package transport_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// thinking is a host that takes its time over each call.
type thinking struct {
	skills.Session
	calls int
}

func (h *thinking) Effects() []plan.Effect { return nil }

func (h *thinking) Call(context.Context, string, protocol.Object) (protocol.Object, *protocol.CallError) {
	h.calls++
	time.Sleep(100 * time.Millisecond)
	return protocol.Object{}, nil
}

// TestHostsWorkCounts has a script ask 900 questions and be done before the first is
// answered: the answers count in its time.
func TestHostsWorkCounts(t *testing.T) {
	var lines strings.Builder
	for i := range 900 {
		fmt.Fprintf(&lines, `{"version":"0","type":"call","id":"%d","method":"random"}`+"\n", i)
	}
	for _, c := range []struct {
		limit time.Duration
		calls int
		code  string
	}{
		{950 * time.Millisecond, 10, transport.CodeTimeout},
		{time.Hour, 900, ""}, // the control: nothing but its context ends it
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), c.limit)
			defer cancel()
			inv := invocation()
			inv.Script.Permissions = []skills.Permission{skills.Random}
			inv.Scope.Granted = inv.Script.Permissions
			host := &thinking{}
			exchange := transport.Begin(inv, transport.Options{Session: host})
			exchange.Converse(ctx, nopStdin{io.Discard}, strings.NewReader(lines.String()+doneLine))
			outcome := exchange.Outcome(ctx, transport.Exit{})
			if code := codeOf(outcome); code != c.code || host.calls != c.calls || outcome.Duration != time.Duration(c.calls)*100*time.Millisecond {
				t.Errorf("within %v: %q (%v) after %v and %d calls", c.limit, code, outcome.Err, outcome.Duration, host.calls)
			}
		})
	}
}

func codeOf(outcome skills.Outcome) string {
	if outcome.Err == nil {
		return ""
	}
	return outcome.Err.Code
}

// TestLinesWaitForTheHost has a script write as fast as it can to a host that works on
// each line for a while: no more is taken from it than one read holds.
func TestLinesWaitForTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 995*time.Millisecond)
		defer cancel()
		events, stdout := io.Pipe()
		written, taken := 0, 0
		line := []byte(work[0] + "\n")
		go func() { // ends when nobody reads any more
			for {
				n, err := stdout.Write(line)
				written += n
				if err != nil {
					return
				}
			}
		}()
		inv := invocation()
		inv.Listen = func(protocol.Event) {
			taken += len(line)
			time.Sleep(10 * time.Millisecond)
		}
		exchange := transport.Begin(inv, transport.Options{})
		exchange.Converse(ctx, nopStdin{io.Discard}, events)
		events.Close()
		synctest.Wait()
		if ahead := written - taken; ahead > 16<<10+len(line) {
			t.Errorf("%d bytes were read ahead", ahead)
		}
		if outcome := exchange.Outcome(ctx, transport.Exit{}); codeOf(outcome) != transport.CodeTimeout || taken != 100*len(line) {
			t.Errorf("%v after %d bytes", outcome.Err, taken)
		}
	})
}

// TestCutLinesAreNoFault: of a script whose time is up the last line may be half a one. That
// is no fault of its own, while one that ends so by itself has made one.
func TestCutLinesAreNoFault(t *testing.T) {
	for _, c := range []struct {
		cut  bool
		code string
	}{{true, transport.CodeTimeout}, {false, "malformed_event"}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			events, stdout := io.Pipe()
			go func() { // ends as a script does that is killed, or sooner
				_, _ = io.WriteString(stdout, work[0]+"\n"+doneLine[:20])
				if c.cut {
					<-ctx.Done()
				}
				stdout.Close()
			}()
			exchange := transport.Begin(invocation(), transport.Options{})
			exchange.Converse(ctx, nopStdin{io.Discard}, events)
			if outcome := exchange.Outcome(ctx, transport.Exit{Signal: "killed"}); codeOf(outcome) != c.code {
				t.Errorf("cut off %v: %v, want %s", c.cut, outcome.Err, c.code)
			}
		})
	}
}
