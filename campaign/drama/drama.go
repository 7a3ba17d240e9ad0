// Package drama makes a small plot out of what was read in three files: threads that lead
// from what is odd to who did it, who knows what and what they want for it, what is locked,
// and a clock that runs out. It is data, made once for a story, kept in its first event,
// and staged then as if an author had written it.
//
//	plot := drama.Make(c, seed)  // who, what, where, in which order: no words of ours
//	staged := drama.Stage(c, plot)        // a campaign with beats, choices and endings
//
//	Reading ──Make, seed──▶ Plot ──playthrough.started──▶ Plot ──Stage, prose──▶ Campaign
//
// The rules that a plot is made by:
//
//   - What is odd in the premise is a thread, what is oddest first. It has a trace, a witness
//     and an owner, and steps that are taken in order: seen, odd, explaining, confessed.
//   - Every fact has a carrier: a thing, a paper or a place that is looked at, or somebody
//     who says it. Nobody says what they themselves would hide, and nobody is told by the air.
//   - Facts are the author's sentences, whole. What is ours is where they are found.
//   - Whom the author has elsewhere, outside, gone or dead, is nowhere to be met. What is odd about them
//     is a thread that is called by their name.
//   - What explains a thread is a secret: its keeper trades it for what they want to know, or
//     is pressed for it. Its owner fears that, and hides.
//   - What the player tells somebody is what they have found, in the author's words.
//   - Nobody joins two facts but the owner, confessing, who says in the author's words what it was: "It was I who
//     oiled the lock." They are faced only with what bears on them. Why they did it is told then, where the author
//     says what they want, have lost or are owed, or what the thing would be good for; else nobody says it.
//   - Nobody is asked about what the player has not heard of; but whoever is asked about a
//     thread or a person answers, and be it with who would know, why them and where they are.
//   - Whoever is talked with says what they have to say, then where an open thread goes on, once each, and the
//     next menu leads there. Who has nothing left cannot be talked with.
//   - What is locked stays so until one of two ways past is taken.
//   - People go about what they want by themselves: one a turn sets out for it or comes back, or asks somebody
//     who is there, and is seen to. Who is bargained with, or has not been met, does not leave.
//   - The time until the deadline is five signs; each comes by itself, and waiting brings the
//     next. At the last the player has to decide.
//
// Making and staging are pure functions: equal readings and seeds give equal plots, equal
// plots equal campaigns.
package drama

import (
	"encoding/json"
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Version says by which rules a plot was made. A plot of another version is staged as it is:
// what it has not, is not played.
const Version = 5

// A Plot is a drama as data. It never changes.
type Plot struct {
	Version int      `json:"version"`
	Seed    string   `json:"seed"` // of the choice between ways to word the same
	Start   string   `json:"start"`
	Places  []Place  `json:"places"`
	People  []Person `json:"people,omitempty"`
	Things  []Thing  `json:"things,omitempty"`
	Threads []Thread `json:"threads,omitempty"`
	Steps   []Step   `json:"steps,omitempty"`
	Locks   []Lock   `json:"locks,omitempty"`
	Clock   Clock    `json:"clock"`
	Options []string `json:"options,omitempty"` // what the player can do in the end, behind "you"
	Stakes  []string `json:"stakes,omitempty"`  // what the premise says will come of it
	Errands []Errand `json:"errands,omitempty"` // what people do by themselves, in this order
}

// A Place is where things happen. Says are the author's sentences about it.
type Place struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Says    []string `json:"says,omitempty"`
	Indoors bool     `json:"indoors,omitempty"`
}

// A Person is somebody of the story.
type Person struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Role    string   `json:"role,omitempty"`
	Pronoun string   `json:"pronoun"`
	Home    string   `json:"home"`           // where they are at first
	Toward  string   `json:"toward"`         // where what they want takes them
	Hide    string   `json:"hide"`           // where they go when they are afraid
	Says    []string `json:"says,omitempty"` // the author's sentences about them
	Wants   int      `json:"wants"`          // the thread that they want to hear of, or -1
	Want    string   `json:"want,omitempty"` // the author's sentence that says what they are after
	Silent  bool     `json:"silent,omitempty"`
	Many    bool     `json:"many,omitempty"` // they are several: there, and nobody to ask
}

// A Thing is something that lies somewhere.
type Thing struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	At    string   `json:"at"`
	Paper bool     `json:"paper,omitempty"`
	Says  []string `json:"says,omitempty"`
	Many  bool     `json:"many,omitempty"`
}

// A Thread is something odd that can be found out.
type Thread struct {
	ID    string `json:"id"`
	Topic string `json:"topic"` // "the lock of the Ossuary"
	Odd   string `json:"odd"`   // the author's sentence
	Way   string `json:"way"`   // how it is odd
	Owner string `json:"owner,omitempty"`
	Trace string `json:"trace,omitempty"` // the place where it can be seen
	Gone  bool   `json:"gone,omitempty"`  // its topic is somebody who is not there
	Why   string `json:"why,omitempty"`   // the author's sentence that says why its owner did it
}

