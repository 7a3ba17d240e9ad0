package campaign

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// naive judges every beat of a campaign by all that it says, and finds those that can
// never be told by asking all of them, again and again, until no more are found. It uses
// no index.
type naive struct {
	c        *Campaign
	p        *Progress
	leads    map[string]bool
	hopeless map[string]bool
}

func judge(c *Campaign, p *Progress) []Standing {
	n := naive{c: c, p: p, leads: map[string]bool{}, hopeless: map[string]bool{}}
	for i := range c.Beats {
		c.Beats[i].brings(func(effect.Effect) {}, func(beat string) { n.leads[beat] = true })
	}
	for grown := true; grown; {
		grown = false
		for i := range c.Beats {
			if b := &c.Beats[i]; !n.hopeless[b.ID] && n.why(b) != "" {
				n.hopeless[b.ID], grown = true, true
			}
		}
	}
	var all []Standing
	for i := range c.Beats {
		all = append(all, n.of(&c.Beats[i]))
	}
	return all
}

func (n *naive) told(id string) bool { _, told := n.p.Reached[id]; return told }

func (n *naive) of(b *Beat) Standing {
	switch {
	case n.told(b.ID) && b.Once:
		return Standing{Beat: b, Status: Told}
	case b.ID == n.c.Manifest.Opening.Beat && len(n.p.Reached) == 0:
		return Standing{Beat: b, Status: Due, Why: "the story opens with it", led: true}
	case slices.Contains(n.p.Led, b.ID):
		return Standing{Beat: b, Status: Due, Why: "a choice led to it", led: true}
	case len(b.About) > 0:
		return Standing{Beat: b, Status: Waiting, Why: "nobody has brought it up"}
	case n.standsIn(b) != "":
		return Standing{Beat: b, Status: Due, Why: "it stands in for " + n.standsIn(b), led: true}
	case n.hopeless[b.ID]:
		return Standing{Beat: b, Status: Skipped, Why: n.why(b)}
	case b.Conditions == nil && n.leads[b.ID]:
		return Standing{Beat: b, Status: Waiting, Why: "no choice has led to it"}
	case !b.Skippable && n.late(b):
		return Standing{Beat: b, Status: Due, Why: "it has waited long enough"}
	}
	all := b.when()
	truth := condition.Yes
	for _, finding := range all.Failing(&n.p.Facts) {
		truth = min(truth, finding.Truth)
	}
	switch truth {
	case condition.Yes:
		return Standing{Beat: b, Status: Due, Why: "its conditions hold"}
	case condition.Open:
		return Standing{Beat: b, Status: Judging, Why: all.Failing(&n.p.Facts)[0].Why}
	}
	for _, finding := range all.Failing(&n.p.Facts) {
		if finding.Truth == condition.No {
			return Standing{Beat: b, Status: Waiting, Why: finding.Part + ": " + finding.Why}
		}
	}
	return Standing{Beat: b, Status: Waiting}
}

func (n *naive) standsIn(b *Beat) string {
	for i := range n.c.Beats {
		from := &n.c.Beats[i]
		if from.Timeout != nil && from.Timeout.Fallback == b.ID && from.ID != b.ID && !n.told(from.ID) && !n.told(b.ID) && n.late(from) {
			return from.ID
		}
	}
	return ""
}

func (n *naive) late(b *Beat) bool {
	if b.Timeout == nil {
		return false
	}
	since := 0
	if c := b.Conditions; c != nil {
		if c.Scenes != nil {
			since = c.Scenes.Min
		}
		if c.Beat != "" {
			if !n.told(c.Beat) {
				return false
			}
			since = max(since, n.p.Reached[c.Beat])
		}
		if len(c.AnyBeat) > 0 {
			first := 0
			for _, id := range c.AnyBeat {
				if at := n.p.Reached[id]; n.told(id) && (first == 0 || at < first) {
					first = at
				}
			}
			if first == 0 {
				return false
			}
			since = max(since, first)
		}
	}
	return n.p.Scene > since+b.Timeout.Scenes
}

