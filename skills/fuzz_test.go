package skills

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/golden"
)

// seeds are the files of a name in all broken skills.
func seeds(f *testing.F, name string) {
	for _, c := range golden.Read(f, "testdata/broken/*.txtar", 1) {
		for _, member := range c.Files {
			if filepath.Base(member.Name) == name {
				f.Add(member.Data)
			}
		}
	}
}

func loadBytes(name string, data []byte) (*Skill, contracts.Problems) {
	fsys := fstest.MapFS{
		name:                 {Data: data},
		"prompt.md":          {Data: []byte("Be warm.")},
		"config-schema.json": {Data: []byte(`{"type":"object"}`)},
		"scripts/a.sh":       {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
		"scripts/b.py":       {Data: []byte("x = 1\n"), Mode: 0o644},
	}
	l := loader{fsys: fsys, dir: "/skills/torch", label: "torch", machine: machine{system: "linux", lookPath: onlyShell, present: func(string) bool { return true }}}
	return l.load()
}

// Whatever a manifest says, loading it ends, names only files inside the skill,
// and gives a reason where it refuses.
func FuzzManifest(f *testing.F) {
	seeds(f, "skill.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		skill, problems := loadBytes("skill.json", data)
		for _, p := range problems {
			if p.Message == "" || !strings.HasPrefix(p.File, "torch") || (p.Line == 0) != (p.Column == 0) {
				t.Fatalf("a problem without a place or a message: %+v", p)
			}
		}
		if problems.Err() != nil {
			if reasonOf(problems) == "" {
				t.Fatal("refused without a reason")
			}
			return
		}
		if !ValidName(string(skill.Name)) || !validVersion(skill.Version) || skill.Description == "" {
			t.Fatalf("accepted %+v", skill)
		}
		for _, script := range skill.Scripts {
			if script.Builtin != "" || !fs.ValidPath(script.File) || !strings.HasPrefix(script.Path, "/skills/torch/") ||
				script.Timeout < 0 || !ValidName(string(script.Ref.Script)) || len(script.SHA256) != 64 {
				t.Fatalf("accepted script %+v", script)
			}
		}
	})
}

// Whatever a SKILL.md says, reading it ends, and what strict checking takes is
// loaded as well.
func FuzzSkillMD(f *testing.F) {
	seeds(f, "SKILL.md")
	f.Fuzz(func(t *testing.T, data []byte) {
		skill, problems := loadBytes("SKILL.md", data)
		if problems.Err() != nil {
			if reasonOf(problems) == "" {
				t.Fatal("refused without a reason")
			}
			return
		}
		if len(skill.Scripts) > 0 || skill.Description == "" || strings.ContainsFunc(string(skill.Name), notInName) {
			t.Fatalf("accepted %+v", skill)
		}
	})
}

// Without os.Root a link does lead out, so the cases of testdata/broken named
// "link-out" test a guard and not an accident.
func TestLinksLeadOutWithoutTheGuard(t *testing.T) {
	root := t.TempDir()
	dir := writeSkill(t, root, "torch", "")
	writeFile(t, filepath.Join(root, "secret.md"), "Secret.")
	if err := os.Symlink("../secret.md", filepath.Join(dir, "prompt.md")); err != nil {
		t.Skip(err)
	}
	l := loader{fsys: os.DirFS(dir), dir: dir, label: dir, machine: machine{system: "linux", lookPath: onlyShell, present: func(string) bool { return true }}}
	if skill, problems := l.load(); problems.Err() != nil || skill.Prompt != "Secret." {
		t.Errorf("read %q, %v; want the secret", skill.Prompt, problems)
	}
}
