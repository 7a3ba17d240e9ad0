// Package openai asks servers that speak as OpenAI's does: llama-server, Ollama, LM Studio, vLLM,
// OpenRouter, OpenAI itself.
//
//	g, err := openai.New("http://localhost:8080/v1", "phi-3.5-mini", nil)
//	answer, err := g.Generate(ctx, request, tell)
//
//	e, err := openai.NewEmbedder("http://localhost:8080/v1", "all-minilm", openai.Vectors{Dimensions: 384, Calibration: measured}, nil)
//
// What is asked for goes there as follows; what came is told as it comes.
//
//	POST BASE/chat/completions   stream, stream_options.include_usage, model, messages, temperature,
//	                             max_tokens (OpenAI's own: max_completion_tokens), seed, stop
//	  Form.Schema                response_format {json_schema}; strict where the schema is of the
//	                             kind that OpenAI takes strictly
//	  Form.Grammar               grammar, where Options.Grammars says that the server has it
//	POST BASE/embeddings         model, input, encoding_format
//
// A server need not hold to a schema: the driver looks itself at what came. A stream has to say why
// it ends (finish_reason); one that stops before is no answer. A server that sends one document
// where a stream was wanted is understood too.
package openai

import (
	"context"
	"net"
	"slices"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/internal/remote"
	"github.com/narratoria/narratoria/model/internal/sse"
	"github.com/narratoria/narratoria/model/keys"
)

// Options of a driver. The zero Options are those of a server on this device.
type Options struct {
	Key      keys.Key      // for the server's host
	Within   time.Duration // of a call that says nothing; 0: driver.DefaultWithin
	Idle     time.Duration // without a byte within an answer; 0: 20 seconds
	Grammars bool          // the server takes grammars in GBNF, as llama-server does
	// Dial connects to the server; nil: over the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Generator asks a server to write. It is safe for concurrent use.
type Generator struct {
	name, model string
	options     Options
	server      *remote.Client
}

var _ model.Generator = (*Generator)(nil)

// New makes a generator of a model at a server, whose address ends where "/chat/completions" begins. Nothing
// is asked yet. The error says what is wrong with the address, or the key.
func New(base, modelName string, o *Options) (*Generator, error) {
	options, server, err := connect(base, o)
	if err != nil {
		return nil, err
	}
	return &Generator{name: modelName + "@" + server.Host(), model: modelName, options: options, server: server}, nil
}

func connect(base string, o *Options) (Options, *remote.Client, error) {
	options := Options{}
	if o != nil {
		options = *o
	}
	server, err := remote.New(base, remote.Options{Key: options.Key, Idle: options.Idle, Dial: options.Dial})
	return options, server, err
}

// Name is the model's, and where it is.
func (g *Generator) Name() string { return g.name }

// Host is to whom requests are sent.
func (g *Generator) Host() string { return g.server.Host() }

// Generate asks the server.
func (g *Generator) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	call := driver.Call{Generator: g.name, Within: g.options.Within, Secrets: g.server.Secrets()}
	return driver.Generate(ctx, call, r, tell, func(ctx context.Context, text *driver.Text) error {
		if r.Form.Grammar != "" && !g.options.Grammars {
			return driver.Refuse(model.Unsupported, "the server %s is not known to write by a grammar", g.server.Host())
		}
		body, err := g.request(r)
		if err != nil {
			return err
		}
		return g.server.Post(ctx, "chat/completions", nil, body, func(a remote.Answer) error {
			return g.read(a, text)
		})
	})
}

// mostStops is how many stops OpenAI takes. The text is watched for the others here.
const mostStops = 4

