package engine

import (
	"context"
	"errors"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// A retry that cannot be written leaves the turn that is on the screen: it can be
// read back, played on from, and is there when the save is opened again.
func TestRetryOnAStoreThatFails(t *testing.T) {
	for name, fault := range map[string]fragile{
		"full": {fails: persistence.ErrFull}, "broken": {fails: persistence.ErrBroken},
		"written unawares": {fails: persistence.ErrBroken, after: true},
	} {
		t.Run(name, func(t *testing.T) { retryFails(t, fault, false) })
		t.Run(name+", in another session", func(t *testing.T) { retryFails(t, fault, true) })
	}
}

// retryFails lets a retry fail of the turn that was just played, or of one that was
// played in the session before.
func retryFails(t *testing.T, fault fragile, later bool) {
	t.Helper()
	driver := &fragile{Driver: mem.New()}
	b := atStore(t, sample(t, "grey-harbour"), persistence.New(driver, nil))
	g := b.open()
	r := must(t, g, "")
	for range 3 {
		r = must(t, g, r.Choices[0].ID)
	}
	if later {
		g = b.open()
	}
	driver.fails, driver.after = fault.fails, fault.after
	for range 2 {
		if got, err := g.Retry(t.Context()); got != nil || !errors.Is(err, fault.fails) {
			t.Fatalf("%v %v", got, err)
		}
		last, err := g.Last(t.Context())
		shows(t, "after a retry that failed", last, err, r)
		if !later { // a step back writes no events then
			continue
		}
		if got, err := g.Back(t.Context()); got != nil || !errors.Is(err, fault.fails) {
			t.Fatalf("back: %v %v", got, err)
		}
		last, err = g.Last(t.Context())
		shows(t, "after a step back that failed", last, err, r)
	}
	driver.fails = nil
	replayed(t, g)
	last, err := b.open().Last(t.Context())
	shows(t, "opened again", last, err, r)

	g = b.open()
	again, err := g.Retry(t.Context())
	if err != nil || again.Turn != r.Turn || *again.Choice != *r.Choice {
		t.Fatalf("%v %+v", err, again)
	}
	last, err = b.open().Last(t.Context())
	shows(t, "the retry, opened again", last, err, again)
}

// A headstrong store fails to move the head while it is told to.
type headstrong struct {
	persistence.Driver
	fails, after bool
}

func (h *headstrong) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	file, err := h.Driver.Create(ctx, name, id, fill)
	return headstrongFile{file, h}, err
}

type headstrongFile struct {
	persistence.File
	of *headstrong
}

func (f headstrongFile) Update(ctx context.Context, write func(persistence.Writer) error) error {
	moved := false
	err := f.File.Update(ctx, func(w persistence.Writer) error {
		watched := &headWitness{Writer: w}
		err := write(watched)
		if moved = watched.moved; err == nil && moved && f.of.fails && !f.of.after {
			return persistence.ErrFull
		}
		return err
	})
	if err == nil && moved && f.of.fails {
		return persistence.ErrFull
	}
	return err
}

type headWitness struct {
	persistence.Writer
	moved bool
}

func (w *headWitness) PutControl(c persistence.RawControl) error {
	if decoded, err := event.DecodeControl(c.Bytes); err == nil && decoded.Kind == event.HeadMoved {
		w.moved = true
	}
	return w.Writer.PutControl(c)
}

// The head moves last, and a store that moved it without being able to say so is
// believed once it can be read.
func TestRetryWhoseHeadCannotBeMoved(t *testing.T) {
	for _, after := range []bool{false, true} {
		driver := &headstrong{Driver: mem.New(), after: after}
		b := atStore(t, sample(t, "grey-harbour"), persistence.New(driver, nil))
		g := b.open()
		r := must(t, g, "")
		r = must(t, g, r.Choices[0].ID)
		driver.fails = true
		again, err := g.Retry(t.Context())
		driver.fails = false
		if after == (err != nil) {
			t.Fatalf("moved %v: %v", after, err)
		}
		if after {
			r = again
		}
		last, err := g.Last(t.Context())
		shows(t, "after it", last, err, r)
		r = must(t, g, r.Choices[0].ID)
		last, err = b.open().Last(t.Context())
		shows(t, "opened again", last, err, r)
	}
}
