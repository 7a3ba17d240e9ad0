package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A term is one thing that a generated beat waits for, and the test's own way to
// see whether it holds.
type term struct {
	field string // of conditions
	value any
	holds func(s *story.State) bool
}

// A generated beat is what the checker knows of one.
type generated struct {
	id       string
	terms    []term
	place    string
	people   []string
	needsLed bool
	tree     map[string]any
}

// generator makes campaigns up.
type generator struct {
	*rand.Rand
	size int
}

func (g generator) one(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) beat() string { return fmt.Sprintf("b%d", g.IntN(g.size)) }

func (g generator) chance(percent int) bool { return g.IntN(100) < percent }

func wasTold(s *story.State, id string) bool { _, ok := s.Reached[id]; return ok }

func chose(s *story.State, id string) bool {
	return slices.ContainsFunc(s.Taken.All(), func(t story.Taken) bool { return t.ID == id })
}

// free is a whole number of the session state, 0 where nobody has set it.
func free(s *story.State, name string) int64 {
	n, _ := s.Free[name].(strictjson.Number)
	whole, _ := n.Int64()
	return whole
}

// term makes up one condition.
func (g generator) term() term {
	switch g.IntN(17) {
	case 0:
		id := g.beat()
		return term{"requires_beat", id, func(s *story.State) bool { return wasTold(s, id) }}
	case 1:
		a, b := g.beat(), g.beat()
		return term{"requires_any_beat", []string{a, b}, func(s *story.State) bool { return wasTold(s, a) || wasTold(s, b) }}
	case 2:
		id := g.beat()
		return term{"forbids_beat", id, func(s *story.State) bool { return !wasTold(s, id) }}
	case 3:
		id := g.beat() + "/c0"
		return term{"player_choice", id, func(s *story.State) bool { return chose(s, id) }}
	case 4:
		a, b := g.beat()+"/c0", g.beat()+"/c1"
		return term{"player_choices", []string{a, b}, func(s *story.State) bool { return chose(s, a) && chose(s, b) }}
	case 5, 6:
		n := int64(g.IntN(6))
		return term{"player_state", map[string]any{"coins": map[string]any{">=": n}}, func(s *story.State) bool { return free(s, "coins") >= n }}
	case 7:
		return term{"player_state", map[string]any{"items": "brass-key"}, func(s *story.State) bool {
			return slices.Contains(world.Carried(s.Player()), "brass-key")
		}}
	case 8:
		n := int64(g.IntN(30) - 10)
		return term{"npc_state", map[string]any{"ines.opinion": map[string]any{">": n}}, func(s *story.State) bool { return s.Opinion("ines") > n*1000 }}
	case 9:
		mood := g.one("calm", "afraid")
		return term{"npc_state", map[string]any{"tobias.mood": mood}, func(s *story.State) bool {
			return s.People["tobias"].Changes["mood"] == mood
		}}
	case 10:
		where := g.one("inn", "chapel")
		return term{"npc_state", map[string]any{"tobias.place": where}, func(s *story.State) bool { return s.People["tobias"].Place == where }}
	case 11:
		hour := int64(9 + g.IntN(12))
		return term{"world_state", map[string]any{"hour": map[string]any{">=": hour}}, func(s *story.State) bool { return s.Minutes/60%24 >= hour }}
	case 12:
		weather := g.one("fog", "rain", "clear")
		return term{"world_state", map[string]any{"weather": []string{weather, "hail"}}, func(s *story.State) bool { return s.Weather == weather || s.Weather == "hail" }}
	case 13:
		n := int64(g.IntN(20))
		return term{"world_state", map[string]any{"faction.keepers": map[string]any{"<": n}}, func(s *story.State) bool { return s.Opinion("keepers") < n*1000 }}
	case 14:
		where := g.one("quay", "inn", "chapel")
		return term{"place", where, func(s *story.State) bool { return s.Place() == where }}
	case 15:
		who := g.one("ines", "tobias")
		return term{"present", []string{who}, func(s *story.State) bool { return slices.Contains(s.Present(), event.CharacterID(who)) }}
	}
	return g.custom()
}

