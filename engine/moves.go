package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// The kinds of moves: what a player may do that no author wrote.
const (
	moveTalk     = "talk"
	moveAskHelp  = "ask-help"
	moveBefriend = "befriend"
	movePress    = "press"
	moveGive     = "give"
	moveGo       = "go"
	moveExamine  = "examine"
	moveSearch   = "search"
	moveWait     = "wait"
	movePursue   = "pursue"
	moveRecall   = "recall"
	moveTrain    = "train"
)

// A move is something the player could do now. Its id says what it does, so that
// one offered in a turn is found again in the next.
type move struct {
	ID, Kind           string
	Person, PersonName string
	Place, PlaceName   string
	Thread, Title      string
	Item, ItemName     string
	Stat, Topic        string
	Minutes            int
	Said               string   // what the choice says, without what it rests on
	Peopled            bool     // somebody who speaks is where it goes
	Answered           []string // topics that an author wrote something about for it
	Asks               string   // what is to be asked where it leads, or ""
	Does               *doing   // what came of it, once it is done
}

// How many of each are considered, whatever a campaign holds.
const (
	mostPeople  = 6
	mostExits   = 12
	mostThreads = 4
	mostThings  = 4
)

// moves are all that the player could do here and now, in a settled order.
func moves(c *campaign.Campaign, s *story.State) []move {
	here := s.People[event.Player].Place
	var all []move
	for _, id := range firstOf(present(s), mostPeople) {
		all = append(all, towards(c, s, id)...)
	}
	all = append(all, threadMoves(s)...)
	all = append(all, examinations(c, s, here)...)
	all = append(all, move{
		ID: "search:" + here, Kind: moveSearch, Place: here, PlaceName: placeName(c, here), Stat: statFor(c, "search notice look", "attention"), Minutes: 20,
	})
	all = append(all, peopled(c, s, ways(c, here))...)
	all = append(all, move{ID: moveWait, Kind: moveWait, Place: here, PlaceName: placeName(c, here), Minutes: 30})
	if remembers(s) {
		all = append(all, move{ID: moveRecall, Kind: moveRecall, Minutes: 5})
	}
	return withAnswers(c, s, append(all, feats(c, s)...))
}

// feats are what a stat opens by the author's word.
func feats(c *campaign.Campaign, s *story.State) []move {
	values, _ := object(s.Player().Object()["$player"])["stats"].(strictjson.Object)
	var all []move
	for _, stat := range c.Player.Stats {
		for i := range stat.Gates {
			if gate := &stat.Gates[i]; gate.Unlocks != "" && gate.Open(int(integer(values[stat.ID]))) {
				all = append(all, move{ID: fmt.Sprintf("train:%s-%d", stat.ID, i), Kind: moveTrain, Stat: stat.ID, Title: stat.Name, Topic: gate.Unlocks, Minutes: 20})
			}
		}
	}
	return all
}

func object(v any) strictjson.Object { o, _ := v.(strictjson.Object); return o }

func firstOf[T any](list []T, most int) []T { return list[:min(most, len(list))] }

// towards are the moves towards somebody present.
func towards(c *campaign.Campaign, s *story.State, id string) []move {
	m := move{Person: id, PersonName: personName(c, s, id)}
	topics := topicsFor(c, s, id)
	turn := int(s.Turn.Number)
	topic := func(step int) string {
		if len(topics) == 0 {
			return ""
		}
		return topics[(turn+step)%len(topics)]
	}
	do := func(kind, topic, stat string, minutes int) move {
		m := m
		m.ID, m.Kind, m.Topic, m.Stat, m.Minutes = kind+":"+id, kind, topic, stat, minutes
		return m
	}
	var all []move
	if !talkedOut(c, s, id) {
		all = append(all, do(moveTalk, topic(0), "", 15))
	}
	all = append(all,
		do(moveAskHelp, openTopic(s), statFor(c, "ask speak persuade", "tact"), 15),
		do(moveBefriend, "", statFor(c, "promise tell speak persuade", "charm"), 20),
		do(movePress, topic(1), statFor(c, "face refuse dare threaten persuade", "nerve"), 10),
	)
	for _, item := range spare(c, s) {
		g := do(moveGive, "", "", 10)
		g.ID, g.Item, g.ItemName = g.ID+":"+item, item, itemName(c, s, item)
		all = append(all, g)
	}
	return all
}

