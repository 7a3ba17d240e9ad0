package campaign

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
)

// A Progress is how far a playthrough has come with the beats of its campaign.
type Progress struct {
	condition.Facts
	// Led are the beats that a choice or an outcome has led to and that were not
	// told since. They are due whatever their conditions.
	Led []string
	// Skipped are the beats of which it is known that they can never be told any more, each
	// with the reason. An [Outlook] counts them and says nothing else of them; of others it
	// tells some.
	Skipped map[string]string
}

// Status is how a beat stands.
type Status string

// The statuses.
const (
	Told    Status = "told"
	Due     Status = "due"
	Judging Status = "judging" // due if what is in words is judged to hold
	Waiting Status = "waiting"
	Skipped Status = "skipped" // it can never be told any more
)

// A Standing is how one beat stands, and why.
type Standing struct {
	Beat   *Beat
	Status Status
	Why    string
	led    bool
	place  int
	lacks  []condition.Reading // one of which has to change for it to be due
}

// Standings says of every beat how it stands, in the order of the files. It is a
// pure function of the progress: asked again it says the same, and nothing needs
// to be remembered of a beat but when it was told.
func (c *Campaign) Standings(p *Progress) []Standing {
	s := c.standings(p)
	all := make([]Standing, len(c.Beats))
	for i := range all {
		all[i] = s.of(i, true)
	}
	return all
}

// standings are being worked out for one progress.
type standings struct {
	c        *Campaign
	p        *Progress
	x        *plotIndex
	hopeless places // beats that can never be told any more
	steps    *condition.Steps
	dear     *Beat // the first of which the conditions take more than they may, or nil
}

func (c *Campaign) standings(p *Progress) *standings {
	s := &standings{c: c, p: p, x: c.plotted(), steps: condition.NewSteps(MaxSteps)}
	s.givenUp()
	return s
}

// mark is a fingerprint of what beats are given up by.
func (s *standings) mark() uint64 {
	var mark uint64
	for id, scene := range s.p.Reached {
		mark += maphash.Comparable(marked, reached{id, scene}) // in any order
	}
	for i, id := range s.p.Led {
		mark += maphash.Comparable(marked, reached{id, -1 - i})
	}
	return mark + maphash.Comparable(marked, s.p.Scene)
}

type reached struct {
	id    string
	scene int
}

var marked = maphash.MakeSeed()

// of is how the beat at a place stands; why it waits or is skipped is said on demand alone.
func (s *standings) of(i int, whole bool) Standing {
	standing := s.stands(i, whole)
	standing.place = i
	return standing
}

func (s *standings) stands(i int, whole bool) Standing {
	b := &s.x.beats[i]
	if _, told := s.p.Reached[b.ID]; told && b.Once {
		return Standing{Beat: b, Status: Told}
	}
	if b.ID == s.c.Manifest.Opening.Beat && len(s.p.Reached) == 0 {
		return Standing{Beat: b, Status: Due, Why: "the story opens with it", led: true}
	}
	if slices.Contains(s.p.Led, b.ID) {
		return Standing{Beat: b, Status: Due, Why: "a choice led to it", led: true}
	}
	if len(b.About) > 0 {
		return Standing{Beat: b, Status: Waiting, Why: "nobody has brought it up"}
	}
	if from := s.fallback(i); from != "" {
		return Standing{Beat: b, Status: Due, Why: "it stands in for " + from, led: true}
	}
	if s.hopeless.has(i) {
		standing := Standing{Beat: b, Status: Skipped}
		if whole {
			standing.Why = s.whyNever(b)
		}
		return standing
	}
	if s.onlyLed(b) {
		return Standing{Beat: b, Status: Waiting, Why: "no choice has led to it"}
	}
	return s.held(b, whole)
}

// onlyLed reports whether a beat waits for being led to: something leads to it,
// and it has no conditions of its own.
func (s *standings) onlyLed(b *Beat) bool {
	return b.Conditions == nil && s.x.leads[b.ID]
}

// held holds a beat's conditions against the facts. For a beat that may not be
// skipped its window has no end, and its timeout makes it due.
func (s *standings) held(b *Beat, whole bool) Standing {
	if !b.Skippable && s.timedOut(b) {
		return Standing{Beat: b, Status: Due, Why: "it has waited long enough"}
	}
	all := b.when()
	is, lack := all.Judge(&s.p.Facts, s.steps)
	if s.steps.Dear() && s.dear == nil {
		s.dear = b
	}
	switch is {
	case condition.Yes:
		return Standing{Beat: b, Status: Due, Why: "its conditions hold"}
	case condition.Open:
		return Standing{Beat: b, Status: Judging, Why: all.Failing(&s.p.Facts)[0].Why}
	}
	if !whole {
		if s.steps.Left() == 0 { // it was not judged
			return Standing{Beat: b, Status: Waiting}
		}
		return Standing{Beat: b, Status: Waiting, lacks: all.Readings(lack)}
	}
	for _, finding := range all.Failing(&s.p.Facts) {
		if finding.Truth == condition.No {
			return Standing{Beat: b, Status: Waiting, Why: finding.Part + ": " + finding.Why}
		}
	}
	return Standing{Beat: b, Status: Waiting}
}

