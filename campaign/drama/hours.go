package drama

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/english"
)

// usualStart is when a story begins whose author does not say, in minutes from midnight.
const usualStart = 8 * 60

const halfDay = 12 * 60

// ofClock is a time of day in words or figures, with which a text begins.
var ofClock = whenAsked(`(?i)^(?:(half past|(?:a )?quarter past|(?:a )?quarter to|five past|five to|ten past|ten to|twenty past|twenty to|twenty-five past|twenty-five to) )?(?:(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|(\d{1,2})[:.](\d\d)\b|(noon|midday|midnight)\b)( o'clock)?`)

// offsets are minutes from the hour that is named.
var offsets = map[string]int{
	"half past": 30, "quarter past": 15, "a quarter past": 15, "quarter to": -15, "a quarter to": -15, "five past": 5, "five to": -5, "ten past": 10, "ten to": -10,
	"twenty past": 20, "twenty to": -20, "twenty-five past": 25, "twenty-five to": -25,
}

// A clockTime is a time of day that was read, in minutes from midnight; where halves is set, it may be
// twelve hours later as well.
type clockTime struct {
	minute int
	halves bool
	words  string
}

// clockBehind is the first time of day that stands behind some words: "at", "it is".
func clockBehind(text string, words ...string) (clockTime, bool) {
	low := " " + strings.ToLower(text)
	for _, word := range words {
		for from := 0; ; {
			at := strings.Index(low[from:], " "+word+" ")
			if at < 0 {
				break
			}
			from += at + len(word) + 2
			match := ofClock().FindStringSubmatch(low[from:])
			if match == nil {
				continue
			}
			if bare := match[1] == "" && match[6] == "" && match[2] != ""; bare && !endsTime(low[from+len(match[0]):]) { // "one of them"
				continue
			}
			if t, is := clockOf(match); is {
				t.words = word + " " + strings.TrimSpace(match[0])
				return t, true
			}
		}
	}
	return clockTime{}, false
}

// endsTime reports whether an hour that is only a number can be one by what stands behind it.
func endsTime(rest string) bool {
	return rest == "" || strings.ContainsAny(rest[:1], ".,;:!?)") || slices.ContainsFunc([]string{" in the ", " at night", " on ", " and ", " tomorrow", " this ", " now ", " sharp"}, func(w string) bool { return strings.HasPrefix(rest, w) })
}

// clockOf reads what was matched.
func clockOf(f []string) (t clockTime, is bool) {
	offset := offsets[f[1]]
	switch {
	case f[5] == "midnight":
		return clockTime{minute: (24*60 + offset) % (24 * 60)}, true
	case f[5] != "":
		return clockTime{minute: halfDay + offset}, true
	case f[2] != "":
		hour, _ := english.NumberOf(f[2])
		return clockTime{minute: (hour*60 + offset + 24*60) % halfDay, halves: true}, true
	}
	hour, _ := strconv.Atoi(f[3])
	minute, _ := strconv.Atoi(f[4])
	if hour > 23 || minute > 59 {
		return t, false
	}
	return clockTime{minute: hour*60 + minute, halves: hour >= 1 && hour <= 12 && len(f[3]) < 2}, true
}

// begins is when the premise says that it is, else the usual hour.
func begins(r *reading.Reading) int {
	late, early := false, false
	for _, s := range r.Sentences {
		if s.Premise {
			low := strings.ToLower(s.Text)
			late = late || hasAny(low, "tonight", "evening", "night", "curtain", "supper", "dusk", "afternoon", "matinee")
			early = early || hasAny(low, "morning", "dawn", "breakfast")
		}
	}
	for _, s := range r.Sentences {
		if !s.Premise {
			continue
		}
		if t, is := clockBehind(s.Text, "it is", "it is now", "it is just", "it is nearly", "it is already"); is {
			if t.halves && t.minute < halfDay && (late && !early || t.minute < 7*60 && !early) {
				t.minute += halfDay
			}
			return t.minute
		}
	}
	return usualStart
}

// hasAny reports whether a text has any of some parts in it.
func hasAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// until is how many minutes from a time of day to the next that is so read.
func (t clockTime) until(start int) int {
	at := t.minute
	for at <= start {
		if t.halves {
			at += halfDay
		} else {
			at += aDay
		}
	}
	return at - start
}
