package story

import (
	"cmp"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Object is everything that a state holds, as a tree: for people who look into a story, and
// to compare two of them. What a character may know of it is [View.Object].
func (s *State) Object() (strictjson.Object, error) {
	relations := strictjson.Object{}
	for _, pair := range slices.SortedFunc(maps.Keys(s.Relations), Pair.compare) {
		r := s.Relations[pair]
		of, ok := relations[pair.Who].(strictjson.Object)
		if !ok {
			of = strictjson.Object{}
			relations[pair.Who] = of
		}
		of[pair.Whom] = strictjson.Object{
			"thousandths": strictjson.Int(r.Score), "changed": strictjson.Int(r.Changed),
			"unit": strictjson.Int(r.Unit), "keep": strictjson.Int(r.Keep), "begun": r.Begun,
		}
	}
	tree := strictjson.Object{
		"position": strictjson.Int(int64(s.Position)), "seed": s.Seed, "persona": orEmpty(s.Persona), "parameters": orEmpty(s.Parameters),
		"minutes": strictjson.Int(s.Minutes), "weather": s.Weather, "relations": relations, "ending": s.Ending, "free": orEmpty(s.Free),
	}
	for name, part := range map[string]any{
		"campaign": s.Campaign, "session": s.Session, "turn": s.Turn, "moment": s.Moment,
		"entities": s.Entities, "people": s.People, "known": s.Known, "facts": s.Facts, "claims": s.Claims, "topics": s.Topics,
		"memories": s.Memories, "reached": s.Reached, "led": s.Led, "skipped": s.Skipped, "taken": s.Taken, "threads": s.Player().Threads(),
		"scene": s.Scene, "journal": s.Journal, "data": s.Data, "verdicts": s.Verdicts, "portraits": s.Portraits,
	} {
		value, err := strictjson.FromGo(part)
		if err != nil {
			return nil, err
		}
		tree[name] = value
	}
	return tree, nil
}

func (p Pair) compare(other Pair) int {
	return cmp.Or(cmp.Compare(p.Who, other.Who), cmp.Compare(p.Whom, other.Whom))
}

func orEmpty(object strictjson.Object) strictjson.Object {
	if object == nil {
		return strictjson.Object{}
	}
	return object
}
