package choices

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/skills/kit"
)

// A pairing is one move and one memory at the quay, with Ines and Wren there.
func pairing(m move, recalled memory) (*scene, *move) {
	in, k := harbour()
	in.Moves, k.Memories = append(in.Moves, m), []memory{recalled}
	s := in.scene(k, 1)
	return s, &s.in.Moves[len(s.in.Moves)-1]
}

// kinOf are the wordings of a pairing.
func kinOf(m move, recalled memory) (texts []string) {
	s, own := pairing(m, recalled)
	for _, w := range s.wordings(own, 0, s.nearness(own, own.about(), 0) > 0) {
		texts = append(texts, w.text)
	}
	return texts
}

// A thing is only looked at for the sake of what has to do with it, and is no spot
// where anything happened.
func TestWhatThingsAreLookedAtFor(t *testing.T) {
	letter := move{ID: "x", Kind: "examine", Item: named{"letter", "a letter of appointment"}}
	for _, test := range []struct {
		m        move
		recalled memory
		some     bool
	}{
		{letter, memory{Summary: "You showed the letter of appointment to the watching women.", Location: "quay"}, false}, // it would be named twice
		{letter, memory{Summary: "You found out what it says.", Tags: []string{"letter"}, Location: "hall"}, false},       // no words of it to say
		{letter, memory{Summary: "The women at the wall read your appointment twice.", Location: "quay"}, false},
		{letter, memory{Summary: "You took Wren's hand on the steps.", Tags: []string{"letter"}}, true},
		{letter, memory{Summary: "You took Wren's hand on the steps.", Location: "quay"}, false},
		{letter, memory{Summary: "You asked Mr Gaunt which bird laid the speckled one.", Location: "quay"}, false},
		{move{ID: "x", Kind: "examine", Place: named{"quay", "the Long Quay"}}, memory{Summary: "You took Wren's hand on the steps.", Location: "quay"}, true},
		{move{ID: "x", Kind: "examine", Place: named{"quay", "the Long Quay"}}, memory{Summary: "You took Wren's hand on the steps.", Location: "inn"}, false},
		{move{ID: "x", Kind: "pursue", Thread: thread{"matty", "What became of Matty?"}}, memory{Summary: "You took Wren's hand on the steps.", Tags: []string{"matty"}}, true},
		{move{ID: "x", Kind: "pursue", Thread: thread{"matty", "What became of Matty?"}}, memory{Summary: "You knew Matty by a scar."}, false}, // twice, again
		{move{ID: "x", Kind: "pursue", Thread: thread{"matty", "What became of Matty?"}}, memory{Summary: "You took Wren's hand on the steps."}, false},
		{move{ID: "x", Kind: "recall"}, memory{Summary: "You took Wren's hand on the steps."}, true},
	} {
		texts := kinOf(test.m, test.recalled)
		if len(texts) > 0 != test.some {
			t.Errorf("%s %s of %q: %q", test.m.Kind, test.m.Item.Name, test.recalled.Summary, texts)
		}
		for _, text := range texts {
			if test.m.Item.ID != "" && strings.Contains(text, "spot") {
				t.Errorf("a thing as a place: %q", text)
			}
		}
	}
}

// What was asked is asked again of whoever was asked, and of others only where they
// could know of it; nobody is asked about "he".
func TestWhoIsAsked(t *testing.T) {
	talk := func(who string) move { return move{ID: "x", Kind: "talk", Person: who} }
	eggs := memory{Summary: "You asked Mr Gaunt which bird laid the speckled one.", Characters: []string{"player", "gaunt"}}
	for _, test := range []struct {
		who      string
		recalled memory
		has, not string
	}{
		{"gaunt", eggs, "again which bird laid", "as you asked"},
		{"ines", eggs, "Tell Ines that you asked", " can tell you which"},
		{"ines", memory{Summary: "You asked Wren who took Matty's oilskins."}, "can tell you who took", "again who took"},
		{"wren", memory{Summary: "You asked Ines about Wren."}, "", "again about"},
		{"wren", memory{Summary: "You asked Ines about Wren."}, "", "have not forgotten"},
		{"wren", memory{Summary: "You asked Ines about her part in all this."}, "", "Wren about her part"},
		{"ines", memory{Summary: "You asked Ines about her part in all this."}, "Ask Ines again about her part", "as you asked"},
		{"wren", memory{Summary: "You asked the girl who paid for the lamp.", Characters: []string{"player", "wren"}}, "", "the girl said"},
		{"ines", memory{Summary: "You asked the girl who paid for the Tooth.", Characters: []string{"player", "wren"}}, "asked the girl", "again"},
	} {
		texts := strings.Join(kinOf(talk(test.who), test.recalled), "\n")
		if !strings.Contains(texts, test.has) || strings.Contains(texts, test.not) {
			t.Errorf("to %s, of %q, wanted %q and not %q:\n%s", test.who, test.recalled.Summary, test.has, test.not, texts)
		}
	}
}

// "Now that" is said of what is new.
func TestOldNews(t *testing.T) {
	for age, want := range map[number]bool{"": true, "1": true, "10": true, "11": false, "90": false} {
		texts := kinOf(move{ID: "x", Kind: "talk", Person: "wren"}, memory{Summary: "You took Wren's hand on the steps.", TurnsAgo: age})
		if got := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "now that") }); got != want {
			t.Errorf("after %q turns: %q", age, texts)
		}
	}
	for age, want := range map[number]bool{"": false, "1": true, "2": false} {
		texts := kinOf(move{ID: "x", Kind: "wait"}, memory{Summary: "You took Wren's hand on the steps.", TurnsAgo: age})
		if got := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "your breath") }); got != want {
			t.Errorf("after %q turns: %q", age, texts)
		}
	}
}

