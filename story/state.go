package story

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
	"github.com/narratoria/narratoria/story/world"
)

// A State is everything that is known about a playthrough at one position of its
// log. It is computed from events alone and is for reading: only [State.Apply] and
// a [Turn] make others. The zero State is a story not begun. States share memory
// with each other, so nothing in one may be changed; any number of goroutines may
// read it.
type State struct {
	Position event.Position // of the last event in it; 0 for a story not begun

	Everywhere int            // how many events are in it that every branch has before its own
	Latest     event.Sequence // of the moments that its events are of, in whatever order they were written

	Campaign   Campaign
	Seed       string            // what --seed said, "" for none
	Persona    strictjson.Object // who the player is, as it was decided at the start
	Parameters strictjson.Object // what reducers need, as playthrough.started and config.changed say

	Session  Session // the latest
	Turn     Opened  // the latest
	Moment   event.Moment
	Minutes  int64             // of story time, from midnight of the first day on
	Weather  string            // where nothing else is said
	Weathers map[string]string // of places that have their own, until it changes everywhere

	Entities  map[string]Entity               // people, places, factions, items, by id
	People    map[event.CharacterID]Character // event.Player among them
	Relations map[Pair]Relation
	Known     map[event.CharacterID]*Knowledge // what each has met, seen and been shown
	World     world.World                      // where everything is, and what it is doing
	Minds     mind.Minds                       // what is so, what was said is so, and what each knows of it and how

	Topics   map[string]Topic                       // all that ever came up; who knows of one, Known says
	Memories Series[Memory]                         // all knowers', in the order they were kept; those withdrawn are left out
	Pins     map[event.CharacterID][]event.Position // of the events that kept what each has at hand, in the order it was pinned

	Moments map[string]MomentMade // those that were made to be written at, by their ids
	Lore    map[string]LoreChunk  // what the story's own corpus holds, by the ids of its chunks

	Reached  map[string]int      // beats, each with the turn it was told in first
	Led      []string            // beats that were led to and not told since
	Skipped  map[string]string   // beats that can no longer be reached, with the reason
	Deferred map[string]Deferral // beats that could be told and were not yet
	Taken    Series[Taken]
	Scene    Scene         // the player's latest
	Apart    []Scene       `json:",omitempty"` // open ones among others, in the order in which they were opened
	Journal  Series[Entry] // what anybody perceived, in order
	Ending   string        // "" while the story goes on

	Free     strictjson.Object         // what skills and authors wrote into session state
	Data     map[string]map[string]any // each skill's own memory
	Verdicts map[string]bool           // what was judged, by its words: the latest of each

	Portraits map[event.CharacterID]Portrait
	Told      []strictjson.Object   // what the composer needs of the last turns, oldest first; see Narrated
	Shown     string                // the prose of the latest turn
	Offered   []strictjson.Object   // the choices it ended with
	Lately    [][]strictjson.Object // the choices of the last turns, oldest first; for variety alone

	sharing
}

// A MomentMade is a moment that something may be written at before anything happened at it.
type MomentMade struct {
	event.Moment
	Metadata strictjson.Object
}

// A LoreChunk is a piece of a document; its text is found by [View.Lore], and in its event.
type LoreChunk struct {
	Source, Version string
	Position        event.Position // of the event that added it
	Withdrawn       bool           // it is never found again
}

// A Campaign is which campaign a playthrough is of.
type Campaign struct{ ID, Version, Digest string }

// A Session is one sitting.
type Session struct {
	ID     string
	Number int64 // from 1
	Open   bool
	Turn   int64 // the last turn before it
}

// Opened is a turn that was opened.
type Opened struct {
	ID      event.TurnID
	Number  int64 // from 1
	Session int64 // in which it was played
	Seed    string
	First   event.Position // of its events
}

// An Entity is something the story knows by name.
type Entity struct {
	ID          string
	Type        event.EntityType
	Name, Place string
	Attributes  strictjson.Object
}

// A Character is how somebody is now, whoever knows it.
type Character struct {
	Place   string            // the place that they are at, as World.Place has it
	Items   []Item            // in the order they were gained
	Changes strictjson.Object // what events have set about them: stats, traits, mood, ...; the player's begin with the persona
}

// Knowledge is what one character has perceived, but for the facts and claims that are in their
// [mind.Mind]: all of it comes of events that they witnessed. Those that others hold are for reading.
type Knowledge struct {
	People  map[event.CharacterID]Acquaintance // themselves among them
	Regards map[string]Relation                // what each person or faction thought of them when that last showed
	Topics  map[string]TopicKnown
	Places  map[string]Visit // where they have been
	Had     []string         // items that they have or once had
	Threads []Thread         // the lines of the plot that they follow, in the order they were opened

	journal Series[int32] // the places of what they perceived
}

