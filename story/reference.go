package story

import (
	"context"
	"errors"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// momentMade takes in a moment that may be written at from now on, whatever has happened so far.
func (s *State) momentMade(r persistence.Record) {
	e := r.Event
	_, timed := e.Lookup("minutes")
	own(s, partMoments, &s.Moments)[e.Text("moment")] = MomentMade{
		Moment:   event.Moment{Sequence: event.Sequence(e.Whole("sequence")), Label: e.Text("label"), Timed: timed, Minutes: e.Whole("minutes")},
		Metadata: e.Object("metadata"),
	}
}

// made reports whether a moment of a number was made.
func (s *State) made(sequence event.Sequence) bool {
	for _, m := range s.Moments {
		if m.Sequence == sequence {
			return true
		}
	}
	return false
}

// isAhead reports whether an event is written at a moment that was made and that the story has not
// come to: what is known or remembered then takes the story nowhere.
func (s *State) isAhead(e event.Event) bool {
	return !e.Kind.Worldly() && e.Kind != event.TurnOpened && e.Moment.Sequence > s.Moment.Sequence && s.made(e.Moment.Sequence)
}

func (s *State) loreAdded(r persistence.Record) {
	e := r.Event
	own(s, partLore, &s.Lore)[e.Text("chunk")] = LoreChunk{Source: e.Text("source"), Version: e.Text("version"), Position: r.Position}
}

func (s *State) loreWithdrawn(r persistence.Record) {
	id := r.Event.Text("chunk")
	if c, is := s.Lore[id]; is {
		c.Withdrawn = true
		own(s, partLore, &s.Lore)[id] = c
	}
}

// loreRow is how a chunk of the corpus is found: by its text, and among what its tags let through.
func loreRow(r persistence.Record) persistence.Change {
	e := r.Event
	data := strictjson.Object{}
	for _, name := range []string{"section", "category", "version"} {
		strictjson.Put(data, name, e.Text(name))
	}
	if metadata := e.Object("metadata"); metadata != nil {
		data["metadata"] = metadata
	}
	var tags []string
	for _, who := range e.Texts("audience") {
		tags = append(tags, audienceTag(who))
	}
	if len(tags) == 0 {
		tags = append(tags, audienceTag(Public))
	}
	for _, name := range []string{"category", "version"} {
		if is := e.Text(name); is != "" {
			tags = append(tags, name+":"+is)
		}
	}
	return persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
		Kind: persistence.Lore, Key: persistence.Key(e.Text("chunk")), Knower: event.Everyone, Text: e.Text("text"),
		Facets: persistence.Facets{Source: e.Text("source"), Tags: tags}, Data: data,
	}}
}

// Public is the audience of lore that everybody may read.
const Public = "public"

func audienceTag(who string) string { return "audience:" + who }

// Corpus is the branch of a playthrough along which its own corpus is written, from before the first
// event on. No story is told along it: what it holds is had wherever a story is, and is of no moment.
const Corpus event.BranchID = "corpus"

// Narrator is whom lore may be for that no character reads.
const Narrator = "narrator"

// A LoreQuery is what is looked for in the corpus. Every filter that is given must match.
type LoreQuery struct {
	Text                      string // "" finds everything, latest first
	Limit                     int    // 0 for all
	Relevance                 int    // the least, in thousandths
	Source, Category, Version string
}

// A LoreFound is a chunk that was found.
type LoreFound struct {
	ID                  string
	Text                string
	Source, Section     string
	Category, Version   string
	Metadata            strictjson.Object
	Relevance, Likeness int // thousandths, as those of [Recalled]
}

// Audience is as whom the character reads lore: what is public, what is for them, and what is for a
// faction that their attributes ("faction", "factions") say they are of.
func (v *View) Audience() []string {
	audience := []string{Public, "character:" + string(v.who)}
	attributes := v.state.Entities[string(v.who)].Attributes
	for _, faction := range append(strictjson.AsStrings[string](attributes["factions"]), strictjson.AsString(attributes["faction"])) {
		if faction != "" {
			audience = append(audience, "faction:"+faction)
		}
	}
	return audience
}

// Lore finds what the character may read of the corpus, best first: what is for their [View.Audience].
// What others may read moves no rank. Errors are persistence's.
func (v *View) Lore(ctx context.Context, q LoreQuery) ([]LoreFound, error) {
	if v.state.source == nil {
		return nil, nil
	}
	return searchLore(ctx, v.state.source.save, q, v.Audience())
}

// NarratorLore finds what is public and what is for the narrator alone. Errors are persistence's.
func NarratorLore(ctx context.Context, save *persistence.Save, q LoreQuery) ([]LoreFound, error) {
	return searchLore(ctx, save, q, []string{Public, Narrator})
}

// PublicLore finds what everybody may read. Errors are persistence's.
func PublicLore(ctx context.Context, save *persistence.Save, q LoreQuery) ([]LoreFound, error) {
	return searchLore(ctx, save, q, []string{Public})
}

func searchLore(ctx context.Context, save *persistence.Save, q LoreQuery, audience []string) (all []LoreFound, err error) {
	scope := persistence.Scope{At: save.At(Corpus), Kind: persistence.Lore, Knower: event.Everyone, Facets: persistence.Facets{Source: q.Source}}
	for _, filter := range [][2]string{{"category:", q.Category}, {"version:", q.Version}} {
		if filter[1] != "" {
			scope.Facets.Tags = append(scope.Facets.Tags, filter[0]+filter[1])
		}
	}
	for _, who := range audience {
		scope.AnyTag = append(scope.AnyTag, audienceTag(who))
	}
	tree, err := save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := tree.Branch(Corpus); errors.Is(err, persistence.ErrNotFound) {
		return nil, nil // there is no corpus yet
	}
	found, _, err := save.Best(ctx, scope, persistence.Query{Text: q.Text, Limit: q.Limit, Relevance: q.Relevance})
	for _, f := range found {
		data := f.Row.Data
		all = append(all, LoreFound{
			ID: string(f.Row.Key), Text: f.Row.Text, Source: f.Row.Facets.Source, Section: strictjson.AsString(data["section"]),
			Category: strictjson.AsString(data["category"]), Version: strictjson.AsString(data["version"]), Metadata: strictjson.AsObject(data["metadata"]),
			Relevance: f.Shared, Likeness: f.Likeness,
		})
	}
	return all, err
}

// Remembers reports whether somebody has a memory of an id.
func (s *State) Remembers(id string) bool { return isMemory(s, id) }
