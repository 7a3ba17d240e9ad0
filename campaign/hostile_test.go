package campaign_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/soak"
)

// TestLargeCampaign validates a campaign of 100 MB, most of it pictures and
// sounds, within the two seconds that authors are promised.
func TestLargeCampaign(t *testing.T) {
	dir := t.TempDir()
	golden.WriteFile(t, filepath.Join(dir, "manifest.json"), []byte(`{"title": "Large", "version": "1.0.0"}`))
	for i := range 80 {
		file := filepath.Join(dir, fmt.Sprintf("art/locations/p%d.png", i))
		golden.WriteFile(t, file, append(picture(64, 64), make([]byte, 1<<20)...))
	}
	paragraph := strings.Repeat("The lamp burned low, and nobody in the town would say who had seen it lit. ", 12) + "\n\n"
	for i := range 20 {
		golden.WriteFile(t, filepath.Join(dir, fmt.Sprintf("lore/l%d.md", i)), []byte(strings.Repeat(paragraph, 1<<20/len(paragraph))))
	}
	var beats []string
	for i := range 2000 {
		beats = append(beats, fmt.Sprintf(`{"id": "b%d", "title": "B", "conditions": {"requires_beat": "b%d", "custom": "scene_count > %d"}}`, i, max(0, i-1), i%50))
	}
	golden.WriteFile(t, filepath.Join(dir, "plot/beats.json"), []byte(`{"beats": [`+strings.Join(beats, ",\n")+`]}`))
	began := time.Now()
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	took := time.Since(began)
	if c == nil || len(c.Assets) != 80 || len(c.Lore) != 20 || len(c.Beats) != 2000 {
		t.Fatal(problems)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	criteria.Measured(t, "SC-045", "100 MB of pictures, lore and 2,000 beats read in %v, with %d MB of memory in use", took.Round(time.Millisecond), memory.HeapInuse>>20)
	if took > 20*time.Second || took > 2*time.Second && soak.Whole() {
		t.Errorf("took %v", took)
	}
}

// TestHostileDocuments: each costs little time and memory and is named.
func TestHostileDocuments(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, files := range map[string]map[string]string{
		"keys":       {"world/places.json": `{"places": [], ` + strings.TrimSuffix(many(100_000, `"k%d": 1,`), ",") + `}`},
		"places":     {"world/places.json": `{"places": [` + strings.TrimSuffix(many(20_000, `{"id":"p%d","name":"n","exits":["zz"]},`), ",") + `]}`},
		"references": {"plot/beats.json": `{"beats": [` + strings.TrimSuffix(many(10_000, `{"id":"b%d","title":"t","conditions":{"requires_beat":"q"},"music":"m"},`), ",") + `]}`},
		"chain":      {"plot/beats.json": `{"beats": [` + chain(3000) + `]}`},
		"headings":   {"characters/npcs/a/profile.json": `{"name":"A","role":"r","personality":{}}`, "characters/npcs/a/secrets.md": strings.Repeat("# h\n", 100_000)},
		"fences":     {"world/rules.md": strings.Repeat("```rules\n```\n", 50_000)},
		"yaml bomb":  {"lore/a.md": "---\na: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n---\n"},
		"yaml deep":  {"lore/a.md": "---\na: " + strings.Repeat("[", 20_000) + "\n---\n"},
		"lists":      {"lore/a.md": strings.Repeat("- ", 500_000)},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			golden.WriteFile(t, filepath.Join(dir, "manifest.json"), []byte(`{"title": "T", "version": "1.0.0"}`))
			for file, text := range files {
				golden.WriteFile(t, filepath.Join(dir, file), []byte(text))
			}
			began := time.Now()
			c, problems := campaign.LoadDir(dir, campaign.Options{})
			if c == nil {
				t.Fatal(problems)
			}
			c.Report()
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Logf("%v, %d problems", took, len(problems))
			}
		})
	}
}

