package campaign

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// crowd is a campaign of many beats, each of which waits for what it is given.
func crowd(n int, when func(i int) *condition.Condition) *Campaign {
	c := &Campaign{}
	for i := range n {
		c.Beats = append(c.Beats, Beat{ID: fmt.Sprint("b", i), Once: true, Skippable: true, Conditions: when(i)})
	}
	c.index()
	return c
}

// atLeast waits for a value of the player's.
func atLeast(name string, value int64) []condition.Wanted {
	return []condition.Wanted{{Path: name, Tests: []condition.Test{{Op: ">=", Value: strictjson.Int(value)}}}}
}

// having is a moment at which the player has so much of something.
func having(scene int, name string, value int64) *Progress {
	p := &Progress{}
	p.Scene, p.Reached = scene, map[string]int{}
	p.State = tree{name: strictjson.Int(value)}
	return p
}

// waited are conditions that hang on one thing each, or on some.
func waited() []*Beat {
	mood := []condition.Test{{Op: "==", Value: "calm"}}
	all := []*condition.Condition{
		{Beat: "x"}, {AnyBeat: []string{"x", "y"}}, {Forbidden: []string{"x"}}, {Choices: []string{"x/go"}}, {Choices: []string{"stay", "y/go"}}, {Scenes: &condition.Window{Min: 7, Max: 9}},
		{Place: "quay"}, {Present: []string{"ines"}}, {Present: []string{"pask", "ines"}}, {Judged: []string{"known", "feared"}},
		{Player: atLeast("coins", 2)}, {Player: atLeast("bag.coins", 2)}, {People: []condition.Wanted{{Path: "ines.mood", Tests: mood}}}, {World: []condition.Wanted{{Path: "weather", Tests: []condition.Test{{Op: "==", Value: "fog"}}}}},
		{World: []condition.Wanted{{Path: "place", Tests: []condition.Test{{Op: "==", Value: "quay"}}}}},
	}
	for _, e := range customs {
		all = append(all, &condition.Condition{Custom: e})
	}
	beats := []*Beat{{Place: "tower"}, {People: []string{"pask"}}}
	for _, when := range all {
		beats = append(beats, &Beat{Conditions: when})
	}
	for _, b := range beats {
		b.ID, b.Once, b.Skippable = "b", true, true
	}
	return beats
}

// worlds are how far a play may have come, one thing of which changes at a time.
type worlds [13]int

func (w *worlds) change(random *rand.Rand) { w[random.IntN(len(w))]++ }

// progress is a moment of its own, that shares nothing with any before.
func (w *worlds) progress() *Progress {
	p := &Progress{}
	p.Scene, p.Reached, p.Verdicts = 1+w[0]/2, map[string]int{}, map[string]bool{}
	p.State, p.People, p.World = tree{}, tree{}, tree{}
	one := func(i int, so func(v int)) {
		if v := w[i] % 3; v > 0 {
			so(v)
		}
	}
	for i, id := range []string{"x", "y", "b1", "b2", "b3"} {
		one(1+i, func(v int) { p.Reached[id] = v })
	}
	one(6, func(v int) {
		p.Taken = []condition.Taken{{Beat: []string{"x", "y"}[v-1], Choice: "go"}, {Beat: "b1", Choice: []string{"go", "stay"}[v-1]}}
	})
	one(7, func(v int) { p.Place = []string{"quay", "tower"}[v-1] })
	one(8, func(v int) { p.Present = []string{"ines", "pask"}[v-1:] })
	one(9, func(v int) {
		p.World["weather"], p.World["place"] = []any{"fog", "rain"}[v-1], []any{"quay", "inn"}[v-1]
	})
	one(10, func(v int) {
		p.State["coins"], p.State["list"] = strictjson.Int(int64(v)), []any{strictjson.Int(int64(v))}
		p.State["bag"] = tree{"coins": strictjson.Int(int64(v))}
	})
	one(11, func(v int) { p.People["ines"] = tree{"mood": []any{"calm", "cross"}[v-1]} })
	one(12, func(v int) { p.Verdicts["known"], p.Verdicts["feared"] = true, v == 2 })
	return p
}

// Whatever a beat waits for, it is seen in the moment in which that comes about, and nothing else changes.
func TestOneThingChanges(t *testing.T) {
	for n, b := range waited() {
		c := &Campaign{Beats: []Beat{*b}}
		c.index()
		watch, random := c.Watch(), rand.New(rand.NewPCG(1, uint64(n)))
		var now worlds
		said := map[Status]int{}
		for step := range 600 {
			p := now.progress()
			want, got := Waiting, Waiting
			for _, s := range judge(c, p) {
				want = s.Status
			}
			for _, s := range watch.Outlook(p).Standings {
				got = s.Status
			}
			if said[want]++; got != want {
				t.Errorf("%d: step %d: it is %v and was seen as %v: %+v", n, step, want, got, p)
				break
			}
			now.change(random)
		}
		if len(said) < 2 {
			t.Errorf("%d: all that was ever said of it: %v", n, said)
		}
	}
}

