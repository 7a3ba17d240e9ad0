package story_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// prompted writes a turn in which models were asked with these texts, from these views.
func prompted(t *testing.T, p *story.Playthrough, texts map[string]string) {
	t.Helper()
	turn, l := openTurn(t, p), generation.NewLedger(nil)
	for who, text := range texts {
		_, _, err := generation.Ask(l.In(t.Context()), scripted.New("m", scripted.Say("said "+text)), generation.Asked{As: who, By: "planner", Request: model.Request{
			Place: model.Place{Task: "plan"}, Messages: []model.Message{{Role: model.User, Text: text}},
		}}, nil)
		must(t, err)
	}
	must(t, turn.Generated(l.Close()))
	commit(t, turn)
}

// shownPrompt is what is shown of a turn's prompts, in a word each.
func shownPrompt(t *testing.T, p *story.Playthrough, at event.Where, turn int64, who event.CharacterID, all bool) string {
	t.Helper()
	kept, err := p.Prompts(t.Context(), at, turn, who, all)
	if _, none := errors.AsType[*story.NoPlaceError](err); none {
		return "no turn"
	}
	must(t, err)
	var shown []string
	for _, g := range kept.Generations {
		switch {
		case g.Withheld && g.Answer == "" && g.Sections[0].Text == "" && g.Sections[0].Bytes > 0:
			shown = append(shown, "withheld")
		case g.Answer == "said "+g.Sections[0].Text:
			shown = append(shown, g.Sections[0].Text)
		default:
			shown = append(shown, "wrong")
		}
	}
	return strings.Join(shown, " ")
}

// A turn's prompts are shown to whom they were made for, along the branch that has the turn, up to a place; where
// something before them was hidden they are withheld; and they are gone with what is purged.
func TestPromptsOfATurn(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		turn := openTurn(t, p)
		kept := add(t, turn, event.Happened, event.Data{"text": "A bell rings."})
		commit(t, turn)
		was := dump(p.State())
		prompted(t, p, map[string]string{"player": "P2", "ines": "I2"})
		second := p.Where().Position
		prompted(t, p, map[string]string{"player": "P3"})
		is := func(when, want string, at event.Where, turn int64, who event.CharacterID, all bool) {
			t.Helper()
			if got := shownPrompt(t, p, at, turn, who, all); got != want {
				t.Errorf("%s: shown is %q, not %q", when, got, want)
			}
		}
		end := event.Where{}
		is("the player's", "P2", end, 2, "player", false)
		is("Ines's", "I2", end, 2, "ines", false)
		is("of a turn without her", "", end, 3, "ines", false)
		for turn, want := range map[int64]string{1: "[]", 2: "[ines player]", 3: "[player]"} {
			if who, err := p.Prompted(t.Context(), end, turn); err != nil || fmt.Sprint(who) != want {
				t.Errorf("in turn %d it was asked from the view of %v, not of %s: %v", turn, who, want, err)
			}
		}
		is("of a turn without a model", "", end, 1, "player", false)
		is("before the first", "no turn", end, 0, "player", false)
		is("behind the last", "no turn", end, 4, "player", false)
		is("as of the turn before", "no turn", event.Where{Position: second}, 3, "player", false)
		is("as of the turn", "P2", event.Where{Position: second}, 2, "player", false)
		is("before it was told", "", event.Where{Position: second - 1}, 2, "player", false)
		is("as of a moment", "no turn", event.Where{Moment: 2}, 3, "player", false)

		state := p.State()
		if state.Turn.Number != 3 || strings.Contains(dump(state), "P2") || len(dump(state)) > len(was)+2000 {
			t.Error("what is so hangs on what a model was asked")
		}
		must(t, p.Hide(t.Context(), kept))
		is("with something hidden", "withheld", end, 2, "player", false)
		is("Ines's with something hidden", "withheld", end, 2, "ines", false)
		is("with something hidden, asked for", "P2", end, 2, "player", true)
		must(t, p.Unhide(t.Context(), kept))
		is("shown again", "P2", end, 2, "player", false)
		must(t, p.Hide(t.Context(), second+1))
		is("of a turn before what is hidden", "P2", end, 2, "player", false)
		is("of the turn in which something is hidden", "withheld", end, 3, "player", false)

		must(t, p.Rollback(t.Context(), event.Where{Branch: event.Trunk, Position: second}))
		prompted(t, p, map[string]string{"player": "P3'"})
		is("of the other branch", "P3'", end, 3, "player", false)
		is("of the branch that was left", "withheld", event.Where{Branch: event.Trunk}, 3, "player", false)
		blob := event.Hash{}
		for r, err := range p.Log(t.Context(), event.Trunk) {
			must(t, err)
			if r.Event.Kind == event.Generated && r.Position > second {
				blob, err = event.ParseHash(r.Event.Text("generations"))
				must(t, err)
			}
		}
		must(t, p.Purge(t.Context(), event.Trunk))
		is("of what both have", "P2", end, 2, "player", false)
		if _, err := p.Prompts(t.Context(), event.Where{Branch: event.Trunk}, 3, "player", true); err == nil {
			t.Error("of what is purged something is shown")
		}
		if there, err := save.HasBlob(t.Context(), blob); there || err != nil {
			t.Errorf("what was purged is still there: %v", err)
		}
		if d, err := story.Rebuild(t.Context(), save, nil); err != nil || !d.Same() {
			t.Errorf("the rows are others than the log's: %+v (%v)", d, err)
		}
	})
}
