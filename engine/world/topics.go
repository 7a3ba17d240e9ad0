package world

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
)

// ownPartID begins the id of what somebody has to do with it all; their own follows. No
// topic that is made of words has a colon in its id.
const ownPartID = "own-part:"

// IsOwnPart reports whether a topic, by its id, is somebody's own part.
func IsOwnPart(topic string) bool { return strings.HasPrefix(topic, ownPartID) }

// topicsFor are what somebody can be asked about. They are of what the player knows:
// first what an author answers, then threads that are open, people met, what facts
// learned speak of, places next to this one, and lore that is public. What the person
// is near to comes first, kinds take turns, and others come with every turn. What came up last
// and they have news of is always among them: one may have come to ask just that.
func (o *offering) topicsFor(person string) []Subject {
	answered := o.answers(campaign.Occasion{Person: person})
	var news []Subject
	for i, topic := range o.known {
		if (i < mostAsked || len(o.knowledge[topic.ID]) > 0) && o.tells(person, topic, o.place) {
			news = append(news, topic)
		}
	}
	lists := [][]Subject{o.open, o.acquaintances(person), o.spoken, o.loreTopics(person), o.nearby}
	rest := o.withNews(person, append(woven(lists), o.own(person)))
	if answered.anything {
		rest = append(slices.Clone(o.known), rest...)
	}
	all := slices.Concat(firstOf(answered.topics, mostAnswers), news, firstOf(rotated(rest, o.turn()), mostAsked))
	return woven([][]Subject{all})
}

// own is what somebody has to do with it all, as the player would say it.
func (o *offering) own(person string) Subject {
	possessive := "their"
	if p, ok := o.Someone(person); ok {
		possessive = prose.PronounsFor(p.Pronouns).Possessive
	}
	return Subject{ownPartID + person, possessive + " part in all this"}
}

// withNews are the topics of which somebody can tell what the player has not heard;
// all of them where there is none, or where an author wrote what there is to hear.
func (o *offering) withNews(person string, topics []Subject) []Subject {
	if !o.Extracted {
		return topics
	}
	var with []Subject
	for _, topic := range topics {
		topical := o.inquiryOf(o.place, topic, person).topical(nil)
		if slices.ContainsFunc(o.unheard, func(t testimony) bool { return topical[t.place] >= namesTopic }) {
			with = append(with, topic)
		}
	}
	if len(with) == 0 {
		return topics
	}
	return with
}

// ThreadTopic is what a thread is about, by its title. Where a beat leaves just that to talk of
// with an article, "the seven boats", it is called so too, and is the same.
func (w *World) ThreadTopic(title string) Subject {
	topic := SubjectOf(grammar.Topic(title))
	if the := SubjectOf("the " + topic.Words); topic.ID != "" && len(w.left[the.ID]) > 0 {
		return the
	}
	return topic
}

// threadTopics are the threads that are open.
func (s Sight) threadTopics() []Subject {
	var topics []Subject
	for _, t := range s.View.Threads() {
		if topic := s.ThreadTopic(t.Title); t.Open && topic.ID != "" {
			topics = append(topics, topic)
		}
	}
	return topics
}

// knownTopics are what the player can bring up: what came up, the latest first, open
// threads, people met, and places.
func (s Sight) knownTopics() []Subject {
	var people []Subject
	for _, p := range s.elsewhere() {
		people = append(people, s.topic(p.Name))
	}
	all := slices.Concat(s.cameUp(), s.threadTopics(), people, s.neighbourhood())
	return woven([][]Subject{all})
}

// cameUp are the topics that the player has heard of, those first that came up last: were
// heard of, or were brought up by the player. What somebody has to do with it all is no
// news of anybody else, and to a place one goes.
func (s Sight) cameUp() []Subject {
	heard, last := s.View.Topics(), map[string]int64{}
	for _, topic := range heard {
		last[topic.ID] = cmp.Or(s.View.BroughtUp(topic.ID), topic.Raised)
	}
	slices.SortStableFunc(heard, func(a, b story.TopicHeard) int { return cmp.Compare(last[b.ID], last[a.ID]) })
	var topics []Subject
	for _, topic := range heard {
		if !IsOwnPart(topic.ID) && !s.IsPlaceName(topic.Words) {
			topics = append(topics, Subject{topic.ID, topic.Words})
		}
	}
	return topics
}

