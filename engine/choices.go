package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
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

// authoredChoices are those on offer: of the beats told in this turn first, then of
// beats told before that play here, the most urgent and latest first. Of these there is
// room for one less where another is to be made beside them.
func (t *closing) authoredChoices(beside bool) []Choice {
	facts := t.now().Progress()
	var all []Choice
	now := 0
	for _, b := range t.openBeats() {
		for i := range b.Choices {
			if c := &b.Choices[i]; t.onOffer(b, c, &facts.Facts) {
				all = append(all, t.offer(b, c, &facts.Facts))
			}
		}
		if t.came.tells(b.ID) {
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
func (t *closing) openBeats() []*campaign.Beat {
	s := t.state()
	var beats []*campaign.Beat
	for id := range s.Reached {
		if b, ok := t.w.Beat(id); ok && (b.Place == "" || b.Place == t.place()) {
			beats = append(beats, b)
		}
	}
	slices.SortFunc(beats, t.w.InOrder)
	rank := func(b *campaign.Beat) int {
		for i, told := range t.came.Beats {
			if told.ID == b.ID {
				return i - len(t.came.Beats)
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
// be there, and it is taken once unless its author lets it stay. One without a word that
// can be shown is none.
func (t *closing) onOffer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) bool {
	if !c.Stays && facts.Chose(b.ID+"/"+c.ID) || prose.CleanLine(c.Text, world.LongestChoice) == "" {
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
func (t *closing) offer(b *campaign.Beat, c *campaign.Choice, facts *condition.Facts) Choice {
	offered := Choice{ID: b.ID + "/" + c.ID, Action: t.now().Authored(b, c), Text: prose.CleanLine(c.Text, 200), Source: event.Written, Hint: t.hint(b, c)}
	if c.Check != nil {
		offered.Kind = event.Checked
		offered.Difficulty = t.checks(t.next).Difficulty(t.now().AuthoredCheck(b, c), t.set.threshold)
	}
	return offered
}

// hint is the author's hint, as much as player-choices is told to say: nothing, that,
// or besides it what the choice tries and how the person concerned feels.
func (t *closing) hint(b *campaign.Beat, c *campaign.Choice) string {
	written := prose.CleanLine(c.Hint, 200)
	switch {
	case t.set.hints == "none":
		return ""
	case t.set.hints != "detailed" || c.Check == nil:
		return written
	}
	said, try, checks := []string{}, t.now().AuthoredCheck(b, c), t.checks(t.next)
	if written != "" {
		said = append(said, written)
	}
	for _, stat := range checks.Tried(try) {
		said = append(said, "This will try your "+strings.ToLower(stat.Name)+".")
	}
	if liked := checks.Liked(try, t.w.Formula(try)); liked.Value != 0 {
		liked.Name = t.now().NameOf(liked.Of)
		said = append(said, liked.Feeling()+".")
	}
	return strings.Join(said, " ")
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

// naming says in plain words what choices are of, and tells them apart by these.
type naming struct{ *world.Names }

// unlike reports whether a choice is another than those before it: by id, and by what is
// plainly said of it. The words that a skill has for it say nothing here.
func (n naming) unlike(c Choice, before []Choice) bool {
	plain := n.plainly(c)
	return !slices.ContainsFunc(before, func(b Choice) bool { return b.ID == c.ID || n.plainly(b) == plain })
}

// plainly is a choice in plain words, an author's or the grammar's, to compare.
func (n naming) plainly(c Choice) string { return alike(n.Say(c.Action)) }

// alike is a line as it is compared with others that are read.
func alike(line string) string { return strings.ToLower(strings.TrimRight(line, ". ")) }

// toldApart are choices of which no two read alike: where a skill's words for one are
// those of another, or what is plainly said of another, they become the plain ones.
func (n naming) toldApart(all []Choice) []Choice {
	read, plain := map[string]int{}, map[string]string{}
	for _, c := range all {
		read[alike(c.Text)]++
		plain[n.plainly(c)] = c.ID
	}
	for i, c := range all {
		of, taken := plain[alike(c.Text)]
		if c.Source == event.Made && (read[alike(c.Text)] > 1 || taken && of != c.ID) {
			all[i].Text = n.Say(c.Action)
		}
	}
	return all
}
