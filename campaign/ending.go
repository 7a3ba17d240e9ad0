package campaign

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
)

// An Ending is one of the ways in which a story ends: a file below plot/endings.
type Ending struct {
	ID         string               `field:"id"`
	Title      string               `field:"title"`
	Conditions *condition.Condition `field:"conditions"` // nil is scored, see [Campaign.ScoreEndings]
	Priority   Priority             `field:"priority"`
	Mood       string               `field:"mood"`
	Music      string               `field:"music"`
	Picture    string               `field:"picture"`
	Body       string
	File       string
}

func (e *Ending) decodeTree(d *decoder, v any) {
	e.Priority = Medium
	type fields Ending
	d.decode((*fields)(e), v)
}

// DueEndings are the endings whose conditions hold, those of the highest priority
// first. Endings without conditions are not among them.
func (c *Campaign) DueEndings(f *condition.Facts) []*Ending {
	var due []*Ending
	for i := range c.Endings {
		if e := &c.Endings[i]; e.Conditions != nil && e.Conditions.Eval(f) == condition.Yes {
			due = append(due, e)
		}
	}
	slices.SortStableFunc(due, func(a, b *Ending) int { return cmp.Compare(b.Priority, a.Priority) })
	return due
}

// A Score says how well an ending without conditions fits what the player chose.
type Score struct {
	Ending *Ending
	Points int
}

// ScoreEndings scores the endings without conditions by the choices made so far:
// a point for each word of weight that a choice shares with the ending's title or
// prose and that not every ending has. The best come first; of equal ones the
// more urgent, then the first by name. One that an effect names is not among them: it
// waits for that effect.
func (c *Campaign) ScoreEndings(choices func() []condition.Taken) []Score {
	var scores []Score
	named := c.endingsNamed(func(*Beat) bool { return true })
	for i := range c.Endings {
		if e := &c.Endings[i]; e.Conditions == nil && !named[e.ID] {
			scores = append(scores, Score{Ending: e})
		}
	}
	if len(scores) == 0 {
		return nil
	}
	for _, t := range choices() {
		words := condition.Content(t.Text)
		for _, word := range words {
			award(scores, word)
		}
	}
	slices.SortStableFunc(scores, func(a, b Score) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Ending.Priority, a.Ending.Priority))
	})
	return scores
}

// endingsNamed are the endings that an effect of some of the beats names, or of an occasion.
func (c *Campaign) endingsNamed(of func(*Beat) bool) map[string]bool {
	named := map[string]bool{}
	name := func(e effect.Effect) {
		if ending, ok := e.(effect.Ending); ok {
			named[ending.ID] = true
		}
	}
	c.eachOfOccasions(name)
	for i := range c.Beats {
		if !of(&c.Beats[i]) {
			continue
		}
		c.Beats[i].EachEffect(name)
	}
	return named
}

// award gives a point to the endings that have a word, unless all have it.
func award(scores []Score, word string) {
	var having []int
	for i, s := range scores {
		if slices.Contains(condition.Content(s.Ending.Title+". "+s.Ending.Body), word) {
			having = append(having, i)
		}
	}
	if len(having) < len(scores) || len(scores) == 1 {
		for _, i := range having {
			scores[i].Points++
		}
	}
}

// LeadsToEnding reports whether a choice may end the story by an effect: its own, or that of a
// beat which it leads to, or which a choice of that does.
func (c *Campaign) LeadsToEnding(choice *Choice) bool {
	ends, seen := false, map[string]bool{}
	var follow func(beat string)
	visit := func(e effect.Effect) {
		if _, is := e.(effect.Ending); is {
			ends = true
		}
	}
	follow = func(beat string) {
		if b, known := c.Beat(beat); known && !seen[beat] && !ends {
			seen[beat] = true
			b.brings(visit, follow)
		}
	}
	alone := Beat{Choices: []Choice{*choice}}
	alone.brings(visit, follow)
	return ends
}
