package transport_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// crowd is a host that notes how many calls it has at once.
type crowd struct {
	skills.Session
	mu            sync.Mutex
	running, most int
}

func (h *crowd) Effects() []plan.Effect { return nil }

func (h *crowd) Call(context.Context, string, protocol.Object) (protocol.Object, *protocol.CallError) {
	h.mu.Lock()
	h.running++
	h.most = max(h.most, h.running)
	h.mu.Unlock()
	for range 100 {
		runtime.Gosched() // let whoever may come
	}
	h.mu.Lock()
	h.running--
	h.mu.Unlock()
	return protocol.Object{}, nil
}

// TestLongLinesTakeTurns: of 32 attempts at once no more have a long line taken apart than
// there are cores, and none waits for one with a short line.
func TestLongLinesTakeTurns(t *testing.T) {
	for _, c := range []struct {
		bytes int
		free  bool
	}{{20_000, false}, {10, true}} {
		host := &crowd{}
		line := fmt.Sprintf(`,"method":"random","params":{"a":"%s"}}`+"\n", strings.Repeat("x", c.bytes))
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() { // until its lines are read
				inv := invocation()
				inv.Script.Permissions = []skills.Permission{skills.Random}
				inv.Scope.Granted = inv.Script.Permissions
				var lines strings.Builder
				for i := range 20 {
					fmt.Fprintf(&lines, `{"version":"0","type":"call","id":"%d"%s`, i, line)
				}
				exchange := transport.Begin(inv, transport.Options{Session: host})
				exchange.Converse(t.Context(), nopStdin{io.Discard}, strings.NewReader(lines.String()+doneLine))
				if outcome := exchange.Outcome(t.Context(), transport.Exit{}); outcome.Err != nil {
					t.Error(outcome.Err)
				}
			})
		}
		all.Wait()
		if cores := runtime.GOMAXPROCS(0); c.free != (host.most > cores) && cores < 32 {
			t.Errorf("lines of %d bytes: %d at once on %d cores", c.bytes, host.most, cores)
		}
	}
}

// TestTurnsEndInTime: who waits for a turn waits no longer than there is time. With turns
// waited for without end it hangs.
func TestTurnsEndInTime(t *testing.T) {
	var holders sync.WaitGroup
	held, leave := make(chan struct{}), make(chan struct{})
	long := fmt.Sprintf(`{"version":"0","type":"call","id":"1","method":"random","params":{"a":"%s"}}`+"\n", strings.Repeat("x", 20_000))
	converse := func(ctx context.Context, host skills.Session, lines io.Reader) skills.Outcome {
		inv := invocation()
		inv.Script.Permissions = []skills.Permission{skills.Random}
		inv.Scope.Granted = inv.Script.Permissions
		exchange := transport.Begin(inv, transport.Options{Session: host})
		exchange.Converse(ctx, nopStdin{io.Discard}, lines)
		return exchange.Outcome(ctx, transport.Exit{})
	}
	for range runtime.GOMAXPROCS(0) {
		holders.Go(func() { converse(t.Context(), gate{held: held, leave: leave}, strings.NewReader(long+doneLine)) }) // until leave
	}
	for range runtime.GOMAXPROCS(0) {
		<-held
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if outcome := converse(ctx, &crowd{}, ending{strings.NewReader(long + doneLine), cancel}); codeOf(outcome) != transport.CodeCancelled {
		t.Errorf("with all turns taken: %v", outcome.Err)
	}
	close(leave)
	holders.Wait()
	if outcome := converse(t.Context(), &crowd{}, strings.NewReader(long+doneLine)); outcome.Err != nil { // the control
		t.Error(outcome.Err)
	}
}

// ending is what is read when the time ends.
type ending struct {
	io.Reader
	end func()
}

func (e ending) Read(p []byte) (int, error) {
	e.end()
	return e.Reader.Read(p)
}

// gate is a host that holds a call until it may leave.
type gate struct {
	skills.Session
	held, leave chan struct{}
}

func (gate) Effects() []plan.Effect { return nil }

func (h gate) Call(context.Context, string, protocol.Object) (protocol.Object, *protocol.CallError) {
	h.held <- struct{}{}
	<-h.leave
	return protocol.Object{}, nil
}
