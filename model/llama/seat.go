package llama

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// How often a worker is started that comes to nothing each time, and for how long it is left alone then.
const (
	mostRestarts = 3
	rest         = time.Minute
)

// heeds is how long a worker may take to end a call that was given up. It needs a tenth of a second, on
// a machine that has time for it.
const heeds = 3 * time.Second

// A seat is before the one worker of a model: who has the turn sits there.
//
// A call that is given up leaves at once; what it began goes on in a goroutine that keeps the turn
// until the worker is ready for the next. So one goroutine at a time knows the worker.
type seat struct {
	name   string
	idle   time.Duration
	unused time.Duration // after which a worker that nobody asks ends
	start  func(context.Context) (*child, wire.Load, error)
	ended  func() // when nothing will be started any more

	turn    chan struct{} // holds one value while somebody sits; who waits is served in order
	working sync.WaitGroup
	closing context.Context
	end     context.CancelFunc
	once    sync.Once
	speed   atomic.Pointer[model.Speed] // of the worker that was loaded last; nil before

	// What follows belongs to who has the turn.
	child    *child // nil: none is there
	number   int64  // of the last request to it
	failures int    // workers in a row that came to nothing
	last     error  // why the last did
	since    time.Time
	asked    time.Time // when a call was over
	leaves   *time.Timer
}

func seatOf(name string, idle, unused time.Duration, start func(context.Context) (*child, wire.Load, error), ended func()) *seat {
	s := &seat{name: name, idle: idle, unused: unused, start: start, ended: ended, turn: make(chan struct{}, 1)}
	s.closing, s.end = context.WithCancel(context.Background())
	return s
}

// close ends the worker and waits until all is quiet. It may be called again.
func (s *seat) close() {
	s.end()
	s.once.Do(func() {
		s.turn <- struct{}{} // and never gives it back
		s.working.Wait()
		if s.leaves != nil {
			s.leaves.Stop() // where it has fired, it finds no turn
		}
		s.drop()
		s.ended()
	})
}

var errClosed = &model.Error{Kind: model.Unavailable, Message: "the model was closed"}

// call asks the worker, and has take take each reply but those that say no more than that it is alive; the
// last one is done. take is called by the goroutine that calls. When ctx ends, call returns.
func (s *seat) call(ctx context.Context, r wire.Request, take func(wire.Reply) error) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing.Done():
		return errClosed
	}
	if s.closing.Err() != nil {
		<-s.turn
		return errClosed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	replies, failed := make(chan wire.Reply), make(chan error, 1)
	s.working.Go(func() { // until the worker is ready for the next
		defer func() { <-s.turn }()
		failed <- s.serve(ctx, r, replies)
		s.served()
	})
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-failed:
			if err == nil {
				err = ctx.Err() // it had ended before the worker was asked
			}
			return err
		case reply := <-replies:
			if err := take(reply); err != nil || reply.Done != "" {
				return err
			}
		}
	}
}

// served has the worker end when nobody asks it for long.
func (s *seat) served() {
	s.asked = time.Now()
	if s.leaves == nil {
		s.leaves = time.AfterFunc(s.unused, s.leave) // until close stops it
	} else {
		s.leaves.Reset(s.unused)
	}
}

// leave ends a worker that nobody has asked for long, unless somebody has the turn.
func (s *seat) leave() {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	default:
		return
	}
	if time.Since(s.asked) >= s.unused && s.closing.Err() == nil {
		s.drop()
	}
}

// serve has a request served by the worker, which it starts where there is none. What the worker says goes into replies
// as long as ctx goes on. Where it returns an error, the worker is gone, or said so itself.
func (s *seat) serve(ctx context.Context, r wire.Request, replies chan<- wire.Reply) error {
	err := s.open(ctx)
	if err == nil && ctx.Err() == nil {
		err = s.exchange(ctx, r, replies)
	}
	if lost, is := errors.AsType[*lostError](err); is {
		return s.lose(lost.made)
	}
	return err
}

// open sees to it that there is a worker with the model in it.
func (s *seat) open(ctx context.Context) error {
	if s.child != nil {
		select {
		case <-s.child.replies: // it died while nobody asked it anything
			s.drop()
		default:
			return nil
		}
	}
	if s.failures > mostRestarts {
		wait := rest - time.Since(s.since)
		if wait > 0 {
			return &model.Error{Kind: model.Unavailable, After: wait, Err: s.last, Message: fmt.Sprintf(
				"its worker failed %d times in a row and is left alone for a minute; the last time: %v", s.failures, said(s.last))}
		}
	}
	child, load, err := s.start(s.closing)
	if err != nil {
		return &lostError{made: asError(err)}
	}
	s.child, s.number = child, 0
	return s.exchange(context.WithoutCancel(ctx), wire.Request{Load: &load}, nil)
}

// said is what an error says, without who says it.
func said(err error) string {
	if made, is := errors.AsType[*model.Error](err); is {
		return made.Message
	}
	return fmt.Sprint(err)
}

func asError(err error) *model.Error {
	if made, is := errors.AsType[*model.Error](err); is {
		return made
	}
	return &model.Error{Kind: model.Unavailable, Message: err.Error(), Err: err}
}

// A lostError is that the worker is of no use any more.
type lostError struct{ made *model.Error }

func (e *lostError) Error() string { return e.made.Message }

