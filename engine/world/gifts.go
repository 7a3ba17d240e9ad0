package world

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// A Gift is what taking an offer gives that can be named before it is taken. What gives
// nothing may be typed, and is not put before anybody. The list is closed.
type Gift string

// The gifts.
const (
	GivesAnswer  Gift = "answer"  // its author wrote what comes of just this
	GivesThing   Gift = "thing"   // there is something to be picked up
	GivesNews    Gift = "news"    // somebody who is here tells what the player has not heard of it
	GivesWord    Gift = "word"    // somebody who is here hears what the player takes them not to know
	GivesSight   Gift = "sight"   // there is something to be seen that the player has not seen
	GivesWay     Gift = "way"     // it leads to where there is one of these, or something yet unseen
	GivesFavour  Gift = "favour"  // somebody who is here would have it
	GivesCompany Gift = "company" // somebody comes
	GivesFeat    Gift = "feat"    // a stat opens it, by its author's word
)

// Gifts is the closed list, those first that are worth most.
func Gifts() []Gift {
	return []Gift{GivesAnswer, GivesThing, GivesNews, GivesWord, GivesSight, GivesWay, GivesFavour, GivesCompany, GivesFeat}
}

// Worth is what taking an offer is worth, from 0 to 100.
func (o *Offer) Worth() int {
	i := slices.Index(Gifts(), o.Gives)
	if i < 0 {
		return 0
	}
	worth := 100 - 10*i
	switch {
	case o.Gives == GivesWay:
		worth -= o.For.Far * farther
	case o.Gives == GivesSight && !o.Item.None(): // it can be looked at anywhere, and any time
		worth -= thing
	}
	return worth
}

// thing is what a look at a thing is worth less than one at a place: less than a way.
const thing = 15

// farther is what each step is worth that a purpose is further off than next door.
const farther = 5

// barred reports whether it is idle to put an offer before the player, whatever it gives: it is
// about what is settled, held in the hand, standing in the room, or told by the very person who
// would be told; or it was done just now.
func (o *offering) barred(made *Offer) bool {
	if o.rests(made) {
		return true
	}
	if made.Topic.ID == "" || made.Kind == action.Show {
		return false
	}
	if made.Kind == action.Tell && o.raisedBy(made.Topic.ID) == made.Whom().ID {
		return true
	}
	return o.idleTopics()[made.Topic.ID]
}

// raisedBy is who brought a topic up before the player, "" for nobody.
func (o *offering) raisedBy(topic string) string {
	for _, heard := range o.View.Topics() {
		if heard.ID == topic {
			return heard.By
		}
	}
	return ""
}

// idleTopics are those that it is idle to bring up now.
func (o *offering) idleTopics() map[string]bool {
	if o.idle != nil {
		return o.idle
	}
	o.idle = map[string]bool{}
	for _, heard := range o.View.Topics() {
		if heard.Settled {
			o.idle[heard.ID] = true
		}
	}
	for _, t := range o.View.Threads() {
		if topic := o.ThreadTopic(t.Title); !t.Open && topic.ID != "" {
			o.idle[topic.ID] = true
		}
	}
	for _, topic := range o.open { // another thread of the same name may be open
		delete(o.idle, topic.ID)
	}
	for _, item := range slices.Concat(Carried(o.View), o.loose(o.here())) {
		o.idle[o.subjectOfItem(item).ID] = true
	}
	for _, id := range o.View.Present() {
		o.idle[o.topic(o.View.Name(id)).ID] = true
	}
	o.idle[o.topic(o.place).ID] = true
	return o.idle
}

// liked is GivesFavour where somebody would have a thing, by their author's words for what they
// like.
func (o *offering) liked(person, item string) Gift {
	p, ok := o.Someone(person)
	if !ok {
		return ""
	}
	name := " " + strings.ToLower(o.ItemName(item)) + " "
	if slices.ContainsFunc(p.Likes, func(like string) bool { return strings.Contains(name, " "+strings.ToLower(like)+" ") }) {
		return GivesFavour
	}
	return ""
}

// unread is GivesSight where a thing was described and the player has not looked at it.
func (o *offering) unread(item string) Gift {
	i, ok := o.Item(item)
	if !ok || i.Description == "" || o.View.LastTaken((action.Action{Kind: action.Examine, Item: action.ItemRef(item)}).ID(), 0) > 0 {
		return ""
	}
	return GivesSight
}

// hidden is what a search of the place gives.
func (o *offering) hidden(loose []string) Gift {
	if len(loose) > 0 {
		return GivesThing
	}
	var does Consequences
	place := action.PlaceRef(o.here())
	if o.find(&does, Offer{Action: action.Action{Kind: action.Search, Place: place}}); len(does.Learns) > 0 {
		return GivesSight
	}
	return ""
}

// restOfADeed is for how many turns what was done is not put before the player again.
const restOfADeed = 8

// rests reports whether an offer was taken lately, and nothing was told since that has to do with
// what it is about.
func (o *offering) rests(made *Offer) bool {
	if made.Kind == action.Go {
		return false
	}
	last := o.View.LastTaken(made.ID(), int64(o.turn())-restOfADeed+1)
	if last == 0 {
		return false
	}
	told := o.View.Reached()
	return !slices.ContainsFunc(o.left[made.Topic.ID], func(b *campaign.Beat) bool { return int64(told[b.ID]) > last })
}

