package storyteller

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/prose"
)

// A topic is what a turn is about: words with weights.
type topic map[string]int

// topicOf takes the plan's focus first, then what the player does, then who and
// what is here.
func topicOf(scene prose.Scene, deed []string, focus string) topic {
	t := topic{}
	t.add(scene.Place.Name, 1)
	for _, person := range scene.People {
		t.add(person.Name, 2)
	}
	for _, text := range deed {
		t.add(text, 2)
	}
	t.add(focus, 3)
	return t
}

// momentOf is what matters at this moment: what the player does, and to whom. Words
// that nearly everything here is about are none of it, and neither is the name of the
// place.
func momentOf(scene prose.Scene, deed []string) topic {
	t := topic{}
	for _, text := range deed {
		t.add(text, 1)
	}
	for _, word := range strings.Fields(ofAnyChoice) {
		delete(t, word)
	}
	named := maps.Clone(t)
	for i, person := range scene.People {
		if i == 0 || named.weigh(person.Name) > 0 {
			t.add(person.Name, 1)
		}
	}
	for _, word := range slices.Concat(prose.Content(scene.Place.Name), scene.Common) {
		delete(t, word)
	}
	return t
}

// ofAnyChoice are words, as Content gives them, that authors' choices have whatever they
// are about.
const ofAnyChoice = "look tak slow keep walk com first tim thing find found learn try think mind back again plac anyth put order far stay wait listen " +
	"talk word count peopl trust search study set know known hear heard see seen help giv mak leav let long old onc more truth answ question her " +
	"quiet clos stand clear sit draw use work press bring mention pass whil harder go among between upon behind beyond near until"

// bears reports whether a text has to do with the moment.
func (t turn) bears(text string) bool { return t.moment.weigh(text) > 0 }

func (t topic) add(text string, weight int) {
	for _, word := range prose.Content(text) {
		t[word] = max(t[word], weight)
	}
}

// weigh is how much a text speaks of the topic: at most 6, so that length alone
// does not win.
func (t topic) weigh(text string) int {
	weight := 0
	for _, word := range prose.Content(text) {
		weight += t[word]
	}
	return min(weight, 6)
}

// A scored is something that could be told, and how well it would fit.
type scored[T any] struct {
	value T
	score int
}

// Of what fits nearly as well as the best, one is taken by chance, so that the
// best does not come back and back.
const (
	nearly = 200 // points of score below the best
	few    = 8
)

// pick takes one of the best that are not known. The same scene always picks the
// same.
func pick[T any](scene prose.Scene, candidates []scored[T], known func(T) bool) (T, bool) {
	slices.SortStableFunc(candidates, func(a, b scored[T]) int { return b.score - a.score })
	var good []scored[T]
	for _, c := range candidates {
		if len(good) == few || len(good) > 0 && c.score < good[0].score-nearly {
			break
		}
		if !known(c.value) {
			good = append(good, c)
		}
	}
	if len(good) == 0 {
		var none T
		return none, false
	}
	random := rand.New(rand.NewPCG(uint64(scene.Seed), uint64(scene.History.Turn)))
	return good[random.IntN(len(good))].value, true
}
