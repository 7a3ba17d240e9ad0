package mind_test

import (
	"fmt"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// The hearsay story: Honor saw that the lamp was out, told Ines, and Ines told Mira. Each knows it
// in their own way and from their own source; why leads back to who saw it.
func ExampleMinds_Why() {
	story := harbour()
	story.happens(event.FactEstablished, nil, event.Data{"fact": "lamp-out", "content": "The lamp is out."})
	story.happens(event.FactLearned, nil, event.Data{"who": "honor", "fact": "lamp-out", "source": "witnessed"})
	tells := func(claim, heard, speaker, to, content string) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": content, "truth": "sincere", "to": []string{to}}
		if heard != "" {
			data["heard"] = heard
		} else {
			data["fact"] = "lamp-out"
		}
		story.happens(event.ClaimMade, only(event.CharacterID(speaker), event.CharacterID(to)), data)
	}
	tells("claim-1", "", "honor", "ines", "The lamp is out.")
	tells("claim-2", "claim-1", "ines", "player", "They say the lamp has gone out.")
	minds := &story.minds

	for _, who := range []event.CharacterID{"honor", "ines", "player", "tobias"} {
		printKnown(story, minds, who)
	}
	why, _ := minds.Why("lamp-out", "player")
	fmt.Println("Why Mira thinks so:")
	for _, hop := range why.Reasons[0] {
		fmt.Printf("  %s %s %s: %q\n", hop.Who, hop.How, hop.From, hop.Content)
	}
	who, _ := minds.Who("lamp has gone")
	for _, knower := range who.Knowers {
		fmt.Printf("%s knows it, %s, and thinks so of %v\n", knower.Who, knower.How, knower.KnownTo)
	}
	// Output:
	// Honor knows
	//   "The lamp is out.", witnessed, and thinks so of [ines]
	//   "The lamp is out.", said, and thinks so of [ines]
	// Ines knows
	//   "The lamp is out.", told by Honor, and thinks so of [honor player]
	//   "They say the lamp has gone out.", said, and thinks so of [honor player]
	// Mira knows
	//   "They say the lamp has gone out.", told by Ines, and thinks so of [honor ines]
	// Tobias knows
	// Why Mira thinks so:
	//   player told ines: "They say the lamp has gone out."
	//   ines told honor: "The lamp is out."
	//   honor witnessed : "The lamp is out."
	// honor knows it, witnessed, and thinks so of [ines]
	// ines knows it, told, and thinks so of [honor player]
	// player knows it, told, and thinks so of [honor ines]
}

// The eavesdropper: Ines tells Mira where the oil is. Tobias hears it through the door, and nobody
// takes him to be listening, but Mira sees his shadow. Honor stands beside them, lost in thought:
// they take her to have heard it.
func ExampleMinds_Known() {
	story := harbour()
	story.happens(event.ClaimMade, &event.Perception{
		WitnessedBy:      []event.CharacterID{"ines", "player", "tobias"},
		ApparentAudience: []event.CharacterID{"honor", "ines", "player"},
		Noticed:          map[event.CharacterID][]event.CharacterID{"player": {"tobias"}},
	}, event.Data{"claim": "claim-1", "speaker": "ines", "content": "The oil is in the chapel.", "truth": "sincere", "to": []string{"player"}})
	minds := &story.minds

	for _, who := range []event.CharacterID{"player", "ines", "tobias", "honor"} {
		printKnown(story, minds, who)
	}
	who, _ := minds.Who("claim-1")
	for _, wrong := range who.Mistaken {
		fmt.Printf("%s does not know it, as %v think\n", wrong.Who, wrong.By)
	}
	// Output:
	// Mira knows
	//   "The oil is in the chapel.", told by Ines, and thinks so of [honor ines tobias]
	// Ines knows
	//   "The oil is in the chapel.", said, and thinks so of [honor player]
	// Tobias knows
	//   "The oil is in the chapel.", overheard by Ines, and thinks so of [honor ines player]
	// Honor knows
	// honor does not know it, as [ines player tobias] think
}

