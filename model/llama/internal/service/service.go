// Package service is a worker's half of the conversation in package wire, but for what runs the
// model: that is an [Engine].
//
//	service.Serve(os.Stdin, out, engine, func(error) { os.Exit(0) })
//
// It sees to what must not hang on a library:
//
//	prompt   what is the same as in the call before is not read again; the rest is read in chunks
//	         that take [ChunkTime] at most, as far as the speed so far tells; with a seed, in chunks
//	         of [SeededChunk] tokens
//	speed    of a model that writes texts, measured when it is loaded, in three quarters of a second, or one token where that takes longer
//	threads  as many as are quickest when the model is loaded, and fewer where they get slow
//	text     whole characters of valid UTF-8; ends where a stop has come, and at its most tokens
//	calls    one at a time; given up between two chunks or two tokens
//	vectors  packed into batches; each of length 1
//
// A panic of an engine is the end of the worker, which its program notices.
package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// An Engine runs one model. It is used by one goroutine at a time. Its errors are those of the
// call, Rejected, or Unsupported of Load, where they are no *model.Error.
type Engine interface {
	// Load is called once, before all else. alive is to be called now and then while it lasts.
	Load(l wire.Load, alive func()) (wire.Loaded, error)
	// Tokens are those of a prompt.
	Tokens(prompt []wire.Part) ([]int32, error)
	// Read reads tokens that stand at a position, behind all that was read.
	Read(tokens []int32, at int) error
	// Keep forgets all but the first tokens that were read; false: it cannot, and has forgotten nothing.
	// All can always be forgotten.
	Keep(first int) bool
	// Sampler chooses the tokens of one text.
	Sampler(g *wire.Generate) (Sampler, error)
	// Piece is the bytes that a token stands for; Ends says whether it is the end of a text.
	Piece(token int32) []byte
	Ends(token int32) bool
	// Encode makes vectors of some sequences of tokens, that together are no more than the context.
	Encode(ids [][]int32) ([][]float32, error)
	// Threads has so many threads do what follows.
	Threads(n int)
}

// A Sampler chooses the next token behind all that was read.
type Sampler interface {
	Next() (token int32, err error)
	Close()
}

// ErrTwice is the end of a worker that is asked what it cannot be.
var ErrTwice = errors.New("a request came before the one before it had ended, or before the model was loaded")

