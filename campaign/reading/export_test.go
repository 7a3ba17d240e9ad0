package reading

// An Examined is an entity as the model is to judge it.
type Examined struct {
	Names    []string
	Evidence map[string]int
}

// LearnedKinds are the kinds that a model has weights for, in its order.
var LearnedKinds = learnedKinds

// Examine is everything that two texts may have in them, with the evidence.
func (r *Reader) Examine(setting, premise string) (all []Examined) {
	t := r.parse(setting, premise)
	t.find()
	for _, e := range t.entities {
		all = append(all, Examined{append([]string{t.named(e)}, e.also...), e.evidence})
	}
	return all
}

// WithModel is the reader with another model.
func (r *Reader) WithModel(text string) (*Reader, error) {
	m, err := parseModel(text)
	return &Reader{r.tagger, r.lexicon, m}, err
}

// WeightsIn are the weights of a model, by the name of the evidence; nil where it is none.
func WeightsIn(text string) map[string][len(learnedKinds)]int {
	m, err := parseModel(text)
	if err != nil {
		return nil
	}
	return m.weights
}

// Stands is how words are looked for in a sentence.
var Stands = stands