// restOfTheTalkedOut is for how many turns somebody who has nothing to tell is not to
// be talked with again.
const restOfTheTalkedOut = 8

// talkedOut reports whether somebody was talked with lately, and it would be of no use
// to do so again.
func talkedOut(c *campaign.Campaign, s *story.State, person string) bool {
	lately := slices.ContainsFunc(s.Taken, func(t story.Taken) bool {
		return t.ID == moveTalk+":"+person && s.Turn.Number-t.Turn < restOfTheTalkedOut
	})
	if !lately || isSilent(c, person) || !c.Extracted {
		return lately && isSilent(c, person)
	}
	_, _, more := matterOf(c, s, "", person).pick(c, s)
	return !more
}

// openTopic is an open thread as something to be helped with, another one with
// every turn; "" where there is none.
func openTopic(s *story.State) string {
	topics := threadTopics(s)
	if len(topics) == 0 {
		return ""
	}
	return topics[int(s.Turn.Number)%len(topics)]
}

// threadMoves are the lines of the plot that may be followed, the latest first.
func threadMoves(s *story.State) []move {
	var all []move
	for _, t := range slices.Backward(s.Threads) {
		if t.Open && len(all) < mostThreads {
			all = append(all, move{ID: "pursue:" + t.ID, Kind: movePursue, Thread: t.ID, Title: t.Title, Topic: topicOf(t.Title), Minutes: 20})
		}
	}
	return all
}

// examinations look at the place and at things in it.
func examinations(c *campaign.Campaign, s *story.State, here string) []move {
	all := []move{{ID: "examine:" + here, Kind: moveExamine, Place: here, PlaceName: placeName(c, here), Minutes: 10}}
	ids := carried(s)
	for _, id := range loose(c, s, here) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range firstOf(ids, mostThings) {
		if id != here {
			all = append(all, move{ID: "examine:" + id, Kind: moveExamine, Item: id, ItemName: itemName(c, s, id), Minutes: 5})
		}
	}
	return all
}

// ways are the places to go to from here. A campaign whose places were found in its
// prose lets the player go anywhere.
func ways(c *campaign.Campaign, here string) []move {
	var all []move
	for _, id := range firstOf(exits(c, here), mostExits) {
		to, ok := c.Place(id)
		if !ok || id == here {
			continue
		}
		minutes := to.TravelMinutes
		if minutes <= 0 {
			minutes = usualMinutes
		}
		all = append(all, move{ID: "go:" + id, Kind: moveGo, Place: id, PlaceName: to.Name, Minutes: minutes})
	}
	return all
}

