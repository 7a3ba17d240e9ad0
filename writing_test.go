package narratoria_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/skills"
)

// sight is the script of docs/skills.md that has a model write.
func sight(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("docs/skills.md")
	must(t, err)
	found := regexp.MustCompile("(?ms)^```python\n(.*?)^```$").FindSubmatch(text)
	if found == nil {
		t.Fatal("docs/skills.md has no script")
	}
	return string(found[1])
}

// A writer is a server of models on this device.
type writer struct {
	mutex  sync.Mutex
	answer http.HandlerFunc
	asked  []strictjson.Object
}

// answers has the requests from now on answered by a function; nil: the words are the same every time.
func (s *writer) answers(answer http.HandlerFunc) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answer = answer
}

const written = "You see a gull that has lost its way."

func (s *writer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	asked, _ := strictjson.ParseObject(body)
	s.mutex.Lock()
	s.asked = append(s.asked, asked)
	answer := s.answer
	s.mutex.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	say(w, written)
}

func say(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	quoted, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"content":%s},"finish_reason":"stop"}]}`, quoted)
}

func (s *writer) requests() []strictjson.Object {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.asked)
}

// settings are settings in which this server writes.
func (s *writer) settings(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return fmt.Sprintf(`{"models": {"providers": {"here": {"kind": "openai", "address": %q, "model": "m"}}, "text": ["here"]}}`, server.URL+"/v1")
}

// homeWith is a data directory with settings, and with a skill of one script that choices call for.
func homeWith(t testing.TB, settings, script, entry string) (data string) {
	t.Helper()
	soak.Need(t, "python3")
	data = t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	if settings != "" {
		must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
	}
	if script == "" {
		return data
	}
	dir := filepath.Join(data, "skills", "sight")
	must(t, os.MkdirAll(filepath.Join(dir, "scripts"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "scripts", "sight.py"), []byte(script), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "skill.json"), []byte(`{"name": "sight", "version": "1.0.0", "description": "Says what is to be seen.", "priority": 100,
		"scripts": [{"name": "sight", "path": "sight.py", "interpreter": "python3", "timeout": 9000, "triggers": ["the", "to", "with", "what", "about", "for"], `+entry+`}]}`), 0o644))
	return data
}

const mayGenerate = `"permissions": ["generate"]`

// enabled lets the skill have what it asks for.
func enabled(t testing.TB, p *narratoria.Program) *narratoria.Program {
	t.Helper()
	must(t, p.EnableSkill("sight", skills.EnableOptions{}, func(*skills.Skill) error { return nil }))
	return p
}

// called is a choice that calls for the skill.
func called(t testing.TB, r *engine.Record) string {
	t.Helper()
	for _, c := range r.Choices {
		if regexp.MustCompile(`(?i)\b(the|to|with|what|about|for)\b`).MatchString(c.Text) {
			return c.ID
		}
	}
	t.Fatalf("no choice calls for the skill: %v", r.Choices)
	return ""
}

// turnWithSkill plays the opening where there is none yet, and a turn that calls for the skill.
func turnWithSkill(t testing.TB, g *narratoria.Game) *engine.Record {
	t.Helper()
	last, err := g.Last(t.Context())
	must(t, err)
	if last == nil {
		last, err = g.Play(t.Context(), "")
		must(t, err)
	}
	r, err := g.Play(t.Context(), called(t, last))
	must(t, err)
	return r
}

// A script in another language has a model write in the middle of a turn, and the turn is told with its words. The model is
// sent what the script says and nothing else, and reading the story again asks it nothing.
func TestASkillHasAModelWrite(t *testing.T) {
	s := &writer{}
	data := homeWith(t, s.settings(t), sight(t), mayGenerate)
	p := enabled(t, open(t, narratoria.Options{Data: data}))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "seen", Seed: "1"})
	r := turnWithSkill(t, g)
	if !strings.Contains(r.Prose, written) || len(r.Degraded) > 0 {
		t.Errorf("it is told %q, without %q", r.Prose, r.Degraded)
	}
	asked := s.requests()
	if len(asked) != 1 {
		t.Fatalf("it was asked %d times", len(asked))
	}
	want := regexp.MustCompile(`^\[\{"content":"You say what somebody sees at a place, in one sentence that begins with You\.","role":"system"\},\{"content":"[^"]+","role":"user"\}\]$`)
	if got := string(strictjson.Encode(asked[0]["messages"])); !want.MatchString(got) || asked[0]["max_tokens"] == nil && asked[0]["max_completion_tokens"] == nil {
		t.Errorf("it is told %s", strictjson.Encode(asked[0]))
	}
	first := r.Prose
	must(t, p.Close(t.Context()))

	p = open(t, narratoria.Options{Data: data})
	g, err := p.Continue(t.Context(), narratoria.GameOptions{Story: "seen"})
	must(t, err)
	again, err := g.Last(t.Context())
	must(t, err)
	if again.Prose != first {
		t.Errorf("it was\n%s\nand is\n%s", first, again.Prose)
	}
	_, outcome, err := p.RunScript(t.Context(), narratoria.ScriptRun{Script: "sight/sight", Recorded: []byte(
		`{"version":"0","type":"call","id":"1","method":"generate","params":{"prompt":"Go on."}}` + "\n" + `{"version":"0","type":"done","ok":true}` + "\n")})
	if err != nil || outcome.Err != nil {
		t.Errorf("the recording: %v, %v", err, outcome.Err)
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("what was told is read again, and the model is asked %d times", n)
	}
	_, outcome, err = p.RunScript(t.Context(), narratoria.ScriptRun{Script: "sight/sight", Input: strictjson.Object{"place": strictjson.Object{"name": "the quay"}}})
	if err != nil || outcome.Err != nil || len(s.requests()) != 2 {
		t.Errorf("without a story it was asked %d times: %v, %v", len(s.requests()), err, outcome.Err)
	}
}

