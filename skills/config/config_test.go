package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, path, content string, mode os.FileMode) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte(content), mode))
	must(t, os.Chmod(path, mode))
}

func object(t testing.TB, text string) strictjson.Object {
	t.Helper()
	tree, err := strictjson.ParseObject([]byte(text))
	must(t, err)
	return tree
}

// skillWith is a skill in a directory of its own, with a configuration schema.
func skillWith(t testing.TB, schema string) *skills.Skill {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "scribe")
	write(t, filepath.Join(dir, "skill.json"), `{"name":"scribe","version":"1.0.0","description":"Writes."}`, 0o644)
	write(t, filepath.Join(dir, "config-schema.json"), schema, 0o644)
	return discovered(t, dir)
}

// discovered is the skill in a directory, as it is now.
func discovered(t testing.TB, dir string) *skills.Skill {
	t.Helper()
	registry := skills.Discover(skills.DiscoverOptions{Sources: []skills.Source{{Dir: filepath.Dir(dir), Origin: skills.FromFlag}}})
	skill, ok := registry.Skill("scribe")
	if !ok {
		t.Fatal(registry.Listings())
	}
	return skill
}

// allow is a consent under which a skill may see the variables its schema names.
func allow(t testing.TB, dir string, skill *skills.Skill) *skills.Consent {
	t.Helper()
	consent, err := skills.LoadConsent(dir)
	must(t, err)
	_, err = consent.Enable(skill, skills.EnableOptions{})
	must(t, err)
	return consent
}

func environment(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

const scribeSchema = `{
  "type": "object",
  "required": ["provider"],
  "additionalProperties": false,
  "properties": {
    "provider": {"type": "string", "enum": ["local", "hosted"], "default": "local"},
    "apiKey": {"type": "string", "x-sensitive": true, "x-env-var": "SCRIBE_KEY", "default": "${SCRIBE_KEY}", "minLength": 4},
    "model": {"type": "string", "x-env-var": "SCRIBE_MODEL"},
    "maxWords": {"type": "integer", "minimum": 10, "default": 200},
    "login": {"type": "object", "properties": {
      "user": {"type": "string", "default": "ada"},
      "password": {"type": "string", "format": "password"}}}
  }
}`

// TestLayersThatCostTooMuch checks that no layer is gone through which is more than its
// schema may be asked about, whoever wrote it, and that one which is not costs no more than
// its share.
func TestLayersThatCostTooMuch(t *testing.T) {
	listed := func(n int, format string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, ",")
	}
	const tooMuch = "the document holds more "
	patterns := `"patternProperties": {` + listed(90, `"^ab{3}%d$": {"type": "number"}`) + `}`
	many, few := "{"+listed(12_000, `"k%d": 1`)+"}", "{"+listed(1500, `"k%d": 1`)+"}"
	for _, test := range []struct{ name, schema, shipped, users, secrets, want string }{
		{name: "shipped", shipped: many, want: tooMuch},
		{name: "the user's", users: many, want: tooMuch},
		{name: "secrets", secrets: many, want: tooMuch},
		{name: "defaults", schema: `{"type": "object", "default": {` + listed(4000, `"k%d": 1`) + `}, ` + patterns + `}`, want: tooMuch},
		{name: "as many as there may be", users: few},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.schema == "" {
				test.schema = `{"type": "object", ` + patterns + `}`
			}
			skill := skillWith(t, test.schema)
			store := Store{Dir: t.TempDir()}
			if test.shipped != "" {
				skill.Shipped = []byte(test.shipped)
			}
			for dir, text := range map[string]string{"skills": test.users, "secrets": test.secrets} {
				if text != "" {
					write(t, filepath.Join(store.Dir, dir, string(skill.Name)+".json"), text, 0o600)
				}
			}
			for name, f := range map[string]func() contracts.Problems{
				"Load": func() contracts.Problems { _, problems := store.Load(skill); return problems },
				"Form": func() contracts.Problems { _, problems := store.Form(skill); return problems },
				"Save": func() contracts.Problems {
					if test.users == "" {
						return contracts.Problems{{Message: test.want}}
					}
					if err := store.Save(skill, object(t, test.users)); err != nil {
						return contracts.Problems{{Message: err.Error()}}
					}
					return nil
				},
			} {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				problems := f()
				runtime.ReadMemStats(&after)
				if got := problems.Error(); !strings.Contains(got, test.want) || test.want == "" && got != "" {
					t.Errorf("%s: %.300s", name, got)
				}
				if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 64 {
					t.Errorf("%s costs %d MiB", name, used)
				}
			}
		})
	}
}

