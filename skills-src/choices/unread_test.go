package choices

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/skills/kit"
)

// anything is a sentence that means something else, or nothing.
func anything(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{
			"Du fragtest Peder nach dem Öl, und es ging schief.", "Вы предали Инес Вейн и весь маяк.", "You betrayed Ines Vane to the watch, and it went wrong.",
			"Go to the wreck and ask about the oil, and it went wrong.", "You asked Wren Tallis who paid for the oil.", "a", "",
		}),
	).Draw(t, label)
}

func anyTexts(t *rapid.T, label string) []string {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return anything(t, label) }), 0, 12).Draw(t, label)
}

// Nobody here reads what a memory says: with every summary another, the same moves
// come back in the same words, marked alike and for the same reasons.
func TestSummariesAreNotRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, seed := some(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "turn"), 1))), rapid.Uint64().Draw(t, "seed")
		want := in.scene(seed).made()
		other := in
		other.Moves = slices.Clone(in.Moves)
		for i := range other.Moves {
			other.Moves[i].Grounds = slices.Clone(other.Moves[i].Grounds)
			for j := range other.Moves[i].Grounds {
				other.Moves[i].Grounds[j].Summary = anything(t, "summary")
			}
		}
		if got := other.scene(seed).made(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
	})
}

// Nor does it weigh anything what a memory says: with every summary another, a choice is
// tried by the same stat, with the same added and the same chances. Only the reason that is
// shown is in its words.
func TestSummariesWeighNothing(t *testing.T) {
	one := func(t *rapid.T, label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
	brought := false
	rapid.Check(t, func(rt *rapid.T) {
		choice := map[string]any{"id": "press:ines#the-oil", "text": "Press Ines about the oil", "stat": one(rt, "stat", "nerve", "hands", ""), "person": one(rt, "person", "ines", "")}
		weighed := func(summaries []string, memories []map[string]any) (e evaluated) {
			for i, m := range memories {
				m["summary"] = summaries[i]
			}
			written, err := json.Marshal([]any{choice, memories})
			if err != nil {
				rt.Fatal(err)
			}
			var parts []json.RawMessage
			if err := json.Unmarshal(written, &parts); err != nil {
				rt.Fatal(err)
			}
			e = evaluate(t, fmt.Sprintf(`{"choice":%s,"place":{"id":"quay","name":"the Long Quay"},%s}`, parts[0], hero), fmt.Sprintf(`{"recall":{"memories":%s}}`, parts[1]))
			for i := range e.Modifiers {
				if e.Modifiers[i].Kind == action.Memory {
					brought, e.Modifiers[i].Because = true, ""
				}
			}
			return e
		}
		var memories []map[string]any
		var was, is []string
		for range rapid.IntRange(1, 4).Draw(rt, "memories") {
			memories = append(memories, map[string]any{
				"characters": []string{one(rt, "with", "ines", "peder", "player")}, "location": one(rt, "at", "quay", "inn"),
				"episodic": one(rt, "episodic", "triumph", "failure", ""), "tags": []string{one(rt, "tag", "nerve", "hands", "ines", "the-oil")},
				"topic": one(rt, "topic", "the oil", "the wreck"), "turns_ago": rapid.IntRange(0, 9).Draw(rt, "ago"),
			})
			was, is = append(was, anything(rt, "summary")), append(is, anything(rt, "another"))
		}
		if want, got := weighed(was, memories), weighed(is, memories); fmt.Sprint(got) != fmt.Sprint(want) {
			rt.Fatalf("got  %v\nwant %v", got, want)
		}
	})
	if !brought {
		t.Error("no memory was brought to mind, so nothing was compared")
	}
}

// No words decide which moves come back, what they rest on and how they are marked, be
// they names, topics, plain words or texts of before.
func TestWordsDecideNoPick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, seed := some(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "turn"), 3))), rapid.Uint64().Draw(t, "seed")
		in.Moves = append(in.Moves, move{ // what somebody was asked of themselves is nothing to talk with them of
			ID: "talk:ines", Kind: "talk", Person: "ines", Answered: true, Grounds: []ground{remembered("m4", "their"+theirPart, "ines", 1, 3)},
		})
		want := picked(in.scene(seed).made())
		in.Recent, in.Taken = anyTexts(t, "recent"), nil
		in.Place.Name = anything(t, "place")
		in.People, in.Player.Items, in.Moves = slices.Clone(in.People), slices.Clone(in.Player.Items), slices.Clone(in.Moves)
		for i := range in.People {
			in.People[i].Name = anything(t, "person")
		}
		for i := range in.Player.Items {
			in.Player.Items[i].Name = anything(t, "item")
		}
		for i := range in.Moves {
			m := &in.Moves[i]
			m.Say, m.Place.Name, m.Item.Name, m.Thread.Title, m.Topic.Words = anything(t, "say"), anything(t, "place"), anything(t, "item"), anything(t, "title"), anything(t, "topic")
			m.Grounds = slices.Clone(m.Grounds)
			for j := range m.Grounds {
				m.Grounds[j].Summary, m.Grounds[j].Topic.Words = anything(t, "summary"), anything(t, "topic")
			}
		}
		if got := picked(in.scene(seed).made()); !slices.Equal(got, want) {
			t.Fatalf("got  %q\nwant %q", got, want)
		}
	})
}

