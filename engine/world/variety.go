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

// fewest is how many choices there are before the time is let go by.
const fewest = 3

// For how many turns what has become possible goes before the rest, and after how many others of the
// rest are offered.
const (
	fresh = 4
	rests = 3
)

// Variety is which of a drama's choices, of which none is only to be typed, a turn offers, by their places, at most so many: of
// each kind what became possible last, and nothing twice about one thing. What has been possible
// for longer takes turns, so that no choice stands in a menu until it is taken. reached are the
// turns in which beats were told.
func Variety(all []*campaign.Choice, reached map[string]int, turn, most int) []int {
	var order, rest []int
	since := func(i int) (turn int) {
		for _, beat := range all[i].After {
			turn = max(turn, reached[beat])
		}
		return turn
	}
	for i := range all {
		if len(all[i].After) > 0 && since(i) > turn-fresh {
			order = append(order, i)
		} else {
			rest = append(rest, i)
		}
	}
	late := func(a, b int) int { return cmp.Compare(since(b), since(a)) }
	slices.SortStableFunc(order, late)
	slices.SortStableFunc(rest, late)
	order = append(order, inTurn(all, rest, turn/rests)...)
	var taken []int
	take := func(of []campaign.Slot) bool {
		for _, i := range order {
			c := all[i]
			if (len(of) > 0 || c.Slot == campaign.Staying) && !slices.Contains(of, c.Slot) || slices.ContainsFunc(taken, func(t int) bool { return all[t].Of == c.Of }) {
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
	if len(taken) < min(fewest, most) {
		take([]campaign.Slot{campaign.Staying})
	}
	slices.SortFunc(taken, func(a, b int) int {
		return cmp.Or(cmp.Compare(slotRank(all[a].Slot), slotRank(all[b].Slot)), cmp.Compare(a, b))
	})
	return taken
}

// inTurn are choices with those of each slot begun at another one by the count, and the slots by turns.
func inTurn(all []*campaign.Choice, of []int, count int) (order []int) {
	bySlot := map[campaign.Slot][]int{}
	var slots []campaign.Slot
	for _, i := range of {
		if slot := all[i].Slot; !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
		bySlot[all[i].Slot] = append(bySlot[all[i].Slot], i)
	}
	for round := 0; len(order) < len(of); round++ {
		for _, slot := range slots {
			if same := bySlot[slot]; round < len(same) {
				order = append(order, same[(round+count)%len(same)])
			}
		}
	}
	return order
}

// slotRank orders what is offered: what is here first, ways last.
func slotRank(s campaign.Slot) int {
	return slices.Index([]campaign.Slot{campaign.Acting, campaign.Asking, campaign.Wanting, campaign.Final, campaign.Leaving, campaign.Deciding, campaign.Staying}, s)
}
