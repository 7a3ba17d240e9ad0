package event

import "github.com/narratoria/narratoria/action"

// A Source is how somebody came to know a fact. The list is closed, and only grows; what none of
// it says stands in free words beside [Otherwise].
type Source string

// The ways of coming to know.
const (
	Witnessed  Source = "witnessed"
	Inferred   Source = "inferred"
	Discovered Source = "discovered"
	Told       Source = "told"      // in no words that the story has: what is said in it is a claim
	Otherwise  Source = "otherwise" // as the words beside it say
)

// Sources is the closed list.
func Sources() []Source { return []Source{Witnessed, Inferred, Discovered, Told, Otherwise} }

// An Experience is what kind of memory one is: how what is remembered reached whoever remembers it.
// The list is closed. The memories of old logs are of no kind.
type Experience string

// The kinds of memories.
const (
	Saying     Experience = "said"
	Hearing    Experience = "heard"
	Internal   Experience = "internal" // thought or felt
	Perceiving Experience = "perceived"
	Doing      Experience = "action"
)

// Experiences is the closed list.
func Experiences() []Experience { return []Experience{Saying, Hearing, Internal, Perceiving, Doing} }

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

// A Closure is why a session came to its end. The list is closed.
type Closure string

// The ends of sessions.
const (
	Quit    Closure = "quit"    // the player left, and the story goes on
	Ended   Closure = "ended"   // the story had come to its ending
	Crashed Closure = "crashed" // nobody closed it: the next session found it open
)

// Closures is the closed list.
func Closures() []Closure { return []Closure{Quit, Ended, Crashed} }

// An EntityType is what something is that the story knows by name. The list is closed:
// what else a campaign's people, places and things are, their attributes say.
type EntityType string

// The types of entities.
const (
	Person  EntityType = "person"
	Place   EntityType = "place"
	Faction EntityType = "faction"
	Item    EntityType = "item"
	Group   EntityType = "group" // several people together, who may think something as one
)

// EntityTypes is the closed list.
func EntityTypes() []EntityType { return []EntityType{Person, Place, Faction, Item, Group} }

// Many reports whether an entity is many people, who are nowhere and perceive nothing by
// themselves: what they think gets round.
func (t EntityType) Many() bool { return t == Faction || t == Group }

// A Sight is which way one sees through the walls of a container while it is shut; open, one
// sees both ways. The list is closed.
type Sight string

// The ways of seeing through.
const (
	NoSight Sight = "none"
	SeesOut Sight = "out" // who is in it sees what is around it: a keyhole
	SeesIn  Sight = "in"  // who is around it sees what is in it: a show case with a mirror
	SeesAll Sight = "both"
)

// Sights is the closed list.
func Sights() []Sight { return []Sight{NoSight, SeesOut, SeesIn, SeesAll} }

// A Sound is when one hears through the walls of a container, from either side. How far a voice
// carries is how many such walls stand one around the other. The list is closed.
type Sound string

// The times of hearing through.
const (
	OpenSound Sound = "open" // while it is open
	ThinSound Sound = "always"
	NoSound   Sound = "never"
)

// Sounds is the closed list.
func Sounds() []Sound { return []Sound{OpenSound, ThinSound, NoSound} }

// A Posture is how somebody holds themselves. The list is closed.
type Posture string

// The postures.
const (
	Standing  Posture = "standing"
	Sitting   Posture = "sitting"
	Lying     Posture = "lying"
	Kneeling  Posture = "kneeling"
	Crouching Posture = "crouching"
	Leaning   Posture = "leaning"
)

// Postures is the closed list.
func Postures() []Posture { return []Posture{Standing, Sitting, Lying, Kneeling, Crouching, Leaning} }

// An Attention is how much of somebody's what they are at takes. The list is closed.
type Attention string

// The shares of attention.
const (
	Little   Attention = "little"
	Some     Attention = "some" // it is friction for talk, and keeps nothing from them
	Absorbed Attention = "all"  // they perceive only what is done to them, or by what they look to
)

// Attentions is the closed list.
func Attentions() []Attention { return []Attention{Little, Some, Absorbed} }

// A Status is a state of somebody's that bears on what they perceive and can do. The list is
// closed.
type Status string

// The states.
const (
	Asleep      Status = "asleep"      // perceives nothing, as anybody sees
	Unconscious Status = "unconscious" // the same
	Dead        Status = "dead"        // the same
	Blind       Status = "blind"
	Deaf        Status = "deaf"
	Drunk       Status = "drunk"
	Hurt        Status = "hurt"
	Bound       Status = "bound"
)

// Statuses is the closed list.
func Statuses() []Status {
	return []Status{Asleep, Unconscious, Dead, Blind, Deaf, Drunk, Hurt, Bound}
}

// A Trigger is what an occasion begins with. The list is closed.
type Trigger string

// The triggers.
const (
	ByTime      Trigger = "time"
	ByPlace     Trigger = "place"
	ByCondition Trigger = "condition"
	ByHand      Trigger = "manual" // whoever writes its beginning
)

// Triggers is the closed list.
func Triggers() []Trigger { return []Trigger{ByTime, ByPlace, ByCondition, ByHand} }

// A Judge is by whom a condition in words was decided. The list is closed.
type Judge string

// The judges.
const (
	ByModel Judge = "model"
	Lexical Judge = "lexical" // by the words of the condition and of what is known
)

// Judges is the closed list.
func Judges() []Judge { return []Judge{ByModel, Lexical} }

// A Part is what a plan does of a turn. The list is closed.
type Part string

// The parts of a turn that have plans.
const (
	MainPart     Part = "main"     // tells it
	SettlingPart Part = "settling" // lets follow from the deed what follows by rule
	ClosingPart  Part = "closing"  // makes the choices it ends with
)

// Parts is the closed list.
func Parts() []Part { return []Part{MainPart, SettlingPart, ClosingPart} }

// A ChoiceSource is where a choice comes from. The list is closed.
type ChoiceSource string

// The sources of choices.
const (
	Written ChoiceSource = "authored" // by an author, in a beat
	Made    ChoiceSource = "made"     // worded by a skill, of what was possible
	Generic ChoiceSource = "generic"  // worded by the engine, of what was possible
	Typed   ChoiceSource = "typed"    // never offered: the player typed it, and it was possible
)

// ChoiceSources is the closed list.
func ChoiceSources() []ChoiceSource { return []ChoiceSource{Written, Made, Generic, Typed} }

// A ChoiceKind is what taking a choice does: the kind of an action, or of an author's
// choice that dice decide [Checked]. An author's without a check has none. The list is
// closed, as that of the kinds of actions is.
type ChoiceKind string

// Checked is the kind of an author's choice that dice decide.
const Checked ChoiceKind = "check"

// ChoiceKinds is the closed list.
func ChoiceKinds() []ChoiceKind {
	all := []ChoiceKind{Checked}
	for _, kind := range action.Kinds() {
		all = append(all, ChoiceKind(kind))
	}
	return all
}