// request is a request as the server takes it.
func (g *Generator) request(r model.Request) ([]byte, error) {
	messages := make([]any, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = strictjson.Object{"role": string(m.Role), "content": m.Text}
	}
	body := strictjson.Object{
		"model": g.model, "messages": messages, "stream": true,
		"stream_options": strictjson.Object{"include_usage": true},
		"temperature":    remote.Thousandths(r.Heat),
	}
	most := "max_tokens"
	if g.server.Host() == "api.openai.com" {
		most = "max_completion_tokens"
	}
	body[most] = r.Tokens()
	strictjson.Put(body, "seed", r.Seed)
	strictjson.Put(body, "grammar", r.Form.Grammar)
	strictjson.PutList(body, "stop", strictjson.FromStrings(r.Stop[:min(len(r.Stop), mostStops)]))
	if r.Form.Schema != nil {
		schema, err := remote.Schema(r.Form)
		if err != nil {
			return nil, err
		}
		body["response_format"] = strictjson.Object{"type": "json_schema", "json_schema": strictjson.Object{
			"name": r.Place.Task, "strict": isStrict(schema), "schema": schema,
		}}
	}
	return strictjson.Encode(body), nil
}

// isStrict reports whether all objects of a schema list all their members as required, and
// allow no others: servers that force a text to a schema strictly take only such.
func isStrict(schema any) bool {
	switch s := schema.(type) {
	case []any:
		return !slices.ContainsFunc(s, func(item any) bool { return !isStrict(item) })
	case strictjson.Object:
		if members, is := s["properties"].(strictjson.Object); is {
			if s["additionalProperties"] != false || len(strictjson.AsList(s["required"])) != len(members) {
				return false
			}
		}
		for _, inner := range s {
			if !isStrict(inner) {
				return false
			}
		}
	}
	return true
}

// mostValues bounds one document of a chat.
const mostValues = 10_000

// read reads what the server answers into a text.
func (g *Generator) read(a remote.Answer, text *driver.Text) error {
	if !a.Events {
		document, err := g.server.Document(a.Body, mostValues)
		if err != nil {
			return err
		}
		return g.take(document, "message", text)
	}
	return g.server.Events(a.Body, text.Ended, func(event sse.Event) (done bool, err error) {
		if event.Data == "[DONE]" {
			return true, nil // whether the text had ended is looked at afterwards
		}
		chunk, err := g.server.Object([]byte(event.Data), mostValues)
		switch {
		case err != nil:
			return false, err
		case event.Name == "error":
			return false, g.server.Failed(model.Unavailable, chunk)
		}
		return false, g.take(chunk, "delta", text)
	})
}

// take takes what a document says of the only choice that was asked for.
func (g *Generator) take(document strictjson.Object, part string, text *driver.Text) error {
	if document["error"] != nil {
		return g.server.Failed(model.Unavailable, document)
	}
	usage := strictjson.AsObject(document["usage"])
	took := driver.Usage(usage, "prompt_tokens", "completion_tokens")
	took.Reused = min(int(strictjson.AsInteger(strictjson.AsObject(usage["prompt_tokens_details"])["cached_tokens"])), took.Prompt)
	text.Use(took)
	for _, choice := range strictjson.AsList(document["choices"]) {
		choice, is := choice.(strictjson.Object)
		if !is {
			return g.server.Malformed("a choice is no object")
		}
		if err := g.takeChoice(choice, part, text); err != nil {
			return err
		}
	}
	return nil
}

func (g *Generator) takeChoice(choice strictjson.Object, part string, text *driver.Text) error {
	if strictjson.AsInteger(choice["index"]) != 0 {
		return g.server.Malformed("there is more than one choice")
	}
	said, err := g.server.Member(choice, part)
	if err != nil {
		return err
	}
	content, err := g.server.Text(said, "content")
	if err != nil {
		return err
	}
	refusal, err := g.server.Text(said, "refusal")
	if err != nil {
		return err
	}
	if refusal != "" {
		return driver.Refuse(model.Refused, "the model refused it")
	}
	if content != "" {
		if err := text.Write(content); err != nil {
			return err
		}
	}
	reason, err := g.server.Text(choice, "finish_reason")
	if err != nil {
		return err
	}
	switch reason {
	case "":
	case "stop", "eos": // the second of some servers
		text.End(model.Stopped)
	case "length":
		text.End(model.Length)
	case "content_filter":
		return driver.Refuse(model.Refused, "the server %s will not have this written", g.server.Host())
	default:
		return g.server.Malformed("the text ends by %q", reason)
	}
	return nil
}
