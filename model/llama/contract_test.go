package llama

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/service"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
	"github.com/narratoria/narratoria/model/test"
)

// A fake runs no model: its texts are those it is given, a piece a token, one a call, and the last for
// ever. A text that ends in "…" goes on from its beginning.
type fake struct {
	texts [][]string
	loads func() error
}

func (f *fake) Load(l wire.Load, alive func()) (wire.Loaded, error) {
	alive()
	var err error
	if f.loads != nil {
		err = f.loads()
	}
	return wire.Loaded{Context: 1 << 20, Dimensions: 3, Vocabulary: 1000}, err
}

func (f *fake) Tokens(prompt []wire.Part) (all []int32, err error) {
	for _, part := range prompt {
		for range part.Text {
			all = append(all, 1)
		}
	}
	return all, nil
}

func (f *fake) Read([]int32, int) error { return nil }
func (f *fake) Keep(int) bool           { return true }
func (f *fake) Threads(int)             {}
func (f *fake) Ends(token int32) bool   { return int(token) == len(f.texts[0]) }
func (f *fake) Piece(token int32) []byte {
	return []byte(f.texts[0][token])
}

func (f *fake) Sampler(*wire.Generate) (service.Sampler, error) { return &fakeSampler{of: f}, nil }

func (f *fake) Encode(ids [][]int32) (all [][]float32, err error) {
	for _, tokens := range ids {
		all = append(all, []float32{float32(tokens[0]), float32(len(tokens)), 1})
	}
	return all, nil
}

type fakeSampler struct {
	of   *fake
	next int32
}

func (s *fakeSampler) Next() (int32, error) {
	token := s.next
	if text := s.of.texts[0]; int(token) < len(text) && text[token] == "…" {
		token, s.next = 0, 0
	}
	s.next++
	return token, nil
}

func (s *fakeSampler) Close() {
	if len(s.of.texts) > 1 {
		s.of.texts = s.of.texts[1:]
	}
}

// serves is a worker whose model says these texts.
func serves(texts ...[]string) func(io.Reader, io.Writer) {
	return func(in io.Reader, out io.Writer) {
		_ = service.Serve(in, out, &fake{texts: texts}, func(error) {})
	}
}

// says is a worker that answers the load, then says what it is told to, and then does as after.
func says(lines string, after func(io.Reader)) func(io.Reader, io.Writer) {
	return func(in io.Reader, out io.Writer) {
		requests := wire.Requests(in)
		if _, err := requests.Request(); err != nil {
			return
		}
		_, _ = io.WriteString(out, `{"id":1,"loaded":{"context":4096,"dimensions":3,"vocabulary":1000}}`+"\n")
		if _, err := requests.Request(); err != nil {
			return
		}
		_, _ = io.WriteString(out, lines)
		after(in)
	}
}

// cuts is a worker that ends its first text for its length, and says another to whoever asks next.
func cuts(text string, next []string) func(io.Reader, io.Writer) {
	return func(in io.Reader, out io.Writer) {
		requests, replies := wire.Requests(in), wire.NewWriter(out)
		texts, ends := [][]string{{text}, next}, []model.End{model.Length, model.Stopped}
		for {
			r, err := requests.Request()
			if err != nil || len(texts) == 0 {
				return
			}
			if r.Load != nil {
				_ = replies.Reply(wire.Reply{ID: r.ID, Loaded: &wire.Loaded{Context: 4096, Dimensions: 3, Vocabulary: 1000}})
				continue
			}
			for i, piece := range texts[0] {
				_ = replies.Reply(wire.Reply{ID: r.ID, Piece: piece, Usage: model.Usage{Prompt: 3, Text: i + 1}})
			}
			_ = replies.Reply(wire.Reply{ID: r.ID, Done: ends[0], Usage: model.Usage{Prompt: 3, Text: len(texts[0])}})
			texts, ends = texts[1:], ends[1:]
		}
	}
}

func dies(io.Reader)       {}
func hangs(from io.Reader) { _, _ = io.Copy(io.Discard, from) }

// inTurn starts one worker after the other; the last is started ever again.
func inTurn(workers ...func(io.Reader, io.Writer)) func(context.Context) (*child, wire.Load, error) {
	return func(ctx context.Context) (*child, wire.Load, error) {
		worker := workers[0]
		if len(workers) > 1 {
			workers = workers[1:]
		}
		return within(worker)(ctx)
	}
}

func generator(t *testing.T, start func(context.Context) (*child, wire.Load, error)) *Generator {
	g := &Generator{name: "fake", template: Phi3, seat: seatOf("fake", defaultIdle, defaultUnused, start, func() {})}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

const piece = `{"id":2,"piece":"The la","usage":[3,1,0]}` + "\n"

// TestContract: whatever a worker does, in virtual time.
func TestContract(t *testing.T) {
	answer := test.Pieces()
	long := strings.Repeat("All work and no play makes a dull story. ", 20)
	first := map[test.Behaviour]func(io.Reader, io.Writer){
		test.Behaving: serves(answer),
		test.Nothing:  serves([]string{}, answer),
		test.Looping:  serves([]string{"lamp ", "…"}, answer),
		test.MidWord:  says(piece, dies),
		test.NotUTF8:  serves([]string{"The ", "la\xffmp"}, answer),
		test.Stalling: says(piece, hangs),
		test.Endless:  serves([]string{long, "…"}, answer),
	}
	// A library that does not hold to its grammar is found out as any server is.
	first[test.Unasked], first[test.WrongJSON] = serves([]string{"It is dark."}, answer), serves([]string{test.Wrong}, answer)
	first[test.CutJSON] = cuts(`{"mood":`, answer)
	never := map[test.Behaviour]string{test.Refusing: "that is an answer as any other, which nobody reads"}
	test.Suite(t, test.Driver{Never: never, New: func(t *testing.T, b test.Behaviour) model.Generator {
		return generator(t, inTurn(first[b], serves(answer)))
	}})
}
