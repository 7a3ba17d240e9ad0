package skills

import (
	"context"
	"time"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// Invocation is one attempt at running one script: everything a transport needs,
// and nothing it could decide for itself.
type Invocation struct {
	Script  *Script
	Request protocol.Request
	Scope   Scope           // as whom, and what host calls may see
	Limits  protocol.Limits // of its stream
	Share   Share           // of its plan's memory
	Listen  func(protocol.Event)
	// Listen, when not nil, is called for every event as it comes, from one
	// goroutine. What it sees is provisional until the attempt is accepted.

	// Secrets are texts of its configuration that nobody else is to see: they are hidden in
	// all that the script gives back, from [MinSecret] bytes on. What is in the files of its
	// assets is not looked at.
	Secrets []string

	// Host answers its calls, and DataRoot holds a data directory for each skill: those of
	// the story that the attempt belongs to, where one transport serves several. Zero values
	// are the transport's own.
	Host     Host
	DataRoot DataRoot
	// Assets is the directory that its assets are taken over into; "" is the transport's own.
	// Whoever gives one removes it, when the assets are taken from there.
	Assets string
}

// A DataRoot holds one data directory per skill. It lies some way below a directory that the
// user names; scripts run as that user, and what they put in the way leads nowhere.
type DataRoot struct {
	Base string
	Way  string // names with slashes between; "" for the base itself
}

// A Share is how many bytes of memory, and of the disk, an attempt may fill with what outlives it. It is
// the same whatever others do, so that what is kept of a step never depends on them.
// Zero fields set no bound.
type Share struct {
	// Counting is for its patches, assets, writes and output. An attempt with more fails.
	Counting int
	// Prose is for its narration, and Others for what else it wants shown, and as much for
	// all other lines. What has no room is left out of [Outcome.Events], with a warning.
	Prose, Others int
	// Assets is how many bytes the files of its assets may have together. An attempt with
	// more fails.
	Assets int64
}

// MinSecret is how many bytes a secret has at least that is hidden in what a script gives
// back: a shorter one is a word that others say too.
const MinSecret = 8

// Scope fixes what one attempt may see of the story. The host answers calls
// inside it; the script cannot name another.
type Scope struct {
	Tool    plan.ToolID
	Script  plan.ScriptRef
	Granted []Permission // what the manifest asks for and the player allows
	// State is the turn's base plus the accepted patches of the transitive dependencies,
	// for reading only, and Effects are their accepted writes, in plan order. Each is made
	// when it is asked for, within the attempt's time, since most attempts never ask. nil
	// gives none.
	State   func() protocol.Object
	Effects func() []plan.Effect
	As      string   // whose view it is answered from: a character's id, "" for the player
	Seed    rng.Seed // of this script, input and occurrence in the turn: neither a retry nor a replan changes it
}

// Known is a value of a [Scope] that is there already.
func Known[T any](value T) func() T { return func() T { return value } }

// Outcome is how one attempt ended. Its effects count only if Err is nil, which
// means done.ok and exit 0.
type Outcome struct {
	Events   []protocol.Event // those read, in order, done included; less what its [Share] has no room for
	Done     *protocol.Done   // nil where none came
	Patches  []protocol.Object
	Assets   []plan.Asset  // taken over; their files are removed with the attempt that failed
	Effects  []plan.Effect // writes asked of the host
	Err      *plan.ToolError
	Warnings []string
	Stderr   []byte // the kept head and tail
	Duration time.Duration
	Attempts int // set by retry: how many this outcome took; 0 counts as 1
}

// A Transport runs one attempt and returns when everything it started has ended.
// It always returns by ctx's end plus the grace of its shutdown ladder (2.5 s at
// most), and never panics for anything a script does. It may be called
// concurrently. A context that ended at its deadline gives category timeout.
type Transport interface {
	Run(ctx context.Context, inv Invocation) Outcome
}
