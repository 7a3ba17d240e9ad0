package engine

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

// An impression is what something the player did does to an opinion.
type impression struct {
	Who          string // a person or a faction
	By           int64  // points
	Significance action.Significance
}

// A piece is something that can come to be known: as what somebody says, or as a fact.
type piece struct {
	ID      string // where it is from; the same piece is learned once
	Content string
	Rumour  bool // only said to be so
	Speaker string
}

// What nobody wrote and somebody can tell all the same: where one is to be found, and
// where there is more of a thread. Its id says what it is; its words are only for reading.
const (
	whereID = "where:" // person@place
	moreID  = "more:"  // thread@place
)

// writtenPiece reports whether the words of a piece are an author's, so that they may be looked
// at.
func writtenPiece(id string) bool {
	return !strings.HasPrefix(id, whereID) && !strings.HasPrefix(id, moreID)
}

// Consequences are what comes of an offer that is taken. They are decided before any
// dice are thrown.
type consequences struct {
	Minutes int64
	To      string // the place it leads to, or ""
	Stat    string // what is tried, or "" where nothing can go wrong
	Loses   string // an item
	Gains   string // an item, on success
	Learns  []piece
	Grudged bool     // they are learned also where it goes half well
	Aside   bool     // what is learned is not what was asked about
	Seen    []string // what there is to be seen, in an author's sentences
	Known   []string // what the player learned before and comes back to
	Teller  string   // who tells it who was not addressed, or ""
	Whom    string   // somebody who is better asked, where nothing is learned
	Where   string   // the place where more is to be had
	Thread  string   // one that goes on by it

	Impressions map[action.Grade][]impression
}

// consequencesOf says what an offer does.
func (w *compiled) consequencesOf(s *story.State, o offer) consequences {
	d := consequences{Minutes: o.Minutes, Stat: o.Stat, Impressions: map[action.Grade][]impression{}}
	whom := o.Whom().ID
	switch o.Kind {
	case action.Go:
		d.To = o.Place.ID
		d.askThere(w, s, o)
	case action.Talk, action.Ask, action.Show, action.Tell:
		d.Impressions[action.Certain] = []impression{{whom, 2, action.Low}}
		d.asked(w, s, o)
	case action.Give:
		d.Loses = o.Item.ID
		d.Impressions[action.Certain] = w.kindness(whom, 15)
	case action.Befriend:
		d.asked(w, s, o)
		d.Grudged, d.Whom = false, ""
		d.Impressions[action.Success] = w.kindness(whom, 10)
		d.Impressions[action.Partial] = []impression{{whom, 3, action.Low}}
		d.Impressions[action.Failure] = []impression{{whom, -5, action.Low}}
	case action.AskHelp:
		d.asked(w, s, o)
		d.Impressions[action.Success] = []impression{{whom, 5, action.Low}}
		d.Impressions[action.Failure] = []impression{{whom, -3, action.Low}}
	case action.Press:
		d.asked(w, s, o)
		d.Impressions[action.Success] = []impression{{whom, -2, action.Low}}
		d.Impressions[action.Partial] = []impression{{whom, -5, action.Low}}
		d.Impressions[action.Failure] = w.kindness(whom, -10)
	case action.Pursue:
		d.Thread = o.Thread.ID
		d.follow(w, s, o.Thread.ID)
	case action.Search:
		d.search(w, s, o)
	case action.Examine:
		if item, ok := w.Item(o.Item.ID); ok && !o.Item.None() {
			d.Seen = prose.Sentences(item.Description)
		} else if w.Extracted {
			d.find(w, s, o)
		}
	case action.Wait:
		if slices.ContainsFunc(present(s), func(id string) bool { return !isSilent(w.Campaign, id) }) {
			d.find(w, s, o)
		}
	case action.Recall:
		d.Known = remembered(s.Player())
		d.goOn(w, s)
	}
	return d
}

// kindness moves a person, and half as much the faction they are of; an offence is one
// below zero.
func (w *compiled) kindness(whom string, by int64) []impression {
	weight := action.Low
	if by >= 15 {
		weight = action.Medium
	}
	all := []impression{{whom, by, weight}}
	if p, ok := w.Someone(whom); ok && p.Faction != "" {
		all = append(all, impression{p.Faction, by / 2, action.Low})
	}
	return all
}

