package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// packages lists every package of ours with its imports, tests left out: a test
// may import whatever it tests against.
func packages(t *testing.T) []listed {
	t.Helper()
	seeSources(t)
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", module+"/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// seeSources opens every directory of the tree. What `go list` reads is hidden
// from the cache of test results, which would give back the last one after any
// change; what this process opens is not.
func seeSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTree(t *testing.T) {
	all := packages(t)
	if len(all) < 10 {
		t.Fatalf("only %d packages were read", len(all))
	}
	for _, p := range all {
		for _, imported := range p.Imports {
			if reason := refuse(p.ImportPath, imported); reason != "" {
				t.Errorf("%s must not import %s: %s", p.ImportPath, imported, reason)
			}
		}
		for _, dep := range p.Deps {
			if reason := forbiddenBelow[p.ImportPath][dep]; reason != "" {
				t.Errorf("%s must not depend on %s, even indirectly: %s", p.ImportPath, dep, reason)
			}
		}
	}
}

// The rule can fail: edges that must be refused, beside ones that must not.
func TestRefuse(t *testing.T) {
	for _, edge := range []struct {
		from, to string
		refused  bool
	}{
		{"plan", "protocol", false},
		{"protocol", "plan", true},
		{"protocol", "contracts", false}, // by rank; forbiddenBelow refuses it
		{"executor", "skills", false},
		{"skills", "executor", true},
		{"executor", "story", true},
		{"skills/process", "skills/transport", false},
		{"skills/kit", "skills", true},
		{"skills/kit", "protocol", false},
		{"skills-src", "dice", false},
		{"skills-src/choices", "rules", false},
		{"skills-src", "skills/config", true},
		{"rules", "dice", false},
		{"dice", "rules", true},
		{"dice", "action", true},
		{"protocol", "rules", false},
		{"rules", "protocol", true},
		{"skills-src", "plan", true},
		{"engine", "skills-src", true},
		{"", "skills-src", false},
		{"cmd/narratoria-skills", "skills-src", false},
		{"cmd/narratoria", "skills-src", true},
		{"ffi", "skills-src", true},
		{"internal/runlog", "plan", true},
		{"campaign", "contracts", false},
		{"campaign", "story", false},
		{"campaign", "engine", true},
		{"engine", "campaigns", true},
		{"", "campaigns", false},
		{"cmd/narratoria", "campaigns", true},
		{"ffi", "campaigns", true},
		{"", "engine", false},
		{"engine", "engine/portraits", false},
		{"engine/portraits", "engine", true},
		{"engine/portraits", "engine/host", true},
		{"engine/world", "engine/telling", true},
		{"engine", "", true},
		{"skills", "", true},
		{"", "cmd/narratoria/terminal", true},
		{"", "api", true},
		{"api", "", false},
		{"api", "server", true},
		{"server", "api", false},
		{"ffi", "api", false},
		{"server", "ffi", true},
		{"cmd/narratoria", "", false},
		{"campaign", "internal/golden", true},
		{"engine/host/scripttest", "internal/golden", false},
		{"persistence", "model", true},
		{"model/lexical", "persistence/rank", true},
		{"lore", "model", false},
		{"model", "model/driver", true},
		{"model/openai", "model/driver", false},
		{"model/openai", "model/anthropic", true},
		{"model/fallback", "model/scripted", true},
		{"model/test", "model/scripted", false},
		{"model/recorded", "skills/config", true},
		{"narrator", "model/openai", false},
		{"model/llama", "model/openai", true},
		{"model/llama", "model/llama/worker", true},
		{"cmd/narratoria", "model/llama/worker", true},
		{"ffi", "model/llama/worker", true},
		{"cmd/narratoria-llama", "model/llama/worker", false},
		{"skills", "model/keys", true},
		{"nowhere", "plan", true},
	} {
		reason := refuse(strings.TrimSuffix(module+"/"+edge.from, "/"), strings.TrimSuffix(module+"/"+edge.to, "/"))
		if (reason != "") != edge.refused {
			t.Errorf("%s -> %s: %q", edge.from, edge.to, reason)
		}
	}
	if refuse(module, "github.com/spf13/cobra") == "" {
		t.Error("the root package must not read command lines")
	}
	if refuse(module+"/engine", "github.com/rs/zerolog/log") == "" || refuse(module+"/internal/runlog", "github.com/rs/zerolog") != "" {
		t.Error("zerolog must have one home")
	}
	if refuse(module+"/model/llama", "github.com/hybridgroup/yzma/pkg/llama") == "" || refuse(module+"/model/llama/worker", "github.com/hybridgroup/yzma/pkg/llama") != "" {
		t.Error("llama.cpp must be loaded by its worker alone")
	}
	if forbiddenBelow[module+"/model"]["net/http"] == "" || forbiddenBelow[module+"/model/lexical"]["net/http"] == "" {
		t.Error("who has vectors made may bring a client for servers with it")
	}
	if forbiddenBelow[module+"/protocol"][module+"/contracts"] == "" {
		t.Error("protocol may depend on contracts")
	}
}
