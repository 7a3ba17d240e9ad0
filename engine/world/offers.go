package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
)

// An Offer is an action that the player could take now and no author wrote, with what
// decides what comes of it. Its id is the action's, so that one offered in a turn is
// found again in the next.
type Offer struct {
	action.Action
	Topic    Subject // the words of the action's topic
	Stat     string  // what is tried, or ""
	Minutes  int64
	Peopled  bool    // the player saw somebody who speaks last where it goes
	Answered bool    // an author wrote what comes of it
	Gives    Gift    // what taking it gives
	For      Purpose // why one would go there; of a way alone
}

// How many of each are considered, whatever a campaign holds.
const (
	MostPeople  = 6
	mostExits   = 12
	mostThreads = 4
	mostThings  = 4
	mostTold    = 16 // topics that somebody may be told of who types it
	mostAsked   = 5  // topics besides those that an author answers
	mostAnswers = 10
)

// The offers of a state, in the making.
type offering struct {
	Situation
	place    string // the name of this one
	unheard  []testimony
	known    []Subject // what the player can bring up, the latest first
	open     []Subject // threads
	spoken   []Subject // what the player knows speaks of them
	nearby   []Subject // places
	met      []*campaign.Person
	answered map[campaign.Occasion]answers
	progress *campaign.Progress // what answers, ways and moments depend on; made when it is asked for
	idle     map[string]bool    // topics that it is idle to bring up; made when it is asked for
	ids      map[string]bool    // of all
	all      []Offer
	moments  *campaign.Elsewhere // that would come at other places; made when it is asked for
}

// answers are the topics that an author wrote something about for an occasion, and
// whether anything that is brought up has an answer.
type answers struct {
	topics   []Subject
	anything bool
}

// of reports whether an author wrote of just this topic.
func (a answers) of(t Subject) bool {
	return t.ID != "" && slices.ContainsFunc(a.topics, func(o Subject) bool { return o.ID == t.ID })
}

// Offers are all that the player could do here and now, in a settled order.
func (s Situation) Offers() []Offer {
	o := s.offering()
	o.everything()
	return o.all
}

func (o *offering) everything() {
	for _, id := range firstOf(o.View.Present(), MostPeople) {
		o.towards(id)
	}
	o.threads()
	o.looks()
	o.offerWays()
	o.add(Offer{Action: action.Action{Kind: action.Wait, Place: action.PlaceRef(o.here())}, Minutes: 30, Gives: cmp.Or(o.overheard(), o.comes(30))})
	o.recollections()
	o.feats()
}

// Possible is all that the player could do here and now: what is offered, to tell somebody of whatever else came up, to take a
// thing that lies there, and of what is said to somebody, to say it quietly, where somebody else is there who would hear it.
func (s Situation) Possible() []Offer {
	o := s.offering()
	o.everything()
	o.tellings()
	o.wayfaring()
	all := o.all
	for _, id := range firstOf(s.loose(s.here()), mostThings) {
		taken := action.Action{By: action.Player, Kind: action.Take, Item: action.ItemRef(id)}
		if s.State.AllKnown(taken.Refs()...) == nil {
			all = append(all, Offer{Action: taken, Minutes: 5})
		}
	}
	if len(s.View.Present()) < 2 {
		return all
	}
	for _, o := range all {
		if o.Kind.Hushed() {
			o.Manner = action.Quietly
			all = append(all, o)
		}
	}
	return all
}

// offering is a situation of which nothing is offered yet.
func (s Situation) offering() *offering {
	return &offering{
		Situation: s, place: s.hereName(), unheard: s.Sight.unheard(), known: s.knownTopics(),
		open: s.threadTopics(), spoken: s.spokenThings(), nearby: s.neighbourhood(), met: s.elsewhere(),
		answered: map[campaign.Occasion]answers{}, ids: map[string]bool{},
	}
}

func firstOf[T any](list []T, most int) []T { return list[:min(most, len(list))] }

// add completes an offer. One with the id of another before it is the same, or would be
// taken for it, and is left out; so is one that names what the story has not, or has as
// another kind of thing, for the campaign's files may have changed since it began.
func (o *offering) add(made Offer) {
	made.By, made.Action.Topic = action.Player, made.Topic.Ref()
	at, can := occasionOf(made.Action)
	written := can && o.answers(at).of(made.Topic)
	made.Answered = written || can && o.answers(at).anything
	if written && putTo(made.Kind) || made.Kind == action.Examine && made.Answered {
		made.Gives = GivesAnswer
	}
	if o.barred(&made) {
		made.Gives = ""
	}
	if o.Pace > 0 && made.Kind != action.Wait {
		made.Minutes = min(made.Minutes, int64(o.Pace))
	}
	if id := made.ID(); !o.ids[id] && o.nameable(made.Action) {
		o.ids[id] = true
		o.all = append(o.all, made)
	}
}

