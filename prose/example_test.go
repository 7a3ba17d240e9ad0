package prose_test

import (
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

func ExampleCompose() {
	told := prose.Compose(prose.Scene{
		Seed: 11, Style: prose.Terse, Weather: "fog", Part: "night",
		Place: prose.Place{Name: "the Long Quay", Senses: []string{"Halyards slap against bare masts."}},
		Deed: &prose.Deed{
			Action: action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("oil")},
			Names:  grammar.Table{"person:ines": {Text: "Ines"}, "topic:oil": {Text: "who paid for the oil"}},
		},
		People: []prose.Person{{Name: "Ines", Pronouns: "she", Feeling: -40, Lines: map[string][]string{"cold": {"Ask the parish."}}}},
		Memory: &prose.Memory{Summary: "You straightened a pebble on the ninth grave.", Topic: "the ninth grave"},
	})
	fmt.Println(told.Text())
	// Output:
	// You ask Ines who paid for the oil. She wipes the place where your hand has been, and folds the cloth with that side in.
	//
	// Ines hears you to the end, and then says: "Ask the parish."
	//
	// You carry the ninth grave about with you, like a stone in a boot.
}

func ExampleArticle() {
	for _, thing := range []string{"hour", "one-eyed doll", "oilskin", "uniform"} {
		fmt.Println(prose.Article(thing), thing)
	}
	// Output:
	// an hour
	// a one-eyed doll
	// an oilskin
	// a uniform
}
