package diceroller

import (
	"fmt"

	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/skills/kit"
)

type output struct {
	Formula string `json:"formula"`
	Total   int64  `json:"total"`
	Text    string `json:"text"`
	Reason  string `json:"reason,omitempty"`
	Dice    []die  `json:"dice"`
}

type die struct {
	Sides    int     `json:"sides"`
	Value    int64   `json:"value"`
	Parts    []int64 `json:"parts,omitempty"`
	Dropped  bool    `json:"dropped,omitempty"`
	Rerolled bool    `json:"rerolled,omitempty"`
	Exploded bool    `json:"exploded,omitempty"`
	Passed   bool    `json:"passed,omitempty"`
}

type shown struct {
	Formula string  `json:"formula"`
	Total   int64   `json:"total"`
	Text    string  `json:"text"`
	Reason  string  `json:"reason,omitempty"`
	Rolls   []int64 `json:"rolls,omitempty"`
}

// show gives the roll to the player, and all of it to the steps that follow.
func show(inv *kit.Invocation, reason string, formula *dice.Formula, result *dice.Result, individually bool) {
	all, counting := []die{}, []int64{}
	for _, d := range result.Dice() {
		all = append(all, die(d))
		if d.Kept() {
			counting = append(counting, d.Value)
		}
	}
	event := shown{Formula: formula.String(), Total: result.Total, Text: result.Text, Reason: reason, Rolls: counting}
	if !individually {
		event.Text, event.Rolls = fmt.Sprintf("%s = %d", formula, result.Total), nil
	}
	inv.UI("dice_roll", event)
	inv.Output(output{Formula: formula.String(), Total: result.Total, Text: result.Text, Reason: reason, Dice: all})
	inv.Summary(result.Text)
}
