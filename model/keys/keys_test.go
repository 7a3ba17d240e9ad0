package keys_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model/keys"
)

const secret = "sk-canary-7Jq2vWx9Lr4TzB"

func TestAKeyIsNotShown(t *testing.T) {
	key, err := keys.New("API.example.org:443", secret)
	if err != nil {
		t.Fatal(err)
	}
	held := struct {
		Key   keys.Key
		inner *keys.Key
		deep  []keys.Key
		in    map[string]any
	}{key, &key, []keys.Key{key}, map[string]any{"key": key}}
	var logged strings.Builder
	slog.New(slog.NewTextHandler(&logged, nil)).Info("a key", "key", key, "held", held)
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("a key", "key", key, "held", held)
	asJSON, err := json.Marshal([]any{key, &key, held.Key, map[string]keys.Key{"key": key}})
	if err != nil {
		t.Fatal(err)
	}
	shown := []string{key.String(), logged.String(), string(asJSON)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		shown = append(shown, fmt.Sprintf(verb, key), fmt.Sprintf(verb, &key), fmt.Sprintf(verb, held), fmt.Sprintf(verb, &held))
	}
	for _, text := range shown {
		if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
			t.Errorf("it is shown: %s", text)
		}
	}
	if key.String() != "a key for api.example.org" || (keys.Key{}).String() != "no key" || !(keys.Key{}).IsZero() || key.IsZero() {
		t.Errorf("it is %v", key)
	}
}

func TestAKeyIsForItsHost(t *testing.T) {
	key, err := keys.New("api.example.org", secret)
	if err != nil {
		t.Fatal(err)
	}
	for host, ours := range map[string]bool{
		"api.example.org": true, "API.Example.org": true, "api.example.org:443": true,
		"api.example.org:8443": false, "example.org": false, "evil.api.example.org": false, "api.example.org.evil": false,
		"api.example.org@evil": false, "": false, "api.example.org/": false, "localhost": false,
	} {
		if got, ok := key.For(host); ok != ours || ok && got != secret || !ok && got != "" {
			t.Errorf("for %q it is %q", host, got)
		}
	}
	if got, ok := (keys.Key{}).For("api.example.org"); ok || got != "" || (keys.Key{}).Secret() != "" {
		t.Error("no key is one")
	}
}

func TestWhatIsNoKey(t *testing.T) {
	for _, bad := range []struct{ host, secret string }{
		{"", secret}, {"https://api.example.org", secret}, {"api.example.org/v1", secret}, {"user@api.example.org", secret},
		{"api.example.org", "short"}, {"api.example.org", secret + "\n"}, {"api.example.org", secret + " x"}, {"api.example.org", "schlüssel-schlüssel"},
		{"api.example.org", strings.Repeat("x", 2000)},
	} {
		if _, err := keys.New(bad.host, bad.secret); err == nil || strings.Contains(err.Error(), bad.secret) {
			t.Errorf("of %q and %.30q: %v", bad.host, bad.secret, err)
		}
	}
}