func (n *naive) why(b *Beat) string {
	c := b.Conditions
	if n.late(b) && (b.Skippable || b.Timeout.Fallback != "") {
		return fmt.Sprintf("it has waited for %d scenes", b.Timeout.Scenes)
	}
	if c == nil {
		return ""
	}
	if b.Skippable && c.Scenes != nil && c.Scenes.Closed(n.p.Scene) {
		return fmt.Sprintf("scene %d was the last it could be told in", c.Scenes.Max)
	}
	for _, id := range c.Forbidden {
		if n.told(id) {
			return id + " was told"
		}
	}
	if c.Beat != "" && n.lost(c.Beat) {
		return "it requires " + c.Beat + ", which can no longer be told"
	}
	if len(c.AnyBeat) > 0 && !slices.ContainsFunc(c.AnyBeat, func(id string) bool { return !n.lost(id) }) {
		return "it requires one of several beats, none of which can be told any more"
	}
	return ""
}

func (n *naive) lost(id string) bool {
	b, ok := n.c.Beat(id)
	return ok && !n.told(id) && !slices.Contains(n.p.Led, id) && n.standsIn(b) == "" && n.hopeless[id]
}

// customs are expressions that hang on all the things that expressions can.
var customs = func() (all []*condition.Expression) {
	compiler := condition.NewCompiler([]string{"coins", "bag", "ines"})
	for _, source := range []string{
		`coins > 1`, `(coins ?? 0) + scene_count > 5`, `weather == "fog"`, `ines.mood == "calm"`, `reached("b1") and not reached("b2")`, `(since("b3") ?? 0) > 1`,
		`chose("b1/go")`, `place == "quay"`, `"pask" in present`, `len(present) > 1`, `player_state.bag.coins > 0`, `npc_state.ines.mood != "calm"`, `world_state["weather"] == "rain"`,
		`$env["weather"] == "rain"`, `len(player_state) > 1`, `reached("b" + "1")`, `(let x = coins; x > 0)`, `bag == {"coins": 1}`, `1 in list`, `world_state.place == "quay"`,
	} {
		if source == `1 in list` {
			compiler = condition.NewCompiler([]string{"list"})
		}
		e, err := compiler.Compile(source)
		if err != nil {
			panic(err)
		}
		all = append(all, e)
	}
	return all
}()

// plots are campaigns of beats that hang together in all the ways there are.
var plots = rapid.Custom(func(t *rapid.T) *Campaign {
	id := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint("b", rapid.IntRange(0, 13).Draw(t, "id")) })
	ids := rapid.SliceOfN(id, 0, 3)
	maybe := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	c := &Campaign{}
	for i := range rapid.IntRange(0, 12).Draw(t, "beats") {
		b := Beat{ID: fmt.Sprint("b", i), Skippable: rapid.Bool().Draw(t, "skippable"), Once: !maybe("again")}
		if !maybe("bare") {
			when := &condition.Condition{}
			if maybe("requires") {
				when.Beat = id.Draw(t, "beat")
			}
			if maybe("any") {
				when.AnyBeat = ids.Draw(t, "any of")
			}
			if maybe("forbids") {
				when.Forbidden = ids.Draw(t, "forbidden")
			}
			if maybe("window") {
				when.Scenes = &condition.Window{Min: rapid.IntRange(0, 6).Draw(t, "min"), Max: rapid.IntRange(0, 8).Draw(t, "max")}
			}
			if maybe("chosen") {
				when.Choices = []string{rapid.SampledFrom([]string{"b1/go", "b2/go", "go", "stay"}).Draw(t, "choice")}
			}
			if maybe("judged") {
				when.Judged = []string{rapid.SampledFrom([]string{"known", "feared"}).Draw(t, "words")}
			}
			if maybe("world") {
				when.World = []condition.Wanted{{Path: "weather", Tests: []condition.Test{{Op: "==", Value: rapid.SampledFrom([]any{"fog", "rain"}).Draw(t, "weather")}}}}
			}
			if maybe("player") {
				when.Player = []condition.Wanted{{Path: rapid.SampledFrom([]string{"coins", "bag.coins"}).Draw(t, "path"), Tests: []condition.Test{{Op: ">=", Value: strictjson.Int(1)}}}}
			}
			if maybe("person") {
				when.People = []condition.Wanted{{Path: "ines.mood", Tests: []condition.Test{{Op: "==", Value: "calm"}}}}
			}
			if maybe("custom") {
				when.Custom = rapid.SampledFrom(customs).Draw(t, "custom")
			}
			if maybe("company") {
				when.Present = []string{"ines"}
			}
			b.Conditions = when
		}
		if maybe("place") {
			b.Place = rapid.SampledFrom([]string{"quay", "tower"}).Draw(t, "place")
		}
		if maybe("people") {
			b.People = []string{rapid.SampledFrom([]string{"ines", "pask"}).Draw(t, "person")}
		}
		if maybe("timeout") {
			b.Timeout = &Timeout{Scenes: rapid.IntRange(0, 4).Draw(t, "scenes")}
			if rapid.Bool().Draw(t, "fallback") {
				b.Timeout.Fallback = id.Draw(t, "instead")
			}
		}
		if rapid.IntRange(0, 7).Draw(t, "about") == 0 {
			b.About = []string{"lamp"}
		}
		if maybe("leads") {
			b.Choices = []Choice{{ID: "go", LeadsTo: id.Draw(t, "leads to")}}
		}
		c.Beats = append(c.Beats, b)
	}
	if maybe("opening") {
		c.Manifest.Opening.Beat = id.Draw(t, "opening beat")
	}
	c.index()
	return c
})

