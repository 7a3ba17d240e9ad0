package story

import (
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
