package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
)

// However a skill words what it picks, it is offered, and is what its id says.
func TestNoChoiceIsDroppedForItsWords(t *testing.T) {
	ids := []string{"wait", "go:inn", "examine:quay", "examine:rope"}
	for name, words := range map[string][4]any{
		"plain":              {"Speak with her", "Go", "Press on", "Look"},
		"none":               {"", " ", nil, strictjson.Number("3")},
		"doubled":            {"Do it.", "do it", "DO IT..", "Do it"},
		"each other's":       {"Go to the Anchor", "Wait a while at the Long Quay", "Look closely at the coil of rope", "Look around the Long Quay"},
		"general ones":       {"Wait a while", "Look around the Long Quay", "Search the Long Quay", "Go to the chapel"},
		"misleading":         {"Go to the wreck and ask about the oil, and it went wrong", "go:chapel", "press:tobias", "4"},
		"huge":               {strings.Repeat("word ", 1<<18), strings.Repeat("x", 1<<20), strings.Repeat("é", 5000), strings.Repeat("\n", 1<<20)},
		"control characters": {"\x00", "\x1b[2J", "\x07Go\x1b[31m now", "\u202e\u200b"},
		"other scripts":      {"去教堂", "спроси её о масле", "اسألها", "🙂🙂"},
	} {
		t.Run(name, func(t *testing.T) {
			var made []any
			for i, id := range ids {
				made = append(made, protocol.Object{"id": id, "text": words[i]})
			}
			g := at(t, written(t, harbour)).with(choosing(made...)).open()
			r := must(t, g, "")
			checkShown(t, name, r)
			var got []string
			for _, c := range r.Choices {
				got = append(got, c.ID)
				if c.Action.ID() != c.ID || c.Source != "made" {
					t.Errorf("%+v", c)
				}
			}
			if !slices.Equal(got, ids) || len(r.Degraded) > 0 && mentions(r, "possible") {
				t.Errorf("offered %q, want %q: %q", got, ids, r.Degraded)
			}
			r = must(t, g, "go:inn")
			if r.Choice.ID != "go:inn" {
				t.Errorf("%+v", r.Choice)
			}
			replayed(t, g)
		})
	}
}

// Words in which a choice cannot be shown become the plain ones; all others are a skill's.
func TestWordsThatCannotBeUsed(t *testing.T) {
	for text, usable := range map[string]bool{
		"Speak with her": true, "去 教堂": true, "Look at 2 or 3 of them!": true,
		"": false, " ": false, "... - ...": false, "1 2 3": false, "🙂 🙂": false, "talk": false,
		"\x1b \x00": false, strings.Repeat("word ", 1<<10): false,
	} {
		g := at(t, written(t, harbour)).with(choosing(raw("wait", text))).open()
		c := must(t, g, "").Choices[0]
		if plain := g.now().names().Say(c.Action); c.ID != "wait" || usable && c.Text != text || !usable && c.Text != plain {
			t.Errorf("%.20q is shown as %q, and usable: %v", text, c.Text, usable)
		}
	}
}

