// Package campaign reads the directory an author wrote: the people and places of
// a story, what may happen in it and when, its rules, its lore, its pictures and
// sounds. docs/campaigns.md describes the format.
//
//	c, problems := campaign.LoadDir("campaigns/grey-harbour", campaign.Options{})
//	for _, p := range problems {
//		fmt.Fprintln(os.Stderr, p) // plot/beats.json:12:9: /beats/0/place: there is no place "quai"; did you mean "quay"?
//	}
//	if c == nil {
//		return problems // there is no manifest that can be used; nothing else refuses
//	}
//
//	files --strict JSON, small YAML--> trees --contracts--> trees without what is wrong
//	      --names of everything--> typed parts, references looked up --> Campaign
//
// Rules that hold everywhere:
//
//   - A campaign is foreign input. Loading it runs nothing, fetches nothing,
//     follows no link, writes nothing, and reads files of bounded number and size;
//     of pictures and sounds it reads the head alone.
//   - What is wrong is left out in the smallest part that can be (a field, a beat,
//     a file) and reported with file and line; the rest plays. Warnings are about
//     what is taken all the same.
//   - A [Campaign] never changes. It may be shared between goroutines, and equal
//     files give equal campaigns.
//   - Everything here is a pure function of its arguments but for [Load], [LoadDir]
//     and the methods that read an asset. What happened in a playthrough comes in
//     as [condition.Facts]; nothing is remembered here.
//
// A campaign of three files has no people and no places of its own: [Complete]
// gives it some out of what package reading read.
package campaign

import (
	"io/fs"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Campaign is what was understood of a directory. Its parts are for reading.
type Campaign struct {
	Manifest    Manifest
	Setting     Text // world/setting.md
	Premise     Text // plot/premise.md
	Rules       Rules
	Constraints Constraints
	Places      []Place
	Factions    []Faction
	Items       []Item
	People      []Person
	Player      Template
	Beats       []Beat
	Facts       []Fact
	Occasions   []PlannedOccasion
	Endings     []Ending
	Lore        []Document
	Assets      []Asset

	// Extracted reports whether people, places and things were found in the prose
	// by [Complete] instead of written by the author.
	Extracted bool

	// Dramatic reports whether beats and endings were made, and not written.
	Dramatic bool

	// Pace is how many minutes a deed takes at the most that no author wrote, where a drama's
	// clock says so; 0 for as many as it takes.
	Pace int

	// Reading is what was understood of the prose of a campaign that was completed.
	Reading *reading.Reading

	fsys  fs.FS
	names *names
	byID  map[string]map[string]int // kind -> id -> place in its list
	plot  *plotIndex
}

// A Manifest is manifest.json.
type Manifest struct {
	Title             string   `field:"title"`
	Version           string   `field:"version"`
	Author            string   `field:"author"`
	Description       string   `field:"description"`
	Genre             string   `field:"genre"`
	Tone              string   `field:"tone"`
	ContentRating     string   `field:"content_rating"`
	RulesHint         string   `field:"rules_hint"`
	HydrationGuidance string   `field:"hydration_guidance"`
	ContentWarnings   []string `field:"content_warnings"`
	EstimatedPlaytime float64  `field:"estimated_playtime_hours"`
	Tags              []string `field:"tags"`
	License           string   `field:"license"`
	Homepage          string   `field:"homepage"`
	Opening           Opening  `field:"opening"`
	Person            string   `field:"person"` // "first", "second", "third"
	Tense             string   `field:"tense"`  // "present", "past"
}

// An Opening is where and when a story begins. Every field may be empty.
type Opening struct {
	Beat    string `field:"beat"`
	Place   string `field:"place"`
	Time    string `field:"time"` // "1887-10-30T16:40"
	Weather string `field:"weather"`
}

// A Text is prose from a Markdown file, without the blocks that are executed.
type Text struct {
	File  string // "" where there is no such file
	Title string // its first heading
	Body  string // the rest
}

// Place finds a place by its id.
func (c *Campaign) Place(id string) (*Place, bool) { return lookup(c, "place", id, c.Places, placeID) }

// Someone finds a person by their id.
func (c *Campaign) Someone(id string) (*Person, bool) {
	return lookup(c, "person", id, c.People, personID)
}

// Faction finds a faction by its id.
func (c *Campaign) Faction(id string) (*Faction, bool) {
	return lookup(c, "faction", id, c.Factions, factionID)
}

// Item finds an item by its id.
func (c *Campaign) Item(id string) (*Item, bool) { return lookup(c, "item", id, c.Items, itemID) }

// Beat finds a beat by its id.
func (c *Campaign) Beat(id string) (*Beat, bool) { return lookup(c, "beat", id, c.Beats, beatID) }

// InOrder compares two of the campaign's beats by the order of the files.
func (c *Campaign) InOrder(a, b *Beat) int {
	_, i, _ := c.beatAt(a.ID)
	_, j, _ := c.beatAt(b.ID)
	return i - j
}

// beatAt finds a beat and its place.
func (c *Campaign) beatAt(id string) (b *Beat, place int, ok bool) {
	if place, ok = placeIn(c, "beat", id, c.Beats, beatID); !ok {
		return nil, 0, false
	}
	return &c.Beats[place], place, true
}

// Ending finds an ending by its id.
func (c *Campaign) Ending(id string) (*Ending, bool) {
	return lookup(c, "ending", id, c.Endings, endingID)
}

// Asset finds a picture or a sound by its path.
func (c *Campaign) Asset(path string) (*Asset, bool) {
	return lookup(c, "asset", path, c.Assets, assetPath)
}

func placeID(p *Place) string     { return p.ID }
func personID(p *Person) string   { return p.ID }
func factionID(f *Faction) string { return f.ID }
func itemID(i *Item) string       { return i.ID }
func beatID(b *Beat) string       { return b.ID }
func endingID(e *Ending) string   { return e.ID }
func assetPath(a *Asset) string   { return a.Path }

// index makes everything found by its id at once, when it is all read.
func (c *Campaign) index() {
	c.byID = map[string]map[string]int{
		"place": positions(c.Places, placeID), "person": positions(c.People, personID), "faction": positions(c.Factions, factionID),
		"item": positions(c.Items, itemID), "beat": positions(c.Beats, beatID), "ending": positions(c.Endings, endingID), "fact": positions(c.Facts, factID),
		"occasion": positions(c.Occasions, occasionID), "asset": positions(c.Assets, assetPath),
	}
	c.plot = indexPlot(c.Beats)
}

func positions[T any](all []T, id func(*T) string) map[string]int {
	at := make(map[string]int, len(all))
	for i := range all {
		at[id(&all[i])] = i
	}
	return at
}

// placeIn finds where something stands in its list, by the index where there is one; a
// campaign put together by hand has none.
func placeIn[T any](c *Campaign, kind, id string, all []T, idOf func(*T) string) (place int, ok bool) {
	if c.byID != nil {
		place, ok = c.byID[kind][id]
		return place, ok
	}
	for i := range all {
		if idOf(&all[i]) == id {
			return i, true
		}
	}
	return 0, false
}

func lookup[T any](c *Campaign, kind, id string, all []T, idOf func(*T) string) (*T, bool) {
	place, ok := placeIn(c, kind, id, all, idOf)
	if !ok {
		return nil, false
	}
	return &all[place], true
}

func find[T any](all []T, is func(*T) bool) (*T, bool) {
	for i := range all {
		if is(&all[i]) {
			return &all[i], true
		}
	}
	return nil, false
}

// tree is short for what JSON and YAML are read into.
type tree = strictjson.Object
