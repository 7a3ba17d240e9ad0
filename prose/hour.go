package prose

import (
	"slices"
	"strings"
)

// An Hour is when somebody speaks, and in what weather, as far as they know: "" of what they do not. What they say of either is
// said where it is so.
type Hour struct {
	Part    string // of the day: night, dawn, morning, noon, afternoon, dusk or evening
	Clock   string // as it is said: "a quarter past eight"
	Weather string // in words: "fog", "light rain"
}

// isSo reports whether a clause says the hour, and no more: "It is a quarter past eight already", "dusk already".
func (h Hour) isSo(clause []string) bool {
	clause = behind(behind(behind(clause, leads), "it it's is"), "already")
	if n := len(clause); n > 0 && clause[n-1] == "already" {
		clause = clause[:n-1]
	}
	of := func(text string) bool { return text != "" && slices.Equal(clause, wordsOf(text)) }
	return of(h.Clock) || of(h.Part)
}

// denies reports whether a clause says an hour or a weather that is not, as far as the hour is known.
func (h Hour) denies(clause []string) bool {
	if h == (Hour{}) {
		return false
	}
	return slices.ContainsFunc(clause, func(word string) bool {
		if parts, is := hoursSaid[word]; is {
			return h.Part != "" && !OneOf(h.Part, parts)
		}
		weathers, is := weathersSaid[word]
		return is && !slices.ContainsFunc(strings.Fields(weathers), func(w string) bool { return strings.Contains(strings.ToLower(h.Weather), w) })
	})
}

// hoursSaid are the parts of the day in which a word may be said of the hour; weathersSaid is what has to be in the words for a weather
// of which one may be said.
var (
	hoursSaid = map[string]string{
		"dawn": "dawn", "morning": "dawn morning", "noon": "noon", "afternoon": "noon afternoon", "dusk": "dusk", "evening": "dusk evening", "night": "evening night",
		"dark": "dusk evening night dawn", "late": "dusk evening night", "early": "dawn morning", "sun": "dawn morning noon afternoon dusk",
	}
	weathersSaid = map[string]string{
		"rain": "rain drizzle shower storm wet", "wind": "wind gale storm breez blow", "snow": "snow sleet", "fog": "fog mist haze", "mist": "fog mist haze drizzle", "storm": "storm gale",
	}
)
