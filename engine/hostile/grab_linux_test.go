package hostile

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// atTheTable is how many steps a plan may have, and mostOfTurn the time of each and of all
// together, as it is where nothing else is set.
const (
	atTheTable = 32
	mostOfTurn = 10 * time.Second
)

// grabs are ways to have the host hold as much as a step of 32 may, or more.
var grabs = []string{"everything", "trees", "output", "writes", "ids", "errors", "answers", "assets", "everything-and-hang"}

// grab writes what it names, under names that no other step has, and ends well but for what
// it says.
func grab(s *script, what string) int {
	request, _ := s.in.ReadString('\n')
	what, hangs := strings.CutSuffix(what, "-and-hang")
	code := s.grab(what, fmt.Sprintf("%x", len(request))+fmt.Sprint(os.Getpid()))
	if hangs {
		ignoreSignals()
		return forever()
	}
	s.say(doneLine) // which is ignored behind another
	return code
}

func (s *script) grab(what, own string) int {
	text := strings.Repeat("m", 2_000)
	switch what {
	case "everything":
		for range 700 {
			s.narrate(text)
			s.event("ui_event", "event", "mood", "payload", map[string]any{"text": text})
			s.log(text)
			s.event("error", "errorCode", "boom", "errorMessage", text)
		}
		for i := range 23 {
			s.patch(fmt.Sprintf(`{"%s %d":`, own, i), nested(55, "{}"), "}")
		}
	case "trees": // in every kind of event, each as large as a line may be
		tree := fmt.Sprintf(`{"list":[%s0]}`, strings.Repeat(nested(59, "{}")+",", 150))
		s.put(`{"version":"0","type":"ui_event","event":"narration","payload":` + tree + "}\n")
		s.put(`{"version":"0","type":"ui_event","event":"mood","payload":` + tree + "}\n")
		s.put(`{"version":"0","type":"log","level":"info","message":"","fields":` + tree + "}\n")
		for i := range 6 {
			s.put(`{"version":"0","type":"call","id":"` + fmt.Sprint(i) + `","method":"story.read","params":` + tree + "}\n")
		}
		for range 6 {
			s.say("")
			_, _ = s.in.ReadString('\n')
		}
	case "output":
		s.event("done", "ok", true, "summary", strings.Repeat("s", 250<<10), "output", map[string]any{own: strings.Repeat("x", 250<<10)})
		return s.flush()
	case "writes":
		for i := range 100 {
			s.call(i, "memory.write", fmt.Sprintf(`{"summary":%q,"topic":%q,"tags":[%q]}`, strings.Repeat(own+" ", 400), own+fmt.Sprint(i), own))
		}
		for i := range 30 {
			s.call(100+i, "data.set", fmt.Sprintf(`{"key":"k%d","value":%s}`, i, nested(50, "{}")))
		}
	case "ids":
		id := strings.Repeat("i", 1_000_000)
		for i := range 8 {
			s.put(fmt.Sprintf(`{"version":"0","type":"call","id":"%d%s","method":"data.list"}`+"\n", i, id))
		}
	case "errors":
		s.put(fmt.Sprintf(`{"version":"0","type":"error","errorCode":"boom","errorMessage":"%s","details":{"list":[%s0]}}`+"\n",
			strings.Repeat("e", 500_000), strings.Repeat(nested(59, "{}")+",", 150)))
		s.event("done", "ok", false)
		return s.flush()
	case "answers": // to calls in a state as large as can be, of which none is read
		for i := range 9 {
			s.put(fmt.Sprintf(`{"version":"0","type":"call","id":"%d","method":"data.set","params":{"key":"k","value":"%s"}}`+"\n", 2*i, strings.Repeat("v", 200_000)))
			s.put(fmt.Sprintf(`{"version":"0","type":"call","id":"%d","method":"data.get","params":{"key":"k"}}`+"\n", 2*i+1))
		}
	case "assets":
		for i := range 250 {
			write(inOutput(fmt.Sprint(own, i)), 2_000)
			s.event("asset", "assetId", strings.Repeat("a", 250)+fmt.Sprint(i), "kind", strings.Repeat("k", 250), "mediaType", "application/x-notes", "path", own+fmt.Sprint(i),
				"metadata", map[string]any{"a": text[:900]})
		}
	}
	return s.flush()
}

