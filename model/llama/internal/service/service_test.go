package service

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A slow engine reads a token in a time, and notes what it is asked.
type slow struct {
	each   time.Duration
	chunks [][]int32
	at     []int
	kept   []int
	cannot bool // keep a part
	text   string
	long   []time.Duration

	threads []int
	with    func(threads int) time.Duration // a token; nil: each
}

func (s *slow) Load(wire.Load, func()) (wire.Loaded, error) {
	return wire.Loaded{Context: 3000, Dimensions: 2, Vocabulary: 300}, nil
}

func (s *slow) Tokens(prompt []wire.Part) (all []int32, err error) {
	for _, part := range prompt {
		for _, b := range []byte(part.Text) {
			all = append(all, int32(b))
		}
	}
	return all, nil
}

func (s *slow) Read(tokens []int32, at int) error {
	each := s.each
	if s.with != nil {
		each = s.with(s.threads[len(s.threads)-1])
	}
	lasts := each * time.Duration(len(tokens))
	time.Sleep(lasts)
	s.chunks, s.at, s.long = append(s.chunks, slices.Clone(tokens)), append(s.at, at), append(s.long, lasts)
	return nil
}

func (s *slow) Keep(first int) bool {
	if s.cannot && first > 0 {
		return false
	}
	s.kept = append(s.kept, first)
	return true
}

func (s *slow) Sampler(*wire.Generate) (Sampler, error) { return &bytesOf{text: s.text}, nil }
func (s *slow) Piece(token int32) []byte                { return []byte{byte(token)} }
func (s *slow) Threads(n int)                           { s.threads = append(s.threads, n) }
func (s *slow) Ends(token int32) bool                   { return token == 299 }
func (s *slow) Encode(ids [][]int32) (all [][]float32, err error) {
	if s.with != nil {
		time.Sleep(s.with(s.threads[len(s.threads)-1]))
	}
	s.chunks = append(s.chunks, []int32{int32(len(ids))})
	for range ids {
		all = append(all, []float32{3, 4})
	}
	return all, nil
}

type bytesOf struct{ text string }

func (b *bytesOf) Next() (int32, error) {
	if b.text == "" {
		return 299, nil
	}
	c := b.text[0]
	b.text = b.text[1:]
	return int32(c), nil
}

func (b *bytesOf) Close() {}

// talk has an engine served, and gives what says a request and hears its end.
func talk(t *testing.T, engine Engine, vectors bool) func(r wire.Request, hear func(wire.Reply)) wire.Reply {
	return talkWith(t, engine, vectors, 1)
}

