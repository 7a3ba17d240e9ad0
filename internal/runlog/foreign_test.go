package runlog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A segment without an end is read as far as any segment goes, and said so.
func TestSegmentWithoutEnd(t *testing.T) {
	dir := t.TempDir()
	path := segmentPath(dir, 1)
	if err := os.WriteFile(path, []byte(`{"time":"2026-01-01T00:00:00Z","kind":"plan","level":"info"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skip("this file system has no such files: ", err)
	}
	var all []Entry
	read := make(chan error, 1)
	go func() { read <- Read(dir, Filter{}, func(e Entry) error { all = append(all, e); return nil }) }()
	select {
	case err := <-read:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it is read without an end")
	}
	if len(all) != 2 || all[0].Kind != "plan" || all[1].Kind != Damaged || !strings.Contains(all[1].Message, filepath.Base(path)+" is left out after its first 512 MiB") {
		t.Errorf("read were %v", all)
	}
}

// What has a segment's name and is a link is not written to.
func TestLinksAreNoSegments(t *testing.T) {
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "thesis")
	if err := os.WriteFile(victim, []byte("300 pages\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, segmentPath(dir, 1)); err != nil {
		t.Skip(err)
	}
	log, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	log.Write(Entry{Kind: Execution, Outcome: "well"})
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadFile(victim); err != nil || string(left) != "300 pages\n" {
		t.Errorf("the file has %q, %v", left, err)
	}
	var all []Entry
	if err := Read(dir, Filter{}, func(e Entry) error { all = append(all, e); return nil }); err != nil || len(all) != 1 {
		t.Errorf("read were %v, %v", all, err)
	}
}
