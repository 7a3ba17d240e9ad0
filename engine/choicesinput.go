package engine

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// mostOffered is how many offers a skill chooses from.
const mostOffered = 24

// choicesInput is what generate-choices chooses from: offers with all that bears on
// them, and who the player is. taken are the texts offered already. It is made of the
// player's view and the offers alone.
func (t *turn) choicesInput(taken []string, want int, from []offer) strictjson.Object {
	v := t.view()
	memories := v.Reminders()
	recent, lately := latelyOffered(v, memories)
	return strictjson.Object{
		"want": whole(int64(want)), "taken": list(taken), "recent": recent, "lately": lately, "turn": whole(v.Turn()),
		"seed":  whole(t.seed.Derive("choices").Int53()), // a script's own is made of its whole input, words and all
		"place": strictjson.Object{"id": v.Place(), "name": v.Name(v.Place())}, "part": partNow(v),
		"player": choosingPlayer(t.c.Campaign, v), "rules": rulesObject(t.c.Campaign, v),
		"people": choosingPeople(t.c.Campaign, v), "moves": t.moveObjects(v, from, memories),
	}
}

// latelyOffered are the choices of the last turns, oldest first: their texts, so that none
// is heard again, and what they were of, so that the same is not offered and offered.
func latelyOffered(v *story.View, memories *story.Reminders) (texts, choices []any) {
	texts, choices = []any{}, []any{}
	for _, o := range slices.Concat(v.Lately()...) {
		topics, because := []any{}, []any{}
		if a, err := action.Parse(o["action"]); err == nil && a.Topic.ID != "" {
			topics = append(topics, a.Topic.ID)
		}
		list, _ := o["because"].([]any)
		for _, position := range list {
			if m, known := memories.At(event.Position(integer(position))); known {
				because = append(because, m.Handle)
				if m.Memory.Topic != "" {
					topics = append(topics, m.Memory.Topic)
				}
			}
		}
		texts = append(texts, textOf(o["text"]))
		choices = append(choices, strictjson.Object{"id": textOf(o["id"]), "topics": topics, "because": because})
	}
	return texts, choices
}

// choosingPlayer is who chooses: stats with what they open, traits, and things.
func choosingPlayer(c *campaign.Campaign, v *story.View) strictjson.Object {
	player := v.PlayerObject()
	values, _ := player["stats"].(strictjson.Object)
	stats, traits, items := []any{}, []any{}, []any{}
	for _, stat := range c.Player.Stats {
		value, ok := values[stat.ID]
		if !ok {
			value = whole(int64(stat.Default))
		}
		stats = append(stats, strictjson.Object{
			"id": stat.ID, "name": stat.Name, "value": value, "words": list(stat.Words), "gates": gateObjects(stat.Gates),
		})
	}
	for _, id := range texts(player["traits"]) {
		traits = append(traits, traitObject(c, id))
	}
	for _, id := range carried(v) {
		items = append(items, strictjson.Object{"id": id, "name": itemName(c, v, id)})
	}
	return strictjson.Object{"stats": stats, "traits": traits, "items": items}
}

func gateObjects(gates []campaign.Gate) []any {
	all := []any{}
	for _, g := range gates {
		o := strictjson.Object{}
		if g.AtLeast != nil {
			o["at_least"] = whole(int64(*g.AtLeast))
		}
		if g.AtMost != nil {
			o["at_most"] = whole(int64(*g.AtMost))
		}
		setField(o, "text", g.Text)
		setField(o, "unlocks", g.Unlocks)
		setField(o, "marks", g.Marks)
		setField(o, "as", g.As)
		all = append(all, o)
	}
	return all
}

// traitObject is a trait of the template, or a word that is its own name.
func traitObject(c *campaign.Campaign, id string) strictjson.Object {
	t, has := c.Player.Trait(id)
	if !has {
		return strictjson.Object{"id": id, "name": id, "words": []any{id}}
	}
	return strictjson.Object{"id": t.ID, "name": t.Name, "words": list(t.Words)}
}

