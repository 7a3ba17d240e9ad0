package storyteller

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/skills/kit"
)

// A telling is what narrate answers.
type telling struct {
	pieces []string
	logs   []string
	refuse string
	output output
}

func (told telling) text() string { return strings.Join(told.pieces, "\n\n") }

// object is JSON in the making.
type object = map[string]any

// narrate runs the script in a story that holds a scene and a choice in an author's
// words; a nil scene is a story without one.
func narrate(t *testing.T, scene any, choice string, request object) telling {
	t.Helper()
	request["requestId"], request["tool"], request["operation"] = "r1", "storyteller/narrate", "narrate"
	request["protocol"] = object{"version": "0", "features": []string{"calls", "story.read"}}
	replies := []object{{"found": scene != nil, "value": scene}, {"found": true, "value": object{
		"choice": object{"id": "quay/ask", "kind": "authored", "text": choice}, "place": object{"id": "quay"},
		"present": []object{{"id": "ines", "name": "Ines"}, {"id": "tobias", "name": "Tobias"}},
	}}, {"found": true, "value": known}}
	return serve(t, request, replies...)
}

// known are the story's people.
var known = object{"tobias": object{"name": "Tobias Vane", "met": true}, "honor": object{"name": "Honor Strake", "met": false}, "agnes": object{"name": "Sister Agnes Vail", "met": true}}

// serve runs the script on a request line and the replies to its calls.
func serve(t *testing.T, request object, replies ...object) telling {
	t.Helper()
	stdin := line(t, request)
	for i, reply := range replies {
		stdin = append(stdin, line(t, object{"version": "0", "type": "reply", "id": fmt.Sprint(i + 1), "ok": true, "result": reply})...)
	}
	var stdout bytes.Buffer
	if code := kit.Serve(t.Context(), bytes.NewReader(stdin), &stdout, t.Output(), Narrate); code != 0 {
		t.Fatalf("exit %d:\n%s", code, &stdout)
	}
	return heard(t, stdout.Bytes())
}

func line(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func heard(t *testing.T, stdout []byte) (told telling) {
	t.Helper()
	for text := range bytes.Lines(stdout) {
		var event struct {
			Type, Event, Message, ErrorMessage string
			Payload                            struct{ Text, Speaker string }
			Output                             output
		}
		if err := json.Unmarshal(text, &event); err != nil {
			t.Fatal(err)
		}
		switch event.Type {
		case "log":
			told.logs = append(told.logs, event.Message)
		case "error":
			told.refuse = event.ErrorMessage
		case "ui_event":
			told.pieces = append(told.pieces, event.Payload.Text)
		case "done":
			told.output = event.Output
		}
	}
	return told
}

func quay() prose.Scene {
	return prose.Scene{
		Seed: 11, Place: prose.Place{Name: "the Long Quay"}, Weather: "fog", Part: "night",
		People: []prose.Person{{Name: "Ines", Pronouns: "she"}, {Name: "Tobias", Pronouns: "he"}},
	}
}

func recalled(memories ...object) object {
	return object{"recall": object{"memories": memories, "cut": 3}}
}

func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, Narrate) }

func TestATurnIsTold(t *testing.T) {
	told := narrate(t, quay(), "Ask Ines who paid for the oil.", object{})
	if n := len(told.pieces); n < 1 || n > 3 || told.output.Words != prose.Words(told.text()) || told.output.Words == 0 {
		t.Errorf("%d paragraphs, %d words, said to be %d:\n%s", n, prose.Words(told.text()), told.output.Words, told.text())
	}
	if told.output.Told.Turn != 1 || len(told.output.Told.Sentences) == 0 || told.output.Memory != "" || len(told.logs) > 0 {
		t.Errorf("told %+v, memory %q, logs %q", told.output.Told, told.output.Memory, told.logs)
	}
	again := narrate(t, quay(), "Ask Ines who paid for the oil.", object{})
	if again.text() != told.text() {
		t.Errorf("the same turn told twice:\n%s\n\n%s", told.text(), again.text())
	}
}

// What an author wrote is told, and nothing behind it.
func TestAuthoredTextIsToldLast(t *testing.T) {
	scene := quay()
	scene.Authored = []string{"The lamp room lay open to the sky."}
	told := narrate(t, scene, "", object{"results": recalled(coin)})
	if told.pieces[len(told.pieces)-1] != scene.Authored[0] {
		t.Errorf("told:\n%s", told.text())
	}
}