// Each look after the first takes a small part of what a look at all takes, however much changes
// each time, and what it does not come to is judged at those that follow: nothing waits for ever.
func TestWhatChangesAgainAndAgain(t *testing.T) {
	const beats = 40_000
	last := fmt.Sprint("b", beats-1)
	w := crowd(beats, func(i int) *condition.Condition {
		if i == beats-1 {
			return &condition.Condition{Player: atLeast("coins", 1000)}
		}
		return &condition.Condition{Player: atLeast("coins", 1_000_000)}
	}).Watch()
	if o := w.Outlook(having(1, "coins", 0)); o.Late {
		t.Error("the first look was late")
	}
	scene := 2
	for ; w.steps > stepsAgain; scene++ {
		if scene > 100 {
			t.Fatal("looks take no more than they may")
		}
		w.Outlook(having(scene, "coins", int64(scene%2)))
	}
	if o := w.Outlook(having(scene, "coins", int64(scene%2))); !o.Late {
		t.Error("nobody said that a look came to not all")
	}
	looks, found := 0, false
	for ; !found && looks < 100; looks++ {
		scene++
		for _, s := range w.Outlook(having(scene, "coins", 5000+int64(scene%2))).Standings {
			found = found || s.Beat.ID == last
		}
	}
	if !found || looks < 2 {
		t.Errorf("the last of the beats was found in look %d: %v", looks, found)
	}
}

// What a beat waits for is remembered once, however often it was woken by something else.
func TestWaitsAreForgotten(t *testing.T) {
	e, err := condition.NewCompiler([]string{"coins", "keys"}).Compile(`(coins ?? 0) + (keys ?? 0) > 1000 and not reached("b0")`)
	if err != nil {
		t.Fatal(err)
	}
	const beats = 100
	w := crowd(beats, func(int) *condition.Condition { return &condition.Condition{Custom: e} }).Watch()
	for scene := range 1000 {
		w.Outlook(having(scene+1, "coins", int64(scene%2)))
	}
	all := 0
	for _, s := range w.waiting {
		all = max(all, len(s.beats))
	}
	for _, s := range w.asking {
		all = max(all, len(s.beats))
	}
	if all > 4*beats || len(w.waiting) == 0 || len(w.asking) != 1 {
		t.Errorf("for one thing %d wait, of %d beats", all, beats)
	}
}

// No more things are watched than there is room for, and what is not watched is judged all the same.
func TestThingsWatched(t *testing.T) {
	const beats = 2*mostReadings + 100
	name := func(i int) string { return fmt.Sprint("k", i) }
	w := crowd(beats, func(i int) *condition.Condition { return &condition.Condition{Player: atLeast(name(i), 1)} }).Watch()
	for scene := range 5 {
		w.Outlook(having(scene+1, "coins", 0))
	}
	if len(w.waiting) > mostReadings || len(w.waiting) < mostReadings/2 {
		t.Errorf("%d things are watched", len(w.waiting))
	}
	for _, i := range []int{0, mostReadings - 1, mostReadings, beats - 1} {
		found := false
		for scene := range 5 {
			for _, s := range w.Outlook(having(scene+6, name(i), 1)).Standings {
				found = found || s.Beat.ID == fmt.Sprint("b", i)
			}
		}
		if !found {
			t.Errorf("%s was not seen to change", name(i))
		}
	}
}

// queue is a campaign of beats at the inn, the last of which waits for nothing.
func queue(waiting int, about ...string) *Campaign {
	c := crowd(waiting+1, func(i int) *condition.Condition {
		if i == waiting {
			return nil
		}
		return &condition.Condition{Player: atLeast("coins", 1000)}
	})
	for i := range c.Beats {
		c.Beats[i].Place, c.Beats[i].About = "inn", about
	}
	c.index()
	return c
}

// However many beats wait at the places around, asking what would come there takes as little as a look.
func TestElsewhereEnds(t *testing.T) {
	for waiting, found := range map[int]bool{1000: true, 30_000: false} {
		c := queue(waiting)
		e := c.Elsewhere(having(1, "coins", 0))
		if b := e.Due("inn", nil); (b != nil) != found {
			t.Errorf("behind %d that wait %v was found", waiting, b)
		}
		if e.s.steps.Left() == 0 == found {
			t.Errorf("behind %d that wait there are %d steps left", waiting, e.s.steps.Left())
		}
	}
}

// What an occasion can be answered with is looked for among so many as one look may take.
func TestTopicsEnd(t *testing.T) {
	for waiting, found := range map[int]bool{1000: true, 30_000: false} {
		c := queue(waiting, "the lamp")
		p := having(1, "coins", 0)
		p.Place = "inn"
		if topics := c.Topics(p, Occasion{Place: "inn"}); (len(topics) > 0) != found {
			t.Errorf("behind %d that wait %v were found", waiting, topics)
		}
	}
}
