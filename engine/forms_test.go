package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story/event"
)

// A campaign of the specification's own forms alone: nothing in it is computed, no
// place or person has a file of its own but one, nobody wrote a choice.
var camelot = map[string]string{
	"manifest.json":    `{"title": "The last summer of Camelot", "version": "1.0.0", "author": "A. Writer", "genre": "legend"}`,
	"world/setting.md": "# Camelot\n\nKing Arthur holds court in Camelot, a white town above the river. The Round Table stands in the great hall of Camelot. Outside the gates lies the Forest of Broceliande, where Merlin walks at dusk.\n",
	"plot/premise.md":  "# Premise\n\nYou have come to Camelot to ask for a place at the Round Table. Merlin watches you from the gates of Camelot, and Mordred smiles at nobody.\n",
	"characters/npcs/merlin/profile.json": `{"name": "Merlin", "role": "wizard of the court",
		"personality": {"traits": ["wise", "evasive"], "flaws": ["secretive"], "virtues": ["patient"]},
		"motivations": ["keep the realm"], "speech_patterns": {"style": "riddles", "examples": ["What is lost is only early."]}}`,
	"plot/beats.json": `{"beats": [
		{"id": "beat_000", "title": "The gates", "description": "The player arrives at the gates of Camelot and is seen by Merlin. The player's sword draws every eye.",
		 "conditions": {"scene_count": {"min": 1, "max": 5}}, "priority": "critical", "skippable": false,
		 "consequences": ["The player is established in Camelot", "Merlin has noticed the player"],
		 "dialogue": [{"speaker": "merlin", "text": "You are late, or the world is."}], "mood": "Hopeful"},
		{"id": "beat_001", "title": "Vision of the future", "description": "Merlin tells the player of a prophetic vision, in which Camelot stands in flames.",
		 "conditions": {"scene_count": {"min": 3, "max": 20}, "player_state": "established in Camelot", "requires_beat": "beat_000"},
		 "priority": "critical", "consequences": ["Merlin becomes more secretive", "The player gains 'Burden of Knowledge'"],
		 "skippable": false, "mood": "Foreboding"},
		{"id": "beat_002", "title": "The traitor", "description": "The player is warned that Mordred plots against the king.",
		 "conditions": {"requires_any_beat": ["beat_001"], "npc_state": "Merlin becomes more secretive"}, "priority": "high",
		 "outcomes": [{"id": "believed", "description": "The player believes the warning.", "probability": 0.7, "consequences": ["The player distrusts Mordred"]},
		              {"id": "doubted", "description": "The player doubts the warning.", "probability": 0.3, "consequences": ["The player doubts Merlin"]}]},
		{"id": "beat_003", "title": "A duel", "description": "The player fights the Green Knight.", "conditions": {"player_choice": "challenged the green knight", "world_state": "the forest burns"},
		 "timeout": {"scenes": 10, "fallback_beat": "beat_004"}},
		{"id": "beat_004", "title": "The rider", "description": "A rider brings the news that the Green Knight has gone.", "priority": "low"},
		{"id": "beat_005", "title": "The last council", "description": "The player stands before the king and his knights.", "conditions": {"requires_beat": "beat_002"}, "priority": "medium"}]}`,
	"plot/endings/burden.md": "# The burden\n\nYou keep what Merlin saw to yourself. You speak with Merlin once more, and wait with him by the river until the lamps go out.\n",
	"plot/endings/search.md": "# The search\n\nYou take the road out of Camelot and search the forest for what was lost. You look around once, and go.\n",
}

func TestSpecificationsOwnFormsComeToAnEnding(t *testing.T) {
	c := written(t, camelot)
	endings := map[string]int{}
	for seed := range 10 {
		b := at(t, c)
		b.opts.Seed = fmt.Sprint("camelot", seed)
		seen := &narrator.Scripted{Then: narrator.Rules{}}
		b.opts.Planner = seen
		g, draw := b.open(), rand.New(rand.NewPCG(uint64(seed), 9))
		r := must(t, g, "")
		prose := r.Prose
		for r.Ending == nil && r.Turn < 60 {
			r = must(t, g, pickAny(r, draw))
			prose += "\n\n" + r.Prose
		}
		if r.Ending == nil {
			t.Fatalf("seed %d: no ending after %d turns; told %v", seed, r.Turn, g.story.State().Reached)
		}
		endings[r.Ending.ID]++
		log := g.log(t)
		verdicts := ofEvents(log, event.VerdictGiven)
		if len(verdicts) == 0 || verdicts[0].Text("judge") != "lexical" || verdicts[0].Text("about") == "" {
			t.Errorf("seed %d: verdicts %v", seed, verdicts)
		}
		for _, id := range []string{"beat_000", "beat_001", "beat_002", "beat_004", "beat_005"} {
			if _, told := g.story.State().Reached[id]; !told {
				t.Errorf("seed %d: %s was never told", seed, id)
			}
		}
		checkSecondPerson(t, prose)
		checkPlannerSawNoDescription(t, seen.Requests())
		if skipped := ofEvents(log, event.BeatSkipped); len(skipped) != 1 || skipped[0].Text("beat") != "beat_003" {
			t.Errorf("seed %d: skipped %v", seed, skipped)
		}
	}
	t.Log(endings)
}