// Serve answers requests until there are no more, or until one that is none, which is the error; then it calls gone
// at once, whatever is going on, and returns when that has ended.
func Serve(in io.Reader, out io.Writer, engine Engine, gone func(error)) error {
	s := &server{out: wire.NewWriter(out), engine: engine}
	requests := wire.Requests(in)
	var err error
	for err == nil {
		var r wire.Request
		if r, err = requests.Request(); err == nil {
			err = s.take(r)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	gone(err)
	s.giveUp(0)
	s.working.Wait()
	return err
}

type server struct {
	out     *wire.Writer
	engine  Engine
	working sync.WaitGroup

	mu      sync.Mutex
	current int64 // the request that is being served; 0: none
	cancel  context.CancelFunc
	loading bool // a load was asked for, once

	// What follows belongs to who serves the current request.
	loaded  *wire.Loaded
	vectors bool      // it makes these, and no texts
	spoke   time.Time // when the last line was written
	read    []int32   // the tokens that the engine has read
	alike   int       // of them the first, as they are read whenever a seed is given
	pace    pace
	threads threads
}

// take begins to serve a request.
func (s *server) take(r wire.Request) error {
	if r.Cancel {
		s.giveUp(r.ID)
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != 0 || (r.Load != nil) == s.loading {
		cancel()
		return ErrTwice
	}
	s.current, s.cancel, s.loading = r.ID, cancel, true
	s.working.Go(func() { // until the request is answered, or given up
		defer cancel()
		s.serve(ctx, r)
	})
	return nil
}

// giveUp ends the serving of a request, or of whatever is served.
func (s *server) giveUp(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != 0 && (id == 0 || id == s.current) {
		s.cancel()
	}
}

// serve answers a request, and says so last of all.
func (s *server) serve(ctx context.Context, r wire.Request) {
	s.spoke = time.Now()
	reply, err := s.answer(ctx, r)
	if ctx.Err() != nil && err != nil {
		err = &model.Error{Kind: model.Cancelled, Message: "it was given up"}
	}
	if err != nil {
		made, is := errors.AsType[*model.Error](err)
		if !is {
			made = &model.Error{Kind: model.Rejected, Message: err.Error()}
			if r.Load != nil {
				made.Kind = model.Unsupported
			}
		}
		reply = wire.Reply{Error: made}
	}
	reply.ID = r.ID
	s.mu.Lock()
	s.current = 0 // before it is said: the next request may follow at once
	s.mu.Unlock()
	s.say(reply)
}

func (s *server) answer(ctx context.Context, r wire.Request) (wire.Reply, error) {
	alive := func() { s.alive(r.ID) }
	if r.Load != nil {
		loaded, err := s.engine.Load(*r.Load, alive)
		if err != nil {
			return wire.Reply{}, err
		}
		s.loaded, s.vectors = &loaded, r.Load.Vectors
		if err := s.ready(*r.Load, alive); err != nil {
			return wire.Reply{}, err
		}
		if !s.vectors {
			loaded.Speed = s.measure(alive)
		}
		return wire.Reply{Loaded: s.loaded}, nil
	}
	switch {
	case s.loaded == nil:
		return wire.Reply{}, errors.New("the model was not loaded")
	case s.vectors != (r.Encode != nil):
		return wire.Reply{}, errors.New("the model was loaded for the other thing")
	}
	switch {
	case r.Generate != nil:
		return s.generate(ctx, r.ID, r.Generate)
	case r.Count != nil:
		return s.count(ctx, r.ID, r.Count)
	}
	return s.encode(ctx, r.ID, r.Encode)
}

// say writes a line. That nobody reads it is noticed elsewhere, by the end of stdin.
func (s *server) say(r wire.Reply) {
	s.spoke = time.Now()
	_ = s.out.Reply(r)
}

// alive says that the worker is at work, where nothing was said for a while.
func (s *server) alive(id int64) {
	if time.Since(s.spoke) >= wire.Beat {
		s.say(wire.Reply{ID: id, Alive: true})
	}
}

// generate writes a text.
func (s *server) generate(ctx context.Context, id int64, g *wire.Generate) (wire.Reply, error) {
	prompt, err := s.engine.Tokens(g.Prompt)
	switch {
	case err != nil:
		return wire.Reply{}, err
	case len(prompt) == 0:
		return wire.Reply{}, errors.New("there is nothing in the prompt")
	case len(prompt) >= s.loaded.Context:
		return wire.Reply{}, fmt.Errorf("the prompt has %d tokens, and the model was given room for %d with the text", len(prompt), s.loaded.Context)
	}
	sampler, err := s.engine.Sampler(g)
	if err != nil {
		return wire.Reply{}, err
	}
	defer sampler.Close()
	reused, err := s.readPrompt(ctx, id, prompt, g.Seed != 0)
	if err != nil {
		return wire.Reply{}, err
	}
	w := &writing{s: s, id: id, stop: newStop(g.Stop), usage: model.Usage{Prompt: len(prompt), Reused: reused}}
	return w.write(ctx, sampler, min(g.Tokens, s.loaded.Context-len(prompt)))
}

// count counts the tokens of texts, each by itself, without what begins every prompt.
func (s *server) count(ctx context.Context, id int64, texts []string) (wire.Reply, error) {
	begins, err := s.engine.Tokens(nil)
	if err != nil {
		return wire.Reply{}, err
	}
	counted := make([]int, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return wire.Reply{}, err
		}
		s.alive(id)
		tokens, err := s.engine.Tokens([]wire.Part{{Text: text}})
		if err != nil {
			return wire.Reply{}, err
		}
		counted[i] = len(tokens) - len(begins)
	}
	s.say(wire.Reply{ID: id, Counted: counted})
	return wire.Reply{Done: model.Stopped}, nil
}

// SeededChunk is how many tokens of a prompt are read at a time where a seed is given, whatever time that takes:
// numbers that are added in another order are a little different, and so would be the text.
const SeededChunk = 8

// readPrompt has the engine read a prompt, but for what it has read already. One that is seeded is read in the same
// chunks whenever that is, and of it is kept what was read in them. It gives how many tokens were not read again.
func (s *server) readPrompt(ctx context.Context, id int64, prompt []int32, seeded bool) (kept int, err error) {
	for kept < min(len(s.read), len(prompt)-1) && s.read[kept] == prompt[kept] { // the last is read again, for what follows it
		kept++
	}
	if seeded {
		kept = min(kept, s.alike) / SeededChunk * SeededChunk
	}
	if !s.engine.Keep(kept) {
		kept = 0
		s.engine.Keep(0)
	}
	s.read, s.alike = s.read[:kept], min(s.alike, kept)
	for len(s.read) < len(prompt) {
		if err := ctx.Err(); err != nil {
			return kept, err
		}
		s.alive(id)
		n := s.pace.next()
		if seeded {
			n = SeededChunk
		}
		chunk := prompt[len(s.read):min(len(prompt), len(s.read)+n)]
		began := time.Now()
		if err := s.readOn(chunk); err != nil {
			return kept, err
		}
		if !seeded {
			s.pace.took(len(chunk), time.Since(began))
		} else if len(chunk) == SeededChunk {
			s.alike = len(s.read)
		}
	}
	return kept, nil
}

// readOn has the engine read on. Where that fails, nothing is taken for read.
func (s *server) readOn(tokens []int32) error {
	if err := s.engine.Read(tokens, len(s.read)); err != nil {
		s.read, s.alike = s.read[:0], 0
		s.engine.Keep(0)
		return err
	}
	s.read = append(s.read, tokens...)
	return nil
}

// A writing is a text that is being written.
type writing struct {
	s     *server
	id    int64
	stop  *stop
	bytes runes
	usage model.Usage
}

// write chooses one token after the other.
func (w *writing) write(ctx context.Context, sampler Sampler, most int) (wire.Reply, error) {
	for {
		token, err := sampler.Next()
		if err != nil {
			return wire.Reply{}, err
		}
		if w.s.engine.Ends(token) {
			if w.bytes.begun() {
				return wire.Reply{}, errNotUTF8
			}
			return w.end(model.Stopped), nil
		}
		w.usage.Text++
		piece, err := w.bytes.add(w.s.engine.Piece(token))
		if err != nil {
			return wire.Reply{}, err
		}
		if piece != "" {
			w.s.say(wire.Reply{ID: w.id, Piece: piece, Usage: w.usage})
		}
		if w.stop.comes(piece) {
			return w.end(model.Stopped), nil
		}
		if w.usage.Text == most {
			return w.end(model.Length), nil // a character that it cuts is left out
		}
		if err := ctx.Err(); err != nil {
			return wire.Reply{}, err
		}
		w.s.alive(w.id)
		began := time.Now()
		if err := w.s.readOn([]int32{token}); err != nil {
			return wire.Reply{}, err
		}
		w.s.took(time.Since(began))
	}
}

func (w *writing) end(end model.End) wire.Reply { return wire.Reply{Done: end, Usage: w.usage} }

// MostSequences is how many sequences are encoded in one batch.
const MostSequences = 16

// encode makes vectors, a batch after the other.
func (s *server) encode(ctx context.Context, id int64, all [][]int32) (wire.Reply, error) {
	used := 0
	for i, ids := range all {
		if len(ids) == 0 || len(ids) > s.loaded.Context {
			return wire.Reply{}, fmt.Errorf("sequence %d has %d tokens, not from 1 to %d", i, len(ids), s.loaded.Context)
		}
		for _, token := range ids {
			if int(token) >= s.loaded.Vocabulary {
				return wire.Reply{}, fmt.Errorf("sequence %d has the token %d, and there are %d", i, token, s.loaded.Vocabulary)
			}
		}
		used += len(ids)
	}
	for len(all) > 0 {
		if err := ctx.Err(); err != nil {
			return wire.Reply{}, err
		}
		batch := s.batch(all)
		all = all[len(batch):]
		vectors, err := s.engine.Encode(batch)
		if err != nil {
			return wire.Reply{}, err
		}
		for i, v := range vectors {
			if len(v) != s.loaded.Dimensions || !normalise(v) {
				return wire.Reply{}, &model.Error{Kind: model.Malformed, Message: fmt.Sprintf("the model makes of sequence %d what is no vector", i)}
			}
		}
		s.say(wire.Reply{ID: id, Vectors: vectors})
	}
	return wire.Reply{Done: model.Stopped, Usage: model.Usage{Prompt: used}}, nil
}

// batch is the first sequences that go together.
func (s *server) batch(all [][]int32) [][]int32 {
	n, tokens := 0, 0
	for n < min(len(all), MostSequences) && tokens+len(all[n]) <= s.loaded.Context {
		tokens += len(all[n])
		n++
	}
	return all[:n]
}

// normalise makes a vector one of length 1, and reports whether it has a length.
func normalise(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return false
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return true
}

// ChunkTime is how long reading a chunk of a prompt may take, and MostChunk how many tokens it may have.
const (
	ChunkTime = 80 * time.Millisecond
	MostChunk = 512

	aimedAt = ChunkTime * 2 / 3 // since one chunk is not as quick as the other
)

// A pace is how many tokens are read at a time. It begins with one, and doubles at most.
type pace struct{ chunk int }

func (p *pace) next() int { return cmp.Or(p.chunk, 1) }

// took takes note of how long a chunk took.
func (p *pace) took(tokens int, lasted time.Duration) {
	fits := MostChunk
	if each := lasted / time.Duration(max(1, tokens)); each > 0 {
		fits = int(min(aimedAt/each, MostChunk))
	}
	switch {
	case fits < p.next(): // slower than it was
		p.chunk = max(1, fits)
	case tokens == p.next(): // one that was cut short tells nothing of longer ones
		p.chunk = min(2*tokens, max(1, fits))
	}
}
