package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
)

// TestPlayedHalfAnHour is a session by the clock: somebody who reads for a while, and chooses,
// for half an hour in whole runs and some seconds in others. Every turn is told by its first
// plan, nothing is done without, and every skill that ships has been at work by the end.
func TestPlayedHalfAnHour(t *testing.T) {
	t.Parallel()
	session, reading := 5*time.Second, 100*time.Millisecond
	if soak.Whole() {
		session, reading = 30*time.Minute, 5*time.Second
	}
	const fewest = 45 // turns, of which every skill has something to do
	draw := rand.New(rand.NewPCG(20, 1))
	play := newUser(t).begins("--seed", "20", "--no-endings", "grey-harbour")
	turns := []told{play.next()}
	began := time.Now()
	read := time.NewTicker(reading)
	defer read.Stop()
	for time.Since(began) < session || len(turns) < fewest {
		<-read.C
		choices := turns[len(turns)-1].Choices
		turns = append(turns, play.choose(choices[draw.IntN(len(choices))].ID))
	}
	took := time.Since(began)
	play.leave()
	for _, wrong := range breaches(turns, fewestWords) {
		t.Error(wrong)
	}
	at, well := map[string]int{}, 0
	for i := range turns {
		for _, result := range turns[i].results() {
			for _, step := range result.ToolResults {
				if step.State != "success" {
					t.Errorf("turn %d: %s: %s", turns[i].Turn, step.Script, step.State)
					continue
				}
				well++
				skill, _, _ := strings.Cut(step.Script, "/")
				at[skill]++
			}
		}
	}
	criteria.Measured(t, "SC-020", "%d turns in %v by the clock, every one told by its first plan; %d scripts of %d skills were run, all of them well", len(turns), took.Round(time.Second), well, len(at))
	for _, skill := range []string{"storyteller", "player-choices", "memory", "npc-perception", "reputation", "character-portraits"} {
		if at[skill] == 0 {
			t.Errorf("nothing of %s was ever run, of %v", skill, slices.Sorted(maps.Keys(at)))
		}
	}
}
