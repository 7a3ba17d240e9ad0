package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// What lies about the program may be broken, missing or closed to it: the story plays as
// ever, and one line says what there is to do without.
func TestPlayedWhateverSurroundsIt(t *testing.T) {
	play := []string{"play", "minimal", "--auto", "2", "--seed=7", "--json"}
	want := newUser(t).does(play...)
	for name, test := range map[string]struct {
		surround func(u *user)
		says     string
	}{
		"what skills may do is no JSON": {func(u *user) { u.writes("home/config/consent.json", "{\"skills\": ") }, "skills from outside stay off"},
		"what skills may do is a directory": {func(u *user) {
			must(t, os.MkdirAll(filepath.Join(u.dir, "home", "config", "consent.json"), 0o755))
		}, "skills from outside stay off"},
		"the configuration's path is a file": {func(u *user) { u.writes("home/config", "a file") }, "the usual settings are used"},
		"there is no temporary directory":    {func(u *user) { must(t, os.Remove(filepath.Join(u.dir, "tmp"))) }, "the temporary directory cannot be used"},
		"the temporary directory is a file": {func(u *user) {
			must(t, os.Remove(filepath.Join(u.dir, "tmp")))
			u.writes("tmp", "a file")
		}, "the temporary directory cannot be used"},
		"the log's directory is a file":  {func(u *user) { u.writes("home/state", "a file") }, "nothing is logged"},
		"the data's directory is a file": {func(u *user) { u.writes("home/data", "a file") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := newUser(t)
			test.surround(u)
			code, out, errs := u.run(play...)
			if code != exitOK || out != want || !strings.Contains(errs, test.says) {
				t.Errorf("exit %d: %s\nis told otherwise: %t", code, errs, out != want)
			}
		})
	}
}

// Nothing is waited for that has a directory's name: every command ends, and what can be done
// without it is done.
func TestPlayedBesideFIFOs(t *testing.T) {
	for _, at := range []string{"config", "config/skills", "config/secrets", "data", "data/cache", "data/cache/skills", "data/saves", "data/skills", "state", "state/log"} {
		t.Run(at, func(t *testing.T) {
			u := newUser(t)
			path := filepath.Join(u.dir, "home", at)
			must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must(t, syscall.Mkfifo(path, 0o600))
			for _, args := range [][]string{{"play", "minimal", "--auto", "1"}, {"skills", "list"}, {"saves"}, {"log"}, {"skills", "run", "dice-roller/roll-dice"}} {
				cmd := u.command(args...)
				late := time.AfterFunc(turnLimit, func() { _ = cmd.Process.Kill() })
				code, out, errs := u.ended(cmd)
				if late.Stop(); code < 0 {
					t.Fatalf("%s had to be ended", strings.Join(args, " "))
				}
				t.Logf("%s: exit %d: %s", args[0], code, errs)
				if args[0] == "play" && (code != exitOK || len(out) < 100) && at != "data" && at != "data/saves" {
					t.Errorf("exit %d: %s%s", code, out, errs)
				}
			}
		})
	}
}

// A link that has a lock's name leads no writer to somebody's file.
func TestPlayedBesideLinks(t *testing.T) {
	for _, at := range []string{"data/saves/x.lock", "data/saves/worlds.lock", "state/log/run-000001.jsonl", "data/program.lock"} {
		t.Run(at, func(t *testing.T) {
			u := newUser(t)
			u.writes("thesis", "300 pages")
			path := filepath.Join(u.dir, "home", at)
			must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must(t, os.Symlink(filepath.Join(u.dir, "thesis"), path))
			for _, args := range [][]string{{"play", "minimal", "--auto", "1", "--save", "x"}, {"play", "--continue", "--auto", "1", "--save", "x"}, {"saves", "delete", "x", "--yes"}} {
				code, _, errs := u.run(args...)
				t.Logf("%s: exit %d: %s", strings.Join(args, " "), code, errs)
			}
			if left, err := os.ReadFile(filepath.Join(u.dir, "thesis")); err != nil || string(left) != "300 pages" {
				t.Errorf("the file has %q, %v", left, err)
			}
		})
	}
}

