package story_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// anyLog draws events of every kind that the codec takes, whether or not they make
// sense.
func anyLog(t *rapid.T) []persistence.Record {
	var records []persistence.Record
	for range rapid.IntRange(0, 40).Draw(t, "events") {
		encoded, err := event.Encode(anyEvent(t))
		if err != nil {
			t.Fatal(err)
		}
		e, err := event.Decode(encoded)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, persistence.Record{Event: e, Position: event.Position(len(records) + 1)})
	}
	return records
}

var anybody = rapid.SampledFrom([]string{"player", "ines", "ned", "player", "ines", "ned", "x"})

var anyID = rapid.SampledFrom([]string{"player", "ines", "ned", "quay", "tower", "x"})

func anyEvent(t *rapid.T) event.Event {
	kind := rapid.SampledFrom(event.Kinds()).Draw(t, "kind")
	data := event.Data{}
	e := event.Event{Kind: kind, Actor: "engine", Data: data}
	if kind.Worldly() || rapid.Bool().Draw(t, "has a moment") {
		e.Moment = event.Moment{Sequence: event.Sequence(rapid.Int64Range(1, 5).Draw(t, "sequence")), Timed: true, Minutes: rapid.Int64().Draw(t, "at")}
	}
	if kind.Perceived() {
		e.Perception = &event.Perception{WitnessedBy: anyCharacters(t), ApparentAudience: anyCharacters(t)}
	}
	for _, field := range kind.Fields() {
		if !field.Optional || rapid.Bool().Draw(t, field.Name+" is there") {
			data[field.Name] = anyValue(t, field)
		}
	}
	return e
}

func anyCharacters(t *rapid.T) []event.CharacterID {
	var ids []event.CharacterID
	for _, id := range rapid.SliceOfN(anyID, 0, 3).Draw(t, "characters") {
		ids = append(ids, event.CharacterID(id))
	}
	return ids
}

func anyValue(t *rapid.T, field event.Field) any {
	switch {
	case field.Name == "action":
		return anyAction(t)
	case field.Name == "outcome" && field.Type == event.Tree:
		return anyOutcome(t)
	case len(field.Among) > 0 && field.Type == event.Texts:
		return rapid.SliceOfN(rapid.SampledFrom(field.Among), 0, 3).Draw(t, field.Name)
	case len(field.Among) > 0:
		return rapid.SampledFrom(field.Among).Draw(t, field.Name)
	}
	switch field.Type {
	case event.Text:
		return rapid.SampledFrom([]string{"", "person", "faction", "triumph", "crashed", "The lamp."}).Draw(t, field.Name)
	case event.ID:
		return anyID.Draw(t, field.Name)
	case event.Whole:
		return rapid.OneOf(rapid.Int64(), rapid.Int64Range(-3, 3)).Draw(t, field.Name)
	case event.Flag:
		return rapid.Bool().Draw(t, field.Name)
	case event.Blob:
		return event.HashOf(nil).String()
	case event.Texts, event.IDs:
		return rapid.SliceOfN(anyID, 0, 3).Draw(t, field.Name)
	}
	return anyTree(t, field.Type == event.Free, 3)
}

// anyAction draws what stands for an action: one of the package's, seldom something else.
func anyAction(t *rapid.T) any {
	if rapid.IntRange(0, 9).Draw(t, "no action") == 0 {
		return anyTree(t, false, 3)
	}
	ref := func(kind action.RefKind) action.Ref {
		if rapid.IntRange(0, 2).Draw(t, "there") > 0 {
			return action.Ref{}
		}
		return action.Ref{Kind: kind, ID: anyID.Draw(t, string(kind))}
	}
	a := action.Action{
		Kind: rapid.SampledFrom(action.Kinds()).Draw(t, "kind"), By: action.PersonRef(anybody.Draw(t, "by")),
		Item: ref(action.Item), Topic: ref(action.Topic), Place: ref(action.Place), Thread: ref(action.Thread),
		Words: rapid.SampledFrom([]string{"", "Row out."}).Draw(t, "words"),
	}
	if to := ref(action.Person); !to.None() {
		a.To = append(a.To, to)
	}
	return a.Object()
}

