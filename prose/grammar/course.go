package grammar

import (
	"slices"
	"strings"
	"sync"
)

// Courses are phrases written as forms of verbs are, "and|to? there? ask about|after": where many
// words may be missing there are too many phrases to list them all.
type courses func() [][]step

// along are the courses of a list, one a line.
func along(list string) courses {
	return sync.OnceValue(func() (all [][]step) {
		for form := range strings.Lines(list) {
			var steps []step
			for word := range strings.FieldsSeq(form) {
				steps = append(steps, compileStep(word))
			}
			if len(steps) > 0 {
				all = append(all, steps)
			}
		}
		return all
	})
}

// begin is how many words at the beginning are the most that one of the courses runs over.
func (c courses) begin(words []string) int {
	most := 0
	for _, steps := range c() {
		most = max(most, run(words, steps))
	}
	return most
}

// run is how many words at the beginning some steps run over, the most there can be, or -1.
func run(words []string, steps []step) int {
	if len(steps) == 0 {
		return 0
	}
	most := -1
	if len(words) > 0 && slices.Contains(steps[0].words, words[0]) {
		if rest := run(words[1:], steps[1:]); rest >= 0 {
			most = rest + 1
		}
	}
	if steps[0].optional {
		most = max(most, run(words, steps[1:]))
	}
	return most
}