// putTo reports whether what an author wrote of a topic is put before the player by an action of
// a kind. By another it comes too, at a greater cost or with dice; and in thought, where it is
// no deed. What is said of anything at all, whoever is told it, is no answer to a question.
func putTo(kind action.Kind) bool {
	return kind == action.Ask || kind == action.Show || kind == action.Examine
}

// nameable reports whether the story has all that an action names. A topic may come up
// with the action.
func (o *offering) nameable(a action.Action) bool {
	a.Topic = action.Ref{}
	return o.State.AllKnown(a.Refs()...) == nil
}

// answers are those of an occasion, of what the player can bring up.
func (o *offering) answers(at campaign.Occasion) answers {
	if !o.answering {
		return answers{}
	}
	found, looked := o.answered[at]
	if !looked {
		topics := o.Topics(o.progressed(), at)
		ids := make(map[string]bool, len(topics))
		for _, topic := range topics {
			ids[action.Slug(topic)] = true
		}
		for _, known := range o.known {
			if ids[known.ID] {
				found.topics = append(found.topics, known)
			}
		}
		found.anything = slices.Contains(topics, campaign.AnyTopic)
		o.answered[at] = found
	}
	return found
}

// occasionOf is what an action gives occasion to bring up, and whether it gives any.
func occasionOf(a action.Action) (campaign.Occasion, bool) {
	switch {
	case a.Kind.Social() && a.Kind != action.Give:
		return campaign.Occasion{Person: a.Whom().ID}, true
	case a.Kind == action.Examine || a.Kind == action.Search || a.Kind == action.Wait:
		return campaign.Occasion{Place: a.Place.ID}, !a.Place.None()
	case a.Kind == action.Recall || a.Kind == action.Pursue:
		return campaign.Occasion{}, true
	}
	return campaign.Occasion{}, false
}

// Answer is the beat that an author wrote for what an offer brings up; nil for none.
func (s Situation) Answer(o Offer, p *campaign.Progress) *campaign.Beat {
	at, can := occasionOf(o.Action)
	if !can {
		return nil
	}
	topic := o.Topic.ID
	if o.Kind == action.Pursue {
		topic = s.ThreadTopic(threadTitle(s.View, o.Thread.ID)).ID
	}
	return s.BroughtUp(p, at, func(about string) bool { return topic != "" && action.Slug(about) == topic })
}

// towards are the actions towards somebody present.
func (o *offering) towards(id string) {
	to := []action.Ref{action.PersonRef(id)}
	do := func(kind action.Kind, topic Subject, stat string, minutes int64) {
		o.add(Offer{
			Action: action.Action{Kind: kind, To: to}, Topic: topic, Stat: stat, Minutes: minutes, Gives: o.news(id, kind, topic),
		})
	}
	if !o.Dramatic && !o.talkedOut(id) { // in a drama whoever has something to give, gives it by its choices
		do(action.Talk, Subject{}, "", 15)
	}
	tact, nerve := o.statFor("ask speak persuade", "tact"), o.statFor("face refuse dare threaten persuade", "nerve")
	asked := o.topicsFor(id)
	for _, topic := range asked {
		do(action.Ask, topic, "", 15)
	}
	for i, topic := range o.known {
		if i >= mostThings && len(o.tellable(id, topic)) == 0 {
			continue
		}
		if topic.Words != o.NameOf(id) {
			do(action.Tell, topic, "", 10)
		}
	}
	do(action.AskHelp, Subject{}, tact, 15)
	for _, topic := range o.open {
		do(action.AskHelp, topic, tact, 15)
	}
	do(action.Befriend, Subject{}, o.statFor("promise tell speak persuade", "charm"), 20)
	do(action.Press, Subject{}, nerve, 10)
	for _, topic := range asked {
		do(action.Press, topic, nerve, 10)
	}
	for _, item := range firstOf(Carried(o.View), mostThings) {
		o.add(Offer{Action: action.Action{Kind: action.Show, To: to, Item: action.ItemRef(item)}, Topic: o.subjectOfItem(item), Minutes: 10})
	}
	for _, item := range o.spare() {
		o.add(Offer{Action: action.Action{Kind: action.Give, To: to, Item: action.ItemRef(item)}, Minutes: 10, Gives: o.liked(id, item)})
	}
}

// tellings tell whoever is present of what came up and is not among the first things to tell them.
func (o *offering) tellings() {
	for _, id := range firstOf(o.View.Present(), MostPeople) {
		for _, topic := range firstOf(o.known, mostTold) {
			if topic.Words != o.NameOf(id) {
				o.add(Offer{Action: action.Action{Kind: action.Tell, To: []action.Ref{action.PersonRef(id)}}, Topic: topic, Minutes: 10, Gives: o.news(id, action.Tell, topic)})
			}
		}
	}
}

