package world

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// WorldKey is the free key under which session state keeps what effects said of
// the world and no event of its own says.
const WorldKey = "world"

// mostEvaluated is what the conditions of choices, variants, ways and endings may take together
// at one moment. Those of a choice take some twenty.
const mostEvaluated = 200_000

// Progress is the story as its campaign's conditions see it.
func (s Situation) Progress() *campaign.Progress {
	p := &campaign.Progress{Led: s.State.Led, Skipped: s.State.Skipped}
	p.Scene, p.Reached = s.turn(), s.State.Reached
	p.Place, p.Verdicts = s.here(), s.State.Verdicts
	p.Present, p.Taken, p.State = s.Present(), s.chosen(), s.sessionState()
	p.People, p.World = s.peopleFacts(), s.worldFacts()
	p.Steps = condition.NewSteps(mostEvaluated)
	return p
}

// Present are those who are where the player is, by id.
func (s Situation) Present() []string {
	var ids []string
	for _, id := range s.State.Present() {
		ids = append(ids, string(id))
	}
	return ids
}

// chosen are the authored choices that were made, each once. Others have no ids that a
// campaign could ask for: "wait" is not an author's choice of that name.
func (s Situation) chosen() (all []condition.Taken) {
	for _, id := range s.View.Chosen() {
		if beat, choice, ok := AuthorsID(id); ok {
			all = append(all, condition.Taken{Beat: beat, Choice: choice})
		}
	}
	return all
}

// TakenInWords are all choices made, in order, in their authors' words or the plain ones.
func (s Situation) TakenInWords() []condition.Taken {
	all := make([]condition.Taken, s.State.Taken.Len())
	for i, t := range s.State.Taken.From(0) {
		all[i].Beat, all[i].Choice, _ = AuthorsID(t.ID)
		if all[i].Text = t.Action.Words; all[i].Text == "" {
			all[i].Text = s.View.Say(t.Action)
		}
	}
	return all
}

// AuthorsID takes the id of an authored choice apart, "beat/choice". Others have
// none of that form.
func AuthorsID(id string) (beat, choice string, ok bool) {
	if beat, choice, ok = strings.Cut(id, "/"); !ok || !condition.IsID(id) {
		return "", "", false
	}
	return beat, choice, true
}

// AuthorsChoice is the authored choice of an id, with its beat.
func (w *World) AuthorsChoice(id string) (*campaign.Beat, *campaign.Choice, bool) {
	beatID, choiceID, ok := AuthorsID(id)
	if !ok {
		return nil, nil, false
	}
	beat, ok := w.Beat(beatID)
	if !ok {
		return nil, nil, false
	}
	choice, ok := beat.Choice(choiceID)
	return beat, choice, ok
}

// sessionState is the free state with what the game itself keeps of the player.
func (s Situation) sessionState() strictjson.Object {
	state := strictjson.Object{}
	for key, value := range s.State.Free {
		state[key] = value
	}
	player := s.View.PlayerObject()
	if len(s.written) > 0 {
		s.knowing(string(event.Player), player)
	}
	state["$player"] = player
	return state
}

// peopleFacts is what npc_state reads. Whom the player meets in this turn is not met yet: they can be
// introduced.
func (s Situation) peopleFacts() strictjson.Object {
	people := strictjson.Object{}
	for i := range s.People {
		id := s.People[i].ID
		is := s.State.People[event.CharacterID(id)]
		facts := strictjson.Object{}
		for key, value := range is.Changes {
			facts[key] = value
		}
		facts["opinion"], facts["place"] = Points(s.State.Opinion(id)), is.Place
		if _, has := facts["mood"]; !has {
			facts["mood"] = ""
		}
		met, seen := s.View.Person(id)
		facts["met"] = seen && met.Met > 0 && met.Met < s.State.Turn.Number
		if len(s.written) > 0 {
			s.knowing(id, facts)
		}
		people[id] = facts
	}
	return people
}

