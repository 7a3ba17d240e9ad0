package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// Words for anybody of whom there are such pronouns: "the old man", "the lady". They mean who is
// here where no name and no choice of an author has the word, since that may be somebody else.
const (
	anyMan   = "man fellow chap bloke guy gentleman gent"
	anyWoman = "woman lady gentlewoman"
)

// anybody are those here whom a word for a man or a woman may mean.
func (r *Reader) anybody(words []string) []int {
	last := words[len(words)-1]
	subject := ""
	switch {
	case english.OneOf(last, anyMan):
		subject = "he"
	case english.OneOf(last, anyWoman):
		subject = "she"
	}
	x := r.index[toField]
	if subject == "" || slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return !isModifier(w) && !english.OneOf(w, "other") }) || slices.Contains(words, "other") || r.isElsewhere(last) {
		return nil
	}
	var all []int
	for i, e := range x.entries {
		if e.ref.Kind == action.Person && e.ref != action.Player && e.pronouns.Subject == subject {
			all = append(all, i)
		}
	}
	return all
}

// isElsewhere reports whether a word is in a name or in what an author wrote.
func (r *Reader) isElsewhere(word string) bool {
	for _, x := range r.index {
		if len(x.words[word]) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(r.worded, func(l *label) bool { return slices.Contains(l.words, word) })
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
