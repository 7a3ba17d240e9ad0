package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// topicsFor are what somebody can be asked about, as what stands after "about".
// They are of what the player knows: threads that are open, people met, what facts
// learned speak of, places next to this one, and lore that is public. What the
// person is near to comes first, and kinds take turns.
func topicsFor(c *campaign.Campaign, s *story.State, person string) []string {
	lists := [][]string{threadTopics(s), acquaintances(c, s, person), spokenThings(c, s, person), loreTopics(c, person), neighbourhood(c, s)}
	own := "their part in all this"
	if p, ok := c.Someone(person); ok {
		own = prose.PronounsFor(p.Pronouns).Possessive + " part in all this"
	}
	return withNews(c, s, person, append(woven(lists), own))
}

// withNews are the topics of which somebody can tell what the player has not heard;
// all of them where there is none, or where an author wrote what there is to hear.
func withNews(c *campaign.Campaign, s *story.State, person string, topics []string) []string {
	if !c.Extracted {
		return topics
	}
	left := unheard(c, s)
	var with []string
	for _, topic := range topics {
		about := matterOf(c, s, topic, person)
		if slices.ContainsFunc(left, func(a account) bool { _, topical := about.weigh(a, nil); return topical >= namesTopic }) {
			with = append(with, topic)
		}
	}
	if len(with) == 0 {
		return topics
	}
	return with
}

// threadTopics are the threads that are open.
func threadTopics(s *story.State) []string {
	var topics []string
	for _, t := range s.Threads {
		if topic := topicOf(t.Title); t.Open && topic != "" {
			topics = append(topics, topic)
		}
	}
	return topics
}

// woven takes from each list in turn, each text once.
func woven(lists [][]string) []string {
	var all []string
	for i := 0; ; i++ {
		more := false
		for _, list := range lists {
			if i < len(list) {
				more = true
				if !slices.Contains(all, list[i]) {
					all = append(all, list[i])
				}
			}
		}
		if !more {
			return all
		}
	}
}

// acquaintances are the people the player has met, but for whom is asked: those
// the person is close to first.
func acquaintances(c *campaign.Campaign, s *story.State, person string) []string {
	var near, far []string
	asked, _ := c.Someone(person)
	for i := range c.People {
		p := &c.People[i]
		if p.ID == person || s.People[event.CharacterID(p.ID)].Met == 0 || slices.Contains(present(s), p.ID) {
			continue
		}
		if asked != nil && asked.Relationships[p.ID] != "" {
			near = append(near, p.Name)
		} else {
			far = append(far, p.Name)
		}
	}
	return append(near, far...)
}

// spokenThings are the people, things, places and factions that facts the player
// learned speak of, the latest first, then those of the premise that was told. Whoever
// is asked, and whoever is there, is none.
func spokenThings(c *campaign.Campaign, s *story.State, person string) []string {
	names := topicNames(c, append(present(s), person))
	var found []string
	note := func(content string) {
		var here []string
		for name, topic := range names {
			if strings.Contains(content, name) && !slices.Contains(found, topic) && !slices.Contains(here, topic) {
				here = append(here, topic)
			}
		}
		slices.Sort(here)
		found = append(found, here...)
	}
	for _, l := range slices.Backward(s.Learned) {
		if l.Who == event.Player {
			note(s.Facts[l.Fact].Content)
		}
	}
	for _, m := range s.Memories {
		if m.Knower == event.Player && slices.Contains(m.Tags, premiseTag) {
			note(m.Summary)
		}
	}
	return found
}

// topicNames are what there is by the words that a text has for it, as topics, but
// for some people.
func topicNames(c *campaign.Campaign, but []string) map[string]string {
	names := map[string]string{}
	for i := range c.Places {
		names[c.Places[i].Name] = c.Places[i].Name
	}
	for i := range c.Factions {
		names[c.Factions[i].Name] = c.Factions[i].Name
	}
	for i := range c.People {
		if !slices.Contains(but, c.People[i].ID) {
			names[c.People[i].Name] = c.People[i].Name
		}
	}
	for i := range c.Items {
		bare := prose.Definite(c.Items[i].Name)
		names[strings.TrimPrefix(bare, "the ")] = bare
	}
	delete(names, "")
	return names
}

