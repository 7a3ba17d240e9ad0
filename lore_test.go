package narratoria

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
)

// bookish is a campaign with more lore than is indexed in memory.
func bookish(t *testing.T, word string) *Campaign {
	t.Helper()
	files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title": "T", "version": "1.0.0"}`)}}
	for i := range 3 {
		files[fmt.Sprintf("lore/%d.md", i)] = &fstest.MapFile{Data: []byte(strings.Repeat("Of the "+word+" nothing more is written here.\n\n", 10_000))}
	}
	c, problems := campaign.Load(files, campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	return &Campaign{Campaign: c, ID: word, library: &library{}}
}

// What is damaged of one campaign's index is not taken from under another's: the file goes
// when the program ends.
func TestDamagedIndexBesideAnother(t *testing.T) {
	ctx, dir, said := context.Background(), t.TempDir(), []string(nil)
	open := func() *Program {
		p, err := Open(Options{Data: dir, Config: dir + "/config", State: dir + "/state", Shared: true, Warn: func(text string) { said = append(said, text) }})
		must(t, err)
		return p
	}
	library := func(p *Program, word string) *lore.Index {
		index, err := p.library(ctx, bookish(t, word), func(string) {})
		must(t, err)
		return index
	}
	keys := func(p *Program) (all []string) {
		must(t, p.worlds.View(ctx, func(r persistence.WorldReader) (err error) { all, err = r.Keys("head/"); return err }))
		return all
	}
	p := open()
	library(p, "lamp")
	lamps := keys(p)
	library(p, "boat")
	must(t, p.worlds.Update(ctx, func(w persistence.WorldWriter) error {
		for _, key := range keys(p) {
			if !slices.Contains(lamps, key) {
				must(t, w.Put(key, []byte("no head")))
			}
		}
		return nil
	}))
	must(t, p.Close(ctx))
	said = nil

	p = open()
	lamp := library(p, "lamp")
	boat := library(p, "boat")
	for word, index := range map[string]*lore.Index{"lamp": lamp, "boat": boat} {
		found, err := index.Search(ctx, lore.Query{Text: word, Limit: 1}, func(int) bool { return true })
		if err != nil || len(found) != 1 {
			t.Errorf("of the %s %d pieces are found: %v", word, len(found), err)
		}
	}
	must(t, p.Close(ctx))
	if all := strings.Join(said, "\n"); strings.Count(all, "at the next start") != 1 {
		t.Errorf("it says %q", all)
	}
	said = nil
	p = open()
	library(p, "boat")
	if len(keys(p)) == 0 || len(said) > 0 {
		t.Errorf("it was not made anew: %q", said)
	}
	must(t, p.Close(ctx))
}

// halting is an embedder that waits until it is let go on, a text at a time, and counts them.
type halting struct {
	goOn  chan error
	asked atomic.Int64
}

func (*halting) Name() string        { return "halting" }
func (*halting) Dimensions() int     { return 1 }
func (*halting) Relevance(int64) int { return 700 }

func (h *halting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	h.asked.Add(1)
	select {
	case err := <-h.goOn:
		return slices.Repeat([][]float32{{1}}, len(texts)), err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Vectors of lore are made once for all games of a campaign: while one of them is played, and no longer; what failed is tried again.
func TestScribe(t *testing.T) {
	e := &halting{goOn: make(chan error)}
	pieces := []string{"The lamp.", "The oil.", "A boat."}
	index, err := lore.Open(t.Context(), nil, []lore.Document{{Name: "a", Pieces: func() ([]string, error) { return pieces, nil }}}, lore.Options{Embedder: e})
	must(t, err)
	var s scribe
	s.enter()
	first := s.begin(index)
	s.enter()
	if second := s.begin(index); second != first {
		t.Error("another game has the vectors made again")
	}
	e.goOn <- nil
	s.leave()
	e.goOn <- errors.New("broken") // it goes on: one game is left
	<-first
	again := s.begin(index)
	if again == first {
		t.Error("what failed is not tried again")
	}
	e.goOn <- nil
	s.leave()
	select {
	case <-again:
	default:
		t.Error("the last game has left, and vectors are still made")
	}
	s.enter()
	done := s.begin(index)
	for range pieces {
		e.goOn <- nil
	}
	<-done
	before := e.asked.Load()
	<-s.begin(index)
	if n := e.asked.Load(); n != before {
		t.Errorf("%d texts were embedded that had vectors", n-before)
	}
	s.leave()
}

// A story with a seed waits for the vectors of lore, and says so; where there is much of it, it goes by words instead. A story without one
// waits for nothing.
func TestSeedsWaitForLore(t *testing.T) {
	small := &Campaign{Campaign: &campaign.Campaign{Lore: []campaign.Document{{File: "a", Bytes: awaitedLore}}}}
	large := &Campaign{Campaign: &campaign.Campaign{Lore: []campaign.Document{{File: "a", Bytes: awaitedLore}, {File: "b", Bytes: 1}}}}
	for name, test := range map[string]struct {
		campaign       *Campaign
		seeded         bool
		waits, byWords bool
	}{
		"a seed": {small, true, true, false}, "none": {small, false, false, false},
		"a seed, and much lore": {large, true, false, true}, "much lore": {large, false, false, false},
	} {
		making := make(chan struct{})
		var told []string
		g := &Game{campaign: test.campaign, seeded: test.seeded, loreRead: making, history: newHistory(func(e Event) { told = append(told, e.Text) })}
		if g.loreByWords() != test.byWords {
			t.Errorf("%s: by words is %t", name, g.loreByWords())
		}
		ctx, cancel := context.WithCancel(t.Context())
		var waited atomic.Bool
		time.AfterFunc(20*time.Millisecond, func() { waited.Store(true); close(making) })
		g.awaitMeaning(ctx)
		if waited.Load() != test.waits || len(told) > 0 != test.waits {
			t.Errorf("%s: waited is %t, told %q", name, waited.Load(), told)
		}
		<-making
		told = nil
		g.awaitMeaning(ctx)
		if len(told) > 0 {
			t.Errorf("%s: told %q of what is done", name, told)
		}
		cancel()
		g.loreRead = make(chan struct{})
		g.awaitMeaning(ctx) // who gives up does not wait
	}
}

// What a model has read of lore is kept, however little lore it is; without a model little lore leaves nothing behind.
func TestLittleLoreIsKeptForItsVectors(t *testing.T) {
	ctx := context.Background()
	files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title": "T", "version": "1.0.0"}`)}, "lore/a.md": {Data: []byte("The lamp.\n")}}
	c, problems := campaign.Load(files, campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	for _, m := range []*meaning{nil, {}} {
		dir := t.TempDir()
		p, err := Open(Options{Data: dir, Config: dir + "/config", State: dir + "/state", Shared: true})
		must(t, err)
		p.meaning = m
		_, err = p.library(ctx, &Campaign{Campaign: c, ID: "lamp", library: &library{}}, func(stage string) { t.Errorf("told %q", stage) })
		must(t, err)
		if kept := p.worlds != nil; kept != (m != nil) {
			t.Errorf("with the model %v it is kept: %t", m != nil, kept)
		}
		must(t, p.Close(ctx))
	}
}
