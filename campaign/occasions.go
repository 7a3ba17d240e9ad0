package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

const occasionsFile = "plot/occasions.json"

// MaxOccasions is how many occasions a campaign has: each turn asks all that wait.
const MaxOccasions = 200

// OccasionsName is the name under which conditions read of world_state how far each occasion has come.
const OccasionsName = "occasion"

// A PlannedOccasion is something that happens as a whole, at its place and in its time, whether or not the
// player is there: an element of plot/occasions.json.
type PlannedOccasion struct {
	ID           string               `field:"id"`
	Name         string               `field:"name"`
	Trigger      event.Trigger        `field:"trigger"`
	Place        string               `field:"place"`
	People       []string             `field:"people"`     // whom one by place waits for; "player" may be among them
	At           StoryTime            `field:"at"`         // the earliest; 0 for any time
	Until        StoryTime            `field:"until"`      // the latest; 0 for none
	Conditions   *condition.Condition `field:"conditions"` // of its beginning
	Minutes      int                  `field:"minutes"`    // 0 for until an effect completes it
	KnownBy      []string             `field:"known_by"`   // from the start, that it is planned
	Props        []string             `field:"props"`
	Significance action.Significance  `field:"significance"`
	Start        Happening            `field:"on_start"`
	End          Happening            `field:"on_complete"`
	Missed       Happening            `field:"on_expire"`

	unsound bool // it cannot be played
}

// A Happening is what something brings, and what a player is told who perceives it.
type Happening struct {
	Prose   Prose           `field:"prose"`
	Effects []effect.Effect `field:"effects,consequences"`
}

// Of is what the beginning of an occasion brings, its end, or that it was missed; nothing for all else.
func (o *PlannedOccasion) Of(stage event.Kind) *Happening {
	switch stage {
	case event.OccasionStarted:
		return &o.Start
	case event.OccasionCompleted:
		return &o.End
	case event.OccasionExpired:
		return &o.Missed
	}
	return &Happening{}
}

// A StoryTime is a time in minutes from the midnight before the story begins.
type StoryTime int64

// decodeTree reads "19:00", of the first day, or "day 2, 06:10"; the schema has seen to its form.
func (m *StoryTime) decodeTree(_ *decoder, v any) {
	text, _ := v.(string)
	day, hour, minute := 1, 0, 0
	if date, time, dated := strings.Cut(text, ", "); dated {
		day, _ = strconv.Atoi(strings.TrimPrefix(date, "day "))
		text = time
	}
	_, _ = fmt.Sscanf(text, "%d:%d", &hour, &minute)
	*m = StoryTime((day-1)*24*60 + hour*60 + minute)
}

// decodeTree leaves an occasion out that has no place, or not what it begins with: with conditions that are
// wrong it would be another one.
func (o *PlannedOccasion) decodeTree(d *decoder, v any) {
	o.Significance = action.Medium
	tell, conditions := d.tell, d.at.String()+"/conditions"
	d.tell = func(p contracts.Problem) {
		o.unsound = o.unsound || !p.Warning && strings.HasPrefix(p.Pointer, conditions)
		tell(p)
	}
	type fields PlannedOccasion
	d.decode((*fields)(o), v)
	d.tell = tell
	o.Place = d.one("place", "/place", o.Place)
	o.People, o.KnownBy, o.Props = d.known("person", "/people", o.People), d.known("person", "/known_by", o.KnownBy), d.known("item", "/props", o.Props)
	needs := ""
	written, _ := v.(tree)
	switch _, timed := written["at"]; {
	case o.Trigger == event.ByTime && !timed:
		needs = "at"
	case o.Trigger == event.ByPlace && len(o.People) == 0:
		needs = "people"
	case o.Trigger == event.ByCondition && o.Conditions == nil:
		needs = "conditions"
	}
	if needs != "" {
		lacks := contracts.Name{}
		if people := strictjson.AsStrings[string](written["people"]); needs == "people" && len(people) > 0 {
			lacks = contracts.Name{Kind: "person", ID: people[0]} // which was reported
		}
		d.report(contracts.Problem{Kind: contracts.Missing, Lacks: lacks, Message: fmt.Sprintf("the occasion %q is left out: one by %s begins by its %q, and has none", o.ID, o.Trigger, needs), Expected: strconv.Quote(needs)})
	}
	o.checkTimes(d)
	words := o.Conditions.Prose()
	for _, sentence := range words {
		d.report(contracts.Problem{Pointer: "/conditions", Kind: contracts.BadValue, Message: fmt.Sprintf("the occasion %q is left out: %s is in words, which nobody judges for it", o.ID, contracts.Quote(sentence, 60)), Expected: "conditions that can be computed"})
	}
	o.unsound = o.unsound || o.Place == "" || needs != "" || len(words) > 0
}

func (o *PlannedOccasion) checkTimes(d *decoder) {
	if o.Until == 0 || o.Until >= o.At {
		return
	}
	d.report(contracts.Problem{Pointer: "/until", Kind: contracts.BadValue, Message: fmt.Sprintf("the occasion %q would be over before it can begin, so that it waits without end", o.ID), Expected: "a time after \"at\""})
	o.Until = 0
}

