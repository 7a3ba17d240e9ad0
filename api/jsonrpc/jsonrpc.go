// Package jsonrpc is the API over a pair of pipes: JSON-RPC 2.0, a line each, for any
// program that can start another.
//
//	--> {"jsonrpc":"2.0","id":1,"method":"story.play","params":{"campaign":"grey-harbour"}}
//	<-- {"id":1,"jsonrpc":"2.0","result":{"campaign":"grey-harbour", ...}}
//	--> {"jsonrpc":"2.0","id":2,"method":"events.subscribe"}
//	<-- {"id":2,"jsonrpc":"2.0","result":{"from":9,"stream":"...","subscription":"1"}}
//	<-- {"jsonrpc":"2.0","method":"event","params":{"event":{"kind":"stage", ...},"subscription":"1"}}
//
// Calls begin in the order of their lines, so that one which cancels another finds it, run beside
// each other, and are answered as they end, so answers come in any order. A line
// without an id is done and not answered; an array of requests is done one after the other
// and answered by an array. Parameters are an object. An error has JSON-RPC's number for what is wrong
// with the request, -32000 for what the method says, and in data the error as package api
// has it, its code first of all.
//
// A line has at most 1 MiB and some; a longer one is answered and passed over. When no more
// lines come, what was called is finished and answered, events are told to the last, and the
// engine is closed. Who does not read what is written holds up their own answers, never a
// story, and of events is told what they missed.
package jsonrpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// MostLine is how many bytes a line has at most, and mostBatch how many requests an array.
const (
	MostLine  = api.MostParams + 64<<10
	mostBatch = 64
)

// mostLines is how many lines are answered at a time: some more than an engine takes calls,
// so that those are refused, and the line that cancels one is still read. Further ones are
// read when there is a place again.
const mostLines = 320

// The numbers of JSON-RPC.
const (
	parseError     = -32700
	invalidRequest = -32600
	noMethod       = -32601
	invalidParams  = -32602
	internalError  = -32603
	methodsError   = -32000 // what the method itself says
)

func numberOf(code api.Code) int64 {
	switch code {
	case api.UnknownMethod:
		return noMethod
	case api.BadParams, api.BadJSON:
		return invalidParams
	case api.Fault:
		return internalError
	}
	return methodsError
}

// closing is how long is waited for what is on its way when all is to end.
const closing = 5 * time.Second

// Serve answers the requests that are read until there are no more, ctx ends, or nothing can
// be written any more, and closes the engine. It gives why that was: nil for the first. Reading
// goes on until in gives something or ends.
func Serve(ctx context.Context, engine *api.Engine, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &server{ctx: ctx, fail: cancel, out: out, places: make(chan struct{}, mostLines)}
	s.client = engine.Client(s.event)
	lines := make(chan line)
	go read(ctx, in, lines) // ends with in, or with ctx once in gives something
	for open := true; open; {
		select {
		case l, more := <-lines:
			if open = more; more {
				s.take(l)
			}
		case <-ctx.Done():
			open = false
		}
	}
	return s.end(engine)
}

// end finishes what was called, closes the engine, and lets its last events be told.
func (s *server) end(engine *api.Engine) error {
	failed := context.Cause(s.ctx)
	finished := make(chan struct{})
	go func() { // ends with the calls
		s.calls.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-s.ctx.Done(): // their own contexts are ended, too
		failed = context.Cause(s.ctx)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), closing)
	defer cancel()
	err := engine.Close(ctx)
	if failed == nil {
		s.client.Wait(ctx)
	}
	s.client.Close()
	return errors.Join(failed, err)
}

// A server is one serving.
type server struct {
	ctx    context.Context
	fail   context.CancelCauseFunc
	client *api.Client
	calls  sync.WaitGroup
	places chan struct{} // each line that is being answered has put something in

	writing sync.Mutex
	out     io.Writer
}

// write writes a line.
func (s *server) write(text []byte) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	if _, err := s.out.Write(append(text, '\n')); err != nil {
		s.fail(fmt.Errorf("nothing can be written any more: %w", err))
	}
}

// event tells of an event.
func (s *server) event(subscription string, e api.Event) {
	line := append([]byte(`{"jsonrpc":"2.0","method":"event","params":{"event":`), e.JSON()...)
	line = append(line, `,"subscription":`...)
	s.write(append(strictjson.Append(line, subscription), `}}`...))
}

// A line is one that was read; tooLong where its end was passed over.
type line struct {
	text    []byte
	tooLong bool
}

