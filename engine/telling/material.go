package telling

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// mostTold is how many of those present a turn speaks of.
const mostTold = 3

// Material is that of the turn's prose, without memory and lore.
func (t Teller) Material() prose.Scene {
	scene := prose.Scene{
		Seed:     t.Seed.Derive("telling").Int53(),
		Persona:  t.persona(),
		Kind:     t.Type(),
		Authored: t.Authored,
		Quiet:    t.quiet(),
		Place:    t.place(),
		Weather:  t.View.Weather(),
		Part:     partNow(t.View),
		Clock:    prose.Clock(int(t.View.Minutes() % (24 * 60))),
		Minutes:  int(t.Took),
		Arrived:  t.Arrived,
		People:   t.people(),
		Gained:   t.ItemNames(t.Gained),
		Lost:     t.ItemNames(t.Lost),
		Common:   t.Common(),
		History:  history(t.View),
	}
	scene.Elsewhere, scene.Unfilled = t.elsewhere(), t.Dramatic
	if t.Missing != "" {
		scene.Missing = t.View.Name(t.Missing)
	}
	if !t.Arrived {
		scene.Came, scene.Left = t.comings()
	}
	switch {
	case t.Taken == nil:
	case t.Answered || t.overtaken():
		scene.Arrived = false
	case len(t.Authored) > 0: // their author says what there is to learn from them
		t.tellDeed(&scene)
		scene.Learned, scene.News = t.Pieces(true), len(t.Does.Tells) > 0
	default:
		t.tellDeed(&scene)
		scene.Learned, scene.News = t.Pieces(false), len(t.Does.Tells) > 0
		scene.Seen, scene.Known = t.Does.Seen, t.Does.Known
		if t.Does.Whom != "" {
			scene.Whom = t.View.Name(t.Does.Whom)
		}
		if t.Does.Where != "" {
			scene.Where = t.View.Name(t.Does.Where)
		}
	}
	return scene
}

// tellDeed gives a scene what the player did that no author wrote.
func (t Teller) tellDeed(scene *prose.Scene) {
	names := t.Names(t.Offers())
	scene.Deed = &prose.Deed{Action: t.Action, Outcome: withoutLog(t.Outcome), Names: names.Table(t.Action)}
	if t.Check != nil {
		scene.Check = &prose.Check{Stat: t.Check.Stat, Band: action.Grade(t.Check.Band), Total: int(t.Check.Total)}
	}
}

// withoutLog is an outcome without what only the log knows: which events hold it, and what the
// player learned, which is told by itself.
func withoutLog(o action.Outcome) action.Outcome {
	o.Changes = slices.DeleteFunc(slices.Clone(o.Changes), func(c action.Change) bool { return c.Kind == action.Learned || c.Kind == action.Changed })
	for i := range o.Changes {
		o.Changes[i].Event = 0
	}
	return o
}

// quiet reports whether nothing is to be told beside what an author wrote: the story ends, or
// a beat is one at which they want quiet.
func (t Teller) quiet() bool {
	return t.Ending != "" || slices.ContainsFunc(t.Beats, (*campaign.Beat).WantsQuiet)
}

// comings are the names of those who came where the player stayed, and of those who went.
func (t Teller) comings() (came, left []string) {
	now := t.View.Present()
	for _, id := range now {
		if !slices.Contains(t.Company, id) {
			came = append(came, t.View.Name(id))
		}
	}
	for _, id := range t.Company {
		if !slices.Contains(now, id) {
			left = append(left, t.View.Name(id))
		}
	}
	return came, left
}

// mostElsewhere is of how many people a turn may say where they are.
const mostElsewhere = 4

// elsewhere are the people the player knows who are not here, those first who were seen last.
func (t Teller) elsewhere() (all []prose.LastSeen) {
	known := t.View.People()
	slices.SortStableFunc(known, func(a, b story.Person) int { return cmp.Compare(b.Seen, a.Seen) })
	for _, p := range known {
		if !p.Here && p.Place != "" && p.Place != t.View.Place() && len(all) < mostElsewhere {
			all = append(all, prose.LastSeen{Name: p.Name, Where: t.View.Name(p.Place)})
		}
	}
	return all
}

// overtaken reports whether what was told took the player elsewhere than they meant
// to go: then the way there is not told.
func (t Teller) overtaken() bool {
	return t.Taken != nil && t.Taken.Kind == action.Go && len(t.Authored) > 0 && t.View.Place() != t.Taken.Place.ID
}

// Addressed is whom the choice was made towards, or "".
func (t Turn) Addressed() string {
	if whom := t.Action.Whom(); whom.Kind == action.Person {
		return whom.ID
	}
	return ""
}

// persona is how the story speaks of the player.
func (t Teller) persona() prose.Persona {
	return prose.Persona{
		Name: strictjson.AsString(t.View.Persona()["name"]), Pronouns: strictjson.AsString(t.View.Persona()["pronouns"]),
		Person: prose.Viewpoint(t.Manifest.Person), Tense: prose.Tense(t.Manifest.Tense),
	}
}

