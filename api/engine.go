package api

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria"
)

// Options of an [Engine].
type Options struct {
	Program narratoria.Options // its Warn is told of warnings beside the stream's events
	Stories int                // that may be open at a time; 0: 64
	Calls   int                // that may be at work at a time; 0: 256

	// ModelMemory is how many bytes a model may take, which the host of an application knows; 0: as many as
	// the system has left.
	ModelMemory int64
}

const (
	mostStories = 64
	mostCalls   = 256
)

// An Engine is a program that is called by the names of methods. Its methods may be called
// from many goroutines, also from what a [Client] is told events by.
type Engine struct {
	opts   Options
	stream *stream

	turning sync.Mutex    // who suspends, resumes or closes has it, over what follows
	leaving chan struct{} // closed when a program that is let go of is closed; nil where none is
	left    error         // how that went

	mutex   sync.Mutex
	state   state
	program *narratoria.Program               // nil unless awake
	open    map[string]*opening               // stories that are open, or being opened, by their names
	ways    map[string]narratoria.GameOptions // how stories were opened that are kept
	unkept  int                               // stories that were begun
	unnamed int                               // those that were begun without a name
	calls   int                               // at work
	plays   int                               // of them those that play a turn
	still   chan struct{}                     // closed when none plays a turn any more; nil where nobody waits for it
	onDisk  sync.WaitGroup                    // those that have files of their own open
	named   map[string]context.CancelFunc
	work    context.Context // of all calls; ends when the engine lets go of everything
	letGo   context.CancelFunc
}

// A state is what an engine is in.
type state int

const (
	awake state = iota
	suspended
	closed
)

// An opening is a story that is open, or is being opened.
type opening struct {
	ready chan struct{} // closed when it is known how that went
	game  *narratoria.Game
	err   error
}

// Open opens an engine. Errors: *Error.
func Open(o Options) (*Engine, error) {
	if o.Stories == 0 {
		o.Stories = mostStories
	}
	if o.Calls == 0 {
		o.Calls = mostCalls
	}
	e := &Engine{opts: o, stream: newStream(), named: map[string]context.CancelFunc{}, ways: map[string]narratoria.GameOptions{}, state: suspended}
	e.opts.Program.Warn = func(text string) {
		e.stream.add(Event{Kind: "warning", Text: text})
		if o.Program.Warn != nil {
			o.Program.Warn(text)
		}
	}
	if err := e.wake(); err != nil {
		return nil, err
	}
	return e, nil
}

