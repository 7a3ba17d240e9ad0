package kit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// Invocation is one run of a script: its request, and the ways to answer it.
//
// Values that become JSON may be anything encoding/json writes; where an object
// is asked for, a map or a struct.
type Invocation struct {
	protocol.Request

	in     *bufio.Reader
	out    *protocol.Writer
	cancel context.CancelCauseFunc

	turn  chan struct{} // holds one token from a call to its reply; guards what follows
	count int           // of calls so far
	own   *rand.Rand    // numbers drawn without a host

	mutex   sync.Mutex // guards what follows
	ended   bool
	fault   error // the first event that was refused
	broken  error // why nothing can be written any more
	summary string
	output  protocol.Object
}

func newInvocation(stdin io.Reader, stdout io.Writer, cancel context.CancelCauseFunc) *Invocation {
	return &Invocation{
		in:     bufio.NewReader(stdin),
		out:    protocol.NewWriter(stdout),
		cancel: cancel,
		turn:   make(chan struct{}, 1),
	}
}

func (inv *Invocation) readRequest() error {
	line, err := inv.readLine()
	if err != nil {
		return Failf(CodeBadRequest, "no request on the first line: %v", err)
	}
	request, err := protocol.ParseRequest(line)
	if err != nil {
		return &Error{Code: CodeBadRequest, Message: err.Error()}
	}
	inv.Request = *request
	return nil
}

// readLine reads up to a newline, which the last line may lack.
func (inv *Invocation) readLine() ([]byte, error) {
	line, err := inv.in.ReadBytes('\n')
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	if err == io.EOF {
		err = errors.New("stdin has ended")
	}
	return bytes.TrimRight(line, "\r\n"), err
}

// Has reports whether the host offers a feature, which for host calls is the
// name of the permission: "random", "story.read", "data".
func (inv *Invocation) Has(feature string) bool { return slices.Contains(inv.Features, feature) }

// Log writes a line for the developer's console; fields may be nil. It is never
// taken for a failure.
func (inv *Invocation) Log(level protocol.Level, message string, fields any) {
	object, err := toObject(fields)
	inv.send(&protocol.Log{Level: level, Message: message, Fields: object}, err)
}

// Patch changes session state: objects merge, null removes, all else replaces.
func (inv *Invocation) Patch(patch any) {
	object, err := toObject(patch)
	inv.send(&protocol.StatePatch{Patch: object}, err)
}

// UI asks the interface to do something; payload may be nil.
func (inv *Invocation) UI(event string, payload any) {
	object, err := toObject(payload)
	inv.send(&protocol.UIEvent{Event: event, Payload: object}, err)
}

// Narrate adds a piece to the turn's prose. The speaker is "" for the narrator.
func (inv *Invocation) Narrate(text, speaker string) {
	inv.UI(protocol.UINarration, map[string]string{"text": text, "speaker": speaker})
}

// Output sets the script's value for the steps that depend on it, at most 256
// KiB of JSON. The last one counts.
func (inv *Invocation) Output(value any) {
	object, err := toObject(value)
	inv.mutex.Lock()
	defer inv.mutex.Unlock()
	if err != nil {
		inv.fault = firstError(inv.fault, fmt.Errorf("the output: %w", err))
	}
	inv.output = object
}

// Summary sets the sentence that the trace shows for this invocation.
func (inv *Invocation) Summary(text string) {
	inv.mutex.Lock()
	defer inv.mutex.Unlock()
	inv.summary = text
}

// send writes an event, or remembers why it could not. After the end it does
// nothing, so that a goroutine the script forgot cannot write behind done.
func (inv *Invocation) send(event protocol.Event, err error) {
	inv.mutex.Lock()
	defer inv.mutex.Unlock()
	if inv.ended {
		return
	}
	if err == nil {
		err = inv.write(event)
	} else {
		err = fmt.Errorf("event %q: %w", event.Type(), err)
	}
	inv.fault = firstError(inv.fault, err)
}

// write tells the two ways in which writing fails: an event that breaks the
// protocol is the script's fault, anything else means that nobody listens.
func (inv *Invocation) write(event protocol.Event) error {
	err := inv.out.Write(event)
	if refused, ok := errors.AsType[*protocol.Violation](err); ok {
		return fmt.Errorf("event %q: %s", event.Type(), refused.Message)
	}
	if err != nil {
		inv.broken = firstError(inv.broken, err)
		inv.cancel(err)
	}
	return err
}

// finish ends the stream. It waits for the reply to a call that a goroutine of
// the script still has open, since done may not overtake it.
func (inv *Invocation) finish(err error) error {
	inv.turn <- struct{}{}
	defer inv.endTurn()
	inv.mutex.Lock()
	defer inv.mutex.Unlock()
	inv.ended = true
	if err == nil && inv.fault != nil {
		err = &Error{Code: CodeBadEvent, Message: inv.fault.Error()}
	}
	if err == nil {
		err = inv.write(&protocol.Done{OK: true, Summary: inv.summary, Output: inv.output})
	}
	if err != nil && inv.broken == nil {
		inv.writeFailure(asError(err))
	}
	return inv.broken
}

func (inv *Invocation) writeFailure(failure *Error) {
	details, err := toObject(failure.Details)
	if err == nil {
		err = inv.write(&protocol.Error{Code: failure.Code, Message: failure.Message, Details: details})
	}
	if err != nil { // the error itself is not fit to print: an empty code, for one
		_ = inv.write(&protocol.Error{Code: CodeFailed, Message: fmt.Sprintf("%v (its code and details cannot be sent: %v)", failure, err)})
	}
	_ = inv.write(&protocol.Done{OK: false, Summary: failure.Message})
}

func firstError(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// toObject turns a Go value into a JSON object; nil stays nil.
func toObject(value any) (protocol.Object, error) {
	tree, err := strictjson.FromGo(value)
	if err != nil {
		return nil, err
	}
	object, ok := tree.(protocol.Object)
	if !ok && tree != nil {
		return nil, fmt.Errorf("expected an object, got the %s %s", strictjson.Kind(tree), strictjson.Encode(tree))
	}
	return object, nil
}
