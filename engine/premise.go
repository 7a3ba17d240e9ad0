package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// premiseTag marks what the player remembers of the premise.
const premiseTag = "premise"

// How much of a premise is remembered, and how long its sentences are.
const (
	mostPremises    = 8
	shortestPremise = 4
	longestPremise  = 24
)

// rememberPremise keeps what a premise that was told says of the people, places and
// things of the story. It is all that the player knows of them then.
func (t *turn) rememberPremise() {
	for _, sentence := range t.w.premise {
		about, tags := spokenIn(t.c.Campaign, sentence)
		t.add(event.MemoryKept, event.Data{ // at no place: it was told, and did not happen here
			"memory": t.newID("memory"), "knower": string(event.Player), "words": sentence, "significance": string(action.Medium),
			"source": string(event.Narrative), "characters": t.characters(about), "tags": append([]string{premiseTag}, tags...),
		})
	}
}

// premiseOf is what a campaign's premise says of the people, places and things of the
// story, as far as it is remembered.
func premiseOf(c *campaign.Campaign) []string {
	return firstOf(slices.DeleteFunc(premises(c.Premise.Body), func(sentence string) bool {
		about, others := spokenIn(c, sentence)
		return len(about)+len(others) == 0
	}), mostPremises)
}

// premises are the sentences of a premise that can be understood by themselves.
func premises(body string) []string {
	var all []string
	for _, sentence := range splitSentences(plainText(body)) {
		sentence = prose.CleanLine(strings.TrimPrefix(sentence, "And "), longestSummary)
		first, _, _ := strings.Cut(strings.ToLower(sentence), " ")
		n := prose.Words(sentence)
		if n < shortestPremise || n > longestPremise || !strings.HasSuffix(sentence, ".") || leansBack(sentence) || speaksToPlayer(sentence) || oneOf(first, "if but by then yet also as when though") {
			continue
		}
		all = append(all, prose.SentenceCase(sentence))
	}
	return all
}

// speaksToPlayer reports whether a sentence is about the player: who they are is no
// news of anybody.
func speaksToPlayer(sentence string) bool {
	return slices.ContainsFunc(strings.Fields(sentence), func(w string) bool { return oneOf(bareWord(w), "you your yours yourself") })
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