// moments are how far a play may have come, whether or not it could.
var moments = rapid.Custom(func(t *rapid.T) *Progress {
	p := &Progress{}
	p.Scene = rapid.IntRange(1, 12).Draw(t, "scene")
	p.Reached = map[string]int{}
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, 13), 0, 5).Draw(t, "reached") {
		p.Reached[fmt.Sprint("b", i)] = rapid.IntRange(1, p.Scene).Draw(t, "in")
	}
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, 13), 0, 2).Draw(t, "led") {
		p.Led = append(p.Led, fmt.Sprint("b", i))
	}
	for _, beat := range rapid.SliceOfN(rapid.SampledFrom([]string{"b1", "b2", ""}), 0, 2).Draw(t, "taken") {
		p.Taken = append(p.Taken, condition.Taken{Beat: beat, Choice: rapid.SampledFrom([]string{"go", "stay", ""}).Draw(t, "choice")})
	}
	p.Place = rapid.SampledFrom([]string{"quay", "tower", ""}).Draw(t, "place")
	p.Present = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"ines", "pask"}), 0, 2, rapid.ID).Draw(t, "present")
	p.World = tree{"weather": rapid.SampledFrom([]any{"fog", "rain"}).Draw(t, "weather")}
	p.State, p.People = tree{}, tree{}
	for _, at := range rapid.SliceOfN(rapid.SampledFrom([]string{"coins", "$coins", "$player"}), 0, 3).Draw(t, "set") {
		p.State[at] = strictjson.Int(int64(rapid.IntRange(0, 3).Draw(t, "value")))
		if at == "$player" {
			p.State[at] = tree{"coins": p.State[at]}
		}
	}
	if rapid.Bool().Draw(t, "bag") {
		p.State["bag"] = tree{"coins": strictjson.Int(int64(rapid.IntRange(0, 2).Draw(t, "in the bag")))}
		p.State["list"] = []any{strictjson.Int(int64(rapid.IntRange(0, 2).Draw(t, "in the list")))}
	}
	if rapid.Bool().Draw(t, "ines is") {
		p.People["ines"] = tree{"mood": rapid.SampledFrom([]any{"calm", "cross"}).Draw(t, "mood")}
	}
	p.Verdicts = map[string]bool{}
	for _, words := range rapid.SliceOfN(rapid.SampledFrom([]string{"known", "feared"}), 0, 2).Draw(t, "verdicts") {
		p.Verdicts[words] = rapid.Bool().Draw(t, "holds")
	}
	return p
})

