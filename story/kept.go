package story

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Kept is how many bytes a skill keeps in the playthrough: in session state what it
// wrote and nobody has replaced, and its own data, keys included.
func (s *State) Kept(skill string) int { return s.kept.Of(skill) }

// Keeping says what a skill would keep after some patches more, as the state is now and
// whatever happens to it later.
func (s *State) Keeping() func(skill string, patches []strictjson.Object) int {
	now := s.kept
	return func(skill string, patches []strictjson.Object) int {
		after := now
		for _, patch := range patches {
			after = after.Patched(skill, patch)
		}
		return after.Of(skill)
	}
}

// Written is what one skill brought into the story, by its calls and as pictures and sounds. Unlike what is kept it
// never becomes less: what was written is remembered, searched and told from then on.
type Written struct {
	All  int // bytes, each event counted for some more
	Turn int // of them, those of the latest turn
	// Assets are the bytes of the pictures and sounds that it made, each counted for some more.
	Assets int
	last   int64
}

// What an event of a skill's counts for beside its bytes: a small one makes rows and entries
// of maps as a large one does, and of threads every turn goes through all, and hands them to
// every script.
const (
	eventCost  = 512
	threadCost = 8 << 10
	assetCost  = 4 << 10
)

// Written is what a skill wrote so far.
func (s *State) Written(skill string) Written {
	w := s.written[event.Actor(skill)]
	if w.last != s.Turn.Number {
		w.Turn = 0
	}
	return w
}

// WrittenSize is what an event counts for, 0 for one that no call writes and for those of
// the engine.
func WrittenSize(e event.Event) int {
	if !calls[e.Kind] || e.Actor == event.EngineSelf {
		return 0
	}
	size := e.Size() + eventCost
	if e.Kind == event.ThreadOpened {
		size += threadCost
	}
	return size
}

// AssetSize is what a picture or a sound counts for that a skill made. One whose bytes the
// story had already takes no room of its own.
func AssetSize(bytes int64, again bool) int {
	if again {
		return assetCost
	}
	return int(min(max(bytes, 0), persistence.MaxBlob)) + assetCost
}

// madeBy is the skill that made an event's picture or sound, "" for none.
func madeBy(e event.Event) string {
	if e.Kind != event.AssetAdded && e.Kind != event.PortraitMade {
		return ""
	}
	return e.Text("skill")
}

// calls are the kinds that skills write by asking, but for their own data.
var calls = map[event.Kind]bool{
	event.MemoryKept: true, event.TopicRaised: true, event.RelationBegun: true, event.RelationChanged: true, event.Happened: true,
	event.FactEstablished: true, event.FactLearned: true,
	event.ThreadOpened: true, event.ThreadContinued: true, event.ThreadResolved: true,
}

// countWritten enters an event that is about to be applied.
func (s *State) countWritten(e event.Event) {
	who, more := e.Actor, Written{}
	if skill := madeBy(e); skill != "" {
		who, more.Assets = event.Actor(skill), AssetSize(e.Whole("size"), e.Flag("again"))
	} else if size := WrittenSize(e); size > 0 {
		more.All, more.Turn = size, size
	} else {
		return
	}
	w := s.Written(string(who))
	own(s, partWritten, &s.written)[who] = Written{w.All + more.All, w.Turn + more.Turn, w.Assets + more.Assets, s.Turn.Number}
}

// keptSize is what a value of a skill's data counts for, 0 for none.
func keptSize(key string, value any, there bool) int {
	if !there {
		return 0
	}
	return len(key) + strictjson.Size(value)
}

// keepPatch and keepData enter events that are about to be applied.

func (s *State) keepPatch(r persistence.Record, patch strictjson.Object) {
	s.kept = s.kept.Patched(r.Event.Text("skill"), patch)
}

func (s *State) keepData(r persistence.Record, value any, there bool) {
	key := r.Event.Text("key")
	old, had := s.Data[dataOf(r.Event)][key]
	s.kept = s.kept.Moved(r.Event.Text("skill"), keptSize(key, value, there)-keptSize(key, old, had))
}
