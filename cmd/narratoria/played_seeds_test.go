package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// What every turn of a story is held to.
const (
	fewestWords  = 25 // in most turns, where an author described the places
	fewestOfAll  = 4
	mostShort    = 20 // one turn in so many may be shorter: there is nothing more to tell
	unrepeated   = 10 // turns within which no paragraph comes again
	fewestOffers = 3
	mostOffers   = 4
)

// breaches is what is wrong with a play, turn by turn from its opening on, of which nearly
// each has so many words at least.
func breaches(turns []told, fewest int) (all []string) {
	wrong := func(r *told, format string, args ...any) {
		all = append(all, fmt.Sprintf("turn %d: ", r.Turn)+fmt.Sprintf(format, args...))
	}
	seen, short := map[string]int64{}, 0 // paragraph: the turn it was last in
	for i := range turns {
		r := &turns[i]
		if r.Turn != int64(i+1) {
			wrong(r, "comes as number %d", i+1)
		}
		switch words := len(strings.Fields(r.Prose)); {
		case words < fewestOfAll:
			wrong(r, "%d words", words)
		case words < fewest:
			if short++; short > max(1, len(turns)/mostShort) {
				wrong(r, "%d words, in the %d. of %d turns that are short", words, short, len(turns))
			}
		}
		if r.Fallback || len(r.Degraded) > 0 {
			wrong(r, "fallback %v, degraded %q", r.Fallback, r.Degraded)
		}
		for _, paragraph := range r.paragraphs() {
			if last, told := seen[paragraph]; told && r.Turn-last <= unrepeated {
				wrong(r, "repeats turn %d: %s", last, paragraph)
			}
			seen[paragraph] = r.Turn
		}
		if said := wrongOffer(r); said != "" {
			wrong(r, "%s", said)
		}
		if r.ended() && i < len(turns)-1 {
			wrong(r, "ends before the last turn")
		}
	}
	return all
}

// wrongOffer is what is wrong with a turn's choices. None are needed at an ending.
func wrongOffer(r *told) string {
	if r.ended() {
		return ""
	}
	ids, texts := map[string]bool{}, map[string]bool{}
	for _, c := range r.Choices {
		ids[c.ID], texts[strings.ToLower(strings.TrimRight(c.Text, ". "))] = true, true
	}
	switch n := len(r.Choices); {
	case n < fewestOffers || n > mostOffers:
		return fmt.Sprintf("%d choices", n)
	case len(ids) < n || len(texts) < n || ids[""] || texts[""]:
		return fmt.Sprintf("choices that are not distinct: %v", r.Choices)
	}
	return ""
}

// The check of the rules sees each way to break them.
func TestPlayedRulesCanBeBroken(t *testing.T) {
	const length = 12
	well := func() []told {
		turns := make([]told, length)
		for i := range turns {
			turns[i].Turn = int64(i + 1)
			turns[i].Prose = strings.Repeat(fmt.Sprintf("word%d ", i), 25) + "\n\n" + strings.Repeat(fmt.Sprintf("other%d ", i), 25)
			for n := range 3 {
				turns[i].Choices = append(turns[i].Choices, toldChoice{ID: strconv.Itoa(n), Text: fmt.Sprintf("Do %d.", n)})
			}
		}
		return turns
	}
	if wrong := breaches(well(), fewestWords); wrong != nil {
		t.Fatalf("what keeps the rules is refused: %q", wrong)
	}
	ending := "light"
	for name, change := range map[string]func([]told){
		"short": func(r []told) {
			for i := range 2 {
				r[3+i].Prose = strings.Repeat(fmt.Sprintf("word%d ", i), 24)
			}
		},
		"very short":  func(r []told) { r[3].Prose = "Nothing at all." },
		"two choices": func(r []told) { r[3].Choices = r[3].Choices[:2] },
		"none":        func(r []told) { r[3].Choices = nil },
		"five choices": func(r []told) {
			r[3].Choices = append(r[3].Choices, toldChoice{ID: "a", Text: "A"}, toldChoice{ID: "b", Text: "B"})
		},
		"the same text":         func(r []told) { r[3].Choices[2].Text = "do 1" },
		"the same id":           func(r []told) { r[3].Choices[2].ID = "1" },
		"a choice without text": func(r []told) { r[3].Choices[2].Text = "" },
		"fallback":              func(r []told) { r[3].Fallback = true },
		"degraded":              func(r []told) { r[3].Degraded = []string{"No dice."} },
		"the same twice":        func(r []told) { r[3].Prose += "\n\n" + r[3].paragraphs()[0] },
		"again at once":         func(r []told) { r[4].Prose += "\n\n" + r[3].paragraphs()[1] },
		"again after ten turns": func(r []told) { r[11].Prose += "\n\n" + r[1].paragraphs()[1] },
		"a turn left out":       func(r []told) { r[11].Turn++ },
		"a turn told twice":     func(r []told) { r[11].Turn-- },
		"going on after an end": func(r []told) { r[3].Ending = &ending },
	} {
		turns := well()
		change(turns)
		if len(breaches(turns, fewestWords)) == 0 {
			t.Errorf("%s: is not seen", name)
		}
	}
	turns := well()
	turns[11].Prose += "\n\n" + turns[0].paragraphs()[1]
	turns[11].Ending, turns[11].Choices = &ending, nil
	if wrong := breaches(turns, fewestWords); wrong != nil {
		t.Errorf("a paragraph that comes again after eleven turns, and an ending: %q", wrong)
	}
}

