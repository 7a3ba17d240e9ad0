package story_test

import (
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// What is relied on grows less with each mouth, with a guess, and with distrust; of what one made up, knows better, or knows to be over
// nothing is left; and what one came by oneself is whole. It goes by what somebody was told, and not by who lied.
func TestHowFarHearsayIsReliedOn(t *testing.T) {
	turn, happens := stage("lamp, item, a lamp")
	said := func(id, heard, fact, speaker, truth, content string, to ...event.CharacterID) {
		data := event.Data{"claim": id, "speaker": speaker, "content": content, "truth": truth}
		if heard != "" {
			data["heard"] = heard
		}
		if fact != "" {
			data["fact"] = fact
		}
		_, err := turn.Add(event.Event{Kind: event.ClaimMade, Actor: event.EngineSelf, Data: data, Perception: only(append(to, event.CharacterID(speaker))...)})
		must(t, err)
	}
	relies := func(who event.CharacterID, content string) int {
		s := turn.State()
		for _, k := range s.Minds.Known(who) {
			if k.Content == content {
				return s.As(who).Reliability(k)
			}
		}
		return -1
	}
	happens(event.FactEstablished, event.Data{"fact": "tide", "content": "The tide is out."})
	happens(event.FactLearned, event.Data{"who": "player", "fact": "tide", "source": "told", "from": "honor"})
	happens(event.FactEstablished, event.Data{"fact": "oil", "content": "The oil is gone."})
	happens(event.FactLearned, event.Data{"who": "ines", "fact": "oil", "source": "witnessed"})
	said("c-1", "", "oil", "ines", "sincere", "The oil is gone.", "tobias")
	said("c-2", "c-1", "oil", "tobias", "sincere", "The oil is gone.", "player")
	said("c-3", "", "", "tobias", "guess", "The lamp is broken.", "player")
	said("c-4", "", "", "tobias", "lie", "A ship came in.", "player", "ines")
	said("c-6", "", "oil", "ines", "sincere", "There is no oil left.", "tobias")
	said("c-5", "", "oil", "player", "lie", "The oil is there.", "ines", "tobias")
	for _, c := range []struct {
		who     event.CharacterID
		content string
		want    int
	}{
		{"ines", "The oil is gone.", 1000}, {"tobias", "The oil is gone.", 800}, {"player", "The oil is gone.", 640},
		{"player", "The lamp is broken.", 400}, {"tobias", "The lamp is broken.", 500},
		{"tobias", "A ship came in.", 0}, {"player", "A ship came in.", 800}, // who made it up alone knows that
		{"ines", "The oil is there.", 0}, {"tobias", "The oil is there.", 800}, // and she alone knows better
		{"ines", "There is no oil left.", 1000}, {"player", "The tide is out.", 800},
	} {
		if got := relies(c.who, c.content); got != c.want {
			t.Errorf("%s relies on %q by %d, not %d", c.who, c.content, got, c.want)
		}
	}
	happens(event.RelationNoted, event.Data{"who": "player", "whom": "ines", "trust": -50_000})
	happens(event.RelationNoted, event.Data{"who": "tobias", "whom": "ines", "trust": 90_000})
	if got := relies("player", "The oil is gone."); got != 320 {
		t.Errorf("whom they trust half who it is from they rely on by %d", got)
	}
	if got := relies("tobias", "The oil is gone."); got != 800 {
		t.Errorf("whom they trust who it is from they rely on by %d", got)
	}
	happens(event.RelationNoted, event.Data{"who": "player", "whom": "tobias", "trust": -100_000})
	if got := relies("player", "The lamp is broken."); got != 0 {
		t.Errorf("whom they do not trust at all they rely on by %d", got)
	}
	happens(event.FactEstablished, event.Data{"fact": "oil-2", "content": "The oil is back.", "supersedes": "oil"})
	happens(event.FactLearned, event.Data{"who": "ines", "fact": "oil-2", "source": "witnessed"})
	if a, b := relies("ines", "The oil is gone."), relies("ines", "The oil is back."); a != 0 || b != 1000 {
		t.Errorf("on what holds no longer she relies by %d, and on what holds by %d", a, b)
	}
}