// Worthwhile are the offers to put before the player: those that give something, the best
// first. Where there are fewer than so many, others that can be done make them up; and a way is
// always among them, where there are ways.
func (s Situation) Worthwhile(least int) []Offer {
	o := s.offering()
	o.everything()
	o.purposes()
	good, rest, last := []Offer{}, []Offer{}, []Offer{}
	for _, made := range o.all {
		if o.Dramatic && made.Gives == "" && made.Kind != action.Go { // its own choices look about, wait and ask
			if made.Kind == action.Examine && made.Item.None() || made.Kind == action.Search {
				last = append(last, made)
			}
			continue
		}
		if made.Gives != "" {
			good = append(good, made)
		} else if made.Topic.ID == "" && slices.Contains(fillers, made.Kind) {
			rest = append(rest, made)
		} else if made.Topic.ID == "" && slices.Contains(lastResorts, made.Kind) {
			last = append(last, made)
		}
	}
	slices.SortStableFunc(good, func(a, b Offer) int { return cmp.Compare(b.Worth(), a.Worth()) })
	good = oneThing(good)
	slices.SortStableFunc(rest, func(a, b Offer) int { return cmp.Compare(idleness(a), idleness(b)) })
	all := append(good, rest[:min(len(rest), max(0, least-len(good)))]...)
	if goes := func(o Offer) bool { return o.Kind == action.Go }; !slices.ContainsFunc(all, goes) {
		if i := slices.IndexFunc(rest, goes); i >= 0 { // where there are ways, one can be gone
			all = append(all, rest[i])
		}
	}
	return append(all, last[:min(len(last), max(0, FewestOpen-len(all)))]...)
}

// oneThing leaves of the looks at things the first: there is time for the others.
func oneThing(good []Offer) []Offer {
	looked := false
	return slices.DeleteFunc(good, func(o Offer) bool {
		again := looked && o.Kind == action.Examine && !o.Item.None()
		looked = looked || o.Kind == action.Examine && !o.Item.None()
		return again
	})
}

// FewestOpen is how many offers there are to be for a menu.
const FewestOpen = 3

// fillers are what gives nothing and may be put before the player where there is nothing else, in
// this order: one goes somewhere, waits or looks about, and last at a thing once more. Nobody is to
// think; and to talk or to search, which promises something, is for where there is hardly anything
// else.
var (
	fillers     = []action.Kind{action.Go, action.Wait, action.Examine}
	lastResorts = []action.Kind{action.Talk, action.Search}
)

func idleness(o Offer) int {
	if !o.Item.None() {
		return len(fillers)
	}
	return slices.Index(fillers, o.Kind)
}

// Ways reports whether one can go anywhere from where the player is.
func (s Situation) Ways() bool {
	return len(s.open(sync.OnceValue(func() *condition.Facts { return &s.Progress().Facts }))) > 0
}

// open are the ways from where the player is that can be gone: none while a moment holds them.
func (s Situation) open(facts func() *condition.Facts) []*campaign.Place {
	for id, turn := range s.State.Reached {
		if b, ok := s.Beat(id); ok && b.Holds && turn == s.turn() {
			return nil
		}
	}
	return slices.DeleteFunc(s.ways(s.here()), func(to *campaign.Place) bool { return !enterable(to, facts) })
}

// enterable reports whether the player may go to a place.
func enterable(to *campaign.Place, facts func() *condition.Facts) bool {
	return to.Entry == nil || to.Entry.Eval(facts()) == condition.Yes
}

// LeadsAway reports whether an author's choice takes the player to another place, whatever the
// dice say.
func (s Situation) LeadsAway(c *campaign.Choice) bool {
	away := func(effects []effect.Effect, leads string) bool {
		b, led := s.Beat(leads)
		return led && b.Place != "" && b.Place != s.here() || slices.ContainsFunc(effects, func(e effect.Effect) bool {
			move, is := e.(effect.Move)
			return is && move.Place != s.here()
		})
	}
	if away(c.Effects, c.LeadsTo) || c.Check == nil {
		return away(c.Effects, c.LeadsTo)
	}
	success, partial, failure := &c.Check.Success, &c.Check.Partial, &c.Check.Failure
	return away(success.Effects, success.LeadsTo) && away(failure.Effects, failure.LeadsTo) && (partial.Empty() || away(partial.Effects, partial.LeadsTo))
}

// overheard is GivesNews where people who are here have something to tell each other.
func (o *offering) overheard() Gift {
	if len(o.Passings(o.here(), 1, o.facts)) > 0 {
		return GivesNews
	}
	return ""
}

// comes is GivesCompany where somebody comes to where the player is within a wait, by their
// hours.
func (o *offering) comes(minutes int64) Gift {
	_, hour, _ := Clock(o.State.Minutes + minutes)
	for i := range o.People {
		p := &o.People[i]
		is := o.State.People[event.CharacterID(p.ID)]
		if is.Place != o.here() && is.Changes[Stays] != true && p.WhereAt(int(hour)) == o.here() {
			return GivesCompany
		}
	}
	return ""
}

// Stays marks, among what changed of a person, that an author put them somewhere: their hours
// are over.
const Stays = "stays"

// Cost orders offers by what they cost, in minutes; what cannot be had again costs more than any
// time.
func (o *Offer) Cost() int64 {
	if o.Kind == action.Give || o.Kind == action.Press {
		return math.MaxInt64
	}
	return o.Minutes
}

// Price is what taking an offer costs that can be said before: the thing that is given away, or
// the time.
func (o *Offer) Price() string {
	switch {
	case o.Kind == action.Give:
		return "You would not have it any more."
	case o.Kind == action.Press:
		return "It may be held against you."
	case o.Minutes > 0:
		return "It takes " + prose.Span(int(o.Minutes)) + "."
	}
	return ""
}
