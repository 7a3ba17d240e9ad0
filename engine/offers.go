package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// An offer is an action that the player could take now and no author wrote, with what
// decides what comes of it. Its id is the action's, so that one offered in a turn is
// found again in the next.
type offer struct {
	action.Action
	Topic    subject // the words of the action's topic
	Stat     string  // what is tried, or ""
	Minutes  int64
	Peopled  bool // the player saw somebody who speaks last where it goes
	Answered bool // an author wrote what comes of it
	Worth    int  // what taking it is worth, 0 to 100, as far as others know
}

// How many of each are considered, whatever a campaign holds.
const (
	mostPeople  = 6
	mostExits   = 12
	mostThreads = 4
	mostThings  = 4
	mostAsked   = 5 // topics besides those that an author answers
	mostAnswers = 10
)

// The offers of a state, in the making.
type offering struct {
	w        *compiled
	s        *story.State
	v        *story.View
	here     string
	hereName string
	turn     int
	unheard  []testimony
	known    []subject // what the player can bring up, the latest first
	open     []subject // threads
	spoken   []subject // what the player knows speaks of them
	nearby   []subject // places
	met      []*campaign.Person
	answered map[campaign.Occasion]answers
	progress *campaign.Progress // what answers depend on; made when it is asked for
	ids      map[string]bool    // of all
	all      []offer
}

// answers are the topics that an author wrote something about for an occasion, and
// whether anything that is brought up has an answer.
type answers struct {
	topics   []subject
	anything bool
}

func (a answers) has(t subject) bool {
	return a.anything || slices.ContainsFunc(a.topics, func(o subject) bool { return o.ID == t.ID })
}

// offers are all that the player could do here and now, in a settled order.
func (w *compiled) offers(s *story.State) []offer {
	o := w.offering(s)
	for _, id := range firstOf(o.v.Present(), mostPeople) {
		o.towards(id)
	}
	o.threads()
	o.looks()
	o.ways()
	o.add(offer{Action: action.Action{Kind: action.Wait, Place: action.PlaceRef(o.here)}, Minutes: 30})
	o.recollections()
	o.feats()
	return o.all
}

// offering is a state of which nothing is offered yet.
func (w *compiled) offering(s *story.State) *offering {
	v := s.Player()
	return &offering{
		w: w, s: s, v: v, here: s.Place(), hereName: w.nameOf(s, s.Place()), turn: int(s.Turn.Number), unheard: w.unheard(v), known: w.knownTopics(v),
		open: threadTopics(v), spoken: w.spokenThings(v), nearby: w.neighbourhood(v), met: w.elsewhere(v),
		answered: map[campaign.Occasion]answers{}, ids: map[string]bool{},
	}
}

func firstOf[T any](list []T, most int) []T { return list[:min(most, len(list))] }

// add completes an offer. One with the id of another before it is the same, or would be
// taken for it, and is left out; so is one that names what the story has not, or has as
// another kind of thing, for the campaign's files may have changed since it began.
func (o *offering) add(made offer) {
	made.By, made.Action.Topic = action.Player, made.Topic.ref()
	at, can := occasionOf(made.Action)
	made.Answered = can && o.answers(at).has(made.Topic) && (made.Topic.ID != "" || o.answers(at).anything)
	if made.Answered {
		made.Worth = answerWorth
	}
	if id := made.ID(); !o.ids[id] && o.nameable(made.Action) {
		o.ids[id] = true
		o.all = append(o.all, made)
	}
}

// nameable reports whether the story has all that an action names. A topic may come up
// with the action.
func (o *offering) nameable(a action.Action) bool {
	a.Topic = action.Ref{}
	return o.s.AllKnown(a.Refs()...) == nil
}

// What taking an offer is worth.
const (
	answerWorth  = 100 // an author wrote what comes of it
	topicalWorth = 70  // somebody has something new to say of just that
	newsWorth    = 40  // something new comes to light
	littleWorth  = 10
)

