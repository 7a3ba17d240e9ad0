package engine

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
)

// mostTold is how many of those present a turn speaks of.
const mostTold = 3

// telling is the material of a turn's prose, without memory and lore. It is made of the
// player's view, of what their deed came to, and of the beats told.
func (t *turn) telling() prose.Scene {
	v := t.view()
	scene := prose.Scene{
		Seed:     t.seed.Derive("telling").Int53(),
		Persona:  persona(t.c.Campaign, v),
		Kind:     t.sceneType(),
		Authored: t.authored,
		Place:    tellingPlace(t.c.Campaign, v),
		Weather:  v.Weather(),
		Part:     partNow(v),
		Minutes:  int(t.minutes),
		Arrived:  t.arrived,
		People:   t.tellingPeople(v),
		Threads:  openTitles(v),
		Gained:   itemNames(t.c.Campaign, v, t.gained),
		Lost:     itemNames(t.c.Campaign, v, t.lost),
		Common:   slices.Sorted(maps.Keys(t.w.common)),
		History:  history(v),
	}
	if t.from != "" {
		scene.From = v.Name(t.from)
	}
	switch {
	case t.taken == nil:
	case t.answered || t.overtaken():
		scene.Arrived = false
	case len(t.authored) > 0: // their author says what there is to learn from them
		t.tellDeed(v, &scene)
		scene.Learned = t.toldPieces(v, true)
	default:
		t.tellDeed(v, &scene)
		scene.Learned, scene.Aside = t.toldPieces(v, false), t.does.Aside
		scene.Seen, scene.Known = t.does.Seen, t.does.Known
		if t.does.Whom != "" {
			scene.Whom = v.Name(t.does.Whom)
		}
		if t.does.Where != "" {
			scene.Where = v.Name(t.does.Where)
		}
	}
	return scene
}

// tellDeed gives a scene what the player did that no author wrote.
func (t *turn) tellDeed(v *story.View, scene *prose.Scene) {
	names := newNamer(t.w, v, []offer{*t.taken})
	scene.Deed = &prose.Deed{Action: t.action, Outcome: withoutLog(t.outcome), Names: names.table(t.action)}
	if t.check != nil {
		scene.Check = &prose.Check{Stat: t.check.Stat, Band: action.Grade(t.check.Band), Total: int(t.check.Total)}
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

// overtaken reports whether what was told took the player elsewhere than they meant
// to go: then the way there is not told.
func (t *turn) overtaken() bool {
	return t.taken != nil && t.taken.Kind == action.Go && len(t.authored) > 0 && t.place() != t.taken.Place.ID
}

// addressed is whom the choice was made towards, or "".
func (t *turn) addressed() string {
	if whom := t.action.Whom(); whom.Kind == action.Person {
		return whom.ID
	}
	return ""
}

// persona is how the story speaks of the player.
func persona(c *campaign.Campaign, v *story.View) prose.Persona {
	return prose.Persona{
		Name: textOf(v.Persona()["name"]), Pronouns: textOf(v.Persona()["pronouns"]),
		Person: prose.Viewpoint(c.Manifest.Person), Tense: prose.Tense(c.Manifest.Tense),
	}
}

// partNow is the part of the day it is.
func partNow(v *story.View) string {
	_, hour, _ := clock(v.Minutes())
	return campaign.PartOfDay(int(hour))
}

// tellingPlace is the place as the composer wants it: what holds for a coarse part of
// the day stands under the finer one it is now. One that the player knows is not
// described again.
func tellingPlace(c *campaign.Campaign, v *story.View) prose.Place {
	p, ok := c.Place(v.Place())
	if !ok {
		return prose.Place{}
	}
	told := prose.Place{
		Name: p.Name, Description: p.Description, Senses: p.Senses, ByWeather: p.ByWeather, Indoors: p.Indoors,
	}
	_, hour, _ := clock(v.Minutes())
	if lines, ok := campaign.OfDay(p.ByTime, int(hour)); ok {
		told.ByTime = map[string][]string{partNow(v): lines}
	}
	if v.BeenHere(wellKnown) {
		told.Description = ""
	}
	return told
}

// wellKnown is for how many turns a place need not be described again.
const wellKnown = 40

// leansBack reports whether a sentence begins with a word that needs the one
// before it.
func leansBack(sentence string) bool {
	first, _, _ := strings.Cut(sentence, " ")
	switch first {
	case "It", "He", "She", "They", "This", "That", "These", "Those", "Nobody", "So", "There":
		return true
	}
	return false
}

// plainText is Markdown without its headings.
func plainText(body string) string {
	var lines []string
	for line := range strings.Lines(body) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// tellingPeople are those present, whom the choice was made towards, or who tells what is
// learned, first.
func (t *turn) tellingPeople(v *story.View) []prose.Person {
	first, ids := t.addressed(), v.Present()
	if first == "" {
		first = t.does.Teller
	}
	if i := slices.Index(ids, first); i > 0 {
		ids = slices.Insert(slices.Delete(slices.Clone(ids), i, i+1), 0, first)
	}
	var people []prose.Person
	for _, id := range ids[:min(mostTold, len(ids))] {
		people = append(people, tellingPerson(t.c.Campaign, v, id))
	}
	return people
}

func tellingPerson(c *campaign.Campaign, v *story.View, id string) prose.Person {
	known, _ := v.Person(id)
	told := prose.Person{Name: v.Name(id), Feeling: int(known.Regard / 1000), Mood: textOf(known.Changes["mood"])}
	p, ok := c.Someone(id)
	if !ok {
		return told
	}
	told.Pronouns, told.Mannerisms = p.Pronouns, p.Mannerisms
	told.Lines = map[string][]string{"warm": p.Lines.Warm, "neutral": p.Lines.Neutral, "cold": p.Lines.Cold}
	told.Silent = slices.Contains(p.Personality.Traits, campaign.Silent)
	if c.Extracted && (known.Met == 0 || v.Turn()-known.Met < newcomer) {
		told.Introduced = p.Background
	}
	return told
}

// newcomer is for how many turns somebody may still be introduced, where the turn in
// which they were met had no room for it.
const newcomer = 4

// toldPieces is what was learned, as the one who was asked would say it: all of it, or
// what came of the deed itself.
func (t *turn) toldPieces(v *story.View, ofDeed bool) []prose.Learned {
	var all []prose.Learned
	teller, asked := t.c.Someone(cmp.Or(t.addressed(), t.does.Teller))
	for _, p := range t.learned {
		if ofDeed && !slices.ContainsFunc(t.does.Learns, func(l piece) bool { return l.ID == p.ID }) {
			continue
		}
		told := prose.Learned{Text: p.Content, Rumour: p.Rumour}
		if p.Speaker != "" {
			told.Speaker = v.Name(p.Speaker)
		}
		if asked {
			if own, ok := inOwnWords(p.Content, teller); ok {
				told.Text = own
			}
		}
		all = append(all, told)
	}
	return all
}

// openTitles are the titles of the threads that are open.
func openTitles(v *story.View) []string {
	var titles []string
	for _, t := range v.Threads() {
		if t.Open {
			titles = append(titles, t.Title)
		}
	}
	return titles
}

// history is what was told lately. Its turns are the story's, so that a turn that
// somebody else told counts.
func history(v *story.View) prose.History {
	var all []prose.Told
	for _, object := range v.Told() {
		var told prose.Told
		if json.Unmarshal(strictjson.Append(nil, object), &told) == nil {
			all = append(all, told)
		}
	}
	h := prose.NewHistory(all)
	h.Turn = max(h.Turn, int(v.Turn())-1)
	return h
}
