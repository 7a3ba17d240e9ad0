package narratoria

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/model/llama"
	"github.com/narratoria/narratoria/model/llama/pins"
	"github.com/narratoria/narratoria/model/minilm"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/skills/config"
)

// remembering has memories be found by their meaning, too: by the model of the device where there is one, and
// by what texts share in forms of words and pieces of them, which needs no model, where there is none and
// wherever the model fails or has not come to a text yet.
func (p *Program) remembering() *persistence.Options {
	if p.meaning == nil {
		return &persistence.Options{Embedder: lexical.New()}
	}
	return &persistence.Options{Embedder: p.meaning, Meanwhile: lexical.New(), KeepVectors: true}
}

// findMeaning looks which model of meaning there is, and is to be used. The error is why one that should be there cannot be had; stories
// do without.
func (p *Program) findMeaning() (*meaning, error) {
	wanted := p.settings.Models.Embedder
	if wanted == config.Lexical || p.opts.NoProcesses {
		return nil, nil
	}
	found, err := meaningIn(inventory.In(p.ModelsDir()), wanted)
	if err == nil && found.Name == "" {
		return nil, nil
	}
	if err == nil {
		err = pins.Supported(runtime.GOOS, runtime.GOARCH)
	}
	for _, needed := range []string{ModelWorker(), p.LibraryDir("llama")} {
		if _, missing := os.Stat(needed); err == nil && missing != nil {
			if wanted == "" {
				return nil, nil // the model is there and cannot be run yet, which doctor tells
			}
			err = missing
		}
	}
	if err != nil {
		return nil, err
	}
	return &meaning{
		broken:  p.sayBroken,
		model:   llama.Model{Name: found.Name, Path: inventory.In(p.ModelsDir()).Path(found.Name), SHA256: found.SHA256},
		options: llama.Options{Program: ModelWorker(), Library: p.LibraryDir("llama"), Threads: p.meaningThreads(), Within: meaningPatience, Idle: 2 * meaningPatience},
	}, nil
}

// Unmeant is why nothing is found by meaning though the settings ask for it or a model of it lies here; nil where neither is so, or it is.
func (p *Program) Unmeant() error { return p.unmeant }

// sayUnmeant says why nothing is found by meaning, when the first story is opened: whoever looks after models is told by doctor.
func (p *Program) sayUnmeant() {
	if p.unmeant != nil {
		p.warn("narratoria: nothing is found by meaning: %v; narratoria doctor says what is missing", p.unmeant)
	}
}

// sayBroken says why a model that is there finds nothing by meaning, which only its first use shows, and what mends it.
func (p *Program) sayBroken(name string, why error) {
	if said, is := errors.AsType[*model.Error](why); is {
		why = errors.New(said.Message)
	}
	mend := "narratoria doctor says what mends it"
	if _, err := inventory.In(p.ModelsDir()).Check(context.Background(), name, func(int64, int64) {}); errors.Is(err, inventory.ErrChanged) {
		mend = fmt.Sprintf("to mend it, bring it in again: narratoria model remove %s", name)
		if name == inventory.Embeddings.Name {
			mend = "to mend it: narratoria setup models " + name
		}
	}
	p.warn("narratoria: nothing is found by meaning, and all by its words: the model %q: %v; %s", name, why, mend)
}

// meaningIn is the model of meaning of a name, or any for "". It has no name where none is there and none was asked for; the
// error then is of those that are damaged.
func meaningIn(models inventory.Inventory, name string) (inventory.Model, error) {
	if name != "" {
		found, err := models.Model(name)
		if err == nil && found.Use != inventory.Meaning {
			err = fmt.Errorf("the model %q is not one of meaning", name)
		}
		return found, err
	}
	all, err := models.List()
	if err != nil {
		return inventory.Model{}, err
	}
	for _, e := range all {
		if e.Err == nil && e.Model.Use == inventory.Meaning {
			return e.Model, nil
		}
		if e.Model.Name == inventory.Embeddings.Name { // of another that is damaged nobody knows that it is one of meaning
			err = e.Err
		}
	}
	return inventory.Model{}, err
}

// meaningThreads leaves a processor to the story, which is told meanwhile.
func (p *Program) meaningThreads() int {
	return cmp.Or(p.settings.Models.Threads, max(1, runtime.NumCPU()-1))
}

const (
	// meaningPatience is how long a search waits for the model; then it goes on without. To start the worker takes a quarter of a second.
	meaningPatience = 2 * time.Second
	// meaningRest is for how long the model is not asked after it let somebody wait in vain.
	meaningRest = 10 * time.Second
)

// meaning is the model that finds by meaning, for all stories of a program. Its worker is started when something is to be
// embedded while a story is played, and ended with the last story.
type meaning struct {
	minilm.Traits // known before the embedder is opened

	model   llama.Model
	options llama.Options
	broken  func(model string, why error) // is told once of a model that cannot be used
	told    sync.Once

	mu       sync.Mutex
	stories  int // that are played
	embedder *minilm.Embedder
	encoder  *llama.TokenEncoder
	late     error // why nobody is to wait for it now
	until    time.Time
}

var _ model.Embedder = (*meaning)(nil)

// Embed makes vectors. Errors: the context's; what is wrong with the model's file; those of package llama, after one of which
// that took long, others come at once for a while.
func (m *meaning) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	embedder, err := m.open()
	if err != nil {
		return nil, err
	}
	vectors, err := embedder.Embed(ctx, texts)
	if errors.Is(err, model.Unsupported) {
		m.told.Do(func() { m.broken(m.model.Name, err) })
	}
	if errors.Is(err, model.Timeout) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.late, m.until = err, time.Now().Add(meaningRest)
	}
	return vectors, err
}

