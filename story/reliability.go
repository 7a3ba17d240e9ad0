package story

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Reliable is what is wholly relied on, in thousandths.
const Reliable = 1000

// What is left of a thousand when something goes through one more mouth, and when whoever says it calls it a guess or talk.
const (
	retold  = 800
	unsworn = 500
)

// Reliability is how far the character can rely on something that they know, in thousandths, as far as they can tell: wholly on what
// they came by themselves. What was said to them loses a fifth with each mouth that it came through, as far as they were told, half where
// it was said as a guess or as talk, and as much as they distrust each of those. On what they made up, what others said in other words than
// those of a fact that they have learned, and what they know to hold no longer they do not rely at all. It is reckoned of their own mind and their own bonds, as these are now, and kept nowhere.
func (v *View) Reliability(k mind.Known) int {
	own := k.Speaker == v.who
	if k.Superseded != "" || k.Contradicted && !own || own && k.Truth == action.Lie {
		return 0
	}
	mouths := k.Chain
	if k.Speaker == "" && k.How == mind.HowTold && k.From != "" {
		mouths = []event.CharacterID{k.From}
	}
	left := int64(Reliable)
	for _, mouth := range mouths {
		if mouth != v.who {
			left = left * retold / 1000 * (strongest + min(0, v.Towards(string(mouth)).Trust)) / strongest
		}
	}
	if k.Truth == action.Guess || k.Truth == action.Rumour {
		left = left * unsworn / 1000
	}
	return int(left)
}
