package scripttest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
	"github.com/narratoria/narratoria/story/world"
)

// Story is a playthrough that a script is tested in, as the section "story" of a
// transcript says it in JSON. All of it may be missing.
type Story struct {
	Turn    int64 `json:"turn"`
	Session int64 `json:"session"`
	Minutes int64 `json:"minutes"` // of story time: now

	People    map[string]string `json:"people"`    // those the player has met, and who are with them: names by id
	Strangers map[string]string `json:"strangers"` // those the player has not
	Factions  map[string]string `json:"factions"`
	Places    map[string]string `json:"places"`
	Place     string            `json:"place"` // where the player is; "here" where it is missing

	Memories  []Memory                     `json:"memories"` // the player's, oldest first
	Relations []Relation                   `json:"relations"`
	Threads   []Thread                     `json:"threads"`
	Facts     []string                     `json:"facts"` // that the player knows
	Lore      []Document                   `json:"lore"`
	Data      map[string]strictjson.Object `json:"data"`  // by skill; the script's is "skill"
	State     strictjson.Object            `json:"state"` // session state besides: "$scene", free keys
	Model     []string                     `json:"model"` // what a model writes, a text a call; where it is missing there is none

	Embedder vector.Embedder `json:"-"` // by which memories are found; where it is missing, what needs no model

	told *story.State
}

// Memory is one the player has: in words, of a deed, or both.
type Memory struct {
	Summary      string              `json:"summary"`
	Action       action.Action       `json:"action"` // what the player did
	Grade        action.Grade        `json:"grade"`  // and how it went
	Topic        string              `json:"topic"`
	Significance string              `json:"significance"` // medium where it is missing
	Characters   []event.CharacterID `json:"characters"`
	Location     string              `json:"location"`
	Tags         []string            `json:"tags"`
	Episodic     string              `json:"episodic"`
	Kind         string              `json:"kind"`
	Pinned       bool                `json:"pinned"`
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
	Audience []string `json:"audience"` // everybody where it is missing
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

// Base is what a host that is shown the story answers from. The story is not to be
// changed afterwards.
func (s *Story) Base(t testing.TB) host.Base {
	t.Helper()
	base := host.Base{State: s.playthrough(t), Lore: newLibrary(s.Lore)}
	if s.Model != nil {
		var steps []scripted.Step
		for _, text := range s.Model {
			steps = append(steps, scripted.Say(text))
		}
		base.Writer = scripted.New("model", steps...)
	}
	return base
}

// SessionState is what story.read reads: the player's view, and what the story adds.
func (s *Story) SessionState(t testing.TB) strictjson.Object {
	t.Helper()
	state := s.playthrough(t).Player().Object()
	maps.Copy(state, s.State)
	return state
}

// playthrough is the story's state, made once.
func (s *Story) playthrough(t testing.TB) *story.State {
	t.Helper()
	if s.told == nil {
		state, err := s.remembered(context.Background())
		if err != nil {
			t.Fatal("the story: ", err)
		}
		s.fill(state)
		s.told = state
	}
	return s.told
}

// remembered plays the turns in which memories were kept, in a save of their own, where
// they are searched.
func (s *Story) remembered(ctx context.Context) (*story.State, error) {
	save, err := persistence.New(mem.New(), &persistence.Options{Embedder: cmp.Or[vector.Embedder](s.Embedder, lexical.New())}).Create(ctx, "story", "story")
	if err != nil {
		return nil, err
	}
	p, err := story.Open(ctx, save)
	if err != nil {
		return nil, err
	}
	played := &player{Turn: p.Begin("story"), story: s}
	played.begin()
	for _, m := range s.Memories {
		played.keep(m)
	}
	played.until(s.Turn, s.Session)
	if played.err == nil {
		_, played.err = played.Commit(ctx)
	}
	if played.err != nil {
		return nil, played.err
	}
	// With no event more it is a state of its own, to be filled.
	return p.State().Apply(persistence.Record{Position: p.State().Position}), nil
}

// A player plays a story's turns, and keeps the first error.
type player struct {
	*story.Turn
	story *Story
	err   error
}

func (p *player) add(kind event.Kind, at event.Moment, data event.Data) event.Position {
	if p.err != nil {
		return 0
	}
	var position event.Position
	position, p.err = p.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Moment: at, Data: data})
	return position
}