// The four places, the later winning setting by setting.
func TestLayers(t *testing.T) {
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	store := Store{Dir: dir, LookupEnv: environment()}
	check := func(want string) {
		t.Helper()
		values, problems := store.Load(skill)
		if problems.Err() != nil {
			t.Error(problems)
		}
		if diff := cmp.Diff(object(t, want), values.Config); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	check(`{"provider":"local","maxWords":200,"login":{"user":"ada"}}`)
	write(t, filepath.Join(skill.Dir, "config.json"), `{"maxWords":100,"model":"small","login":{"user":"bob"}}`, 0o644)
	check(`{"provider":"local","maxWords":200,"login":{"user":"ada"}}`) // not what was read with the skill
	skill = discovered(t, skill.Dir)
	check(`{"provider":"local","maxWords":100,"model":"small","login":{"user":"bob"}}`)
	write(t, filepath.Join(dir, "skills", "scribe.json"), `{"maxWords":50,"provider":"hosted"}`, 0o600)
	check(`{"provider":"hosted","maxWords":50,"model":"small","login":{"user":"bob"}}`)
	write(t, filepath.Join(dir, "secrets", "scribe.json"), `{"apiKey":"sesame","login":{"password":"open"}}`, 0o600)
	check(`{"provider":"hosted","maxWords":50,"model":"small","apiKey":"sesame","login":{"user":"bob","password":"open"}}`)
	if values, _ := store.Load(skill); !slices.Equal(values.Secrets, []string{"open", "sesame"}) {
		t.Errorf("secrets %v", values.Secrets)
	}
}

// Each way in which a configuration is wrong, and what is said of it. No message
// may quote a secret; "sesame" is the one in these tests.
func TestProblems(t *testing.T) {
	const user, secrets = "skills/scribe.json", "secrets/scribe.json"
	tests := []struct {
		name, file, content string
		env                 []string
		allowed             bool
		want                string
	}{
		{"broken file", user, `{"maxWords":}`, nil, false, user + `:1:13: a value is missing after the colon`},
		{"not an object", user, `[]`, nil, false, user + `:1:1: expected an object, found an array`},
		{"unknown setting", user, `{"maxWord":50}`, nil, false, user + `:1:2: /maxWord: unknown field "maxWord"; did you mean "maxWords"?`},
		{"out of range", user, "{\n  \"maxWords\": 5}", nil, false, user + `:2:15: /maxWords: "maxWords" is 5; expected at least 10`},
		{"wrong type", user, `{"maxWords":"50"}`, nil, false, user + `:1:13: /maxWords: "maxWords" is "50"; expected an integer of at least 10`},
		{"not in the list", user, `{"provider":"locl"}`, nil, false, user + `:1:13: /provider: "provider" is "locl"; expected "local" or "hosted"; did you mean "local"?`},
		{"bad secret", secrets, `{"apiKey":"ses"}`, nil, false, secrets + `:1:11: /apiKey: "apiKey", which is secret, does not hold what the skill's schema asks for; expected at least 4`},
		{"secret of the wrong type", secrets, `{"login":{"password":{"sesame":"x"}}}`, nil, false, secrets + `:1:22: /login/password: "login.password", which is secret, does not hold what the skill's schema asks for; expected a string`},
		{"variable not named by the schema", user, `{"provider":"${AWS_SECRET_ACCESS_KEY}"}`, []string{"AWS_SECRET_ACCESS_KEY", "sesame"}, true, user + `:1:13: /provider: "provider" holds ${AWS_SECRET_ACCESS_KEY}, but the skill's schema does not name that variable for it with "x-env-var"; for a plain ${ write $${`},
		{"variable of another setting", user, `{"model":"${SCRIBE_KEY}"}`, []string{"SCRIBE_KEY", "sesame"}, true, user + `:1:10: /model: "model" holds ${SCRIBE_KEY}, but the skill's schema does not name that variable for it with "x-env-var"; for a plain ${ write $${`},
		{"variable not allowed", user, `{"model":"${SCRIBE_MODEL}"}`, []string{"SCRIBE_MODEL", "sesame"}, false, user + `:1:10: /model: "model" stands for the environment variable SCRIBE_MODEL, which you have not let this skill see; to allow it: narratoria skills enable scribe`},
		{"variable not set", user, `{"model":"${SCRIBE_MODEL}"}`, nil, true, user + `:1:10: /model: "model" stands for the environment variable SCRIBE_MODEL, which is not set`},
		{"variable that is not text", user, `{"model":"${SCRIBE_MODEL}"}`, []string{"SCRIBE_MODEL", "\xff"}, true, user + `:1:10: /model: "model" stands for the environment variable SCRIBE_MODEL, which does not hold UTF-8 text`},
		{"variable not closed", user, `{"model":"${SCRIBE_MODEL"}`, nil, true, user + `:1:10: /model: "model" has a "${" that no "}" closes; for a plain ${ write $${`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			skill, dir := skillWith(t, scribeSchema), t.TempDir()
			store := Store{Dir: dir, LookupEnv: environment(tt.env...)}
			if tt.allowed {
				store.Consent = allow(t, dir, skill)
			}
			write(t, filepath.Join(dir, filepath.FromSlash(tt.file)), tt.content, 0o600)
			var serious []string
			for _, p := range store.Check(skill) {
				if !p.Warning {
					serious = append(serious, filepath.ToSlash(strings.TrimPrefix(p.String(), dir+string(filepath.Separator))))
				}
			}
			if diff := cmp.Diff([]string{tt.want}, serious); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(fmt.Sprint(serious), "sesame") {
				t.Error("a message quotes a secret")
			}
		})
	}
}