func lost(kind model.Kind, format string, args ...any) error {
	return &lostError{made: &model.Error{Kind: kind, Message: fmt.Sprintf(format, args...)}}
}

// lose takes a failure down, and ends the worker.
func (s *seat) lose(made *model.Error) error {
	s.drop()
	s.failures++
	s.last, s.since = made, time.Now()
	return made
}

// drop ends the worker.
func (s *seat) drop() {
	if s.child != nil {
		s.child.close()
		s.child = nil
	}
}

// exchange says one request and hears the worker out.
func (s *seat) exchange(ctx context.Context, r wire.Request, replies chan<- wire.Reply) error {
	s.number++
	r.ID = s.number
	if !s.child.say(r) {
		return lost(model.Unavailable, "its worker takes nothing any more")
	}
	quiet := time.NewTimer(s.idle)
	defer quiet.Stop()
	given, begun := ctx.Done(), false // given: until it was told that the call was given up
	for {
		select {
		case reply, open := <-s.child.replies:
			if !open {
				return s.child.lost(begun)
			}
			if reply.ID != r.ID || (reply.Loaded != nil) != (r.Load != nil && !reply.Alive && reply.Error == nil) {
				return lost(model.Malformed, "its worker answers what it was not asked")
			}
			if done, err := s.hear(ctx, r, reply, replies); done || err != nil {
				return err
			}
			begun = begun || reply.Piece != ""
			if given != nil || r.Load != nil {
				quiet.Reset(s.idle)
			}
		case <-quiet.C:
			return lost(model.Timeout, "its worker said nothing for %v", s.idle)
		case <-given:
			given = nil
			quiet.Reset(min(s.idle, heeds))
			if !s.child.say(wire.Request{ID: r.ID, Cancel: true}) {
				return lost(model.Unavailable, "its worker takes nothing any more")
			}
		case <-s.closing.Done():
			s.drop()
			return errClosed
		}
	}
}

// hear judges one reply.
func (s *seat) hear(ctx context.Context, r wire.Request, reply wire.Reply, replies chan<- wire.Reply) (done bool, err error) {
	switch {
	case reply.Alive:
		return false, nil
	case reply.Error != nil && r.Load != nil: // it has no model, so it is of no use
		return true, &lostError{made: reply.Error}
	case reply.Error != nil && reply.Error.Kind == model.Cancelled && ctx.Err() == nil:
		return true, lost(model.Malformed, "its worker gives up what nobody gave up")
	case reply.Error != nil:
		s.failures = 0
		return true, reply.Error
	case reply.Loaded != nil:
		s.speed.Store(&reply.Loaded.Speed)
		return true, nil
	case reply.Done != "":
		s.failures = 0
	case (reply.Vectors != nil) != (r.Encode != nil), (reply.Counted != nil) != (r.Count != nil):
		return true, lost(model.Malformed, "its worker answers what it was not asked")
	}
	select {
	case replies <- reply:
	case <-ctx.Done():
	}
	return reply.Done != "", nil
}

// A child is a worker that was started: its two pipes, and how to end it.
type child struct {
	replies chan wire.Reply // closed at the end of what it says
	saying  chan wire.Request
	err     error // why it said nothing more; set before replies is closed
	over    chan struct{}
	stop    func()        // ends the process; its pipes end with it
	why     func() string // what can be told of its end; "" is nothing. After stop.
	wait    sync.WaitGroup
}

// conversation begins to talk with a worker by its pipes.
func conversation(requests *wire.Writer, replies *wire.Reader, stop func(), why func() string) *child {
	c := &child{
		// A request, and that it is given up: there is never more that was not written.
		saying:  make(chan wire.Request, 4),
		replies: make(chan wire.Reply), over: make(chan struct{}), stop: stop, why: why,
	}
	c.wait.Go(func() { // until close, or the pipe ends
		for {
			select {
			case r := <-c.saying:
				if requests.Request(r) != nil {
					return // that it is gone, its other pipe says too
				}
			case <-c.over:
				return
			}
		}
	})
	c.wait.Go(func() { // until close, or the pipe ends
		defer close(c.replies)
		for {
			r, err := replies.Reply()
			if err != nil {
				c.err = err
				return
			}
			select {
			case c.replies <- r:
			case <-c.over:
				return
			}
		}
	})
	return c
}

// say has a request written, and reports whether it will be, if the worker reads.
func (c *child) say(r wire.Request) bool {
	select {
	case c.saying <- r:
		return true
	default:
		return false
	}
}

// close ends the worker, and returns when it is gone.
func (c *child) close() {
	close(c.over)
	c.stop()
	c.wait.Wait()
}

// lost is the error of a worker that says nothing more. begun is that it had begun a text.
func (c *child) lost(begun bool) error {
	switch {
	case errors.Is(c.err, wire.ErrTooLong):
		return lost(model.TooLong, "its worker says a line of more than %d KiB", wire.MostReply>>10)
	case errors.Is(c.err, wire.ErrBroken):
		return lost(model.Malformed, "its worker does not keep to the protocol: %v", c.err)
	}
	c.stop()
	kind := model.Unavailable
	if begun {
		kind = model.Incomplete
	}
	why := c.why()
	if why != "" {
		why = " (" + why + ")"
	}
	return lost(kind, "its worker died%s", why)
}
