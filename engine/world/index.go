package world

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// An index finds what an author's sentences name and speak of, without reading all of
// them anew for whatever might be asked. It remembers what it was asked, by whichever game,
// and all games of a campaign may ask at once.
type index struct {
	testimony []testimony
	named     map[string]string // what there is, by the words that a text has for it, as topics
	words     map[string][]int  // the places of the testimony that has a word
	names     memo[[]int]       // and of that with a name in it
	topics    memo[topicWords]  // what topics are about, by their words
	spoken    memo[[]string]    // what sentences speak of
	subjects  memo[Subject]     // topics by the words that an author has for them
	sayable   memo[[]bool]      // who can say what in words of their own
}

// A memo remembers what was worked out of words.
type memo[V any] struct {
	found sync.Map
	size  atomic.Int64
}

// mostMemos is how many answers a memo keeps: a campaign's words are fewer, and what
// players type has no end.
const mostMemos = 20_000

func (m *memo[V]) of(words string, work func(string) V) V {
	if found, known := m.found.Load(words); known {
		return found.(V)
	}
	found := work(words)
	if m.size.Add(1) <= mostMemos {
		m.found.Store(words, found)
	}
	return found
}

// topicWords are what a topic is about.
type topicWords struct {
	words []string // that carry meaning
	names []string // of people, places and things that it names, without their article
}

func indexOf(all []testimony, named map[string]string) *index {
	x := &index{
		testimony: all, named: named,
		words: map[string][]int{},
	}
	for i, t := range all {
		for _, word := range t.content {
			if at := x.words[word]; len(at) == 0 || at[len(at)-1] != i {
				x.words[word] = append(at, i)
			}
		}
	}
	return x
}

// naming are the places of the testimony that has a name in it.
func (x *index) naming(name string) []int { return x.names.of(name, x.findNamed) }

func (x *index) findNamed(name string) (found []int) {
	for i := range x.testimony {
		if strings.Contains(x.testimony[i].Text, name) {
			found = append(found, i)
		}
	}
	return found
}

// sayableBy says of each testimony whether somebody can say it in words of their own: it
// does not name them, or only where a pronoun can stand.
func (x *index) sayableBy(teller *campaign.Person) []bool {
	return x.sayable.of(teller.ID, func(string) []bool {
		can := make([]bool, len(x.testimony))
		for i := range x.testimony {
			_, can[i] = InOwnWords(x.testimony[i].Text, teller)
		}
		return can
	})
}

// topic is what the words of a topic are about.
func (x *index) topic(words string) topicWords { return x.topics.of(words, x.findTopic) }

func (x *index) findTopic(words string) (found topicWords) {
	found.words = prose.Content(words)
	for name := range x.named {
		if bare := strings.TrimPrefix(name, "the "); strings.Contains(words, bare) {
			found.names = append(found.names, bare)
		}
	}
	slices.Sort(found.names)
	return found
}

// speaksOf are the words, of those that a text has for what there is, that stand in a
// sentence, sorted.
func (x *index) speaksOf(sentence string) []string { return x.spoken.of(sentence, x.findSpoken) }

func (x *index) findSpoken(sentence string) (found []string) {
	for name := range x.named {
		if strings.Contains(sentence, name) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

// commonShare is how large a part of all testimonies may have a word that still says
// what one is about.
const commonShare = 8

// commonWords are those that so many testimonies have that they say nothing of one.
func commonWords(all []testimony) map[string]bool {
	count := map[string]int{}
	for _, t := range all {
		for _, word := range t.content {
			count[word]++
		}
	}
	common := map[string]bool{}
	for word, n := range count {
		if n >= 4 && n*commonShare > len(all) {
			common[word] = true
		}
	}
	return common
}

// Common are the words that so much testimony has that they say nothing of any, sorted.
func (w *World) Common() []string { return w.commonly }
