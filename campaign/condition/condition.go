// Package condition says whether something an author waits for has come about.
//
//	c, problems := condition.Parse(tree, condition.Options{Compiler: condition.NewCompiler([]string{"gold"})})
//	switch c.Eval(facts) {
//	case condition.Yes: // tell it
//	case condition.Open: // somebody has to judge c.Prose() first
//	}
//	for finding := range c.Findings(facts) { ... } // which part holds, which not, and why
//
// A [Condition] is a conjunction: all parts given must hold, and a nil one always
// does. Most parts are computed. Parts in words ("established in the town") are
// judged elsewhere, once a turn; the verdicts are recorded with the turn and come
// back in [Facts], so that a replay judges nothing again. Until there is a verdict
// such a part is Open: the whole is then No where another part fails, else Open.
//
// Evaluation is a pure function of its facts: no clock, no randomness, no input
// and no order of a map changes it. Conditions are immutable and may be used
// concurrently.
package condition

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Truth is what is known about a condition.
type Truth int8

// From false to true, so that the truth of a conjunction is the least of its
// parts'.
const (
	No   Truth = iota
	Open       // in words, and nobody has judged yet
	Yes
)

func (t Truth) String() string { return [...]string{"no", "open", "yes"}[t] }

func truth(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// A Condition is what must hold, as the author wrote it. The fields are for
// reading.
type Condition struct {
	Scenes    *Window  // scene_count
	Beat      string   // requires_beat
	AnyBeat   []string // requires_any_beat
	Forbidden []string // forbids_beat: none of them has been reached
	Choices   []string // player_choice and player_choices: all of them were taken
	Place     string   // where the player is
	Present   []string // who is there
	Player    []Wanted // player_state
	People    []Wanted // npc_state
	World     []Wanted // world_state
	Custom    *Expression
	Judged    []string // what is in words
}

// A Window is a range of scenes, that is of turns.
type Window struct {
	Min int
	Max int // 0 is no end
}

// Contains reports whether a scene lies in the window.
func (w Window) Contains(scene int) bool { return scene >= w.Min && !w.Closed(scene) }

// Closed reports whether the window is over.
func (w Window) Closed(scene int) bool { return w.Max > 0 && scene > w.Max }

// Facts are what conditions are held against: one moment of a playthrough.
type Facts struct {
	Scene    int               // the turn being told, from 1
	Reached  map[string]int    // beats told, each with the scene it was told in first
	Taken    []Taken           // the choices made, in their order
	State    strictjson.Object // the session state
	People   strictjson.Object // what npc_state reads: id -> {opinion, place, mood, ...}
	World    strictjson.Object // what world_state reads: weather, hour, day, place, faction, ...
	Place    string            // where the player is
	Present  []string          // who is there, the player left out
	Verdicts map[string]bool   // what was judged of parts in words, by their text

	// Steps are what [Condition.Eval] may take together of these facts and their copies, which then
	// may not be used concurrently; nil is MaxSteps for each condition.
	Steps *Steps

	chosen map[string]bool // Taken by its ids, or nil
}

// Index makes a great many conditions quicker to hold against these facts, which must not
// be changed any more. It gives the ids of all choices that were taken.
func (f *Facts) Index() map[string]bool {
	f.chosen = make(map[string]bool, 2*len(f.Taken))
	for _, t := range f.Taken {
		f.chosen[t.Beat+"/"+t.Choice] = true
		if t.Choice != "" {
			f.chosen[t.Choice] = true
		}
	}
	return f.chosen
}

// Taken is one choice made: its ids, where the author gave it any, and its text.
type Taken struct{ Beat, Choice, Text string }

// A Finding is what became of one part of a condition.
type Finding struct {
	Part  string // the field's name: "requires_beat"
	Truth Truth
	Why   string // for the author, in words
}

// Failing are the findings that keep a condition from holding.
func (c *Condition) Failing(f *Facts) []Finding {
	var failing []Finding
	for finding := range c.Findings(f) {
		if finding.Truth != Yes {
			failing = append(failing, finding)
		}
	}
	return failing
}

// Prose lists what is in words and so needs judging.
func (c *Condition) Prose() []string {
	if c == nil {
		return nil
	}
	return c.Judged
}

// Findings looks at each part in turn.
func (c *Condition) Findings(f *Facts) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		if c == nil {
			return
		}
		for _, part := range []func(*Facts, func(Finding) bool) bool{
			c.scenes, c.beats, c.choices, c.company, c.states, c.custom, c.words,
		} {
			if !part(f, yield) {
				return
			}
		}
	}
}