// The double agent: Ines tells Tobias where the oil goes, and he passes it on to Honor, whom she does not
// trust. Ines stands behind the door. Tobias has seen her there, and Honor has not; and that he saw her, Ines
// cannot know.
func ExampleMinds_Thinks() {
	story := harbour()
	story.happens(event.ClaimMade, only("ines", "tobias"), event.Data{
		"claim": "claim-1", "speaker": "ines", "content": "The oil goes to the chapel.", "truth": "sincere", "to": []string{"tobias"}})
	story.happens(event.ClaimMade, &event.Perception{
		WitnessedBy:      []event.CharacterID{"honor", "ines", "tobias"},
		ApparentAudience: []event.CharacterID{"honor", "tobias"},
		Noticed:          map[event.CharacterID][]event.CharacterID{"tobias": {"ines"}},
	}, event.Data{"claim": "claim-2", "speaker": "tobias", "content": "Their oil goes to the chapel.", "heard": "claim-1", "truth": "sincere", "to": []string{"honor"}})

	for _, chain := range [][]event.CharacterID{
		{"honor"},
		{"ines", "honor"},                               // she heard it
		{"honor", "ines", "honor"},                      // of a listener she knows nothing
		{"honor", "tobias", "ines"},                     // from whom he has it, he said
		{"tobias", "ines", "honor"},                     // he saw her at the door
		{"tobias", "honor", "ines", "honor"},            // he alone
		{"ines", "tobias", "honor", "tobias"},           // to whom he said it, she heard
		{"ines", "tobias", "ines", "honor"},             // that he saw her, she cannot know
		{"tobias", "ines", "tobias", "honor", "tobias"}, // order 4
		{"tobias", "ines", "tobias", "ines", "honor"},   // he takes her to be sure that nobody saw her
	} {
		fmt.Print(story.name(chain[0]))
		for _, who := range chain[1:] {
			fmt.Print(" thinks that ", story.name(who))
		}
		if beliefs := story.minds.Thinks(chain...); len(beliefs) > 0 {
			fmt.Printf(" knows %q\n", beliefs[0].Content)
		} else {
			fmt.Println(" knows: no")
		}
	}
	// Output:
	// Honor knows "Their oil goes to the chapel."
	// Ines thinks that Honor knows "Their oil goes to the chapel."
	// Honor thinks that Ines thinks that Honor knows: no
	// Honor thinks that Tobias thinks that Ines knows "Their oil goes to the chapel."
	// Tobias thinks that Ines thinks that Honor knows "Their oil goes to the chapel."
	// Tobias thinks that Honor thinks that Ines thinks that Honor knows: no
	// Ines thinks that Tobias thinks that Honor thinks that Tobias knows "Their oil goes to the chapel."
	// Ines thinks that Tobias thinks that Ines thinks that Honor knows: no
	// Tobias thinks that Ines thinks that Tobias thinks that Honor thinks that Tobias knows "Their oil goes to the chapel."
	// Tobias thinks that Ines thinks that Tobias thinks that Ines thinks that Honor knows: no
}

// printKnown prints what somebody knows, how, from whom, and of whom they think so.
func printKnown(s *told, minds *mind.Minds, who event.CharacterID) {
	fmt.Println(s.name(who), "knows")
	for _, k := range minds.Known(who) {
		how := string(k.How)
		if k.From != "" {
			how += " by " + s.name(k.From)
		}
		fmt.Printf("  %q, %s, and thinks so of %v\n", k.Content, how, k.KnownTo)
	}
}

// told is a story while it is told to minds.
type told struct {
	minds mind.Minds
	at    event.Position
	names map[event.CharacterID]string
}

// harbour is a story with five people in it, of whom Mira is played.
func harbour() *told {
	s := &told{names: map[event.CharacterID]string{"player": "Mira", "honor": "Honor", "ines": "Ines", "keeper": "the keeper", "tobias": "Tobias"}}
	s.happens(event.PlaythroughStarted, nil, event.Data{})
	for who, name := range s.names {
		s.happens(event.EntityAdded, nil, event.Data{"entity": string(who), "type": "person", "name": name})
	}
	s.happens(event.TurnOpened, nil, event.Data{"turn": "turn-1", "number": 1, "seed": "s"})
	return s
}

// happens lets something happen, perceived by nobody unless it says by whom.
func (s *told) happens(kind event.Kind, perceived *event.Perception, data event.Data) {
	s.at++
	s.minds.Apply(s.at, event.Event{Kind: kind, Actor: event.EngineSelf, Perception: perceived, Data: data})
}

func (s *told) name(who event.CharacterID) string { return s.names[who] }

// only is an event that some perceive, and know that they all do.
func only(who ...event.CharacterID) *event.Perception {
	return (&event.Perception{WitnessedBy: who, ApparentAudience: who}).Sorted()
}
