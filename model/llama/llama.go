// Package llama has language models run on this device, by llama.cpp in a process of its own.
//
//	writer, err := llama.New(llama.Model{
//		Name: "phi-3.5-mini", Path: "…/Phi-3.5-mini-instruct-Q4_K_M.gguf", SHA256: "e4165e3a…", Template: llama.Phi3,
//	}, llama.Options{Program: "…/narratoria-llama", Library: "…/llama"})
//	defer writer.Close()
//	answer, err := writer.Generate(ctx, request, nil)
//
// The library ends its process where something is not as it wants it. So a model is held by a worker, the
// program narratoria-llama, and its death costs the call that it served, and no more:
//
//	Generate ─┐                    start, at need         pipes, a line each
//	Encode  ──┼─▶ one at a time ─▶ file: its hash ─▶ memory: it fits ─▶ narratoria-llama ─▶ llama.cpp
//	Generate ─┘    in their order                                         └─ ends with its stdin
//
// The rules that hold for every model here:
//
//   - A worker has one model, and is started by the first call that wants it. Callers are served one after
//     the other, in the order in which they came.
//   - A worker that dies, says nothing for [Options.Idle], or says what is not the protocol
//     (package wire), is an error of the call, of the kinds of package model, and is killed. So is one that dies just
//     before it is asked, where that is not noticed sooner. The next call has a new one, but after three new ones in a
//     row that came to nothing it is left alone for a minute.
//   - A call that is given up returns at once. The worker is told, and ends it between two tokens; the
//     next call waits for that.
//   - A model's file is read to its end and held against its SHA-256 before it is loaded, and what was read
//     is what is loaded, since the worker is given the open file. A model that does not fit the memory that there is, is not loaded.
//   - A worker ends with the program that started it, however that ends, since it ends with its stdin. It is given
//     none of the program's environment and opens no connection.
//
// A request's schema is made a grammar of (package gbnf), so that a text is of it; one of which no grammar is made, is Unsupported.
// What a model is told is made of messages by a template of a closed list, in Go: none that a model's file
// brings is run. Nothing that a message holds can be one of the model's special tokens.
//
// It says of each text how much of its prompt had been read before ([model.Usage]), counts tokens ([Generator.Count]), and measures how fast a model reads and
// writes when it is loaded ([Generator.Speed]).
//
// That worker runs where package pins names a release of llama.cpp; elsewhere every call is answered Unsupported.
package llama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/llama/gbnf"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// A Model is a file in GGUF, and what is known of it.
type Model struct {
	Name     string // for people
	Path     string
	SHA256   string   // of the file, in hexadecimal; no other is loaded
	Template Template // of one that writes texts
	Context  int      // tokens of a prompt with its text, or of a sequence; 0: 4096, or 256 for vectors
}

// Options are how a model is run.
type Options struct {
	Program string // the path of narratoria-llama
	Library string // the directory of llama.cpp
	// Threads run the model; 0: as many as are quickest when it is loaded, and fewer where they get slow. More than
	// there are processors free make it slower by far.
	Threads int
	// Memory is how many bytes a model may take; 0: what the system has left when it is loaded.
	Memory int64
	Within time.Duration // a call has this long where the request says nothing; 0: driver.DefaultWithin
	// Idle is how long a worker may say nothing that is at work; 0: 20 s. It speaks twice a second.
	Idle time.Duration
	// Unused is how long a worker is kept that nobody asks anything, with its model in memory; 0: 10 minutes. The next
	// call has a new one.
	Unused time.Duration
}

const (
	defaultIdle    = 20 * time.Second
	defaultUnused  = 10 * time.Minute
	defaultContext = 4096
	defaultWindow  = 256
)

// A Generator writes texts by a model on this device. It is safe for concurrent use.
type Generator struct {
	name     string
	template Template
	within   time.Duration
	seat     *seat
}

var _ model.Generator = (*Generator)(nil)

