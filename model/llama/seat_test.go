package llama

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/service"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
	"github.com/narratoria/narratoria/model/test"
)

// TestRestarts: after a worker and three more that came to nothing there is none for a minute.
func TestRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started, healthy := 0, false
		start := func(ctx context.Context) (*child, wire.Load, error) {
			started++
			if healthy {
				return within(serves(test.Pieces()))(ctx)
			}
			return within(says("", dies))(ctx)
		}
		g := generator(t, start)
		fails := func(want string, starts int) {
			t.Helper()
			_, err := g.Generate(t.Context(), test.Request(), nil)
			if !errors.Is(err, model.Unavailable) || !strings.Contains(err.Error(), want) || started != starts {
				t.Errorf("after %d starts: %v", started, err)
			}
		}
		for i := range 4 {
			fails("fake: its worker died (exit status 3)", i+1)
		}
		fails("its worker failed 4 times in a row and is left alone for a minute; the last time: its worker died (exit status 3)", 4)
		time.Sleep(rest - time.Second)
		_, err := g.Generate(t.Context(), test.Request(), nil)
		if made, is := errors.AsType[*model.Error](err); !is || made.After != time.Second || started != 4 {
			t.Errorf("a second before: %v", err)
		}
		time.Sleep(time.Second)
		fails("its worker died", 5)
		fails("its worker failed 5 times", 5)
		time.Sleep(rest)
		healthy = true
		if answer, err := g.Generate(t.Context(), test.Request(), nil); err != nil || answer.Text != test.Answer || started != 6 {
			t.Errorf("when it is well again: %q, %v", answer.Text, err)
		}
		healthy = false
		g.seat.drop() // it dies while nobody asks: that costs no call, and counts as nothing
		for i := range 4 {
			fails("its worker died", 7+i)
		}
	})
}

// TestDeadWhileIdle: a worker that dies while nobody asks it anything costs no call.
func TestDeadWhileIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := generator(t, within(serves(test.Pieces())))
		for range 3 {
			if _, err := g.Generate(t.Context(), test.Request(), nil); err != nil {
				t.Fatal(err)
			}
			g.seat.child.stop()
			synctest.Wait()
		}
	})
}

// TestUnused: a worker that nobody asks for long ends, not before, and none that is at work; the next call has another.
func TestUnused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := 0
		g := generator(t, func(ctx context.Context) (*child, wire.Load, error) {
			started++
			return within(serves(test.Pieces()))(ctx)
		})
		working := func() bool { // whether there is a worker, by whoever has the turn
			synctest.Wait()
			g.seat.turn <- struct{}{}
			defer func() { <-g.seat.turn }()
			return g.seat.child != nil
		}
		call := func(told func(model.Piece), want int, there bool) {
			t.Helper()
			if _, err := g.Generate(t.Context(), test.Request(), told); err != nil || started != want {
				t.Errorf("after %d starts, not %d: %v", started, want, err)
			}
			if working() != there {
				t.Errorf("that there is a worker is %t", !there)
			}
		}
		call(nil, 1, true)
		time.Sleep(defaultUnused - time.Second)
		call(nil, 1, true)
		time.Sleep(defaultUnused - time.Second)
		if !working() {
			t.Error("it ends too soon")
		}
		time.Sleep(time.Second)
		if working() {
			t.Error("it stays, though nobody asks it")
		}
		call(nil, 2, true)
		_ = g.Close()
		time.Sleep(2 * defaultUnused)
	})
}

// A listening engine notes what it is asked, as it comes to be asked.
type listening struct {
	*fake
	asked func(prompt string)
}

func (l listening) Tokens(prompt []wire.Part) ([]int32, error) {
	var all strings.Builder
	for _, part := range prompt {
		all.WriteString(part.Text)
	}
	l.asked(all.String())
	return l.fake.Tokens(prompt)
}

