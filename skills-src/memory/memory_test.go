package memory_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills-src/memory"
	"github.com/narratoria/narratoria/skills/kit"
)

// An answer is what a script writes.
type answer struct {
	calls   []string // method and parameters
	refused string
	output  string
	summary string
}

// object is JSON in the making.
type object = map[string]any

// play runs a script on an input, a configuration and the replies to its calls.
func play(t *testing.T, script kit.Script, input, config object, replies ...object) (a answer) {
	t.Helper()
	if config == nil {
		config = object{}
	}
	stdin := line(t, object{
		"requestId": "r1", "tool": "memory/x", "operation": "x", "input": input, "config": config,
		"protocol": object{"version": "0", "features": []string{"calls", "memory.read", "memory.write", "lore.read"}},
	})
	for i, reply := range replies {
		stdin = append(stdin, line(t, object{"version": "0", "type": "reply", "id": fmt.Sprint(i + 1), "ok": true, "result": reply})...)
	}
	var stdout bytes.Buffer
	if code := kit.Serve(t.Context(), bytes.NewReader(stdin), &stdout, t.Output(), script); code != 0 {
		t.Fatalf("exit %d:\n%s", code, &stdout)
	}
	for text := range bytes.Lines(stdout.Bytes()) {
		a.hear(t, text)
	}
	return a
}

