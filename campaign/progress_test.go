package campaign_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/internal/soak"
)

func progress(scene int, reached map[string]int, led ...string) *campaign.Progress {
	return &campaign.Progress{Facts: condition.Facts{Scene: scene, Reached: reached}, Led: led}
}

// dueBeats are those to tell by a look at all of them.
func dueBeats(c *campaign.Campaign, p *campaign.Progress) []*campaign.Beat {
	o := c.Watch().Outlook(p)
	return o.DueBeats()
}

func TestStandings(t *testing.T) {
	c := whole(t)
	for _, test := range []struct {
		name string
		p    *campaign.Progress
		want string
	}{
		{"the beginning", progress(1, nil), `
arrival due the story opens with it
stair waiting no choice has led to it
lamp waiting requires_beat: stair: was not reached
knock waiting scene_count: scene 1; it opens with scene 2
telegram waiting requires_beat: arrival: was not reached
rider waiting no choice has led to it
after waiting requires_beat: telegram: was not reached
rumour waiting requires_any_beat: knock, rider: one of them was not reached`},
		{"a choice leads on", progress(2, map[string]int{"arrival": 1}, "stair"), `
arrival told
stair due a choice led to it
lamp waiting requires_beat: stair: was not reached
knock judging "known in the town" is yet to be judged
telegram waiting world_state: wire is null; wanted == "up"
rider waiting no choice has led to it
after waiting requires_beat: telegram: was not reached
rumour waiting requires_any_beat: knock, rider: one of them was not reached`},
		{"windows close and waiting ends", progress(5, map[string]int{"arrival": 1, "stair": 2}), `
arrival told
stair told
lamp waiting player_choice: climb: was not taken
knock skipped scene 4 was the last it could be told in
telegram skipped it has waited for 3 scenes
rider due it stands in for telegram
after skipped it requires telegram, which can no longer be told
rumour waiting requires_any_beat: knock, rider: one of them was not reached`},
		{"what may come again", progress(6, map[string]int{"arrival": 1, "rider": 5, "rumour": 6}), `
arrival told
stair waiting no choice has led to it
lamp waiting requires_beat: stair: was not reached
knock skipped scene 4 was the last it could be told in
telegram skipped it has waited for 3 scenes
rider told
after skipped it requires telegram, which can no longer be told
rumour due its conditions hold`},
		{"what forbids", progress(7, map[string]int{"arrival": 1, "rider": 5, "lamp": 6}), `
arrival told
stair waiting no choice has led to it
lamp told
knock skipped scene 4 was the last it could be told in
telegram skipped it has waited for 3 scenes
rider told
after skipped it requires telegram, which can no longer be told
rumour skipped lamp was told`},
	} {
		var got strings.Builder
		for _, s := range c.Standings(test.p) {
			fmt.Fprintln(&got, strings.TrimSpace(fmt.Sprint(s.Beat.ID, " ", s.Status, " ", s.Why)))
		}
		if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n")+"\n", got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestDueOrder: led to first, then by priority, then as written.
func TestDueOrder(t *testing.T) {
	c := load(t, map[string]string{"plot/beats.json": `{"beats": [
		{"id": "low", "title": "L", "priority": "low"}, {"id": "first", "title": "A"}, {"id": "critical", "title": "C", "priority": "critical"},
		{"id": "second", "title": "B"}, {"id": "optional", "title": "O", "priority": "optional"}, {"id": "high", "title": "H", "priority": "high"}]}`})
	var got []string
	for _, b := range dueBeats(c, progress(1, nil, "optional")) {
		got = append(got, b.ID)
	}
	if diff := cmp.Diff([]string{"optional", "critical", "high", "first", "second", "low"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestUnskippable: a beat that may not be skipped outlives its window, and its
// timeout makes it due.
func TestUnskippable(t *testing.T) {
	c := load(t, map[string]string{"plot/beats.json": `{"beats": [
		{"id": "window", "title": "W", "skippable": false, "conditions": {"scene_count": {"min": 1, "max": 2}, "player_state": {"ready": true}}},
		{"id": "timeout", "title": "T", "skippable": false, "conditions": {"player_state": {"ready": true}}, "timeout": {"scenes": 5}}]}`})
	status := func(scene int, ready bool) string {
		p := progress(scene, nil)
		p.State = object{"ready": ready}
		all := c.Standings(p)
		return fmt.Sprint(all[0].Status, " ", all[1].Status)
	}
	if status(9, true) != "due due" || status(5, false) != "waiting waiting" || status(6, false) != "waiting due" {
		t.Error(status(9, true), status(5, false), status(6, false))
	}
}

// TestBeatsComeInTime generates plots, plays them two beats a turn, and checks
// that each beat that can be told is told within two turns of its conditions, or
// says why not; and that nothing is told against its conditions.
func TestBeatsComeInTime(t *testing.T) {
	checks, late, fired := soak.Count(2000), 0, 0
	for seed := range checks {
		c, turns := generated(t, seed)
		reached, ready := map[string]int{}, map[string]int{}
		for scene := 1; scene <= turns; scene++ {
			p := progress(scene, reached)
			for _, s := range c.Standings(p) {
				if s.Status != campaign.Told && s.Why == "" {
					t.Fatalf("seed %d: %s is %s without a reason", seed, s.Beat.ID, s.Status)
				}
				if _, seen := ready[s.Beat.ID]; s.Status == campaign.Due && !seen {
					ready[s.Beat.ID] = scene
				}
			}
			for range 2 {
				due := dueBeats(c, p)
				if len(due) == 0 {
					break
				}
				b := due[0]
				if b.Conditions.Eval(&p.Facts) != condition.Yes {
					t.Fatalf("seed %d: %s is told against its conditions", seed, b.ID)
				}
				reached[b.ID] = scene
			}
		}
		for id, since := range ready {
			told, ok := reached[id]
			fired++
			if !ok || told > since+2 {
				late++
			}
		}
	}
	if fired == 0 || late*20 > fired {
		t.Errorf("%d of %d beats came late or not at all", late, fired)
	}
	t.Logf("%d beats in %d plots, %d late", fired, checks, late)
}

// generated is a plot of six beats with random windows and requirements.
func generated(t testing.TB, seed int) (*campaign.Campaign, int) {
	text := rapid.Custom(func(t *rapid.T) string {
		var beats []string
		for i := range 6 {
			low := rapid.IntRange(1, 10).Draw(t, "min")
			when := fmt.Sprintf(`"scene_count": {"min": %d, "max": %d}`, low, low+rapid.IntRange(2, 12).Draw(t, "length"))
			if i > 0 && rapid.Bool().Draw(t, "requires") {
				when += fmt.Sprintf(`, "requires_beat": "b%d"`, rapid.IntRange(0, i-1).Draw(t, "beat"))
			}
			if rapid.IntRange(0, 4).Draw(t, "forbids") == 0 {
				when += fmt.Sprintf(`, "forbids_beat": "b%d"`, (i+1)%6)
			}
			priority := rapid.SampledFrom([]string{"critical", "high", "medium", "low"}).Draw(t, "priority")
			beats = append(beats, fmt.Sprintf(`{"id": "b%d", "title": "B", "priority": %q, "conditions": {%s}}`, i, priority, when))
		}
		return `{"beats": [` + strings.Join(beats, ",\n") + `]}`
	}).Example(seed)
	return load(t, map[string]string{"plot/beats.json": text}), 24
}

// TestStandingsOfCircles: beats that require each other do not send the program
// in circles.
func TestStandingsOfCircles(t *testing.T) {
	c := load(t, map[string]string{"plot/beats.json": `{"beats": [
		{"id": "a", "title": "A", "conditions": {"requires_beat": "b"}, "timeout": {"scenes": 1, "fallback_beat": "b"}},
		{"id": "b", "title": "B", "conditions": {"requires_any_beat": ["a", "b"]}, "timeout": {"scenes": 1, "fallback_beat": "a"}}]}`})
	for scene := range 10 {
		if due := dueBeats(c, progress(scene, nil)); len(due) > 0 {
			t.Errorf("scene %d: %v", scene, slices.Collect(func(yield func(string) bool) { yield(due[0].ID) }))
		}
	}
}
