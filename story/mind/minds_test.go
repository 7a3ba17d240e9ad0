package mind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Whoever stands together with whom, each thing that is said has its own listeners: audiences that
// are alike share memory, and those that are not do not.
func TestEachSayingHasItsAudience(t *testing.T) {
	story := harbour()
	says := func(claim string, p event.Perception) {
		story.happens(event.ClaimMade, p.Sorted(), event.Data{"claim": claim, "speaker": "ines", "content": claim, "truth": "sincere", "to": []string{"player"}})
	}
	there, open := []event.CharacterID{"ines", "player", "tobias"}, []event.CharacterID{"ines", "player"}
	says("seen", event.Perception{WitnessedBy: there, ApparentAudience: open, Noticed: map[event.CharacterID][]event.CharacterID{"player": {"tobias"}}})
	says("unseen", event.Perception{WitnessedBy: there, ApparentAudience: open})
	says("seen again", event.Perception{WitnessedBy: there, ApparentAudience: open, Noticed: map[event.CharacterID][]event.CharacterID{"ines": {"tobias"}}})
	says("openly", event.Perception{WitnessedBy: there, ApparentAudience: there})
	says("unseen again", event.Perception{WitnessedBy: there, ApparentAudience: open})
	var got []string
	for _, k := range story.minds.Known("player") {
		got = append(got, fmt.Sprint(k.Content, k.KnownTo))
	}
	want := []string{"seen[ines tobias]", "unseen[ines]", "seen again[ines]", "openly[ines tobias]", "unseen again[ines]"}
	if !slices.Equal(got, want) {
		t.Errorf("Mira knows %q, not %q", got, want)
	}
	came := story.minds.Came
	if a, b := came[1].Perception, came[4].Perception; a != b {
		t.Error("the same audience is kept twice")
	}
}

// A fact in whose place another holds is said to be superseded to whoever has learned the other, and to
// nobody else; by the latest, where there are several. What was said about it is, too.
func TestFactsThatAreSuperseded(t *testing.T) {
	story := harbour()
	for _, f := range [][2]string{{"lit", ""}, {"out", "lit"}, {"lit-again", "out"}, {"broken", "lit"}} {
		story.happens(event.FactEstablished, nil, event.Data{"fact": f[0], "content": f[0], "supersedes": f[1]})
	}
	learns := func(who string, facts ...string) {
		for _, fact := range facts {
			story.happens(event.FactLearned, nil, event.Data{"who": who, "fact": fact, "source": "witnessed"})
		}
	}
	learns("ines", "lit", "broken", "out")
	learns("tobias", "lit", "lit-again")
	learns("honor", "out")
	story.happens(event.ClaimMade, only("ines", "tobias"), event.Data{"claim": "claim-1", "speaker": "tobias", "content": "It is lit.", "truth": "sincere", "fact": "lit"})
	for who, want := range map[event.CharacterID]string{
		"ines": "lit>broken broken> out> It is lit.>broken", "tobias": "lit> lit-again> It is lit.>", "honor": "out>", "player": "",
	} {
		var got []string
		for _, k := range story.minds.Known(who) {
			got = append(got, k.Content+">"+k.Superseded)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s knows %q, not %q", who, text, want)
		}
	}
}

// What was copied stays as it is, whichever of the two goes on.
func TestCopiesOfMinds(t *testing.T) {
	story := harbour()
	learns := func(m *mind.Minds, at event.Position, who, fact string) {
		m.Apply(at, plain(event.FactEstablished, event.Data{"fact": fact, "content": fact}))
		m.Apply(at+1, plain(event.FactLearned, event.Data{"who": who, "fact": fact, "source": "witnessed"}))
	}
	learns(&story.minds, 10, "ines", "oil")
	learns(&story.minds, 12, "ines", "lamp")
	learns(&story.minds, 14, "ines", "key") // there is room behind these
	known := func(m *mind.Minds) string {
		var all []string
		for _, p := range m.Pieces("ines") {
			all = append(all, p.Content)
		}
		return fmt.Sprint(all, len(m.Facts), len(m.Came), m.HasLearned("player", "fog"))
	}
	was := known(&story.minds)
	one := story.minds
	one.Share()
	learns(&one, 20, "ines", "door")
	learns(&one, 22, "player", "fog")
	other := story.minds
	other.Share()
	other.Clip()
	learns(&other, 20, "ines", "bell")
	for _, c := range []struct {
		minds *mind.Minds
		want  string
	}{{&story.minds, was}, {&one, "[oil lamp key door] 5 5 true"}, {&other, "[oil lamp key bell] 4 4 false"}} {
		if got := known(c.minds); got != c.want {
			t.Errorf("known is %s, not %s", got, c.want)
		}
	}
}
