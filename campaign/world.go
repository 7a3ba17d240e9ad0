package campaign

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/condition"
)

// A Place is where something can happen.
type Place struct {
	ID            string              `field:"id"`
	Name          string              `field:"name"`
	Description   string              `field:"description"`
	Senses        []string            `field:"senses"`
	ByWeather     map[string][]string `field:"by_weather"`
	ByTime        map[string][]string `field:"by_time"` // by part of the day, see [PartOfDay]
	Exits         []string            `field:"exits"`
	TravelMinutes int                 `field:"travel_minutes"`
	Indoors       bool                `field:"indoors"`
	Tags          []string            `field:"tags"`
	Picture       string              `field:"picture"`
	Music         string              `field:"music"`

	// What only a drama says of its places.
	Entry *condition.Condition `field:"-"` // what has to be so for the player to go there; nil for nothing
	Shut  string               `field:"-"` // what is told of the way there while it is not
}

// A Faction is a group with an opinion of the player.
type Faction struct {
	ID          string   `field:"id"`
	Name        string   `field:"name"`
	Description string   `field:"description"`
	Reputation  int      `field:"reputation"` // its opinion of the player at first
	Members     []string `field:"members"`
	Opposes     []string `field:"opposes"`
	Tags        []string `field:"tags"`
}

// An Item is a thing that can be carried.
type Item struct {
	ID          string   `field:"id"`
	Name        string   `field:"name"`
	Description string   `field:"description"`
	At          string   `field:"at"`
	HeldBy      string   `field:"held_by"`
	Tags        []string `field:"tags"`
	Picture     string   `field:"picture"`
}

// PartsOfDay are the names that schedules and places use, from midnight on.
var PartsOfDay = []string{"night", "dawn", "morning", "noon", "afternoon", "dusk", "evening"}

// PartOfDay names the part of the day an hour of 0 to 23 lies in.
func PartOfDay(hour int) string {
	switch {
	case hour < 5 || hour >= 22:
		return "night"
	case hour < 7:
		return "dawn"
	case hour < 12:
		return "morning"
	case hour < 13:
		return "noon"
	case hour < 17:
		return "afternoon"
	case hour < 19:
		return "dusk"
	}
	return "evening"
}

// OfDay picks from what an author wrote by part of the day. The finer parts fall
// back on the coarser one around them, so that an author may name four or seven.
func OfDay[T any](written map[string]T, hour int) (T, bool) {
	part := PartOfDay(hour)
	for _, name := range []string{part, coarser[part], "day"} {
		if name == "day" && (part == "night" || part == "evening") {
			break
		}
		if v, ok := written[name]; ok {
			return v, true
		}
	}
	var none T
	return none, false
}

var coarser = map[string]string{"dawn": "morning", "noon": "afternoon", "dusk": "evening", "evening": "dusk"}

// Route is the shortest way between two places along exits, both ends included,
// or nil. Of equally short ways it is the one whose exits are written first.
func (c *Campaign) Route(from, to string) []string {
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return wayBack(before, to)
		}
		place, ok := c.Place(queue[0])
		if !ok {
			continue
		}
		for _, exit := range place.Exits {
			if _, seen := before[exit]; !seen {
				before[exit] = queue[0]
				queue = append(queue, exit)
			}
		}
	}
	return nil
}

func wayBack(before map[string]string, to string) []string {
	var way []string
	for at := to; at != ""; at = before[at] {
		way = append(way, at)
	}
	slices.Reverse(way)
	return way
}

// Start is the place a story begins at: the opening's, that of its beat, the
// player's starting location, else the first place; "" where there is none.
func (c *Campaign) Start() string {
	candidates := []string{c.Manifest.Opening.Place}
	if beat, ok := c.Beat(c.Manifest.Opening.Beat); ok {
		candidates = append(candidates, beat.Place)
	}
	candidates = append(candidates, c.Player.StartingLocation)
	for _, id := range candidates {
		if _, ok := c.Place(id); ok {
			return id
		}
	}
	if len(c.Places) > 0 {
		return c.Places[0].ID
	}
	return ""
}

// placeNamed finds the place that words such as "Gates of Camelot" mean.
func placeNamed(places []Place, words string) (string, bool) {
	for _, p := range places {
		if p.ID == words || strings.EqualFold(bare(p.Name), bare(words)) {
			return p.ID, true
		}
	}
	return "", false
}

// bare is a name without its article.
func bare(name string) string {
	for _, article := range []string{"the ", "a ", "an "} {
		if len(name) > len(article) && strings.EqualFold(name[:len(article)], article) {
			return name[len(article):]
		}
	}
	return name
}
