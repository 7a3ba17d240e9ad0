// Package reading understands the prose of an author who wrote three files: who acts in it,
// where it happens, what there is, what is locked and by what, when it has to be over, what
// is odd, and what the player must decide.
//
//	r := reading.New().Read(setting, premise)
//	for _, e := range r.Entities { ... }      // people, places, things, papers
//	for _, s := range r.Sentences { ... }     // each with what it speaks of
//
//	Markdown ──blocks──▶ sentences ──tagger──▶ noun phrases ──lexicon, grammar──▶ entities
//	                         │                                 evidence ──model──▶ of which kind
//	                         └── whole? odd? when? which choice? ──▶ what a drama is made of
//
// Rules that hold everywhere:
//
//   - People are who acts or is named by what they do, with or without a proper name. What
//     a word is a word for, the lexicon says; what a text uses it for, the grammar does.
//   - A sentence is taken whole or not at all. Of what is not understood the author's words
//     are all that is known; no sentence is cut, and nothing is made of half a sentence.
//   - A list after a colon is a list, and a feast day is no person.
//   - Equal texts give equal readings, on every machine. Reading calls nothing, and is
//     bounded in time by the length of the texts, of which 64 KiB each are read.
//
// It reads English. Of texts in another language, or in none, it finds little, and that is
// no error: what cannot be read is quoted.
package reading

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/narratoria/narratoria/internal/english/lexicon"
	"github.com/narratoria/narratoria/internal/english/tagger"
)

// Version says which rules a kept reading was made by.
const Version = 7

// A Reading is what was understood. It never changes, and may be written and read as JSON.
type Reading struct {
	Version   int        `json:"version"`
	Texts     string     `json:"texts"` // the sum of what was read, see [Sum]
	Sentences []Sentence `json:"sentences"`
	Entities  []Entity   `json:"entities"`
	Locks     []Lock     `json:"locks,omitempty"`
	Deadline  *Deadline  `json:"deadline,omitempty"`
	Player    string     `json:"player,omitempty"` // who the player is, in the text's words: "the weigher"
	Options   []Option   `json:"options,omitempty"`

	Completed *Completion `json:"completed,omitempty"` // what of it rules did not find; nil where they found it all
}

// Kind is what an entity is.
type Kind string

// The kinds.
const (
	Person Kind = "person"
	Place  Kind = "place"
	Thing  Kind = "thing"
	Paper  Kind = "paper"
)

// An Entity is somebody or something that the text speaks of. Those of a kind stand in the
// order of how much is said of them.
type Entity struct {
	ID       string   `json:"id"`
	Kind     Kind     `json:"kind"`
	Name     string   `json:"name"` // as it stands in the middle of a sentence: "the chef", "Tomas Hasek"
	Also     []string `json:"also,omitempty"`
	Role     string   `json:"role,omitempty"`     // of people: what they are, "muleteer"
	Pronoun  string   `json:"pronoun,omitempty"`  // "he", "she", "it", "they"
	Plural   bool     `json:"plural,omitempty"`   // of things
	Indoors  bool     `json:"indoors,omitempty"`  // of places
	Silent   bool     `json:"silent,omitempty"`   // of people: they do not speak
	Away     bool     `json:"away,omitempty"`     // of people: the text has them elsewhere, outside, gone or dead
	At       string   `json:"at,omitempty"`       // the place where the text has them
	About    []int    `json:"about,omitempty"`    // the sentences that it is the subject of
	In       []int    `json:"in,omitempty"`       // all sentences that name it
	Proper   bool     `json:"proper,omitempty"`   // it has a name of its own
	Premised bool     `json:"premised,omitempty"` // the premise speaks of it
}

// Odd is in which way a sentence is odd.
type Odd string

// The ways. What is odd in more than one is what stands first here.
const (
	Missing Odd = "missing" // something is gone, or less than it should be
	Gained  Odd = "gained"  // somebody has what they should not, or more
	Hushed  Odd = "hushed"  // somebody does not speak of it
	Altered Odd = "altered" // somebody did it, and nobody says who
	Claimed Odd = "claimed" // somebody says so, against what is seen
	Strange Odd = "strange" // it is not as it should be
)

// Ways are all ways in which a sentence is odd, and Kinds all kinds of entities.
var (
	Ways  = []Odd{Missing, Gained, Hushed, Altered, Claimed, Strange}
	Kinds = []Kind{Person, Place, Thing, Paper}
)

// A Sentence is one of the author's.
type Sentence struct {
	ID      string   `json:"id"` // "premise#3"
	Text    string   `json:"text"`
	Premise bool     `json:"premise,omitempty"`
	Whole   bool     `json:"whole,omitempty"`   // it can be quoted where nothing stands before it
	Subject string   `json:"subject,omitempty"` // the entity it is about
	Names   []string `json:"names,omitempty"`   // the entities it names
	Odd     Odd      `json:"odd,omitempty"`
	Player  bool     `json:"player,omitempty"` // it speaks of the player
	Asks    bool     `json:"asks,omitempty"`   // it is what the player is to find out or decide
	Topic   string   `json:"topic,omitempty"`  // of odd ones: what is odd, as it stands behind "about"
	Wants   bool     `json:"wants,omitempty"`  // it says what its subject is after
	Fears   bool     `json:"fears,omitempty"`  // it says what its subject is afraid of
}

// A Lock is a place or thing that is locked, and the thing that opens it, if the text has one.
type Lock struct {
	Of   string `json:"of"`
	By   string `json:"by,omitempty"`
	Said int    `json:"said"` // the sentence that says so
}

// A Deadline is when it has to be over.
type Deadline struct {
	Words string `json:"words"` // "in three days"
	Days  int    `json:"days,omitempty"`
	Said  int    `json:"said"`
}

// An Option is one of the things that the premise lets the player do in the end.
type Option struct {
	Words string `json:"words"` // as it stands behind "you": "put your seal on Saint Orla"
	Said  int    `json:"said"`
}

// A Reader reads. It is immutable and may be used concurrently; to make one costs about 50
// milliseconds, so make it when there is something to read.
type Reader struct {
	tagger  *tagger.Tagger
	lexicon *lexicon.Lexicon
	model   *model
}

// New loads what is needed to read.
func New() *Reader { return &Reader{tagger.Load(), lexicon.Load(), loadModel()} }

// Read reads a campaign's setting and premise, Markdown both.
func (r *Reader) Read(setting, premise string) *Reading {
	t := r.parse(setting, premise)
	t.find()
	read := t.understood()
	read.Version, read.Texts = Version, Sum(setting, premise)
	return read
}

// Sum is a sum over two texts, by which a kept reading of them is known.
func Sum(setting, premise string) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%d\x00%s%s", len(setting), setting, premise)))
	return hex.EncodeToString(sum[:])
}

// Of are the entities of some kinds.
func (r *Reading) Of(kinds ...Kind) []*Entity {
	var all []*Entity
	for i := range r.Entities {
		for _, k := range kinds {
			if r.Entities[i].Kind == k {
				all = append(all, &r.Entities[i])
			}
		}
	}
	return all
}

// Entity finds an entity by its id; nil where there is none.
func (r *Reading) Entity(id string) *Entity {
	for i := range r.Entities {
		if r.Entities[i].ID == id {
			return &r.Entities[i]
		}
	}
	return nil
}
