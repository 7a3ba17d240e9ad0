package narrator

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// A choice is what the player does, as far as the scene says it by data.
type choice struct {
	kind           action.Kind // "" for one of no kind that is known
	person, thread string      // ids
	topic, item    string      // in words
	place          named
}

func choiceOf(o protocol.Object) choice {
	c := choice{
		kind: action.Kind(name(o["kind"])), person: name(o["person"]), thread: name(o["thread"]),
		topic: inWords(o["topic"]), item: inWords(o["item"]), place: named{name(o["place"]), inWords(o["place"])},
	}
	if !c.kind.Known() {
		c.kind = ""
	}
	return c
}

// worded reports whether nothing but the words of a choice says what it is: an
// author's, the player's own, a third party's. All others are planned for by what
// their data say, so that two wordings of one action have one plan.
func (c choice) worded() bool {
	switch c.kind {
	case "", action.Authored, action.Say, action.Custom:
		return true
	}
	return false
}

// subject is what the data of a choice name, in words: its topic, its item, and the
// place where that is what it is about. People and threads are known by their ids.
func (c choice) subject(here named) saying {
	about := []string{c.topic, c.item}
	switch c.kind {
	case action.Go, action.Examine, action.Search:
		if c.place.id == here.id {
			c.place.name = here.name
		}
		about = append(about, c.place.name)
	}
	return saying{words: wordsOf(strings.Join(about, "; "))}
}

// inWords is what something is called that a scene names: in its own words, by its
// name, or else by its id, which was made of words.
func inWords(v any) string {
	o := strictjson.AsObject(v)
	for _, words := range []string{text(o["words"]), name(o["name"]), name(o["id"]), name(v)} {
		if words != "" {
			return words
		}
	}
	return ""
}
