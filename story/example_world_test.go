package story_test

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// stage adds places, people and things to the story at the quay, each "id type name [where]", and gives
// what lets something happen openly: who perceives it follows from where they are.
func stage(entities ...string) (*story.Turn, func(event.Kind, event.Data)) {
	turn, happens := harbour()
	for _, e := range entities {
		words := strings.Split(e, ", ")
		data := event.Data{"entity": words[0], "type": words[1], "name": words[2]}
		if len(words) > 3 {
			data["place"] = words[3]
		}
		happens(event.EntityAdded, nil, data)
	}
	return turn, func(kind event.Kind, data event.Data) { happens(kind, nil, data) }
}

// Sally and Anne: Sally puts a marble into a drawer, shuts it and goes out. Anne takes it out and hides it in
// a box. Sally comes back and thinks that it is in the drawer; Anne knows that she does. The drawer is shut,
// so that coming back tells her nothing; once she opens it, she knows that it is not there.
func ExampleView_Where() {
	turn, happens := stage(
		"nursery, place, the nursery", "drawer, item, a drawer", "box, item, a box", "marble, item, a marble",
		"sally, person, Sally, nursery", "anne, person, Anne, nursery")
	happens(event.ContainerChanged, event.Data{"container": "drawer", "inside": "nursery", "open": true})
	happens(event.ContainerChanged, event.Data{"container": "box", "inside": "nursery", "open": true})
	happens(event.ItemPut, event.Data{"item": "marble", "in": "drawer", "by": "sally"})
	happens(event.ContainerChanged, event.Data{"container": "drawer", "open": false})
	happens(event.Moved, event.Data{"who": "sally", "to": "quay"})
	happens(event.ItemPut, event.Data{"item": "marble", "in": "box", "by": "anne"})
	happens(event.ContainerChanged, event.Data{"container": "box", "open": false})
	happens(event.Moved, event.Data{"who": "sally", "to": "nursery"})

	look := func() {
		sally, anne := turn.State().As("sally"), turn.State().As("anne")
		fmt.Printf("it is in the %s\n", turn.State().World.In("marble"))
		fmt.Printf("Sally thinks: %s; that Anne thinks: %s\n", sally.Where("marble").In, sally.Where("marble", "anne").In)
		fmt.Printf("Anne thinks: %s; that Sally thinks: %s\n", anne.Where("marble").In, anne.Where("marble", "sally").In)
	}
	look()
	happens(event.ContainerChanged, event.Data{"container": "drawer", "open": true})
	fmt.Println("Sally opens the drawer.")
	where := turn.State().As("sally").Where("marble")
	fmt.Printf("Sally knows %v that it is somewhere else: %q\n", where.Known, where.In)
	// Output:
	// it is in the box
	// Sally thinks: drawer; that Anne thinks: drawer
	// Anne thinks: box; that Sally thinks: drawer
	// Sally opens the drawer.
	// Sally knows true that it is somewhere else: ""
}

// The double agent: Vane works for both sides. In the office, with the door shut, Kell hides the list in
// the safe before Vane's eyes. Vane tells Rook in the park that it is in the desk. Rook believes it, Vane knows
// better, and Kell, who was not in the park, thinks of Rook that he knows nothing.
func ExampleView_WhereBelieving() {
	turn, happens := stage(
		"office, place, the office", "park, place, the park", "safe, item, the safe", "desk, item, the desk", "list, item, the list",
		"kell, person, Kell, office", "vane, person, Vane, office", "rook, person, Rook, park")
	for _, container := range []string{"safe", "desk"} {
		happens(event.ContainerChanged, event.Data{"container": container, "inside": "office", "open": container == "safe"})
	}
	happens(event.ItemPut, event.Data{"item": "list", "in": "safe", "by": "kell"})
	happens(event.ContainerChanged, event.Data{"container": "safe", "open": false})
	happens(event.Moved, event.Data{"who": "vane", "to": "park"})
	happens(event.ClaimMade, event.Data{
		"claim": "the-desk", "speaker": "vane", "to": []string{"rook"}, "truth": "lie", "content": "The list is in the desk.", "thing": "list", "at": "desk",
	})
	says := func(who event.CharacterID, others ...event.CharacterID) {
		where := turn.State().As(who).Where("list", others...)
		by := "saw it"
		switch {
		case !where.Known:
			where.In, by = "nowhere", "knows nothing"
		case where.Claim != "":
			by = "was told by " + string(where.From)
		}
		fmt.Println(who, others, where.In, by)
	}
	says("vane")
	says("rook")
	says("vane", "rook")
	says("rook", "vane")
	says("kell", "vane")
	says("kell", "rook")
	says("kell", "vane", "kell")
	// Output:
	// vane [] safe saw it
	// rook [] desk was told by vane
	// vane [rook] desk was told by vane
	// rook [vane] nowhere knows nothing
	// kell [vane] safe saw it
	// kell [rook] nowhere knows nothing
	// kell [vane kell] safe saw it
}

// The eavesdropper: Pike sits in a wardrobe of thin wood with a keyhole, and sees and hears what goes on in the
// cabin. Nobody there sees him. Honor sits on the bed, lost in a book: all take her to hear, and she does not. Ines
// tells Mira where the oil is. Outside, on the quay, nothing is heard.
func ExampleState_Openly() {
	turn, happens := stage("cabin, place, the cabin", "wardrobe, item, a wardrobe", "book, item, a book", "pike, person, Pike, cabin")
	happens(event.ContainerChanged, event.Data{"container": "wardrobe", "inside": "cabin", "sight": "out", "sound": "always"})
	happens(event.Moved, event.Data{"who": "pike", "to": "wardrobe"})
	for _, who := range []string{"honor", "ines", "player"} {
		happens(event.Moved, event.Data{"who": who, "to": "cabin"})
	}
	happens(event.ItemGained, event.Data{"who": "honor", "item": "book", "count": 1})
	happens(event.ActivityChanged, event.Data{
		"who": "honor", "posture": "lying", "doing": "reading", "attention": "all", "attends": []string{"book"}, "holding": []string{"book"},
	})
	said := event.Event{Kind: event.ClaimMade, Data: event.Data{
		"claim": "oil", "speaker": "ines", "to": []string{"player"}, "truth": "sincere", "content": "The oil is under the chapel.",
	}}
	p := turn.State().Openly(said)
	fmt.Println("hear it:", p.WitnessedBy)
	fmt.Println("are taken to:", p.ApparentAudience)
	fmt.Println("who sees Pike:", turn.State().World.SeenBy("pike"))
	fmt.Println("whom Pike sees:", turn.State().World.Beside("pike"))
	happens(said.Kind, said.Data.(event.Data))

	// It is known where Honor was, and what she did is seen by all in the room.
	mira := turn.State().Player()
	for _, p := range mira.People() {
		fmt.Println("Mira knows", p.Name, "in", strings.TrimSpace(fmt.Sprint("the ", p.Place, " ", p.Doing.Posture, " ", p.Doing.Doing)))
	}
	fmt.Println("Ines takes the oil to be known to", turn.State().Minds.Known("ines")[0].KnownTo)
	fmt.Println("Pike takes it to be known to", turn.State().Minds.Known("pike")[0].KnownTo)
	// Output:
	// hear it: [ines pike player]
	// are taken to: [honor ines player]
	// who sees Pike: []
	// whom Pike sees: [honor ines player]
	// Mira knows Honor in the cabin lying reading
	// Mira knows Ines in the cabin
	// Mira knows Tobias in the quay
	// Ines takes the oil to be known to [honor player]
	// Pike takes it to be known to [honor ines player]
}
