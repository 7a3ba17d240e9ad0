package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
)

// What an engine began has ended when it is closed.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens an engine with a directory of its own, in which nothing is started.
func open(t testing.TB, o api.Options) *api.Engine {
	t.Helper()
	if o.Program.Data == "" {
		o.Program.Data = t.TempDir()
	}
	o.Program.NoProcesses = true
	e, err := api.Open(o)
	must(t, err)
	t.Cleanup(func() { must(t, e.Close(context.Background())) })
	return e
}

// call calls a method and reads its result.
func call[R any](t testing.TB, c *api.Client, method, params string) (result R) {
	t.Helper()
	text, err := c.Call(t.Context(), method, []byte(params))
	if err != nil {
		t.Fatalf("%s %s: %v", method, params, err)
	}
	must(t, json.Unmarshal(text, &result))
	return result
}

// refused calls a method that is to fail, and gives the error.
func refused(t testing.TB, c *api.Client, method, params string, want api.Code) *api.Error {
	t.Helper()
	result, err := c.Call(context.Background(), method, []byte(params))
	wrong, is := errors.AsType[*api.Error](err)
	if !is || wrong.Code != want {
		t.Fatalf("%s %s: %s, %v, want the code %s", method, params, result, err, want)
	}
	return wrong
}

// played is what story.play gives.
type played struct {
	Story, Campaign, Title string
	Kept                   bool
	Record                 api.Record
}

func TestPlay(t *testing.T) {
	e := open(t, api.Options{Program: narratoria.Options{Version: "test"}})
	c := e.Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"grey-harbour","seed":"1"}`)
	if p.Story != "grey-harbour-1" || !p.Kept || p.Record.Turn != 1 || len(p.Record.Choices) < 3 {
		t.Fatalf("%+v", p)
	}
	r := call[api.Record](t, c, "story.choose", `{"story":"grey-harbour-1","choice":"`+p.Record.Choices[0].ID+`"}`)
	if r.Turn != 2 || r.Choice.ID != p.Record.Choices[0].ID || r.Prose == "" {
		t.Fatalf("%+v", r)
	}
	for _, m := range api.Methods() {
		t.Log(m.Name)
	}
}
