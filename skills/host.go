package skills

import (
	"context"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// Permission is something a script may ask of the host. The list is closed.
type Permission string

// The permissions a manifest may name.
const (
	MemoryRead    Permission = "memory.read"
	MemoryWrite   Permission = "memory.write"
	RelationRead  Permission = "relation.read"
	RelationWrite Permission = "relation.write"
	LoreRead      Permission = "lore.read"
	StoryRead     Permission = "story.read"
	StoryRecord   Permission = "story.record"
	Random        Permission = "random"
	Data          Permission = "data"
	Generate      Permission = "generate"
	Embed         Permission = "embed"
)

// Permissions is the closed list, in the order documents show it.
var Permissions = []Permission{
	MemoryRead, MemoryWrite, RelationRead, RelationWrite, LoreRead,
	StoryRead, StoryRecord, Random, Data, Generate, Embed,
}

// NeedsConsent reports whether a permission is more than a skill gets by being
// put into a skills directory, which is state reads and randomness.
func (p Permission) NeedsConsent() bool { return p != StoryRead && p != Random }

// A Host answers what scripts ask of the program. One session serves one
// attempt. Hosts are used concurrently.
type Host interface {
	// Features are the names a request's protocol.features lists: the methods
	// that are answered, besides what the runtime adds itself.
	Features() []string
	// Open begins an attempt.
	Open(scope Scope) Session
}

// A Session answers the calls of one attempt, one after the other. Nothing it
// does shows outside until its effects are accepted.
type Session interface {
	// Call answers one call whose permission has been checked.
	Call(ctx context.Context, method string, params protocol.Object) (protocol.Object, *protocol.CallError)
	// Effects are the writes staged so far, in the order they were asked for.
	Effects() []plan.Effect
}

// Codes of a call's error. The list is closed.
const (
	CallUnknownMethod = "unknown_method"
	CallDenied        = "permission_denied"
	CallBadParams     = "bad_params"
	CallNotFound      = "not_found"
	CallExists        = "exists" // what was to begin has begun
	CallTooLarge      = "too_large"
	CallUnavailable   = "unavailable"
)
