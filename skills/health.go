package skills

import (
	"maps"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/plan"
)

// HealthState is how a skill is doing, as players and planners are told it. The
// names are fixed on the wire.
//
//	+---------+  3 failures  +----------+  3 failures  +------------------+
//	| healthy | -----------> | degraded | -----------> | permanentFailure |
//	|         | <----------- |          |              |                  |
//	+---------+   success    +----------+              +------------------+
//	   |   ^                      |                             ^
//	   |   | success              | transient                   |
//	   |   |                      v                             | any failure of the
//	   |   |             +------------------+                   | next turn's first try
//	   |   +------------ | temporaryFailure | ------------------+
//	   +---------------> |                  |
//	       transient     +------------------+
//
// A new session makes every skill healthy.
type HealthState string

// The four states.
const (
	Healthy          HealthState = "healthy"
	Degraded         HealthState = "degraded"         // selected with caution: listed last, given more time
	TemporaryFailure HealthState = "temporaryFailure" // out for this turn, on trial in the next
	PermanentFailure HealthState = "permanentFailure" // out for this session
)

// An Observation is one thing that bears on a skill's health. What is counted is
// the invocation, never the attempt: success on the third try is a success.
type Observation uint8

// What can be observed.
const (
	Succeeded       Observation = iota // an invocation ended well, after retries or without
	Failed                             // an invocation failed after its retries
	FailedInPassing                    // so it did, by a timeout or a transient error code
	TurnBegan                          // the next turn
	SessionBegan                       // a new start of the program or of play
	observations    = iota
)

// ObservationOf is what an invocation's end, nil for success, says of its skill.
func ObservationOf(err *plan.ToolError) Observation {
	switch {
	case err == nil:
		return Succeeded
	case err.Transient():
		return FailedInPassing
	}
	return Failed
}

// Health is a state together with what the skill has to its account in it, so
// that a table without counters says everything that can happen. The zero value
// is a skill of which nothing bad is known.
type Health uint8

const (
	sound        Health = iota
	struckOnce          // healthy, failed once since its last success
	struckTwice         // healthy, failed twice
	weak                // degraded
	weakOnce            // degraded, failed once more
	weakTwice           // degraded, failed twice more
	resting             // temporaryFailure, until the next turn
	onTrial             // temporaryFailure, its next invocation decides
	lost                // permanentFailure
	healthValues = iota
)

// transitions is the whole of the rules. Two entries are not obvious:
//
// resting stays as it is when it fails again, because that was not its retry but
// another invocation of the same turn, often cut off by the same outage; the
// retry is the first invocation of the next turn. A success meanwhile shows that
// the trouble has passed.
//
// lost leaves no way back but a new session, so a success that arrives late
// changes nothing.
var transitions = [healthValues][observations]Health{
	//           Succeeded  Failed  FailedInPassing  TurnBegan    SessionBegan
	sound:       {sound, struckOnce, resting, sound, sound},
	struckOnce:  {sound, struckTwice, resting, struckOnce, sound},
	struckTwice: {sound, weak, resting, struckTwice, sound},
	weak:        {sound, weakOnce, resting, weak, sound},
	weakOnce:    {sound, weakTwice, resting, weakOnce, sound},
	weakTwice:   {sound, lost, resting, weakTwice, sound},
	resting:     {sound, resting, resting, onTrial, sound},
	onTrial:     {sound, lost, lost, onTrial, sound},
	lost:        {lost, lost, lost, lost, sound},
}

// After is the health that an observation leads to.
func (h Health) After(seen Observation) Health { return transitions[h][seen] }

// State is the health as it is shown.
func (h Health) State() HealthState {
	switch h {
	case weak, weakOnce, weakTwice:
		return Degraded
	case resting, onTrial:
		return TemporaryFailure
	case lost:
		return PermanentFailure
	}
	return Healthy
}

// CanSelect reports whether a plan made now may use the skill. A temporary
// failure may not be selected in the turn it happened in, and may in the next.
func (h Health) CanSelect() bool { return h != resting && h != lost }

// String is the state's name.
func (h Health) String() string { return string(h.State()) }

// HealthTable is the health of every skill in one session. A skill it has not
// heard of is healthy. It may be used concurrently. A new table is a new session.
//
// Playthroughs that run at the same time may share one: an outage met in one of
// them is then known to all.
type HealthTable struct {
	mu     sync.Mutex
	skills map[plan.SkillName]Health
}

// NewHealthTable returns a table in which every skill is healthy.
func NewHealthTable() *HealthTable {
	return &HealthTable{skills: map[plan.SkillName]Health{}}
}

// Observe takes note of one observation and says what it changed.
func (t *HealthTable) Observe(skill plan.SkillName, seen Observation) (from, to Health) {
	t.mu.Lock()
	defer t.mu.Unlock()
	from = t.skills[skill]
	to = from.After(seen)
	t.skills[skill] = to
	return from, to
}

// NewTurn tells every skill that a turn begins: those that failed in passing are
// on trial now.
func (t *HealthTable) NewTurn() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for skill, health := range t.skills {
		t.skills[skill] = health.After(TurnBegan)
	}
}

// Health is how one skill is doing.
func (t *HealthTable) Health(skill plan.SkillName) Health {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.skills[skill]
}

// State is how one skill is doing, as it is shown.
func (t *HealthTable) State(skill plan.SkillName) HealthState { return t.Health(skill).State() }

// Snapshot is every skill that was ever observed; the caller owns the map.
func (t *HealthTable) Snapshot() map[plan.SkillName]Health {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.skills)
}

// Unselectable are the skills that a plan made now may not use, sorted.
func (t *HealthTable) Unselectable() []plan.SkillName {
	return t.where(func(h Health) bool { return !h.CanSelect() })
}

// Mark is a catalogue in which the scripts of degraded skills are marked as such,
// and so come last.
func (t *HealthTable) Mark(c *plan.Catalogue) *plan.Catalogue {
	degraded := t.where(func(h Health) bool { return h.State() == Degraded })
	if len(degraded) == 0 {
		return c
	}
	scripts := slices.Clone(c.Scripts())
	for i, script := range scripts {
		scripts[i].Degraded = script.Degraded || slices.Contains(degraded, script.Ref.Skill)
	}
	return plan.NewCatalogue(scripts)
}

func (t *HealthTable) where(is func(Health) bool) (names []plan.SkillName) {
	for name, health := range t.Snapshot() {
		if is(health) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
