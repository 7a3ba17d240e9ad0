package mind_test

import (
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// What one knows of another is what is about them of what one learned or was told, and what came out that they had kept to
// themselves. A claim is about whom its own words are, whomever the fact is about that it names.
func TestWhatOneKnowsOfAnother(t *testing.T) {
	story := harbour()
	fact := func(id string, about ...string) {
		story.happens(event.FactEstablished, nil, event.Data{"fact": id, "content": id, "about": about})
	}
	fact("sold", "honor", "lamp")
	fact("kept")
	fact("unknown", "honor")
	story.happens(event.FactLearned, nil, event.Data{"who": "ines", "fact": "sold", "source": "witnessed"})
	story.happens(event.FactLearned, nil, event.Data{"who": "player", "fact": "kept", "source": "inferred"})
	story.happens(event.SecretRevealed, only("honor", "tobias"), event.Data{"fact": "kept", "whose": "honor"})
	says := func(id, speaker, content string, to event.CharacterID, more event.Data) {
		data := event.Data{"claim": id, "speaker": speaker, "content": content, "truth": "sincere", "fact": "sold", "to": []string{string(to)}}
		for field, value := range more {
			data[field] = value
		}
		story.happens(event.ClaimMade, only(event.CharacterID(speaker), to), data)
	}
	says("c-1", "ines", "sold", "player", event.Data{"about": []string{"honor", "lamp"}})
	says("c-2", "ines", "It was the wind.", "tobias", nil)
	says("c-3", "ines", "Mira had the key.", "tobias", event.Data{"about": []string{"player"}})
	says("c-4", "tobias", "Honor is late.", "player", event.Data{"fact": "", "about": []string{"honor", "tobias"}})
	for _, c := range []struct {
		who        event.CharacterID
		whom, want string
	}{
		{"ines", "honor", "[sold]"}, {"ines", "lamp", "[sold]"}, {"ines", "player", "[]"}, {"ines", "ines", "[]"},
		{"tobias", "honor", "[kept]"}, {"tobias", "player", "[Mira had the key.]"}, {"tobias", "lamp", "[]"},
		{"player", "honor", "[sold Honor is late.]"}, {"player", "tobias", "[Honor is late.]"}, {"player", "player", "[]"},
		{"honor", "honor", "[]"}, {"honor", "tobias", "[]"},
	} {
		var got []string
		known := story.minds.Known(c.who)
		for _, i := range story.minds.About(c.who, c.whom) {
			got = append(got, known[i].Content)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s knows of %s %v, not %s", c.who, c.whom, got, c.want)
		}
	}
}