// chain is a plot in which each beat requires the next one.
func chain(n int) string {
	beats := make([]string, n)
	for i := range beats {
		beats[i] = fmt.Sprintf(`{"id":"b%d","title":"t","conditions":{"requires_beat":"b%d"}}`, i, i+1)
	}
	beats[n-1] = fmt.Sprintf(`{"id":"b%d","title":"t"}`, n-1)
	return strings.Join(beats, ",")
}

// TestMutatedCampaigns damages the whole campaign in one place each time: it ends
// playable or with a named reason, and never with a panic.
func TestMutatedCampaigns(t *testing.T) {
	whole := golden.Read(t, "testdata/whole.txtar", 1)[0]
	for seed := range soak.Count(2000) {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		damaged := golden.Case{Archive: &txtar.Archive{Files: slices.Clone(whole.Files)}}
		file := &damaged.Files[random.IntN(len(damaged.Files))]
		file.Data = damage(random, file.Data)
		if random.IntN(8) == 0 {
			file.Name = renamed(random, file.Name)
		}
		dir := t.TempDir()
		damaged.LayOut(t, dir, nil)
		c, problems := campaign.LoadDir(dir, campaign.Options{})
		if c == nil && problems.Err() == nil {
			t.Fatalf("seed %d: %s refuses the campaign without a reason", seed, file.Name)
		}
		if c == nil {
			continue
		}
		c.Report()
		c.Standings(progress(3, nil))
		if _, err := c.Player.Persona(nil); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func damage(random *rand.Rand, data []byte) []byte {
	data = append([]byte(nil), data...)
	at := random.IntN(len(data) + 1)
	end := min(len(data), at+random.IntN(40))
	switch random.IntN(6) {
	case 4: // in the midst of a text, what no line has
		between := []string{"\x1b[31m", "\\u001b[31m", "\x00", "\\u0000", "\r", "\\n", "\u0085", "\u2028", "\u202e", "\xff\xfe"}
		return append(data[:at:at], append([]byte(between[random.IntN(len(between))]), data[at:]...)...)
	case 5: // a long one
		long := []string{strings.Repeat("x", 300), strings.Repeat(" word", 1000), strings.Repeat("é", 5000), strings.Repeat("x", 100_000)}
		return append(data[:at:at], append([]byte(long[random.IntN(len(long))]), data[at:]...)...)
	case 0: // delete
		return append(data[:at], data[end:]...)
	case 1: // double
		return append(data[:end:end], data[at:]...)
	case 2: // flip
		if at < len(data) {
			data[at] ^= byte(1 << random.IntN(8))
		}
		return data
	}
	return append(data[:at:at], append([]byte(strings.Repeat("[{\"", random.IntN(3))), data[at:]...)...)
}

// renamed puts what no name has into the last directory of a path, or into the file's name.
func renamed(random *rand.Rand, name string) string {
	parts := strings.Split(name, "/")
	at := max(0, len(parts)-1-random.IntN(2))
	how := []string{"\n", "\x1b[2J", "\xff", "\x7f", " ", "\u202e", ":", strings.Repeat("n", 200)}
	parts[at] = how[random.IntN(len(how))] + parts[at]
	return strings.Join(parts, "/")
}

// TestOpeningExecutesNothing loads a campaign full of programs in an environment
// in which whatever started one would leave a mark.
func TestOpeningExecutesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir := t.TempDir()
	mark := filepath.Join(t.TempDir(), "ran")
	script := []byte("#!/bin/sh\ntouch " + mark + "\n")
	for _, name := range []string{"skills/evil/scripts/run", "hooks/load", ".git/hooks/post-checkout", "world/setting.md", "lore/a.md", "art/a.png", "plot/beats.json", "scripts/x.sh", ".mcp.json"} {
		golden.WriteFile(t, filepath.Join(dir, name), script)
		if err := os.Chmod(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	golden.WriteFile(t, filepath.Join(dir, "manifest.json"), []byte(`{"title": "$(touch `+mark+`)", "version": "1.0.0"}`))
	if c, problems := campaign.LoadDir(dir, campaign.Options{}); c == nil {
		t.Fatal(problems)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("something of the campaign was executed")
	}
}
