package engine

import (
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// movePlayer takes the player, and whoever goes along, to a place.
func (t *happening) movePlayer(to string, with []string) {
	if !t.state().Exists(to) {
		t.trouble(fmt.Errorf("the player cannot go to %q, which is no place", to))
		return
	}
	if from := t.place(); from != to {
		t.leaveScene()
		data := event.Data{"who": string(event.Player), "to": to}
		if from != "" {
			data["from"] = from
		}
		held := t.add(event.Moved, data)
		t.Arrived, t.From = true, from
		t.came(action.Moved, action.Player, action.PlaceRef(to), held)
	}
	for _, person := range with {
		t.movePerson(person, to)
	}
}

func (t *happening) movePerson(who, to string) {
	from := t.state().People[event.CharacterID(who)].Place
	if from == to {
		return
	}
	data := event.Data{"who": who, "to": to}
	if from != "" {
		data["from"] = from
	}
	t.foreign(func() { // an author says who goes where
		t.stage(event.Event{Kind: event.Moved, Actor: event.Actor(who), Data: data})
	})
}

// pass lets story time go by, and people go where they are wanted, whenever a part of the day begins in it. An occasion
// that would be long over, or could begin no more, when it has, does so at its hour, with everybody where that finds
// them. Of people and weather nothing hangs on that: whoever perceives nothing of an occasion perceives nothing by it.
func (t *happening) pass(minutes int64) {
	for turned := t.state().Minutes; minutes > 0; {
		part := min(t.toNextPart(minutes), minutes)
		occasion := t.toNext(minutes)
		step := min(part, occasion)
		t.goBy(step)
		minutes -= step
		now := t.state().Minutes
		if step == part {
			t.drift(turned/driftMinutes, now/driftMinutes)
			turned = now
		}
		if minutes == 0 {
			return
		}
		if step == part {
			t.routine()
		}
		if step == occasion {
			if t.occasionsNow(true); t.state().Minutes != now { // it took its own time, and its weather
				turned = t.state().Minutes
			}
		}
	}
}

func (t *happening) goBy(minutes int64) {
	t.add(event.TimePassed, event.Data{"minutes": minutes})
	t.Minutes += minutes
}

// longestRoutine is for how many minutes, at the end of time that goes by at once, people come and go.
const longestRoutine = 14 * 24 * 60

// toNextPart is how many minutes go by until a part of the day begins, of the last of some minutes.
func (t *happening) toNextPart(minutes int64) int64 {
	skipped := max(minutes-longestRoutine, 0)
	return skipped + world.ToNextPart(t.state().Minutes+skipped)
}

// routine moves people where their schedules want them at this hour.
func (t *happening) routine() {
	_, hour, _ := world.Clock(t.state().Minutes)
	for i := range t.w.People {
		p := &t.w.People[i]
		is := t.state().People[event.CharacterID(p.ID)]
		if is.Changes[world.Stays] == true {
			continue
		}
		if place := p.WhereAt(int(hour)); place != "" && place != is.Place {
			t.movePerson(p.ID, place)
		}
	}
}

// driftMinutes is how often the weather may turn: every four hours of the clock.
const driftMinutes = 4 * 60

// drift changes the weather as it turned at the steps after one and up to another,
// unless the campaign does so itself. What it turned to last is what it is.
func (t *happening) drift(after, last int64) {
	weathers := t.w.Weathers()
	if len(weathers) < 2 || t.w.Weathered {
		return
	}
	for step := last; step > after; step-- {
		draw := t.Seed.Derive("weather", fmt.Sprint(step)).Stream()
		if draw.IntN(5) < 3 {
			continue
		}
		t.turnWeather(weathers[draw.IntN(len(weathers))])
		return
	}
}

// turnWeather makes the weather the same everywhere, at places that had their own too.
func (t *happening) turnWeather(to string) {
	if s := t.state(); to != s.Weather || len(s.Weathers) > 0 {
		t.add(event.WeatherChanged, event.Data{"weather": to})
	}
}

// place is where the player is.
func (t *turn) place() string { return t.state().People[event.Player].Place }
