package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story/event"
)

// What is closed: the choices that the turn ends with, none where the story ends.
type closed struct{ choices []Choice }

// A closing makes the choices that follow. What came of the turn it reads.
type closing struct {
	*performer
	came resolved
	next int64 // the turn that the choices are for
}

// conclude ends a turn: the choices that follow are made.
func conclude(ctx context.Context, p *performer, came resolved, after settled) closed {
	t := &closing{p, came, after.remembered}
	defer t.stageDone("close")
	if came.Ending != "" {
		return closed{}
	}
	now := t.now()
	open := now.Worthwhile(t.set.most + 1)
	m := menu{leave: now.Ways(), open: open}
	t.write(&m)
	want, sent := t.toMake(&m)
	result := t.runClosing(ctx, &m, want, sent)
	return closed{t.fill(&m, t.made(result, want, sent), choicesMade(result))}
}

// A menu is the choices of a turn in the making.
type menu struct {
	open    []world.Offer // what may be made, the best first
	written []Choice      // by an author
	moment  int           // how many of these are of beats told in this turn
	slotted bool          // some of them are a drama's
	leave   bool          // one has to lead away: there are ways, and none of the written does
}

// staged reports whether a drama has enough on offer to lead on by itself.
func (m *menu) staged() bool { return m.slotted && len(m.written) > 1 }

// runClosing has choices made over the settled state; nil when there are none to make or
// it could not be.
func (t *closing) runClosing(ctx context.Context, m *menu, want int, from []world.Offer) *plan.Result {
	t.g.progress("choosing")
	if want <= 0 {
		return nil
	}
	catalogue := t.g.selectable()
	in := narrator.ClosingInput{Choices: t.choicesInput(m, want, from)}
	result, checked := t.runFixed(ctx, event.ClosingPart, t.player(t.came), narrator.Closing(catalogue, in), catalogue)
	if result != nil {
		t.acceptFixed(event.ClosingPart, checked, result)
	}
	return result
}

// choicesInput is what choices are made of, beside those that were written.
func (t *closing) choicesInput(m *menu, want int, from []world.Offer) strictjson.Object {
	taken := make([]string, len(m.written))
	for i, c := range m.written {
		taken[i] = c.Text
	}
	in := telling.Choices(t.seed, t.checks(t.next), taken, want, from)
	in["leave"] = m.leave
	return in
}

// toMake is how many choices are to be made beside those that were written, and of which of
// the offers there are. Where a moment of its author's is enough, or a drama has more than one,
// one is made only if it is the way out, or an author wrote what comes of it: else it would
// lead away for nothing.
func (t *closing) toMake(m *menu) (want int, from []world.Offer) {
	want = t.set.most - len(m.written)
	if m.moment < t.set.fewest && !m.staged() {
		return want, telling.WorthMost(m.open)
	}
	from = slices.DeleteFunc(slices.Clone(m.open), func(o world.Offer) bool {
		return m.leave && o.Kind != action.Go || !m.leave && o.Gives != world.GivesAnswer
	})
	return min(want, 1, len(from)), telling.WorthMost(from)
}

// fill is the choices to offer: those that were written, those that were made, and
// generic ones where there are too few, one of them a way out where there is one and one at
// least with what it costs. Which they are, no skill's words decide.
func (t *closing) fill(m *menu, made []Choice, answered bool) []Choice {
	all, names := slices.Clone(m.written), naming{t.sight().Names(m.open)}
	for _, c := range made {
		if len(all) < t.set.most && names.unlike(c, all) {
			all = append(all, c)
		}
	}
	if o, is := t.cameFor(m.open); is && len(m.written) < t.set.most && names.unlike(names.generic(o), all) {
		if room := t.set.most - 1; m.moment == 0 && m.leave && o.Kind != action.Go && len(m.written) == room { // of what was there before, one can wait
			m.written, all = m.written[:room-1], slices.Delete(all, room-1, room)
		}
		if o.Kind == action.Go { // one way is enough
			all = slices.DeleteFunc(all, func(c Choice) bool { return c.Source != event.Written && c.Action.Kind == action.Go })
		}
		all = slices.Insert(all, len(m.written), names.generic(o))
		all = all[:min(len(all), t.set.most)]
	}
	if len(all) < t.set.fewest && !answered {
		t.degrade("No choices could be made to measure, so general ones are offered.")
	}
	all = names.filled(t.wayOut(m, names, all), names.genericChoices(m.open), t.set.fewest)
	priced(m.open, all)
	return names.toldApart(all)
}

