package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
)

// What one skill may have written: in a turn, by the first turn, and with each turn more.
const (
	ofTurn, ofStory, more = 128 << 10, 1<<20 + 16<<10, 16 << 10
	largest               = 6 << 10 // that a write of these tests counts for
)

// fill has a skill write until it is refused, and gives its writes and the refusal.
func fill(t *testing.T, h *host.Story, turn *story.Turn, skill plan.SkillName) ([]plan.Effect, string) {
	t.Helper()
	session := h.Open(scopeOf(turn, skill))
	for i := range 1_000 {
		method, params := "memory.write", protocol.Object{"summary": fmt.Sprint(i, skill, strings.Repeat("x", 3_000)), "topic": fmt.Sprint("topic ", skill, turn.State().Position, i)}
		if i%3 == 1 {
			method, params = "story.record", protocol.Object{"kind": "fact", "content": fmt.Sprint(skill, turn.State().Position, i)}
		}
		if got := ask(t, session, method, params); got != "{}" {
			return session.Effects(), got
		}
	}
	t.Fatalf("%s is not refused", skill)
	return nil, ""
}

// A skill writes into a story what it may in a turn, and over all turns what grows with them,
// and nobody else's writing takes from that.
func TestWhatASkillMayWriteIntoAStory(t *testing.T) {
	_, turn := open(t)
	for number := 2; ; number++ {
		h := host.Of(host.Base{State: turn.State()})
		before := turn.State().Written("dice")
		effects, refused := fill(t, h, turn, "dice")
		if full := h.Full(); !slices.Equal(full, []plan.SkillName{"dice"}) {
			t.Errorf("turn %d: %q are full", number-1, full)
		}
		if got := ask(t, h.Open(scopeOf(turn, "bell")), "memory.write", protocol.Object{"summary": "It rings."}); got != "{}" {
			t.Fatalf("turn %d: another skill is refused: %s", number-1, got)
		}
		settle(t, turn, effects)
		w, may := turn.State().Written("dice"), ofStory+(number-2)*more
		if w.All != before.All+w.Turn || w.Turn > ofTurn || w.All > may {
			t.Fatalf("turn %d: written %+v after %+v, of %d", number-1, w, before, may)
		}
		if byTurn := strings.Contains(refused, "in this turn"); byTurn != (w.Turn > ofTurn-largest) || !byTurn && w.All < may-largest {
			t.Fatalf("turn %d: %+v of %d, and then %s", number-1, w, may, refused)
		}
		if !strings.Contains(refused, "in this turn") {
			if want := fmt.Sprintf("in this story, at most %d are taken by now, and %d more with each turn", may, more); !strings.HasPrefix(refused, "! too_large: ") || !strings.HasSuffix(refused, want) {
				t.Error(refused)
			}
			break
		}
		nextTurn(t, turn, number)
	}
	if live, read := turn.State().Written("dice"), story.Fold(turn.Events()).Written("dice"); live != read || live.All < ofStory {
		t.Errorf("written are %+v, and as the log has it %+v", live, read)
	}
}

// Two steps of a turn that did not know of each other write together what one may, the first
// in plan order before the other.
func TestTwoStepsWriteWhatOneMay(t *testing.T) {
	_, turn := open(t)
	h := host.Of(host.Base{State: turn.State()})
	one, _ := fill(t, h, turn, "dice")
	bell, _ := fill(t, h, turn, "bell")
	events, leftOut, err := host.Events(slices.Concat(one, one, bell), turn.State())
	if err != nil || !slices.Equal(leftOut, []plan.SkillName{"dice"}) {
		t.Errorf("%q are left out, %v", leftOut, err)
	}
	bytes := map[string]int{}
	for _, e := range events {
		bytes[string(e.Actor)] += story.WrittenSize(e)
	}
	if bytes["dice"] > ofTurn || bytes["dice"] < ofTurn-largest || bytes["bell"] > ofTurn || bytes["bell"] < ofTurn-largest {
		t.Errorf("written are %v", bytes)
	}
	settle(t, turn, slices.Concat(one, one, bell))
}
