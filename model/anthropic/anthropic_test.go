package anthropic_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/anthropic"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func event(kind, rest string) string {
	return fmt.Sprintf("event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
}

var protocol = test.Protocol{
	Begin: []string{
		event("message_start", `,"message":{"id":"m-1","type":"message","role":"assistant","content":[],"model":"claude","stop_reason":null,"usage":{"input_tokens":31,"output_tokens":1}}`),
		event("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`),
		event("ping", ""),
	},
	Piece: func(text string) string {
		return event("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":`+test.Quote(text)+"}")
	},
	JSON: func(text string) string {
		return event("content_block_delta", `,"index":0,"delta":{"type":"input_json_delta","partial_json":`+test.Quote(text)+"}")
	},
	End: func(end model.End) []string {
		reason := map[model.End]string{model.Stopped: "end_turn", model.Length: "max_tokens"}[end]
		return []string{
			event("content_block_stop", `,"index":0`),
			event("message_delta", `,"delta":{"stop_reason":`+test.Quote(reason)+`,"stop_sequence":null},"usage":{"output_tokens":7}`),
			event("message_stop", ""),
		}
	},
	Refusal: []string{event("message_delta", `,"delta":{"stop_reason":"refusal"},"usage":{"output_tokens":1}`), event("message_stop", "")},
	Error: func(message string) string {
		return event("error", `,"error":{"type":"overloaded_error","message":`+test.Quote(message)+"}")
	},
}

func generator(t testing.TB, dial func(ctx context.Context, network, address string) (net.Conn, error)) *anthropic.Generator {
	g, err := anthropic.New(test.Base, "claude", &anthropic.Options{Key: test.Key(t), Dial: dial})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// with makes a generator whose server is s.
func with(t *testing.T, s *test.Server) model.Generator { return generator(t, s.Dial) }

func TestContract(t *testing.T) {
	test.Suite(t, protocol.Driver(with))
}

func TestFaults(t *testing.T) {
	test.Faults(t, soak.Count(200), protocol.Wire(with))
}

// one is what comes of a reply, and what was asked for it.
func one(t *testing.T, reply string, r model.Request) (model.Answer, test.Asked, error) {
	t.Helper()
	return test.Ask(t, reply, r, func(s *test.Server) model.Generator { return generator(t, s.Dial) })
}

func TestWhatIsAsked(t *testing.T) {
	r := test.Request()
	r.Messages = append(r.Messages, model.Message{Role: model.System, Text: "Be short."}, model.Message{Role: model.Assistant, Text: "Yes."}, model.Message{Role: model.User, Text: "Go on."})
	r.Stop, r.Seed, r.Heat = []string{"END", "\n"}, 7, 1500
	_, asked, err := one(t, test.Stream(protocol.Say(model.Stopped, "It is dark.")...), r)
	want := `{"max_tokens":4000,"messages":[{"content":"` + test.Answer + `","role":"user"},{"content":"Yes.","role":"assistant"},{"content":"Go on.","role":"user"}],` +
		`"model":"claude","stop_sequences":["END"],"stream":true,"system":"You tell what happens.\n\nBe short.","temperature":1.000}`
	if err != nil || asked.Path != "/v1/messages" || asked.Body != want {
		t.Errorf("it asks %s for %s\nand not for %s: %v", asked.Path, asked.Body, want, err)
	}
	if h := asked.Header; h.Get("X-Api-Key") != test.Secret || h.Get("Anthropic-Version") != "2023-06-01" || h.Get("Authorization") != "" {
		t.Errorf("the head is %v", h)
	}
	r.Stop = []string{"\n"} // for which the text is watched here
	if _, asked, err = one(t, test.Stream(protocol.Say(model.Stopped, "It is dark.")...), r); err != nil || strings.Contains(asked.Body, "stop_sequences") {
		t.Errorf("of a stop that the server takes none of it asks for %s: %v", asked.Body, err)
	}
}

func TestAForm(t *testing.T) {
	r := test.Request()
	r.Form = test.Form()
	for name, reply := range map[string]string{
		"stream": test.Stream(append(append([]string{}, protocol.Begin...),
			protocol.Piece("I think that "), // which is beside the tool
			event("content_block_start", `,"index":1,"content_block":{"type":"tool_use","id":"t-1","name":"answer","input":{}}`),
			protocol.JSON(""), protocol.JSON(test.JSON[:6]), protocol.JSON(test.JSON[6:]),
			event("message_delta", `,"delta":{"stop_reason":"tool_use"}`), event("message_stop", ""))...),
		"document": test.Document(200, "application/json", `{"type":"message","content":[{"type":"text","text":"I think"},{"type":"tool_use","name":"answer","input":`+test.JSON+`}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":4}}`),
	} {
		answer, asked, err := one(t, reply, r)
		if err != nil || answer.Text != test.JSON || answer.End != model.Stopped {
			t.Errorf("%s: it says %q: %v", name, answer.Text, err)
		}
		if !strings.Contains(asked.Body, `"tool_choice":{"name":"answer","type":"tool"},"tools":[{"description":"Takes the answer.","input_schema":{"additionalProperties":false,`) {
			t.Errorf("%s: it asks for %s", name, asked.Body)
		}
	}
}

func TestWhatItCannot(t *testing.T) {
	g := generator(t, func(context.Context, string, string) (net.Conn, error) {
		t.Error("it asked")
		return nil, io.EOF
	})
	for want, change := range map[model.Kind]func(*model.Request){
		model.Unsupported: func(r *model.Request) { r.Form = model.Form{Grammar: `root ::= "x"`} },
		model.Rejected:    func(r *model.Request) { r.Messages = r.Messages[:1] },
	} {
		r := test.Request()
		change(&r)
		if _, err := g.Generate(t.Context(), r, nil); test.KindOf(err) != want {
			t.Errorf("%v, and is to be %s", err, want)
		}
	}
	r := test.Request()
	for schema, want := range map[string]model.Kind{`{"type":"array"}`: model.Unsupported, `{`: model.Rejected} {
		r.Form = model.Form{Schema: []byte(schema)}
		if _, err := g.Generate(t.Context(), r, nil); test.KindOf(err) != want {
			t.Errorf("%s: %v, and is to be %s", schema, err, want)
		}
	}
}

func TestErrorsWithin(t *testing.T) {
	for kind, want := range map[string]model.Kind{
		"overloaded_error": model.Unavailable, "rate_limit_error": model.Limited, "authentication_error": model.Unauthorized,
		"invalid_request_error": model.Rejected, "api_error": model.Unavailable,
	} {
		_, _, err := one(t, test.Stream(event("error", `,"error":{"type":"`+kind+`","message":"it is so"}`)), test.Request())
		if test.KindOf(err) != want || !strings.HasSuffix(err.Error(), "it is so") {
			t.Errorf("%s: %v, and is to be %s", kind, err, want)
		}
	}
	for name, events := range map[string][]string{
		"a name that is not its kind": {strings.Replace(event("ping", ""), "event: ping", "event: pong", 1)},
		"an end by nothing known":     {event("message_delta", `,"delta":{"stop_reason":"tired"}`)},
		"a text that is a number":     {event("content_block_delta", `,"delta":{"type":"text_delta","text":7}`)},
		"a delta that is a list":      {event("content_block_delta", `,"delta":[]`)},
		"a kind that is a list":       {"data: {\"type\":[]}\n\n"},
		"no JSON":                     {"data: {\n\n"},
	} {
		_, _, err := one(t, test.Stream(events...), test.Request())
		if want := model.Malformed; test.KindOf(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUsage(t *testing.T) {
	answer, _, err := one(t, test.Stream(protocol.Say(model.Length, "It is dark.")...), test.Request())
	if want := (model.Usage{Prompt: 31, Text: 7}); err != nil || answer.Usage != want || answer.End != model.Length || answer.By != "claude@localhost:8089" {
		t.Errorf("it says %+v: %v", answer, err)
	}
}

// Whatever a server sends, the call ends with a text or an error of package model, and the key is
// in neither.
func FuzzAnswer(f *testing.F) {
	f.Add(test.Stream(protocol.Say(model.Stopped, "It is dark.")...))
	f.Add(test.Stream(protocol.Refusal...))
	f.Add(test.Document(200, "application/json", `{"type":"message","content":[{"type":"text","text":"It is dark."}],"stop_reason":"end_turn"}`))
	f.Add(test.Document(529, "application/json", `{"type":"error","error":{"type":"overloaded_error","message":"`+test.Secret+`"}}`))
	f.Add("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: error\ndata: {\"type\":\"error\"}\n\n")
	f.Fuzz(func(t *testing.T, reply string) {
		test.Foreign(t, generator(t, test.Replying(t, reply).Dial))
	})
}