// keeps holds one seed's play to the rules, and gives its ending.
func keeps(t *testing.T, label string, turns []told, fewest, atLeast int) string {
	t.Helper()
	for _, wrong := range breaches(turns, fewest) {
		t.Errorf("%s: %s", label, wrong)
	}
	if len(turns) == 0 {
		t.Errorf("%s: nothing was told", label)
		return ""
	}
	last := turns[len(turns)-1]
	if last.ended() {
		return *last.Ending
	}
	if len(turns) < atLeast {
		t.Errorf("%s: %d turns without an ending, want %d", label, len(turns), atLeast)
	}
	return ""
}

// seeds are those that are played as processes: a few, or all in a soak.
func seeds(few, whole int) []string {
	if soak.Whole() {
		few = whole
	}
	all := make([]string, few)
	for i := range all {
		all[i] = strconv.Itoa(i + 1)
	}
	return all
}

// The sample campaign by dice: the rules hold, and the same seed tells the same.
func TestPlayedSeeds(t *testing.T) {
	for _, seed := range seeds(3, 20) {
		t.Run(seed, func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			out := u.does("play", "--auto", "60", "--seed", seed, "--save", "kept", "--json", "grey-harbour")
			ending := keeps(t, "seed "+seed, recordsOf(t, out), fewestWords, 60)
			t.Logf("seed %s: %d turns, ending %q", seed, strings.Count(out, "\n"), ending)
			if again := newUser(t).does("play", "--auto", "60", "--seed", seed, "--json", "grey-harbour"); again != out {
				t.Errorf("seed %s: told otherwise the second time, from turn %d on", seed, firstDifference(out, again))
			}
		})
	}
}

// firstDifference is the number of the first line that is not the same.
func firstDifference(a, b string) int {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return i + 1
		}
	}
	return min(len(x), len(y)) + 1
}

// line is the line of a number, counted from 1; "" where there is none.
func line(text string, number int) string {
	lines := strings.Split(text, "\n")
	if number > len(lines) {
		return ""
	}
	return lines[number-1]
}

// aroundDifference is what two lines have where they begin to differ, and a little before.
func aroundDifference(a, b string) (string, string) {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	around := func(text string) string { return text[max(0, at-200):min(len(text), at+1000)] }
	return around(a), around(b)
}

// The same plays inside the test's own process, where bundled scripts are
// functions: more seeds, the same rules, and different endings.
func TestPlayedEndings(t *testing.T) {
	ownDirectories(t)
	endings, want, within := map[string]int{}, 2, 20 // "at least two different endings over the seeds", of 1 to 20
	if soak.Whole() {
		want, within = 3, 100
	}
	for i := 0; i < soak.Count(100) || i < within && len(endings) < want; i++ {
		seed := strconv.Itoa(i + 1)
		code, out, errs := command("play", "--auto", "60", "--seed", seed, "--json", "grey-harbour")
		if code != exitOK || errs != "" {
			t.Fatalf("seed %s: exit %d: %s", seed, code, errs)
		}
		if ending := keeps(t, "seed "+seed, recordsOf(t, out), fewestWords, 60); ending != "" {
			endings[ending]++
		}
	}
	t.Logf("endings: %v", endings)
	if len(endings) < want {
		t.Errorf("the seeds lead to %d endings, want %d: %v", len(endings), want, endings)
	}
}

// It makes no difference to a story whether its skills are processes.
func TestPlayedTheSameWithoutProcesses(t *testing.T) {
	ownDirectories(t)
	args := []string{"play", "--auto", "12", "--seed", "4", "--json", "grey-harbour"}
	code, inside, errs := command(args...)
	if code != exitOK || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if outside := newUser(t).does(args...); outside != inside {
		t.Errorf("from turn %d on the story differs", firstDifference(inside, outside))
	}
}

// A story that runs on, and one of three files, keep the rules too.
func TestPlayedWithoutEndings(t *testing.T) {
	for _, seed := range seeds(1, 20) {
		t.Run(seed, func(t *testing.T) {
			t.Parallel()
			turns := newUser(t).plays("--auto", "120", "--seed", seed, "--no-endings", "grey-harbour")
			if ending := keeps(t, "grey-harbour, seed "+seed, turns, fewestWords, 120); ending != "" || len(turns) != 120 {
				t.Errorf("%d turns, ending %q", len(turns), ending)
			}
			turns = newUser(t).plays("--auto", "30", "--seed", seed, "minimal")
			keeps(t, "minimal, seed "+seed, turns, fewestOfAll, 30)
			if ids := placesOf(turns); len(ids) < 2 {
				t.Errorf("minimal, seed %s: the story stays at %q", seed, ids)
			}
		})
	}
}

func placesOf(turns []told) (all []string) {
	for _, r := range turns {
		if !slices.Contains(all, r.Scene.Place) {
			all = append(all, r.Scene.Place)
		}
	}
	return all
}
