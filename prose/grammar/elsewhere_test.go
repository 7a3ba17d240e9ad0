package grammar_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
)

// lineSets are all sets of lines that are judged.
var lineSets = []string{"lines.txt", "lines-2.txt", "lines-3.txt", "lines-4.txt", "lines-5.txt", "lines-6.txt", "lines-7.txt", "lines-8.txt", "lines-9.txt", "lines-10.txt", "lines-11.txt", "lines-12.txt", "lines-13.txt", "tried.txt"}

// A line that is typed at another moment than it was written for means the same kind of deed or
// none: one that is found there must be of the kind that the line is judged to mean at its own
// moment, or be one that somebody has judged to be right there, in elsewhere.txt.
func TestLinesElsewhere(t *testing.T) {
	accepted := acceptedElsewhere(t)
	var lines []judged
	for _, set := range lineSets {
		lines = append(lines, judgedLines(t, set)...)
	}
	for scene, reader := range sceneReaders(t) {
		t.Run(scene, func(t *testing.T) {
			t.Parallel()
			for i, line := range lines {
				if scene == line.scene || line.scene == "weighing" || line.scene == "ward" || !soak.Whole() && (i+len(scene))%5 > 0 {
					continue
				}
				r := reader.Read(line.typed)
				if r.Found && !right(line.wanted, r.Action.ID(), nil) && !ofKind(line.wanted, r.Action) && !slices.Contains(accepted[line.typed], string(r.Action.Kind)) {
					t.Errorf("%s | %s (for %s: %s)", line.typed, r.Action.ID(), line.scene, line.wanted)
				}
			}
		})
	}
}

// ofKind reports whether a verdict allows for an action of a kind: it names one, or is a question
// that does not say what it is between.
func ofKind(wanted string, a action.Action) bool {
	for alternative := range strings.SplitSeq(wanted, " / ") {
		alternative = strings.TrimSpace(alternative)
		rest, question := strings.CutPrefix(alternative, "?")
		if question && strings.TrimSpace(rest) == "" {
			return true
		}
		for id := range strings.SplitSeq(rest, ",") {
			id = strings.TrimPrefix(strings.TrimSpace(id), "quietly:")
			kind, _, _ := strings.Cut(strings.ReplaceAll(id, "#", ":"), ":")
			if kind == string(a.Kind) || kind == wordedKinds[strings.Split(a.Words, " ")[0]] {
				return true
			}
		}
	}
	return false
}

// wordedKinds are the kinds of deed that choices of a drama are, by their first words: nearly all that
// can be done at a moment of one is such a choice, and a line that was written for it means one.
var wordedKinds = map[string]string{"Ask": "ask", "Talk": "talk", "Press": "press", "Tell": "tell", "Read": "examine", "Look": "examine", "Go": "go", "Wait": "wait"}

// acceptedElsewhere are the kinds of deed that a line may mean at other moments.
func acceptedElsewhere(t *testing.T) map[string][]string {
	t.Helper()
	file, err := os.Open("testdata/elsewhere.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all := map[string][]string{}
	for in := bufio.NewScanner(file); in.Scan(); {
		if typed, kinds, ok := strings.Cut(in.Text(), " | "); ok && !strings.HasPrefix(typed, "#") {
			all[typed] = append(all[typed], strings.Fields(kinds)...)
		}
	}
	return all
}
