// Package anthropic asks Anthropic's servers, and those that speak as they do.
//
//	key, err := keys.Store{Dir: dirs.Config}.Find("api.anthropic.com")
//	g, err := anthropic.New(anthropic.Base, "claude-haiku-4-5", &anthropic.Options{Key: key})
//	answer, err := g.Generate(ctx, request, tell)
//
// What is asked for goes to POST BASE/messages as a stream: the messages of the system together as
// system, the others as messages, temperature, max_tokens, stop_sequences. A text of a schema is
// asked for as the input of the only tool there is, which has to be used; its schema has to be
// that of an object. There are no grammars, and no seeds: one that is asked for is not sent.
//
// A stream has to end with message_stop, and to say before why.
package anthropic

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/internal/remote"
	"github.com/narratoria/narratoria/model/internal/sse"
	"github.com/narratoria/narratoria/model/keys"
)

// Base is where Anthropic's own servers are.
const Base = "https://api.anthropic.com/v1"

// version is that of the protocol.
const version = "2023-06-01"

// hottest is the heat beyond which these servers take none.
const hottest = 1000

// Options of a driver.
type Options struct {
	Key    keys.Key      // for the server's host
	Within time.Duration // of a call that says nothing; 0: driver.DefaultWithin
	Idle   time.Duration // without a byte within an answer; 0: 20 seconds
	// Dial connects to the server; nil: over the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Generator asks a server to write. It is safe for concurrent use.
type Generator struct {
	name, model string
	within      time.Duration
	server      *remote.Client
}

var _ model.Generator = (*Generator)(nil)

// New makes a generator of a model at a server, whose address ends where "/messages" begins. Nothing
// is asked yet. The error says what is wrong with the address, or the key.
func New(base, modelName string, o *Options) (*Generator, error) {
	options := Options{}
	if o != nil {
		options = *o
	}
	server, err := remote.New(base, remote.Options{Key: options.Key, KeyHeader: "X-Api-Key", Idle: options.Idle, Dial: options.Dial})
	if err != nil {
		return nil, err
	}
	return &Generator{name: modelName + "@" + server.Host(), model: modelName, within: options.Within, server: server}, nil
}

// Name is the model's, and where it is.
func (g *Generator) Name() string { return g.name }

// Host is to whom requests are sent.
func (g *Generator) Host() string { return g.server.Host() }

// Generate asks the server.
func (g *Generator) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	call := driver.Call{Generator: g.name, Within: g.within, Secrets: g.server.Secrets()}
	return driver.Generate(ctx, call, r, tell, func(ctx context.Context, text *driver.Text) error {
		body, err := g.request(r)
		if err != nil {
			return err
		}
		header := http.Header{"Anthropic-Version": {version}}
		return g.server.Post(ctx, "messages", header, body, func(a remote.Answer) error {
			s := &stream{server: g.server, text: text, formed: r.Form.Schema != nil}
			if !a.Events {
				return s.document(a)
			}
			return g.server.Events(a.Body, text.Ended, s.take)
		})
	})
}

// toolName is that of the tool whose input is the text.
const toolName = "answer"

// request is a request as the server takes it.
func (g *Generator) request(r model.Request) ([]byte, error) {
	var system []string
	messages := []any{}
	for _, m := range r.Messages {
		if m.Role == model.System {
			system = append(system, m.Text)
		} else {
			messages = append(messages, strictjson.Object{"role": string(m.Role), "content": m.Text})
		}
	}
	if len(messages) == 0 {
		return nil, driver.Refuse(model.Rejected, "%s has to be told something by the user", g.name)
	}
	body := strictjson.Object{
		"model": g.model, "messages": messages, "stream": true, "max_tokens": r.Tokens(),
		"temperature": remote.Thousandths(min(r.Heat, hottest)),
	}
	strictjson.Put(body, "system", strings.Join(system, "\n\n"))
	if r.Form.Schema == nil {
		strictjson.PutList(body, "stop_sequences", stops(r.Stop))
	}
	if r.Form.Grammar != "" {
		return nil, driver.Refuse(model.Unsupported, "%s does not write by a grammar", g.name)
	}
	if r.Form.Schema != nil {
		schema, err := remote.Schema(r.Form)
		if err != nil {
			return nil, err
		}
		if schema["type"] != "object" {
			return nil, driver.Refuse(model.Unsupported, "%s writes no JSON but objects", g.name)
		}
		body["tools"] = []any{strictjson.Object{"name": toolName, "description": "Takes the answer.", "input_schema": schema}}
		body["tool_choice"] = strictjson.Object{"type": "tool", "name": toolName}
	}
	return strictjson.Encode(body), nil
}