// begin lets there be everybody and everything that memories speak of.
func (p *player) begin() {
	p.add(event.PlaythroughStarted, event.Moment{}, event.Data{
		"campaign": "story", "version": "1", "digest": "d", "persona": strictjson.Object{}, "parameters": strictjson.Object{},
	})
	all := p.story.entities()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		p.add(event.EntityAdded, event.Moment{}, event.Data{"entity": id, "type": string(all[id]), "name": id})
	}
}

// entities are the types of all that the story names, by id.
func (s *Story) entities() map[string]event.EntityType {
	all := map[string]event.EntityType{}
	for _, m := range s.Memories {
		if m.Location != "" {
			all[m.Location] = event.Place
		}
		for _, id := range m.Characters {
			if id != event.Player {
				all[string(id)] = event.Person
			}
		}
		for _, r := range m.Action.Refs() {
			if of := event.EntityType(r.Kind); r != action.Player && slices.Contains(event.EntityTypes(), of) {
				all[r.ID] = of
			}
		}
	}
	for kind, named := range map[event.EntityType]map[string]string{event.Person: s.People, event.Faction: s.Factions, event.Place: s.Places} {
		for id := range named {
			all[id] = kind
		}
	}
	return all
}

// until opens turns and sessions up to those given.
func (p *player) until(turn, session int64) {
	if p.State().Session.Number < session {
		p.add(event.SessionOpened, event.Moment{}, event.Data{"session": fmt.Sprintf("session-%d", session), "number": session})
	}
	for n := p.State().Turn.Number + 1; n <= turn && p.err == nil; n++ {
		p.add(event.TurnOpened, event.Moment{Sequence: event.Sequence(n)}, event.Data{"turn": fmt.Sprintf("turn-%d", n), "number": n, "seed": "s"})
	}
}

func (p *player) keep(m Memory) {
	if m.Turn < p.State().Turn.Number && p.err == nil {
		p.err = errors.New("memories: the oldest first")
	}
	p.until(m.Turn, m.Session)
	at := event.Moment{Sequence: max(p.State().Moment.Sequence, 1), Timed: true, Minutes: m.Minutes}
	significance := cmp.Or(m.Significance, "medium")
	data := event.Data{
		"memory": fmt.Sprintf("memory-%d", p.State().Position+1), "knower": string(event.Player), "significance": significance,
		"characters": texts(m.Characters), "tags": m.Tags, "source": "narrative",
	}
	for name, value := range map[string]string{"words": m.Summary, "place": m.Location, "episodic": m.Episodic, "kind": m.Kind, "topic": action.Slug(m.Topic)} {
		if value != "" {
			data[name] = value
		}
	}
	if m.Topic != "" {
		p.add(event.TopicRaised, event.Moment{}, event.Data{"topic": data["topic"], "words": m.Topic})
	}
	if m.Action.Kind != "" {
		m.Action.By = action.Player
		data["of"] = int64(p.add(event.Acted, at, event.Data{
			"action": m.Action.Object(), "outcome": action.Outcome{Grade: m.Grade}.Object(), "significance": significance,
		}))
	}
	if p.State().Moment.Sequence == 0 {
		at = event.Moment{} // nothing has happened yet
	}
	p.add(event.MemoryKept, at, data)
	if m.Pinned {
		p.add(event.MemoryPinned, event.Moment{}, event.Data{"memory": data["memory"], "who": string(event.Player)})
	}
}

func texts(ids []event.CharacterID) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = string(id)
	}
	return all
}

