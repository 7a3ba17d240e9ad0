//go:build unix

package process

import (
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// echo builds the program that is started.
func echo(b *testing.B) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "echo")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "./testdata/echo").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	waitFor(nil, settled) // until its hash is remembered, as an installed script's is
	return program
}

// BenchmarkTransport is a whole attempt, directories and checks included, beside
// fork and exec of the same program with the same request and nothing else. The
// two take turns, so that a busy machine slows both; x-bare is the quotient of
// their medians.
func BenchmarkTransport(b *testing.B) {
	program := echo(b)
	for _, contained := range benchmarked() {
		b.Run(contained.String(), func(b *testing.B) {
			tr := New(Options{containment: contained, DataRoot: b.TempDir(), TempRoot: b.TempDir(), Assets: b.TempDir()})
			defer tr.Close()
			inv := echoInvocation(program)
			inv.Script.SHA256 = must1(hashFile(program))
			var bares, wholes []time.Duration
			for b.Loop() {
				bares = append(bares, timed(func() { bare(program, &inv.Request) }))
				wholes = append(wholes, timed(func() {
					if outcome := tr.Run(b.Context(), inv); outcome.Err != nil {
						b.Fatal(outcome.Err)
					}
				}))
			}
			b.ReportMetric(float64(median(wholes))/float64(median(bares)), "x-bare")
			b.ReportMetric(float64(median(wholes).Microseconds()), "µs-median")
		})
	}
}

func bare(program string, request *protocol.Request) {
	command := exec.Command(program)
	stdin, _ := command.StdinPipe()
	stdout, _ := command.StdoutPipe()
	must(command.Start())
	must(protocol.NewWriter(stdin).WriteRequest(request))
	_ = stdin.Close()
	_, _ = io.Copy(io.Discard, stdout)
	must(command.Wait())
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func median(of []time.Duration) time.Duration {
	slices.Sort(of)
	return of[len(of)/2]
}

func echoInvocation(program string) skills.Invocation {
	ref := plan.ScriptRef{Skill: "echo", Script: "echo"}
	return skills.Invocation{
		Script:  &skills.Script{Ref: ref, Skill: &skills.Skill{Name: "echo", Dir: filepath.Dir(program)}, Path: program},
		Request: protocol.Request{RequestID: "r", Tool: "echo/echo", Operation: "echo", Input: protocol.Object{"say": "hello"}},
	}
}