// worldFacts is what world_state reads.
func (s Situation) worldFacts() strictjson.Object {
	world := strictjson.Object{}
	if set, ok := s.State.Free[WorldKey].(strictjson.Object); ok {
		for key, value := range set {
			world[key] = value
		}
	}
	factions := strictjson.Object{}
	for i := range s.Factions {
		factions[s.Factions[i].ID] = Points(s.State.Opinion(s.Factions[i].ID))
	}
	day, hour, minute := Clock(s.State.Minutes)
	world["weather"], world["place"], world["faction"] = s.State.WeatherAt(s.here()), s.here(), factions
	if len(s.Occasions) > 0 {
		world[campaign.OccasionsName] = s.stages()
	}
	world["day"], world["hour"], world["minute"] = strictjson.Int(day), strictjson.Int(hour), strictjson.Int(minute)
	return world
}

// stages are how far each of the campaign's occasions has come, by id.
func (s Situation) stages() strictjson.Object {
	all := strictjson.Object{}
	for i := range s.Occasions {
		id := s.Occasions[i].ID
		all[id] = string(s.State.World.Occasions[id].Stage)
	}
	return all
}

// Allows reports whether the conditions of an occasion hold.
func (s Situation) Allows(o *campaign.PlannedOccasion, facts func() *condition.Facts) bool {
	return holds(o.Conditions, facts)
}

// Clock reads story time: the day from 1, the hour and the minute.
func Clock(minutes int64) (day, hour, minute int64) {
	return minutes/(24*60) + 1, minutes / 60 % 24, minutes % 60
}

// ToNextPart is how many minutes after a time the next part of the day begins.
func ToNextPart(minutes int64) int64 {
	_, hour, minute := Clock(minutes)
	hours := int64(1)
	for campaign.PartOfDay(int((hour+hours)%24)) == campaign.PartOfDay(int(hour)) {
		hours++
	}
	return hours*60 - minute
}

// Points writes thousandths as a number of points: 12500 is 12.5.
func Points(thousandths int64) strictjson.Number {
	sign := ""
	if thousandths < 0 {
		sign, thousandths = "-", -thousandths
	}
	text := sign + strconv.FormatInt(thousandths/1000, 10)
	if rest := thousandths % 1000; rest != 0 {
		digits := strconv.FormatInt(1000+rest, 10)[1:]
		text += "." + strings.TrimRight(digits, "0")
	}
	return strictjson.Number(text)
}

// Known is what is known in words, for judging conditions in words: what happened
// and what is so, the place, what the player remembers, and what the state says.
func (s Situation) Known(remembered []story.Recalled) []string {
	var texts []string
	for _, e := range s.View.Journal(0) {
		texts = append(texts, s.View.EntryPlainly(&e))
	}
	for _, r := range remembered {
		texts = append(texts, s.View.Plainly(&r.Memory))
	}
	for _, p := range s.View.Pieces() {
		texts = append(texts, p.Content)
	}
	if place, ok := s.Place(s.View.Place()); ok {
		texts = append(texts, place.Name+". "+place.Description)
	}
	for _, item := range s.View.Items() {
		texts = append(texts, s.State.Entities[item.ID].Name)
	}
	return append(texts, stateInWords(s.State.Free)...)
}

// stateInWords writes each leaf of the free state as "name name value".
func stateInWords(tree strictjson.Object) []string {
	var texts []string
	var walk func(path []string, v any)
	walk = func(path []string, v any) {
		if object, ok := v.(strictjson.Object); ok {
			for key, value := range object {
				walk(append(slices.Clone(path), key), value)
			}
			return
		}
		if v != nil && v != false && v != "" {
			texts = append(texts, strings.Join(path, " ")+" "+strings.Trim(string(strictjson.Encode(v)), `"`))
		}
	}
	walk(nil, tree)
	slices.Sort(texts)
	return texts
}
