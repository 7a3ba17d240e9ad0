package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// An Extractor finds people, places and things in the prose of a campaign that
// has none of its own. It writes nothing; what it finds lives as long as the
// campaign in memory. [Lexical] needs no model.
type Extractor interface {
	Extract(ctx context.Context, setting, premise Text) (Extract, error)
}

// An Extract is what was found, the most spoken of first. Ids are unique among
// all three.
type Extract struct {
	Places []Place
	People []Person
	Items  []Item
}

// Sparse reports whether a campaign needs an extractor: there is nobody to meet,
// or nowhere to be.
func (c *Campaign) Sparse() bool { return len(c.People) == 0 || len(c.Places) == 0 }

// Complete gives a sparse campaign what an extractor finds in its setting and
// premise, in a copy; what the author wrote stays as it is. Any other campaign is
// returned itself. A campaign without a place gets one, so that it can be played.
func Complete(ctx context.Context, c *Campaign, extractor Extractor) (*Campaign, error) {
	if !c.Sparse() {
		return c, nil
	}
	found, err := extractor.Extract(ctx, c.Setting, c.Premise)
	if err != nil {
		return nil, fmt.Errorf("campaign %q: extract: %w", c.Manifest.Title, err)
	}
	if len(found.Places) == 0 {
		found.Places = []Place{somewhere(c)}
	}
	full := *c
	full.Extracted = true
	if len(c.Places) == 0 {
		full.Places = joined(found.Places)
	}
	if len(c.People) == 0 {
		full.People = found.People
		settle(full.People, full.Places)
	}
	if len(c.Items) == 0 {
		full.Items = found.Items
	}
	full.names = c.names.clone()
	full.declareAll()
	full.index()
	return &full, full.distinct()
}

// somewhere is the place of a campaign that names none.
func somewhere(c *Campaign) Place {
	name := firstOf(c.Setting.Title, c.Premise.Title, c.Manifest.Title)
	return Place{ID: firstOf(slug(name), "here"), Name: name, Description: firstSentence(c.Setting.Body)}
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
	taken := map[string]int{}
	for i := range people {
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

// distinct refuses what an extractor must not give.
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
		return errors.New("campaign: the extractor gave an id twice, or none")
	}
	return nil
}
