package engine

import (
	"strings"
	"testing"
)

// A drama's menu holds a few of the choices that there are: whoever types one of the others has it, as
// its author wrote it; and what nobody's menu holds at all is answered, of what is told and of what is not.
func TestWhatNoMenuHoldsCanBeTyped(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "1"
	g := b.open()
	r := must(t, g, "")
	plays := func(line string, wants ...string) {
		t.Helper()
		reading := g.Read(line)
		if !reading.Found {
			t.Fatalf("%q is read as %+v", line, reading)
		}
		option := g.Options(reading.Action)[0]
		for _, c := range r.Choices {
			if c.ID == option.ID {
				t.Fatalf("%q is in the menu", line)
			}
		}
		var err error
		if r, err = g.PlayTyped(t.Context(), option.ID, line); err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(r.Prose, want) {
				t.Errorf("%q is told as %s", line, r.Prose)
			}
		}
	}
	plays("go to the ossuary", "The Ossuary is locked.")
	plays("ask the abbot about the debt", "the debt")
	plays("talk to abbot celestin", "Abbot Celestin says")
	if r, err := g.Play(t.Context(), "talk:abbot-celestin"); err != nil || strings.Contains(r.Prose, "for now") || !strings.HasPrefix(r.Choice.ID, "opening/talk-") {
		t.Errorf("%+v, %v", r, err)
	}
	for range 40 { // until there is nothing left
		if g.Possible("talk:abbot-celestin") {
			plays("talk to abbot celestin", "Abbot Celestin says")
		}
	}
	before := r.Turn
	if _, err := g.Play(t.Context(), "talk:abbot-celestin"); err == nil || r.Turn != before || g.Read("talk to abbot celestin").Found {
		t.Errorf("somebody with nothing to say is talked with: %v", err)
	}
	plays("go to the foundry", "long shed of black larch")
	if g.Possible("opening/asked-abbot-celestin-thread-4") {
		t.Error("who is not here can be asked")
	}
	for _, c := range r.Choices {
		if strings.HasPrefix(c.ID, "opening/asked-") || strings.HasPrefix(c.ID, "opening/talk-") {
			t.Errorf("the menu holds %s", c.ID)
		}
	}
}
