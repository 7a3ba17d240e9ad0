package event_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// TestMain fixes the seed of all properties; -rapid.seed on the command line wins.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"rapid.seed": "11", "rapid.checks": strconv.Itoa(soak.Count(10_000)), "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

func said(text string) event.Event {
	return event.Event{
		Kind:   event.Said,
		Actor:  "player",
		Moment: event.Moment{Sequence: 3, Label: "At the quay", Timed: true, Minutes: 480},
		Cause:  12,
		Perception: &event.Perception{
			WitnessedBy:      []event.CharacterID{"player", "mira", "tom"},
			ApparentAudience: []event.CharacterID{"player", "mira", "old-ned"},
			Noticed:          map[event.CharacterID][]event.CharacterID{"mira": {"tom"}},
		},
		Data: event.Data{"speaker": "player", "text": text},
	}
}

func TestTheBytesOfAnEvent(t *testing.T) {
	got, err := event.Encode(said("Who lit the lamp?"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"actor":"player","apparent_audience":["mira","old-ned","player"],"cause":12,` +
		`"data":{"speaker":"player","text":"Who lit the lamp?"},"kind":"said",` +
		`"moment":{"label":"At the quay","minutes":480,"sequence":3},"noticed":{"mira":["tom"]},"v":1,` +
		`"witnessed_by":["mira","player","tom"]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	const hash = "462e43a395dcdaea2b3af0442b7f105338570c06440abc1db1972fee8a5fa260"
	if h := event.Chain(event.Hash{}, got).String(); h != hash {
		t.Errorf("the hash of a stored event became %s", h)
	}
}

// Every kind must be writable with what it requires, and with all it may have.
func TestEveryKindGoesThroughTheCodec(t *testing.T) {
	for _, kind := range event.Kinds() {
		for _, optional := range []bool{false, true} {
			e := sample(kind, optional)
			encoded, err := event.Encode(e)
			if err != nil {
				t.Errorf("%s: %v", kind, err)
				continue
			}
			back, err := event.Decode(encoded)
			if err != nil {
				t.Errorf("%s: %v", kind, err)
				continue
			}
			again, err := event.Encode(back)
			if err != nil || !bytes.Equal(encoded, again) {
				t.Errorf("%s: %s became %s (%v)", kind, encoded, again, err)
			}
		}
	}
}

// given are the fields of an event that a test has made.
func given(e event.Event) event.Data { return e.Data.(event.Data) }

func sample(kind event.Kind, optional bool) event.Event {
	e := event.Event{Kind: kind, Actor: event.EngineSelf, Data: event.Data{}}
	for _, field := range kind.Fields() {
		if !field.Optional || optional {
			given(e)[field.Name] = sampleOf(field.Type)
			if len(field.Among) > 0 {
				given(e)[field.Name] = amongOf(field, field.Among[0])
			}
		}
	}
	if kind.Worldly() {
		e.Moment.Sequence = 1
	}
	if kind.Perceived() {
		e.Perception = &event.Perception{}
	}
	return e
}

// amongOf is a word of a field's closed list as the field holds it.
func amongOf(field event.Field, word string) any {
	if field.Type == event.Texts {
		return []any{word}
	}
	return word
}

func sampleOf(t event.Type) any {
	return map[event.Type]any{
		event.Text: "a \x00 b", event.ID: "mira", event.Whole: int64(math.MinInt64), event.Flag: true,
		event.Blob: event.HashOf(nil).String(), event.Texts: []string{"", "x"}, event.IDs: []string{"mira"},
		event.Tree: strictjson.Object{"a": []any{int64(1), "b", false}}, event.Free: strictjson.Object{"a": nil, "b": strictjson.Number("0.10")},
	}[t]
}

func TestWhatCannotBeSaid(t *testing.T) {
	change := func(f func(*event.Event)) event.Event {
		e := said("hello")
		f(&e)
		return e
	}
	for name, test := range map[string]struct {
		event event.Event
		want  string
	}{
		"no kind":            {change(func(e *event.Event) { e.Kind = "" }), `unknown kind ""`},
		"near kind":          {change(func(e *event.Event) { e.Kind = "relation.change" }), `did you mean "relation.changed"?`},
		"no actor":           {change(func(e *event.Event) { e.Actor = "" }), "actor: the id is empty"},
		"negative cause":     {change(func(e *event.Event) { e.Cause = -1 }), "cause: -1"},
		"no moment":          {change(func(e *event.Event) { e.Moment = event.Moment{} }), "moment: what changes the world needs one"},
		"label alone":        {change(func(e *event.Event) { e.Moment = event.Moment{Label: "x"} }), "a sequence from 1 is missing"},
		"minutes unmarked":   {change(func(e *event.Event) { e.Moment.Timed = false }), "not marked as known"},
		"bad label":          {change(func(e *event.Event) { e.Moment.Label = "\xff" }), "label is not UTF-8"},
		"unperceived":        {change(func(e *event.Event) { e.Perception = nil }), "witnessed_by is missing"},
		"everyone perceives": {change(func(e *event.Event) { e.Perception.WitnessedBy = []event.CharacterID{"*"} }), `"*" is not a character`},
		"stranger notices": {change(func(e *event.Event) {
			e.Perception.Noticed = map[event.CharacterID][]event.CharacterID{"ghost": {"tom"}}
		}), `"ghost" noticed others but is no witness`},
		"absent noticed": {change(func(e *event.Event) {
			e.Perception.Noticed = map[event.CharacterID][]event.CharacterID{"mira": {"ghost"}}
		}), "who is no witness"},
		"needless notice": {change(func(e *event.Event) {
			e.Perception.Noticed = map[event.CharacterID][]event.CharacterID{"tom": {"mira"}}
		}), "needs no entry"},
		"missing field":  {change(func(e *event.Event) { delete(given(*e), "text") }), `the field "text" is missing`},
		"unknown field":  {change(func(e *event.Event) { given(*e)["speeker"] = "x" }), `did you mean "speaker"?`},
		"wrong type":     {change(func(e *event.Event) { given(*e)["text"] = 3 }), "expected text, got int"},
		"bad text":       {change(func(e *event.Event) { given(*e)["text"] = "\xff" }), "not UTF-8"},
		"bad id":         {change(func(e *event.Event) { given(*e)["speaker"] = "a\x00b" }), "control characters"},
		"long id":        {change(func(e *event.Event) { e.Actor = event.Actor(strings.Repeat("é", 200)) }), "longer than 256 bytes"},
		"bad ids":        {change(func(e *event.Event) { given(*e)["to"] = []any{"mira", 3} }), "expected ids"},
		"perceived book": {event.Event{Kind: event.TurnOpened, Actor: "engine", Perception: &event.Perception{}}, "cannot be perceived"},
		"float": {event.Event{Kind: event.RelationChanged, Actor: "engine",
			Data: event.Data{"who": "mira", "whom": "player", "by": strictjson.Number("1.0")}}, "not an integer of 64 bits"},
		"float deep": {event.Event{Kind: event.ChoicesOffered, Actor: "engine",
			Data: event.Data{"choices": []any{strictjson.Object{"odds": 0.5}}}}, "0: odds: expected whole, got float64"},
		"number that is none": {event.Event{Kind: event.StatePatched, Actor: "engine",
			Data: event.Data{"patch": strictjson.Object{"a": strictjson.Number("1,\"b\":2")}}}, "is not a JSON number"},
		"not a number": {event.Event{Kind: event.StatePatched, Actor: "engine",
			Data: event.Data{"patch": strictjson.Object{"a": math.NaN()}}}, "JSON has no NaN"},
		"bottomless": {event.Event{Kind: event.StatePatched, Actor: "engine", Data: event.Data{"patch": nest(101)}}, "nested deeper"},
		"bad blob": {event.Event{Kind: event.AssetAdded, Actor: "engine",
			Data: event.Data{"asset": "a", "blob": "abc", "media": "image/png", "size": 1}}, "not a SHA-256"},
		"huge": {said(strings.Repeat("x", event.MaxBytes)), "more than 16777216"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := event.Encode(test.event)
			if !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func nest(depth int) (v any) {
	for range depth {
		v = []any{v}
	}
	return v
}

func TestWhatCannotBeRead(t *testing.T) {
	good, err := event.Encode(said("hello"))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		old, new string
		want     error
		says     string
	}{
		"future kind":    {`"kind":"said"`, `"kind":"duel.fought"`, event.ErrNewer, `"duel.fought" (version 1)`},
		"future version": {`"v":1`, `"v":9`, event.ErrNewer, "has version 9, and this program knows it up to 1"},
		"next version":   {`"v":1`, `"v":2`, event.ErrNewer, "has version 2, and this program knows it up to 1"},
		"version zero":   {`"v":1`, `"v":0`, event.ErrInvalid, "no version 0"},
		"no version":     {`"v":1,`, ``, event.ErrInvalid, "v: expected whole"},
		"white space":    {`"v":1`, `"v": 1`, event.ErrInvalid, "canonical"},
		"order":          {`"mira","player","tom"`, `"player","mira","tom"`, event.ErrInvalid, "canonical"},
		"repetition":     {`"mira","player","tom"`, `"mira","mira","player","tom"`, event.ErrInvalid, "canonical"},
		"escape":         {`hello`, `hell\u006f`, event.ErrInvalid, "canonical"},
		"member":         {`"cause":12`, `"cause":12,"color":"red"`, event.ErrInvalid, `unknown member "color"`},
		"moment member":  {`"sequence":3`, `"sequence":3,"zone":1`, event.ErrInvalid, "canonical"},
		"zero cause":     {`"cause":12`, `"cause":0`, event.ErrInvalid, "canonical"},
		"float cause":    {`"cause":12`, `"cause":1.5`, event.ErrInvalid, "cause"},
		"duplicate key":  {`"cause":12`, `"cause":12,"cause":12`, event.ErrInvalid, "twice"},
		"data is a list": {`"data":{"speaker":"player","text":"hello"}`, `"data":[]`, event.ErrInvalid, "expected object, got array"},
		"empty data":     {`"speaker":"player","text":"hello"`, ``, event.ErrInvalid, "canonical"},
		"kind is null":   {`"kind":"said"`, `"kind":null`, event.ErrInvalid, "kind: expected string, got null"},
		"audience alone": {`,"witnessed_by":["mira","player","tom"]`, ``, event.ErrInvalid, "canonical"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(good), test.old, test.new, 1)
			if changed == string(good) {
				t.Fatalf("%q is not in %s", test.old, good)
			}
			_, err := event.Decode([]byte(changed))
			if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s\ngot %v, want %v with %q in it", changed, err, test.want, test.says)
			}
		})
	}
}

// Whoever thinks what of whom is the definition itself, tried on all chains.
func TestWhoThinksWhoPerceived(t *testing.T) {
	p := said("hello").Perception
	for chain, want := range map[string]bool{
		"":                   false,
		"mira":               true,
		"old-ned":            false, // lost in thought
		"tom":                true,  // behind the door
		"player mira":        true,
		"player old-ned":     true, // everybody takes him to have heard
		"player tom":         false,
		"mira tom":           true, // she saw him
		"tom tom":            true,
		"tom mira":           true,
		"old-ned mira":       false,
		"player mira tom":    true,
		"mira tom mira":      true,
		"player tom mira":    false,
		"mira old-ned mira":  false, // she thinks he heard; in truth he has no thoughts of it
		"player player mira": true,
	} {
		var ids []event.CharacterID
		for _, id := range strings.Fields(chain) {
			ids = append(ids, event.CharacterID(id))
		}
		if got := p.Thinks(ids...); got != want {
			t.Errorf("%q: got %v", chain, got)
		}
	}
	if (*event.Perception)(nil).Thinks("mira") {
		t.Error("somebody perceived what cannot be perceived")
	}
}

// Bytes stay the same over five rounds, whatever is in an event.
func TestBytesAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvent(t)
		first, err := event.Encode(e)
		if err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		encoded := first
		for range 5 {
			back, err := event.Decode(encoded)
			if err != nil {
				t.Fatalf("%s: %v", encoded, err)
			}
			if encoded, err = event.Encode(back); err != nil || !bytes.Equal(encoded, first) {
				t.Fatalf("%s became %s (%v)", first, encoded, err)
			}
		}
	})
}

