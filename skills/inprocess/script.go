package inprocess

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/narratoria/narratoria/skills/transport"
)

// A script is one running goroutine with its pipes.
type script struct {
	cancel  context.CancelFunc
	stdin   *io.PipeReader
	request *io.PipeWriter // the host's end of stdin
	stdout  *io.PipeWriter
	events  *io.PipeReader // the host's end of stdout
	stderr  *head
	ended   chan int // the exit code, once
}

// begin starts main in a goroutine, which ends when main returns.
func begin(ctx context.Context, main Func) *script {
	s := &script{stderr: &head{}, ended: make(chan int, 1)}
	ctx, s.cancel = context.WithCancel(ctx)
	s.stdin, s.request = io.Pipe()
	s.events, s.stdout = io.Pipe()
	go func() {
		code := s.call(ctx, main)
		_ = s.stdin.Close()
		_ = s.stdout.Close()
		s.ended <- code
	}()
	return s
}

// call turns a panic into an exit, with what it said on stderr.
func (s *script) call(ctx context.Context, main Func) (code int) {
	defer func() {
		if said := recover(); said != nil {
			fmt.Fprintf(s.stderr, "panic: %v\n", said)
			code = crashed
		}
	}()
	return main(ctx, s.stdin, s.stdout, s.stderr)
}

// converse holds the conversation, ends the script where it must be ended, and
// waits for it for as long as that can help.
func (s *script) converse(ctx context.Context, exchange *transport.Exchange) transport.Exit {
	defer s.cancel()
	conversed, violated := make(chan struct{}), make(chan struct{})
	go func() { // until stdout ends or is broken off by stop
		defer close(conversed)
		if !exchange.Converse(ctx, s.request, s.events) {
			close(violated)
		}
	}()
	var exit transport.Exit
	select {
	case exit.Code = <-s.ended:
	case <-violated:
		s.stop()
		s.linger(nil)
	case <-ctx.Done():
		exit.Stopped = transport.StopReason(ctx)
		_ = s.request.Close()
		s.linger(conversed)
		s.stop()
	}
	<-conversed
	return exit
}

// linger waits for a script that was told to end, but no longer than grace. Once it is
// unread, what it has to say can only keep it, and is broken off.
func (s *script) linger(unread <-chan struct{}) {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	for {
		select {
		case <-s.ended:
			return
		case <-timer.C:
			return
		case <-unread:
			s.stop()
			unread = nil
		}
	}
}

// stop tells the script to end, and breaks off every read and write of its.
func (s *script) stop() {
	s.cancel()
	_ = s.events.CloseWithError(io.ErrClosedPipe)
	_ = s.stdin.CloseWithError(io.ErrClosedPipe)
}

// head keeps the start of what is written to it.
type head struct {
	mu   sync.Mutex
	kept []byte
}

const keptStderr = 256 << 10

func (h *head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, p[:min(len(p), keptStderr-len(h.kept))]...)
	return len(p), nil
}

func (h *head) bytes() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]byte(nil), h.kept...)
}
