package action

// A Passage is what a paragraph of a turn's prose is made of. The list is closed.
type Passage string

// What paragraphs are made of.
const (
	ByAuthor  Passage = "author"   // whoever wrote the campaign: told as it is, and last
	ByOutcome Passage = "outcome"  // what came of what the player did
	Around    Passage = "around"   // the place, and who is there
	Reminder  Passage = "reminder" // what was done in a sitting before this one
	ByTeller  Passage = "teller"   // a skill or a plan, in words of its own
)

// Passages is the closed list.
func Passages() []Passage { return []Passage{ByAuthor, ByOutcome, Around, Reminder, ByTeller} }