func TestStyle(t *testing.T) {
	words := map[string]int{}
	scene := quay()
	scene.Deed = askedOfLens("ines")
	scene.Learned = []prose.Learned{{Text: "The lens of the lamp was ground at Averne by two brothers, and carried here in straw, with a man to each corner of the case.", Speaker: "Ines"}}
	scene.Place.Senses = []string{"Halyards slap against bare masts."}
	for _, style := range []string{"terse", "vivid"} {
		words[style] = narrate(t, scene, "", object{"config": object{"style": style}}).output.Words
	}
	scene.Style = prose.Terse
	if own := narrate(t, scene, "", object{}).output.Words; own != words["terse"] || words["terse"] >= words["vivid"] {
		t.Errorf("%v words, and in a terse story %d", words, own)
	}
}

// A model that is chosen for this skill alone is no error, and no secret is logged.
func TestAProviderThatIsNotThere(t *testing.T) {
	told := narrate(t, quay(), "", object{"config": object{"provider": "claude", "model": "m", "apiKey": "hush-hush"}})
	if len(told.logs) != 1 || !strings.Contains(told.logs[0], "set for all skills") || strings.Contains(strings.Join(told.logs, ""), "hush") || len(told.pieces) == 0 {
		t.Errorf("logs %q, told %s", told.logs, told.text())
	}
}

// By hand: no story, or one without a scene.
func TestFromInputAlone(t *testing.T) {
	input := object{"text": "The bell rings twice.", "place": object{"id": "quay", "name": "the Long Quay"}, "choice": "Listen at the door", "people": []any{"Ines"}, "kind": "danger"}
	for name, told := range map[string]telling{
		"no scene": narrate(t, nil, "", object{"input": input}),
		"no story": serve(t, object{"requestId": "r", "tool": "a/b", "operation": "b", "input": input}),
		"broken":   narrate(t, object{"seed": "many"}, "", object{"input": input}),
	} {
		if told.pieces[len(told.pieces)-1] != "The bell rings twice." || (name == "broken") != (len(told.logs) == 1) {
			t.Errorf("%s: logs %q, told\n%s", name, told.logs, told.text())
		}
	}
	if empty := serve(t, object{"requestId": "r", "tool": "a/b", "operation": "b"}); len(empty.pieces) == 0 {
		t.Errorf("nothing at all: %s", empty.text())
	}
}

func TestBadInput(t *testing.T) {
	told := narrate(t, quay(), "", object{"input": object{"focus": 7}})
	if want := "input.focus must be a string, got number"; !strings.HasPrefix(told.refuse, want) {
		t.Errorf("got %q, want %q", told.refuse, want)
	}
	told = narrate(t, quay(), "", object{"input": object{"kind": "combat", "foucs": "Ines"}})
	logs := strings.Join(told.logs, "\n")
	if !strings.Contains(logs, `input.kind is "combat"; expected travel`) || !strings.Contains(logs, `did you mean "focus"`) || len(told.pieces) == 0 {
		t.Errorf("logs %s", logs)
	}
}

func TestTheFocusComesFirst(t *testing.T) {
	people := inFront(quay().People, "tobias and his ladder")
	if people[0].Name != "Tobias" || people[1].Name != "Ines" || len(people) != 2 {
		t.Errorf("%+v", people)
	}
	if people = inFront(quay().People, "the broken lens"); people[0].Name != "Ines" {
		t.Errorf("%+v", people)
	}
}

var coin = object{"id": "m1", "summary": "Player gave Ines the last coin.", "topic": "the last coin", "relevance": 0.8, "turns_ago": 9, "minutes_ago": 600, "timestamp": "day 1"}

// A memory is told to somebody who thinks back, and to nobody else.
func TestAMemoryIsTold(t *testing.T) {
	scene := quay()
	scene.Deed = &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Recall}}
	told := narrate(t, scene, "", object{"results": recalled(coin)})
	if !strings.Contains(told.text(), "the last coin") || strings.Contains(told.text(), "you gave Ines") || told.output.Memory != "m1" {
		t.Errorf("memory %q told in\n%s", told.output.Memory, told.text())
	}
	for _, kind := range []action.Kind{action.Wait, action.Ask, action.Search} {
		scene.Deed.Action.Kind = kind
		if told := narrate(t, scene, "", object{"results": recalled(coin)}); told.output.Memory != "" || strings.Contains(told.text(), "the last coin") {
			t.Errorf("%s: memory %q told in\n%s", kind, told.output.Memory, told.text())
		}
	}
}

