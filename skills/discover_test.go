package skills

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
)

// bundleFS is a small bundle: one skill, dice.
func bundleFS() fs.FS {
	return fstest.MapFS{
		"dice/skill.json": {Data: []byte(`{"name":"dice","version":"1.0.0","description":"Rolls.","scripts":[{"name":"roll","builtin":"roll","permissions":["random","data"]}]}`)},
		"dice/prompt.md":  {Data: []byte("Roll where chance decides.\n")},
		"notes/README.md": {Data: []byte("No skill.\n")},
	}
}

// writeSkill puts a skill with one shell script into a directory. permissions
// are of the script; more goes into the manifest.
func writeSkill(t testing.TB, source, name, permissions string, more ...string) string {
	t.Helper()
	dir := filepath.Join(source, name)
	writeFile(t, filepath.Join(dir, "scripts", "go.sh"), "#!/bin/sh\necho\n")
	writeFile(t, filepath.Join(dir, "skill.json"), fmt.Sprintf(
		`{"name":%q,"version":"1.0.0","description":"Of %s.","scripts":[{"name":"go","path":"go.sh","interpreter":"sh","permissions":[%s]}]%s}`,
		name, filepath.Base(source), permissions, strings.Join(more, "")))
	return dir
}

func discover(t testing.TB, consent *Consent, sources ...Source) *Registry {
	t.Helper()
	return Discover(DiscoverOptions{Sources: sources, Bundled: bundleFS(), Consent: consent, LookPath: onlyShell})
}

func statuses(r *Registry) map[string]string {
	all := map[string]string{}
	for _, l := range r.Listings() {
		key := string(l.Name)
		if l.Dir != "bundled/"+key {
			key += " in " + filepath.Base(filepath.Dir(l.Dir))
		}
		all[key] = string(l.Status)
	}
	return all
}

