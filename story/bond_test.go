package story_test

import (
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// What two had between them alone is each one's as far as they noticed: who listened unseen takes nothing from it, and who is
// seen listening does, for whoever sees them.
func TestWhatTwoHaveBetweenThem(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.FactEstablished, event.Data{"fact": "ned/sold", "content": "Ned sold the oil."})
	says := func(claim, speaker, to string, heard *event.Perception) {
		_, err := turn.Add(event.Event{Kind: event.ClaimMade, Actor: event.EngineSelf, Perception: heard, Data: event.Data{
			"claim": claim, "speaker": speaker, "to": []string{to}, "content": claim, "truth": "sincere",
		}})
		must(t, err)
	}
	two, three := []event.CharacterID{"ned", "player"}, []event.CharacterID{"ines", "ned", "player"}
	says("alone", "ned", "player", &event.Perception{WitnessedBy: two, ApparentAudience: two})
	says("overheard", "ned", "player", &event.Perception{WitnessedBy: three, ApparentAudience: two, Noticed: map[event.CharacterID][]event.CharacterID{"player": {"ines"}}})
	says("unnoticed", "ned", "player", &event.Perception{WitnessedBy: three, ApparentAudience: two})
	says("open", "ned", "player", &event.Perception{WitnessedBy: three, ApparentAudience: three})
	_, err := turn.Add(event.Event{Kind: event.SecretRevealed, Actor: event.EngineSelf, Perception: only("ned", "player"), Data: event.Data{"fact": "ned/sold", "whose": "ned"}})
	must(t, err)
	for i, with := range [][]string{{"player", "ned"}, {"ned"}, {"player", "ned", "ines"}, {"player"}, {}} {
		add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint("m-", i), "knower": "player", "words": fmt.Sprint("m-", i), "significance": "low", "characters": with})
	}
	commit(t, turn)
	s := p.State()
	bond := func(who event.CharacterID, whom string) string {
		b := s.As(who).Bond(whom)
		var about, between, alone []string
		for _, k := range b.About {
			about = append(about, k.Content)
		}
		for _, k := range b.Between {
			between = append(between, k.Content)
		}
		for _, m := range b.Alone {
			alone = append(alone, m.Handle)
		}
		return fmt.Sprint(about, between, alone)
	}
	for pair, want := range map[[2]string]string{
		{"player", "ned"}:    "[Ned sold the oil.] [alone unnoticed Ned sold the oil.] [m1 m2]",
		{"ned", "player"}:    "[] [alone overheard unnoticed Ned sold the oil.] []",
		{"ines", "ned"}:      "[] [] []",
		{"player", "ines"}:   "[] [] []",
		{"player", "player"}: "[] [] []",
	} {
		if got := bond(event.CharacterID(pair[0]), pair[1]); got != want {
			t.Errorf("%s has with %s %s, not %s", pair[0], pair[1], got, want)
		}
	}
}