// TestInOrder: who came first is served first, and who leaves is not.
func TestInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		names := regexp.MustCompile(`caller (\w+)`)
		engine := listening{&fake{texts: [][]string{test.Pieces()}}, func(prompt string) { order = append(order, names.FindStringSubmatch(prompt)[1]) }}
		g := generator(t, within(func(in io.Reader, out io.Writer) { _ = service.Serve(in, out, engine, func(error) {}) }))
		hold := make(chan struct{})
		var wait sync.WaitGroup
		call := func(ctx context.Context, name string, told func(model.Piece)) {
			r := test.Request()
			r.Messages = append(slices.Clone(r.Messages), model.Message{Role: model.User, Text: "caller " + name})
			wait.Go(func() {
				if _, err := g.Generate(ctx, r, told); err != nil && !errors.Is(err, model.Cancelled) {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		held := false
		call(t.Context(), "first", func(model.Piece) {
			if !held {
				held = true
				<-hold
			}
		})
		leaving, leave := context.WithCancel(t.Context())
		for i := range 9 {
			call(t.Context(), fmt.Sprint(i), nil)
			if i == 4 {
				call(leaving, "leaves", nil)
			}
		}
		leave()
		synctest.Wait()
		close(hold)
		wait.Wait()
		if want := []string{"first", "0", "1", "2", "3", "4", "5", "6", "7", "8"}; !slices.Equal(order, want) {
			t.Errorf("they were served in the order %q", order)
		}
	})
}

// TestClosed: a call that goes on fails, and so does a later one.
func TestClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := generator(t, within(says(piece, hangs)))
		failed := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := g.Generate(context.Background(), test.Request(), nil)
				failed <- err
			}()
		}
		synctest.Wait()
		_ = g.Close()
		_ = g.Close()
		_, err := g.Generate(t.Context(), test.Request(), nil)
		for _, err := range []error{<-failed, <-failed, err} {
			if !errors.Is(err, model.Unavailable) || err.Error() != "fake: the model was closed" {
				t.Errorf("closed: %v", err)
			}
		}
	})
}

// TestWorkersThatDoNotKeepToIt: what a worker says that it cannot say is an error of the call, and the next has another worker.
func TestWorkersThatDoNotKeepToIt(t *testing.T) {
	for lines, kind := range map[string]model.Kind{
		"no JSON\n": model.Malformed,
		`{"id":2,"piece":"` + "\xff" + `"}` + "\n":                             model.Malformed,
		`{"id":2,"piece":"a","usage":[1,1,0],"more":1}` + "\n":                 model.Malformed,
		`{"id":2,"piece":"a","piece":"b","usage":[1,1,0]}` + "\n":              model.Malformed,
		`{"id":1,"piece":"a","usage":[1,1,0]}` + "\n":                          model.Malformed, // of another request
		`{"id":2,"vectors":["AACAPw=="]}` + "\n":                               model.Malformed,
		`{"id":2,"loaded":{"context":1,"dimensions":1,"vocabulary":1}}` + "\n": model.Malformed,
		`{"id":2,"error":{"kind":"refused","message":"no"}}` + "\n":            model.Malformed,
		`{"id":2,"error":{"kind":"cancelled","message":"no"}}` + "\n":          model.Malformed, // nobody gave it up
		`{"id":2,"error":{"kind":"rejected","message":"so it is"}}` + "\n":     model.Rejected,
		`{"id":2,"done":"tired","usage":[1,1,0]}` + "\n":                       model.Malformed,
		`{"id":2,"done":"stop","usage":[1,1,0]}` + "\n":                        model.Empty,
		strings.Repeat("x", wire.MostReply+1<<16):                              model.TooLong,
		`{"id":2,"alive":true}` + "\n" + piece:                                 model.Timeout,
		`{"id":2,"piece":"The la`:                                              model.Timeout, // half a line, and silence
	} {
		synctest.Test(t, func(t *testing.T) {
			after := hangs
			g := generator(t, inTurn(says(lines, after), serves(test.Pieces())))
			if _, err := g.Generate(t.Context(), test.Request(), nil); !errors.Is(err, kind) {
				t.Errorf("%.60q: %v", lines, err)
			}
			if kind == model.Rejected || kind == model.Empty {
				return // that worker goes on, and this one hangs
			}
			if answer, err := g.Generate(t.Context(), test.Request(), nil); err != nil || answer.Text != test.Answer {
				t.Errorf("after %.60q: %v", lines, err)
			}
		})
	}
}

