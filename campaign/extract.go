package campaign

import (
	"errors"
	"slices"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/english"
)

// Sparse reports whether a campaign needs its prose to be read: there is nobody to meet, or
// nowhere to be.
func (c *Campaign) Sparse() bool { return len(c.People) == 0 || len(c.Places) == 0 }

// Complete gives a sparse campaign what is read in its setting and premise, in a copy; what
// the author wrote stays as it is. Any other campaign is returned itself, and nothing read. A
// campaign without a place gets one, so that it can be played. readProse reads them; nil is
// a new reader's.
func Complete(c *Campaign, readProse func(setting, premise string) *reading.Reading) (*Campaign, error) {
	if !c.Sparse() {
		return c, nil
	}
	if readProse == nil {
		readProse = reading.New().Read
	}
	read := readProse(c.Setting.Body, c.Premise.Body)
	full := *c
	full.Extracted, full.Reading = true, read
	full.Player.called = read.Player
	if english.OneOf(english.FirstWord(read.Player), "a an") { // "a dyer's journeyman" is the only one in a story
		full.Player.called = english.Definite(read.Player)
	}
	if len(c.Places) == 0 {
		var places []Place
		for _, e := range read.Of(reading.Place) {
			places = append(places, Place{ID: e.ID, Name: e.Name, Description: described(read, e), Indoors: e.Indoors})
		}
		if len(places) == 0 {
			places = []Place{somewhere(c, read)}
		}
		full.Places = joined(places)
	}
	if len(c.People) == 0 {
		for _, e := range read.Of(reading.Person) {
			full.People = append(full.People, personRead(read, e))
		}
		settle(full.People, full.Places)
	}
	if len(c.Items) == 0 {
		for _, e := range read.Of(reading.Thing, reading.Paper) {
			full.Items = append(full.Items, Item{ID: e.ID, Name: e.Name, Description: described(read, e)})
		}
	}
	full.names = c.names.clone()
	full.declareAll()
	full.index()
	return &full, full.distinct()
}

// described is the first sentence about something that stands by itself; "" for none.
func described(read *reading.Reading, e *reading.Entity) string {
	for _, n := range e.About {
		if s := read.Sentences[n]; s.Whole && !s.Player && s.Subject == e.ID {
			return s.Text
		}
	}
	return ""
}

// Silent is the trait of a person who does not speak.
const Silent = "silent"

func personRead(read *reading.Reading, e *reading.Entity) Person {
	pronoun := e.Pronoun
	if pronoun != "he" && pronoun != "she" {
		pronoun = "they"
	}
	p := Person{ID: e.ID, Name: e.Name, Role: firstOf(e.Role, "somebody of this place"), Background: described(read, e), Pronouns: pronoun, Place: e.At}
	if e.Silent {
		p.Personality.Traits = []string{Silent}
	}
	return p
}

// somewhere is the place of a campaign that names none.
func somewhere(c *Campaign, read *reading.Reading) Place {
	name, told := firstOf(c.Setting.Title, c.Premise.Title, c.Manifest.Title), ""
	if len(read.Sentences) > 0 && read.Sentences[0].Whole && !read.Sentences[0].Premise {
		told = read.Sentences[0].Text
	}
	return Place{ID: firstOf(slug(name), "here"), Name: name, Description: told}
}

// joined makes a star of places, with the one most spoken of in the middle.
func joined(places []Place) []Place {
	all := slices.Clone(places)
	for i := range all {
		all[i].TravelMinutes = 10
		if i > 0 {
			all[i].Exits = []string{all[0].ID}
			all[0].Exits = append(slices.Clip(all[0].Exits), all[i].ID)
		}
	}
	return all
}

// settle gives each person a place: those of whom it is not known one where nobody
// is yet, as long as there are such.
func settle(people []Person, places []Place) {
	known := map[string]bool{}
	for _, p := range places {
		known[p.ID] = true
	}
	taken := map[string]int{}
	for i := range people {
		if !known[people[i].Place] {
			people[i].Place = "" // it was read of a place that is none here
		}
		taken[people[i].Place]++
	}
	for i := range people {
		if people[i].Place != "" {
			continue
		}
		free := places[0].ID
		for _, p := range places {
			if taken[p.ID] < taken[free] {
				free = p.ID
			}
		}
		people[i].Place = free
		taken[free]++
	}
}

func (c *Campaign) declareAll() {
	for _, p := range c.Places {
		c.names.add("place", p.ID)
	}
	for _, p := range c.People {
		c.names.add("person", p.ID)
	}
	for _, i := range c.Items {
		c.names.add("item", i.ID)
	}
}

// distinct refuses what a reading must not give.
func (c *Campaign) distinct() error {
	var ids []string
	for _, p := range c.Places {
		ids = append(ids, p.ID)
	}
	for _, p := range c.People {
		ids = append(ids, p.ID)
	}
	for _, i := range c.Items {
		ids = append(ids, i.ID)
	}
	slices.Sort(ids)
	if slices.Contains(ids, "") || len(slices.Compact(slices.Clone(ids))) < len(ids) {
		return errors.New("campaign: an id was read twice, or none")
	}
	return nil
}
