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
		"entities": s.Entities, "people": s.People, "facts": s.Minds.Facts, "claims": s.Minds.Claims, "topics": s.Topics,
		"memories": s.Memories, "reached": s.Reached, "led": s.Led, "skipped": s.Skipped, "taken": s.Taken, "threads": s.Player().Threads(),
		"scene": s.Scene, "journal": s.Journal, "data": s.Data, "verdicts": s.Verdicts, "portraits": s.Portraits,
	} {
		value, err := strictjson.FromGo(part)
		if err != nil {
			return nil, err
		}
		tree[name] = value
	}
	if len(s.Apart) > 0 {
		apart, err := strictjson.FromGo(s.Apart)
		if err != nil {
			return nil, err
		}
		tree["apart"] = apart
	}
	known, err := s.known()
	tree["known"] = known
	return tree, err
}

// known is what each has perceived, with what they learned and heard.
func (s *State) known() (strictjson.Object, error) {
	who := slices.Collect(maps.Keys(s.Known))
	for id, of := range s.Minds.Each {
		if s.Known[id] == nil && len(of.Learned)+len(of.Heard) > 0 {
			who = append(who, id)
		}
	}
	known := make(strictjson.Object, len(who))
	for _, id := range who {
		of := s.Minds.Of(id)
		tree, err := strictjson.FromGo(s.knows(id))
		learned, wrong := strictjson.FromGo(of.Learned)
		heard, wrongToo := strictjson.FromGo(of.Heard)
		if err = cmp.Or(err, wrong, wrongToo); err != nil {
			return nil, err
		}
		all := strictjson.AsObject(tree)
		all["Learned"], all["Heard"] = learned, heard
		known[string(id)] = all
	}
	return known, nil
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