// news is what somebody has to say who is asked: GivesNews, where there is something of the topic
// that the player has not heard, or of anything where they are only talked with. Of what is told
// them it is GivesWord, where the player knows something of it and takes them not to.
func (o *offering) news(id string, kind action.Kind, topic Subject) Gift {
	if kind == action.Tell && len(o.tellable(id, topic)) > 0 {
		return GivesWord
	}
	if kind != action.Ask && kind != action.Talk || o.Silent(id) {
		return ""
	}
	if _, has := o.saysOf(id, topic, o.facts); has {
		return GivesNews
	}
	about := o.inquiryOf(o.place, topic, id)
	if _, topical, ok := about.pick(o.unheard, o.turn()); ok && (topical || topic.ID == "") {
		return GivesNews
	}
	return ""
}

func (o *offering) subjectOfItem(item string) Subject {
	return o.topic(prose.Definite(o.ItemName(item)))
}

// restOfTheTalkedOut is for how many turns somebody who has nothing to tell is not to
// be talked with again.
const restOfTheTalkedOut = 8

// talkedOut reports whether somebody was talked with lately, and it would be of no use
// to do so again.
func (o *offering) talkedOut(person string) bool {
	lately := false
	for _, t := range o.State.Taken.Back() {
		if lately || o.State.Turn.Number-t.Turn >= restOfTheTalkedOut {
			break
		}
		lately = t.Action.Kind == action.Talk && t.Action.Whom().ID == person
	}
	if !lately || o.Silent(person) || !o.Extracted {
		return lately && o.Silent(person)
	}
	_, _, more := o.inquiryOf(o.place, Subject{}, person).pick(o.unheard, o.turn())
	return !more
}

// threads are the lines of the plot that may be followed, the latest first.
func (o *offering) threads() {
	count := 0
	for _, t := range slices.Backward(o.View.Threads()) {
		if t.Open && count < mostThreads {
			o.add(Offer{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef(t.ID)}, Minutes: 20})
			count++
		}
	}
}

// looks look at the place, search it, and look at things in it.
func (o *offering) looks() {
	place := action.PlaceRef(o.here())
	o.add(Offer{Action: action.Action{Kind: action.Examine, Place: place}, Minutes: 10})
	for _, topic := range firstOf(o.answers(campaign.Occasion{Place: o.here()}).topics, mostAnswers) {
		o.add(Offer{Action: action.Action{Kind: action.Examine, Place: place}, Topic: topic, Minutes: 10})
		o.add(Offer{Action: action.Action{Kind: action.Search, Place: place}, Topic: topic, Stat: o.attention(), Minutes: 20})
		o.add(Offer{Action: action.Action{Kind: action.Wait, Place: place}, Topic: topic, Minutes: 30})
	}
	things, loose := Carried(o.View), o.loose(o.here())
	for _, id := range append(loose[:len(loose):len(loose)], o.shown(o.here())...) {
		if len(things) >= mostThings {
			break // there may be tens of thousands
		}
		if !slices.Contains(things, id) {
			things = append(things, id)
		}
	}
	for _, id := range firstOf(things, mostThings) {
		if id != o.here() {
			o.add(Offer{Action: action.Action{Kind: action.Examine, Item: action.ItemRef(id)}, Minutes: 5, Gives: o.unread(id)})
		}
	}
	o.add(Offer{Action: action.Action{Kind: action.Search, Place: place}, Stat: o.attention(), Minutes: 20, Gives: o.hidden(loose)})
}

// attention is what a search is rolled for: nothing in a drama, where it finds what there is, or nothing.
func (o *offering) attention() string {
	if o.Dramatic {
		return ""
	}
	return o.statFor("search notice look", "attention")
}

// offerWays offers the places to go to from here, and what to ask there where the player saw
// somebody last who speaks.
// A campaign whose places were found in its prose lets the player go anywhere.
func (o *offering) offerWays() {
	known := o.View.People()
	for _, to := range o.Situation.open(o.facts) {
		way := Offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef(to.ID)}, Minutes: minutesTo(to)}
		way.Peopled = slices.ContainsFunc(known, func(p story.Person) bool { return p.Place == to.ID && !o.Silent(string(p.ID)) })
		o.add(way)
		if way.Peopled {
			for _, topic := range firstOf(o.known, 2) {
				way.Topic = topic
				o.add(way)
			}
		}
	}
}

