package engine

import (
	"errors"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/story/event"
)

// An event of the engine's own that the story refuses is an error of the turn, and nothing
// of the turn is written; what a campaign wants and cannot have is left out of it.
func TestARefusedEventIsAnErrorOfTheTurn(t *testing.T) {
	g := at(t, written(t, harbour)).open()
	record := must(t, g, "")
	picked := record.Choices[0]
	before := g.story.State().Position

	faulty := g.begun()
	if err := faulty.choose(chosen{Choice: &picked}); err != nil {
		t.Fatal(err)
	}
	faulty.happen()
	faulty.add(event.FactLearned, event.Data{"who": "player", "fact": "nothing-of-the-kind", "source": string(event.Discovered)})
	_, err := write(t.Context(), faulty.turn, closed{})
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok || refused.Turn != 2 || !strings.Contains(err.Error(), "nothing-of-the-kind") || !strings.Contains(err.Error(), "choose otherwise") {
		t.Errorf("got %v", err)
	}
	if now := g.story.State().Position; now != before {
		t.Errorf("the story went on from %d to %d", before, now)
	}

	author := g.begun()
	if err := author.choose(chosen{Choice: &picked}); err != nil {
		t.Fatal(err)
	}
	author.happen()
	author.apply([]effect.Effect{effect.Reveal{Person: "ines", Secret: "nothing-of-the-kind"}, effect.Gain{Item: "key"}})
	if _, err := write(t.Context(), author.turn, closed{}); err != nil {
		t.Errorf("what an author wants keeps the turn from being told: %v", err)
	}
	if g.story.State().Turn.Number != 2 {
		t.Errorf("the story is at turn %d", g.story.State().Turn.Number)
	}
}
