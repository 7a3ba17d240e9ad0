package api

import (
	"context"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
)

func engineMethods() []Method {
	return []Method{
		define("engine.info", "Says what the engine is, and what it is doing.", info).at(always),
		define("engine.methods", "Gives this table: every method with the JSON Schemas of its parameters and its result, the codes of errors, and the kinds of events.", methods).at(always),
		define("engine.suspend", "Commits what is being played and lets go of all that is open, as when an application goes to the background. Stories that are not kept end.", suspend).at(always),
		define("engine.resume", "Opens again what engine.suspend has let go of. Stories show the same turn when they are next called for.", resume).at(always),
		define("calls.cancel", "Ends what a call waits for that was given a name. A turn that has begun is told with what there is.", cancelCall).at(always),
	}
}

// Info is what an engine is, and what it is doing.
type Info struct {
	_       struct{} `doc:"what an engine is, and what it is doing"`
	Version string   `json:"version" doc:"of the program"`
	State   string   `json:"state" doc:"awake, suspended or closed"`
	Data    string   `json:"data,omitempty" doc:"where stories are kept; left out while it is suspended"`
	Stories []string `json:"stories" doc:"that are open"`
	Calls   int      `json:"calls" doc:"that are at work"`
	Stream  string   `json:"stream" doc:"the stream that the numbers of events are of"`
	Newest  int64    `json:"newest" doc:"the number of the newest event"`
	Memory  int64    `json:"memory" doc:"bytes that were in use when garbage was last collected, in the whole process"`
	Threads int      `json:"threads" doc:"goroutines there are, in the whole process"`
}

func info(_ context.Context, c *Client, _ Nothing) (Info, error) {
	e := c.engine
	e.mutex.Lock()
	i := Info{Version: e.opts.Program.Version, State: [...]string{"awake", "suspended", "closed"}[e.state], Calls: e.calls, Stream: e.stream.id}
	if e.program != nil {
		i.Data = e.program.StoriesAt()
		open := strictjson.Object{}
		for name := range e.open {
			open[name] = nil
		}
		i.Stories = sorted(open)
	}
	e.mutex.Unlock()
	next, err := e.stream.from(0, "")
	i.Newest = next - 1
	i.Memory, i.Threads = memoryInUse(), runtime.NumGoroutine()
	return i, err
}

// memoryInUse is what was live at the last collection, of all engines.
func memoryInUse() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// Table is all methods with their schemas.
type Table struct {
	_       struct{}         `doc:"this table"`
	Methods []MethodSchema   `json:"methods" doc:"in the order of the pages"`
	Types   Free             `json:"$defs" doc:"the schemas that #/$defs/NAME refer to"`
	Errors  []ErrorMeaning   `json:"errors" doc:"the codes of errors"`
	Events  []EventKindMeant `json:"events" doc:"the kinds of events"`
}

// MethodSchema is one method.
type MethodSchema struct {
	_      struct{} `doc:"one method"`
	Name   string   `json:"name" doc:"its name"`
	Doc    string   `json:"doc" doc:"what it does"`
	Plays  bool     `json:"plays" doc:"it plays a turn or takes as long: stage events say how far it is"`
	Params Free     `json:"params" doc:"the JSON Schema of its parameters"`
	Result Free     `json:"result" doc:"the JSON Schema of its result"`
}

// ErrorMeaning is what a code says.
type ErrorMeaning struct {
	_     struct{} `doc:"what a code of errors says"`
	Code  string   `json:"code" doc:"the code"`
	Means string   `json:"means" doc:"what went wrong"`
	Hint  string   `json:"hint" doc:"what to do about it"`
	Retry bool     `json:"retry" doc:"the same call may do later"`
}

// EventKindMeant is what a kind of events says.
type EventKindMeant struct {
	_     struct{} `doc:"what a kind of events says"`
	Kind  string   `json:"kind" doc:"the kind"`
	Means string   `json:"means" doc:"what happened"`
}

func methods(context.Context, *Client, Nothing) (Table, error) {
	t := Table{Types: Free{}}
	for _, m := range Methods() {
		params, result := m.Schemas(t.Types)
		t.Methods = append(t.Methods, MethodSchema{Name: m.Name, Doc: m.Doc, Plays: m.plays, Params: params, Result: result})
	}
	for _, m := range Codes {
		t.Errors = append(t.Errors, ErrorMeaning{Code: string(m.Code), Means: m.Means, Hint: m.Hint, Retry: m.Retry})
	}
	for _, k := range Kinds {
		t.Events = append(t.Events, EventKindMeant{Kind: k.Kind, Means: k.Means})
	}
	eventShape().schema(t.Types)
	failureShape().schema(t.Types)
	return t, nil
}

type suspendParams struct {
	Within int `json:"within,omitempty" min:"1" top:"10000" doc:"milliseconds in which all must be let go of; 200 unless given"`
}

func suspend(ctx context.Context, c *Client, p suspendParams) (Nothing, error) {
	within := SuspendWithin
	if p.Within > 0 {
		within = time.Duration(p.Within) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return Nothing{}, c.engine.Suspend(ctx)
}

// SuspendWithin is how long an application has that goes to the background.
const SuspendWithin = 200 * time.Millisecond

func resume(_ context.Context, c *Client, _ Nothing) (Nothing, error) {
	return Nothing{}, c.engine.Resume()
}

type cancelParams struct {
	Call string `json:"call" min:"1" max:"64" doc:"the name that the call was given"`
}

func cancelCall(_ context.Context, c *Client, p cancelParams) (Shut, error) {
	return Shut{Found: c.engine.Cancel(p.Call)}, nil
}
