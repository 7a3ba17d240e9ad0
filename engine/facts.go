package engine

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

// worldKey is the free key under which session state keeps what effects said of
// the world and no event of its own says.
const worldKey = "world"

// progress is a story as its campaign's conditions see it.
func progress(c *campaign.Campaign, s *story.State) *campaign.Progress {
	p := &campaign.Progress{Led: s.Led}
	p.Scene, p.Reached = int(s.Turn.Number), s.Reached
	p.Place, p.Verdicts = s.People[event.Player].Place, s.Verdicts
	p.Present = present(s)
	p.Taken = chosen(s)
	p.State = sessionState(s)
	p.People, p.World = peopleFacts(c, s), worldFacts(c, s)
	return p
}

func present(s *story.State) []string {
	var ids []string
	for _, id := range s.Present() {
		ids = append(ids, string(id))
	}
	return ids
}

// chosen are the authored choices that were made, each once. Others have no ids that a
// campaign could ask for: "wait" is not an author's choice of that name.
func chosen(s *story.State) (all []condition.Taken) {
	for _, id := range s.Player().Chosen() {
		if beat, choice, ok := authorsID(id); ok {
			all = append(all, condition.Taken{Beat: beat, Choice: choice})
		}
	}
	return all
}

// takenInWords are all choices made, in order, in their authors' words or the plain ones.
func takenInWords(s *story.State) []condition.Taken {
	all, v := make([]condition.Taken, s.Taken.Len()), s.Player()
	for i, t := range s.Taken.From(0) {
		all[i].Beat, all[i].Choice, _ = authorsID(t.ID)
		if all[i].Text = t.Action.Words; all[i].Text == "" {
			all[i].Text = v.Say(t.Action)
		}
	}
	return all
}

// authorsID takes the id of an authored choice apart, "beat/choice". Others have
// none of that form.
func authorsID(id string) (beat, choice string, ok bool) {
	if beat, choice, ok = strings.Cut(id, "/"); !ok || !condition.IsID(id) {
		return "", "", false
	}
	return beat, choice, true
}

// sessionState is the free state with what the game itself keeps of the player.
func sessionState(s *story.State) strictjson.Object {
	state := strictjson.Object{}
	for key, value := range s.Free {
		state[key] = value
	}
	state["$player"] = s.Player().PlayerObject()
	return state
}

// peopleFacts is what npc_state reads.
func peopleFacts(c *campaign.Campaign, s *story.State) strictjson.Object {
	people := strictjson.Object{}
	for i := range c.People {
		id := c.People[i].ID
		is := s.People[event.CharacterID(id)]
		facts := strictjson.Object{}
		for key, value := range is.Changes {
			facts[key] = value
		}
		facts["opinion"], facts["place"] = points(s.Opinion(id)), is.Place
		if _, has := facts["mood"]; !has {
			facts["mood"] = ""
		}
		people[id] = facts
	}
	return people
}

// worldFacts is what world_state reads.
func worldFacts(c *campaign.Campaign, s *story.State) strictjson.Object {
	world := strictjson.Object{}
	if set, ok := s.Free[worldKey].(strictjson.Object); ok {
		for key, value := range set {
			world[key] = value
		}
	}
	factions := strictjson.Object{}
	for i := range c.Factions {
		factions[c.Factions[i].ID] = points(s.Opinion(c.Factions[i].ID))
	}
	day, hour, minute := clock(s.Minutes)
	world["weather"], world["place"], world["faction"] = s.WeatherAt(s.Place()), s.Place(), factions
	world["day"], world["hour"], world["minute"] = whole(day), whole(hour), whole(minute)
	return world
}

// clock reads story time: the day from 1, the hour and the minute.
func clock(minutes int64) (day, hour, minute int64) {
	return minutes/(24*60) + 1, minutes / 60 % 24, minutes % 60
}

func whole(n int64) strictjson.Number { return strictjson.Number(strconv.FormatInt(n, 10)) }

// points writes thousandths as a number of points: 12500 is 12.5.
func points(thousandths int64) strictjson.Number {
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

// known is what is known in words, for judging conditions in words: what happened
// and what is so, the place, and what the state says.
func (t *turn) known() []string {
	var texts []string
	v, s := t.view(), t.state()
	for _, e := range v.Journal(0) {
		texts = append(texts, v.EntryPlainly(&e))
	}
	for _, r := range t.recall(v, story.Query{}) {
		texts = append(texts, v.Plainly(&r.Memory))
	}
	for _, p := range v.Pieces() {
		texts = append(texts, p.Content)
	}
	if place, ok := t.c.Place(v.Place()); ok {
		texts = append(texts, place.Name+". "+place.Description)
	}
	for _, item := range v.Items() {
		texts = append(texts, s.Entities[item.ID].Name)
	}
	return append(texts, stateInWords(s.Free)...)
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
			texts = append(texts, strings.Join(path, " ")+" "+strings.Trim(string(strictjson.Append(nil, v)), `"`))
		}
	}
	walk(nil, tree)
	slices.Sort(texts)
	return texts
}
