package grammar_test

import (
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

// One table of names serves all three directions.
func Example() {
	names := grammar.Table{
		"person:ines":   {Text: "Ines Vane", Pronouns: "she/her"},
		"topic:the-oil": {Text: "the oil"},
	}
	ask := action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("the-oil")}

	fmt.Println(grammar.Say(ask, names))
	fmt.Println(grammar.Tell(ask, action.Outcome{Grade: action.Failure}, names, grammar.Voice{Tense: english.Past}))
	fmt.Println(grammar.Read("what does she know of the oil?", []action.Action{ask}, names).Action.ID())
	// Output:
	// Ask Ines Vane about the oil
	// You asked Ines Vane about the oil; she would not say.
	// ask:ines#the-oil
}

// The same deed in any person and tense.
func ExampleTell() {
	names := grammar.Table{"place:quay": {Text: "The quay"}, "item:burner": {Text: "a brass burner"}}
	search := action.Action{By: action.Player, Kind: action.Search, Place: action.PlaceRef("quay")}
	found := action.Outcome{Grade: action.Success, Changes: []action.Change{{Kind: action.Gained, Who: action.Player, What: action.ItemRef("burner")}}}

	fmt.Println(grammar.Tell(search, found, names, grammar.Voice{Tense: english.Past}))
	fmt.Println(grammar.Tell(search, found, names, grammar.Voice{Person: english.First}))
	fmt.Println(grammar.Tell(search, action.Outcome{Grade: action.Failure}, names, grammar.Voice{Person: english.Third, Name: "Mara", Tense: english.Past}))
	// Output:
	// You searched the quay and found the brass burner.
	// I search the quay and find the brass burner.
	// Mara searched the quay and found nothing.
}

// Others act in the same type as the player.
func ExampleTell_another() {
	names := grammar.Table{"person:tobias": {Text: "Tobias", Pronouns: "he/him"}, "topic:lock": {Text: "who oiled the lock"}}
	asked := action.Action{By: action.PersonRef("tobias"), Kind: action.Ask, To: []action.Ref{action.Player}, Topic: action.TopicRef("lock")}

	fmt.Println(grammar.Tell(asked, action.Outcome{}, names, grammar.Voice{Tense: english.Past}))
	fmt.Println(grammar.Tell(asked, action.Outcome{}, names, grammar.Voice{Person: english.Third, Name: "Mara"}))
	// Output:
	// Tobias asked you who oiled the lock.
	// Tobias asks Mara who oiled the lock.
}

func ExampleClause() {
	names := grammar.Table{"place:quay": {Text: "the quay"}, "topic:the-oil": {Text: "the oil"}}
	visit := action.Action{By: action.Player, Kind: action.Go, Place: action.PlaceRef("quay"), Topic: action.TopicRef("the-oil")}

	for _, form := range []grammar.Form{grammar.Past, grammar.Perfect, grammar.Gerund} {
		fmt.Println(grammar.Clause(visit, names, grammar.Voice{}, form))
	}
	// Output:
	// you went to the quay and asked about the oil
	// you have gone to the quay and asked about the oil
	// going to the quay and asking about the oil
}

// A line means one action, or is answered by a question or a refusal; never is it taken for
// another deed.
func ExampleReader() {
	names := grammar.Table{
		"person:ines":   {Text: "Ines Vane", Pronouns: "she/her"},
		"person:tobias": {Text: "Tobias", Pronouns: "he/him"},
		"topic:the-oil": {Text: "the oil"},
	}
	ask := func(id string) action.Action {
		return action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef(id)}, Topic: action.TopicRef("the-oil")}
	}
	reader := grammar.NewReader([]action.Action{ask("ines"), ask("tobias")}, names)

	for _, line := range []string{"please ask him about the oil", "ask about the oil", "ask bob about the oil", "don't ask ines", "ask ines about the oil and go home"} {
		switch r := reader.Read(line); {
		case r.Found:
			fmt.Println(grammar.Say(r.Action, names))
		case len(r.Among) > 0:
			fmt.Println("Which?", grammar.Say(r.Among[0], names), "/", grammar.Say(r.Among[1], names))
		default:
			fmt.Println(r.Refusal)
		}
	}
	// Output:
	// Ask Tobias about the oil
	// Which? Ask Ines Vane about the oil / Ask Tobias about the oil
	// There is nobody called "bob" here to ask.
	// Say what you do, not what you leave undone.
	// One deed at a time, please: first "ask ines about the oil"?
}

// A thread's title as a topic.
func ExampleTopic() {
	for _, title := range []string{"Why is the Tooth dark?", "Who paid for the oil?", "How did the fire start?", "The tower is cold", "Is the oath still binding?"} {
		fmt.Printf("%q\n", grammar.Topic(title))
	}
	// Output:
	// "why the Tooth is dark"
	// "who paid for the oil"
	// "how the fire started"
	// "the tower"
	// ""
}
