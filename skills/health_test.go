package skills_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// Observations by letter, so that histories read at a glance.
var seen = map[rune]skills.Observation{
	's': skills.Succeeded, 'f': skills.Failed, 't': skills.FailedInPassing,
	'|': skills.TurnBegan, 'R': skills.SessionBegan,
}

func after(history string) skills.Health {
	var h skills.Health
	for _, letter := range history {
		h = h.After(seen[letter])
	}
	return h
}

func TestHealthTransitions(t *testing.T) {
	const (
		healthy   = skills.Healthy
		degraded  = skills.Degraded
		temporary = skills.TemporaryFailure
		permanent = skills.PermanentFailure
	)
	for _, test := range []struct {
		history string
		want    skills.HealthState
		can     bool
		why     string
	}{
		{"", healthy, true, "nothing bad is known"},
		{"s", healthy, true, ""},
		{"f", healthy, true, "one failure is not three"},
		{"ff", healthy, true, "nor are two"},
		{"fff", degraded, true, "healthy, 3 consecutive failures"},
		{"f|f|f", degraded, true, "failures are consecutive across turns"},
		{"ffsf", healthy, true, "a success between them breaks the row"},
		{"ffsff", healthy, true, ""},
		{"ffsfff", degraded, true, "and the row starts anew"},
		{"fffs", healthy, true, "degraded, success"},
		{"fffsff", healthy, true, "failures before a success are forgotten"},
		{"ffff", degraded, true, "degraded, one more failure"},
		{"fffff", degraded, true, "degraded, two more"},
		{"ffffff", permanent, false, "degraded, 3 more failures"},
		{"fffffs", healthy, true, "degraded, success, at the last moment"},
		{"fff|f|f|f", permanent, false, ""},
		{"fff|||", degraded, true, "time alone heals nothing"},
		{"fffR", healthy, true, "a new session"},
		{"t", temporary, false, "healthy, timeout or transient error"},
		{"ft", temporary, false, ""},
		{"fft", temporary, false, ""},
		{"ffft", temporary, false, "degraded too"},
		{"fffft", temporary, false, ""},
		{"ffffft", temporary, false, ""},
		{"tt", temporary, false, "a second one in the same turn is not the retry"},
		{"ttttf", temporary, false, ""},
		{"ts", healthy, true, "it has recovered meanwhile"},
		{"t|", temporary, true, "the next turn's first try"},
		{"t||", temporary, true, "a turn that does not choose it decides nothing"},
		{"tt|", temporary, true, ""},
		{"t|s", healthy, true, "retry success"},
		{"t|sff", healthy, true, ""},
		{"t|t", permanent, false, "max retries exceeded"},
		{"t|f", permanent, false, "however it failed"},
		{"t||t", permanent, false, ""},
		{"t|st", temporary, false, "a trial passed is over"},
		{"t|st|", temporary, true, ""},
		{"tR", healthy, true, "a new session"},
		{"t|R", healthy, true, ""},
		{"t|Rt", temporary, false, ""},
		{"fft|sf", healthy, true, "strikes do not outlast a failure in passing"},
		{"t|ts", permanent, false, "permanentFailure lasts the session"},
		{"t|t|", permanent, false, ""},
		{"t|t|s|f|t|", permanent, false, ""},
		{"t|tR", healthy, true, "permanentFailure, session restart"},
		{"ffffffs", permanent, false, ""},
		{"ffffffR", healthy, true, ""},
		{"ffffffRff", healthy, true, "a new session starts from nothing"},
		{"ffffffRfff", degraded, true, ""},
	} {
		h := after(test.history)
		if h.State() != test.want || h.CanSelect() != test.can {
			t.Errorf("%q: %s, can be selected: %t; want %s, %t (%s)",
				test.history, h, h.CanSelect(), test.want, test.can, test.why)
		}
	}
}

// model is the rules in other words: counters instead of a table.
type model struct {
	state  skills.HealthState
	row    int  // failures since the last success or change of state
	rested bool // a turn began since the temporary failure
}

func (m *model) observe(letter rune) {
	next := func(state skills.HealthState) { *m = model{state: state} }
	switch {
	case letter == 'R':
		next(skills.Healthy)
	case m.state == skills.PermanentFailure:
	case letter == 's':
		next(skills.Healthy)
	case letter == '|':
		m.rested = m.state == skills.TemporaryFailure
	case m.state == skills.TemporaryFailure:
		if m.rested {
			next(skills.PermanentFailure)
		}
	case letter == 't':
		next(skills.TemporaryFailure)
	default:
		m.row++
		if m.row == 3 && m.state == skills.Healthy {
			next(skills.Degraded)
		} else if m.row == 3 {
			next(skills.PermanentFailure)
		}
	}
}

func (m *model) canSelect() bool {
	return m.state != skills.PermanentFailure && (m.state != skills.TemporaryFailure || m.rested)
}

// Eight observations reach every condition and show what is remembered in it.
func TestHealthEqualsModelForEveryHistory(t *testing.T) {
	var extend func(history string, h skills.Health, m model)
	extend = func(history string, h skills.Health, m model) {
		if h.State() != m.state || h.CanSelect() != m.canSelect() {
			t.Fatalf("%q: %s, can be selected: %t; want %s, %t", history, h, h.CanSelect(), m.state, m.canSelect())
		}
		if len(history) == 8 {
			return
		}
		for letter, observation := range seen {
			next := m
			next.observe(letter)
			extend(history+string(letter), h.After(observation), next)
		}
	}
	extend("", skills.Health(0), model{state: skills.Healthy})
}

func TestHealthTableEqualsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, models := skills.NewHealthTable(), map[plan.SkillName]*model{}
		for _, name := range []plan.SkillName{"dice", "lore", "memory"} {
			models[name] = &model{state: skills.Healthy}
		}
		for range rapid.IntRange(0, 60).Draw(t, "observations") {
			letter := rapid.SampledFrom([]rune("sfffftt|||R")).Draw(t, "observation")
			if letter == '|' {
				table.NewTurn()
				for _, m := range models {
					m.observe(letter)
				}
				continue
			}
			name := rapid.SampledFrom([]plan.SkillName{"dice", "lore", "memory"}).Draw(t, "skill")
			before := models[name].state
			models[name].observe(letter)
			from, to := table.Observe(name, seen[letter])
			if from.State() != before || to.State() != models[name].state {
				t.Fatalf("Observe(%s, %c) says %s to %s, want %s to %s", name, letter, from, to, before, models[name].state)
			}
		}
		for name, m := range models {
			if table.State(name) != m.state || table.Health(name).CanSelect() != m.canSelect() {
				t.Fatalf("%s: %s, want %+v", name, table.State(name), m)
			}
		}
	})
}

func TestObservationOf(t *testing.T) {
	for _, test := range []struct {
		err  *plan.ToolError
		want skills.Observation
	}{
		{nil, skills.Succeeded},
		{&plan.ToolError{Code: "no_such_spell", Category: plan.ToolFailure}, skills.Failed},
		{&plan.ToolError{Category: plan.InvalidJSON}, skills.Failed},
		{&plan.ToolError{Category: plan.ProcessError}, skills.Failed},
		{&plan.ToolError{Code: "network error", Category: plan.ToolFailure}, skills.Failed},
		{&plan.ToolError{Category: plan.TimedOut}, skills.FailedInPassing},
		{&plan.ToolError{Code: "network_error", Category: plan.ToolFailure}, skills.FailedInPassing},
		{&plan.ToolError{Code: "rate_limited", Category: plan.ToolFailure}, skills.FailedInPassing},
		{&plan.ToolError{Code: "unavailable", Category: plan.ProcessError}, skills.FailedInPassing},
	} {
		if got := skills.ObservationOf(test.err); got != test.want {
			t.Errorf("%+v is observed as %d, want %d", test.err, got, test.want)
		}
	}
}

func TestHealthTableGuidesSelection(t *testing.T) {
	table := skills.NewHealthTable()
	for skill, history := range map[plan.SkillName]string{"slow": "fff", "gone": "ffffff", "away": "t", "fine": "f"} {
		for _, letter := range history {
			table.Observe(skill, seen[letter])
		}
	}
	if got := fmt.Sprint(table.Unselectable()); got != "[away gone]" {
		t.Errorf("unselectable are %s", got)
	}
	table.NewTurn()
	if got := fmt.Sprint(table.Unselectable()); got != "[gone]" {
		t.Errorf("in the next turn unselectable are %s", got)
	}

	scripts := []plan.Script{
		{Ref: plan.ScriptRef{Skill: "slow", Script: "a"}, Priority: 9},
		{Ref: plan.ScriptRef{Skill: "fine", Script: "a"}},
		{Ref: plan.ScriptRef{Skill: "slow", Script: "b"}},
		{Ref: plan.ScriptRef{Skill: "odd", Script: "a"}, Degraded: true, Priority: 1},
	}
	catalogue := plan.NewCatalogue(scripts)
	if got, want := names(table.Mark(catalogue)), "fine/a slow/a? odd/a? slow/b?"; got != want {
		t.Errorf("a planner sees %s, want %s", got, want)
	}
	if got, want := names(catalogue), "slow/a fine/a slow/b odd/a?"; got != want {
		t.Errorf("Mark changed its argument to %s, want %s", got, want)
	}
}

func names(c *plan.Catalogue) string {
	var b []string
	for _, s := range c.Scripts() {
		b = append(b, s.Ref.String()+strings.Repeat("?", map[bool]int{true: 1}[s.Degraded]))
	}
	return strings.Join(b, " ")
}

func TestHealthTableSnapshotIsTheCallers(t *testing.T) {
	table := skills.NewHealthTable()
	table.Observe("lore", skills.FailedInPassing)
	snapshot := table.Snapshot()
	table.Observe("lore", skills.SessionBegan)
	delete(snapshot, "none")
	got := map[plan.SkillName]skills.HealthState{}
	for skill, health := range snapshot {
		got[skill] = health.State()
	}
	if diff := cmp.Diff(map[plan.SkillName]skills.HealthState{"lore": skills.TemporaryFailure}, got); diff != "" {
		t.Error(diff)
	}
}

// No observation is lost: of every chain of changes that concurrent observers
// are told, each begins where the one before it ended.
func TestHealthTableConcurrently(t *testing.T) {
	const observers, each = 8, 500
	table := skills.NewHealthTable()
	var mu sync.Mutex
	edges := map[string]int{} // how often a value was come to, less how often it was left
	var wg sync.WaitGroup
	for i := range observers {
		wg.Go(func() { // ends after its observations
			for j := range each {
				from, to := table.Observe("lore", skills.Observation((i+j)%5))
				mu.Lock()
				edges[fmt.Sprintf("%d", from)]--
				edges[fmt.Sprintf("%d", to)]++
				mu.Unlock()
				_ = table.Snapshot()
			}
		})
	}
	wg.Wait()
	edges[fmt.Sprintf("%d", skills.Health(0))]++
	edges[fmt.Sprintf("%d", table.Health("lore"))]--
	for value, sum := range edges {
		if sum != 0 {
			t.Errorf("condition %s was come to %+d times more often than it was left", value, sum)
		}
	}
}
