package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// largestAsset is nearly as large as one may be.
const largestAsset = 16_000_000

// paint gives files that nobody had before.
func paint(s *script, files, size int) int {
	s.request()
	for i := range files {
		name := fmt.Sprintf("%d-%d", time.Now().UnixNano(), i)
		must(os.WriteFile(inOutput(name), append([]byte(name), make([]byte, size)...), 0o600))
		s.asset(name, name)
	}
	return s.done()
}

// Skills that give as many and as large pictures and sounds at each turn as an attempt may have
// their share of the story and no more, the player is told, and nothing of them lies anywhere
// but in the save.
func TestPaintersInAStory(t *testing.T) {
	program, err := os.Executable()
	check(t, err)
	s := newStage(t)
	dir := skillDir{t.TempDir()}
	var steps []plan.ScriptRef
	for _, name := range []string{"paint", "play"} {
		dir.add(name, fmt.Sprintf("exec '%s' misdeed %s %s", program, name, s.token), longest, nil)
		steps = append(steps, refOf(name), refOf(name))
	}
	runner := s.transport()
	t.Cleanup(func() { _ = runner.Close() })
	b := sit(t, s.campaign, dir.discover(t, nil), runner, protocol.Limits{})
	turns := 3 + soak.Count(60)
	if soak.Raced {
		turns = 3
	}
	before, slowest, told := soak.ResetPeak(t), time.Duration(0), 0
	for range turns {
		record, took, err := b.turn(steps...)
		check(t, err)
		slowest = max(slowest, took)
		for _, ref := range steps {
			if end, ran := b.run.of(ref); !ran || end.Err != nil {
				t.Fatalf("turn %d: %s: ran %v, %v", record.Turn, ref, ran, end.Err)
			}
		}
		given := 0
		for _, a := range record.Assets {
			if a.Origin == "skill" {
				given++
			}
		}
		if given == 0 || given > 2*64 || strings.TrimSpace(record.Prose) == "" {
			t.Fatalf("turn %d has %d pictures and sounds, and tells %q", record.Turn, given, record.Prose)
		}
		all := strings.Join(record.Degraded, "\n")
		if !strings.Contains(all, "pictures and sounds") {
			t.Fatalf("turn %d says nothing of what is left out: %s", record.Turn, all)
		}
		if strings.Contains(all, `"play" makes more`) {
			told++
		}
	}
	grown := soak.Peak(t) - before
	state := b.told()
	painted, played := state.Written("paint").Assets, state.Written("play").Assets
	size := b.close()
	t.Logf("%d turns, the slowest %v; %d kB painted, %d kB to be heard, %d turns say that these are too much; %d MB more resident, %d MB of save",
		turns, slowest, painted/1000, played/1000, told, grown>>20, size>>20)
	const begun, each = 128 << 20, 1 << 20
	if most := begun + turns*each; played > most || played < 2*largestAsset || painted > most || told == 0 {
		t.Errorf("given are %d and %d bytes, of %d", painted, played, most)
	}
	if most := painted + played + mostSaved + turns*128*1_000; size > most {
		t.Errorf("the save has %d bytes, of %d", size, most)
	}
	if grown > mostGrown && !soak.Raced {
		t.Errorf("%d MB more are resident", grown>>20)
	}
	for _, dir := range []string{b.files, s.assets} {
		var lie []string
		check(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				lie = append(lie, path)
			}
			return err
		}))
		if len(lie) > 0 {
			t.Errorf("%d files lie about: %.300q", len(lie), lie)
		}
	}
}
