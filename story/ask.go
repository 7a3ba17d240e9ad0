package story

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

const (
	hourMinutes = 60
	dayMinutes  = 24 * hourMinutes
)

// Day counts from 1.
func (s *State) Day() int64 { return s.Minutes/dayMinutes + 1 }

// Hour is that of the day, 0 to 23.
func (s *State) Hour() int64 { return s.Minutes / hourMinutes % 24 }

// Minute is that of the hour, 0 to 59.
func (s *State) Minute() int64 { return s.Minutes % hourMinutes }

// Place is where the player is, "" for nowhere yet.
func (s *State) Place() string { return s.People[event.Player].Place }

// Present are the people whom the player sees at their place, in order of their
// ids; the player is left out.
func (s *State) Present() []event.CharacterID { return s.Beside(event.Player) }

// Beside are those whom somebody sees at their place, in order of their ids.
func (s *State) Beside(who event.CharacterID) []event.CharacterID { return s.World.Beside(who) }

// sees reports whether somebody sees another where they are.
func (s *State) sees(who, other event.CharacterID) bool {
	return who == other && s.People[who].Place != "" || s.World.Sees(who, string(other))
}

// Opinion is what a person or faction thinks of the player now, in thousandths of
// a point.
func (s *State) Opinion(who string) int64 { return s.Regard(who, string(event.Player)) }

// Feels reports whether somebody has an opinion of another that has begun.
func (s *State) Feels(who, whom string) bool { return s.Relations[Pair{Who: who, Whom: whom}].Begun }

// Regard is what somebody thinks of somebody now, in thousandths of a point; 0
// where nothing was ever said of it.
func (s *State) Regard(who, whom string) int64 {
	return s.Relations[Pair{Who: who, Whom: whom}].At(s.Minutes)
}

// Exists reports whether the story knows an id: of a person, a place, a faction, an
// item.
func (s *State) Exists(id string) bool {
	if _, is := s.Entities[id]; is {
		return true
	}
	_, is := s.People[event.CharacterID(id)]
	return is
}

// Name is what an id is called in the story; an id without a name is its own.
func (s *State) Name(id string) string {
	if e, is := s.Entities[id]; is && e.Name != "" {
		return e.Name
	}
	if id == string(event.Player) {
		if name := strictjson.AsString(s.Persona["name"]); name != "" {
			return name
		}
	}
	return id
}

// WeatherAt is the weather of a place.
func (s *State) WeatherAt(place string) string {
	if weather, has := s.Weathers[place]; has {
		return weather
	}
	return s.Weather
}
