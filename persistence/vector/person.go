package vector

import (
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
	"github.com/narratoria/narratoria/internal/words"
)

// nouns is what English nouns are words for, read when a search asks for it first.
var nouns = sync.OnceValue(lexicon.Load)

// personsIn are the words of a query that name persons in the plural, as a query does that names a kind of them. Where "of" is behind, it is
// not the word that names the kind: members of the clergy are not members.
func personsIn(query string) (named []string) {
	all := words.Split(query)
	for i, word := range all {
		if i+1 < len(all) && all[i+1] == "of" {
			continue
		}
		if person, many := persons(word); person && many && !english.IsFunctionWord(word) && !slices.Contains(named, word) {
			named = append(named, word)
		}
	}
	return named
}

func isPerson(word string) bool {
	person, _ := persons(word)
	return person
}

// shortestPart is how many letters the last part of a word has at the least, so that not every ending is one.
const shortestPart = 4

// persons reports whether a word is most one for persons, and whether it is a plural. A word that no dictionary has is
// what its last part is, as English makes them: a weaponsmith is a smith, and craftspeople are people.
func persons(word string) (person, many bool) {
	if kind := nouns().Noun(word); kind != "" {
		many = slices.ContainsFunc(lexicon.Singulars(word), func(one string) bool { return nouns().Noun(one) == kind })
		return kind.Most() == lexicon.Person, many
	}
	for i := 1; len(word)-i >= shortestPart; i++ {
		if part := word[i:]; nouns().Knows(part) {
			for _, one := range lexicon.Singulars(part) { // "people" alone is a folk
				if nouns().Noun(one).Most() == lexicon.Person {
					return true, true
				}
			}
			return nouns().Noun(part).Most() == lexicon.Person, false
		}
	}
	return false, false
}