// thinkingOfLens is the deed of thinking back to the lens of the lamp, and to somebody.
func thinkingOfLens(whom ...string) *prose.Deed {
	d := askedOfLens(whom...)
	d.Action.Kind = action.Recall
	return d
}

// askedOfLens is the deed of asking somebody about the lens of the lamp.
func askedOfLens(whom ...string) *prose.Deed {
	d := &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Ask, Topic: action.TopicRef("the-lens")}, Names: grammar.Table{"topic:the-lens": {Text: "the lens of the lamp"}}}
	for _, id := range whom {
		d.Action.To = append(d.Action.To, action.PersonRef(id))
		d.Names["person:"+id] = grammar.Noun{Text: prose.SentenceCase(id)}
	}
	return d
}

// did is an action of the player's as a memory holds it.
func did(kind string, more object) object {
	a := object{"kind": kind, "by": "person:player"}
	maps.Copy(a, more)
	return a
}

// Which of several memories is told, where one would do better than another.
func TestWhichMemory(t *testing.T) {
	broke := did("use", object{"item": "item:lens"})
	with := func(changes object) object {
		m := object{"id": "m2", "summary": "You broke the lens of the lamp.", "topic": "that night of the broken lens", "action": broke, "relevance": 0.8, "turns_ago": 5}
		maps.Copy(m, changes)
		return m
	}
	told := prose.Compose(prose.Scene{Deed: thinkingOfLens(), Memory: &prose.Memory{ID: "m2", Summary: "You broke the lens of the lamp."}}).History
	for range 8 {
		told = prose.Remember(told, "")
	}
	untitled := func(changes object) object { m := with(changes); delete(m, "topic"); return m }
	foreign := func(changes object) object { m := with(changes); delete(m, "action"); return m }
	toTobias := object{"to": []string{"person:tobias"}}
	for name, test := range map[string]struct {
		history  prose.History
		memories []object
		want     string
	}{
		"none":                           {want: ""},
		"too young":                      {memories: []object{with(object{"turns_ago": 3})}, want: ""},
		"just old enough":                {memories: []object{with(object{"turns_ago": 4})}, want: "m2"},
		"age not said":                   {memories: []object{with(object{"turns_ago": nil})}, want: "m2"},
		"the deed of this turn":          {memories: []object{with(object{"action": did("recall", object{"to": []string{"person:ines", "person:tobias"}, "topic": "topic:the-lens"}), "episodic": "triumph"})}, want: ""},
		"told lately":                    {history: told, memories: []object{with(nil)}, want: ""},
		"told lately, another":           {history: told, memories: []object{with(nil), with(object{"id": "m3", "summary": "You lied to Tobias.", "action": did("tell", toTobias), "topic": "that lie"})}, want: "m3"},
		"a triumph before more":          {memories: []object{with(object{"id": "m1"}), with(object{"id": "m4", "episodic": "triumph"})}, want: "m4"},
		"a failure":                      {memories: []object{with(object{"episodic": "failure", "significance": "high"})}, want: ""},
		"what went wrong":                {memories: []object{with(object{"grade": "failure", "significance": "high"})}, want: ""},
		"what half went wrong":           {memories: []object{with(object{"grade": "partial"})}, want: "m2"},
		"what only sounds wrong":         {memories: []object{with(object{"summary": "You tried to look, and it went wrong."})}, want: "m2"},
		"near before far":                {memories: []object{with(object{"relevance": 0.1}), with(object{"id": "m1"})}, want: "m1"},
		"only a walk, pinned":            {memories: []object{with(object{"action": did("go", object{"place": "place:quay"}), "significance": "low", "pinned": true})}, want: "m2"},
		"what is pinned before more":     {memories: []object{with(object{"id": "m4", "episodic": "triumph"}), with(object{"pinned": true})}, want: "m2"},
		"what is pinned, to their face":  {memories: []object{with(object{"topic": "", "pinned": true, "action": did("give", object{"to": []string{"person:ines"}, "item": "item:rope"})})}, want: ""},
		"only a walk":                    {memories: []object{with(object{"action": did("go", object{"place": "place:quay"}), "significance": "medium"})}, want: ""},
		"only a search":                  {memories: []object{with(object{"action": did("search", nil), "significance": "high"})}, want: ""},
		"only a question":                {memories: []object{with(object{"action": did("ask", toTobias), "significance": "high"})}, want: ""},
		"what sounds like one":           {memories: []object{with(object{"summary": "You asked Tobias about it.", "action": did("give", toTobias)})}, want: "m2"},
		"a fateful search":               {memories: []object{with(object{"action": did("search", nil), "episodic": "triumph"})}, want: "m2"},
		"light":                          {memories: []object{with(object{"significance": "low"})}, want: ""},
		"without a topic":                {memories: []object{untitled(object{"action": did("use", object{"topic": "topic:the-lens"})})}, want: ""},
		"without one, weighty":           {memories: []object{untitled(object{"action": did("use", object{"topic": "topic:the-lens"}), "significance": "high"})}, want: "m2"},
		"without one, a triumph":         {memories: []object{untitled(object{"topic_id": "the-lens", "episodic": "triumph"})}, want: "m2"},
		"to their face":                  {memories: []object{untitled(object{"significance": "high", "action": did("press", object{"to": []string{"person:ines"}})})}, want: ""},
		"to another's":                   {memories: []object{untitled(object{"significance": "high", "topic_id": "the-lens", "action": did("press", object{"to": []string{"person:honor"}})})}, want: "m2"},
		"of nothing here":                {memories: []object{with(object{"significance": "high", "summary": "You broke the lens.", "topic": "the rock", "episodic": "triumph"})}, want: ""},
		"of the same topic":              {memories: []object{with(object{"topic": "the rock", "topic_id": "the-lens"})}, want: "m2"},
		"an author's choice":             {memories: []object{with(object{"topic": "that deed", "action": did("authored", object{"choice": "a/b", "words": "Strike the lens"})})}, want: "m2"},
		"an author's, of nothing here":   {memories: []object{with(object{"topic": "that deed", "action": did("authored", object{"choice": "a/b", "words": "Strike the rock"})})}, want: ""},
		"of the same person":             {memories: []object{with(object{"topic": "the rock", "action": did("give", toTobias)})}, want: "m2"},
		"of the place alone":             {memories: []object{with(object{"significance": "high", "action": did("use", object{"place": "place:quay"}), "topic": "that fall on the quay"})}, want: ""},
		"of what all is about":           {memories: []object{with(object{"significance": "high", "topic": "that oath by the lamp"})}, want: ""},
		"a third party's":                {memories: []object{foreign(object{"topic": "the rock", "significance": "high"})}, want: "m2"},
		"a third party's, light":         {memories: []object{foreign(object{"significance": "low"})}, want: ""},
		"with an action that is not one": {memories: []object{with(object{"action": object{"kind": "fly"}, "topic": "the rock"})}, want: "m2"},
		"too long":                       {memories: []object{with(object{"summary": strings.Repeat("on and ", 30) + "on."})}, want: ""},
		"no memory at all":               {memories: []object{{"summary": 7}, {"summary": " "}}, want: ""},
	} {
		scene := quay()
		scene.History, scene.Common, scene.Deed = test.history, []string{"lamp"}, thinkingOfLens("ines", "tobias")
		if told := narrate(t, scene, "", object{"results": recalled(test.memories...)}); told.output.Memory != test.want {
			t.Errorf("%s: told %q, want %q:\n%s", name, told.output.Memory, test.want, told.text())
		}
	}
}

