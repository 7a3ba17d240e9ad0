package transport

import (
	"context"
	"runtime"
)

// turns are had by attempts to take a long line apart: as a tree it may take fifty times as
// much memory, until it is known whether there is room for it. Of 32 attempts at once that
// was more than all that a plan may keep. More than there are cores would not be quicker.
var turns = make(chan struct{}, runtime.GOMAXPROCS(0))

// A turn is that of one attempt. It must be given back before the attempt waits for anybody.
type turn struct{ had bool }

// take waits for a turn as long as there is time.
func (t *turn) take(ctx context.Context) {
	if t.had {
		return
	}
	select {
	case turns <- struct{}{}:
		t.had = true
	case <-ctx.Done():
	}
}

func (t *turn) giveBack() {
	if t.had {
		<-turns
		t.had = false
	}
}
