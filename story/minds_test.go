package story_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Whatever is in a log, minds are read of it, also of a state that no save has.
func TestMindsOfAnyLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := story.Fold(anyLog(t))
		minds := &state.Minds
		for who := range state.Minds.Each {
			for n := range minds.Known(who) {
				if _, err := minds.Why(fmt.Sprint(n+1), who); err != nil {
					t.Fatal(err)
				}
			}
		}
		for fact := range minds.Facts {
			if _, err := minds.Who(fact); err != nil {
				t.Fatal(err)
			}
		}
		_, _ = minds.Who(anyID.Draw(t, "fact"))
		_, _ = state.FindPerson(anyID.Draw(t, "who"))
	})
}

// What is known is known along one branch and up to one moment: what was told after a fork, and
// what a branch that was left tells, is known to nobody on the other.
func TestMindsAreOfOneBranchAndMoment(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		tell := func(claim, content string) {
			turn := openTurn(t, p)
			add(t, turn, event.ClaimMade, event.Data{"claim": claim, "speaker": "ines", "content": content, "truth": "sincere", "to": []string{"player"}})
			commit(t, turn)
		}
		tell("claim-1", "The lamp is out.")
		made, err := p.Branch(t.Context(), "", p.Where(), "")
		if err != nil {
			t.Fatal(err)
		}
		tell("claim-2", "The oil was sold.")
		trunk := p.Where().Branch
		if err := p.Switch(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		tell("claim-3", "Nobody was at the door.")
		for _, c := range []struct {
			at   event.Where
			want []string
		}{
			{event.Where{}, []string{"The lamp is out.", "Nobody was at the door."}},
			{event.Where{Branch: made}, []string{"The lamp is out.", "Nobody was at the door."}},
			{event.Where{Branch: trunk}, []string{"The lamp is out.", "The oil was sold."}},
			{event.Where{Branch: trunk, Moment: 2}, []string{"The lamp is out."}},
			{event.Where{Branch: made, Moment: 2}, []string{"The lamp is out."}},
		} {
			state, err := p.At(t.Context(), c.at)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, k := range state.Minds.Known("player") {
				got = append(got, k.Content)
				if k.How != mind.HowTold || k.Moment.Sequence == 0 || !slices.Equal(k.KnownTo, []event.CharacterID{"ines"}) {
					t.Errorf("at %+v the player knows %+v", c.at, k)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("at %+v the player knows %q, not %q", c.at, got, c.want)
			}
		}
		turn := openTurn(t, p)
		add(t, turn, event.ClaimMade, event.Data{"claim": "claim-4", "speaker": "ines", "content": "The fog is here.", "truth": "sincere", "to": []string{"player"}})
		if staged, told := len(turn.State().Minds.Known("player")), len(p.State().Minds.Known("player")); staged != told+1 {
			t.Errorf("with what is staged the player knows %d things, and %d without", staged, told)
		}
	})
}

// Who is meant is found by id, by name and by a word of it; who is not there, or may be several,
// is said with what there is.
func TestNamingPeople(t *testing.T) {
	turn, happens := harbour()
	happens(event.EntityAdded, nil, event.Data{"entity": "ines-2", "type": "person", "name": "Ines"})
	happens(event.EntityAdded, nil, event.Data{"entity": "pask", "type": "person", "name": "Lucian Pask"})
	for _, c := range []struct{ named, want, wrong string }{
		{"honor", "honor", ""}, {"HONOR", "honor", ""}, {"the  keeper", "keeper", ""}, {"pask", "pask", ""}, {"lucian", "pask", ""}, {"mira", "player", ""},
		{"ines", "ines", ""}, {"Ines", "", `"Ines" may be several: Ines (ines), Ines (ines-2)`},
		{"tobais", "", `there is nobody "tobais" in the story; did you mean Tobias (tobias)?`},
		{"xyzzy", "", `there is nobody "xyzzy" in the story, only Honor (honor), Ines (ines), Ines (ines-2), the keeper (keeper), Lucian Pask (pask), Mira (player), Tobias (tobias)`},
		{"", "", `there is nobody "" in the story, only`},
		{strings.Repeat("x", 1<<20), "", `xxx…" in the story, only`},
	} {
		got, err := turn.State().FindPerson(c.named)
		if string(got) != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%.40q is %q, %v", c.named, got, err)
		}
	}
}
