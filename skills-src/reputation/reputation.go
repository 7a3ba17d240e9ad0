// Package reputation is the bundled skill reputation: what factions think of the
// player.
//
// update-reputation lets a deed move it. Input:
//
//	faction       its id
//	by            points, -50 to 50; more is taken as that. "change" means the same
//	significance  low, medium or high: where by is missing, 10, 25 or 50 points
//	direction     positive or negative: which way significance goes
//	reason        what was done, kept with the change
//
// Output: {faction, score, points, tier}. A faction that had no opinion begins with
// none, and from then on its opinion fades as configured. One that the
// configuration's factionList leaves out has none: what is done to it changes
// nothing, is noted in the log, and gives {faction, unlisted: true}.
//
// query-reputation tells it. Input, all optional: factions, or one faction; else
// those of the configuration's factionList, else those of the scene. Output:
// {reputations: [{faction, score, points, tier}]}, without those that the list
// leaves out.
//
// points are from -100 to 100, score is the same on the scale of the
// configuration, and tier is, in points:
//
//	-100      -55      -30       30      55      100
//	  hated ]  disliked [ neutral ] liked [ honoured
//
// -30 and 30 are neutral, -55 is hated and 55 honoured.
//
// Configuration: factionList (nobody else has a reputation where it is given),
// reputationScale {min, max}, decayRate (0.1) lost in each timeUnitMinutes (a week)
// of story time, half of it while the opinion is strong. storageBackend is accepted:
// reputations are always kept in the story.
//
// Errors: bad_input, bad_config, and those of host calls.
package reputation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills-src/opinion"
	"github.com/narratoria/narratoria/skills/kit"
)

type config struct {
	opinion.Fading
	FactionList     []string `json:"factionList"`
	ReputationScale scale    `json:"reputationScale"`
	StorageBackend  string   `json:"storageBackend"`
}

// standing is what a faction thinks, as it is put out.
type standing struct {
	Faction string          `json:"faction"`
	Score   kit.Thousandths `json:"score"`
	Points  kit.Thousandths `json:"points"`
	Tier    string          `json:"tier"`
}

// Update is the script update-reputation.
func Update(ctx context.Context, inv *kit.Invocation) error {
	var in struct {
		opinion.Deed
		Faction string `json:"faction"`
	}
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	switch {
	case strings.TrimSpace(in.Faction) == "":
		return kit.Failf(kit.CodeBadInput, "input.faction is missing; expected the id of a faction")
	case set.unlisted(in.Faction):
		set.leaveOut(inv, in.Faction)
		return nil
	}
	before, after, err := set.Move(ctx, inv, in.Faction, &in.Deed)
	if err != nil {
		return err
	}
	now := set.standing(in.Faction, after)
	inv.Output(now)
	inv.Summary(fmt.Sprintf("%s: from %s to %s, %s", in.Faction, set.ReputationScale.show(before), now.Score, now.Tier))
	return nil
}

// Query is the script query-reputation.
func Query(ctx context.Context, inv *kit.Invocation) error {
	var in struct {
		Factions []string `json:"factions"`
		Faction  string   `json:"faction"`
	}
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	asked, err := set.asked(ctx, inv, in.Factions, in.Faction)
	if err != nil {
		return err
	}
	known, err := opinion.All(ctx, inv, "factions", asked)
	if err != nil {
		return err
	}
	all, told := []standing{}, []string{}
	for _, relation := range known {
		one := set.standing(relation.Who, relation.Score)
		all, told = append(all, one), append(told, fmt.Sprintf("%s %s, %s", one.Faction, one.Score, one.Tier))
	}
	inv.Output(map[string]any{"reputations": all})
	inv.Summary(strings.Join(told, "; "))
	return nil
}

func configured(inv *kit.Invocation, input any) (config, error) {
	set := config{Fading: opinion.Usual(), ReputationScale: scale{Min: -100, Max: 100}}
	if err := errors.Join(inv.ReadInput(input), inv.ReadConfig(&set)); err != nil {
		return set, err
	}
	return set, errors.Join(set.Check(), set.ReputationScale.check())
}

// asked are the factions a query is about.
func (set *config) asked(ctx context.Context, inv *kit.Invocation, several []string, one string) ([]string, error) {
	if one != "" {
		several = append(several, one)
	}
	switch {
	case several != nil:
		return slices.DeleteFunc(several, set.unlisted), nil
	case len(set.FactionList) > 0:
		return set.FactionList, nil
	}
	return ofScene(ctx, inv)
}

// unlisted reports whether the configuration leaves a faction out. An empty id is no
// faction, and is refused later.
func (set *config) unlisted(faction string) bool {
	return strings.TrimSpace(faction) != "" && len(set.FactionList) > 0 && !slices.Contains(set.FactionList, faction)
}

// leaveOut answers for a faction that has no reputation. It is no failure: a story
// may have more factions than its player's settings name.
func (set *config) leaveOut(inv *kit.Invocation, faction string) {
	inv.Log("warn", fmt.Sprintf("%q has no reputation: the configuration's factionList has %s", faction, strings.Join(set.FactionList, ", ")), nil)
	inv.Output(map[string]any{"faction": faction, "unlisted": true})
}

// ofScene are the factions that the scene concerns.
func ofScene(ctx context.Context, inv *kit.Invocation) (factions []string, err error) {
	if !inv.Has("story.read") {
		return nil, kit.Failf(kit.CodeBadInput, "input.factions is missing, and this host tells no scene to take them from; expected ids of factions")
	}
	value, _, err := inv.Story(ctx, "$scene.factions")
	list, _ := value.([]any)
	for _, item := range list {
		if faction, ok := item.(string); ok {
			factions = append(factions, faction)
		}
	}
	return factions, err
}

func (set *config) standing(faction string, score kit.Thousandths) standing {
	return standing{Faction: faction, Score: set.ReputationScale.show(score), Points: score, Tier: tier(score)}
}

func tier(score kit.Thousandths) string {
	return []string{"hated", "disliked", "neutral", "liked", "honoured"}[2+max(-2, min(rules.Tier(score), 2))]
}

// scale is the numbers that reputations are shown in.
type scale struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`
}

// widest is how far a scale goes.
const widest = 1_000_000

func (s scale) check() error {
	if s.Min < -widest || s.Max > widest || s.Min >= s.Max {
		return kit.Failf(kit.CodeBadConfig, "config.reputationScale goes from %d to %d; expected min below max, both at most %d either way", s.Min, s.Max, widest)
	}
	return nil
}

// show is a score on the scale.
func (s scale) show(score kit.Thousandths) kit.Thousandths {
	return kit.Points(s.Min) + opinion.Divide((score+opinion.Limit)*kit.Thousandths(s.Max-s.Min), 200)
}