// picked are choices without their words.
func picked(made []choice) (all []string) {
	for _, c := range made {
		all = append(all, fmt.Sprint(c.ID, " ", c.Kind, " ", c.Difficulty, " ", c.Because))
	}
	return all
}

// Texts of before change what is said, because none is to be heard twice; but whatever
// they say, what comes back was given.
func TestNothingIsMadeUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := some(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "turn"), 2)))
		in.Recent, in.Taken = anyTexts(t, "recent"), anyTexts(t, "taken")
		for i := range in.Moves {
			in.Moves[i].Say = anything(t, "say")
		}
		for _, c := range in.scene(rapid.Uint64().Draw(t, "seed")).made() {
			at := slices.IndexFunc(in.Moves, func(m move) bool { return m.ID == c.ID && m.Kind == c.Kind })
			if at < 0 {
				t.Fatalf("%q was not offered", c.ID)
			}
			for _, id := range c.Because {
				if !slices.ContainsFunc(in.Moves[at].Grounds, func(g ground) bool { return g.ID == id }) {
					t.Fatalf("%q rests on %q, which is no ground of it", c.Text, id)
				}
			}
		}
	})
}

// Whatever names and words are given, texts are one clean line.
func TestHostileWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := func(label string) string {
			return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
				"{P}", "{he know} \"x\"", "the\noil", "\x1b[31mred", "who", "Ines", "<b>bold</b>", strings.Repeat("long ", 400), "who who who", "\u202eevil", "a]b[c|d", ".", "the oil?!", "{ A", "a { } b",
			})).Draw(t, label)
		}
		in := harbour()
		for i := range in.Moves {
			m := &in.Moves[i]
			m.Topic.Words, m.Item.Name, m.Place.Name, m.Thread.Title, m.Say = words("topic"), words("item"), words("place"), words("title"), words("say")
			for j := range m.Grounds {
				m.Grounds[j].Topic.Words, m.Grounds[j].ID = words("ground"), words("handle")
			}
		}
		for i := range in.People {
			in.People[i].Name, in.People[i].Pronouns = words("name"), words("pronouns")
		}
		in.Place.Name, in.Part = words("here"), words("part")
		for _, c := range in.scene(1).made() {
			if c.Text != strings.Join(strings.Fields(c.Text), " ") || c.Text == "" || strings.ContainsAny(c.Text, "{}\n\x1b\u202e") || len(c.Text) > 4*longestSay {
				t.Fatalf("%q", c.Text)
			}
		}
	})
}

// generated plays generate-choices on a request's input, and gives its choices and all
// that was written.
func generated(t *testing.T, input string) ([]choice, string) {
	t.Helper()
	var out bytes.Buffer
	request := `{"operation":"generate-choices","seed":3,"input":` + input + "}\n"
	if code := kit.Serve(t.Context(), strings.NewReader(request), &out, t.Output(), Generate); code != 0 {
		t.Fatalf("exit %d\n%s", code, &out)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var done struct{ Output struct{ Choices []choice } }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &done); err != nil {
		t.Fatal(err)
	}
	return done.Output.Choices, out.String()
}

