package engine

import (
	"context"
	"slices"
	"strings"

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
	open := t.now().Offers()
	written := t.authoredChoices(slices.ContainsFunc(open, func(o world.Offer) bool { return o.Answered }))
	want, sent := t.toMake(len(written), open)
	result := t.runClosing(ctx, written, want, sent)
	return closed{t.fill(written, open, t.made(result, want, sent), choicesMade(result))}
}

// runClosing has choices made over the settled state; nil when there are none to make or
// it could not be.
func (t *closing) runClosing(ctx context.Context, written []Choice, want int, from []world.Offer) *plan.Result {
	t.g.progress("choosing")
	if want <= 0 {
		return nil
	}
	catalogue := t.g.selectable()
	in := narrator.ClosingInput{Choices: t.choicesInput(written, want, from)}
	result, checked := t.runFixed(ctx, event.ClosingPart, t.player(t.came), narrator.Closing(catalogue, in), catalogue)
	if result != nil {
		t.acceptFixed(event.ClosingPart, checked, result)
	}
	return result
}

// choicesInput is what choices are made of, beside those that were written.
func (t *closing) choicesInput(written []Choice, want int, from []world.Offer) strictjson.Object {
	taken := make([]string, len(written))
	for i, c := range written {
		taken[i] = c.Text
	}
	return telling.Choices(t.seed, t.checks(t.next), taken, want, from)
}

// toMake is how many choices are to be made beside those that were written, and of which
// of the offers there are. Where these are enough, one is made only if an author wrote what
// comes of it: else it would lead away from a moment for nothing.
func (t *closing) toMake(written int, open []world.Offer) (want int, from []world.Offer) {
	if t.w.Dramatic && written > 1 { // it has all that leads on
		return 0, nil
	}
	want = t.set.most - written
	if written < t.set.fewest {
		return want, telling.WorthMost(open)
	}
	from = slices.DeleteFunc(slices.Clone(open), func(o world.Offer) bool { return !o.Answered })
	return min(want, 1, len(from)), telling.WorthMost(from)
}

// fill is the choices to offer: those that were written, those that were made, and
// generic ones where there are too few. Which they are, no skill's words decide.
func (t *closing) fill(written []Choice, open []world.Offer, made []Choice, answered bool) []Choice {
	all, names := slices.Clone(written), naming{t.sight().Names(open)}
	for _, c := range made {
		if len(all) < t.set.most && names.unlike(c, all) {
			all = append(all, c)
		}
	}
	if len(all) < t.set.fewest {
		if !answered {
			t.degrade("No choices could be made to measure, so general ones are offered.")
		}
		all = names.filled(all, names.genericChoices(open, int(t.number()), all), t.set.fewest)
	}
	return names.toldApart(all)
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