// custom makes up an expression.
func (g generator) custom() term {
	id, n := g.beat(), int64(g.IntN(5))
	switch g.IntN(3) {
	case 0:
		return term{"custom", fmt.Sprintf("(coins ?? 0) < %d", n), func(s *story.State) bool { return free(s, "coins") < n }}
	case 1:
		return term{"custom", fmt.Sprintf("reached(%q) or hour >= 12", id), func(s *story.State) bool { return wasTold(s, id) || s.Minutes/60%24 >= 12 }}
	}
	return term{"custom", fmt.Sprintf("not chose(%q) and scene_count > %d", id+"/c0", n), func(s *story.State) bool {
		return !chose(s, id+"/c0") && s.Turn.Number > n
	}}
}

// window makes up when a beat may come.
func (g generator) window() term {
	least := int64(1 + g.IntN(40))
	most := least + int64(3+g.IntN(30))
	if g.chance(60) {
		return term{"scene_count", map[string]any{"min": least}, func(s *story.State) bool { return s.Turn.Number >= least }}
	}
	return term{"scene_count", map[string]any{"min": least, "max": most}, func(s *story.State) bool {
		return s.Turn.Number >= least && s.Turn.Number <= most
	}}
}

// effects make up what follows.
func (g generator) effects() []any {
	all := []any{}
	for range g.IntN(3) {
		all = append(all, []any{
			map[string]any{"add": map[string]any{"coins": g.IntN(5) - 1}},
			map[string]any{"gain": "brass-key"}, map[string]any{"lose": "brass-key"},
			map[string]any{"opinion": map[string]any{"ines": g.IntN(40) - 15}},
			map[string]any{"reputation": map[string]any{"keepers": g.IntN(40) - 15}},
			map[string]any{"npc": map[string]any{"tobias.mood": g.one("calm", "afraid")}},
			map[string]any{"npc": map[string]any{"tobias.place": g.one("inn", "chapel", "quay")}},
			map[string]any{"world": map[string]any{"weather": g.one("fog", "rain", "clear")}},
			map[string]any{"move": g.one("quay", "inn", "chapel")},
			map[string]any{"minutes": 30 + g.IntN(400)},
		}[g.IntN(10)])
	}
	return all
}

// beatOf makes a beat up.
func (g generator) beatOf(i int) *generated {
	b := &generated{id: fmt.Sprintf("b%d", i)}
	if g.chance(85) {
		b.terms = append(b.terms, g.window())
	}
	for range g.IntN(3) {
		if t := g.term(); !slices.ContainsFunc(b.terms, func(other term) bool { return other.field == t.field }) {
			b.terms = append(b.terms, t)
		}
	}
	b.tree = map[string]any{
		"id": b.id, "title": "Beat " + b.id, "prose": "Something happens.", "effects": g.effects(),
		"priority": g.one("critical", "high", "medium", "low", "optional"), "skippable": !g.chance(20),
	}
	if conditions := map[string]any{}; len(b.terms) > 0 {
		for _, t := range b.terms {
			conditions[t.field] = t.value
		}
		b.tree["conditions"] = conditions
	}
	if g.chance(10) {
		b.place = g.one("quay", "inn", "chapel")
		b.tree["place"] = b.place
	}
	if g.chance(10) {
		b.people = []string{g.one("ines", "tobias")}
		b.tree["people"] = b.people
	}
	if g.chance(15) {
		timeout := map[string]any{"scenes": 3 + g.IntN(20)}
		if g.chance(50) {
			timeout["fallback_beat"] = g.beat()
		}
		b.tree["timeout"] = timeout
	}
	b.tree["choices"] = g.choices()
	return b
}

func (g generator) choices() []any {
	all := []any{}
	for i := range 2 {
		c := map[string]any{"id": fmt.Sprintf("c%d", i), "text": fmt.Sprintf("Do what choice %d says", i), "effects": g.effects()}
		if g.chance(30) {
			c["leads_to"] = g.beat()
		}
		all = append(all, c)
	}
	return all
}