func TestVariables(t *testing.T) {
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	env := environment("SCRIBE_KEY", "${AWS_SECRET_ACCESS_KEY}", "SCRIBE_MODEL", "large", "AWS_SECRET_ACCESS_KEY", "canary")
	write(t, filepath.Join(dir, "skills", "scribe.json"), `{"model":"a ${SCRIBE_MODEL} one, $${SCRIBE_MODEL}"}`, 0o600)

	values, problems := Store{Dir: dir, LookupEnv: env}.Load(skill)
	if problems.Err() == nil {
		t.Error("a variable that was not allowed was no problem")
	}
	if text := string(strictjson.Append(nil, values.Config)); strings.Contains(text, "large") || strings.Contains(text, "AWS") {
		t.Errorf("without consent: %s", text)
	}

	values, problems = Store{Dir: dir, LookupEnv: env, Consent: allow(t, dir, skill)}.Load(skill)
	if problems.Err() != nil {
		t.Error(problems)
	}
	if got, want := values.Config["model"], "a large one, ${SCRIBE_MODEL}"; got != want {
		t.Errorf("model %q, want %q", got, want)
	}
	if got, want := values.Config["apiKey"], "${AWS_SECRET_ACCESS_KEY}"; got != want {
		t.Errorf("what a variable holds was read again: %q", got)
	}
	if want := []string{"${AWS_SECRET_ACCESS_KEY}", "large"}; !slices.Equal(values.Secrets, want) {
		t.Errorf("secrets %v, want %v", values.Secrets, want)
	}
}

