package grammar

import (
	"slices"
	"strings"
	"sync"
)

// A book is phrases by the words that they begin and end with, the longest first: there are many,
// and they are looked for at every word. It is made when it is first opened, because every script
// links this package and few read a line.
type book func() pages

type pages struct{ first, last map[string][][]string }

// bound are the phrases of a list, made a book of.
func bound(list string) book {
	return sync.OnceValue(func() pages {
		b := pages{map[string][][]string{}, map[string][][]string{}}
		for _, p := range split(list) {
			b.first[p[0]] = append(b.first[p[0]], p)
			b.last[p[len(p)-1]] = append(b.last[p[len(p)-1]], p)
		}
		for _, by := range []map[string][][]string{b.first, b.last} {
			for _, all := range by {
				slices.SortStableFunc(all, func(p, q []string) int { return len(q) - len(p) })
			}
		}
		return b
	})
}

// split are the phrases of a list; "(a/b)" is one or the other.
func split(list string) [][]string {
	if known, ok := splits.Load(list); ok {
		return known.([][]string)
	}
	var all [][]string
	for phrase := range strings.SplitSeq(list, "|") {
		for _, one := range expand(strings.ReplaceAll(phrase, "/", "|")) {
			all = append(all, strings.Fields(one))
		}
	}
	splits.Store(list, all)
	return all
}

var splits sync.Map // of each list that was split

// leading is how many words at the beginning are one of some phrases.
func leading[P book | [][]string](words []string, of P) int {
	if b, ok := any(of).(book); ok && len(words) > 0 {
		return begun(words, b().first[words[0]])
	}
	all, _ := any(of).([][]string)
	return begun(words, all)
}

func begun(words []string, phrases [][]string) int {
	for _, p := range phrases {
		if len(p) <= len(words) && slices.Equal(words[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

// lengths are how many words at the beginning can be one of the phrases, each once.
func (b book) lengths(words []string) (all []int) {
	if len(words) == 0 {
		return nil
	}
	for _, p := range b().first[words[0]] {
		if len(p) <= len(words) && slices.Equal(words[:len(p)], p) && !slices.Contains(all, len(p)) {
			all = append(all, len(p))
		}
	}
	return all
}

// trailing is how many words at the end are one of some phrases.
func trailing[P book | [][]string](words []string, of P) int {
	all, _ := any(of).([][]string)
	if b, ok := any(of).(book); ok && len(words) > 0 {
		all = b().last[words[len(words)-1]]
	}
	for _, p := range all {
		if len(p) <= len(words) && slices.Equal(words[len(words)-len(p):], p) {
			return len(p)
		}
	}
	return 0
}
