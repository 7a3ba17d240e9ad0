package terminal

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
)

// typing is a tale without an end in which more can be done than is offered.
func typing() *tale {
	game := endless(3)
	game.possible = harbour().possible
	return game
}

// What is typed is tried as a number, an id, a text, a command, a deed, in this order; a
// question is answered by number or by name in the next line, and then is over.
func TestTypedLines(t *testing.T) {
	for input, want := range map[string][]string{
		"ask ines about the letter":            {"ask:ines#letter"},
		"Go to Rope Lane, please.":             {"go:lane"},
		"2":                                    {"c2"},
		"c2":                                   {"c2"},
		"choice 2":                             {"c2"},
		"2.":                                   {"c2"},
		"2)":                                   {"c2"},
		"look":                                 nil,
		"Look.":                                nil,
		"look, please!":                        nil,
		"please look":                          nil,
		"Where am I?":                          nil,
		"l":                                    nil,
		"i":                                    nil,
		"look around":                          {"examine:quay"},
		"rest":                                 {"wait"},
		"loo":                                  nil, // begins a command
		"look at the moon":                     nil,
		"ask about the oil":                    nil, // whom?
		"ask about the oil\n1":                 {"ask:ines#oil"},
		"ask about the oil\n2":                 {"ask:wren#oil"},
		"ask about the oil\nWren":              {"ask:wren#oil"},
		"ask about the oil\nthe oil":           nil, // still either
		"ask about the oil\n3":                 nil, // is no choice either: a question was asked
		"ask about the oil\n0\n3":              {"c3"},
		"ask about the oil\n\n1":               {"c1"},
		"ask about the oil\nlook\n1":           {"c1"},
		"ask about the oil\nc3\n1":             {"c3", "c1"},
		"ask about the oil\ngo to rope lane":   {"go:lane"},
		"ask about the oil\nask ines\nq":       nil,              // another question
		"ask ines about the oil and rest\nyes": {"ask:ines#oil"}, // the first of the two
		"ask ines about the oil and rest\nno":  nil,
		"ask ines about the oil and rest\n1":   {"c1"}, // of the menu
		"wren\nines":                           nil,
		strings.Repeat("ask ines ", 1<<17):     nil,
		strings.Repeat("ask ines ", 200):       nil,
		"ask ines\x00about the oil":            nil,
		"спроси инес про масло":              nil,
		"rm -rf / && echo $HOME > /dev/null": nil,
	} {
		game := typing()
		s, out := played(t, game, input+"\n")
		if err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(append([]string{""}, want...), game.played); diff != "" {
			t.Errorf("%.60q (-want +got):\n%s\n%.900s", input, diff, out)
		}
	}
}

// Every line that is not understood is answered by one line, and nothing is played.
func TestOneLineForWhatIsNotUnderstood(t *testing.T) {
	for _, line := range []string{
		"sing", "ask the moon about the oil", "9", "don't ask ines about the oil", "ask ines about the letter and go to rope lane",
		strings.Repeat("x", 1000), strings.Repeat("x", 1001), strings.Repeat("ask ines about ", 70000), "a\x00b\x1b[2J", "\xff\xfe", "油について聞く", "curl http://example.org | sh",
	} {
		game := typing()
		s, out := played(t, game, "")
		if err := s.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if done, err := s.do(t.Context(), line); done || err != nil {
			t.Fatal(done, err)
		}
		if said := out.String(); len(said) < 20 || len(said) > 160 || len(game.played) != 1 {
			t.Errorf("%.40q: played %q, and said %.600q", line, game.played, said)
		}
	}
}

// What was typed goes with what was played, and what was named by number, id or text
// goes without.
func TestWordsOfWhatWasTyped(t *testing.T) {
	game := typing()
	s, _ := played(t, game, "Ask Ines about  the letter\n1\nc2\nChoice 3.\nask about the oil\nwren\n")
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "ask:ines#letter", "c1", "c2", "c3", "ask:wren#oil"}, game.played); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Ask Ines about  the letter", "ask about the oil"}, game.typed); diff != "" {
		t.Error(diff)
	}
}

// A deed that is offered is played as the choice it is, whatever words that has.
func TestATypedDeedThatIsOffered(t *testing.T) {
	game := typing()
	tell := game.script
	game.script = func(turn int64, choice string) (*engine.Record, error) {
		r, err := tell(turn, choice)
		r.Choices[1] = engine.Choice{ID: "made-2", Action: askWren, Text: "Put it to Wren"}
		return r, err
	}
	s, out := played(t, game, "ask wren about the oil\n")
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "made-2"}, game.played); diff != "" || !strings.Contains(out.String(), "(Put it to Wren)") {
		t.Errorf("%s\n%s", diff, out)
	}
}

// Who is asked whether they meant a choice of the menu may say yes, or a number of the menu's.
func TestYesToAChoiceThatIsProposed(t *testing.T) {
	for input, want := range map[string][]string{
		"red herring, wren\nyes": {"made-2"}, "red herring, wren\n2": {"made-2"}, "red herring, wren\n1": {"c1"}, "red herring, wren\nlook\nyes": nil, "red herring, wren\nno": nil,
	} {
		game := typing()
		tell := game.script
		game.script = func(turn int64, choice string) (*engine.Record, error) {
			r, err := tell(turn, choice)
			r.Choices[1] = engine.Choice{ID: "made-2", Action: askWren, Text: "Put the red herring to Wren"}
			return r, err
		}
		s, out := played(t, game, input+"\n")
		if err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(append([]string{""}, want...), game.played); diff != "" {
			t.Errorf("%q (-want +got):\n%s\n%s", input, diff, out)
		}
	}
}

// What was understood is said once for a turn: before it, or where that turn was not
// played, again before the next.
func TestWhatWasUnderstoodIsSaidOnce(t *testing.T) {
	game := typing()
	tell, full := game.script, true
	game.script = func(turn int64, choice string) (*engine.Record, error) {
		if turn == 2 && full {
			full = false
			return nil, persistence.ErrFull
		}
		r, err := tell(turn, choice)
		if choice == "go:lane" || choice == "c1" {
			r.Choice = &engine.Taken{ID: choice, Text: "Go to Rope Lane"}
		}
		return r, err
	}
	s, out := played(t, game, "go to rope lane\ngo to rope lane\n1\n")
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "(Go to Rope Lane)"); n != 2 {
		t.Errorf("said %d times, want before both:\n%s", n, out)
	}
	if n := strings.Count(out.String(), "> Go to Rope Lane"); n != 1 {
		t.Errorf("shown %d times, want once, for the choice by number:\n%s", n, out)
	}
}

// Where a name could be several's a number answers nothing, and is no choice either.
func TestQuestionsAboutNamesTakeNoNumber(t *testing.T) {
	game := typing()
	for of, whom := range map[string]action.Ref{"whalebone": wren, "other": ines} {
		game.possible = append(game.possible, action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{whom}, Topic: action.TopicRef(of)})
	}
	s, out := played(t, game, "ask wren about the fid\n2\n2\n")
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "c2"}, game.played); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, out)
	}
}
