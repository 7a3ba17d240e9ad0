package world

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// LongestChoice is how many characters a choice has at most.
const LongestChoice = 240

// Authored is a choice that an author wrote, as data: towards whoever its text names
// of those present, see [Situation.concerned].
func (s Situation) Authored(beat *campaign.Beat, written *campaign.Choice) action.Action {
	a := action.Action{
		By: action.Player, Kind: action.Authored, Choice: beat.ID + "/" + written.ID,
		Words: prose.CleanLine(written.Text, LongestChoice), Told: prose.CleanLine(written.Told, LongestSummary),
	}
	if person := s.concerned(written.Text); person != "" {
		a.To = []action.Ref{action.PersonRef(person)}
	}
	return a
}

// concerned is the person present a part of whose name is in an author's text, or "". It is
// the one thing that is looked for in a choice's text: no field of a campaign's says whom a
// choice is done towards. Where several are named, or somebody only stands by, it may be
// wrong; what it decides is whose opinion counts and who is addressed.
func (s Situation) concerned(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetter(r) })
	for _, id := range s.Present() {
		for name := range strings.FieldsSeq(strings.ToLower(s.NameOf(id))) {
			for _, word := range words {
				if len(name) > 2 && word == name {
					return id
				}
			}
		}
	}
	return ""
}
