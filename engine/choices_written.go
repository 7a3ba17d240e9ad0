package engine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// mostEarlier is how many choices are offered of beats told in earlier turns, which leave room
// for what has come up since.
const mostEarlier = 3

// An open choice is an author's that may be taken now.
type openChoice struct {
	beat *campaign.Beat
	*campaign.Choice
}

// write puts into a menu the authored choices that are on offer: of the beats told in this turn
// first, then of beats told before that play here, the most urgent and latest first. Of these
// there is room for one less where one has to lead away and none of them does, and where
// another is to be made beside those of earlier turns. Of a drama's, which are many, some are
// drawn.
func (t *closing) write(m *menu) {
	now, facts := t.now(), t.now().Progress()
	var open, staged []openChoice
	for _, b := range t.openBeats() {
		for i := range b.Choices {
			switch c := (openChoice{b, &b.Choices[i]}); {
			case !c.Slot.InMenus() || !onOffer(b, c.Choice, &facts.Facts):
			case c.Slot != "":
				staged = append(staged, c)
			default:
				open = append(open, c)
			}
		}
		if t.came.tells(b.ID) {
			m.moment = len(open)
		}
	}
	away := func(c openChoice) bool { return now.LeadsAway(c.Choice) }
	room := t.set.most
	if m.leave && !slices.ContainsFunc(open[:min(m.moment, room)], away) && !slices.ContainsFunc(staged, away) {
		room--
	}
	m.moment = min(m.moment, room)
	m.slotted = len(staged) > 0
	if m.slotted {
		open = t.drawn(open[:min(room, len(open))], staged, room)
	} else {
		if m.moment < t.set.fewest && slices.ContainsFunc(m.open, func(o world.Offer) bool { return o.Gives == world.GivesAnswer || o.Gives == world.GivesThing }) {
			room--
		}
		kept := max(m.moment, min(len(open), room, m.moment+mostEarlier))
		if out := slices.IndexFunc(open, away); m.leave && out >= kept { // in the room that is kept for a way out
			open = append(slices.Clone(open[:kept]), open[out])
		} else {
			open = open[:kept]
		}
	}
	for _, c := range open {
		m.written = append(m.written, t.offer(c.beat, c.Choice))
	}
	if m.slotted && t.set.hints != "none" {
		pricedWritten(open, m.written, t.passes(facts.Facts), facts.Reached)
	}
	m.leave = m.leave && !slices.ContainsFunc(open, away)
}

// drawn are choices with so many of a drama's as there is room for.
func (t *closing) drawn(open, staged []openChoice, room int) []openChoice {
	all := make([]*campaign.Choice, len(staged))
	for i, c := range staged {
		all[i] = c.Choice
	}
	for _, i := range world.Variety(all, t.state().Reached, int(t.state().Turn.Number), room-len(open)) {
		open = append(open, staged[i])
	}
	return open
}

// openBeats are the beats whose choices may be on offer here, in the order they
// are offered.
func (t *closing) openBeats() []*campaign.Beat {
	s := t.state()
	var beats []*campaign.Beat
	for id := range s.Reached {
		if b, ok := t.w.Beat(id); ok && isOpen(b, s, t.place()) {
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

// isOpen reports whether a beat was told and plays at a place.
func isOpen(b *campaign.Beat, s *story.State, place string) bool {
	_, told := s.Reached[b.ID]
	return told && (b.Place == "" || b.Place == place)
}

// onOffer reports whether a choice may be taken now. The people of its beat must
// be there, and it is taken once unless its author lets it stay. One without a word that
// can be shown is none.
func onOffer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) bool {
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

// writtenChoice is an authored choice, on a menu or typed.
func writtenChoice(s world.Situation, b *campaign.Beat, c *campaign.Choice) Choice {
	one := Choice{ID: b.ID + "/" + c.ID, Action: s.Authored(b, c), Text: prose.CleanLine(c.Text, 200), Source: event.Written}
	if c.Check != nil {
		one.Kind = event.Checked
	}
	return one
}

// offer is an authored choice as a menu shows it.
func (t *closing) offer(b *campaign.Beat, c *campaign.Choice) Choice {
	offered := writtenChoice(t.now(), b, c)
	offered.Hint = t.hint(b, c)
	if offered.Hint == "" && c.Minutes >= longChoice && c.Slot == "" && t.set.hints != "none" {
		offered.Hint = "It takes " + prose.Span(c.Minutes) + "."
	}
	if c.Check != nil {
		offered.Difficulty = t.checks(t.next).Difficulty(t.now().AuthoredCheck(b, c), t.set.threshold)
	}
	return offered
}

// A passing is time that goes by in the next turn, in words, for a moment comes then that takes it: with
// whatever leads to no moment of its own, or with all that is done.
type passing struct {
	what string
	all  bool
}

// passes is the passing of the next turn.
func (t *closing) passes(now condition.Facts) passing {
	next := t.state().Turn.Number + 1
	now.Scene = int(next)
	for i := range t.w.Beats {
		b, what := &t.w.Beats[i], ""
		if _, told := now.Reached[b.ID]; told || b.Priority != campaign.Critical {
			continue
		}
		for _, e := range b.Effects {
			what = cmp.Or(what, goesBy(e, int(t.state().Minutes%(24*60))))
		}
		if what != "" && b.Conditions.Eval(&now) == condition.Yes {
			return passing{what, hasWaited(t.state(), b, next)}
		}
	}
	return passing{}
}

// goesBy is what time an effect takes, at a minute of the day, in words: nothing of less than an hour.
func goesBy(e effect.Effect, minute int) string {
	switch e := e.(type) {
	case effect.Minutes:
		if e.Count >= 60 {
			return prose.SentenceCase(prose.Span(e.Count)) + " more will go by."
		}
	case effect.Until:
		if e.Minute < minute {
			return "The night will go by."
		}
		return "The rest of the day will go by."
	}
	return ""
}

// pricedWritten says beside a drama's choices what time goes by with them, or, where none says what it
// costs, beside that which takes longest how long that is.
func pricedWritten(open []openChoice, all []Choice, passes passing, reached map[string]int) {
	for i, c := range open {
		_, told := reached[c.LeadsTo] // which is no moment of its own any more
		if all[i].Hint == "" && (passes.all || (c.LeadsTo == "" || told) && c.Check == nil) {
			all[i].Hint = passes.what
		}
	}
	if len(all) == 0 || slices.ContainsFunc(all, func(c Choice) bool { return c.Hint != "" || c.Difficulty != "" }) {
		return
	}
	dearest := 0
	for i := range open {
		if open[i].Slot == campaign.Staying { // which says itself how long
			return
		}
		if open[i].Minutes >= open[dearest].Minutes {
			dearest = i
		}
	}
	if minutes := open[dearest].Minutes; minutes > 0 {
		all[dearest].Hint = "It takes " + prose.Span(minutes) + "."
	}
}

// longChoice is how many minutes a choice takes at least to say so where its author says
// nothing: those of a drama take about as long as each other.
const longChoice = 30

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
