package service

import (
	"time"

	"github.com/narratoria/narratoria/model"
)

// What a model that writes texts is measured with: tokens that are read one by one, as those of a text are, and two chunks of a prompt.
const (
	measuredChunk  = 32
	measuredChunks = 2
	measuredTokens = 8
	// MeasureTime is what each of the two may take, where one token takes no longer. One more, before them, warms the model up; where that takes longer it is all.
	MeasureTime = 250 * time.Millisecond
)

// measure is how fast a model reads and writes. The quickest of what was tried counts, since others may have the processors now and then: who takes a model for
// too fast finds out by its first text, and who takes it for too slow never does. A chunk has no more tokens than are read in its part of the time at
// the speed of one alone, which is the slowest there is. What the library does not read now, it will not read for the first text either, which is told then: nothing is known here.
func (s *server) measure(alive func()) (speed model.Speed) {
	if s.loaded.Context <= measuredChunk*measuredChunks+measuredTokens {
		return speed
	}
	defer s.engine.Keep(0)
	at := 0
	read := func(tokens int) (each time.Duration, ok bool) {
		alive()
		began := time.Now()
		if s.engine.Read(make([]int32, tokens), at) != nil {
			return 0, false
		}
		at += tokens
		return max(time.Since(began)/time.Duration(tokens), 1), true
	}
	// quickest is the least time of a token, of reading so often so many at a time.
	quickest := func(tokens, times int) (least time.Duration, ok bool) {
		began := time.Now()
		for i := range times {
			if i > 0 && time.Since(began)+least*time.Duration(tokens) > MeasureTime {
				break
			}
			each, ok := read(tokens)
			if !ok {
				return 0, false
			}
			if i == 0 || each < least {
				least = each
			}
		}
		return least, true
	}
	alone, ok := read(1)
	if !ok {
		return speed
	}
	if alone >= MeasureTime {
		return model.Speed{Read: alone, Write: alone}
	}
	again, ok := quickest(1, measuredTokens)
	if !ok {
		return speed
	}
	write := min(alone, again)
	chunk := int(max(1, min(MeasureTime/measuredChunks/write, measuredChunk)))
	if each, ok := quickest(chunk, measuredChunks); ok {
		speed = model.Speed{Read: each, Write: write}
	}
	return speed
}
