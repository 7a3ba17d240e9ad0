package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/rules"
)

// At a first meeting npc-perception is told what can be seen of the player in words,
// and what the person likes and dislikes in words that these can meet.
func TestFirstMeetingsAreOfWords(t *testing.T) {
	files := but(stats(10, `"sea-legs"`),
		"characters/npcs/ines/profile.json", `{"name": "Ines Vane", "role": "net maker", "personality": {"virtues": ["brave in boats"], "flaws": ["proud"]}, "place": "quay", "likes": ["sea legs"], "dislikes": ["rope"]}`,
		"characters/npcs/tobias/profile.json", `{"name": "Tobias Orr", "role": "keeper", "personality": {"virtues": ["loves boats and every thing that floats"], "flaws": ["hates being tied with ropes"]}, "motivations": ["To climb"], "place": "quay"}`)
	files["characters/player/template.json"] = strings.Replace(files["characters/player/template.json"], `"preset"`, `"starting_items": ["rope"], "preset"`, 1)
	asked := map[string]protocol.Object{}
	g := at(t, written(t, files)).with(map[string]func(a *act) error{
		"npc-perception/initialize-perception": func(a *act) error { asked[strictjson.AsString(a.input["npc"])] = a.input; return nil },
	}).open()
	must(t, g, "")
	for who, want := range map[string][2]int{"ines": {1, 1}, "tobias": {2, 1}} {
		in := asked[who]
		seen := append(strictjson.AsStrings[string](in["traits"]), strictjson.AsStrings[string](in["equipment"])...)
		met := func(tastes []string) (n int) {
			for _, liking := range tastes {
				if slices.ContainsFunc(seen, func(s string) bool { return rules.Fits([]string{liking}, s) }) {
					n++
				}
			}
			return n
		}
		if got := [2]int{met(strictjson.AsStrings[string](in["likes"])), met(strictjson.AsStrings[string](in["dislikes"]))}; got != want {
			t.Errorf("%s: %v tastes are met, want %v: %s", who, got, want, strictjson.Append(nil, in))
		}
	}
}

// An opinion that an author wrote is the first impression, also where it is 0.
func TestWrittenDispositionIsNoFirstMeeting(t *testing.T) {
	for disposition, want := range map[string]bool{`, "disposition": 0`: false, `, "disposition": -5`: false, ``: true} {
		asked := false
		b := at(t, written(t, but(harbour, "characters/npcs/ines/profile.json",
			`{"name": "Ines Vane", "role": "net maker", "personality": {}, "place": "quay"`+disposition+`}`))).with(map[string]func(a *act) error{
			"npc-perception/initialize-perception": func(a *act) error { asked = true; return nil },
		})
		g := b.open()
		must(t, g, "")
		if begun := g.story.State().Relations; asked != want {
			t.Errorf("%q: a first impression is made: %v (%v)", disposition, asked, fmt.Sprint(begun))
		}
	}
}

// Of the sample campaign's people each has a taste that what players may be or carry
// meets, one way or the other.
func TestSampleTastesFit(t *testing.T) {
	c := sample(t, "grey-harbour")
	var seen []string
	for _, trait := range c.Player.Traits {
		seen = append(seen, trait.Name+": "+strings.Join(trait.Words, ", "))
	}
	for _, id := range c.Player.StartingItems {
		if item, ok := c.Item(id); ok {
			seen = append(seen, item.Name)
		}
	}
	for i := range c.People {
		p := &c.People[i]
		if len(p.Likes) == 0 || len(p.Dislikes) == 0 {
			t.Errorf("%s has no tastes", p.ID)
		}
		for _, taste := range slices.Concat(p.Likes, p.Dislikes) {
			if !slices.ContainsFunc(seen, func(s string) bool { return rules.Fits([]string{taste}, s) }) {
				t.Errorf("%s: nothing meets %q", p.ID, taste)
			}
		}
	}
}