// plot makes a plot up.
func (g generator) plot() []*generated {
	var all []*generated
	for i := range g.size {
		all = append(all, g.beatOf(i))
	}
	leads := map[any]bool{}
	for _, b := range all {
		for _, c := range b.tree["choices"].([]any) {
			leads[c.(map[string]any)["leads_to"]] = true
		}
		if timeout, ok := b.tree["timeout"].(map[string]any); ok {
			leads[timeout["fallback_beat"]] = true
		}
	}
	for _, b := range all {
		b.needsLed = leads[b.id] && b.tree["conditions"] == nil
	}
	return all
}

func beatsFile(all []*generated) string {
	var trees []any
	for _, b := range all {
		trees = append(trees, b.tree)
	}
	data, _ := json.Marshal(map[string]any{"beats": trees})
	return string(data)
}

// holds reports whether all that a beat waits for is so.
func (b *generated) holds(s *story.State) bool {
	return !b.needsLed && (b.place == "" || s.Place() == b.place) &&
		!slices.ContainsFunc(b.people, func(id string) bool { return !slices.Contains(s.Present(), event.CharacterID(id)) }) &&
		!slices.ContainsFunc(b.terms, func(t term) bool { return !t.holds(s) })
}

// A watch looks at a play from outside and counts what becomes of beats.
type watch struct {
	beats             []*generated
	since             map[string]int64 // the turn at whose end a beat's conditions came to hold
	settled           map[string]bool  // beats that need not be watched any more
	excused           map[string]bool  // those a reason was recorded for, and not told in time
	held, fired, rest int
	ceased            int // times that conditions ceased to hold before the beat was told
	faults            []string
}

func newWatch(all []*generated) *watch {
	return &watch{beats: all, since: map[string]int64{}, settled: map[string]bool{}, excused: map[string]bool{}}
}

// patience is within how many turns a beat is to be told.
const patience = 2

// look sees the story after a turn.
func (w *watch) look(s *story.State, g *Game, t testing.TB) {
	now := s.Turn.Number
	reasons := map[string]bool{}
	events, err := g.story.LastTurn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []event.Kind{event.BeatDeferred, event.BeatSkipped} {
		for _, e := range ofEvents(events, kind) {
			if e.Text("reason") != "" {
				reasons[e.Text("beat")] = true
			}
		}
	}
	for _, b := range w.beats {
		since, waits := w.since[b.id]
		w.excused[b.id] = w.excused[b.id] || reasons[b.id]
		switch {
		case w.settled[b.id]:
		case wasTold(s, b.id):
			w.settled[b.id] = true
			if waits { // the conditions had come to hold before this turn
				w.end(b, now-since <= patience, w.excused[b.id], now)
			} else if b.holds(s) { // and not because a choice led to it
				w.held++
				w.fired++
			}
		case !b.holds(s):
			delete(w.since, b.id) // ceased to hold
			if waits {
				w.held--
				w.ceased++
			}
		case !waits:
			w.since[b.id] = now
			w.held++
		case now-since > patience:
			w.settled[b.id] = true
			w.end(b, false, w.excused[b.id], now)
		}
	}
}

func (w *watch) end(b *generated, inTime, reason bool, now int64) {
	switch {
	case inTime:
		w.fired++
	case reason:
		w.rest++
	default:
		w.faults = append(w.faults, fmt.Sprintf("%s, turn %d: its conditions hold since turn %d, it is not told, and nothing says why", b.id, now, w.since[b.id]))
	}
}

