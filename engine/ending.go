package engine

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// end tells an ending that has come about: one that an effect named, one whose
// conditions hold, or, where the plot is spent, the one that fits best what the
// player chose.
func (t *plot) end() {
	if t.g.opts.NoEndings || t.state().Ending != "" {
		t.Ending = ""
		return
	}
	ending := t.dueEnding()
	if ending == nil {
		t.Ending = ""
		return
	}
	t.Ending = ending.ID
	t.add(event.EndingReached, event.Data{"ending": ending.ID, "title": ending.Title})
	t.Authored = append(t.Authored, world.Paragraphs(ending.Body)...)
	t.assets(ending.Picture, ending.Music)
}

func (t *plot) dueEnding() *campaign.Ending {
	if ending, ok := t.w.Ending(t.Ending); ok && t.Ending != "" {
		return ending
	}
	p := t.progress()
	if due := t.w.DueEndings(&p.Facts); len(due) > 0 {
		return due[0]
	}
	if !t.spent(p) || t.endOffered(p) {
		return nil
	}
	if scored := t.w.ScoreEndings(t.now().TakenInWords); len(scored) > 0 {
		return scored[0].Ending
	}
	return nil
}

// How long a plot may stand still before an ending without conditions is told:
// once half of the beats were told, or late in a story whose beats do not come.
const (
	stillFor  = 12
	stillLate = 40
)

// spent reports whether no more of the plot is to be expected: every beat was told
// or cannot be any more, or for long none has been.
func (t *plot) spent(p *campaign.Progress) bool {
	plot := t.outlook()
	if len(p.Reached) == 0 {
		return false // as without a plot: nothing of it was told
	}
	still := p.Scene - plot.Last
	return plot.Open == 0 && still > 0 || still >= stillFor && plot.Gone >= plot.Open || still >= stillFor && p.Scene >= stillLate
}

// endNamed reports whether an effect has named an ending that is told now: nothing comes
// between but what the choice has led to.
func (t *happening) endNamed() bool {
	_, is := t.w.Ending(t.Ending)
	return is && !t.g.opts.NoEndings
}

// endOffered reports whether the player may still come to an ending by a choice: one that is on
// offer leads to it, or one that they can go back to, as long as the plot has not stood still
// for too long; or by a beat that is due.
func (t *plot) endOffered(p *campaign.Progress) bool {
	plot := t.outlook()
	if slices.ContainsFunc(plot.DueBeats(), func(b *campaign.Beat) bool { _, told := p.Reached[b.ID]; return !told }) {
		return true
	}
	patient := p.Scene-plot.Last < stillLate
	for id := range t.state().Reached {
		b, known := t.w.Beat(id)
		if !known {
			continue
		}
		facts := p.Facts
		if patient {
			facts.Place, facts.Present = cmp.Or(b.Place, facts.Place), slices.Concat(facts.Present, b.People)
		} else if b.Place != "" && b.Place != t.place() {
			continue
		}
		for i := range b.Choices {
			if c := &b.Choices[i]; onOffer(b, c, &facts) && t.w.LeadsToEnding(c) {
				return true
			}
		}
	}
	return false
}
