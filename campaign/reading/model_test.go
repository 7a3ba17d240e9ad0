package reading_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/reading"
)

var update = flag.Bool("update", false, "make model.txt anew")

// An example is an entity of a labelled campaign: what speaks for what it is, and what the
// labels say it is, for each kind.
type example struct {
	of       string // the file of labels; "" for a small text
	evidence map[string]int
	is       [len(reading.LearnedKinds)]bool
	count    [len(reading.LearnedKinds)]float64 // how much it counts that this comes out
	has      []piece                            // the evidence that is learned of
}

type piece struct {
	index int
	value float64
}

// What a miss costs is set by how much an example counts, and by how sure a model has to be.
const (
	tolerated = 0.1 // what may be found and need not
	certain   = 3   // what stands in a small text, of which all is labelled
	seldom    = 12  // evidence that fewer examples have is not learned of
	rounds    = 250
	spread    = 1.0
	unit      = 100 // weights are whole numbers of its share
)

// sure is how likely a kind has to be, so that it is found.
var sure = [...]float64{0.45, 0.33, 0.53}

// examples are all of all labelled campaigns and small texts, with the names of the evidence
// that is learned of.
func examples(t testing.TB) (all []example, names []string) {
	t.Helper()
	for _, dir := range labelledSets {
		for _, one := range labelledIn(t, dir) {
			l := labelsIn(t, one.labels)
			for _, x := range reader().Examine(files(t, one.dir)) {
				all = append(all, exampleOf(one.labels, x, l, 1))
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(small)) {
		for _, x := range reader().Examine(text, "") {
			all = append(all, exampleOf("", x, labelsOf(small[text]), certain))
		}
	}
	have := map[string]int{}
	for _, ex := range all {
		for name := range ex.evidence {
			have[name]++
		}
	}
	maps.DeleteFunc(have, func(_ string, n int) bool { return n < seldom })
	names = slices.Sorted(maps.Keys(have))
	for i, name := range names {
		for at := range all {
			if n, has := all[at].evidence[name]; has {
				all[at].has = append(all[at].has, piece{i, float64(n) / 10})
			}
		}
	}
	return all, names
}

// labelsOf are labels as small texts have them: "place the office, thing a brass key".
func labelsOf(found string) (l labels) {
	for one := range strings.SplitSeq(found, ", ") {
		switch kind, name, _ := strings.Cut(one, " "); kind {
		case "person":
			l.People = append(l.People, []string{name})
		case "place":
			l.Places = append(l.Places, []string{name})
		case "thing":
			l.Things = append(l.Things, []string{name})
		}
	}
	return l
}

func exampleOf(of string, x reading.Examined, l labels, counts float64) example {
	ex := example{of: of, evidence: x.Evidence}
	listed := [][][]string{l.People, l.Places, slices.Concat(l.Things, l.Papers)}
	may := [][]string{l.Tolerated.People, l.Tolerated.Places, l.Tolerated.Things}
	for k := range listed {
		ex.count[k] = counts
		for _, one := range listed[k] {
			for _, name := range one {
				ex.is[k] = ex.is[k] || slices.ContainsFunc(x.Names, func(n string) bool { return named(n) == named(name) })
			}
		}
		for _, name := range may[k] {
			if !ex.is[k] && named(x.Names[0]) == named(name) {
				ex.is[k], ex.count[k] = true, tolerated
			}
		}
	}
	return ex
}

// learn finds the weights that make the examples likeliest, by gradient descent with
// momentum: logistic regression with a prior that keeps weights small.
func learn(all []example, names []string) string {
	var weights [len(reading.LearnedKinds)][]float64
	for k := range weights {
		w, moved, slope := make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
		for range rounds {
			for i := range slope {
				slope[i] = -(w[i] + 0.9*moved[i]) / spread
			}
			for _, ex := range all {
				sum := 0.0
				for _, p := range ex.has {
					sum += (w[p.index] + 0.9*moved[p.index]) * p.value
				}
				miss := -1 / (1 + math.Exp(-sum))
				if ex.is[k] {
					miss++
				}
				for _, p := range ex.has {
					slope[p.index] += ex.count[k] * miss * p.value
				}
			}
			for i := range w {
				moved[i] = 0.9*moved[i] + 0.003*slope[i]
				w[i] += moved[i]
			}
		}
		weights[k] = w
	}
	lines := make([]string, len(names))
	for i, name := range names {
		var line strings.Builder
		for k := range weights {
			w := weights[k][i]
			if name == "always" {
				w -= math.Log(sure[k] / (1 - sure[k]))
			}
			fmt.Fprintf(&line, "%d ", int(math.Round(unit*w)))
		}
		lines[i] = line.String() + name + "\n"
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(nameIn(a), nameIn(b)) })
	return strings.Join(lines, "")
}

func nameIn(line string) string {
	return strings.SplitN(line, " ", len(reading.LearnedKinds)+1)[len(reading.LearnedKinds)]
}

// off is how far a weight may be from one made anew: machines round differently, and much of
// what is learned hangs on little.
const off = 5

// TestModel holds the model that is part of the program against one made anew.
func TestModel(t *testing.T) {
	made := learn(examples(t))
	if *update {
		if err := os.WriteFile("model.txt", []byte(made), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile("model.txt")
	if err != nil {
		t.Fatal(err)
	}
	if problem := differs(t, string(kept), made); problem != "" {
		t.Errorf("model.txt %s; make it with -update", problem)
	}
	if differs(t, strings.Replace(string(kept), " always", "1 always", 1), made) == "" || differs(t, string(kept)+"1 1 1 more\n", made) == "" {
		t.Error("another model is not noticed")
	}
}

// differs is in what a model differs from one made anew; "" for nothing.
func differs(t *testing.T, kept, made string) string {
	t.Helper()
	have, want := reading.WeightsIn(kept), reading.WeightsIn(made)
	for name, w := range want {
		k, is := have[name]
		if !is {
			return "has no " + name
		}
		for i := range w {
			if max(w[i]-k[i], k[i]-w[i]) > off {
				return fmt.Sprintf("weighs %s by %d, and not by %d", name, k, w)
			}
		}
	}
	if len(have) != len(want) {
		return fmt.Sprintf("has %d pieces of evidence, and not %d", len(have), len(want))
	}
	return ""
}

// What a model that was made of others has to reach, of each hundred: what is found is right,
// and what is labelled is found.
const unseenRight, unseenFound = 0.90, 0.80

// folds is how many models are made to read what they were not made of.
const folds = 6

// TestUnseen reads every labelled campaign with a model that was made of others.
func TestUnseen(t *testing.T) {
	all, names := examples(t)
	var s scores
	for fold := range folds {
		r, err := reader().WithModel(learn(slices.DeleteFunc(slices.Clone(all), func(ex example) bool { return foldOf(ex.of) == fold }), names))
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range labelledSets {
			for _, one := range labelledIn(t, dir) {
				if foldOf(one.labels) == fold {
					s.add(scored(t, r, one))
				}
			}
		}
	}
	s.hold(t, "campaigns that a model was not made of", unseenRight, unseenFound)
}

// foldOf spreads the campaigns over the folds, those of each directory evenly.
func foldOf(labelled string) int {
	if labelled == "" {
		return -1 // small texts are in none
	}
	all, _ := filepath.Glob(filepath.Join(filepath.Dir(labelled), "*.labels.json"))
	return slices.Index(all, labelled) % folds
}