// occasions reads plot/occasions.json.
func (l *loader) occasions() {
	s := l.json(contracts.Occasions, occasionsFile)
	if s == nil || s.tree == nil {
		return
	}
	if list, _ := s.tree["occasions"].([]any); len(list) > MaxOccasions {
		s.report(contracts.Problem{Pointer: "/occasions/" + strconv.Itoa(MaxOccasions), Kind: contracts.Limit, Message: fmt.Sprintf("there are %d occasions, of which the first %d are read", len(list), MaxOccasions)})
		s.tree["occasions"] = list[:MaxOccasions]
	}
	l.declare(s, "occasion", "occasions")
	l.c.names.gatherState(s.tree)
	l.later(s, func(d *decoder) {
		var all []PlannedOccasion
		d.member("occasions", &all, s.tree["occasions"])
		l.c.Occasions = all
		next, taken := 0, l.c.takenOn()
		d.elements(s.tree, "occasions", func(tree) {
			l.checkProps(d, &all[next])
			checkLife(d, &all[next], taken)
			next++
		})
		l.c.Occasions = slices.DeleteFunc(all, func(o PlannedOccasion) bool { return o.unsound })
	})
}

// checkProps leaves out what is there besides: a prop lies nowhere before its occasion, and is of one.
func (l *loader) checkProps(d *decoder, o *PlannedOccasion) {
	o.Props = slices.DeleteFunc(slices.Clone(o.Props), func(prop string) bool {
		is, _ := find(l.c.Items, func(i *Item) bool { return i.ID == prop })
		why := ""
		switch {
		case is == nil: // it was reported
		case is.At != "":
			why = fmt.Sprintf("lies at %q already", is.At)
		case is.HeldBy != "":
			why = fmt.Sprintf("is held by %q already", is.HeldBy)
		case slices.Contains(l.c.Player.StartingItems, prop):
			why = "is what the player begins with"
		}
		for i := range l.c.Occasions {
			other := &l.c.Occasions[i]
			if other == o {
				break
			}
			if slices.Contains(other.Props, prop) {
				why = fmt.Sprintf("is there for the occasion %q", other.ID)
			}
		}
		if why != "" {
			d.report(contracts.Problem{Pointer: "/props", Kind: contracts.BadValue, Message: fmt.Sprintf("the item %q is no prop of this occasion: it %s", prop, why), Expected: "an item that is nowhere else"})
		}
		return why != "" || is == nil
	})
}

// checkLife warns of what never begins, or never ends although something is to come of that.
func checkLife(d *decoder, o *PlannedOccasion, taken map[occasionStep]bool) {
	if o.Trigger == event.ByHand && !taken[occasionStep{o.ID, event.OccasionStarted}] {
		d.report(contracts.Problem{Pointer: "/trigger", Kind: contracts.BadValue, Warning: true, Lacks: contracts.Name{Kind: lostEffect, ID: o.ID}, Message: fmt.Sprintf("the occasion %q never begins: no effect starts it", o.ID), Expected: fmt.Sprintf(`an effect {"occasion": {"id": %q, "now": "started"}}, or another trigger`, o.ID)})
	}
	if o.Minutes == 0 && (len(o.End.Prose)+len(o.End.Effects)+len(o.Props) > 0) && !taken[occasionStep{o.ID, event.OccasionCompleted}] {
		d.report(contracts.Problem{Kind: contracts.BadValue, Warning: true, Lacks: contracts.Name{Kind: lostEffect, ID: o.ID}, Message: fmt.Sprintf("the occasion %q never ends: it has no \"minutes\", and no effect completes it", o.ID), Expected: `"minutes"`})
	}
}

// An occasionStep is what becomes of an occasion.
type occasionStep struct {
	occasion string
	now      event.Kind
}

// takenOn are the steps that effects of the campaign's take.
func (c *Campaign) takenOn() map[occasionStep]bool {
	taken := map[occasionStep]bool{}
	c.EachEffect(func(e effect.Effect) {
		if o, is := e.(effect.Occasion); is {
			taken[occasionStep{o.ID, o.Now}] = true
		}
	})
	return taken
}

// EachEffect goes through all effects of beats and occasions.
func (c *Campaign) EachEffect(visit func(effect.Effect)) {
	for i := range c.Beats {
		c.Beats[i].EachEffect(visit)
	}
	c.eachOfOccasions(visit)
}

func (c *Campaign) eachOfOccasions(visit func(effect.Effect)) {
	for i := range c.Occasions {
		o := &c.Occasions[i]
		each(o.Start.Effects, visit)
		each(o.End.Effects, visit)
		each(o.Missed.Effects, visit)
	}
}

// Occasion finds an occasion by its id.
func (c *Campaign) Occasion(id string) (*PlannedOccasion, bool) {
	return lookup(c, "occasion", id, c.Occasions, occasionID)
}

func occasionID(o *PlannedOccasion) string { return o.ID }