// New makes a generator. Nothing is read or started yet.
func New(m Model, o Options) (*Generator, error) {
	if !m.Template.known() {
		return nil, fmt.Errorf("%s: the chat template %q is none of %v", m.Name, m.Template, Templates)
	}
	seat, err := newSeat(m, o, false)
	if err != nil {
		return nil, err
	}
	return &Generator{name: m.Name, template: m.Template, within: o.Within, seat: seat}, nil
}

// Name is the model's.
func (g *Generator) Name() string { return g.name }

// Close ends the worker, and returns when it is gone. Calls that are going on fail, and later ones too.
func (g *Generator) Close() error {
	g.seat.close()
	return nil
}

// Generate writes a text. A worker that has to be started first, and a model that has to be loaded, take of
// the call's time; what is begun of that is of use to the next call. A seed gives the same text again on the same
// processor with the same number of threads, whatever was read before: a prompt with one is read a few tokens at a time, always the same
// few, which takes longer than one without.
func (g *Generator) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	call := driver.Call{Generator: g.name, Within: g.within}
	return driver.Generate(ctx, call, r, tell, func(ctx context.Context, text *driver.Text) error {
		request, err := g.request(r)
		if err != nil {
			return err
		}
		return g.seat.call(ctx, wire.Request{Generate: request}, func(reply wire.Reply) error {
			text.Use(reply.Usage)
			if reply.Done != "" {
				text.End(reply.Done)
				return nil
			}
			return text.Write(reply.Piece)
		})
	})
}

var (
	_ model.Counter  = (*Generator)(nil)
	_ model.Measured = (*Generator)(nil)
)

// mostCounted is how many texts the worker is asked to count at a time, and how many bytes of them.
const (
	mostCounted      = 4096
	mostCountedBytes = model.MostPrompt
)

// Count counts the tokens of texts as the model does, each by itself. It waits for its turn, and for a model that is
// loaded first. The error is a *model.Error.
func (g *Generator) Count(ctx context.Context, _ model.Place, texts []string) ([]int, error) {
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	if len(texts) > mostCounted || size > mostCountedBytes {
		return nil, driver.Failed(ctx, ctx, g.name, driver.Refuse(model.Rejected, "%d texts of %d bytes are too many to be counted", len(texts), size))
	}
	return g.count(ctx, texts)
}

func (g *Generator) count(ctx context.Context, texts []string) (counted []int, err error) {
	limited, cancel := driver.Within(ctx, g.within)
	defer cancel()
	err = g.seat.call(limited, wire.Request{Count: texts}, func(reply wire.Reply) error {
		counted = append(counted, reply.Counted...)
		if len(counted) > len(texts) || reply.Done != "" && len(counted) != len(texts) {
			return driver.Refuse(model.Malformed, "the worker counted %d of %d texts", len(counted), len(texts))
		}
		return nil
	})
	if err != nil {
		return nil, driver.Failed(ctx, limited, g.name, err)
	}
	return counted, nil
}

// Speed is how fast the model was when it was loaded last. It says so at once; where it was never loaded, it is loaded first, and that is waited for.
// The error is a *model.Error: Unsupported of a worker that measured nothing.
func (g *Generator) Speed(ctx context.Context, _ model.Place) (model.Speed, error) {
	if g.seat.speed.Load() == nil {
		if _, err := g.count(ctx, []string{}); err != nil { // of none: what asks the worker anything has it loaded
			return model.Speed{}, err
		}
	}
	if speed := g.seat.speed.Load(); speed.Known() {
		return *speed, nil
	}
	return model.Speed{}, driver.Failed(ctx, ctx, g.name, driver.Refuse(model.Unsupported, "its worker did not measure how fast it is"))
}

// request is what the worker is asked for.
func (g *Generator) request(r model.Request) (*wire.Generate, error) {
	grammar := r.Form.Grammar
	if r.Form.Schema != nil {
		var err error
		if grammar, err = gbnf.FromSchema(r.Form.Schema); err != nil {
			return nil, driver.Refuse(model.Unsupported, "no grammar can be made of the schema: %v", err)
		}
	}
	return &wire.Generate{
		Prompt: g.template.prompt(r.Messages), Grammar: grammar,
		Tokens: r.Tokens(), Stop: r.Stop, Seed: r.Seed, Heat: r.Heat,
	}, nil
}