// What a skill picks that is not possible is left out with one word about it; what it
// picks twice is one choice; and what is missing is made up for.
func TestPicksThatCannotBe(t *testing.T) {
	for name, test := range map[string]struct {
		picks    any
		want     []string // of those made
		degraded string
	}{
		"unknown":       {[]any{raw("fly:moon", "Fly"), raw("talk:tobias", "Talk"), raw("", "Nothing"), raw("wait", "Wait")}, []string{"wait"}, "not among those possible"},
		"twice":         {[]any{raw("wait", "Wait"), raw("wait", "Wait again"), raw("go:inn", "Go")}, []string{"wait", "go:inn"}, ""},
		"with cases":    {[]any{raw("WAIT", "Wait"), raw(" wait", "Wait")}, nil, "not among those possible"},
		"none":          {[]any{}, nil, ""},
		"alike":         {[]any{raw("wait", "Do as you like"), raw("go:inn", "Do as you like")}, []string{"wait", "go:inn"}, ""},
		"empty":         {[]any{raw("wait", ""), raw("go:inn", "\x00\x1b[2J")}, []string{"wait", "go:inn"}, ""},
		"of 1 MiB":      {[]any{raw("wait", strings.Repeat("wait ", 1<<17)), raw("go:inn", "Go")}, []string{"wait", "go:inn"}, ""},
		"heaped":        {[]any{raw("wait", "Do a"+strings.Repeat("\u0300", 1<<15)), raw("go:inn", "W"+strings.Repeat("\u0300", 99)+" ait")}, []string{"wait", "go:inn"}, ""},
		"no list":       {"wait", nil, "made to measure"},
		"no answer":     {nil, nil, "made to measure"},
		"an author's":   {[]any{raw("start/try", "Try")}, nil, "not among those possible"},
		"words, no ids": {[]any{protocol.Object{"text": "Press Ines Vane for the truth"}}, nil, "not among those possible"},
	} {
		t.Run(name, func(t *testing.T) {
			g := at(t, written(t, harbour)).with(map[string]func(a *act) error{"player-choices/generate-choices": func(a *act) error {
				if a.output = (protocol.Object{}); test.picks != nil {
					a.output["choices"] = test.picks
				}
				return nil
			}}).open()
			r := must(t, g, "")
			checkShown(t, name, r)
			var made []string
			for _, c := range r.Choices {
				if c.Source == "made" {
					made = append(made, c.ID)
				}
			}
			about := slices.DeleteFunc(slices.Clone(r.Degraded), func(s string) bool { return !strings.Contains(s, "choices") })
			if !slices.Equal(made, test.want) || len(about) > 1 || (test.degraded == "") != (len(about) == 0) || test.degraded != "" && !mentions(r, test.degraded) {
				t.Errorf("made %q, want %q; %q", made, test.want, r.Degraded)
			}
		})
	}
}

// Two stories in which the same ids are picked and chosen are the same, however the one's
// skill words them.
func TestWordsDecideNothing(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for seed := range max(2, soak.Count(20)/4) {
			plain, babbled := worded(t, c, seed, false), worded(t, c, seed, true)
			if diff := differ(plain, babbled, "Offered", "Lately"); diff != "" {
				t.Fatalf("%s, seed %d (-plain +babbled):\n%s", name, seed, diff)
			}
		}
	}
}

// worded is how a story stands after some turns, in which the choices of a skill are called
// plainly, or anything.
func worded(t *testing.T, c *campaign.Campaign, seed int, babbling bool) *story.State {
	t.Helper()
	babble := rand.New(rand.NewPCG(uint64(seed), 77))
	b := at(t, c).with(map[string]func(a *act) error{"player-choices/generate-choices": func(a *act) error {
		var all []any
		moves := a.input["moves"].([]any)
		for i := range moves {
			m := moves[(i*7+seed)%len(moves)].(protocol.Object)
			text := strictjson.AsString(m["say"])
			if babbling {
				text = []string{"Go to the wreck and ask about the oil, and it went wrong", "", "Wait a while", fmt.Sprint("zwa ", babble.Uint64()), strictjson.AsString(moves[babble.IntN(len(moves))].(protocol.Object)["say"])}[babble.IntN(5)]
			}
			all = append(all, protocol.Object{"id": m["id"], "text": text})
		}
		a.output["choices"] = all[:min(4, len(all))]
		return nil
	}})
	b.opts.Seed = fmt.Sprint("words", seed)
	g, draw := b.open(), rand.New(rand.NewPCG(uint64(seed), 5))
	r := must(t, g, "")
	for range 25 {
		if r.Ending != nil {
			break
		}
		r = must(t, g, pickAny(r, draw))
	}
	return g.story.State()
}

// Two choices of one text are asked about when it is typed, and each is played by its id.
func TestTwoChoicesOfOneText(t *testing.T) {
	g := at(t, written(t, but(harbour, beats(`{"id": "start", "title": "Start", "prose": "It begins.",
		"choices": [{"id": "a", "text": "Light the lamp"}, {"id": "b", "text": "Light the lamp."}]}`)...))).open()
	must(t, g, "")
	if r := g.Read("light the lamp"); r.Found || !slices.Equal(ids(r.Among), []string{"start/a", "start/b"}) {
		t.Errorf("%+v", r)
	}
	if r := must(t, g, "start/b"); r.Choice.ID != "start/b" {
		t.Errorf("%+v", r.Choice)
	}
}
