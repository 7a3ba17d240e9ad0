package action

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"pgregory.net/rapid"
)

func anyRef(t *rapid.T, kinds ...RefKind) Ref {
	if rapid.Bool().Draw(t, "none") {
		return Ref{}
	}
	return Ref{rapid.SampledFrom(kinds).Draw(t, "kind"), rapid.StringMatching(`[a-z][a-z0-9:#-]{0,8}`).Draw(t, "id")}
}

func anyAction(t *rapid.T) Action {
	a := Action{
		By: Player, Kind: rapid.SampledFrom(Kinds()).Draw(t, "action"),
		Item: anyRef(t, Item), Topic: anyRef(t, Topic), Place: anyRef(t, Place), Thread: anyRef(t, Thread),
		Manner: rapid.SampledFrom(Manners()).Draw(t, "manner"), Words: rapid.String().Draw(t, "words"),
		Minutes: rapid.Int64().Draw(t, "minutes"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "many") {
		if r := anyRef(t, Person, Item, Place); !r.None() {
			a.To = append(a.To, r)
		}
	}
	return a
}

// An action that was written is read back as it was, through the log's own bytes.
func TestActionsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyAction(t)
		parsed, err := strictjson.Parse(strictjson.Append(nil, a.Object()))
		if err != nil {
			t.Skip("words that are no text")
		}
		back, err := Parse(parsed)
		if err != nil || !back.Equal(a) {
			t.Fatalf("%+v came back as %+v (%v)", a, back, err)
		}
		if direct, err := Parse(a.Object()); err != nil || !direct.Equal(a) {
			t.Fatalf("%+v came back as %+v (%v)", a, direct, err)
		}
	})
}

func TestOutcomesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Outcome{Grade: rapid.SampledFrom(Grades()).Draw(t, "grade"), Label: rapid.StringMatching("[a-z ]*").Draw(t, "label")}
		for range rapid.IntRange(0, 4).Draw(t, "changes") {
			o.Changes = append(o.Changes, Change{
				Kind: rapid.SampledFrom(ChangeKinds()).Draw(t, "change"), Who: anyRef(t, Person), What: anyRef(t, RefKinds()...),
				Event: rapid.Int64Range(0, 1<<40).Draw(t, "event"),
			})
		}
		parsed, err := strictjson.Parse(strictjson.Append(nil, o.Object()))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseOutcome(parsed); err != nil || !back.Equal(o) {
			t.Fatalf("%+v came back as %+v (%v)", o, back, err)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"kind":"fly"}`:                       "kind:",
		`{"kind":"ask","to":["ines"]}`:         "is no reference",
		`{"kind":"ask","to":["fact:1"]}`:       "cannot stand there",
		`{"kind":"ask","topic":"person:ines"}`: "cannot stand there",
		`{"kind":"ask","tpic":"topic:x"}`:      `unknown field "tpic"`,
		`{"kind":"ask","minutes":1.5}`:         "whole number",
		`{"kind":"wait","manner":"loudly"}`:    "manner:",
		`[]`:                                   "expected an action",
		`{"kind":3}`:                           "expected a text",
		`{"kind":"ask","to":"person:ines"}`:    "expected a list",
		`{"kind":"ask","to":[""]}`:             "no reference",
		`{"kind":"give","item":"place:quay"}`:  "cannot stand there",
	} {
		parsed, err := strictjson.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(parsed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestIDs(t *testing.T) {
	ines, oil := PersonRef("ines"), TopicRef("the-oil")
	for want, a := range map[string]Action{
		"ask:ines#the-oil": {By: Player, Kind: Ask, To: []Ref{ines}, Topic: oil},
		"give:ines:coin":   {By: Player, Kind: Give, To: []Ref{ines}, Item: ItemRef("coin")},
		"go:chapel":        {By: Player, Kind: Go, Place: PlaceRef("chapel")},
		"wait":             {By: Player, Kind: Wait, Place: PlaceRef("chapel")},
		"ferry/row-out":    {By: Player, Kind: Authored, Choice: "ferry/row-out", Words: "Row out."},
		"train:nerve-0":    {By: Player, Kind: Train, Choice: "nerve-0", Words: "Balance on the rail."},
		"pursue:the-wreck": {By: Player, Kind: Pursue, Thread: ThreadRef("the-wreck")},
		"recall":           {By: Player, Kind: Recall},
	} {
		if got := a.ID(); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	for words, want := range map[string]string{
		"the ninth grave": "the-ninth-grave", "Who oiled the lock?": "who-oiled-the-lock", "the keeper's fid": "the-keepers-fid",
		"  Élan — vital ": "élan-vital", "???": "", "": "",
	} {
		if got := Slug(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	if got := Slug(strings.Repeat("long ", 100)); len(got) > longestSlug+4 {
		t.Errorf("%d bytes", len(got))
	}
}

// A bystander perceives the asking and not the answer.
func ExampleOutcome_For() {
	answered := Outcome{Grade: Success, Changes: []Change{{Kind: Learned, Who: Player, What: Ref{Said, "claim-3-1"}, Event: 41}}}
	seen := answered.For(func(event int64) bool { return event != 41 }) // it was whispered
	fmt.Println(seen.Grade, len(seen.Changes))
	// Output: success 0
}
