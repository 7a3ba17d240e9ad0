package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
)

// lampSkill is a skill as a player finds it: a manifest, and a script in Python
// that is called for by a word.
var lampSkill = map[string]string{
	"skill.json": `{"name": "lamplighter", "version": "1.0.0", "description": "Keeps count of lamps that were lit.",
 "scripts": [{"name": "count", "path": "count.py", "interpreter": "python3", "description": "Counts a lamp.", "timeout": 20000, "triggers": ["lamp", "lantern"]}]}`,
	"scripts/count.py": `import json, sys

request = json.loads(sys.stdin.readline())

def emit(kind, **fields):
    print(json.dumps({"version": "0", "type": kind, **fields}), flush=True)

emit("state_patch", patch={"lamps": {"lit": 1, "by": request["input"]["choice"], "at": request["input"]["place"]["id"]}})
emit("ui_event", event="narration", payload={"text": "Somebody up the hill counts one lamp more.", "speaker": ""})
emit("done", ok=True)
`,
}

// A skill that is put into the user's directory while the story is played is found
// without a restart, called for by its trigger and by nothing else, and what it
// patches is so from then on.
func TestPlayedSkillDroppedIn(t *testing.T) {
	soak.Need(t, "python3")
	if runtime.GOOS == "windows" {
		t.Skip("the campaign's path")
	}
	u := newUser(t)
	l := u.begins("--seed", "1", "--save", "lamps", "--input", "-", proving(t))
	l.next()
	if before := l.choose("start/light"); before.plans("lamplighter/count") {
		t.Fatal("a skill is planned that is not there")
	}
	u.dropIn(lampSkill, "lamplighter")
	// Turns go by until it is found: the directory is looked at anew a moment after
	// it has come to rest.
	limit := time.After(time.Minute)
	for found := false; !found; {
		select {
		case <-limit:
			t.Fatal("the skill is not found within a minute of turns")
		default:
		}
		r := l.choose("start/light")
		if found = r.plans("lamplighter/count"); found && !strings.Contains(r.Prose, "counts one lamp more") {
			t.Errorf("what it tells is not in the prose: %s", r.Prose)
		}
		if len(r.Degraded) > 0 {
			t.Errorf("turn %d: %q", r.Turn, r.Degraded)
		}
	}
	if r := l.choose("start/roll"); r.plans("lamplighter/count") {
		t.Errorf("a choice without its trigger calls for it: %s", r.Choice.Text)
	}
	l.leave()
	criteria.Measured(t, "SC-010", "%d files copied in while a story was played: found without a restart, and called for by its trigger", len(lampSkill))
	if got := u.does("story", "state", "lamps", "lamps.by"); got != "\"Light the lamp on the wall\"\n" {
		t.Errorf("lamps.by is %s", got)
	}
	if got := u.does("story", "state", "lamps", "lamps.at"); got != "\"quay\"\n" {
		t.Errorf("lamps.at is %s", got)
	}
}

// dropIn puts a skill into the user's directory, file by file as a copy does.
func (u *user) dropIn(files map[string]string, name string) {
	u.t.Helper()
	for file, text := range files {
		path := filepath.Join("home", "data", "skills", name, filepath.FromSlash(file))
		u.writes(path, text)
		must(u.t, os.Chmod(filepath.Join(u.dir, path), 0o755))
	}
}

// plans reports whether a script is in the turn's plan and was carried out.
func (r *told) plans(script string) bool {
	return slices.ContainsFunc(r.Result.ToolResults, func(step toldStep) bool { return step.Script == script && step.State == "success" })
}
