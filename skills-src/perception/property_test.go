package perception_test

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	. "github.com/narratoria/narratoria/skills-src/opinion/opiniontest"
	"github.com/narratoria/narratoria/skills-src/perception"
	"github.com/narratoria/narratoria/skills/kit"
)

// nearest is a fraction rounded, a half away from zero, by other means than the
// skill's: as package big writes a fraction without decimals.
func nearest(numerator, denominator int64) int64 {
	text := big.NewRat(numerator, denominator).FloatString(0)
	n, _ := new(big.Int).SetString(text, 10)
	return n.Int64()
}

// Whatever the faction, its weight, the tastes and the draw: the parts are the shares
// written down, and the score is their sum within its limits.
func TestImpressionIsTheSumOfItsShares(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	traits := []string{"calm", "bold", "kind"}
	for range soak.Count(4_000) {
		faction, weight, random, deeds := r.Int64N(200_001)-100_000, r.Int64N(1001), r.Int64N(201)-100, r.Int64N(200_001)-100_000
		likes, dislikes := traits[:r.IntN(4)], traits[:r.IntN(4)]
		got := Play(t, perception.Initialize,
			Object{"npc": "ines", "faction": "lamp", "traits": traits, "likes": likes, "dislikes": dislikes},
			Object{"factionInfluenceWeight": kit.Thousandths(weight)},
			Relation("ines", kit.Thousandths(deeds), false), Relation("lamp", kit.Thousandths(faction), true), drawn(random), Score(0))
		var out struct {
			Parts struct{ Faction, Traits, Random, Deeds kit.Thousandths }
		}
		var sent struct{ Score kit.Thousandths }
		if err := json.Unmarshal([]byte(got.Output), &out); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(got.Calls[3][len("relation.write "):]), &sent); err != nil {
			t.Fatal(err)
		}
		tastes := max(-100, min(50*int64(len(likes)-len(dislikes)), 100))
		want := [4]int64{nearest(faction*weight, 1000), tastes * 300, random * 200, deeds}
		sum := max(-100_000, min(want[0]+want[1]+want[2]+want[3], 100_000))
		p := out.Parts
		if (want != [4]int64{int64(p.Faction), int64(p.Traits), int64(p.Random), int64(p.Deeds)}) || int64(sent.Score) != sum {
			t.Fatalf("faction %d x %d, random %d, deeds %d: %+v and %s, want %v and %d", faction, weight, random, deeds, p, sent.Score, want, sum)
		}
	}
}
