package ffi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/ffi"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		tidy()
		os.Exit(code)
	}))
}

// tidy removes what tests made for each other.
var tidy = func() {}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// config is that of an engine with a directory of its own.
func config(dir string) string { return fmt.Sprintf(`{"data":%q}`, dir) }

func open(t testing.TB, dir string) *ffi.Engine {
	t.Helper()
	e, err := ffi.New(config(dir))
	must(t, err)
	t.Cleanup(func() { must(t, e.Close()) })
	return e
}

// code is that of an error, whose text is JSON.
func code(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	said := codeIn(t, err.Error())
	if wrong, is := errors.AsType[*api.Error](err); !is || string(wrong.Code) != said {
		t.Errorf("%v is another error inside", err)
	}
	return said
}

// codeIn is that of an error's text.
func codeIn(t testing.TB, text string) string {
	t.Helper()
	var said struct{ Code, Message, Hint string }
	if err := json.Unmarshal([]byte(text), &said); err != nil || said.Message == "" || said.Hint == "" {
		t.Fatalf("%s is no failure: %v", text, err)
	}
	return said.Code
}

// A sink collects events, and throws at some.
type sink struct {
	mutex sync.Mutex
	told  []string
}

func (s *sink) Event(json string) {
	s.mutex.Lock()
	s.told = append(s.told, json)
	s.mutex.Unlock()
	if strings.Contains(json, `"stage"`) {
		panic("a sink may panic")
	}
}

func TestPlay(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	told := &sink{}
	s, err := e.Subscribe(told, "")
	must(t, err)
	if !strings.Contains(s.JSON(), `"from":1`) {
		t.Errorf("it begins with %s", s.JSON())
	}
	first, err := e.Call("story.play", `{"campaign":"minimal","story":"a","seed":"1"}`)
	must(t, err)
	if err := e.Suspend(); code(t, err) != "" && code(t, err) != "busy" { // a busy machine is late
		t.Fatal(err)
	}
	if _, err := e.Call("story.last", `{"story":"a"}`); code(t, err) != "suspended" {
		t.Error(err)
	}
	must(t, e.Resume())
	again, err := e.Call("story.last", `{"story":"a"}`)
	must(t, err)
	if want := strings.Replace(recordOf(t, first), `"result":`, `"resumed":true,"result":`, 1); len(again) < 500 || !strings.Contains(again, `"resumed":true`) || len(again) != len(want) {
		t.Errorf("after coming back it shows\n%s, not\n%s", again, want)
	}
	if e.Cancel("nothing") {
		t.Error("there is something to cancel")
	}
	must(t, e.Close())
	must(t, e.Close())
	s.Close()
	s.Close()
	told.mutex.Lock()
	defer told.mutex.Unlock()
	for i, event := range told.told {
		if !strings.Contains(event, fmt.Sprintf(`"number":%d,`, i+1)) && !strings.Contains(event, fmt.Sprintf(`"number":%d}`, i+1)) {
			t.Errorf("%d is %s", i+1, event)
		}
	}
	if len(told.told) < 6 {
		t.Errorf("%q was told", told.told)
	}
}

func recordOf(t testing.TB, played string) string {
	t.Helper()
	var p struct{ Record json.RawMessage }
	must(t, json.Unmarshal([]byte(played), &p))
	return string(p.Record)
}

// Whatever other languages can call begins by catching what panics in it.
func TestEveryExportRescues(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "ffi.go", nil, parser.SkipObjectResolution)
	must(t, err)
	exports := 0
	for _, declared := range file.Decls {
		f, is := declared.(*ast.FuncDecl)
		if !is || !f.Name.IsExported() || f.Name.Name == "Error" || f.Name.Name == "Unwrap" { // those of an error that Go alone sees
			continue
		}
		exports++
		if d, is := f.Body.List[0].(*ast.DeferStmt); !is || fmt.Sprint(d.Call.Fun) != "rescue" {
			t.Errorf("%s does not", f.Name)
		}
	}
	if exports != 9 {
		t.Errorf("%d are exported", exports)
	}
}

