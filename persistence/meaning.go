package persistence

import (
	"context"
	"errors"

	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/vector"
)

// SemanticSearch gives the rows in scope that are near the query in meaning, nearest first:
// exactly those whose cosine with it is greatest, counted in millionths, and above 0. Scope,
// order of equals and an empty text are as in [Save.TextSearch]; a row's relevance is what
// the embedder says that its cosine is worth, and it is that which Query.Relevance is held
// against. Of a long query the first window counts, of a long row the nearest.
//
// Only rows in scope are given to the embedder, outside of any transaction: nothing waits for
// it. Where the store has an embedder that stands in for another, see [Options].Meanwhile, it answers in its place.
// Errors: those of TextSearch; ErrNoEmbedder; the embedder's, where the search by words
// still answers.
func (s *Save) SemanticSearch(ctx context.Context, scope Scope, query Query) (found []Found, err error) {
	found, _, err = s.near(ctx, "search by meaning", scope, query, meaningAlone)
	return found, err
}

// HybridSearch joins what [Save.TextSearch] and [Save.SemanticSearch] find: what stands high in both comes first, see [Way]. A row is as relevant as the better of the two
// makes it, and says by what, see [Found]; what is related by chance, of likeness 0, counts
// for nothing. Errors: those of SemanticSearch.
func (s *Save) HybridSearch(ctx context.Context, scope Scope, query Query) (found []Found, err error) {
	found, _, err = s.near(ctx, wordsAndMeaning, scope, query, wordsToo)
	return found, err
}

const wordsAndMeaning = "search by words and meaning"

// Best is the search that Query.By names, usually HybridSearch; and TextSearch where the store has no embedder or its embedder
// fails. It says, too, how many rows in scope speak of the query or are like it, whatever its
// limit and its least relevance. Errors: those of TextSearch.
func (s *Save) Best(ctx context.Context, scope Scope, query Query) (found []Found, all int, err error) {
	if s.meaning == nil && s.meanwhile == nil || query.By == ByWords {
		return s.worded(ctx, scope, query)
	}
	if query.By == ByMeaning || query.By == ByIndex {
		found, all, err = s.near(ctx, "search by meaning", scope, query, meaningAlone)
	} else {
		found, all, err = s.near(ctx, wordsAndMeaning, scope, query, wordsToo)
	}
	if err != nil && ctx.Err() == nil {
		return s.worded(ctx, scope, query)
	}
	return found, all, err
}

// Whether a search by meaning goes by words too.
const (
	meaningAlone = false
	wordsToo     = true
)

// What words and meaning weigh beside each other, where an embedder does not say otherwise by a method Weights() (words, meaning
// int64). Of the weights that were tried, from one to one to four to one, these were the best with package lexical's embedder;
// RATIONALE.md has the figures.
const (
	wordsWeight   = 4
	meaningWeight = 1
)

// mostAwaited is for how many vectors a search waits that has another embedder to go by: those of the rows of some
// turns. What lacks more is embedded between turns, see [Save.Embed].
const mostAwaited = 16

// A meaning is an embedder that a save is searched by.
type meaning struct {
	index *vector.Index
	cache *vectorCache // nil where no vectors are kept
	most  int          // vectors that a search waits for

	words, weighs int64 // what words weigh, and what meaning does
}

func (s *Save) near(ctx context.Context, operation string, scope Scope, query Query, hybrid bool) (found []Found, all int, err error) {
	if s.meaning == nil && s.meanwhile == nil {
		return nil, 0, about(s.name, operation, ErrNoEmbedder)
	}
	begun := s.now()
	var rows []*version
	var by ranking
	var asked *vector.Asked
	texts := 0
	err = s.look(ctx, operation, scope, func(tbl *table, visible []*version) error {
		rows, texts = visible, len(tbl.common.inOrder)
		if hybrid && query.Text != "" {
			by.worded = query.bm25(&tbl.lexicon, visible)
		}
		return nil
	})
	if err == nil && query.By == ByIndex && !hybrid && scope.Kind == indexed && query.Text != "" {
		rows, asked, err = s.nearest(ctx, query, rows, texts)
		err = about(s.name, operation, err)
	}
	if err != nil {
		return nil, 0, err
	}
	if query.Text == "" {
		by.scores = whole(len(rows))
		by.worded = by.scores
	} else {
		var served *meaning
		by.meant, served, err = s.meant(ctx, query, asked, rows)
		by.scores, by.byMeaning = by.meant, served != nil && served.weighs > served.words
		switch {
		case err != nil || by.worded == nil:
		case query.By == ByRank:
			by.scores = rank.Fuse(by.worded, related(by.meant))
		default:
			by.scores = rank.Blend(rank.Part{Weight: served.words, Scores: by.worded}, rank.Part{Weight: served.weighs, Scores: related(by.meant)})
		}
	}
	if err == nil {
		all = speaking(by.scores)
		found, err = query.best(scope.Kind, rows, by)
	}
	if err != nil {
		return nil, 0, about(s.name, operation, err)
	}
	s.tell(operation, scope, len(rows), begun)
	return found, all, nil
}

// meant holds rows against a query by meaning: as the store's embedder has it, else as the one does that stands in for it.
// Versions never change, so it needs no lock.
func (s *Save) meant(ctx context.Context, query Query, asked *vector.Asked, rows []*version) (scores []rank.Score, by *meaning, err error) {
	texts := make([]*vector.Text, len(rows))
	for i, v := range rows {
		texts[i] = &v.said.text
	}
	for _, by = range []*meaning{s.meaning, s.meanwhile} {
		if by == nil {
			continue
		}
		if scores, err = by.scores(ctx, query, asked, texts); err == nil || ctx.Err() != nil {
			return scores, by, err
		}
		s.missed(err)
	}
	return nil, nil, err
}

func (m *meaning) scores(ctx context.Context, query Query, asked *vector.Asked, texts []*vector.Text) ([]rank.Score, error) {
	if m.cache == nil {
		return m.index.SoonOf(ctx, query.Text, asked, texts, nil, m.most)
	}
	if err := m.cache.offer(ctx); err != nil && ctx.Err() != nil {
		return nil, err
	}
	return m.index.SoonOf(ctx, query.Text, asked, texts, m.cache, m.most)
}

// missed notes that a search did without an embedder that failed. One whose vectors are still being made did not.
func (s *Save) missed(err error) {
	if errors.Is(err, vector.ErrUnready) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = err
}

// Trouble is why, since it was asked last, a search did without the store's embedder, so that a player can be told; nil where
// none did. That vectors are still being made is none.
func (s *Save) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	trouble := s.trouble
	s.trouble = nil
	return trouble
}

// related takes its score from what is near by chance alone.
func related(scores []rank.Score) []rank.Score {
	for i, score := range scores {
		if score.Relevance == 0 {
			scores[i] = rank.Score{}
		}
	}
	return scores
}