func (d *consequences) search(w *compiled, s *story.State, o offer) {
	if things := loose(w, s.Player(), o.Place.ID); len(things) > 0 {
		d.Gains = things[0]
	} else {
		d.find(w, s, o)
	}
	if witnesses := present(s); len(witnesses) > 0 {
		d.Impressions[action.Failure] = []impression{{witnesses[0], -5, action.Low}}
	}
}

// asked is what somebody tells who is asked: what is known to all and not yet to the
// player, or where one is to be found who has to do with the thread that is asked
// about. Else it is whom to ask instead. Who does not speak can look at a place.
func (d *consequences) asked(w *compiled, s *story.State, o offer) {
	whom := o.Whom().ID
	about := w.matterOf(w.nameOf(s, s.Place()), o.Topic, whom)
	if isSilent(w.Campaign, whom) {
		d.Where = about.place(w, s)
		return
	}
	d.Grudged = true
	told, topical, ok := about.pick(w, w.unheard(s.Player()), int(s.Turn.Number))
	if ok && (w.Extracted || o.Kind != action.Tell) {
		d.Learns, d.Aside = []piece{told.said(whom)}, !topical
		return
	}
	if o.Kind != action.Talk && o.Topic.ID != "" {
		for _, t := range s.Player().Threads() {
			if t.Open && subjectOf(grammar.Topic(t.Title)).ID == o.Topic.ID {
				d.Learns = w.whereabouts(s, t.ID, whom)
			}
		}
	}
	d.Whom = about.whom(w, s)
}

// said is testimony as somebody gives it; by nobody it is found.
func (t testimony) said(by string) piece { return piece{t.ID, t.Text, t.Rumour, by} }

// askThere is what somebody tells at the place that the player goes to, to ask.
func (d *consequences) askThere(w *compiled, s *story.State, o offer) {
	if o.Topic.ID == "" {
		return
	}
	for i := range w.People {
		id := w.People[i].ID
		if s.People[event.CharacterID(id)].Place != o.Place.ID || isSilent(w.Campaign, id) {
			continue
		}
		about := w.matterOf(w.nameOf(s, s.Place()), o.Topic, id)
		about.strictly = true
		if told, _, ok := about.pick(w, w.unheard(s.Player()), int(s.Turn.Number)); ok {
			d.Learns, d.Teller = []piece{told.said(id)}, id
			return
		}
	}
}

// place is one that has to do with a matter, other than the one the player is at.
func (m matter) place(w *compiled, s *story.State) string {
	best, most := "", 0
	for at, topical := range m.topical(w, nil) {
		for i := range w.Places {
			p := &w.Places[i]
			if topical > most && p.ID != s.Place() && i > 0 && strings.Contains(w.testimony[at].Text, p.Name) {
				best, most = p.ID, topical
			}
		}
	}
	return best
}

// whom is somebody whom a matter is about and who can be asked; "" for none.
func (m matter) whom(w *compiled, s *story.State) string {
	v := s.Player()
	for i := range w.People {
		p := &w.People[i]
		known, met := v.Person(p.ID)
		if (met || w.Extracted) && slices.Contains(m.names, p.Name) && !isSilent(w.Campaign, p.ID) && !known.Here {
			return p.ID
		}
	}
	return ""
}

// find is what comes to light for somebody who looks, or listens, without asking: of
// what the action is about, or of the place.
func (d *consequences) find(w *compiled, s *story.State, o offer) {
	about := w.matterOf(w.nameOf(s, s.Place()), o.Topic, "")
	about.strictly = true
	if o.Kind != action.Wait && !o.Place.None() {
		about.names = append(about.names, strings.TrimPrefix(w.nameOf(s, o.Place.ID), "the "))
	}
	if found, _, ok := about.pick(w, w.unheard(s.Player()), int(s.Turn.Number)); ok {
		d.Learns = []piece{found.said("")}
	}
}

