package host

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// The methods that write, as their effects name them.
const (
	memoryWrite   = "memory.write"
	relationWrite = "relation.write"
	storyRecord   = "story.record"
	dataSet       = "data.set"
	dataDelete    = "data.delete"
)

// draft is what a write brings about in the staged story as it is now; nothing where it was
// brought about already. The error is a *shareError where the skill has no room for it.
func (t *stagedStory) draft(effect plan.Effect) ([]event.Event, error) {
	var drafted []event.Event
	switch p := effect.Params; effect.Method {
	case memoryWrite:
		drafted = t.draftMemory(p)
	case relationWrite:
		drafted = t.draftRelation(p)
	case storyRecord:
		drafted = t.draftRecord(p)
	case dataSet, dataDelete:
		drafted = t.draftData(effect)
	default:
		return nil, errors.New("no such method writes")
	}
	for i := range drafted {
		e := &drafted[i]
		e.Actor = event.Actor(effect.Script.Skill)
		if deed, is := t.state.LatestDeed(); is && follows[e.Kind] {
			e.Cause = deed.Position
		}
		encoded, err := event.Encode(filled(*e))
		if err != nil {
			return nil, err
		}
		decoded, err := event.Decode(encoded)
		if err != nil {
			return nil, err
		}
		e.Data = decoded.Data // as it will be read from the log
	}
	if err := t.share(effect.Script.Skill, drafted); err != nil {
		return nil, err
	}
	return drafted, nil
}

// follows are the kinds that come of the turn's deed, whoever writes them down.
var follows = map[event.Kind]bool{
	event.MemoryKept: true, event.RelationBegun: true, event.RelationChanged: true, event.FactLearned: true,
	event.ThreadOpened: true, event.ThreadContinued: true, event.ThreadResolved: true, event.TopicRaised: true,
}

// filled is an event with what its turn will fill in.
func filled(e event.Event) event.Event {
	if e.Kind.Worldly() {
		e.Moment.Sequence = 1
	}
	if e.Kind.Perceived() && e.Perception == nil {
		e.Perception = &event.Perception{}
	}
	return e
}

// draftMemory keeps a memory of the turn's deed: whoever writes it brings words, and what
// was done stands with it whatever they say. Words that only say the deed again are not
// kept, since they can be made at any time. What it leaves to talk of comes up with it.
func (t *stagedStory) draftMemory(p protocol.Object) []event.Event {
	data := event.Data{
		"memory": t.newID("kept"), "knower": string(event.Player), "significance": p["significance"], "source": p["source"],
	}
	words, kind := strictjson.AsString(p["summary"]), string(event.Perceiving)
	if deed, is := t.state.LatestDeed(); is {
		data["of"] = int64(deed.Position)
		kind = string(deed.Experience())
		if words == t.state.Player().Tell(&deed) {
			words = ""
		}
	}
	data["kind"] = cmp.Or(strictjson.AsString(p["kind"]), kind)
	strictjson.Put(data, "words", words)
	if place := strictjson.AsString(p["location"]); t.isPlace(place) {
		strictjson.Put(data, "place", place)
	}
	strictjson.Put(data, "episodic", strictjson.AsString(p["episodic"]))
	if characters := t.existing(p["characters"]); len(characters) > 0 {
		data["characters"] = characters
	}
	if tags := strictjson.AsStrings[string](p["tags"]); len(tags) > 0 {
		data["tags"] = tags
	}
	if positions := t.positions(strictjson.AsStrings[string](p["because"])); len(positions) > 0 {
		data["because"] = positions
	}
	topic := action.Slug(strictjson.AsString(p["topic"]))
	if topic == "" {
		return []event.Event{{Kind: event.MemoryKept, Data: data}}
	}
	data["topic"] = topic
	if t.state.Player().TopicWords(topic) != "" {
		return []event.Event{{Kind: event.MemoryKept, Data: data}}
	}
	return []event.Event{
		{Kind: event.TopicRaised, Perception: thought, Data: event.Data{"topic": topic, "words": p["topic"]}},
		{Kind: event.MemoryKept, Data: data},
	}
}

// thought is the perception of what comes to the player's mind, and to no other's.
var thought = &event.Perception{WitnessedBy: []event.CharacterID{event.Player}, ApparentAudience: []event.CharacterID{event.Player}}

// positions are those of the events behind handles. What the same plan has only
// just written has none yet, and is left out.
func (t *stagedStory) positions(handles []string) []any {
	var positions []any
	for _, handle := range handles {
		if position, known := t.before.Position(handle); known {
			positions = append(positions, int64(position))
		}
	}
	return positions
}

