package executor_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/process"
)

// BenchmarkNinja carries out one graph of 200 real processes, the bundled echo,
// with as many at once as there are cores, in three ways: by the executor and the
// process transport, by ninja, and with nothing but fork and exec. The ways take
// turns, so that a busy machine burdens all alike, and the medians are compared.
//
// The executor does more than its peers: a directory, a PID namespace and a read
// and merged event stream for each process. Ninja starts its commands through a
// shell, which replaces itself with the program.
func BenchmarkNinja(b *testing.B) {
	ninja := soak.Need(b, "ninja")
	g := drawProcessGraph()
	program := buildEcho(b)
	ways := []struct {
		name string
		run  func() error
		took []time.Duration
	}{
		{name: "executor", run: byExecutor(b, g, program)},
		{name: "ninja", run: byNinja(b, g, program, ninja)},
		{name: "bare", run: byForkExec(b, g, program)},
	}
	for b.Loop() {
		for i := range ways {
			began := time.Now()
			if err := ways[i].run(); err != nil {
				b.Fatalf("%s: %v", ways[i].name, err)
			}
			ways[i].took = append(ways[i].took, time.Since(began))
		}
	}
	for _, way := range ways {
		b.ReportMetric(float64(median(way.took).Microseconds())/1000, way.name+"-ms")
	}
	ours := float64(median(ways[0].took))
	b.ReportMetric(ours/float64(median(ways[1].took)), "x/ninja")
	b.ReportMetric(ours/float64(median(ways[2].took)), "x/bare")
}

func median(of []time.Duration) time.Duration {
	slices.Sort(of)
	return of[len(of)/2]
}

// processGraph lists, for each process, those it waits for: 20 layers of 10.
type processGraph [][]int

func drawProcessGraph() processGraph {
	r := rng.FromString("process graph").Stream()
	g := make(processGraph, 200)
	for i := 10; i < len(g); i++ {
		layer := i / 10 * 10
		for _, j := range r.Perm(10)[:1+r.IntN(3)] {
			g[i] = append(g[i], layer-10+j)
		}
	}
	return g
}

func jobs() int { return runtime.GOMAXPROCS(0) }

func buildEcho(b *testing.B) string {
	program := filepath.Join(b.TempDir(), "narratoria-skills")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, "github.com/narratoria/narratoria/cmd/narratoria-skills")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return program
}

func byExecutor(b *testing.B, g processGraph, program string) func() error {
	tools := make([]tool, len(g))
	for i, needs := range g {
		tools[i] = tool{id: fmt.Sprint("p", i), async: true}
		for _, n := range needs {
			tools[i].needs = append(tools[i].needs, fmt.Sprint("p", n))
		}
	}
	transport := process.New(process.Options{BuiltinProgram: program, DataRoot: skills.DataRoot{Base: b.TempDir()}})
	b.Cleanup(func() { _ = transport.Close() })
	b.Logf("contained by %s", transport.Containment())
	echo := &skills.Script{
		Ref: plan.ScriptRef{Skill: "echo", Script: "echo"}, Builtin: "echo",
		Skill: &skills.Skill{Name: "echo", Bundled: true},
	}
	p := build(b, true, tools...)
	return func() error {
		result := executor.Run(context.Background(), p, nil, executor.Options{
			Runner: transport, Concurrency: jobs(),
			Lookup: func(plan.ScriptRef) (*skills.Script, bool) { return echo, true },
		})
		for _, tool := range result.Tools {
			if tool.Error != nil {
				return tool.Error
			}
		}
		return nil
	}
}

// request is what the peers write to the program.
func request(b *testing.B) []byte {
	var line bytes.Buffer
	err := protocol.NewWriter(&line).WriteRequest(&protocol.Request{RequestID: "r", Tool: "echo/echo", Operation: "echo", Input: object{"of": "p"}})
	if err != nil {
		b.Fatal(err)
	}
	return line.Bytes()
}

func byNinja(b *testing.B, g processGraph, program, ninja string) func() error {
	dir := b.TempDir()
	var file strings.Builder
	fmt.Fprintf(&file, "rule echo\n  command = exec %s echo echo < request\n", program)
	for i, needs := range g {
		fmt.Fprintf(&file, "build p%d: echo |", i)
		for _, n := range needs {
			fmt.Fprintf(&file, " p%d", n)
		}
		file.WriteString("\n")
	}
	for name, text := range map[string][]byte{"build.ninja": []byte(file.String()), "request": request(b)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return func() error { // no process makes the file it is named after, so all run each time
		out, err := exec.Command(ninja, "-C", dir, "-j", fmt.Sprint(jobs())).CombinedOutput()
		if done := bytes.Count(out, []byte(`"type":"done"`)); err != nil || done != len(g) {
			return fmt.Errorf("%d processes, %v: %s", done, err, out)
		}
		return nil
	}
}

// byForkExec starts each process when those it waits for have ended.
func byForkExec(b *testing.B, g processGraph, program string) func() error {
	line := request(b)
	return func() error {
		room := make(chan struct{}, jobs())
		failed := make(chan error, len(g))
		ended := make([]chan struct{}, len(g))
		for i, needs := range g {
			ended[i] = make(chan struct{})
			go func() { // ends with its process
				defer close(ended[i])
				for _, n := range needs {
					<-ended[n]
				}
				room <- struct{}{}
				defer func() { <-room }()
				command := exec.Command(program, "echo", "echo")
				command.Stdin = bytes.NewReader(line)
				if out, err := command.Output(); err != nil {
					failed <- fmt.Errorf("%w: %s", err, out)
				}
			}()
		}
		for i := range ended {
			<-ended[i]
		}
		close(failed)
		return <-failed
	}
}
