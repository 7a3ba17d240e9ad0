package llama

import (
	"context"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/test"
)

// forced is a generator whose model writes by a grammar, so that one of random weights says what it has to.
type forced struct {
	model.Generator
	first func(*model.Request) (heard func()) // changes the first call, which is for turn 12; heard is called with each of its pieces
}

// grammar says one text.
func grammar(text string) string { return "root ::= " + test.Quote(text) }

func (f forced) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	if r.Place.Turn != 12 {
		r.Form.Grammar = grammar(test.Answer)
		return f.Generator.Generate(ctx, r, tell)
	}
	heard := f.first(&r)
	return f.Generator.Generate(ctx, r, func(p model.Piece) {
		if heard != nil {
			heard()
		}
		if tell != nil {
			tell(p)
		}
	})
}

// writes has a call's text be of a grammar.
func writes(grammar string) func(*model.Request) func() {
	return func(r *model.Request) func() {
		r.Form.Grammar = grammar
		return nil
	}
}

// TestContractOnTheDevice: the same of llama.cpp, whose model of random weights is made to misbehave by what it may
// write, by how much, and by signals to its worker.
func TestContractOnTheDevice(t *testing.T) {
	m, o := device(t)
	o.Idle = 2 * time.Second
	signalled := func(t *testing.T, o Options, signal syscall.Signal) func(*model.Request) func() {
		return func(r *model.Request) func() {
			*r = long()
			r.Place.Turn = 12
			return func() {
				for _, pid := range workers(t, o.Program) {
					_ = syscall.Kill(pid, signal)
				}
			}
		}
	}
	first := map[test.Behaviour]func(*model.Request) func(){
		test.Behaving: writes(grammar(test.Answer)),
		test.Nothing:  writes(grammar(" ")),
		test.Looping:  writes(`root ::= "lamp " root`),
		// Its room ends before a text can be longer than any may be.
		test.Endless: writes(`root ::= [a-z] [0-9] root`),
		// No grammar can ask for half a character. Without one every second token is such a byte.
		test.NotUTF8: func(r *model.Request) func() {
			r.Seed = 1
			return nil
		},
		test.CutJSON: func(r *model.Request) func() {
			r.MaxTokens = 3
			return nil
		},
		// The schema is a grammar to the model; what is wrong is what the schema does not say, and the check does.
		test.WrongJSON: func(r *model.Request) func() {
			r.Form.Schema = []byte(strings.Replace(test.Schema, `["dark","bright"]`, `["mauve"]`, 1))
			return nil
		},
	}
	never := map[test.Behaviour]string{
		test.Refusing: "what it says instead of a text is a text as any other, which nobody reads; only a server marks it",
		test.Unasked:  "its schema is the grammar that it writes by, see TestSchemasOnTheDevice",
	}
	test.Suite(t, test.Driver{
		Never: never, Kinds: map[test.Behaviour]model.Kind{test.Endless: model.Incomplete},
		// In a bubble no time passes while a process is waited for.
		Real: map[test.Behaviour]bool{test.Stalling: true, test.MidWord: true},
		New: func(t *testing.T, b test.Behaviour) model.Generator {
			o, of := o, first[b]
			switch b {
			case test.Stalling:
				own(t, &o)
				of = signalled(t, o, syscall.SIGSTOP)
			case test.MidWord:
				own(t, &o)
				of = signalled(t, o, syscall.SIGKILL)
			}
			g, err := New(m, o)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = g.Close() })
			return forced{Generator: g, first: of}
		},
	})
}
