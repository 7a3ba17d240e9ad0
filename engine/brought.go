package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// bringUp lets what an author wrote be told where the choice that was made brings it
// up: as something the choice led to. It reports whether there was anything.
func (t *turn) bringUp(m move) bool {
	at, can := m.occasion()
	if !can {
		return false
	}
	answer := t.c.BroughtUp(t.progress(), at, saidIn(t.choice.Text))
	if answer == nil {
		return false
	}
	t.led = append(t.led, answer.ID)
	return true
}

// occasion is what a move gives occasion to bring up, and whether it gives any.
func (m move) occasion() (campaign.Occasion, bool) {
	switch m.Kind {
	case moveTalk, moveAskHelp, moveBefriend, movePress:
		return campaign.Occasion{Person: m.Person}, true
	case moveExamine, moveSearch, moveWait:
		return campaign.Occasion{Place: m.Place}, m.Item == "" && m.Place != ""
	case moveRecall, movePursue:
		return campaign.Occasion{}, true
	}
	return campaign.Occasion{}, false
}

// saidIn tells which topics a choice speaks of.
func saidIn(choice string) func(topic string) bool {
	said := " " + strings.Join(bareWords(choice), " ") + " "
	return func(topic string) bool { return strings.Contains(said, " "+strings.Join(bareWords(topic), " ")+" ") }
}

func bareWords(text string) []string {
	var words []string
	for word := range strings.FieldsSeq(text) {
		if word = bareWord(word); word != "" {
			words = append(words, strings.ToLower(word))
		}
	}
	return words
}

// answered reports whether there is something to bring up with a move that an author
// wrote of.
func (m move) answered() bool { return len(m.Answered) > 0 }

// withAnswers gives each move the topics that an author wrote something about for its
// occasion, of those that the player can bring up.
func withAnswers(c *campaign.Campaign, s *story.State, all []move) []move {
	if !slices.ContainsFunc(c.Beats, func(b campaign.Beat) bool { return len(b.About) > 0 }) {
		return all
	}
	p, known := progress(c, s), knownTopics(c, s)
	answered := map[campaign.Occasion][]string{}
	for i := range all {
		at, can := all[i].occasion()
		if !can {
			continue
		}
		if _, looked := answered[at]; !looked {
			answered[at] = answeredOf(known, c.Topics(p, at))
		}
		all[i].Answered = answered[at]
		if named := slices.DeleteFunc(slices.Clone(answered[at]), func(topic string) bool { return topic == campaign.AnyTopic }); len(named) > 0 && all[i].Person != "" && all[i].Topic != "" {
			all[i].Topic = named[(int(s.Turn.Number)+i)%len(named)]
		}
	}
	return all
}

// answeredOf are the topics known that are answered, and that anything is.
func answeredOf(known, topics []string) []string {
	all := slices.DeleteFunc(slices.Clone(known), func(topic string) bool {
		return !slices.ContainsFunc(topics, func(t string) bool { return strings.EqualFold(t, topic) })
	})
	if slices.Contains(topics, campaign.AnyTopic) {
		all = append(all, campaign.AnyTopic)
	}
	return all
}

// knownTopics are what the player can bring up: what memories left to talk of, the
// latest first, open threads, people met, and places.
func knownTopics(c *campaign.Campaign, s *story.State) []string {
	var remembered []string
	for _, m := range slices.Backward(s.Memories) {
		if m.Knower == event.Player && m.Topic != "" && !slices.Contains(remembered, m.Topic) {
			remembered = append(remembered, m.Topic)
		}
	}
	return slices.Concat(remembered, threadTopics(s), acquaintances(c, s, ""), neighbourhood(c, s))
}

// topicLeft is what a turn leaves to talk and think about: what the choice's author
// said, else that of the weightiest beat told, else what was talked of.
func topicLeft(c *campaign.Campaign, f turnFacts) string {
	if f.Written != nil {
		if _, id, ok := strings.Cut(f.ChoiceID, "/"); ok {
			if written, ok := f.Written.Choice(id); ok && written.Topic != "" {
				return cleanTopic(written.Topic)
			}
		}
	}
	topic, priority := "", campaign.Priority(-1)
	for _, b := range f.Beats {
		if b.Topic != "" && b.Priority > priority {
			topic, priority = b.Topic, b.Priority
		}
	}
	if topic == "" {
		topic = heardOf(c, f)
	}
	if topic == "" && f.Move != nil {
		topic = f.Move.raised(c)
	}
	return cleanTopic(topic)
}

// heardOf is what a fact that was learned by a choice of nobody's writing leaves to talk
// of where no author says it: a thing or somebody that the fact names, but for what was
// asked about and who answered.
func heardOf(c *campaign.Campaign, f turnFacts) string {
	if !c.Extracted || f.Move == nil || len(f.Learned) == 0 {
		return ""
	}
	fact, at, best := f.Learned[len(f.Learned)-1], 0, ""
	for name, topic := range topicNames(c, []string{f.Person}) {
		i := strings.Index(fact, name)
		if i < 0 || strings.Contains(f.Choice, name) || isPlaceName(c, topic) {
			continue
		}
		if isPerson(c, name) { // things are better to talk of
			i += len(fact)
		}
		if best == "" || i < at || i == at && topic < best {
			at, best = i, topic
		}
	}
	return best
}

func isPlaceName(c *campaign.Campaign, name string) bool {
	return slices.ContainsFunc(c.Places, func(p campaign.Place) bool { return p.Name == name })
}

func isPerson(c *campaign.Campaign, name string) bool {
	return slices.ContainsFunc(c.People, func(p campaign.Person) bool { return p.Name == name })
}

// raised is the topic that a move of nobody's writing brought up, "" where it means
// nothing out of its sentence, "her part in all this", or is a place: there one goes.
func (m *move) raised(c *campaign.Campaign) string {
	first, _, _ := strings.Cut(m.Topic, " ")
	if oneOf(strings.ToLower(first), "her his their its") || isPlaceName(c, m.Topic) {
		return ""
	}
	return m.Topic
}

// longestWrittenTopic is how many characters an author's topic has at most.
const longestWrittenTopic = 80

func cleanTopic(topic string) string {
	return strings.TrimRight(prose.CleanLine(topic, longestWrittenTopic), ".!?,;: ")
}
