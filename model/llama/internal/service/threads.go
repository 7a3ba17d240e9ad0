package service

import (
	"runtime"
	"time"

	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// Threads that wait for each other do so by spinning, and where other programs have the processors they wait
// for threads that do not run: two were 500 times slower than one. So how many are quickest is measured when a
// model is loaded, and where it gets slow afterwards there are fewer.

// threads is how many threads run a model, and how quick that was.
type threads struct {
	now      int           // 0: their number was asked for, and stays
	quickest time.Duration // that a token took with so many; 0: none was read yet
	slow     int           // tokens in a row that took much longer
}

// What is much longer, and for how many tokens.
const (
	muchSlower = 4
	slowTokens = 6
	worthwhile = 0.9 // of the time: more threads have to save a tenth
	hopeless   = 1.5 // of the time: still more will not be quicker
)

// quickest is how many threads are, of 1, 2, 4 and so on and the most that there may be. measure says how long
// a piece of work takes with so many.
func quickest(most int, measure func(threads int) (time.Duration, error)) (best int, err error) {
	var least time.Duration
	for n := 1; ; n = min(2*n, most) {
		took, err := measure(n)
		if err != nil {
			return 0, err
		}
		switch {
		case n == 1 || float64(took) < worthwhile*float64(least):
			best, least = n, took
		case float64(took) > hopeless*float64(least):
			return best, nil
		}
		if n == most {
			return best, nil
		}
	}
}

// choose has an engine run by as many threads as are quickest, up to a number.
func (s *server) choose(most int, vectors bool, alive func()) error {
	best, err := quickest(most, func(n int) (time.Duration, error) {
		s.engine.Threads(n)
		least := time.Duration(0)
		for range 3 { // the first warms it up
			alive()
			began := time.Now()
			if err := s.work(vectors); err != nil {
				return 0, err
			}
			if took := time.Since(began); least == 0 || took < least {
				least = took
			}
			if least > longWork {
				break
			}
		}
		return least, nil
	})
	if err != nil {
		return err
	}
	s.threads = threads{now: best}
	s.engine.Threads(best)
	return nil
}

// longWork is a piece of work that is long enough to be measured once.
const longWork = 300 * time.Millisecond

// work is a piece of work as there will be: a token of a text, or a short sentence.
func (s *server) work(vectors bool) error {
	if vectors {
		_, err := s.engine.Encode([][]int32{make([]int32, min(16, s.loaded.Context))})
		return err
	}
	err := s.engine.Read([]int32{0}, 0)
	s.engine.Keep(0)
	return err
}

// took notes how long a token of a text took. Where several in a row took much longer than one did, half
// as many threads go on, unless their number was asked for.
func (s *server) took(lasted time.Duration) {
	t := &s.threads
	switch {
	case t.now <= 1:
		return
	case t.quickest == 0 || lasted < t.quickest:
		t.quickest = max(lasted, 1)
	}
	if lasted < muchSlower*t.quickest {
		t.slow = 0
		return
	}
	if t.slow++; t.slow == slowTokens {
		*t = threads{now: t.now / 2}
		s.engine.Threads(t.now)
	}
}

// ready sees to the threads of a model that was loaded.
func (s *server) ready(l wire.Load, alive func()) error {
	if l.Threads > 0 {
		return nil
	}
	return s.choose(runtime.NumCPU(), l.Vectors, alive)
}
