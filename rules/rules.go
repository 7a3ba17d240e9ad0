// Package rules is how a check is made: what is rolled, what a total means, what
// is added to it, how likely it is to go well, and the words that say so.
//
// The engine rolls by it and skills foretell by it, so that what a choice promises
// is what the dice then keep.
//
//	r := rules.Default()                             // 2d6; failure to 6, partial to 9, success
//	skill, _ := r.Skilled(stats, traits, choice)     // +1 where a strong stat or a trait fits
//	by := skill.Value + r.Feeling(12_500)            // and ±1 for what somebody thinks of the player
//	odds, known := r.Chance(by)                      // by 0: [{failure 417} {partial 416} {success 167}]
//	word := r.Mark(odds, false, 500)                 // "even", which is worth saying
//
// Opinions are in thousandths of a point, from -100000 to 100000. Everything is
// integers, and nothing here keeps state: all may be called concurrently.
package rules

import (
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/dice"
)

// Rules are the rules of a check. As JSON they are what a plan hands to a skill:
//
//	{"dice": "2d6", "bands": [{"name": "failure", "min": 2, "max": 6}, ...],
//	 "trait": 1, "sentiment": 1, "memory": 1, "weak": 0, "scale": 1000}
type Rules struct {
	Dice      string `json:"dice"`            // a formula of package dice
	Bands     []Band `json:"bands"`           // rising, without gaps
	Trait     int64  `json:"trait"`           // added for a trait or strong stat that fits
	Sentiment int64  `json:"sentiment"`       // times what an opinion gives; see Feeling
	Memory    int64  `json:"memory"`          // added for a triumph or failure called to mind
	Weak      int64  `json:"weak,omitempty"`  // taken off where a weak stat is tried; see Weakened
	Scale     *int64 `json:"scale,omitempty"` // thousandths that a step of an opinion counts, see Sentiment; nil is 1000
}

// A Band is the totals of one result, both ends included.
type Band struct {
	Name string `json:"name"`
	Min  int64  `json:"min"`
	Max  int64  `json:"max"`
}

// Default are the rules of a campaign that gives none.
func Default() Rules {
	return Rules{
		Dice:  "2d6",
		Bands: []Band{{string(action.Failure), 2, 6}, {string(action.Partial), 7, 9}, {string(action.Success), 10, 12}},
		Trait: 1, Sentiment: 1, Memory: 1,
	}
}

// Validate says what is wrong with rules that came from elsewhere, in words for
// whoever wrote them. All methods but this one ask for rules that pass.
func (r *Rules) Validate() error {
	formula, err := dice.Parse(r.Dice)
	if err != nil {
		return fmt.Errorf("rules.dice %q cannot be rolled: %w", r.Dice, err)
	}
	if names := formula.Names(); len(names) > 0 {
		return fmt.Errorf("rules.dice %q has the name %q in it; expected dice and numbers alone", r.Dice, names[0])
	}
	if len(r.Bands) == 0 {
		return fmt.Errorf(`rules.bands is empty; expected results such as {"name": "failure", "min": 2, "max": 6}`)
	}
	for i, band := range r.Bands {
		switch {
		case band.Name == "":
			return fmt.Errorf("rules.bands[%d] has no name", i)
		case band.Max < band.Min:
			return fmt.Errorf("rules.bands[%d], %s, ends at %d, before it begins at %d", i, band.Name, band.Max, band.Min)
		case i > 0 && (r.Bands[i-1].Max >= band.Min || r.Bands[i-1].Max+1 != band.Min):
			return fmt.Errorf("rules.bands[%d], %s, begins at %d; expected %d, right after %s", i, band.Name, band.Min, r.Bands[i-1].Max+1, r.Bands[i-1].Name)
		}
	}
	return nil
}

// Band is what a total means. A total beyond the ends belongs to the outermost.
func (r *Rules) Band(total int64) string { return r.Bands[r.band(total)].Name }

func (r *Rules) band(total int64) int {
	for i, band := range r.Bands {
		if total <= band.Max {
			return i
		}
	}
	return len(r.Bands) - 1
}

// A Modifier is something added to a total, and why: as data, and in words.
type Modifier struct {
	Kind    action.Bearing `json:"kind"`
	Of      string         `json:"of,omitempty"` // the id of the stat, trait or person
	Value   int64          `json:"value"`
	Name    string         `json:"name"`
	Because string         `json:"because"`
}
