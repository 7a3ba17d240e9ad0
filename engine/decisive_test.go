package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
)

// decisive are campaigns in which two choices of an author's end the story, each with an ending
// that waits for it: the beats of each, by what is particular about it.
var decisive = map[string]string{
	"at once":           decision(`"place": "quay"`, ``, ``),
	"nowhere":           decision(``, ``, ``),
	"elsewhere":         `{"id": "first", "title": "First", "place": "quay", "prose": ["It rings once."]}, ` + decision(`"place": "inn", "conditions": {"requires_beat": "first"}`, ``, ``),
	"after another":     `{"id": "first", "title": "First", "place": "quay", "prose": ["It rings once."], "choices": [{"id": "nod", "text": "Nod to her", "prose": ["You nod."]}]}, ` + decision(`"place": "quay", "conditions": {"requires_beat": "first"}`, ``, ``),
	"later":             `{"id": "first", "title": "First", "place": "quay", "prose": ["It rings once."]}, ` + decision(`"conditions": {"scene_count": {"min": 9}}`, ``, ``),
	"late":              `{"id": "first", "title": "First", "place": "quay", "prose": ["It rings once."]}, ` + decision(`"conditions": {"scene_count": {"min": 30}}`, ``, ``),
	"with her":          decision(`"place": "quay", "people": ["ines"]`, ``, ``),
	"led to":            `{"id": "first", "title": "First", "place": "quay", "prose": ["It rings once."], "choices": [{"id": "up", "text": "Go up to it", "prose": ["You go up."], "leads_to": "decide"}]}, ` + decision(`"place": "inn"`, ``, ``),
	"by a beat led to":  `{"id": "decide", "title": "The bell", "place": "quay", "prose": ["It rings."], "choices": [{"id": "ring", "text": "Ring it again", "leads_to": "rung"}, {"id": "still", "text": "Hold it still", "leads_to": "stilled"}]}, {"id": "rung", "title": "Rung", "prose": ["It rings and rings."], "effects": [{"ending": "rung"}]}, {"id": "stilled", "title": "Stilled", "prose": ["It hangs."], "effects": [{"ending": "stilled"}]}`,
	"by dice":           `{"id": "decide", "title": "The bell", "place": "quay", "prose": ["It rings."], "choices": [{"id": "ring", "text": "Ring it again", "check": {"stat": "nerve", "success": {"prose": ["You ring."], "effects": [{"ending": "rung"}]}, "partial": {"prose": ["You half ring."], "effects": [{"ending": "rung"}]}, "failure": {"prose": ["It slips."], "effects": [{"ending": "stilled"}]}}}, {"id": "still", "text": "Hold it still", "prose": ["You hold it."], "effects": [{"ending": "stilled"}]}]}`,
	"of much weight":    decision(`"place": "quay", "priority": "critical"`, ``, ``),
	"of little weight":  decision(`"place": "quay", "priority": "optional", "skippable": true`, ``, ``),
	"quiet":             decision(`"place": "quay", "quiet": true`, ``, ``),
	"that holds":        decision(`"place": "quay", "holds": true`, ``, ``),
	"with a third":      decision(`"place": "quay"`, `, {"id": "look", "text": "Look at it a while", "stays": true, "prose": ["It hangs there."]}`, ``),
	"with much beside":  decision(`"place": "quay"`, ``, `, {"id": "b", "title": "B", "place": "inn", "prose": ["They sing."]}, {"id": "c", "title": "C", "prose": ["It rains."], "conditions": {"scene_count": {"min": 3}}}, {"id": "d", "title": "D", "prose": ["It stops."], "conditions": {"scene_count": {"min": 4}}}`),
	"with a beat due":   decision(`"place": "quay"`, ``, `, {"id": "b", "title": "B", "priority": "critical", "prose": ["Somebody shouts."], "conditions": {"player_choices": ["decide/ring"]}}, {"id": "c", "title": "C", "priority": "critical", "prose": ["Somebody shouts."], "conditions": {"player_choices": ["decide/still"]}}`),
	"with time":         strings.Replace(decision(`"place": "quay"`, ``, ``), `"prose": ["You ring."]`, `"prose": ["You ring."], "minutes": 600`, 1),
	"with a move":       strings.Replace(decision(`"place": "quay"`, ``, ``), `"effects": [{"ending": "rung"}]`, `"effects": [{"move": "inn"}, {"ending": "rung"}]`, 1),
	"ending first":      strings.Replace(decision(`"place": "quay"`, ``, ``), `"effects": [{"ending": "rung"}]`, `"effects": [{"ending": "rung"}, {"learn": "It can be heard at sea."}]`, 1),
	"with a third free": decision(`"place": "quay"`, ``, ``) + `, {"id": "b", "title": "B", "prose": ["It rains."]}`,
}