// A default that wants a variable the schema does not name is refused, however
// the schema hides it, and its value goes nowhere.
func TestThievingSchemas(t *testing.T) {
	for name, property := range map[string]string{
		"plain":        `{"type":"string","default":"${AWS_SECRET_ACCESS_KEY}"}`,
		"other name":   `{"type":"string","x-env-var":"HOME","default":"${AWS_SECRET_ACCESS_KEY}"}`,
		"nested":       `{"type":"object","properties":{"b":{"type":"string","default":"x${AWS_SECRET_ACCESS_KEY}x"}}}`,
		"in a list":    `{"type":"array","default":["${AWS_SECRET_ACCESS_KEY}"]}`,
		"in an object": `{"type":"object","default":{"b":"${AWS_SECRET_ACCESS_KEY}"}}`,
		"twice":        `{"type":"string","x-env-var":"HOME","default":"${HOME}${AWS_SECRET_ACCESS_KEY}"}`,
		"nested name":  `{"type":"string","x-env-var":"HOME","default":"${${HOME}}"}`,
		"spaced":       `{"type":"string","default":"${ AWS_SECRET_ACCESS_KEY }"}`,
		"by reference": `{"$ref":"#/$defs/key"}`,
	} {
		t.Run(name, func(t *testing.T) {
			schema := `{"type":"object","$defs":{"key":{"type":"string","default":"${AWS_SECRET_ACCESS_KEY}"}},"properties":{"a":` + property + `}}`
			skill, dir := skillWith(t, schema), t.TempDir()
			store := Store{Dir: dir, Consent: allow(t, dir, skill), LookupEnv: environment("AWS_SECRET_ACCESS_KEY", "canary", "HOME", "AWS_SECRET_ACCESS_KEY")}
			values, problems := store.Load(skill)
			if problems.Err() == nil {
				t.Error("the schema was taken")
			}
			if said := problems.Error() + string(strictjson.Append(nil, values.Config)); strings.Contains(said, "canary") {
				t.Errorf("the variable leaked: %s", said)
			}
		})
	}
}

// Random texts of pieces, against a plain model of what they stand for.
func TestExpansionEqualsModel(t *testing.T) {
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	consent := allow(t, dir, skill)
	pieces := []struct{ written, means string }{
		{"a", "a"}, {"$", "$"}, {"{", "{"}, {"}", "}"}, {" ", " "}, {"é", "é"},
		{"${SCRIBE_MODEL}", "<${OTHER}>"}, {"$${", "${"}, {"$${SCRIBE_MODEL}", "${SCRIBE_MODEL}"},
	}
	rapid.Check(t, func(t *rapid.T) {
		var written, means strings.Builder
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(pieces)-1), 0, 12).Draw(t, "pieces") {
			if p := pieces[i]; strings.HasSuffix(written.String(), "$") && strings.ContainsAny(p.written[:1], "${") {
				continue // two pieces would make a third
			}
			written.WriteString(pieces[i].written)
			means.WriteString(pieces[i].means)
		}
		store := Store{Dir: dir, Consent: consent, LookupEnv: environment("SCRIBE_MODEL", "<${OTHER}>", "OTHER", "canary")}
		schema, err := parseSchema(skill.ConfigSchema)
		if err != nil {
			t.Fatal(err)
		}
		l := newLayer("test", strictjson.Object{"model": written.String()})
		problems, _ := store.expand(skill, schema, &l)
		if problems != nil || l.tree["model"] != means.String() {
			t.Fatalf("%q became %q, %v; want %q", written.String(), l.tree["model"], problems, means.String())
		}
	})
}

func TestSave(t *testing.T) {
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	store := Store{Dir: dir, LookupEnv: environment()}
	user, secrets := store.userFile(skill), store.secretsFile(skill)
	must(t, store.Save(skill, object(t, `{"provider":"hosted","apiKey":"sesame","login":{"user":"bob","password":"open"}}`)))
	read := func(path string) string {
		data, err := os.ReadFile(path)
		must(t, err)
		return strings.TrimSpace(string(data))
	}
	if got, want := read(user), `{"login":{"user":"bob"},"provider":"hosted"}`; got != want {
		t.Errorf("the user's file holds %s, want %s", got, want)
	}
	if got, want := read(secrets), `{"apiKey":"sesame","login":{"password":"open"}}`; got != want {
		t.Errorf("the secrets are %s, want %s", got, want)
	}
	if info, err := os.Stat(secrets); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o600) {
		t.Errorf("the secrets have mode %v", info.Mode())
	}
	if entries, _ := os.ReadDir(skill.Dir); len(entries) != 2 {
		t.Errorf("saving wrote into the skill's directory: %v", entries)
	}

	must(t, store.Save(skill, object(t, `{"maxWords":20}`))) // secrets that are not shown stay
	values, _ := store.Load(skill)
	if diff := cmp.Diff(object(t, `{"provider":"local","maxWords":20,"apiKey":"sesame","login":{"user":"ada","password":"open"}}`), values.Config); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	must(t, store.Save(skill, object(t, `{"apiKey":null,"login":{"password":null}}`)))
	if got := read(secrets); strings.Contains(got, "sesame") || strings.Contains(got, "open") {
		t.Errorf("secrets stayed: %s", got)
	}
	must(t, store.Save(skill, object(t, `{"apiKey":"sesame"}`)))
	must(t, store.Save(skill, object(t, `{"apiKey":null}`)))
	if got := read(secrets); strings.Contains(got, "sesame") {
		t.Errorf("the last secret stayed: %s", got)
	}
	write(t, user, "{broken", 0o600) // saving mends it
	must(t, store.Save(skill, object(t, `{"maxWords":30}`)))
	before := read(user)
	for _, bad := range []string{`{"maxWords":1}`, `{"apiKey":"s"}`, `{"x":1}`, `{"model":"${HOME}"}`} {
		if err := store.Save(skill, object(t, bad)); err == nil {
			t.Errorf("saved %s", bad)
		}
	}
	if read(user) != before {
		t.Error("what was refused was written all the same")
	}
}

