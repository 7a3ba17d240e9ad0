package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// An episode is a story in which the player does something that is remembered for ever, as
// it ended: a deed at a turning point, whose dice can fall one way alone. Some turns later a
// check concerns it, and then another one does not. Nobody writes the memory but the
// program itself.
type episode struct {
	about  string // person, stat or place: what the deed and the later check have in common
	failed bool
	wait   int // turns between, at the least
}

// deed and again are what is done, and what concerns it later.
func (e episode) deed() string {
	return map[string]string{"person": "Pull Ines out of the water", "stat": "Stand up to the crew", "place": "Hold the Long Quay against the flood"}[e.about]
}

func (e episode) again() (text, stat string) {
	switch e.about {
	case "person":
		return "Whisper a secret to Ines", "tact"
	case "stat":
		return "Leap for the mooring", "nerve"
	}
	return "Mend what is broken along the Long Quay", "tact"
}

// campaign writes the story down as an author would, beside what a proving ground has.
func (e episode) campaign(u *user) (dir string) {
	dir = "own-episode"
	from := proving(u.t)
	for path, text := range filesBelow(u.t, from) {
		file, err := filepath.Rel(from, path)
		must(u.t, err)
		u.writes(filepath.Join(dir, file), text)
	}
	total := 11
	if e.failed {
		total = 2
	}
	text, stat := e.again()
	check := func(stat string, add int) string {
		return fmt.Sprintf(`"check": {"stat": %q, "dice": "1d1+%d", "success": {"prose": "It goes as it should."}, "failure": {"prose": "It goes wrong."}}`, stat, add)
	}
	u.writes(filepath.Join(dir, "characters", "player", "template.json"), `{"stats": [{"id": "nerve", "name": "Nerve", "default": 10}, {"id": "tact", "name": "Tact", "default": 10}]}`)
	u.writes(filepath.Join(dir, "plot", "beats.json"), fmt.Sprintf(`{"beats": [
		{"id": "start", "title": "First", "place": "quay", "prose": "It begins.", "priority": "critical", "choices": [{"id": "do", "text": %q, %s}]},
		{"id": "second", "title": "Second", "place": "quay", "prose": "Now for it.", "conditions": {"scene_count": {"min": %d}, "player_choice": "start/do"}, "choices": [{"id": "related", "text": %q, %s}]},
		{"id": "third", "title": "Third", "place": "quay", "prose": "And another thing.", "conditions": {"player_choice": "second/related"}, "choices": [{"id": "unrelated", "text": "Bargain over salted herring", %s}]}]}`,
		e.deed(), check("nerve", total), e.wait+3, text, check(stat, 6), check("tact", 6)))
	return dir
}

// play gives how often a memory counted in the deed's own check, in the one that concerns it,
// and in the one that does not.
func (e episode) play(t *testing.T) (counted map[string]int) {
	u := newUser(t)
	l := u.begins("--seed", "38", "--save", "episode", "--no-endings", "--input", "-", e.campaign(u))
	r := l.next()
	counted = map[string]int{}
	for _, id := range []string{"start/do", "second/related", "third/unrelated"} {
		for turns := 0; !slices.ContainsFunc(r.Choices, func(c toldChoice) bool { return c.ID == id }); turns++ {
			if turns > e.wait+10 {
				t.Fatalf("%+v: %s is not offered", e, id)
			}
			r = l.choose(idle(r))
		}
		r = l.choose(id)
	}
	l.leave()
	chosen := ""
	for _, e38 := range u.log("episode") {
		switch e38.Kind {
		case event.ChoiceMade:
			chosen = e38.Text("choice")
		case event.CheckRolled:
			for _, m := range e38.List("modifiers") {
				if strictjson.AsString(strictjson.AsObject(m)["kind"]) == "memory" {
					counted[chosen]++
				}
			}
		}
	}
	return counted
}

// idle is a choice that neither leads anywhere nor tries anything.
func idle(r told) string {
	for _, c := range r.Choices {
		if slices.Contains([]string{"wait", "examine", "talk", "recall"}, c.Kind) && !strings.Contains(c.ID, "/") {
			return c.ID
		}
	}
	return r.Choices[len(r.Choices)-1].ID
}

// What ended in triumph or failure is called to mind by the check that concerns it, however
// long ago it was, and by no other.
func TestPlayedEpisodes(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(38, 0))
	surfaced, scenes := 0, max(6, soak.Count(50))
	for i := range scenes {
		e := episode{about: []string{"person", "stat", "place"}[i%3], failed: i/3%2 == 1, wait: draw.IntN(12)}
		counted := e.play(t)
		if counted["second/related"] == 1 {
			surfaced++
		} else {
			t.Errorf("%+v: what concerns it does not call it to mind: %v", e, counted)
		}
		if counted["start/do"]+counted["third/unrelated"] > 0 {
			t.Errorf("%+v: it is called to mind by what does not concern it: %v", e, counted)
		}
	}
	criteria.Measured(t, "SC-038", "%d of %d times a check that concerned a triumph or a failure of the player's called it to mind", surfaced, scenes)
}