// answers are those of an occasion, of what the player can bring up.
func (o *offering) answers(at campaign.Occasion) answers {
	if !o.w.answering {
		return answers{}
	}
	found, looked := o.answered[at]
	if !looked {
		if o.progress == nil {
			o.progress = progress(o.w.Campaign, o.s)
		}
		topics := o.w.Topics(o.progress, at)
		for _, known := range o.known {
			if slices.ContainsFunc(topics, func(t string) bool { return action.Slug(t) == known.ID }) {
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

// towards are the actions towards somebody present.
func (o *offering) towards(id string) {
	to := []action.Ref{action.PersonRef(id)}
	do := func(kind action.Kind, topic subject, stat string, minutes int64) {
		o.add(offer{
			Action: action.Action{Kind: kind, To: to}, Topic: topic, Stat: stat, Minutes: minutes, Worth: o.worthOfAsking(id, kind, topic),
		})
	}
	if !o.talkedOut(id) {
		do(action.Talk, subject{}, "", 15)
	}
	tact, nerve := statFor(o.w.Campaign, "ask speak persuade", "tact"), statFor(o.w.Campaign, "face refuse dare threaten persuade", "nerve")
	asked := o.topicsFor(id)
	for _, topic := range asked {
		do(action.Ask, topic, "", 15)
	}
	for _, topic := range firstOf(o.known, mostThings) {
		if topic.Words != o.w.nameOf(o.s, id) {
			do(action.Tell, topic, "", 10)
		}
	}
	do(action.AskHelp, subject{}, tact, 15)
	for _, topic := range o.open {
		do(action.AskHelp, topic, tact, 15)
	}
	do(action.Befriend, subject{}, statFor(o.w.Campaign, "promise tell speak persuade", "charm"), 20)
	do(action.Press, subject{}, nerve, 10)
	for _, topic := range asked {
		do(action.Press, topic, nerve, 10)
	}
	for _, item := range firstOf(o.carried(), mostThings) {
		o.add(offer{Action: action.Action{Kind: action.Show, To: to, Item: action.ItemRef(item)}, Topic: o.subjectOfItem(item), Minutes: 10, Worth: littleWorth})
	}
	for _, item := range o.spare() {
		o.add(offer{Action: action.Action{Kind: action.Give, To: to, Item: action.ItemRef(item)}, Minutes: 10, Worth: littleWorth})
	}
}

// worthOfAsking is what somebody has to say: what is new of the topic, or of anything.
func (o *offering) worthOfAsking(id string, kind action.Kind, topic subject) int {
	if !kind.Asks() || isSilent(o.w.Campaign, id) {
		return littleWorth
	}
	about := o.w.matterOf(o.hereName, topic, id)
	_, topical, ok := about.pick(o.w, o.unheard, o.turn)
	switch {
	case ok && topical && topic.ID != "":
		return topicalWorth
	case ok:
		return newsWorth
	}
	return littleWorth
}

func (o *offering) subjectOfItem(item string) subject {
	return o.w.topic(definiteName(itemName(o.w.Campaign, o.v, item)))
}

// restOfTheTalkedOut is for how many turns somebody who has nothing to tell is not to
// be talked with again.
const restOfTheTalkedOut = 8

// talkedOut reports whether somebody was talked with lately, and it would be of no use
// to do so again.
func (o *offering) talkedOut(person string) bool {
	lately := false
	for _, t := range o.s.Taken.Back() {
		if lately || o.s.Turn.Number-t.Turn >= restOfTheTalkedOut {
			break
		}
		lately = t.Action.Kind == action.Talk && t.Action.Whom().ID == person
	}
	if !lately || isSilent(o.w.Campaign, person) || !o.w.Extracted {
		return lately && isSilent(o.w.Campaign, person)
	}
	_, _, more := o.w.matterOf(o.hereName, subject{}, person).pick(o.w, o.unheard, o.turn)
	return !more
}

// threads are the lines of the plot that may be followed, the latest first.
func (o *offering) threads() {
	count := 0
	for _, t := range slices.Backward(o.v.Threads()) {
		if t.Open && count < mostThreads {
			o.add(offer{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef(t.ID)}, Minutes: 20, Worth: newsWorth})
			count++
		}
	}
}

// looks look at the place, search it, and look at things in it.
func (o *offering) looks() {
	place := action.PlaceRef(o.here)
	o.add(offer{Action: action.Action{Kind: action.Examine, Place: place}, Minutes: 10})
	for _, topic := range firstOf(o.answers(campaign.Occasion{Place: o.here}).topics, mostAnswers) {
		o.add(offer{Action: action.Action{Kind: action.Examine, Place: place}, Topic: topic, Minutes: 10})
		o.add(offer{Action: action.Action{Kind: action.Search, Place: place}, Topic: topic, Stat: o.attention(), Minutes: 20})
		o.add(offer{Action: action.Action{Kind: action.Wait, Place: place}, Topic: topic, Minutes: 30})
	}
	things := o.carried()
	for _, id := range loose(o.w, o.v, o.here) {
		if !slices.Contains(things, id) {
			things = append(things, id)
		}
	}
	for _, id := range firstOf(things, mostThings) {
		if id != o.here {
			o.add(offer{Action: action.Action{Kind: action.Examine, Item: action.ItemRef(id)}, Minutes: 5, Worth: littleWorth})
		}
	}
	worth := littleWorth
	if len(loose(o.w, o.v, o.here)) > 0 {
		worth = topicalWorth
	}
	o.add(offer{Action: action.Action{Kind: action.Search, Place: place}, Stat: o.attention(), Minutes: 20, Worth: worth})
}

func (o *offering) attention() string {
	return statFor(o.w.Campaign, "search notice look", "attention")
}

// ways are the places to go to from here, and what to ask there where the player saw
// somebody last who speaks.
// A campaign whose places were found in its prose lets the player go anywhere.
func (o *offering) ways() {
	known := o.v.People()
	for _, to := range ways(o.w.Campaign, o.here) {
		way := offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef(to.ID)}, Minutes: minutesTo(to), Worth: littleWorth}
		way.Peopled = slices.ContainsFunc(known, func(p story.Person) bool { return p.Place == to.ID && !isSilent(o.w.Campaign, string(p.ID)) })
		o.add(way)
		if way.Peopled {
			for _, topic := range firstOf(o.known, 2) {
				way.Topic = topic
				o.add(way)
			}
		}
	}
}

func ways(c *campaign.Campaign, here string) []*campaign.Place {
	var all []*campaign.Place
	for _, id := range firstOf(exits(c, here), mostExits) {
		if to, ok := c.Place(id); ok && id != here {
			all = append(all, to)
		}
	}
	return all
}

func minutesTo(to *campaign.Place) int64 {
	if to.TravelMinutes > 0 {
		return int64(to.TravelMinutes)
	}
	return usualMinutes
}

func exits(c *campaign.Campaign, here string) []string {
	if place, ok := c.Place(here); ok && len(place.Exits) > 0 {
		return place.Exits
	}
	var all []string
	if c.Extracted || here == "" {
		for i := range c.Places {
			all = append(all, c.Places[i].ID)
		}
	}
	return all
}

// recollections go over what the player knows, where there is something to go over.
func (o *offering) recollections() {
	if o.turn <= 1 { // nothing lies behind the player yet
		return
	}
	o.add(offer{Action: action.Action{Kind: action.Recall}, Minutes: 5, Worth: littleWorth})
	topics := append(slices.Clone(o.answers(campaign.Occasion{}).topics), firstOf(o.known, mostThings)...)
	for _, topic := range firstOf(topics, mostAnswers) {
		o.add(offer{Action: action.Action{Kind: action.Recall}, Topic: topic, Minutes: 5, Worth: littleWorth})
	}
}

// feats are what a stat opens by the author's word.
func (o *offering) feats() {
	values, _ := o.v.PlayerObject()["stats"].(strictjson.Object)
	for _, stat := range o.w.Player.Stats {
		for i := range stat.Gates {
			if gate := &stat.Gates[i]; gate.Unlocks != "" && gate.Open(int(integer(values[stat.ID]))) {
				o.add(offer{
					Action: action.Action{Kind: action.Train, Choice: fmt.Sprintf("%s-%d", stat.ID, i), Words: cleanTopic(gate.Unlocks)},
					Stat:   stat.ID, Minutes: 20, Worth: littleWorth,
				})
			}
		}
	}
}

func (o *offering) carried() []string { return carried(o.v) }

func carried(v *story.View) []string {
	var ids []string
	for _, i := range v.Items() {
		ids = append(ids, i.ID)
	}
	return ids
}

// spare are the things carried that may be given away.
func (o *offering) spare() []string {
	return firstOf(slices.DeleteFunc(o.carried(), func(id string) bool { return o.w.plot[id] }), mostThings)
}

// loose are the things at a place that may be picked up: their author never gives
// them, so that nothing of the plot is taken before its time, and the player has not
// had them.
func loose(w *compiled, v *story.View, here string) []string {
	var ids []string
	for i := range w.Items {
		if id := w.Items[i].ID; w.Items[i].At == here && here != "" && !w.plot[id] && !v.Had(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// statFor is the player's stat that one of some words calls for, else a word for
// the quality that is tried.
func statFor(c *campaign.Campaign, words, otherwise string) string {
	for word := range strings.FieldsSeq(words) {
		for _, stat := range c.Player.Stats {
			if slices.Contains(stat.Words, word) {
				return stat.ID
			}
		}
	}
	return otherwise
}

// genericChoices are what there is to choose from when no skill made choices: to
// look around, to speak with somebody, to go on, to wait. Which come first changes
// with the turns.
func (n *namer) genericChoices(all []offer, turn int, before []Choice) []Choice {
	var choices []Choice
	add := func(o offer) {
		choice := Choice{ID: o.ID(), Action: o.Action, Text: n.say(o.Action), Source: event.Generic, Kind: event.ChoiceKind(o.Kind)}
		if len(choices) < mostChoices && n.unlike(choice, before) && n.unlike(choice, choices) {
			choices = append(choices, choice)
		}
	}
	for _, kind := range rotated([]action.Kind{action.Examine, action.Talk, action.Go}, turn) {
		if of := ofKind(all, kind); len(of) > 0 {
			add(of[turn%len(of)])
		}
	}
	for _, kind := range []action.Kind{action.Wait, action.Search, action.Go, action.Examine, action.Recall, action.Pursue} {
		for _, o := range ofKind(all, kind) {
			add(o)
		}
	}
	return choices
}

// ofKind are the offers of a kind that bring up nothing of their own.
func ofKind(all []offer, kind action.Kind) []offer {
	return slices.DeleteFunc(slices.Clone(all), func(o offer) bool { return o.Kind != kind || o.Topic.ID != "" })
}

// rotated begins a list further on with every turn.
func rotated[T any](list []T, turn int) []T {
	if len(list) == 0 {
		return nil
	}
	at := turn % len(list)
	return slices.Concat(list[at:], list[:at])
}
