package provider_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/keys"
	"github.com/narratoria/narratoria/model/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	claude = provider.Provider{Name: "claude", Kind: provider.Anthropic, Model: "claude-haiku-4-5"}
	hosted = provider.Provider{Name: "hosted", Kind: provider.OpenAI, Address: "https://api.example.org/v1", Model: "m"}
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// all are providers with nothing agreed to and no keys.
func all(t *testing.T, of ...provider.Provider) (*provider.All, string) {
	t.Helper()
	dir := t.TempDir()
	consent, err := provider.LoadConsent(dir)
	must(t, err)
	a := &provider.All{
		Providers: of, Consent: consent,
		Keys:   keys.Store{Dir: dir, LookupEnv: func(string) (string, bool) { return "", false }},
		Device: provider.Device{Models: inventory.In(filepath.Join(dir, "models")), Worker: filepath.Join(dir, "none"), Library: dir},
	}
	t.Cleanup(func() { _ = a.Close() })
	return a, dir
}

// TestHosts: what leaves the device is told from what does not, and a doubtful address leaves it.
func TestHosts(t *testing.T) {
	for address, host := range map[string]string{
		"https://api.example.org/v1":     "api.example.org",
		"http://localhost:8080/v1":       "",
		"http://127.0.0.1/v1":            "",
		"http://[::1]:1/v1":              "",
		"http://192.168.0.7:8080/v1":     "192.168.0.7:8080",
		"https://localhost.example.org/": "localhost.example.org",
		"api.example.org/v1":             "api.example.org/v1", // no address, and nothing that is on this device
		"://":                            "://",
	} {
		p := hosted
		p.Address = address
		if got := p.Host(); got != host || (len(p.Sends()) > 0) != (host != "") {
			t.Errorf("%s is at %q, and is sent %q", address, got, p.Sends())
		}
	}
	if claude.Host() != "api.anthropic.com" || !strings.Contains(strings.Join(claude.Sends(), "\n"), "what you wrote") {
		t.Errorf("%s: %q", claude.Host(), claude.Sends())
	}
	for _, kind := range []string{provider.Llama, provider.Files, provider.Recorded} {
		if p := (provider.Provider{Kind: kind, Address: "https://api.example.org"}); p.Host() != "" {
			t.Errorf("%s is at %s", kind, p.Host())
		}
	}
}

