package runlog

import (
	"slices"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Kind says what an entry is about. The list is closed.
type Kind string

// The kinds of entries.
const (
	Generation Kind = "generation" // a planner was asked for a plan
	Execution  Kind = "execution"  // a plan was carried out, or refused
	Tool       Kind = "tool"       // one attempt at one step ended
	SkillLog   Kind = "skill_log"  // what a skill said of itself: a log event, a line on stderr
	Writing    Kind = "writing"    // a model was asked for a text that a skill wants; Message is who did not write it, and why
	Health     Kind = "health"     // how a skill is doing: Skills names it, Outcome its state, of those skills.HealthState has
	// Damaged is never written. [Read] gives it for a line that is no entry, with
	// the start of that line as its message.
	Damaged Kind = "damaged"
)

// Level is how much an entry matters; "" counts as info.
type Level string

// The four levels.
const (
	Debug Level = "debug"
	Info  Level = "info"
	Warn  Level = "warn"
	Error Level = "error"
)

// rank orders the levels; what is none of them counts as the lowest.
func (l Level) rank() int { return slices.Index([]Level{Debug, Info, Warn, Error}, l) }

// An Entry is one line of the log. Fields that do not apply are left out of it.
// Names and ids are plain strings: the log holds what was said, also where it was
// wrong.
type Entry struct {
	Time        time.Time // set by the log where zero
	Kind        Kind
	Level       Level
	PlanID      string
	ParentID    string
	Attempt     int // of the plan within its turn, from 1
	Tool        string
	ToolAttempt int // of the step within its plan, from 1
	Script      string
	Skills      []string // chosen by the plan
	Outcome     string   // success, failed, skipped, timeout, refused
	Code        string   // of the error
	Message     string
	Duration    time.Duration
	Fields      strictjson.Object
}

// Bounds of one entry, what is longer being cut. Together, and with each byte
// written as a \u escape of six, they stay below maxLine.
const (
	maxName    = 256     // bytes of an id or a name
	maxMessage = 8 << 10 // bytes
	maxSkills  = 32
	maxFields  = 16 << 10 // bytes of Fields as JSON
	maxLine    = 128 << 10
)
