package hostile

import (
	"fmt"
	"os"
	"slices"
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
	s := newStage(t)
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
	state := b.told()
	for _, skill := range skills {
		kept = append(kept, state.Kept(skill))
	}
	return kept
}

// told is the story as its save has it.
func (b *table) told() *story.State {
	save, err := persistence.New(sqlite.New(b.saves), nil).Open(b.t.Context(), "test", persistence.Reading)
	check(b.t, err)
	defer save.Close()
	told, err := story.Open(b.t.Context(), save)
	check(b.t, err)
	return told.State()
}

// scribble asks, as often as it may, to have written down what nobody had said before.
func scribble(s *script, what string) int {
	s.request()
	first := fmt.Sprintf("%x", time.Now().UnixNano())
	for i := range 900 {
		of := fmt.Sprint(first, "-", i)
		method, params := storyCall(what, of)
		if what == "memories" && i == 300 { // of 4 KB, which is all that an attempt may ask for
			break
		}
		if !s.call(i, method, params) {
			return 1
		}
	}
	return s.done()
}

func storyCall(what, of string) (method, params string) {
	switch what {
	case "memories":
		return "memory.write", fmt.Sprintf(`{"summary":%q,"topic":%q,"tags":[%q]}`, strings.Repeat(of+" ", 4_000/(len(of)+1)), "topic "+of, of)
	case "topics":
		return "memory.write", fmt.Sprintf(`{"summary":%q,"topic":%q}`, of, "topic "+of)
	case "threads":
		return "story.record", fmt.Sprintf(`{"kind":"thread","thread":%q,"summary":"It is open."}`, of)
	case "facts":
		return "story.record", fmt.Sprintf(`{"kind":"fact","content":%q,"category":%q}`, of, of)
	default:
		return "relation.write", fmt.Sprintf(`{"who":"ines","by":1,"reason":%q}`, of)
	}
}

// scribbles are what they write.
var scribbles = []string{"memories", "topics", "threads", "facts", "relations"}

// Skills that have as much written into the story at each turn as calls allow have their
// share written and no more: turns stay as quick as they were, and the player is told.
func TestScribblersInAStory(t *testing.T) {
	program, err := os.Executable()
	check(t, err)
	s := newStage(t)
	dir := skillDir{t.TempDir()}
	var steps []plan.ScriptRef
	for _, name := range scribbles {
		dir.add(name, fmt.Sprintf("exec '%s' misdeed scribble-%s %s", program, name, s.token), longest, everything)
		steps = append(steps, refOf(name))
	}
	runner := process.New(process.Options{Assets: s.assets, TempRoot: s.temp, Copies: snapshot.NewStore(s.copies, nil)})
	t.Cleanup(func() { _ = runner.Close() })

	b := sit(t, s.campaign, dir.discover(t, nil), runner, protocol.Limits{})
	turns := 11 + soak.Count(80)
	if soak.Raced {
		turns = 5
	}
	before := soak.ResetPeak(t)
	var took []time.Duration
	for range turns {
		record, turn, err := b.turn(steps...)
		check(t, err)
		took = append(took, turn)
		for _, ref := range steps {
			if end, ran := b.run.of(ref); !ran || end.Err != nil {
				t.Fatalf("turn %d: %s: ran %v, %v", record.Turn, ref, ran, end.Err)
			}
			if all := strings.Join(record.Degraded, "\n"); !strings.Contains(all, fmt.Sprintf("%q writes more into the story than it may", ref.Skill)) {
				t.Fatalf("turn %d does not say that %s wrote too much: %s", record.Turn, ref.Skill, all)
			}
		}
	}
	grown := soak.Peak(t) - before
	written := b.written(scribbles...)
	size := b.close()
	early, late := quickest(took[:5]), quickest(took[turns-5:])
	t.Logf("%d turns, which take %v at first and %v at last; %d bytes written; %d MB more resident, %d kB of save",
		turns, early, late, written, grown>>20, size/1000)
	for i, n := range written {
		if most := sharedAtFirst + turns*sharedEach; n > most || n < most*8/10 && !soak.Raced {
			t.Errorf("%s wrote %d bytes, of %d", scribbles[i], n, most)
		}
	}
	if late > 3*early {
		t.Errorf("a turn takes %v, and took %v", late, early)
	}
	if grown > mostGrown && !soak.Raced {
		t.Errorf("%d MB more are resident", grown>>20)
	}
	if most := len(scribbles) * (3*(sharedAtFirst+turns*sharedEach) + turns*perTurn); size > most {
		t.Errorf("the save has %d kB, of %d", size/1000, most/1000)
	}
}

// What the writes of a skill may be in a story.
const (
	sharedAtFirst = 1 << 20
	sharedEach    = 16 << 10 // and with each turn more
)

// quickest is what the turns took of which the machine did least beside them.
func quickest(took []time.Duration) time.Duration { return slices.Min(took) }

// written is what skills wrote into the story.
func (b *table) written(skills ...string) (written []int) {
	state := b.told()
	for _, skill := range skills {
		written = append(written, state.Written(skill).All)
	}
	return written
}
