package prose_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

var update = flag.Bool("update", false, "rewrite testdata/*.txt")

// TestGolden pins twenty turns in each style. Read them before you accept a
// change: they are to be a pleasure, not only correct.
func TestGolden(t *testing.T) {
	for i, g := range []struct {
		style   prose.Style
		persona prose.Persona
	}{
		{prose.Terse, prose.Persona{}},
		{prose.Vivid, prose.Persona{Name: "Mara", Pronouns: "she", Person: prose.Third, Tense: prose.Past}},
		{prose.Poetic, prose.Persona{Person: prose.First, Tense: prose.Past}},
	} {
		t.Run(string(g.style), func(t *testing.T) {
			var b strings.Builder
			var history prose.History
			for turn, scene := range evening(g.persona) {
				scene.Seed, scene.Style, scene.Persona, scene.History = int64(i*100+turn), g.style, g.persona, history
				scene.Clock, scene.Elsewhere = english.Clock(17*60+35*turn), aroundTown
				told := prose.Compose(scene)
				history = told.History
				fmt.Fprintf(&b, "== %d ==\n%s\n\n", turn+1, told.Text())
			}
			path := filepath.Join("testdata", string(g.style)+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != strings.ReplaceAll(string(want), "\r\n", "\n") {
				t.Errorf("%s differs: read the difference, then run go test ./prose -run Golden -update", path)
			}
		})
	}
}

// aroundTown is where others were last.
var aroundTown = []prose.LastSeen{{Name: "Honor", Where: "the hall"}, {Name: "Pask", Where: "the chapel"}}

// evening is twenty turns in a harbour town.
func evening(p prose.Persona) []prose.Scene {
	is := func(present, past string) string {
		if p.Tense == prose.Past {
			return past
		}
		return present
	}
	quay := prose.Place{
		Name: "the Long Quay", Description: is("Herring boats lie two deep along a granite quay.", "Herring boats lay two deep along a granite quay."),
		Senses:    []string{is("Halyards slap against bare masts.", "Halyards slapped against bare masts."), is("Tar and cold fish hang in the air.", "Tar and cold fish hung in the air."), is("A net hangs between two poles, half mended.", "A net hung between two poles, half mended.")},
		ByWeather: map[string][]string{"fog": {is("The fog has taken everything past the third bollard.", "The fog had taken everything past the third bollard.")}},
	}
	inn := prose.Place{
		Name: "The Gannet", Indoors: true, Description: is("A low room, a long table, and a fire that smokes.", "A low room, a long table, and a fire that smoked."),
		Senses: []string{is("Somebody has carved a ship into the table, and somebody else has sunk it.", "Somebody had carved a ship into the table, and somebody else had sunk it."), is("The fire spits.", "The fire spat.")},
	}
	ines := prose.Person{
		Name: "Ines", Pronouns: "she", Feeling: 5, Mannerisms: []string{is("{name} keeps turning a net needle over in her fingers.", "{name} kept turning a net needle over in her fingers.")},
		Lines: map[string][]string{"neutral": {"The parish pays. Or says it does.", "I mend what comes to me."}, "warm": {"Sit, if you're stopping.", "You never had that from me."}, "cold": {"Ask the parish."}},
	}
	warmer, tobias := ines, prose.Person{Name: "Tobias", Pronouns: "he", Feeling: -60, Lines: map[string][]string{"cold": {"You've no business up there.", "It was dark. That's all anyone knows."}}}
	warmer.Feeling = 40
	coin := &prose.Memory{Summary: "You gave Ines your last coin.", Topic: "your last coin"}
	rumour := &prose.Lore{Text: "The lamp was put out by hand, from inside.", Rumour: true, Source: "the harbour talk"}
	canon := &prose.Lore{Text: "The Grey Harbour light was first lit in 1811, with whale oil.", Source: "the parish book"}
	fog := func(s prose.Scene) prose.Scene { s.Weather, s.Part = "fog", "evening"; return s }
	return []prose.Scene{
		fog(prose.Scene{Place: quay, Arrived: true}),
		fog(prose.Scene{Place: quay, Deed: asked("Ines", "who paid for the oil"), People: []prose.Person{ines}, Kind: prose.Dialogue}),
		fog(prose.Scene{Place: quay, Deed: asked("Ines", "the false lamp"), People: []prose.Person{ines}, Lore: rumour, Kind: prose.Dialogue}),
		fog(prose.Scene{Place: quay, Deed: did(action.Examine, "place=the Long Quay"), People: []prose.Person{ines}}),
		{Place: inn, Weather: "fog", Part: "night", Arrived: true, Minutes: 10, Deed: did(action.Go, "place=the Gannet"), People: []prose.Person{tobias}, Kind: prose.Travel},
		{Place: inn, Weather: "fog", Part: "night", Deed: graded(did(action.Press, "person=Tobias", "topic=the key"), action.Partial), People: []prose.Person{tobias}, Check: &prose.Check{Stat: "Nerve", Band: action.Partial}, Kind: prose.Dialogue},
		{Place: inn, Weather: "fog", Part: "night", Deed: did(action.Wait), People: []prose.Person{tobias}, Minutes: 60},
		{Place: inn, Weather: "fog", Part: "night", Deed: graded(did(action.Take, "item=a brass key"), action.Success), People: []prose.Person{tobias}, Gained: []string{"brass key"}, Check: &prose.Check{Stat: "Guile", Band: action.Success}},
		{Place: quay, Weather: "rain", Part: "night", Arrived: true, Minutes: 12},
		{Place: quay, Weather: "rain", Part: "night", Deed: graded(worded("Follow the man with the lantern"), action.Failure), Check: &prose.Check{Stat: "Nerve", Band: action.Failure}, Kind: prose.Danger},
		{Place: quay, Weather: "rain", Part: "night", Deed: did(action.Wait), Memory: coin},
		{Place: prose.Place{Name: "the lamp room", Indoors: true}, Weather: "storm", Part: "night", Arrived: true, Minutes: 40, Authored: []string{"The stair " + is("takes", "took") + " a hundred and twelve steps to say what it " + is("means", "meant") + "."}},
		{Place: prose.Place{Name: "the lamp room", Indoors: true}, Weather: "storm", Part: "night", Deed: did(action.Search, "place=the lamp room"), Lore: canon},
		{Place: prose.Place{Name: "the lamp room", Indoors: true}, Weather: "storm", Part: "night", Deed: graded(did(action.Use, "item=a box of matches"), action.Partial), Check: &prose.Check{Stat: "Craft", Band: action.Partial}, Lost: []string{"a box of matches"}, Kind: prose.Danger},
		{Place: prose.Place{Name: "the lamp room", Indoors: true}, Weather: "clear", Part: "dawn", Minutes: 300, Kind: prose.Resolution},
		{Place: quay, Weather: "clear", Part: "morning", Arrived: true, Minutes: 25, People: []prose.Person{warmer, tobias}},
		{Place: quay, Weather: "clear", Part: "morning", Deed: did(action.Tell, "person=Ines", "topic=the man with the lantern"), People: []prose.Person{warmer, tobias}, Kind: prose.Dialogue, Memory: coin},
		{Place: quay, Weather: "clear", Part: "morning", Deed: worded("Towards the church"), People: []prose.Person{warmer}},
		{Place: prose.Place{Name: "the chapel", Indoors: true}, Weather: "overcast", Part: "noon", Arrived: true, Minutes: 15, Lore: rumour},
		{Place: prose.Place{Name: "the chapel", Indoors: true}, Weather: "overcast", Part: "afternoon", Minutes: 120},
	}
}
