// Package action is what somebody in a story does and what came of it, as data: from
// the moment a deed is possible to the moment it is remembered, nobody writes a
// sentence of it and nobody reads one.
//
//	offer ──Action──▶ chosen ──▶ carried out ──Outcome──▶ acted (an event) ──▶ memory
//	                                  │
//	                                  └── Claim: what was said, by whom, heard from whom
//
//	ask := action.Action{
//		By: action.Player, Kind: action.Ask,
//		To: []action.Ref{{Kind: action.Person, ID: "ines"}}, Topic: action.Ref{Kind: action.Topic, ID: "the-oil"},
//	}
//	ask.ID() // "ask:ines#the-oil": what a choice carries, and all that a choice means
//
// Words for an action are made by package prose/grammar, for a viewer and at the last
// moment; what was typed is read by it. This package holds no name and no sentence of
// ours: [Action.Words] are an author's, the player's or a third party's.
//
// # Vocabularies
//
// Kinds, grades, significances, manners and kinds of references are closed lists, each
// written here once. They are names in the log: append-only, and fixed once written.
//
// # References
//
// A [Ref] names a thing of the story by kind and id. Ids of people, places, items,
// factions, threads and topics are the campaign's or come of its words; those of facts
// and claims are the log's own and never leave it.
//
// # Perception
//
// Each [Change] of an outcome names the event that holds it, so that who perceived the
// deed and who perceived what came of it can differ: a bystander sees the asking and
// not the whispered answer. [Outcome.For] leaves out what a viewer had no part in.
//
// Values are plain and share nothing with anybody; any goroutine may read them.
package action

import (
	"slices"
	"strings"
)

// A Kind is what sort of thing is done. The list is closed and append-only.
type Kind string

// The kinds of actions.
const (
	Authored Kind = "authored" // what an author wrote as a choice: Choice names it, Words are its text
	Talk     Kind = "talk"     // with somebody, about nothing in particular
	Ask      Kind = "ask"      // somebody about a topic
	Tell     Kind = "tell"     // somebody of a topic
	Say      Kind = "say"      // free words, to somebody or into the air
	AskHelp  Kind = "ask-help" // of somebody, with a topic or with nothing named
	Befriend Kind = "befriend" // try to win somebody over
	Press    Kind = "press"    // somebody, hard, for what they keep back
	Show     Kind = "show"     // an item to somebody
	Give     Kind = "give"     // an item to somebody
	Take     Kind = "take"     // an item that lies there
	Use      Kind = "use"      // an item, on somebody or something
	Go       Kind = "go"       // to a place, to ask there about a topic where one is named
	Examine  Kind = "examine"  // a place or an item
	Search   Kind = "search"   // a place
	Wait     Kind = "wait"     // where one is, until something or for some minutes
	Pursue   Kind = "pursue"   // a thread
	Recall   Kind = "recall"   // what one knows, or what one knows of a topic
	Train    Kind = "train"    // what a stat opens: Words are the author's
	Skip     Kind = "skip"     // a span of story time
	Custom   Kind = "custom"   // a third party's choice, in its Words
)

// Kinds is the closed list.
func Kinds() []Kind {
	return []Kind{
		Authored, Talk, Ask, Tell, Say, AskHelp, Befriend, Press, Show, Give, Take, Use,
		Go, Examine, Search, Wait, Pursue, Recall, Train, Skip, Custom,
	}
}

// Known reports whether a kind is on the list.
func (k Kind) Known() bool { return slices.Contains(Kinds(), k) }

// Social reports whether a kind is done towards a person, who may answer.
func (k Kind) Social() bool {
	switch k {
	case Talk, Ask, Tell, AskHelp, Befriend, Press, Show, Give:
		return true
	}
	return false
}

// Asks reports whether a kind wants to be told something.
func (k Kind) Asks() bool { return k == Talk || k == Ask || k == AskHelp || k == Press || k == Show }

// Hushed reports whether a kind can be done quietly: what is said, nobody else need hear.
func (k Kind) Hushed() bool { return k == Talk || k == Ask || k == Tell }

// Slight reports whether a kind is one that nobody would speak of afterwards: to
// have gone somewhere, waited, thought, practised or looked about.
func (k Kind) Slight() bool {
	switch k {
	case Go, Examine, Wait, Pursue, Recall, Train, Skip:
		return true
	}
	return false
}

// A RefKind is what sort of thing a reference names. The list is closed.
type RefKind string

// The kinds of references.
const (
	Person  RefKind = "person"
	Place   RefKind = "place"
	Item    RefKind = "item"
	Faction RefKind = "faction"
	Fact    RefKind = "fact"
	Said    RefKind = "claim" // a Claim, whose name the type has
	Thread  RefKind = "thread"
	Lore    RefKind = "lore"
	Topic   RefKind = "topic"
)

