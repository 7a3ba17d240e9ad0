package vector

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/persistence/rank"
)

// An Embedder makes vectors of texts: that of package model, which is of the same rank as
// the store and does not know it, nor the store it. What it promises is written there.
type Embedder interface {
	Name() string
	Dimensions() int
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	Relevance(cosine int64) int // may be asked for by several goroutines at once
}

// windowed is an embedder that looks at fewer words of a text than [Window], and says how many.
type windowed interface{ Window() int }

// An Index searches by the vectors of one embedder. It is safe for concurrent use.
type Index struct {
	embedder Embedder
	model    modelID
	slab     *Slab
	window   int // in words

	kinship    *Kinship // nil for an embedder without
	vocabulary vocabulary

	bridging sync.Mutex
	bridged  []vector // of the professions, nil before they are made
}

// NewIndex is the index of an embedder that keeps its vectors in a slab. Where the embedder has a method Window, its
// windows are of so many words.
func NewIndex(embedder Embedder, slab *Slab) *Index {
	window := Window
	if narrow, is := embedder.(windowed); is {
		window = min(window, max(1, narrow.Window()))
	}
	x := &Index{embedder: embedder, model: modelID{embedder.Name(), embedder.Dimensions()}, slab: slab, window: window}
	if kind, is := embedder.(kindred); is {
		x.kinship = &Kinship{}
		x.kinship.Word, x.kinship.Seed, x.kinship.Kin, x.kinship.Own, x.kinship.Relevance = kind.Kinship()
	}
	return x
}

// A Text is what is searched. It remembers where its vectors are, so whoever searches
// it again keeps it. Its content must not change.
type Text struct {
	Content string
	entry   atomic.Pointer[entry]
	words   atomic.Pointer[[]*Text] // for an embedder with a kinship
}

// Scores gives how near each text is to a query, in their order, as a cosine in millionths
// and what it is worth. A text counts by its best window. A text that has a cosine of 0 or
// less has nothing of the query, and no score. A query is its first window.
//
// Vectors that the slab does not have are asked of the cache, nil for none, before they are made,
// and given to it afterwards.
//
// Errors: the embedder's; [ErrVector] where it gives something else than vectors.
func (x *Index) Scores(ctx context.Context, query string, texts []*Text, cache Cache) ([]rank.Score, error) {
	return x.Soon(ctx, query, texts, cache, math.MaxInt)
}

// Soon is Scores where that takes the making of so many windows' vectors at most, beside the query's. Else it
// gives [ErrUnready]; what it has made by then is kept.
func (x *Index) Soon(ctx context.Context, query string, texts []*Text, cache Cache, most int) ([]rank.Score, error) {
	return x.SoonOf(ctx, query, nil, texts, cache, most)
}

// SoonOf is Soon of a query that was asked of this index before, so that its vector is not made again; one that was not,
// or of another index, is.
func (x *Index) SoonOf(ctx context.Context, query string, before *Asked, texts []*Text, cache Cache, most int) ([]rank.Score, error) {
	scores := make([]rank.Score, len(texts))
	if len(texts) == 0 {
		return scores, nil
	}
	asked, err := x.query(ctx, query, before)
	if err != nil || asked.squares == 0 {
		return scores, err
	}
	search := x.slab.search()
	score := func(i int, vectors []vector) { scores[i] = x.score(asked, vectors) }
	missing := x.known(texts, search, score)
	waits := pending{index: x, cache: cache, search: search, each: score, known: map[key]int{}, most: most}
	err = x.embed(ctx, texts, missing, waits)
	if err == nil && x.kinship != nil {
		err = x.raiseKindred(ctx, query, asked, texts, scores, waits)
	}
	return scores, err
}

// Make has a cache keep the vectors of texts that it does not have, and of their words where the embedder has a kinship; then it makes
// what every search for persons needs, too, so that the first one does not wait for it.
// Errors: those of Scores.
func (x *Index) Make(ctx context.Context, texts []*Text, cache Cache) error {
	if x.kinship != nil {
		texts = slices.Concat(texts, x.vocabulary.all(texts))
	}
	search := x.slab.search()
	pending := pending{index: x, cache: cache, search: search, each: func(int, []vector) {}, known: map[key]int{}, most: math.MaxInt}
	for i, text := range texts {
		pending.add(text, key{x.model, sha256.Sum256([]byte(text.Content))}, i)
		if err := pending.flush(ctx, batch); err != nil {
			return err
		}
	}
	err := pending.flush(ctx, 1)
	if err == nil && x.kinship != nil {
		_ = nouns()
		_, err = x.bridge(ctx)
	}
	return err
}

func (x *Index) query(ctx context.Context, query string, asked *Asked) (_ question, err error) {
	if asked == nil || asked.index != x {
		asked, err = x.Ask(ctx, query)
	}
	if err != nil || asked.steps == nil {
		return question{}, err
	}
	return questionOf(asked.steps), nil
}

func (x *Index) score(asked question, vectors []vector) rank.Score {
	var best int64
	for _, v := range vectors {
		best = max(best, asked.cosine(v))
	}
	if best == 0 {
		return rank.Score{}
	}
	return rank.Score{Millionths: best, Relevance: x.embedder.Relevance(best)}
}

// part is for how many texts it is worth to have another core help.
const part = 4 << 10

