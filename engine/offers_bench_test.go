package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
)

// crowded is a harbour of many people and much lore, late in a story: six of them and the
// player on the quay, hundreds of deeds remembered, and as much heard.
func crowded(t testing.TB, people, sentences, memories int) *resolving {
	t.Helper()
	files := but(talkative(t), "world/places.json", harbour["world/places.json"])
	for i := range people {
		place := "inn"
		if i < 6 {
			place = "quay"
		}
		files[fmt.Sprintf("characters/npcs/p%d/profile.json", i)] = fmt.Sprintf(`{"name": "Person Nr%d Vane", "role": "net maker", "personality": {}, "place": %q}`, i, place)
	}
	var lore strings.Builder
	for i := range sentences {
		lore.WriteString(sold(i, people) + "\n\n")
	}
	files["lore/oil.md"] = "---\ntitle: The oil\naudience: [public]\n---\n" + lore.String()
	turn := standing(t, written(t, files), "quay", 10*60)
	turn.acquaint()
	for i := range 8 {
		turn.opens(fmt.Sprintf("t%d", i), fmt.Sprintf("Who sold the oil of the year %d?", 1500+i))
	}
	for i := range memories {
		who := fmt.Sprintf("p%d", i%max(1, people))
		turn.did(action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef(who)}, Topic: action.TopicRef(fmt.Sprintf("the-oil-of-%d", i))},
			memory{Topic: world.Subject{ID: fmt.Sprintf("the-oil-of-%d", i)}, Place: "quay", Characters: []string{"player", who}})
		if i < sentences && i%2 == 0 {
			turn.learn(world.Piece{ID: fmt.Sprintf("lore/oil.md#%d", i+1), Content: sold(i, people), Speaker: "p0"}, "")
		}
	}
	return turn.later(1)
}

// sold is a sentence of the crowded harbour's lore.
func sold(i, people int) string {
	return fmt.Sprintf("In the year %d Person Nr%d Vane sold %d tons of oil to the chandler of the Long Quay.", 1500+i, i%max(1, people), i)
}

func BenchmarkOffers(b *testing.B) {
	turn := crowded(b, 300, 400, 400)
	b.ReportMetric(float64(len(turn.offers())), "offers")
	b.ReportAllocs()
	for b.Loop() {
		turn.offers()
	}
}

func BenchmarkChoicesInput(b *testing.B) {
	turn := crowded(b, 300, 400, 400)
	turn.set = usual()
	all := turn.offers()
	b.ReportAllocs()
	for b.Loop() {
		turn.closes().choicesInput(&menu{}, 4, all)
	}
}

// What is offered grows with what is at hand, and not with how much a campaign holds.
func TestOffersAreBounded(t *testing.T) {
	few, many := crowded(t, 8, 10, 5).offers(), crowded(t, 60, 120, 60).offers()
	if len(many) > 2*len(few) || len(many) > 300 {
		t.Errorf("%d offers, and %d in a large campaign", len(few), len(many))
	}
}
