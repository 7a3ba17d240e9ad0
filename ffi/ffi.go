// Package ffi is the program for those who link it into something that is not Go: a phone's
// application by gobind (Java, Kotlin, Objective-C, Swift), anything else by the C library
// in ffi/cshared. It is the table of package api and nothing more: names, and JSON in texts.
//
//	e, err := ffi.New(`{"data": "/data/user/0/app/files/narratoria"}`)
//	s, err := e.Subscribe(sink, "")                                    // sink.Event(json) from now on
//	r, err := e.Call("story.play", `{"campaign": "grey-harbour", "story": "friday"}`)
//	err = e.Suspend()                                                  // the screen is left
//	err = e.Resume()                                                   // and entered again
//	err = e.Close()
//
// docs/api.md has the methods and what they give. An error's text is JSON, too: that of a
// Failure, with its code first of all.
//
// Everything may be called from any thread, and from inside a sink. A call blocks until it is
// done: make it where nothing else waits. Texts are copied on the way in and out, and none is
// kept. A sink is called from a thread of its own, one event at a time, under no lock; whoever
// is slow in it holds up nobody, and is told what they missed. Panics, of ours or of a sink,
// end nothing but the call they are in.
//
// What is exported here is what gobind can carry: texts, truth values, one interface, and at
// most an error beside a result. A test runs gobind and refuses what it would leave out.
package ffi

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
)

// config is what New takes. What is left out is as usual; data is not.
type config struct {
	Data      string   `json:"data" doc:"the directory that keeps everything"`
	Cache     string   `json:"cache,omitempty" doc:"a directory that the system may empty; cache/ of data unless given"`
	Skills    []string `json:"skills,omitempty" max:"16" doc:"directories with skills"`
	Shared    bool     `json:"shared,omitempty" doc:"let other programs be open on the same data"`
	Processes bool     `json:"processes,omitempty" doc:"let skills be programs of their own, where the system lets them"`
	Memory    int      `json:"memory,omitempty" min:"32" top:"65536" doc:"megabytes that the engine keeps to as far as it can; 256 unless given"`
	Model     int      `json:"modelMemory,omitempty" min:"1" top:"1048576" doc:"megabytes that a model may take; what the system has left unless given"`
	Version   string   `json:"version,omitempty" max:"64" doc:"of the application, for the record of its sessions"`
}

const (
	usualMemory = 256
	closeWithin = 10 * time.Second // as long as letting go of everything is waited for
)

// Engine is a program with the stories that are open in it.
type Engine struct {
	engine *api.Engine
	client *api.Client
}

// Sink is told what happens: an event of docs/api.md, as JSON.
type Sink interface {
	Event(json string)
}

// Subscription is a sink that is being told.
type Subscription struct {
	client *api.Client
	begun  string
}

// New opens an engine. Its configuration is JSON: {"data": DIRECTORY} at least, and "cache",
// "skills", "shared", "processes", "memory" (megabytes), "modelMemory" (megabytes), "version".
func New(configJSON string) (engine *Engine, err error) {
	defer rescue(&err)
	var c config
	if err := api.Read([]byte(configJSON), &c); err != nil {
		return nil, failed(err)
	}
	if c.Data == "" {
		return nil, failed(&api.Error{Code: api.BadParams, Message: "/data: a directory is needed, which only the application knows"})
	}
	if c.Processes && (runtime.GOOS == "android" || runtime.GOOS == "ios") {
		return nil, failed(&api.Error{Code: api.Unavailable, Message: "no application may start processes here", Hint: "leave processes out"})
	}
	opened, err := api.Open(api.Options{Program: c.options(), ModelMemory: int64(c.Model) << 20})
	if err != nil {
		return nil, failed(err)
	}
	keepTo(c.Memory)
	return &Engine{engine: opened, client: opened.Client(nil)}, nil
}

func (c config) options() narratoria.Options {
	o := narratoria.Options{
		Data: c.Data, Cache: c.Cache, Skills: c.Skills, Shared: c.Shared, NoProcesses: !c.Processes, Version: c.Version,
		Temp: filepath.Join(c.Data, "cache", "tmp"), // the system's own is nothing that an application may write, on some
	}
	if c.Cache != "" {
		o.Temp = filepath.Join(c.Cache, "tmp")
	}
	return o
}