// wake opens the program.
func (e *Engine) wake() error {
	program, err := narratoria.Open(e.opts.Program)
	if err != nil {
		return ErrorOf(err)
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.program, e.state, e.open = program, awake, map[string]*opening{}
	e.work, e.letGo = context.WithCancel(context.Background())
	return nil
}

// Suspend commits what is being played and lets go of all that is open: files, locks,
// goroutines, scripts. A turn that is being played has until late in the time that ctx gives
// to end by itself; then it is told with what there is. Stories that are not kept end.
// Calls are refused until [Engine.Resume], and those that are at work come back. Errors:
// *Error, also where something was still open when ctx ended, which goes on letting go by
// itself; on an engine that is suspended it waits for that, and else does nothing.
func (e *Engine) Suspend(ctx context.Context) error {
	e.turning.Lock()
	defer e.turning.Unlock()
	e.mutex.Lock()
	was := e.state
	if was == awake {
		e.state = suspended
	}
	e.mutex.Unlock()
	switch was {
	case closed:
		return refusal(Closed, "the engine is closed")
	case suspended:
		return e.asleep(ctx)
	}
	err := e.sleep(ctx)
	e.stream.add(Event{Kind: "suspended"})
	return err
}

// Resume opens again what Suspend has let go of. A story is taken up where it was, with the
// same turn, when it is next called for. What is not let go of yet it waits for, some
// seconds. On an engine that is awake it does nothing. Errors: *Error; the engine is suspended
// then.
func (e *Engine) Resume() error {
	e.turning.Lock()
	defer e.turning.Unlock()
	e.mutex.Lock()
	now := e.state
	e.mutex.Unlock()
	switch now {
	case awake:
		return nil
	case closed:
		return refusal(Closed, "the engine is closed")
	}
	ctx, cancel := context.WithTimeout(context.Background(), settling)
	defer cancel()
	if err := e.asleep(ctx); err != nil {
		return err
	}
	if err := e.wake(); err != nil {
		return err
	}
	e.stream.add(Event{Kind: "resumed"})
	return nil
}

// Close is the end of the engine. It waits until all is quiet, for as long as ctx lasts, and
// may be called again. Nothing happens after it; clients are told what happened until then,
// unless they are closed. Errors: *Error.
func (e *Engine) Close(ctx context.Context) error {
	e.turning.Lock()
	defer e.turning.Unlock()
	e.mutex.Lock()
	was := e.state
	e.state = closed
	e.mutex.Unlock()
	defer e.stream.end()
	if was == awake {
		return e.sleep(ctx)
	}
	return e.asleep(ctx)
}

// settling is how long who comes back waits for what is late to let go.
const settling = 10 * time.Second

// grace is the share of the time to let go in which a turn may end by itself.
const grace = 0.4

// sleep closes the program. Nothing begins any more.
func (e *Engine) sleep(ctx context.Context) error {
	e.mutex.Lock()
	program := e.program
	e.program = nil
	e.mutex.Unlock()
	if until, has := ctx.Deadline(); has {
		e.quiet(ctx, time.Duration(float64(time.Until(until))*grace))
	}
	e.letGo()
	e.leaving = make(chan struct{})
	go func() { // ends when all is closed
		e.left = program.Close(context.WithoutCancel(ctx))
		e.onDisk.Wait() // none begins any more
		e.mutex.Lock()
		e.open = nil // a game is large, also one that has ended
		e.mutex.Unlock()
		close(e.leaving)
	}()
	return e.asleep(ctx)
}

// asleep waits until the program that was let go of is closed.
func (e *Engine) asleep(ctx context.Context) error {
	if e.leaving == nil {
		return nil
	}
	select {
	case <-e.leaving:
		left := e.left
		e.leaving, e.left = nil, nil // it is said once
		if left == nil {
			return nil
		}
		return ErrorOf(left)
	case <-ctx.Done():
		return &Error{Code: Busy, Message: "not all is closed yet", Hint: "it goes on letting go by itself; call again to wait for it", cause: ctx.Err()}
	}
}

// quiet waits until no turn is played, but no longer than most.
func (e *Engine) quiet(ctx context.Context, most time.Duration) {
	e.mutex.Lock()
	if e.plays == 0 {
		e.mutex.Unlock()
		return
	}
	still := make(chan struct{})
	e.still = still
	e.mutex.Unlock()
	end := time.NewTimer(most)
	defer end.Stop()
	select {
	case <-still:
	case <-end.C:
	case <-ctx.Done():
	}
}

// refused is why a call is not taken now, or nil. The mutex is held.
func (e *Engine) refused(m *Method) *Error {
	switch {
	case e.state == closed:
		return refusal(Closed, "the engine is closed")
	case e.state == suspended && m.when == awakeAlone:
		return refusal(Suspended, "the engine is suspended")
	case e.calls >= e.opts.Calls && m.when != always:
		return refusal(Busy, "%d calls are at work, and no more are taken at a time", e.calls)
	}
	return nil
}

// Call carries out a method: parameters are JSON, "" for none, and so is the result, on one
// line with sorted keys. The end of ctx, the method calls.cancel, and letting go of everything
// end what a call waits for. A panic is an error. Errors: *Error.
func (c *Client) Call(ctx context.Context, method string, params []byte) (result []byte, err error) {
	return c.Begin(ctx, method, params)()
}

// Begin is Call for who takes calls one after the other and carries them out beside each other:
// what it gives carries the call out, and is to be called once. From now on the call is at work,
// and can be cancelled by its name. Calls of one story that play or change it, or give its last
// turn, are done in the order in which the client began them; one of these that is given up
// comes back at once.
func (c *Client) Begin(ctx context.Context, method string, params []byte) func() ([]byte, error) {
	refuse := func(err error) func() ([]byte, error) { return func() ([]byte, error) { return nil, err } }
	m, known := Named(method)
	if !known {
		return refuse(unknownMethod(method))
	}
	if c.gone.Err() != nil {
		return refuse(refusal(Closed, "the client is closed"))
	}
	given := reflect.New(m.params).Elem()
	if err := read(params, given); err != nil {
		return refuse(err)
	}
	ctx, done, err := c.begin(ctx, m, given)
	if err != nil {
		return refuse(err)
	}
	turn, passOn := c.inTurn(m, given)
	return func() ([]byte, error) {
		defer done()
		defer passOn()
		if err := turn(ctx); err != nil {
			return nil, c.engine.explained(err)
		}
		return c.carryOut(ctx, m, given)
	}
}

// inTurn has a call follow those of its story, where its method does and the story has a name.
func (c *Client) inTurn(m *Method, given reflect.Value) (turn func(context.Context) error, passOn func()) {
	if m.follows {
		f, _ := shapeOf(m.params).field("story")
		if story := given.Field(f.index).String(); story != "" {
			return c.follow(story)
		}
	}
	return func(context.Context) error { return nil }, func() {}
}

// carryOut carries out a call that is at work.
func (c *Client) carryOut(ctx context.Context, m *Method, given reflect.Value) (result []byte, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			result, err = nil, c.engine.fault(m.Name, panicked)
		}
	}()
	result, err = m.do(ctx, c, given)
	if err != nil {
		return nil, c.engine.explained(err)
	}
	if len(result) > MostResult {
		return nil, refusal(TooLarge, "the result has %d bytes, and %d are the most", len(result), MostResult)
	}
	return result, nil
}

