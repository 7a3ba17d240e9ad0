package story

import (
	"strings"
	"sync"

	"github.com/narratoria/narratoria/persistence/rank"
)

// An index keeps texts that were read for ranking, by their words, for all states
// of a playthrough. What it holds changes no answer.
type index struct {
	mu      sync.Mutex
	lexicon rank.Lexicon
	docs    map[string]rank.Doc
}

// score holds candidates among memories against a query.
func (x *index) score(memories []Memory, all []candidate, query string) []rank.Score {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.docs == nil {
		x.docs = make(map[string]rank.Doc)
	}
	docs := make([]rank.Doc, len(all))
	for i, c := range all {
		docs[i] = x.doc(&memories[c.place])
	}
	return x.lexicon.Query(query).BM25(docs)
}

func (x *index) doc(m *Memory) rank.Doc {
	text := searched(m)
	doc, known := x.docs[text]
	if !known {
		doc = x.lexicon.Doc(text)
		x.docs[text] = doc
	}
	return doc
}

// searched is the text by which a memory is found.
func searched(m *Memory) string {
	if len(m.Tags) == 0 {
		return m.Summary
	}
	return m.Summary + "\n" + strings.Join(m.Tags, " ")
}
