package world

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// How much of a premise is remembered, and how long its sentences are.
const (
	mostPremises    = 8
	shortestPremise = 4
	longestPremise  = 24
)

// A PremiseLine is a sentence of a premise that is remembered once it was told, with the ids
// of the people that it names, and of the places, factions and things.
type PremiseLine struct {
	Words          string
	People, Others []string
}

// Premise is what a campaign's premise says of the people, places and things of the story,
// as far as it is remembered.
func (w *World) Premise() []PremiseLine { return w.premise }

func premiseOf(c *campaign.Campaign) (all []PremiseLine) {
	for _, sentence := range premises(c.Premise.Body) {
		people, others := spokenIn(c, sentence)
		if len(people)+len(others) > 0 && len(all) < mostPremises {
			all = append(all, PremiseLine{sentence, people, others})
		}
	}
	return all
}

// premises are the sentences of a premise that can be understood by themselves.
func premises(body string) []string {
	var all []string
	for _, sentence := range splitSentences(plainText(body)) {
		sentence = prose.CleanLine(strings.TrimPrefix(sentence, "And "), LongestSummary)
		first, _, _ := strings.Cut(strings.ToLower(sentence), " ")
		n := prose.Words(sentence)
		if n < shortestPremise || n > longestPremise || !strings.HasSuffix(sentence, ".") || leansBack(sentence) || speaksToPlayer(sentence) || prose.OneOf(first, "if but by then yet also as when though") {
			continue
		}
		all = append(all, prose.SentenceCase(sentence))
	}
	return all
}

// speaksToPlayer reports whether a sentence is about the player: who they are is no
// news of anybody.
func speaksToPlayer(sentence string) bool {
	return slices.ContainsFunc(strings.Fields(sentence), func(w string) bool { return prose.OneOf(bareWord(w), "you your yours yourself") })
}

// spokenIn are the people a sentence names, and the places, factions and things.
func spokenIn(c *campaign.Campaign, sentence string) (people, others []string) {
	names := func(name string) bool { return name != "" && strings.Contains(sentence, name) }
	for i := range c.People {
		if names(c.People[i].Name) {
			people = append(people, c.People[i].ID)
		}
	}
	for i := range c.Places {
		if names(c.Places[i].Name) {
			others = append(others, c.Places[i].ID)
		}
	}
	for i := range c.Factions {
		if names(c.Factions[i].Name) {
			others = append(others, c.Factions[i].ID)
		}
	}
	for i := range c.Items {
		if names(strings.TrimPrefix(prose.Definite(c.Items[i].Name), "the ")) {
			others = append(others, c.Items[i].ID)
		}
	}
	slices.Sort(others)
	return people, slices.Compact(others)
}

// leansBack reports whether a sentence begins with a word that needs the one
// before it.
func leansBack(sentence string) bool {
	first, _, _ := strings.Cut(sentence, " ")
	switch first {
	case "It", "He", "She", "They", "This", "That", "These", "Those", "Nobody", "So", "There":
		return true
	}
	return false
}

// plainText is Markdown without its headings.
func plainText(body string) string {
	var lines []string
	for line := range strings.Lines(body) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}
