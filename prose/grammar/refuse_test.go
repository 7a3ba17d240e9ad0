package grammar_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

// possible is what can be done in a scene where there is much to be confounded.
var possible = []action.Action{
	by(action.Talk, ines), by(action.Talk, tobias), by(action.Befriend, ines), by(action.AskHelp, ines),
	about(oil, by(action.Ask, ines)), about(grave, by(action.Ask, ines)), about(oil, by(action.Ask, tobias)), about(lock, by(action.Ask, ines)),
	about(oil, by(action.Press, ines)), by(action.Talk, action.PersonRef("marguerite")),
	with(coin, by(action.Give, tobias)), with(burner, by(action.Examine)), with(action.ItemRef("goldcoin"), by(action.Examine)),
	at(quay, by(action.Examine)), at(quay, by(action.Search)), by(action.Wait), at(chapel, by(action.Go)), about(oil, at(chapel, by(action.Go))),
	on("wreck", by(action.Pursue)), by(action.Recall), worded("Row out to the wreck", by(action.Authored)), worded("Ask Ines Vane about oil.", by(action.Custom)),
}

func TestQuestionsBack(t *testing.T) {
	for line, want := range map[string]string{
		"ask about the oil":           "ask:ines#oil ask:tobias#oil",
		"ask ines":                    "ask:ines#oil ask:ines#grave ask:ines#lock",
		"talk":                        "talk:ines talk:tobias talk:marguerite",
		"talk to her":                 "talk:ines talk:marguerite",
		"ask ines vane about the oil": "custom ask:ines#oil",
		"quay":                        "examine:quay search:quay",
		"who oiled the lock?":         "ask:ines#lock", // nobody is named: is it Ines who is asked?
		"what do you know of a grave": "ask:ines#grave",
		"burner":                      "examine:burner",
		"ines":                        "talk:ines befriend:ines ask-help:ines",
	} {
		r := grammar.Read(line, possible, scene)
		if r.Found || r.Refusal != "" || shown(r) != want {
			t.Errorf("%q: %s %q, want %s", line, shown(r), r.Refusal, want)
		}
	}
}

// What is done towards two is another deed than what is done towards one of them.
func TestOneOfTwo(t *testing.T) {
	both := []action.Action{with(burner, by(action.Show, ines, tobias))}
	for _, line := range []string{"show ines the burner", "show the burner to tobias", "show her the burner"} {
		if r := grammar.Read(line, both, scene); r.Found || r.Among != nil {
			t.Errorf("%q is read as showing it to both", line)
		}
	}
	for _, line := range []string{"show the burner", "show the burner to tobias and ines"} {
		if r := grammar.Read(line, both, scene); !r.Found {
			t.Errorf("%q: %s", line, r.Refusal)
		}
	}
}

var scene = func() grammar.Table {
	all := grammar.Table{"item:goldcoin": {Text: "a gold coin"}}
	for ref, noun := range names {
		all[ref] = noun
	}
	return all
}()

