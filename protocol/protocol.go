// Package protocol is the language between the program and its skills: NDJSON
// "0".
//
// The host writes one [Request] line to a script's stdin; the script answers on
// stdout with one JSON object a line, an [Event], and closes with [Done]:
//
//	{"version":"0","type":"log","level":"info","message":"Starting"}
//	{"version":"0","type":"state_patch","patch":{"flags":{"torchLit":true}}}
//	{"version":"0","type":"done","ok":true,"summary":"Torch lit."}
//
// A script with permissions may also write [Call] lines and read a [Reply] to
// each. docs/protocol.md is the whole language for people who write skills.
//
// [Reader] takes such a stream apart and believes nothing: text that is not
// UTF-8, keys that stand twice or differ from a known one by case alone,
// unknown types, other versions and anything over the [Limits] end the stream
// with a [*Violation] that names the line. [Writer] is its other half, and
// [Judge] puts the stream's end and the exit code together. [Merge] is how a
// state patch changes session state, and [Get] reads one value of it.
//
// The package knows nothing of processes, skills or schemas, and imports no
// schema library: a skill's start-up pays for what it imports.
package protocol

import "github.com/narratoria/narratoria/internal/strictjson"

// Version is the one protocol version there is.
const Version = "0"

// Object is a JSON object as package strictjson reads it: numbers keep their text.
type Object = strictjson.Object

// Type is an event's type on the wire. The list is closed.
type Type string

// The six events of a script, and the two lines of a host call.
const (
	TypeLog        Type = "log"
	TypeStatePatch Type = "state_patch"
	TypeAsset      Type = "asset"
	TypeUIEvent    Type = "ui_event"
	TypeError      Type = "error"
	TypeDone       Type = "done"
	TypeCall       Type = "call"
	TypeReply      Type = "reply"
)

// An Event is one line of a script: *[Log], *[StatePatch], *[Asset], *[UIEvent],
// *[Error], *[Done] or *[Call]. Events are not changed once read.
type Event interface {
	// Type is the type on the wire.
	Type() Type
	// Head is what all events share.
	Head() *Envelope
}

// Envelope is what every line may carry besides version and type.
type Envelope struct {
	RequestID string // "" where the line has none
	Timestamp string // as written; ISO 8601 by agreement, never relied on
	Extra     Object // unknown fields: kept, and ignored
}

// Head returns the envelope itself, so that embedding it makes half an Event.
func (e *Envelope) Head() *Envelope { return e }

// Level is a log level.
type Level string

// The four levels.
const (
	LevelDebug Level = "debug"
	LevelInfo  Level = "info"
	LevelWarn  Level = "warn"
	LevelError Level = "error"
)

// Log is diagnostic text for a developer's console. It is never an error.
type Log struct {
	Envelope
	Level   Level
	Message string
	Fields  Object
}

// StatePatch is merged into session state, see [Merge]. Keys beginning with "$"
// at the top are the runtime's and refused.
type StatePatch struct {
	Envelope
	Patch Object
}

// Asset names a file that the script has written into its output directory.
type Asset struct {
	Envelope
	AssetID   string // unique within the invocation
	Kind      string // image, audio, video, model, ...
	MediaType string // a MIME type
	Path      string // absolute, or relative to the output directory
	Metadata  Object
}

// UIEvent asks the interface to do something. Names it does not know are shown
// as a placeholder.
type UIEvent struct {
	Envelope
	Event   string
	Payload Object
}

// UI events that the runtime itself understands.
const (
	UINarration          = "narration"           // payload {text, speaker}: a piece of the turn's prose
	UINarrationRetracted = "narration_retracted" // the pieces of a failed attempt are taken back
	UINarrativeChoice    = "narrative_choice"    // payload {choices: [string], details: [{id, difficulty, hint, because}]}
)

// Error is a structured error. It does not end the invocation; [Done] does.
type Error struct {
	Envelope
	Code    string
	Message string
	Details Object
}

// Done ends the stream.
type Done struct {
	Envelope
	OK      bool
	Summary string
	Output  Object // the script's value for its dependants, at most 256 KiB
}

// Call asks the host for something, in a script that has permissions.
type Call struct {
	Envelope
	ID     string // unique within the invocation
	Method string // a permission, or one and a verb: "random", "story.read", "data.get"
	Params Object
}

// Reply answers one [Call] on the script's stdin.
type Reply struct {
	ID     string
	Result Object     // when Err is nil
	Err    *CallError // when the call failed
}

// CallError is why a call failed, for the script to act on.
type CallError struct {
	Code    string // a closed list, see docs/protocol.md
	Message string
}

func (e *CallError) Error() string { return e.Code + ": " + e.Message }

// Type implements [Event], as do the six below.
func (*Log) Type() Type        { return TypeLog }
func (*StatePatch) Type() Type { return TypeStatePatch }
func (*Asset) Type() Type      { return TypeAsset }
func (*UIEvent) Type() Type    { return TypeUIEvent }
func (*Error) Type() Type      { return TypeError }
func (*Done) Type() Type       { return TypeDone }
func (*Call) Type() Type       { return TypeCall }

// Request is the one line a script reads first.
type Request struct {
	RequestID string
	Tool      string   // "skill/script"
	Operation string   // the script's name
	Input     Object   // what the plan says, untouched
	Features  []string // protocol.features: what this host can do, "calls" for one
	Config    Object   // the skill's configuration, checked, variables and secrets filled in
	Seed      int64    // 0 to 2^53-1, derived from the turn: equal for a retry and a replan
	OutputDir string   // the only place assets are taken from
	DataDir   string   // a cache of this skill in this playthrough
	Results   Object   // by toolId, the output of each dependency; null for one that failed
}
