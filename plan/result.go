package plan

import (
	"time"

	"github.com/narratoria/narratoria/protocol"
)

// ToolState is how a step ended.
type ToolState string

// The four ends of a step.
const (
	Success ToolState = "success"
	Failed  ToolState = "failed"
	Skipped ToolState = "skipped" // a required dependency failed, or the plan's time was up before it began
	Timeout ToolState = "timeout"
)

// Category sorts errors as the execution result does. The list is closed.
type Category string

// The five categories of the specification.
const (
	ToolFailure        Category = "tool_failure"        // the script said ok:false
	CircularDependency Category = "circular_dependency" // refused before anything ran
	TimedOut           Category = "timeout"
	InvalidJSON        Category = "invalid_json"  // a line, type or version that is not the protocol's
	ProcessError       Category = "process_error" // start, exit, signal, limits
)

// ToolError is why a step failed.
type ToolError struct {
	Code     string // the script's errorCode, a protocol.Code, or one of the runtime's
	Message  string
	Category Category
	Details  protocol.Object
	// RootCause is the step whose failure this one reports, for a skipped step.
	RootCause ToolID
}

func (e *ToolError) Error() string { return e.Message }

// Transient reports whether trying again later may help: a timeout, or an error
// code a script uses for what passes.
func (e *ToolError) Transient() bool {
	switch e.Code {
	case "network_error", "rate_limited", "unavailable":
		return true
	}
	return e.Category == TimedOut
}

// Failure is a step that failed by itself, not for another's failure.
type Failure struct {
	Tool   ToolID
	Script ScriptRef
	Error  ToolError
}

// Asset is a file taken over from an invocation's output directory.
type Asset struct {
	AssetID   string
	Kind      string
	MediaType string
	Path      string // of our own copy, in the directory given to the executor
	SHA256    string // of its bytes, hex
	Size      int64
	Tool      ToolID
	Metadata  protocol.Object
	// Placeholder is set when the media type is not one the program shows.
	Placeholder bool
}

// Effect is a write that a script asked of the host: staged with its attempt,
// part of the story only when that attempt is accepted.
type Effect struct {
	Tool   ToolID
	Script ScriptRef
	Method string
	Params protocol.Object
}

// ToolResult is one step's outcome.
type ToolResult struct {
	ToolID    ToolID
	Script    ScriptRef
	State     ToolState
	Output    protocol.Object  // done.output of the accepted attempt
	Events    []protocol.Event // of the last attempt, whatever its end
	Retries   int
	Duration  time.Duration
	Error     *ToolError
	Warnings  []string // what was tolerated: output after done, a placeholder asset
	Transient bool     // the invocation ended by a timeout or a transient error
}

// Result is what carrying out a plan gave. It is complete for a refused plan
// too: Problems says why, and nothing ran.
type Result struct {
	PlanID    ID
	Success   bool
	CanReplan bool
	Failed    []ToolID    // in plan order
	Disabled  []SkillName // the skills of every tool that failed by itself, and not because the run was given up; sorted
	Tools     []ToolResult
	State     protocol.Object // the base plus the accepted patches, also when the plan failed
	Assets    []Asset         // accepted, in plan order
	Effects   []Effect        // accepted, in plan order
	UI        []*protocol.UIEvent
	Duration  time.Duration
	Attempt   int
	Problems  Problems
	// Conflicts names the state paths that two steps wrote, neither depending on
	// the other; the later one in plan order won.
	Conflicts []string
}

// Refused is the result of a plan that never ran. The id and the attempt are what
// the document states, see [DocumentID] and [DocumentAttempt], or what its host
// knows better.
func Refused(id ID, problems Problems, attempt int) *Result {
	return &Result{PlanID: id, Problems: problems, Attempt: attempt, CanReplan: attempt < MaxAttempts}
}
