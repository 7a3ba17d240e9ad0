package mind_test

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// What somebody has of a fact is what they learned, else what they heard others say last: a lie as
// sincerely as any. What they said themselves is no way to come by it, and tells nothing of what they
// know.
func TestWhatSomebodyHasOfAFact(t *testing.T) {
	var m mind.Minds
	at := event.Position(0)
	add := func(kind event.Kind, heard []event.CharacterID, data event.Data) {
		at++
		e := event.Event{Kind: kind, Actor: event.EngineSelf, Data: data}
		if heard != nil {
			e.Perception = (&event.Perception{WitnessedBy: heard, ApparentAudience: heard}).Sorted()
		}
		m.Apply(at, e)
	}
	said := func(id, who, content, truth string, heard ...event.CharacterID) {
		add(event.ClaimMade, append(heard, event.CharacterID(who)), event.Data{"claim": id, "speaker": who, "content": content, "truth": truth, "fact": "out"})
	}
	for _, who := range []string{"ada", "ines", "ned"} {
		add(event.EntityAdded, nil, event.Data{"entity": who, "type": "person", "name": who})
	}
	add(event.FactEstablished, nil, event.Data{"fact": "out", "content": "The lamp is out."})
	add(event.FactLearned, nil, event.Data{"who": "ada", "fact": "out", "source": "witnessed"})
	said("c1", "ada", "The lamp is lit.", "lie", "ines")
	said("c2", "ines", "The lamp is lit.", "sincere", "ned")
	holds := func(who event.CharacterID) string {
		h, has := m.Holds(who, "out")
		if !has {
			return "nothing"
		}
		return h.Content + " " + h.Claim + " " + string(h.Truth)
	}
	informed := func(who event.CharacterID, so, otherwise bool) {
		t.Helper()
		got := m.Informed(who)
		if slices.Contains(got.So, "out") != so || slices.Contains(got.Otherwise, "out") != otherwise {
			t.Errorf("%s has %+v", who, got)
		}
	}
	if got := holds("ada"); got != "The lamp is out.  " {
		t.Errorf("who saw it has %q", got)
	}
	if got := holds("ines"); got != "The lamp is lit. c1 "+string(action.Sincere) {
		t.Errorf("who was lied to has %q", got)
	}
	if got := holds("player"); got != "nothing" {
		t.Errorf("who heard nothing has %q", got)
	}
	informed("ada", true, false)
	informed("ines", false, true)
	said("c3", "ada", "The lamp is out.", "sincere", "ned")
	if got := holds("ned"); got != "The lamp is out. c3 "+string(action.Sincere) {
		t.Errorf("who heard both has %q", got)
	}
	informed("ned", true, true)
	for _, test := range []struct {
		who, other event.CharacterID
		takes      bool
	}{{"ned", "ada", true}, {"ned", "ines", true}, {"ines", "ada", true}, {"ines", "ned", true}, {"ada", "ned", true}, {"player", "ada", false}} {
		if got := m.TakesToHold(test.who, test.other, "out"); got != test.takes {
			t.Errorf("%s takes %s to have come by it: %v", test.who, test.other, got)
		}
	}
	if !m.HasSo("ned", "out", "The lamp is lit.") || !m.HasSo("ada", "out", "The lamp is out.") || m.HasSo("ines", "out", "The lamp is out.") {
		t.Error("who has it in which words is wrong")
	}
}
