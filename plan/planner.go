package plan

import (
	"context"

	"github.com/narratoria/narratoria/protocol"
)

// A Planner turns a player's choice into a plan document. It is asked at most
// five times a turn and has five seconds each time, after which its context ends
// and its answer is no longer looked at.
//
// The document is foreign input whoever made it, and goes through [Check].
type Planner interface {
	Plan(ctx context.Context, request Request) ([]byte, error)
}

// PlannerFunc makes a function a [Planner].
type PlannerFunc func(ctx context.Context, request Request) ([]byte, error)

// Plan calls f.
func (f PlannerFunc) Plan(ctx context.Context, request Request) ([]byte, error) {
	return f(ctx, request)
}

// A Drafter is a planner that says how it came by its document.
type Drafter interface {
	Planner
	Draft(ctx context.Context, request Request) (Draft, error)
}

// Draft is a document, and how its planner came by it.
type Draft struct {
	Document []byte
	By       Author
	Instead  string   // why not whom it asked first, for the log; "" where nothing kept them
	Dropped  []string // what was left out of what they said, a phrase each
	Lost     string   // what the player has to do without, a sentence; "" for nothing, or nothing new
}

// Author is who planned. The names are fixed in logs; "" is whoever does not say.
type Author string

// The authors.
const (
	ByRules Author = "rules"
	ByModel Author = "model"
)

// Request is all a planner may look at.
type Request struct {
	ID        ID              // the requestId its plan must carry
	Input     string          // the player's words
	State     protocol.Object // session state as the player may see it
	Catalogue *Catalogue      // without disabled and failed skills, degraded ones last
	Disabled  []SkillName     // to be carried into disabledSkills
	Attempt   int             // 1 to 5
	Parent    ID              // the plan that failed before, or ""
	Problems  Problems        // why the document before was refused, to repair it from
	Failures  []Failure       // the steps that failed in the execution before
	Seed      int64           // for a planner that draws; equal on every attempt of a turn
}