// anyOutcome draws what stands for an outcome: see anyAction.
func anyOutcome(t *rapid.T) any {
	if rapid.IntRange(0, 9).Draw(t, "no outcome") == 0 {
		return anyTree(t, false, 3)
	}
	o := action.Outcome{Grade: rapid.SampledFrom(action.Grades()).Draw(t, "grade")}
	for range rapid.IntRange(0, 2).Draw(t, "changes") {
		o.Changes = append(o.Changes, action.Change{
			Kind: rapid.SampledFrom(action.ChangeKinds()).Draw(t, "change"), Who: action.PersonRef(anybody.Draw(t, "who")),
			What:  action.Ref{Kind: rapid.SampledFrom(action.RefKinds()).Draw(t, "of"), ID: anyID.Draw(t, "what")},
			Event: rapid.Int64Range(0, 20).Draw(t, "event"),
		})
	}
	return o.Object()
}

// treeKeys are the names that reducers look for, and some others.
var treeKeys = []string{"clock", "relation", "person", "faction", "unit_minutes", "keep", "led", "items", "place", "mood", "id", "$player"}

func anyTree(t *rapid.T, free bool, depth int) any {
	most := 3
	if depth > 0 {
		most = 5
	}
	switch rapid.IntRange(0, most).Draw(t, "tree") {
	case 0:
		return rapid.Int64().Draw(t, "number")
	case 1:
		return anyID.Draw(t, "text")
	case 2:
		if free {
			return nil
		}
		return true
	case 3:
		if free {
			return strictjson.Number("1.5e300")
		}
		return rapid.Int64Range(0, 2000).Draw(t, "number")
	case 4:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			list = append(list, anyTree(t, free, depth-1))
		}
		return list
	}
	o := strictjson.Object{}
	for range rapid.IntRange(0, 4).Draw(t, "members") {
		o[rapid.SampledFrom(treeKeys).Draw(t, "key")] = anyTree(t, free, depth-1)
	}
	return o
}

// Everything that can be asked of a state.
func everything(s *story.State) string {
	asked := []string{dump(s), fmt.Sprint(s.Present(), s.Day(), s.Hour(), s.Minute())}
	for _, who := range []event.CharacterID{"player", "ines", "ned"} {
		asked = append(asked, seen(s.As(who)))
	}
	for _, who := range []string{"player", "ines", "ned", "quay", "x"} {
		asked = append(asked, fmt.Sprint(s.Opinion(who), s.Regard("player", who), s.Exists(who), s.Name(who), s.WeatherAt(who)))
	}
	return strings.Join(asked, "\n")
}

// Whatever stands in a log can be folded, and in whatever steps it comes to the
// same; no step changes the state before it.
func foldsAlike(t *rapid.T) {
	log := anyLog(t)
	want := everything(story.Fold(log))
	s := new(story.State)
	steps := []*story.State{s}
	looked := []string{everything(s)}
	for _, r := range log {
		s = s.Apply(r)
		steps, looked = append(steps, s), append(looked, everything(s))
	}
	if got := everything(s); got != want {
		t.Fatalf("in steps it is\n%s\nin one go\n%s", got, want)
	}
	// Another story from any of these states is nobody else's business.
	from := rapid.IntRange(0, len(steps)-1).Draw(t, "from")
	other := steps[from]
	for _, r := range anyLog(t) {
		other = other.Apply(r)
	}
	for i, step := range steps {
		if got := everything(step); got != looked[i] {
			t.Fatalf("after %d of %d events it was\n%s\nand became\n%s", i, len(log), looked[i], got)
		}
	}
}

func TestFoldingInStepsIsFoldingAtOnce(t *testing.T) { rapid.Check(t, foldsAlike) }

// go test -fuzz FuzzApply ./story
func FuzzApply(f *testing.F) { f.Fuzz(rapid.MakeFuzz(foldsAlike)) }

