package memory_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/skills-src/memory"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story/event"
)

const kept = 1200 // memories

// TestAccuracy (SC-023): of more than a thousand memories that store-memory kept,
// each comes back first, word for word, when recall-memory is asked by what it is
// about in other words than its own; 99 of 100 have to.
func TestAccuracy(t *testing.T) {
	deeds := deeds()
	story := &scripttest.Story{Turn: kept + 1, Minutes: 10 * kept}
	for i, d := range deeds {
		story.Memories = append(story.Memories, stored(t, d, i))
	}
	asked, right, took := 0, 0, []time.Duration{}
	step := max(1, kept/soak.Count(kept))
	for i := 0; i < kept; i += step {
		asked++
		began := time.Now()
		best := first(t, story, deeds[i].query)
		took = append(took, time.Since(began))
		if best.Summary == deeds[i].summary && best.Significance == deeds[i].significance && slices.Equal(best.Tags, deeds[i].tags) && best.TurnsAgo == int64(kept+1-i) {
			right++
			continue
		}
		t.Logf("%q gave %+v, want %q", deeds[i].query, best, deeds[i].summary)
	}
	slices.Sort(took)
	median, slowest := took[len(took)/2], took[len(took)-1]
	criteria.Measured(t, "SC-007", "%v for half of the searches by themselves, %v at the most, over %d memories", median.Round(time.Millisecond), slowest.Round(time.Millisecond), kept)
	criteria.Measured(t, "SC-023", "%d of %d recalled, of %d kept", right, asked, kept)
	if limit := 500 * time.Millisecond; median > limit || slowest > limit && soak.Whole() {
		t.Errorf("a memory is recalled in %v, and in %v at the most", median, slowest)
	}
	if right*100 < asked*99 {
		t.Errorf("%d of %d recalled", right, asked)
	}
	if other := first(t, story, "a parrot and the bishop's umbrella"); other.Summary != "" {
		t.Errorf("what nobody lived through is recalled as %q", other.Summary)
	}
}

// deed is something to remember, and what it is asked for by.
type deed struct {
	summary, query, significance string
	tags                         []string
}

// deeds are all different: who, what and where together come once.
func deeds() []deed {
	random := rand.New(rand.NewPCG(23, 99))
	people := []string{"Ines", "Tobias", "Honor", "Pask", "Sorrel", "Amery", "Brandt", "Nyman", "Carr", "Lund"}
	verbs := [][2]string{{"repaired", "repairing"}, {"betrayed", "the betrayal of"}, {"painted", "painting"}, {"carried", "carrying"}, {"questioned", "questions to"}, {"helped", "helping"}}
	things := []string{"anvil", "ledger", "lantern", "rope", "coin", "letter", "compass", "bell", "net", "barrel"}
	places := []string{"chapel", "quay", "lighthouse", "market", "cellar", "causeway"}
	var all []deed
	for n := range len(people) * len(verbs) * len(things) * len(places) {
		who, rest := people[n%len(people)], n/len(people)
		verb, rest := verbs[rest%len(verbs)], rest/len(verbs)
		thing, place := things[rest%len(things)], places[rest/len(things)]
		all = append(all, deed{
			summary:      fmt.Sprintf("You %s %s over the %s in the %s.", verb[0], who, thing, place),
			query:        fmt.Sprintf("%s %s and the %ss, %s", verb[1], who, thing, place),
			significance: []string{"low", "medium", "high"}[n%3], tags: []string{fmt.Sprint("t", n)},
		})
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:kept]
}

// stored has the skill keep a deed, and gives what the host was told of it as a
// memory of its turn.
func stored(t *testing.T, d deed, turn int) scripttest.Memory {
	t.Helper()
	events, effects := scripttest.Play(t, memory.Store, request(t, object{
		"summary": d.summary, "significance": d.significance, "tags": d.tags, "characters": []string{"player"},
	}))
	written, ok := bytes.CutPrefix(effects, []byte("memory.write "))
	var m struct {
		Summary, Significance string
		Characters            []event.CharacterID
		Tags                  []string
	}
	if err := json.Unmarshal(written, &m); !ok || err != nil {
		t.Fatalf("%v, after\n%s%s", err, events, effects)
	}
	return scripttest.Memory{Summary: m.Summary, Significance: m.Significance, Characters: m.Characters, Tags: m.Tags, Turn: int64(turn), Minutes: int64(turn * 10)}
}

// first is the best of what is recalled, or none.
func first(t *testing.T, story *scripttest.Story, query string) kit.Memory {
	t.Helper()
	events, _ := scripttest.PlayIn(t, story, memory.Recall, request(t, object{"query": query}))
	var done struct {
		Output struct{ Memories []kit.Memory }
	}
	if err := json.Unmarshal(events, &done); err != nil {
		t.Fatalf("%v in\n%s", err, events)
	}
	if len(done.Output.Memories) == 0 {
		return kit.Memory{}
	}
	return done.Output.Memories[0]
}

func request(t *testing.T, input object) []byte {
	return line(t, object{
		"requestId": "r1", "tool": "memory/x", "operation": "x", "input": input,
		"protocol": object{"version": "0", "features": []string{"calls", "memory.read", "memory.write"}},
	})
}
