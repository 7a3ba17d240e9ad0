package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// sceneObject is what planners and scripts are told of the turn besides the view: of the
// view itself, of the deed, and of the beats told.
func (t *turn) sceneObject() strictjson.Object {
	v := t.view()
	scene := strictjson.Object{
		"turn": whole(v.Turn()), "type": string(t.sceneType()), "arrived": t.arrived, "place": named(v, v.Place()),
		"present": t.presentObjects(v), "beats": t.beatObjects(), "factions": t.factions(v),
	}
	if returning(v) {
		scene["returning"] = true
	}
	if t.arrived && t.from != "" {
		scene["from"] = named(v, t.from)
	}
	if t.choice != nil {
		scene["choice"] = t.choiceObject(v)
	}
	if t.check != nil {
		scene["check"] = t.checkObject(v)
	}
	return scene
}

// named is an entity as planners are told of it.
func named(v *story.View, id string) strictjson.Object {
	return strictjson.Object{"id": id, "name": v.Name(id)}
}

// presentObjects are the people who are there.
func (t *turn) presentObjects(v *story.View) []any {
	people := []any{}
	for _, id := range v.Present() {
		o := named(v, id)
		is, _ := v.Person(id)
		o["new"] = is.Met == 0 || is.Met == v.Turn()
		if p, ok := t.c.Someone(id); ok {
			setField(o, "pronouns", p.Pronouns)
			setField(o, "faction", p.Faction)
		}
		people = append(people, o)
	}
	return people
}

// likes are what pleases somebody in a stranger: their author's words for it, else
// those of what they hold high and what moves them. dislikes are the reverse, and else
// what they are bad at themselves.
func likes(p *campaign.Person) []string {
	if len(p.Likes) > 0 {
		return p.Likes
	}
	return wordsIn(slices.Concat(p.Personality.Virtues, p.Motivations))
}

func dislikes(p *campaign.Person) []string {
	if len(p.Dislikes) > 0 {
		return p.Dislikes
	}
	return wordsIn(p.Personality.Flaws)
}

// A word that may be to somebody's taste has so many letters; so many are taken.
const (
	tasteLetters = 5
	mostTastes   = 12
)

// tasteless are words of that length that say nothing of anybody.
const tasteless = " about after again always before being cannot could doing every first having himself herself itself never other others people rather shall should somebody someone sooner themselves there these thing things those though until which while whoever would without "

// wordsIn are the words of sentences that may be to somebody's taste.
func wordsIn(sentences []string) []string {
	var all []string
	for _, word := range strings.FieldsFunc(strings.ToLower(strings.Join(sentences, " ")), func(r rune) bool { return !isLetter(r) }) {
		fits := len([]rune(word)) >= tasteLetters && !strings.Contains(tasteless, " "+word+" ")
		if fits && !slices.Contains(all, word) && len(all) < mostTastes {
			all = append(all, word)
		}
	}
	return all
}

// visibleTraits is what strangers see of the player, in words: their traits, with what
// these help with.
func (t *turn) visibleTraits() []string {
	var traits []string
	for _, trait := range t.playerTraits() {
		traits = append(traits, prose.CleanLine(trait.Name+": "+strings.Join(trait.Words, ", "), longestName))
	}
	return traits
}

func setField(o strictjson.Object, name, value string) {
	if value != "" {
		o[name] = value
	}
}

// beatObjects are the beats told, as a planner may know of them: never their
// description.
func (t *turn) beatObjects() []any {
	beats := []any{}
	for _, b := range t.beats {
		o := strictjson.Object{"id": b.ID}
		setField(o, "mood", b.Mood)
		setField(o, "cue", b.Cue)
		beats = append(beats, o)
	}
	return beats
}

// checkObject is the turn's check, with all that evaluate-choice needs to weigh it.
func (t *turn) checkObject(v *story.View) strictjson.Object {
	o := strictjson.Object{
		"stat": t.check.Stat, "formula": t.check.Formula, "total": whole(t.check.Total), "band": t.check.Band,
		"about": t.rolled.About, "person": t.rolled.Person, "player": t.thrower(), "rules": t.thrown(v),
	}
	if t.rolled.Person != "" {
		o["opinion"] = points(t.opinionBefore)
	}
	if by := t.check.fixed(); by != 0 {
		o["modifier"] = whole(by)
	}
	return o
}

// thrower is who threw the dice of the turn's check, as evaluate-choice takes it.
func (t *turn) thrower() strictjson.Object {
	stats, traits := []any{}, []any{}
	for _, stat := range t.tried(t.rolled) {
		stats = append(stats, strictjson.Object{"id": stat.ID, "name": stat.Name, "value": whole(stat.Value), "words": list(stat.Words)})
	}
	for _, trait := range t.traits() {
		traits = append(traits, traitObject(t.c.Campaign, trait))
	}
	return strictjson.Object{"stats": stats, "traits": traits}
}

// thrown are the rules it was thrown by.
func (t *turn) thrown(v *story.View) strictjson.Object {
	o := rulesObject(t.c.Campaign, v)
	o["dice"] = t.check.Formula
	return o
}

// factions are those the people present are of.
func (t *turn) factions(v *story.View) []any {
	var ids []string
	for _, id := range v.Present() {
		if p, ok := t.c.Someone(id); ok && p.Faction != "" && !slices.Contains(ids, p.Faction) {
			ids = append(ids, p.Faction)
		}
	}
	return list(ids)
}

// choiceObject is what the player did, with names for what a planner speaks of.
func (t *turn) choiceObject(v *story.View) strictjson.Object {
	o := strictjson.Object{"id": t.choice.ID, "text": t.input(), "kind": string(t.action.Kind)}
	setField(o, "person", t.addressed())
	setField(o, "place", t.action.Place.ID)
	setField(o, "thread", t.action.Thread.ID)
	if !t.action.Item.None() {
		o["item"] = strictjson.Object{"id": t.action.Item.ID, "name": itemName(t.c.Campaign, v, t.action.Item.ID)}
	}
	if words := v.TopicWords(t.action.Topic.ID); words != "" {
		o["topic"] = strictjson.Object{"id": t.action.Topic.ID, "words": words}
	}
	return o
}

// sceneType is the kind of scene this turn is.
func (t *turn) sceneType() action.Scene {
	switch {
	case t.ending != "":
		return action.Resolution
	case len(t.beats) > 0 && t.beats[len(t.beats)-1].Scene != "":
		return action.Scene(t.beats[len(t.beats)-1].Scene)
	case t.check != nil:
		return action.Danger
	case t.arrived:
		return action.Travel
	case len(t.beats) > 0 && t.beats[0].Priority >= campaign.High:
		return action.Resolution
	case t.choice == nil && len(t.view().Present()) > 0, t.addressed() != "":
		return action.Dialogue
	}
	return action.Ordinary
}

// meet shows the portraits of people met now: the author's at once; others are
// drawn between the turns and arrive later.
func (t *turn) meet() {
	t.portrait(string(event.Player))
	for _, id := range t.view().Present() {
		t.portrait(id)
	}
}
