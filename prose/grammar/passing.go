package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// To wait is to wait a while. Who lets the night go by, or five hours, wants more than that, and where
// an author has a choice that lets time go by, that may be it: it is, if it is for as long, and is
// asked back if not. Where there is none, waiting is all that can be done.

// passing reads a line that lets more time go by than a while.
func (r *Reader) passing(l *line, found Reading) Reading {
	if len(r.worded) == 0 || found.First != "" || found.Found && found.Action.Kind != action.Wait {
		return found
	}
	long := lapse(l.words[skipped(l.words, 0):])
	if long == "" {
		return found
	}
	var same, all []action.Action
	for _, of := range r.worded {
		switch lapse(of.words) {
		case "":
		case long:
			same = append(same, of.action)
		default:
			all = append(all, of.action)
		}
	}
	switch {
	case len(same) > 0:
		return among(same)
	case len(all) == 0:
		return found
	case found.Found:
		all = append(all, found.Action)
	}
	return Reading{Among: all}
}

// lapse is until when or for how long some words that say nothing else let time go by: "morning",
// "5 hours", "" for none or a while.
func lapse(words []string) string {
	if len(words) < 2 || !english.OneOf(words[0], waiting) {
		return ""
	}
	until, number := "", ""
	for i, w := range words[1:] {
		switch n := slices.Index(strings.Fields(numerals), w); {
		case n > 1:
			number = strconv.Itoa(n)
		case strings.Trim(w, "0123456789") == "":
			number = w
		case english.OneOf(w, "hours days weeks"):
			until = strings.TrimSpace(number + " " + w)
		case w == "night" && english.OneOf(words[i-count(words[i:i+1], articles)], "until till for"):
			until = "evening"
		case timesOfDay[w] != "":
			until = timesOfDay[w]
		case !english.OneOf(w, beside):
			return ""
		}
	}
	if number == "" && strings.HasSuffix(until, "s") {
		return "" // "some hours"
	}
	return until
}

const (
	waiting = "wait let stay sleep rest remain linger pass spend while kill stop sit skip nap doze"
	beside  = "the next for until till to by go goes pass passes slip slips run away past whole rest of all long come comes here there up out through away time it is and break breaks turn turns in"
)

// timesOfDay are words for when somebody waits until, by what they come to.
var timesOfDay = map[string]string{
	"morning": "morning", "dawn": "morning", "daybreak": "morning", "sunrise": "morning", "daylight": "morning", "tomorrow": "morning", "night": "morning", "midnight": "midnight",
	"evening": "evening", "dusk": "evening", "nightfall": "evening", "sunset": "evening", "sundown": "evening", "noon": "noon", "midday": "noon",
}