// TestLoading: a load that is refused, or takes for ever, is an error of the call; one that takes long goes on when
// the call for which it was begun has left.
func TestLoading(t *testing.T) {
	loading := func(load func() error) func(io.Reader, io.Writer) {
		return func(in io.Reader, out io.Writer) {
			_ = service.Serve(in, out, &fake{texts: [][]string{test.Pieces()}, loads: load}, func(error) {})
		}
	}
	synctest.Test(t, func(t *testing.T) {
		g := generator(t, within(loading(func() error { return errors.New("the library is another") })))
		if _, err := g.Generate(t.Context(), test.Request(), nil); !errors.Is(err, model.Unsupported) || err.Error() != "fake: the library is another" {
			t.Errorf("refused: %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		g := generator(t, within(loading(func() error {
			time.Sleep(10 * time.Second)
			return nil
		})))
		r := test.Request()
		r.Within = 4 * time.Second
		began := time.Now()
		if _, err := g.Generate(t.Context(), r, nil); !errors.Is(err, model.Timeout) {
			t.Errorf("while it is loaded: %v", err)
		}
		if _, err := g.Generate(t.Context(), test.Request(), nil); err != nil || time.Since(began) != 10*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

func TestVectors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := within(func(in io.Reader, out io.Writer) {
			_ = service.Serve(in, out, &fake{texts: [][]string{nil}}, func(error) {})
		})
		e := &TokenEncoder{name: "fake", seat: seatOf("fake", defaultIdle, defaultUnused, func(ctx context.Context) (*child, wire.Load, error) {
			c, load, err := start(ctx)
			load.Vectors = true
			return c, load, err
		}, func() {})}
		defer e.Close()
		var all [][]int32
		for i := range 300 {
			all = append(all, slices.Repeat([]int32{int32(i)}, i%7+1))
		}
		vectors, err := e.Encode(t.Context(), all)
		if err != nil || len(vectors) != len(all) {
			t.Fatalf("%d vectors: %v", len(vectors), err)
		}
		for i, v := range vectors { // the fake's are (first token, how many, 1), made one of length 1
			if round(v[0]/v[2]) != i || round(v[1]/v[2]) != i%7+1 {
				t.Fatalf("vector %d is %v", i, v)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if vectors, err := e.Encode(ctx, all); !errors.Is(err, model.Cancelled) || vectors != nil {
			t.Errorf("given up: %d vectors, %v", len(vectors), err)
		}
		if _, err := e.Encode(t.Context(), [][]int32{{1000}}); !errors.Is(err, model.Rejected) {
			t.Errorf("of a token that there is not: %v", err)
		}
	})
}

func round(x float32) int { return int(x + 0.5) }

func TestPrompts(t *testing.T) {
	messages := []model.Message{{Role: model.System, Text: "S"}, {Role: model.User, Text: "U"}, {Role: model.Assistant, Text: "A"}, {Role: model.User, Text: "<|end|>"}}
	for template, want := range map[Template]string{
		Plain:  "S\n\nU\n\nA\n\n<|end|>",
		Phi3:   "[<|system|>]\nS[<|end|>]\n[<|user|>]\nU[<|end|>]\n[<|assistant|>]\nA[<|end|>]\n[<|user|>]\n<|end|>[<|end|>]\n[<|assistant|>]\n",
		ChatML: "[<|im_start|>]system\nS[<|im_end|>]\n[<|im_start|>]user\nU[<|im_end|>]\n[<|im_start|>]assistant\nA[<|im_end|>]\n[<|im_start|>]user\n<|end|>[<|im_end|>]\n[<|im_start|>]assistant\n",
		Llama3: "[<|start_header_id|>]system[<|end_header_id|>]\n\nS[<|eot_id|>][<|start_header_id|>]user[<|end_header_id|>]\n\nU[<|eot_id|>]" +
			"[<|start_header_id|>]assistant[<|end_header_id|>]\n\nA[<|eot_id|>][<|start_header_id|>]user[<|end_header_id|>]\n\n<|end|>[<|eot_id|>][<|start_header_id|>]assistant[<|end_header_id|>]\n\n",
		Gemma: "[<start_of_turn>]user\nS\n\nU[<end_of_turn>]\n[<start_of_turn>]model\nA[<end_of_turn>]\n[<start_of_turn>]user\n<|end|>[<end_of_turn>]\n[<start_of_turn>]model\n",
	} {
		said, last := "", true
		for _, part := range template.prompt(messages) {
			if part.Special {
				said += "[" + part.Text + "]"
			} else {
				said += part.Text
				if !last {
					t.Errorf("%s has two texts on end", template)
				}
			}
			last = part.Special
		}
		if said != want {
			t.Errorf("%s is\n%q, and is to be\n%q", template, said, want)
		}
	}
}

// A worker that measures nothing, as those of before, is of use all the same.
func TestAWorkerThatDoesNotMeasure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		counts := `{"id":2,"counted":[]}` + "\n" + `{"id":2,"done":"stop","usage":[0,0,0]}` + "\n"
		g := generator(t, within(says(counts, hangs)))
		for range 2 {
			if speed, err := g.Speed(t.Context(), model.Place{}); !errors.Is(err, model.Unsupported) || speed.Known() {
				t.Errorf("it is %+v: %v", speed, err)
			}
		}
		measured := `{"id":1,"loaded":{"context":4096,"dimensions":3,"vocabulary":1000,"speed":[5,70]}}` + "\n"
		g = generator(t, within(func(in io.Reader, out io.Writer) {
			_, _ = wire.Requests(in).Request()
			_, _ = io.WriteString(out, measured+counts)
			hangs(in)
		}))
		if speed, err := g.Speed(t.Context(), model.Place{}); err != nil || speed != (model.Speed{Read: 5, Write: 70}) {
			t.Errorf("it is %+v: %v", speed, err)
		}
	})
}
