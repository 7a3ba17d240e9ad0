package persistence_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
)

// A quest asks for one text among many.
type quest struct{ asked, text string }

// By words and meaning a text is found at least as often as the first, and among the first
// three, as by words alone: of pairs of what is asked and what is remembered, of deeds asked
// for in other forms of their words, and of the same with a slip of the pen, where that is
// far more often.
func TestMeaningHelpsWords(t *testing.T) {
	for _, test := range []struct {
		name   string
		quests []quest
		better int // how much more often, in percent
	}{{"pairs", pairs(t), 0}, {"deeds", deeds(0), 0}, {"slips of the pen", deeds(1), 20}} {
		t.Run(test.name, func(t *testing.T) {
			texts := make([]string, len(test.quests))
			for i, q := range test.quests {
				texts[i] = q.text
			}
			slices.Sort(texts)
			save, scope := remembering(t, &persistence.Options{Embedder: lexical.New()}, slices.Compact(texts)...)
			asked := test.quests[:min(len(test.quests), soak.Count(4000))]
			best := func(ctx context.Context, scope persistence.Scope, query persistence.Query) ([]persistence.Found, error) {
				found, _, err := save.Best(ctx, scope, query)
				return found, err
			}
			words, both := foundBy(t, asked, scope, save.TextSearch), foundBy(t, asked, scope, best)
			t.Logf("of %d %d are the first by words and %d among three; by words and meaning %d and %d", len(asked), words[0], words[1], both[0], both[1])
			if both[0] < words[0]+test.better*len(asked)/100 || both[1] < words[1] {
				t.Errorf("%v of %d, by words alone %v", both, len(asked), words)
			}
		})
	}
}

// foundBy is how many texts are found as the first, and among the first three.
func foundBy(t *testing.T, asked []quest, scope persistence.Scope, search func(context.Context, persistence.Scope, persistence.Query) ([]persistence.Found, error)) (n [2]int) {
	t.Helper()
	for _, q := range asked {
		found, err := search(t.Context(), scope, persistence.Query{Text: q.asked, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		switch i := slices.IndexFunc(found, func(f persistence.Found) bool { return f.Row.Text == q.text }); {
		case i == 0:
			n[0]++
			n[1]++
		case i > 0:
			n[1]++
		}
	}
	return n
}

// pairs are those of package lexical that are related.
func pairs(t *testing.T) (quests []quest) {
	t.Helper()
	data, err := os.ReadFile("../model/lexical/testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if pair, related := strings.CutPrefix(strings.TrimSpace(line), "+ "); related {
			asked, text, _ := strings.Cut(pair, " | ")
			quests = append(quests, quest{asked, text})
		}
	}
	return quests
}

// deeds are 3,600 that differ in who, what or where, asked for with so many letters swapped.
func deeds(slips int) (quests []quest) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, who := range []string{"Ines", "Tobias", "Honor", "Pask", "Sorrel", "Amery", "Brandt", "Nyman", "Carr", "Lund"} {
		for _, verb := range [][2]string{{"repaired", "repairing"}, {"betrayed", "the betrayal of"}, {"painted", "painting"}, {"carried", "carrying"}, {"questioned", "questions to"}, {"helped", "helping"}} {
			for _, thing := range []string{"anvil", "ledger", "lantern", "rope", "coin", "letter", "compass", "bell", "net", "barrel"} {
				for _, place := range []string{"chapel", "quay", "lighthouse", "market", "cellar", "causeway"} {
					asked := []byte(fmt.Sprintf("%s %s and the %ss, %s", verb[1], who, thing, place))
					for range slips {
						i := 1 + random.IntN(len(asked)-1)
						asked[i-1], asked[i] = asked[i], asked[i-1]
					}
					quests = append(quests, quest{string(asked), fmt.Sprintf("You %s %s over the %s in the %s.", verb[0], who, thing, place)})
				}
			}
		}
	}
	random.Shuffle(len(quests), func(i, j int) { quests[i], quests[j] = quests[j], quests[i] })
	return quests
}
