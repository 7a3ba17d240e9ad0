package prose

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

// Scene is all the composer knows of a turn. Every field may be empty. Its texts
// may come from anywhere; they are cleaned before use.
type Scene struct {
	Seed     int64    `json:"seed,omitempty"`
	Persona  Persona  `json:"persona,omitzero"`
	Style    Style    `json:"style,omitempty"`
	Kind     Kind     `json:"kind,omitempty"`
	Authored []string `json:"authored,omitempty"` // paragraphs that are told as they are, and last
	Quiet    bool     `json:"quiet,omitempty"`    // beside them nothing is told

	Place   Place  `json:"place,omitzero"`
	Weather string `json:"weather,omitempty"` // "fog", "light rain", ...
	Part    string `json:"part,omitempty"`    // of the day: night, dawn, morning, noon, afternoon, dusk or evening
	Clock   string `json:"clock,omitempty"`   // the time in words: "half past nine"
	Minutes int    `json:"minutes,omitempty"` // story time that the player's deed took
	Arrived bool   `json:"arrived,omitempty"` // the player has just come here

	Deed    *Deed     `json:"deed,omitempty"` // what the player did that no author wrote; nil where an author's words tell it
	Check   *Check    `json:"check,omitempty"`
	People  []Person  `json:"people,omitempty"`  // those present, the most important first; before them whom the deed was done towards
	Came    []string  `json:"came,omitempty"`    // the names of those of them who came while the player stayed
	Left    []string  `json:"left,omitempty"`    // the names of those who went
	Missing string    `json:"missing,omitempty"` // the name of whom the player came to see, and who is not here
	Memory  *Memory   `json:"memory,omitempty"`
	Lore    *Lore     `json:"lore,omitempty"`
	Learned []Learned `json:"learned,omitempty"` // what the player has heard or found by the deed
	Known   []string  `json:"known,omitempty"`   // what the player learned before and may come back to
	Seen    []string  `json:"seen,omitempty"`    // what a look at the thing looked at shows, in sentences
	Whom    string    `json:"whom,omitempty"`    // the name of somebody who is better asked
	Where   string    `json:"where,omitempty"`   // the name of a place where more is to be had
	News    bool      `json:"news,omitempty"`    // what the player tells somebody they do not know yet, as far as the player knows
	Gained  []string  `json:"gained,omitempty"`
	Lost    []string  `json:"lost,omitempty"`

	Elsewhere []LastSeen `json:"elsewhere,omitempty"` // people the player knows who are not here
	Unfilled  bool       `json:"unfilled,omitempty"`  // a turn of few words stays one: neither the hour nor who is elsewhere fills it
	Common    []string   `json:"common,omitempty"`    // words, as [Content] gives them, that nearly everything here is about
	History   History    `json:"history,omitzero"`
}

// LastSeen is somebody, and where the player saw them last.
type LastSeen struct {
	Name  string `json:"name"`
	Where string `json:"where"` // the name of a place
}

// A Deed is what the player did, with the names that the viewer has for all that is in
// it. What has no name there is "somebody" or "something". Its sentence is made here, by
// package grammar, and nothing is learned from it.
type Deed struct {
	Action  action.Action  `json:"action"`
	Outcome action.Outcome `json:"outcome,omitzero"` // its grade counts; its changes stand in the scene, as what was learned and gained
	Names   grammar.Table  `json:"names,omitempty"`
}

// Learned is what the player knows from this turn on, as a sentence. Of a rumour it is
// told that it is one: Text is what is said, "The oil was sold.", and not that it is.
type Learned struct {
	Text    string `json:"text"`
	Rumour  bool   `json:"rumour,omitempty"`
	Speaker string `json:"speaker,omitempty"` // the name of whoever said it, "" where it was found
	Source  string `json:"source,omitempty"`  // what it stands in, as it is called: "the Notice to Mariners"
	From    string `json:"from,omitempty"`    // the name of whom the speaker has it from, as they say
}

// Style is how much is told and in what manner.
type Style string

// The styles. Any other text counts as Vivid.
const (
	Terse  Style = "terse"  // what came of it
	Vivid  Style = "vivid"  // and something of the place or of somebody there, in their author's words
	Poetic Style = "poetic" // and more of them
)