func rulesObject(c *campaign.Campaign, v *story.View) strictjson.Object {
	bands := []any{}
	for _, b := range c.Rules.Bands {
		bands = append(bands, strictjson.Object{"name": string(b.Result), "min": whole(int64(b.Min)), "max": whole(int64(b.Max))})
	}
	return strictjson.Object{
		"dice": c.Rules.Dice.String(), "bands": bands, "trait": whole(int64(c.Rules.Trait)),
		"sentiment": whole(int64(c.Rules.Sentiment)), "memory": whole(int64(c.Rules.Memory)),
		"weak": whole(int64(c.Rules.Weak)), "scale": whole(scaleOf(v)),
	}
}

// choosingPeople are those present, with what they and theirs think of the player, as far
// as that has shown.
func choosingPeople(c *campaign.Campaign, v *story.View) []any {
	people := []any{}
	for _, id := range firstOf(v.Present(), mostPeople) {
		o := strictjson.Object{"id": id, "name": v.Name(id)}
		if known, _ := v.Person(id); known.Feels {
			o["opinion"] = points(known.Regard)
		}
		faction := ""
		if p, ok := c.Someone(id); ok {
			setField(o, "pronouns", p.Pronouns)
			setField(o, "faction", p.Faction)
			if faction = p.Faction; faction != "" {
				o["standing"] = points(v.Regard(faction))
			}
		}
		if v.Wronged(id) || v.Wronged(faction) {
			o["betrayed"] = true
		}
		people = append(people, o)
	}
	return people
}

// worthMost are the offers that a skill chooses from.
func worthMost(all []offer) []offer {
	best := slices.Clone(all)
	slices.SortStableFunc(best, func(a, b offer) int { return cmp.Compare(b.Worth, a.Worth) })
	return spread(best, mostOffered)
}

// moveObjects are offers as generate-choices is told of them.
func (t *turn) moveObjects(v *story.View, from []offer, memories *story.Reminders) []any {
	names := newNamer(t.w, v, from)
	objects := []any{}
	for _, o := range from {
		objects = append(objects, t.moveObject(v, o, names, memories))
	}
	return objects
}

// spread is at most so many offers, of each kind and person in turn, the best of each
// first.
func spread(all []offer, most int) []offer {
	if len(all) <= most {
		return all
	}
	var kept []offer
	for round := 0; len(kept) < most; round++ {
		taken := map[string]int{}
		for _, o := range all {
			of := string(o.Kind) + o.Whom().ID
			if taken[of]++; taken[of] == round+1 && len(kept) < most {
				kept = append(kept, o)
			}
		}
		if len(taken) == 0 {
			break
		}
	}
	return kept
}

// moveObject is an offer as generate-choices is told of it.
func (t *turn) moveObject(v *story.View, of offer, names *namer, memories *story.Reminders) strictjson.Object {
	o := strictjson.Object{
		"id": of.ID(), "kind": string(of.Kind), "say": names.say(of.Action), "minutes": whole(of.Minutes), "worth": whole(int64(of.Worth)),
	}
	setField(o, "person", of.Whom().ID)
	setField(o, "stat", of.Stat)
	for name, is := range map[string]bool{"peopled": of.Peopled, "answered": of.Answered} {
		if is {
			o[name] = true
		}
	}
	for name, r := range map[string]action.Ref{"place": of.Place, "item": of.Item} {
		if noun, known := names.Noun(r); known && !r.None() {
			o[name] = strictjson.Object{"id": r.ID, "name": noun.Text}
		}
	}
	if thread, known := names.Noun(of.Thread); known && !of.Thread.None() {
		o["thread"] = strictjson.Object{"id": of.Thread.ID, "title": thread.Text}
	}
	if of.Topic.ID != "" {
		o["topic"] = topicObject(of.Topic)
	}
	if of.Stat != "" {
		if odds, weak, known := t.oddsOf(t.offeredCheck(of)); known {
			o["odds"] = strictjson.Object{"succeeds": whole(odds), "weak": weak}
		}
	}
	if bear := bearing(v, of, memories); len(bear) > 0 {
		o["grounds"] = bear
	}
	return o
}

