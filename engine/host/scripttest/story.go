package scripttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Story is a playthrough that a script is tested in, as the section "story" of a
// transcript says it in JSON. All of it may be missing.
type Story struct {
	Turn    int64 `json:"turn"`
	Session int64 `json:"session"`
	Minutes int64 `json:"minutes"` // of story time: now

	People    map[string]string `json:"people"`    // those the player has met: names by id
	Strangers map[string]string `json:"strangers"` // those the player has not
	Factions  map[string]string `json:"factions"`
	Places    map[string]string `json:"places"`
	Place     string            `json:"place"` // where the player is

	Memories  []Memory                     `json:"memories"` // the player's, oldest first
	Relations []Relation                   `json:"relations"`
	Threads   []Thread                     `json:"threads"`
	Facts     []string                     `json:"facts"` // that the player knows
	Lore      []Document                   `json:"lore"`
	Data      map[string]strictjson.Object `json:"data"`  // by skill; the script's is "skill"
	State     strictjson.Object            `json:"state"` // session state besides: "$scene", free keys
}

// Memory is one the player has.
type Memory struct {
	Summary      string              `json:"summary"`
	Significance string              `json:"significance"` // medium where it is missing
	Characters   []event.CharacterID `json:"characters"`
	Location     string              `json:"location"`
	Tags         []string            `json:"tags"`
	Episodic     string              `json:"episodic"`
	Turn         int64               `json:"turn"`
	Session      int64               `json:"session"`
	Minutes      int64               `json:"minutes"`
}

// Relation is an opinion, as it was when it last changed.
type Relation struct {
	Who         string          `json:"who"`
	Whom        string          `json:"whom"` // player where it is missing
	Score       kit.Thousandths `json:"score"`
	Changed     int64           `json:"changed"` // minutes of story time
	UnitMinutes int64           `json:"unit_minutes"`
	Keep        int64           `json:"keep"`
	Begun       bool            `json:"begun"`
}

// Thread is a line of the plot.
type Thread struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Outcome string `json:"outcome"` // of one that has ended
}

// Document is a piece of lore.
type Document struct {
	Text     string   `json:"text"`
	Title    string   `json:"title"`
	Source   string   `json:"source"`
	Mode     string   `json:"mode"`
	Kind     string   `json:"kind"`
	Category string   `json:"category"`
	Author   string   `json:"author"`
	Tags     []string `json:"tags"`
}

// ReadStory reads the section "story".
func ReadStory(text []byte) (*Story, error) {
	if _, err := strictjson.ParseObject(text); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	s := &Story{}
	return s, decoder.Decode(s)
}

// Base is what a host that is shown the story answers from.
func (s *Story) Base() host.Base {
	state := s.playthrough()
	return host.Base{View: state.Player(), State: state, Lore: newLibrary(s.Lore)}
}

// SessionState is what story.read reads: the player's view, and what the story adds.
func (s *Story) SessionState() strictjson.Object {
	state := s.playthrough().Player().Object()
	maps.Copy(state, s.State)
	return state
}

func (s *Story) playthrough() *story.State {
	state := &story.State{
		Minutes: s.Minutes, Turn: story.Opened{Number: s.Turn}, Session: story.Session{Number: s.Session, Open: true},
		Moment:   event.Moment{Sequence: event.Sequence(s.Turn), Timed: true, Minutes: s.Minutes},
		Entities: map[string]story.Entity{}, People: map[event.CharacterID]story.Character{},
		Relations: map[story.Pair]story.Relation{}, Facts: map[string]story.Fact{}, Data: map[string]map[string]any{},
		Free: strictjson.Object{},
	}
	state.People[event.Player] = story.Character{Place: s.Place}
	for kind, named := range map[string]map[string]string{"person": s.People, "faction": s.Factions, "place": s.Places} {
		for id, name := range named {
			state.Entities[id] = story.Entity{ID: id, Type: kind, Name: name}
		}
	}
	for id := range s.People {
		state.People[event.CharacterID(id)] = story.Character{Met: 1, Seen: 1}
	}
	for id, name := range s.Strangers {
		state.Entities[id] = story.Entity{ID: id, Type: "person", Name: name}
		state.People[event.CharacterID(id)] = story.Character{}
	}
	for skill, values := range s.Data {
		state.Data[skill] = values
	}
	s.fill(state)
	return state
}

// fill gives the playthrough what has a position in its log.
func (s *Story) fill(state *story.State) {
	next := func() event.Position {
		state.Position++
		return state.Position
	}
	for _, m := range s.Memories {
		if m.Significance == "" {
			m.Significance = "medium"
		}
		position := next()
		state.Memories = append(state.Memories, story.Memory{
			ID: fmt.Sprintf("memory-%d", position), Knower: event.Player, Summary: m.Summary, Significance: m.Significance,
			Characters: m.Characters, Place: m.Location, Tags: m.Tags, Episodic: m.Episodic, Source: "narrative",
			Minutes: m.Minutes, Turn: m.Turn, Session: m.Session, Position: position,
		})
	}
	for _, r := range s.Relations {
		if r.Whom == "" {
			r.Whom = string(event.Player)
		}
		state.Relations[story.Pair{Who: r.Who, Whom: r.Whom}] = story.Relation{
			Score: int64(r.Score), Changed: r.Changed, Unit: r.UnitMinutes, Keep: r.Keep, Begun: r.Begun,
		}
	}
	for _, thread := range s.Threads {
		state.Threads = append(state.Threads, story.Thread{
			ID: thread.ID, Title: thread.Title, Summary: thread.Summary, Outcome: thread.Outcome,
			Open: thread.Outcome == "", Turn: s.Turn, Position: next(),
		})
	}
	for i, content := range s.Facts {
		id := fmt.Sprintf("fact-%d", i+1)
		state.Facts[id] = story.Fact{ID: id, Content: content, Position: next()}
		state.Learned = append(state.Learned, story.Learned{Who: event.Player, Fact: id, Source: "witnessed", Turn: s.Turn, Position: next()})
	}
	state.Turn.First = state.Position + 1
}

// library searches a story's lore by words.
type library struct {
	documents []Document
	lexicon   rank.Lexicon
	read      []rank.Doc
}

func newLibrary(documents []Document) *library {
	l := &library{documents: documents}
	for _, d := range documents {
		l.read = append(l.read, l.lexicon.Doc(d.Title+"\n"+d.Text))
	}
	return l
}

// Search implements host.Lore.
func (l *library) Search(_ context.Context, query string, limit int, filter host.LoreFilter) ([]host.Snippet, error) {
	var passed []Document
	var read []rank.Doc
	for i, d := range l.documents {
		if d.passes(filter) {
			passed, read = append(passed, d), append(read, l.read[i])
		}
	}
	scores := l.lexicon.Query(query).BM25(read)
	var found []host.Snippet
	for _, i := range rank.Top(limit, scores, func(i int) string { return fmt.Sprintf("%09d", i) }) {
		d := passed[i]
		found = append(found, host.Snippet{
			Text: d.Text, Title: d.Title, Source: d.Source, Mode: d.Mode, Kind: d.Kind, Author: d.Author,
			Relevance: scores[i].Relevance,
		})
	}
	return found, nil
}

func (d *Document) passes(filter host.LoreFilter) bool {
	is := func(value, wanted string) bool { return wanted == "" || strings.EqualFold(value, wanted) }
	return is(d.Mode, filter.Mode) && is(d.Kind, filter.Kind) && is(d.Category, filter.Category) && is(d.Source, filter.Source) &&
		!slices.ContainsFunc(filter.Tags, func(tag string) bool { return !slices.Contains(d.Tags, tag) })
}
