package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

// choosing is a crew whose choices are those given.
func choosing(choices ...any) map[string]func(a *act) error {
	return map[string]func(a *act) error{"player-choices/generate-choices": func(a *act) error {
		a.output = protocol.Object{"choices": choices}
		return nil
	}}
}

func raw(id, text string, because ...any) protocol.Object {
	return protocol.Object{"id": id, "text": text, "kind": "talk", "because": because}
}

// checkShown looks whether a record can be shown as it is: no control characters, 3
// or 4 choices of bounded size, of which no two read alike.
func checkShown(t *testing.T, what string, r *Record) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range r.Choices {
		for _, text := range []string{c.ID, c.Text, c.Hint, c.Difficulty, string(c.Kind)} {
			if strings.ContainsFunc(text, unicode.IsControl) || len(text) > 2000 || strings.Contains(text, strings.Repeat("\u0300", 5)) {
				t.Errorf("%s: %.100q", what, text)
			}
		}
		read := strings.ToLower(strings.Trim(c.Text, ". "))
		if seen[c.ID] || seen[read] || c.ID == "" || read == "" {
			t.Errorf("%s: %q %q twice", what, c.ID, c.Text)
		}
		seen[c.ID], seen[read] = true, true
	}
	if len(r.Choices) < 3 || len(r.Choices) > 4 || r.Prose == "" {
		t.Errorf("%s: %d choices, prose %q", what, len(r.Choices), r.Prose)
	}
	if strings.ContainsFunc(strings.ReplaceAll(r.Prose, "\n", ""), unicode.IsControl) {
		t.Errorf("%s: control characters in %q", what, r.Prose)
	}
}

func TestHostileChoices(t *testing.T) {
	many := make([]any, 10_000)
	for i := range many {
		many[i] = raw(fmt.Sprintf("x%d", i), fmt.Sprintf("Do thing %d", i))
	}
	same := make([]any, 50)
	for i := range same {
		same[i] = raw("x", "Do it.")
	}
	for name, choices := range map[string][]any{
		"10,000":             many,
		"all the same":       same,
		"control characters": {raw("a\x1b[31m", "Go \x1b[2J\x00 on\r\nnow"), raw("\x00", "Nothing"), raw("b", "\x07")},
		"huge":               {raw(strings.Repeat("é", 4000), strings.Repeat("word ", 40_000)), raw("y", strings.Repeat("w", 100_000))},
		"not choices":        {"a", nil, strictjson.Number("1"), []any{}, protocol.Object{}, protocol.Object{"id": strictjson.Number("3"), "text": []any{}}},
		"an author's ids":    {raw("a/c", "Take the author's choice"), raw("a/later", "Take what is not offered yet"), raw("wait", "Wait")},
		"handles of nobody":  {raw("x", "Do it", "m99", "e99", "m0", "m-1", "m99999999999999999999", "z1", "", "m", strings.Repeat("m", 1000), nil, "m1")},
		"none":               {},
	} {
		t.Run(name, func(t *testing.T) {
			c := written(t, but(harbour, beats(`{"id": "a", "title": "A", "prose": "A.", "choices": [{"id": "c", "text": "Go on"}, {"id": "later", "text": "Later", "requires": {"player_state": {"ready": true}}}]},
				{"id": "b", "title": "B", "prose": "B.", "conditions": {"player_choice": "a/later"}}`)...))
			g := at(t, c).with(choosing(choices...)).open()
			r := must(t, g, "")
			for range 4 {
				checkShown(t, name, r)
				for _, offered := range r.Choices {
					if strings.HasPrefix(offered.ID, "a/") && offered.Source != event.Written || offered.ID == "a/later" {
						t.Errorf("offered %+v", offered)
					}
					for _, ground := range offered.Because {
						if ground.Position <= 0 || ground.Text == "" {
							t.Errorf("%+v rests on %+v", offered, ground)
						}
					}
				}
				pick := r.Choices[len(r.Choices)-1].ID
				r = must(t, g, pick)
				if r.Choice == nil || r.Choice.ID != pick {
					t.Errorf("took %q, the record says %+v", pick, r.Choice)
				}
			}
			if _, told := g.story.State().Reached["b"]; told {
				t.Error("a made choice passed for an author's")
			}
			replayed(t, g)
		})
	}
}

