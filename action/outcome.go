package action

import (
	"slices"
	"unicode"
)

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// A Grade is how well something went. The list is closed; the campaign's own label
// stands beside it. "" is where nothing was tried that could fail.
type Grade string

// The grades.
const (
	Certain Grade = ""
	Failure Grade = "failure"
	Partial Grade = "partial"
	Success Grade = "success"
)

// Grades is the closed list.
func Grades() []Grade { return []Grade{Certain, Failure, Partial, Success} }

// Failed reports whether it came to nothing.
func (g Grade) Failed() bool { return g == Failure }

// Done reports whether what depends on success happens.
func (g Grade) Done() bool { return g == Certain || g == Success }

// A Bearing is why something is added to a throw, or taken off it. The list is closed.
type Bearing string

// What bears on how something goes.
const (
	Difficulty Bearing = "difficulty" // an author's word or number for it
	Strength   Bearing = "strength"   // a stat that is strong
	Weakness   Bearing = "weakness"   // a stat that is weak
	Trait      Bearing = "trait"
	Opinion    Bearing = "opinion" // what somebody thinks of whoever does it
	Memory     Bearing = "memory"  // a triumph or failure that it brings to mind
)

// Bearings is the closed list.
func Bearings() []Bearing {
	return []Bearing{Difficulty, Strength, Weakness, Trait, Opinion, Memory}
}

// A Significance is how much something matters. The list is closed and in order.
type Significance string

// The significances.
const (
	Low    Significance = "low"
	Medium Significance = "medium"
	High   Significance = "high"
)

// Significances is the closed list, the least first.
func Significances() []Significance { return []Significance{Low, Medium, High} }

// Rank orders significances: 0 for low, 2 for high, -1 for what is none.
func (s Significance) Rank() int { return slices.Index(Significances(), s) }

// An Episode is why something is never forgotten. The list is closed; "" is for what may
// be.
type Episode string

// The episodes.
const (
	Triumph Episode = "triumph"
	Defeat  Episode = "failure"
)

// Episodes is the closed list, of those that there are something to say of.
func Episodes() []Episode { return []Episode{Triumph, Defeat} }

// A ChangeKind is what sort of thing came of a deed. The list is closed.
type ChangeKind string

// The kinds of changes.
const (
	Learned ChangeKind = "learned" // Who has learned What, a fact or a claim
	Gained  ChangeKind = "gained"  // Who has What, an item, from now on
	Lost    ChangeKind = "lost"    // and no longer
	Moved   ChangeKind = "moved"   // Who is at What, a place
	Changed ChangeKind = "changed" // Who is otherwise, or thinks otherwise of What
	Settled ChangeKind = "settled" // What, a thread or topic, is closed, or came up
)

// ChangeKinds is the closed list.
func ChangeKinds() []ChangeKind {
	return []ChangeKind{Learned, Gained, Lost, Moved, Changed, Settled}
}

// A Change is one thing that came of a deed.
type Change struct {
	Kind  ChangeKind
	Who   Ref
	What  Ref
	Event int64 // the position of the event that holds it; 0 in what left the log
}

// An Outcome is what came of a deed.
type Outcome struct {
	Grade   Grade
	Label   string // the campaign's own word for the grade, or ""
	Changes []Change
}

// For is the outcome as somebody perceived it who perceived the deed: perceived says
// of the event of a change whether they did. How well it went shows.
func (o Outcome) For(perceived func(event int64) bool) Outcome {
	seen := Outcome{Grade: o.Grade, Label: o.Label}
	for _, c := range o.Changes {
		if perceived(c.Event) {
			seen.Changes = append(seen.Changes, c)
		}
	}
	return seen
}

// Of are what changes of a kind are about, in order.
func (o Outcome) Of(kind ChangeKind) []Ref {
	var all []Ref
	for _, c := range o.Changes {
		if c.Kind == kind {
			all = append(all, c.What)
		}
	}
	return all
}

// Equal reports whether two outcomes are the same in all their fields.
func (o Outcome) Equal(other Outcome) bool {
	return o.Grade == other.Grade && o.Label == other.Label && slices.Equal(o.Changes, other.Changes)
}

// A Truth is how a claim stands to what its speaker believes. The list is closed.
type Truth string

// The ways in which something is claimed.
const (
	Sincere Truth = "sincere"
	Guess   Truth = "guess"
	Lie     Truth = "lie"
	Rumour  Truth = "rumour"
)

// Truths is the closed list.
func Truths() []Truth { return []Truth{Sincere, Guess, Lie, Rumour} }

// A Claim is what somebody said is so. A fact is what is so; the two need not agree.
// What was passed on names the claim it was heard as, and so back to whoever said it
// first.
type Claim struct {
	ID      string
	Speaker Ref
	Content string
	Fact    string // the fact it is about, if there is one
	From    string // the claim that its speaker heard, or ""
	Truth   Truth
}
