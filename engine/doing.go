package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A deed is what something the player did does to an opinion.
type deed struct {
	Who          string // a person or a faction
	By           int64  // points
	Reason       string
	Significance string
}

// A doing is what comes of a move.
type doing struct {
	Minutes int64
	To      string // the place it leads to, or ""
	Stat    string // what is tried, or "" where nothing can go wrong
	About   string
	Loses   string   // an item
	Gains   string   // an item, on success
	Learns  []string // facts, on success
	Grudged bool     // facts are learned also where it goes half well
	Aside   bool     // what is learned is not what was asked about
	Seen    []string // what there is to be seen
	Known   []string // what is remembered that was learned before
	Teller  string   // who tells it who was not addressed, or ""
	Whom    string   // the name of somebody who is better asked, where nothing is learned
	Where   string   // the place where more is to be had
	Thread  string   // one that goes on by it
	Deeds   map[string][]deed
}

// certain is how the deeds of a move without a check are listed.
const certain = ""

// after are the deeds of a move whose check ended in a band, "" for none.
func (d doing) after(band string) []deed { return d.Deeds[band] }

// succeeded reports whether what depends on success happens.
func (d doing) succeeded(band string) bool { return band == certain || band == string(prose.Success) }

// outcome says what a move does. It is decided before any dice are thrown.
func (m move) outcome(c *campaign.Campaign, s *story.State) doing {
	d := doing{Minutes: int64(m.Minutes), Deeds: map[string][]deed{}}
	switch m.Kind {
	case moveGo:
		d.To = m.Place
		d.askThere(c, s, m)
	case moveTalk:
		d.Deeds[certain] = []deed{{m.Person, 2, "You took the time to talk.", "low"}}
		d.asked(c, s, m)
	case moveGive:
		d.Loses = m.Item
		d.Deeds[certain] = m.kindness(c, 15, "You gave "+prose.Definite(m.ItemName)+" away.")
	case moveBefriend:
		d.try(m, "winning "+m.PersonName+" over")
		d.asked(c, s, m)
		d.Grudged, d.Whom = false, ""
		d.Deeds["success"] = m.kindness(c, 10, "You meant well, and it showed.")
		d.Deeds["partial"] = []deed{{m.Person, 3, "You meant well.", "low"}}
		d.Deeds["failure"] = []deed{{m.Person, -5, "You tried too hard to please.", "low"}}
	case moveAskHelp:
		d.try(m, "asking "+m.PersonName+" for help")
		d.asked(c, s, m)
		d.Deeds["success"] = []deed{{m.Person, 5, "You trusted them enough to ask.", "low"}}
		d.Deeds["failure"] = []deed{{m.Person, -3, "You asked for more than you had earned.", "low"}}
	case movePress:
		d.try(m, "pressing "+m.PersonName)
		d.asked(c, s, m)
		d.Deeds["success"] = []deed{{m.Person, -2, "You asked harder than was polite.", "low"}}
		d.Deeds["partial"] = []deed{{m.Person, -5, "You asked harder than was polite.", "low"}}
		d.Deeds["failure"] = m.offence(c, 10, "You pressed where you had no right to.")
	case movePursue:
		d.Thread = m.Thread
		d.follow(c, s, m)
	case moveSearch:
		d.try(m, "searching "+m.PlaceName)
		if things := loose(c, s, m.Place); len(things) > 0 {
			d.Gains = things[0]
		} else {
			d.find(c, s, m)
		}
		if witnesses := present(s); len(witnesses) > 0 {
			d.Deeds["failure"] = []deed{{witnesses[0], -5, "You went through what is not yours.", "low"}}
		}
	case moveExamine:
		if item, ok := c.Item(m.Item); ok && m.Item != "" {
			d.Seen = prose.Sentences(item.Description)
		} else if c.Extracted {
			d.find(c, s, m)
		}
	case moveWait:
		if slices.ContainsFunc(present(s), func(id string) bool { return !isSilent(c, id) }) {
			d.find(c, s, m)
		}
	case moveRecall:
		d.Known = remembered(s)
		d.goOn(c, s)
	}
	return d
}

// try makes a move one that may fail.
func (d *doing) try(m move, about string) { d.Stat, d.About = m.Stat, about }

