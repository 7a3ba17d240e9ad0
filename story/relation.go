package story

import (
	"math"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// The scale of opinions.
const (
	strongest = 100_000 // thousandths of a point
	strong    = 50_000  // from here on an opinion fades half as fast
	wholeKeep = 1_000   // all of it is left
)

// At is the score at a time, in story minutes: what is left of it after the units
// that have gone by since it last changed. Before that it is what it was.
//
// After each unit x*Keep/1000 is left, and of a strong opinion, 50 points or more,
// x*(1000-(1000-Keep)/2)/1000; both are cut towards zero.
func (r Relation) At(minutes int64) int64 {
	if r.Unit <= 0 || minutes <= r.Changed {
		return r.Score
	}
	units := uint64(minutes-r.Changed) / uint64(r.Unit)
	score := r.Score
	for ; units > 0; units-- {
		next := fade(score, r.Keep)
		if next == score { // it stays there, however long
			break
		}
		score = next
	}
	return score
}

// fade is what one unit leaves.
func fade(score, keep int64) int64 {
	if score >= strong || score <= -strong {
		keep = wholeKeep - (wholeKeep-keep)/2
	}
	return score * keep / wholeKeep
}

func clampScore(score int64) int64 { return min(max(score, -strongest), strongest) }

// plus adds without running over.
func plus(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}

func (s *State) relationBegun(r persistence.Record) { s.regard(r, s.begun(r.Event)) }

func (s *State) relationChanged(r persistence.Record) { s.regard(r, s.changed(r.Event)) }

// regard sets what one thinks of another. It shows to the other where they see who
// thinks it, and of a faction, whose word gets round.
func (s *State) regard(r persistence.Record, to Relation) {
	pair := pairOf(r.Event)
	own(s, partRelations, &s.Relations)[pair] = to
	who, whom := event.CharacterID(pair.Who), event.CharacterID(pair.Whom)
	if isPerson(s, pair.Whom) && (!isPerson(s, pair.Who) || s.sees(whom, who)) {
		s.mind(whom).Regards[pair.Who] = to
		s.perceivedBy(r, whom)
	}
}

// begun is what relation.begun makes of an opinion.
func (s *State) begun(e event.Event) Relation {
	relation := s.fading(e.Text("who"))
	if decay := e.Object("decay"); decay != nil {
		relation = decayOf(decay)
	}
	relation.Score, relation.Changed, relation.Begun = clampScore(e.Whole("score")), s.Minutes, true
	relation.Wronged = s.Relations[pairOf(e)].Wronged
	return relation
}

// changed is what relation.changed makes of an opinion.
func (s *State) changed(e event.Event) Relation {
	pair := pairOf(e)
	relation, is := s.Relations[pair]
	if !is {
		relation = s.fading(pair.Who)
	}
	relation.Score = clampScore(plus(relation.At(s.Minutes), e.Whole("by")))
	relation.Changed = s.Minutes
	if e.Whole("by") < 0 && e.Text("significance") == string(action.High) {
		relation.Wronged = true
	}
	return relation
}

func pairOf(e event.Event) Pair { return Pair{Who: e.Text("who"), Whom: e.Text("whom")} }

// fading is an empty relation that fades as the story says for who has it.
func (s *State) fading(who string) Relation {
	kind := event.Person
	if s.Entities[who].Type == event.Faction {
		kind = event.Faction
	}
	return decayOf(strictjson.AsObject(strictjson.AsObject(s.Parameters["relation"])[string(kind)]))
}

func decayOf(o map[string]any) Relation {
	return Relation{Unit: max(0, strictjson.AsInteger(o["unit_minutes"])), Keep: min(max(0, strictjson.AsInteger(o["keep"])), wholeKeep)}
}