// MostResult is how many bytes a result has at most.
const MostResult = 96 << 20

// begin counts a call in.
func (c *Client) begin(ctx context.Context, m *Method, given reflect.Value) (context.Context, func(), error) {
	e, name := c.engine, ""
	if f, has := shapeOf(m.params).field("call"); has && !f.required { // else it is another call's
		name = given.Field(f.index).String()
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if refused := e.refused(m); refused != nil {
		return nil, nil, refused
	}
	if name != "" && e.named[name] != nil {
		return nil, nil, wrongParam("/call", "a call named %q is at work already; give each a name of its own", name)
	}
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(c.gone, cancel)
	released := func() bool { return true }
	if m.when != always {
		released = context.AfterFunc(e.work, cancel)
	}
	e.count(m, 1)
	if name != "" {
		e.named[name] = cancel
	}
	return ctx, func() {
		release()
		released()
		cancel()
		e.mutex.Lock()
		defer e.mutex.Unlock()
		e.count(m, -1)
		delete(e.named, name)
	}, nil
}

// count counts a call in or out. The mutex is held.
func (e *Engine) count(m *Method, by int) {
	e.calls += by
	if m.onDisk {
		e.onDisk.Add(by)
	}
	if m.plays {
		e.plays += by
	}
	if e.plays == 0 && e.still != nil {
		close(e.still)
		e.still = nil
	}
}

// Cancel ends what the call of a name waits for, and reports whether there was one. It may
// be called whatever the engine does.
func (e *Engine) Cancel(call string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	cancel := e.named[call]
	if cancel != nil {
		cancel()
	}
	return cancel != nil
}

// explained is the *Error of what a method gave. What was closed under it says by whom.
func (e *Engine) explained(err error) *Error {
	made := ErrorOf(err)
	if fault, is := errors.AsType[*narratoria.FaultError](err); is && e.opts.Program.Warn != nil {
		e.opts.Program.Warn(fmt.Sprintf("narratoria: %v\n%s", fault.Panicked, fault.Stack))
	}
	if !errors.Is(err, narratoria.ErrClosed) && made.Code != Cancelled {
		return made
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	switch e.state {
	case closed:
		return refusal(Closed, "the engine was closed meanwhile")
	case suspended:
		return refusal(Suspended, "the engine was suspended meanwhile")
	}
	if made.Code == Closed {
		return refusal(NotFound, "the story was closed meanwhile")
	}
	return made
}

// fault is the error of a panic, of which Options.Program.Warn is told everything.
func (e *Engine) fault(method string, panicked any) *Error {
	where := panickedAt()
	if warn := e.opts.Program.Warn; warn != nil {
		warn(fmt.Sprintf("narratoria: %s panicked: %v\n%s", method, panicked, debug.Stack()))
	}
	return refusal(Fault, "%s failed by a fault of the program, in %s: %v", method, where, panicked)
}

// panickedAt is the function that panicked.
func panickedAt() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	after := false
	for {
		frame, more := frames.Next()
		if after && !strings.HasPrefix(frame.Function, "runtime.") {
			return frame.Function
		}
		after = after || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