// TestConsent: a provider is asked only when it was enabled by its name at the host that it has.
func TestConsent(t *testing.T) {
	a, dir := all(t, claude, hosted)
	refused := func(name string) {
		t.Helper()
		_, err := a.Open(name)
		if _, is := errors.AsType[*provider.NotEnabledError](err); !is {
			t.Errorf("%s is not enabled, and is opened: %v", name, err)
		}
	}
	refused("claude")
	refused("hosted")
	must(t, a.Consent.Enable(claude))
	if _, err := a.Open("claude"); err != nil {
		t.Error(err)
	}
	refused("hosted")
	again, err := provider.LoadConsent(dir)
	must(t, err)
	if !again.Enabled(claude) || again.Enabled(hosted) {
		t.Error("what was agreed to is not what is read")
	}
	moved := claude
	moved.Address = "https://elsewhere.example/v1"
	renamed := claude
	renamed.Name = "other"
	if again.Enabled(moved) || again.Moved(moved) != "api.anthropic.com" || again.Enabled(renamed) || again.Moved(renamed) != "" {
		t.Error("what was agreed to holds of another host, or of another name")
	}
	must(t, again.Disable("claude"))
	if again, err = provider.LoadConsent(dir); err != nil || again.Enabled(claude) {
		t.Errorf("it is enabled still: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "providers.json")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	var none *provider.Consent
	if none.Enabled(claude) || !none.Enabled(provider.Provider{Name: "x", Kind: provider.Files}) {
		t.Error("of no record something is enabled, or what is on this device is not")
	}
}

// TestConsentToBeReadOnTheWay: what was agreed to of https is not agreed to of http, which is said before.
func TestConsentToBeReadOnTheWay(t *testing.T) {
	a, dir := all(t)
	plain := hosted
	plain.Address = "HTTP://api.example.org/v1"
	for _, c := range []struct{ agreed, now provider.Provider }{{hosted, plain}, {plain, hosted}} {
		must(t, a.Consent.Enable(c.agreed))
		again, err := provider.LoadConsent(dir)
		must(t, err)
		if !again.Enabled(c.agreed) || again.Enabled(c.now) {
			t.Errorf("%s was agreed to, and %s is enabled", c.agreed.Address, c.now.Address)
		}
		want := map[string]string{hosted.Address: "api.example.org", plain.Address: "http://api.example.org"}[c.agreed.Address]
		if got := again.Moved(c.now); got != want || again.Moved(c.agreed) != "" {
			t.Errorf("%s was agreed to, and that is said to be %q", c.agreed.Address, got)
		}
	}
	if says := strings.Join(plain.Sends(), "\n"); !strings.Contains(says, "as it is, readable on the way") || strings.Contains(says, "your key") {
		t.Errorf("of http it is said\n%s", says)
	}
	if says := strings.Join(hosted.Sends(), "\n"); strings.Contains(says, "readable on the way") || !strings.Contains(says, "your key") {
		t.Errorf("of https it is said\n%s", says)
	}
	here := provider.Provider{Name: "here", Kind: provider.OpenAI, Address: "http://localhost:8080/v1", Model: "m"}
	if !a.Consent.Enabled(here) || here.Sends() != nil {
		t.Errorf("of this device it is said %q", here.Sends())
	}
}

// TestBrokenConsent: a record that cannot be understood enables nobody.
func TestBrokenConsent(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{
		"", "{}", "[]", `{"providers":[]}`, `{"providers":{"claude":{}}}`, `{"providers":{"claude":{"host":""}}}`, `{"providers":{"claude":{"host":1}}}`,
		`{"providers":{"claude":{"host":"api.anthropic.com","more":1}}}`, `{"providers":{},"more":1}`, `{"providers":{"a":{"host":"h"},"a":{"host":"i"}}}`,
	} {
		must(t, os.WriteFile(filepath.Join(dir, "providers.json"), []byte(text), 0o600))
		if c, err := provider.LoadConsent(dir); err == nil || c.Enabled(claude) || !strings.Contains(err.Error(), "delete it to be asked again") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCheck: what is missing is named, with an example.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		p    provider.Provider
		want string
	}{
		{provider.Provider{Name: "x", Kind: provider.OpenAI, Model: "m", Address: "a:1"}, `has "a:1" as "models.providers.x.address", which has to begin with http:// or https://, such as "http://a:1"`},
		{provider.Provider{Name: "x", Kind: provider.Anthropic, Model: "m", Address: "ftp://a"}, `such as "http://localhost:8080/v1"`},
		{provider.Provider{Name: "x", Kind: provider.OpenAI, Model: "m"}, `has no "address", such as "http://localhost:8080/v1"`},
		{provider.Provider{Name: "x", Kind: provider.OpenAI, Address: "http://a"}, `has no "model"`},
		{provider.Provider{Name: "x", Kind: provider.Anthropic}, `has no "model"`},
		{provider.Provider{Name: "x", Kind: provider.Llama}, `has no "model", such as "phi-3.5-mini"`},
		{provider.Provider{Name: "x", Kind: provider.Files}, `has no "directory"`},
		{provider.Provider{Name: "x", Kind: provider.Recorded}, `has no "file"`},
		{provider.Provider{Name: "x", Kind: "y"}, `which is none`},
	} {
		a, _ := all(t, c.p)
		if _, err := a.Open("x"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.p, err)
		}
	}
	a, _ := all(t)
	if _, err := a.Open("x"); !errors.Is(err, provider.ErrNone) {
		t.Error(err)
	}
}

// server answers as OpenAI's does, and counts.
func server(t *testing.T, text string) (address string, asked *int) {
	t.Helper()
	asked = new(int)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		*asked++
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"content":%q},"finish_reason":"stop"}]}`, text)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", asked
}

func request() model.Request {
	return model.Request{Place: model.Place{Task: "ask"}, Messages: []model.Message{{Role: model.User, Text: "Say it."}}}
}

// TestChain: those that nobody enabled are left out, the others asked in their order, and the last is on this device.
func TestChain(t *testing.T) {
	address, asked := server(t, "It is dark.")
	here := provider.Provider{Name: "here", Kind: provider.OpenAI, Address: address, Model: "m"}
	gone := provider.Provider{Name: "gone", Kind: provider.OpenAI, Address: "http://127.0.0.1:1/v1", Model: "m"}
	a, _ := all(t, claude, gone, here)
	var told []model.Degradation
	chain, skipped, err := a.Chain([]string{"claude", "gone", "here"}, func(d model.Degradation) { told = append(told, d) })
	must(t, err)
	if host, leaves := model.Leaves(chain); leaves || len(skipped) != 1 {
		t.Errorf("it leaves for %s; left out are %v", host, skipped)
	}
	answer, err := chain.Generate(t.Context(), request(), nil)
	if err != nil || answer.Text != "It is dark." || *asked != 1 || len(told) != 1 || !errors.Is(told[0].Err, model.Unreachable) {
		t.Errorf("%+v, %v; told of %v", answer, err, told)
	}
	must(t, a.Consent.Enable(claude))
	if chain, _, err = a.Chain([]string{"claude", "here"}, nil); err != nil {
		t.Fatal(err)
	}
	if host, leaves := model.Leaves(chain); !leaves || host != "api.anthropic.com" {
		t.Errorf("that it leaves is not said: %s", host)
	}
	if _, _, err = a.Chain([]string{"here", "claude"}, nil); err == nil || !strings.Contains(err.Error(), "has to be on this device") {
		t.Errorf("the last is elsewhere: %v", err)
	}
	must(t, a.Consent.Disable("claude"))
	if _, _, err = a.Chain([]string{"claude"}, nil); err == nil || !strings.Contains(err.Error(), "nobody may be asked") {
		t.Errorf("nobody: %v", err)
	}
}

// TestEnabledLater: of who is kept for later, what is agreed to counts at the next request; a record that cannot be read
// counts once it can be.
func TestEnabledLater(t *testing.T) {
	address, asked := server(t, "It is dark.")
	here := provider.Provider{Name: "here", Kind: provider.OpenAI, Address: address, Model: "m"}
	gone := provider.Provider{Name: "gone", Kind: provider.OpenAI, Address: "http://gone.invalid/v1", Model: "m"}
	a, dir := all(t, gone, here)
	record := filepath.Join(dir, "providers.json")
	must(t, os.WriteFile(record, []byte("{"), 0o600))
	var err error
	if a.Consent, err = provider.LoadConsent(dir); err == nil {
		t.Fatal("it cannot be read")
	}
	a.Later = true
	var told []model.Degradation
	chain, skipped, err := a.Chain([]string{"gone", "here"}, func(d model.Degradation) { told = append(told, d) })
	must(t, err)
	if len(skipped) > 0 {
		t.Errorf("left out are %v", skipped)
	}
	for i, c := range []struct {
		before func() error
		asked  bool
	}{
		{func() error { return nil }, false},
		{func() error { return os.Remove(record) }, false},
		{func() error { return a.Consent.Enable(gone) }, true},
	} {
		must(t, c.before())
		answer, err := chain.Generate(t.Context(), request(), nil)
		if err != nil || answer.Text != "It is dark." || *asked != i+1 || len(told) != i+1 {
			t.Fatalf("%d: %+v, %v; told of %v", i, answer, err, told)
		}
		if errors.Is(told[i].Err, model.NotEnabled) == c.asked {
			t.Errorf("%d: it is told of %v", i, told[i].Err)
		}
	}
	must(t, a.Consent.Disable("gone"))
	if _, _, err := a.Chain([]string{"here", "gone"}, nil); err != nil {
		t.Errorf("the last is not enabled, and is left out: %v", err)
	}
}

// TestThoseThatCannotBeOpened: what is wrong with one keeps nobody after it from being asked, and is told.
func TestThoseThatCannotBeOpened(t *testing.T) {
	address, asked := server(t, "It is dark.")
	plain := provider.Provider{Name: "plain", Kind: provider.OpenAI, Address: "http://203.0.113.1:1/v1", Model: "m"}
	user := provider.Provider{Name: "user", Kind: provider.OpenAI, Address: "https://user:secret@far.example/v1", Model: "m"}
	nothing := provider.Provider{Name: "nothing", Kind: provider.Llama, Model: "nothing"}
	here := provider.Provider{Name: "here", Kind: provider.OpenAI, Address: address, Model: "m"}
	a, _ := all(t, plain, user, nothing, here)
	must(t, a.Consent.Enable(plain))
	must(t, a.Consent.Enable(user))
	key, err := keys.New("203.0.113.1:1", "sk-1234567890")
	must(t, err)
	must(t, a.Keys.Put("203.0.113.1:1", key))
	chain, skipped, err := a.Chain([]string{"plain", "user", "nothing", "here"}, nil)
	must(t, err)
	why := fmt.Sprint(skipped)
	for _, has := range []string{`"plain"`, "would go over the network as it is", `"user"`, "holds more than a host and a path", `"nothing"`} {
		if !strings.Contains(why, has) {
			t.Errorf("%q is not in %s", has, why)
		}
	}
	if len(skipped) != 3 || strings.Contains(why, "secret") || strings.Contains(why, "sk-1234567890") {
		t.Errorf("left out are %s", why)
	}
	if answer, err := chain.Generate(t.Context(), request(), nil); err != nil || answer.Text != "It is dark." || *asked != 1 {
		t.Errorf("%+v, %v", answer, err)
	}
	if _, _, err := a.Chain([]string{"here", "nothing"}, nil); !errors.Is(err, inventory.ErrNone) {
		t.Errorf("the last cannot be opened: %v", err)
	}
}

// TestTakenBack: what a user takes back counts for whoever has opened the provider already, and so does a record that cannot be read.
func TestTakenBack(t *testing.T) {
	elsewhere := provider.Provider{Name: "elsewhere", Kind: provider.OpenAI, Address: "http://203.0.113.1:1/v1", Model: "m"} // nobody is there
	a, dir := all(t, elsewhere)
	must(t, a.Consent.Enable(elsewhere))
	g, err := a.Open("elsewhere")
	must(t, err)
	if host, leaves := model.Leaves(g); !leaves || host != "203.0.113.1:1" {
		t.Errorf("that it leaves is not said: %q", host)
	}
	other, err := provider.LoadConsent(dir) // another program's
	must(t, err)
	must(t, other.Disable("elsewhere"))
	if _, err := g.Generate(t.Context(), request(), nil); !errors.Is(err, model.NotEnabled) || !strings.Contains(err.Error(), "is not enabled, so nothing is sent there") {
		t.Errorf("it was taken back, and is asked: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(dir, "providers.json"), []byte("{"), 0o600))
	if _, err := g.Generate(t.Context(), request(), nil); !errors.Is(err, model.NotEnabled) || !strings.Contains(err.Error(), "delete it to be asked again") {
		t.Errorf("what was agreed to cannot be read, and it is asked: %v", err)
	}
}

// tiny is a file that is a model, and can be none that runs.
func tiny(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	must(t, gguf.Write(&file, []gguf.Entry{{Key: "general.architecture", Value: "phi3"}},
		[]gguf.Data{gguf.Floats("token_embd.weight", gguf.F32, []int64{64, 64}, make([]float32, 64*64))}))
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	must(t, os.WriteFile(path, file.Bytes(), 0o600))
	return path
}

// TestOnTheDevice: a model of the inventory is opened by its name, its template is known or said, and a file that is another since it
// came is not loaded.
func TestOnTheDevice(t *testing.T) {
	a, _ := all(t, provider.Provider{Name: "a", Kind: provider.Llama, Model: "tiny"}, provider.Provider{Name: "b", Kind: provider.Llama, Model: "tiny", Template: "phi3"},
		provider.Provider{Name: "c", Kind: provider.Llama, Model: "none"})
	if _, is := a.Here(); is {
		t.Error("a model is here that is not")
	}
	for _, name := range []string{"tiny", inventory.Narrator.Name} {
		_, err := a.Device.Models.Import(t.Context(), name, tiny(t), nil)
		must(t, err)
	}
	if _, err := a.Open("a"); err == nil || !strings.Contains(err.Error(), `have to say its "template"`) {
		t.Errorf("without a template: %v", err)
	}
	if _, err := a.Open("c"); !errors.Is(err, inventory.ErrNone) {
		t.Errorf("without a model: %v", err)
	}
	here, is := a.Here()
	if !is {
		t.Fatal("the model is here")
	}
	a.Providers = append(a.Providers, here)
	if _, err := a.Open(here.Name); err != nil {
		t.Errorf("the template of the model that the program knows is not known: %v", err)
	}
	g, err := a.Open("b")
	must(t, err)
	path := a.Device.Models.Path("tiny")
	file, err := os.ReadFile(path)
	must(t, err)
	sum := sha256.Sum256(file)
	file[len(file)-1] ^= 1
	must(t, os.WriteFile(path, file, 0o600))
	if _, err = g.Generate(t.Context(), request(), nil); runtime.GOOS != "windows" && (!errors.Is(err, model.Unsupported) || !strings.Contains(err.Error(), "and not "+hex.EncodeToString(sum[:]))) {
		t.Errorf("another file is loaded: %v", err)
	}
}
