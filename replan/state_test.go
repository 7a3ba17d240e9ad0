package replan_test

import (
	"testing"

	"github.com/narratoria/narratoria/replan"
)

var (
	states = []replan.State{
		replan.Start, replan.Generating, replan.Executing, replan.Replanning, replan.Success, replan.Fallback,
	}
	events = []replan.Event{
		replan.Ready, replan.Planned, replan.Refused, replan.Succeeded, replan.Failed, replan.Expired,
	}
)

// The whole table with a plan left, and after the slash where that changes
// anything, with none. A dot is an event that the state does not know.
var wholeTable = map[replan.State][6]string{
	//                  ready                  planned      refused       succeeded  failed        expired
	replan.Start:      {"GENERATING/FALLBACK", ".", ".", ".", ".", "FALLBACK"},
	replan.Generating: {".", "EXECUTING", "REPLANNING", ".", ".", "FALLBACK"},
	replan.Executing:  {".", ".", ".", "SUCCESS", "REPLANNING", "FALLBACK"},
	replan.Replanning: {"GENERATING/FALLBACK", ".", ".", ".", ".", "FALLBACK"},
	replan.Success:    {"SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS"},
	replan.Fallback:   {"FALLBACK", "FALLBACK", "FALLBACK", "FALLBACK", "FALLBACK", "FALLBACK"},
}

func TestNext(t *testing.T) {
	for _, state := range states {
		for i, event := range events {
			withPlan, without := wanted(wholeTable[state][i])
			for plansLeft, want := range map[int]replan.State{5: withPlan, 1: withPlan, 0: without, -1: without} {
				if got := replan.Next(state, event, plansLeft); got != want {
					t.Errorf("Next(%s, %s, %d) = %s, want %s", state, event, plansLeft, got, want)
				}
			}
		}
	}
}

func wanted(cell string) (withPlan, without replan.State) {
	switch cell {
	case ".":
		return replan.Fallback, replan.Fallback
	case "GENERATING/FALLBACK":
		return replan.Generating, replan.Fallback
	}
	return replan.State(cell), replan.State(cell)
}

func TestNextKnowsNoOtherNames(t *testing.T) {
	for _, event := range append(events, "", "READY") {
		if got := replan.Next("somewhere", event, 5); got != replan.Fallback {
			t.Errorf("from a state that is none, %q leads to %s", event, got)
		}
	}
	if got := replan.Next(replan.Generating, "planed", 5); got != replan.Fallback {
		t.Errorf("an event that is none leads to %s", got)
	}
}

// Whatever happens, a turn of five plans ends within 16 events, and never asks
// for a sixth plan.
func TestEveryWayEnds(t *testing.T) {
	longest := 0
	var walk func(state replan.State, asked, steps int)
	walk = func(state replan.State, asked, steps int) {
		longest = max(longest, steps)
		switch {
		case asked > 5:
			t.Fatalf("plan %d was asked for", asked)
		case steps > 50:
			t.Fatal("a way that does not end")
		case state.Ended():
			return
		}
		for _, event := range events {
			next := replan.Next(state, event, 5-asked)
			if next == replan.Generating {
				walk(next, asked+1, steps+1)
			} else {
				walk(next, asked, steps+1)
			}
		}
	}
	walk(replan.Start, 0, 0)
	if longest != 1+5*3 {
		t.Errorf("the longest way has %d events", longest)
	}
}
