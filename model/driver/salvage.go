package driver

import (
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// The marks between which a model thinks before it answers.
const (
	thinking = "<think>"
	thought  = "</think>"
	fence    = "```"
)

// salvaged is the one JSON object of a text that is none by itself: in a fence of Markdown, behind a thinking part, or both. A server that knows no
// schemas lets its model write so. What stands around a fence is dropped, and may hold no object, since nobody could say which one is meant. Of any
// other text it is the text. Whether it is an object of the form is looked at afterwards.
func salvaged(text string) string {
	if isJSON(text) {
		return text
	}
	whole := text
	if before, behind, is := strings.Cut(text, thought); is {
		// The mark that begins the part may be the prompt's own, and missing here; an object before it is an answer that has this mark in its words.
		if opened := strings.HasPrefix(strings.TrimSpace(before), thinking); !opened && strings.HasPrefix(strings.TrimSpace(before), "{") {
			return whole
		}
		text = behind
	}
	if parts := strings.Split(text, fence); len(parts) == 3 && !strings.ContainsAny(parts[0]+parts[2], "{}") {
		text = strings.TrimPrefix(parts[1], "json")
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") && isJSON(text) {
		return text
	}
	return whole
}

// isJSON reports whether a text is one JSON value, within the bounds of an answer.
func isJSON(text string) bool { return readJSON(text) == nil }

func readJSON(text string) error {
	_, _, err := strictjson.ParseWithin([]byte(text), strictjson.Limits{Depth: mostDepth, Values: mostValues})
	return err
}
