package story

import (
	"cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A Summary is what a list of stories shows of one. Each turn writes it beside its events, so
// that a list need read nothing else.
type Summary struct {
	Campaign string // its id
	Seed     string
	Turn     int64
	Place    string // where the player is, as it is called
	Ended    bool
}

// Summary is that of the state.
func (s *State) Summary() Summary {
	place := s.People[event.Player].Place
	return Summary{
		Campaign: s.Campaign.ID, Seed: s.Seed, Turn: s.Turn.Number, Ended: s.Ending != "",
		Place: cmp.Or(s.Entities[place].Name, place),
	}
}

// SummaryOf is that of a story that was not opened; false where its save has none that is of
// now.
func SummaryOf(info persistence.Info) (Summary, bool) {
	o := info.Summary
	return Summary{
		Campaign: strictjson.AsString(o["campaign"]), Seed: strictjson.AsString(o["seed"]), Turn: strictjson.AsInteger(o["turn"]),
		Place: strictjson.AsString(o["place"]), Ended: strictjson.AsBool(o["ended"], false),
	}, o != nil
}

func (s Summary) object() strictjson.Object {
	o := strictjson.Object{"campaign": s.Campaign, "turn": strictjson.Int(s.Turn)}
	strictjson.Put(o, "seed", s.Seed)
	strictjson.Put(o, "place", s.Place)
	strictjson.Put(o, "ended", s.Ended)
	return o
}
