package prose_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

// crowd are three people with lines of their own for each feeling. Every line says
// whose it is, and for which feeling.
func crowd(draw *rand.Rand) (people []prose.Person) {
	for _, name := range []string{"Ines", "Tobias", "Honor"} {
		p := prose.Person{Name: name, Pronouns: "they", Feeling: draw.IntN(201) - 100, Lines: map[string][]string{}}
		for _, feeling := range []string{"warm", "neutral", "cold"} {
			for n := range 12 {
				p.Lines[feeling] = append(p.Lines[feeling], spokenLine(name, feeling, n))
			}
		}
		people = append(people, p)
	}
	draw.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	return people
}

// spokenLine shares no run of words with another one, or it would have to rest.
func spokenLine(name, feeling string, n int) string {
	mark := fmt.Sprintf("%s-%s-%d", strings.ToLower(name), feeling, n)
	return "Word-" + mark + " is deed-" + mark + " and oath-" + mark
}

// feltAs is the feeling that a number stands for, as campaigns have it.
func feltAs(p prose.Person) string {
	switch {
	case p.Feeling >= 25:
		return "warm"
	case p.Feeling <= -25:
		return "cold"
	}
	return "neutral"
}

// Whoever speaks says a line that their author gave them, for what they feel.
func TestPeopleSpeakTheirOwnLines(t *testing.T) {
	said, own, felt := 0, 0, 0
	for i := range max(20, soak.Count(600)) {
		draw := rand.New(rand.NewPCG(43, uint64(i)))
		people := crowd(draw)
		var history prose.History
		for range 20 {
			told := prose.Compose(prose.Scene{
				Seed: draw.Int64(), Kind: prose.Dialogue, Place: prose.Place{Name: "the quay"}, People: people, History: history,
				Deed: did(action.Talk, "person="+people[0].Name),
			})
			history = told.History
			for _, piece := range told.Pieces {
				for range strings.Count(piece.Text, "Word-") {
					said++
				}
				for _, p := range people {
					for feeling, lines := range p.Lines {
						for _, line := range lines {
							if !strings.Contains(piece.Text, line) {
								continue
							}
							if piece.Speaker == p.Name && strings.Contains(piece.Text, p.Name) {
								own++
							}
							if feeling == feltAs(p) {
								felt++
							} else {
								t.Errorf("%s feels %d and says: %s", p.Name, p.Feeling, piece.Text)
							}
						}
					}
				}
			}
		}
	}
	criteria.Measured(t, "SC-036", "%d of %d lines spoken by made-up people are of those that their author gave them for what they feel", felt, said)
	criteria.Measured(t, "SC-043", "%d of %d lines spoken by made-up people are whole, the speaker's own, and said to be theirs", own, said)
	if said < 100 || felt*100 < said*95 || own*100 < said*95 {
		t.Errorf("%d said, %d felt so, %d own", said, felt, own)
	}
}
