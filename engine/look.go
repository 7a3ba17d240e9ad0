package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// A Look is what a player may look up, and what their typed lines mean. A [Game] has one
// that follows it and belongs to its goroutine; one of [Look.Still] stays as it is, and may
// be used by many goroutines while the story goes on.
type Look struct{ now func() sight }

// A sight is all that a look needs.
type sight struct {
	world.Situation
	health    *skills.HealthTable // which is as it is now, always
	noEndings bool
	shown     *story.View // without what was hidden; nil where that is the situation's own
}

// Still is the look as it is now.
func (l Look) Still() Look {
	seen := l.now()
	return Look{func() sight { return seen }}
}

// Seen is the look as it is now, and stays so. With an error, which is persistence's, its journal has what was hidden too.
func (g *Game) Seen(ctx context.Context) (Look, error) {
	seen := g.now()
	state, err := g.story.Shown(ctx, event.Where{}, 0)
	if err == nil {
		seen.shown = state.Player()
	}
	return Look{func() sight { return seen }}, err
}

// Following is the look that is whatever now gives at the time.
func Following(now func() Look) Look { return Look{func() sight { return now().now() }} }

// Scene is where the player is now, for `look`.
func (l Look) Scene() Surroundings {
	g := l.now()
	v := g.View
	record := sceneRecord(v)
	around := Surroundings{
		Place: record.Place, Name: record.Name, Weather: record.Weather,
		Time: fmt.Sprintf("day %d, %s, %s", record.Day, record.Time, record.Part),
	}
	for _, id := range record.Present {
		around.Present = append(around.Present, g.State.Name(id))
	}
	for _, thing := range g.PropsHere() {
		around.Things = append(around.Things, Thing{ID: thing, Name: g.State.Name(thing)})
	}
	if place, ok := g.Place(record.Place); ok {
		around.Description, around.Picture, around.Music = place.Description, place.Picture, place.Music
		for _, exit := range place.Exits {
			around.Exits = append(around.Exits, Thing{ID: exit, Name: g.State.Name(exit)})
		}
	}
	return around
}

// People are those the player has met, those present first.
func (l Look) People() []Acquaintance {
	g := l.now()
	v := g.View
	var known []Acquaintance
	for _, p := range v.People() {
		if p.Met == 0 {
			continue
		}
		a := Acquaintance{ID: string(p.ID), Name: p.Name, Present: p.Here, Turn: p.Seen, Feeling: feeling(p.Regard)}
		if written, ok := g.Someone(a.ID); ok {
			a.Role = written.Role
		}
		if p.Place != "" {
			a.LastSeen = v.Name(p.Place)
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
func (l Look) Inventory() []Thing {
	g := l.now()
	var things []Thing
	for _, item := range g.View.Items() {
		thing := Thing{ID: item.ID, Name: g.State.Name(item.ID)}
		if written, ok := g.Item(item.ID); ok {
			thing.Description = written.Description
		}
		if item.Count > 1 {
			thing.Name += fmt.Sprintf(" (%d)", item.Count)
		}
		things = append(things, thing)
	}
	return things
}

// Self is who the player is, for `me`.
func (l Look) Self() Character {
	g := l.now()
	self := g.View.PlayerObject()
	text := func(key string) string { return strictjson.AsString(self[key]) }
	c := Character{
		Name: text("name"), Pronouns: text("pronouns"), Class: text("class"), Race: text("race"),
		Appearance: text("appearance"), Background: text("background"),
	}
	values := strictjson.AsObject(self["stats"])
	for _, stat := range g.Player.Stats {
		value := stat.Default
		if v, has := values[stat.ID]; has {
			value = int(strictjson.AsInteger(v))
		}
		is := CharacterStat{Name: stat.Name, Value: value, Min: stat.Min, Max: stat.Max}
		for i := range stat.Gates {
			if gate := &stat.Gates[i]; gate.Open(value) && gate.Text != "" {
				is.Gives = append(is.Gives, gate.Text)
			}
		}
		c.Stats = append(c.Stats, is)
	}
	traits := strictjson.AsStrings[string](self["traits"])
	for _, id := range strictjson.AsStrings[string](self["abilities"]) {
		if !slices.Contains(traits, id) {
			traits = append(traits, id)
		}
	}
	for _, id := range traits {
		is := CharacterTrait{Name: id, From: cameWith(g.Player.Classes, c.Class, id)}
		if is.From == "" {
			is.From = cameWith(g.Player.Races, c.Race, id)
		}
		if written, has := g.Player.Trait(id); has {
			is.Name, is.Description = written.Name, written.Description
		}
		c.Traits = append(c.Traits, is)
	}
	return c
}

// cameWith is the name of a chosen race or class if it brings a trait, else "".
func cameWith(origins []campaign.Origin, chosen, trait string) string {
	for i := range origins {
		if o := &origins[i]; o.Name == chosen && (slices.Contains(o.Traits, trait) || slices.Contains(o.Abilities, trait)) {
			return o.Name
		}
	}
	return ""
}

// Map is where the player was, each place with what can be gone to from there, in the order
// of the campaign.
func (l Look) Map() []MapPlace {
	g := l.now()
	var all []MapPlace
	for i := range g.Places {
		place := &g.Places[i]
		if !g.View.Visited(place.ID) {
			continue
		}
		at := MapPlace{Thing: Thing{ID: place.ID, Name: g.State.Name(place.ID)}, Here: place.ID == g.View.Place()}
		for _, exit := range place.Exits {
			at.Exits = append(at.Exits, Thing{ID: exit, Name: g.State.Name(exit)})
		}
		all = append(all, at)
	}
	return all
}

// recentEntries is how much of what happened lately a journal shows.
const recentEntries = 10

// Journal is what happened, from the player's view; of a look by [Game.Seen] without what was hidden.
func (l Look) Journal() Journal {
	now := l.now()
	v := cmp.Or(now.shown, now.View)
	var j Journal
	for _, t := range v.Threads() {
		j.Threads = append(j.Threads, Thread{Title: t.Title, Outcome: t.Outcome, Open: t.Open})
	}
	for _, p := range v.Pieces() {
		if p.Speaker == event.Player { // they know it by what they have it from
			continue
		}
		j.Facts = append(j.Facts, inTheJournal(v, p))
	}
	for _, m := range v.Memories() {
		if v.Shows(m.Position) && (m.Significance == action.High || m.Episodic != "") {
			j.Memories = append(j.Memories, v.Words(&m))
		}
	}
	for _, e := range v.Journal(recentEntries) {
		j.Recent = append(j.Recent, v.EntryWords(&e))
	}
	return j
}

// inTheJournal is something known in words: what was only said is told as that.
func inTheJournal(v *story.View, p mind.Piece) string {
	switch {
	case p.Speaker == "":
		return p.Content
	case p.Truth == action.Rumour:
		return v.Name(string(p.Speaker)) + " has heard it said that " + prose.MidSentence(p.Content)
	case len(p.Chain) > 1 && p.Chain[1] != event.Player:
		return v.Name(string(p.Speaker)) + ", who has it from " + v.Name(string(p.Chain[1])) + ", says that " + prose.MidSentence(p.Content)
	}
	return v.Name(string(p.Speaker)) + " says that " + prose.MidSentence(p.Content)
}

// Degraded reports the health of skills that are not well, a sentence each.
func (l Look) Degraded() []string {
	var all []string
	for skill, health := range l.now().health.Snapshot() {
		if health.State() != skills.Healthy {
			all = append(all, fmt.Sprintf("The skill %q is %s.", skill, health.State()))
		}
	}
	slices.Sort(all)
	return all
}
