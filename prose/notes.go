package prose

import "strings"

// mostNoted is how many characters of a place's own words are noted, which are some 300 tokens.
const mostNoted = 1200

// A Note is something of a scene that a stranger, a model say, may write of.
type Note struct {
	Kind string // how it is to be understood: "Weather"
	Text string // clean, on one line
}

// Notes are what there is to write of in a scene, by what the player perceives: what changes least stands first.
func (s Scene) Notes() []Note {
	var all []Note
	note := func(kind, text string) {
		if text = strings.Join(strings.Fields(Clean(text)), " "); text != "" {
			all = append(all, Note{kind, text})
		}
	}
	note("Place", s.Place.Name)
	own := strings.Join(append([]string{s.Place.Description, s.Place.Known}, s.Place.Senses...), " ")
	note("About it", CleanLine(own, mostNoted))
	if s.Place.Indoors {
		note("It is", "indoors")
	}
	note("Weather", s.Weather)
	note("Time", s.Part)
	note("Besides", strings.Join(append(s.Place.ByWeather[s.Weather], s.Place.ByTime[s.Part]...), " "))
	return all
}