// Nothing is started unless the application lets skills be programs of their own: one that is put
// in is unavailable, with the reason, and those that come with the program run inside it.
func TestNothingIsStarted(t *testing.T) {
	dir := t.TempDir()
	torch := filepath.Join(dir, "skills", "torch")
	must(t, os.MkdirAll(filepath.Join(torch, "scripts"), 0o700))
	must(t, os.WriteFile(filepath.Join(torch, "skill.json"), []byte(`{"name":"torch","version":"1.0.0","description":"Lights torches.","scripts":[{"name":"go","path":"go.sh","interpreter":"sh"}]}`), 0o600))
	must(t, os.WriteFile(filepath.Join(torch, "scripts", "go.sh"), nil, 0o700))
	for given, inside := range map[string]bool{``: true, `,"processes":true`: false} {
		e, err := ffi.New(strings.TrimSuffix(config(dir), "}") + given + "}")
		must(t, err)
		listed, err := e.Call("skills.list", "")
		must(t, err)
		must(t, e.Close())
		var all struct {
			Skills []struct{ Name, Status, Runs, Reason string }
		}
		must(t, json.Unmarshal([]byte(listed), &all))
		seen := 0
		for _, skill := range all.Skills {
			switch skill.Name {
			case "torch":
				seen++
				if unavailable := skill.Status == "unavailable" && skill.Reason != ""; unavailable != inside {
					t.Errorf("with %q it is %s: %q", given, skill.Status, skill.Reason)
				}
			case "dice-roller":
				seen++
				if skill.Status != "ready" || inside && skill.Runs != "in-process" {
					t.Errorf("with %q that of the program is %s, %q", given, skill.Status, skill.Runs)
				}
			}
		}
		if seen != 2 {
			t.Errorf("with %q it lists %s", given, listed)
		}
	}
}

// What New, and what it made, are given wrongly is an error with a code.
func TestMisuse(t *testing.T) {
	for given, want := range map[string]string{
		"": "bad_params", "{": "bad_json", "{}": "bad_params", `{"dta":"x"}`: "bad_params", `{"data":7}`: "bad_params",
		`{"data":"x","memory":1}`: "bad_params", `{"data":"` + strings.Repeat("x", 5000) + `"}`: "bad_params", `{"data":""}`: "bad_params",
		`{"data":"/proc/none"}`: "bad_params", `{"data":"` + strings.Repeat("x", 2<<20) + `"}`: "too_large", `{"data":"a","data":"b"}`: "bad_json",
	} {
		if _, err := ffi.New(given); code(t, err) != want {
			t.Errorf("%.60s: %v, want %s", given, err, want)
		}
	}
	for _, e := range []*ffi.Engine{{}} {
		_, called := e.Call("engine.info", "")
		_, subscribed := e.Subscribe(&sink{}, "")
		for _, err := range []error{called, subscribed, e.Suspend(), e.Resume(), e.Close()} {
			if code(t, err) != "closed" {
				t.Error(err)
			}
		}
		if e.Cancel("x") {
			t.Error("there is something to cancel")
		}
	}
	var none *ffi.Engine
	if _, err := none.Call("engine.info", ""); code(t, err) != "fault" || none.Cancel("x") {
		t.Error(err)
	}
	(&ffi.Subscription{}).Close()
	(*ffi.Subscription)(nil).Close()
	dir := t.TempDir()
	e := open(t, dir)
	if _, err := ffi.New(config(dir)); code(t, err) != "in_use" {
		t.Error(err)
	}
	if _, err := e.Subscribe(nil, ""); code(t, err) != "bad_params" {
		t.Error(err)
	}
	if _, err := e.Subscribe(&sink{}, `{"from":9}`); code(t, err) != "lost" {
		t.Error(err)
	}
	if _, err := ffi.New(`{"data":"","shared":true}`); code(t, err) != "bad_params" {
		t.Errorf("the user's own directories are taken: %v", err)
	}
}