func drawEvent(t *rapid.T) event.Event {
	kind := rapid.SampledFrom(event.Kinds()).Draw(t, "kind")
	e := sample(kind, rapid.Bool().Draw(t, "optional"))
	for _, field := range kind.Fields() {
		if _, there := given(e)[field.Name]; !there {
			continue
		}
		if len(field.Among) > 0 {
			given(e)[field.Name] = amongOf(field, rapid.SampledFrom(field.Among).Draw(t, field.Name))
			continue
		}
		switch field.Type {
		case event.Text:
			given(e)[field.Name] = rapid.String().Draw(t, field.Name)
		case event.Whole:
			given(e)[field.Name] = rapid.Int64().Draw(t, field.Name)
		case event.Free:
			given(e)[field.Name] = rapid.MapOf(rapid.String(), rapid.Float64()).Draw(t, field.Name)
		}
		if m, ok := given(e)[field.Name].(map[string]float64); ok {
			free := strictjson.Object{}
			for k, v := range m {
				free[k] = v
			}
			given(e)[field.Name] = free
		}
	}
	if kind.Perceived() {
		cast := []event.CharacterID{"ada", "ben", "cyd", "dot"}
		e.Perception = &event.Perception{
			WitnessedBy:      rapid.SliceOf(rapid.SampledFrom(cast)).Draw(t, "witnesses"),
			ApparentAudience: rapid.SliceOf(rapid.SampledFrom(cast)).Draw(t, "audience"),
		}
	}
	e.Moment = event.Moment{Sequence: event.Sequence(rapid.Int64Min(1).Draw(t, "sequence")), Label: rapid.String().Draw(t, "label")}
	return e
}

