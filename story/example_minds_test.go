package story_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// The hearsay story: Honor saw that the lamp was out, told Ines, and Ines told Mira. Each knows it
// in their own way and from their own source; why leads back to who saw it.
func ExampleMinds_Why() {
	turn, happens := harbour()
	happens(event.FactEstablished, nil, event.Data{"fact": "lamp-out", "content": "The lamp is out."})
	happens(event.FactLearned, nil, event.Data{"who": "honor", "fact": "lamp-out", "source": "witnessed"})
	tells := func(claim, heard, speaker, to, content string) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": content, "truth": "sincere", "to": []string{to}}
		if heard != "" {
			data["heard"] = heard
		} else {
			data["fact"] = "lamp-out"
		}
		happens(event.ClaimMade, only(event.CharacterID(speaker), event.CharacterID(to)), data)
	}
	tells("claim-1", "", "honor", "ines", "The lamp is out.")
	tells("claim-2", "claim-1", "ines", "player", "They say the lamp has gone out.")
	minds := mindsOf(turn)

	for _, who := range []event.CharacterID{"honor", "ines", "player", "tobias"} {
		printKnown(turn.State(), minds, who)
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
	turn, happens := harbour()
	happens(event.ClaimMade, &event.Perception{
		WitnessedBy:      []event.CharacterID{"ines", "player", "tobias"},
		ApparentAudience: []event.CharacterID{"honor", "ines", "player"},
		Noticed:          map[event.CharacterID][]event.CharacterID{"player": {"tobias"}},
	}, event.Data{"claim": "claim-1", "speaker": "ines", "content": "The oil is in the chapel.", "truth": "sincere", "to": []string{"player"}})
	minds := mindsOf(turn)

	for _, who := range []event.CharacterID{"player", "ines", "tobias", "honor"} {
		printKnown(turn.State(), minds, who)
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

// mindsOf are those after a turn, which is committed.
func mindsOf(turn *story.Turn) *story.Minds {
	if _, err := turn.Commit(context.Background()); err != nil {
		panic(err)
	}
	minds, err := turn.State().Minds(context.Background())
	if err != nil {
		panic(err)
	}
	return minds
}

// printKnown prints what somebody knows, how, from whom, and of whom they think so.
func printKnown(s *story.State, minds *story.Minds, who event.CharacterID) {
	fmt.Println(s.Name(string(who)), "knows")
	for _, k := range minds.Known(who) {
		how := string(k.How)
		if k.From != "" {
			how += " by " + s.Name(string(k.From))
		}
		fmt.Printf("  %q, %s, and thinks so of %v\n", k.Content, how, k.KnownTo)
	}
}