// A skill that may not have it, by its manifest or by the user, has no model write.
func TestOnlyWhoMayHasAModelWrite(t *testing.T) {
	s := &writer{}
	settings := s.settings(t)
	asks := strings.Replace(sight(t), `if "generate" in`, `if True or "generate" in`, 1)
	asks = strings.Replace(asks, `sight = reply["result"]["text"]`, "sight = reply[\"result\"][\"text\"]\n    else:\n        sight = reply[\"error\"][\"code\"]", 1)
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, settings, asks, `"permissions": ["data"]`)}))
	if r := turnWithSkill(t, start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true})); !strings.Contains(r.Prose, "permission_denied") {
		t.Errorf("its manifest does not ask for it: %s", r.Prose)
	}
	p = open(t, narratoria.Options{Data: homeWith(t, settings, asks, mayGenerate)})
	if r := turnWithSkill(t, start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true})); strings.Contains(r.Prose, written) || strings.Contains(r.Prose, "out of the ordinary") {
		t.Errorf("nobody has agreed to it, and it runs: %s", r.Prose)
	}
	if n := len(s.requests()); n > 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

// Without a model a skill is told so beforehand, and says its own words. Where no skill asks, what the settings say
// of models changes no byte of a story.
func TestWithoutAModelASkillSaysItsOwnWords(t *testing.T) {
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, "", sight(t), mayGenerate)}))
	if r := turnWithSkill(t, start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true})); !strings.Contains(r.Prose, "You see nothing out of the ordinary.") {
		t.Error(r.Prose)
	}
	s := &writer{}
	var told [2][]string
	for i, settings := range []string{"", s.settings(t)} {
		p := open(t, narratoria.Options{Data: homeWith(t, settings, "", "")})
		var err error
		told[i], err = plays(t.Context(), start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true}), 1, 6)
		must(t, err)
	}
	if !slices.Equal(told[0], told[1]) || len(s.requests()) > 0 {
		t.Errorf("with a model that nobody asks a story is another, or it was asked: %d", len(s.requests()))
	}
}

