package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world/worldtest"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// narrated is a result in which scripts told these paragraphs, each with what it says it is.
func narrated(paragraphs ...[2]string) *plan.Result {
	r := &plan.Result{Success: true}
	for _, p := range paragraphs {
		r.UI = append(r.UI, &protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": p[0], "source": p[1]}})
	}
	return r
}

// What an author wrote is the last of a turn, whoever else tells of it and in whatever order;
// and who says of a paragraph of their own that it is an author's is not believed.
func TestNobodySpeaksBehindAnAuthor(t *testing.T) {
	authored := []string{"The stair was dark.", "Nobody came  down."}
	for name, told := range map[string]*plan.Result{
		"in order":         narrated([2]string{"You climb.", "outcome"}, [2]string{"The stair was dark.", "author"}, [2]string{"Nobody came down.", "author"}),
		"a skill behind":   narrated([2]string{"The stair was dark.", "author"}, [2]string{"Nobody came down.", "author"}, [2]string{"You climb.", "outcome"}),
		"a skill between":  narrated([2]string{"The stair was dark.", ""}, [2]string{"You climb.", "outcome"}, [2]string{"Nobody came down.", "around"}),
		"a false author":   narrated([2]string{"The stair was dark.", "author"}, [2]string{"Nobody came down.", "author"}, [2]string{"You climb.", "author"}),
		"no word of which": narrated([2]string{"The stair was dark.", ""}, [2]string{"Nobody came down.", ""}, [2]string{"You climb.", "thunder"}),
	} {
		_, text := narration(told, authored)
		if want := "You climb.\n\nThe stair was dark.\n\nNobody came down."; text != want {
			t.Errorf("%s: %q", name, text)
		}
		got := passages(text, authored, told, nil)
		if !slices.Equal(got[1:], []string{"author", "author"}) || got[0] == "author" || !slices.Contains(action.Passages(), action.Passage(got[0])) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// quietHarbour has a beat of a mood, and one that its author wants quiet at.
func quietHarbour() map[string]string {
	return worldtest.But(harbour, "plot/beats.json", `{"beats": [
		{"id": "one", "title": "One", "place": "quay", "mood": "brisk", "prose": ["The bell rings.", "It is for the boats."], "choices": [{"id": "on", "text": "Go on to the chapel", "prose": ["You go on."], "leads_to": "two"}]},
		{"id": "two", "title": "Two", "place": "chapel", "mood": "grave, and close", "prose": ["They have laid him out."]},
		{"id": "three", "title": "Three", "place": "quay", "quiet": true, "conditions": {"requires_beat": "two"}, "prose": ["Nobody is there."]}]}`)
}

// The last paragraph of a turn in which an author speaks is theirs, and nothing but their words
// is told at moments that they want quiet.
func TestAnAuthorHasTheLastWord(t *testing.T) {
	g := at(t, written(t, quietHarbour())).open()
	for _, step := range []struct {
		choice, last string
		quiet        bool
	}{
		{"", "It is for the boats.", false},
		{"one/on", "They have laid him out.", true},
		{"go:quay", "Nobody is there.", true},
	} {
		r := must(t, g, step.choice)
		paragraphs := strings.Split(r.Prose, "\n\n")
		if len(r.Passages) != len(paragraphs) || paragraphs[len(paragraphs)-1] != step.last {
			t.Fatalf("%s: %v of %q", step.choice, r.Passages, r.Prose)
		}
		for i, of := range r.Passages {
			if of != action.ByAuthor && (step.quiet || i == len(paragraphs)-1) {
				t.Errorf("%s: %s is told: %q", step.choice, of, paragraphs[i])
			}
		}
	}
}

// Of who came and went while the player stayed somewhere a turn is told, and where those are
// who are elsewhere, as far as the player knows.
func TestComingsAreTold(t *testing.T) {
	turn := standing(t, written(t, harbour), "inn", 12*60)
	if now := turn.view().Present(); !slices.Equal(now, []string{"tobias"}) {
		t.Fatal(now)
	}
	turn.Company = turn.view().Present()
	turn.movePerson("tobias", "quay")
	turn.movePerson("ines", "inn")
	scene := turn.teller(turn.Turn).Material()
	if !slices.Equal(scene.Came, []string{"Ines Vane"}) || !slices.Equal(scene.Left, []string{"Tobias Orr"}) {
		t.Errorf("came %q, left %q", scene.Came, scene.Left)
	}
	turn.movePlayer("chapel", nil)
	scene = turn.teller(turn.Turn).Material()
	if len(scene.Came)+len(scene.Left) > 0 || len(scene.Elsewhere) == 0 || scene.Elsewhere[0].Where == "" {
		t.Errorf("at another place: came %q, left %q, elsewhere %v", scene.Came, scene.Left, scene.Elsewhere)
	}
}

// A description is a note for a narrator: where the campaign has words to be told, nobody reads it.
func TestNotesAreNotTold(t *testing.T) {
	noted := func(prose string) map[string]string {
		return worldtest.But(harbour, "plot/beats.json", `{"beats": [
			{"id": "one", "title": "One", "place": "quay", "description": "The player is watched.", "choices": [
				{"id": "dare", "text": "Dare it", "check": {"stat": "nerve", "success": {"description": "The player dares."}, "partial": {"description": "The player dares."}, "failure": {"description": "The player dares."}}}]},
			{"id": "two", "title": "Two", "place": "chapel"`+prose+`}]}`)
	}
	for prose, told := range map[string]bool{"": true, `, "prose": ["A cold room."]`: false} {
		g := at(t, written(t, noted(prose))).open()
		if r := must(t, g, ""); strings.Contains(r.Prose, "watched") != told {
			t.Errorf("with prose %q a beat is told as %q", prose, r.Prose)
		}
		if r := must(t, g, "one/dare"); strings.Contains(r.Prose, "You dare.") != told {
			t.Errorf("with prose %q a check is told as %q", prose, r.Prose)
		}
	}
}
