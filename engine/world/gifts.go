package world

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
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
	GivesSight   Gift = "sight"   // there is something to be seen that the player has not seen
	GivesWay     Gift = "way"     // it leads to where there is one of these, or something yet unseen
	GivesFavour  Gift = "favour"  // somebody who is here would have it
	GivesCompany Gift = "company" // somebody comes
	GivesFeat    Gift = "feat"    // a stat opens it, by its author's word
)

// Gifts is the closed list, those first that are worth most.
func Gifts() []Gift {
	return []Gift{GivesAnswer, GivesThing, GivesNews, GivesSight, GivesWay, GivesFavour, GivesCompany, GivesFeat}
}

// Worth is what taking an offer is worth, from 0 to 100.
func (o *Offer) Worth() int {
	i := slices.Index(Gifts(), o.Gives)
	if i < 0 {
		return 0
	}
	worth := 100 - 10*i
	if o.Gives == GivesWay {
		worth -= o.For.Far * farther
	}
	return worth
}

// farther is what each step is worth that a purpose is further off than next door.
const farther = 5

// A Purpose is why the player might go somewhere: somebody they saw there last, something to
// bring up with them or to look for, a thing to show them, a line of the plot, or that they
// never were there. At is where, if that is further than next door, and Far how much further.
type Purpose struct {
	At     string
	Far    int
	Person string
	Topic  Subject
	Item   string
	Thread string
	New    bool
}

