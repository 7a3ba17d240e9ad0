package story_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func TestWhatARollbackWouldLeave(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		play(t, p, "one")
		before := p.Where().Position
		play(t, p, "two")
		turn := openTurn(t, p)
		add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "The oil is gone."})
		add(t, turn, event.FactLearned, event.Data{"who": "ines", "fact": "ned/oil", "source": "inferred"})
		add(t, turn, event.ItemGained, event.Data{"who": "player", "item": "lamp", "count": 1})
		add(t, turn, event.ItemLost, event.Data{"who": "player", "item": "rope", "count": 1})
		add(t, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": 1000, "significance": "low"})
		commit(t, turn)

		impact, err := p.RollbackImpact(t.Context(), endOf(t, p, 1))
		must(t, err)
		want := story.Impact{
			Events: int(p.Where().Position - before), Turns: 2, Messages: 1, Memories: 1, Relations: 1, Items: 2,
			Knowledge: map[event.CharacterID]int{"ines": 1},
		}
		if impact.Events != want.Events || impact.Turns != want.Turns || impact.Messages != want.Messages || impact.Memories != want.Memories ||
			impact.Relations != want.Relations || impact.Items != want.Items || !maps.Equal(impact.Knowledge, want.Knowledge) {
			t.Errorf("it would leave %+v, not %+v", impact, want)
		}

		was := p.State()
		must(t, rollbackTo(t, p, 1))
		back, err := p.SwitchImpact(t.Context(), event.Trunk)
		must(t, err)
		if back.Events != 0 || back.Turns != 0 || back.Relations != 1 || back.Items != 2 || len(back.Knowledge) != 0 {
			t.Errorf("to go back to the trunk would leave %+v", back)
		}
		found, err := story.Diff(p.State(), was)
		must(t, err)
		differs := make(map[string]bool)
		for _, d := range found {
			differs[strings.Join(d.Path, ".")] = true
		}
		for _, path := range []string{"relations.ines.player.thousandths", "known.ines.Learned", "turn.Number", "journal.1"} {
			if !differs[path] {
				t.Errorf("it is not said that %s differs: %v", path, found)
			}
		}
		if same, err := story.Diff(was, was); err != nil || len(same) != 0 {
			t.Errorf("a state differs from itself in %v (%v)", same, err)
		}
	})
}
