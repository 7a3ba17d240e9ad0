package perception

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills-src/opinion"
	"github.com/narratoria/narratoria/skills/kit"
)

// Shares of a first impression, in thousandths; the faction's is configured.
const (
	ofTraits = 300
	ofRandom = 200
)

// taste is what one like or dislike that is met counts for.
const taste kit.Thousandths = 50_000

type first struct {
	NPC       string   `json:"npc"`
	Faction   string   `json:"faction"`
	Traits    []string `json:"traits"`
	Equipment []string `json:"equipment"`
	Likes     []string `json:"likes"`
	Dislikes  []string `json:"dislikes"`
}

// parts are what a first impression is made of.
type parts struct {
	Faction kit.Thousandths `json:"faction"`
	Traits  kit.Thousandths `json:"traits"`
	Random  kit.Thousandths `json:"random"`
	Deeds   kit.Thousandths `json:"deeds"`
}

func (p parts) score() kit.Thousandths {
	sum := p.Faction + p.Traits + p.Random + p.Deeds
	return max(-opinion.Limit, min(sum, opinion.Limit))
}

// points are the parts as the story keeps them.
func (p parts) points() map[string]int64 {
	return map[string]int64{"faction": p.Faction.Whole(), "traits": p.Traits.Whole(), "random": p.Random.Whole(), "deeds": p.Deeds.Whole()}
}

type impression struct {
	view
	Existing bool   `json:"existing"`
	Parts    *parts `json:"parts,omitempty"`
}

// Initialize is the script initialize-perception.
func Initialize(ctx context.Context, inv *kit.Invocation) error {
	var in first
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	if err := named(in.NPC); err != nil {
		return err
	}
	now, err := inv.Relation(ctx, in.NPC, "")
	if err != nil {
		return err
	}
	if now.Begun {
		set.existing(inv, now)
		return nil
	}
	made, err := set.impress(ctx, inv, &in)
	if err != nil {
		return err
	}
	made.Deeds = now.Score
	score, begun, err := set.Begin(ctx, inv, in.NPC, made.score(), made.points())
	if err != nil {
		return err
	}
	if !begun { // by somebody else since we looked
		if now, err = inv.Relation(ctx, in.NPC, ""); err == nil {
			set.existing(inv, now)
		}
		return err
	}
	all := impression{view: set.view(in.NPC, score), Parts: &made}
	inv.Output(all)
	inv.Summary(fmt.Sprintf("%v: faction %s, traits %s, random %s, deeds %s", all.view, made.Faction, made.Traits, made.Random, made.Deeds))
	return nil
}

func (set *config) existing(inv *kit.Invocation, now kit.Relation) {
	all := impression{view: set.view(now.Who, now.Score), Existing: true}
	inv.Output(all)
	inv.Summary(fmt.Sprintf("%v, as before", all.view))
}

// impress works out a first impression, but for deeds.
func (set *config) impress(ctx context.Context, inv *kit.Invocation, in *first) (made parts, err error) {
	if in.Faction != "" {
		reputation, err := inv.Relation(ctx, in.Faction, "")
		if err != nil {
			return made, err
		}
		made.Faction = opinion.Share(reputation.Score, set.FactionInfluenceWeight)
	}
	made.Traits = opinion.Share(in.taste(), ofTraits)
	drawn, err := inv.Random(ctx, kit.Pseudo, -100, 100, 1)
	if err != nil {
		return made, err
	}
	made.Random = opinion.Share(kit.Points(drawn[0]), ofRandom)
	return made, nil
}

// taste is how far what can be seen of the player is to somebody's liking.
func (in *first) taste() kit.Thousandths {
	met := in.met(in.Likes) - in.met(in.Dislikes)
	return max(-opinion.Limit, min(kit.Thousandths(met)*taste, opinion.Limit))
}

// met counts the tastes that something visible meets, each once.
func (in *first) met(tastes []string) (count int) {
	for _, liking := range tastes {
		for _, seen := range append(append([]string{}, in.Traits...), in.Equipment...) {
			if rules.Fits([]string{liking}, seen) {
				count++
				break
			}
		}
	}
	return count
}
