package service

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// TestQuickest: of every number of processors, free or not, as many threads are taken as are quickest, and those
// that are hopeless are not tried.
func TestQuickest(t *testing.T) {
	const work = 800 * time.Millisecond
	divided := func(n int) time.Duration { return work / time.Duration(n) }
	for name, c := range map[string]struct {
		most, want, tried int
		took              func(n int) time.Duration
	}{
		"all are free":         {8, 8, 4, divided},
		"one":                  {1, 1, 1, divided},
		"no power of two":      {6, 6, 4, divided},
		"two are busy of two":  {2, 1, 2, func(n int) time.Duration { return work * time.Duration(1+499*(n-1)) }},
		"two are free of many": {64, 2, 3, func(n int) time.Duration { return divided(min(n, 2)) * time.Duration(max(1, n/2)) }},
		"more is no better":    {4, 1, 3, func(int) time.Duration { return work }},
		"a little is nothing":  {2, 1, 2, func(n int) time.Duration { return work - time.Duration(n)*time.Millisecond }},
	} {
		tried := 0
		best, err := quickest(c.most, func(n int) (time.Duration, error) {
			tried++
			return c.took(n), nil
		})
		if best != c.want || tried != c.tried || err != nil {
			t.Errorf("%s: %d threads after %d tries, not %d after %d: %v", name, best, tried, c.want, c.tried, err)
		}
	}
	broken := errors.New("broken")
	if _, err := quickest(4, func(int) (time.Duration, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestThreadsOfALoad: a number that is given is left alone; else it is measured with work as there will be.
func TestThreadsOfALoad(t *testing.T) {
	busy := func(n int) time.Duration { return time.Millisecond * time.Duration(1+499*(n-1)) }
	free := func(n int) time.Duration { return 64 * time.Millisecond / time.Duration(n) }
	for _, vectors := range []bool{false, true} {
		for name, c := range map[string]struct {
			with func(int) time.Duration
			want int
		}{"busy": {busy, 1}, "free": {free, runtime.NumCPU()}} {
			synctest.Test(t, func(t *testing.T) {
				engine := &slow{with: c.with}
				began := time.Now()
				talkWith(t, engine, vectors, 0)
				if got := engine.threads[len(engine.threads)-1]; got != c.want {
					t.Errorf("%s, vectors %t: %d threads", name, vectors, got)
				}
				if took := time.Since(began); took > 3*time.Second {
					t.Errorf("%s: it takes %v to find out", name, took)
				}
				if !vectors && (len(engine.kept) == 0 || engine.kept[len(engine.kept)-1] != 0) {
					t.Errorf("%s: what it was measured with is left in the model: %v", name, engine.kept)
				}
			})
		}
		synctest.Test(t, func(t *testing.T) {
			engine := &slow{}
			talkWith(t, engine, vectors, 7)
			if len(engine.threads) != 0 || vectors && len(engine.chunks) != 0 {
				t.Errorf("of 7 that were asked for it makes %v", engine.threads)
			}
		})
	}
}

// TestThreadsThatGetSlow: where others take the processors in the middle of a text, fewer threads go on; a token
// or two that take long are nothing.
func TestThreadsThatGetSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var taken atomic.Bool // by others
		engine := &slow{text: strings.Repeat("x", 90)}
		engine.with = func(n int) time.Duration {
			if taken.Load() && n > 1 {
				return time.Second
			}
			return 64 * time.Millisecond / time.Duration(n)
		}
		ask := talkWith(t, engine, false, 0)
		before := len(engine.threads)
		n := 0
		ask(wire.Request{Generate: prompt("p")}, func(wire.Reply) {
			if n++; n == 40 {
				taken.Store(true)
			}
		})
		now := engine.threads[before:]
		want := []int{}
		for many := runtime.NumCPU() / 2; many >= 1; many /= 2 {
			want = append(want, many)
		}
		if !slices.Equal(now, want) {
			t.Errorf("when they are taken there are %v threads, not %v", now, want)
		}
	})
	s := &server{engine: &slow{}, threads: threads{now: 4}}
	for i := range 100 {
		took := 10 * time.Millisecond
		if i%20 > 15 { // four in a row
			took = time.Second
		}
		s.took(took)
	}
	if s.threads.now != 4 {
		t.Errorf("for a few slow tokens there are %d threads", s.threads.now)
	}
}

// TestSeededChunks: with a seed a token is read in the same chunk, and behind the same tokens, whatever was read before.
func TestSeededChunks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := &slow{text: "x"}
		ask := talk(t, engine, false)
		// reads gives where the chunks of a prompt begin that is read now.
		reads := func(text string, seed int64) (at []int) {
			t.Helper()
			engine.chunks, engine.at = nil, nil
			g := prompt(text)
			g.Seed = seed
			ask(wire.Request{Generate: g}, nil)
			for i, chunk := range engine.chunks[:len(engine.chunks)-1] { // the last is the text's
				if end := engine.at[i] + len(chunk); seed != 0 && (engine.at[i]%SeededChunk != 0 || end%SeededChunk != 0 && end != len(text)) {
					t.Errorf("it reads from %d to %d", engine.at[i], end)
				}
			}
			return engine.at[:len(engine.at)-1]
		}
		text := strings.Repeat("p", 3*SeededChunk+3)
		cold := reads(text, 7)
		if !slices.Equal(cold, []int{0, SeededChunk, 2 * SeededChunk, 3 * SeededChunk}) {
			t.Errorf("it reads at %v", cold)
		}
		if again := reads(text, 8); !slices.Equal(again, []int{3 * SeededChunk}) {
			t.Errorf("again it reads at %v, though the others are read as they have to be", again)
		}
		if longer := reads(text+"qqqqqqqq", 8); !slices.Equal(longer, []int{3 * SeededChunk, 4 * SeededChunk}) {
			t.Errorf("of a longer one it reads at %v", longer)
		}
		reads(strings.Repeat("r", 100), 0) // in whatever chunks
		if other := reads(strings.Repeat("r", 100), 7); other[0] != 0 {
			t.Errorf("what was read without a seed is kept: %v", other)
		}
		reads(strings.Repeat("r", 20), 0) // keeps what was read with one
		if after := reads(strings.Repeat("r", 100), 7); after[0] > 2*SeededChunk || after[0] == 0 {
			t.Errorf("it reads at %v", after)
		}
	})
}
