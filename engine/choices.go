package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Where a choice comes from.
const (
	authored = "authored"
	made     = "made"
	generic  = "generic"
)

// How many choices a turn ends with.
const (
	fewestChoices = 3
	mostChoices   = 4
)

// A choice is one that is offered, as the log keeps it.
type choice = Choice

// A ChoiceError says that a choice is not among those offered.
type ChoiceError struct{ Choice, Nearest string }

func (e *ChoiceError) Error() string {
	if e.Choice == "" {
		return "one of the choices offered is needed to go on"
	}
	if e.Nearest == "" {
		return fmt.Sprintf("%q is not among the choices offered", e.Choice)
	}
	return fmt.Sprintf("%q is not among the choices offered; did you mean %q?", e.Choice, e.Nearest)
}

func newChoiceError(id string, offered []string) *ChoiceError {
	return &ChoiceError{Choice: id, Nearest: nearest.Name(id, offered)}
}

// object is a choice as choices.offered holds it.
func (c Choice) object() strictjson.Object {
	because := make([]any, len(c.Because))
	for i, g := range c.Because {
		because[i] = strictjson.Object{"position": whole(g.Position), "text": g.Text}
	}
	o := strictjson.Object{"id": c.ID, "text": c.Text, "source": c.Source}
	for name, value := range map[string]string{"kind": c.Kind, "difficulty": c.Difficulty, "hint": c.Hint} {
		if value != "" {
			o[name] = value
		}
	}
	if len(because) > 0 {
		o["because"] = because
	}
	return o
}

// readChoice reads what object wrote.
func readChoice(o strictjson.Object) Choice {
	text := func(name string) string { s, _ := o[name].(string); return s }
	c := Choice{
		ID: text("id"), Text: text("text"), Source: text("source"), Kind: text("kind"),
		Difficulty: text("difficulty"), Hint: text("hint"),
	}
	list, _ := o["because"].([]any)
	for _, item := range list {
		ground, _ := item.(strictjson.Object)
		c.Because = append(c.Because, Ground{Position: integer(ground["position"]), Text: textOf(ground["text"])})
	}
	return c
}

func textOf(v any) string { s, _ := v.(string); return s }

func integer(v any) int64 {
	switch v := v.(type) {
	case strictjson.Number:
		n, _ := v.Int64()
		return n
	case int64:
		return v
	case int:
		return int64(v)
	}
	return 0
}

// details is what choice.made keeps of what was offered.
func (c Choice) details() strictjson.Object {
	o := c.object()
	delete(o, "id")
	delete(o, "text")
	return o
}

// authoredChoice finds what an author wrote of the choice that was made.
func (t *turn) authoredChoice() (*campaign.Beat, *campaign.Choice, bool) {
	beatID, id, ok := authorsID(t.choice.ID)
	if !ok || t.choice.Source != authored {
		return nil, nil, false
	}
	beat, ok := t.c.Beat(beatID)
	if !ok {
		return nil, nil, false
	}
	written, ok := beat.Choice(id)
	return beat, written, ok
}

// authoredChoices are those on offer: of the beats told in this turn first, then of
// beats told before that play here, the most urgent and latest first. Of these there is
// room for one less where another is to be made beside them.
func (t *turn) authoredChoices(beside bool) []Choice {
	facts := t.progress()
	var all []Choice
	now := 0
	for _, b := range t.openBeats() {
		for i := range b.Choices {
			if c := &b.Choices[i]; t.onOffer(b, c, &facts.Facts) {
				all = append(all, t.offer(b, c, &facts.Facts))
			}
		}
		if t.tells(b.ID) {
			now = len(all)
		}
	}
	room := t.set.most
	if beside {
		room--
	}
	return all[:min(len(all), max(room, min(now, t.set.most)))]
}