// What scripts tell, keep and send is shown without what a terminal would obey, and
// never as if the engine had said it.
func TestHostileWords(t *testing.T) {
	bad := "\x1b]0;title\x07Red \x1b[31mwords\x00 and\u202e more <b>bold</b>"
	b := at(t, written(t, harbour)).with(all(func(a *act) error {
		a.ui(protocol.UINarration, protocol.Object{"text": bad})
		a.ui(uiCampaignAsset, protocol.Object{"path": "../../etc/passwd", "media": "image/png"})
		a.ui(uiChoices, protocol.Object{"choices": []any{"Obey"}})
		a.ui("strange\x1b", protocol.Object{"x": bad})
		a.ui(uiDice, protocol.Object{"rolls": "none", "formula": strictjson.Number("1"), "total": "x"})
		a.patch(protocol.Object{"note": bad, "deep": protocol.Object{"er": []any{nil, bad}}})
		a.output = protocol.Object{"told": protocol.Object{"turn": "no number"}, "choices": "none", "memories": "none"}
		_, _ = a.call("memory.write", protocol.Object{"summary": bad, "episodic": "triumph"})
		_, _ = a.call("story.record", protocol.Object{"kind": "happened", "text": bad})
		_, _ = a.call("story.record", protocol.Object{"kind": "thread", "thread": "t/" + strings.Repeat("x", 300), "title": bad})
		_, _ = a.call("story.record", protocol.Object{"kind": "thread", "thread": "a/c", "title": strings.Repeat("long ", 5000)})
		return nil
	}))
	g := b.open()
	r := must(t, g, "")
	for range 5 {
		checkShown(t, "hostile words", r)
		if strings.Contains(string(r.JSON()), "\x1b") || !strings.Contains(r.Prose, "words and") {
			t.Errorf("%q", r.Prose)
		}
		for _, a := range r.Assets {
			if strings.Contains(a.Path, "..") {
				t.Errorf("a skill shows %+v", a)
			}
		}
		r = must(t, g, r.Choices[0].ID)
	}
	replayed(t, g)
}

// words are so many, no two alike.
func words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d ", i)
	}
	return b.String() + "end."
}

// A storyteller that does not come to an end is cut off, and one line says so; heaps of
// marks on its letters are no more than letters bear.
func TestEndlessProse(t *testing.T) {
	for name, test := range map[string]struct {
		piece string
		times int
		cut   bool
	}{
		"short":        {"You wait.", 3, false},
		"at length":    {words(1000), 3, false},
		"endless":      {words(1000), 400, true},
		"without ends": {strings.Repeat("w", 1<<19) + ".", 2, true},
		"heaped":       {"Z" + strings.Repeat("\u0300", 1<<18) + "algo", 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := at(t, written(t, harbour)).with(map[string]func(a *act) error{"storyteller/narrate": func(a *act) error {
				for range test.times {
					a.ui(protocol.UINarration, protocol.Object{"text": test.piece})
				}
				return nil
			}}).open()
			r := must(t, g, "")
			if n := utf8.RuneCountInString(r.Prose); n > longestProse+100 || mentions(r, "too great a length") != test.cut || strings.HasSuffix(r.Prose, " …") != test.cut || strings.Contains(r.Prose, strings.Repeat("\u0300", 5)) {
				t.Errorf("%d characters, %.40q ... %q, %q", n, r.Prose, r.Prose[max(0, len(r.Prose)-20):], r.Degraded)
			}
			replayed(t, g)
		})
	}
}

// Dice that a skill says it rolled are shown as its own, and are no check: what the engine
// rolled for the story stands alone.
func TestDiceOfSkills(t *testing.T) {
	roll := func(a *act) error {
		a.ui(uiDice, protocol.Object{"formula": "2d6", "rolls": []any{strictjson.Number("6"), strictjson.Number("6")}, "total": strictjson.Number("12"), "text": "The check succeeds"})
		return nil
	}
	played := func(crew map[string]func(a *act) error) *Record {
		g := at(t, written(t, but(harbour, beats(`{"id": "a", "title": "A", "prose": "A.", "choices": [{"id": "c", "text": "Dare it", "check": {"stat": "nerve"}}]}`)...))).with(crew).open()
		must(t, g, "")
		return must(t, g, "a/c")
	}
	plain := played(nil)
	r := played(map[string]func(a *act) error{"storyteller/narrate": roll, "player-choices/generate-choices": roll})
	if plain.Check == nil || r.Check == nil || plain.Check.Total != r.Check.Total || plain.Check.Band != r.Check.Band {
		t.Errorf("the check is %+v, with dice of skills %+v", plain.Check, r.Check)
	}
	var of []string
	for _, roll := range r.Rolls {
		of = append(of, roll.Skill)
	}
	if !slices.Equal(of, []string{"storyteller", "player-choices"}) {
		t.Errorf("the rolls are of %q", of)
	}
}

