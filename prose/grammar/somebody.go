package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// isNamed reports whether a word is in a name.
func (r *Reader) isNamed(word string) bool {
	return slices.ContainsFunc(r.index[:], func(x *index) bool { return len(x.words[word]) > 0 })
}

// isElsewhere reports whether a word is in a name or in what an author wrote.
func (r *Reader) isElsewhere(word string) bool {
	return r.isNamed(word) || slices.ContainsFunc(r.worded, func(l *label) bool { return slices.Contains(l.words, word) })
}

// peoplesNames are the words of the names of people, who are here or are spoken of.
func (r *Reader) peoplesNames() map[string]bool {
	all := map[string]bool{}
	for _, f := range []field{toField, topicField} {
		for _, e := range r.index[f].entries {
			if noun, _ := r.names.Noun(e.ref); e.ref.Kind != action.Person && noun.Pronouns == "" {
				continue
			}
			for _, word := range strings.Fields(e.called) {
				if low := strings.Join(wordsIn(word), ""); english.IsCapital(word) && len(low) > 2 {
					all[low] = true
				}
			}
		}
	}
	return all
}
