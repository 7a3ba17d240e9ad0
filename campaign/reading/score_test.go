package reading_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/reading"
)

// labels are what a careful reader finds; testdata/README.md says how they are held against
// what was found.
type labels struct {
	Player    string
	People    [][]string
	Places    [][]string
	Things    [][]string
	Papers    [][]string
	Locks     []struct{ Locks, By []string }
	Deadline  []string
	Oddities  []string
	Questions []string
	Tolerated struct{ People, Places, Things, Oddities, Questions []string }
}

// A tally counts what was found, right, and listed.
type tally struct{ found, right, listed, hit int }

func (a *tally) add(b tally) {
	a.found, a.right, a.listed, a.hit = a.found+b.found, a.right+b.right, a.listed+b.listed, a.hit+b.hit
}

func (a tally) precision() float64 { return share(a.right, a.found) }
func (a tally) recall() float64    { return share(a.hit, a.listed) }

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

func named(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, article := range []string{"the ", "a ", "an ", "his ", "her "} {
		name = strings.TrimPrefix(name, article)
	}
	return name
}

// names holds found names against listed ones.
func names(found [][]string, listed [][]string, tolerated []string, note func(string, ...any)) (of tally) {
	of.listed, of.found = len(listed), len(found)
	hit := make([]bool, len(listed))
	for _, f := range found {
		right := false
		for i, l := range listed {
			for _, name := range l {
				if slices.ContainsFunc(f, func(f string) bool { return named(f) == named(name) }) {
					hit[i], right = true, true
				}
			}
		}
		for _, name := range tolerated {
			right = right || named(f[0]) == named(name)
		}
		if right {
			of.right++
		} else {
			note("wrong: %s", f[0])
		}
	}
	for i, l := range listed {
		if hit[i] {
			of.hit++
		} else {
			note("missed: %s", l[0])
		}
	}
	return of
}

// inSmall are texts in small letters: a sentence may have lost an "And" before it.
func inSmall(texts []string) (all []string) {
	for _, t := range texts {
		all = append(all, strings.ToLower(t))
	}
	return all
}

// pieces holds found sentences against listed pieces of them.
func pieces(found []string, listed, tolerated []string, note func(string, ...any)) (of tally) {
	of.listed, of.found = len(listed), len(found)
	found, listed, tolerated = inSmall(found), inSmall(listed), inSmall(tolerated)
	for _, f := range found {
		if slices.ContainsFunc(slices.Concat(listed, tolerated), func(l string) bool { return strings.Contains(f, l) }) {
			of.right++
		} else {
			note("wrong: %s", f)
		}
	}
	for _, l := range listed {
		if slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, l) }) {
			of.hit++
		} else {
			note("missed: %s", l)
		}
	}
	return of
}

// files are a campaign's setting and premise.
func files(t testing.TB, dir string) (setting, premise string) {
	t.Helper()
	a, err := os.ReadFile(filepath.Join(dir, "world/setting.md"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "plot/premise.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(a), string(b)
}

func labelsIn(t testing.TB, file string) (l labels) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, &l)
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// standing reports what is labelled and does not stand in the text.
func standing(t *testing.T, one labelled) {
	t.Helper()
	setting, premise := files(t, one.dir)
	text := strings.Join(strings.Fields(setting+" "+premise), " ")
	l := labelsIn(t, one.labels)
	for _, piece := range slices.Concat(l.Deadline, l.Oddities, l.Questions, l.Tolerated.Oddities, l.Tolerated.Questions) {
		if !strings.Contains(text, piece) {
			t.Errorf("%s: %q is labelled and not there", one.dir, piece)
		}
	}
}

// scored reads a campaign and holds what is found against its labels.
func scored(t testing.TB, by *reading.Reader, one labelled) map[string]tally {
	t.Helper()
	return held(t, by.Read(files(t, one.dir)), one)
}

// held holds what was found in a campaign against its labels.
func held(t testing.TB, r *reading.Reading, one labelled) map[string]tally {
	t.Helper()
	log := testing.Verbose()
	l, dir := labelsIn(t, one.labels), one.dir
	note := func(kind string) func(string, ...any) {
		return func(format string, args ...any) {
			if log {
				t.Logf("%s: %s: %s", filepath.Base(dir), kind, fmt.Sprintf(format, args...))
			}
		}
	}
	called := func(kinds ...reading.Kind) (all [][]string) {
		for _, e := range r.Of(kinds...) {
			all = append(all, append([]string{e.Name}, e.Also...))
		}
		return all
	}
	var odd, asks, until []string
	for _, s := range r.Sentences {
		if s.Odd != "" {
			odd = append(odd, s.Text)
		}
		if s.Asks {
			asks = append(asks, s.Text)
		}
	}
	if r.Deadline != nil {
		until = append(until, r.Sentences[r.Deadline.Said].Text)
	}
	all := map[string]tally{}
	all["people"] = names(called(reading.Person), l.People, l.Tolerated.People, note("people"))
	all["places"] = names(called(reading.Place), l.Places, l.Tolerated.Places, note("places"))
	all["things"] = names(called(reading.Thing, reading.Paper), slices.Concat(l.Things, l.Papers), l.Tolerated.Things, note("things"))
	all["oddities"] = pieces(odd, l.Oddities, slices.Concat(l.Tolerated.Oddities, l.Deadline), note("oddities"))
	all["questions"] = pieces(asks, l.Questions, slices.Concat(l.Tolerated.Questions, l.Oddities, l.Deadline), note("questions"))
	deadline := tally{listed: 1, found: len(until)}
	for _, u := range until {
		if slices.ContainsFunc(l.Deadline, func(d string) bool { return strings.Contains(u, d) }) {
			deadline.right, deadline.hit = 1, 1
		} else {
			note("deadline")("wrong: %s", u)
		}
	}
	if len(until) == 0 {
		note("deadline")("missed: %s", l.Deadline)
	}
	all["deadline"] = deadline
	if log {
		t.Logf("player %q, locks %v, deadline %+v, options %+v", r.Player, r.Locks, r.Deadline, r.Options)
	}
	return all
}

// scores are the tallies of several campaigns by what was looked for.
type scores struct {
	of    map[string]tally
	whole tally
}

func (s *scores) add(one map[string]tally) {
	if s.of == nil {
		s.of = map[string]tally{}
	}
	for kind, of := range one {
		sum := s.of[kind]
		sum.add(of)
		s.of[kind] = sum
		s.whole.add(of)
	}
}

// hold reports the scores, and asks for so large a share of what is found to be right, and of
// what is labelled to be found.
func (s *scores) hold(t *testing.T, of string, right, found float64) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(s.of)) {
		of := s.of[kind]
		t.Logf("%-10s right %.2f (%d of %d), found %.2f (%d of %d)", kind, of.precision(), of.right, of.found, of.recall(), of.hit, of.listed)
	}
	t.Logf("%s: right %.3f, found %.3f", of, s.whole.precision(), s.whole.recall())
	if s.whole.precision() < right || s.whole.recall() < found {
		t.Errorf("%s: right %.3f, wanted %.2f; found %.3f, wanted %.2f", of, s.whole.precision(), right, s.whole.recall(), found)
	}
}
