package drama

import (
	"testing"

	"github.com/narratoria/narratoria/campaign/reading"
)

// When it is at first and when it has to be over are read of the premise, as people say the time of day.
func TestTheTimeOfDay(t *testing.T) {
	for premise, want := range map[string]struct{ start, minutes int }{
		"It is twenty to seven, and the curtain goes up at half past seven.": {18*60 + 40, 50},
		"It is nine in the morning. The train leaves at noon.":               {9 * 60, 3 * 60},
		"It is 23:10. The guard comes at 01:00.":                             {23*60 + 10, 110},
		"It is ten to four. You have until six o'clock.":                     {15*60 + 50, 130},
		"The bells ring. The doors close at midnight.":                       {8 * 60, 16 * 60},
		"The bells ring, and nobody says when.":                              {8 * 60, 2 * 24 * 60},
		"It is one of the oldest inns. You have until six o'clock.":          {8 * 60, 10 * 60},
		"The bells ring. He was seen at two.":                                {8 * 60, 2 * 24 * 60},
	} {
		m := &making{r: &reading.Reading{Sentences: []reading.Sentence{{Text: premise, Premise: true, Whole: true}}}, p: &Plot{}, draw: seeded()}
		m.clock()
		if m.p.Clock.Start != want.start || m.p.Clock.Minutes != want.minutes {
			t.Errorf("%q begins at %d and takes %d", premise, m.p.Clock.Start, m.p.Clock.Minutes)
		}
	}
	for _, deadline := range []struct {
		words   string
		start   int
		minutes int
	}{
		{"at six tomorrow morning", 8 * 60, 22 * 60}, {"at eleven tomorrow", 8 * 60, 27 * 60}, {"tomorrow at two", 8 * 60, 30 * 60}, {"at four", 8 * 60, 8 * 60}, {"at dusk", 8 * 60, 10 * 60}, {"at dawn", 20 * 60, 9 * 60},
		{"in thirty hours", 8 * 60, 30 * 60}, {"in eleven hours", 8 * 60, 11 * 60}, {"in half an hour", 8 * 60, 30},
	} {
		if got := minutesIn(&reading.Deadline{Words: deadline.words}, deadline.start); got != deadline.minutes {
			t.Errorf("%q from %d is %d minutes", deadline.words, deadline.start, got)
		}
	}
}