// What cannot be read counts as missing, one clear line says so, and the rest is as it
// would be.
func TestBadInput(t *testing.T) {
	const wait = `{"id":"wait","kind":"wait","say":"Wait a while"}`
	for input, want := range map[string]struct {
		log  string
		made int
	}{
		`{"moves":"go"}`:                        {"input.moves must be an array, got string", 0},
		`{"moves":[]}`:                          {"fewer choices", 0},
		`{}`:                                    {"fewer choices", 0},
		`{"moves":[null]}`:                      {"without an id", 0},
		`{"moves":[7,` + wait + `]}`:            {"input.moves must be an object, got number", 1},
		`{"moves":[` + wait + `,` + wait + `]}`: {`has \"wait\" twice`, 1},
		`{"want":"three","moves":[` + wait + `]}`:                                                        {"input.want must be an integer", 1},
		`{"people":[{"id":"a","name":"Ann","opinion":"high"}],"moves":[` + wait + `]}`:                   {"opinion must be a number, got string", 1},
		`{"moves":[{"id":"wait","kind":"wait","worth":"much","odds":7}]}`:                                {"must be", 1},
		`{"moves":[{"id":"wait","kind":"wait","grounds":[{"id":"m1","action":{"kind":"fly"}}]}]}`:        {"what is remembered of \\\"m1\\\" cannot be read: kind:", 1},
		`{"moves":[{"id":"wait","kind":"wait","grounds":[{"id":"m1","near":-4,"turns_ago":-4}, {}]}]}`:   {"fewer choices", 1},
		`{"rules":{"dice":"2d"},"moves":[` + wait + `]}`:                                                 {"these rules cannot be used", 1},
		`{"moves":[{"id":"x","kind":"authored","say":"Row out"},{"id":"y","kind":"","say":"Row back"}]}`: {"fewer choices", 0},
	} {
		made, log := generated(t, input)
		if len(made) != want.made || !strings.Contains(log, want.log) {
			t.Errorf("%s: %d choices, and not %q in\n%s", input, len(made), want.log, log)
		}
	}
}

// Where our words cannot be used the caller's are, and no move is lost for its words.
func TestPlainWords(t *testing.T) {
	for _, words := range []string{strings.Repeat("the very old ", 30) + "oil", "the oil and the oil", "Tam", "{}", ""} {
		m := move{ID: "ask:tam#x", Kind: "ask", Say: "ask Tam about {it}.", Person: "tam", Topic: topic{ID: "x", Words: words}}
		in := input{People: []person{{ID: "tam", Name: "Tam"}}, Moves: []move{m}}
		made := in.scene(1).made()
		if len(made) != 1 || made[0].Text != "Ask Tam about it" {
			t.Errorf("%q: %+v", words, made)
		}
	}
}

// texts are the wordings of a move.
func texts(in input, m move) string {
	in.Moves = []move{m}
	s := in.scene(1)
	var all []string
	for _, w := range s.wordings(&s.in.Moves[0], s.rests(&s.in.Moves[0])) {
		all = append(all, w.text)
	}
	return strings.Join(all, "\n")
}