// Whatever is saved is what is loaded, and no secret is in the user's file.
func TestSaveRoundTrip(t *testing.T) {
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	store := Store{Dir: dir, LookupEnv: environment()}
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`s3cr3t[a-z]{4}`)
		values := strictjson.Object{"provider": "hosted", "maxWords": strictjson.Number(fmt.Sprint(rapid.IntRange(10, 99).Draw(t, "words")))}
		values["login"] = strictjson.Object{"user": rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "user"), "password": secret.Draw(t, "password")}
		values["apiKey"] = secret.Draw(t, "key")
		if err := store.Save(skill, values); err != nil {
			t.Fatal(err)
		}
		loaded, problems := store.Load(skill)
		if problems != nil || !strictjson.Equal(values, loaded.Config) {
			t.Fatalf("saved %v, loaded %v, %v", values, loaded.Config, problems)
		}
		if data, _ := os.ReadFile(store.userFile(skill)); strings.Contains(string(data), "s3cr3t") {
			t.Fatalf("the user's file holds a secret: %s", data)
		}
	})
}

func TestExposedSecrets(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	store := Store{Dir: dir, LookupEnv: environment()}
	path := store.secretsFile(skill)
	for mode, ok := range map[os.FileMode]bool{0o600: true, 0o400: true, 0o640: false, 0o604: false, 0o666: false} {
		write(t, path, `{"apiKey":"sesame"}`, mode)
		problems := store.Check(skill)
		if (problems.Err() == nil) != ok || (!ok && !strings.Contains(problems.Error(), "chmod 600 "+path)) {
			t.Errorf("mode %#o: %v", mode, problems)
		}
		if values, _ := store.Load(skill); values.Config["apiKey"] != "sesame" {
			t.Errorf("mode %#o: what the file sets is missing: %v", mode, values.Config)
		}
	}
}

func TestSkillWithoutSchema(t *testing.T) {
	dir := t.TempDir()
	skill := &skills.Skill{Name: "plain"}
	store := Store{Dir: dir}
	values, problems := store.Load(skill)
	if len(values.Config) != 0 || values.Config == nil || problems != nil {
		t.Errorf("%v, %v", values, problems)
	}
	write(t, store.userFile(skill), `{"a":1}`, 0o600)
	if problems := store.Check(skill); len(problems) != 1 || problems.Err() != nil {
		t.Errorf("an unused file: %v", problems)
	}
	if err := store.Save(skill, strictjson.Object{"a": true}); err == nil {
		t.Error("saved what nobody asks for")
	}
}

// A misconfigured skill is listed with its reason, and others are not touched.
func TestDiscovery(t *testing.T) {
	skill, dir := skillWith(t, scribeSchema), t.TempDir()
	write(t, filepath.Join(dir, "skills", "scribe.json"), `{"maxWords":1}`, 0o600)
	store := Store{Dir: dir, LookupEnv: environment()}
	registry := skills.Discover(skills.DiscoverOptions{
		Sources:    []skills.Source{{Dir: filepath.Dir(skill.Dir), Origin: skills.FromFlag}},
		Configured: store.Check,
	})
	for _, l := range registry.Listings() {
		if broken := l.Name == "scribe"; broken != (l.Status == skills.Misconfigured) || (broken && !strings.Contains(l.Reason, `"maxWords" is 1`)) {
			t.Errorf("%s is %s: %s", l.Name, l.Status, l.Reason)
		}
	}
}