// An Acquaintance is somebody as one character has perceived them.
type Acquaintance struct {
	Met     int64  // the turn they first shared a place; 0 for not yet
	Seen    int64  // the last such turn, or in which they were seen to come or go
	Place   string // where they were seen last
	Items   []Item
	Changes strictjson.Object
	Doing   world.Activity // what they were at when they were seen last
}

// A Visit is when somebody was at a place, by turns; 0 for never.
type Visit struct {
	Came int64 // the last time they came
	Left int64 // the last time they went away, of times they had come in a turn before
}

// A Topic is something to talk and think about.
type Topic struct {
	ID, Words string // as they stand after "about"
	Thread    string // whose question it is, or ""
}

// TopicKnown is what somebody knows of a topic, in the words in which they heard of it.
type TopicKnown struct {
	Words    string
	Thread   string
	Raised   int64 // the turn they first heard of it
	By       string
	Settled  bool
	Position event.Position
}

// An Item is something carried.
type Item struct {
	ID    string
	Count int64
}

// A Pair is a directed relation: what Who thinks of Whom.
type Pair struct{ Who, Whom string }

// A Relation is an opinion. Score is what it was when it last changed; use At.
type Relation struct {
	Score   int64 // in thousandths of a point, -100000 to 100000
	Changed int64 // story minutes
	Unit    int64 // story minutes after which it fades; 0 for never
	Keep    int64 // what is left then, in thousandths
	Begun   bool  // whether relation.begun said so; else it was 0 before its first change
	Wronged bool  // whether whom it is of ever did them a grave wrong: lowered it by something of high significance
}

// A Memory is something one person remembers: a deed, or what an author or a skill has
// words for.
type Memory struct {
	ID           string
	Knower       event.CharacterID
	Deed         *Deed  // what was done, as they perceived it; nil for none
	Words        string // an author's or a skill's, or ""
	Significance action.Significance
	Characters   []event.CharacterID
	Place        string
	Tags         []string
	Topic        string         // the id of what it leaves to talk and think about, or ""
	Episodic     action.Episode // "" for what may be forgotten
	Source       event.Origin
	Kind         event.Experience  // "" in old logs, and where nobody says
	Metadata     strictjson.Object // whatever its maker keeps with it
	At           event.Moment      // of the story, when it was kept
	Because      []event.Position
	Minutes      int64
	Turn         int64
	Session      int64
	Position     event.Position // of the event that kept it
}

// A Deed is what somebody did and what came of it.
type Deed struct {
	Action   action.Action
	Outcome  action.Outcome
	Position event.Position // of the event acted
}

// A Deferral is how long a beat has been waiting for its turn.
type Deferral struct {
	First, Last int64 // the turns it was put off in, without one between in which it was not
}

// Taken is a choice that was made.
type Taken struct {
	ID     string // as it was offered: "beat/choice" for an authored one
	Action action.Action
	Turn   int64
}

// A Thread is a line of the plot, as somebody follows it.
type Thread struct {
	ID, Title, Summary string
	Open               bool
	Outcome            string
	Turn               int64 // of its latest event
	Position           event.Position
	Opened             event.Position // by which it was opened
}

// A Scene is a stretch of the story at one place.
type Scene struct {
	ID      string
	Type    string
	Place   string
	Present []event.CharacterID
	Turn    int64 // it began in
	Open    bool
}

// An Entry is something that was perceived: a deed, something said or claimed, or
// something that happened.
type Entry struct {
	Kind         event.Kind
	Deed         *Deed             // of acted; all that came of it, whoever perceived that
	Speaker      event.CharacterID // of said and claim.made
	Claim        string            // of claim.made
	Text         string            // as it was said, or an author's or a skill's words for what happened
	Turn         int64
	Minutes      int64
	Place        string              // where it happened; in a view, where its character was
	Who          []event.CharacterID // whom it concerns
	Significance action.Significance
	Position     event.Position
	By           []event.CharacterID // who perceived it, sorted

	changes   []perceived // the events of a deed's changes, each once, and who perceived them
	elsewhere []standing  // who perceived it from another place than Place, where no event said that
}

// A standing is where somebody was.
type standing struct {
	who   event.CharacterID
	place string
}

// A Portrait is somebody's picture.
type Portrait struct {
	Blob, Media string
	Origin      event.Likeness
	Description string
}
