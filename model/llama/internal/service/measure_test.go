package service

import (
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// An uneven engine reads chunks at another speed than tokens by themselves, the first of all in a time of its own.
type uneven struct {
	*slow
	chunk, token, first time.Duration
	reads               int
	at                  []int
	busy                func(read int) bool // others have the processors while it reads
	broken              bool
}

func (u *uneven) Read(tokens []int32, at int) error {
	if u.broken {
		return errors.New("broken")
	}
	each := u.chunk
	if len(tokens) == 1 {
		each = u.token
	}
	if u.reads == 0 {
		each = max(each, u.first)
	}
	if u.busy != nil && u.busy(u.reads) {
		each *= 20
	}
	u.reads++
	u.at = append(u.at, at+len(tokens))
	time.Sleep(each * time.Duration(len(tokens)))
	return nil
}

// loadedBy is what an engine's worker says when its model was loaded, and how long that took.
func loadedBy(t *testing.T, engine Engine, vectors bool) (loaded wire.Loaded, took time.Duration) {
	t.Helper()
	in, requests := io.Pipe()
	replies, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(in, out, engine, func(error) {}) }() // until its requests end
	began := time.Now()
	if err := wire.NewWriter(requests).Request(wire.Request{ID: 1, Load: &wire.Load{Library: "l", Model: "m", Threads: 1, Vectors: vectors}}); err != nil {
		t.Fatal(err)
	}
	for from := wire.Replies(replies); ; {
		reply, err := from.Reply()
		if err != nil || reply.Error != nil {
			t.Fatalf("%+v: %v", reply, err)
		}
		if reply.Loaded != nil {
			loaded = *reply.Loaded
			break
		}
	}
	took = time.Since(began)
	_ = requests.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	return loaded, took
}

// TestMeasured: a worker says how fast its model reads and writes, as it is when nobody else has the processors; whatever the speed, that costs little, and
// leaves nothing in the model.
func TestMeasured(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		engine uneven
		want   model.Speed
		most   time.Duration // that it may take
	}{
		"quick":                     {uneven{chunk: ms / 4, token: ms}, model.Speed{Read: ms / 4, Write: ms}, 25 * ms},
		"its first token is slow":   {uneven{chunk: ms, token: 4 * ms, first: 60 * ms}, model.Speed{Read: ms, Write: 4 * ms}, 160 * ms},
		"slow":                      {uneven{chunk: 60 * ms, token: 100 * ms}, model.Speed{Read: 100 * ms, Write: 100 * ms}, 100*ms + 2*MeasureTime},
		"slower than may be":        {uneven{chunk: time.Second, token: 3 * time.Second}, model.Speed{Read: 3 * time.Second, Write: 3 * time.Second}, 3 * time.Second},
		"others are there at times": {uneven{chunk: ms, token: 4 * ms, busy: func(read int) bool { return read%2 == 0 }}, model.Speed{Read: ms, Write: 4 * ms}, 2 * time.Second},
		"it cannot read":            {uneven{broken: true}, model.Speed{}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			c.engine.slow = &slow{}
			loaded, took := loadedBy(t, &c.engine, false)
			if loaded.Speed != c.want || took > c.most {
				t.Errorf("%s: it is said to be %+v, not %+v, after %v", name, loaded.Speed, c.want, took)
			}
			if kept := c.engine.kept; len(kept) != 1 || kept[0] != 0 {
				t.Errorf("%s: what it was measured with is left in the model: %v", name, kept)
			}
			for i, end := range c.engine.at {
				if end > loaded.Context || i > 0 && end <= c.engine.at[i-1] {
					t.Errorf("%s: it reads to %v", name, c.engine.at)
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		engine := &uneven{slow: &slow{}, token: ms}
		if loaded, _ := loadedBy(t, engine, true); loaded.Speed.Known() || engine.reads > 0 {
			t.Errorf("of one that makes vectors it says %+v", loaded.Speed)
		}
	})
}