// decision is the decisive beat: with more of its own, more choices, and more beats behind it.
func decision(more, choices, beats string) string {
	if more != "" {
		more = ", " + more
	}
	return `{"id": "decide", "title": "The bell", "prose": ["The rope is in your hand."]` + more + `, "choices": [
		{"id": "ring", "text": "Ring it again", "prose": ["You ring."], "effects": [{"ending": "rung"}]},
		{"id": "still", "text": "Hold it still", "prose": ["You hold it."], "effects": [{"ending": "stilled"}]}` + choices + `]}` + beats
}

// Where an author lets two choices end the story, every end is by one of them, on its author's
// last line, however long the player goes about other things before.
func TestAuthorsChoicesEndTheStory(t *testing.T) {
	const seeds, turns = 25, 120
	if len(decisive) < 21 {
		t.Fatalf("%d campaigns", len(decisive))
	}
	var plays, ends atomic.Int64
	t.Cleanup(func() {
		if plays.Load() == 0 || ends.Load()*10 < plays.Load()*9 {
			t.Errorf("%d of %d plays come to an end", ends.Load(), plays.Load())
		}
	})
	for name, list := range decisive {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			last := map[string]string{"rung": "They heard it as far as the lightship.", "stilled": "Nobody in the town woke."}
			files := fstest.MapFS{
				"manifest.json":                     {Data: []byte(`{"title": "The Bell", "version": "1.0.0", "opening": {"place": "quay", "time": "1887-10-30T09:00", "weather": "fog"}}`)},
				"world/places.json":                 {Data: []byte(`{"places": [{"id": "quay", "name": "the Long Quay", "description": "A granite quay.", "exits": ["inn"]}, {"id": "inn", "name": "the Anchor", "description": "A low room.", "exits": ["quay"]}]}`)},
				"characters/npcs/ines/profile.json": {Data: []byte(`{"name": "Ines Vane", "role": "net maker", "personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}, "pronouns": "she", "place": "quay"}`)},
				"plot/beats.json":                   {Data: []byte(`{"beats": [` + list + `]}`)},
				"plot/endings/rung.md":              {Data: []byte("# Rung\n\nThe bell rings.\n\n" + last["rung"] + "\n")},
				"plot/endings/stilled.md":           {Data: []byte("# Stilled\n\nThe bell is still.\n\n" + last["stilled"] + "\n")},
			}
			if strings.HasSuffix(name, "free") { // which comes of itself where the plot is spent
				files["plot/endings/free.md"] = &fstest.MapFile{Data: []byte("# Free\n\nIt is dark.\n")}
			}
			for seed := range soak.Count(seeds) {
				r := played(t, campaigns.Sample{Name: "bell", Files: files}, seed, turns)
				plays.Add(1)
				if r.Ending == nil {
					continue
				}
				ends.Add(1)
				by := map[string]string{"decide/ring": "rung", "decide/still": "stilled"}[r.Choice.ID]
				if by == "" || by != r.Ending.ID && name != "by dice" || !strings.HasSuffix(r.Prose, last[r.Ending.ID]) {
					t.Errorf("seed %d, turn %d: %q ends with %q: %q", seed, r.Turn, r.Choice.ID, r.Ending.ID, r.Prose)
				}
				for _, of := range r.Passages {
					if of != action.ByAuthor {
						t.Errorf("seed %d: %v of the last turn: %q", seed, r.Passages, r.Prose)
					}
				}
				if strings.Contains(r.Prose, "shouts") || len(r.Choices) > 0 {
					t.Errorf("seed %d: the end goes on: %q, %v", seed, r.Prose, r.Choices)
				}
			}
		})
	}
}

// played is the last turn of a play by picks that follow from a seed.
func played(t *testing.T, sample campaigns.Sample, seed, turns int) *engine.Record {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "decisive", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	b := newBabel(t, nil)
	b.ends = true
	g := b.open(t, sample, fmt.Sprint("decisive ", seed), save)
	draw := rand.New(rand.NewPCG(uint64(seed), 23))
	var r *engine.Record
	pick := ""
	for range turns {
		if r, err = g.Play(t.Context(), pick); err != nil {
			t.Fatalf("%q: %v", pick, err)
		}
		if r.Ending != nil {
			break
		}
		pick = r.Choices[draw.IntN(len(r.Choices))].ID
	}
	return r
}