// kindness moves a person, and half as much the faction they are of.
func (m move) kindness(c *campaign.Campaign, by int64, reason string) []deed {
	weight := "low"
	if by >= 15 {
		weight = "medium"
	}
	deeds := []deed{{m.Person, by, reason, weight}}
	if p, ok := c.Someone(m.Person); ok && p.Faction != "" {
		deeds = append(deeds, deed{p.Faction, by / 2, reason, "low"})
	}
	return deeds
}

func (m move) offence(c *campaign.Campaign, by int64, reason string) []deed {
	return m.kindness(c, -by, reason)
}

func isSilent(c *campaign.Campaign, id string) bool {
	p, ok := c.Someone(id)
	return ok && slices.Contains(p.Personality.Traits, campaign.Silent)
}

// asked is what somebody tells who is asked: what is known to all and not yet to the
// player, or where one is to be found who has to do with the thread that is asked
// about. Else it is whom to ask instead. Who does not speak can look at a place.
func (d *doing) asked(c *campaign.Campaign, s *story.State, m move) {
	about := matterOf(c, s, m.Topic+" "+m.Said, m.Person)
	if isSilent(c, m.Person) {
		d.Where = about.place(c, s)
		return
	}
	d.Grudged = true
	if a, topical, ok := about.pick(c, s); ok && (c.Extracted || !reports(m.Said)) {
		d.Learns, d.Aside = []string{a.fact()}, !topical
		return
	}
	if m.Kind != moveTalk {
		for _, t := range s.Threads {
			if t.Open && m.Topic != "" && topicOf(t.Title) == m.Topic {
				d.Learns = whereabouts(c, s, t.ID, m.Person)
			}
		}
	}
	d.Whom = about.whom(c, s)
}

// reports reports whether a choice tells something, and asks for nothing.
func reports(said string) bool {
	first, _, _ := strings.Cut(said, " ")
	return oneOf(strings.ToLower(first), "tell own let mention describe show admit thank confess")
}

// askThere is what somebody tells at the place that the player goes to, to ask.
func (d *doing) askThere(c *campaign.Campaign, s *story.State, m move) {
	if m.Asks == "" {
		return
	}
	for i := range c.People {
		id := c.People[i].ID
		if s.People[event.CharacterID(id)].Place != m.Place || isSilent(c, id) {
			continue
		}
		about := matterOf(c, s, m.Asks, id)
		about.strictly = true
		if a, _, ok := about.pick(c, s); ok {
			d.Learns, d.Teller = []string{a.fact()}, id
			return
		}
	}
}

// place is one that has to do with a matter, other than the one the player is at.
func (m matter) place(c *campaign.Campaign, s *story.State) string {
	best, most := "", 0
	for _, a := range accounts(c) {
		_, topical := m.weigh(a, nil)
		for i := range c.Places {
			p := &c.Places[i]
			if topical > most && p.ID != s.People[event.Player].Place && i > 0 && strings.Contains(a.Text, p.Name) {
				best, most = p.ID, topical
			}
		}
	}
	return best
}

// whom is somebody whom a matter is about and who can be asked, by name; "" for none.
func (m matter) whom(c *campaign.Campaign, s *story.State) string {
	here := present(s)
	for i := range c.People {
		p := &c.People[i]
		known := s.People[event.CharacterID(p.ID)].Met > 0 || c.Extracted
		if known && slices.Contains(m.names, p.Name) && !isSilent(c, p.ID) && !slices.Contains(here, p.ID) {
			return p.Name
		}
	}
	return ""
}

// find is what comes to light for somebody who looks, or listens, without asking: of
// what the choice speaks of, or of the place.
func (d *doing) find(c *campaign.Campaign, s *story.State, m move) {
	about := matterOf(c, s, m.Topic+" "+m.Said, "")
	about.strictly = true
	if m.Kind != moveWait && m.Place != "" {
		about.names = append(about.names, strings.TrimPrefix(placeName(c, m.Place), "the "))
	}
	if a, _, ok := about.pick(c, s); ok {
		d.Learns = []string{a.fact()}
	}
}

