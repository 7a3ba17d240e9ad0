package mind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// Where somebody has something from goes on beyond what was said to be heard: to what the speaker
// had learned before; a lie ends with who made it up, and a secret that comes out with whose it was.
func TestGroundsOfWhatIsSaid(t *testing.T) {
	story := harbour()
	claims := func(claim, speaker, to, truth, content string, more event.Data) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": content, "truth": truth, "to": []string{to}}
		for name, value := range more {
			data[name] = value
		}
		story.happens(event.ClaimMade, only(event.CharacterID(speaker), event.CharacterID(to)), data)
	}
	story.happens(event.FactEstablished, nil, event.Data{"fact": "sold", "content": "The keeper sold the oil."})
	story.happens(event.FactLearned, nil, event.Data{"who": "keeper", "fact": "sold", "source": "witnessed"})
	claims("stolen", "keeper", "honor", "lie", "The oil was stolen.", event.Data{"fact": "sold"})
	claims("again", "honor", "ines", "sincere", "The oil was stolen.", event.Data{"fact": "sold"}) // she does not say from whom
	claims("ship", "tobias", "ines", "lie", "A ship has come in.", nil)
	claims("tides", "tobias", "ines", "rumour", "The tide comes late.", event.Data{"source": "lore/tides.md"})
	story.happens(event.FactEstablished, nil, event.Data{"fact": "hidden", "content": "Honor hides the burner."})
	story.happens(event.FactLearned, nil, event.Data{"who": "honor", "fact": "hidden", "source": "witnessed"})
	story.happens(event.SecretRevealed, only("player", "honor"), event.Data{"fact": "hidden", "whose": "honor"})
	story.happens(event.FactEstablished, nil, event.Data{"fact": "fog", "content": "There was fog."})
	claims("fog-1", "tobias", "player", "guess", "There was fog.", event.Data{"fact": "fog"})
	story.happens(event.FactLearned, nil, event.Data{"who": "tobias", "fact": "fog", "source": "inferred"})
	minds := &story.minds
	for _, c := range []struct{ fact, who, want string }{
		{"fog", "player", `player told tobias "There was fog." guess; tobias ungrounded "There was fog." guess`}, // as it was then
		{"fog", "tobias", `tobias inferred "There was fog."`},
		{"sold", "ines", `ines told honor "The oil was stolen." sincere; honor told keeper "The oil was stolen." lie; keeper witnessed "The keeper sold the oil."`},
		{"A ship", "ines", `ines told tobias "A ship has come in." lie; tobias ungrounded "A ship has come in." lie`},
		{"ship", "tobias", `tobias ungrounded "A ship has come in." lie`},
		{"lore/tides.md", "ines", `ines told tobias "The tide comes late." rumour; tobias ungrounded "The tide comes late." rumour lore/tides.md`},
		{"burner", "player", `player discovered honor "Honor hides the burner."; honor witnessed "Honor hides the burner."`},
		{"sold", "keeper", `keeper witnessed "The keeper sold the oil."`},
		{"sold", "tobias", ""},
	} {
		why, err := minds.Why(c.fact, event.CharacterID(c.who))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, reason := range why.Reasons {
			for _, hop := range reason {
				got = append(got, strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %q %s %s", hop.Who, hop.How, hop.From, hop.Content, hop.Truth, hop.Source)), " "))
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s knows %s by\n\t%s\nnot\n\t%s", c.who, c.fact, text, c.want)
		}
	}
	// Who kept a secret sees, too, to whom it came out.
	if known := minds.Known("honor"); known[len(known)-1].Fact != "hidden" || !slices.Equal(known[len(known)-1].KnownTo, []event.CharacterID{"player"}) {
		t.Errorf("Honor knows %+v", known)
	}
	// That it was a lie, the listener's own list does not say.
	for _, k := range minds.Known("honor") {
		if k.Truth == action.Lie {
			t.Errorf("Honor knows for a lie: %+v", k)
		}
	}
}

// What is meant is found by its id and by its words; what is not there, or may be several,
// is said with what there is.
func TestNamingFacts(t *testing.T) {
	story := harbour()
	story.happens(event.FactEstablished, nil, event.Data{"fact": "lamp-out", "content": "The lamp\nis out."})
	story.happens(event.FactEstablished, nil, event.Data{"fact": "lamp-lit", "content": "The lamp is lit."})
	story.happens(event.EntityAdded, nil, event.Data{"entity": "pask", "type": "person", "name": "Lucian Pask"})
	story.happens(event.FactLearned, nil, event.Data{"who": "pask", "fact": "lamp-lit", "source": "inferred"})
	minds := &story.minds
	for _, c := range []struct{ named, want, wrong string }{
		{"lamp-out", "lamp-out", ""}, {"IS  LIT", "lamp-lit", ""}, {"the lamp is out.", "lamp-out", ""}, {"1", "lamp-lit", ""},
		{"the lamp", "", `"the lamp" may be several: “The lamp is lit.” (lamp-lit), “The lamp is out.” (lamp-out); say more of its words, or give its id`},
		{"lamp-uot", "", `the story has no fact and no claim "lamp-uot"; did you mean “The lamp is out.” (lamp-out)?`},
		{"somebody put it out.", "", `; did you mean “The lamp is out.” (lamp-out)?`},
		{"xyzzy", "", `the story has no fact and no claim "xyzzy"`}, {"", "", `no claim ""`},
		{"2", "", "pask knows nothing of number 2; there are 1"}, {"-1", "", "of number -1"},
		{strings.Repeat("x", 1<<20), "", "xxx…\""},
	} {
		got, err := minds.Why(c.named, "pask")
		if got.Fact != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%.40q is %q, %v", c.named, got.Fact, err)
		}
	}
}