// Whatever the sentences of memories say, the same one is told, and but for it the turn
// is told alike.
func TestSummariesAreQuotedAndNotRead(t *testing.T) {
	kinds, quoted := action.Kinds(), 0
	for seed := range max(100, soak.Count(2000)) {
		draw := rand.New(rand.NewPCG(uint64(seed), 9))
		var memories [2][]object
		for i := range 4 {
			m := object{
				"id": fmt.Sprint("m", i), "relevance": 0.8, "turns_ago": 4 + draw.IntN(40), "sessions_ago": draw.IntN(2), "location": "quay",
				"action": did(string(kinds[draw.IntN(len(kinds))]), object{"to": []string{"person:" + []string{"ines", "honor"}[draw.IntN(2)]}}),
				"topic":  []string{"", "that night of the broken lens", "the rock"}[draw.IntN(3)], "topic_id": []string{"", "the-lens"}[draw.IntN(2)],
				"grade": []string{"", "failure", "partial", "success"}[draw.IntN(4)], "significance": []string{"low", "medium", "high"}[draw.IntN(3)],
			}
			for j, words := range []string{"You carried pebble number %d over the causeway.", "You asked Ines why %d went wrong."} {
				told := maps.Clone(m)
				told["summary"] = fmt.Sprintf(words, i)
				memories[j] = append(memories[j], told)
			}
		}
		var told [2]telling
		for j := range told {
			scene := quay()
			scene.Seed, scene.Deed = int64(seed), thinkingOfLens("ines")
			told[j] = narrate(t, scene, "", object{"results": recalled(memories[j]...)})
		}
		want := told[0].text()
		for i := range 4 {
			want = strings.ReplaceAll(want, fmt.Sprintf("you carried pebble number %d over the causeway.", i), fmt.Sprintf("you asked Ines why %d went wrong.", i))
		}
		if want != told[0].text() {
			quoted++
		}
		if told[1].text() != want || told[1].output.Memory != told[0].output.Memory {
			t.Fatalf("seed %d: other words changed more than themselves:\n%s: %s\n\n%s: %s", seed, told[0].output.Memory, told[0].text(), told[1].output.Memory, told[1].text())
		}
	}
	if quoted == 0 {
		t.Error("none is ever quoted")
	}
}

