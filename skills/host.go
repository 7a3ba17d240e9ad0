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

// Means says what a permission is to the player who is asked for it, after "it ".
func (p Permission) Means() string { return meanings[p] }

var meanings = map[Permission]string{
	MemoryRead:    "reads what you, or the character it speaks for, remember",
	MemoryWrite:   "has things be remembered that it says, which are found and told of ever after in that story",
	RelationRead:  "reads what characters think of you, as far as it showed",
	RelationWrite: "changes what characters and groups think of you and of each other, and with it what they do for you",
	LoreRead:      "searches the campaign's documents, those that you, or whom it speaks for, may know",
	StoryRead:     "reads what is so in the story, as you know it",
	StoryRecord:   "lets things happen in the story for good: it may tell of events, open threads of the plot and say what is so",
	Random:        "rolls dice, which the story's seed decides",
	Data:          "keeps notes and files of its own on this machine, about your stories",
	Generate:      "has a language model write texts, and sends it what the skill makes of the story: to a server elsewhere only where you have enabled that",
	Embed:         "may have texts compared by their meaning; nothing answers that yet",
}

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