// A model that fails, whichever way, costs the turn the skill's words alone.
func TestAModelThatFailsEndsNoTurn(t *testing.T) {
	s := &writer{}
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, s.settings(t), sight(t), mayGenerate)}))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		says   string
	}{
		{"breaks off", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "nothing out of the ordinary"},
		{"refuses", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "sk-1234567890", http.StatusUnauthorized) }, "nothing out of the ordinary"},
		{"says nothing", func(w http.ResponseWriter, _ *http.Request) { say(w, "") }, "nothing out of the ordinary"},
		{"goes on", nil, written},
	} {
		s.answers(c.answer)
		if r := turnWithSkill(t, g); !strings.Contains(r.Prose, c.says) || len(r.Choices) < 3 || strings.Contains(line(r), "sk-1234567890") {
			t.Errorf("a model that %s: %s", c.name, r.Prose)
		}
	}
	logged := 0
	must(t, p.ReadLog(runlog.Filter{Kind: runlog.Writing}, func(runlog.Entry) { logged++ }))
	if logged != 5 { // that which says nothing is asked twice
		t.Errorf("%d texts are in the log", logged)
	}
}

// What a server says of a text that failed may repeat what was asked, which is a script's; the log says what it was all the same.
func TestAServersWordsAreInNoLog(t *testing.T) {
	const canary = "Canary 7Jq2vWx9"
	s := &writer{}
	tells := strings.Replace(sight(t), `request["input"]["place"]["name"]`, `"`+canary+`"`, 1)
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, s.settings(t), tells, mayGenerate)}))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	for want, answer := range map[string]http.HandlerFunc{
		": unavailable (500)": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprintf(w, `{"error":{"message":"I cannot say %s"}}`, canary)
		},
		": malformed": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", canary) },
		": redirected (302)": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://canary-7Jq2vWx9/")
			w.WriteHeader(http.StatusFound)
		},
		": incomplete": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", canary)
		},
	} {
		s.answers(answer)
		turnWithSkill(t, g)
		var last string
		must(t, p.ReadLog(runlog.Filter{}, func(e runlog.Entry) {
			if text := fmt.Sprintf("%+v", e); strings.Contains(text, "7Jq2vWx9") {
				t.Errorf("in the log is %s", text)
			}
			if e.Kind == runlog.Writing {
				last = e.Message
			}
		}))
		if !strings.HasPrefix(last, "m@127.0.0.1:") || !strings.HasSuffix(last, want) || strings.Contains(last, ";") {
			t.Errorf("of %q the log says %q", want, last)
		}
	}
	for _, asked := range s.requests() {
		if !strings.Contains(string(strictjson.Encode(asked)), canary) {
			t.Errorf("it is told %s", strictjson.Encode(asked))
		}
	}
}

