package engine

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What is settled: from which turn on the memory of this one is there.
type settled struct{ remembered int64 }

// A settling lets follow what follows by rule. What came of the turn it reads.
type settling struct {
	*performer
	came resolved
}

// settle lets follow what follows by rule, whatever the plan was that told the turn:
// first impressions, what the deed does to opinions, the memory. It is a fixed plan of
// the skills whose work that is; where one does not do it the engine does.
func settle(ctx context.Context, p *performer, came resolved) settled {
	t := &settling{p, came}
	kept := t.memory()
	t.firstImpressions(ctx)
	changes := t.came.impressions
	result := t.runSettling(ctx, kept, changes)
	for i, change := range changes {
		if !done(result, plan.ToolID("deed-"+strconv.Itoa(i+1))) {
			t.impress(change)
		}
	}
	t.keep(kept, result)
	t.othersRemember()
	t.stageDone("settle")
	return settled{remembered: t.number() + 1}
}

// firstImpressions lets those met for the first time begin to think something of the player. What
// decides it they know of themselves, and the player does not: so each is a plan of its own,
// answered from that person's view, of which what they come to think is kept and nothing
// else, and no input is written into the log.
func (t *settling) firstImpressions(ctx context.Context) {
	catalogue := t.g.selectable()
	until := time.Now().Add(t.closingLeft())
	for _, b := range t.begins() {
		if time.Now().After(until) { // a skill hangs, and the choices are still to be made
			return
		}
		document := narrator.Settling(catalogue, narrator.SettlingInput{Begins: []narrator.Begins{b}})
		result, _ := t.runFixed(ctx, event.SettlingPart, character(b.NPC), document, catalogue)
		if result == nil {
			continue
		}
		t.leaveOut(result)
		t.write(result.Effects)
		t.settledPlan(fixedPlan(event.SettlingPart), nil, result)
	}
}

// begins are those met for the first time who see the player and think nothing of them yet,
// with what decides their first impression: themselves, and what of the player shows.
func (t *settling) begins() []narrator.Begins {
	var all []narrator.Begins
	s, v := t.state(), t.view()
	for _, id := range v.Present() {
		p, ok := t.w.Someone(id)
		met, _ := v.Person(id)
		seen, _ := s.As(event.CharacterID(id)).Person(string(event.Player))
		if !ok || !seen.Here || met.Met != 0 && met.Met != s.Turn.Number || s.Feels(id, string(event.Player)) {
			continue
		}
		all = append(all, narrator.Begins{
			NPC: id, Faction: p.Faction, Traits: t.visibleTraits(), Equipment: t.sight().ItemNames(world.Carried(v)),
			Likes: world.Likes(p), Dislikes: world.Dislikes(p),
		})
	}
	return all
}

func (t *settling) runSettling(ctx context.Context, kept memory, changes []world.Impression) *plan.Result {
	in := t.settlingInput(kept, changes)
	catalogue := t.g.selectable()
	result, checked := t.runFixed(ctx, event.SettlingPart, t.player(t.came), narrator.Settling(catalogue, in), catalogue)
	if result != nil {
		t.acceptFixed(event.SettlingPart, checked, result)
	}
	return result
}

// settlingInput is what follows from the deed, as skills are told it.
func (t *settling) settlingInput(kept memory, changes []world.Impression) (in narrator.SettlingInput) {
	if !kept.trivial() {
		in.Memory = narrator.Memory{
			Summary: kept.summary(t), Characters: kept.Characters, Location: kept.Place, Significance: string(kept.Significance),
			Tags: kept.Tags, Topic: kept.Topic.Words, Episodic: string(kept.Episodic), Kind: string(kept.Kind),
		}
	}
	for _, change := range changes {
		_, faction := t.w.Faction(change.Who)
		in.Deeds = append(in.Deeds, narrator.Deed{
			Who: change.Who, Faction: faction, By: change.By, Significance: string(change.Significance),
		})
	}
	return in
}

// impress is what a deed does to an opinion where no skill did it.
func (t *settling) impress(i world.Impression) {
	t.stage(event.Event{Kind: event.RelationChanged, Actor: event.EngineSelf, Cause: t.came.acted, Data: event.Data{
		"who": i.Who, "whom": string(event.Player), "by": i.By * 1000, "significance": string(i.Significance),
	}})
}