func TestSettings(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, SettingsFile)
	if got, problems := LoadSettings(dir); problems != nil || !cmp.Equal(got, Defaults()) {
		t.Errorf("without a file: %+v, %v", got, problems)
	}
	write(t, path, `{
		"timeouts": {"script": 1e3, "plan": 2000, "turn": 3000}, "concurrency": 3, "bundledSkills": "in-process",
		"limits": {"line": 2048, "events": 5, "bytes": 4096, "assets": 7},
		"skillDirectories": ["/abs/skills", "mine"], "log": {"level": "debug", "directory": "logs", "maxMegabytes": 10},
		"retention": {"days": 30, "memories": 200, "bytes": 65536}, "backups": {"everyHours": 2, "keep": 0, "directory": "copies"},
		"scenes": {"directory": "scenes", "significance": "low", "format": "html"}, "x-note": 1,
		"models": {"library": "llama", "threads": 2, "mirrors": ["https://m"], "embedder": "mine", "text": ["b", "a"], "providers": {
			"b": {"kind": "openai", "address": "https://h/v1", "model": "m", "grammars": true},
			"a": {"kind": "llama", "model": "phi", "template": "phi3", "context": 512},
			"c": {"kind": "files", "directory": "asked", "patient": true}, "d": {"kind": "recorded", "file": "/abs/kept"}}}}`, 0o600)
	got, problems := LoadSettings(dir)
	want := Settings{
		Timeouts: Timeouts{time.Second, 2 * time.Second, 3 * time.Second}, Concurrency: 3, BundledSkills: InProcess,
		Limits:           protocol.Limits{Line: 2048, Events: 5, Bytes: 4096, Assets: 7, Output: 256 << 10}.WithDefaults(),
		SkillDirectories: []string{filepath.FromSlash("/abs/skills"), filepath.Join(dir, "mine")},
		Log:              Log{Level: "debug", Directory: filepath.Join(dir, "logs"), MaxBytes: 10 * megabyte},
		Retention:        Retention{Days: 30, Memories: 200, Bytes: 65536},
		Backups:          Backups{Every: 2 * time.Hour, Directory: filepath.Join(dir, "copies")},
		Scenes:           Scenes{Directory: filepath.Join(dir, "scenes"), Significance: action.Low, Format: ScenesHTML},
		Models: Models{
			Library: filepath.Join(dir, "llama"), Threads: 2, Mirrors: []string{"https://m"}, Embedder: "mine", Text: []string{"b", "a"},
			Providers: []Provider{
				{Name: "a", Kind: "llama", Model: "phi", Template: "phi3", Context: 512},
				{Name: "b", Kind: "openai", Address: "https://h/v1", Model: "m", Grammars: true},
				{Name: "c", Kind: "files", Directory: filepath.Join(dir, "asked"), Patient: true},
				{Name: "d", Kind: "recorded", File: filepath.FromSlash("/abs/kept")},
			},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" || problems != nil {
		t.Errorf("%v (-want +got):\n%s", problems, diff)
	}
	home, err := os.UserHomeDir()
	if err == nil {
		write(t, path, `{"skillDirectories":["~/skills"]}`, 0o600)
		if got, _ := LoadSettings(dir); got.SkillDirectories[0] != filepath.Join(home, "skills") {
			t.Errorf("~/skills is %s", got.SkillDirectories[0])
		}
	}
	for address, want := range map[string]string{
		"sqlite:stories":           "sqlite:" + filepath.Join(dir, "stories"),
		"objectbox:stories":        "objectbox:" + filepath.Join(dir, "stories"),
		"objectbox:~/stories":      "objectbox:~/stories", // whoever opens it knows the home
		"objectbox:":               "objectbox:",
		"postgres://me@host/db":    "postgres://me@host/db",
		"objectbox:./../elsewhere": "objectbox:" + filepath.Join(filepath.Dir(dir), "elsewhere"),
	} {
		write(t, path, `{"store":"`+address+`"}`, 0o600)
		if got, problems := LoadSettings(dir); got.Store != want || problems != nil {
			t.Errorf("%s is %q, %v", address, got.Store, problems)
		}
	}
}

