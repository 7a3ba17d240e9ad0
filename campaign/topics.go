package campaign

import (
	"iter"
	"slices"

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

// BroughtUp is the beat that answers what is brought up: the first that is about one of
// the topics that says reports and can be told now, else the first that is about
// anything; nil where nothing was written.
func (c *Campaign) BroughtUp(p *Progress, at Occasion, says func(topic string) bool) *Beat {
	var anything *Beat
	for b := range c.answers(p, at) {
		if slices.ContainsFunc(b.About, says) {
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
	listed := map[string]bool{}
	for b := range c.answers(p, at) {
		for _, topic := range b.About {
			if !listed[topic] {
				listed[topic] = true
				all = append(all, topic)
			}
		}
	}
	return all
}

// answers goes through the beats that can be told on an occasion, in their order: those that
// take no more to judge than may be taken at each look.
func (c *Campaign) answers(p *Progress, at Occasion) iter.Seq[*Beat] {
	return func(yield func(*Beat) bool) {
		x, steps := c.plotted(), condition.NewSteps(stepsAgain)
		for _, i := range x.answering[at] {
			b := &x.beats[i]
			if _, told := p.Reached[b.ID]; told && b.Once {
				continue
			}
			if is, _ := b.when().Judge(&p.Facts, steps); is == condition.Yes && !yield(b) {
				return
			}
		}
	}
}