func TestRefusals(t *testing.T) {
	for line, want := range map[string]string{
		"ask bob about the oil":                     `There is nobody called "bob" here to ask.`,
		"talk to Mr Brown":                          `There is nobody called "Mr Brown" here to talk with.`,
		"ask ines about the price of fish":          `There is nothing to be had here about "price of fish".`,
		"go to atlantis":                            `There is no "atlantis" here to go to.`,
		"x sword":                                   `There is no "sword" here to do that with.`,
		"take burner":                               "There is nothing here to take.",
		"use key on door":                           "There is nothing here to use.",
		"ask tobias about the grave":                `That cannot be done here and now: "ask tobias about the grave".`,
		"ask ines about the oil and go to chapel":   `One deed at a time, please: first "ask ines about the oil"?`,
		"search the quay then wait":                 `One deed at a time, please: first "search the quay"?`,
		"look, ls":                                  `There is no "ls" here to do that with.`,
		"don't ask ines about the grave":            "Say what you do, not what you leave undone.",
		"never talk to tobias":                      "Say what you do, not what you leave undone.",
		"ask ines about anything but not the grave": "Say what you do, not what you leave undone.",
		"42":                          `There is no choice "42" here.`,
		"3 4":                         `There is no choice "3 4" here.`,
		"":                            "Say what you do, in a few words.",
		"  \n ":                       "Say what you do, in a few words.",
		"please":                      `"please" is nothing that can be done here.`,
		"xyzzy":                       `"xyzzy" is nothing that can be done here.`,
		"rm -rf / && ls":              `"rm -rf / && ls" is nothing that can be done here.`,
		"$(look)":                     `"$(look)" is nothing that can be done here.`,
		"`wait`":                      `"wait" is nothing that can be done here.`,
		"wait; wait":                  `"wait" is not understood after "wait".`,
		"ask ines about the oil | sh": `"sh" is not understood after "ask ines about the oil".`,
		"спроси Инес о масле":         `"спроси Инес о масле" is nothing that can be done here.`,
		"问伊内斯关于油":                     `"问伊内斯关于油" is nothing that can be done here.`,
		"look\x00":                    "There are signs in that line that are no text. Say what you do, in a few words.",
		"\x1b[31mlook":                "There are signs in that line that are no text. Say what you do, in a few words.",
		"look \xff":                   "There are signs in that line that are no text. Say what you do, in a few words.",
		"give her the coin":           `That cannot be done here and now: "give her the coin".`,
		"give her coin":               `That cannot be done here and now: "give her coin".`,
		"examine coin":                `That cannot be done here and now: "examine coin".`, // another coin can be
		"talk to coin":                `There is nobody called "coin" here to talk with.`,
		"oil":                         ``,
		"row":                         ``,
		"talk to ines and tobias":     `That cannot be done here and now: "talk to ines and tobias".`,
		"go to the chapell of saint agatha by the sea and ask everybody there": `"go to" is understood, but not "chapell of saint agatha by the sea".`,
		strings.Repeat("a very long line ", 70000):                             "That is too long. Say what you do, in a few words.",
	} {
		r := grammar.Read(line, possible, scene)
		if want == "" {
			if r.Found {
				t.Errorf("%q is read as %s", line, shown(r))
			}
			continue
		}
		if r.Found || len(r.Among) > 0 || r.Refusal != want {
			t.Errorf("%.60q: %s\n\t got %q\n\twant %q", line, shown(r), r.Refusal, want)
		}
	}
}

// A name that could be two things' is no name for the one of them that something can be
// done with.
func TestDoubtfulNames(t *testing.T) {
	vanes := grammar.Table{"person:ines": {Text: "Ines Vane", Pronouns: "she"}, "person:tom": {Text: "Tom Vane", Pronouns: "he"}, "person:bo": {Text: "Bo", Pronouns: "she"}, "topic:oil": {Text: "the oil"}}
	all := []action.Action{about(oil, by(action.Ask, ines)), by(action.Talk, action.PersonRef("tom")), by(action.Talk, action.PersonRef("bo"))}
	for line, want := range map[string]string{
		"ask vane about the oil": `Which do you mean by "vane": Ines Vane or Tom Vane?`,
		"ask her about the oil":  `Which do you mean by "her": Bo or Ines Vane?`,
		"talk to him":            "",
		"ask ines about oil":     "",
	} {
		if r := grammar.Read(line, all, vanes); r.Refusal != want {
			t.Errorf("%q: %q, want %q (%s)", line, r.Refusal, want, shown(r))
		}
	}
}

