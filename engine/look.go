package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// Scene is where the player is now, for `look`.
func (g *Game) Scene() Surroundings {
	s := g.story.State()
	record := g.sceneRecord(s)
	around := Surroundings{
		Place: record.Place, Name: record.Name, Weather: record.Weather,
		Time: fmt.Sprintf("day %d, %s, %s", record.Day, record.Time, record.Part),
	}
	for _, id := range record.Present {
		around.Present = append(around.Present, g.entityName(id))
	}
	if place, ok := g.opts.Campaign.Place(record.Place); ok {
		around.Description, around.Picture, around.Music = place.Description, place.Picture, place.Music
		for _, exit := range place.Exits {
			around.Exits = append(around.Exits, Thing{ID: exit, Name: g.entityName(exit)})
		}
	}
	return around
}

// People are those the player has met, those present first.
func (g *Game) People() []Acquaintance {
	s := g.story.State()
	here := present(s)
	var known []Acquaintance
	for id, is := range s.People {
		if id == event.Player || is.Met == 0 {
			continue
		}
		a := Acquaintance{
			ID: string(id), Name: g.entityName(string(id)), Present: slices.Contains(here, string(id)), Turn: is.Seen,
			Feeling: feeling(s.Opinion(string(id))),
		}
		if p, ok := g.opts.Campaign.Someone(string(id)); ok {
			a.Role = p.Role
		}
		if a.Present {
			a.LastSeen = s.Entities[is.Place].Name
		}
		known = append(known, a)
	}
	slices.SortFunc(known, func(a, b Acquaintance) int {
		if a.Present != b.Present {
			if a.Present {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return known
}

// feeling is an opinion in words.
func feeling(thousandths int64) string {
	switch {
	case thousandths > 55_000:
		return "devoted"
	case thousandths > 30_000:
		return "warm"
	case thousandths > 10_000:
		return "friendly"
	case thousandths < -55_000:
		return "hostile"
	case thousandths < -30_000:
		return "cold"
	case thousandths < -10_000:
		return "wary"
	}
	return "indifferent"
}

// Inventory is what the player carries.
func (g *Game) Inventory() []Thing {
	s := g.story.State()
	var things []Thing
	for _, item := range s.People[event.Player].Items {
		thing := Thing{ID: item.ID, Name: g.entityName(item.ID)}
		if written, ok := g.opts.Campaign.Item(item.ID); ok {
			thing.Description = written.Description
		}
		if item.Count > 1 {
			thing.Name += fmt.Sprintf(" (%d)", item.Count)
		}
		things = append(things, thing)
	}
	return things
}

// recentEntries is how much of what happened lately a journal shows.
const recentEntries = 10

// Journal is what happened, from the player's view.
func (g *Game) Journal() Journal {
	s := g.story.State()
	var j Journal
	for _, t := range s.Threads {
		j.Threads = append(j.Threads, Thread{Title: t.Title, Outcome: t.Outcome, Open: t.Open})
	}
	for _, l := range s.Learned {
		if l.Who == event.Player {
			content := s.Facts[l.Fact].Content
			if l.Content != "" {
				content = l.Content
			}
			j.Facts = append(j.Facts, content)
		}
	}
	for _, m := range s.Memories {
		if m.Knower == event.Player && (m.Significance == "high" || m.Episodic != "") {
			j.Memories = append(j.Memories, m.Summary)
		}
	}
	for _, e := range s.Journal[max(0, len(s.Journal)-recentEntries):] {
		if e.Kind == event.Happened || e.Kind == event.Said {
			j.Recent = append(j.Recent, e.Text)
		}
	}
	return j
}

// Degraded reports the health of skills that are not well, a sentence each.
func (g *Game) Degraded() []string {
	var all []string
	for skill, health := range g.health.Snapshot() {
		if health.State() != skills.Healthy {
			all = append(all, fmt.Sprintf("The skill %q is %s.", skill, health.State()))
		}
	}
	slices.Sort(all)
	return all
}