func found(part string, holds bool, format string, args ...any) Finding {
	return Finding{part, truth(holds), fmt.Sprintf(format, args...)}
}

func (c *Condition) scenes(f *Facts, yield func(Finding) bool) bool {
	w := c.Scenes
	switch {
	case w == nil:
		return true
	case w.Closed(f.Scene):
		return yield(found("scene_count", false, "scene %d is after the last one, %d", f.Scene, w.Max))
	}
	return yield(found("scene_count", w.Contains(f.Scene), "scene %d; it opens with scene %d", f.Scene, w.Min))
}

func (c *Condition) beats(f *Facts, yield func(Finding) bool) bool {
	reached := func(id string) bool { _, ok := f.Reached[id]; return ok }
	if c.Beat != "" && !yield(found("requires_beat", reached(c.Beat), "%s: %s", c.Beat, was(reached(c.Beat), "reached"))) {
		return false
	}
	if len(c.AnyBeat) > 0 {
		one := slices.ContainsFunc(c.AnyBeat, reached)
		if !yield(found("requires_any_beat", one, "%s: one of them %s", strings.Join(c.AnyBeat, ", "), was(one, "reached"))) {
			return false
		}
	}
	for _, id := range c.Forbidden {
		if !yield(found("forbids_beat", !reached(id), "%s: %s", id, was(reached(id), "reached"))) {
			return false
		}
	}
	return true
}

func was(done bool, participle string) string {
	if done {
		return "was " + participle
	}
	return "was not " + participle
}

func (c *Condition) choices(f *Facts, yield func(Finding) bool) bool {
	for _, wanted := range c.Choices {
		taken := f.Chose(wanted)
		if !yield(found("player_choice", taken, "%s: %s", wanted, was(taken, "taken"))) {
			return false
		}
	}
	return true
}

// Chose reports whether a choice was taken: "beat/choice", or a choice's id in
// whatever beat.
func (f *Facts) Chose(id string) bool {
	if f.chosen != nil {
		return f.chosen[id]
	}
	beat, choice, both := strings.Cut(id, "/")
	return slices.ContainsFunc(f.Taken, func(t Taken) bool {
		if both {
			return t.Beat == beat && t.Choice == choice
		}
		return t.Choice == id && id != ""
	})
}

func (c *Condition) company(f *Facts, yield func(Finding) bool) bool {
	if c.Place != "" && !yield(found("place", f.Place == c.Place, "the player is at %q, and not at %q", f.Place, c.Place)) {
		return false
	}
	for _, person := range c.Present {
		here := slices.Contains(f.Present, person)
		if !yield(found("present", here, "%s: %s", person, was(here, "there"))) {
			return false
		}
	}
	return true
}

func (c *Condition) custom(f *Facts, yield func(Finding) bool) bool {
	if c.Custom == nil {
		return true
	}
	holds, err := c.Custom.Holds(f)
	if err != nil {
		return yield(found("custom", false, "%s: %v", c.Custom, err))
	}
	return yield(found("custom", holds, "%s", c.Custom))
}

func (c *Condition) words(f *Facts, yield func(Finding) bool) bool {
	for _, sentence := range c.Judged {
		verdict, judged := f.Verdicts[sentence]
		finding := found("in words", verdict, "%q was judged", sentence)
		if !judged {
			finding = Finding{"in words", Open, fmt.Sprintf("%q is yet to be judged", sentence)}
		}
		if !yield(finding) {
			return false
		}
	}
	return true
}
