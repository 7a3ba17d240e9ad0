package story

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// rowOf is the row that an event writes, for what is searched: what somebody keeps in
// mind, and what is taken back of it. It is a function of the state before it and of the
// event, so rows can be made again from the log. Nothing else has rows: what nobody
// searches is found in the state.
func rowOf(s *State, r persistence.Record) (persistence.Change, bool) {
	switch r.Event.Kind {
	case event.MemoryKept:
		return memoryRow(s, r), true
	case event.MemoryWithdrawn:
		return persistence.Change{Op: persistence.OpDelete, Row: persistence.Row{
			Kind: persistence.Memory, Key: persistence.Key(r.Event.Text("memory")),
			Moment: r.Event.Moment.Sequence, Timed: true, Minutes: s.minutesOf(r.Event),
		}}, true
	case event.LoreAdded:
		return loreRow(r), true
	case event.LoreWithdrawn:
		return persistence.Change{Op: persistence.OpDelete, Row: persistence.Row{Kind: persistence.Lore, Key: persistence.Key(r.Event.Text("chunk"))}}, true
	}
	return persistence.Change{}, false
}

func memoryRow(s *State, r persistence.Record) persistence.Change {
	m := s.memoryOf(r)
	return persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
		Kind: persistence.Memory, Key: persistence.Key(m.ID), Knower: m.Knower,
		Moment: r.Event.Moment.Sequence, Timed: true, Minutes: m.Minutes,
		Turn: m.Turn, Text: s.searched(&m),
		Facets: persistence.Facets{Session: s.Session.ID, Location: m.Place, Characters: m.Characters, Tags: m.Tags, Episodic: string(m.Episodic), Experience: string(m.Kind)},
	}}
}

// searched is the text by which a memory is found: its words, its topic and its tags.
func (s *State) searched(m *Memory) string {
	v := &View{state: s, who: m.Knower, knows: s.knows(m.Knower)} // for now alone: no snapshot is needed
	lines := []string{v.Words(m)}
	if m.Topic != "" {
		topic, _ := v.Noun(action.TopicRef(m.Topic))
		lines = append(lines, topic.Text)
	}
	return strings.Join(append(lines, strings.Join(m.Tags, " ")), "\n")
}
