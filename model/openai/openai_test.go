package openai_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/openai"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var protocol = test.OpenAI()

type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

func generator(t testing.TB, dial dialer, o openai.Options) *openai.Generator {
	o.Key, o.Dial = test.Key(t), dial
	g, err := openai.New(test.Base, "phi", &o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// with makes a generator whose server is s.
func with(t *testing.T, s *test.Server) model.Generator {
	return generator(t, s.Dial, openai.Options{})
}

func TestContract(t *testing.T) {
	for _, idle := range []time.Duration{0, time.Hour} { // what ends a call that stalls: silence, and its deadline
		test.Suite(t, protocol.Driver(func(t *testing.T, s *test.Server) model.Generator {
			return generator(t, s.Dial, openai.Options{Idle: idle})
		}))
	}
}

func TestFaults(t *testing.T) {
	test.Faults(t, soak.Count(200), protocol.Wire(with))
}

// calibration is one that could have been measured.
var calibration = model.Calibration{{Cosine: 0, Relevance: 0}, {Cosine: 1_000_000, Relevance: 1000}}

func embedder(t testing.TB, dial dialer, batch int) *openai.Embedder {
	e, err := openai.NewEmbedder(test.Base, "minilm", openai.Vectors{Dimensions: 3, Calibration: calibration, Batch: batch},
		&openai.Options{Key: test.Key(t), Dial: dial, Within: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// vectors answers as a server does that counts a text's bytes, the last text first.
func vectors(body string) string {
	asked, err := strictjson.ParseObject([]byte(body))
	if err != nil {
		panic(err)
	}
	var data []string
	for i, text := range strictjson.AsStrings[string](asked["input"]) {
		data = append([]string{fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":[%d,%d.5,-1e-3]}`, i, len(text), int(text[0]))}, data...)
	}
	return `{"object":"list","data":[` + strings.Join(data, ",") + `],"usage":{"prompt_tokens":3,"total_tokens":3}}`
}

func TestEmbedder(t *testing.T) {
	for _, batch := range []int{0, 1, 2} {
		synctest.Test(t, func(t *testing.T) {
			var s *test.Server
			s = test.NewServer(t, func(number int, to io.Writer, _ *bufio.Reader) (bool, error) {
				_, err := io.WriteString(to, test.Document(200, "application/json", vectors(s.Asked()[number-1].Body)))
				return true, err
			})
			e := embedder(t, s.Dial, batch)
			test.Embedder(t, e)
		})
	}
}

func TestEmbedderFaults(t *testing.T) {
	test.Faults(t, soak.Count(200), test.Wire{
		Want: "[[0.015136019 0.99988544 0]]", Document: `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[1.0,66.06,0.0]}]}`,
		New: func(t *testing.T, s *test.Server) func(context.Context) (string, string, error) {
			e := embedder(t, s.Dial, 0)
			return func(ctx context.Context) (string, string, error) {
				vectors, err := e.Embed(ctx, []string{"The lamp"})
				return fmt.Sprint(vectors), "", err
			}
		},
	})
}

// one is what comes of a reply, and what was asked for it.
func one(t *testing.T, reply string, r model.Request, o openai.Options) (model.Answer, test.Asked, error) {
	t.Helper()
	return test.Ask(t, reply, r, func(s *test.Server) model.Generator { return generator(t, s.Dial, o) })
}

var dark = test.Stream(protocol.Say(model.Stopped, "It is dark.")...)

func TestWhatIsAsked(t *testing.T) {
	r := test.Request()
	r.Stop, r.Seed = []string{"a", "b", "c", "d", "dark"}, 7
	answer, asked, err := one(t, dark, r, openai.Options{})
	want := `{"max_tokens":4000,"messages":[{"content":"You tell what happens.","role":"system"},{"content":"` + test.Answer + `","role":"user"}],` +
		`"model":"phi","seed":7,"stop":["a","b","c","d"],"stream":true,"stream_options":{"include_usage":true},"temperature":0.700}`
	if asked.Path != "/v1/chat/completions" || asked.Body != want || asked.Header.Get("Authorization") != "Bearer "+test.Secret {
		t.Errorf("it asks %s for %s\nand not for %s", asked.Path, asked.Body, want)
	}
	if err != nil || answer.Text != "It is " || answer.By != "phi@localhost:8089" {
		t.Errorf("with a fifth stop it says %+v: %v", answer, err)
	}
}

func TestForms(t *testing.T) {
	r := test.Request()
	r.Form = test.Form()
	answer, asked, err := one(t, test.Stream(protocol.Say(model.Stopped, test.JSON)...), r, openai.Options{})
	if err != nil || answer.Text != test.JSON || !strings.Contains(asked.Body, `"response_format":{"json_schema":{"name":"prose","schema":{"additionalProperties":false,"properties":`) ||
		!strings.Contains(asked.Body, `,"strict":true},"type":"json_schema"}`) {
		t.Errorf("it says %q to %s: %v", answer.Text, asked.Body, err)
	}
	r.Form.Schema = []byte(`{"type":"object","properties":{"mood":{},"why":{}},"required":["mood"],"additionalProperties":false}`)
	if _, asked, err = one(t, test.Stream(protocol.Say(model.Stopped, test.JSON)...), r, openai.Options{}); err != nil || !strings.Contains(asked.Body, `"strict":false`) {
		t.Errorf("a schema with what may be left out is asked for strictly: %s: %v", asked.Body, err)
	}
	r.Form = model.Form{Grammar: `root ::= "x"`}
	if _, asked, err = one(t, dark, r, openai.Options{}); test.KindOf(err) != model.Unsupported || asked.Body != "" {
		t.Errorf("a grammar is asked for: %v", err)
	}
	if _, asked, err = one(t, dark, r, openai.Options{Grammars: true}); err != nil || !strings.Contains(asked.Body, `"grammar":"root ::= \"x\""`) {
		t.Errorf("a grammar is not asked for: %s: %v", asked.Body, err)
	}
	r.Form = model.Form{Schema: []byte("{")}
	if _, asked, err = one(t, dark, r, openai.Options{}); test.KindOf(err) != model.Rejected || asked.Body != "" {
		t.Errorf("a schema that is none: %v", err)
	}
}

func TestUsage(t *testing.T) {
	answer, _, err := one(t, test.Stream(protocol.Say(model.Length, "It is dark.")...), test.Request(), openai.Options{})
	if want := (model.Usage{Prompt: 31, Text: 7}); err != nil || answer.Usage != want || answer.End != model.Length {
		t.Errorf("it says %+v: %v", answer, err)
	}
}

// What servers of this kind send that OpenAI's own does not.
func TestDialects(t *testing.T) {
	for name, reply := range map[string]string{
		"one document":           test.Document(200, "application/json", `{"choices":[{"index":0,"message":{"role":"assistant","content":"It is dark."},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`),
		"no [DONE]":              test.Stream(protocol.Say(model.Stopped, "It is dark.")[:4]...),
		"a text with its end":    test.Stream(test.OpenAIEvent(`{"index":0,"delta":{"content":"It is dark."},"finish_reason":"stop"}`, "")),
		"an end of another kind": test.Stream(test.OpenAIEvent(`{"index":0,"delta":{"content":"It is dark."},"finish_reason":"eos"}`, "")),
		"no index":               test.Stream(test.OpenAIEvent(`{"delta":{"content":"It is dark."},"finish_reason":"stop"}`, "")),
		"null usage":             test.Stream(test.OpenAIEvent(`{"index":0,"delta":{"content":"It is dark."},"finish_reason":"stop"}`, `,"usage":null`)),
		"carriage returns":       test.Stream(strings.ReplaceAll(strings.Join(protocol.Say(model.Stopped, "It is dark."), ""), "\n", "\r\n")),
		"thoughts beside it":     test.Stream(test.OpenAIEvent(`{"index":0,"delta":{"reasoning_content":"Hm."}}`, ""), test.OpenAIEvent(`{"index":0,"delta":{"content":"It is dark."},"finish_reason":"stop"}`, "")),
	} {
		if answer, _, err := one(t, reply, test.Request(), openai.Options{}); err != nil || answer.Text != "It is dark." {
			t.Errorf("%s: it says %q: %v", name, answer.Text, err)
		}
	}
}

func TestWhatIsNoAnswer(t *testing.T) {
	choice := func(rest string) string { return test.Stream(test.OpenAIEvent(rest, ""), "data: [DONE]\n\n") }
	for name, test_ := range map[string]struct {
		reply string
		kind  model.Kind
	}{
		"an error in a document":   {test.Document(200, "application/json", `{"error":{"message":"no"}}`), model.Unavailable},
		"an error as a field":      {test.Stream("error: {\"code\":500,\"message\":\"no\"}\n\n"), model.Unavailable},
		"a filter":                 {choice(`{"index":0,"delta":{"content":"It"},"finish_reason":"content_filter"}`), model.Refused},
		"another end":              {choice(`{"index":0,"delta":{"content":"It"},"finish_reason":"tool_calls"}`), model.Malformed},
		"a number for a text":      {choice(`{"index":0,"delta":{"content":7}}`), model.Malformed},
		"a list for a delta":       {choice(`{"index":0,"delta":[]}`), model.Malformed},
		"a choice that is a text":  {choice(`"x"`), model.Malformed},
		"a second choice":          {choice(`{"index":1,"delta":{"content":"It"}}`), model.Malformed},
		"half a character":         {choice(`{"index":0,"delta":{"content":"\ud83d"}}`), model.Malformed},
		"a key twice":              {choice(`{"index":0,"index":0}`), model.Malformed},
		"a text after its end":     {choice(`{"index":0,"delta":{"content":"It"},"finish_reason":"stop"},{"index":0,"delta":{"content":"It"}}`), model.Malformed},
		"a stream of nothing":      {test.Stream(), model.Incomplete},
		"[DONE] alone":             {test.Stream("data: [DONE]\n\n"), model.Incomplete},
		"a document of nothing":    {test.Document(200, "application/json", ``), model.Malformed},
		"a document without a end": {test.Document(200, "application/json", `{"choices":[{"index":0,"message":{"content":"It"}}]}`), model.Incomplete},
	} {
		if _, _, err := one(t, test_.reply, test.Request(), openai.Options{}); test.KindOf(err) != test_.kind {
			t.Errorf("%s: %v, and is to be %s", name, err, test_.kind)
		}
	}
}

func TestVectorsThatAreNone(t *testing.T) {
	for name, data := range map[string]string{
		"too few":         `[]`,
		"too many":        `[{"index":0,"embedding":[1,2,3]},{"index":1,"embedding":[1,2,3]}]`,
		"another's":       `[{"index":4,"embedding":[1,2,3]}]`,
		"before all":      `[{"index":-1,"embedding":[1,2,3]}]`,
		"short":           `[{"index":0,"embedding":[1,2]}]`,
		"of texts":        `[{"index":0,"embedding":["1","2","3"]}]`,
		"beyond all":      `[{"index":0,"embedding":[1e300,2,3]}]`,
		"beyond a number": `[{"index":0,"embedding":[1e999,2,3]}]`,
		"in base64":       `[{"index":0,"embedding":"AACAPw=="}]`,
		"no object":       `[7]`,
	} {
		synctest.Test(t, func(t *testing.T) {
			s := test.Replying(t, test.Document(200, "application/json", `{"data":`+data+`}`))
			vectors, err := embedder(t, s.Dial, 0).Embed(t.Context(), []string{"", "The lamp"})
			if test.KindOf(err) != model.Malformed || vectors != nil {
				t.Errorf("%s: %v: %v", name, vectors, err)
			}
		})
	}
}

func TestWhatCannotBeMade(t *testing.T) {
	for name, make := range map[string]func() error{
		"an address without a host": func() error { _, err := openai.New("localhost/v1", "phi", nil); return err },
		"a key for another": func() error {
			_, err := openai.New("https://api.example.org/v1", "phi", &openai.Options{Key: test.Key(t)})
			return err
		},
		"vectors of nothing": func() error {
			_, err := openai.NewEmbedder(test.Base, "m", openai.Vectors{Calibration: calibration}, nil)
			return err
		},
		"vectors worth nothing known": func() error {
			_, err := openai.NewEmbedder(test.Base, "m", openai.Vectors{Dimensions: 3}, nil)
			return err
		},
	} {
		if err := make(); err == nil || strings.Contains(err.Error(), test.Secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever a server sends, the call ends with a text or an error of package model, and the key is
// in neither.
func FuzzAnswer(f *testing.F) {
	f.Add(dark)
	f.Add(test.Document(200, "application/json", `{"choices":[{"message":{"content":"It is dark."},"finish_reason":"stop"}]}`))
	f.Add(test.Document(401, "application/json", `{"error":{"message":"no `+test.Secret+`"}}`))
	f.Add(test.Document(307, "text/html", "", "Location: //elsewhere"))
	f.Add("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nerror: {}\n\ndata: [DONE]\n\n")
	f.Fuzz(func(t *testing.T, reply string) {
		test.Foreign(t, generator(t, test.Replying(t, reply).Dial, openai.Options{}))
	})
}
