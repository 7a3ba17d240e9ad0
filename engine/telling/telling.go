// Package telling makes of a turn what whoever tells it is given: the scene for planners,
// the material for storytellers, the actions for those who word choices.
//
//	t := telling.Teller{Sight: w.Seen(view), Turn: turn}
//	planned["$scene"] = t.Scene()            // for planners and scripts
//	text := prose.Compose(t.Material()).Text()
//	input := telling.Choices(seed, checks, taken, want, offers)
//
// All of it is made of the player's view, of what their deed came to and of the beats that
// were told, so that what nobody can know is in none of it: the state of a story is not
// to be had here.
package telling

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/rng"
)

// A Turn is what came of a turn, as far as it is told.
type Turn struct {
	Seed   rng.Seed
	Choice string        // the id of the choice that was made; "" for the opening
	Action action.Action // what it does; zero for the opening
	Taken  *world.Offer  // the same, where no author wrote it

	Does     world.Consequences // what comes of the offer
	Answered bool               // an author wrote what comes of it, though not the choice
	Outcome  action.Outcome

	Check         *world.Check
	Rolled        world.CheckSpec // what the check was of
	OpinionBefore int64           // what the person concerned thought of the player then, as far as that had shown

	Authored     []string         // paragraphs that are told as they are
	Beats        []*campaign.Beat // told
	Arrived      bool
	From         string   // the place the player came from
	Company      []string // who was with the player when the turn began, by id
	Missing      string   // whom the player came to see and who is not there, by id
	Minutes      int64    // of story time that went by
	Took         int64    // of these, what the deed took that no author wrote
	Gained, Lost []string
	Learned      []world.Piece
	Said         string // what whoever was addressed says in their own words; "" leaves it to who tells the turn
	Ending       string
}

// Opening reports whether nobody chose anything: the story begins.
func (t Turn) Opening() bool { return t.Choice == "" }

// A Teller tells a turn as the player sees it.
type Teller struct {
	world.Sight
	Turn
}

// Input is what the player did, in plain words: an author's, or the grammar's.
func (t Teller) Input() string {
	switch {
	case t.Opening():
		return "Begin."
	case t.Action.Kind == "":
		return "Wait."
	}
	return t.Names(t.Offers()).Say(t.Action)
}

// Offers are the offer that was taken, as a list.
func (t Turn) Offers() []world.Offer {
	if t.Taken == nil {
		return nil
	}
	return []world.Offer{*t.Taken}
}