func TestBeatsAreToldWhenTheirConditionsHold(t *testing.T) {
	const size, turns = 20, 60
	held, fired, rest, ceased := 0, 0, 0, 0
	for i := range max(1, soak.Count(1000)/size*3) {
		w := watched(t, uint64(i), size, turns, false)
		for _, fault := range w.faults {
			t.Errorf("plot %d: %s", i, fault)
		}
		held, fired, rest, ceased = held+w.held, fired+w.fired, rest+w.rest, ceased+w.ceased
	}
	t.Logf("of %d beats the conditions ceased to hold before they were told", ceased)
	criteria.Measured(t, "SC-035", "%d of %d beats whose conditions came to hold told within %d turns, %d later and with a recorded reason; for %d the play ended before", fired, held, patience, rest, held-fired-rest)
	criteria.Measured(t, "SC-044", "%d of %d beats within %d turns, %d later and with a recorded reason", fired, held, patience, rest)
	if fired*100 < held*95 || held < soak.Count(1000) {
		t.Errorf("of %d beats %d were told in time", held, fired)
	}
}

// With an engine that tells no beats, the same checker finds fault.
func TestBeatCheckerFindsBeatsThatAreNotTold(t *testing.T) {
	if w := watched(t, 1, 20, 30, true); len(w.faults) == 0 || w.fired > 0 {
		t.Errorf("%d told, faults %q", w.fired, w.faults)
	}
}

// watched plays a generated plot. Blind, the engine is given none of it.
func watched(t *testing.T, seed uint64, size, turns int, blind bool) *watch {
	t.Helper()
	g := generator{rand.New(rand.NewPCG(seed, 3)), size}
	plot := g.plot()
	files := but(harbour, "plot/beats.json", beatsFile(plot))
	if blind {
		delete(files, "plot/beats.json")
	}
	delete(files, "plot/endings/relit.md")
	b := at(t, written(t, files))
	b.opts.Seed = fmt.Sprint("beats", seed)
	game, w := b.open(), newWatch(plot)
	r := must(t, game, "")
	for range turns {
		w.look(game.story.State(), game, t)
		if len(r.Beats) > 2 {
			t.Errorf("turn %d tells %v", r.Turn, r.Beats)
		}
		r = must(t, game, pickAny(r, g.Rand))
	}
	replayed(t, game)
	return w
}

// What a choice leads to is told at once, before two beats that stand in for others
// whose time ran out.
func TestLedBeatComesFirst(t *testing.T) {
	c := written(t, but(harbour, beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "conditions": {"scene_count": {"min": 1}}, "choices": [{"id": "on", "text": "Go on", "leads_to": "then"}]},
		{"id": "late1", "title": "Late", "conditions": {"custom": "false"}, "timeout": {"scenes": 1, "fallback_beat": "rider1"}},
		{"id": "late2", "title": "Late", "conditions": {"custom": "false"}, "timeout": {"scenes": 1, "fallback_beat": "rider2"}},
		{"id": "rider1", "title": "R", "prose": "A rider comes.", "priority": "critical"},
		{"id": "rider2", "title": "R", "prose": "Another rider comes.", "priority": "critical"},
		{"id": "then", "title": "Then", "prose": "You have come to the chapel.", "priority": "optional", "place": "chapel", "people": ["tobias"]}`)...))
	g := at(t, c).open()
	must(t, g, "")
	r := must(t, g, "start/on")
	if !slices.Equal(r.Beats, []string{"then"}) || r.Scene.Place != "chapel" || !slices.Contains(r.Scene.Present, "tobias") {
		t.Fatalf("%v at %s with %v", r.Beats, r.Scene.Place, r.Scene.Present)
	}
	if deferred := ofEvents(g.log(t), event.BeatDeferred); len(deferred) != 2 {
		t.Errorf("deferred: %v", deferred)
	}
	// Each of the others gets a turn of its own, the second one before it waits too long.
	for _, rider := range []string{"rider1", "rider2"} {
		r = must(t, g, r.Choices[0].ID)
		if !slices.Equal(r.Beats, []string{rider}) {
			t.Errorf("%v: %s", r.Beats, r.Prose)
		}
	}
}

// Where the player chose to go they come, and see it, before a moment that has waited too long
// takes them elsewhere: that is told at their next deed.
func TestAWayIsGoneToItsEnd(t *testing.T) {
	c := written(t, but(harbour, beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "place": "quay", "conditions": {"scene_count": {"min": 1}}},
		{"id": "late", "title": "Late", "conditions": {"custom": "false"}, "timeout": {"scenes": 1, "fallback_beat": "called"}},
		{"id": "called", "title": "Called", "prose": "You are called into the chapel.", "place": "chapel"}`)...))
	type turn struct{ choice, place, told string }
	for name, turns := range map[string][]turn{
		"gone elsewhere": {{"go:inn", "inn", ""}, {"wait", "chapel", "called"}},
		"gone twice":     {{"go:inn", "inn", ""}, {"go:quay", "quay", ""}, {"go:inn", "chapel", "called"}}, // it does not wait for longer than others do
		"gone there":     {{"go:chapel", "chapel", "called"}},
	} {
		g := at(t, c).open()
		must(t, g, "")
		for _, want := range turns {
			r := must(t, g, want.choice)
			if is := (turn{want.choice, r.Scene.Place, strings.Join(r.Beats, " ")}); is != want {
				t.Errorf("%s: %+v, want %+v", name, is, want)
			}
		}
	}
}