// A choice says what its action is, and nothing besides: what is asked about is the action's
// topic, and neither a deed that is done nor another topic comes into it.
func TestTextsKeepToTheAction(t *testing.T) {
	in := harbour()
	grave, wreck := remembered("m1", "the ninth grave", "ines", 1, 2), of("the wreck")
	coin := done("m2", action.Action{By: action.Player, Kind: action.Give, To: []action.Ref{action.PersonRef("ines")}, Item: action.ItemRef("coin")}, 1, 2)
	marten := person{ID: "marten", Name: "Marten Dow", Pronouns: "he"}
	for _, test := range []struct {
		says []string
		move move
	}{
		{[]string{"Peder", "the wreck"}, move{Kind: "ask", Person: "peder", Topic: wreck}}, {[]string{"Peder", "who oiled the lock"}, move{Kind: "press", Person: "peder", Topic: of("who oiled the lock")}},
		{[]string{"the wreck"}, move{Kind: "search", Place: named{"inn", "the Half Moon"}, Topic: wreck}}, {[]string{"the wreck"}, move{Kind: "wait", Topic: wreck}},
		{[]string{"Peder"}, move{Kind: "talk", Person: "peder"}}, {nil, move{Kind: "wait"}},
		{[]string{"the wreck", "the Half Moon"}, move{Kind: "go", Place: named{"inn", "the Half Moon"}, Topic: wreck}},
		{[]string{"Marten Dow", "the wreck", "the inn"}, move{Kind: "go", Place: named{"inn", "the inn"}, For: purpose{Person: marten, Topic: wreck}}},
		{[]string{"Marten Dow", "the silver coin", "the inn"}, move{Kind: "go", Place: named{"inn", "the inn"}, For: purpose{Person: marten, Item: named{"coin", "a silver coin"}}}},
		{[]string{"Marten Dow", "who oiled the lock", "the inn", "the Tooth"}, move{Kind: "go", Place: named{"inn", "the inn"}, For: purpose{Place: named{"tooth", "the Tooth"}, Person: marten, Topic: of("who oiled the lock")}}},
		{[]string{"the wreck", "the inn"}, move{Kind: "go", Place: named{"inn", "the inn"}, For: purpose{Topic: wreck}}},
		{[]string{"the inn", "the Tooth"}, move{Kind: "go", Place: named{"inn", "the inn"}, For: purpose{Place: named{"tooth", "the Tooth"}, New: true}}},
		{[]string{"the inn"}, move{Kind: "go", Place: named{"inn", "the inn"}, For: purpose{New: true}}},
	} {
		test.move.ID, test.move.Grounds = "x", []ground{grave, coin}
		said := texts(in, test.move)
		for text := range strings.Lines(said) {
			for _, name := range []string{"the wreck", "who oiled the lock", "Peder", "Marten Dow", "the silver coin", "the inn", "the Tooth"} {
				if strings.Contains(text, name) != slices.Contains(test.says, name) && !strings.Contains(text, "Half Moon") {
					t.Errorf("%s: %q and %q", test.move.Kind, name, text)
				}
			}
			if strings.Contains(text, "the ninth grave") || strings.Contains(text, "you gave") {
				t.Errorf("%s: %q speaks of another thing", test.move.Kind, text)
			}
		}
		if said == "" {
			t.Errorf("no words for %+v", test.move)
		}
	}
}

// Whom something was asked, and how it went, comes of the typed action and its grade.
func TestWhoWasAsked(t *testing.T) {
	in := harbour()
	ask := func(who string, g ground) string {
		return texts(in, move{ID: "x", Kind: "ask", Person: who, Topic: g.Topic, Grounds: []ground{g}})
	}
	oil := remembered("m1", "who paid for the oil", "ines", 3, 3)
	failed, old, passed, told := oil, oil, oil, oil
	failed.Grade, old.TurnsAgo, passed.Action = "failure", ptr(20), deed{}
	told.Action.Action = action.Action{By: action.PersonRef("coad"), Kind: action.Ask, To: oil.Action.To, Topic: oil.Action.Topic}
	part := remembered("m2", "their"+theirPart, "ines", 3, 3)
	for name, test := range map[string]struct{ texts, has, not string }{
		"another":            {ask("peder", oil), "Ask Peder who paid", "again"},
		"the same":           {ask("ines", oil), "Ask Ines again who paid", "Ask Ines outright"},
		"the same, in vain":  {ask("ines", failed), "Ask Ines again who paid", "Ask Ines outright"},
		"the same, long ago": {ask("ines", old), "Ask Ines outright", "nowhere"},
		"nobody":             {ask("ines", passed), "Ask Ines outright", "again"},
		"by somebody else":   {ask("ines", told), "Ask Ines outright", "again"},
		"of her part":        {ask("ines", part), "again about her part in all this", "about their"},
		"of his part":        {ask("peder", part), "about his part in all this", "again"}, // that she was asked of hers says nothing of his
	} {
		if !strings.Contains(test.texts, test.has) || strings.Contains(test.texts, test.not) {
			t.Errorf("%s: wanted %q and not %q:\n%s", name, test.has, test.not, test.texts)
		}
	}
}
