package campaign

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Person is somebody the player can meet: a directory below characters/npcs.
type Person struct {
	ID            string            // the directory's name
	Name          string            `field:"name"`
	Role          string            `field:"role"`
	Age           Words             `field:"age"`
	Personality   Personality       `field:"personality"`
	Motivations   []string          `field:"motivations"`
	Speech        Speech            `field:"speech_patterns"`
	Relationships map[string]string `field:"relationships"`
	Regards       map[string]int    `field:"regards"`  // what they think of others at first, -100 to 100
	Portrait      string            `field:"portrait"` // a path below the campaign's directory, or ""
	Appearance    Words             `field:"appearance"`
	Background    string            `field:"background"`
	Goals         []Goal            `field:"goals"`
	Stats         map[string]Words  `field:"stats"`
	Inventory     []string          `field:"inventory"`
	Metadata      PersonMetadata    `field:"metadata"`

	Place       string            `field:"place"`
	Schedule    map[string]string `field:"schedule"` // by part of the day, see [OfDay]
	Faction     string            `field:"faction"`
	Pronouns    string            `field:"pronouns"`    // "she", "he", "they", "it"
	Disposition *int              `field:"disposition"` // the opinion of the player at first; nil where nobody wrote one
	Likes       []string          `field:"likes"`       // words: what pleases them in a stranger
	Dislikes    []string          `field:"dislikes"`
	Mannerisms  []string          `field:"mannerisms"`
	Lines       Lines             `field:"lines"`

	// Secrets are what this person knows from the start and nobody else.
	Secrets []Secret
}

// Personality is what a person is like.
type Personality struct {
	Traits  []string `field:"traits"`
	Flaws   []string `field:"flaws"`
	Virtues []string `field:"virtues"`
}

// Speech is how a person talks.
type Speech struct {
	Style    string   `field:"style"`
	Examples []string `field:"examples"`
}

// Lines are what a person says, by what they feel for the player.
type Lines struct {
	Warm    []string `field:"warm"`
	Neutral []string `field:"neutral"`
	Cold    []string `field:"cold"`
}

// A Goal is what a person is after.
type Goal struct {
	Description string `field:"goal,description"`
	Priority    Words  `field:"priority"`
	Status      string `field:"status"`
}

// goalsOver are the words for a goal that nobody is after any more.
var goalsOver = strings.Fields("done complete completed achieved fulfilled reached met resolved closed over failed abandoned dropped")

// Over reports whether nobody is after it any more.
func (g Goal) Over() bool { return slices.Contains(goalsOver, strings.ToLower(g.Status)) }

// PersonMetadata is what an author notes about a person.
type PersonMetadata struct {
	Importance      Words    `field:"importance"`
	FirstAppearance string   `field:"first_appearance"`
	Tags            []string `field:"tags"`
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
func (w *Words) decodeTree(_ *decoder, v any) {
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
func (g *Goal) decodeTree(d *decoder, v any) {
	if text, ok := v.(string); ok {
		g.Description = text
		return
	}
	type fields Goal
	d.decode((*fields)(g), v)
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
func secretsOf(file string, parts []section) []Secret {
	var secrets []Secret
	times := map[string]int{}
	for _, section := range parts {
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
