package engine

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// hostilePaths are what a plan may name that is no script's name.
var hostilePaths = []string{
	"/bin/sh", "sh -c reboot", "../../bin/sh", "./storyteller/narrate", "storyteller/../storyteller/narrate", "STORYTELLER/NARRATE",
	"storyteller/narrate ", "storyteller/narrate\x00", "storyteller\\narrate", "storyteller%2fnarrate", "storyteller", "storyteller/", "storyteller/steal",
	"stolen/narrate", "memory/narrate", "file:///bin/sh", "http://192.0.2.1/x", "C:\\Windows\\System32\\cmd.exe", "$(reboot)", "`reboot`", "skills/storyteller/../../x",
	"", ".", "..", "~", "*", strings.Repeat("a", 1<<16), "ｓtoryteller/narrate", "storyteller/narrate;sh", "character-portraits/../sh", "\u202estoryteller/narrate",
}

// mutated is a plan with something wrong in it; what has a plan's form all the same may be a
// good one.
func mutated(draw *rand.Rand, good []byte) []byte {
	text := string(good)
	path := func() string { return hostilePaths[draw.IntN(len(hostilePaths))] }
	replaceOnce := func(old, with string) string { return strings.Replace(text, old, with, 1) }
	switch draw.IntN(16) {
	case 0:
		return []byte(text[:draw.IntN(len(text))])
	case 1:
		return []byte("```json\n" + text + "\n```")
	case 2:
		return []byte("// the plan\n" + text)
	case 3:
		return []byte(text + text)
	case 4:
		return bytes.Repeat([]byte(" "), 1+draw.IntN(5<<20>>draw.IntN(12)))
	case 5:
		return []byte(replaceOnce(`"tools":[`, `"tools":[{"toolId":"x","toolPath":`+quoted(path())+`,"input":{},"dependencies":[],"async":false,"required":true},`))
	case 6, 7:
		return []byte(replaceOnce("storyteller/narrate", strings.Trim(quoted(path()), `"`)))
	case 8:
		return []byte(replaceOnce("{", `{"toolPath":"/bin/sh","exec":"/bin/sh","TOOLS":[{"toolPath":"/bin/sh"}],`))
	case 9:
		return []byte(replaceOnce(`"toolPath":`, `"toolPath":`+quoted(path())+`,"toolPath":`))
	case 10:
		return []byte(replaceOnce(`"input":{`, `"input":{"command":"/bin/sh","deep":`+strings.Repeat("[", draw.IntN(20_000))))
	case 11:
		with := []string{"null", "0", "-1", "1e999", "[]", "{}", `"x"`, "true", "9007199254740993"}[draw.IntN(9)]
		key := []string{`"tools":`, `"parallel":`, `"disabledSkills":`, `"requestId":`, `"attempt":`, `"dependencies":`, `"async":`, `"retryPolicy":`}[draw.IntN(8)]
		at := strings.Index(text, key)
		if at < 0 {
			return []byte(with)
		}
		return []byte(text[:at+len(key)] + with + "," + text[at:])
	case 12:
		return []byte("\ufeff" + text)
	case 13:
		return []byte(strings.ReplaceAll(text, "toolPath", []string{"ToolPath", "toolpath", "tool\\u0050ath", "to\u200bolPath", "path"}[draw.IntN(5)]))
	case 14:
		return []byte(`{"narrative":"` + strings.Repeat("x", draw.IntN(5<<20>>draw.IntN(12))) + `","tools":[{"toolPath":` + quoted(path()) + `}]}`)
	}
	data := bytes.Clone(good)
	for range 1 + draw.IntN(8) {
		data[draw.IntN(len(data))] ^= byte(1 << draw.IntN(8))
	}
	return data
}

func quoted(text string) string { return asText(text) }

// TestHostilePlans: whatever planners give, nothing runs but the scripts that are
// registered, each as it was registered, and every turn is told.
func TestHostilePlans(t *testing.T) {
	const games = 20
	var mutex sync.Mutex
	given, taken, ran := 0, 0, map[string]int{}
	for n := range games {
		t.Run(fmt.Sprint("game ", n+1), func(t *testing.T) {
			t.Parallel()
			draw, mine, slowest := rand.New(rand.NewPCG(uint64(n), 4)), 0, time.Duration(0)
			b := at(t, sample(t, "grey-harbour")).with(all(func(*act) error { return nil }))
			registry := b.opts.Registry()
			crew := b.opts.Executor.Runner
			b.opts.Executor.Runner = executor.RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
				registered, is := registry.Script(inv.Script.Ref)
				if !is || registered != inv.Script {
					t.Errorf("%q runs, and %v is registered", inv.Script.Ref, registered)
				}
				mutex.Lock()
				ran[inv.Script.Ref.String()]++
				mutex.Unlock()
				return crew.Run(ctx, inv)
			})
			b.opts.Planner = plannerFunc(func(ctx context.Context, request plan.Request) ([]byte, error) {
				good, err := narrator.Rules{}.Plan(ctx, request)
				if err != nil {
					return nil, err
				}
				mine++
				bad := mutated(draw, good)
				began := time.Now()
				checked, problems := plan.Check("plan.json", bad, request.Catalogue, plan.Options{})
				slowest = max(slowest, time.Since(began))
				if (checked == nil) == (problems.Err() == nil) {
					t.Errorf("%.100q is neither taken nor refused with a reason", bad)
				}
				if checked != nil {
					for _, step := range checked.Steps() {
						if _, is := request.Catalogue.Script(step.Script); !is {
							t.Errorf("%.100q may run %q", bad, step.Script)
						}
					}
					mutex.Lock()
					taken++
					mutex.Unlock()
				}
				return bad, nil
			})
			b.opts.Seed, b.opts.NoEndings = fmt.Sprint(n), true
			g, pick := b.open(), ""
			for mine < soak.Count(10_000)/games {
				r := must(t, g, pick)
				checkShown(t, "hostile plans", r)
				pick = r.Choices[draw.IntN(len(r.Choices))].ID
			}
			replayed(t, g)
			mutex.Lock()
			given += mine
			mutex.Unlock()
			most := 2 * time.Second
			if soak.Whole() { // on a quiet machine
				most = 50 * time.Millisecond
			}
			if slowest > most {
				t.Errorf("a plan was judged in %v", slowest)
			}
			t.Logf("the slowest was judged within %v", slowest)
		})
	}
	t.Cleanup(func() {
		t.Logf("%d plans, %d of them taken; ran %v", given, taken, ran)
		if taken*2 > given || taken == 0 || len(ran) == 0 {
			t.Errorf("%d of %d plans were taken, %d scripts ran: the test shows nothing", taken, given, len(ran))
		}
	})
}