// fill gives the playthrough what else the story says.
func (s *Story) fill(state *story.State) {
	state.Minutes, state.Turn.Number, state.Session = s.Minutes, s.Turn, story.Session{Number: s.Session, Open: true}
	state.Moment = event.Moment{Sequence: event.Sequence(s.Turn), Timed: true, Minutes: s.Minutes}
	state.Entities, state.Free = map[string]story.Entity{}, strictjson.Object{}
	state.Relations, state.Data = map[story.Pair]story.Relation{}, map[string]map[string]any{}
	for skill, values := range s.Data {
		state.Data[skill] = values
	}
	for kind, named := range map[event.EntityType]map[string]string{event.Person: s.People, event.Faction: s.Factions, event.Place: s.Places} {
		for id, name := range named {
			state.Entities[id] = story.Entity{ID: id, Type: kind, Name: name}
		}
	}
	here := cmp.Or(s.Place, "here")
	state.People = map[event.CharacterID]story.Character{event.Player: {Place: here}}
	known := &story.Knowledge{
		People: map[event.CharacterID]story.Acquaintance{}, Regards: map[string]story.Relation{}, Topics: map[string]story.TopicKnown{},
	}
	if was := state.Known[event.Player]; was != nil {
		known.Topics = was.Topics
	}
	for id := range s.People {
		state.People[event.CharacterID(id)] = story.Character{Place: here}
		known.People[event.CharacterID(id)] = story.Acquaintance{Met: 1, Seen: 1, Place: here}
	}
	for id, name := range s.Strangers {
		state.Entities[id], state.People[event.CharacterID(id)] = story.Entity{ID: id, Type: event.Person, Name: name}, story.Character{}
	}
	state.World = world.World{}
	for _, who := range slices.Sorted(maps.Keys(state.People)) {
		if at := state.People[who].Place; at != "" {
			state.World.Apply(state.Position, event.Event{
				Kind: event.Moved, Perception: &event.Perception{WitnessedBy: everybody(state)}, Data: event.Data{"who": string(who), "to": at},
			})
		}
	}
	state.Known = map[event.CharacterID]*story.Knowledge{event.Player: known}
	s.relate(state, known)
	s.positioned(state, known)
}

func everybody(state *story.State) []event.CharacterID { return slices.Sorted(maps.Keys(state.People)) }

// relate begins the opinions. Those of the player have shown themselves, but for
// strangers'.
func (s *Story) relate(state *story.State, known *story.Knowledge) {
	for _, r := range s.Relations {
		r.Whom = cmp.Or(r.Whom, string(event.Player))
		relation := story.Relation{Score: int64(r.Score), Changed: r.Changed, Unit: r.UnitMinutes, Keep: r.Keep, Begun: r.Begun}
		state.Relations[story.Pair{Who: r.Who, Whom: r.Whom}] = relation
		if _, strange := s.Strangers[r.Who]; r.Whom == string(event.Player) && !strange {
			known.Regards[r.Who] = relation
		}
	}
}

// positioned gives the playthrough what has a position in its log.
func (s *Story) positioned(state *story.State, known *story.Knowledge) {
	next := func() event.Position {
		state.Position++
		return state.Position
	}
	for _, thread := range s.Threads {
		known.Threads = append(known.Threads, story.Thread{
			ID: thread.ID, Title: thread.Title, Summary: thread.Summary, Outcome: thread.Outcome,
			Open: thread.Outcome == "", Turn: s.Turn, Position: next(),
		})
	}
	state.Minds = mind.Minds{Turn: s.Turn}
	for i, content := range s.Facts {
		id := fmt.Sprintf("fact-%d", i+1)
		state.Minds.Apply(next(), event.Event{Kind: event.FactEstablished, Data: event.Data{"fact": id, "content": content}})
		state.Minds.Apply(next(), event.Event{Kind: event.FactLearned, Data: event.Data{"who": string(event.Player), "fact": id, "source": "witnessed"}})
	}
	state.Turn.First = state.Position + 1
}

// library searches a story's lore by words, whatever is asked: no model is here.
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
func (l *library) Search(_ context.Context, audience []string, q host.LoreQuery) ([]host.Snippet, error) {
	var passed []Document
	var read []rank.Doc
	for i, d := range l.documents {
		if host.IsFor(d.Audience, audience) && q.Filter.Passes(host.LoreFilter{Mode: d.Mode, Kind: d.Kind, Category: d.Category, Source: d.Source, Tags: d.Tags}) {
			passed, read = append(passed, d), append(read, l.read[i])
		}
	}
	scores := l.lexicon.Query(q.Text).BM25(read)
	var found []host.Snippet
	for _, i := range rank.Top(q.Limit, scores, cmp.Compare) {
		d := passed[i]
		found = append(found, host.Snippet{
			Text: d.Text, Title: d.Title, Source: d.Source, Mode: d.Mode, Kind: d.Kind, Author: d.Author,
			Relevance: scores[i].Relevance,
		})
	}
	return found, nil
}
