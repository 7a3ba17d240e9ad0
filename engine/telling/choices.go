package telling

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// mostOffered is how many offers a skill chooses from.
const mostOffered = 24

// Choices is what generate-choices chooses from: offers with all that bears on
// them, and who the player is. taken are the texts offered already. It is made of the
// player's view and the offers alone.
func Choices(seed rng.Seed, checks *world.Checks, taken []string, want int, from []world.Offer) strictjson.Object {
	s, v := checks.Sight, checks.View
	memories := v.Reminders()
	recent, lately := latelyOffered(v, memories)
	return strictjson.Object{
		"want": strictjson.Int(int64(want)), "taken": strictjson.FromStrings(taken), "recent": recent, "lately": lately, "turn": strictjson.Int(v.Turn()),
		"seed":  strictjson.Int(seed.Derive("choices").Int53()), // a script's own is made of its whole input, words and all
		"place": strictjson.Object{"id": v.Place(), "name": v.Name(v.Place())}, "part": partNow(v),
		"player": choosingPlayer(s), "rules": rulesObject(s),
		"people": choosingPeople(s), "moves": moveObjects(checks, from, memories),
	}
}

// latelyOffered are the choices of the last turns, oldest first: their texts, so that none
// is heard again, and what they were of, so that the same is not offered and offered.
func latelyOffered(v *story.View, memories *story.Reminders) (texts, choices []any) {
	texts, choices = []any{}, []any{}
	for _, o := range slices.Concat(v.Lately()...) {
		topics := []any{}
		if a, err := action.Parse(o["action"]); err == nil && a.Topic.ID != "" {
			topics = append(topics, a.Topic.ID)
		}
		for _, position := range strictjson.AsList(o["because"]) {
			if m, known := memories.At(event.Position(strictjson.AsInteger(position))); known && m.Memory.Topic != "" {
				topics = append(topics, m.Memory.Topic)
			}
		}
		texts = append(texts, strictjson.AsString(o["text"]))
		choices = append(choices, strictjson.Object{"id": strictjson.AsString(o["id"]), "topics": topics})
	}
	return texts, choices
}

// choosingPlayer is who chooses: stats with what they open, traits, and things.
func choosingPlayer(s world.Sight) strictjson.Object {
	player := s.View.PlayerObject()
	values := strictjson.AsObject(player["stats"])
	stats, traits, items := []any{}, []any{}, []any{}
	for _, stat := range s.Player.Stats {
		value, ok := values[stat.ID]
		if !ok {
			value = strictjson.Int(int64(stat.Default))
		}
		stats = append(stats, strictjson.Object{
			"id": stat.ID, "name": stat.Name, "value": value, "words": strictjson.FromStrings(stat.Words), "gates": gateObjects(stat.Gates),
		})
	}
	for _, id := range strictjson.AsStrings[string](player["traits"]) {
		traits = append(traits, traitObject(s.Campaign, id))
	}
	for _, id := range world.Carried(s.View) {
		items = append(items, strictjson.Object{"id": id, "name": s.ItemName(id)})
	}
	return strictjson.Object{"stats": stats, "traits": traits, "items": items}
}