// openBeats are the beats whose choices may be on offer here, in the order they
// are offered.
func (t *turn) openBeats() []*campaign.Beat {
	s := t.state()
	var beats []*campaign.Beat
	for i := range t.c.Beats {
		b := &t.c.Beats[i]
		if _, told := s.Reached[b.ID]; told && (b.Place == "" || b.Place == t.place()) {
			beats = append(beats, b)
		}
	}
	rank := func(b *campaign.Beat) int {
		for i, told := range t.beats {
			if told.ID == b.ID {
				return i - len(t.beats)
			}
		}
		return 0
	}
	slices.SortStableFunc(beats, func(a, b *campaign.Beat) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Priority, a.Priority), cmp.Compare(s.Reached[b.ID], s.Reached[a.ID]))
	})
	return beats
}

// onOffer reports whether a choice may be taken now. The people of its beat must
// be there, and it is taken once unless its author lets it stay.
func (t *turn) onOffer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) bool {
	if !c.Stays && facts.Chose(b.ID+"/"+c.ID) {
		return false
	}
	for _, person := range b.People {
		if !slices.Contains(facts.Present, person) {
			return false
		}
	}
	return c.Requires.Eval(facts) == condition.Yes
}

// offer is an authored choice as it is shown.
func (t *turn) offer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) Choice {
	offered := Choice{ID: b.ID + "/" + c.ID, Text: prose.CleanLine(c.Text, 200), Source: authored, Hint: t.hint(b, c)}
	if c.Check != nil {
		offered.Kind = "check"
		offered.Difficulty = t.odds(b, c)
	}
	return offered
}

// hint is the author's hint, as much as player-choices is told to say: nothing, that,
// or besides it what the choice tries and how the person concerned feels.
func (t *turn) hint(b *campaign.Beat, c *campaign.Choice) string {
	written := prose.CleanLine(c.Hint, 200)
	switch {
	case t.set.hints == "none":
		return ""
	case t.set.hints != "detailed" || c.Check == nil:
		return written
	}
	said, try := []string{}, t.trial(b, c)
	if written != "" {
		said = append(said, written)
	}
	for _, stat := range t.tried(try) {
		said = append(said, "This will try your "+strings.ToLower(stat.Name)+".")
	}
	if liked := t.liked(try, t.formula(try)); liked.Value != 0 {
		said = append(said, liked.Because+".")
	}
	return strings.Join(said, " ")
}

// grounds are stored events by their handles in the view the choices were made of.
func (t *turn) grounds(handles []string) []Ground {
	s := t.state()
	var grounds []Ground
	for _, handle := range handles {
		position, ok := t.view.Position(handle)
		if !ok {
			continue
		}
		for _, m := range s.Memories {
			if m.Position == position {
				grounds = append(grounds, Ground{Position: int64(position), Text: inWords(m)})
			}
		}
		for _, e := range s.Journal {
			if e.Position == position && !slices.ContainsFunc(grounds, func(g Ground) bool { return g.Position == int64(position) }) {
				grounds = append(grounds, Ground{Position: int64(position), Text: e.Text})
			}
		}
	}
	return grounds
}

// inWords is a memory with its topic, where it does not name that itself.
func inWords(m story.Memory) string {
	if m.Topic == "" || strings.Contains(strings.ToLower(m.Summary), strings.ToLower(m.Topic)) {
		return m.Summary
	}
	return strings.TrimRight(m.Summary, ".!? ") + " (" + m.Topic + ")."
}

// distinct reports whether a choice is unlike those before it, by id and by text.
func distinct(c Choice, before []Choice) bool {
	return !slices.ContainsFunc(before, func(b Choice) bool {
		return b.ID == c.ID || strings.EqualFold(strings.TrimRight(b.Text, ". "), strings.TrimRight(c.Text, ". "))
	})
}

// offerEvent writes down what the turn ends with.
func (t *turn) offerEvent(choices []Choice) {
	list := make([]any, len(choices))
	for i, c := range choices {
		list[i] = c.object()
	}
	t.add(event.ChoicesOffered, event.Data{"choices": list})
}
