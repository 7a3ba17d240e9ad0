package skills

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
)

// A machine is what of the computer decides whether a script can be started.
type machine struct {
	system        string // a GOOS
	lookPath      func(program string) (string, error)
	present       func(path string) bool
	startsNothing bool // so that it makes no difference whether a script could be started
}

func thisMachine() machine {
	return machine{system: runtime.GOOS, lookPath: exec.LookPath, present: func(path string) bool { _, err := os.Stat(path); return err == nil }}
}

// interpreters is the allow-list: what a manifest's "interpreter" or, where
// files have no executable bit, a script's first line may name. Of the programs
// the first installed one is taken; args come before the script's path.
var interpreters = map[string]struct{ programs, args []string }{
	"bash":    {programs: []string{"bash"}},
	"deno":    {programs: []string{"deno"}, args: []string{"run"}},
	"lua":     {programs: []string{"lua"}},
	"node":    {programs: []string{"node"}},
	"perl":    {programs: []string{"perl"}},
	"pwsh":    {programs: []string{"pwsh"}, args: []string{"-NoProfile", "-File"}},
	"python3": {programs: []string{"python3", "python"}},
	"ruby":    {programs: []string{"ruby"}},
	"sh":      {programs: []string{"sh"}},
}

// Interpreters are the names a manifest may give, sorted.
func Interpreters() []string { return slices.Sorted(maps.Keys(interpreters)) }

// command is what comes before a script's path to start it: nothing for a file
// that the system starts itself, else a program and its arguments. The error
// says what to do about a file that cannot be started.
func (m machine) command(file scriptFile, interpreter string) ([]string, error) {
	switch {
	case m.startsNothing:
		return nil, nil
	case interpreter != "":
		return m.interpreter(interpreter, file.name)
	}
	if m.system == "windows" {
		return m.commandByFirstLine(file)
	}
	return nil, m.checkExecutable(file)
}

func (m machine) interpreter(name, file string) ([]string, error) {
	known, ok := interpreters[name]
	if !ok {
		message := fmt.Sprintf("%q wants the interpreter %q, which is not one of %s", file, name, strings.Join(Interpreters(), ", "))
		if meant := nearest.Name(path.Base(name), Interpreters()); meant != "" {
			message += fmt.Sprintf("; did you mean %q?", meant)
		}
		return nil, errors.New(message)
	}
	for _, program := range known.programs {
		if found, err := m.lookPath(program); err == nil {
			return append([]string{found}, known.args...), nil
		}
	}
	return nil, fmt.Errorf("%q needs %s, which is not installed (no such program on the PATH)", file, name)
}

// checkExecutable is for systems with an executable bit.
func (m machine) checkExecutable(file scriptFile) error {
	line, hasLine := firstLine(file.head)
	switch {
	case file.mode.Perm()&0o111 == 0:
		return fmt.Errorf("%q is not executable: run \"chmod +x %s\" in the skill's directory, or name an \"interpreter\"", file.name, file.name)
	case hasLine:
		return m.checkFirstLine(file.name, line)
	case m.native(file.head):
		return nil
	case bytes.HasPrefix(file.head, []byte("\xef\xbb\xbf#!")):
		return fmt.Errorf("%q begins with a byte order mark, which hides its first line from the system: save it as UTF-8 without one", file.name)
	}
	return fmt.Errorf("%q is executable, but is no program of this system and does not begin with a line such as \"#!/usr/bin/env python3\"", file.name)
}

// checkFirstLine looks for what the kernel would start, because its own error
// for a missing one is that the script is not there.
func (m machine) checkFirstLine(file, line string) error {
	if strings.HasSuffix(line, "\r") {
		return fmt.Errorf("%q has Windows line ends, so that its first line names a program ending in a carriage return: save it with Unix line ends", file)
	}
	program, viaEnv := interpreterOf(line)
	switch {
	case program == "":
		return fmt.Errorf("%q begins with %q, which names no program", file, "#!"+line)
	case viaEnv:
		if _, err := m.lookPath(program); err != nil {
			return fmt.Errorf("%q begins with %q, but %s is not installed (no such program on the PATH)", file, "#!"+line, program)
		}
	case !m.present(program):
		return fmt.Errorf("%q begins with %q, but there is no %s", file, "#!"+line, program)
	}
	return nil
}

// commandByFirstLine is for systems without an executable bit: native programs
// are known by their name, scripts by the interpreter of their first line.
func (m machine) commandByFirstLine(file scriptFile) ([]string, error) {
	if strings.EqualFold(path.Ext(file.name), ".exe") && m.native(file.head) {
		return nil, nil
	}
	line, ok := firstLine(file.head)
	program, _ := interpreterOf(strings.TrimSuffix(line, "\r"))
	if !ok || program == "" {
		return nil, fmt.Errorf("%q cannot be started on this system: name an \"interpreter\", or begin it with a line such as \"#!/usr/bin/env python3\"", file.name)
	}
	return m.interpreter(path.Base(program), file.name)
}

// firstLine is the text after "#!", without the line's end.
func firstLine(head []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(head, []byte("#!"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return string(line), ok
}

// interpreterOf is the program a first line names. For "env" it is the one that
// env is to find on the PATH.
func interpreterOf(line string) (program string, viaEnv bool) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return "", false
	}
	if path.Base(fields[0]) != "env" {
		return fields[0], false
	}
	for _, field := range fields[1:] {
		if !strings.HasPrefix(field, "-") && !strings.Contains(field, "=") {
			return field, true
		}
	}
	return "", true
}

// native reports whether a file begins as this system's programs do.
func (m machine) native(head []byte) bool {
	magics := []string{"\x7fELF"}
	switch m.system {
	case "windows":
		magics = []string{"MZ"}
	case "darwin", "ios":
		magics = []string{"\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xca\xfe\xba\xbf"}
	}
	return slices.ContainsFunc(magics, func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) })
}