// woven takes from each list in turn, each topic once.
func woven(lists [][]Subject) []Subject {
	var all []Subject
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
func (o *offering) acquaintances(person string) []Subject {
	var near, far []Subject
	asked, _ := o.Someone(person)
	for _, p := range o.met {
		if asked != nil && asked.Relationships[p.ID] != "" {
			near = append(near, o.topic(p.Name))
		} else {
			far = append(far, o.topic(p.Name))
		}
	}
	return append(near, far...)
}

// elsewhere are the people the player has met and who are not here, in their author's
// order.
func (s Sight) elsewhere() []*campaign.Person {
	var met []*campaign.Person
	for i := range s.People {
		if known, is := s.View.Person(s.People[i].ID); is && !known.Here {
			met = append(met, &s.People[i])
		}
	}
	return met
}

// spokenThings are the people, things, places and factions that what the player knows
// speaks of, the latest first, then those of the premise that was told. Whoever is there
// is none.
func (s Sight) spokenThings() []Subject {
	var but []string
	for _, id := range s.View.Present() {
		but = append(but, s.View.Name(id))
	}
	var found []Subject
	note := func(content string) {
		var topics []string
		for _, name := range without(s.index.speaksOf(content), but...) {
			topics = append(topics, s.named[name])
		}
		slices.Sort(topics)
		for _, topic := range topics {
			found = append(found, s.topic(topic))
		}
	}
	for _, piece := range slices.Backward(s.View.Pieces()) {
		if WrittenPiece(piece.ID) {
			note(piece.Content)
		}
	}
	if premiseTold(s.View) {
		for _, sentence := range s.premise {
			note(sentence.Words)
		}
	}
	return found
}

// longestTopic is how many words a topic has at most.
const longestTopic = 10

// A loreTopic is what a document is about, by its title, and whom it speaks of.
type loreTopic struct {
	Subject
	of []string // ids
}

// loreTopics are the topics of public lore.
func loreTopics(c *campaign.Campaign) []loreTopic {
	var all []loreTopic
	for i := range c.Lore {
		d := &c.Lore[i]
		if topic := SubjectOf(titleTopic(d.Title)); topic.ID != "" && d.Public() && !d.Untitled {
			all = append(all, loreTopic{topic, d.Tags})
		}
	}
	return all
}

// loreTopics are the topics of public lore, those that speak of a person first.
func (o *offering) loreTopics(person string) []Subject {
	var near, far []Subject
	for _, topic := range o.lore {
		if slices.Contains(topic.of, person) {
			near = append(near, topic.Subject)
		} else {
			far = append(far, topic.Subject)
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
	case prose.OneOf(first, determiners), prose.OneOf(first, "what who why how where when whether"):
		return lowerFirst(title)
	case strings.Contains(words[0], "'"), len(words) > 1 && strings.Contains(words[1], "'"):
		return title
	case len(words) > 1 && prose.OneOf(bareWord(words[1]), "of for to in from on by"):
		if titleCased(words) {
			return "the " + title
		}
		return "the " + lowerFirst(title)
	}
	return title
}

// titleCased reports whether a title is written as a name: "Notice to Mariners", not "Demand for light dues".
func titleCased(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		first, _ := utf8.DecodeRuneInString(word)
		return unicode.IsLower(first) && !prose.OneOf(word, "of for to in from on by the a an and or")
	})
}

func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// Concerns reports whether a topic or a thread is somebody's concern, as far as that was told: it
// names them, or a beat that was told with them there left it or runs along it.
func (s Sight) Concerns(person string, topic, thread action.Ref) bool {
	if p, ok := s.Someone(person); ok && !topic.None() && (IsOwnPart(topic.ID) || s.View.TopicWords(topic.ID) != "" && strings.Contains(s.View.TopicWords(topic.ID), p.Name)) {
		return true
	}
	beats := s.left[topic.ID]
	for _, t := range s.View.Threads() {
		if t.ID == thread.ID || !topic.None() && s.ThreadTopic(t.Title).ID == topic.ID {
			beats = append(slices.Clone(beats), s.threads[t.ID]...)
		}
	}
	told := s.View.Reached()
	return slices.ContainsFunc(beats, func(b *campaign.Beat) bool {
		_, reached := told[b.ID]
		return reached && slices.Contains(b.People, person)
	})
}

// leftTopics are the beats by the topics that they and their choices leave to talk of.
func leftTopics(c *campaign.Campaign) map[string][]*campaign.Beat {
	left := map[string][]*campaign.Beat{}
	for i := range c.Beats {
		b := &c.Beats[i]
		topics := []string{b.Topic}
		for k := range b.Choices {
			topics = append(topics, b.Choices[k].Topic)
		}
		for _, topic := range topics {
			if id := SubjectOf(topic).ID; id != "" && !slices.Contains(left[id], b) {
				left[id] = append(left[id], b)
			}
		}
	}
	return left
}

// Standing is what a piece stands in, as the player would call it, by the piece's id: "the
// Notice to Mariners". What is only said stands in nothing.
func (w *World) Standing(piece string) string {
	file, _, ofLore := strings.Cut(piece, "#")
	for i := range w.Lore {
		if d := &w.Lore[i]; ofLore && d.File == file && d.Mode != "MYTHIC" && !d.Untitled {
			return titleTopic(d.Title)
		}
	}
	return ""
}

// neighbourhood are the places next to this one, and this one.
func (s Sight) neighbourhood() []Subject {
	var near []Subject
	for _, to := range s.ways(s.View.Place()) {
		near = append(near, s.topic(to.Name))
	}
	return append(near, s.topic(s.View.Name(s.View.Place())))
}

const determiners = "a an the some any no my your his her its our their this that these those one two three"

// NamedIn is the first thing, or else the first person, that an author's sentence names,
// but for places, for what is known already, and for some people.
func (w *World) NamedIn(sentence string, but Subject, people ...string) Subject {
	at, best := 0, ""
	for name, topic := range w.named {
		i := strings.Index(sentence, name)
		person := slices.IndexFunc(w.People, func(p campaign.Person) bool { return p.Name == name })
		if i < 0 || action.Slug(topic) == but.ID || strings.Contains(but.Words, name) || w.IsPlaceName(topic) || person >= 0 && slices.Contains(people, w.People[person].ID) {
			continue
		}
		if person >= 0 { // things are better to talk of
			i += len(sentence)
		}
		if best == "" || i < at || i == at && topic < best {
			at, best = i, topic
		}
	}
	return SubjectOf(best)
}

// IsPlaceName reports whether something is called what a place is.
func (w *World) IsPlaceName(name string) bool {
	return slices.ContainsFunc(w.Places, func(p campaign.Place) bool { return p.Name == name })
}
