// Package perception is the bundled skill npc-perception: what single people think
// of the player.
//
// initialize-perception begins an opinion, at a first meeting. Input:
//
//	npc              the person's id
//	faction          the id of the faction whose view they share
//	traits           of the player, as far as they can be seen
//	equipment        of the player, as far as it can be seen
//	likes, dislikes  of the person, in words
//
// Output: {npc, score, sentiment, tier, modifier, existing, parts}. The score is
//
//	faction  the share factionInfluenceWeight (0.5) of the faction's reputation
//	traits   0.3 of: 50 for each like that traits or equipment meet, -50 for each
//	         dislike, in all -100 to 100
//	random   0.2 of a whole number from -100 to 100
//	deeds    what deeds have brought before
//
// in points, each to the nearest thousandth, together at most 100 either way; parts
// has the four. An opinion that has begun is not changed: existing is true then and
// parts are left out.
//
// update-perception lets a deed move it. Input: npc, and by, significance,
// direction, reason as update-reputation has them. Output: {npc, score, sentiment,
// tier, modifier}. One that has not begun begins with what it is.
//
// query-perception tells it. Input: npcs, or one npc. Output: {perceptions: [{npc,
// score, sentiment, tier, modifier}]}.
//
// score is from -100 to 100 points, sentiment the same from -1 to 1. In points:
//
//	 -80        -55       -30        30      55      80
//	hostile ] resentful ] wary [ neutral ] warm [ fond [ devoted
//	   -3         -2       -1       0        1      2       3
//
// -30 and 30 are neutral; 55 is fond and 80 devoted, -55 resentful and -80 hostile.
// modifier is the number below times modifierScale, to the nearest whole; it is for
// dice other than 2d6, see rules.Sentiment.
//
// Configuration: decayRate (0.1) lost in each timeUnitMinutes (a week) of story
// time, half of it while the opinion is strong; factionInfluenceWeight (0.5),
// modifierScale (1). storageBackend is accepted: opinions are always kept in the
// story.
//
// Errors: bad_input, bad_config, and those of host calls.
package perception

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills-src/opinion"
	"github.com/narratoria/narratoria/skills/kit"
)

type config struct {
	opinion.Fading
	FactionInfluenceWeight kit.Thousandths `json:"factionInfluenceWeight"`
	ModifierScale          kit.Thousandths `json:"modifierScale"`
	StorageBackend         string          `json:"storageBackend"`
}

// widest is the largest scale of a modifier, in thousandths.
const widest = 100_000

func configured(inv *kit.Invocation, input any) (config, error) {
	set := config{Fading: opinion.Usual(), FactionInfluenceWeight: 500, ModifierScale: 1000}
	if err := errors.Join(inv.ReadInput(input), inv.ReadConfig(&set)); err != nil {
		return set, err
	}
	if w := set.FactionInfluenceWeight; w < 0 || w > 1000 {
		return set, kit.Failf(kit.CodeBadConfig, "config.factionInfluenceWeight is %s; expected 0 to 1", w)
	}
	if s := set.ModifierScale; s < 0 || s > widest {
		return set, kit.Failf(kit.CodeBadConfig, "config.modifierScale is %s; expected 0 to %d", s, widest/1000)
	}
	return set, set.Check()
}

// view is what somebody thinks, as it is put out.
type view struct {
	NPC       string          `json:"npc"`
	Score     kit.Thousandths `json:"score"`
	Sentiment kit.Thousandths `json:"sentiment"`
	Tier      string          `json:"tier"`
	Modifier  int64           `json:"modifier"`
}

func (set *config) view(npc string, score kit.Thousandths) view {
	tier := rules.Tier(score)
	return view{
		NPC: npc, Score: score, Sentiment: opinion.Divide(score, 100),
		Tier: tiers[3+tier], Modifier: rules.Scaled(tier, set.ModifierScale),
	}
}

var tiers = [...]string{"hostile", "resentful", "wary", "neutral", "warm", "fond", "devoted"}

func (v view) String() string { return fmt.Sprintf("%s %s, %s", v.NPC, v.Score, v.Tier) }

// Update is the script update-perception.
func Update(ctx context.Context, inv *kit.Invocation) error {
	var in struct {
		opinion.Deed
		NPC string `json:"npc"`
	}
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	if err := named(in.NPC); err != nil {
		return err
	}
	before, after, err := set.Move(ctx, inv, in.NPC, &in.Deed)
	if err != nil {
		return err
	}
	now := set.view(in.NPC, after)
	inv.Output(now)
	inv.Summary(fmt.Sprintf("%s: from %s to %s, %s", in.NPC, before, after, now.Tier))
	return nil
}

// Query is the script query-perception.
func Query(ctx context.Context, inv *kit.Invocation) error {
	var in struct {
		NPCs []string `json:"npcs"`
		NPC  string   `json:"npc"`
	}
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	if in.NPC != "" {
		in.NPCs = append(in.NPCs, in.NPC)
	}
	if in.NPCs == nil {
		return kit.Failf(kit.CodeBadInput, "input.npcs is missing; expected the ids of people")
	}
	known, err := opinion.All(ctx, inv, "npcs", in.NPCs)
	if err != nil {
		return err
	}
	all, told := []view{}, []string{}
	for _, relation := range known {
		one := set.view(relation.Who, relation.Score)
		all, told = append(all, one), append(told, one.String())
	}
	inv.Output(map[string]any{"perceptions": all})
	inv.Summary(strings.Join(told, "; "))
	return nil
}

func named(npc string) error {
	if strings.TrimSpace(npc) == "" {
		return kit.Failf(kit.CodeBadInput, "input.npc is missing; expected the id of a person")
	}
	return nil
}
