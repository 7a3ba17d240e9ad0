// Package rank says which texts answer a query best. It stands above all
// drivers of the store, so that each of them gives the same answer.
//
//	var lexicon rank.Lexicon
//	docs := []rank.Doc{lexicon.Doc("Mira lit the lamp."), lexicon.Doc("The lamp went out.")}
//	scores := lexicon.Query("who was lighting lamps?").BM25(docs)
//	best := rank.Top(1, scores, cmp.Compare) // equally good ones in their order
//
// Documents are given to a query after everything that must not be seen has
// been left out, and statistics are theirs alone: how often a word stands in
// texts of somebody else moves nobody's rank. Scores are whole numbers,
// millionths, and how equal ones are ordered is said by who asks, so an order
// never hangs on the last bit of a float.
package rank

import (
	"cmp"
	"math"
	"slices"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/words"
)

// BM25's usual constants: how soon repeating a word stops to count, and how much
// a long text must have said.
const (
	saturation = 1.2
	lengthBias = 0.75
)

// A Lexicon numbers words, so that they are compared once and not at every
// search. The zero value is empty and ready. It is not safe for concurrent use
// while documents are added.
type Lexicon struct {
	base  *Lexicon // whose words are known too; may be nil
	words map[string]int32
}

// Over gives an empty lexicon on top of l, for texts that are read for one search
// and leave nothing behind. Documents of both can be ranked together, by a query
// of the new one. While the new one is used, nothing may be added to l; several
// may be used at once.
func (l *Lexicon) Over() *Lexicon { return &Lexicon{base: l} }

// A Doc is a text, read once. It belongs to the lexicon that made it.
type Doc struct {
	length int
	words  []count // in order of word
}

type count struct{ word, times int32 }

// Doc reads a text.
func (l *Lexicon) Doc(text string) Doc {
	times := make(map[int32]int32)
	words := Words(text)
	for _, word := range words {
		times[l.number(word)]++
	}
	doc := Doc{length: len(words), words: make([]count, 0, len(times))}
	for word, n := range times {
		doc.words = append(doc.words, count{word, n})
	}
	slices.SortFunc(doc.words, func(a, b count) int { return cmp.Compare(a.word, b.word) })
	return doc
}

func (l *Lexicon) number(word string) int32 {
	n, known := l.find(word)
	if !known {
		n = l.size()
		if l.words == nil {
			l.words = make(map[string]int32)
		}
		l.words[word] = n
	}
	return n
}

func (l *Lexicon) find(word string) (n int32, known bool) {
	if l.base != nil {
		if n, known = l.base.find(word); known {
			return n, true
		}
	}
	n, known = l.words[word]
	return n, known
}

// size is how many words are numbered, from 0.
func (l *Lexicon) size() int32 {
	n := int32(len(l.words))
	if l.base != nil {
		n += l.base.size()
	}
	return n
}

func (d Doc) times(word int32) int32 {
	i, found := slices.BinarySearchFunc(d.words, word, func(c count, w int32) int { return cmp.Compare(c.word, w) })
	if !found {
		return 0
	}
	return d.words[i].times
}

// A Query is what is looked for.
type Query struct{ words []int32 }

// unknown is a word that no document has.
const unknown int32 = -1

// Asked are the words that a query looks for, each once, in order. Words that carry no
// meaning of their own, such as "the", count only where there are no others.
func Asked(query string) []string {
	asked := words.Split(query)
	if telling := slices.DeleteFunc(slices.Clone(asked), english.IsFunctionWord); len(telling) > 0 {
		asked = telling
	}
	asked = stemmed(asked)
	slices.Sort(asked)
	return slices.Compact(asked)
}

// Query reads a query.
func (l *Lexicon) Query(text string) Query {
	var q Query
	for _, word := range Asked(text) {
		n, known := l.find(word)
		if !known {
			n = unknown
		}
		q.words = append(q.words, n)
	}
	return q
}

// Whole is the relevance of a document that speaks of all that a query asks for.
const Whole = 1000

