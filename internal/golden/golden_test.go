package golden

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

const example = `It is laid out.

-- make --
bytes raw "\x00\xff"
repeat deep "<" 3 "[" "|" 2 "]" ">"
edit a/text one two
crlf lines
mode 600 a/text
dir empty
setting "x y"
-- a/text --
one
-- lines --
1
2
-- b/scripts/run.sh --
#!/bin/sh
-- want --
it
`

func TestLayOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the case uses modes")
	}
	c := &Case{Archive: txtar.Parse([]byte(example))}
	dir := t.TempDir()
	var set []string
	c.LayOut(t, dir, map[string]Verb{"setting": func(args []string) error { set = args; return nil }}, "want")
	got := map[string]string{}
	for _, name := range []string{"raw", "deep", "a/text", "lines", "b/scripts/run.sh"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got[name] = info.Mode().String() + " " + string(data)
	}
	if diff := cmp.Diff(map[string]string{
		"raw": "-rw-r--r-- \x00\xff", "deep": "-rw-r--r-- <[[[|]]>", "a/text": "-rw------- two\n", "lines": "-rw-r--r-- 1\r\n2\r\n",
		"b/scripts/run.sh": "-rwxr-xr-x #!/bin/sh\n",
	}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"x y"}, set); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "want")); err == nil {
		t.Error("what the case is to come to was laid out")
	}
	if err := (maker{t, dir}).make("forget", []string{"raw"}); err == nil || !strings.Contains(err.Error(), "forget") {
		t.Errorf("a verb that is none: %v", err)
	}
	if err := (maker{t, dir}).make("edit", []string{"raw", "y", "z"}); err == nil {
		t.Error("an edit that changes nothing passes")
	}
}

// A helper of tests can fail them.
func TestWantFails(t *testing.T) {
	if Updating() {
		t.Skip("nothing is compared")
	}
	c := &Case{Archive: txtar.Parse([]byte(example))}
	for name, check := range map[string]func(testing.TB){
		"another text": func(t testing.TB) { c.Want(t, "want", "that\n") },
		"no such file": func(t testing.TB) { c.Want(t, "verdict", "it\n") },
		"other files":  func(t testing.TB) { c.WantFiles(t, c.Files[1:]) },
		"no prose":     func(t testing.TB) { (&Case{Archive: &txtar.Archive{}}).Explained(t) },
	} {
		probe := &failing{TB: t}
		if check(probe); !probe.failed {
			t.Errorf("%s passes", name)
		}
	}
	c.Want(t, "want", "it\n")
	c.WantFiles(t, c.Files)
	c.Explained(t)
}

type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Error(...any)          { f.failed = true }
func (f *failing) Errorf(string, ...any) { f.failed = true }