const ofEverything = "Ask Ines and Tobias about the coin, the rope, the lens, the rock, the key and the letter"

// thinkingBack is thinking back to all of it.
func thinkingBack() *prose.Deed {
	return &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Recall, Words: ofEverything}}
}

// Over many turns the same memories come back in turn, and none within the window.
func TestMemoriesVary(t *testing.T) {
	var memories []object
	for i, what := range []string{"gave Ines the coin", "cut the rope", "broke the lens", "rowed to the rock", "kept the key", "burned the letter"} {
		memories = append(memories, object{"id": fmt.Sprint("m", i), "summary": "You " + what + ".", "action": did("use", object{"item": "item:" + what[strings.LastIndexByte(what, ' ')+1:]}), "topic": fmt.Sprint("that day with the ", what[strings.LastIndexByte(what, ' ')+1:]), "relevance": 0.8, "turns_ago": 30})
	}
	last, firsts := map[string]int{}, map[string]bool{}
	var kept []prose.Told
	for turn := range soak.Count(1000) {
		scene := quay()
		scene.Deed = thinkingBack()
		scene.Seed, scene.History = int64(turn)*77, prose.NewHistory(kept[max(0, len(kept)-prose.Window):])
		told := narrate(t, scene, ofEverything, object{"results": recalled(memories...)})
		kept = append(kept, told.output.Told)
		if m := told.output.Memory; m != "" {
			if before, known := last[m]; known && turn-before <= prose.Window {
				t.Fatalf("%s told in turns %d and %d", m, before, turn)
			}
			last[m] = turn
		}
	}
	for seed := range 20 {
		scene := quay()
		scene.Seed, scene.Deed = int64(seed), thinkingBack()
		firsts[narrate(t, scene, ofEverything, object{"results": recalled(memories...)}).output.Memory] = true
	}
	if len(last) != len(memories) || len(firsts) < 3 {
		t.Errorf("told of %d memories, first of them %v", len(last), firsts)
	}
}

func TestLoreIsTold(t *testing.T) {
	page := "# The light\n\nIt went out. The *Commission* knew about the oil and preferred the light to fail.\n\n- a list of the oil that was bought\n\nFourteen persons were aboard her that night."
	for mode, want := range map[string]string{"STRICT": "List of Lights", "MYTHIC": " the Commission knew"} {
		snippets := []object{{"text": page, "title": "The List of Lights, entry 114", "mode": mode, "relevance": 0.7}}
		scene := quay()
		scene.Deed = askedOfLens("ines")
		scene.Deed.Names["topic:the-lens"] = grammar.Noun{Text: "who paid for the oil"}
		told := narrate(t, scene, "", object{"results": object{"lore": object{"snippets": snippets}}})
		if !strings.Contains(told.text(), want) || strings.Contains(told.text(), "Amery") || strings.Contains(told.text(), "list of the oil") {
			t.Errorf("%s: %s", mode, told.text())
		}
	}
}

