package story_test

import (
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// The picnic basket: a picnic in the park is planned, with a basket, a blanket and a locket. It begins when Bea and
// Ada are both there. Ada gives Bea the locket for good, and Bea tells her of her sister. When it is over, the
// basket is gone from the world; the locket, what was said and what grew between them stay. Days later they go to
// the harbour, and there is no basket to bring.
func ExampleTurn_Occur() {
	turn, happens := stage("park, place, the park", "basket, item, the basket", "blanket, item, the blanket", "locket, item, a locket",
		"ada, person, Ada, quay", "bea, person, Bea, quay")
	effect := func(kind event.Kind, data map[string]any) any {
		return map[string]any{"kind": string(kind), "data": data}
	}
	happens(event.OccasionPlanned, event.Data{
		"occasion": "picnic", "name": "The picnic", "trigger": "place", "place": "park", "people": []string{"ada", "bea"}, "span": 120,
		"props": []string{"basket", "blanket", "locket"},
		"on_start": []any{
			effect(event.ContainerChanged, map[string]any{"container": "basket", "inside": "park", "open": true}),
			effect(event.ItemPut, map[string]any{"item": "blanket", "in": "park", "by": "ada"}),
			effect(event.ItemPut, map[string]any{"item": "locket", "in": "basket", "by": "ada"}),
		},
		"on_complete": []any{
			effect(event.MemoryKept, map[string]any{"memory": "picnic", "knower": "bea", "words": "Had a picnic with Ada, and told her of my sister.", "significance": "medium"}),
			effect(event.RelationChanged, map[string]any{"who": "ada", "whom": "bea", "by": 20000}),
		},
	})
	occur := func() {
		if err := turn.Occur(); err != nil {
			fmt.Println(err)
		}
	}
	show := func(when string) {
		bea := turn.State().As("bea")
		fmt.Printf("%s: there are %d things here, she carries %v, and the picnic is %s\n",
			when, len(bea.Things()), bea.Items(), turn.State().World.Occasions["picnic"].Stage)
	}
	for _, who := range []string{"ada", "bea"} {
		occur()
		happens(event.Moved, event.Data{"who": who, "to": "park"})
	}
	show("before")
	occur()
	show("at the picnic")
	start := turn.State().World.Occasions["picnic"].Start
	if _, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: "ada", Cause: start, Data: event.Data{"who": "bea", "item": "locket", "count": 1}}); err != nil {
		fmt.Println(err)
	}
	happens(event.ItemGained, event.Data{"who": "ada", "item": "basket", "count": 1})
	happens(event.ClaimMade, event.Data{"claim": "sister", "speaker": "bea", "to": []string{"ada"}, "truth": "sincere", "content": "I have a sister."})
	happens(event.TimePassed, event.Data{"minutes": 130})
	occur()
	show("after it")

	ada, bea := turn.State().As("ada"), turn.State().As("bea")
	fmt.Println("Ada carries", ada.Items(), "and knows:", turn.State().Minds.Known("ada")[0].Content)
	fmt.Println("Bea remembers:", bea.Words(&bea.Memories()[0]))
	fmt.Println("Ada's opinion of Bea:", ada.Bond("bea").Score, "and they last spoke", ada.Bond("bea").Since, "minutes ago")
	for _, who := range []string{"ada", "bea"} {
		happens(event.Moved, event.Data{"who": who, "to": "quay"})
	}
	show("at the harbour")
	// Output:
	// before: there are 0 things here, she carries [], and the picnic is planned
	// at the picnic: there are 3 things here, she carries [], and the picnic is active
	// after it: there are 0 things here, she carries [{locket 1}], and the picnic is completed
	// Ada carries [] and knows: I have a sister.
	// Bea remembers: Had a picnic with Ada, and told her of my sister.
	// Ada's opinion of Bea: 20000 and they last spoke 130 minutes ago
	// at the harbour: there are 0 things here, she carries [{locket 1}], and the picnic is completed
}
