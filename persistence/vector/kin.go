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
// "interactions with craftspeople" does, and texts tell of that kind by words whose sentences are about quite other things. Whatever
// text has a word that is kindred to such a one is related to the query:
//
//	craftspeople ──at least Word──▶ blacksmith, a profession ──at least Kin──▶ weaponsmith ──▶ a text ──▶ Relevance
//
// Where a word of the query names persons, in the plural, it starts at itself and at each of a list of professions that is near to it,
// and not much less so than the nearest: traders are merchants, and no miners. None but words for persons are kin: silk is nearer to
// craftspeople than a blacksmith is. Nothing starts at a word of the texts: what is related hangs on no other text, so that more of them,
// or fewer, neither take anything away nor let anything in. A query of another kind starts at the one word of all texts that is
// nearest to the whole of it, and at least Seed; then a text must have something of the query itself, too, at least Own:
//
//	bad weather ──at least Seed──▶ hail ──at least Kin──▶ storm ──▶ a text, itself at least Own ──▶ Relevance
//
// Cosines are in millionths, and the relevance in thousandths.
type Kinship struct {
	Word, Seed, Kin, Own int64
	Relevance            int
}

// kindred is an embedder that has a kinship.
type kindred interface {
	Kinship() (word, seed, kin, own int64, relevance int)
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

// raiseKindred raises the relevance of texts that have a word which is kindred to what the query names. Where too many words have no vector
// yet, nothing is raised.
func (x *Index) raiseKindred(ctx context.Context, query string, asked question, texts []*Text, scores []rank.Score, pending pending) error {
	all := x.vocabulary.all(texts)
	vectors := make([]vector, len(all))
	pending.each = func(i int, of []vector) {
		if len(of) > 0 {
			vectors[i] = of[0]
		}
	}
	missing := x.knownFrom(0, len(all), all, pending.search, pending.each)
	if err := x.embed(ctx, all, missing, pending); errors.Is(err, ErrUnready) {
		return nil
	} else if err != nil {
		return err
	}
	related, own, err := x.related(ctx, query, asked, all, vectors)
	if err != nil || len(related) == 0 {
		return err
	}
	at := x.kinship
	for i, text := range texts {
		if scores[i].Millionths >= own && slices.ContainsFunc(x.vocabulary.of(text), func(word *Text) bool { return related[word] }) {
			scores[i].Millionths = max(scores[i].Millionths, 1) // what is related has a score
			scores[i].Relevance = max(scores[i].Relevance, at.Relevance)
		}
	}
	return nil
}

// related are the words of all that are of the kind that a query names, and what a text with one of them must have of it itself.
func (x *Index) related(ctx context.Context, query string, asked question, all []*Text, vectors []vector) (_ map[*Text]bool, own int64, err error) {
	at, related := x.kinship, map[*Text]bool{}
	named := personsIn(query)
	if len(named) == 0 {
		if seed := nearest(asked, all, vectors, at.Seed); seed >= 0 {
			x.kindredOf(questionOf(unpack(vectors[seed].packed, x.model.dimensions)), all, vectors, anyWord, related)
		}
		return related, at.Own, nil
	}
	steps, err := x.steps(ctx, named)
	if err != nil {
		return nil, 0, err
	}
	bridge, err := x.bridge(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, word := range steps {
		word := questionOf(word)
		x.kindredOf(word, all, vectors, isPerson, related)
		near, best := make([]int64, len(bridge)), int64(0)
		for i, profession := range bridge {
			near[i] = word.cosine(profession)
			best = max(best, near[i])
		}
		for i, profession := range bridge {
			if near[i] >= max(at.Word, best*notMuchLess/10) {
				x.kindredOf(questionOf(unpack(profession.packed, x.model.dimensions)), all, vectors, isPerson, related)
			}
		}
	}
	return related, 0, nil
}

// notMuchLess is how near a profession is at the least, in tenths of how near the nearest one is.
const notMuchLess = 6

// nearest is the place of the word that is nearest to what was asked, and at least so near; -1 where none is.
func nearest(asked question, all []*Text, vectors []vector, least int64) int {
	at, best := -1, least
	for i := range all {
		cosine := asked.cosine(vectors[i])
		// Which of equal ones is nearest, hangs on themselves alone.
		if cosine > best || cosine == best && (at < 0 || all[i].Content < all[at].Content) {
			at, best = i, cosine
		}
	}
	return at
}

// kindredOf adds the words that are kin of one, as far as they are such words.
func (x *Index) kindredOf(one question, all []*Text, vectors []vector, such func(word string) bool, related map[*Text]bool) {
	for i, word := range all {
		if one.cosine(vectors[i]) >= x.kinship.Kin && such(word.Content) {
			related[word] = true
		}
	}
}

func anyWord(string) bool { return true }