// None reports whether there is no purpose that could be named.
func (p Purpose) None() bool { return p.Person == "" && p.Topic.ID == "" && p.Thread == "" && !p.New }

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
		if topic := SubjectOf(grammar.Topic(t.Title)); !t.Open && topic.ID != "" {
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
	if !ok || i.Description == "" || o.lastTaken((action.Action{Kind: action.Examine, Item: action.ItemRef(item)}).ID()) > 0 {
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

// lastTaken is the turn in which the player last did what has this id, 0 for never.
func (o *offering) lastTaken(id string) int64 {
	if o.did == nil {
		o.did = map[string]int64{}
		for _, t := range o.View.Taken() {
			o.did[t.ID] = t.Turn
		}
	}
	return o.did[id]
}

// restOfADeed is for how many turns what was done is not put before the player again.
const restOfADeed = 8

// rests reports whether an offer was taken lately, and nothing was told since that has to do with
// what it is about.
func (o *offering) rests(made *Offer) bool {
	last := o.lastTaken(made.ID())
	if made.Kind == action.Go || last == 0 || int64(o.turn())-last >= restOfADeed {
		return false
	}
	told := o.View.Reached()
	return !slices.ContainsFunc(o.left[made.Topic.ID], func(b *campaign.Beat) bool { return int64(told[b.ID]) > last })
}

// Worthwhile are the offers to put before the player: those that give something, the best
// first. Where there are fewer than so many, others that can be done make them up.
func (s Situation) Worthwhile(least int) []Offer {
	o := s.offering()
	o.everything()
	o.purposes()
	good, rest, last := []Offer{}, []Offer{}, []Offer{}
	for _, made := range o.all {
		if made.Gives != "" {
			good = append(good, made)
		} else if made.Topic.ID == "" && slices.Contains(fillers, made.Kind) {
			rest = append(rest, made)
		} else if made.Topic.ID == "" && slices.Contains(lastResorts, made.Kind) {
			last = append(last, made)
		}
	}
	slices.SortStableFunc(good, func(a, b Offer) int { return cmp.Compare(b.Worth(), a.Worth()) })
	slices.SortStableFunc(rest, func(a, b Offer) int { return cmp.Compare(idleness(a), idleness(b)) })
	all := append(good, rest[:min(len(rest), max(0, least-len(good)))]...)
	return append(all, last[:min(len(last), max(0, FewestOpen-len(all)))]...)
}

// FewestOpen is how many offers there are to be for a menu.
const FewestOpen = 3

// fillers are what gives nothing and may be put before the player where there is nothing else, in
// this order: one goes somewhere, waits or looks about. Nobody is to think; and to talk or to
// search, which promises something, is for where there is hardly anything else.
var (
	fillers     = []action.Kind{action.Go, action.Wait, action.Examine}
	lastResorts = []action.Kind{action.Talk, action.Search}
)

func idleness(o Offer) int { return slices.Index(fillers, o.Kind) }

// Ways reports whether one can go anywhere from where the player is.
func (s Situation) Ways() bool { return len(s.open()) > 0 }

// open are the ways from where the player is that can be gone: none while a moment holds them.
func (s Situation) open() []*campaign.Place {
	for id, turn := range s.State.Reached {
		if b, ok := s.Beat(id); ok && b.Holds && turn == s.turn() {
			return nil
		}
	}
	return slices.DeleteFunc(s.ways(s.here()), func(to *campaign.Place) bool { return !s.enterable(to) })
}

// enterable reports whether the player may go to a place.
func (s Situation) enterable(to *campaign.Place) bool {
	return to.Entry == nil || to.Entry.Eval(&s.Progress().Facts) == condition.Yes
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

// mostSteps is how far off what one goes for may be.
const mostSteps = 4

// purposes gives the ways from here what there is to go for, next door and beyond: of each the
// nearest and best.
func (o *offering) purposes() {
	steps := o.steps()
	for i := range o.all {
		way := &o.all[i]
		if way.Kind != action.Go || way.Topic.ID != "" {
			continue
		}
		for _, to := range steps {
			if to.first != way.Place.ID {
				continue
			}
			if purpose, there := o.purposeAt(to.place); there {
				way.Gives, way.For = GivesWay, purpose
				if to.far > 0 {
					way.For.At, way.For.Far = to.place, to.far
				}
				break
			}
		}
	}
}

// A step is a place that can be come to, by which way from here, and how much further.
type step struct {
	place, first string
	far          int
}

// steps are the places that can be come to from here, the nearest first: those next door, and
// through places where the player was before.
func (o *offering) steps() []step {
	var all []step
	seen := map[string]bool{o.here(): true}
	for _, to := range o.Situation.open() {
		all, seen[to.ID] = append(all, step{to.ID, to.ID, 0}), true
	}
	for i := 0; i < len(all); i++ {
		at := all[i]
		if at.far+1 >= mostSteps || !o.View.Visited(at.place) || o.Extracted {
			continue
		}
		for _, to := range o.ways(at.place) {
			if !seen[to.ID] && o.enterable(to) {
				all, seen[to.ID] = append(all, step{to.ID, at.first, at.far + 1}), true
			}
		}
	}
	return all
}

// purposeAt is what there is to go for at a place: somebody whom the player saw there last and
// who has an answer, or news, of something that the player can bring up, or would be shown
// something; what its author wrote to be found there; a moment that waits there; or that the
// player never was there. It is false where nothing would come of going, and names nothing
// where something would of which the player knows nothing.
func (o *offering) purposeAt(place string) (Purpose, bool) {
	for _, p := range o.View.People() {
		if id := string(p.ID); p.Place == place && !p.Here && !o.Silent(id) {
			if topic, item, has := o.broughtTo(id, place); has {
				return Purpose{Person: id, Topic: topic, Item: item}, true
			}
		}
	}
	if topics := o.answers(campaign.Occasion{Place: place}).topics; len(topics) > 0 {
		if i := slices.IndexFunc(topics, func(t Subject) bool { return !o.idleTopics()[t.ID] }); i >= 0 {
			return Purpose{Topic: topics[i]}, true
		}
	}
	visited := o.View.Visited(place)
	if b := o.waitsAt(place); b != nil {
		purpose := o.purposeOf(b)
		purpose.New = !visited
		return purpose, true
	}
	return Purpose{New: !visited}, !visited
}

// broughtTo is what the player can bring to somebody elsewhere and get something for.
func (o *offering) broughtTo(person, place string) (topic Subject, item string, has bool) {
	written := o.answers(campaign.Occasion{Person: person})
	idle := o.idleTopics()
	for _, item := range firstOf(Carried(o.View), mostThings) {
		if written.of(o.subjectOfItem(item)) {
			return Subject{}, item, true
		}
	}
	for _, topic := range written.topics {
		if !idle[topic.ID] && topic.ID != o.topic(o.View.Name(person)).ID {
			return topic, "", true
		}
	}
	for _, topic := range firstOf(o.known, mostAsked) {
		if idle[topic.ID] || topic.ID == o.topic(o.View.Name(person)).ID {
			continue
		}
		about := o.matterOf(o.View.Name(place), topic, person)
		about.strictly = true
		if _, topical, ok := about.pick(o.unheard, o.turn()); ok && topical {
			return topic, "", true
		}
	}
	return Subject{}, "", false
}

// waitsAt is a moment that would come if the player were at a place now, nil for none.
func (o *offering) waitsAt(place string) *campaign.Beat {
	p := *o.progressed()
	p.Place, p.Present = place, o.peopleAt(place)
	for _, standing := range o.Outlook(&p).Standings {
		if standing.Status == campaign.Due && standing.Beat.Place == place {
			return standing.Beat
		}
	}
	return nil
}

// peopleAt are those who are at a place, by id, in their author's order.
func (s Situation) peopleAt(place string) (ids []string) {
	for i := range s.People {
		if id := s.People[i].ID; s.State.People[event.CharacterID(id)].Place == place {
			ids = append(ids, id)
		}
	}
	return ids
}

// progressed is the story as conditions see it, made once.
func (o *offering) progressed() *campaign.Progress {
	if o.progress == nil {
		o.progress = o.Progress()
	}
	return o.progress
}

// purposeOf is why one would go to a moment, as far as the player knows: what it leaves to talk
// of, where they have heard of that, a line of the plot that it runs along, or somebody there
// whom they have met.
func (o *offering) purposeOf(b *campaign.Beat) Purpose {
	topics := []string{b.Topic}
	for i := range b.Choices {
		topics = append(topics, b.Choices[i].Topic)
	}
	for _, topic := range topics {
		if about := SubjectOf(topic); about.ID != "" && o.View.TopicWords(about.ID) != "" && !o.idleTopics()[about.ID] {
			return Purpose{Topic: about}
		}
	}
	for _, t := range o.View.Threads() {
		if t.Open && slices.Contains(o.World.threads[t.ID], b) {
			return Purpose{Thread: t.ID}
		}
	}
	for _, id := range b.People {
		if p, met := o.View.Person(id); met && p.Place == b.Place {
			return Purpose{Person: id}
		}
	}
	return Purpose{}
}

// Missed is somebody whom the player came to see, and who is not there; "" for nobody.
func (s Situation) Missed(p Purpose) string {
	if p.Person == "" || p.At != "" || slices.Contains(s.View.Present(), p.Person) {
		return ""
	}
	return p.Person
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
