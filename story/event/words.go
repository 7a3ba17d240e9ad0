package event

// A Source is how somebody came to know a fact. The list is closed; what is told is a claim.
type Source string

// The ways of coming to know.
const (
	Witnessed  Source = "witnessed"
	Inferred   Source = "inferred"
	Discovered Source = "discovered"
)

// Sources is the closed list.
func Sources() []Source { return []Source{Witnessed, Inferred, Discovered} }

// An Origin is what a memory was made by. The list is closed.
type Origin string

// The origins of memories.
const (
	Conversation Origin = "conversation"
	Agent        Origin = "agent"
	Extraction   Origin = "extraction"
	Narrative    Origin = "narrative" // the story as it was told: all that the engine keeps
)

// Origins is the closed list.
func Origins() []Origin { return []Origin{Conversation, Agent, Extraction, Narrative} }

// A Likeness is where a portrait comes from. The list is closed.
type Likeness string

// The likenesses.
const (
	FromAuthor Likeness = "author"
	FromCache  Likeness = "cache"
	Drawn      Likeness = "drawn"
	Silhouette Likeness = "silhouette" // where nobody could draw
)

// Likenesses is the closed list.
func Likenesses() []Likeness { return []Likeness{FromAuthor, FromCache, Drawn, Silhouette} }
