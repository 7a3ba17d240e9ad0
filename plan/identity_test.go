package plan

import (
	"fmt"
	"testing"
)

func TestUnderTakesTheHostsIdentityAndLeavesTheOriginal(t *testing.T) {
	original := &Plan{id: "a", attempt: 4, parent: "b", disabled: []SkillName{"lore", "dice"}, steps: make([]Step, 2)}
	issued := original.Under(Identity{ID: "c", Attempt: 2, Disabled: []SkillName{"memory", "dice"}})
	if got, want := describe(issued), "c 2 \"\" [dice lore memory] 2"; got != want {
		t.Errorf("issued as %s, want %s", got, want)
	}
	if got, want := describe(original), "a 4 \"b\" [lore dice] 2"; got != want {
		t.Errorf("the original became %s, want %s", got, want)
	}
}

func describe(p *Plan) string {
	return fmt.Sprintf("%s %d %q %v %d", p.ID(), p.Attempt(), p.Parent(), p.Disabled(), len(p.Steps()))
}