// peopled notes where somebody is who can be asked something.
func peopled(c *campaign.Campaign, s *story.State, ways []move) []move {
	for i := range c.People {
		id := c.People[i].ID
		at := slices.IndexFunc(ways, func(m move) bool { return m.Place == s.People[event.CharacterID(id)].Place })
		if at >= 0 && !isSilent(c, id) {
			ways[at].Peopled = true
		}
	}
	return ways
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

// remembers reports whether the player has something to go over.
func remembers(s *story.State) bool {
	return slices.ContainsFunc(s.Memories, func(m story.Memory) bool {
		return m.Knower == event.Player && m.Turn < s.Turn.Number
	})
}

func carried(s *story.State) []string {
	var ids []string
	for _, i := range s.People[event.Player].Items {
		ids = append(ids, i.ID)
	}
	return ids
}

// loose are the things at a place that may be picked up: their author never gives
// them, so that nothing of the plot is taken before its time.
func loose(c *campaign.Campaign, s *story.State, here string) []string {
	plot := plotItems(c)
	var ids []string
	for i := range c.Items {
		if id := c.Items[i].ID; c.Items[i].At == here && here != "" && !plot[id] && !handled(s, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// handled reports whether the player has, or once had, a thing.
func handled(s *story.State, item string) bool {
	return slices.Contains(carried(s), item) || slices.ContainsFunc(s.Memories, func(m story.Memory) bool {
		return slices.Contains(m.Tags, item)
	})
}

// spare are the things carried that may be given away.
func spare(c *campaign.Campaign, s *story.State) []string {
	plot := plotItems(c)
	return firstOf(slices.DeleteFunc(carried(s), func(id string) bool { return plot[id] }), mostThings)
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

// findMove is the move that a choice names, with the topic it was offered with: the
// topics of a person change with the turns.
func findMove(c *campaign.Campaign, s *story.State, id, text string) (move, bool) {
	all := moves(c, s)
	i := slices.IndexFunc(all, func(m move) bool { return m.ID == id })
	if i < 0 {
		return move{}, false
	}
	m := all[i]
	m.Said = prose.Plainly(text)
	if m.Kind == moveGo {
		m.Asks = askedThere(text)
	}
	if m.Person != "" && m.Topic != "" {
		longest, text := "", strings.Replace(text, m.PersonName, "", 1) // it may have a topic in it
		for _, topic := range slices.Concat(topicsFor(c, s, m.Person), threadTopics(s), m.Answered) {
			if len(topic) > len(longest) && strings.Contains(text, topic) {
				longest = topic
			}
		}
		m.Topic = longest
	}
	return m, true
}

// askedThere is what a choice to go somewhere means to ask there, or "": "Go to the inn
// and ask about the wreck", "See if anyone at the inn can tell you who paid".
func askedThere(text string) string {
	for _, before := range []string{" and ask there ", " and ask about ", " can tell you "} {
		if _, asked, ok := strings.Cut(text, before); ok {
			asked, _, _ = strings.Cut(asked, ", as you ")
			return asked
		}
	}
	return ""
}

// words say a move as a choice does.
func (m move) words() string {
	about := ""
	if m.Topic != "" {
		about = " about " + m.Topic
	}
	switch m.Kind {
	case moveTalk:
		if about == "" {
			return "Talk with " + m.PersonName
		}
		return "Ask " + m.PersonName + about
	case moveAskHelp:
		if about == "" {
			return "Ask " + m.PersonName + " for help"
		}
		if first, _, _ := strings.Cut(m.Topic, " "); oneOf(first, "who what why how where when whether which whose") {
			return "Ask " + m.PersonName + " to help you find out " + m.Topic
		}
		return "Ask " + m.PersonName + " for help with " + m.Topic
	case moveBefriend:
		return "Try to win " + m.PersonName + " over"
	case movePress:
		if about == "" {
			return "Press " + m.PersonName + " for the truth"
		}
		return "Press " + m.PersonName + " for the truth" + about
	case moveGive:
		return "Give " + m.PersonName + " " + prose.Definite(m.ItemName)
	}
	return m.wordsAlone()
}

// wordsAlone is words for what is done towards nobody.
func (m move) wordsAlone() string {
	switch m.Kind {
	case moveGo:
		return "Go to " + m.PlaceName
	case moveExamine:
		if m.Item != "" {
			return "Look closely at " + prose.Definite(m.ItemName)
		}
		return "Look around " + m.PlaceName
	case moveSearch:
		return "Search " + m.PlaceName
	case movePursue:
		if m.Topic == "" {
			return "Take up this question: " + m.Title
		}
		return "Look into " + m.Topic
	case moveRecall:
		return "Go over what you know so far"
	case moveTrain:
		return prose.SentenceCase(m.Topic)
	}
	if m.PlaceName == "" {
		return "Wait a while"
	}
	return "Wait a while at " + m.PlaceName
}

// genericChoices are what there is to choose from when no skill made choices: to
// look around, to speak with somebody, to go on, to wait. Which come first changes
// with the turns. taken are the texts that are offered already.
func genericChoices(c *campaign.Campaign, s *story.State, taken []string) []Choice {
	all := moves(c, s)
	var choices []Choice
	offer := func(m move) {
		choice := Choice{ID: m.ID, Text: m.words(), Source: generic, Kind: m.Kind}
		if len(choices) < mostChoices && !slices.Contains(taken, choice.Text) && distinct(choice, choices) {
			choices = append(choices, choice)
		}
	}
	turn := int(s.Turn.Number)
	for _, kind := range rotated([]string{moveExamine, moveTalk, moveGo}, turn) {
		of := ofKind(all, kind)
		if len(of) > 0 {
			offer(of[turn%len(of)])
		}
	}
	for _, kind := range []string{moveWait, moveSearch, moveGo, moveExamine, moveRecall, movePursue} {
		for _, m := range ofKind(all, kind) {
			offer(m)
		}
	}
	return choices
}

func ofKind(all []move, kind string) []move {
	var of []move
	for _, m := range all {
		if m.Kind == kind {
			of = append(of, m)
		}
	}
	return of
}

// rotated begins a list further on with every turn.
func rotated[T any](list []T, turn int) []T {
	if len(list) == 0 {
		return nil
	}
	at := turn % len(list)
	return slices.Concat(list[at:], list[:at])
}
