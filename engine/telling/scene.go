package telling

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
)

// Scene is what planners and scripts are told of the turn besides the view: of the
// view itself, of the deed, and of the beats told.
func (t Teller) Scene() strictjson.Object {
	scene := strictjson.Object{
		"turn": strictjson.Int(t.View.Turn()), "type": string(t.Type()), "arrived": t.Arrived, "place": named(t.View, t.View.Place()),
		"present": t.presentObjects(), "beats": t.beatObjects(), "factions": t.factions(),
	}
	if returning(t.View) {
		scene["returning"] = true
	}
	strictjson.Put(scene, "before", before(t.View))
	if t.Arrived && t.View.BeenHere(t.View.Turn()) {
		scene["again"] = true // they come back to the place
	}
	if t.Arrived && t.From != "" {
		scene["from"] = named(t.View, t.From)
	}
	if !t.Opening() {
		scene["choice"] = t.choiceObject()
	}
	if t.Check != nil {
		scene["check"] = t.checkObject()
	}
	return scene
}

// before is what the player did in the turn before, and what came of it as far as they perceived it; "" for nothing that shows.
func before(v *story.View) string {
	for e := range v.JournalBack() {
		switch {
		case e.Turn < v.Turn()-1:
			return ""
		case e.Turn == v.Turn()-1 && e.Deed != nil && e.Deed.Action.By == action.Player:
			return v.Tell(e.Deed)
		}
	}
	return ""
}

// named is an entity as planners are told of it.
func named(v *story.View, id string) strictjson.Object {
	return strictjson.Object{"id": id, "name": v.Name(id)}
}

// presentObjects are the people who are there.
func (t Teller) presentObjects() []any {
	people := []any{}
	for _, id := range t.View.Present() {
		o := named(t.View, id)
		is, _ := t.View.Person(id)
		o["new"] = is.Met == 0 || is.Met == t.View.Turn()
		if p, ok := t.Someone(id); ok {
			strictjson.Put(o, "pronouns", p.Pronouns)
			strictjson.Put(o, "faction", p.Faction)
		}
		people = append(people, o)
	}
	return people
}

// beatObjects are the beats told, as a planner may know of them: never their
// description.
func (t Teller) beatObjects() []any {
	beats := []any{}
	for _, b := range t.Beats {
		o := strictjson.Object{"id": b.ID}
		strictjson.Put(o, "mood", b.Mood)
		strictjson.Put(o, "cue", b.Cue)
		beats = append(beats, o)
	}
	return beats
}

// checkObject is the turn's check, with all that evaluate-choice needs to weigh it.
func (t Teller) checkObject() strictjson.Object {
	o := strictjson.Object{
		"stat": t.Check.Stat, "formula": t.Check.Formula, "total": strictjson.Int(t.Check.Total), "band": t.Check.Band,
		"about": t.Rolled.About, "person": t.Rolled.Person, "player": t.thrower(), "rules": t.thrown(),
	}
	if t.Rolled.Person != "" {
		o["opinion"] = world.Points(t.OpinionBefore)
	}
	if by := t.Check.Fixed(); by != 0 {
		o["modifier"] = strictjson.Int(by)
	}
	return o
}

// thrower is who threw the dice of the turn's check, as evaluate-choice takes it.
func (t Teller) thrower() strictjson.Object {
	stats, traits := []any{}, []any{}
	checks := t.Checks(0, nil)
	for _, stat := range checks.Tried(t.Rolled) {
		stats = append(stats, strictjson.Object{"id": stat.ID, "name": stat.Name, "value": strictjson.Int(stat.Value), "words": strictjson.FromStrings(stat.Words)})
	}
	for _, trait := range checks.Traits() {
		traits = append(traits, traitObject(t.Campaign, trait.ID))
	}
	return strictjson.Object{"stats": stats, "traits": traits}
}

// thrown are the rules it was thrown by.
func (t Teller) thrown() strictjson.Object {
	o := rulesObject(t.Sight)
	o["dice"] = t.Check.Formula
	return o
}

// factions are those the people present are of.
func (t Teller) factions() []any {
	var ids []string
	for _, id := range t.View.Present() {
		if p, ok := t.Someone(id); ok && p.Faction != "" && !slices.Contains(ids, p.Faction) {
			ids = append(ids, p.Faction)
		}
	}
	return strictjson.FromStrings(ids)
}

// choiceObject is what the player did, with names for what a planner speaks of.
func (t Teller) choiceObject() strictjson.Object {
	o := strictjson.Object{"id": t.Choice, "text": t.Input(), "kind": string(t.Action.Kind)}
	strictjson.Put(o, "person", t.Addressed())
	strictjson.Put(o, "place", t.Action.Place.ID)
	strictjson.Put(o, "thread", t.Action.Thread.ID)
	if !t.Action.Item.None() {
		o["item"] = strictjson.Object{"id": t.Action.Item.ID, "name": t.ItemName(t.Action.Item.ID)}
	}
	if words := t.View.TopicWords(t.Action.Topic.ID); words != "" {
		o["topic"] = strictjson.Object{"id": t.Action.Topic.ID, "words": words}
	}
	return o
}

// Type is the kind of scene this turn is.
func (t Teller) Type() action.Scene {
	switch {
	case t.Ending != "":
		return action.Resolution
	case len(t.Beats) > 0 && t.Beats[len(t.Beats)-1].Scene != "":
		return action.Scene(t.Beats[len(t.Beats)-1].Scene)
	case t.Check != nil:
		return action.Danger
	case t.Arrived:
		return action.Travel
	case len(t.Beats) > 0 && t.Beats[0].Priority >= campaign.High:
		return action.Resolution
	case t.Opening() && len(t.View.Present()) > 0, t.Addressed() != "":
		return action.Dialogue
	}
	return action.Ordinary
}

// soonAfter is for how many turns of a session the player has only just come back.
const soonAfter = 5

// returning reports whether the player has come back to the story a moment ago.
func returning(v *story.View) bool {
	return v.Session().Number > 1 && v.Turn()-v.Session().Turn <= soonAfter
}