// talkWith does so of an engine that is asked to have so many threads.
func talkWith(t *testing.T, engine Engine, vectors bool, threads int) func(r wire.Request, hear func(wire.Reply)) wire.Reply {
	in, requests := io.Pipe()
	replies, out := io.Pipe()
	served := make(chan error, 1)
	go func() { // until the test is over
		served <- Serve(in, out, engine, func(error) {})
		_ = out.Close()
	}()
	t.Cleanup(func() {
		_ = requests.Close()
		_, _ = io.Copy(io.Discard, replies)
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	to, from, id := wire.NewWriter(requests), wire.Replies(replies), int64(0)
	ask := func(r wire.Request, hear func(wire.Reply)) wire.Reply {
		t.Helper()
		id++
		r.ID = id
		if err := to.Request(r); err != nil {
			t.Fatal(err)
		}
		for {
			reply, err := from.Reply()
			if err != nil || reply.ID != id {
				t.Fatalf("it answers %+v: %v", reply, err)
			}
			if reply.Done != "" || reply.Error != nil || reply.Loaded != nil {
				return reply
			}
			if hear != nil {
				hear(reply)
			}
		}
	}
	if r := ask(wire.Request{Load: &wire.Load{Library: "l", Model: "m", Threads: threads, Vectors: vectors}}, nil); r.Loaded == nil {
		t.Fatalf("loaded: %+v", r)
	}
	return ask
}

func prompt(text string) *wire.Generate {
	return &wire.Generate{Prompt: []wire.Part{{Text: text}}, Tokens: 100}
}

// Tokens are counted as the engine has them, without reading anything.
func TestTokensAreCounted(t *testing.T) {
	engine := &slow{text: "x"}
	ask := talk(t, engine, false)
	before := len(engine.chunks)
	var counted []int
	r := ask(wire.Request{Count: []string{"abc", "", "灯"}}, func(r wire.Reply) { counted = append(counted, r.Counted...) })
	if !slices.Equal(counted, []int{3, 0, 3}) || r.Done != model.Stopped || len(engine.chunks) != before {
		t.Errorf("counted are %v, and it ends with %+v", counted, r)
	}
}

// TestChunks: a prompt is read in chunks of the time that is given, whatever the speed; and what was read before is not read again.
func TestChunks(t *testing.T) {
	for each, least := range map[time.Duration]int{0: 10, time.Microsecond: 10, 500 * time.Microsecond: 15, 20 * time.Millisecond: 500, time.Second: 1000} {
		synctest.Test(t, func(t *testing.T) {
			engine := &slow{each: each, text: "x"}
			ask := talk(t, engine, false)
			engine.chunks, engine.at, engine.long = nil, nil, nil // of what it was measured with
			text := strings.Repeat("p", 1000)
			if r := ask(wire.Request{Generate: prompt(text)}, nil); r.Done != model.Stopped || r.Usage != (model.Usage{Prompt: 1000, Text: 1}) {
				t.Fatalf("it ends with %+v", r)
			}
			read := 0
			for i, chunk := range engine.chunks {
				if engine.at[i] != read || len(chunk) > MostChunk || engine.long[i] > ChunkTime && len(chunk) > 1 {
					t.Errorf("chunk %d of %d at %d takes %v", i, len(chunk), engine.at[i], engine.long[i])
				}
				read += len(chunk)
			}
			if read != 1001 || len(engine.chunks) < least || each < time.Millisecond && len(engine.chunks) > 60 {
				t.Errorf("%v a token: %d were read in %d chunks", each, read, len(engine.chunks))
			}
			engine.chunks = nil
			again := ask(wire.Request{Generate: prompt(text + "q")}, nil)
			if first := engine.chunks[0]; len(first) != 1 || first[0] != 'q' || engine.kept[len(engine.kept)-1] != 1000 || again.Usage.Reused != 1000 {
				t.Errorf("of a prompt that is longer by one it reads %q, keeps %v, and says %+v", first, engine.kept, again.Usage)
			}
			engine.chunks = nil
			ask(wire.Request{Generate: prompt(text + "q")}, nil)
			if first := engine.chunks[0]; len(first) != 1 || first[0] != 'q' {
				t.Errorf("of the same prompt it reads %q", first)
			}
		})
	}
}

// TestSlower: a machine that gets slower in the middle is given shorter chunks at once.
func TestSlower(t *testing.T) {
	p := pace{}
	for range 12 {
		p.took(p.next(), time.Microsecond*time.Duration(p.next()))
	}
	if p.next() != MostChunk {
		t.Errorf("it reads %d at a time", p.next())
	}
	if p.took(p.next(), 5120*time.Millisecond); p.next() != 5 { // 10 ms a token
		t.Errorf("at ten times the time it reads %d at a time", p.next())
	}
	if p.took(1, time.Millisecond); p.next() != 5 { // one that was cut short
		t.Errorf("after a short chunk it reads %d at a time", p.next())
	}
}

func TestWhatCannotBeKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := &slow{text: "x", cannot: true}
		ask := talk(t, engine, false)
		ask(wire.Request{Generate: prompt("abc")}, nil)
		engine.chunks, engine.at = nil, nil
		ask(wire.Request{Generate: prompt("abd")}, nil)
		if engine.at[0] != 0 || string(rune(engine.chunks[0][0])) != "a" {
			t.Errorf("it reads %v at %v", engine.chunks, engine.at)
		}
	})
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		text   string
		stop   []string
		tokens int
		said   string
		end    model.End
		kind   model.Kind
	}{
		{"l\xc3\xb6w", nil, 100, "l|ö|w", model.Stopped, ""},
		{"\xe7\x81\xaf", nil, 2, "", model.Length, ""}, // a character that is cut by the most tokens is left out
		{"a\xff", nil, 100, "a", "", model.Malformed},
		{"a\xe7\x81", nil, 100, "a", "", model.Malformed},
		{"one two", []string{"e t", "x"}, 100, "o|n|e| |t", model.Stopped, ""},
		{"aab", []string{"ab"}, 100, "a|a|b", model.Stopped, ""},
		{"abc", nil, 2, "a|b", model.Length, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			ask := talk(t, &slow{text: c.text}, false)
			g := prompt("p")
			g.Stop, g.Tokens = c.stop, c.tokens
			var said []string
			end := ask(wire.Request{Generate: g}, func(r wire.Reply) { said = append(said, r.Piece) })
			if strings.Join(said, "|") != c.said || end.Done != c.end || (end.Error != nil) != (c.kind != "") || end.Error != nil && end.Error.Kind != c.kind {
				t.Errorf("%q is said as %q, and ends with %+v", c.text, said, end)
			}
		})
	}
}

