package golden

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// A Verb carries out a line of "make" that this package does not know.
type Verb func(args []string) error

// LayOut writes a case's files into a directory, but for those that are about the case,
// which are named, and for "make". That holds lines which make what an archive cannot hold
// or should not: a verb and words, each plain or quoted as in Go. In every file name "/"
// separates.
//
//	bytes FILE TEXT                            these bytes
//	repeat FILE BEFORE COUNT UNIT [MIDDLE COUNT UNIT]... AFTER
//	edit FILE OLD NEW                          the first OLD becomes NEW
//	crlf FILE, utf16 FILE                      written again in that form
//	link NAME TARGET, fifo NAME, dir NAME, remove NAME
//	mode OCTAL NAME
func (c *Case) LayOut(t testing.TB, dir string, verbs map[string]Verb, about ...string) {
	t.Helper()
	for _, f := range c.Files {
		if f.Name != "make" && !slices.Contains(about, f.Name) {
			WriteFile(t, filepath.Join(dir, f.Name), f.Data)
		}
	}
	for line := range strings.Lines(string(c.File("make"))) {
		verb, args, err := words(line)
		must(t, err)
		if own := verbs[verb]; own != nil {
			must(t, own(args))
		} else if verb != "" {
			must(t, maker{t, dir}.make(verb, args))
		}
	}
}

// WriteFile writes a file and the directories it lies in. What lies below scripts/ is
// executable.
func WriteFile(t testing.TB, path string, data []byte) {
	t.Helper()
	mode := fs.FileMode(0o644)
	if strings.Contains(filepath.ToSlash(path), "/scripts/") {
		mode = 0o755
	}
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, data, mode))
	must(t, os.Chmod(path, mode)) // one that was there keeps its mode
}

var word = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

func words(line string) (verb string, args []string, err error) {
	args = word.FindAllString(line, -1)
	for i, w := range args {
		if strings.HasPrefix(w, `"`) {
			if args[i], err = strconv.Unquote(w); err != nil {
				return "", nil, fmt.Errorf("%s: %w", w, err)
			}
		}
	}
	if len(args) == 0 {
		return "", nil, nil
	}
	return args[0], args[1:], nil
}

type maker struct {
	t   testing.TB
	dir string
}

func (m maker) make(verb string, args []string) error {
	m.t.Helper()
	name := args[0]
	if verb == "mode" {
		name = args[1]
	}
	path := filepath.Join(m.dir, filepath.FromSlash(name))
	must(m.t, os.MkdirAll(filepath.Dir(path), 0o755))
	switch verb {
	case "bytes":
		WriteFile(m.t, path, []byte(args[1]))
	case "repeat":
		WriteFile(m.t, path, repeated(args[1:]))
	case "edit":
		return edit(path, func(data []byte) []byte { return bytes.Replace(data, []byte(args[1]), []byte(args[2]), 1) })
	case "crlf":
		return edit(path, func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")) })
	case "utf16":
		return edit(path, asUTF16)
	case "link":
		return os.Symlink(args[1], path)
	case "fifo":
		return exec.Command("mkfifo", path).Run()
	case "dir":
		return os.MkdirAll(path, 0o755)
	case "remove":
		return os.Remove(path)
	case "mode":
		mode, err := strconv.ParseUint(args[0], 8, 32)
		must(m.t, err)
		return os.Chmod(path, fs.FileMode(mode))
	default:
		return fmt.Errorf("make: unknown verb %q", verb)
	}
	return nil
}

// repeated is text with parts of it written many times.
func repeated(words []string) []byte {
	var b bytes.Buffer
	for group := range slices.Chunk(words, 3) {
		b.WriteString(group[0])
		if len(group) == 3 {
			count, _ := strconv.Atoi(group[1])
			b.WriteString(strings.Repeat(group[2], count))
		}
	}
	return b.Bytes()
}

func edit(path string, change func([]byte) []byte) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed := change(data)
	if bytes.Equal(changed, data) {
		return fmt.Errorf("make: %s is as it was", path)
	}
	return os.WriteFile(path, changed, 0o644)
}

func asUTF16(data []byte) []byte {
	wide := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(string(data))) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	return wide
}
