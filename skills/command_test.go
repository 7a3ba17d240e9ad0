package skills

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What can be started differs by system; the rules are the same on the machine
// that tests them.
func TestCommand(t *testing.T) {
	everything := func(program string) (string, error) { return "/bin/" + program, nil }
	tests := []struct {
		name, system string
		mode         fs.FileMode
		head         string
		file         string
		interpreter  string
		want         string // the command, or part of the error
	}{
		{"shell script", "linux", 0o755, "#!/bin/sh\n", "a.sh", "", ""},
		{"shell script with arguments", "linux", 0o755, "#! /bin/sh -e\n", "a.sh", "", ""},
		{"env with a flag and a variable", "linux", 0o755, "#!/usr/bin/env -S A=1 python3 -u\n", "a.py", "", ""},
		{"env of nothing", "linux", 0o755, "#!/usr/bin/env\n", "a.py", "", "names no program"},
		{"native", "linux", 0o755, "\x7fELF\x02", "a", "", ""},
		{"native of another system", "linux", 0o755, "MZ\x90", "a", "", "no program of this system"},
		{"native", "darwin", 0o755, "\xcf\xfa\xed\xfe", "a", "", ""},
		{"universal", "darwin", 0o755, "\xca\xfe\xba\xbe", "a", "", ""},
		{"empty", "darwin", 0o755, "", "a", "", "no program of this system"},
		{"not executable", "darwin", 0o644, "#!/bin/sh\n", "a.sh", "", "chmod +x"},
		{"for the group alone", "linux", 0o650, "#!/bin/sh\n", "a.sh", "", ""},
		{"not executable, with interpreter", "linux", 0o644, "x", "a.py", "python3", "/bin/python3"},
		{"interpreter with arguments", "linux", 0o644, "x", "a.ts", "deno", "/bin/deno run"},
		{"interpreter before first line", "linux", 0o755, "#!/bin/sh\n", "a", "node", "/bin/node"},
		{"native", "windows", 0o666, "MZ\x90", "a.EXE", "", ""},
		{"text named as a program", "windows", 0o666, "hello", "a.exe", "", "cannot be started on this system"},
		{"first line", "windows", 0o666, "#!/usr/bin/env python3\r\n", "a.py", "", "/bin/python3"},
		{"first line with a path", "windows", 0o666, "#!/bin/sh\n", "a.sh", "", "/bin/sh"},
		{"first line of a program not allowed", "windows", 0o666, "#!/bin/cmd\n", "a.sh", "", "not one of"},
		{"batch file", "windows", 0o666, "@echo off", "a.bat", "", "cannot be started on this system"},
	}
	for _, tt := range tests {
		t.Run(tt.system+" "+tt.name, func(t *testing.T) {
			m := machine{system: tt.system, lookPath: everything, present: func(path string) bool { return path == "/bin/sh" }}
			command, err := m.command(scriptFile{name: tt.file, mode: tt.mode, head: []byte(tt.head)}, tt.interpreter)
			got := strings.Join(command, " ")
			if err != nil {
				got = err.Error()
			}
			if got != tt.want && (err == nil || tt.want == "" || !strings.Contains(got, tt.want)) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Nothing that is taken for a path inside a directory leaves it, and what plainly
// is inside is taken.
func TestInsidePath(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "..", ".", "", "scripts", "..a", "a..", "\\", "c:", "\x00", "é"})
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(part, 0, 6).Draw(t, "parts")
		name := strings.Join(parts, "/")
		clean, ok := insidePath(name)
		if plain := len(parts) > 0 && !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains([]string{"a", "scripts", "é", "a.."}, p) }); plain && !ok {
			t.Fatalf("%q was refused", name)
		}
		if !ok {
			return
		}
		if joined := path.Join("/skill", clean); !strings.HasPrefix(joined, "/skill/") || path.Join("/skill", name) != joined || strings.ContainsAny(clean, "\\:\x00") {
			t.Fatalf("%q was taken as %q", name, clean)
		}
	})
}