// longestTopic is how many words a topic has at most.
const longestTopic = 10

// loreTopics are the titles of public lore, those that speak of the person first.
func loreTopics(c *campaign.Campaign, person string) []string {
	var near, far []string
	for i := range c.Lore {
		d := &c.Lore[i]
		topic := titleTopic(d.Title)
		if topic == "" || !slices.Contains(d.Audience, "public") {
			continue
		}
		if slices.Contains(d.Tags, person) {
			near = append(near, topic)
		} else {
			far = append(far, topic)
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

// neighbourhood are the place here and those next to it.
func neighbourhood(c *campaign.Campaign, s *story.State) []string {
	here := s.People[event.Player].Place
	var names []string
	for _, m := range ways(c, here) {
		names = append(names, m.PlaceName)
	}
	return append(names, placeName(c, here))
}

// topicOf is a thread's title as a topic: "Why is the Tooth dark?" is "why the
// Tooth is dark". One that cannot be said so is "".
func topicOf(title string) string {
	title = strings.TrimRight(prose.CleanLine(title, 120), ".! ")
	words := strings.Fields(title)
	if len(words) == 0 {
		return ""
	}
	if question, ok := strings.CutSuffix(title, "?"); ok {
		return indirect(strings.Fields(question))
	}
	for i, w := range words {
		if oneOf(bareWord(w), "is are was were has have had will can must") {
			return lowered(strings.Join(words[:i], " "))
		}
	}
	return lowered(title)
}

func lowered(title string) string {
	first, rest, _ := strings.Cut(title, " ")
	if oneOf(strings.ToLower(first), determiners+" four five six seven eight nine ten twelve") {
		return strings.TrimSpace(strings.ToLower(first) + " " + rest)
	}
	return prose.MidSentence(title)
}

// indirect is a question as it is reported, "" where its words leave a doubt where
// the subject ends.
func indirect(words []string) string {
	if len(words) < 2 || !oneOf(strings.ToLower(words[0]), "who what why how where when which whose") {
		return ""
	}
	words = slices.Clone(words)
	words[0] = strings.ToLower(words[0])
	if !oneOf(words[1], beings+" has have had will can could would should did do does") {
		return strings.Join(words, " ")
	}
	end := subjectEnd(words)
	if end == 0 {
		return ""
	}
	return strings.Join(slices.Concat(words[:1], words[2:end], words[1:2], words[end:]), " ")
}

const beings = "is are was were"

// subjectEnd is where the subject of a question with an auxiliary ends: "who is [the
// man at the door]", "why is [the light] dark"; 0 where that cannot be told.
func subjectEnd(words []string) int {
	last := len(words) - 1
	if last < 2 || !oneOf(words[1], beings) {
		return 0
	}
	if strings.HasSuffix(words[last], "ing") && last > 2 {
		return last
	}
	if oneOf(words[0], "who what where") {
		return last + 1
	}
	joined := slices.ContainsFunc(words[2:], func(w string) bool {
		return oneOf(strings.ToLower(w), "of in on at by from to with without under over for about and or so not")
	})
	if last < 3 || joined || oneOf(words[0], "which whose") {
		return 0
	}
	return last
}

// plotItems are the things an author gives or takes, which no move of our own may.
func plotItems(c *campaign.Campaign) map[string]bool {
	items := map[string]bool{}
	note := func(effects []effect.Effect) {
		for _, e := range effects {
			switch e := e.(type) {
			case effect.Gain:
				items[e.Item] = true
			case effect.Lose:
				items[e.Item] = true
			}
		}
	}
	for i := range c.Beats {
		eachEffect(&c.Beats[i], note)
	}
	if len(c.Beats) > 0 {
		for _, id := range c.Player.StartingItems { // conditions may ask for them
			items[id] = true
		}
	}
	return items
}

// eachEffect calls f with every list of effects of a beat.
func eachEffect(b *campaign.Beat, f func([]effect.Effect)) {
	f(b.Effects)
	for i := range b.Outcomes {
		f(b.Outcomes[i].Effects)
	}
	for i := range b.Choices {
		f(b.Choices[i].Effects)
		if check := b.Choices[i].Check; check != nil {
			f(check.Success.Effects)
			f(check.Partial.Effects)
			f(check.Failure.Effects)
		}
	}
}
