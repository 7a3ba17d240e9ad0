// Package opiniontest runs a script on the replies that a test has written down
// for its calls. What a real host answers is tested by transcripts.
package opiniontest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/skills/kit"
)

// Object is JSON in the making.
type Object = map[string]any

// Refused is a reply that refuses a call with a code.
type Refused string

// An Answer is what a script wrote.
type Answer struct {
	Calls   []string // each its method and its parameters as JSON
	Warned  []string
	Code    string // of its error
	Message string
	Output  string // JSON
	Summary string
}

// Play runs a script on an input, a configuration, and the replies to its calls in
// their order: the result, or a Refused.
func Play(t testing.TB, script kit.Script, input, config Object, replies ...any) (a Answer) {
	t.Helper()
	if config == nil {
		config = Object{}
	}
	stdin := line(t, Object{
		"requestId": "r1", "tool": "t/s", "operation": "s", "input": input, "config": config,
		"protocol": Object{"version": "0", "features": []string{"calls", "random", "story.read", "relation.read", "relation.write"}},
	})
	for i, reply := range replies {
		answer := Object{"version": "0", "type": "reply", "id": fmt.Sprint(i + 1), "ok": true, "result": reply}
		if code, refused := reply.(Refused); refused {
			answer = Object{"version": "0", "type": "reply", "id": fmt.Sprint(i + 1), "ok": false, "error": Object{"code": code, "message": "no"}}
		}
		stdin = append(stdin, line(t, answer)...)
	}
	var stdout bytes.Buffer
	if code := kit.Serve(t.Context(), bytes.NewReader(stdin), &stdout, t.Output(), script); code != 0 {
		t.Fatalf("exit %d:\n%s", code, &stdout)
	}
	for text := range bytes.Lines(stdout.Bytes()) {
		a.hear(t, text)
	}
	if len(a.Calls) != len(replies) {
		t.Errorf("%d calls for %d replies:\n%s", len(a.Calls), len(replies), &stdout)
	}
	return a
}

func line(t testing.TB, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func (a *Answer) hear(t testing.TB, text []byte) {
	t.Helper()
	var event struct {
		Type, Method, Message, ErrorCode, ErrorMessage, Summary string
		Params, Output                                          json.RawMessage
	}
	if err := json.Unmarshal(text, &event); err != nil {
		t.Fatal(err)
	}
	switch event.Type {
	case "call":
		a.Calls = append(a.Calls, event.Method+" "+string(event.Params))
	case "log":
		a.Warned = append(a.Warned, event.Message)
	case "error":
		a.Code, a.Message = event.ErrorCode, event.ErrorMessage
	case "done":
		a.Output, a.Summary = string(event.Output), event.Summary
	}
}

// Relation is a reply to relation.read for one opinion.
func Relation(who string, score kit.Thousandths, begun bool) Object {
	return Object{"relations": []Object{{"who": who, "whom": "player", "score": score, "begun": begun, "minutes_since": 0}}}
}

// Score is a reply to relation.write.
func Score(score kit.Thousandths) Object { return Object{"score": score} }
