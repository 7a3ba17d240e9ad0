package grammar_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

// foreign is a word that no name and no form has, and that is near to none.
const foreign = "qzxqvkj"

// Whatever is typed has one of three answers; what it finds is possible; and with a foreign
// word anywhere in it, nothing is found.
func FuzzRead(f *testing.F) {
	for _, p := range paraphrases {
		for line := range strings.SplitSeq(p.lines, "\n") {
			f.Add(line, len(line)/2)
		}
	}
	for _, line := range []string{"don't ask ines about the oil", "rm -rf / && ls", "$(look)", "look\x00", "\xff", "42", "спроси", "ask ines about the oil and wait", "ines ines ines and and and"} {
		f.Add(line, 3)
	}
	reader := grammar.NewReader(possible, scene)
	f.Fuzz(func(t *testing.T, line string, at int) {
		r := reader.Read(line)
		wellFormed(t, line, r)
		for _, a := range append(r.Among, r.Action) {
			if a.Kind != "" && !slices.ContainsFunc(possible, a.Equal) {
				t.Fatalf("%q is read as %+v, which is not possible", line, a)
			}
		}
		words := strings.Fields(line)
		if at < 0 || at > len(words) {
			return
		}
		with := strings.Join(slices.Insert(words, at, foreign), " ")
		if r := reader.Read(with); r.Refusal == "" {
			t.Fatalf("%q is read as %s", with, shown(r))
		}
	})
}

// Whatever things are called, what is said and told of them are sentences, and what is
// said is never read as another deed than one that is said alike.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"Ines Vane", "", "the the the", `"Bob"`, "{whom}", "*ask ~know", "a\nb", "\x1b[31mred\x1b[0m", strings.Repeat("long name ", 1000), "Bob! Run? No.", "<b>x</b>", "who?", "\u202ea", "3", "…", "`x` $(y)", "'", "a", "İ"} {
		f.Add(name, "the oil", "she")
		f.Add("Ines", name, name)
	}
	f.Fuzz(func(t *testing.T, name, topic, pronouns string) {
		table := grammar.Table{
			"person:x": {Text: name, Pronouns: pronouns, Also: []string{topic}}, "topic:x": {Text: topic}, "item:x": {Text: name}, "place:x": {Text: topic}, "thread:x": {Text: name},
		}
		ref := func(kind action.RefKind) action.Ref { return action.Ref{Kind: kind, ID: "x"} }
		whom := []action.Ref{ref(action.Person)}
		all := []action.Action{
			{Kind: action.Ask, To: whom, Topic: ref(action.Topic)}, {Kind: action.AskHelp, To: whom, Topic: ref(action.Topic)}, {Kind: action.Talk, To: whom},
			{Kind: action.Give, To: whom, Item: ref(action.Item)}, {Kind: action.Go, Place: ref(action.Place), Topic: ref(action.Topic)}, {Kind: action.Pursue, Thread: ref(action.Thread)},
			{Kind: action.Say, To: whom, Words: name}, {Kind: action.Authored, Words: name, Told: topic, Choice: "a/b"},
		}
		voice := grammar.Voice{Name: name, Pronouns: pronouns, Person: english.Third, Tense: english.Past}
		outcome := action.Outcome{Grade: action.Partial, Changes: []action.Change{{Kind: action.Gained, What: ref(action.Item)}, {Kind: action.Settled, What: ref(action.Topic)}, {Kind: action.Learned}}}
		reader := grammar.NewReader(all, table)
		for _, a := range all {
			line := grammar.Say(a, table)
			oneLine(t, line)
			oneLine(t, grammar.Tell(a, outcome, table, voice))
			oneLine(t, grammar.Tell(a, action.Outcome{Grade: action.Failure}, table, grammar.Voice{}))
			r := reader.Read(line)
			wellFormed(t, line, r)
			if r.Found && alike(grammar.Say(r.Action, table)) != alike(line) && r.Action.Kind != action.Say && !wordedKind(r.Action.Kind) {
				t.Fatalf("%q is read as %q", line, grammar.Say(r.Action, table))
			}
		}
	})
}

func oneLine(t *testing.T, text string) {
	t.Helper()
	if n := len([]rune(text)); n == 0 || n > 240 || strings.ContainsAny(text, "\n\r\x1b") || strings.Contains(text, "  ") {
		t.Fatalf("%d characters: %q", n, text)
	}
}
