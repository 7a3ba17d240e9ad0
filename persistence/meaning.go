package persistence

import (
	"context"

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
// it. Errors: those of TextSearch; ErrNoEmbedder; the embedder's, where the search by words
// still answers.
func (s *Save) SemanticSearch(ctx context.Context, scope Scope, query Query) (found []Found, err error) {
	return s.near(ctx, "search by meaning", scope, query, meaningAlone)
}

// HybridSearch joins what [Save.TextSearch] and [Save.SemanticSearch] find, as [rank.Fuse] does:
// what stands high in both comes first. A row is as relevant as the better of the two makes
// it; what is related by chance, of relevance 0, counts for nothing. Errors: those of
// SemanticSearch.
func (s *Save) HybridSearch(ctx context.Context, scope Scope, query Query) (found []Found, err error) {
	return s.near(ctx, "search by words and meaning", scope, query, wordsToo)
}

// Whether a search by meaning goes by words too.
const (
	meaningAlone = false
	wordsToo     = true
)

func (s *Save) near(ctx context.Context, operation string, scope Scope, query Query, hybrid bool) (found []Found, err error) {
	if s.index == nil {
		return nil, about(s.name, operation, ErrNoEmbedder)
	}
	begun := s.now()
	var rows []*version
	var worded []rank.Score
	err = s.look(ctx, operation, scope, func(sh *shelf, visible []*version) error {
		rows = visible
		if hybrid && query.Text != "" {
			worded = query.bm25(&sh.lexicon, visible)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	scores, err := s.meant(ctx, query, rows)
	if err == nil {
		if worded != nil {
			scores = rank.Fuse(worded, related(scores))
		}
		found, err = query.best(scope.Kind, rows, scores)
	}
	if err != nil {
		return nil, about(s.name, operation, err)
	}
	s.tell(operation, scope, len(rows), begun)
	return found, nil
}

// meant holds rows against a query by meaning. Versions never change, so it needs no lock.
func (s *Save) meant(ctx context.Context, query Query, rows []*version) ([]rank.Score, error) {
	if query.Text == "" {
		return whole(len(rows)), nil
	}
	texts := make([]*vector.Text, len(rows))
	for i, v := range rows {
		texts[i] = &v.said.text
	}
	return s.index.Scores(ctx, query.Text, texts)
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
