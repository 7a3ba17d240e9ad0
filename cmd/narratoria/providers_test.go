package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
)

// settings are the user's, in directories of the test's own.
func settings(t *testing.T, text string) (config string) {
	t.Helper()
	ownDirectories(t)
	t.Setenv("NARRATORIA_LLAMA", "")
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENROUTER_API_KEY", "NARRATORIA_MODEL_KEY"} {
		t.Setenv(name, "")
	}
	config = os.Getenv("NARRATORIA_CONFIG_DIR")
	if text != "" {
		save(t, filepath.Join(config, "config.json"), text)
	}
	return config
}

// Play says once, before the first turn, what may be sent elsewhere and why, and says nothing where a skill may not ask.
func TestPlaySaysWhatMayLeaveTheDevice(t *testing.T) {
	settings(t, `{"models": {"providers": {"far": {"kind": "openai", "address": "http://203.0.113.1:1/v1", "model": "m"},
		"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}}, "text": ["far", "here"]}}`)
	dir := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "skills", "sight")
	save(t, filepath.Join(dir, "skill.json"), `{"name": "sight", "version": "1.0.0", "description": "Says what is to be seen.",
		"scripts": [{"name": "sight", "path": "sight.sh", "interpreter": "sh", "permissions": ["generate"], "triggers": ["no choice says this"]}]}`)
	save(t, filepath.Join(dir, "scripts", "sight.sh"), "read request\n")
	const said = "Texts may be written by far, which is at 203.0.113.1:1 and not on this device, where a skill (sight) asks for one. It is sent every request"
	for _, c := range []struct {
		before string
		times  int
	}{{"model providers", 0}, {"skills disable storyteller", 0}, {"skills enable sight --yes", 0}, {"model enable far --yes", 1}, {"skills disable sight", 0}} {
		if code, out, errs := command(strings.Fields(c.before)...); code != exitOK {
			t.Fatalf("%s: exit %d: %s%s", c.before, code, out, errs)
		}
		for _, args := range []string{"play grey-harbour --auto 2 --seed 1", "play grey-harbour --auto 2 --seed 1 --json"} {
			code, out, errs := command(strings.Fields(args)...)
			if code != exitOK || strings.Count(errs, said) != c.times || strings.Contains(out, "203.0.113.1") {
				t.Errorf("%s after %s: exit %d, it is said %d times: %s", args, c.before, code, strings.Count(errs, said), errs)
			}
		}
	}
}