// cameFor is what the player has just come here to do: to ask somebody about something, or to show
// them a thing; or, where this is only on the way, to go on.
func (t *closing) cameFor(open []world.Offer) (world.Offer, bool) {
	why := t.came.why
	i := slices.IndexFunc(open, func(o world.Offer) bool {
		switch {
		case why.At != "":
			return o.LeadsTo(why.At)
		case why.Person == "" || o.Gives == "" || o.Whom().ID != why.Person:
			return false
		case why.Item != "":
			return o.Kind == action.Show && o.Item.ID == why.Item
		}
		return o.Kind == action.Ask && why.Topic.ID != "" && o.Topic.ID == why.Topic.ID
	})
	if i < 0 {
		return world.Offer{}, false
	}
	return open[i], true
}

// wayOut are choices of which one leads away, if one has to: in the place of the last that was
// made, where there is no room for more.
func (t *closing) wayOut(m *menu, names naming, all []Choice) []Choice {
	leads := func(c Choice) bool { return c.Source != event.Written && c.Action.Kind == action.Go }
	if !m.leave || slices.ContainsFunc(all, leads) {
		return all
	}
	way := slices.IndexFunc(m.open, func(o world.Offer) bool { return o.Kind == action.Go })
	if way < 0 {
		return all
	}
	if len(all) == t.set.most {
		all = all[:len(all)-1]
	}
	return append(all, names.generic(m.open[way]))
}

// priced says beside one of the choices that were made what it costs, if none says so: the one
// that costs a thing or goodwill, else the one that takes longest.
func priced(open []world.Offer, all []Choice) {
	if slices.ContainsFunc(all, func(c Choice) bool { return c.Hint != "" || c.Difficulty != "" }) {
		return
	}
	var dearest *world.Offer
	at := 0
	for i, c := range all {
		of := slices.IndexFunc(open, func(o world.Offer) bool { return o.ID() == c.ID && c.Source != event.Written })
		if of >= 0 && (dearest == nil || open[of].Cost() > dearest.Cost()) {
			dearest, at = &open[of], i
		}
	}
	if dearest != nil {
		all[at].Hint = dearest.Price()
	}
}

// filled are choices with as many generic ones as are needed.
func (n naming) filled(all, general []Choice, fewest int) []Choice {
	for _, c := range general {
		if len(all) < fewest && n.unlike(c, all) {
			all = append(all, c)
		}
	}
	return all
}

// naming says in plain words what choices are of, and tells them apart by these.
type naming struct{ *world.Names }

// unlike reports whether a choice is another than those before it: by id, and by what is
// plainly said of it. The words that a skill has for it say nothing here.
func (n naming) unlike(c Choice, before []Choice) bool {
	plain := n.plainly(c)
	return !slices.ContainsFunc(before, func(b Choice) bool { return b.ID == c.ID || n.plainly(b) == plain })
}

// plainly is a choice in plain words, an author's or the grammar's, to compare.
func (n naming) plainly(c Choice) string { return alike(n.Say(c.Action)) }

// alike is a line as it is compared with others that are read.
func alike(line string) string { return strings.ToLower(strings.TrimRight(line, ". ")) }

// toldApart are choices of which no two read alike: where a skill's words for one are
// those of another, or what is plainly said of another, they become the plain ones.
func (n naming) toldApart(all []Choice) []Choice {
	read, plain := map[string]int{}, map[string]string{}
	for _, c := range all {
		read[alike(c.Text)]++
		plain[n.plainly(c)] = c.ID
	}
	for i, c := range all {
		of, taken := plain[alike(c.Text)]
		if c.Source == event.Made && (read[alike(c.Text)] > 1 || taken && of != c.ID) {
			all[i].Text = n.Say(c.Action)
		}
	}
	return all
}
