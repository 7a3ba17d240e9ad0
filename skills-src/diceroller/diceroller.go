// Package diceroller is the bundled skill dice-roller: it rolls what a formula
// of package dice says, with dice from the host, and shows the roll.
//
// Input:
//
//	formula       "2d6+3", "4d6kh3", "1d20+strength"; see package dice
//	modifiers     {"strength": 2}: the numbers that names in the formula stand for
//	advantage     true rolls the formula's single die twice and keeps the higher
//	disadvantage  the same for the lower; both together cancel out
//	reason        what is rolled for, shown with the roll
//
// Configuration: showIndividualRolls (true) shows each die to the player;
// randomSource ("pseudo") is "crypto" or "pseudo".
//
// Output, always with every die: {formula, total, text, dice: [{sides, value,
// parts, dropped, rerolled, exploded, passed}]}; of a die, what is false is left
// out. The UI event dice_roll carries {formula, total, text, reason} and, where
// shown, rolls: the values of the dice that count.
//
// Errors: bad_input, bad_formula (details: formula, column, caret, expected,
// nearest), too_many_dice.
package diceroller

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/skills/kit"
)

type input struct {
	Formula      string           `json:"formula"`
	Modifiers    map[string]int64 `json:"modifiers"`
	Advantage    bool             `json:"advantage"`
	Disadvantage bool             `json:"disadvantage"`
	Reason       string           `json:"reason"`
}

type config struct {
	ShowIndividualRolls bool             `json:"showIndividualRolls"`
	RandomSource        kit.RandomSource `json:"randomSource"`
}

// Roll is the script roll-dice.
func Roll(ctx context.Context, inv *kit.Invocation) error {
	var in input
	set := config{ShowIndividualRolls: true, RandomSource: kit.Pseudo}
	if err := errors.Join(inv.ReadInput(&in), inv.ReadConfig(&set)); err != nil {
		return err
	}
	formula, err := in.parse()
	if err != nil {
		return explained(err)
	}
	result, err := formula.Roll(thrower(ctx, inv, set.RandomSource), in.Modifiers)
	if err != nil {
		return explained(err)
	}
	show(inv, in.Reason, formula, result, set.ShowIndividualRolls)
	return nil
}

func (in *input) parse() (*dice.Formula, error) {
	if in.Formula == "" {
		return nil, kit.Failf(kit.CodeBadInput, `input.formula is missing; expected dice to roll, such as "2d6+3"`)
	}
	formula, err := dice.Parse(in.Formula)
	switch {
	case err != nil || in.Advantage == in.Disadvantage:
		return formula, err
	case in.Advantage:
		return formula.With(dice.Advantage)
	}
	return formula.With(dice.Disadvantage)
}

// thrower takes dice from the invocation's random numbers.
func thrower(ctx context.Context, inv *kit.Invocation, source kit.RandomSource) dice.Source {
	return func(count, sides int) ([]int64, error) {
		return inv.Random(ctx, source, 1, int64(sides), count)
	}
}

// explained gives errors of the formula a code, and details to mend it by.
func explained(err error) error {
	if wrong, ok := errors.AsType[*dice.Error](err); ok {
		return &kit.Error{
			Code:    "bad_formula",
			Message: fmt.Sprintf("the formula %q cannot be rolled: %v", wrong.Source, wrong),
			Details: map[string]any{
				"formula": wrong.Source, "column": wrong.Column(), "caret": wrong.Caret(),
				"expected": wrong.Expected, "nearest": wrong.Nearest,
			},
		}
	}
	if errors.Is(err, dice.ErrTooMany) {
		return kit.Failf("too_many_dice", "%v", err)
	}
	return err
}
