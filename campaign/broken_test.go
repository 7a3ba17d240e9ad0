package campaign_test

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/campaign"
)

var update = flag.Bool("update", false, "write what loading says into testdata")

// Every file of testdata/broken is a campaign with something wrong in it, and
// under "want" exactly what loading says of it and what is left of it. Above the
// files stand lines that make what an archive cannot hold:
//
//	link lore/a.md ../outside.md
//	fifo lore/a.md
//	fill lore/a.md 5000000
//	bytes lore/a.md fffe61
//	nest plot/beats.json 100000
func TestBrokenCampaigns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the cases use links and FIFOs")
	}
	files, err := filepath.Glob("testdata/broken/*.txtar")
	if err != nil || len(files) < 40 {
		t.Fatalf("found %d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			last := &archive.Files[len(archive.Files)-1]
			if last.Name != "want" {
				t.Fatal("the case has no want")
			}
			got := describe(t, layOut(t, archive))
			if *update {
				last.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(last.Data), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// describe is what loading says, a line each, and what is left.
func describe(t testing.TB, dir string) string {
	t.Helper()
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	var b strings.Builder
	for _, p := range problems {
		line := p.String()
		if strings.ContainsAny(line, "\n\r") || p.File == "" || p.Message == "" {
			t.Errorf("the problem %q is not one line about a file", line)
		}
		fmt.Fprintln(&b, line)
	}
	if c == nil {
		return b.String() + "it cannot be played\n"
	}
	left := "it plays"
	for _, count := range c.Report().Counts {
		if count.N > 0 {
			left += fmt.Sprintf(", %s %d", count.What, count.N)
		}
	}
	return b.String() + left + "\n"
}

// layOut writes a case into a directory of its own.
func layOut(t testing.TB, archive *txtar.Archive) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "campaign")
	for _, f := range archive.Files {
		if f.Name != "want" {
			write(t, filepath.Join(dir, f.Name), f.Data)
		}
	}
	for line := range strings.Lines(string(archive.Comment)) {
		if words := strings.Fields(line); len(words) > 1 {
			special(t, dir, words)
		}
	}
	return dir
}

func special(t testing.TB, dir string, words []string) {
	t.Helper()
	target := filepath.Join(dir, words[1])
	number := func() int {
		n, err := strconv.Atoi(words[2])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	switch words[0] {
	case "link":
		parents(t, target)
		if err := os.Symlink(words[2], target); err != nil {
			t.Fatal(err)
		}
	case "fifo":
		parents(t, target)
		fifo(t, target)
	case "fill":
		write(t, target, nil)
		if err := os.Truncate(target, int64(number())); err != nil {
			t.Fatal(err)
		}
	case "bytes":
		data, err := hex.DecodeString(words[2])
		if err != nil {
			t.Fatal(err)
		}
		write(t, target, data)
	case "nest":
		write(t, target, []byte(strings.Repeat("[", number())+strings.Repeat("]", number())))
	}
}

func write(t testing.TB, file string, data []byte) {
	t.Helper()
	parents(t, file)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func parents(t testing.TB, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
}
