package prose_test

import (
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

func ExampleCompose() {
	told := prose.Compose(prose.Scene{
		Seed: 11, Weather: "fog", Part: "night",
		Place: prose.Place{Name: "the Long Quay", ByWeather: map[string][]string{"fog": {"The fog has taken everything past the third bollard."}}},
		Deed: &prose.Deed{
			Action: action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("oil")},
			Names:  grammar.Table{"person:ines": {Text: "Ines"}, "topic:oil": {Text: "who paid for the oil"}},
		},
		People:  []prose.Person{{Name: "Ines", Pronouns: "she", Concerned: true, Mannerisms: []string{"{name} keeps turning a net needle over in her fingers."}}},
		Learned: []prose.Learned{{Text: "The oil was entered twice, in ink and in pencil.", Speaker: "Ines"}},
	})
	fmt.Println(told.Text())
	// Output:
	// "The oil was entered twice, in ink and in pencil," says Ines.
	//
	// Ines keeps turning a net needle over in her fingers. The fog has taken everything past the third bollard.
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