func TestWhatOfAPageIsTold(t *testing.T) {
	initial := "The keeper was seen by the mate, T. Vane, who was lost with the others that night."
	if got := (snippet{Text: initial}).sentences(); len(got) != 1 || got[0] != initial {
		t.Errorf("of a sentence with an initial: %q", got)
	}
	for title, want := range map[string]string{
		"What they say about the keeper": "The keeper never drank.", "What is said of Honor Strake": "Honor Strake never drank.",
		"The keeper": "", "What is said": "", "Lines about the keeper": "",
	} {
		got := strings.Join((snippet{Title: title, Text: "He never drank."}).sentences(), " ")
		if got != want {
			t.Errorf("of a page called %q: %q, want %q", title, got, want)
		}
	}
	if got := (snippet{Text: "| The light | was out |\n\n> The light was out for nine whole nights.\n\n1. The light was out for nine whole nights."}).sentences(); len(got) != 0 {
		t.Errorf("of what is no prose: %q", got)
	}
}

func TestSource(t *testing.T) {
	for title, want := range map[string]string{
		"The List of Lights, entry 114":  "the List of Lights",
		"Notice to Mariners":             "the Notice to Mariners",
		"St Olave's burial register":     "St Olave's burial register",
		"Articles of the Strand Company": "",
		"Why the flame was brown":        "",
		"lore/light.md":                  "",
		"":                               "",
		strings.Repeat("Long ", 20):      "",
	} {
		if got := source(title); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
}

func TestAddressed(t *testing.T) {
	for summary, want := range map[string]string{
		"Player helped blacksmith repair anvil":           "You helped blacksmith repair anvil",
		"The player was kind to Ines.":                    "You were kind to Ines.",
		"Ines gave the player's coat back to the player.": "Ines gave your coat back to you.",
		"You lied to Ines.":                               "You lied to Ines.",
		"The players left the hall.":                      "The players left the hall.",
	} {
		if got := addressed(summary); got != want {
			t.Errorf("%q: got %q, want %q", summary, got, want)
		}
	}
}

func TestThousandths(t *testing.T) {
	for given, want := range map[json.Number]int{"": 0, "0": 0, "1": 1000, "1.0": 1000, "0.92": 920, "0.87654": 876, "0.5": 500, "2": 0, "-1": 0, "1e-1": 0, "0.1e1": 0} {
		if got := thousandths(given); got != want {
			t.Errorf("%q: got %d, want %d", given, got, want)
		}
	}
}

// What other skills put into their results does not stop the turn.
func TestStrangeResults(t *testing.T) {
	results := object{
		"a": nil, "b": object{"memories": "none", "snippets": 3},
		"c": object{"memories": []any{nil, 1, "a", object{"summary": "You lied to Tobias.", "id": "m7", "topic": "that lie", "relevance": "high", "turns_ago": -1}, coin}},
	}
	scene := quay()
	scene.Deed = &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Recall}}
	told := narrate(t, scene, "", object{"results": results})
	if len(told.logs) != 2 || told.output.Memory != "m1" || !slices.ContainsFunc(told.pieces, func(p string) bool { return strings.Contains(p, "coin") }) {
		t.Errorf("logs %q, memory %q:\n%s", told.logs, told.output.Memory, told.text())
	}
}

// What a page says of somebody is told until the player meets them, and once.
func TestLoreOfWhomThePlayerKnows(t *testing.T) {
	for sentence, told := range map[string]bool{
		"The oil of the keeper, T. Vane, is presumed to have been lost.": false, "The oil was bought by Vane.": false, "Tobias carried the oil up to the gallery.": false, "The oil was Sister Agnes's.": false,
		"The oil was bought by Honor Strake.": true, "The oil was carried up by S. Vane.": true, "The oil was carried up to the gallery.": true,
	} {
		snippets := object{"lore": object{"snippets": []object{{"text": sentence, "title": "The List of Lights", "mode": "STRICT", "relevance": 0.7}}}}
		scene := quay()
		scene.Deed = askedOfLens("ines")
		scene.Deed.Names["topic:the-lens"] = grammar.Noun{Text: "who paid for the oil"}
		scene.People = scene.People[:1]
		first := narrate(t, scene, "Ask who paid for the oil.", object{"results": snippets})
		if has := strings.Contains(first.text(), sentence[4:]); has != told {
			t.Errorf("%q is told: %v\n%s", sentence, has, first.text())
		}
		kept := first.output.Told
		for range 2 * prose.Window {
			scene.History = prose.NewHistory([]prose.Told{kept})
			next := narrate(t, scene, "Ask who paid for the oil.", object{"results": snippets})
			if strings.Contains(next.text(), sentence[4:]) {
				t.Fatalf("%q is told twice", sentence)
			}
			kept = next.output.Told
		}
	}
}