func TestControlGoesThroughTheCodec(t *testing.T) {
	for _, c := range []event.Control{
		{Kind: event.BranchMade, Branch: "b", Parent: event.Trunk, At: 7, Until: 3, Note: "what if"},
		{Kind: event.BranchMade, Branch: "b", Parent: event.Trunk},
		{Kind: event.BranchMade, Branch: "b", Parent: event.Trunk, At: 7, Moment: "scene-1"},
		{Kind: event.EventShared, Branch: event.Trunk, Event: shared(event.FactEstablished, event.Data{"fact": "f", "content": "It is so."})},
		{Kind: event.EventShared, Branch: event.Trunk, Event: shared(event.EntityAdded, event.Data{"entity": "e", "type": "person", "name": "E", "attributes": map[string]any{"n": strictjson.Number("1.50")}})},
		{Kind: event.BranchMarked, Branch: "b", Status: event.Archived},
		{Kind: event.HeadMoved, Branch: "b"},
		{Kind: event.HeadRestored, Branch: "b"},
		{Kind: event.EventHidden, Branch: "b", At: 9},
		{Kind: event.EventShown, Branch: "b", At: 9},
	} {
		encoded, err := event.EncodeControl(c)
		if err != nil {
			t.Fatal(err)
		}
		back, err := event.DecodeControl(encoded)
		if err != nil || back != c {
			t.Errorf("%s became %+v (%v)", encoded, back, err)
		}
	}
	for name, c := range map[string]event.Control{
		"unknown":            {Kind: "branch.burnt", Branch: "b"},
		"nameless":           {Kind: event.HeadMoved},
		"no parent":          {Kind: event.BranchMade, Branch: "b"},
		"before all":         {Kind: event.BranchMade, Branch: "b", Parent: "main", At: -1},
		"odd status":         {Kind: event.BranchMarked, Branch: "b", Status: "great"},
		"foreign field":      {Kind: event.HeadMoved, Branch: "b", At: 3},
		"hides nothing":      {Kind: event.EventHidden, Branch: "b"},
		"shows nothing":      {Kind: event.EventShown, Branch: "b"},
		"bad moment":         {Kind: event.BranchMade, Branch: "b", Parent: event.Trunk, Moment: "\x00"},
		"shares nothing":     {Kind: event.EventShared, Branch: event.Trunk},
		"no event":           {Kind: event.EventShared, Branch: event.Trunk, Event: "{}"},
		"shares a deed":      {Kind: event.EventShared, Branch: event.Trunk, Event: shared(event.DiceRolled, event.Data{"formula": "d6", "rolls": []any{1}, "total": 1})},
		"of a branch":        {Kind: event.EventShared, Branch: "b", Event: shared(event.FactEstablished, event.Data{"fact": "f", "content": "It is so."})},
		"not canonical":      {Kind: event.EventShared, Branch: event.Trunk, Event: " " + shared(event.FactEstablished, event.Data{"fact": "f", "content": "It is so."})},
		"an event elsewhere": {Kind: event.HeadMoved, Branch: "b", Event: "x"},
		"bad note":           {Kind: event.HeadMoved, Branch: "b", Note: "\xff"},
	} {
		if _, err := event.EncodeControl(c); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for text, want := range map[string]error{
		`{"branch":"b","kind":"head.moved","v":2}`:          event.ErrNewer,
		`{"branch":"b","kind":"branch.burnt","v":1}`:        event.ErrNewer,
		`{"branch":"b","kind":"head.moved","v":1,"x":1}`:    event.ErrInvalid,
		`{"branch":"b","kind":"head.moved","v":0}`:          event.ErrInvalid,
		`{"branch":"b","kind":"branch.marked","v":1}`:       event.ErrInvalid,
		`{"at":1.5,"branch":"b","kind":"head.moved","v":1}`: event.ErrInvalid,
	} {
		if _, err := event.DecodeControl([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", text, err, want)
		}
	}
}

// shared is an event as a control record has it.
func shared(kind event.Kind, data event.Data) string {
	encoded, _ := event.Encode(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data})
	return string(encoded)
}

// A kind's name on disk may never be given up. New ones go to the end.
func TestTheListOfKindsOnlyGrows(t *testing.T) {
	released := strings.Fields(`playthrough.started config.changed session.opened session.closed entity.added
		turn.opened choice.made check.rolled dice.rolled moved time.passed weather.changed said happened
		character.changed item.gained item.lost fact.established fact.learned secret.revealed memory.kept
		memory.withdrawn relation.begun relation.changed beat.reached beat.deferred beat.skipped thread.opened
		thread.continued thread.resolved scene.opened scene.closed ending.reached verdict.given plan.settled
		state.patched data.set data.deleted asset.added portrait.made ui.sent narrated choices.offered degraded
		container.changed item.put activity.changed occasion.planned occasion.started occasion.completed occasion.cancelled
		occasion.expired relation.noted group.changed generated scene.summed memory.weighed`)
	known := make(map[string]bool)
	for _, kind := range event.Kinds() {
		known[string(kind)] = true
		if !kind.Known() || kind.Version() < 1 {
			t.Errorf("%s is on the list and not known", kind)
		}
	}
	if missing := slices.DeleteFunc(released, func(k string) bool { return known[k] }); len(missing) > 0 {
		t.Errorf("saves hold these kinds, and they are gone: %q", missing)
	}
	if len(known) != len(event.Kinds()) {
		t.Errorf("a kind stands twice: %q", slices.Sorted(maps.Keys(known)))
	}
}

func TestFieldsAreReadAsTheirType(t *testing.T) {
	e := event.Event{Data: event.Data{"a": "x", "b": true, "n": strictjson.Number("7"), "l": []any{"p", "q"}}}
	got := []any{e.Text("a"), e.Flag("b"), e.Whole("n"), e.Texts("l"), e.Text("b"), e.Flag("a"), e.Whole("a"), e.Texts("a")}
	want := []any{"x", true, int64(7), []string{"p", "q"}, "", false, int64(0), []string(nil)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHashesAreWritten(t *testing.T) {
	h := event.HashOf([]byte("abc"))
	if back, err := event.ParseHash(h.String()); err != nil || back != h {
		t.Errorf("%s became %s (%v)", h, back, err)
	}
	for _, bad := range []string{"", "00", strings.ToUpper(h.String()), strings.Repeat("g", 64), h.String() + "00"} {
		if _, err := event.ParseHash(bad); err == nil {
			t.Errorf("%q was taken for a hash", bad)
		}
	}
	if event.Chain(h, []byte("x")) == event.Chain(event.Hash{}, []byte("x")) {
		t.Error("a hash does not depend on its predecessor")
	}
}

func ExampleEvent() {
	e := event.Event{
		Kind: event.RelationChanged, Actor: event.EngineSelf,
		Data: event.Data{"who": "mira", "whom": "player", "by": 15_000, "reason": "you carried her lamp"},
	}
	encoded, err := event.Encode(e)
	fmt.Println(string(encoded), err)
	// Output: {"actor":"engine","data":{"by":15000,"reason":"you carried her lamp","who":"mira","whom":"player"},"kind":"relation.changed","v":1} <nil>
}

// A word of a closed list is refused where it is not on it, in what is written and in what
// is read.
func TestWordsOfClosedLists(t *testing.T) {
	closed := 0
	for _, kind := range event.Kinds() {
		for _, field := range kind.Fields() {
			if field.Among == nil {
				continue
			}
			closed++
			e := sample(kind, true)
			for _, word := range field.Among {
				if given(e)[field.Name] = amongOf(field, word); !strings.Contains(field.Says, word) {
					t.Errorf("%s: %s does not say %q", kind, field.Name, word)
				}
				if _, err := event.Encode(e); err != nil {
					t.Errorf("%s: %s %q: %v", kind, field.Name, word, err)
				}
			}
			last := field.Among[len(field.Among)-1]
			given(e)[field.Name] = amongOf(field, last)
			written, _ := event.Encode(e)
			forged := bytes.Replace(bytes.Replace(written, []byte(`"`+field.Name+`":"`+last+`"`), []byte(`"`+field.Name+`":"quite another"`), 1),
				[]byte(`"`+field.Name+`":["`+last+`"]`), []byte(`"`+field.Name+`":["quite another"]`), 1)
			if _, err := event.Decode(forged); err == nil || !strings.Contains(err.Error(), "is not one of") {
				t.Errorf("%s: %s is read as %s: %v", kind, field.Name, forged, err)
			}
			given(e)[field.Name] = amongOf(field, "quite another")
			if _, err := event.Encode(e); err == nil {
				t.Errorf("%s: %s is written", kind, field.Name)
			}
		}
	}
	if closed < 15 {
		t.Errorf("only %d fields are of closed lists", closed)
	}
}

// A word that an object in a tree must have of a closed list is refused as well, and the error
// says where it stands.
func TestWordsOfClosedListsInTrees(t *testing.T) {
	offered := func(choice strictjson.Object) event.Event {
		return event.Event{Kind: event.ChoicesOffered, Actor: event.EngineSelf, Data: event.Data{"choices": []any{strictjson.Object{"id": "a", "source": "made", "kind": "wait"}, choice}}}
	}
	chosen := func(details strictjson.Object) event.Event {
		return event.Event{Kind: event.ChoiceMade, Actor: "player", Data: event.Data{"choice": "a", "action": strictjson.Object{}, "details": details}}
	}
	for _, word := range event.ChoiceSources() {
		for _, kind := range event.ChoiceKinds() {
			o := strictjson.Object{"id": "b", "source": string(word), "kind": string(kind)}
			for _, e := range []event.Event{offered(o), chosen(o)} {
				if _, err := event.Encode(e); err != nil {
					t.Errorf("%s %s: %v", word, kind, err)
				}
			}
		}
	}
	for _, c := range []struct {
		event              event.Event
		wrong, right, want string
	}{
		{offered(strictjson.Object{"id": "b", "source": "mude", "kind": "wait"}), `"mude"`, `"made"`, `choices.offered: data: choices: 1: source: "mude" is not one of authored, made`},
		{offered(strictjson.Object{"id": "b", "source": "made", "kind": "wuit"}), `"wuit"`, `"wait"`, `choices.offered: data: choices: 1: kind: "wuit" is not one of check, authored, talk`},
		{offered(strictjson.Object{"id": "b", "source": 5}), "", "", `choices: 1: source: expected text, got int`},
		{chosen(strictjson.Object{"source": "tuped"}), `"tuped"`, `"typed"`, `choice.made: data: details: source: "tuped" is not one of`},
		{chosen(strictjson.Object{"kind": nil}), "", "", `details: kind: expected text, got <nil>`},
	} {
		_, err := event.Encode(c.event)
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, event.ErrInvalid) {
			t.Errorf("written: %v, want %s", err, c.want)
		}
		if c.wrong == "" {
			continue
		}
		good := strings.ReplaceAll(string(strictjson.Append(nil, strictjson.Object(given(c.event)))), c.wrong, c.right)
		data, err := strictjson.ParseObject([]byte(good))
		if err != nil {
			t.Fatal(err)
		}
		c.event.Data = event.Data(data)
		written, err := event.Encode(c.event)
		if err != nil {
			t.Fatal(err)
		}
		forged := strings.ReplaceAll(string(written), c.right, c.wrong)
		if _, err := event.Decode([]byte(forged)); !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), c.wrong+" is not one of") {
			t.Errorf("%s is read: %v", forged, err)
		}
	}
}
