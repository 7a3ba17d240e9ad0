package story

import (
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// rowOf is the row that an event writes, for what is searched. It is a function of
// the state before it and of the event, so rows can be made again from the log.
//
//	memory.kept                        memory    of its knower
//	relation.begun, relation.changed   relation  of who feels
//	fact.learned, secret.revealed      fact      of who learns; one that nobody has learned is nobody's to find
//	thread.*                           thread    of the player
//	portrait.made                      portrait  of everyone
//	session.*                          session   of everyone
func rowOf(s *State, r persistence.Record) (persistence.Change, bool) {
	make, has := rowMakers[r.Event.Kind]
	if !has {
		return persistence.Change{}, false
	}
	change := make(s, r.Event)
	if change.Op == "" {
		return change, false
	}
	change.Row.Moment = r.Event.Moment.Sequence
	change.Row.Timed, change.Row.Minutes = true, s.minutesOf(r.Event)
	change.Row.Facets.Session = s.Session.ID
	return change, true
}

var rowMakers = map[event.Kind]func(*State, event.Event) persistence.Change{
	event.MemoryKept:      memoryRow,
	event.MemoryWithdrawn: withdrawnRow,
	event.RelationBegun:   relationRow,
	event.RelationChanged: relationRow,
	event.FactLearned:     learnedRow,
	event.SecretRevealed:  revealedRow,
	event.ThreadOpened:    threadRow,
	event.ThreadContinued: threadRow,
	event.ThreadResolved:  threadRow,
	event.PortraitMade:    portraitRow,
	event.SessionOpened:   openedRow,
	event.SessionClosed:   closedRow,
}

// stores is the operation that begins a record, or gives it its next version.
func stores(again bool) persistence.Op {
	if again {
		return persistence.OpUpdate
	}
	return persistence.OpStore
}

// keyOf is the key of a record that several ids name together.
func keyOf(ids ...string) persistence.Key {
	key := strings.Join(ids, ">")
	if strings.Count(key, ">") == len(ids)-1 && event.CheckID(key) == nil {
		return persistence.Key(key)
	}
	return persistence.Key(event.HashOf(strictjson.Append(nil, ids)).String())
}

func memoryRow(_ *State, e event.Event) persistence.Change {
	data := strictjson.Object{"significance": e.Text("significance")}
	put(data, "episodic", e.Text("episodic"))
	put(data, "source", e.Text("source"))
	m := Memory{Summary: e.Text("summary"), Tags: e.Texts("tags")}
	return persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
		Kind: persistence.Memory, Key: persistence.Key(e.Text("memory")), Knower: event.CharacterID(e.Text("knower")),
		Text:   searched(&m),
		Facets: persistence.Facets{Location: e.Text("place"), Characters: characterIDs(e.Texts("characters")), Tags: m.Tags},
		Data:   data,
	}}
}

func withdrawnRow(_ *State, e event.Event) persistence.Change {
	return persistence.Change{Op: persistence.OpDelete, Row: persistence.Row{Kind: persistence.Memory, Key: persistence.Key(e.Text("memory"))}}
}

func relationRow(s *State, e event.Event) persistence.Change {
	pair := pairOf(e)
	_, again := s.Relations[pair]
	after := s.changed(e)
	if e.Kind == event.RelationBegun {
		after = s.begun(e)
	}
	facets := persistence.Facets{NPC: event.CharacterID(pair.Who)}
	if s.Entities[pair.Who].Type == faction {
		facets = persistence.Facets{Faction: pair.Who}
	}
	return persistence.Change{Op: stores(again), Row: persistence.Row{
		Kind: persistence.Relation, Key: keyOf(pair.Who, pair.Whom), Knower: event.CharacterID(pair.Who),
		Text: e.Text("reason"), Facets: facets,
		Data: strictjson.Object{"who": pair.Who, "whom": pair.Whom, "score": after.Score},
	}}
}

func learnedRow(s *State, e event.Event) persistence.Change {
	content := e.Text("content")
	if content == "" {
		content = s.Facts[e.Text("fact")].Content
	}
	data := strictjson.Object{"source": e.Text("source")}
	put(data, "from", e.Text("from"))
	return factRow(s, event.CharacterID(e.Text("who")), e.Text("fact"), content, data)
}

func revealedRow(s *State, e event.Event) persistence.Change {
	fact := e.Text("fact")
	if !e.Perception.Witnessed(event.Player) || s.knows(event.Player, fact) {
		return persistence.Change{}
	}
	return factRow(s, event.Player, fact, s.Facts[fact].Content, strictjson.Object{"source": "discovered", "from": e.Text("whose")})
}

func factRow(s *State, who event.CharacterID, fact, content string, data strictjson.Object) persistence.Change {
	data["fact"] = fact
	return persistence.Change{Op: stores(s.knows(who, fact)), Row: persistence.Row{
		Kind: persistence.Fact, Key: keyOf(string(who), fact), Knower: who, Text: content, Data: data,
	}}
}

func threadRow(s *State, e event.Event) persistence.Change {
	id := e.Text("thread")
	thread, again := s.thread(id)
	switch e.Kind {
	case event.ThreadOpened:
		thread = Thread{Title: e.Text("title"), Summary: e.Text("summary"), Open: true}
	case event.ThreadContinued:
		thread.Summary = e.Text("summary")
	default:
		thread.Open, thread.Outcome = false, e.Text("outcome")
	}
	return persistence.Change{Op: stores(again), Row: persistence.Row{
		Kind: persistence.Thread, Key: persistence.Key(id), Knower: event.Player,
		Text: strings.TrimSpace(thread.Title + "\n" + thread.Summary + "\n" + thread.Outcome),
		Data: strictjson.Object{"title": thread.Title, "open": thread.Open},
	}}
}

func portraitRow(s *State, e event.Event) persistence.Change {
	who := event.CharacterID(e.Text("who"))
	_, again := s.Portraits[who]
	return persistence.Change{Op: stores(again), Row: persistence.Row{
		Kind: persistence.Portrait, Key: persistence.Key(who), Knower: event.Everyone, Text: e.Text("description"),
		Facets: persistence.Facets{NPC: who},
		Data:   strictjson.Object{"blob": e.Text("blob"), "media": e.Text("media"), "origin": e.Text("origin")},
	}}
}

func openedRow(_ *State, e event.Event) persistence.Change {
	return sessionRow(persistence.OpStore, e.Whole("number"), strictjson.Object{"session": e.Text("session"), "open": true})
}

func closedRow(s *State, e event.Event) persistence.Change {
	return sessionRow(persistence.OpUpdate, s.Session.Number, strictjson.Object{
		"session": e.Text("session"), "open": false, "reason": e.Text("reason"),
	})
}

func sessionRow(op persistence.Op, n int64, data strictjson.Object) persistence.Change {
	data["number"] = n
	return persistence.Change{Op: op, Row: persistence.Row{
		Kind: persistence.Session, Key: persistence.Key("session-" + string(number(n))), Knower: event.Everyone, Data: data,
	}}
}