// partNow is the part of the day it is.
func partNow(v *story.View) string {
	_, hour, _ := world.Clock(v.Minutes())
	return campaign.PartOfDay(int(hour))
}

// place is the place as the composer wants it: what holds for a coarse part of
// the day stands under the finer one it is now. One that the player knows is not
// described again.
func (t Teller) place() prose.Place {
	p, ok := t.Place(t.View.Place())
	if !ok {
		return prose.Place{}
	}
	told := prose.Place{
		Name: p.Name, Description: p.Description, Senses: p.Senses, ByWeather: p.ByWeather, Indoors: p.Indoors,
	}
	_, hour, _ := world.Clock(t.View.Minutes())
	if lines, ok := campaign.OfDay(p.ByTime, int(hour)); ok {
		told.ByTime = map[string][]string{partNow(t.View): lines}
	}
	if t.View.BeenHere(wellKnown) {
		told.Description, told.Known = "", p.Description
	}
	return told
}

// wellKnown is for how many turns a place need not be described again.
const wellKnown = 40

// people are those present, whom the choice was made towards, or who tells what is
// learned, first.
func (t Teller) people() []prose.Person {
	first, ids := t.Addressed(), t.View.Present()
	if first == "" {
		first = t.Does.Teller
	}
	if i := slices.Index(ids, first); i > 0 {
		ids = slices.Insert(slices.Delete(slices.Clone(ids), i, i+1), 0, first)
	}
	var people []prose.Person
	for _, id := range ids[:min(mostTold, len(ids))] {
		people = append(people, t.Person(id))
	}
	return people
}

// Person is somebody as a storyteller is told of them.
func (t Teller) Person(id string) prose.Person {
	known, _ := t.View.Person(id)
	told := prose.Person{Name: t.View.Name(id), Feeling: int(known.Regard / 1000), Concerned: t.concerned(id)}
	p, ok := t.Someone(id)
	if !ok {
		return told
	}
	told.Pronouns, told.Mannerisms = p.Pronouns, p.Mannerisms
	told.Lines = map[string][]string{"warm": p.Lines.Warm, "neutral": p.Lines.Neutral, "cold": p.Lines.Cold}
	told.Silent = t.Silent(id)
	if t.Said != "" && t.Addressed() == id {
		told.Lines = map[string][]string{"warm": {t.Said}, "neutral": {t.Said}, "cold": {t.Said}}
	}
	if t.Extracted && (known.Met == 0 || t.View.Turn()-known.Met < newcomer) {
		told.Introduced = p.Background
	}
	return told
}

// concerned reports whether the deed is one towards somebody whom it concerns: they told
// something by it, or it is about them, or about what they were there for, as far as the player
// was there too.
func (t Teller) concerned(id string) bool {
	if t.Addressed() != id {
		return false
	}
	return slices.ContainsFunc(t.Learned, func(p world.Piece) bool { return p.Speaker == id }) || t.Concerns(id, t.Action.Topic, t.Action.Thread)
}

// newcomer is for how many turns somebody may still be introduced, where the turn in
// which they were met had no room for it.
const newcomer = 4

// Pieces are what was learned, as the one who was asked would say it: all of it, or
// what came of the deed itself.
func (t Teller) Pieces(ofDeed bool) []prose.Learned {
	var all []prose.Learned
	teller, asked := t.Someone(cmp.Or(t.Addressed(), t.Does.Teller))
	for _, p := range t.Learned {
		if ofDeed && !t.Does.Gives(p) {
			continue
		}
		told := prose.Learned{Text: p.Content, Rumour: p.Rumour, Source: t.Standing(p.ID), From: t.from(p)}
		if p.Speaker != "" {
			told.Speaker = t.View.Name(p.Speaker)
		}
		if asked {
			if own, ok := world.InOwnWords(p.Content, teller); ok {
				told.Text = own
			}
		}
		all = append(all, told)
	}
	return all
}

// from is the name of whom somebody has a fact from, as they say, "" where that is nobody else or the
// player.
func (t Teller) from(p world.Piece) string {
	for _, known := range t.View.Pieces() {
		if p.Fact != "" && string(known.Speaker) == p.Speaker && known.Content == p.Content && len(known.Chain) > 1 && known.Chain[1] != event.Player {
			return t.View.Name(string(known.Chain[1]))
		}
	}
	return ""
}

// history is what was told lately. Its turns are the story's, so that a turn that
// somebody else told counts.
func history(v *story.View) prose.History {
	var all []prose.Told
	for _, object := range v.Told() {
		var told prose.Told
		if json.Unmarshal(strictjson.Encode(object), &told) == nil {
			all = append(all, told)
		}
	}
	h := prose.NewHistory(all)
	h.Turn = max(h.Turn, int(v.Turn())-1)
	return h
}