// when is all that a beat waits for: its conditions, place and people.
func (b *Beat) when() *condition.Condition {
	if len(b.People) == 0 && b.Place == "" && (b.Skippable || b.Conditions == nil || b.Conditions.Scenes == nil || b.Conditions.Scenes.Max == 0) {
		return orNone(b.Conditions)
	}
	all := *orNone(b.Conditions)
	if !b.Skippable && all.Scenes != nil {
		all.Scenes = &condition.Window{Min: all.Scenes.Min}
	}
	if b.Place != "" {
		all.Place = b.Place
	}
	all.Present = union(all.Present, b.People)
	return &all
}

// fallback is the beat that the one at a place stands in for, because it was given up; "" for
// none.
func (s *standings) fallback(i int) string {
	if !s.x.fallbacks.has(i) {
		return ""
	}
	id := s.x.beats[i].ID
	if _, told := s.p.Reached[id]; told {
		return ""
	}
	for _, at := range s.x.instead[id] {
		from := &s.x.beats[at]
		if _, reached := s.p.Reached[from.ID]; !reached && s.timedOut(from) {
			return from.ID
		}
	}
	return ""
}

// timedOut reports whether a beat has waited longer than its timeout allows,
// counted from the scene in which what it requires had been told.
func (s *standings) timedOut(b *Beat) bool {
	if b.Timeout == nil {
		return false
	}
	since, waiting := s.since(b)
	return waiting && s.p.Scene > since+b.Timeout.Scenes
}

func (s *standings) since(b *Beat) (scene int, waiting bool) {
	c := b.Conditions
	if c == nil {
		return 0, true
	}
	if c.Scenes != nil {
		scene = c.Scenes.Min
	}
	if c.Beat != "" {
		told, ok := s.p.Reached[c.Beat]
		if !ok {
			return 0, false
		}
		scene = max(scene, told)
	}
	if len(c.AnyBeat) > 0 {
		first, ok := s.firstOf(c.AnyBeat)
		if !ok {
			return 0, false
		}
		scene = max(scene, first)
	}
	return scene, true
}

func (s *standings) firstOf(beats []string) (scene int, ok bool) {
	for _, id := range beats {
		if told, reached := s.p.Reached[id]; reached && (!ok || told < scene) {
			scene, ok = told, true
		}
	}
	return scene, ok
}

// whyNever says why a beat can never be told any more, "" where it can: by itself, or
// because of what it requires.
func (s *standings) whyNever(b *Beat) string {
	if why := s.ruledOut(b); why != "" || b.Conditions == nil {
		return why
	}
	return s.whyNeverAfter(b.Conditions)
}

// ruledOut says what rules a beat out by itself, or "".
func (s *standings) ruledOut(b *Beat) string {
	switch by := s.ruling(b); by {
	case "":
		return ""
	case byTimeout:
		return fmt.Sprintf("it has waited for %d scenes", b.Timeout.Scenes)
	case byWindow:
		return fmt.Sprintf("scene %d was the last it could be told in", b.Conditions.Scenes.Max)
	default:
		return by + " was told"
	}
}

// What rules a beat out, besides another beat's id.
const (
	byTimeout = "\x00timeout"
	byWindow  = "\x00window"
)

// ruling is what rules a beat out by itself, or "".
func (s *standings) ruling(b *Beat) string {
	c := b.Conditions
	switch {
	case s.timedOut(b) && (b.Skippable || b.Timeout.Fallback != ""):
		return byTimeout
	case c == nil:
		return ""
	case b.Skippable && c.Scenes != nil && c.Scenes.Closed(s.p.Scene):
		return byWindow
	}
	for _, id := range c.Forbidden {
		if _, told := s.p.Reached[id]; told {
			return id
		}
	}
	return ""
}

// whyNeverAfter looks at what a condition requires to have been told.
func (s *standings) whyNeverAfter(c *condition.Condition) string {
	if c.Beat != "" && s.lost(c.Beat) {
		return "it requires " + c.Beat + ", which can no longer be told"
	}
	if len(c.AnyBeat) > 0 && !slices.ContainsFunc(c.AnyBeat, func(id string) bool { return !s.lost(id) }) {
		return "it requires one of several beats, none of which can be told any more"
	}
	return ""
}

// lost reports whether a beat was never told and can no longer be.
func (s *standings) lost(id string) bool {
	if _, told := s.p.Reached[id]; told || slices.Contains(s.p.Led, id) {
		return false
	}
	_, i, ok := s.c.beatAt(id)
	return ok && s.hopeless.has(i) && s.fallback(i) == ""
}