// What runs scripts without a story says it, too, and only of a script that may ask.
func TestScriptsThatMaySendTextsElsewhereSayIt(t *testing.T) {
	settings(t, `{"models": {"providers": {"far": {"kind": "openai", "address": "http://203.0.113.1:1/v1", "model": "m"},
		"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}}, "text": ["far", "here"]}}`)
	dir := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "skills", "sight")
	save(t, filepath.Join(dir, "skill.json"), `{"name": "sight", "version": "1.0.0", "description": "Says what is to be seen.",
		"scripts": [{"name": "sight", "path": "sight.sh", "interpreter": "sh", "permissions": ["generate"]}]}`)
	save(t, filepath.Join(dir, "scripts", "sight.sh"), `read request; echo '{"version":"0","type":"done","ok":true}'`+"\n")
	recording := filepath.Join(t.TempDir(), "recording")
	save(t, recording, `{"version":"0","type":"done","ok":true}`+"\n")
	planOf := func(tool string) string {
		file := filepath.Join(t.TempDir(), "plan.json")
		save(t, file, `{"requestId": "5b0ee1b1-4a8a-4a2f-8a3c-1f0e6f0a7c11", "narrative": "It is looked.", "parallel": false, "disabledSkills": [],
			"metadata": {"generationAttempt": 1}, "tools": [`+tool+`]}`)
		return file
	}
	sees := planOf(`{"toolId": "a", "toolPath": "sight/sight", "input": {}, "dependencies": [], "required": true, "async": false}`)
	rolls := planOf(`{"toolId": "a", "toolPath": "dice-roller/roll-dice", "input": {"formula": "1d6"}, "dependencies": [], "required": true, "async": false}`)
	for _, args := range []string{"skills enable sight --yes", "model enable far --yes"} {
		if code, out, errs := command(strings.Fields(args)...); code != exitOK {
			t.Fatalf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
	const said = "Texts may be written by far, which is at 203.0.113.1:1 and not on this device, where a skill (sight) asks for one. It is sent every request"
	for _, c := range []struct {
		args  []string
		times int
	}{
		{[]string{"skills", "run", "sight/sight"}, 1},
		{[]string{"skills", "run", "sight/sight", "--replay", recording}, 0},
		{[]string{"plan", "run", sees}, 1},
		{[]string{"plan", "run", rolls}, 0},
	} {
		code, out, errs := command(c.args...)
		if code != exitOK || strings.Count(errs, said) != c.times || strings.Contains(out, "203.0.113.1") {
			t.Errorf("%s: exit %d, it is said %d times: %s%s", c.args, code, strings.Count(errs, said), out, errs)
		}
	}
}

// Whoever names nobody on this device as the last is told where they look, and not only when a story is played.
func TestProvidersOfWhomPlayAsksNobody(t *testing.T) {
	far := `"far": {"kind": "openai", "address": "https://203.0.113.1/v1", "model": "m"}`
	const said = `"models.text": far is at 203.0.113.1, and the last that is asked has to be on this device; put one that is at its end`
	for text, told := range map[string]bool{`"far"`: true, `"far", "here"`: false} {
		settings(t, `{"models": {"providers": {`+far+`, "here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}}, "text": [`+text+`]}}`)
		for _, args := range []string{"model enable far --yes", "model providers"} {
			code, out, errs := command(strings.Fields(args)...)
			if code != exitOK || strings.Contains(out, "As the settings are, nobody writes what skills ask for") != told || strings.Contains(out, said) != told {
				t.Errorf("%s of %s: exit %d: %s%s", args, text, code, out, errs)
			}
		}
		if _, out, _ := command("doctor"); strings.Contains(out, "providers: nobody writes what skills ask for") != told || strings.Contains(out, said) != told {
			t.Errorf("doctor of %s: %s", text, out)
		}
	}
}

// Who is asked for what is as play has it: choices and what is done beside the game are asked of nobody who is not named for them.
func TestProvidersSayWhoIsAskedForWhat(t *testing.T) {
	here := func(name string) string {
		return `"` + name + `": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}`
	}
	settings(t, `{"models": {"providers": {`+here("one")+`, `+here("two")+`}, "text": ["one", "two"], "plan": "two", "tasks": {"choices": ["two"], "prose": [], "songs": ["one"]}}}`)
	code, out, errs := command("model", "providers")
	said := strings.Join(strings.Fields(out), " ")
	const want = "Asked in play, one after the other: plan two speech one, two prose nobody choices two summary nobody significance nobody extract nobody enrich nobody songs one whatever else a skill asks for one, two In play"
	if code != exitOK || errs != "" || !strings.Contains(said, want) {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

func TestProviders(t *testing.T) {
	config := settings(t, "")
	if code, out, errs := command("model", "providers"); code != exitOK || errs != "" || !strings.Contains(out, "The settings name nobody who writes texts") {
		t.Errorf("without any: exit %d: %s%s", code, out, errs)
	}
	// What it shows is settings as they have to be.
	save(t, filepath.Join(config, "config.json"), providersExample)
	if code, out, errs := command("model", "providers"); code != exitOK || errs != "" || !strings.Contains(out, "claude    anthropic  claude-haiku-4-5  api.anthropic.com") {
		t.Errorf("of its own example: exit %d: %s%s", code, out, errs)
	}
	for _, c := range []struct {
		args      string
		code      int
		out, errs string // a part of each
	}{
		{"model providers", exitOK, whoAsks, ""},
		{"model enable claude", exitFailed, "what you wrote", "nothing was changed; to agree"},
		{"model providers", exitOK, "not enabled", ""},
		{"model enable claude --yes", exitOK, "There is no key for api.anthropic.com", ""},
		{"model providers", exitOK, "enabled         none", ""},
		{"model enable here", exitOK, "here is on this device; nothing of it has to be enabled", ""},
		{"model enable nobody", exitFailed, "", `the settings name no provider "nobody"; whom they name: narratoria model providers`},
		{"model disable claude", exitOK, "Nothing is sent to claude.", ""},
		{"model disable here", exitOK, "here is on this device: it is asked without your consent", ""},
		{"model disable cluade", exitFailed, "", `the settings name no provider "cluade"; did you mean "claude"?; whom they name: narratoria model providers`},
		{"model ask --by claude x", exitFailed, "", "is not enabled, so nothing is sent there; to enable it: narratoria model enable claude"},
		{"model ask --by here x", exitFailed, "", `no such model: "phi-3.5-mini"`},
		{"model ask", exitUsage, "", "model ask wants a PROMPT"},
		{"model ask x --tokens -1", exitUsage, "", "--tokens wants a whole number that is not negative"},
		{"model ask x --schema none.json --by server", exitFailed, "", "none.json is not there"},
		{"setup key", exitUsage, "", "setup key wants a HOST"},
		{"setup key http://x", exitFailed, "", "is no host"},
		{"setup key api.anthropic.com", exitFailed, "", "no key was given; nothing was changed"},
	} {
		code, out, errs := command(strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: exit %d: %s%s", c.args, code, out, errs)
		}
	}
	_, out, _ := command("model", "providers", "--json")
	enabled := map[string]bool{}
	for line := range strings.Lines(out) {
		var of struct {
			Name            string
			Enabled, Leaves bool
			Sends           []string
		}
		must(t, json.Unmarshal([]byte(line), &of))
		enabled[of.Name] = of.Enabled
		if of.Leaves != (of.Name == "claude") || of.Leaves != (len(of.Sends) > 0) {
			t.Errorf("as JSON: %s", line)
		}
	}
	if len(enabled) != 3 || enabled["claude"] || !enabled["here"] {
		t.Errorf("as JSON enabled are %v", enabled)
	}
}

// TestSetupKey: a key comes from stdin into a file that its owner alone can read, beside the others, and is printed by nobody.
func TestSetupKey(t *testing.T) {
	const secret = "sk-of-a-test-1234567890"
	config := settings(t, providersExample)
	file := filepath.Join(config, "secrets", "model.keys.json")
	given := func(stdin string, args ...string) (int, string) {
		var out bytes.Buffer
		code := run(context.Background(), append([]string{"setup", "key"}, args...), strings.NewReader(stdin), &out, &out)
		if strings.Contains(out.String(), secret) {
			t.Errorf("a key is printed: %s", &out)
		}
		return code, out.String()
	}
	for _, host := range []string{"api.anthropic.com", "localhost:8080"} {
		if code, out := given(secret+host+"\n", host); code != exitOK || !strings.Contains(out, "The key for "+host+" is in "+file) {
			t.Errorf("exit %d: %s", code, out)
		}
	}
	text, err := os.ReadFile(file)
	must(t, err)
	if want := `{"api.anthropic.com":"` + secret + `api.anthropic.com","localhost:8080":"` + secret + `localhost:8080"}` + "\n"; string(text) != want {
		t.Errorf("the file holds %s", text)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v: %v", info.Mode(), err)
	}
	for _, args := range [][]string{{"model", "providers"}, {"model", "providers", "--json"}, {"doctor"}} {
		_, out, errs := command(args...)
		if strings.Contains(out+errs, secret) {
			t.Errorf("%q prints a key", args)
		}
		if args[0] == "model" && !strings.Contains(out, "there") && !strings.Contains(out, `"key":true`) {
			t.Errorf("%q does not say that there is a key: %s", args, out)
		}
	}
	for _, wrong := range []string{"short\n", secret + " " + secret + "\n"} {
		if code, _ := given(wrong, "api.anthropic.com"); code != exitFailed {
			t.Errorf("%q is taken for a key", wrong)
		}
	}
	if code, _ := given("", "api.anthropic.com", "--remove"); code != exitOK {
		t.Error("it is not removed")
	}
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "anthropic") || !strings.Contains(string(text), "localhost:8080") {
		t.Errorf("the file holds %s: %v", text, err)
	}
	save(t, file, "{ this is not JSON: "+secret)
	must(t, os.Chmod(file, 0o600))
	if code, out := given(secret+"\n", "api.anthropic.com"); code != exitFailed || !strings.Contains(out, "mend the file, or delete it") {
		t.Errorf("a broken file: exit %d: %s", code, out)
	}
}

// TestModelAsk: those whom the settings name are asked in their order, what leads on is said, and a file is given the whole alone.
func TestModelAsk(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		_, _ = body.ReadFrom(r.Body)
		asked = append(asked, body.String())
		w.Header().Set("Content-Type", "text/event-stream")
		for _, piece := range []string{"It is ", "dark.\x1b[2J\n", "Go on."} {
			fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", quoted(piece))
		}
		fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	defer server.Close()
	settings(t, `{"models": {"providers": {
		"claude": {"kind": "anthropic", "model": "m"}, "gone": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"},
		"server": {"kind": "openai", "address": "`+server.URL+`/v1", "model": "m"}},
		"text": ["claude", "gone", "server"]}}`)
	const said = "It is dark.\\u001b[2J\nGo on.\n"
	code, out, errs := command("model", "ask", "Where am I?", "--system", "You tell.")
	if code != exitOK || out != said || !strings.Contains(errs, "claude is at api.anthropic.com and is not enabled, so nothing is sent there") || !strings.Contains(errs, "127.0.0.1:1 cannot be reached") {
		t.Errorf("exit %d: %q, %s", code, out, errs)
	}
	if len(asked) != 1 || !strings.Contains(asked[0], "Where am I?") || !strings.Contains(asked[0], "You tell.") {
		t.Errorf("it was asked %q", asked)
	}
	code, out, errs = command("model", "ask", "Where am I?", "--by", "server", "--json")
	var answer struct {
		Text, End, By string
		Degraded      []any
	}
	if json.Unmarshal([]byte(out), &answer) != nil || code != exitOK || errs != "" || answer.Text != "It is dark.\x1b[2J\nGo on." || answer.End != "stop" || !strings.HasPrefix(answer.By, "m@127.0.0.1") {
		t.Errorf("as JSON: exit %d: %q %s", code, out, errs)
	}
	var o, e bytes.Buffer
	if code := run(context.Background(), []string{"model", "ask", "-", "--by", "server"}, strings.NewReader("From stdin."), &o, &e); code != exitOK || !strings.Contains(asked[len(asked)-1], "From stdin.") {
		t.Errorf("of stdin: exit %d: %s", code, &e)
	}
	save(t, filepath.Join(os.Getenv("NARRATORIA_CONFIG_DIR"), "providers.json"), "broken")
	if code, _, errs := command("model", "ask", "x"); code != exitFailed || !strings.Contains(errs, "delete it to be asked again") {
		t.Errorf("what was agreed to cannot be read: exit %d: %s", code, errs)
	}
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// TestModelAskRecords: an answer that somebody wrote into a file, and was waited for, is kept, and given again by its place and for its prompt
// alone.
func TestModelAskRecords(t *testing.T) {
	dir := t.TempDir()
	answers, file := filepath.Join(dir, "answers"), filepath.Join(dir, "answers.jsonl")
	settings(t, fmt.Sprintf(`{"models": {"providers": {"people": {"kind": "files", "directory": %q}, "kept": {"kind": "recorded", "file": %q}}}}`, answers, file))
	answered := make(chan struct{})
	go func() { // ends with the test
		defer close(answered)
		for t.Context().Err() == nil {
			asked, _ := filepath.Glob(filepath.Join(answers, "generate-3-gull-*.request.md"))
			if len(asked) > 0 {
				_ = os.WriteFile(strings.TrimSuffix(asked[0], ".request.md")+".answer.txt", []byte("A gull.\n"), 0o600)
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	place := []string{"--place", "generate/3/gull"}
	if code, out, errs := command(append(place, "model", "ask", "What is it?", "--by", "people", "--patient", "--record", file)...); code != exitOK || out != "A gull.\n" {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	<-answered
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{append(place, "model", "ask", "What is it?", "--by", "kept"), exitOK, "A gull.\n"},
		{[]string{"model", "ask", "What is it?", "--by", "kept"}, exitFailed, "ask of turn 0"},
		{append(place, "model", "ask", "Who is it?", "--by", "kept"), exitFailed, "is not the one that was recorded"},
		{[]string{"model", "ask", "x", "--by", "kept", "--patient"}, exitFailed, "--patient wants one --by, of a provider of the kind files"},
		{[]string{"model", "ask", "x", "--patient"}, exitFailed, "--patient wants one --by"},
		{[]string{"model", "ask", "x", "--by", "people", "--place", "generate/x"}, exitFailed, "--place wants TASK[/TURN[/PART]]"},
		{[]string{"model", "ask", "x", "--by", "people", "--record", dir}, exitFailed, "the recording " + dir},
	} {
		code, out, errs := command(c.args...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%v: exit %d: %s%s", c.args, code, out, errs)
		}
	}
}

// TestModelAskIsGivenUp: a call that is given up in its middle ends, and nothing of its text is printed as one.
func TestModelAskIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"It is\"}}]}\n\n")
		_ = http.NewResponseController(w).Flush()
		cancel()
		<-done
	}))
	defer server.Close()
	defer close(done)
	settings(t, `{"models": {"providers": {"server": {"kind": "openai", "address": "`+server.URL+`/v1", "model": "m"}}, "text": ["server"]}}`)
	var out, errs bytes.Buffer
	code := run(ctx, []string{"model", "ask", "x"}, strings.NewReader(""), &out, &errs)
	if code != exitFailed || out.String() != "" || errs.String() != "narratoria: it was given up\n" {
		t.Errorf("exit %d: %q %q", code, &out, &errs)
	}
}

// TestNobodyToAsk: where nobody is there, what can be done is said.
func TestNobodyToAsk(t *testing.T) {
	settings(t, "")
	if code, _, errs := command("model", "ask", "x"); code != exitFailed || !strings.Contains(errs, "narratoria model providers shows how") || !strings.Contains(errs, "to fetch it: narratoria setup") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// What the settings say reaches those who ask for it.
func TestModelSettingsAreTheProgram(t *testing.T) {
	config := settings(t, `{"models": {"library": "lib", "mirrors": ["https://m.example"], "threads": 3}}`)
	p, err := narratoria.Open(narratoria.Options{Shared: true})
	must(t, err)
	defer p.Close(t.Context())
	if p.LibraryDir("llama") != filepath.Join(config, "lib") || strings.Join(allMirrors(p, []string{"https://first"}), " ") != "https://first https://m.example" {
		t.Errorf("%s, %q", p.LibraryDir("llama"), allMirrors(p, nil))
	}
	all, err := p.Providers()
	if err != nil || all.Device.Threads != 3 || all.Device.Library != p.LibraryDir("llama") {
		t.Errorf("%+v, %v", all.Device, err)
	}
}
