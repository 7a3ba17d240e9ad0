package campaign_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
)

// A town where things can be brought up: with Ines, in the loft, and in thought.
const talkative = `{"beats": [
  {"id": "arrival", "title": "Arrival", "topic": "the dark lamp", "choices": [{"id": "look", "text": "Look at the oil cans", "topic": "the oil"}]},
  {"id": "ines-lamp", "title": "Ines on the lamp", "about": ["the dark lamp"], "people": ["ines"], "prose": ["She looks away."]},
  {"id": "ines-lamp-2", "title": "Ines again", "about": ["The Dark Lamp", "the oil"], "people": ["ines"], "conditions": {"requires_beat": "ines-lamp"}, "prose": ["She has said all."]},
  {"id": "ines-shrugs", "title": "Ines shrugs", "about": ["anything"], "people": ["ines"], "once": false, "prose": ["She shrugs."]},
  {"id": "loft-oil", "title": "A stain", "about": ["the oil"], "place": "loft", "prose": ["A stain, still wet."]},
  {"id": "loft-any", "title": "A window", "about": ["anything"], "place": "loft", "prose": ["The window sticks."]},
  {"id": "thought", "title": "A thought", "about": ["the oil"], "prose": ["Whale or colza?"]}
]}`

func town(t *testing.T) *campaign.Campaign {
	t.Helper()
	c, problems := campaign.Load(fstest.MapFS{
		"manifest.json":                     {Data: []byte(`{"title": "A town", "version": "1.0.0"}`)},
		"world/places.json":                 {Data: []byte(`{"places": [{"id": "loft", "name": "the loft"}]}`)},
		"characters/npcs/ines/profile.json": {Data: []byte(`{"name": "Ines", "role": "netmaker", "personality": {}}`)},
		"plot/beats/town.json":              {Data: []byte(talkative)},
	}, campaign.Options{})
	for _, p := range problems {
		t.Error(p)
	}
	return c
}

// oneOfThem tells the topics of a list, in any case of letters.
func oneOfThem(topics []string) func(string) bool {
	return func(topic string) bool {
		return slices.ContainsFunc(topics, func(t string) bool { return strings.EqualFold(t, topic) })
	}
}

func there(reached map[string]int) *campaign.Progress {
	return &campaign.Progress{Facts: condition.Facts{Scene: 5, Reached: reached, Place: "loft", Present: []string{"ines"}}}
}

func TestWhatIsBroughtUpIsAnswered(t *testing.T) {
	c := town(t)
	ines, loft, thoughts := campaign.Occasion{Person: "ines"}, campaign.Occasion{Place: "loft"}, campaign.Occasion{}
	for _, test := range []struct {
		name   string
		p      *campaign.Progress
		at     campaign.Occasion
		topics []string
		want   string
	}{
		{"what it is about comes before what is about anything", there(nil), ines, []string{"the dark lamp"}, "ines-lamp"},
		{"in any case of letters", there(nil), ines, []string{"The dark Lamp"}, "ines-lamp"},
		{"once", there(map[string]int{"ines-lamp": 3}), ines, []string{"the dark lamp"}, "ines-lamp-2"},
		{"when its conditions hold", there(nil), ines, []string{"the oil"}, "ines-shrugs"},
		{"about anything, and again where it may be", there(map[string]int{"ines-shrugs": 2}), ines, []string{"the weather"}, "ines-shrugs"},
		{"at the place", there(nil), loft, []string{"the oil"}, "loft-oil"},
		{"of nothing in particular", there(nil), loft, nil, "loft-any"},
		{"in thought", there(nil), thoughts, []string{"the oil"}, "thought"},
		{"not twice", there(map[string]int{"thought": 1}), thoughts, []string{"the oil"}, ""},
		{"and of what nobody wrote of, not", there(nil), thoughts, []string{"the dark lamp"}, ""},
		{"nor to somebody else", there(nil), campaign.Occasion{Person: "peder"}, []string{"the oil"}, ""},
		{"nor by who is not there", progress(5, nil), ines, []string{"the dark lamp"}, ""},
	} {
		got := ""
		if b := c.BroughtUp(test.p, test.at, oneOfThem(test.topics)); b != nil {
			got = b.ID
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if diff := cmp.Diff([]string{"The Dark Lamp", "the oil", campaign.AnyTopic}, c.Topics(there(map[string]int{"ines-lamp": 1}), ines)); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
}

// A beat about something is never due by itself, whatever its conditions.
func TestWhatIsAboutATopicWaitsForIt(t *testing.T) {
	c := town(t)
	for _, s := range c.Standings(there(map[string]int{"arrival": 1, "ines-lamp": 2})) {
		want := campaign.Waiting
		if s.Beat.ID == "arrival" || s.Beat.ID == "ines-lamp" {
			want = campaign.Told
		}
		if s.Status != want {
			t.Errorf("%s is %s: %s", s.Beat.ID, s.Status, s.Why)
		}
	}
	p := there(map[string]int{"arrival": 1})
	p.Led = []string{"ines-shrugs"}
	if due := dueBeats(c, p); len(due) != 1 || due[0].ID != "ines-shrugs" {
		t.Errorf("led to it, %v are due", due)
	}
}

// A beat wants quiet where its author says so, or by a word of its mood.
func TestWhichBeatsWantQuiet(t *testing.T) {
	for mood, want := range map[string]bool{"": false, "brisk": false, "grave": true, "Grieving, all of them": true, "held breath": false, "engraved": false, "still": true, "stillness-and-noise": false} {
		if b := (&campaign.Beat{Mood: mood}); b.WantsQuiet() != want {
			t.Errorf("%q: %v", mood, b.WantsQuiet())
		}
	}
	if !(&campaign.Beat{Mood: "brisk", Quiet: true}).WantsQuiet() {
		t.Error("what an author asks for is not given")
	}
}
