package memory

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

// How near a memory is to a query a model of the host says, where there is one that knows what words mean: then words count only if the memory
// has all of the query's, since half of them, or the beginning of one, are in memories of something else ("The craft sank", of
// craftspeople). Without it, how near it is is what the host's embedder says, if that is more than what
// their words say; so with a piece of lore, always. Those are measured in two ways. byWeight takes what the host says: the share of the query that the memory
// speaks of, rare words weighing more. byCount takes the share of the query's words
// that mean something, each weighing the same; it holds where there are too few
// memories to say what is rare.
//
// Neither is what the threshold of 0.7 was made for, a likeness of meaning, which the host's
// embedder gives as it is: a memory
// seldom has all words of what it is asked by, and never those for the asking, as in
// "interactions with the blacksmith". So each is put on a curve, straight between
// these points, and the better one counts. A quarter of the weight is enough, or half
// of the words.
type curve []struct{ share, relevance int64 } // thousandths

var (
	byWeight = curve{{0, 0}, {100, 400}, {250, 700}, {500, 850}, {1000, 1000}}
	byCount  = curve{{0, 0}, {500, 700}, {1000, 1000}}
)

func (c curve) at(share int64) kit.Thousandths {
	share = min(max(share, 0), 1000)
	for i := 1; ; i++ {
		from, to := c[i-1], c[i]
		if share <= to.share {
			return kit.Thousandths(from.relevance + (to.relevance-from.relevance)*(share-from.share)/(to.share-from.share))
		}
	}
}

// relevance is how near a memory is to a query, 0 to 1. With no query each one that
// fits the filters is what was asked for.
func relevance(query string, m kit.Memory) kit.Thousandths {
	if query == "" {
		return 1000
	}
	if m.ByMeaning {
		if m.Relevance >= 1000 {
			return 1000
		}
		return m.Likeness
	}
	return max(m.Likeness, nearness(query, m.Relevance, slices.Concat([]string{m.Summary, m.Location}, m.Characters, m.Tags)...))
}

// nearness is how near to a query something is that says these texts, by the weight
// that the host gave it and by its words.
func nearness(query string, weight kit.Thousandths, texts ...string) kit.Thousandths {
	return max(byWeight.at(int64(weight)), byCount.at(shared(query, texts)))
}

// shared is the share of the query's words that texts have, in thousandths.
func shared(query string, texts []string) int64 {
	wanted := prose.Content(query)
	if len(wanted) == 0 {
		return 0
	}
	has := prose.Content(strings.ReplaceAll(strings.Join(texts, " "), "_", " "))
	var found int64
	for _, word := range wanted {
		if slices.ContainsFunc(has, func(other string) bool { return extends(word, other) }) {
			found++
		}
	}
	return found * 1000 / int64(len(wanted))
}

// extends reports whether of two words one is the other with more behind it: "betray" and
// "betrayal".
func extends(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= 5 && strings.HasPrefix(b, a)
}