func gateObjects(gates []campaign.Gate) []any {
	all := []any{}
	for _, g := range gates {
		o := strictjson.Object{}
		if g.AtLeast != nil {
			o["at_least"] = strictjson.Int(int64(*g.AtLeast))
		}
		if g.AtMost != nil {
			o["at_most"] = strictjson.Int(int64(*g.AtMost))
		}
		strictjson.Put(o, "text", g.Text)
		strictjson.Put(o, "unlocks", g.Unlocks)
		strictjson.Put(o, "marks", g.Marks)
		strictjson.Put(o, "as", g.As)
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
	return strictjson.Object{"id": t.ID, "name": t.Name, "words": strictjson.FromStrings(t.Words)}
}

func rulesObject(s world.Sight) strictjson.Object {
	bands := []any{}
	for _, b := range s.Rules.Bands {
		bands = append(bands, strictjson.Object{"name": string(b.Result), "min": strictjson.Int(int64(b.Min)), "max": strictjson.Int(int64(b.Max))})
	}
	return strictjson.Object{
		"dice": s.Rules.Dice.String(), "bands": bands, "trait": strictjson.Int(int64(s.Rules.Trait)),
		"sentiment": strictjson.Int(int64(s.Rules.Sentiment)), "memory": strictjson.Int(int64(s.Rules.Memory)),
		"weak": strictjson.Int(int64(s.Rules.Weak)), "scale": strictjson.Int(world.ScaleIn(s.View)),
	}
}

// choosingPeople are those present, with what they and theirs think of the player, as far
// as that has shown.
func choosingPeople(s world.Sight) []any {
	people := []any{}
	for _, id := range s.View.Present()[:min(len(s.View.Present()), world.MostPeople)] {
		o := strictjson.Object{"id": id, "name": s.View.Name(id)}
		if known, _ := s.View.Person(id); known.Feels {
			o["opinion"] = world.Points(known.Regard)
		}
		faction := ""
		if p, ok := s.Someone(id); ok {
			strictjson.Put(o, "pronouns", p.Pronouns)
			strictjson.Put(o, "faction", p.Faction)
			if faction = p.Faction; faction != "" {
				o["standing"] = world.Points(s.View.Regard(faction))
			}
		}
		if s.View.Wronged(id) || s.View.Wronged(faction) {
			o["betrayed"] = true
		}
		people = append(people, o)
	}
	return people
}

// WorthMost are the offers that a skill chooses from.
func WorthMost(all []world.Offer) []world.Offer {
	best := slices.Clone(all)
	slices.SortStableFunc(best, func(a, b world.Offer) int { return cmp.Compare(b.Worth(), a.Worth()) })
	return spread(best, mostOffered)
}

// moveObjects are offers as generate-choices is told of them.
func moveObjects(checks *world.Checks, from []world.Offer, memories *story.Reminders) []any {
	names := checks.Names(from)
	objects := []any{}
	for _, o := range from {
		objects = append(objects, moveObject(checks, o, names, memories))
	}
	return objects
}

// spread is at most so many offers, of each kind and person in turn, the best of each
// first.
func spread(all []world.Offer, most int) []world.Offer {
	if len(all) <= most {
		return all
	}
	var kept []world.Offer
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
func moveObject(checks *world.Checks, of world.Offer, names *world.Names, memories *story.Reminders) strictjson.Object {
	o := strictjson.Object{
		"id": of.ID(), "kind": string(of.Kind), "say": names.Say(of.Action), "minutes": strictjson.Int(of.Minutes), "worth": strictjson.Int(int64(of.Worth())),
	}
	strictjson.Put(o, "gives", string(of.Gives))
	strictjson.Put(o, "price", of.Price())
	strictjson.PutList(o, "slots", strictjson.FromStrings(slots(checks.Sight, &of)))
	if why := purposeObject(checks.Sight, &of.For); len(why) > 0 {
		o["for"] = why
	}
	strictjson.Put(o, "person", of.Whom().ID)
	strictjson.Put(o, "stat", of.Stat)
	strictjson.Put(o, "peopled", of.Peopled)
	strictjson.Put(o, "answered", of.Answered)
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
		if odds, weak, known := checks.Odds(checks.OfferedCheck(of)); known {
			o["odds"] = strictjson.Object{"succeeds": strictjson.Int(odds), "weak": weak}
		}
	}
	if bear := bearing(checks.View, of, memories); len(bear) > 0 {
		o["grounds"] = bear
	}
	return o
}

// OfTheText is the slot of what takes up something that the turn told of.
const OfTheText campaign.Slot = "text"

// Slots is the closed list of what an offer can be good for in a menu, in the order in which
// one is filled.
func Slots() []campaign.Slot {
	return []campaign.Slot{campaign.Leaving, OfTheText, campaign.Wanting, campaign.Final}
}

// longWhile is how many minutes are too many to be had again.
const longWhile = 60

// slots are those that an offer can fill, as far as the player can tell.
func slots(s world.Sight, of *world.Offer) (all []campaign.Slot) {
	if of.Kind == action.Go {
		all = append(all, campaign.Leaving)
	}
	if fresh(s.View, of) {
		all = append(all, OfTheText)
	}
	if whom := of.Whom().ID; whom != "" && (of.Gives == world.GivesFavour || s.Concerns(whom, of.Action.Topic, of.Thread)) {
		all = append(all, campaign.Wanting)
	}
	if of.Kind == action.Give || of.Kind == action.Press || of.Minutes >= longWhile {
		all = append(all, campaign.Final)
	}
	return all
}

// fresh reports whether an offer takes up what came up in this turn: a topic, a line of the
// plot, somebody who has spoken or was met, or a thing that was gained.
func fresh(v *story.View, of *world.Offer) bool {
	now := v.Turn()
	topics := []string{of.Topic.ID, of.For.Topic.ID}
	if slices.ContainsFunc(v.Topics(), func(t story.TopicHeard) bool {
		return slices.Contains(topics, t.ID) && (t.Raised == now || v.BroughtUp(t.ID) == now)
	}) {
		return true
	}
	if thread, is := v.Thread(cmp.Or(of.Thread.ID, of.For.Thread)); is && thread.Turn == now {
		return true
	}
	whom := cmp.Or(of.Whom().ID, of.For.Person)
	met, is := v.Person(whom)
	return is && met.Met == now || slices.ContainsFunc(v.Pieces(), func(p mind.Piece) bool { return p.Turn == now && string(p.Speaker) == whom && whom != "" })
}

// purposeObject is why one would go somewhere, as generate-choices is told of it.
func purposeObject(s world.Sight, why *world.Purpose) strictjson.Object {
	o := strictjson.Object{}
	if why.At != "" {
		o["place"] = named(s.View, why.At)
	}
	if p, ok := s.Someone(why.Person); ok && why.Person != "" {
		person := named(s.View, why.Person)
		strictjson.Put(person, "pronouns", p.Pronouns)
		o["person"] = person
	}
	about := why.Topic
	if thread, is := s.View.Thread(why.Thread); is && about.ID == "" {
		about = s.ThreadTopic(thread.Title)
	}
	if about.ID != "" {
		o["topic"] = topicObject(about)
	}
	if why.Item != "" {
		o["item"] = strictjson.Object{"id": why.Item, "name": s.ItemName(why.Item)}
	}
	strictjson.Put(o, "new", why.New)
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
func bearing(v *story.View, of world.Offer, memories *story.Reminders) []any {
	type ground struct {
		story.Recalled
		near int
	}
	var all []ground
	for _, r := range memories.About(marks(of)...) {
		if near := bears(&r.Memory, of); near > 0 {
			all = append(all, ground{r, near})
		}
	}
	slices.SortStableFunc(all, func(a, b ground) int { return cmp.Compare(b.near, a.near) })
	objects := []any{}
	for _, g := range all[:min(len(all), mostGrounds)] {
		objects = append(objects, groundObject(v, &g.Recalled, g.near))
	}
	return objects
}

// marks are all that a memory can have that bears on an offer. Of each, the latest few
// memories are enough: mostGrounds are wanted, and where fewer of them are close, the
// same mark can have no more than these that are closer by another.
func marks(o world.Offer) (marks []story.Mark) {
	if about := topicOf(&o); about.ID != "" {
		marks = append(marks, story.TopicMark(about.ID), story.DeedMark(about.Ref()))
	}
	for _, r := range []action.Ref{o.Thread, itemOf(&o)} {
		if !r.None() {
			marks = append(marks, story.TagMark(r.ID), story.DeedMark(r))
		}
	}
	if whom := whomOf(&o); !whom.None() {
		marks = append(marks, story.DeedMark(whom), story.CharacterMark(event.CharacterID(whom.ID)))
	}
	if !o.Place.None() {
		marks = append(marks, story.PlaceMark(o.Place.ID))
	}
	return marks
}

// Of mostGrounds, and one less that are closer by another mark, a mark must give all.
var _ = [story.MostMarked - (2*mostGrounds - 1)]struct{}{}

// topicOf is what an offer is about: of a way, what one would go there for.
func topicOf(o *world.Offer) world.Subject {
	if o.Topic.ID == "" {
		return o.For.Topic
	}
	return o.Topic
}

// whomOf is whom an offer turns to: of a way, whom one would see there.
func whomOf(o *world.Offer) action.Ref {
	if o.For.Person != "" {
		return action.PersonRef(o.For.Person)
	}
	return o.Whom()
}

// itemOf is the thing of an offer: of a way, what one would show there.
func itemOf(o *world.Offer) action.Ref {
	if o.For.Item != "" {
		return action.ItemRef(o.For.Item)
	}
	return o.Item
}

// bears is how closely a memory bears on an offer, 0 for not at all.
func bears(m *story.Memory, of world.Offer) int {
	tagged := func(r action.Ref) bool { return !r.None() && slices.Contains(m.Tags, r.ID) }
	names := func(r action.Ref) bool {
		return !r.None() && m.Deed != nil && slices.Contains(m.Deed.Action.Refs(), r)
	}
	whom, item, about := whomOf(&of), itemOf(&of), topicOf(&of)
	switch {
	case about.ID != "" && (m.Topic == about.ID || names(about.Ref())), tagged(of.Thread), names(of.Thread):
		return sameTopic
	case tagged(item), names(item), names(whom), !whom.None() && slices.Contains(m.Characters, event.CharacterID(whom.ID)):
		return sameThing
	case !of.Place.None() && m.Place == of.Place.ID:
		return samePlace
	}
	return 0
}

// topicObject is a topic, and whether it is the own part of whoever is asked: its words
// depend then on who that is.
func topicObject(of world.Subject) strictjson.Object {
	o := strictjson.Object{"id": of.ID, "words": of.Words}
	if world.IsOwnPart(of.ID) {
		o["own"] = true
	}
	return o
}

// groundObject is a memory as a choice may rest on it.
func groundObject(v *story.View, r *story.Recalled, near int) strictjson.Object {
	m := &r.Memory
	o := strictjson.Object{
		"id": r.Handle, "summary": v.Words(m), "near": strictjson.Int(int64(near)),
		"turns_ago": strictjson.Int(v.Turn() - m.Turn), "significance": string(m.Significance),
	}
	strictjson.Put(o, "episodic", string(m.Episodic))
	if words := v.TopicWords(m.Topic); words != "" {
		o["topic"] = topicObject(world.Subject{ID: m.Topic, Words: words})
	}
	if m.Deed != nil {
		o["action"] = m.Deed.Action.Object()
		strictjson.Put(o, "grade", string(m.Deed.Outcome.Grade))
	}
	return o
}
