package engine

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// How many choices a turn ends with.
const (
	fewestChoices = 3
	mostChoices   = 4
)

// A ChoiceError says that a choice is not among those offered.
type ChoiceError struct {
	Choice, Nearest string
	Gone            bool // it was offered, and the story or the campaign has it no more
}

func (e *ChoiceError) Error() string {
	switch {
	case e.Choice == "":
		return "one of the choices offered is needed to go on"
	case e.Gone:
		return fmt.Sprintf("%q cannot be done any more", e.Choice)
	case e.Nearest == "":
		return fmt.Sprintf("%q is not among the choices offered", e.Choice)
	}
	return fmt.Sprintf("%q is not among the choices offered; did you mean %q?", e.Choice, e.Nearest)
}

func newChoiceError(id string, offered []string) *ChoiceError {
	return &ChoiceError{Choice: id, Nearest: nearest.Name(id, offered)}
}

// object is a choice as choices.offered holds it. What it rests on is named by the
// positions of events; their words are made when it is shown.
func (c Choice) object() strictjson.Object {
	o := strictjson.Object{"id": c.ID, "text": c.Text, "source": string(c.Source), "action": c.Action.Object()}
	strictjson.Put(o, "kind", string(c.Kind))
	strictjson.Put(o, "difficulty", c.Difficulty)
	strictjson.Put(o, "hint", c.Hint)
	if len(c.Because) > 0 {
		because := make([]any, len(c.Because))
		for i, g := range c.Because {
			because[i] = g.Position
		}
		o["because"] = because
	}
	return o
}

// readChoice reads what object wrote.
func (l *looking) readChoice(o strictjson.Object) Choice {
	text := func(name string) string { return strictjson.AsString(o[name]) }
	c := Choice{
		ID: text("id"), Text: text("text"), Source: event.ChoiceSource(text("source")), Kind: event.ChoiceKind(text("kind")),
		Difficulty: text("difficulty"), Hint: text("hint"),
	}
	c.Action, _ = action.Parse(o["action"])
	for _, position := range strictjson.AsList(o["because"]) {
		if g := l.ground(event.Position(strictjson.AsInteger(position))); g.Text != "" {
			c.Because = append(c.Because, g)
		}
	}
	return c
}

// looking is a view in which stored events are looked up.
type looking struct{ *story.View }

func lookIn(v *story.View) *looking { return &looking{v} }

// ground is a stored event in words; without them where the view has none.
func (l *looking) ground(at event.Position) Ground {
	if m, is := l.Memory(at); is {
		return Ground{Position: int64(at), Text: inWords(l.View, m)}
	}
	if e, is := l.Entry(at); is {
		return Ground{Position: int64(at), Text: l.EntryWords(&e)}
	}
	return Ground{Position: int64(at)}
}

// details is what choice.made keeps of what was offered.
func (c Choice) details() strictjson.Object {
	o := c.object()
	for _, said := range []string{"id", "text", "action"} { // the event itself says them
		delete(o, said)
	}
	return o
}

// grounds are stored events by their handles in the view the choices were made of.
func grounds(v *story.View, handles []string) []Ground {
	var all []Ground
	for _, handle := range handles {
		if position, ok := v.Position(handle); ok {
			all = append(all, Ground{Position: int64(position)})
		}
	}
	return all
}

// inWords is a memory with its topic, where it does not name that itself.
func inWords(v *story.View, m story.Memory) string {
	words, topic := v.Words(&m), v.TopicWords(m.Topic)
	if topic == "" || strings.Contains(strings.ToLower(words), strings.ToLower(topic)) {
		return words
	}
	return strings.TrimRight(words, ".!? ") + " (" + topic + ")."
}