// mostGrounds is how many memories are given with an offer.
const mostGrounds = 3

// How closely a memory bears on an offer.
const (
	sameTopic = 3 // or the same thread
	sameThing = 2 // or the same person
	samePlace = 1
)

// bearing are the memories that bear on an offer, by what they and it are about: the
// closest first, of those as close the latest.
func bearing(v *story.View, of offer, memories *story.Reminders) []any {
	type ground struct {
		story.Recalled
		near int
	}
	var all []ground
	for _, r := range memories.About(of.marks()...) {
		if near := bears(&r.Memory, of); near > 0 {
			all = append(all, ground{r, near})
		}
	}
	slices.SortStableFunc(all, func(a, b ground) int { return cmp.Compare(b.near, a.near) })
	objects := []any{}
	for _, g := range firstOf(all, mostGrounds) {
		objects = append(objects, groundObject(v, &g.Recalled, g.near))
	}
	return objects
}

// marks are all that a memory can have that bears on an offer. Of each, the latest few
// memories are enough: mostGrounds are wanted, and where fewer of them are close, the
// same mark can have no more than these that are closer by another.
func (o *offer) marks() (marks []story.Mark) {
	if o.Topic.ID != "" {
		marks = append(marks, story.TopicMark(o.Topic.ID), story.DeedMark(o.Topic.ref()))
	}
	for _, r := range []action.Ref{o.Thread, o.Item} {
		if !r.None() {
			marks = append(marks, story.TagMark(r.ID), story.DeedMark(r))
		}
	}
	if whom := o.Whom(); !whom.None() {
		marks = append(marks, story.DeedMark(whom), story.CharacterMark(characterID(whom.ID)))
	}
	if !o.Place.None() {
		marks = append(marks, story.PlaceMark(o.Place.ID))
	}
	return marks
}

// Of mostGrounds, and one less that are closer by another mark, a mark must give all.
var _ = [story.MostMarked - (2*mostGrounds - 1)]struct{}{}

// bears is how closely a memory bears on an offer, 0 for not at all.
func bears(m *story.Memory, of offer) int {
	tagged := func(r action.Ref) bool { return !r.None() && slices.Contains(m.Tags, r.ID) }
	names := func(r action.Ref) bool {
		return !r.None() && m.Deed != nil && slices.Contains(m.Deed.Action.Refs(), r)
	}
	whom := of.Whom()
	switch {
	case of.Topic.ID != "" && (m.Topic == of.Topic.ID || names(of.Topic.ref())), tagged(of.Thread), names(of.Thread):
		return sameTopic
	case tagged(of.Item), names(of.Item), names(whom), !whom.None() && slices.Contains(m.Characters, characterID(whom.ID)):
		return sameThing
	case !of.Place.None() && m.Place == of.Place.ID:
		return samePlace
	}
	return 0
}

// topicObject is a topic, and whether it is the own part of whoever is asked: its words
// depend then on who that is.
func topicObject(of subject) strictjson.Object {
	o := strictjson.Object{"id": of.ID, "words": of.Words}
	if isOwnPart(of.ID) {
		o["own"] = true
	}
	return o
}

// groundObject is a memory as a choice may rest on it.
func groundObject(v *story.View, r *story.Recalled, near int) strictjson.Object {
	m := &r.Memory
	o := strictjson.Object{
		"id": r.Handle, "summary": v.Words(m), "near": whole(int64(near)),
		"turns_ago": whole(v.Turn() - m.Turn), "significance": string(m.Significance),
	}
	setField(o, "episodic", string(m.Episodic))
	if words := v.TopicWords(m.Topic); words != "" {
		o["topic"] = topicObject(subject{m.Topic, words})
	}
	if m.Deed != nil {
		o["action"] = m.Deed.Action.Object()
		setField(o, "grade", string(m.Deed.Outcome.Grade))
	}
	return o
}

func choiceTexts(choices []Choice) []string {
	all := make([]string, len(choices))
	for i, c := range choices {
		all[i] = c.Text
	}
	return all
}
