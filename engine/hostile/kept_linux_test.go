package hostile

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills/process"
	"github.com/narratoria/narratoria/skills/snapshot"
	"github.com/narratoria/narratoria/story"
)

// hoard keeps three tenths of what a skill may, so that a fourth time is too much, under names that nobody had before.
func hoard(s *script) int {
	first := fmt.Sprintf("%x", time.Now().UnixNano())
	var keys strings.Builder
	keys.WriteString("{")
	for i := range 5_300 {
		if i > 0 {
			keys.WriteString(",")
		}
		fmt.Fprintf(&keys, `"%s-%d":"%s"`, first, i, strings.Repeat("k", 30))
	}
	keys.WriteString("}")
	s.patch(keys.String())
	return s.done()
}

// Skills that keep more at each turn, twice in it, keep what each may and no more: the save
// stops growing by it, and its state goes on without what was too much.
func TestHoardersInAStory(t *testing.T) {
	program, err := os.Executable()
	check(t, err)
	s := &stage{campaign: loaded(t), temp: t.TempDir(), copies: t.TempDir(), assets: t.TempDir(), token: newToken()}
	t.Cleanup(func() { writable(s.copies) })
	dir := skillDir{t.TempDir()}
	var steps []plan.ScriptRef
	for _, name := range []string{"hoarder", "magpie"} {
		dir.add(name, fmt.Sprintf("exec '%s' misdeed hoard %s", program, s.token), 5*time.Second, nil)
		steps = append(steps, refOf(name), refOf(name))
	}
	runner := process.New(process.Options{Assets: s.assets, TempRoot: s.temp, Copies: snapshot.NewStore(s.copies, nil)})
	t.Cleanup(func() { _ = runner.Close() })

	b := sit(t, s.campaign, dir.discover(t, nil), runner, protocol.Limits{})
	turns, without := 8+soak.Count(400), 0
	if soak.Raced {
		turns = 5 // each takes twenty times as long
	}
	for range turns {
		record, took, err := b.turn(steps...)
		check(t, err)
		if took > telling+4*(5*time.Second+overrun) || strings.TrimSpace(record.Prose) == "" {
			t.Fatalf("turn %d took %v, and tells %q", record.Turn, took, record.Prose)
		}
		for _, ref := range steps {
			if end, ran := b.run.of(ref); !ran || end.Err != nil || len(end.Patches) != 1 {
				t.Fatalf("turn %d: %s: ran %v, %v", record.Turn, ref, ran, end.Err)
			}
		}
		if all := strings.Join(record.Degraded, "\n"); strings.Contains(all, `"hoarder"`) && strings.Contains(all, `"magpie"`) {
			without++
		}
	}
	kept := b.kept("hoarder", "magpie")
	size := b.close()
	t.Logf("%d turns, %d of which went without: %d bytes kept; %d kB of save", turns, without, kept, size/1000)
	for i, n := range kept {
		if n > protocol.MostKept || n < protocol.MostKept/2 {
			t.Errorf("skill %d keeps %d bytes, of %d", i, n, protocol.MostKept)
		}
	}
	if without < turns-2 { // they are full in the second turn
		t.Errorf("only %d of %d turns say that something was left out", without, turns)
	}
	if size > mostSaved+turns*perTurn {
		t.Errorf("the save has %d bytes", size)
	}
}

// perTurn is what a turn may add to a save whose skills do no more than is left out.
const perTurn = 64 << 10

// kept are the bytes that skills keep in the story.
func (b *table) kept(skills ...string) (kept []int) {
	save, err := persistence.New(sqlite.New(b.saves), nil).Open(b.t.Context(), "test", persistence.Reading)
	check(b.t, err)
	defer save.Close()
	told, err := story.Open(b.t.Context(), save)
	check(b.t, err)
	for _, skill := range skills {
		kept = append(kept, told.State().Kept(skill))
	}
	return kept
}
