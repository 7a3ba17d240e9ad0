package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// start writes the beginning of a story: whose it is, who and what there is in it,
// what everybody thinks of the player, and what is secret.
func (g *Game) start(ctx context.Context) error {
	t := g.story.Begin("start")
	b := &beginning{c: g.opts.Campaign, t: t, set: g.settings()}
	b.started(g.opts)
	b.entities()
	b.carried(g.opts.Persona)
	b.opinions()
	b.secrets()
	b.facts()
	b.occasions()
	if weather := g.opts.Campaign.Manifest.Opening.Weather; weather != "" {
		b.add(event.WeatherChanged, event.Data{"weather": weather})
	}
	if b.err != nil {
		return fmt.Errorf("beginning the story: %w", b.err)
	}
	_, err := t.Commit(ctx)
	return err
}

// A beginning is the first append of a story.
type beginning struct {
	c   *campaign.Campaign
	t   *story.Turn
	set settings
	err error
}

func (b *beginning) add(kind event.Kind, data event.Data) {
	b.stage(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data})
}

func (b *beginning) stage(e event.Event) {
	if b.err == nil {
		_, b.err = b.t.Add(e)
	}
}

func (b *beginning) started(opts Options) {
	parameters := b.set.parameters("")
	parameters["clock"] = strictjson.Int(openingClock(b.c))
	if opts.drama != nil {
		plot, err := opts.drama.Object()
		if err != nil {
			b.err = err
			return
		}
		parameters[dramaParameter] = plot
	}
	data := event.Data{
		"campaign": opts.CampaignID, "version": b.c.Manifest.Version, "digest": opts.Digest,
		"persona": personaObject(opts.Persona, b.c.Start()), "parameters": parameters,
	}
	strictjson.Put(data, "seed", opts.Seed)
	documents := make([]string, len(b.c.Lore))
	for i := range b.c.Lore {
		documents[i] = b.c.Lore[i].File
	}
	data["lore"] = documents
	b.add(event.PlaythroughStarted, data)
}

// openingClock is the minute of the day a story begins at: eight in the morning
// where nothing is said.
func openingClock(c *campaign.Campaign) int64 {
	var year, month, day, hour, minute int64
	if n, _ := fmt.Sscanf(c.Manifest.Opening.Time, "%d-%d-%dT%d:%d", &year, &month, &day, &hour, &minute); n == 5 {
		return hour*60 + minute
	}
	return 8 * 60
}

// personaObject is the player's character as playthrough.started keeps it.
func personaObject(p campaign.Persona, start string) strictjson.Object {
	stats := strictjson.Object{}
	for id, value := range p.Stats {
		stats[id] = strictjson.Int(int64(value))
	}
	o := strictjson.Object{"stats": stats, "traits": strictjson.FromStrings(p.Traits), "abilities": strictjson.FromStrings(p.Abilities), "items": strictjson.FromStrings(itemsOf(p)), "place": start}
	for name, value := range map[string]string{
		"name": p.Name, "pronouns": p.Pronouns, "race": p.Race, "class": p.Class,
		"appearance": p.Appearance, "background": p.Background, "portrait": p.Portrait,
	} {
		strictjson.Put(o, name, value)
	}
	strictjson.Put(o, "place", p.Place)
	return o
}

// itemsOf are the things that somebody begins with. What is no item of the campaign's is
// its own id, and so goes into choices.
func itemsOf(p campaign.Persona) []string {
	var all []string
	for _, item := range p.Items {
		if id := prose.CleanLine(item, longestName); id != "" {
			all = append(all, id)
		}
	}
	return all
}

// carried are the things that the player begins with and the campaign does not know: a
// word becomes an item of its own, so that what is done with it can name it.
func (b *beginning) carried(p campaign.Persona) {
	for _, id := range itemsOf(p) {
		if !b.t.State().Exists(id) && event.CheckID(id) == nil {
			b.entity(id, event.Item, id, "", nil)
		}
	}
}

// entities are the places, factions, items and people of the campaign.
func (b *beginning) entities() {
	for i := range b.c.Places {
		b.entity(b.c.Places[i].ID, event.Place, b.c.Places[i].Name, "", nil)
	}
	for i := range b.c.Factions {
		b.entity(b.c.Factions[i].ID, event.Faction, b.c.Factions[i].Name, "", nil)
	}
	for i := range b.c.Items {
		b.entity(b.c.Items[i].ID, event.Item, b.c.Items[i].Name, b.c.Items[i].At, nil)
	}
	_, hour, _ := world.Clock(openingClock(b.c))
	for i := range b.c.People {
		p := &b.c.People[i]
		attributes := strictjson.Object{}
		strictjson.Put(attributes, "pronouns", p.Pronouns)
		strictjson.Put(attributes, "faction", p.Faction)
		strictjson.Put(attributes, "role", p.Role)
		b.entity(p.ID, event.Person, p.Name, p.WhereAt(int(hour)), attributes)
	}
}