// goOn says whom to ask or where to go for somebody who goes over what they know: the
// next of those not talked with yet, or where an open thread leads.
func (d *doing) goOn(c *campaign.Campaign, s *story.State) {
	for _, m := range threadMoves(s) {
		var next doing
		next.follow(c, s, m)
		if d.Whom, d.Where = next.Whom, next.Where; d.Whom != "" || d.Where != "" {
			return
		}
	}
	if !c.Extracted {
		return
	}
	here := present(s)
	var unasked []string
	for i := range c.People {
		id := c.People[i].ID
		talked := slices.ContainsFunc(s.Taken, func(t story.Taken) bool { return t.ID == moveTalk+":"+id })
		if !talked && !isSilent(c, id) && !slices.Contains(here, id) {
			unasked = append(unasked, c.People[i].Name)
		}
	}
	if len(unasked) > 0 {
		d.Whom = unasked[int(s.Turn.Number)%len(unasked)]
	}
}

// remembered are facts that the player learned, the latest first, but not from this
// turn.
func remembered(s *story.State) []string {
	var known []string
	for _, l := range slices.Backward(s.Learned) {
		if l.Who == event.Player && len(known) < mostRemembered {
			known = append(known, s.Facts[l.Fact].Content)
		}
	}
	return known
}

const mostRemembered = 2

// whereabouts is where one of those is to be found at this hour whom a thread
// concerns and the player has met, but for who tells it.
func whereabouts(c *campaign.Campaign, s *story.State, thread, teller string) []string {
	people, _ := concernedIn(c, s, thread)
	var known []string
	for _, id := range people {
		if p, ok := c.Someone(id); ok && id != teller {
			if told := whereabout(c, s, p); told != "" {
				known = append(known, told)
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	return []string{known[int(s.Turn.Number)%len(known)]}
}

// whereabout says where somebody the player has met is to be found, "" where that
// is here or not known. What an author has moved them to is not told.
func whereabout(c *campaign.Campaign, s *story.State, p *campaign.Person) string {
	_, hour, _ := clock(s.Minutes)
	is, at := s.People[event.CharacterID(p.ID)], p.WhereAt(int(hour))
	if is.Met == 0 || at == "" || is.Place != at || at == s.People[event.Player].Place {
		return ""
	}
	return "You would find " + p.Name + " at " + placeName(c, at) + " at this hour."
}

// follow is where following a line of the plot leads: to somebody the player has met
// who has to do with it, to a place where more of it is told, or to what is known of
// it to all. It is always less than what is to be learned there. What was learned so
// before is where to go.
func (d *doing) follow(c *campaign.Campaign, s *story.State, m move) {
	knows := func(fact string) bool { return account{Text: fact}.heard(c, s) }
	people, places := concernedIn(c, s, m.Thread)
	for _, id := range people {
		p, ok := c.Someone(id)
		if !ok {
			continue
		}
		if told := whereabout(c, s, p); told != "" {
			if d.Whom == "" {
				d.Whom = p.Name
			}
			if len(d.Learns) == 0 && !knows(told) {
				d.Learns = []string{told}
			}
		}
	}
	for _, place := range places {
		if place == s.People[event.Player].Place {
			continue
		}
		if d.Where == "" {
			d.Where = place
		}
		if told := "If there is more to be learned of " + m.subject() + ", it is at " + placeName(c, place) + "."; len(d.Learns) == 0 && !knows(told) {
			d.Learns = []string{told}
		}
	}
	if len(d.Learns) == 0 {
		about := matterOf(c, s, m.Title, "")
		about.strictly = true
		if a, _, ok := about.pick(c, s); ok {
			d.Learns = []string{a.fact()}
		}
	}
}

// subject is what a thread's move is about, after "about".
func (m move) subject() string {
	if m.Topic != "" {
		return m.Topic
	}
	return "this: " + strings.TrimRight(m.Title, "?!. ")
}

// concernedIn are the people and places of the beats that a thread runs through, of
// those told first. Of beats to come only places count that can be known of: such
// as can be gone to.
func concernedIn(c *campaign.Campaign, s *story.State, thread string) (people, places []string) {
	add := func(all *[]string, id string) {
		if id != "" && !slices.Contains(*all, id) {
			*all = append(*all, id)
		}
	}
	for i := range c.Beats {
		b := &c.Beats[i]
		if len(b.About) > 0 { // it is come upon, not worked towards
			continue
		}
		concerned := false
		eachEffect(b, func(effects []effect.Effect) {
			for _, e := range effects {
				t, is := e.(effect.Thread)
				concerned = concerned || is && t.ID == thread
			}
		})
		if !concerned {
			continue
		}
		for _, id := range b.People {
			add(&people, id)
		}
		if _, told := s.Reached[b.ID]; !told {
			add(&places, b.Place)
		}
	}
	return people, places
}