// read reads lines until in or ctx ends.
func read(ctx context.Context, in io.Reader, lines chan<- line) {
	defer close(lines)
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		l, err := readLine(reader)
		if len(l.text) > 0 || l.tooLong {
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func readLine(reader *bufio.Reader) (l line, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		if l.tooLong = l.tooLong || len(l.text)+len(part) > MostLine; l.tooLong {
			l.text = nil
		} else {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l, err
		}
	}
}

// take begins what a line asks for.
func (s *server) take(l line) {
	if l.tooLong {
		s.write(answerError(nil, invalidRequest, &api.Error{Code: api.TooLarge, Message: fmt.Sprintf("a line has at most %d bytes", MostLine)}))
		return
	}
	text := bytes.Trim(l.text, " \t\r\n")
	if len(text) == 0 {
		return
	}
	tree, _, err := strictjson.ParseWithin(text, strictjson.Limits{Depth: 80, Values: 200_000})
	if err != nil {
		s.write(notRead(err))
		return
	}
	if batch, is := tree.([]any); is {
		s.batch(batch)
		return
	}
	if s.place() {
		s.beside(s.begun(tree))
	}
}

// notRead is the answer to a line that is no JSON, or more of it than is read.
func notRead(err error) []byte {
	if beyond, is := errors.AsType[*strictjson.LimitError](err); is {
		return answerError(nil, invalidRequest, &api.Error{Code: api.TooLarge, Message: "the line: " + beyond.Error()})
	}
	return answerError(nil, parseError, &api.Error{Code: api.BadJSON, Message: "the line: " + err.Error()})
}

// place waits until a line more may be answered, and reports whether any may.
func (s *server) place() bool {
	select {
	case s.places <- struct{}{}:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// beside answers a line, which has its place, beside what else is done.
func (s *server) beside(answer func() []byte) {
	s.calls.Go(func() {
		defer func() { <-s.places }()
		if text := answer(); text != nil {
			s.write(text)
		}
	})
}

// batch answers an array of requests.
func (s *server) batch(requests []any) {
	if len(requests) == 0 || len(requests) > mostBatch {
		s.write(answerError(nil, invalidRequest, wrongRequest("an array has 1 to %d requests", mostBatch)))
		return
	}
	if !s.place() {
		return
	}
	s.beside(func() (text []byte) {
		for _, request := range requests {
			answer := s.begun(request)()
			if answer == nil {
				continue
			}
			if text = append(text, ','); len(text) == 1 {
				text[0] = '['
			}
			text = append(text, answer...)
		}
		if text == nil { // all were without an id
			return nil
		}
		return append(text, ']')
	})
}

// begun begins one request, in the order of its line, so that the next can cancel it. What it
// gives carries it out, and gives the answer: nil where none is wanted.
func (s *server) begun(tree any) func() []byte {
	refused := func(id any, wrong *api.Error) func() []byte {
		return func() []byte { return answerError(id, invalidRequest, wrong) }
	}
	request, is := tree.(strictjson.Object)
	if !is {
		return refused(nil, wrongRequest("a request is an object"))
	}
	id, has := request["id"]
	switch id.(type) {
	case nil, string, strictjson.Number:
	default:
		return refused(nil, wrongRequest(`"id" is a string or a number`))
	}
	method, params, wrong := requested(request)
	if wrong != nil {
		return refused(id, wrong)
	}
	call := s.client.Begin(s.ctx, method, params)
	return func() []byte {
		result, err := call()
		if !has {
			return nil
		}
		return answered(id, result, err)
	}
}

// answered is the answer to a request that was carried out.
func answered(id any, result []byte, err error) []byte {
	if err != nil {
		refused, _ := errors.AsType[*api.Error](err)
		return answerError(id, numberOf(refused.Code), refused)
	}
	text := strictjson.Append([]byte(`{"id":`), id)
	text = append(text, `,"jsonrpc":"2.0","result":`...)
	return append(append(text, result...), '}')
}

// wrongRequest is what is said of a request that is none.
func wrongRequest(format string, args ...any) *api.Error {
	return &api.Error{Code: api.BadParams, Message: fmt.Sprintf(format, args...), Hint: `send {"jsonrpc": "2.0", "id": 1, "method": "engine.methods", "params": {}}, or an array of such`}
}

// requested is what a request asks for.
func requested(request strictjson.Object) (method string, params []byte, wrong *api.Error) {
	for name := range request {
		if name != "jsonrpc" && name != "id" && name != "method" && name != "params" {
			return "", nil, wrongRequest("a request has no %.60q", name)
		}
	}
	if request["jsonrpc"] != "2.0" {
		return "", nil, wrongRequest(`"jsonrpc" is "2.0"`)
	}
	method, is := request["method"].(string)
	if !is {
		return "", nil, wrongRequest(`"method" is a string`)
	}
	switch given := request["params"].(type) {
	case nil:
		return method, nil, nil
	case strictjson.Object:
		return method, strictjson.Append(nil, given), nil
	}
	return "", nil, wrongRequest(`"params" is an object: parameters go by their names`)
}

func answerError(id any, number int64, err *api.Error) []byte {
	text := append([]byte(`{"error":{"code":`), strictjson.Append(nil, number)...)
	text = append(text, `,"data":`...)
	text = append(text, err.JSON()...)
	text = append(text, `,"message":`...)
	text = strictjson.Append(text, err.Message)
	text = append(text, `},"id":`...)
	return append(strictjson.Append(text, id), `,"jsonrpc":"2.0"}`...)
}
