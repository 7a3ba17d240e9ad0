package world

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

// A World is a campaign with what follows from it alone, worked out once, for all games of
// it, which may use it at once.
type World struct {
	*campaign.Campaign
	testimony []testimony                 // all that somebody can tell
	index     *index                      // of it
	common    map[string]bool             // words that so much of it has that they say nothing of any
	commonly  []string                    // the same, sorted
	named     map[string]string           // what there is, by the words that a text has for it, as topics
	lore      []loreTopic                 // what public lore is about
	premise   []PremiseLine               // what the premise says, as far as it is remembered
	plot      map[string]bool             // items that an author gives or takes
	props     map[string]bool             // of occasions: they lie somewhere for as long as these go on
	threads   map[string][]*campaign.Beat // the beats that each thread of the plot runs through
	left      map[string][]*campaign.Beat // the beats that leave each topic
	knowledge map[string][]*campaign.Fact // by the topics they are about
	written   map[string]bool             // the ids of all facts and secrets
	answering bool                        // the campaign has beats that answer what is brought up
	cues      memo[string]                // as the player remembers them, by beat
	players   memo[string]                // notes of the author's as the player reads them

	Weathered bool // its author turns the weather, and nothing else does
	Prosed    bool // its author wrote what is told of beats: their notes for a narrator are none of it

	nouns func() map[string]grammar.Noun // what may be said for what there is, by calledKey, made when somebody types
}

// Compile works out once what follows from a campaign alone.
func Compile(c *campaign.Campaign) *World {
	w := &World{Campaign: c, named: topicNames(c), threads: threadBeats(c), left: leftTopics(c), premise: premiseOf(c)}
	w.plot, w.props, w.Weathered = plotItems(c), propsOf(c), setsWeather(c)
	w.Prosed = slices.ContainsFunc(c.Beats, func(b campaign.Beat) bool { return len(b.Prose) > 0 })
	w.nouns = sync.OnceValue(func() map[string]grammar.Noun { return nounsOf(w) })
	w.testimony = testimonyOf(c)
	w.lore = loreTopics(c)
	w.knowledge, w.written = knowledgeOf(c), writtenFacts(c)
	w.common, w.index = commonWords(w.testimony), indexOf(w.testimony, w.named)
	w.commonly = slices.Sorted(maps.Keys(w.common))
	w.answering = slices.ContainsFunc(c.Beats, func(b campaign.Beat) bool { return len(b.About) > 0 })
	return w
}

// A Subject is something to talk and think about, with the id that an action has for it.
type Subject struct{ ID, Words string }

// SubjectOf is a topic by its words, cleaned; the zero subject where there is no letter in
// them.
func SubjectOf(words string) Subject {
	words = cleanTopic(words)
	if id := action.Slug(words); id != "" {
		return Subject{id, words}
	}
	return Subject{}
}

// topic is SubjectOf, of words that an author has for something and that come up often.
func (w *World) topic(words string) Subject {
	return w.index.subjects.of(words, SubjectOf)
}

// Ref is the topic as an action names it.
func (t Subject) Ref() action.Ref { return action.TopicRef(t.ID) }

// longestWrittenTopic is how many characters an author's topic has at most.
const longestWrittenTopic = 80

func cleanTopic(topic string) string {
	return strings.TrimRight(prose.CleanLine(topic, longestWrittenTopic), ".!?,;: ")
}

// topicNames are people, places, factions and things by the words that a text has for
// them, as topics.
func topicNames(c *campaign.Campaign) map[string]string {
	names := map[string]string{}
	for i := range c.Places {
		names[c.Places[i].Name] = c.Places[i].Name
	}
	for i := range c.Factions {
		names[c.Factions[i].Name] = c.Factions[i].Name
	}
	for i := range c.People {
		names[c.People[i].Name] = c.People[i].Name
	}
	for i := range c.Items {
		bare := prose.Definite(c.Items[i].Name)
		names[strings.TrimPrefix(bare, "the ")] = bare
	}
	delete(names, "")
	return names
}

// plotItems are the things an author gives or takes, which no action of our own may.
func plotItems(c *campaign.Campaign) map[string]bool {
	items := map[string]bool{}
	c.EachEffect(func(e effect.Effect) {
		switch e := e.(type) {
		case effect.Gain:
			items[e.Item] = true
		case effect.Lose:
			items[e.Item] = true
		}
	})
	if len(c.Beats) > 0 {
		for _, id := range c.Player.StartingItems { // conditions may ask for them
			items[id] = true
		}
	}
	return items
}

// propsOf are the things that there are for an occasion alone.
func propsOf(c *campaign.Campaign) map[string]bool {
	props := map[string]bool{}
	for i := range c.Occasions {
		for _, id := range c.Occasions[i].Props {
			props[id] = true
		}
	}
	return props
}

// threadBeats are the beats that each thread runs through, but for those that are come
// upon and not worked towards.
func threadBeats(c *campaign.Campaign) map[string][]*campaign.Beat {
	threads := map[string][]*campaign.Beat{}
	for i := range c.Beats {
		b := &c.Beats[i]
		if len(b.About) > 0 {
			continue
		}
		b.EachEffect(func(e effect.Effect) {
			t, is := e.(effect.Thread)
			if along := threads[t.ID]; is && (len(along) == 0 || along[len(along)-1] != b) {
				threads[t.ID] = append(along, b)
			}
		})
	}
	return threads
}

// Silent reports whether somebody does not speak, by their author's word.
func (w *World) Silent(id string) bool {
	p, ok := w.Someone(id)
	return ok && slices.Contains(p.Personality.Traits, campaign.Silent)
}

const sentenceSigns = `.,;:!?"'()“”…`

func bareWord(word string) string { return strings.ToLower(strings.Trim(word, sentenceSigns)) }

// setsWeather reports whether a campaign's own effects turn the weather.
func setsWeather(c *campaign.Campaign) (sets bool) {
	c.EachEffect(func(e effect.Effect) {
		w, ok := e.(effect.World)
		sets = sets || ok && w.Path == "weather"
	})
	return sets
}