// goOn says whom to ask or where to go for somebody who goes over what they know: the
// next of those not talked with yet, or where an open thread leads.
func (d *consequences) goOn(w *compiled, s *story.State) {
	for _, t := range slices.Backward(s.Player().Threads()) {
		if !t.Open {
			continue
		}
		var next consequences
		next.follow(w, s, t.ID)
		if d.Whom, d.Where = next.Whom, next.Where; d.Whom != "" || d.Where != "" {
			return
		}
	}
	if !w.Extracted {
		return
	}
	here, talked := present(s), map[string]bool{}
	for _, t := range s.Taken.From(0) {
		if t.Action.Kind == action.Talk || t.Action.Kind == action.Ask {
			talked[t.Action.Whom().ID] = true
		}
	}
	var unasked []string
	for i := range w.People {
		id := w.People[i].ID
		if !talked[id] && !isSilent(w.Campaign, id) && !slices.Contains(here, id) {
			unasked = append(unasked, id)
		}
	}
	if len(unasked) > 0 {
		d.Whom = unasked[int(s.Turn.Number)%len(unasked)]
	}
}

const mostRemembered = 2

// remembered are things that the player came to know, the latest first.
func remembered(v *story.View) []string {
	var known []string
	for _, p := range slices.Backward(v.Pieces()) {
		if len(known) < mostRemembered {
			known = append(known, p.Content)
		}
	}
	return known
}

// whereabouts is where one of those is to be found at this hour whom a thread
// concerns and the player has met, but for who tells it.
func (w *compiled) whereabouts(s *story.State, thread, teller string) []piece {
	people, _ := w.concernedIn(s, thread)
	var known []piece
	for _, id := range people {
		if p, ok := w.Someone(id); ok && id != teller {
			if told, ok := w.whereabout(s, p); ok {
				told.Speaker = teller
				known = append(known, told)
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	return []piece{known[int(s.Turn.Number)%len(known)]}
}

// whereabout says where somebody the player has met is to be found, where that is not
// here and can be known. What an author has moved them to is not told.
func (w *compiled) whereabout(s *story.State, p *campaign.Person) (piece, bool) {
	_, hour, _ := clock(s.Minutes)
	at := p.WhereAt(int(hour))
	_, met := s.Player().Person(p.ID)
	if !met || at == "" || s.People[event.CharacterID(p.ID)].Place != at || at == s.Place() {
		return piece{}, false
	}
	return piece{ID: whereID + p.ID + "@" + at, Content: "You would find " + p.Name + " at " + w.nameOf(s, at) + " at this hour."}, true
}

// follow is where following a line of the plot leads: to somebody the player has met
// who has to do with it, to a place where more of it is told, or to what is known of
// it to all. It is always less than what is to be learned there. What was learned so
// before is where to go.
func (d *consequences) follow(w *compiled, s *story.State, thread string) {
	v := s.Player()
	people, places := w.concernedIn(s, thread)
	for _, id := range people {
		p, ok := w.Someone(id)
		if !ok {
			continue
		}
		if told, ok := w.whereabout(s, p); ok {
			if d.Whom == "" {
				d.Whom = p.ID
			}
			if len(d.Learns) == 0 && !knowsPiece(v, told.ID) {
				d.Learns = []piece{told}
			}
		}
	}
	about := threadSubject(v, thread)
	for _, place := range places {
		if place == s.Place() {
			continue
		}
		if d.Where == "" {
			d.Where = place
		}
		told := piece{ID: moreID + thread + "@" + place, Content: "If there is more to be learned of " + about + ", it is at " + w.nameOf(s, place) + "."}
		if len(d.Learns) == 0 && !knowsPiece(v, told.ID) {
			d.Learns = []piece{told}
		}
	}
	if len(d.Learns) == 0 {
		matter := w.matterOf(w.nameOf(s, s.Place()), subject{Words: threadTitle(v, thread)}, "")
		matter.strictly = true
		if found, _, ok := matter.pick(w, w.unheard(s.Player()), int(s.Turn.Number)); ok {
			d.Learns = []piece{found.said("")}
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
func (w *compiled) concernedIn(s *story.State, thread string) (people, places []string) {
	add := func(all *[]string, id string) {
		if id != "" && !slices.Contains(*all, id) {
			*all = append(*all, id)
		}
	}
	for _, b := range w.threads[thread] {
		for _, id := range b.People {
			add(&people, id)
		}
		if _, told := s.Reached[b.ID]; !told {
			add(&places, b.Place)
		}
	}
	return people, places
}