// store is one with a file and an environment.
func store(t *testing.T, file string, mode os.FileMode, env map[string]string) keys.Store {
	s := keys.Store{Dir: t.TempDir(), LookupEnv: func(name string) (string, bool) {
		value, is := env[name]
		return value, is
	}}
	if file != "" {
		if err := os.MkdirAll(filepath.Dir(s.File()), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.File(), []byte(file), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(s.File(), mode); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestWhereKeysComeFrom(t *testing.T) {
	other := strings.ToUpper(secret)
	file := `{"api.openai.com":"` + other + `","LOCALHOST:8080":"` + secret + `"}`
	for name, c := range map[string]struct {
		file string
		env  map[string]string
		host string
		want string
	}{
		"the environment":            {"", map[string]string{"OPENAI_API_KEY": secret}, "api.openai.com", secret},
		"is before the file":         {file, map[string]string{"OPENAI_API_KEY": secret}, "api.openai.com", secret},
		"unless it is empty":         {file, map[string]string{"OPENAI_API_KEY": ""}, "api.openai.com", other},
		"each for its own host":      {"", map[string]string{"OPENAI_API_KEY": secret}, "api.anthropic.com", ""},
		"Anthropic's":                {"", map[string]string{"ANTHROPIC_API_KEY": secret}, "api.anthropic.com", secret},
		"OpenRouter's":               {"", map[string]string{"OPENROUTER_API_KEY": secret}, "openrouter.ai:443", secret},
		"that for any":               {"", map[string]string{"NARRATORIA_MODEL_KEY": "llm.example.org=" + secret + "=="}, "llm.example.org", secret + "=="},
		"that for any, of another":   {"", map[string]string{"NARRATORIA_MODEL_KEY": "llm.example.org=" + secret}, "api.openai.com", ""},
		"the file":                   {file, nil, "localhost:8080", secret},
		"the file, of another port":  {file, nil, "localhost:8081", ""},
		"the file, of somebody else": {file, nil, "example.org", ""},
		"nowhere":                    {"", nil, "example.org", ""},
	} {
		key, err := store(t, c.file, 0o600, c.env).Find(c.host)
		if got, _ := key.For(c.host); err != nil || got != c.want {
			t.Errorf("%s: it is %q: %v", name, got, err)
		}
	}
}

func TestWhereNoKeyIsTakenFrom(t *testing.T) {
	good := `{"api.openai.com":"` + secret + `"}`
	for name, s := range map[string]keys.Store{
		"no JSON":                      store(t, good+secret, 0o600, nil),
		"a key twice":                  store(t, `{"`+secret+`":"x","`+secret+`":"x"}`, 0o600, nil),
		"no text":                      store(t, `{"api.openai.com":["`+secret+`"]}`, 0o600, nil),
		"a key with a line end":        store(t, `{"api.openai.com":"`+secret+`\n"}`, 0o600, nil),
		"a variable with a line end":   store(t, "", 0, map[string]string{"OPENAI_API_KEY": secret + "\n"}),
		"a variable without a host":    store(t, "", 0, map[string]string{"NARRATORIA_MODEL_KEY": secret}),
		"a variable with none":         store(t, "", 0, map[string]string{"NARRATORIA_MODEL_KEY": "/" + secret + "/=" + secret}),
		"a variable with a bad key":    store(t, "", 0, map[string]string{"NARRATORIA_MODEL_KEY": "api.openai.com=" + secret + " "}),
		"a file that others may read":  store(t, good, 0o640, nil),
		"a file that all may write to": store(t, good, 0o602, nil),
	} {
		if runtime.GOOS == "windows" && strings.HasPrefix(name, "a file that") {
			continue // files have no modes there
		}
		key, err := s.Find("api.openai.com")
		if err == nil || !key.IsZero() || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v: %v", name, key, err)
		}
		if strings.HasPrefix(name, "a file that") && !strings.Contains(err.Error(), "chmod 600 "+s.File()) {
			t.Errorf("%s: it is not said what to do: %v", name, err)
		}
	}
	s := store(t, "", 0, nil)
	if err := os.MkdirAll(s.File(), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Find("api.openai.com"); err == nil {
		t.Error("a directory is taken for a file")
	}
	if _, err := s.Find("https://x"); err == nil {
		t.Error("an address is taken for a host")
	}
}

// TestPut: a key that is kept stands in for that of its own host, however that was written, and leaves the others; without
// one, none is left.
func TestPut(t *testing.T) {
	store := keys.Store{Dir: t.TempDir(), LookupEnv: func(string) (string, bool) { return "", false }}
	for _, host := range []string{"api.openai.com", "localhost:8080", "API.openai.com:443"} {
		key, err := keys.New(host, "secret-of-"+strings.ToLower(host))
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Put(host, key); err != nil {
			t.Fatal(err)
		}
	}
	for host, want := range map[string]string{"api.openai.com": "secret-of-api.openai.com:443", "localhost:8080": "secret-of-localhost:8080", "openrouter.ai": ""} {
		if key, err := store.Find(host); err != nil || key.Secret() != want {
			t.Errorf("%s has %q: %v", host, key.Secret(), err)
		}
	}
	if err := store.Put("api.openai.com", keys.Key{}); err != nil {
		t.Fatal(err)
	}
	if key, err := store.Find("api.openai.com"); err != nil || !key.IsZero() {
		t.Errorf("it is not removed: %v, %v", key, err)
	}
	if key, err := store.Find("localhost:8080"); err != nil || key.IsZero() {
		t.Errorf("another is removed: %v, %v", key, err)
	}
	if err := store.Put("no host", keys.Key{}); err == nil {
		t.Error("a host is none")
	}
}