// TestBatches: sequences are packed as they fit, and their vectors have length 1.
func TestBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := &slow{}
		ask := talk(t, engine, true)
		all := slices.Repeat([][]int32{make([]int32, 1000)}, 5)
		all = append(all, slices.Repeat([][]int32{{1}}, 40)...)
		n := 0
		end := ask(wire.Request{Encode: all}, func(r wire.Reply) {
			for _, v := range r.Vectors {
				if n++; v[0] != 0.6 || v[1] != 0.8 {
					t.Errorf("a vector is %v", v)
				}
			}
		})
		if end.Done != model.Stopped || n != 45 || !slices.EqualFunc(engine.chunks, []int32{3, 16, 16, 10}, func(a []int32, b int32) bool { return a[0] == b }) {
			t.Errorf("%d vectors in batches of %v: %+v", n, engine.chunks, end)
		}
		for _, sequence := range [][]int32{{}, make([]int32, 3001), {300}} {
			if end := ask(wire.Request{Encode: [][]int32{sequence}}, nil); end.Error == nil || end.Error.Kind != model.Rejected {
				t.Errorf("of %d tokens: %+v", len(sequence), end)
			}
		}
		if end := ask(wire.Request{Generate: prompt("p")}, nil); end.Error == nil {
			t.Error("a model of vectors writes a text")
		}
	})
}

// TestTwice: what a program must not ask is the worker's end.
func TestTwice(t *testing.T) {
	load := `{"id":1,"load":{"library":"l","model":"m","context":1,"threads":1,"vectors":false}}` + "\n"
	for name, lines := range map[string]string{
		"not loaded": `{"id":1,"encode":[[1]]}` + "\n", "loaded twice": load + load, "no protocol": "x\n",
	} {
		gone := false
		err := Serve(strings.NewReader(lines), io.Discard, &slow{}, func(error) { gone = true })
		if !gone || !errors.Is(err, ErrTwice) && !errors.Is(err, wire.ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestGivenUp: what is given up ends with the chunk or the token that is being read, and the next request is served.
func TestGivenUp(t *testing.T) {
	for name, test := range map[string]struct {
		after    time.Duration
		most     int // pieces
		prompt   int
		complete bool
	}{
		"in a prompt":               {after: 500 * time.Millisecond, prompt: 1000},
		"in a text":                 {after: 2250 * time.Millisecond, prompt: 1, most: 24},
		"when it is over, which is": {after: time.Hour, prompt: 1, most: 90, complete: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			engine := &slow{each: 100 * time.Millisecond, text: strings.Repeat("x", 90)}
			in, requests := io.Pipe()
			replies, out := io.Pipe()
			served := make(chan error, 1)
			go func() { // until its requests end
				served <- Serve(in, out, engine, func(error) {})
				_ = out.Close()
			}()
			to, from := wire.NewWriter(requests), wire.Replies(replies)
			ask := func(r wire.Request) (last wire.Reply, pieces int) {
				t.Helper()
				if err := to.Request(r); err != nil {
					t.Fatal(err)
				}
				for {
					reply, err := from.Reply()
					switch {
					case err != nil:
						t.Fatal(err)
					case reply.Piece != "":
						pieces++
					case !reply.Alive:
						return reply, pieces
					}
				}
			}
			ask(wire.Request{ID: 1, Load: &wire.Load{Library: "l", Model: "m", Threads: 1}})
			time.AfterFunc(test.after, func() { _ = to.Request(wire.Request{ID: 2, Cancel: true}) })
			last, pieces := ask(wire.Request{ID: 2, Generate: prompt(strings.Repeat("p", test.prompt))})
			if gaveUp := last.Error != nil && last.Error.Kind == model.Cancelled; gaveUp == test.complete || pieces > test.most {
				t.Errorf("%s: it says %d pieces, and then %+v", name, pieces, last)
			}
			engine.text = "y"
			if last, _ := ask(wire.Request{ID: 3, Generate: prompt("q")}); last.Done != model.Stopped {
				t.Errorf("%s: after that it says %+v", name, last)
			}
			time.Sleep(2 * time.Hour) // what is given up late is nothing any more
			_ = requests.Close()
			_, _ = io.Copy(io.Discard, replies)
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}