// RefKinds is the closed list.
func RefKinds() []RefKind {
	return []RefKind{Person, Place, Item, Faction, Fact, Said, Thread, Lore, Topic}
}

// A Ref names something of the story. The zero Ref names nothing.
type Ref struct {
	Kind RefKind
	ID   string
}

// Player is whoever plays.
var Player = Ref{Person, "player"}

// None reports whether r names nothing.
func (r Ref) None() bool { return r.ID == "" }

// String is "person:ines", or "" for none.
func (r Ref) String() string {
	if r.None() {
		return ""
	}
	return string(r.Kind) + ":" + r.ID
}

// PersonRef names a person; PlaceRef, ItemRef, ThreadRef and TopicRef the like. Of ""
// they are the zero Ref.
func PersonRef(id string) Ref { return ref(Person, id) }

// PlaceRef names a place.
func PlaceRef(id string) Ref { return ref(Place, id) }

// ItemRef names an item.
func ItemRef(id string) Ref { return ref(Item, id) }

// ThreadRef names a thread.
func ThreadRef(id string) Ref { return ref(Thread, id) }

// TopicRef names a topic.
func TopicRef(id string) Ref { return ref(Topic, id) }

func ref(kind RefKind, id string) Ref {
	if id == "" {
		return Ref{}
	}
	return Ref{kind, id}
}

// A Manner is how something is done. The list is closed; "" is openly.
type Manner string

// The manners.
const (
	Openly  Manner = ""
	Quietly Manner = "quietly" // so that only those it is done towards perceive what is said
)

// Manners is the closed list.
func Manners() []Manner { return []Manner{Openly, Quietly} }

// An Action is what somebody does. What its kind has no use for is zero.
type Action struct {
	By      Ref
	Kind    Kind
	To      []Ref // towards whom, or with Use on what
	Item    Ref   // what is shown, given, taken, used, examined
	Topic   Ref   // what it is about
	Place   Ref   // gone to, examined, searched, waited at
	Thread  Ref   // followed
	Manner  Manner
	Choice  string // of Authored: "beat/choice"; of Train: which gate, "nerve-0"
	Words   string // of Authored, Say, Train, Custom: an author's, the player's, a third party's
	Told    string // of Authored: the author's sentence for what was done, or ""
	Minutes int64  // of Wait and Skip: how long, 0 for as long as usual
}

// Whom is the first of those it is done towards, or the zero Ref.
func (a Action) Whom() Ref {
	if len(a.To) == 0 {
		return Ref{}
	}
	return a.To[0]
}

// ID is all that a choice of this action means, as one text: of two actions of one
// person it is equal where the actions are, but for their words.
//
//	ask:ines#the-oil   give:ines:coin   go:chapel   go:chapel#the-oil   examine:burner
//	pursue:the-wreck   train:nerve-0    wait        ferry/row-out       quietly:ask:ines#the-oil
func (a Action) ID() string {
	if a.Kind == Authored {
		return a.Choice
	}
	parts := []string{string(a.Kind)}
	if a.Manner != Openly {
		parts = []string{string(a.Manner), string(a.Kind)}
	}
	for _, r := range append(slices.Clone(a.To), a.Item, a.Place, a.Thread) {
		if !r.None() && !(a.Kind == Wait && r.Kind == Place) {
			parts = append(parts, r.ID)
		}
	}
	if a.Choice != "" {
		parts = append(parts, a.Choice)
	}
	id := strings.Join(parts, ":")
	if !a.Topic.None() {
		id += "#" + a.Topic.ID
	}
	return id
}

// Equal reports whether two actions are the same in all their fields.
func (a Action) Equal(b Action) bool {
	same := slices.Equal(a.To, b.To)
	a.To, b.To = nil, nil
	return same && a.equalFlat(b)
}

func (a Action) equalFlat(b Action) bool {
	return a.By == b.By && a.Kind == b.Kind && a.Item == b.Item && a.Topic == b.Topic && a.Place == b.Place &&
		a.Thread == b.Thread && a.Manner == b.Manner && a.Choice == b.Choice && a.Words == b.Words && a.Told == b.Told && a.Minutes == b.Minutes
}

// Refs are all that the action names, whoever does it left out.
func (a Action) Refs() []Ref {
	var all []Ref
	for _, r := range append(slices.Clone(a.To), a.Item, a.Topic, a.Place, a.Thread) {
		if !r.None() && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// Slug is the id of a topic that has none of its own: its words in small letters,
// joined by hyphens, "the-ninth-grave".
func Slug(words string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range strings.ToLower(words) {
		switch {
		case r == '\'' || r == '’':
			continue
		case !isWordRune(r):
			hyphen = b.Len() > 0
			continue
		case hyphen:
			b.WriteByte('-')
			hyphen = false
		}
		b.WriteRune(r)
		if b.Len() >= longestSlug {
			break
		}
	}
	return b.String()
}

const longestSlug = 80