// wayfaring offers the places some steps off, each by the shortest way there of those that the player knows:
// through places where they have been, and open.
func (o *offering) wayfaring() {
	minutes := map[string]int64{o.here(): 0}
	for _, to := range o.Situation.open(o.facts) {
		minutes[to.ID] = minutesTo(to)
	}
	for next := slices.Sorted(maps.Keys(minutes)); len(next) > 0; next = next[1:] {
		if next[0] == o.here() || !o.View.Visited(next[0]) {
			continue
		}
		for _, to := range o.ways(next[0]) {
			if _, known := minutes[to.ID]; !known && enterable(to, o.facts) {
				minutes[to.ID] = minutes[next[0]] + minutesTo(to)
				next = append(next, to.ID)
				o.add(Offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef(to.ID)}, Minutes: minutes[to.ID]})
			}
		}
	}
}

func (w *World) ways(here string) []*campaign.Place {
	var all []*campaign.Place
	for _, id := range firstOf(w.exits(here), mostExits) {
		if to, ok := w.Place(id); ok && id != here {
			all = append(all, to)
		}
	}
	return all
}

// UsualMinutes go by where nobody says how many.
const UsualMinutes = 10

func minutesTo(to *campaign.Place) int64 {
	if to.TravelMinutes > 0 {
		return int64(to.TravelMinutes)
	}
	return UsualMinutes
}

func (w *World) exits(here string) []string {
	if place, ok := w.Place(here); ok && len(place.Exits) > 0 {
		return place.Exits
	}
	var all []string
	if w.Extracted || here == "" {
		for i := range w.Places {
			all = append(all, w.Places[i].ID)
		}
	}
	return all
}

// recollections go over what the player knows, where there is something to go over.
func (o *offering) recollections() {
	if o.turn() <= 1 { // nothing lies behind the player yet
		return
	}
	o.add(Offer{Action: action.Action{Kind: action.Recall}, Minutes: 5})
	topics := append(slices.Clone(o.answers(campaign.Occasion{}).topics), firstOf(o.known, mostThings)...)
	for _, topic := range firstOf(topics, mostAnswers) {
		o.add(Offer{Action: action.Action{Kind: action.Recall}, Topic: topic, Minutes: 5})
	}
}

// feats are what a stat opens by the author's word.
func (o *offering) feats() {
	values := strictjson.AsObject(o.View.PlayerObject()["stats"])
	for _, stat := range o.Player.Stats {
		for i := range stat.Gates {
			if gate := &stat.Gates[i]; gate.Unlocks != "" && gate.Open(int(strictjson.AsInteger(values[stat.ID]))) {
				o.add(Offer{
					Action: action.Action{Kind: action.Train, Choice: fmt.Sprintf("%s-%d", stat.ID, i), Words: cleanTopic(gate.Unlocks)},
					Stat:   stat.ID, Minutes: 20, Gives: GivesFeat,
				})
			}
		}
	}
}

// Carried are the things that somebody carries.
func Carried(v *story.View) []string {
	var ids []string
	for _, i := range v.Items() {
		ids = append(ids, i.ID)
	}
	return ids
}

// spare are the things carried that may be given away.
func (o *offering) spare() []string {
	return firstOf(slices.DeleteFunc(Carried(o.View), func(id string) bool { return o.plot[id] }), mostThings)
}

// loose are the things at a place that may be picked up: their author never gives
// them, so that nothing of the plot is taken before its time, and the player has not
// had them. Of what an occasion has brought they are those that the player sees there.
func (s Sight) loose(here string) []string {
	var ids []string
	had, brought := s.View.Had(), s.propsAt(here)
	for i := range s.Items {
		if id := s.Items[i].ID; (s.Items[i].At == here || brought[id]) && here != "" && !s.plot[id] && !had[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// shown are those of them that may be looked at and not be taken, for their author gives or takes them.
func (s Sight) shown(here string) []string {
	brought := s.propsAt(here)
	for id := range brought {
		if !s.plot[id] {
			delete(brought, id)
		}
	}
	return slices.Sorted(maps.Keys(brought))
}

// PropsHere are the props of occasions that the player sees where they are, in order of their ids.
func (s Sight) PropsHere() []string { return slices.Sorted(maps.Keys(s.propsAt(s.View.Place()))) }

// propsAt are the props that the player knows to lie at a place.
func (s Sight) propsAt(here string) map[string]bool {
	if len(s.props) == 0 || here != s.View.Place() {
		return nil
	}
	there := map[string]bool{}
	for _, thing := range s.View.Things() {
		if s.props[thing.ID] && thing.In == here {
			there[thing.ID] = true
		}
	}
	return there
}

// statFor is the player's stat that one of some words calls for, else a word for
// the quality that is tried.
func (w *World) statFor(words, otherwise string) string {
	for word := range strings.FieldsSeq(words) {
		for _, stat := range w.Player.Stats {
			if slices.Contains(stat.Words, word) {
				return stat.ID
			}
		}
	}
	return otherwise
}

// rotated begins a list further on with every turn.
func rotated[T any](list []T, turn int) []T {
	if len(list) == 0 {
		return nil
	}
	at := turn % len(list)
	return slices.Concat(list[at:], list[:at])
}