// keepTo bounds what Go manages, unless whoever started the program has: near to the bound
// garbage is collected more often.
func keepTo(megabytes int) {
	if megabytes == 0 {
		megabytes = usualMemory
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(megabytes) << 20)
	}
}

// Call carries out a method of docs/api.md: parameters are JSON, "" for none, and so is the
// result. The error's text is JSON.
func (e *Engine) Call(method, paramsJSON string) (resultJSON string, err error) {
	defer rescue(&err)
	if e.engine == nil {
		return "", errUnopened
	}
	result, err := e.client.Call(context.Background(), method, []byte(paramsJSON))
	return string(result), failed(err)
}

// Cancel ends what a call waits for that has that name, by its parameter "call", and says
// whether there was one.
func (e *Engine) Cancel(call string) (found bool) {
	defer rescue(nil)
	return e != nil && e.engine != nil && e.engine.Cancel(call)
}

// Subscribe has a sink told what happens: from now on, or as the parameters of
// events.subscribe say, which are JSON; "" is none.
func (e *Engine) Subscribe(sink Sink, paramsJSON string) (s *Subscription, err error) {
	defer rescue(&err)
	switch {
	case e.engine == nil:
		return nil, errUnopened
	case sink == nil:
		return nil, failed(&api.Error{Code: api.BadParams, Message: "there is no sink to tell events to"})
	}
	s = &Subscription{client: e.engine.Client(func(_ string, event api.Event) { tell(sink, event) })}
	begun, err := s.client.Call(context.Background(), "events.subscribe", []byte(paramsJSON))
	if err != nil {
		s.client.Close()
		return nil, failed(err)
	}
	s.begun = string(begun)
	return s, nil
}

// tell tells an event. What the sink throws ends nothing.
func tell(sink Sink, event api.Event) {
	defer func() { _ = recover() }()
	sink.Event(string(event.JSON()))
}

// JSON is what events.subscribe gave: the stream's id, and the number of the first event that
// can come.
func (s *Subscription) JSON() string {
	defer rescue(nil)
	if s == nil {
		return ""
	}
	return s.begun
}

// Close ends the subscription. No event is begun to be told after it; for one that is being
// told it waits a tenth of a second, since it may be called from inside the sink.
func (s *Subscription) Close() {
	defer rescue(nil)
	if s != nil && s.client != nil {
		s.client.Close()
	}
}

// Suspend commits what is being played and lets go of every file, lock and thread, within
// 200 milliseconds. The error says that something is still open.
func (e *Engine) Suspend() (err error) {
	defer rescue(&err)
	if e.engine == nil {
		return errUnopened
	}
	ctx, cancel := context.WithTimeout(context.Background(), api.SuspendWithin)
	defer cancel()
	return failed(e.engine.Suspend(ctx))
}

// Resume opens again what Suspend has let go of. Each story shows the same turn.
func (e *Engine) Resume() (err error) {
	defer rescue(&err)
	if e.engine == nil {
		return errUnopened
	}
	return failed(e.engine.Resume())
}

// Close is the end of the engine. It may be called again, and by the last call of it all is
// closed. The error says that something is still open.
func (e *Engine) Close() (err error) {
	defer rescue(&err)
	if e.engine == nil {
		return errUnopened
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	err = e.engine.Close(ctx)
	e.client.Close()
	return failed(err)
}

// errUnopened is the answer of an engine that New did not make: other languages can.
var errUnopened = failure{&api.Error{Code: api.Closed, Message: "this engine was never opened, or is closed", Hint: "open one"}}

// rescue makes an error of a panic, where there is one to give.
func rescue(err *error) {
	if panicked := recover(); panicked != nil && err != nil {
		*err = failed(&api.Error{Code: api.Fault, Message: fmt.Sprintf("a fault of the program: %v", panicked)})
	}
}

// failure is an error whose text is JSON, since an error is a text in other languages.
type failure struct{ of *api.Error }

func (f failure) Error() string { return string(f.of.JSON()) }
func (f failure) Unwrap() error { return f.of }

// failed is an error as it leaves the program.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return failure{api.ErrorOf(err)}
}