// Who that is not on this device may be asked is told once, with what is sent there, and only where it is so.
func TestItIsToldWhatLeavesTheDevice(t *testing.T) {
	s := &writer{}
	settings := strings.NewReplacer(`"providers": {`, `"providers": {"far": {"kind": "openai", "address": "http://203.0.113.1:1/v1", "model": "m"}, `, `["here"]`, `["far", "here"]`).Replace(s.settings(t))
	far := provider.Provider{Name: "far", Kind: provider.OpenAI, Address: "http://203.0.113.1:1/v1", Model: "m"}
	for _, c := range []struct {
		name           string
		enable, skills bool
		times          int
	}{{"enabled", true, true, 1}, {"not enabled", false, true, 0}, {"without a skill that asks", true, false, 0}} {
		t.Run(c.name, func(t *testing.T) {
			script := ""
			if c.skills {
				script = sight(t)
			}
			p := open(t, narratoria.Options{Data: homeWith(t, settings, script, mayGenerate)})
			if c.skills {
				enabled(t, p)
			} else {
				must(t, p.DisableSkill("storyteller"))
			}
			all, err := p.Providers()
			must(t, err)
			if c.enable {
				must(t, all.Consent.Enable(far))
			}
			var mutex sync.Mutex
			var told []string
			g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true, Listen: func(e narratoria.Event) {
				mutex.Lock()
				defer mutex.Unlock()
				if e.Kind == narratoria.Leaving {
					told = append(told, e.Text)
				}
			}})
			_, err = g.Play(t.Context(), "")
			must(t, err)
			if c.enable && c.skills { // it is told before anything is sent, and here nothing is to be sent there
				must(t, all.Consent.Disable("far"))
			}
			turnWithSkill(t, g)
			mutex.Lock()
			defer mutex.Unlock()
			if len(told) != c.times {
				t.Fatalf("it is told %d times: %q", len(told), told)
			}
			for _, has := range []string{"far", "203.0.113.1:1", "(sight, storyteller)", "your address on the network", "narratoria model disable far"} {
				if c.times > 0 && !strings.Contains(told[0], has) {
					t.Errorf("%q is not in %q", has, told[0])
				}
			}
		})
	}
}

// Who cannot be opened silences nobody after them, and is told of once.
func TestWhoCannotBeOpenedSilencesNobody(t *testing.T) {
	s := &writer{}
	settings := strings.NewReplacer(`"providers": {`, `"providers": {"far": {"kind": "openai", "address": "https://user:x@far.example/v1", "model": "m"}, `,
		`["here"]`, `["far", "here"]`).Replace(s.settings(t))
	var warned []string
	p, err := narratoria.Open(narratoria.Options{Data: homeWith(t, settings, sight(t), mayGenerate), Warn: func(text string) { warned = append(warned, text) }})
	must(t, err)
	t.Cleanup(func() { must(t, p.Close(context.Background())) })
	all, err := p.Providers()
	must(t, err)
	far, err := all.Find("far")
	must(t, err)
	must(t, all.Consent.Enable(far))
	g := start(t, enabled(t, p), narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	for range 2 {
		if r := turnWithSkill(t, g); !strings.Contains(r.Prose, written) {
			t.Errorf("it is told %q", r.Prose)
		}
	}
	const want = "far.example holds more than a host and a path"
	var logged []string
	must(t, p.ReadLog(runlog.Filter{Kind: runlog.Writing}, func(e runlog.Entry) { logged = append(logged, e.Message) }))
	if len(warned) != 1 || !strings.Contains(warned[0], want) || len(logged) != 2 || !strings.Contains(logged[0], want) {
		t.Errorf("%q is not told once: %q; and in the log is %q", want, warned, logged)
	}
}

// Who is enabled in the middle of a story is asked for the next text.
func TestWhoIsEnabledInPlayIsAsked(t *testing.T) {
	s := &writer{}
	settings := strings.NewReplacer(`"providers": {`, `"providers": {"far": {"kind": "openai", "address": "http://far.invalid/v1", "model": "m"}, `, `["here"]`, `["far", "here"]`).Replace(s.settings(t))
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, settings, sight(t), mayGenerate)}))
	all, err := p.Providers()
	must(t, err)
	far, err := all.Find("far")
	must(t, err)
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	for _, enable := range []bool{false, true} {
		if enable {
			must(t, all.Consent.Enable(far))
		}
		if r := turnWithSkill(t, g); !strings.Contains(r.Prose, written) {
			t.Errorf("it is told %q", r.Prose)
		}
	}
	var logged []string
	must(t, p.ReadLog(runlog.Filter{Kind: runlog.Writing}, func(e runlog.Entry) { logged = append(logged, e.Message) }))
	const not = "is not enabled, so nothing is sent there"
	if len(logged) != 2 || !strings.Contains(logged[0], not) || strings.Contains(logged[1], not) || logged[1] == "" {
		t.Errorf("in the log is %q", logged)
	}
}

