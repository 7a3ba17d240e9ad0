package engine

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
)

// ownPartID begins the id of what somebody has to do with it all; their own follows. No
// topic that is made of words has a colon in its id.
const ownPartID = "own-part:"

// isOwnPart reports whether a topic, by its id, is somebody's own part.
func isOwnPart(topic string) bool { return strings.HasPrefix(topic, ownPartID) }

// topicsFor are what somebody can be asked about. They are of what the player knows:
// first what an author answers, then threads that are open, people met, what facts
// learned speak of, places next to this one, and lore that is public. What the person
// is near to comes first, kinds take turns, and others come with every turn.
func (o *offering) topicsFor(person string) []subject {
	answered := o.answers(campaign.Occasion{Person: person})
	topics := firstOf(answered.topics, mostAnswers)
	lists := [][]subject{o.open, o.acquaintances(person), o.spoken, o.loreTopics(person), o.nearby}
	rest := o.withNews(person, append(woven(lists), o.own(person)))
	if answered.anything {
		rest = append(slices.Clone(o.known), rest...)
	}
	for _, topic := range firstOf(rotated(rest, o.turn), mostAsked) {
		if !slices.ContainsFunc(topics, func(t subject) bool { return t.ID == topic.ID }) {
			topics = append(topics, topic)
		}
	}
	return topics
}

// own is what somebody has to do with it all, as the player would say it.
func (o *offering) own(person string) subject {
	possessive := "their"
	if p, ok := o.w.Someone(person); ok {
		possessive = prose.PronounsFor(p.Pronouns).Possessive
	}
	return subject{ownPartID + person, possessive + " part in all this"}
}

// withNews are the topics of which somebody can tell what the player has not heard;
// all of them where there is none, or where an author wrote what there is to hear.
func (o *offering) withNews(person string, topics []subject) []subject {
	if !o.w.Extracted {
		return topics
	}
	var with []subject
	for _, topic := range topics {
		topical := o.w.matterOf(o.hereName, topic, person).topical(o.w, nil)
		if slices.ContainsFunc(o.unheard, func(t testimony) bool { return topical[t.place] >= namesTopic }) {
			with = append(with, topic)
		}
	}
	if len(with) == 0 {
		return topics
	}
	return with
}

// threadTopics are the threads that are open.
func threadTopics(v *story.View) []subject {
	var topics []subject
	for _, t := range v.Threads() {
		if topic := subjectOf(grammar.Topic(t.Title)); t.Open && topic.ID != "" {
			topics = append(topics, topic)
		}
	}
	return topics
}

// knownTopics are what the player can bring up: what came up, the latest first, open
// threads, people met, and places.
func (w *compiled) knownTopics(v *story.View) []subject {
	var people []subject
	for _, p := range w.elsewhere(v) {
		people = append(people, w.topic(p.Name))
	}
	all := slices.Concat(w.cameUp(v), threadTopics(v), people, w.neighbourhood(v))
	return woven([][]subject{all})
}

// cameUp are the topics that the player has heard of, those first that came up last: were
// heard of, or were brought up by the player. What somebody has to do with it all is no
// news of anybody else, and to a place one goes.
func (w *compiled) cameUp(v *story.View) []subject {
	heard, last := v.Topics(), map[string]int64{}
	for _, topic := range heard {
		last[topic.ID] = cmp.Or(v.BroughtUp(topic.ID), topic.Raised)
	}
	slices.SortStableFunc(heard, func(a, b story.TopicHeard) int { return cmp.Compare(last[b.ID], last[a.ID]) })
	var topics []subject
	for _, topic := range heard {
		if !isOwnPart(topic.ID) && !isPlaceName(w.Campaign, topic.Words) {
			topics = append(topics, subject{topic.ID, topic.Words})
		}
	}
	return topics
}

