package story

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
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

// keptSize is what a value of a skill's data counts for, 0 for none.
func keptSize(key string, value any, there bool) int {
	if !there {
		return 0
	}
	return len(key) + len(strictjson.Append(nil, value))
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