// Slips of the pen are understood in long words that are near to one name.
func TestSlips(t *testing.T) {
	table := grammar.Table{"place:a": {Text: "the chapel"}, "place:b": {Text: "the harbour"}, "place:c": {Text: "the harbours"}, "place:d": {Text: "the lane"}, "place:e": {Text: "the bridge of sighs"}}
	var all []action.Action
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		all = append(all, at(action.PlaceRef(id), by(action.Go)))
	}
	for line, want := range map[string]string{
		"go to the chaple": "!go:a", "go to the chapl": "!go:a", "go to chappel": "!go:a", "go to the capel": "!go:a",
		"go to the harbourz": "", // near to both
		"go to the lama":     "", "go to the line": "", "go to the chopal": "", "go to the xhapel": "", "go to the brigde of sihgs": "!go:e",
		"go to the brigde of sighs": "!go:e", "go to the harbour": "!go:b",
	} {
		if r := grammar.Read(line, all, table); shown(r) != want {
			t.Errorf("%q: %s, want %s (%s)", line, shown(r), want, r.Refusal)
		}
	}
}

// Anything may be said where saying something is possible; but what somebody might mean for
// somebody else is not said to whoever is there.
func TestSayAnything(t *testing.T) {
	all := append(slices.Clone(possible), by(action.Say, tobias))
	for line, want := range map[string]string{
		`say "Good Evening, keeper!" to tobias`: "Good Evening, keeper",
		`say good evening to tobias`:            "good evening",
		`say good evening`:                      "good evening",
		`shout "I want to go home!"`:            "I want to go home",
		`say good evening to bob`:               "",
		`say "good evening" to bob`:             "",
		`tell tobias about bob`:                 "",
		`whisper to ines`:                       "",
		`don't say "good evening" to tobias`:    "",
	} {
		if r := grammar.Read(line, all, scene); r.Action.Words != want || r.Found == (want == "") {
			t.Errorf("%q: %+v", line, r)
		}
	}
}

// Names that are made to be confounded cost no more than others.
func TestTangledNames(t *testing.T) {
	table := grammar.Table{}
	var all []action.Action
	for i := range 50 {
		r := action.PersonRef(strings.Repeat("x", i+1))
		table[r.String()] = grammar.Noun{Text: strings.TrimSpace(strings.Repeat("x ", i%25+1)), Pronouns: "she"}
		all = append(all, by(action.Talk, r), about(oil, by(action.Ask, r, ines)))
	}
	table["topic:oil"] = grammar.Noun{Text: "x"}
	reader := grammar.NewReader(all, table)
	for _, line := range []string{"ask " + strings.Repeat("x ", 400) + "about x", "talk with " + strings.Repeat("x and ", 90) + "x", strings.Repeat("and ", 200), strings.Repeat("please ", 120)} {
		wellFormed(t, line, reader.Read(line))
		if r := reader.Read(line); r.Found {
			t.Errorf("%q is read as %s", line, shown(r))
		}
	}
}

// A reading is one of three things, and a refusal one short line.
func wellFormed(t interface {
	Helper()
	Fatalf(string, ...any)
}, line string, r grammar.Reading) {
	t.Helper()
	answers := 0
	for _, is := range []bool{r.Found, len(r.Among) > 0, r.Refusal != ""} {
		if is {
			answers++
		}
	}
	if answers != 1 {
		t.Fatalf("%q: %+v", line, r)
	}
	if strings.ContainsAny(r.Refusal, "\n\r\x1b") || utf8.RuneCountInString(r.Refusal) > 240 || !utf8.ValidString(r.Refusal) {
		t.Fatalf("%q is refused with %q", line, r.Refusal)
	}
}

// What is said to be done quietly is that deed, unless something can be done quietly as a
// deed of its own: then nothing else is.
func TestQuietly(t *testing.T) {
	hushed := by(action.Befriend, ines)
	hushed.Manner = action.Quietly
	for line, want := range map[string]string{"quietly talk to ines": "!talk:ines", "ask ines, quietly, about the oil": "!ask:ines#oil"} {
		if r := grammar.Read(line, possible, scene); shown(r) != want {
			t.Errorf("%q: %s, want %s", line, shown(r), want)
		}
		if r := grammar.Read(line, append(slices.Clone(possible), hushed), scene); shown(r) != "" {
			t.Errorf("%q: %s where that is another deed", line, shown(r))
		}
	}
}