// A secret of a skill's configuration is hidden in what it asks, so that it is sent to no model.
func TestASkillsSecretsAreSentToNoModel(t *testing.T) {
	const secret = "sk-canary-7Jq2vWx9Lr4TzB"
	s := &writer{}
	tells := strings.Replace(sight(t), `request["input"]["place"]["name"]`, `"My key is " + request["config"]["key"]`, 1)
	data := homeWith(t, s.settings(t), tells, mayGenerate)
	dir := filepath.Join(data, "skills", "sight")
	manifest, err := os.ReadFile(filepath.Join(dir, "skill.json"))
	must(t, err)
	for name, text := range map[string]string{
		filepath.Join(dir, "skill.json"):                       strings.Replace(string(manifest), `"scripts":`, `"configSchema": "config-schema.json", "scripts":`, 1),
		filepath.Join(dir, "config-schema.json"):               `{"type": "object", "properties": {"key": {"type": "string", "x-sensitive": true}}}`,
		filepath.Join(data, "config", "secrets", "sight.json"): `{"key": "` + secret + `"}`,
	} {
		must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		must(t, os.WriteFile(name, []byte(text), 0o600))
	}
	p := enabled(t, open(t, narratoria.Options{Data: data}))
	turnWithSkill(t, start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true}))
	asked := s.requests()
	if len(asked) != 1 || !strings.Contains(string(strictjson.Encode(asked[0])), "My key is ***") {
		t.Errorf("it is told %v", asked)
	}
}

// That nobody of whom the settings name can be asked is said, and skills are told beforehand.
func TestThatNobodyCanBeAskedIsSaid(t *testing.T) {
	const far = `"far": {"kind": "openai", "address": "http://203.0.113.1:1/v1", "model": "m"}`
	for settings, want := range map[string]string{
		`{"models": {"providers": {` + far + `}, "text": ["far"]}}`:                                              "far is at 203.0.113.1:1, and the last that is asked has to be on this device",
		`{"models": {"providers": {"here": {"kind": "llama", "model": "phi-3.5-mini"}}, "text": ["here"]}}`:      `phi-3.5-mini`,
		`{"models": {"providers": {"here": {"kind": "openai", "address": "http://[::1]:1"}}, "text": ["here"]}}`: `has no "model"`,
	} {
		var warned []string
		p, err := narratoria.Open(narratoria.Options{Data: homeWith(t, settings, sight(t), mayGenerate), Warn: func(text string) { warned = append(warned, text) }})
		must(t, err)
		r := turnWithSkill(t, start(t, enabled(t, p), narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true}))
		must(t, p.Close(t.Context()))
		if len(warned) != 1 || !strings.Contains(warned[0], want) || !strings.Contains(r.Prose, "nothing out of the ordinary") {
			t.Errorf("of %s it says %q, and tells %q", settings, warned, r.Prose)
		}
	}
}

// Of a wrong name in the settings that task alone goes without; where the name stands and what to do is said. A task that is named nearly as
// one of the program's own is spoken of.
func TestAWrongNameSilencesItsTaskAlone(t *testing.T) {
	s := &writer{}
	settings := strings.Replace(s.settings(t), `"text": ["here"]`, `"text": ["here"], "tasks": {"significance": ["hree"], "summry": [], "seen-by-gulls": []}`, 1)
	var warned []string
	data := homeWith(t, settings, sight(t), mayGenerate)
	p, err := narratoria.Open(narratoria.Options{Data: data, Warn: func(text string) { warned = append(warned, text) }})
	must(t, err)
	t.Cleanup(func() { must(t, p.Close(context.Background())) })
	if r := turnWithSkill(t, start(t, enabled(t, p), narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true})); !strings.Contains(r.Prose, written) {
		t.Errorf("it is told %q", r.Prose)
	}
	file := filepath.Join(data, "config", "config.json")
	for i, want := range []string{
		`nobody writes the texts of the task "significance": in ` + file + `, "models.tasks.significance": the settings name no provider "hree"; did you mean "here"?; name one of "models.providers" there, or nobody: []`,
		`in ` + file + `, "models.tasks.summry" is of no task of the program's own; did you mean "summary"?`,
	} {
		if i >= len(warned) || !strings.Contains(warned[i], want) {
			t.Errorf("it is warned of %q, and not %q", warned, want)
		}
	}
	if len(warned) != 2 {
		t.Errorf("it is warned of %q", warned)
	}
}