// StepKind is what a step is.
type StepKind string

// The steps of a thread, in their order, and those that are of none.
const (
	Look    StepKind = "look"    // something is seen, read or found
	Ask     StepKind = "ask"     // somebody says it
	Secret  StepKind = "secret"  // somebody says it for something
	Confess StepKind = "confess" // its owner owns to it
)

// A Step is a fact, or two that belong together, with who or what carries it.
type Step struct {
	ID     string   `json:"id"`
	Thread int      `json:"thread"` // -1 for none
	Kind   StepKind `json:"kind"`
	Person string   `json:"person,omitempty"`
	Thing  string   `json:"thing,omitempty"`
	Place  string   `json:"place,omitempty"` // of what is looked at
	Topic  string   `json:"topic"`
	Says   []string `json:"says,omitempty"`  // the author's sentences
	Saw    string   `json:"saw,omitempty"`   // the place where the witness saw the owner
	From   string   `json:"from,omitempty"`  // the place that a trace leads to
	Needs  []string `json:"needs,omitempty"` // steps
	Mover  string   `json:"mover,omitempty"` // who goes somewhere meanwhile
	To     string   `json:"to,omitempty"`    // and where
	Joins  []string `json:"joins,omitempty"` // the two facts of a confession
	Locked string   `json:"locked,omitempty"`
	Knows  string   `json:"knows,omitempty"` // the author's sentence that says why who tells it would know
}

// A Lock is a place or a thing that cannot be come at but in one of two ways.
type Lock struct {
	Of     string `json:"of"`
	Name   string `json:"name"`
	Thing  bool   `json:"thing,omitempty"`  // it is no place
	Key    string `json:"key,omitempty"`    // a thing
	Keeper string `json:"keeper,omitempty"` // who would open it, for the thread they want to hear of
	Said   string `json:"said"`
}

// A Clock is the time until it has to be over.
type Clock struct {
	Minutes int    `json:"minutes"`         // from the beginning
	Start   int    `json:"start,omitempty"` // when that is, in minutes from midnight; 0 for the usual hour
	Said    string `json:"said,omitempty"`  // the author's sentence
	Words   string `json:"words,omitempty"` // "in three days"
	Turns   []int  `json:"turns"`           // when each sign comes at the latest
	Takes   string `json:"takes,omitempty"` // a step of no thread whose thing is gone with the third sign
	Who     string `json:"who,omitempty"`   // who presses for the end, and comes to where the player is
}

const aDay = 24 * 60

// byDays reports whether the time until it has to be over is one of days, of which evenings and
// mornings are signs.
func (c *Clock) byDays() bool { return c.Minutes >= 2*aDay }

// day is the day on which a sign comes, the first being 1. "In three days" is on the fourth: the
// last sign is its evening, the first that of the first day.
func (c *Clock) day(sign int) int {
	day := 1
	for i := 1; i <= sign; i++ {
		day = max(day+i%2, 1+c.Minutes/aDay*(i+1)/signs)
	}
	return day
}

// begins is when the story begins, on a day of no year; "" for the usual hour.
func (c *Clock) begins() string {
	if c.Start == 0 {
		return ""
	}
	return fmt.Sprintf("0001-01-01T%02d:%02d", c.Start/60%24, c.Start%60)
}

// deeds are how many turns there are before a sign, after the one before it.
func (c *Clock) deeds(sign int) int {
	if sign == 0 {
		return c.Turns[0]
	}
	return c.Turns[sign] - c.Turns[sign-1]
}

// longest are the most turns before a sign.
func (c *Clock) longest() (most int) {
	for i := range c.Turns {
		most = max(most, c.deeds(i))
	}
	return most
}

// left is how many days there are still after a sign's.
func (c *Clock) left(sign int) int { return 1 + c.Minutes/aDay - c.day(sign) }

// skipped is how many whole days go by before the evening or morning of a sign.
func (c *Clock) skipped(sign int) int {
	if sign == 0 {
		return 0
	}
	return c.day(sign) - c.day(sign-1) - sign%2
}

// Object is the plot as the first event of a story keeps it.
func (p *Plot) Object() (strictjson.Object, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("drama: %w", err)
	}
	v, err := strictjson.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("drama: %w", err)
	}
	return strictjson.AsObject(v), nil
}

// Parse reads a plot that was kept; nil where there is none, or none that can be played.
func Parse(o strictjson.Object) *Plot {
	if len(o) == 0 {
		return nil
	}
	var p Plot
	if err := json.Unmarshal(strictjson.Append(nil, o), &p); err != nil || p.Version < 1 || len(p.Places) == 0 {
		return nil
	}
	return &p
}