func (t *stagedStory) draftRelation(p protocol.Object) []event.Event {
	pair := story.Pair{Who: strictjson.AsString(p["who"]), Whom: strictjson.AsString(p["whom"])}
	if !t.exists(pair.Who) || !t.exists(pair.Whom) {
		return nil
	}
	data := event.Data{"who": pair.Who, "whom": pair.Whom}
	score, begins := p["score"]
	if !begins {
		data["by"] = int64(thousandths(p["by"]))
		strictjson.Put(data, "reason", strictjson.AsString(p["reason"]))
		strictjson.Put(data, "significance", strictjson.AsString(p["significance"]))
		return []event.Event{{Kind: event.RelationChanged, Data: data}}
	}
	if t.state.Relations[pair].Begun {
		return nil
	}
	data["score"] = int64(thousandths(score))
	data["decay"] = strictjson.Object{"unit_minutes": strictjson.AsInteger(p["unit_minutes"]), "keep": strictjson.AsInteger(p["keep"])}
	if parts, there := p["parts"]; there {
		data["parts"] = parts
	}
	return []event.Event{{Kind: event.RelationBegun, Data: data}}
}

func (t *stagedStory) draftRecord(p protocol.Object) []event.Event {
	switch p["kind"] {
	case recordThread:
		return t.draftThread(p)
	case recordFact:
		return t.draftFact(p)
	}
	data := event.Data{"text": p["text"], "significance": p["significance"]}
	strictjson.Put(data, "place", t.state.Place())
	if who := t.existing(p["who"]); len(who) > 0 {
		data["who"] = who
	}
	if tags := strictjson.AsStrings[string](p["tags"]); len(tags) > 0 {
		data["tags"] = tags
	}
	return []event.Event{{Kind: event.Happened, Data: data}}
}

func (t *stagedStory) draftThread(p protocol.Object) (drafted []event.Event) {
	id, summary, outcome := strictjson.AsString(p["thread"]), strictjson.AsString(p["summary"]), strictjson.AsString(p["outcome"])
	thread, known := t.state.Player().Thread(id)
	if known && !thread.Open {
		return nil
	}
	if !known {
		title := strictjson.AsString(p["title"])
		if title == "" {
			title = id
		}
		data := event.Data{"thread": id, "title": title}
		strictjson.Put(data, "summary", summary)
		drafted = append(drafted, event.Event{Kind: event.ThreadOpened, Data: data})
	} else if summary != "" {
		drafted = append(drafted, event.Event{Kind: event.ThreadContinued, Data: event.Data{"thread": id, "summary": summary}})
	}
	if outcome != "" {
		drafted = append(drafted, event.Event{Kind: event.ThreadResolved, Data: event.Data{"thread": id, "outcome": outcome}})
	}
	return drafted
}

// draftFact establishes a fact, unless the player knows as much.
func (t *stagedStory) draftFact(p protocol.Object) []event.Event {
	if t.state.Player().HasContent(strictjson.AsString(p["content"])) {
		return nil
	}
	id := t.newID("found")
	data := event.Data{"fact": id, "content": p["content"]}
	strictjson.Put(data, "category", strictjson.AsString(p["category"]))
	if about := t.existing(p["about"]); len(about) > 0 {
		data["about"] = about
	}
	return []event.Event{
		{Kind: event.FactEstablished, Data: data},
		{Kind: event.FactLearned, Data: event.Data{"who": string(event.Player), "fact": id, "source": string(event.Discovered)}},
	}
}

// draftData keeps or removes a value. One for which several steps that did not know of
// each other have left no room is left out.
func (t *stagedStory) draftData(effect plan.Effect) []event.Event {
	skill, key, value := string(effect.Script.Skill), strictjson.AsString(effect.Params["key"]), effect.Params["value"]
	data := event.Data{"skill": skill, "key": key}
	if effect.Method == dataDelete {
		return []event.Event{{Kind: event.DataDeleted, Data: data}}
	}
	size := len(key) + encodedSize(value)
	if old, had := t.state.Data[skill][key]; had {
		size -= len(key) + encodedSize(old)
	}
	if t.state.Kept(skill)+size > maxBytes {
		return nil
	}
	data["value"] = value
	return []event.Event{{Kind: event.DataSet, Data: data}}
}

// newID is an id for what the next event brings about: which of its turn's events
// it is, so that no two are the same.
func (t *stagedStory) newID(word string) string {
	n := t.state.Position - t.state.Turn.First + 2
	return fmt.Sprintf("%s-%d-%d", word, t.state.Turn.Number, n)
}

// isPlace reports whether the story knows a place.
func (t *stagedStory) isPlace(id string) bool {
	_, known := t.state.Entities[id]
	return known || t.anybody || id == t.state.Place()
}

// existing are those of some ids that the story knows.
func (t *stagedStory) existing(ids any) []string {
	return slices.DeleteFunc(strictjson.AsStrings[string](ids), func(id string) bool { return !t.exists(id) })
}
