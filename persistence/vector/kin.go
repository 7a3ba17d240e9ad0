package vector

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/words"
	"github.com/narratoria/narratoria/persistence/rank"
)

// A Kinship is for an embedder that knows a word's kind better than what a sentence says about it. A query may name a kind, as
// "interactions with craftspeople" does, and texts tell of that kind by words whose sentences are about quite other things. So
// the word of all texts that is nearest to the query is taken, and whatever text has a kindred word is related to the
// query, unless it has nothing of it itself:
//
//	query ──at least Seed──▶ blacksmith ──at least Kin──▶ weaponsmith ──▶ a text, itself at least Own ──▶ Relevance
//
// Cosines are in millionths, and the relevance in thousandths.
type Kinship struct {
	Seed, Kin, Own int64
	Relevance      int
}

// kindred is an embedder that has a kinship.
type kindred interface {
	Kinship() (seed, kin, own int64, relevance int)
}

// A vocabulary is the words of texts, each of which is a text of its own.
type vocabulary struct {
	mu    sync.Mutex
	words map[string]*Text
}

// of gives the words of a text that mean something, each once.
func (v *vocabulary) of(text *Text) []*Text {
	if known := text.words.Load(); known != nil {
		return *known
	}
	all := slices.DeleteFunc(words.Split(text.Content), func(word string) bool { return english.IsFunctionWord(word) || len(word) > longestWord })
	slices.Sort(all)
	all = slices.Compact(all)
	found := make([]*Text, len(all))
	v.mu.Lock()
	for i, word := range all {
		if v.words[word] == nil {
			if v.words == nil {
				v.words = map[string]*Text{}
			}
			v.words[word] = &Text{Content: strings.Clone(word)}
		}
		found[i] = v.words[word]
	}
	v.mu.Unlock()
	text.words.Store(&found)
	return found
}

// longestWord is more bytes than any word has that is one.
const longestWord = 64

// all gives the words of texts, each once, in no order.
func (v *vocabulary) all(texts []*Text) []*Text {
	seen := map[*Text]bool{}
	var all []*Text
	for _, text := range texts {
		for _, word := range v.of(text) {
			if !seen[word] {
				seen[word] = true
				all = append(all, word)
			}
		}
	}
	return all
}

// kin raises the relevance of texts that have a word which is kindred to the query's nearest. Where too many words have no vector
// yet, nothing is raised.
func (x *Index) kin(ctx context.Context, asked question, texts []*Text, scores []rank.Score, pending pending) error {
	var nearest *Text
	var best int64
	at := x.kinship
	all := x.vocabulary.all(texts)
	vectors := make([]vector, len(all))
	pending.each = func(i int, of []vector) {
		if len(of) == 0 {
			return
		}
		vectors[i] = of[0]
		// Which of equal ones is nearest, hangs on themselves alone.
		if cosine := asked.cosine(of[0]); cosine > best || cosine == best && nearest != nil && all[i].Content < nearest.Content {
			nearest, best = all[i], cosine
		}
	}
	missing := x.knownFrom(0, len(all), all, pending.search, pending.each)
	if err := x.embed(ctx, all, missing, pending); errors.Is(err, ErrUnready) {
		return nil
	} else if err != nil || nearest == nil || best < at.Seed {
		return err
	}
	seed := questionOf(unpack(vectors[slices.Index(all, nearest)].packed, x.model.dimensions))
	related := map[*Text]bool{}
	for i, word := range all {
		if seed.cosine(vectors[i]) >= at.Kin {
			related[word] = true
		}
	}
	for i, text := range texts {
		if scores[i].Millionths >= at.Own && slices.ContainsFunc(x.vocabulary.of(text), func(word *Text) bool { return related[word] }) {
			scores[i].Relevance = max(scores[i].Relevance, at.Relevance)
		}
	}
	return nil
}