// woven takes from each list in turn, each topic once.
func woven(lists [][]subject) []subject {
	var all []subject
	seen := map[string]bool{"": true}
	for i := 0; ; i++ {
		more := false
		for _, list := range lists {
			if i < len(list) {
				more = true
				if !seen[list[i].ID] {
					seen[list[i].ID] = true
					all = append(all, list[i])
				}
			}
		}
		if !more {
			return all
		}
	}
}

// acquaintances are the people the player has met and who are not here: those first whom
// somebody who is asked is close to.
func (o *offering) acquaintances(person string) []subject {
	var near, far []subject
	asked, _ := o.w.Someone(person)
	for _, p := range o.met {
		if asked != nil && asked.Relationships[p.ID] != "" {
			near = append(near, o.w.topic(p.Name))
		} else {
			far = append(far, o.w.topic(p.Name))
		}
	}
	return append(near, far...)
}

// elsewhere are the people the player has met and who are not here, in their author's
// order.
func (w *compiled) elsewhere(v *story.View) []*campaign.Person {
	var met []*campaign.Person
	for i := range w.People {
		if known, is := v.Person(w.People[i].ID); is && !known.Here {
			met = append(met, &w.People[i])
		}
	}
	return met
}

// spokenThings are the people, things, places and factions that what the player knows
// speaks of, the latest first, then those of the premise that was told. Whoever is there
// is none.
func (w *compiled) spokenThings(v *story.View) []subject {
	var but []string
	for _, id := range v.Present() {
		but = append(but, v.Name(id))
	}
	var found []subject
	note := func(content string) {
		var topics []string
		for _, name := range without(w.index.speaksOf(content), but...) {
			topics = append(topics, w.named[name])
		}
		slices.Sort(topics)
		for _, topic := range topics {
			found = append(found, w.topic(topic))
		}
	}
	for _, piece := range slices.Backward(v.Pieces()) {
		if writtenPiece(piece.ID) {
			note(piece.Content)
		}
	}
	if premiseTold(v) {
		for _, sentence := range w.premise {
			note(sentence)
		}
	}
	return found
}

// longestTopic is how many words a topic has at most.
const longestTopic = 10

// A loreTopic is what a document is about, by its title, and whom it speaks of.
type loreTopic struct {
	subject
	of []string // ids
}

// loreTopics are the topics of public lore.
func loreTopics(c *campaign.Campaign) []loreTopic {
	var all []loreTopic
	for i := range c.Lore {
		d := &c.Lore[i]
		if topic := subjectOf(titleTopic(d.Title)); topic.ID != "" && d.Public() {
			all = append(all, loreTopic{topic, d.Tags})
		}
	}
	return all
}

// loreTopics are the topics of public lore, those that speak of a person first.
func (o *offering) loreTopics(person string) []subject {
	var near, far []subject
	for _, topic := range o.w.lore {
		if slices.Contains(topic.of, person) {
			near = append(near, topic.subject)
		} else {
			far = append(far, topic.subject)
		}
	}
	return append(near, far...)
}

// titleTopic is a document's title as a topic: without what stands after a comma,
// and with an article where it begins with a common noun.
func titleTopic(title string) string {
	title, _, _ = strings.Cut(prose.CleanLine(title, 120), ",")
	words := strings.Fields(title)
	if len(words) == 0 || prose.Words(title) > longestTopic {
		return ""
	}
	first := bareWord(words[0])
	switch {
	case oneOf(first, determiners), oneOf(first, "what who why how where when whether"):
		return lowerFirst(title)
	case strings.Contains(words[0], "'"), len(words) > 1 && strings.Contains(words[1], "'"):
		return title
	case len(words) > 1 && oneOf(bareWord(words[1]), "of for to in from on by"):
		return "the " + lowerFirst(title)
	}
	return title
}

func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// neighbourhood are the places next to this one, and this one.
func (w *compiled) neighbourhood(v *story.View) []subject {
	var near []subject
	for _, to := range ways(w.Campaign, v.Place()) {
		near = append(near, w.topic(to.Name))
	}
	return append(near, w.topic(v.Name(v.Place())))
}

const determiners = "a an the some any no my your his her its our their this that these those one two three"
