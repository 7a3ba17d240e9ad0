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
// gives it some through an [Extractor].
package campaign

import (
	"io/fs"

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
	Endings     []Ending
	Lore        []Document
	Assets      []Asset

	// Extracted reports whether people, places and things were found in the prose
	// by [Complete] instead of written by the author.
	Extracted bool

	fsys  fs.FS
	names *names
}

// A Manifest is manifest.json.
type Manifest struct {
	Title             string   `json:"title"`
	Version           string   `json:"version"`
	Author            string   `json:"author"`
	Description       string   `json:"description"`
	Genre             string   `json:"genre"`
	Tone              string   `json:"tone"`
	ContentRating     string   `json:"content_rating"`
	RulesHint         string   `json:"rules_hint"`
	HydrationGuidance string   `json:"hydration_guidance"`
	ContentWarnings   []string `json:"content_warnings"`
	EstimatedPlaytime float64  `json:"estimated_playtime_hours"`
	Tags              []string `json:"tags"`
	License           string   `json:"license"`
	Homepage          string   `json:"homepage"`
	Opening           Opening  `json:"opening"`
	Person            string   `json:"person"` // "first", "second", "third"
	Tense             string   `json:"tense"`  // "present", "past"
}

// An Opening is where and when a story begins. Every field may be empty.
type Opening struct {
	Beat    string `json:"beat"`
	Place   string `json:"place"`
	Time    string `json:"time"` // "1887-10-30T16:40"
	Weather string `json:"weather"`
}

// A Text is prose from a Markdown file, without the blocks that are executed.
type Text struct {
	File  string // "" where there is no such file
	Title string // its first heading
	Body  string // the rest
}

// Place finds a place by its id.
func (c *Campaign) Place(id string) (*Place, bool) {
	return find(c.Places, func(p *Place) bool { return p.ID == id })
}

// Someone finds a person by their id.
func (c *Campaign) Someone(id string) (*Person, bool) {
	return find(c.People, func(p *Person) bool { return p.ID == id })
}

// Faction finds a faction by its id.
func (c *Campaign) Faction(id string) (*Faction, bool) {
	return find(c.Factions, func(f *Faction) bool { return f.ID == id })
}

// Item finds an item by its id.
func (c *Campaign) Item(id string) (*Item, bool) {
	return find(c.Items, func(i *Item) bool { return i.ID == id })
}

// Beat finds a beat by its id.
func (c *Campaign) Beat(id string) (*Beat, bool) {
	return find(c.Beats, func(b *Beat) bool { return b.ID == id })
}

// Ending finds an ending by its id.
func (c *Campaign) Ending(id string) (*Ending, bool) {
	return find(c.Endings, func(e *Ending) bool { return e.ID == id })
}

// Asset finds a picture or a sound by its path.
func (c *Campaign) Asset(path string) (*Asset, bool) {
	return find(c.Assets, func(a *Asset) bool { return a.Path == path })
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