func checkSecondPerson(t *testing.T, prose string) {
	t.Helper()
	if strings.Contains(strings.ToLower(prose), "the player") {
		t.Errorf("the prose speaks of the player:\n%s", prose)
	}
	for _, sentence := range []string{
		"You arrive at the gates of Camelot and are seen by Merlin.", "Your sword draws every eye.",
		"Merlin tells you of a prophetic vision, in which Camelot stands in flames.",
		"“You are late, or the world is,” Merlin says.", "You stand before the king and his knights.",
	} {
		if !strings.Contains(prose, sentence) {
			t.Errorf("not told: %q", sentence)
		}
	}
}

func checkPlannerSawNoDescription(t *testing.T, requests []plan.Request) {
	t.Helper()
	if len(requests) == 0 {
		t.Error("no planner was asked")
	}
	for _, request := range requests {
		seen := fmt.Sprint(request.State, request.Input)
		for _, words := range []string{"prophetic vision", "draws every eye", "brings the news", "stands before the king"} {
			if strings.Contains(seen, words) {
				t.Fatalf("a planner may read %q: %s", words, seen)
			}
		}
	}
}

// The check above can fail: a planner that is shown the telling would be caught.
func TestTellingHoldsTheDescription(t *testing.T) {
	g := at(t, written(t, camelot)).open()
	turn := g.begun()
	turn.happen()
	if told := fmt.Sprint(turn.teller(turn.Turn).Material()); !strings.Contains(told, "draws every eye") {
		t.Error(told)
	}
	if scene := fmt.Sprint(turn.teller(turn.Turn).Scene()); strings.Contains(scene, "draws every eye") || !strings.Contains(scene, "beat_000") {
		t.Error(scene)
	}
}

func TestEndingsByEffectConditionAndScore(t *testing.T) {
	two := but(harbour,
		"plot/endings/left.md", "---\ntitle: Left\n---\nYou take the boat and leave the harbour behind you for good.\n",
		"plot/endings/stayed.md", "---\ntitle: Stayed\n---\nYou stay, and mend nets with the others until the spring.\n")
	for name, test := range map[string]struct{ beats, want string }{
		"effect":    {`{"id": "a", "title": "A", "prose": "A.", "effects": [{"ending": "stayed"}]}`, "stayed"},
		"condition": {`{"id": "a", "title": "A", "prose": "A.", "effects": [{"world": {"lit": true}}]}`, "relit"},
		"score":     {`{"id": "a", "title": "A", "prose": "A.", "choices": [{"id": "c", "text": "Take the boat out of the harbour"}]}`, "left"},
	} {
		t.Run(name, func(t *testing.T) {
			g := at(t, written(t, but(two, beats(test.beats)...))).open()
			r := must(t, g, "")
			if r.Ending == nil {
				r = must(t, g, "a/c")
			}
			if r.Ending == nil || r.Ending.ID != test.want || len(r.Choices) != 0 || g.story.State().Ending != test.want {
				t.Fatalf("%+v, choices %v", r.Ending, r.Choices)
			}
			if _, err := g.Play(context.Background(), "wait"); err != ErrEnded {
				t.Errorf("after the end: %v", err)
			}
		})
	}
}

func TestNoEndings(t *testing.T) {
	b := at(t, written(t, but(harbour, beats(`{"id": "a", "title": "A", "prose": "A.", "effects": [{"ending": "relit"}, {"world": {"lit": true}}]}`)...)))
	b.opts.NoEndings = true
	g := b.open()
	if r := must(t, g, ""); r.Ending != nil || len(r.Choices) < 3 || r.Scene.Type == "resolution" {
		t.Errorf("%s", r.JSON())
	}
}