// longestName is how many characters of a name are kept.
const longestName = 120

func (b *beginning) entity(id string, of event.EntityType, name, place string, attributes strictjson.Object) {
	data := event.Data{"entity": id, "type": string(of), "name": prose.CleanLine(name, longestName)}
	if event.CheckID(place) == nil { // of what names no place, validation has warned
		strictjson.Put(data, "place", place)
	}
	if len(attributes) > 0 {
		data["attributes"] = attributes
	}
	b.add(event.EntityAdded, data)
}

// opinions are what people and factions think of the player at first, where the
// author says so. Everybody else is met without an opinion, which npc-perception
// then makes up.
func (b *beginning) opinions() {
	for i := range b.c.Factions {
		b.opinion(b.c.Factions[i].ID, b.c.Factions[i].Reputation, b.set.faction)
	}
	for i := range b.c.People {
		if by := b.c.People[i].Disposition; by != nil {
			b.opinion(b.c.People[i].ID, *by, b.set.person)
		}
	}
	b.regards()
}

// regards are what people think of each other at first, by their author's word.
func (b *beginning) regards() {
	for i := range b.c.People {
		p := &b.c.People[i]
		for _, whom := range slices.Sorted(maps.Keys(p.Regards)) {
			if b.t.State().Exists(whom) {
				b.add(event.RelationBegun, event.Data{
					"who": p.ID, "whom": whom, "score": int64(p.Regards[whom]) * 1000, "decay": b.set.person.object(),
					"parts": strictjson.Object{"author": strictjson.Int(int64(p.Regards[whom]))},
				})
			}
		}
	}
}

func (b *beginning) opinion(who string, score int, fades fading) {
	b.add(event.RelationBegun, event.Data{
		"who": who, "whom": string(event.Player), "score": int64(score) * 1000,
		"decay": fades.object(),
		"parts": strictjson.Object{"author": strictjson.Int(int64(score))},
	})
}

// secrets are facts that one person knows from the start and nobody else.
func (b *beginning) secrets() {
	for i := range b.c.People {
		p := &b.c.People[i]
		for _, secret := range p.Secrets {
			fact := p.ID + "/" + secret.ID
			b.add(event.FactEstablished, event.Data{"fact": fact, "content": secret.Text, "category": "secret"})
			b.add(event.FactLearned, event.Data{"who": p.ID, "fact": fact, "source": string(event.Witnessed)})
		}
	}
}

// facts are what is so by the author's word, and who knows it from the start.
func (b *beginning) facts() {
	for i := range b.c.Facts {
		f := &b.c.Facts[i]
		fact := event.Data{"fact": f.ID, "content": f.Text, "category": "fact"}
		if len(f.Concerns) > 0 {
			fact["about"] = f.Concerns
		}
		b.add(event.FactEstablished, fact)
		for _, who := range f.KnownBy {
			b.add(event.FactLearned, event.Data{"who": who, "fact": f.ID, "source": string(event.Witnessed)})
		}
	}
}

// occasions are planned as their author wrote it, and known to those who are said to know. One that begins by
// conditions of the campaign's begins, as far as the log says, by hand: that of the game, which asks them.
func (b *beginning) occasions() {
	for i := range b.c.Occasions {
		o := &b.c.Occasions[i]
		trigger := o.Trigger
		if trigger == event.ByCondition {
			trigger = event.ByHand
		}
		data := event.Data{
			"occasion": o.ID, "name": prose.CleanLine(o.Name, longestName), "trigger": string(trigger), "place": o.Place, "significance": string(o.Significance),
		}
		for name, n := range map[string]int64{"at": int64(o.At), "until": int64(o.Until), "span": int64(o.Minutes)} {
			if n > 0 {
				data[name] = n
			}
		}
		for name, ids := range map[string][]string{"people": o.People, "props": o.Props} {
			if len(ids) > 0 {
				data[name] = ids
			}
		}
		known := &event.Perception{}
		for _, who := range o.KnownBy {
			known.WitnessedBy = append(known.WitnessedBy, event.CharacterID(who))
		}
		known.ApparentAudience = slices.Clone(known.WitnessedBy)
		b.stage(event.Event{Kind: event.OccasionPlanned, Actor: event.EngineSelf, Perception: known.Sorted(), Data: data})
	}
}
