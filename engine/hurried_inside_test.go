package engine

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/story/event"
)

// A halving generator takes half of what it has.
type halving struct{ within []time.Duration }

func (*halving) Name() string { return "slow" }

func (s *halving) Generate(ctx context.Context, r model.Request, _ func(model.Piece)) (model.Answer, error) {
	s.within = append(s.within, r.Within)
	select {
	case <-ctx.Done():
		return model.Answer{}, &model.Error{Generator: "slow", Kind: model.Timeout, Message: "it was not done in time"}
	case <-time.After(r.Within / 2):
		return model.Answer{}, nil
	}
}

// All texts for choices have two seconds together, however often one is asked for.
func TestTextsForChoicesHaveTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, began := &halving{}, time.Now()
		g := &Game{opts: Options{Writer: s}}
		writer := g.writer(event.ClosingPart)
		for n := range 3 {
			if _, err := writer.Generate(t.Context(), model.Request{Within: 9 * time.Second}, nil); err != nil {
				t.Errorf("text %d: %v", n+1, err)
			}
		}
		if time.Since(began) != 1750*time.Millisecond || s.within[0] != 2*time.Second || s.within[1] != time.Second {
			t.Errorf("three texts took %v, and had %v", time.Since(began), s.within)
		}
		time.Sleep(time.Hour) // is no text's
		if _, err := writer.Generate(t.Context(), model.Request{Within: time.Hour}, nil); err != nil || s.within[3] != 250*time.Millisecond {
			t.Errorf("the fourth had %v: %v", s.within[3], err)
		}
		patient := &hurried{Generator: waits{}, left: mostWording}
		for range 2 {
			if _, err := patient.Generate(t.Context(), model.Request{}, nil); !errors.Is(err, model.Timeout) {
				t.Error(err)
			}
		}
		if took := time.Since(began); took != time.Hour+3875*time.Millisecond {
			t.Errorf("a patient one took until %v", took)
		}
		if g.writer(event.MainPart) != model.Generator(s) {
			t.Error("other texts are hurried")
		}
	})
}

// waits is a patient generator.
type waits struct{}

func (waits) Name() string { return "patient" }

func (waits) Generate(ctx context.Context, _ model.Request, _ func(model.Piece)) (model.Answer, error) {
	<-ctx.Done()
	return model.Answer{}, &model.Error{Generator: "patient", Kind: model.Timeout, Message: "it was not done in time"}
}
