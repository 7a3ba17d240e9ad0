package engine

import (
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// choicesInput is what generate-choices chooses from: moves that there are, and who
// the player is. taken are the texts offered already, recent those of the last
// turns.
func choicesInput(c *campaign.Campaign, s *story.State, taken, recent []string, want int, from []move) strictjson.Object {
	here := s.People[event.Player].Place
	player, _ := s.Player().Object()["$player"].(strictjson.Object)
	return strictjson.Object{
		"want": whole(int64(want)), "taken": list(taken), "recent": list(recent), "turn": whole(s.Turn.Number),
		"place": strictjson.Object{"id": here, "name": placeName(c, here)}, "part": partNow(s),
		"player": choosingPlayer(c, s, player), "rules": rulesObject(c, s),
		"people": choosingPeople(c, s), "moves": moveObjects(from),
	}
}

// choosingPlayer is who chooses: stats with what they open, traits, and things.
func choosingPlayer(c *campaign.Campaign, s *story.State, player strictjson.Object) strictjson.Object {
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
	for _, id := range carried(s) {
		items = append(items, strictjson.Object{"id": id, "name": itemName(c, s, id)})
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
	i := slices.IndexFunc(c.Player.Traits, func(t campaign.Trait) bool { return t.ID == id })
	if i < 0 {
		return strictjson.Object{"id": id, "name": id, "words": []any{id}}
	}
	t := &c.Player.Traits[i]
	return strictjson.Object{"id": t.ID, "name": t.Name, "words": list(t.Words)}
}

func rulesObject(c *campaign.Campaign, s *story.State) strictjson.Object {
	bands := []any{}
	for _, b := range c.Rules.Bands {
		bands = append(bands, strictjson.Object{"name": string(b.Result), "min": whole(int64(b.Min)), "max": whole(int64(b.Max))})
	}
	return strictjson.Object{
		"dice": c.Rules.Dice.String(), "bands": bands, "trait": whole(int64(c.Rules.Trait)),
		"sentiment": whole(int64(c.Rules.Sentiment)), "memory": whole(int64(c.Rules.Memory)),
		"weak": whole(int64(c.Rules.Weak)), "scale": whole(scaleOf(s)),
	}
}

func choosingPeople(c *campaign.Campaign, s *story.State) []any {
	people := []any{}
	for _, id := range firstOf(present(s), mostPeople) {
		o := strictjson.Object{"id": id, "name": personName(c, s, id)}
		if p, ok := c.Someone(id); ok {
			setField(o, "pronouns", p.Pronouns)
			setField(o, "faction", p.Faction)
		}
		people = append(people, o)
	}
	return people
}

func moveObjects(all []move) []any {
	objects := []any{}
	for _, m := range all {
		objects = append(objects, m.object())
	}
	return objects
}

// object is a move as generate-choices is told of it.
func (m move) object() strictjson.Object {
	o := strictjson.Object{"id": m.ID, "kind": m.Kind, "minutes": whole(int64(m.Minutes))}
	setField(o, "person", m.Person)
	setField(o, "stat", m.Stat)
	setField(o, "topic", m.Topic)
	if m.Peopled {
		o["peopled"] = true
	}
	if len(m.Answered) > 0 {
		o["answered"] = list(m.Answered)
	}
	for name, thing := range map[string]strictjson.Object{
		"place":  {"id": m.Place, "name": m.PlaceName},
		"item":   {"id": m.Item, "name": m.ItemName},
		"thread": {"id": m.Thread, "title": m.Title},
	} {
		if thing["id"] != "" {
			o[name] = thing
		}
	}
	return o
}