func TestFirstSourceWins(t *testing.T) {
	root := t.TempDir()
	a, b, c := filepath.Join(root, "a"), filepath.Join(root, "b"), filepath.Join(root, "c")
	for _, source := range []string{a, b, c} {
		writeSkill(t, source, "torch", "")
	}
	writeSkill(t, b, "lamp", "")
	must(t, os.WriteFile(filepath.Join(a, "torch", "skill.json"), []byte("{"), 0o644)) // a broken skill holds no name
	r := discover(t, nil, Source{a, FromFlag}, Source{b, FromUser}, Source{c, FromProgram})
	want := map[string]string{"torch in a": "skipped", "torch in b": "ready", "torch in c": "skipped", "lamp in b": "ready", "dice": "ready"}
	if diff := cmp.Diff(want, statuses(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if skill, ok := r.Skill("torch"); !ok || skill.Description != "Of b." {
		t.Errorf("torch is %+v", skill)
	}
	if _, ok := r.Script(plan.ScriptRef{Skill: "torch", Script: "go"}); !ok {
		t.Error("torch/go is not registered")
	}
	for _, l := range r.Skipped() {
		if l.Reason == "" {
			t.Errorf("%s in %s is skipped without a reason", l.Name, l.Dir)
		}
	}
}

func TestSearchPath(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("the paths are written for Unix")
	}
	got := SearchPath([]string{"x", "y"}, []string{"/s"}, "/data", "/opt/narratoria/bin/narratoria")
	want := []Source{
		{"x", FromFlag}, {"y", FromFlag}, {"/s", FromSettings}, {"/data/skills", FromUser},
		{"/opt/narratoria/bin/skills", FromProgram}, {"/opt/narratoria/skills", FromProgram},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMissingSources(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	for origin, want := range map[Origin]string{
		FromFlag:     fmt.Sprintf("%s: the skills directory is not there", gone),
		FromSettings: fmt.Sprintf("%s: warning: the skills directory is not there", gone),
		FromUser:     "", FromProgram: "",
	} {
		r := discover(t, nil, Source{gone, origin})
		if got := r.Problems().Error(); got != want {
			t.Errorf("%s: %q, want %q", origin, got, want)
		}
		if len(r.Skills()) != 1 {
			t.Errorf("%s: the bundled skill is gone", origin)
		}
	}
}

// A directory that two sources name, or that a link names again, is one skill.
func TestSameDirectoryTwice(t *testing.T) {
	source := t.TempDir()
	dir := writeSkill(t, source, "torch", "")
	other := t.TempDir()
	if err := os.Symlink(dir, filepath.Join(other, "torch")); err != nil {
		t.Skip(err)
	}
	r := discover(t, nil, Source{source, FromFlag}, Source{source, FromUser}, Source{other, FromProgram})
	if got := len(r.Listings()); got != 2 {
		t.Errorf("%d listings, want torch and dice: %+v", got, statuses(r))
	}
}

// In a checkout the bundled skills lie on disk as well. They are no rivals of
// themselves; once edited they are.
func TestSourcesOfBundledSkills(t *testing.T) {
	source := t.TempDir()
	must(t, os.CopyFS(source, bundleFS()))
	if r := discover(t, nil, Source{source, FromProgram}); len(r.Listings()) != 1 {
		t.Errorf("listed: %v", statuses(r))
	}
	writeFile(t, filepath.Join(source, "dice", "prompt.md"), "Always roll six.\n")
	if r := discover(t, nil, Source{source, FromProgram}); len(r.Listings()) != 2 {
		t.Errorf("listed: %v", statuses(r))
	}
}

func TestTooManySkills(t *testing.T) {
	source := t.TempDir()
	for i := range maxSkills + 1 {
		must(t, os.Mkdir(filepath.Join(source, fmt.Sprintf("d%04d", i)), 0o755))
	}
	r := discover(t, nil, Source{source, FromUser})
	if problems := r.Problems(); len(problems) != 1 || problems[0].Kind != contracts.Limit || problems.Err() != nil {
		t.Errorf("problems: %v", problems)
	}
}

func TestMisconfigured(t *testing.T) {
	source := t.TempDir()
	writeSkill(t, source, "torch", "")
	writeSkill(t, source, "lamp", "")
	r := Discover(DiscoverOptions{
		Sources: []Source{{source, FromUser}}, Bundled: bundleFS(), LookPath: onlyShell,
		Configured: func(s *Skill) contracts.Problems {
			if s.Name != "torch" {
				return nil
			}
			return contracts.Problems{{File: "torch.json", Kind: contracts.Missing, Message: `"fuel" is missing`}}
		},
	})
	want := map[string]string{"torch in " + filepath.Base(source): "misconfigured", "lamp in " + filepath.Base(source): "ready", "dice": "ready"}
	if diff := cmp.Diff(want, statuses(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, ok := r.Skill("torch"); ok {
		t.Error("a misconfigured skill may run")
	}
}

func TestCatalogueFollowsHealth(t *testing.T) {
	source := t.TempDir()
	for _, name := range []string{"sick", "slow", "well"} {
		writeSkill(t, source, name, "", fmt.Sprintf(`,"priority":%d`, len(name)*10))
	}
	r := discover(t, nil, Source{source, FromUser})
	health := NewHealthTable()
	for range 3 {
		health.Observe("slow", Failed)
	}
	health.Observe("sick", FailedInPassing)
	var got []string
	for _, script := range r.Catalogue(health).Scripts() {
		got = append(got, fmt.Sprintf("%s %t", script.Ref, script.Degraded))
	}
	if diff := cmp.Diff([]string{"dice/roll false", "well/go false", "slow/go true"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := len(r.Catalogue(nil).Scripts()); n != 4 {
		t.Errorf("without a table %d scripts, want 4", n)
	}
}

func TestManifestFields(t *testing.T) {
	source := t.TempDir()
	dir := filepath.Join(source, "torch")
	writeFile(t, filepath.Join(dir, "skill.json"), `{
		"name": "torch", "displayName": "Torch", "description": "Lights.", "version": "1.2.3-beta.1", "author": "Ada", "license": "MIT",
		"scripts": [{"name": "light", "path": "light.sh", "interpreter": "sh", "description": "Lights one.", "timeout": 1.5e3, "required": false,
			"permissions": ["story.read"], "triggers": ["light the torch"], "view": "npc"}],
		"capabilities": ["light"], "priority": 80, "retryPolicy": {"maxRetries": 2, "backoffMs": 99999999999999999999},
		"requires": {"features": ["random"]}, "data": "install", "x-note": 1}`)
	writeFile(t, filepath.Join(dir, "prompt.md"), "Be warm.\n")
	writeFile(t, filepath.Join(dir, "scripts", "light.sh"), "echo\n")
	r := discover(t, nil, Source{source, FromUser})
	skill, ok := r.Skill("torch")
	if !ok {
		t.Fatal(say(r, source))
	}
	real, err := realPath(dir)
	must(t, err)
	script := skill.Scripts[0]
	if script.Skill != skill || len(script.SHA256) != 64 || len(skill.Digest) != 64 {
		t.Errorf("script %+v of %+v", script, skill)
	}
	got := *script
	got.Skill, got.SHA256 = nil, ""
	want := Script{
		Ref: plan.ScriptRef{Skill: "torch", Script: "light"}, Description: "Lights one.", File: "scripts/light.sh",
		Path: filepath.Join(real, "scripts", "light.sh"), Interpreter: []string{"/bin/sh"}, Timeout: 1_500_000_000,
		Permissions: []Permission{StoryRead}, Triggers: []string{"light the torch"}, NPCView: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("script (-want +got):\n%s", diff)
	}
	if skill.Version != "1.2.3-beta.1" || skill.Prompt != "Be warm.\n" || skill.Priority != 80 || !skill.SharedData ||
		*skill.Retry != (plan.RetryPolicy{MaxRetries: 2, Backoff: plan.MaxBackoff}) || skill.Requires[0] != "random" {
		t.Errorf("skill %+v", skill)
	}
}

// The manifest's schema and this package must know the same permissions.
func TestPermissionsOfTheSchema(t *testing.T) {
	for _, p := range Permissions {
		manifest := fmt.Sprintf(`{"name":"a","version":"1.0.0","description":"d","scripts":[{"name":"s","path":"s","permissions":[%q]}]}`, p)
		if _, problems := contracts.Validate(contracts.SkillManifest, "skill.json", []byte(manifest)); problems.Err() != nil {
			t.Error(problems)
		}
	}
}

// Whatever the order in which directories are filled, and however often they are
// read, the registry is the same, and any one byte of what decides what a skill
// does changes its digest.
func TestDigest(t *testing.T) {
	source := t.TempDir()
	dir := writeSkill(t, source, "torch", "")
	files := map[string]string{"prompt.md": "Be warm.", "scripts/helper.py": "x = 1", "scripts/lib/deep.py": "y = 2", "config-schema.json": `{"type":"object"}`}
	for name, content := range files {
		writeFile(t, filepath.Join(dir, name), content)
	}
	digest := func() string {
		skill, ok := discover(t, nil, Source{source, FromUser}).Skill("torch")
		if !ok {
			t.Fatal(say(discover(t, nil, Source{source, FromUser}), source))
		}
		return skill.Digest
	}
	before := digest()
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for range soak.Count(40) {
			path := filepath.Join(dir, name)
			changed := []byte(files[name] + " ")
			if strings.HasSuffix(name, ".json") {
				changed = append(changed[:len(changed)-1], " \n\t"[random.IntN(3)])
			} else {
				changed[random.IntN(len(changed))] ^= 1
			}
			must(t, os.WriteFile(path, changed, 0o644))
			if digest() == before {
				t.Fatalf("%s is not in the digest", name)
			}
			must(t, os.WriteFile(path, []byte(files[name]), 0o644))
		}
	}
	writeFile(t, filepath.Join(dir, "data", "state.db"), "{}")
	if digest() != before {
		t.Error("data/ is in the digest")
	}
	for _, name := range []string{"cache.txt", "lib/deep/er.py", "scripts/__pycache__/x.pyc", "scripts/.swp", ".hidden", "config.json", "LICENSE", "scripts/data/x"} {
		writeFile(t, filepath.Join(dir, name), "{}")
		now := digest()
		if now == before {
			t.Errorf("%s is not in the digest", name)
		}
		before = now
	}
	must(t, os.Chmod(filepath.Join(dir, "cache.txt"), 0o755))
	if digest() == before && runtime.GOOS != "windows" {
		t.Error("whether a file can be executed is not in the digest")
	}
}

func TestCandidate(t *testing.T) {
	source := t.TempDir()
	writeSkill(t, source, "torch", `"data"`)
	writeSkill(t, source, "dice", "")
	writeFile(t, filepath.Join(source, "lamp", "skill.json"), "{")
	r := discover(t, nil, Source{source, FromUser})
	tests := []struct {
		name    string
		replace bool
		bundled bool
		err     string
	}{
		{"torch", false, false, ""},
		{"torch", true, false, `no bundled skill is named "torch", so there is nothing to replace; leave --replace out`},
		{"dice", false, true, ""},
		{"dice", true, false, ""},
		{"torhc", false, false, `there is no skill "torhc"; did you mean "torch"?`},
		{"lamp", false, false, `the skill "lamp" in ` + filepath.Join(source, "lamp") + ` cannot be enabled: ` + filepath.Join(source, "lamp", "skill.json") + `:1:2: the text ends too early; its end may have been cut off`},
	}
	for _, tt := range tests {
		skill, err := r.Candidate(tt.name, tt.replace)
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.err)
			}
			continue
		}
		if err != nil || string(skill.Name) != tt.name || skill.Bundled != tt.bundled {
			t.Errorf("%s, %t: %+v, %v", tt.name, tt.replace, skill, err)
		}
	}
	if _, err := discover(t, nil).Candidate("dice", true); err == nil || !strings.Contains(err.Error(), "nothing to replace it with") {
		t.Errorf("got %v", err)
	}
}

// The skills that come with the program must load as they are.
func TestBundled(t *testing.T) {
	r := Discover(DiscoverOptions{})
	if len(r.Skills()) == 0 || len(r.Skills()) != len(r.Listings()) {
		t.Error(say(r, ""))
	}
	for _, l := range r.Listings() {
		if len(l.Problems) > 0 {
			t.Error(l.Problems)
		}
	}
	if runtime.GOOS == "windows" {
		return // the checkout may have other line ends
	}
	if inCheckout := Discover(DiscoverOptions{Sources: []Source{{".", FromProgram}}}); !inCheckout.same(r) {
		t.Errorf("in the checkout: %s", say(inCheckout, ""))
	}
}

// What the program's own skills do takes milliseconds. Their time is for machines that are busy
// with something else, where a start alone may take two seconds: the same story is told there.
func TestBundledSkillsHaveTimeOnBusyMachines(t *testing.T) {
	for _, skill := range Discover(DiscoverOptions{}).Skills() {
		for _, script := range skill.Scripts {
			if script.Timeout < 10*time.Second {
				t.Errorf("%s has %v", script.Ref, script.Timeout)
			}
		}
	}
}

// Where no process can be started, a skill whose script is a program is unavailable whatever
// else is so of it, and leaves its name to another.
func TestNoProcesses(t *testing.T) {
	source := t.TempDir()
	writeSkill(t, source, "torch", "")
	writeFile(t, filepath.Join(source, "lamp", "skill.json"), `{"name":"lamp","version":"1.0.0","description":"A prompt.","scripts":[]}`)
	dice := writeSkill(t, source, "dice", "")
	consent, err := LoadConsent(t.TempDir())
	must(t, err)
	with := Discover(DiscoverOptions{Sources: []Source{{source, FromUser}}, Bundled: bundleFS(), Consent: consent, LookPath: onlyShell})
	for _, l := range with.Listings() {
		if l.Dir == dice {
			_, err := consent.Enable(l.Skill, EnableOptions{Replace: true})
			must(t, err)
		}
	}
	nothing := func(string) (string, error) { return "", fs.ErrNotExist }
	r := Discover(DiscoverOptions{Sources: []Source{{source, FromUser}}, Bundled: bundleFS(), Consent: consent, LookPath: nothing, NoProcesses: true})
	key := " in " + filepath.Base(source)
	if diff := cmp.Diff(map[string]string{"torch" + key: "unavailable", "dice" + key: "unavailable", "lamp" + key: "ready", "dice": "ready"}, statuses(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if script, ok := r.Script(plan.ScriptRef{Skill: "dice", Script: "roll"}); !ok || script.Builtin == "" {
		t.Error("the bundled skill is not used in its place")
	}
	if _, err := r.Candidate("torch", false); err == nil || !strings.Contains(err.Error(), "program of its own") {
		t.Errorf("it can be enabled: %v", err)
	}
}