// docs/skills.md has a line for each setting.
func TestSettingsAreWrittenDown(t *testing.T) {
	page, err := os.ReadFile("../../docs/skills.md")
	if err != nil {
		t.Fatal(err)
	}
	var look func(path string, tree strictjson.Object)
	look = func(path string, tree strictjson.Object) {
		for name, below := range strictjson.AsObject(tree["properties"]) {
			if inner := strictjson.AsObject(below); inner["properties"] != nil {
				look(path+name+".", inner)
			} else if name != "$schema" && !strings.Contains(string(page), "\n| `"+path+name+"` |") {
				t.Errorf("docs/skills.md has no line for %s%s", path, name)
			}
		}
	}
	look("", object(t, string(contracts.Settings.Text())))
}

func TestBrokenSettings(t *testing.T) {
	for content, want := range map[string]string{
		``:                                 ":1:1: the text is empty",
		`{"timeouts":{"script":0}}`:        `:1:23: /timeouts/script: "script" is 0; expected milliseconds from 1 to 300000`,
		`{"concurrency":"many"}`:           `:1:16: /concurrency: "concurrency" is "many"; expected an integer from 1 to 1024`,
		`{"bundledSkills":"inprocess"}`:    `:1:18: /bundledSkills: "bundledSkills" is "inprocess"; expected "process" or "in-process"; did you mean "in-process"?`,
		`{"timeouts":{"plan":1,"plan":2}}`: `:1:23: /timeouts/plan: this key stands twice in one object`,
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, SettingsFile)
		write(t, path, content, 0o600)
		got, problems := LoadSettings(dir)
		if problems.Error() != path+want || !cmp.Equal(got, Defaults()) {
			t.Errorf("%s:\n got %s\nwant %s", content, problems.Error(), path+want)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, SettingsFile), `{"concurency":2}`, 0o600)
	if _, problems := LoadSettings(dir); len(problems) != 1 || problems.Err() != nil || problems[0].Nearest != "concurrency" {
		t.Errorf("a misspelt setting: %v", problems)
	}
}

// The defaults of this package are those of the schema.
func TestDefaultsOfTheSchema(t *testing.T) {
	schema := object(t, string(contracts.Settings.Text()))
	at := func(path ...string) string {
		var tree any = schema
		for _, name := range path {
			tree = tree.(strictjson.Object)["properties"].(strictjson.Object)[name]
		}
		return fmt.Sprint(tree.(strictjson.Object)["default"])
	}
	d := Defaults()
	for _, field := range []struct{ got, want string }{
		{fmt.Sprint(d.Timeouts.Script.Milliseconds()), at("timeouts", "script")},
		{fmt.Sprint(d.Timeouts.Plan.Milliseconds()), at("timeouts", "plan")},
		{fmt.Sprint(d.Timeouts.Turn.Milliseconds()), at("timeouts", "turn")},
		{fmt.Sprint(d.Limits.Line), at("limits", "line")},
		{fmt.Sprint(d.Limits.Events), at("limits", "events")},
		{fmt.Sprint(d.Limits.Bytes), at("limits", "bytes")},
		{fmt.Sprint(d.Limits.Assets), at("limits", "assets")},
		{d.Log.Level, at("log", "level")},
		{fmt.Sprint(d.Log.MaxBytes / megabyte), at("log", "maxMegabytes")},
	} {
		if field.got != field.want {
			t.Errorf("got %s, the schema says %s", field.got, field.want)
		}
	}
}

// A server that people know by name is no kind of its own, and the kind that it is of is said, not the name that is nearest to it.
func TestServersThatSpeakAsOpenAIs(t *testing.T) {
	for kind, said := range map[string]string{
		"ollama": `ollama speaks as OpenAI's servers do, so its kind is "openai", and its address ends in /v1`, "vLLM": `its kind is "openai"`, "opena": `did you mean "openai"?`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, SettingsFile), []byte(`{"models": {"providers": {"here": {"kind": "`+kind+`", "address": "http://localhost:11434/v1", "model": "m"}}}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		_, problems := LoadSettings(dir)
		if err := problems.Err(); err == nil || !strings.Contains(err.Error(), said) || strings.Contains(err.Error(), `"llama"?`) {
			t.Errorf("of %s: %v", kind, err)
		}
	}
}
