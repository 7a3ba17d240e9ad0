package campaign

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/condition"
)

// AnyTopic, as what a beat is about, stands for whatever is brought up.
const AnyTopic = "anything"

// An Occasion is where a topic can be brought up: with somebody present, at a place
// that is looked at, or, where it is neither, in the player's own thoughts.
type Occasion struct{ Person, Place string }

// occasion is the one that a beat about topics is for: its first person, else its
// place, else the player's thoughts.
func (b *Beat) occasion() Occasion {
	if len(b.People) > 0 {
		return Occasion{Person: b.People[0]}
	}
	return Occasion{Place: b.Place}
}

// BroughtUp is the beat that answers when some topics are brought up: the first that is
// about one of them and can be told now, else the first that is about anything; nil
// where nothing was written.
func (c *Campaign) BroughtUp(p *Progress, at Occasion, topics []string) *Beat {
	var anything *Beat
	for _, b := range c.answers(p, at) {
		if b.about(topics) {
			return b
		}
		if anything == nil && slices.Contains(b.About, AnyTopic) {
			anything = b
		}
	}
	return anything
}

// Topics are those that would be answered now; [AnyTopic] is one of them where
// whatever is brought up would.
func (c *Campaign) Topics(p *Progress, at Occasion) []string {
	var all []string
	for _, b := range c.answers(p, at) {
		all = union(all, b.About)
	}
	return all
}

// answers are the beats that can be told on an occasion, in their order.
func (c *Campaign) answers(p *Progress, at Occasion) []*Beat {
	var all []*Beat
	for i := range c.Beats {
		b := &c.Beats[i]
		if len(b.About) == 0 || b.occasion() != at {
			continue
		}
		if _, told := p.Reached[b.ID]; told && b.Once {
			continue
		}
		if b.when().Eval(&p.Facts) == condition.Yes {
			all = append(all, b)
		}
	}
	return all
}

func (b *Beat) about(topics []string) bool {
	return slices.ContainsFunc(b.About, func(about string) bool {
		return slices.ContainsFunc(topics, func(topic string) bool { return strings.EqualFold(about, topic) })
	})
}