// What was judged not to be so is judged again when more is known.
func TestWordsAreJudgedAnew(t *testing.T) {
	c := written(t, but(harbour, beats(`
		{"id": "warned", "title": "Warned", "prose": "The drowned bell rings for a wedding.", "conditions": "the drowned bell was heard in the chapel"},
		{"id": "bell", "title": "Bell", "prose": "A bell.", "conditions": {"scene_count": {"min": 4}}, "effects": ["The drowned bell was heard ringing below the chapel"]}`)...))
	g := at(t, c).open()
	r := must(t, g, "")
	var at int64
	for range 8 {
		r = must(t, g, r.Choices[0].ID)
		if slices.Contains(r.Beats, "warned") {
			at = r.Turn
		}
	}
	if at < 4 || at > 6 {
		t.Errorf("told in turn %d", at)
	}
	verdicts := ofEvents(g.log(t), event.VerdictGiven)
	if len(verdicts) < 2 || verdicts[0].Flag("yes") || !verdicts[1].Flag("yes") {
		t.Errorf("verdicts: %v", verdicts)
	}
}

// What is judged is counted and not timed: whoever does not wait for a turn, or has no time left for
// it, is told the same moments in it as whoever does.
func TestImpatienceJudgesAlike(t *testing.T) {
	var plot []string
	for i := range 2000 {
		plot = append(plot, fmt.Sprintf(`{"id": "b%d", "title": "B", "prose": "You see thing %d.", "conditions": {"custom": "scene_count %% 2000 == %d and len(\"%d\") > 0"}}`, i, i, i, i))
	}
	files := but(harbour, "plot/beats.json", `{"beats": [`+strings.Join(plot, ",")+`]}`)
	over, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	ended, end := context.WithCancel(t.Context())
	end()
	for before, told := range []string{"b1", "b2"} {
		for _, ctx := range []context.Context{t.Context(), ended, over} {
			g := at(t, written(t, files)).open()
			choice := ""
			for range before {
				choice = must(t, g, choice).Choices[0].ID
			}
			r, err := g.Play(ctx, choice)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.Beats, []string{told}) {
				t.Errorf("after %d turns %q were told: %v", before, r.Beats, ctx.Err())
			}
		}
	}
}

// What is held against one moment of a story has a limit together: however many of a place's ways ask
// for how much, it is as soon known which are open.
func TestOneMomentsConditions(t *testing.T) {
	list := make([]string, 9000)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	c := written(t, but(harbour, beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "effects": [{"set": {"b": [`+strings.Join(list, ",")+`]}}]},
		{"id": "then", "title": "Then", "prose": "It goes on.", "conditions": {"custom": "-1 in b"}}`)...))
	g := at(t, c).open()
	must(t, g, "")
	then, _ := c.Beat("then")
	p := g.begun().now().Progress()
	for range 10_000 {
		then.Conditions.Eval(&p.Facts)
	}
	if p.Steps == nil || p.Steps.Left() > 0 {
		t.Error("a moment has steps without end")
	}
}
