package story

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A Mark is something that a memory is about. The latest memories that have one are found
// without looking at any others; see [Reminders.About].
type Mark struct {
	by markKind
	of action.Ref // whose kind says nothing but in marks of deeds

	episodic bool // only of triumphs and failures
}

// Episodic is the mark as triumphs and failures alone have it.
func (m Mark) Episodic() Mark {
	m.episodic = true
	return m
}

type markKind byte

const (
	markTopic markKind = iota
	markTag
	markRef
	markCharacter
	markPlace
)

// What a memory leaves to talk about; one of its tags; what its deed names; who was
// there; where it was.
func TopicMark(id string) Mark       { return Mark{by: markTopic, of: action.Ref{ID: id}} }
func TagMark(tag string) Mark        { return Mark{by: markTag, of: action.Ref{ID: tag}} }
func DeedMark(names action.Ref) Mark { return Mark{by: markRef, of: names} }
func CharacterMark(who event.CharacterID) Mark {
	return Mark{by: markCharacter, of: action.Ref{ID: string(who)}}
}
func PlaceMark(id string) Mark { return Mark{by: markPlace, of: action.Ref{ID: id}} }

// MostMarked is how many memories are found by a mark.
const MostMarked = 5

// marked is a mark of somebody's memories.
type marked struct {
	knower event.CharacterID
	mark   Mark
}

func (m *Memory) marks() []Mark {
	marks := []Mark{PlaceMark(m.Place)}
	if m.Topic != "" {
		marks = append(marks, TopicMark(m.Topic))
	}
	for _, tag := range m.Tags {
		marks = append(marks, TagMark(tag))
	}
	for _, who := range m.Characters {
		marks = append(marks, CharacterMark(who))
	}
	if m.Deed != nil {
		for _, r := range m.Deed.Action.Refs() {
			marks = append(marks, DeedMark(r))
		}
	}
	if m.Episodic != "" {
		for _, mark := range marks {
			marks = append(marks, mark.Episodic())
		}
	}
	return marks
}

// mark notes what a memory is about.
func (s *State) mark(m *Memory) {
	all := own(s, partMarked, &s.marked)
	for _, mark := range m.marks() {
		note(all, marked{m.Knower, mark}, m.Position)
	}
}

// unmark forgets what a memory was about that is no more. What stands behind those that
// are known by its marks is looked for among all.
func (s *State) unmark(m *Memory) {
	all, gone := own(s, partMarked, &s.marked), m.marks()
	for _, mark := range gone {
		delete(all, marked{m.Knower, mark})
	}
	for _, other := range s.Memories.From(0) {
		if other.Knower != m.Knower {
			continue
		}
		for _, mark := range other.marks() {
			if slices.Contains(gone, mark) {
				note(all, marked{m.Knower, mark}, other.Position)
			}
		}
	}
}

// note adds the latest memory that has a mark. It may have the mark twice.
func note(all map[marked][]event.Position, by marked, at event.Position) {
	latest := all[by]
	if n := len(latest); n > 0 && latest[n-1] == at {
		return
	}
	all[by] = append(slices.Clone(latest[max(0, len(latest)-MostMarked+1):]), at)
}