// Kind is the kind of scene; none is an ordinary one. In danger nobody looks about them.
type Kind = action.Scene

// The kinds of scene that have forms of their own.
const (
	Travel     = action.Travel
	Dialogue   = action.Dialogue
	Danger     = action.Danger
	Resolution = action.Resolution
)

// Place is where the turn happens. Senses are whole sentences in the story's
// person and tense; ByWeather and ByTime hold those for one weather or part of
// the day.
type Place struct {
	Name        string              `json:"name,omitempty"`
	Description string              `json:"description,omitempty"`
	Senses      []string            `json:"senses,omitempty"`
	ByWeather   map[string][]string `json:"by_weather,omitempty"`
	ByTime      map[string][]string `json:"by_time,omitempty"`
	Indoors     bool                `json:"indoors,omitempty"`
	Known       string              `json:"known,omitempty"` // its description where the player knows it: not told again, and for a stranger to write of
}

// Person is someone present. Mannerisms are sentences with {name}, {they},
// {them} or {their} in them; Lines is what they say, by "warm", "neutral" and
// "cold". Introduced is a sentence about somebody met for the first time. Who is
// Silent does not speak. Who is Concerned wants something that the deed is about, so that
// how they take it says something.
type Person struct {
	Name       string              `json:"name"`
	Pronouns   string              `json:"pronouns,omitempty"`
	Introduced string              `json:"introduced,omitempty"`
	Silent     bool                `json:"silent,omitempty"`
	Concerned  bool                `json:"concerned,omitempty"`
	Mannerisms []string            `json:"mannerisms,omitempty"`
	Lines      map[string][]string `json:"lines,omitempty"`
	Feeling    int                 `json:"feeling,omitempty"` // for the player, -100 to 100
}

// warmth is the band of a feeling: shown, never said as a number.
func (p Person) warmth() string {
	switch {
	case p.Feeling >= 25:
		return "warm"
	case p.Feeling <= -25:
		return "cold"
	}
	return "neutral"
}

// Check is what came of a check. An authored text is told with the authored
// paragraphs; without one the composer finds words for the band. The grade of a deed's
// outcome goes before the band.
type Check struct {
	Stat  string       `json:"stat,omitempty"`
	Band  action.Grade `json:"band"`
	Text  string       `json:"text,omitempty"`
	Total int          `json:"total,omitempty"`
}

// Memory is something that happened to the player, as a sentence, and what it leaves
// to think about: "the ninth grave", "who oiled the lock". It is told where the player
// thinks back; and, once in a while and before an author's words too, where it is one of a
// sitting before this one.
//
// Its sentence is quoted and not read: whether it is fit to be told now, and before
// those present, is for whoever chose it to see to.
type Memory struct {
	ID      string `json:"id,omitempty"` // by which the history knows it; without one, by its summary
	Summary string `json:"summary"`
	Topic   string `json:"topic,omitempty"`
	Before  bool   `json:"before,omitempty"`
}

// Lore is a detail of the world that the deed is about. A rumour is told by somebody, who has
// heard it; what is so stands in its source.
type Lore struct {
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`
	Rumour bool   `json:"rumour,omitempty"`
}

// Telling is the prose of a turn.
type Telling struct {
	Pieces     []Piece `json:"pieces"`
	History    History `json:"history"`
	Remembered bool    `json:"remembered,omitempty"` // the scene's memory was told
	// Room is how many things more the style wants told of what is about, for which the author has no words left. Whoever
	// has words of their own may tell so many sentences more, after these; see [Scene.Admit].
	Room int `json:"room,omitempty"`
}

// Piece is one paragraph: what it is made of, and who speaks in it, if anyone does.
type Piece struct {
	Text    string `json:"text"`
	Speaker string `json:"speaker,omitempty"`
	Source  Source `json:"source,omitempty"`
}

// Source is what a paragraph is made of.
type Source = action.Passage

// The sources of paragraphs that the composer has.
const (
	Author   = action.ByAuthor
	Outcome  = action.ByOutcome
	Around   = action.Around
	Reminder = action.Reminder
)

// Text is all pieces, with blank lines between them.
func (t Telling) Text() string {
	text := ""
	for i, p := range t.Pieces {
		if i > 0 {
			text += "\n\n"
		}
		text += p.Text
	}
	return text
}
