package engine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// authoredChoices are those on offer: of the beats told in this turn first, then of
// beats told before that play here, the most urgent and latest first. Of these there is
// room for one less where another is to be made beside them.
func (t *closing) authoredChoices(beside bool) []Choice {
	facts := t.now().Progress()
	var all []Choice
	var slotted []*campaign.Choice // a drama's, of which a turn offers some
	var of []*campaign.Beat
	now := 0
	for _, b := range t.openBeats() {
		for i := range b.Choices {
			c := &b.Choices[i]
			switch {
			case !t.onOffer(b, c, &facts.Facts):
			case c.Slot != "":
				slotted, of = append(slotted, c), append(of, b)
			default:
				all = append(all, t.offer(b, c, &facts.Facts))
			}
		}
		if t.came.tells(b.ID) {
			now = len(all)
		}
	}
	if len(slotted) > 0 {
		for _, i := range world.Variety(slotted, t.state().Reached, t.set.most-len(all)) {
			all = append(all, t.offer(of[i], slotted[i], &facts.Facts))
		}
		return all[:min(len(all), t.set.most)]
	}
	room := t.set.most
	if beside {
		room--
	}
	return all[:min(len(all), max(room, min(now, t.set.most)))]
}

// openBeats are the beats whose choices may be on offer here, in the order they
// are offered.
func (t *closing) openBeats() []*campaign.Beat {
	s := t.state()
	var beats []*campaign.Beat
	for id := range s.Reached {
		if b, ok := t.w.Beat(id); ok && (b.Place == "" || b.Place == t.place()) {
			beats = append(beats, b)
		}
	}
	slices.SortFunc(beats, t.w.InOrder)
	rank := func(b *campaign.Beat) int {
		for i, told := range t.came.Beats {
			if told.ID == b.ID {
				return i - len(t.came.Beats)
			}
		}
		return 0
	}
	slices.SortStableFunc(beats, func(a, b *campaign.Beat) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Priority, a.Priority), cmp.Compare(s.Reached[b.ID], s.Reached[a.ID]))
	})
	return beats
}

// onOffer reports whether a choice may be taken now. The people of its beat must
// be there, and it is taken once unless its author lets it stay. One without a word that
// can be shown is none.
func (t *closing) onOffer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) bool {
	if !c.Stays && facts.Chose(b.ID+"/"+c.ID) || prose.CleanLine(c.Text, world.LongestChoice) == "" {
		return false
	}
	for _, person := range b.People {
		if !slices.Contains(facts.Present, person) {
			return false
		}
	}
	return c.Requires.Eval(facts) == condition.Yes
}

// offer is an authored choice as it is shown.
func (t *closing) offer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) Choice {
	offered := Choice{ID: b.ID + "/" + c.ID, Action: t.now().Authored(b, c), Text: prose.CleanLine(c.Text, 200), Source: event.Written, Hint: t.hint(b, c)}
	if c.Check != nil {
		offered.Kind = event.Checked
		offered.Difficulty = t.checks(t.next).Difficulty(t.now().AuthoredCheck(b, c), t.set.threshold)
	}
	return offered
}

// hint is the author's hint, as much as player-choices is told to say: nothing, that,
// or besides it what the choice tries and how the person concerned feels.
func (t *closing) hint(b *campaign.Beat, c *campaign.Choice) string {
	written := prose.CleanLine(c.Hint, 200)
	switch {
	case t.set.hints == "none":
		return ""
	case t.set.hints != "detailed" || c.Check == nil:
		return written
	}
	said, try, checks := []string{}, t.now().AuthoredCheck(b, c), t.checks(t.next)
	if written != "" {
		said = append(said, written)
	}
	for _, stat := range checks.Tried(try) {
		said = append(said, "This will try your "+strings.ToLower(stat.Name)+".")
	}
	if liked := checks.Liked(try, t.w.Formula(try)); liked.Value != 0 {
		liked.Name = t.now().NameOf(liked.Of)
		said = append(said, liked.Feeling()+".")
	}
	return strings.Join(said, " ")
}
