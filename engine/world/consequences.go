package world

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// An Impression is what something the player did does to an opinion.
type Impression struct {
	Who          string // a person or a faction
	By           int64  // points
	Significance action.Significance
}

// A Piece is something that can come to be known: as what somebody says, or as a fact.
type Piece struct {
	ID      string // where it is from; the same piece is learned once
	Content string
	Rumour  bool // only said to be so
	Speaker string
	About   []string // whom and what its words are about, by their ids; of a fact in its own words that fact says it

	// Of a fact that its author wrote down:
	Fact   string       // its id
	Truth  action.Truth // how it is said
	Heard  string       // the claim that the speaker has it from, or ""
	Leaves Subject      // what hearing it leaves to talk of
}

// What nobody wrote and somebody can tell all the same: where one is to be found, and
// where there is more of a thread. Its id says what it is; its words are only for reading.
const (
	whereID = "where:" // person@place
	moreID  = "more:"  // thread@place
)

// WrittenPiece reports whether the words of a piece are an author's, so that they may be looked
// at.
func WrittenPiece(id string) bool {
	return !strings.HasPrefix(id, whereID) && !strings.HasPrefix(id, moreID)
}

// Consequences are what comes of an offer that is taken. They are decided before any
// dice are thrown.
type Consequences struct {
	Minutes int64
	To      string // the place it leads to, or ""
	Stat    string // what is tried, or "" where nothing can go wrong
	Loses   string // an item
	Gains   string // an item, on success
	Learns  []Piece
	Tells   []Piece   // what the player says of it
	Passed  []Passing // what people tell each other meanwhile, in the player's hearing
	Grudged bool      // they are learned also where it goes half well
	Despite bool      // all of it comes whatever the dice say: what fails takes twice as long
	Seen    []string  // what there is to be seen, in an author's sentences
	Known   []string  // what the player learned before and comes back to
	Teller  string    // who tells it who was not addressed, or ""
	Whom    string    // somebody who is better asked, where nothing is learned
	Where   string    // the place where more is to be had
	Thread  string    // one that goes on by it

	Impressions map[action.Grade][]Impression
}

// OfFacts reports whether what is learned, or overheard, is what somebody knows by their author's word.
func (d *Consequences) OfFacts() bool {
	return len(d.Passed) > 0 || slices.ContainsFunc(d.Learns, func(p Piece) bool { return p.Fact != "" })
}

// Gives reports whether a piece is among what is learned by it.
func (d *Consequences) Gives(p Piece) bool {
	same := func(o Piece) bool { return o.ID == p.ID && o.Speaker == p.Speaker }
	return slices.ContainsFunc(d.Learns, same) || slices.ContainsFunc(d.Passed, func(o Passing) bool { return same(o.Piece) })
}

// Consequences are what an offer does if it is taken now.
func (s Situation) Consequences(o Offer) Consequences {
	d := Consequences{Minutes: o.Minutes, Stat: o.Stat, Impressions: map[action.Grade][]Impression{}}
	whom := o.Whom().ID
	switch o.Kind {
	case action.Go:
		d.To = o.Place.ID
		s.askThere(&d, o)
	case action.Talk, action.Ask, action.Show, action.Tell:
		d.Impressions[action.Certain] = []Impression{{whom, 2, action.Low}}
		s.asked(&d, o)
		if o.Kind == action.Tell {
			d.Tells = s.tellable(whom, o.Topic)
		}
	case action.Give:
		d.Loses = o.Item.ID
		d.Impressions[action.Certain] = s.kindness(whom, 15)
	case action.Befriend:
		s.asked(&d, o)
		d.Grudged, d.Whom = false, ""
		d.Impressions[action.Success] = s.kindness(whom, 10)
		d.Impressions[action.Partial] = []Impression{{whom, 3, action.Low}}
		d.Impressions[action.Failure] = []Impression{{whom, -5, action.Low}}
	case action.AskHelp:
		s.asked(&d, o)
		d.Impressions[action.Success] = []Impression{{whom, 5, action.Low}}
		d.Impressions[action.Failure] = []Impression{{whom, -3, action.Low}}
	case action.Press:
		s.asked(&d, o)
		d.Impressions[action.Success] = []Impression{{whom, -2, action.Low}}
		d.Impressions[action.Partial] = []Impression{{whom, -5, action.Low}}
		d.Impressions[action.Failure] = s.kindness(whom, -10)
	case action.Pursue:
		d.Thread = o.Thread.ID
		s.follow(&d, o.Thread.ID)
	case action.Search:
		s.search(&d, o)
	case action.Take:
		d.Gains = o.Item.ID
	case action.Examine:
		if item, ok := s.Item(o.Item.ID); ok && !o.Item.None() {
			d.Seen = prose.Sentences(item.Description)
		} else if s.Extracted {
			s.find(&d, o)
		}
	case action.Wait:
		if d.Passed = s.Passings(s.here(), 1, s.HeldAgainst()); len(d.Passed) > 0 {
			break
		}
		if slices.ContainsFunc(s.Present(), func(id string) bool { return !s.Silent(id) }) {
			s.find(&d, o)
		}
	case action.Recall:
		d.Known = remembered(s.View)
		s.goOn(&d)
	}
	return d
}