// What a turn shows while it is staged is what a fold finds once it is written: every kind of event in a
// story that was told, and whatever else can be staged.
func TestStagingIsFolding(t *testing.T) {
	foldsAsStaged(t)
	rapid.Check(t, func(t *rapid.T) {
		save, err := persistence.New(mem.New(), nil).Create(t.Context(), "staged", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		m := &machine{save: save}
		if m.p, err = story.Open(t.Context(), save); err != nil {
			t.Fatal(err)
		}
		beginModel(t, m)
		turn := m.turn
		for _, id := range []string{"x", "ines", "quay"} { // to have something to lose
			m.add(event.FactEstablished, event.Data{"fact": id, "content": "It is so."})
			m.add(event.MemoryKept, event.Data{"memory": id, "knower": "*", "words": "It was so.", "significance": "low"})
			m.add(event.MemoryPinned, event.Data{"memory": id, "who": "player"})
			m.add(event.TopicRaised, event.Data{"topic": id, "words": "the " + id})
			for _, who := range people {
				if id != "x" { // that is put down somewhere
					m.add(event.ItemGained, event.Data{"who": who, "item": id, "count": 5})
				}
			}
		}
		m.add(event.EntityAdded, event.Data{"entity": "x", "type": "item", "name": "A box"})
		for _, id := range []string{"player", "ines", "ned"} { // to be called off, or begun
			m.add(event.OccasionPlanned, event.Data{"occasion": id, "name": "The " + id, "trigger": "manual"})
		}
		for range rapid.IntRange(60, 600).Draw(t, "tries") {
			e := anyEvent(t)
			if _, is := e.Lookup("of"); is { // one of the latest events
				e.Data.(event.Data)["of"] = int64(turn.State().Position) - rapid.Int64Range(0, 9).Draw(t, "ago")
			}
			if rapid.Bool().Draw(t, "now") {
				e.Moment = event.Moment{}
			}
			if rapid.Bool().Draw(t, "here") {
				e.Perception = nil
			}
			_, _ = turn.Add(e) // many make no sense
		}
		staged := everything(turn.State())
		if _, err := turn.Commit(t.Context()); err != nil {
			t.Fatal(err) // whatever was taken can be written, its rows included
		}
		again, err := story.Open(t.Context(), save)
		if err != nil {
			t.Fatal(err)
		}
		if got := everything(again.State()); got != staged {
			t.Fatalf("folded it is\n%s\nand was staged as\n%s", got, staged)
		}
		if got := everything(m.p.State()); got != staged {
			t.Fatal("what was committed is not what was staged")
		}
	})
}

// foldsAsStaged stages a story that was told, which has every kind of event, in one turn: after each it is
// what the fold of all until then is, and so it is when it has been written.
func foldsAsStaged(t *testing.T) {
	t.Helper()
	from := create(t, persistence.New(mem.New(), nil))
	first := open(t, from)
	begin(t, first)
	tell(t, first)
	var told []persistence.Record
	for r, err := range first.Events(t.Context(), 0) {
		must(t, err)
		told = append(told, r)
	}
	save := create(t, persistence.New(mem.New(), nil))
	p := open(t, save)
	turn := p.Begin("all")
	staged := map[event.Kind]bool{}
	for i, r := range told {
		for _, field := range r.Event.Kind.Fields() {
			if text := r.Event.Text(field.Name); field.Type == event.Blob && text != "" {
				sum, err := event.ParseHash(text)
				must(t, err)
				data, err := from.GetBlob(t.Context(), sum)
				must(t, err)
				_, err = turn.PutBlob(t.Context(), data)
				must(t, err)
			}
		}
		if _, err := turn.Add(r.Event); err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
		staged[r.Event.Kind] = true
		if got, want := dump(turn.State()), dump(story.Fold(told[:i+1])); got != want {
			t.Fatalf("after event %d, %s, it is staged as\n%s\nand folded is\n%s", i+1, r.Event.Kind, got, want)
		}
	}
	_, err := turn.Commit(t.Context())
	must(t, err)
	if got, want := everything(open(t, save).State()), everything(turn.State()); got != want || everything(p.State()) != want {
		t.Fatalf("read again it is\n%s\nand was staged as\n%s", got, want)
	}
	for _, kind := range event.Kinds() {
		if !staged[kind] {
			t.Errorf("no %s is told", kind)
		}
	}
}
