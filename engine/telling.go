package engine

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A tellingInput is what the prose of a turn needs and the story's state does not
// say.
type tellingInput struct {
	Seed     int64
	Kind     prose.Kind
	Authored []string // paragraphs that are told as they are
	Choice   string   // as the player read it; "" for the opening
	Deed     string   // the kind of a made choice
	Made     bool     // nobody wrote what comes of the choice, so the composer tells it
	Person   string   // whom the choice was made towards, or ""
	Check    *prose.Check
	Arrived  bool
	From     string // the id of the place the player came from
	Minutes  int    // of story time that went by
	Gained   []string
	Lost     []string // ids of items
	Learned  []string // facts
	Does     doing    // what came of a made choice
}

// mostTold is how many of those present a turn speaks of.
const mostTold = 3

// telling is the material of a turn's prose, without memory and lore.
func telling(c *campaign.Campaign, s *story.State, in tellingInput) prose.Scene {
	towards := in.Person != ""
	if !towards {
		in.Person = in.Does.Teller
	}
	here := s.People[event.Player].Place
	scene := prose.Scene{
		Seed:     in.Seed,
		Persona:  persona(c, s),
		Kind:     in.Kind,
		Authored: in.Authored,
		Place:    tellingPlace(c, s, here),
		Weather:  s.WeatherAt(here),
		Part:     partNow(s),
		Minutes:  in.Minutes,
		Arrived:  in.Arrived,
		Check:    in.Check,
		People:   tellingPeople(c, s, in),
		Threads:  openTitles(s),
		Gained:   itemNames(c, s, in.Gained),
		Lost:     itemNames(c, s, in.Lost),
		Common:   commonest(c),
		History:  history(s),
	}
	if in.From != "" {
		scene.From = placeName(c, in.From)
	}
	if in.Made {
		scene.Choice, scene.Deed = in.Choice, in.Deed
	}
	if in.Made && len(in.Authored) == 0 { // an author's words say what there is to learn from them
		scene.Learned, scene.Aside = toldFacts(c, in), in.Does.Aside
		scene.Seen, scene.Known = in.Does.Seen, in.Does.Known
		scene.Whom = in.Does.Whom
		if in.Does.Where != "" {
			scene.Where = placeName(c, in.Does.Where)
		}
	}
	if in.Made && len(in.Authored) > 0 {
		learned := slices.DeleteFunc(toldFacts(c, in), func(fact string) bool { return !slices.Contains(in.Does.Learns, fact) })
		scene.Authored = append([]string{lead(scene, learned, towards)}, in.Authored...)
		scene.Arrived, scene.Gained, scene.Lost = false, nil, nil
	}
	return scene
}

// leadSentences is how much is told of a made choice before what an author wrote.
const leadSentences = 3

// lead tells what a made choice came to, where an author's paragraphs follow: the
// composer itself would tell those alone. Of those present only whom the player speaks
// to is told, and what they answer.
func lead(scene prose.Scene, learned []string, towards bool) string {
	scene.Authored, scene.Threads, scene.Learned = nil, nil, learned
	scene.Place.Senses, scene.Place.ByWeather, scene.Place.ByTime = nil, nil, nil
	if !towards {
		scene.People = nil
	}
	scene.People = scene.People[:min(1, len(scene.People))]
	told := prose.Compose(scene).Pieces
	sentences := prose.Sentences(told[0].Text)
	if towards && len(learned) == 0 && scene.Check == nil && len(told) > 1 {
		return sentences[0] + " " + firstSpoken(told[1].Text)
	}
	return strings.Join(sentences[:min(leadSentences, len(sentences))], " ")
}

// firstSpoken is the first sentence of a text, with all of what is said in it.
func firstSpoken(text string) string {
	first := ""
	for _, sentence := range prose.Sentences(text) {
		if first = strings.TrimSpace(first + " " + sentence); strings.Count(first, `"`)%2 == 0 {
			break
		}
	}
	return first
}

// persona is how the story speaks of the player.
func persona(c *campaign.Campaign, s *story.State) prose.Persona {
	return prose.Persona{
		Name: textOf(s.Persona["name"]), Pronouns: textOf(s.Persona["pronouns"]),
		Person: prose.Viewpoint(c.Manifest.Person), Tense: prose.Tense(c.Manifest.Tense),
	}
}

// partNow is the part of the day it is.
func partNow(s *story.State) string {
	_, hour, _ := clock(s.Minutes)
	return campaign.PartOfDay(int(hour))
}

// tellingPlace is a place as the composer wants it: what holds for a coarse part of
// the day stands under the finer one it is now. One that the player knows is not
// described again.
func tellingPlace(c *campaign.Campaign, s *story.State, id string) prose.Place {
	p, ok := c.Place(id)
	if !ok {
		return prose.Place{}
	}
	told := prose.Place{
		Name: p.Name, Description: p.Description, Senses: p.Senses, ByWeather: p.ByWeather, Indoors: p.Indoors,
	}
	_, hour, _ := clock(s.Minutes)
	if lines, ok := campaign.OfDay(p.ByTime, int(hour)); ok {
		told.ByTime = map[string][]string{partNow(s): lines}
	}
	if wasHere(s, id) {
		told.Description = ""
	}
	return told
}