// Nobody dwells on having come somewhere.
func TestDullMemoriesAreNoGrounds(t *testing.T) {
	in, k := harbour()
	k.Memories = []memory{{ID: "m1", Summary: "You came to the Long Quay."}, {ID: "m2", Summary: "You went over what you knew so far.", Tags: []string{"recall"}}}
	for seed := range uint64(20) {
		for _, c := range in.scene(k, seed).made() {
			if len(c.Because) > 0 {
				t.Errorf("%q", c.Text)
			}
		}
	}
	k.Memories = append(k.Memories, memory{ID: "m3", Summary: "You came to the Long Quay. Eleven graves stood in a row."})
	some := 0
	for seed := range uint64(20) {
		for _, c := range in.scene(k, seed).made() {
			if slices.Equal(c.Because, []string{"m3"}) {
				some++
			}
		}
	}
	if some == 0 {
		t.Error("what a dull sentence is followed by is no ground")
	}
}

// Two choices of a turn are not the same in deed, and no frame is heard twice in six
// choices that were made.
func TestVarietyOfDeedsAndFrames(t *testing.T) {
	in, k := harbour()
	in.Moves = append(in.Moves, move{ID: "rec2", Kind: "recall"}, move{ID: "wait2", Kind: "wait"})
	var recent, patterns []string
	twice := 0
	for turn := range 100 {
		in.Turn, in.Recent = turn+4, recent
		s := in.scene(k, uint64(turn))
		resting := 0
		for _, c := range newPile(s).fill(3, s.allowed()) {
			if among(c.move.Kind, idle) {
				resting++
			}
			if longestPiece(c.pattern) != "" && slices.Contains(patterns[max(0, len(patterns)-5):], c.pattern) {
				twice++
			}
			patterns = append(patterns, c.pattern)
			recent = append(recent, c.text)
		}
		if resting > 1 {
			t.Errorf("turn %d: %q", turn, recent[len(recent)-3:])
		}
		recent = recent[max(0, len(recent)-30):]
	}
	t.Logf("%d of %d choices in the frame of one of the five before", twice, len(patterns))
	if twice*50 > len(patterns) {
		t.Errorf("%d of %d choices in the frame of one of the five before", twice, len(patterns))
	}
}

// Standing is counted in points, whatever scale the score is shown in.
func TestReputationIsReadInPoints(t *testing.T) {
	for _, test := range []struct {
		standing string
		asked    bool
	}{
		{`"points":-31,"score":345`, false}, {`"points":-30,"score":-900`, true}, {`"score":-31`, false}, {`"score":-30`, true}, {`"points":0,"score":-99`, true},
	} {
		request := `{"operation":"generate-choices","protocol":{"version":"0","features":[]},"input":{"want":2,"turn":9,"place":{"id":"quay","name":"the quay"},"people":[{"id":"tam","name":"Tam","faction":"guild"}],` +
			`"moves":[{"id":"wait","kind":"wait"},{"id":"help","kind":"ask-help","person":"tam"}]},"results":{"r":{"perceptions":[{"npc":"tam","score":50}],"reputations":[{"faction":"guild",` + test.standing + `}]}}}` + "\n"
		var out bytes.Buffer
		if code := kit.Serve(t.Context(), strings.NewReader(request), &out, t.Output(), Generate); code != 0 {
			t.Fatalf("exit %d\n%s", code, &out)
		}
		if got := strings.Contains(out.String(), `"ask-help"`); got != test.asked {
			t.Errorf("%s: asked for help %v", test.standing, got)
		}
	}
}

// Nobody is asked again within eight turns what they were asked; others may be.
func TestNotAskedAgainSoon(t *testing.T) {
	oil := memory{Summary: "You asked Ines who paid for the oil.", Characters: []string{"player", "ines"}}
	for _, test := range []struct {
		who, ago string
		some     bool
	}{{"ines", "8", false}, {"ines", "9", true}, {"ines", "", true}, {"wren", "1", true}} {
		oil.TurnsAgo = number(test.ago)
		texts := kinOf(move{ID: "x", Kind: "talk", Person: test.who}, oil)
		if got := slices.ContainsFunc(texts, func(text string) bool {
			return strings.Contains(text, "who paid for the oil") && strings.HasPrefix(text, "Ask ") && !strings.Contains(text, "you asked") || strings.Contains(text, "can tell you who paid")
		}); got != test.some {
			t.Errorf("%s after %q turns: %q", test.who, test.ago, texts)
		}
	}
}

// Why something happened is wondered at where somebody did it.
func TestWhatIsWonderedAt(t *testing.T) {
	for summary, want := range map[string]bool{"The night fell on a day that began in a cart.": false, "The old man saw the fid and turned away.": true, "Wren Tallis turned her face away.": true} {
		texts := kinOf(move{ID: "x", Kind: "recall"}, memory{Summary: summary})
		if got := slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, "Ask yourself why") }); got != want {
			t.Errorf("%q: %q", summary, texts)
		}
	}
}