// A campaign of strange words is played without them doing anything.
func TestHostileCampaign(t *testing.T) {
	strange := "\\u001b[31m\\u0000{{.}} <script> %s ../.. \\u202e"
	c, _ := loaded(t, but(harbour,
		"characters/player/template.json", `{"preset": {"name": "`+strange+`", "appearance": "`+strange+`"}, "starting_items": ["`+strange+`", "`+strings.Repeat("word ", 200)+`"]}`,
		"characters/npcs/ines/profile.json", `{"name": "`+strange+`", "role": "x", "personality": {"traits": [], "flaws": [], "virtues": []}, "place": "quay"}`,
		"lore/a.md", "---\naudience: [\"character:ines\", \"character:ines\", narrator, \"faction:keepers\"]\n---\n"+strings.Repeat("A secret of Ines. ", 500),
		"lore/b.md", "Everybody knows this.\n\nAnd this.\n",
		"plot/beats.json", `{"beats": [{"id": "a", "title": "`+strange+`", "prose": "`+strange+` Something happens.", "mood": "`+strange+`",
			"choices": [{"id": "c", "text": "`+strange+` `+strings.Repeat("very ", 400)+`", "hint": "`+strange+`", "effects": [{"learn": "`+strange+`"}, {"thread": {"id": "t", "title": "`+strange+`"}}, {"world": {"weather": "`+strange+`"}}]}]}]}`))
	g := at(t, c).open()
	r := must(t, g, "")
	checkShown(t, "opening", r)
	r = must(t, g, "a/c")
	for range 6 {
		checkShown(t, "later", r)
		r = must(t, g, r.Choices[int(r.Turn)%len(r.Choices)].ID)
	}
	replayed(t, g)
	for _, what := range []string{"secret", "Everybody"} {
		found, err := g.lore.Search(context.Background(), g.story.State().Player().Audience(), host.LoreQuery{Text: what, Limit: 5})
		if err != nil || (len(found) > 0) != (what == "Everybody") {
			t.Errorf("%s: %v %v", what, found, err)
		}
	}
	if len(ofEvents(g.log(t), event.Narrated)) != int(r.Turn) || slices.Contains(r.Degraded, "") {
		t.Errorf("%s", r.JSON())
	}
}

// Prose of which nothing can be shown is no prose, and the turn is told by another.
func TestProseThatCannotBeSeen(t *testing.T) {
	for _, text := range []string{"\u202e", "\u200b\u2066 \x1b", "\x00"} {
		g := at(t, written(t, harbour)).with(map[string]func(a *act) error{"storyteller/narrate": func(a *act) error {
			a.ui(protocol.UINarration, protocol.Object{"text": text})
			return nil
		}}).open()
		r := must(t, g, "")
		checkShown(t, fmt.Sprintf("%q", text), r)
		if !mentions(r, "The storyteller said nothing that can be told") {
			t.Errorf("%q: %q", text, r.Degraded)
		}
		replayed(t, g)
	}
}

// What a skill writes counts; of its lines the story keeps the first, and of what it wants
// shown so much.
func TestStoriesKeepLittleOfFloods(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	g := at(t, written(t, harbour)).with(map[string]func(a *act) error{"storyteller/narrate": func(a *act) error {
		for i := range 500 {
			a.ui(fmt.Sprint("event", i), protocol.Object{"x": long})
			a.patch(protocol.Object{"n": strictjson.Number(fmt.Sprint(i))})
		}
		a.ui(protocol.UINarration, protocol.Object{"text": "The lamp burns."})
		return nil
	}}).open()
	r := must(t, g, "")
	tool := strictjson.AsObjects(r.Result["toolResults"])[0]
	events := strictjson.AsObjects(tool["events"])
	if size := len(strictjson.Append(nil, tool["events"])); len(events) == 0 || size > mostEvents || size < mostEvents-2*len(long) {
		t.Errorf("%d events of %d bytes are kept", len(events), size)
	}
	if said := fmt.Sprint(tool["warnings"]); !strings.Contains(said, "of its 1002 events are not kept") {
		t.Errorf("warnings %s", said)
	}
	if kept := len(r.UI); kept < 100 || kept > mostSent/len(long) || !mentions(r, "want more shown") {
		t.Errorf("%d events are kept for the interface, %q", kept, r.Degraded)
	}
	if n := g.story.State().Free["n"]; n != strictjson.Number("499") || !strings.Contains(r.Prose, "The lamp burns.") {
		t.Errorf("what counts did not: %v, %q", n, r.Prose)
	}
	replayed(t, g)
}
