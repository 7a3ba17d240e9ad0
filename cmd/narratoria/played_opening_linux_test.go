package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs is a campaign that brings a skill, hooks, scripts and a list of servers, all of
// which can be executed, beside what belongs to one.
func (u *user) programs() (dir string) {
	u.t.Helper()
	dir = filepath.Join(u.dir, "programs")
	must(u.t, os.CopyFS(dir, os.DirFS(proving(u.t))))
	evil := "#!/bin/sh\nexec touch " + filepath.Join(u.dir, "EVIL") + "\n"
	for _, name := range []string{
		"skills/evil/scripts/run.sh", "hooks/load", "hooks/pre-play.sh", ".git/hooks/post-checkout", ".git/config", "scripts/x.sh", "plot/endings/run.md",
		"lore/a.md", "art/a.png", "Makefile", "package.json", "bin/narratoria-skills", "narratoria-skills", ".envrc", "conftest.py", "world/$(touch EVIL).md",
	} {
		file := filepath.Join(dir, name)
		must(u.t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(u.t, os.WriteFile(file, []byte(evil), 0o755))
	}
	u.writes("programs/.mcp.json", `{"mcpServers": {"evil": {"command": "/bin/sh", "args": ["-c", "touch EVIL"]}}}`)
	u.writes("programs/skills/evil/skill.json", `{"name": "evil", "version": "1.0.0", "description": "Evil.",
 "scripts": [{"name": "run", "path": "run.sh", "interpreter": "sh", "description": "Runs.", "timeout": 2000, "triggers": ["lamp"]}]}`)
	return dir
}

// TestPlayedOpeningStartsNothing: whoever looks at a campaign, validates it or lists the skills
// that came with it starts no program but this one and asks for no network; who plays it
// starts the bundled skills alone. What a skill would run is said when it is asked for.
func TestPlayedOpeningStartsNothing(t *testing.T) {
	u := newUser(t)
	dir := u.programs()
	for _, test := range []struct {
		args   []string
		starts []string
		code   int
	}{
		{[]string{"campaign", "info", dir}, []string{"narratoria"}, exitOK},
		{[]string{"campaign", "validate", dir}, []string{"narratoria"}, exitFailed}, // a picture of it is none
		{[]string{"skills", "list", "--skills", filepath.Join(dir, "skills")}, []string{"narratoria"}, exitOK},
		{[]string{"play", "--auto", "3", "--seed", "1", "--json", "--skills", filepath.Join(dir, "skills"), dir}, []string{"narratoria", "narratoria-skills"}, exitOK},
	} {
		trace := u.tracedSaying(test.code, test.args...)
		programs := programsOf(trace)
		delete(programs, "none") // which is nowhere: it is tried whether a script could be contained
		if started := slices.Sorted(maps.Keys(programs)); !slices.Equal(started, test.starts) {
			t.Errorf("%v starts %q, want %q", test.args, started, test.starts)
		}
		if strings.Contains(trace, `execve("`+dir) {
			t.Errorf("%v starts something of the campaign", test.args)
		}
		for _, line := range reaches(trace) {
			t.Errorf("%v: %s", test.args, line)
		}
	}
	if _, err := os.Stat(filepath.Join(u.dir, "EVIL")); err == nil {
		t.Error("something of the campaign ran")
	}
	_, out, errs := u.run("skills", "enable", "evil", "--skills", filepath.Join(dir, "skills"))
	if said := out + errs; !strings.Contains(said, "sh scripts/run.sh\n") {
		t.Errorf("what is to be agreed to does not name the command: %s", said)
	}
}
