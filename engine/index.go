package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/prose"
)

// An index finds what an author's sentences name and speak of, without reading all of
// them anew for whatever might be asked. It remembers what it was asked, and belongs to
// the goroutine of its game.
type index struct {
	testimony []testimony
	named     map[string]string     // what there is, by the words that a text has for it, as topics
	words     map[string][]int      // the places of the testimony that has a word
	names     map[string][]int      // and of that with a name in it
	topics    map[string]topicWords // what topics are about, by their words
	spoken    map[string][]string   // what sentences speak of
	subjects  map[string]subject    // topics by the words that an author has for them
}

// topicWords are what a topic is about.
type topicWords struct {
	words []string // that carry meaning
	names []string // of people, places and things that it names, without their article
}

func indexOf(all []testimony, named map[string]string) *index {
	x := &index{
		testimony: all, named: named,
		words: map[string][]int{}, names: map[string][]int{}, topics: map[string]topicWords{}, spoken: map[string][]string{},
		subjects: map[string]subject{},
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
func (x *index) naming(name string) []int {
	found, known := x.names[name]
	if known {
		return found
	}
	for i := range x.testimony {
		if strings.Contains(x.testimony[i].Text, name) {
			found = append(found, i)
		}
	}
	x.names[name] = found
	return found
}

// topic is what the words of a topic are about.
func (x *index) topic(words string) topicWords {
	found, known := x.topics[words]
	if known {
		return found
	}
	found.words = prose.Content(words)
	for name := range x.named {
		if bare := strings.TrimPrefix(name, "the "); strings.Contains(words, bare) {
			found.names = append(found.names, bare)
		}
	}
	slices.Sort(found.names)
	x.topics[words] = found
	return found
}

// speaksOf are the words, of those that a text has for what there is, that stand in a
// sentence, sorted.
func (x *index) speaksOf(sentence string) []string {
	found, known := x.spoken[sentence]
	if known {
		return found
	}
	for name := range x.named {
		if strings.Contains(sentence, name) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	x.spoken[sentence] = found
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