// An Encoder makes vectors of texts that were cut into a model's tokens already.
type Encoder interface {
	// Encode makes a vector of length 1 for each sequence of tokens, in their order. A sequence has
	// at least one token, and no more than the model's window. Errors are *model.Error; then there
	// are no vectors at all.
	Encode(ctx context.Context, sequences [][]int32) ([][]float32, error)
}

// A TokenEncoder is an Encoder by a model on this device. It is safe for concurrent use.
type TokenEncoder struct {
	name   string
	within time.Duration
	seat   *seat
}

var _ Encoder = (*TokenEncoder)(nil)

// NewEncoder makes an encoder. Nothing is read or started yet.
func NewEncoder(m Model, o Options) (*TokenEncoder, error) {
	seat, err := newSeat(m, o, true)
	if err != nil {
		return nil, err
	}
	return &TokenEncoder{name: m.Name, within: o.Within, seat: seat}, nil
}

// mostAtOnce is how many sequences the worker is asked for at a time: others have their turn in between.
const mostAtOnce = 64

// Encode makes the vectors, some sequences at a time.
func (e *TokenEncoder) Encode(ctx context.Context, sequences [][]int32) ([][]float32, error) {
	limited, cancel := driver.Within(ctx, e.within)
	defer cancel()
	all := make([][]float32, 0, len(sequences))
	for len(sequences) > 0 {
		part := sequences[:min(len(sequences), mostAtOnce)]
		sequences = sequences[len(part):]
		vectors, err := e.encode(limited, part)
		if err != nil {
			return nil, driver.Failed(ctx, limited, e.name, err)
		}
		all = append(all, vectors...)
	}
	if err := limited.Err(); err != nil {
		return nil, driver.Failed(ctx, limited, e.name, err)
	}
	return all, nil
}

func (e *TokenEncoder) encode(ctx context.Context, sequences [][]int32) (all [][]float32, err error) {
	err = e.seat.call(ctx, wire.Request{Encode: sequences}, func(reply wire.Reply) error {
		all = append(all, reply.Vectors...)
		if len(all) > len(sequences) || reply.Done != "" && len(all) != len(sequences) || len(all) > 0 && len(all[len(all)-1]) != len(all[0]) {
			return driver.Refuse(model.Malformed, "the worker made %d vectors of %d sequences", len(all), len(sequences))
		}
		return nil
	})
	return all, err
}

// Close ends the worker, and returns when it is gone.
func (e *TokenEncoder) Close() error {
	e.seat.close()
	return nil
}

var sum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// newSeat checks what a model and its options say.
func newSeat(m Model, o Options, vectors bool) (*seat, error) {
	switch {
	case m.Name == "":
		return nil, errors.New("the model has no name")
	case !sum.MatchString(m.SHA256):
		return nil, fmt.Errorf("%s: the SHA-256 of its file is not known, so it is not loaded", m.Name)
	case m.Context < 0, m.Context > model.MostTokens*4:
		return nil, fmt.Errorf("%s: a context of %d tokens", m.Name, m.Context)
	case o.Threads < 0, o.Memory < 0, o.Idle < 0, o.Within < 0, o.Unused < 0:
		return nil, fmt.Errorf("%s: an option is below 0", m.Name)
	}
	standard := defaultContext
	if vectors {
		standard = defaultWindow
	}
	load := wire.Load{Library: o.Library, Context: cmp.Or(m.Context, standard), Threads: o.Threads, Vectors: vectors}
	starting := &starter{program: o.Program, file: held{path: m.Path, sum: m.SHA256}, load: load, memory: o.Memory}
	return seatOf(m.Name, cmp.Or(o.Idle, defaultIdle), cmp.Or(o.Unused, defaultUnused), starting.start, starting.close), nil
}
