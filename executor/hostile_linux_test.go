package executor_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/process"
)

const (
	hostileTimeout = 5 * time.Second
	overrun        = 2500 * time.Millisecond
	mostGrown      = 64 << 20  // of the program's memory; the race detector has as much again
	mostAllocated  = 128 << 20 // in all, which stands for work: it is the same on every machine
)

var greedyRef = plan.ScriptRef{Skill: "skill-a", Script: "run"}

// transports are both ways to run a script, with the script for each behaviour.
func transports(t *testing.T) map[string]func(how string) (executor.Runner, *skills.Script) {
	return ways(t, "behave", func(how string, _ io.Reader, out io.Writer) { hostile[how].stream(out) })
}

// ways are both ways to run this program as a script: as a process that is started with a
// word and how it is to behave, which does as main does, and as a goroutine.
func ways(t *testing.T, word string, main func(how string, in io.Reader, out io.Writer), asks ...skills.Permission) map[string]func(how string) (executor.Runner, *skills.Script) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	processes := process.New(process.Options{TempRoot: t.TempDir()})
	t.Cleanup(func() { _ = processes.Close() })
	return map[string]func(how string) (executor.Runner, *skills.Script){
		"process": func(how string) (executor.Runner, *skills.Script) {
			return processes, &skills.Script{
				Ref: greedyRef, Skill: &skills.Skill{Name: "skill-a", Dir: filepath.Dir(program)}, Permissions: asks,
				Path: program, Interpreter: []string{program, word, how},
			}
		},
		"inprocess": func(how string) (executor.Runner, *skills.Script) {
			run := func(_ context.Context, in io.Reader, out, _ io.Writer) int {
				main(how, in, out)
				return 0
			}
			return inprocess.New(map[plan.ScriptRef]inprocess.Func{greedyRef: run}, inprocess.Options{}),
				&skills.Script{Ref: greedyRef, Builtin: "run", Permissions: asks}
		},
	}
}

// cost is what a run of a plan with one such skill came to.
type cost struct {
	took             time.Duration
	grown, allocated int
	code             string
}

func (c cost) String() string {
	return fmt.Sprintf("%v, %d MiB more, %d MiB allocated, %q", c.took.Round(time.Millisecond), c.grown>>20, c.allocated>>20, c.code)
}

// excess says what of it is more than its share.
func (c cost) excess() string {
	switch {
	case c.took > hostileTimeout+overrun:
		return "time"
	case c.grown > mostGrown && (!soak.Raced || c.grown > 2*mostGrown):
		return "memory"
	case c.allocated > mostAllocated:
		return "work"
	}
	return ""
}

func costOf(t *testing.T, opts executor.Options, runner executor.Runner, script *skills.Script) cost {
	t.Helper()
	opts.Runner, opts.ScriptTimeout, opts.PlanTimeout = runner, hostileTimeout, time.Minute
	opts.Lookup = func(plan.ScriptRef) (*skills.Script, bool) { return script, true }
	p := build(t, false, tool{id: "a"})
	debug.FreeOSMemory()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	resident, began := soak.ResetPeak(t), time.Now()
	result := executor.Run(t.Context(), p, object{"torch": object{"lit": true}}, opts)
	c := cost{took: time.Since(began), grown: soak.Peak(t) - resident}
	runtime.ReadMemStats(&after)
	c.allocated = int(after.TotalAlloc - before.TotalAlloc)
	if err := result.Tools[0].Error; err != nil {
		c.code = err.Code
	}
	return c
}

// TestGreedySkills: whatever it writes, a skill costs the host no more than its share.
func TestGreedySkills(t *testing.T) {
	for name, transport := range transports(t) {
		for how, behaviour := range hostile {
			t.Run(name+"/"+how, func(t *testing.T) {
				for range soak.Count(20) {
					runner, script := transport(how)
					c := costOf(t, options(nil), runner, script)
					if c.excess() != "" || c.code != behaviour.want {
						t.Fatalf("%v; want %q", c, behaviour.want)
					}
					t.Log(c)
				}
			})
		}
	}
}

// lifted are limits that stop nothing.
var lifted = protocol.Limits{Line: 1 << 30, Bytes: 1 << 30, Depth: 10_000, LineValues: 1 << 30, Values: 1 << 30, State: 1 << 30}

// unshared runs attempts without a share of their plan's memory.
func unshared(next executor.Runner) executor.Runner {
	return executor.RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		inv.Share = skills.Share{}
		return next.Run(ctx, inv)
	})
}

// TestGreedySkillsUnguarded is the negative control: with the limits lifted the same
// measure sees each cost too much. That patches are folded before they are merged is
// among the mutations.
func TestGreedySkillsUnguarded(t *testing.T) {
	for _, how := range []string{"40 patches 9,000 levels deep", "seven lines of empty objects"} {
		t.Run(how, func(t *testing.T) {
			opts := options(nil)
			opts.Limits = lifted
			runner, script := transports(t)["inprocess"](how)
			c := costOf(t, opts, unshared(runner), script)
			t.Log(c)
			if c.excess() == "" {
				t.Error("costs no more than its share with nothing guarded: the test shows nothing")
			}
		})
	}
}

// TestSkillThatKeepsForEver has a skill write 9,000 keys more at each turn. Session state
// stays within what one skill may keep; the control, which nobody counts, does not.
func TestSkillThatKeepsForEver(t *testing.T) {
	for _, counted := range []bool{true, false} {
		state, accepted := object{}, 0
		for turn := range soak.Count(400) {
			opts := options(nil)
			if counted { // all there is, since this skill alone wrote it
				opts.Keeps = func(_ plan.SkillName, patches []object) int {
					after := state
					for _, patch := range patches {
						after = protocol.Merge(after, patch)
					}
					return len(strictjson.Append(nil, after))
				}
			}
			opts.Lookup = func(plan.ScriptRef) (*skills.Script, bool) {
				return &skills.Script{Ref: greedyRef, Builtin: "run"}, true
			}
			opts.Runner = inprocess.New(map[plan.ScriptRef]inprocess.Func{greedyRef: func(_ context.Context, _ io.Reader, out, _ io.Writer) int {
				greedy{write: func(out *bufio.Writer) { moreKeys(out, turn*9_000, 1, 9_000) }}.stream(out)
				return 0
			}}, inprocess.Options{})
			result := executor.Run(t.Context(), build(t, false, tool{id: "a"}), state, opts)
			if err := result.Tools[0].Error; err == nil {
				accepted++
			} else if err.Code != string(protocol.TooMuchState) {
				t.Fatal(err)
			}
			state = result.State
		}
		size := len(strictjson.Append(nil, state))
		t.Logf("counted %v: %d turns accepted, %d bytes kept", counted, accepted, size)
		if counted != (size <= protocol.MostKept) {
			t.Errorf("counted %v: %d bytes are kept after %d turns", counted, size, accepted)
		}
	}
}
