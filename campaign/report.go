package campaign

import (
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
)

// A Report is what was understood of a campaign, for its author.
type Report struct {
	Title, Version, Author string
	Counts                 []Count
	Rules                  string
	RulesAuthored          bool
	Constraints            []string // what is checked, a line each
	Player                 string   // how the character is made
	Judged                 []Judged // conditions in words
	Scored                 []string // endings without conditions that no effect names
	Unused                 []string // pictures and sounds that nothing names or is linked to
	Faceless               []string // people without a picture of the author's
	Opening                string
	State                  []string // the names of the campaign's own session state
}

// A Count is how many there are of something.
type Count struct {
	What string
	N    int
}

// Judged is a condition in words: it is judged, not computed.
type Judged struct {
	Of    string // "beat arrival"
	Words string
}

// Report gathers it.
func (c *Campaign) Report() Report {
	r := Report{
		Title: c.Manifest.Title, Version: c.Manifest.Version, Author: c.Manifest.Author,
		Rules: c.Rules.String(), RulesAuthored: c.Rules.Authored, Player: c.Player.summary(),
		Counts: c.counts(), Judged: c.judged(), Unused: c.unused(), Opening: c.opening(),
		State: slices.Sorted(slices.Values(c.names.of["state"])),
	}
	for i := range c.Constraints.Checks {
		r.Constraints = append(r.Constraints, c.Constraints.Checks[i].String())
	}
	for i := range c.People {
		if _, ok := c.Portrait(c.People[i].ID); !ok && !c.Extracted {
			r.Faceless = append(r.Faceless, c.People[i].ID)
		}
	}
	named := c.endingsNamed(func(*Beat) bool { return true })
	for _, e := range c.Endings {
		if e.Conditions == nil && !named[e.ID] {
			r.Scored = append(r.Scored, e.ID)
		}
	}
	return r
}

func (c *Campaign) counts() []Count {
	choices, secrets, pictures, generated := 0, 0, 0, 0
	for i := range c.Beats {
		choices += len(c.Beats[i].Choices)
	}
	for i := range c.People {
		secrets += len(c.People[i].Secrets)
	}
	for i := range c.Assets {
		if c.Assets[i].Media.Type == "image" {
			pictures++
		}
		if c.Assets[i].Generated() {
			generated++
		}
	}
	return []Count{
		{"places", len(c.Places)}, {"people", len(c.People)}, {"secrets", secrets}, {"facts", len(c.Facts)}, {"factions", len(c.Factions)},
		{"items", len(c.Items)}, {"beats", len(c.Beats)}, {"choices", choices}, {"occasions", len(c.Occasions)}, {"endings", len(c.Endings)},
		{"lore documents", len(c.Lore)}, {"pictures", pictures}, {"sounds", len(c.Assets) - pictures}, {"made by a model", generated},
	}
}

func (c *Campaign) judged() []Judged {
	var all []Judged
	visit := func(of string, when *condition.Condition) {
		for _, words := range when.Prose() {
			all = append(all, Judged{of, words})
		}
	}
	for i := range c.Beats {
		c.Beats[i].conditions(visit)
	}
	for i := range c.Endings {
		visit("ending "+c.Endings[i].ID, c.Endings[i].Conditions)
	}
	return all
}

func (c *Campaign) unused() []string {
	named := c.filesNamed()
	var unused []string
	for i := range c.Assets {
		if a := &c.Assets[i]; !named[a.Path] && len(a.Links) == 0 {
			unused = append(unused, a.Path)
		}
	}
	return unused
}

func (c *Campaign) filesNamed() map[string]bool {
	named := map[string]bool{}
	for _, p := range c.Places {
		named[p.Picture], named[p.Music] = true, true
	}
	for _, p := range c.People {
		named[p.Portrait] = true
	}
	for _, b := range c.Beats {
		named[b.Picture], named[b.Music] = true, true
	}
	for _, e := range c.Endings {
		named[e.Picture], named[e.Music] = true, true
	}
	for _, i := range c.Items {
		named[i.Picture] = true
	}
	for _, p := range c.Player.Presets {
		named[p.Portrait] = true
	}
	return named
}

func (c *Campaign) opening() string {
	o := c.Manifest.Opening
	text := ""
	for _, part := range []struct{ before, value string }{{"beat ", o.Beat}, {"at ", c.Start()}, {"on ", o.Time}, {"in ", o.Weather}} {
		if part.value != "" {
			text += ", " + part.before + part.value
		}
	}
	if text == "" {
		return "anywhere"
	}
	return text[2:]
}

func (t *Template) summary() string {
	return fmt.Sprintf("%s, %d presets, %d races, %d classes, %d stats, %d traits", t.Mode, len(t.Presets), len(t.Races), len(t.Classes), len(t.Stats), len(t.Traits))
}

// String is a constraint in one line.
func (c *Constraint) String() string {
	text := c.ID + ":"
	for _, words := range c.Never {
		text += fmt.Sprintf(" never %q;", words)
	}
	if c.Hold != nil {
		text += fmt.Sprintf(" always %s;", c.Hold)
	}
	return text[:len(text)-1]
}

// Weathers are the kinds of weather that places have sentences for, sorted.
func (c *Campaign) Weathers() []string {
	all := map[string]bool{}
	for _, p := range c.Places {
		for weather := range p.ByWeather {
			all[weather] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