// kindness moves a person, and half as much the faction they are of; an offence is one
// below zero.
func (w *World) kindness(whom string, by int64) []Impression {
	weight := action.Low
	if by >= 15 {
		weight = action.Medium
	}
	all := []Impression{{whom, by, weight}}
	if p, ok := w.Someone(whom); ok && p.Faction != "" {
		all = append(all, Impression{p.Faction, by / 2, action.Low})
	}
	return all
}

func (s Situation) search(d *Consequences, o Offer) {
	d.Despite = true
	if things := s.loose(o.Place.ID); len(things) > 0 {
		d.Gains = things[0]
	} else {
		s.find(d, o)
	}
	if witnesses := s.Present(); len(witnesses) > 0 {
		d.Impressions[action.Failure] = []Impression{{witnesses[0], -5, action.Low}}
	}
}

// asked is what somebody tells who is asked: what is known to all and not yet to the
// player, or where one is to be found who has to do with the thread that is asked
// about. Else it is whom to ask instead. Who does not speak can look at a place.
func (s Situation) asked(d *Consequences, o Offer) {
	whom := o.Whom().ID
	about := s.inquiryOf(s.hereName(), o.Topic, whom)
	if s.Silent(whom) {
		d.Where = s.placeOf(about)
		return
	}
	d.Grudged = true
	if said, has := s.saysOf(whom, o.Topic, s.HeldAgainst()); has && o.Kind != action.Tell {
		d.Learns = []Piece{said}
		return
	}
	unheard := s.unheard()
	told, topical, ok := about.pick(unheard, s.turn())
	if ok && (s.Extracted || o.Kind != action.Tell) && (topical || o.Topic.ID == "") {
		d.Learns = []Piece{told.said(whom)}
		if s.Extracted && prose.Words(told.Text) <= longestBrief {
			about.strictly = true
			rest := slices.DeleteFunc(unheard, func(t testimony) bool { return t.ID == told.ID })
			if more, _, ok := about.pick(rest, s.turn()); ok {
				d.Learns = append(d.Learns, more.said(whom))
			}
		}
		return
	}
	if o.Kind != action.Talk && o.Topic.ID != "" {
		for _, t := range s.View.Threads() {
			if t.Open && s.ThreadTopic(t.Title).ID == o.Topic.ID {
				d.Learns = s.whereabouts(t.ID, whom)
			}
		}
	}
	if !s.Dramatic { // where whoever would know is sent to by its own answers
		d.Whom = s.whomOf(about)
	}
}

// longestBrief is how many words of testimony leave room for more of the same.
const longestBrief = 16

// said is testimony as somebody gives it; by nobody it is found.
func (t testimony) said(by string) Piece {
	p := Piece{ID: t.ID, Content: t.Text, Rumour: t.Rumour, Speaker: by}
	if t.Of != "" {
		p.About = []string{t.Of}
	}
	return p
}

// askThere is what somebody tells at the place that the player goes to, to ask.
func (s Situation) askThere(d *Consequences, o Offer) {
	if o.Topic.ID == "" {
		return
	}
	facts := s.HeldAgainst()
	for i := range s.People {
		id := s.People[i].ID
		if s.State.People[event.CharacterID(id)].Place != o.Place.ID || s.Silent(id) {
			continue
		}
		if said, has := s.saysOf(id, o.Topic, facts); has {
			d.Learns, d.Teller = []Piece{said}, id
			return
		}
		about := s.inquiryOf(s.hereName(), o.Topic, id)
		about.strictly = true
		if told, _, ok := about.pick(s.unheard(), s.turn()); ok {
			d.Learns, d.Teller = []Piece{told.said(id)}, id
			return
		}
	}
}

// placeOf is one that has to do with a matter, other than the one the player is at.
func (s Situation) placeOf(m inquiry) string {
	best, most := "", 0
	for at, topical := range m.topical(nil) {
		for i := range s.Places {
			p := &s.Places[i]
			if topical > most && p.ID != s.here() && i > 0 && strings.Contains(s.testimony[at].Text, p.Name) {
				best, most = p.ID, topical
			}
		}
	}
	return best
}

// whomOf is somebody whom a matter is about and who can be asked; "" for none.
func (s Situation) whomOf(m inquiry) string {
	for i := range s.People {
		p := &s.People[i]
		known, met := s.View.Person(p.ID)
		if (met || s.Extracted) && slices.Contains(m.names, p.Name) && !s.Silent(p.ID) && !known.Here {
			return p.ID
		}
	}
	return ""
}

// find is what comes to light for somebody who looks, or listens, without asking: of
// what the action is about, or of the place.
func (s Situation) find(d *Consequences, o Offer) {
	about := s.inquiryOf(s.hereName(), o.Topic, "")
	about.strictly = true
	if o.Kind != action.Wait && !o.Place.None() {
		about.names = append(about.names, strings.TrimPrefix(s.NameOf(o.Place.ID), "the "))
	}
	if found, _, ok := about.pick(s.unheard(), s.turn()); ok {
		d.Learns = []Piece{found.said("")}
	}
}

