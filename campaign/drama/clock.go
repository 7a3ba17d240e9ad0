package drama

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/english"
)

// clock is the time until it has to be over: to the deadline, else to the first time of day after its
// beginning that the premise names, else two days.
func (m *making) clock() {
	m.p.Clock.Minutes, m.p.Clock.Start = 2*aDay, begins(m.r)
	if d := m.r.Deadline; d != nil {
		m.p.Clock.Words = d.Words
		m.p.Clock.Minutes = minutesIn(d, m.p.Clock.Start)
		if s := m.r.Sentences[d.Said]; s.Whole && !s.Asks {
			m.p.Clock.Said = s.Text
		}
		for _, id := range m.r.Sentences[d.Said].Names {
			if m.person(id) != nil {
				m.p.Clock.Who = id
			}
		}
	} else if t, n := m.timeOfDay(); n >= 0 {
		m.p.Clock.Words, m.p.Clock.Minutes = t.words, t.until(m.p.Clock.Start)
		if s := m.r.Sentences[n]; s.Whole && !s.Asks {
			m.p.Clock.Said = s.Text
		}
	}
	if m.p.Clock.byDays() && m.p.Clock.Start > halfDay { // its first sign is an evening, for which there has to be a day
		m.p.Clock.Start = usualStart
	}
	if m.p.Clock.Who == "" {
		for i := range m.p.People {
			if m.p.People[i].Want != "" {
				m.p.Clock.Who = m.p.People[i].ID
				break
			}
		}
	}
	for _, s := range m.p.Steps { // what is of no thread can be lost, papers before what weighs more
		threads := slices.ContainsFunc(m.p.Steps, func(of Step) bool { return of.Thing == s.Thing && of.Thread >= 0 })
		if s.Thread < 0 && s.Thing != "" && s.Locked == "" && !threads && !slices.ContainsFunc(m.p.Locks, func(l Lock) bool { return l.Key == s.Thing }) && (m.p.Clock.Takes == "" || m.thing(s.Thing).Paper) {
			m.p.Clock.Takes = s.ID
		}
	}
	turns := min(44, max(12, len(m.p.Steps)+len(m.p.Places)/2))
	for i := range signs {
		m.p.Clock.Turns = append(m.p.Clock.Turns, 2+(i+1)*turns/signs+m.draw.IntN(2))
	}
}

// timeOfDay is the first that the premise names as when something is to be, and the sentence; -1 for none.
func (m *making) timeOfDay() (clockTime, int) {
	for n, s := range m.r.Sentences {
		if s.Premise {
			if t, is := clockBehind(s.Text, "at", "by", "before", "until"); is && !strings.Contains(s.Text, " was ") && !strings.Contains(s.Text, " were ") {
				return t, n
			}
		}
	}
	return clockTime{}, -1
}

var spans = whenAsked(`(?i)\b(half an|an|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|\d+)( and a half)? (minute|hour)s?\b`)

// whenAsked compiles an expression with the first question, which most starts have none of.
func whenAsked(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// parts are when parts of the day are, in minutes from midnight.
var parts = []struct {
	word   string
	minute int
}{
	{"dusk", 18 * 60}, {"sunset", 18 * 60}, {"nightfall", 19 * 60}, {"dawn", 5 * 60}, {"first light", 5 * 60}, {"sunrise", 6 * 60}, {"daybreak", 5 * 60},
}

// minutesIn is how long it is until a deadline, from when the story begins.
func minutesIn(d *reading.Deadline, start int) int {
	low := strings.ToLower(d.Words)
	if d.Days > 0 {
		return d.Days * aDay
	}
	if f := spans().FindStringSubmatch(low); f != nil {
		n, ok := english.NumberOf(f[1])
		if !ok {
			n, _ = strconv.Atoi(f[1]) // "a" and "an" are one
		}
		minutes := 60 * max(n, 1)
		if f[3] == "minute" {
			minutes = max(n, 1)
		}
		if f[1] == "half an" {
			minutes /= 2
		}
		if f[2] != "" {
			minutes += 30
		}
		return max(10, min(minutes, 30*aDay))
	}
	tomorrow := strings.Contains(low, "tomorrow")
	for _, p := range parts {
		if strings.Contains(low, p.word) {
			minutes := clockTime{minute: p.minute}.until(start)
			if tomorrow && start+minutes < aDay {
				minutes += aDay
			}
			return minutes
		}
	}
	if t, is := clockBehind(low, "at", "by", "before", "until"); is {
		if !tomorrow {
			return t.until(start)
		}
		if t.halves && t.minute < 6*60 && !strings.Contains(low, "morning") { // nobody means the small hours
			t.minute += halfDay
		}
		return aDay - start + t.minute
	}
	if tomorrow {
		return aDay
	}
	return 3 * aDay
}
