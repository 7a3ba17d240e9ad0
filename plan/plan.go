// Package plan is the document a planner writes and the runtime carries out:
// which scripts to run, with what input, after which others.
//
//	checked, problems := plan.Check("plan.json", data, catalogue, plan.Options{})
//	if err := problems.Err(); err != nil { ... }   // every fault, with its line
//	for _, step := range checked.Steps() { ... }   // in plan order
//
// A [Planner] answers a [Request] with the document; one written in Go fills in
// a [Document]. What carrying the plan out gave is its [Result].
//
//	Request --Planner--> document --Check--> Plan --executor--> Result
//	   ^                               |                          |
//	   +---------- Problems -----------+--------- Failures -------+
//
// The rules that hold everywhere:
//
//   - A plan is hostile input: a model wrote it, and a campaign's text wrote
//     half of the model's mind. [Check] refuses whatever it does not know. It
//     never repairs, so what runs is what stands there.
//   - A plan names scripts, never paths. A toolPath is looked up in a
//     [Catalogue] of registered scripts, in exact forms alone, see
//     [Catalogue.Resolve]; nothing in a plan is ever executed.
//   - A disabled skill is disabled under every alias, see [SkillName.Key].
//   - What is refused is explained as contracts.Problems: data, all of it at
//     once, from which a planner repairs its own plan.
//   - A [Plan] has passed every check and never changes again.
//   - Plan order is Kahn's order, in which the order of the document breaks
//     ties: of all steps that could come next, the earliest in the document
//     does. Results merge in it, so the order in which processes happen to
//     finish never matters.
//
// Nothing here starts anything, reads a clock or draws a random number, and all
// of it may be used concurrently.
package plan

import (
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/protocol"
)

// Ids are types of their own so that the compiler refuses a swap.
type (
	ID         string // a plan's requestId, a UUID
	ToolID     string // a step's toolId, unique in its plan
	SkillName  string // ^[a-z0-9][a-z0-9-]{0,63}$
	ScriptName string // a script's name within its skill
)

// ScriptRef names a registered script. As text it is "skill/script".
type ScriptRef struct {
	Skill  SkillName
	Script ScriptName
}

func (r ScriptRef) String() string { return string(r.Skill) + "/" + string(r.Script) }

// RetryPolicy says how often a failed invocation is tried again, and how long
// the first wait is. The wait doubles each time, up to MaxBackoff.
type RetryPolicy struct {
	MaxRetries int           // after the first attempt; 0 to 10
	Backoff    time.Duration // before the first retry
}

// MaxBackoff caps one wait between attempts.
const MaxBackoff = 5 * time.Second

// DefaultRetry is what a step gets when neither its plan nor its skill says.
var DefaultRetry = RetryPolicy{MaxRetries: 3, Backoff: 100 * time.Millisecond}

// MaxAttempts is how many plans a turn may try.
const MaxAttempts = 5

// Step is one tool of a checked plan. Its maps and slices are shared: treat them
// as read only.
type Step struct {
	ID           ToolID
	Script       ScriptRef
	Input        protocol.Object
	Dependencies []ToolID
	Required     bool
	Async        bool
	Retry        RetryPolicy // the plan's, else the manifest's, else DefaultRetry
	Occurrence   int         // how many steps before it in the document run the same script with the same input
}

// Plan is a checked plan. It is immutable; its accessors share their memory.
type Plan struct {
	id        ID
	narrative string
	parallel  bool
	disabled  []SkillName
	attempt   int
	parent    ID
	steps     []Step // in plan order
	position  map[ToolID]int
}

// ID is the plan's requestId.
func (p *Plan) ID() ID { return p.id }

// Narrative is the text to show first, or "".
func (p *Plan) Narrative() string { return p.narrative }

// Parallel says whether async steps may run at the same time.
func (p *Plan) Parallel() bool { return p.parallel }

// Disabled lists the skills the planner was told not to select.
func (p *Plan) Disabled() []SkillName { return p.disabled }

// Attempt is metadata.generationAttempt, 1 to 5.
func (p *Plan) Attempt() int { return p.attempt }

// Parent is the plan this one replaces, or "".
func (p *Plan) Parent() ID { return p.parent }

// Steps are the plan's tools in plan order.
func (p *Plan) Steps() []Step { return p.steps }

// Position is a step's place in plan order. It panics for a foreign id.
func (p *Plan) Position(id ToolID) int {
	at, ok := p.position[id]
	if !ok {
		panic("plan: no step " + string(id))
	}
	return at
}

// Script is what the catalogue says of one registered script.
type Script struct {
	Ref          ScriptRef
	File         string // path below the skill's directory, slashes; "" for a built-in one
	Description  string
	Timeout      time.Duration // of one attempt, from the manifest; 0 is the runtime's default
	Retry        *RetryPolicy  // the manifest's, or nil
	Capabilities []string      // the skill's free tags
	Triggers     []string      // phrases that call for it
	Required     bool          // its skill calls it essential; a hint to planners, a step says for itself
	Priority     int           // the skill's, higher first
	Degraded     bool          // slow or unreliable lately: listed last, given 1.5 times its timeout

	// What a planner that reads is told besides. All of it is its skill's word.
	Prompt  string          // the text of the skill's prompt.md, or ""
	Input   protocol.Object // a JSON Schema of its input; nil: its manifest has none
	Keeps   bool            // it may keep something beyond the turn: left to turns that call for it
	Settles bool            // it may change what is so, or speaks as one character: left to plans that follow by rule
}

// Problems of a plan are those of every other document.
type Problems = contracts.Problems