// Giving up a turn in the middle of a text ends the text and the script at once, tells the turn without, and the next has its text.
func TestATurnIsGivenUpInTheMiddleOfAText(t *testing.T) {
	writing := make(chan struct{}, 1)
	s := &writer{}
	stall := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{"content":"You see "}}]}`+"\n\n")
		w.(http.Flusher).Flush()
		writing <- struct{}{}
		<-r.Context().Done()
	}
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, s.settings(t), sight(t), mayGenerate)}))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	turnWithSkill(t, g)
	var took []time.Duration
	for range max(5, soak.Count(20)) {
		s.answers(stall)
		took = append(took, givenUp(t, g, writing))
		s.answers(nil)
		if r := turnWithSkill(t, g); !strings.Contains(r.Prose, written) {
			t.Fatalf("the next turn is told %q, without %q", r.Prose, r.Degraded)
		}
	}
	atOnce(t, took)
}

// A script that ends while its text is written, and so asks for nothing any more, is not waited for.
func TestAScriptThatIsGoneWaitsForNoText(t *testing.T) {
	s := &writer{}
	s.answers(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	leaves := strings.Replace(sight(t), `    reply = json`, "    sys.exit(1)\n    reply = json", 1)
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, s.settings(t), leaves, mayGenerate)}))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true})
	began := time.Now()
	if r := turnWithSkill(t, g); len(s.requests()) == 0 || time.Since(began) > 7*time.Second { // its text would have 8.1 s
		t.Errorf("it asked %d times, and the turn took %v: %s", len(s.requests()), time.Since(began), r.Prose)
	}
}

// givenUp plays a turn that calls for the skill, gives it up when a text is being written, and says how long it then took to be told.
func givenUp(t testing.TB, g *narratoria.Game, writing <-chan struct{}) time.Duration {
	t.Helper()
	last, err := g.Last(t.Context())
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := make(chan time.Time, 1)
	go func() { // ends when a text is being written, or the turn is over
		select {
		case <-writing:
			begun <- time.Now()
			cancel()
		case <-ctx.Done():
		}
	}()
	r, err := g.Play(ctx, called(t, last))
	over := time.Now()
	must(t, err)
	if len(begun) == 0 {
		t.Fatalf("no text was written in the turn: %s", r.Prose)
	}
	if len(r.Choices) == 0 || len(r.Degraded) == 0 {
		t.Errorf("the turn that was given up has %d choices, and says %q", len(r.Choices), r.Degraded)
	}
	return over.Sub(<-begun)
}

// atOnce holds what was given up against the rule: cancelling a turn in the middle of a generation returns within 250 ms. That is asked of
// the half that were quickest, since a machine that is busy lets one of them wait for no fault of ours, and ten times as much of all. Under
// the race detector, which takes most of the time itself, the half has as long as that, and all have twice it.
func atOnce(t testing.TB, took []time.Duration) {
	t.Helper()
	half, all := 250*time.Millisecond, 2500*time.Millisecond
	if soak.Raced {
		half, all = all, 2*all
	}
	slices.Sort(took)
	median, slowest := took[len(took)/2], took[len(took)-1]
	t.Logf("given up, it is over after %v, of %d at the most after %v", median, len(took), slowest)
	if median > half || slowest > all {
		t.Errorf("given up, it was over after %v, and of %d at the most after %v; %v and %v are allowed", median, len(took), slowest, half, all)
	}
}
