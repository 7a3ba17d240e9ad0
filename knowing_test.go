package narratoria_test

import (
	"errors"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/story/event"
)

// What characters know is kept like a story, without one, and no story is played in its place; and a
// story that was played is asked like it, each of its people for themselves.
func TestKnowledgeAlone(t *testing.T) {
	p := open(t, narratoria.Options{Data: t.TempDir()})
	ctx := t.Context()
	var take knowledge.TakeID
	must(t, p.Knowledge(ctx, "minds", func(b *knowledge.Base) (err error) {
		must(t, b.RegisterCharacter(ctx, knowledge.Character{ID: "ada", Name: "Ada"}))
		must(t, b.CreateMoment(ctx, knowledge.Moment{ID: "m1", Sequence: 1}))
		if take, err = b.CreateTake(ctx, knowledge.NewTake{}); err != nil {
			return err
		}
		_, err = b.EmbedMemory(ctx, knowledge.NewMemory{Character: "ada", Text: "The lamp went out.", Moment: "m1", Take: take, Kind: event.Perceiving})
		return err
	}))
	for range 2 {
		must(t, p.Knowledge(ctx, "minds", func(b *knowledge.Base) error {
			s, err := b.QueryState(ctx, knowledge.Query{Character: "ada", Moment: "m1", Take: take, Text: "the lamps"})
			if err == nil && len(s.Memories) != 1 {
				t.Errorf("Ada remembers %+v", s.Memories)
			}
			return err
		}))
		if _, err := p.Start(ctx, narratoria.GameOptions{Campaign: "minimal", Story: "minds"}); err == nil {
			t.Fatal("a story is played in its place")
		}
	}
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "played", Seed: "5"})
	_, err := plays(ctx, g, 5, 4)
	must(t, err)
	must(t, g.Close(ctx))
	must(t, p.Knowledge(ctx, "played", func(b *knowledge.Base) error {
		for who, facts := range map[knowledge.CharacterID]bool{event.Player: true, "ines": true} {
			s, err := b.QueryState(ctx, knowledge.Query{Character: who, Take: event.Trunk})
			if err != nil || (len(s.Facts) > 0) != facts || who == event.Player && len(s.Memories) == 0 {
				t.Errorf("%s knows %+v and remembers %+v (%v)", who, s.Facts, s.Memories, err)
			}
		}
		return nil
	}))
	if err := p.Knowledge(ctx, "../x", func(*knowledge.Base) error { return nil }); err == nil {
		t.Error("a save of any name")
	}
	failed := errors.New("enough")
	if err := p.Knowledge(ctx, "minds", func(*knowledge.Base) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("what goes wrong inside: %v", err)
	}
}