// stops are those that the server takes, which have to hold a letter. For the others, the text is
// watched here.
func stops(all []string) (taken []any) {
	for _, stop := range all {
		if strings.TrimSpace(stop) != "" {
			taken = append(taken, stop)
		}
	}
	return taken
}

// mostValues bounds one event.
const mostValues = 10_000

// A stream is an answer that is being read.
type stream struct {
	server *remote.Client
	text   *driver.Text
	formed bool // the text is the input of a tool
	end    model.End
}

// take takes an event. Those of other names are of no consequence, as the protocol says.
func (s *stream) take(event sse.Event) (done bool, err error) {
	object, err := s.server.Object([]byte(event.Data), mostValues)
	if err != nil {
		return false, err
	}
	kind, err := s.server.Text(object, "type")
	if err == nil && event.Name != "" && event.Name != kind {
		err = s.server.Malformed("an event %q says that it is %q", event.Name, kind)
	}
	if err != nil {
		return false, err
	}
	switch kind {
	case "message_start":
		message, err := s.server.Member(object, "message")
		s.use(message)
		return false, err
	case "content_block_start":
		return false, s.begin(object)
	case "content_block_delta":
		return false, s.write(object)
	case "message_delta":
		s.use(object)
		delta, err := s.server.Member(object, "delta")
		if err == nil {
			err = s.ends(delta)
		}
		return false, err
	case "message_stop":
		s.text.End(s.end)
		return true, nil
	case "error":
		return false, s.failed(object)
	}
	return false, nil
}

// use takes what a call took.
func (s *stream) use(of strictjson.Object) {
	s.text.Use(driver.Usage(strictjson.AsObject(of["usage"]), "input_tokens", "output_tokens"))
}

// begin takes what a block begins with. One of thoughts is not the text.
func (s *stream) begin(object strictjson.Object) error {
	block, err := s.server.Member(object, "content_block")
	if err != nil {
		return err
	}
	return s.part(block, "text", "text")
}

// write takes the next part of a block.
func (s *stream) write(object strictjson.Object) error {
	delta, err := s.server.Member(object, "delta")
	if err != nil {
		return err
	}
	if s.formed {
		return s.part(delta, "input_json_delta", "partial_json")
	}
	return s.part(delta, "text_delta", "text")
}

// part writes what an object of some kind says. What is said beside a tool is not the text.
func (s *stream) part(of strictjson.Object, kind, member string) error {
	if of["type"] != kind || s.formed && member == "text" {
		return nil
	}
	words, err := s.server.Text(of, member)
	if err != nil || words == "" {
		return err
	}
	return s.text.Write(words)
}

// ends takes why the text ends.
func (s *stream) ends(delta strictjson.Object) error {
	reason, err := s.server.Text(delta, "stop_reason")
	if err != nil {
		return err
	}
	switch reason {
	case "":
	case "end_turn", "stop_sequence", "tool_use":
		s.end = model.Stopped
	case "max_tokens", "model_context_window_exceeded":
		s.end = model.Length
	case "refusal":
		return driver.Refuse(model.Refused, "the model refused it")
	default:
		return s.server.Malformed("the text ends by %q", reason)
	}
	return nil
}

// failed is the error of an event that tells one.
func (s *stream) failed(object strictjson.Object) error {
	kind := model.Unavailable
	switch strictjson.AsObject(object["error"])["type"] {
	case "rate_limit_error", "billing_error":
		kind = model.Limited
	case "authentication_error", "permission_error":
		kind = model.Unauthorized
	case "invalid_request_error", "not_found_error", "request_too_large":
		kind = model.Rejected
	}
	return s.server.Failed(kind, object)
}

// document takes an answer that came in one piece.
func (s *stream) document(a remote.Answer) error {
	message, err := s.server.Document(a.Body, mostValues)
	if err != nil {
		return err
	}
	if message["type"] == "error" {
		return s.failed(message)
	}
	s.use(message)
	for _, block := range strictjson.AsObjects(message["content"]) {
		if input, is := block["input"].(strictjson.Object); is && s.formed && block["type"] == "tool_use" {
			err = s.text.Write(string(strictjson.Encode(input)))
		} else {
			err = s.part(block, "text", "text")
		}
		if err != nil {
			return err
		}
	}
	if err := s.ends(message); err != nil {
		return err
	}
	s.text.End(s.end)
	return nil
}