// A Score says how well a document answers. The zero Score is that of one which
// does not.
type Score struct {
	// Millionths is the document's BM25; 0 means that no word was found.
	Millionths int64
	// Relevance is the share of the query that the document speaks of, in
	// thousandths, rare words weighing more: Whole when every word is there. It
	// can be held against a threshold, which a BM25 cannot.
	Relevance int
}

// BM25 scores documents, in their order, by the statistics of these documents.
func (q Query) BM25(docs []Doc) []Score {
	having, length := make([]int, len(q.words)), 0
	times := make([]int32, 0, len(docs)*len(q.words)) // of each document, of each word
	for _, doc := range docs {
		length += doc.length
		for i, word := range q.words {
			n := doc.times(word)
			if n > 0 {
				having[i]++
			}
			times = append(times, n)
		}
	}
	m := NewMeasure(len(docs), length, having)
	scores := make([]Score, len(docs))
	for i, doc := range docs {
		t := m.Tally(doc.length)
		for word := range q.words {
			if n := times[i*len(q.words)+word]; n > 0 {
				m.Add(&t, word, n)
			}
		}
		scores[i] = m.Score(t)
	}
	return scores
}

// A Measure is what documents are scored by: the statistics of all that are searched.
// It serves those who keep documents otherwise than as a [Doc], and gives the scores of
// [Query.BM25].
type Measure struct {
	weights []float64 // inverse document frequencies, by the query's words
	total   float64
	average float64 // length of a document
}

// NewMeasure takes how many documents there are, how many words they have together, and
// in how many of them stands each word that [Asked] gives.
func NewMeasure(docs, length int, having []int) Measure {
	m := Measure{weights: make([]float64, len(having)), average: float64(length) / float64(max(1, docs))}
	for i, having := range having {
		m.weights[i] = math.Log(1 + (float64(docs-having)+0.5)/(float64(having)+0.5))
		m.total += m.weights[i]
	}
	return m
}

// A Tally is what a document has of a query so far.
type Tally struct{ long, sum, found float64 }

// Tally is that of a document of some length, in words, before any word was added.
func (m Measure) Tally(length int) Tally {
	return Tally{long: float64(1 - lengthBias + float64(lengthBias*float64(length))/math.Max(m.average, 1))}
}

// Add counts how often a document has a word, at least once. A document's words are
// added in the order of the query's, for sums of floats to be the same. The conversions
// keep a compiler from fusing a product and a sum, which some machines would round
// otherwise than others.
func (m Measure) Add(t *Tally, word int, times int32) {
	n := float64(times)
	t.sum += float64(m.weights[word] * float64(n*(saturation+1)) / (n + float64(saturation*t.long)))
	t.found += m.weights[word]
}

// Score is a document's, when all its words were added.
func (m Measure) Score(t Tally) Score {
	if t.found == 0 {
		return Score{}
	}
	return Score{Millionths: int64(math.Round(t.sum * 1e6)), Relevance: int(math.Round(t.found / m.total * Whole))}
}

// Top gives the places of the k best scores, best first, and of those that equal
// says which comes first: it compares two places, and must not call two of them
// the same. Those without any score are left out, and with k at 0 or below nothing
// else is.
func Top(k int, scores []Score, equal func(i, j int) int) []int {
	order := func(a, b int) int {
		if c := cmp.Compare(scores[b].Millionths, scores[a].Millionths); c != 0 {
			return c
		}
		return equal(a, b)
	}
	if k <= 0 {
		k = len(scores)
	}
	places := make([]int, 0, min(2*min(k, len(scores)), len(scores)))
	worst := -1 // of so many as are wanted: what is worse is none of the best
	for i, score := range scores {
		if score == (Score{}) || worst >= 0 && order(i, worst) > 0 {
			continue
		}
		if len(places) == 2*k { // the worse half are none of the best
			slices.SortFunc(places, order)
			places = places[:k]
			worst = places[k-1]
		}
		places = append(places, i)
	}
	slices.SortFunc(places, order)
	return places[:min(k, len(places))]
}
