package story_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// only is the perception of what some people perceive, and all of them know that.
func only(who ...event.CharacterID) *event.Perception {
	return (&event.Perception{WitnessedBy: who, ApparentAudience: who}).Sorted()
}

// harbour is a story at a quay, with Ines and Tobias there and Honor in the chapel, and a
// function that lets something happen in it and says where it is in the log.
func harbour() (*story.Turn, func(event.Kind, *event.Perception, event.Data) event.Position) {
	save, err := persistence.New(mem.New(), nil).Create(context.Background(), "monday", "p-1")
	if err != nil {
		panic(err)
	}
	p, err := story.Open(context.Background(), save)
	if err != nil {
		panic(err)
	}
	turn := p.Begin("turn-1")
	happens := func(kind event.Kind, perceived *event.Perception, data event.Data) event.Position {
		position, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Perception: perceived, Data: data})
		if err != nil {
			panic(err)
		}
		return position
	}
	happens(event.PlaythroughStarted, nil, event.Data{
		"campaign": "harbour", "version": "1", "digest": "",
		"persona": strictjson.Object{"name": "Mira", "pronouns": "she", "place": "quay"}, "parameters": strictjson.Object{},
	})
	for _, e := range [][4]string{
		{"quay", "place", "the quay", ""}, {"chapel", "place", "the chapel", ""},
		{"ines", "person", "Ines", "quay"}, {"tobias", "person", "Tobias", "quay"}, {"honor", "person", "Honor", "chapel"}, {"keeper", "person", "the keeper", ""},
	} {
		data := event.Data{"entity": e[0], "type": e[1], "name": e[2], "attributes": strictjson.Object{}}
		if e[1] == "person" {
			data["attributes"] = strictjson.Object{"pronouns": "she"}
		}
		if e[3] != "" {
			data["place"] = e[3]
		}
		happens(event.EntityAdded, nil, data)
	}
	happens(event.TurnOpened, nil, event.Data{"turn": "turn-1", "number": 1, "seed": "s"})
	return turn, happens
}

// At the quay Mira, who is played, asks Ines quietly about the oil. Tobias stands by: he
// sees that she asks, and does not hear what Ines says. That the asking brought something
// is a change of its outcome, held by the event that he did not perceive.
func ExampleView() {
	turn, happens := harbour()
	happens(event.TopicRaised, only("player", "ines", "tobias"), event.Data{"topic": "the-oil", "words": "the oil", "by": "player"})
	told := happens(event.ClaimMade, only("player", "ines"), event.Data{
		"claim": "claim-1", "speaker": "ines", "content": "The keeper sold the oil.", "truth": "sincere", "to": []string{"player"},
	})
	asks := action.Action{
		By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")},
		Topic: action.TopicRef("the-oil"), Manner: action.Quietly,
	}
	outcome := action.Outcome{Changes: []action.Change{
		{Kind: action.Learned, Who: action.Player, What: action.Ref{Kind: action.Said, ID: "claim-1"}, Event: int64(told)},
	}}
	happens(event.Acted, only("player", "ines", "tobias"), event.Data{
		"action": asks.Object(), "outcome": outcome.Object(), "significance": "low",
	})

	for _, who := range []event.CharacterID{"player", "ines", "tobias", "honor"} {
		view := turn.State().As(who)
		fmt.Println(view.Name(string(who)))
		for _, entry := range view.Journal(0) {
			fmt.Println("  perceived:", view.EntryWords(&entry))
		}
		for _, piece := range view.Pieces() {
			fmt.Println("  knows that", piece.Speaker, "says:", piece.Content)
		}
	}
	// Output:
	// Mira
	//   perceived: Ines says: “The keeper sold the oil.”
	//   perceived: You quietly asked Ines about the oil, and she told you what she knew.
	//   knows that ines says: The keeper sold the oil.
	// Ines
	//   perceived: Ines says: “The keeper sold the oil.”
	//   perceived: Mira quietly asked Ines about the oil, and Ines told her what Ines knew.
	//   knows that ines says: The keeper sold the oil.
	// Tobias
	//   perceived: Mira quietly asked Ines about the oil.
	// Honor
}

// What Ines tells is a claim of hers. She has it from Honor, and Honor from the keeper, who
// lied: the chain goes with it, the first to have said it last. That it was a lie, the
// keeper alone knows; and who was not told knows nothing of it.
func ExampleView_Pieces() {
	turn, happens := harbour()
	says := func(claim, speaker, heard, truth string, to event.CharacterID) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": "The oil was stolen.", "truth": truth, "to": []string{string(to)}}
		if heard != "" {
			data["heard"] = heard
		}
		happens(event.ClaimMade, only(event.CharacterID(speaker), to), data)
	}
	says("claim-1", "keeper", "", "lie", "honor")
	says("claim-2", "honor", "claim-1", "sincere", "ines")
	says("claim-3", "ines", "claim-2", "rumour", "player")

	for _, who := range []event.CharacterID{"keeper", "honor", "player", "tobias"} {
		view := turn.State().As(who)
		fmt.Printf("%s knows %d:\n", view.Name(string(who)), len(view.Pieces()))
		for _, piece := range view.Pieces() {
			fmt.Printf("  %s says so, %s, through %v\n", view.Name(string(piece.Speaker)), piece.Truth, piece.Chain)
		}
	}
	// Output:
	// the keeper knows 1:
	//   the keeper says so, lie, through [keeper]
	// Honor knows 2:
	//   the keeper says so, sincere, through [keeper]
	//   Honor says so, sincere, through [honor keeper]
	// Mira knows 1:
	//   Ines says so, rumour, through [ines honor keeper]
	// Tobias knows 0:
}
