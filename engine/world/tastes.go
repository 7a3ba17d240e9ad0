package world

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
)

// Likes are what pleases somebody in a stranger: their author's words for it, else
// those of what they hold high and what moves them.
func Likes(p *campaign.Person) []string {
	if len(p.Likes) > 0 {
		return p.Likes
	}
	return wordsIn(slices.Concat(p.Personality.Virtues, p.Motivations))
}

// Dislikes are what displeases them: their author's words for it, else those of what they
// are bad at themselves.
func Dislikes(p *campaign.Person) []string {
	if len(p.Dislikes) > 0 {
		return p.Dislikes
	}
	return wordsIn(p.Personality.Flaws)
}

// A word that may be to somebody's taste has so many letters; so many are taken.
const (
	tasteLetters = 5
	mostTastes   = 12
)

// tasteless are words of that length that say nothing of anybody.
const tasteless = " about after again always before being cannot could doing every first having himself herself itself never other others people rather shall should somebody someone sooner themselves there these thing things those though until which while whoever would without "

// wordsIn are the words of sentences that may be to somebody's taste.
func wordsIn(sentences []string) []string {
	var all []string
	for _, word := range strings.FieldsFunc(strings.ToLower(strings.Join(sentences, " ")), func(r rune) bool { return !isLetter(r) }) {
		fits := len([]rune(word)) >= tasteLetters && !strings.Contains(tasteless, " "+word+" ")
		if fits && !slices.Contains(all, word) && len(all) < mostTastes {
			all = append(all, word)
		}
	}
	return all
}