// known gives the vectors of the texts that the slab has, and lists the others. Of many
// texts each core goes through a part: what it gives is of those texts alone.
func (x *Index) known(texts []*Text, search int64, each func(int, []vector)) []int {
	parts := max(1, min(runtime.GOMAXPROCS(0), len(texts)/part))
	missing := make([][]int, parts)
	var all sync.WaitGroup
	for n := range parts {
		from, to := n*len(texts)/parts, (n+1)*len(texts)/parts
		if n == parts-1 {
			missing[n] = x.knownFrom(from, to, texts, search, each)
			break
		}
		all.Go(func() { missing[n] = x.knownFrom(from, to, texts, search, each) }) // ends with its part
	}
	all.Wait()
	return slices.Concat(missing...)
}

func (x *Index) knownFrom(from, to int, texts []*Text, search int64, each func(int, []vector)) (missing []int) {
	for i := from; i < to; i++ {
		text := texts[i]
		e := text.entry.Load()
		if e == nil || e.key.model != x.model {
			missing = append(missing, i)
			continue
		}
		if vectors, kept := e.use(search); kept {
			each(i, vectors)
		} else {
			missing = append(missing, i)
		}
	}
	return missing
}

// batch is how many windows an embedder is given at once.
const batch = 64

// embed gives the vectors of texts that do not know where theirs are. Each is asked for by
// the hash of its text, in the slab and then of the cache, and at last of the embedder.
func (x *Index) embed(ctx context.Context, texts []*Text, missing []int, pending pending) error {
	for _, i := range missing {
		k := key{x.model, sha256.Sum256([]byte(texts[i].Content))}
		if e := x.slab.find(k); e != nil {
			if vectors, kept := e.use(pending.search); kept {
				texts[i].entry.Store(e)
				pending.each(i, vectors)
				continue
			}
		}
		pending.add(texts[i], k, i)
		if err := pending.flush(ctx, batch); err != nil {
			return err
		}
	}
	return pending.flush(ctx, 1)
}

// pending are texts whose vectors are being made, those that say the same once.
type pending struct {
	index   *Index
	cache   Cache // nil for none
	search  int64
	each    func(int, []vector)
	texts   []waiting
	known   map[key]int // places in texts
	windows int         // of all of them
	most    int         // windows whose vectors are made
}

type waiting struct {
	key     key
	windows []string
	texts   []*Text
	places  []int // of the texts, among those that are searched
}

func (p *pending) add(text *Text, k key, place int) {
	n, known := p.known[k]
	if !known {
		windows := windowsOf(text.Content, p.index.window)
		n = len(p.texts)
		p.known[k] = n
		p.texts = append(p.texts, waiting{key: k, windows: windows})
		p.windows += len(windows)
	}
	w := &p.texts[n]
	w.texts, w.places = append(w.texts, text), append(w.places, place)
}

// flush gives the vectors of all that is pending, once there are so many windows.
func (p *pending) flush(ctx context.Context, enough int) error {
	if p.windows < enough && len(p.texts) < enough {
		return nil
	}
	var windows []string
	left := p.fromCache(ctx)
	for _, w := range left {
		windows = append(windows, w.windows...)
	}
	if p.most -= len(windows); p.most < 0 {
		return ErrUnready
	}
	steps, err := p.index.steps(ctx, windows)
	if err != nil {
		return err
	}
	for _, w := range left {
		own := steps[:len(w.windows)]
		steps = steps[len(w.windows):]
		if p.cache != nil {
			p.cache.Keep(w.key.sum, encode(own))
		}
		p.deliver(w, vectorsOf(own))
	}
	p.texts, p.windows = p.texts[:0], 0
	clear(p.known)
	return nil
}

// fromCache gives what the cache has, and those texts that it does not have.
func (p *pending) fromCache(ctx context.Context) (left []waiting) {
	if p.cache == nil || len(p.texts) == 0 {
		return p.texts
	}
	sums := make([]Sum, len(p.texts))
	for i, w := range p.texts {
		sums[i] = w.key.sum
	}
	kept := p.cache.Find(ctx, sums)
	for i, w := range p.texts {
		steps, err := decode(kept[i], p.index.model.dimensions)
		if kept[i] == nil || err != nil || len(steps) != len(w.windows) {
			left = append(left, w)
			continue
		}
		p.deliver(w, vectorsOf(steps))
	}
	return left
}

func (p *pending) deliver(w waiting, vectors []vector) {
	e := p.index.slab.keep(w.key, vectors, p.search)
	for i, text := range w.texts {
		if e != nil {
			text.entry.Store(e)
		}
		p.each(w.places[i], vectors)
	}
}

// steps asks the embedder, a batch at a time.
func (x *Index) steps(ctx context.Context, windows []string) ([][]int16, error) {
	made := make([][]int16, 0, len(windows))
	for len(windows) > 0 {
		some := windows[:min(batch, len(windows))]
		windows = windows[len(some):]
		given, err := x.embedder.Embed(ctx, some)
		if err != nil {
			return nil, fmt.Errorf("embed with %s: %w", x.model.name, err)
		}
		if len(given) != len(some) {
			return nil, fmt.Errorf("embed with %s: %d vectors of %d texts: %w", x.model.name, len(given), len(some), ErrVector)
		}
		for _, values := range given {
			steps, err := stepsOf(values, x.model.dimensions)
			if err != nil {
				return nil, fmt.Errorf("embed with %s: %w", x.model.name, err)
			}
			made = append(made, steps)
		}
	}
	return made, nil
}