// What Go manages keeps to what the application says, or to the usual; unless whoever started
// the program has said.
func TestMemoryIsBounded(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for given, want := range map[string]int64{``: 256 << 20, `,"memory":64`: 64 << 20} {
		e, err := ffi.New(strings.TrimSuffix(config(t.TempDir()), "}") + given + "}")
		must(t, err)
		must(t, e.Close())
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("with %q it keeps to %d bytes, not %d", given, got, want)
		}
	}
	t.Setenv("GOMEMLIMIT", "1GiB")
	before := debug.SetMemoryLimit(1 << 30)
	open(t, t.TempDir())
	if got := debug.SetMemoryLimit(before); got != 1<<30 {
		t.Errorf("it keeps to %d bytes, and not to what was said from outside", got)
	}
}

// A hundred engines, one after the other, and a thousand calls leave no goroutine and no file
// behind, and no memory.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	var before, after struct{ Memory, Threads int64 }
	var files int
	round := func() {
		e, err := ffi.New(config(dir))
		must(t, err)
		_, err = e.Subscribe(&sink{}, "")
		must(t, err)
		_, err = e.Call("story.play", `{"campaign":"minimal","story":"a","continue":true}`)
		if code(t, err) == "not_found" || code(t, err) == "bad_params" {
			_, err = e.Call("story.play", `{"campaign":"minimal","story":"a"}`)
		}
		must(t, err)
		for range 10 {
			_, err := e.Call("story.scene", `{"story":"a"}`)
			must(t, err)
		}
		must(t, e.Close())
	}
	seen := func(into any) int {
		e, err := ffi.New(config(dir))
		must(t, err)
		runtime.GC() // by which the memory in use is known
		info, err := e.Call("engine.info", "")
		must(t, err)
		must(t, json.Unmarshal([]byte(info), into))
		must(t, e.Close())
		entries, _ := os.ReadDir("/proc/self/fd")
		return len(entries)
	}
	for range 5 {
		round()
	}
	files = seen(&before)
	for range 100 {
		round()
	}
	left := seen(&after) - files
	for until := time.Now().Add(30 * time.Second); (left > 0 || after.Threads > before.Threads) && time.Now().Before(until); {
		left = seen(&after) - files // on a busy machine the last of one may still be ending, as they did before the count began
	}
	if left > 0 || after.Threads > before.Threads {
		t.Errorf("%d files are left, %d goroutines of %d", left, after.Threads-before.Threads, after.Threads)
	}
	if after.Memory > before.Memory+16<<20 {
		t.Errorf("%d bytes are in use, and %d were", after.Memory, before.Memory)
	}
}

// What the application says that a model may take holds.
func TestModelMemory(t *testing.T) {
	e, err := ffi.New(strings.TrimSuffix(config(t.TempDir()), "}") + `,"modelMemory":100}`)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	listed, err := e.Call("models.list", "")
	if err != nil || !strings.Contains(listed, fmt.Sprintf(`"memory":%d,"models":[]`, 100<<20)) {
		t.Errorf("%s, %v", listed, err)
	}
	if _, err := ffi.New(strings.TrimSuffix(config(t.TempDir()), "}") + `,"modelMemory":0}`); code(t, err) != "bad_params" {
		t.Errorf("a model may take nothing: %v", err)
	}
}

// What an engine is opened with stands where those look who link the library.
func TestConfigurationIsDocumented(t *testing.T) {
	source, err := os.ReadFile("ffi.go")
	must(t, err)
	fields := regexp.MustCompile("`json:\"([a-zA-Z]+)[^`]* doc:\"").FindAllStringSubmatch(string(source), -1)
	if len(fields) < 8 {
		t.Fatalf("the configuration has %v", fields)
	}
	for _, page := range []struct{ file, form string }{{"cshared/narratoria.h", " *     %q  "}, {"../docs/api.md", "| `%s` | "}} {
		text, err := os.ReadFile(page.file)
		must(t, err)
		words := regexp.MustCompile(` +`).ReplaceAllString(string(text), " ")
		for _, field := range fields {
			if wanted := regexp.MustCompile(` +`).ReplaceAllString(fmt.Sprintf(page.form, field[1]), " "); !strings.Contains(words, wanted) {
				t.Errorf("%s says nothing of %s", page.file, field[1])
			}
		}
	}
}
