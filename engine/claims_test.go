package engine

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// What lore has as true is claimed sincerely, and what it has as a rumour as a rumour.
func TestWhatIsOnlySaidIsClaimedAsThat(t *testing.T) {
	for mode, want := range map[string]action.Truth{"STRICT": action.Sincere, "MYTHIC": action.Rumour} {
		files := but(throwing(8), "lore/lamp.md", "---\ntitle: The oil of the lamp\nmode: "+mode+"\naudience: [public]\n---\nThe oil of the lamp was sold to Aldous Coad in October.\n")
		turn := standing(t, written(t, files), "quay", 10*60)
		turn.takes(t, "ask:ines#the-oil-of-the-lamp")
		pieces := turn.view().Pieces()
		if len(pieces) != 1 || pieces[0].Truth != want || pieces[0].Speaker != "ines" {
			t.Errorf("%s: want %s of Ines, got %+v", mode, want, pieces)
		}
	}
}

// What somebody passes on is told with whom they have it from, though the player never
// heard those: Tobias has it from Ines, who said so before the player came.
func TestHearsayKeepsItsChain(t *testing.T) {
	turn := standing(t, written(t, throwing(8)), "chapel", 10*60)
	about := world.Offer{Action: action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef("tobias")}}, Topic: world.SubjectOf("the oil of the lamp")}
	oil := turn.now().Consequences(about).Learns[0]
	turn.movePerson("ines", "inn")
	turn.add(event.ClaimMade, event.Data{"claim": "c", "speaker": "ines", "content": oil.Content, "truth": "sincere", "source": oil.ID, "to": []string{"tobias"}})
	if pieces := turn.view().Pieces(); len(pieces) > 0 {
		t.Fatalf("the player hears it in the chapel: %+v", pieces)
	}
	turn.movePerson("ines", "quay")
	turn.movePlayer("inn", nil)
	turn.takes(t, "ask:tobias#the-oil-of-the-lamp")
	pieces := turn.view().Pieces()
	if len(pieces) != 1 || pieces[0].ID != oil.ID || !slices.Equal(pieces[0].Chain, []event.CharacterID{"tobias", "ines"}) {
		t.Errorf("%+v", pieces)
	}
}
