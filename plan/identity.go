package plan

import "slices"

// Identity is what the host knows of a plan better than the document it came in.
type Identity struct {
	ID       ID
	Attempt  int
	Parent   ID
	Disabled []SkillName // besides those the document names
}

// Under is the plan under the host's identity for it: a model that miscopied a
// requestId has still made a plan. The steps are shared.
func (p *Plan) Under(identity Identity) *Plan {
	issued := *p
	issued.id, issued.attempt, issued.parent = identity.ID, identity.Attempt, identity.Parent
	issued.disabled = slices.Concat(p.disabled, identity.Disabled)
	slices.Sort(issued.disabled)
	issued.disabled = slices.Compact(issued.disabled)
	return &issued
}