// keep keeps the turn's memory where no skill did.
func (t *settling) keep(kept memory, result *plan.Result) {
	if kept.trivial() || stored(result) {
		return
	}
	t.degrade("No memory skill answered, so the turn is remembered without it.")
	t.remembers(event.Player, kept, t.came.acted)
}

// remembers keeps somebody's memory as it is.
func (t *turn) remembers(who event.CharacterID, kept memory, acted event.Position) {
	data := event.Data{
		"memory": t.newID("memory"), "knower": string(who), "significance": string(kept.Significance),
		"characters": kept.Characters, "tags": kept.Tags, "source": string(event.Narrative),
	}
	if kept.Of > 0 {
		data["of"] = int64(kept.Of)
	}
	strictjson.Put(data, "kind", string(kept.Kind))
	strictjson.Put(data, "words", kept.Words)
	strictjson.Put(data, "place", kept.Place)
	strictjson.Put(data, "topic", kept.Topic.ID)
	strictjson.Put(data, "episodic", string(kept.Episodic))
	t.stage(event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Cause: acted, Data: data})
}

// othersRemember keeps what others have of the player's deed, each as they perceived it and where they were, with those alone whom they
// see: whoever it was done towards, and whoever saw or heard it where it meant something to them. What they come to say hangs on it.
func (t *settling) othersRemember() {
	if t.came.acted == 0 || t.came.Action.Kind.Slight() {
		return
	}
	for _, who := range t.witnesses(t.came.acted) {
		v, addressed := t.state().As(who), string(who) == t.came.Addressed()
		entry, perceived := v.Entry(t.came.acted)
		if !perceived || who == event.Player {
			continue
		}
		theirs := memory{
			Of: t.came.acted, Characters: companyOf(v, entry), Place: entry.Place, Kind: event.Perceiving,
			Significance: t.weightFor(who, entry.Deed),
		}
		if theirs.Significance == action.Low && !addressed {
			continue
		}
		if done := entry.Deed.Experience(); addressed && (done == event.Saying || done == event.Hearing) {
			theirs.Kind = event.Hearing
		}
		t.remembers(who, theirs, t.came.acted)
	}
}

// weightFor is how much the player's deed matters to somebody, by what they perceived of it and nothing else: what the player was told
// of the same turn may be more.
func (t *settling) weightFor(who event.CharacterID, deed *story.Deed) action.Significance {
	revealed := func(r record) bool { return r.Event.Kind == event.SecretRevealed && r.Event.Perception.Witnessed(who) }
	switch weight := weightOf(deed.Outcome.Changes, t.came.Check != nil); {
	case slices.ContainsFunc(t.story.Events(), revealed):
		return action.High
	case weight == action.Low && deed.Action.Kind == action.Authored:
		return action.Medium
	default:
		return weight
	}
}

// witnesses are those who perceived an event of the turn.
func (t *settling) witnesses(of event.Position) []event.CharacterID {
	for _, r := range t.story.Events() {
		if r.Position == of && r.Event.Perception != nil {
			return r.Event.Perception.WitnessedBy
		}
	}
	return nil
}

// companyOf are those with whom somebody has what they perceived: themselves, whom it concerns, and whom they see, unless that is
// elsewhere by now.
func companyOf(v *story.View, perceived story.Entry) []string {
	all := []string{string(v.Who())}
	add := func(id string) {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	for _, id := range perceived.Who {
		add(string(id))
	}
	if v.Place() == perceived.Place {
		for _, id := range v.Present() {
			add(id)
		}
	}
	return all
}

// stored reports whether a step kept the memory.
func stored(result *plan.Result) bool {
	return result != nil && slices.ContainsFunc(result.Effects, func(e plan.Effect) bool { return e.Method == "memory.write" })
}

// visibleTraits is what strangers see of the player, in words: their traits, with what
// these help with.
func (t *settling) visibleTraits() []string {
	var traits []string
	for _, trait := range t.checks(t.number()).Traits() {
		traits = append(traits, prose.CleanLine(trait.Name+": "+strings.Join(trait.Words, ", "), longestName))
	}
	return traits
}