func line(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func (a *answer) hear(t *testing.T, text []byte) {
	t.Helper()
	var event struct {
		Type, Method, ErrorMessage, Summary string
		Params, Output                      json.RawMessage
	}
	if err := json.Unmarshal(text, &event); err != nil {
		t.Fatal(err)
	}
	switch event.Type {
	case "call":
		a.calls = append(a.calls, event.Method+" "+string(event.Params))
	case "error":
		a.refused = event.ErrorMessage
	case "done":
		a.output, a.summary = string(event.Output), event.Summary
	}
}

func TestTranscripts(t *testing.T) {
	scripttest.Transcripts(t, kit.ByOperation(map[string]kit.Script{"store-memory": memory.Store, "recall-memory": memory.Recall, "recall-lore": memory.RecallLore}))
}

func TestStore(t *testing.T) {
	got := play(t, memory.Store, object{
		"summary": " Player helped blacksmith repair anvil ", "characters": []string{"player", "blacksmith_aldric", "", "player"},
		"location": "blacksmith_shop", "significance": "High", "tags": []string{"anvil"}, "episodic": "triumph", "because": []string{"m3"},
	}, nil, object{})
	want := answer{
		calls:   []string{`memory.write {"because":["m3"],"characters":["player","blacksmith_aldric"],"episodic":"triumph","location":"blacksmith_shop","significance":"high","summary":"Player helped blacksmith repair anvil","tags":["anvil"]}`},
		output:  `{"stored":true}`,
		summary: "Remembered: Player helped blacksmith repair anvil",
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" {
		t.Error(diff)
	}
	if got := play(t, memory.Store, object{"summary": "You lied."}, nil, object{}); got.calls[0] != `memory.write {"summary":"You lied."}` {
		t.Errorf("the least: %q", got.calls)
	}
}

func TestRecall(t *testing.T) {
	got := play(t, memory.Recall, object{
		"query": "interactions with blacksmith", "limit": 3,
		"filters": object{"location": "blacksmith_shop", "characters": []string{"blacksmith_aldric"}, "tags": []string{"anvil"}, "episodic": true, "from": 0, "to": 90, "sessions_ago": 0},
	}, nil, object{"cut": 4, "memories": []object{
		{"id": "m4", "summary": "You watched the blacksmith.", "relevance": 0.2, "turns_ago": 3, "timestamp": "day 1, 09:10"},
		{"id": "m1", "summary": "You helped the blacksmith repair his anvil.", "relevance": 0.9, "significance": "high", "topic": "the anvil", "topic_id": "anvil",
			"action": object{"kind": "use", "item": "item:hammer", "to": []string{"item:anvil"}, "minutes": 20, "new": nil}, "grade": "partial", "turns_ago": 5, "minutes_ago": 60, "timestamp": "day 1, 08:00"},
		{"id": "m9", "summary": "You ate.", "relevance": 0.1},
	}})
	want := answer{
		calls: []string{`memory.read {"characters":["blacksmith_aldric"],"episodic":true,"from":0,"limit":100,"place":"blacksmith_shop","query":"interactions with blacksmith","sessions_ago":0,"tags":["anvil"],"to":90}`},
		output: `{"cut":5,"memories":[` +
			`{"action":{"item":"item:hammer","kind":"use","minutes":20,"new":null,"to":["item:anvil"]},"grade":"partial","id":"m1","minutes_ago":60,"relevance":0.97,"sessions_ago":0,` +
			`"significance":"high","summary":"You helped the blacksmith repair his anvil.","timestamp":"day 1, 08:00","topic":"the anvil","topic_id":"anvil","turns_ago":5},` +
			`{"id":"m4","minutes_ago":0,"relevance":0.7,"sessions_ago":0,"summary":"You watched the blacksmith.","timestamp":"day 1, 09:10","turns_ago":3}]}`,
		summary: "2 recalled, 5 left out",
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" {
		t.Error(diff)
	}
}

func TestLimitAndThreshold(t *testing.T) {
	found := object{"memories": []object{{"summary": "a", "relevance": 0.25}, {"summary": "b", "relevance": 0.249}, {"summary": "c", "relevance": 1}}, "cut": 0}
	for name, test := range map[string]struct {
		input, config object
		want          string
	}{
		"usual":     {object{"query": "lamp"}, nil, "2 recalled, 1 left out"},
		"low":       {object{"query": "lamp"}, object{"similarityThreshold": 0.5}, "3 recalled, 0 left out"},
		"none":      {object{"query": "lamp"}, object{"similarityThreshold": 0}, "3 recalled, 0 left out"},
		"all of it": {object{"query": "lamp"}, object{"similarityThreshold": 1}, "1 recalled, 2 left out"},
		"limited":   {object{"query": "lamp", "limit": 1}, nil, "1 recalled, 2 left out"},
		"no query":  {object{"filters": object{"location": "quay"}}, nil, "3 recalled, 0 left out"},
		"sitting":   {object{"filters": object{"sessions_ago": 1}}, nil, "3 recalled, 0 left out"},
	} {
		got := play(t, memory.Recall, test.input, test.config, found)
		if got.summary != test.want {
			t.Errorf("%s: got %q %q, want %q", name, got.summary, got.refused, test.want)
		}
	}
	if got := play(t, memory.Recall, object{"query": "lamp"}, nil, object{}); got.output != `{"cut":0,"memories":[]}` {
		t.Errorf("nothing remembered: %q", got.output)
	}
}

func TestBadInput(t *testing.T) {
	for name, test := range map[string]struct {
		script        kit.Script
		input, config object
		want          string
	}{
		"no summary":           {memory.Store, object{"summry": "x"}, nil, "input.summary is missing; expected what happened, in a sentence"},
		"blank summary":        {memory.Store, object{"summary": " \n"}, nil, "input.summary is missing"},
		"significance":         {memory.Store, object{"summary": "x", "significance": "huge"}, nil, `input.significance is "huge"; expected one of low, medium, high`},
		"long significance":    {memory.Store, object{"summary": "x", "significance": strings.Repeat("é", 90)}, nil, `input.significance is "` + strings.Repeat("é", 40) + `..."`},
		"episodic":             {memory.Store, object{"summary": "x", "episodic": "sad"}, nil, `input.episodic is "sad"; expected one of triumph, failure`},
		"characters":           {memory.Store, object{"summary": "x", "characters": "ines"}, nil, "input.characters must be an array, got string"},
		"no query":             {memory.Recall, object{}, nil, "input.query is missing; expected what to look for in a few words"},
		"blank filters":        {memory.Recall, object{"filters": object{"location": ""}}, nil, "input.query is missing"},
		"limit":                {memory.Recall, object{"query": "x", "limit": 0}, nil, "input.limit is 0; expected 1 to 50"},
		"much":                 {memory.Recall, object{"query": "x", "limit": 51}, nil, "input.limit is 51; expected 1 to 50"},
		"order":                {memory.Recall, object{"query": "x", "filters": object{"from": 5, "to": 4}}, nil, "input.filters.from is 5 and to is 4; expected from to come first"},
		"sitting to come":      {memory.Recall, object{"query": "x", "filters": object{"sessions_ago": -1}}, nil, "input.filters.sessions_ago is -1; expected 0 for this sitting"},
		"fraction":             {memory.Recall, object{"query": "x", "limit": 1.5}, nil, "input.limit must be an integer, got number 1.5"},
		"lore of nothing":      {memory.RecallLore, object{"query": " "}, nil, "input.query is missing; expected what to look for in a few words"},
		"lore limit":           {memory.RecallLore, object{"query": "x", "limit": 21}, nil, "input.limit is 21; expected 1 to 20"},
		"no lore":              {memory.RecallLore, object{"query": "x", "limit": 0}, nil, "input.limit is 0; expected 1 to 20"},
		"lore mode":            {memory.RecallLore, object{"query": "x", "filters": object{"mode": "gossip"}}, nil, `input.filters.mode is "gossip"; expected one of strict, mythic`},
		"threshold in letters": {memory.Recall, object{"query": "x"}, object{"similarityThreshold": "high"}, `config: "high" is not a number`},
	} {
		got := play(t, test.script, test.input, test.config)
		if !strings.HasPrefix(got.refused, test.want) || len(got.calls) > 0 {
			t.Errorf("%s: calls %q, got %q, want %q", name, got.calls, got.refused, test.want)
		}
	}
}

// However much is remembered, the answer can be sent.
func TestMuchToRecall(t *testing.T) {
	long := strings.Repeat("lamp ", 800)
	var tags []string
	for i := range 60 {
		tags = append(tags, fmt.Sprint(strings.Repeat("t", 120), i))
	}
	var memories []object
	for range 100 {
		memories = append(memories, object{"summary": long, "tags": tags, "relevance": 1})
	}
	got := play(t, memory.Recall, object{"query": "lamp", "limit": 50}, nil, object{"memories": memories, "cut": 0})
	if got.refused != "" || got.summary != "21 recalled, 79 left out" || len(got.output) > 256<<10 {
		t.Errorf("%d bytes, %q, %s", len(got.output), got.refused, got.summary)
	}
}

func TestRecallLore(t *testing.T) {
	got := play(t, memory.RecallLore, object{
		"query": "the oil of the lamp", "limit": 2,
		"filters": object{"mode": "Mythic", "category": "light", "source": "lamp.md", "tags": []string{"oil", " ", "oil"}},
	}, nil, object{"cut": 3, "snippets": []object{
		{"id": "l1", "text": "Whales were seen.", "title": "Whales", "relevance": 0.1},
		{"id": "l2", "text": "The lamp burned whale oil.", "title": "Lamps", "relevance": 0.2, "mode": "MYTHIC", "source": "lamp.md"},
		{"id": "l3", "text": "The lamp was lit.", "title": "The List", "relevance": 0.6, "mode": "STRICT"},
		{"id": "l4", "text": "Nobody lit the lamp.", "title": "A story", "relevance": 0.26},
	}})
	want := answer{
		calls: []string{`lore.read {"category":"light","limit":20,"mode":"MYTHIC","query":"the oil of the lamp","source":"lamp.md","tags":["oil"]}`},
		output: `{"cut":5,"snippets":[` +
			`{"author":"","id":"l2","kind":"","mode":"MYTHIC","relevance":1,"source":"lamp.md","text":"The lamp burned whale oil.","title":"Lamps"},` +
			`{"author":"","id":"l3","kind":"","mode":"STRICT","relevance":0.88,"source":"","text":"The lamp was lit.","title":"The List"}]}`,
		summary: "2 recalled, 5 left out",
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" {
		t.Error(diff)
	}
	several := object{"snippets": []object{{"text": "Ines mends nets.", "relevance": 0.1}, {"text": "The lamp burned oil.", "relevance": 0.1}, {"text": "Gulls nest.", "relevance": 0.1}}}
	for query, want := range map[string]string{"Ines Vane; whale oil": "2 recalled, 1 left out", "Ines Vane whale oil": "0 recalled, 3 left out"} {
		if got := play(t, memory.RecallLore, object{"query": query}, nil, several); got.summary != want {
			t.Errorf("%q: %s, want %s", query, got.summary, want)
		}
	}
	none := object{"snippets": []object{{"text": "Whales were seen.", "relevance": 0.249}}}
	if got := play(t, memory.RecallLore, object{"query": "lamp"}, nil, none); got.output != `{"cut":1,"snippets":[]}` {
		t.Errorf("what is not near enough: %q", got.output)
	}
	if got := play(t, memory.RecallLore, object{"query": "lamp"}, object{"similarityThreshold": 0}, none); got.summary != "1 recalled, 0 left out" {
		t.Errorf("no threshold: %q", got.summary)
	}
}