// open gives the embedder, which reads no more than the model's vocabulary.
func (m *meaning) open() (*minilm.Embedder, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.late != nil && time.Now().Before(m.until) {
		return nil, m.late
	}
	m.late = nil
	if m.embedder != nil {
		return m.embedder, nil
	}
	if m.stories == 0 {
		return nil, &model.Error{Generator: m.model.Name, Kind: model.Unavailable, Message: "no story is played any more"}
	}
	tokenizer, err := m.tokenizer()
	if err != nil {
		m.late, m.until = err, time.Now().Add(meaningRest)
		return nil, err
	}
	encoder, err := llama.NewEncoder(m.model, m.options)
	if err != nil {
		return nil, err
	}
	m.encoder, m.embedder = encoder, minilm.New(encoder, tokenizer)
	return m.embedder, nil
}

func (m *meaning) tokenizer() (*minilm.Tokenizer, error) {
	file, err := plainfile.Open(m.model.Path)
	if err != nil {
		return nil, &model.Error{Generator: m.model.Name, Kind: model.Unsupported, Message: fmt.Sprintf("its file %s %s", m.model.Path, plainfile.Why(err)), Err: err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	tokenizer, err := minilm.Open(file, info.Size())
	if err != nil {
		return nil, &model.Error{Generator: m.model.Name, Kind: model.Unsupported, Message: err.Error(), Err: err}
	}
	return tokenizer, nil
}

// enter counts a story that begins to be played, and leave one that was; with the last the worker ends.
func (m *meaning) enter() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stories++
}

func (m *meaning) leave() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stories--; m.stories > 0 || m.encoder == nil {
		return
	}
	_ = m.encoder.Close() // says nothing but that it is gone
	m.encoder, m.embedder = nil, nil
}

// Meant lends the model of meaning, where there is one, to searches of stories that nobody plays: its worker is started with
// the first of them, and ended with the work.
func (p *Program) Meant(work func() error) error {
	p.meaning.enter()
	defer p.meaning.leave()
	return work()
}

// MeaningModel is the name of the model by which all is found by meaning; "" where there is none, or it is not to be used.
func (p *Program) MeaningModel() string {
	if p.meaning == nil {
		return ""
	}
	return p.meaning.model.Name
}

// embed makes, beside the turns, the vectors that the story's memories lack, until they are there, the game ends, or the
// embedder fails, which the next turn that needs it says.
func (g *Game) embed() {
	if g.program.meaning == nil || g.embedding.Load() {
		return
	}
	g.embedding.Store(true)
	done := make(chan struct{})
	g.embedded = done
	g.writing.Go(func() { // ends with the game
		defer close(done)
		defer g.embedding.Store(false)
		_ = g.save.Embed(g.life, persistence.Memory, func(done, all int) {
			if all >= manyMemories {
				g.history.add(Event{Kind: Stage, Text: fmt.Sprintf("reading memories for their meaning, %d of %d", done, all)})
			}
		})
	})
}

// manyMemories are so many that making their vectors is told of.
const manyMemories = 500

// awaitMeaning has a story with a seed be the same whenever it is played: by what memories and lore are found does not hang on
// how quick the machine is.
func (g *Game) awaitMeaning(ctx context.Context) {
	if !g.seeded {
		return
	}
	if g.loreRead != nil && !g.loreByWords() {
		g.await(ctx, g.loreRead, "reading the lore for its meaning")
	}
	if g.embedded != nil {
		g.await(ctx, g.embedded, "")
	}
}

// await waits until something is done, and tells of it if it is not and there are words for it.
func (g *Game) await(ctx context.Context, done <-chan struct{}, stage string) {
	select {
	case <-done:
		return
	default:
	}
	if stage != "" {
		g.history.add(Event{Kind: Stage, Text: stage})
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// awaitedLore is how many bytes of lore a story with a seed waits for, a minute or two and once. More of it would keep a
// story waiting for hours, so that with a seed it is found by its words, always.
const awaitedLore = 256 << 10

// loreByWords reports whether the story's lore is found by its words alone, for the sake of its seed.
func (g *Game) loreByWords() bool { return g.seeded && !brief(g.campaign, awaitedLore) }

// A scribe makes the vectors of an index while one of its games is played, once for all of them.
type scribe struct {
	mu    sync.Mutex
	games int
	life  context.Context // of the games
	stop  context.CancelFunc
	done  chan struct{} // of the making that was begun last, closed with it; nil before
}

// enter counts a game that begins to be played, and leave one that was; with the last the making ends.
func (s *scribe) enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games++; s.games == 1 {
		s.life, s.stop = context.WithCancel(context.Background())
		s.done = nil
	}
}

func (s *scribe) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games--; s.games > 0 {
		return
	}
	s.stop()
	if s.done != nil {
		<-s.done
	}
}

// begin makes what is missing, unless that is going on, and gives what is closed with it.
func (s *scribe) begin(index *lore.Index) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		select {
		case <-s.done:
		default:
			return s.done
		}
	}
	done, life := make(chan struct{}), s.life
	s.done = done
	go func() { // ends with the games, and whoever leaves last waits for it
		defer close(done)
		_ = index.Embed(life, nil) // what failed each search says that lacks its vectors
	}()
	return done
}

// readLore makes, beside the turns, the vectors that the campaign's lore lacks, until they are there, the last game of it ends, or
// the embedder fails.
func (g *Game) readLore() {
	if g.program.meaning != nil {
		g.loreRead = g.campaign.library.scribe.begin(g.campaign.library.index)
	}
}
