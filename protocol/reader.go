package protocol

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// ReaderOptions say what a stream may hold.
type ReaderOptions struct {
	Limits    Limits
	RequestID string // a line that names another one is foreign; "" takes any
	Calls     bool   // the script has permissions, so call lines are events
	// Mask hides the secrets that the script was given, in all that comes out of the
	// stream: events, calls and what a violation quotes. nil hides nothing.
	Mask *mask.Mask
	// Large is called before a line of more than 16 KiB is taken apart, which may take fifty
	// times as much memory. It may wait. nil does nothing.
	Large func()
}

// A Reader takes the stream of one invocation apart. It belongs to one
// goroutine; [Reader.Replied] alone may be called from any.
type Reader struct {
	lines     lines
	requestID string
	takeCalls bool
	mask      *mask.Mask
	large     func()
	end       error // what every further Next gives
	assets    map[string]bool
	calls     calls
	values    int // of all lines so far
	state     int // bytes of the state patches so far
}

// NewReader reads a script's output from r, in pieces of 16 KiB.
func NewReader(r io.Reader, opts ReaderOptions) *Reader {
	return &Reader{
		lines:     lines{in: bufio.NewReaderSize(r, readSize), limits: opts.Limits.WithDefaults()},
		requestID: opts.RequestID,
		takeCalls: opts.Calls,
		mask:      opts.Mask,
		large:     opts.Large,
		assets:    map[string]bool{},
		calls:     calls{waiting: map[string]bool{}},
	}
}

// Next gives the events in order and, after [Done], io.EOF without having read
// further. A stream that breaks the protocol, by ending without done for one,
// gives a *[Violation]; an error of the underlying reader comes wrapped. All
// three are final: every later Next gives the same.
func (r *Reader) Next() (Event, error) {
	if r.end != nil {
		return nil, r.end
	}
	event, err := r.next()
	if problem, ok := errors.AsType[*fault](err); ok {
		return nil, r.Refuse(problem.code, problem.message)
	}
	if err != nil {
		r.end = err
		return nil, err
	}
	if event.Type() == TypeDone {
		r.end = io.EOF
	}
	return event, nil
}

// Refuse ends the stream for a rule that the reader cannot see, such as where an
// asset lies. The violation names the line read last.
func (r *Reader) Refuse(code Code, message string) *Violation {
	violation := &Violation{Code: code, Line: r.lines.number, Message: r.mask.Text(message)}
	if code != MissingDone {
		violation.Excerpt = excerpt(r.shown())
	}
	r.end = violation
	return violation
}

// shown is the line read last as it may be quoted: without secrets, and not cut yet, since
// the half of one would not be known.
func (r *Reader) shown() []byte {
	if r.mask == nil {
		return r.lines.text
	}
	return []byte(r.mask.Text(string(r.lines.text)))
}

// Line is the number of the line read last, from 1; 0 before the first.
func (r *Reader) Line() int { return r.lines.number }

// Replied says that the call of this id is being answered. Say so before the
// reply is written: the script may end as soon as it has read it.
func (r *Reader) Replied(id string) { r.calls.replied(id) }

// Drain reads what is left of the stream to its end and throws it away, so that
// a script which writes on after done is not blocked. It reports whether there
// was anything.
func (r *Reader) Drain() (trailing bool, err error) { return r.lines.discard() }

func (r *Reader) next() (Event, error) {
	err := r.lines.next()
	if err == io.EOF && r.lines.number == 0 {
		return nil, faultf(MissingDone, "the output is empty; its last line must be a done event")
	}
	if err == io.EOF {
		return nil, faultf(MissingDone, "the output ended without a done event")
	}
	if err != nil {
		return nil, err
	}
	if limit := r.lines.limits.Events; r.lines.number > limit {
		return nil, faultf(TooManyEvents, "the output has more than %d lines", limit)
	}
	event, problem := r.decode()
	if problem == nil {
		problem = r.admit(event)
	}
	if problem != nil {
		return nil, problem
	}
	return event, nil
}

// decode reads the line as an event, within what is left of the stream's values.
func (r *Reader) decode() (Event, *fault) {
	limits := r.lines.limits
	left := limits.Values - r.values
	if left <= 0 { // as a limit it would mean none
		return nil, faultf(TooManyValues, "the output holds more than %d values", limits.Values)
	}
	if r.large != nil && len(r.lines.text) > readSize {
		r.large()
	}
	within := limits.ofLine()
	within.Values = min(within.Values, left)
	event, values, problem := decode(r.lines.text, r.takeCalls, within, r.mask)
	r.values += values
	if r.values > limits.Values && values <= limits.LineValues {
		return nil, faultf(TooManyValues, "the output holds more than %d values", limits.Values)
	}
	return event, problem
}

// admit checks what one line cannot show alone.
func (r *Reader) admit(event Event) *fault {
	if id := event.Head().RequestID; id != "" && r.requestID != "" && id != r.requestID {
		return faultf(ForeignRequest, `"requestId" is %s, which is not this invocation's`, quote(id))
	}
	switch event := event.(type) {
	case *Asset:
		return r.admitAsset(event)
	case *Call:
		return r.calls.add(event.ID)
	case *StatePatch:
		return r.admitPatch()
	case *Done:
		return r.admitDone(event)
	}
	return nil
}

func (r *Reader) admitPatch() *fault {
	r.state += len(r.lines.text)
	if limit := r.lines.limits.State; r.state > limit {
		return faultf(TooMuchState, "the state patches so far have %d bytes, more than %d", r.state, limit)
	}
	return nil
}

func (r *Reader) admitAsset(asset *Asset) *fault {
	if r.assets[asset.AssetID] {
		return faultf(DuplicateAsset, `"assetId" %s was used before in this invocation`, quote(asset.AssetID))
	}
	r.assets[asset.AssetID] = true
	if limit := r.lines.limits.Assets; len(r.assets) > limit {
		return faultf(TooManyAssets, "the invocation has more than %d assets", limit)
	}
	return nil
}

func (r *Reader) admitDone(done *Done) *fault {
	if id, waiting := r.calls.outstanding(); waiting {
		return faultf(CallOutstanding, "done while the call %s has no reply yet; read each reply before ending", quote(id))
	}
	// Written by us the output is never longer than as it came, so a short line
	// need not be measured.
	limit := r.lines.limits.Output
	if len(r.lines.text) > limit && strictjson.Size(done.Output) > limit {
		return faultf(OutputTooLarge, `"output" is longer than %d bytes`, limit)
	}
	return nil
}

// calls keeps which host calls were made and which still wait for their reply.
type calls struct {
	mutex   sync.Mutex
	waiting map[string]bool // by id; false once replied to
}

func (c *calls) add(id string) *fault {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, used := c.waiting[id]; used {
		return faultf(DuplicateCall, `the call "id" %s was used before in this invocation`, quote(id))
	}
	c.waiting[id] = true
	return nil
}

func (c *calls) replied(id string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, made := c.waiting[id]; made {
		c.waiting[id] = false
	}
}

// outstanding is the first in alphabetical order of the calls without a reply.
func (c *calls) outstanding() (id string, waiting bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var ids []string
	for id, waiting := range c.waiting {
		if waiting {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return "", false
	}
	return slices.Min(ids), true
}