// Skills from outside stay off while it cannot be read what they may do, and nothing of
// it is overwritten.
func TestPlayedWithBrokenConsent(t *testing.T) {
	u := newUser(t)
	u.writes("home/data/skills/torch/skill.json", `{"name": "torch", "version": "1.0.0", "description": "Light.", "scripts": [{"name": "light", "path": "light.sh", "interpreter": "sh", "description": "Lights it.", "timeout": 2000}]}`)
	u.writes("home/data/skills/torch/scripts/light.sh", "#!/bin/sh\n")
	torch := func() string {
		_, out, _ := u.run("skills", "list")
		for line := range strings.Lines(out) {
			if strings.Contains(line, "torch") {
				return line
			}
		}
		return ""
	}
	before := torch()
	const broken = `{"skills": {"torch": {"enabled": false}}`
	u.writes("home/config/consent.json", broken)
	if after := torch(); before == after || !strings.Contains(after, "waiting") {
		t.Errorf("before %q, after %q", before, after)
	}
	for _, args := range [][]string{{"skills", "enable", "torch", "--yes"}, {"skills", "disable", "torch"}} {
		if code, _, errs := u.run(args...); code != exitFailed || !strings.Contains(errs, "nothing was changed") {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
	}
	if now, _ := os.ReadFile(filepath.Join(u.dir, "home", "config", "consent.json")); string(now) != broken {
		t.Errorf("it became %q", now)
	}
}

// disablesAll switches all skills off.
func (u *user) disablesAll() {
	u.t.Helper()
	for line := range strings.Lines(u.does("skills", "list", "--json")) {
		listing, err := strictjson.ParseObject([]byte(line))
		must(u.t, err)
		u.does("skills", "disable", listing["name"].(string))
	}
}

// ordinary makes the user one who is nobody in particular, whom modes of files keep out.
func (u *user) ordinary() *user {
	must(u.t, os.Chmod(filepath.Dir(u.dir), 0o755))
	bin := filepath.Join(u.dir, "bin")
	must(u.t, os.Mkdir(bin, 0o755))
	for _, name := range []string{"narratoria", "narratoria-skills"} {
		from, to := filepath.Join(filepath.Dir(u.program), name), filepath.Join(bin, name)
		if os.Link(from, to) != nil {
			data, err := os.ReadFile(from)
			must(u.t, err)
			must(u.t, os.WriteFile(to, data, 0o755))
		}
	}
	u.program = filepath.Join(bin, "narratoria")
	return u
}

func (u *user) runOrdinary(stdin string, args ...string) (code int, out, errs string) {
	cmd := u.command(args...)
	cmd.Stdin = strings.NewReader(stdin)
	asNobody(cmd)
	return u.ended(cmd)
}

func asNobody(cmd *exec.Cmd) {
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
}

// closed lets nobody write below a directory.
func (u *user) closed(below string) {
	u.t.Helper()
	must(u.t, filepath.WalkDir(filepath.Join(u.dir, below), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o444)
		if d.IsDir() {
			mode = 0o555
		}
		u.t.Cleanup(func() { _ = os.Chmod(path, mode|0o200) })
		return os.Chmod(path, mode)
	}))
}

// Where nothing can be written what is there can be read, and play says what it cannot do.
func TestPlayedWhereNothingCanBeWritten(t *testing.T) {
	u := newUser(t).ordinary()
	u.does("play", "minimal", "--auto", "3", "--seed=7", "--save", "monday")
	u.disablesAll()
	reading := [][]string{{"saves"}, {"story", "log", "monday"}, {"story", "state", "monday"}}
	want := make([]string, len(reading))
	for i, args := range reading {
		want[i] = u.does(args...)
	}
	u.closed("home")
	for i, args := range reading {
		if code, out, errs := u.runOrdinary("", args...); code != exitOK || errs != "" || out != want[i] {
			t.Errorf("%v: exit %d: %s %.200s", args, code, errs, out)
		}
	}
	for _, args := range [][]string{{"--continue", "--save", "monday", "--auto", "1"}, {"minimal", "--save", "tuesday", "--auto", "1"}} {
		code, out, errs := u.runOrdinary("", append([]string{"play"}, args...)...)
		if code != exitFailed || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "cannot be") {
			t.Errorf("play %v: exit %d: %q %s", args, code, out, errs)
		}
	}
	code, out, errs := u.runOrdinary("1\n", "play", "minimal", "--seed=7")
	if code != exitOK || !strings.Contains(out, "1. ") || strings.Contains(out, "Kept as") || !strings.Contains(errs, "nothing of it is kept") {
		t.Errorf("a person: exit %d: %s\n%s", code, errs, out)
	}
	u.closed("tmp")
	for range soak.Count(100) {
		began := time.Now()
		code, out, errs := u.runOrdinary("", "play", "minimal", "--auto", "3", "--seed=7", "--json")
		if records := recordsOf(t, out); code != exitOK || len(records) != 3 || !strings.Contains(errs, "no directory can be written") {
			t.Fatalf("nowhere at all: exit %d, %d turns: %s", code, len(records), errs)
		}
		if took := time.Since(began); soak.Whole() && took > 2*time.Second { // of them all, and the start
			t.Errorf("three turns took %v", took)
		}
	}
}
