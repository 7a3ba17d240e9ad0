package world

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/campaign"
)

// slots is the order in which a turn's choices are taken from what a drama has on offer, so
// that they differ in what they do: something that is here, somebody who is here, a way to
// somewhere with a purpose, a bargain or what cannot be undone; then more of these.
var slots = [][]campaign.Slot{
	{campaign.Acting, campaign.Asking}, {campaign.Wanting, campaign.Final, campaign.Asking}, {campaign.Leaving}, {campaign.Asking, campaign.Acting, campaign.Wanting, campaign.Final},
	{campaign.Leaving}, {campaign.Acting, campaign.Asking, campaign.Wanting, campaign.Final, campaign.Leaving},
}

// Variety is which of a drama's choices a turn offers, by their places, at most so many: of
// each kind what became possible last, and nothing twice about one thing. reached are the
// turns in which beats were told.
func Variety(all []*campaign.Choice, reached map[string]int, most int) []int {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	since := func(i int) (turn int) {
		for _, beat := range all[i].After {
			turn = max(turn, reached[beat])
		}
		return turn
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(since(b), since(a)) })
	var taken []int
	take := func(of []campaign.Slot) bool {
		for _, i := range order {
			c := all[i]
			if len(of) > 0 && !slices.Contains(of, c.Slot) || slices.ContainsFunc(taken, func(t int) bool { return all[t].Of == c.Of }) {
				continue
			}
			taken = append(taken, i)
			return true
		}
		return false
	}
	for _, of := range slots {
		if len(taken) < most {
			take(of)
		}
	}
	for len(taken) < most && take(nil) {
	}
	slices.SortFunc(taken, func(a, b int) int {
		return cmp.Or(cmp.Compare(slotRank(all[a].Slot), slotRank(all[b].Slot)), cmp.Compare(a, b))
	})
	return taken
}

// slotRank orders what is offered: what is here first, ways last.
func slotRank(s campaign.Slot) int {
	return slices.Index([]campaign.Slot{campaign.Acting, campaign.Asking, campaign.Wanting, campaign.Final, campaign.Leaving, campaign.Deciding, campaign.Staying}, s)
}
