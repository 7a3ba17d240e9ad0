package campaign

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Person is somebody the player can meet: a directory below characters/npcs.
type Person struct {
	ID            string            // the directory's name
	Name          string            `json:"name"`
	Role          string            `json:"role"`
	Age           Words             `json:"age"`
	Personality   Personality       `json:"personality"`
	Motivations   []string          `json:"motivations"`
	Speech        Speech            `json:"speech_patterns"`
	Relationships map[string]string `json:"relationships"`
	Portrait      string            `json:"portrait"` // a path below the campaign's directory, or ""
	Appearance    Words             `json:"appearance"`
	Background    string            `json:"background"`
	Goals         []Goal            `json:"goals"`
	Stats         map[string]Words  `json:"stats"`
	Inventory     []string          `json:"inventory"`
	Metadata      PersonMetadata    `json:"metadata"`

	Place       string            `json:"place"`
	Schedule    map[string]string `json:"schedule"` // by part of the day, see [OfDay]
	Faction     string            `json:"faction"`
	Pronouns    string            `json:"pronouns"`    // "she", "he", "they", "it"
	Disposition int               `json:"disposition"` // the opinion of the player at first
	Mannerisms  []string          `json:"mannerisms"`
	Lines       Lines             `json:"lines"`

	// Secrets are what this person knows from the start and nobody else.
	Secrets []Secret
}

// Personality is what a person is like.
type Personality struct {
	Traits  []string `json:"traits"`
	Flaws   []string `json:"flaws"`
	Virtues []string `json:"virtues"`
}

// Speech is how a person talks.
type Speech struct {
	Style    string   `json:"style"`
	Examples []string `json:"examples"`
}

// Lines are what a person says, by what they feel for the player.
type Lines struct {
	Warm    []string `json:"warm"`
	Neutral []string `json:"neutral"`
	Cold    []string `json:"cold"`
}

// A Goal is what a person is after.
type Goal struct {
	Description string `json:"goal,description"`
	Priority    Words  `json:"priority"`
	Status      string `json:"status"`
}

// PersonMetadata is what an author notes about a person.
type PersonMetadata struct {
	Importance      Words    `json:"importance"`
	FirstAppearance string   `json:"first_appearance"`
	Tags            []string `json:"tags"`
}

// A Secret is a fact that one person knows. A beat reveals it by "person/id".
type Secret struct {
	ID    string
	Title string
	Text  string
	File  string
	Line  int
}

// Words is a value that an author may write as text, as a number, or as text by
// feature; it is kept as text.
type Words string

// decodeTree writes features as "hair: grey; build: slight", in the order of
// their names.
func (w *Words) decodeTree(_ *decoder, v any, _ string) {
	switch v := v.(type) {
	case string:
		*w = Words(v)
	case strictjson.Number:
		*w = Words(v)
	case tree:
		var parts []string
		for _, name := range sortedKeys(v) {
			if text, ok := v[name].(string); ok {
				parts = append(parts, name+": "+text)
			}
		}
		*w = Words(strings.Join(parts, "; "))
	}
}

// decodeTree takes a goal in words or as an object.
func (g *Goal) decodeTree(d *decoder, v any, at string) {
	if text, ok := v.(string); ok {
		g.Description = text
		return
	}
	type fields Goal
	d.decode((*fields)(g), v, at)
}

// WhereAt is where a person usually is at an hour of the day.
func (p *Person) WhereAt(hour int) string {
	if place, ok := OfDay(p.Schedule, hour); ok {
		return place
	}
	return p.Place
}

// secretsOf reads secrets.md: each heading begins a secret; text before the
// first one is a secret by itself.
func secretsOf(file, text string) []Secret {
	var secrets []Secret
	times := map[string]int{}
	for _, section := range sections(text) {
		if section.title == "" && section.body == "" {
			continue
		}
		s := Secret{ID: slug(section.title), Title: section.title, Text: section.body, File: file, Line: section.line}
		if s.ID == "" {
			s.ID = "secret"
		}
		if s.Text == "" {
			s.Text = s.Title
		}
		if times[s.ID]++; times[s.ID] > 1 {
			s.ID = fmt.Sprintf("%s-%d", s.ID, times[s.ID])
		}
		secrets = append(secrets, s)
	}
	return secrets
}
