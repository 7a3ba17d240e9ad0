package reading

import (
	"bufio"
	_ "embed"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// What entities are is learned: the rules of grammar speak for and against, and how much
// each is worth is what made the labelled campaigns of testdata come out right. The file is
// made by the package's test with -update, which also says how well campaigns are read that
// a model was not made of.
//
//go:embed model.txt
var learned string

// learnedKinds are those that are learned; what of the things is a paper, rules say.
var learnedKinds = [...]Kind{Person, Place, Thing}

// A model is how much each piece of evidence speaks for each kind, in whole numbers, so
// that it is the same on every machine.
type model struct {
	weights map[string][len(learnedKinds)]int
}

// parseModel reads a model: a line for each piece of evidence, its name behind the weights.
func parseModel(text string) (*model, error) {
	m := &model{map[string][len(learnedKinds)]int{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		var w [len(learnedKinds)]int
		f := strings.SplitN(strings.Join(strings.Fields(lines.Text()), " "), " ", len(w)+1)
		if len(f) <= len(w) {
			return nil, fmt.Errorf("reading: the model has the line %q", lines.Text())
		}
		for i := range w {
			if _, err := fmt.Sscan(f[i], &w[i]); err != nil {
				return nil, fmt.Errorf("reading: the model has the line %q: %w", lines.Text(), err)
			}
		}
		m.weights[f[len(w)]] = w
	}
	return m, lines.Err()
}

func loadModel() *model {
	m, err := parseModel(learned)
	if err != nil {
		panic("reading: the data that is part of the program: " + err.Error())
	}
	return m
}

// kind is what the evidence speaks for most; "" where more speaks against each.
func (m *model) kind(v evidence) Kind {
	best, most := Kind(""), 0
	for i, k := range learnedKinds {
		sum := 0
		for name, n := range v {
			sum += n * m.weights[name][i]
		}
		if sum > most {
			best, most = k, sum
		}
	}
	return best
}

// judge says of every entity what it is, and of how much weight.
func (t *text) judge() {
	for _, e := range t.entities {
		e.weight = t.weightOf(e)
	}
	kinds := make([]Kind, len(t.entities))
	for i, e := range t.entities {
		e.evidence = t.evidenceOf(e)
		kinds[i] = t.model.kind(e.evidence)
	}
	for i, e := range t.entities {
		e.kind = kinds[i]
		switch { // what is certain is not weighed
		case e.feast, e.dead && e.kind == Person:
			e.kind = ""
		case e.proper && len(e.words) > 1 && english.OneOf(strings.ToLower(e.words[0]), "mr mrs miss ms"): // "The wardrobe mistress is Mrs Abney"
			e.kind = Person
		case e.proper && e.kind != Place && t.isThing(e):
			e.kind = Thing
		}
		if e.kind == Thing && e.score[Paper] > e.score[Thing] {
			e.kind = Paper
		}
		if e.kind != "" {
			e.weight = max(t.weightOf(e), t.heft(e)/2)
		}
	}
}