// grabbing is a story whose turns have 32 steps of one kind, or of all kinds in turn.
func grabbing(t testing.TB, kinds []string, atOnce int, guard func(executor.Runner) executor.Runner) (*table, []plan.ScriptRef) {
	t.Helper()
	program, err := os.Executable()
	check(t, err)
	s := newStage(t)
	dir := skillDir{t.TempDir()}
	for _, kind := range kinds {
		dir.add("grab-"+kind, fmt.Sprintf("exec '%s' misdeed grab-%s %s", program, kind, s.token), mostOfTurn, everything)
	}
	var steps []plan.ScriptRef
	for i := range atTheTable {
		steps = append(steps, refOf("grab-"+kinds[i%len(kinds)]))
	}
	runner := s.transport()
	t.Cleanup(func() { _ = runner.Close() })
	b := sitAs(t, s.campaign, dir.discover(t, nil), guard(runner), "7",
		executor.Options{Concurrency: atOnce, OptionalBudget: mostOfTurn, Limits: protocol.Limits{}})
	b.async = true
	return b, steps
}

// grabbed plays a turn of these steps, and says what it took and by how much the program grew.
func (b *table) grabbed(steps []plan.ScriptRef) (took time.Duration, grown int) {
	b.t.Helper()
	debug.FreeOSMemory()
	resident := soak.ResetPeak(b.t)
	record, took, err := b.turn(steps...)
	grown = soak.Peak(b.t) - resident
	check(b.t, err)
	if strings.TrimSpace(record.Prose) == "" || len(record.Choices) < 3 {
		b.t.Errorf("the player was told %.100q and offered %d choices", record.Prose, len(record.Choices))
	}
	return took, grown
}

// A company is who has a turn together.
type company struct {
	kinds  []string
	atOnce int
}

func (c company) String() string {
	return fmt.Sprintf("%s/%d at once", strings.Join(c.kinds, ","), c.atOnce)
}

// companies are all kinds, one by one and together, as many at once as there are cores or all
// of them; and some of these where the whole count is not run.
func companies() (all []company) {
	if !soak.Whole() {
		return []company{{[]string{"everything"}, 2}, {[]string{"everything"}, atTheTable}, {[]string{"trees"}, atTheTable}, {[]string{"ids"}, atTheTable}}
	}
	for _, atOnce := range []int{2, atTheTable} {
		all = append(all, company{grabs[:len(grabs)-1], atOnce})
		for _, kind := range grabs {
			all = append(all, company{[]string{kind}, atOnce})
		}
	}
	return all
}

func guarded(r executor.Runner) executor.Runner { return r }

// Turns of 32 steps that each have the host hold as much as they may end in time and are no
// larger than a program can bear.
func TestGrabbersInATurn(t *testing.T) {
	for _, c := range companies() {
		t.Run(c.String(), func(t *testing.T) {
			b, steps := grabbing(t, c.kinds, c.atOnce, guarded)
			for range soak.Count(3) {
				took, grown := b.grabbed(steps)
				t.Logf("%v, %d MiB more", took.Round(time.Millisecond), grown>>20)
				late := overrun
				if !soak.Whole() { // a machine that is busy with other tests
					late += telling
				}
				if took > mostOfTurn+late {
					t.Errorf("the turn took %v", took)
				}
				if grown > mostGrown && (!soak.Raced || grown > 2*mostGrown) {
					t.Errorf("%d MiB more are resident", grown>>20)
				}
			}
		})
	}
}

// TestGrabbersInATurnUnguarded is the negative control: where a step has as much of its
// plan's memory as it likes the same measure sees the turn be too large.
func TestGrabbersInATurnUnguarded(t *testing.T) {
	b, steps := grabbing(t, []string{"everything"}, 2, func(r executor.Runner) executor.Runner { return unshared{r} })
	_, grown := b.grabbed(steps)
	t.Logf("%d MiB more", grown>>20)
	if grown < mostGrown*5/4 {
		t.Errorf("only %d MiB more are resident with nothing shared: the test shows nothing", grown>>20)
	}
}
