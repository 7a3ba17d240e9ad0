package process

import (
	"context"
	"os"
	"time"

	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// Run runs one attempt; see [skills.Transport].
func (t *Transport) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	if !t.enter() {
		return notStarted(ctx, inv, transport.ErrClosed)
	}
	defer t.running.Done()
	if err := ctx.Err(); err != nil {
		return transport.Begin(inv, transport.Options{}).Outcome(ctx, transport.Exit{Stopped: err})
	}
	place, err := t.prepare(ctx, &inv)
	if err != nil && ctx.Err() != nil {
		return transport.Begin(inv, transport.Options{}).Outcome(ctx, transport.Exit{Stopped: transport.StopReason(ctx)})
	}
	if err != nil {
		return notStarted(ctx, inv, err)
	}
	var c *child
	defer func() { t.tidy(place, c) }()
	if inv.Request.Features == nil {
		inv.Request.Features = transport.Features(transport.HostOf(inv, t.options.Host), inv.Script)
	}
	command, err := t.command(&inv, place)
	if err != nil {
		return notStarted(ctx, inv, err)
	}
	if c, err = t.start(ctx, command, t.launch(inv.Script)); err != nil {
		return notStarted(ctx, inv, explainStart(&inv, command.Path, err))
	}
	return t.converse(ctx, inv, c, place)
}

func notStarted(ctx context.Context, inv skills.Invocation, err error) skills.Outcome {
	return transport.Begin(inv, transport.Options{}).Outcome(ctx, transport.Exit{Start: err})
}

// converse holds the conversation with a started script, ends the script where
// it must be ended, and waits for all of it.
func (t *Transport) converse(ctx context.Context, inv skills.Invocation, c *child, p place) skills.Outcome {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(t.closing, func() { cancel(transport.ErrClosed) })()

	exchange := transport.Begin(inv, transport.Options{Session: transport.OpenSession(transport.HostOf(inv, t.options.Host), inv), Assets: transport.CollectorOf(inv, t.assets), Output: p.output.root})
	stderr := &stderr{}
	stderrEnded := make(chan struct{})
	go func() { // until stderr ends or is cut off
		defer close(stderrEnded)
		stderr.read(c.stderr)
	}()
	conversed, violated := make(chan struct{}), make(chan struct{})
	go func() { // until stdout ends or is cut off
		defer close(conversed)
		if !exchange.Converse(ctx, c.stdin, c.stdout) {
			close(violated)
		}
	}()

	exit := t.oversee(ctx, c, violated, t.guard(p, c.gone), cancel)
	exchange.Gone()
	t.leave(c, p.cache)
	exit.Held = t.release(ctx, c, conversed, stderrEnded)
	outcome := exchange.Outcome(ctx, exit)
	outcome.Stderr = exchange.Stderr(stderr.bytes())
	return outcome
}

// leave has a data directory looked at when nobody of an attempt is there any more. Whoever would
// start in it after the attempt waits for that, and not only once it has begun.
func (t *Transport) leave(c *child, data *cache) {
	select {
	case <-c.gone:
		data.hold()
		t.running.Go(data.leave)
	default: // it was given up
		t.running.Go(func() {
			<-c.gone
			data.hold()
			data.leave()
		})
	}
}

// oversee waits until the script has ended or must be ended, and sees to that. cut ends
// the conversation with a reason.
func (t *Transport) oversee(ctx context.Context, c *child, violated <-chan struct{}, over <-chan error, cut func(error)) transport.Exit {
	var stopped error
	select {
	case <-c.gone:
	case <-violated:
		t.kill(c)
	case stopped = <-over:
		cut(stopped) // before its end can cut a line off
		t.kill(c)
	case <-ctx.Done():
		stopped = transport.StopReason(ctx)
		t.stop(c)
	}
	return c.exit(stopped)
}

// stop asks the script to end, and kills it when it does not.
func (t *Transport) stop(c *child) {
	_ = c.stdin.Close()
	c.terminate()
	if !waitFor(c.gone, t.options.Grace) {
		t.kill(c)
	}
}

// kill ends the script and all that is held together with it.
func (t *Transport) kill(c *child) {
	c.kill()
	waitFor(c.gone, killPatience)
}

// release lets go of the pipes, and reports whether something else still held
// one. What the script wrote is read to its end where it has one.
func (t *Transport) release(ctx context.Context, c *child, ended ...<-chan struct{}) (held bool) {
	patience := time.NewTimer(afterExit)
	defer patience.Stop()
	for _, end := range ended {
		select {
		case <-end:
		case <-patience.C:
			if c.treeIsGone() && waitUntil(ctx, end) { // nobody held it: the host is slow to read
				patience.Reset(0)
				continue
			}
			held = true
			cut(c.stdout)
			cut(c.stderr)
			<-end
			patience.Reset(0)
		}
	}
	_, _ = c.stdout.Close(), c.stderr.Close()
	return held
}

// waitUntil waits for an event as long as a context goes on.
func waitUntil(ctx context.Context, event <-chan struct{}) bool {
	select {
	case <-event:
		return true
	case <-ctx.Done():
		return false
	}
}

// cut makes a waiting read return, and every later one fail.
func cut(pipe *os.File) {
	if pipe.SetReadDeadline(time.Now()) != nil {
		_ = pipe.Close() // a system without deadlines for pipes
	}
}

func waitFor(event <-chan struct{}, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-event:
		return true
	case <-timer.C:
		return false
	}
}
