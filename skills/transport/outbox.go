package transport

import (
	"context"
	"io"
	"sync"
	"time"
)

// longLine is how many bytes a line may have that waits behind others. A longer one is
// queued when all before it are written: eight answers of half a MiB for each of 32 scripts
// that do not read them are 128 MiB.
const longLine = 32 << 10

// settleTime is how long done waits for replies that are on their way. It runs
// out only for a script that goes on after its done and does not read them: the writes
// of one that has ended fail. On a busy machine it may be long until the goroutine that
// has written the reply, and was answered, comes to say so.
const settleTime = 5 * time.Second

// An outbox writes lines to a script's stdin from a goroutine of its own, in
// order, so that a script that never reads holds up nobody. The goroutine ends
// when the lines are written after finish, or at close.
type outbox struct {
	stdin     io.WriteCloser
	lines     chan []byte
	closing   chan struct{}
	closeOnce sync.Once
	ended     chan struct{}

	mu        sync.Mutex
	undone    int           // lines sent and not yet written
	delivered chan struct{} // closed whenever undone is 0
}

// pendingReader is a stdin that can tell how much of it the script has not read
// yet, which a full account of replies needs; see [outbox.settled].
type pendingReader interface {
	Unread() int
}

func newOutbox(stdin io.WriteCloser) *outbox {
	o := &outbox{
		stdin:     stdin,
		lines:     make(chan []byte, 8),
		closing:   make(chan struct{}),
		ended:     make(chan struct{}),
		delivered: make(chan struct{}),
	}
	close(o.delivered)
	go o.write()
	return o
}

func (o *outbox) write() {
	defer close(o.ended)
	defer o.closeStdin()
	for {
		select {
		case <-o.closing:
			return
		case line, more := <-o.lines:
			if !more {
				return
			}
			if _, err := o.stdin.Write(line); err != nil {
				return // the script has closed its stdin or ended: nothing more can be told to it
			}
			o.count(-1)
		}
	}
}

// count keeps the lines that are on their way.
func (o *outbox) count(by int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.undone == 0 && by > 0 {
		o.delivered = make(chan struct{})
	}
	if o.undone += by; o.undone == 0 {
		close(o.delivered)
	}
}

// send queues one line. It waits where many are queued already, which stops the
// reading of calls until their replies are read: a script cannot make the host
// hoard them.
func (o *outbox) send(line []byte) {
	if len(line) > longLine {
		o.waitWritten()
	}
	o.count(1)
	select {
	case o.lines <- line:
	case <-o.ended:
	case <-o.closing:
	}
}

// waitWritten waits until all that was sent is written, or nothing more will be.
func (o *outbox) waitWritten() {
	select {
	case <-o.written():
	case <-o.ended:
	case <-o.closing:
	}
}

// written is closed when all that was sent by now is written.
func (o *outbox) written() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.delivered
}

// finish closes stdin once everything sent is written. Nothing may be sent after it.
func (o *outbox) finish() { close(o.lines) }

// settled reports whether every line sent has reached the script: written, and,
// where stdin can tell, read. It waits no longer than ctx.
func (o *outbox) settled(ctx context.Context) bool {
	timer := time.NewTimer(settleTime)
	defer timer.Stop()
	select {
	case <-o.written():
	case <-o.ended:
		return false
	case <-timer.C:
		return false
	case <-ctx.Done():
		return false
	}
	pending, ok := o.stdin.(pendingReader)
	return !ok || pending.Unread() == 0
}

// close ends the goroutine, waits for it, and closes stdin. Lines not written
// yet are dropped. It may be called again.
func (o *outbox) close() {
	o.closeOnce.Do(func() {
		close(o.closing)
		o.closeStdin()
	})
	<-o.ended
}

// closeStdin breaks off a write that waits for a script which does not read.
func (o *outbox) closeStdin() { _ = o.stdin.Close() }
