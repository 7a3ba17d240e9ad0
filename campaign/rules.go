package campaign

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Rules say how a check is rolled and what its total means.
type Rules struct {
	Prose     Text // the rules in words, for prompts
	Dice      *dice.Formula
	Bands     []Band // rising, without gaps; totals beyond them belong to the outermost
	Trait     int    // added for a trait or skill that fits
	Sentiment int    // added or taken for strong feelings of the person concerned
	Memory    int    // added for a triumph or failure remembered
	Weak      int    // taken off for a stat that is weak
	Authored  bool   // whether a block of the campaign's own says so
}

// A Band is the totals of one result.
type Band struct {
	Result   action.Grade
	Min, Max int
}

// DefaultRules are two dice, and 7 and 10 to reach.
func DefaultRules() Rules {
	formula, err := dice.Parse("2d6")
	if err != nil {
		panic("campaign: " + err.Error())
	}
	return Rules{
		Dice:  formula,
		Bands: []Band{{action.Failure, 2, 6}, {action.Partial, 7, 9}, {action.Success, 10, 12}},
		Trait: 1, Sentiment: 1, Memory: 1,
	}
}

// Result is what a total means.
func (r *Rules) Result(total int64) action.Grade {
	for _, band := range r.Bands {
		if total <= int64(band.Max) {
			return band.Result
		}
	}
	return r.Bands[len(r.Bands)-1].Result
}

// apply reads one block over the rules so far. What is wrong with it is
// reported, and the rest of it stands.
func (r *Rules) apply(block tree, report func(contracts.Problem)) {
	r.Authored = true
	if text, ok := block["dice"].(string); ok {
		r.applyDice(text, report)
	}
	if bands, ok := block["bands"].(tree); ok {
		r.applyBands(bands, report)
	}
	modifiers, _ := block["modifiers"].(tree)
	for name, into := range map[string]*int{"trait": &r.Trait, "sentiment": &r.Sentiment, "memory": &r.Memory, "weak": &r.Weak} {
		if n, ok := modifiers[name].(strictjson.Number); ok {
			*into, _ = strconv.Atoi(string(n))
		}
	}
}

func (r *Rules) applyDice(text string, report func(contracts.Problem)) {
	formula, err := dice.Parse(text)
	switch {
	case err != nil:
		report(contracts.Problem{Pointer: "/dice", Kind: contracts.BadValue, Message: fmt.Sprintf("the dice %q cannot be rolled: %v", text, err)})
	case len(formula.Names()) > 0:
		report(contracts.Problem{Pointer: "/dice", Kind: contracts.BadValue, Message: fmt.Sprintf("the dice %q have the name %q in them", text, formula.Names()[0]), Expected: "dice and numbers alone; modifiers are added by themselves"})
	default:
		r.Dice = formula
	}
}

func (r *Rules) applyBands(tree tree, report func(contracts.Problem)) {
	var bands []Band
	for _, result := range []action.Grade{action.Failure, action.Partial, action.Success} {
		if v, ok := tree[string(result)]; ok {
			low, high := bandRange(v)
			bands = append(bands, Band{result, low, high})
		}
	}
	slices.SortFunc(bands, func(a, b Band) int { return cmp.Compare(a.Min, b.Min) })
	if message := bandsFault(bands); message != "" {
		report(contracts.Problem{Pointer: "/bands", Kind: contracts.BadValue, Message: message, Expected: "ranges that follow one another"})
		return
	}
	r.Bands = bands
}

var bandForm = regexp.MustCompile(`^ *(-?\d+) *(?:(?:-|\.\.|to) *(-?\d+) *)?$`)

func bandRange(v any) (low, high int) {
	text := strings.TrimSpace(fmt.Sprint(v))
	parts := bandForm.FindStringSubmatch(text)
	if parts == nil {
		return 0, -1
	}
	low, _ = strconv.Atoi(parts[1])
	if parts[2] == "" {
		return low, low
	}
	high, _ = strconv.Atoi(parts[2])
	return low, high
}

func bandsFault(bands []Band) string {
	for i, band := range bands {
		switch {
		case band.Max < band.Min:
			return fmt.Sprintf("%s ends at %d, before it begins at %d", band.Result, band.Max, band.Min)
		case i > 0 && band.Min <= bands[i-1].Max:
			return fmt.Sprintf("%s and %s both hold %d", bands[i-1].Result, band.Result, band.Min)
		case i > 0 && band.Min > bands[i-1].Max+1:
			return fmt.Sprintf("no result holds %d", bands[i-1].Max+1)
		}
	}
	return ""
}

// String is the rules in one line, as they were understood.
func (r *Rules) String() string {
	parts := make([]string, len(r.Bands))
	for i, band := range r.Bands {
		parts[i] = fmt.Sprintf("%s %d to %d", band.Result, band.Min, band.Max)
	}
	said := fmt.Sprintf("%s; %s; trait %+d, sentiment ±%d, memory %+d", r.Dice, strings.Join(parts, ", "), r.Trait, r.Sentiment, r.Memory)
	if r.Weak != 0 {
		said += fmt.Sprintf(", weak %+d", -r.Weak)
	}
	return said
}
