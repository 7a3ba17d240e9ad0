// Package opinion is what the skills reputation and npc-perception share: both
// keep what somebody thinks of the player, a faction the one, a person the other.
//
// An opinion is one number of the story, from -100 to 100 points. It is begun
// once, with how fast it fades in story time, and moved by deeds. The host keeps it
// and lets it fade; see the kit's Relation.
package opinion

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/skills/kit"
)

// Most is the most that one deed moves an opinion either way, and Limit how far an
// opinion goes.
const (
	Most  kit.Thousandths = 50_000
	Limit kit.Thousandths = 100_000
)

// bySignificance is what a deed moves whose points are not given.
var bySignificance = map[action.Significance]kit.Thousandths{action.Low: 10_000, action.Medium: 25_000, action.High: 50_000}

// Deed is the input of a script that moves an opinion. By, or Change which means
// the same, is in points; where both are missing Significance stands for them and
// Direction says which way.
type Deed struct {
	By           any    `json:"by"`
	Change       any    `json:"change"`
	Significance string `json:"significance"` // low, medium, high
	Direction    string `json:"direction"`    // positive, negative
	Reason       string `json:"reason"`
}

// Points is how far the deed moves an opinion, at most [Most] either way.
func (d *Deed) Points() (kit.Thousandths, error) {
	standing, known := bySignificance[action.Significance(d.Significance)]
	if !known && d.Significance != "" {
		return 0, kit.Failf(kit.CodeBadInput, `input.significance is %q; expected "low", "medium" or "high"`, d.Significance)
	}
	if !slices.Contains([]string{"", "positive", "negative"}, d.Direction) {
		return 0, kit.Failf(kit.CodeBadInput, `input.direction is %q; expected "positive" or "negative"`, d.Direction)
	}
	by, given, err := d.given()
	switch {
	case err != nil:
		return 0, err
	case given && (by > 0 && d.Direction == "negative" || by < 0 && d.Direction == "positive"):
		return 0, kit.Failf(kit.CodeBadInput, "input.by is %s and input.direction is %q; expected one of them, or both the same way", by, d.Direction)
	case given:
		return max(-Most, min(by, Most)), nil
	case !known:
		return 0, kit.Failf(kit.CodeBadInput, `input.by is missing; expected points from -%s to %s, or "significance" and "direction"`, Most, Most)
	case d.Direction == "":
		return 0, kit.Failf(kit.CodeBadInput, `input.direction is missing; expected "positive" or "negative", or points in "by"`)
	case d.Direction == "negative":
		return -standing, nil
	}
	return standing, nil
}

// given reads By and Change.
func (d *Deed) given() (by kit.Thousandths, given bool, err error) {
	for _, field := range []struct {
		name  string
		value any
	}{{"by", d.By}, {"change", d.Change}} {
		if field.value == nil {
			continue
		}
		points, err := number("input."+field.name, field.value)
		if err != nil {
			return 0, false, err
		}
		if given && points != by {
			return 0, false, kit.Failf(kit.CodeBadInput, "input.by is %s and input.change is %s; expected one of them", by, points)
		}
		by, given = points, true
	}
	return by, given, nil
}

func number(name string, value any) (points kit.Thousandths, err error) {
	digits, ok := value.(json.Number)
	if !ok {
		return 0, kit.Failf(kit.CodeBadInput, "%s must be a number of points, from -%s to %s", name, Most, Most)
	}
	if err := points.UnmarshalJSON([]byte(digits)); err != nil {
		return 0, kit.Failf(kit.CodeBadInput, "%s: %v; expected points from -%s to %s", name, err, Most, Most)
	}
	return points, nil
}

// Fading is the part of a configuration that says how fast opinions fade.
type Fading struct {
	DecayRate       kit.Thousandths `json:"decayRate"` // what is lost in one unit, 0 to 0.9
	TimeUnitMinutes int64           `json:"timeUnitMinutes"`
}

// Usual is a tenth a week.
func Usual() Fading { return Fading{DecayRate: 100, TimeUnitMinutes: 7 * 24 * 60} }

// Check refuses what a host should not have let through.
func (f Fading) Check() error {
	if f.DecayRate < 0 || f.DecayRate > 900 {
		return kit.Failf(kit.CodeBadConfig, "config.decayRate is %s; expected 0 to 0.9", f.DecayRate)
	}
	if f.TimeUnitMinutes < 1 {
		return kit.Failf(kit.CodeBadConfig, "config.timeUnitMinutes is %d; expected 1 or more", f.TimeUnitMinutes)
	}
	return nil
}

// Begin lets an opinion start, fading from then on. It reports false where it
// had begun already and was left as it is.
func (f Fading) Begin(ctx context.Context, inv *kit.Invocation, who string, score kit.Thousandths, parts map[string]int64) (kit.Thousandths, bool, error) {
	beginning := kit.RelationBeginning{Who: who, Score: score, Parts: parts}
	if f.DecayRate > 0 {
		beginning.UnitMinutes, beginning.Keep = f.TimeUnitMinutes, 1000-int64(f.DecayRate)
	}
	score, err := inv.BeginRelation(ctx, beginning)
	if kit.Refusal(err) == kit.CodeExists {
		return 0, false, nil
	}
	return score, err == nil, err
}

// Move lets a deed move what somebody thinks of the player. An opinion that has
// not begun begins with what it is, so that it fades as configured.
func (f Fading) Move(ctx context.Context, inv *kit.Invocation, who string, deed *Deed) (before, after kit.Thousandths, err error) {
	by, err := deed.Points()
	if err != nil {
		return 0, 0, err
	}
	now, err := inv.Relation(ctx, who, "")
	if err != nil || by == 0 {
		return now.Score, now.Score, err
	}
	if !now.Begun {
		if _, _, err := f.Begin(ctx, inv, who, now.Score, nil); err != nil {
			return 0, 0, err
		}
	}
	after, err = inv.ChangeRelation(ctx, kit.RelationChange{Who: who, By: by, Reason: deed.Reason, Significance: deed.Significance})
	return now.Score, after, err
}

// most is how many opinions one query reads.
const most = 100

// All reads what each of some think of the player, each once, in the order given.
// Those the story does not know are left out with a line in the log.
func All(ctx context.Context, inv *kit.Invocation, field string, names []string) ([]kit.Relation, error) {
	if len(names) > most {
		return nil, kit.Failf(kit.CodeBadInput, "input.%s holds %d; expected at most %d", field, len(names), most)
	}
	var all []kit.Relation
	for i, who := range names {
		if strings.TrimSpace(who) == "" {
			return nil, kit.Failf(kit.CodeBadInput, "input.%s[%d] is empty; expected an id", field, i)
		}
		if slices.Contains(names[:i], who) {
			continue
		}
		relation, err := inv.Relation(ctx, who, "")
		if kit.Refusal(err) == kit.CodeNotFound {
			inv.Log("warn", fmt.Sprintf("the story does not know %q, so nobody can say what they think", who), nil)
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, relation)
	}
	return all, nil
}

// Share is a part of a number, part in thousandths, to the nearest thousandth; a
// half goes away from zero.
func Share(of, part kit.Thousandths) kit.Thousandths { return Divide(of*part, 1000) }

// Divide is a quotient to the nearest whole; a half goes away from zero.
func Divide(of, by kit.Thousandths) kit.Thousandths {
	if of < 0 {
		return -Divide(-of, by)
	}
	return (2*of + by) / (2 * by)
}