// goOn says whom to ask or where to go for somebody who goes over what they know: the
// next of those not talked with yet, or where an open thread leads.
func (s Situation) goOn(d *Consequences) {
	for _, t := range slices.Backward(s.View.Threads()) {
		if !t.Open {
			continue
		}
		var next Consequences
		s.follow(&next, t.ID)
		if d.Whom, d.Where = next.Whom, next.Where; d.Whom != "" || d.Where != "" {
			return
		}
	}
	if !s.Extracted {
		return
	}
	here, talked := s.Present(), map[string]bool{}
	for _, t := range s.State.Taken.From(0) {
		if t.Action.Kind == action.Talk || t.Action.Kind == action.Ask {
			talked[t.Action.Whom().ID] = true
		}
	}
	var unasked []string
	for i := range s.People {
		id := s.People[i].ID
		if !talked[id] && !s.Silent(id) && !slices.Contains(here, id) {
			unasked = append(unasked, id)
		}
	}
	if len(unasked) > 0 {
		d.Whom = unasked[s.turn()%len(unasked)]
	}
}

const mostRemembered = 2

// remembered are things that the player came to know, the latest first.
func remembered(v *story.View) []string {
	var known []string
	for _, p := range slices.Backward(v.Pieces()) {
		if len(known) < mostRemembered && p.Speaker != event.Player {
			known = append(known, p.Content)
		}
	}
	return known
}

// whereabouts is where one of those is to be found at this hour whom a thread
// concerns and the player has met, but for who tells it.
func (s Situation) whereabouts(thread, teller string) []Piece {
	people, _ := s.concernedIn(thread)
	var known []Piece
	for _, id := range people {
		if p, ok := s.Someone(id); ok && id != teller {
			if told, ok := s.whereabout(p); ok {
				told.Speaker = teller
				known = append(known, told)
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	return []Piece{known[s.turn()%len(known)]}
}

// whereabout says where somebody the player has met is to be found, where that is not
// here and can be known. What an author has moved them to is not told.
func (s Situation) whereabout(p *campaign.Person) (Piece, bool) {
	_, hour, _ := Clock(s.State.Minutes)
	at := p.WhereAt(int(hour))
	_, met := s.View.Person(p.ID)
	if !met || at == "" || s.State.People[event.CharacterID(p.ID)].Place != at || at == s.here() {
		return Piece{}, false
	}
	return Piece{ID: whereID + p.ID + "@" + at, About: []string{p.ID}, Content: "You would find " + p.Name + " at " + s.NameOf(at) + " at this hour."}, true
}

// follow is where following a line of the plot leads: to somebody the player has met
// who has to do with it, to a place where more of it is told, or to what is known of
// it to all. It is always less than what is to be learned there. What was learned so
// before is where to go.
func (s Situation) follow(d *Consequences, thread string) {
	people, places := s.concernedIn(thread)
	for _, id := range people {
		p, ok := s.Someone(id)
		if !ok {
			continue
		}
		if told, ok := s.whereabout(p); ok {
			if d.Whom == "" {
				d.Whom = p.ID
			}
			if len(d.Learns) == 0 && !KnowsPiece(s.View, told.ID) {
				d.Learns = []Piece{told}
			}
		}
	}
	about := threadSubject(s.View, thread)
	for _, place := range places {
		if place == s.here() {
			continue
		}
		if d.Where == "" {
			d.Where = place
		}
		told := Piece{ID: moreID + thread + "@" + place, Content: "If there is more to be learned of " + about + ", it is at " + s.NameOf(place) + "."}
		if len(d.Learns) == 0 && !KnowsPiece(s.View, told.ID) {
			d.Learns = []Piece{told}
		}
	}
	if len(d.Learns) == 0 {
		about := s.inquiryOf(s.hereName(), Subject{Words: threadTitle(s.View, thread)}, "")
		about.strictly = true
		if found, _, ok := about.pick(s.unheard(), s.turn()); ok {
			d.Learns = []Piece{found.said("")}
		}
	}
}

func threadTitle(v *story.View, id string) string {
	thread, _ := v.Thread(id)
	return thread.Title
}

// threadSubject is what a thread is about, after "of".
func threadSubject(v *story.View, id string) string {
	title := threadTitle(v, id)
	if topic := grammar.Topic(title); topic != "" {
		return topic
	}
	return "this: " + strings.TrimRight(title, "?!. ")
}

// concernedIn are the people and places of the beats that a thread runs through, of
// those told first. Of beats to come only places count that can be known of: such
// as can be gone to.
func (s Situation) concernedIn(thread string) (people, places []string) {
	add := func(all *[]string, id string) {
		if id != "" && !slices.Contains(*all, id) {
			*all = append(*all, id)
		}
	}
	for _, b := range s.threads[thread] {
		for _, id := range b.People {
			add(&people, id)
		}
		if _, told := s.State.Reached[b.ID]; !told {
			add(&places, b.Place)
		}
	}
	return people, places
}