// What is judged by what has changed is judged as if all beats were: the same standings
// for the same reasons, in the same order, and the same counts.
func TestOutlookIsJudgingAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := plots.Draw(t, "campaign")
		watch, hurried := c.Watch(), c.Watch()
		hurried.steps, hurried.again, hurried.room = 60, 60, 3
		for range soak.Count(60) {
			p := moments.Draw(t, "moment")
			all := judge(c, p)
			equal := cmp.Options{cmp.AllowUnexported(Standing{}), cmpopts.IgnoreFields(Standing{}, "lacks", "place")}
			ids := cmp.Transformer("id", func(b *Beat) string {
				if b == nil {
					return ""
				}
				return b.ID
			})
			if got := c.Standings(p); len(got)+len(all) > 0 && cmp.Diff(all, got, equal, ids) != "" {
				t.Fatalf("standings: %s", cmp.Diff(all, got, equal, ids))
			}
			want := Outlook{}
			for _, s := range all {
				switch s.Status {
				case Due, Judging, Skipped:
					want.Standings = append(want.Standings, s)
				}
				if len(s.Beat.About) > 0 {
					continue
				}
				want.Last = max(want.Last, p.Reached[s.Beat.ID])
				if s.Status == Told || s.Status == Skipped {
					want.Gone++
				} else {
					want.Open++
				}
			}
			if diff := cmp.Diff(want, c.Watch().Outlook(p), equal, ids); diff != "" {
				t.Fatalf("outlook: %s", diff)
			}
			elsewhere := c.Elsewhere(p)
			for _, place := range []string{"tower", "quay"} {
				there := *p
				there.Place, there.Present = place, []string{"ines"}
				var due *Beat
				for _, s := range judge(c, &there) {
					if due == nil && s.Status == Due && s.Beat.Place == place {
						due = s.Beat
					}
				}
				if got := elsewhere.Due(place, there.Present); got != due {
					t.Fatalf("due at %s is %v, want %v", place, got, due)
				}
			}
			found := map[int]Standing{}
			for range 20 { // of which none can judge all
				for _, s := range hurried.Outlook(p).Standings {
					found[s.place] = s
				}
			}
			at := slices.SortedFunc(maps.Values(found), func(a, b Standing) int { return a.place - b.place })
			if diff := cmp.Diff(want.Standings, at, equal, ids, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("outlook of hurried looks: %s", diff)
			}
			if diff := cmp.Diff(want, watch.Outlook(p), equal, ids); diff != "" {
				t.Fatalf("outlook again: %s", diff)
			}
			if diff := cmp.Diff(want, watch.Outlook(p), equal, ids); diff != "" {
				t.Fatalf("outlook at once again: %s", diff)
			}
			p.Skipped = map[string]string{}
			for _, s := range all {
				if s.Status == Skipped {
					p.Skipped[s.Beat.ID] = s.Why
				}
			}
			want.Standings = slices.DeleteFunc(want.Standings, func(s Standing) bool { return s.Status == Skipped })
			if diff := cmp.Diff(want, watch.Outlook(p), equal, ids, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("outlook of what is known: %s", diff)
			}
		}
	})
}

// What beats a play can reach is what asking all of them, again and again, finds.
func TestReachIsAskingAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := plots.Draw(t, "campaign")
		told, led, leads := map[string]bool{}, map[string]bool{c.Manifest.Opening.Beat: true}, c.plot.leads
		for grown := true; grown; {
			grown = false
			for i := range c.Beats {
				b := &c.Beats[i]
				if told[b.ID] || !led[b.ID] && (b.Conditions == nil && leads[b.ID] || !possible(b.Conditions, told)) {
					continue
				}
				told[b.ID], grown = true, true
				b.brings(func(effect.Effect) {}, func(beat string) { led[beat] = true })
			}
		}
		if diff := cmp.Diff(told, c.reachableBeats()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// circle is a plot of n beats each of which requires the next, the last the first.
func circle(n int) *Campaign {
	c := &Campaign{Beats: make([]Beat, n)}
	for i := range c.Beats {
		c.Beats[i] = Beat{ID: fmt.Sprint("b", i), Once: true, Conditions: &condition.Condition{Beat: fmt.Sprint("b", (i+1)%n)}}
	}
	c.index()
	return c
}

// A turn looks at 100,000 beats a few times.
func BenchmarkOutlook(b *testing.B) {
	c := circle(100_000)
	p := &Progress{}
	p.Scene, p.Reached = 7, map[string]int{"b5": 3}
	for b.Loop() {
		c.Watch().Outlook(p)
	}
}

// The longest way through a plot, written backwards.
func BenchmarkReach(b *testing.B) {
	c := circle(100_000)
	c.Beats[len(c.Beats)-1].Conditions = nil
	c.index()
	for b.Loop() {
		if n := len(c.reachableBeats()); n != len(c.Beats) {
			b.Fatal(n)
		}
	}
}