// wellKnown is for how many turns a place need not be described again.
const wellKnown = 40

func wasHere(s *story.State, place string) bool {
	return slices.ContainsFunc(s.Memories, func(m story.Memory) bool {
		return m.Knower == event.Player && m.Place == place && m.Turn < s.Turn.Number && m.Turn >= s.Turn.Number-wellKnown
	})
}

// leansBack reports whether a sentence begins with a word that needs the one
// before it.
func leansBack(sentence string) bool {
	first, _, _ := strings.Cut(sentence, " ")
	switch first {
	case "It", "He", "She", "They", "This", "That", "These", "Those", "Nobody", "So", "There":
		return true
	}
	return false
}

// plainText is Markdown without its headings.
func plainText(body string) string {
	var lines []string
	for line := range strings.Lines(body) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// tellingPeople are those present, whom the choice was made towards first.
func tellingPeople(c *campaign.Campaign, s *story.State, in tellingInput) []prose.Person {
	ids := present(s)
	if i := slices.Index(ids, in.Person); i > 0 {
		ids = slices.Insert(slices.Delete(slices.Clone(ids), i, i+1), 0, in.Person)
	}
	var people []prose.Person
	for _, id := range ids[:min(mostTold, len(ids))] {
		people = append(people, tellingPerson(c, s, id))
	}
	return people
}

func tellingPerson(c *campaign.Campaign, s *story.State, id string) prose.Person {
	told := prose.Person{
		Name: personName(c, s, id), Feeling: int(s.Opinion(id) / 1000),
		Mood: textOf(s.People[event.CharacterID(id)].Changes["mood"]),
	}
	p, ok := c.Someone(id)
	if !ok {
		return told
	}
	told.Pronouns, told.Mannerisms = p.Pronouns, p.Mannerisms
	told.Lines = map[string][]string{"warm": p.Lines.Warm, "neutral": p.Lines.Neutral, "cold": p.Lines.Cold}
	told.Silent = slices.Contains(p.Personality.Traits, campaign.Silent)
	if met := s.People[event.CharacterID(id)].Met; c.Extracted && (met == 0 || s.Turn.Number-met < newcomer) {
		told.Introduced = p.Background
	}
	return told
}

// toldFacts are what was learned, as the one who was asked would say it.
func toldFacts(c *campaign.Campaign, in tellingInput) []string {
	teller, ok := c.Someone(in.Person)
	if !ok {
		return in.Learned
	}
	facts := make([]string, len(in.Learned))
	for i, fact := range in.Learned {
		if facts[i], ok = inOwnWords(fact, teller); !ok {
			facts[i] = fact
		}
	}
	return facts
}

// commonest are the words that say nothing of what a piece of lore is about, because
// nearly all of it has them.
func commonest(c *campaign.Campaign) []string {
	var words []string
	for word := range commonWords(accounts(c)) {
		words = append(words, word)
	}
	slices.Sort(words)
	return words
}

// newcomer is for how many turns somebody may still be introduced, where the turn in
// which they were met had no room for it.
const newcomer = 4

// personName is what somebody, or a place, a faction or a thing, is called.
func personName(c *campaign.Campaign, s *story.State, id string) string {
	if entity, ok := s.Entities[id]; ok && entity.Name != "" {
		return entity.Name
	}
	if p, ok := c.Someone(id); ok {
		return p.Name
	}
	return id
}

func placeName(c *campaign.Campaign, id string) string {
	if p, ok := c.Place(id); ok {
		return p.Name
	}
	return id
}

// itemName is what a thing is called; one that no campaign knows is its own name.
func itemName(c *campaign.Campaign, s *story.State, id string) string {
	if i, ok := c.Item(id); ok && i.Name != "" {
		return i.Name
	}
	if entity, ok := s.Entities[id]; ok && entity.Name != "" {
		return entity.Name
	}
	return strings.ReplaceAll(id, "-", " ")
}

func itemNames(c *campaign.Campaign, s *story.State, ids []string) []string {
	var names []string
	for _, id := range ids {
		names = append(names, itemName(c, s, id))
	}
	return names
}

// openTitles are the titles of the threads that are open.
func openTitles(s *story.State) []string {
	var titles []string
	for _, t := range s.Threads {
		if t.Open {
			titles = append(titles, t.Title)
		}
	}
	return titles
}

// history is what was told lately. Its turns are the story's, so that a turn that
// somebody else told counts.
func history(s *story.State) prose.History {
	var all []prose.Told
	for _, object := range s.Told {
		var told prose.Told
		if json.Unmarshal(strictjson.Append(nil, object), &told) == nil {
			all = append(all, told)
		}
	}
	h := prose.NewHistory(all)
	h.Turn = max(h.Turn, int(s.Turn.Number)-1)
	return h
}
