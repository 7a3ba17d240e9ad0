package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// A story in ObjectBox whose program was killed is looked at by a process of its own, and goes on. Of two
// programs one has it, and what is damaged ends nobody.
func TestPlayedInObjectBox(t *testing.T) {
	library := soak.NeedEnv(t, "NARRATORIA_OBJECTBOX")
	u := newUser(t)
	dir := filepath.Join(u.dir, "folders")
	at := []string{"--store", "objectbox:" + dir}
	does := func(args ...string) string {
		t.Helper()
		return u.does(append(args, at...)...)
	}
	does("play", "--auto", "3", "--seed", "1", "--save", "kept", "--json", "grey-harbour")
	log := does("story", "log", "kept", "--json")

	whole := filepath.Join(dir, "kept.objectbox", "whole") // says that it was closed
	must(t, os.Remove(whole))
	if out := does("story", "log", "kept", "--json"); out != log {
		t.Error("after a crash it has another log")
	}
	does("play", "--auto", "2", "--continue", "--save", "kept", "--json")
	if _, err := os.Stat(whole); err != nil {
		t.Error(err)
	}

	data, err := filepath.Glob(filepath.Join(dir, "kept.objectbox", "data-*", "data.mdb"))
	if err != nil || len(data) != 1 {
		t.Fatalf("%v, %q", err, data)
	}
	must(t, os.Truncate(data[0], 20_000))
	for _, args := range [][]string{{"play", "--continue", "--save", "kept", "--auto", "1"}, {"story", "log", "kept"}, {"doctor", "kept"}} {
		code, _, errs := u.run(append(args, at...)...)
		if code != exitFailed || strings.Contains(errs, "goroutine") || strings.Contains(errs, "SIG") {
			t.Errorf("%q of a damaged story: exit %d, %s", args, code, errs)
		}
	}

	t.Setenv("NARRATORIA_OBJECTBOX", filepath.Join(u.dir, "nowhere"))
	code, out, errs := u.run(append([]string{"play", "--auto", "1", "--save", "new", "minimal"}, at...)...)
	if code != exitFailed || !strings.Contains(errs, "narratoria setup objectbox") {
		t.Errorf("without the library: exit %d, %s%s", code, out, errs)
	}
	if code, _, errs := u.run(append([]string{"play", "--continue", "--auto", "1"}, at...)...); code != exitFailed || strings.Count(errs, `save "kept"`) != 1 || !strings.Contains(errs, "narratoria setup objectbox") || strings.Contains(errs, "new story") {
		t.Errorf("to go on without the library: exit %d, %s", code, errs)
	}
	if code, out, _ = u.run(append([]string{"doctor"}, at...)...); code != exitFailed || !strings.Contains(out, "ObjectBox: 5.1.0 is not in ") || !strings.Contains(out, "narratoria setup objectbox") {
		t.Errorf("doctor without the library: exit %d, %s", code, out)
	}
	t.Setenv("NARRATORIA_OBJECTBOX", "")
	u.does("setup", "objectbox", library)
	does("play", "--auto", "1", "--save", "new", "minimal")
}
