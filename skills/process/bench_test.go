//go:build unix

package process

import (
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/process/launcher"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// echo builds the program that is started.
func echo(b *testing.B) string { return built(b, "./testdata/echo") }

func built(b *testing.B, source string) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), filepath.Base(source))
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
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
			tr := New(Options{containment: contained, DataRoot: skills.DataRoot{Base: b.TempDir()}, TempRoot: b.TempDir(), Assets: b.TempDir()})
			defer tr.Close()
			inv := echoInvocation(program)
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

// BenchmarkFromACopy is an attempt at a skill from outside, beside one at the same
// skill of --dev, which runs where it lies. x-in-place is the quotient of their
// medians.
func BenchmarkFromACopy(b *testing.B) {
	program := echo(b)
	copied, inPlace := echoInvocation(program), echoInvocation(program)
	copied.Script.File, copied.Script.Skill.Digest = filepath.Base(program), digestNow(filepath.Dir(program))
	inPlace.Script.Skill.Dev = true
	tr := New(Options{DataRoot: skills.DataRoot{Base: b.TempDir()}, TempRoot: b.TempDir(), Copies: snapshot.NewStore(storage(b), nil)})
	defer tr.Close()
	attempt := func(inv skills.Invocation) time.Duration {
		return timed(func() {
			if outcome := tr.Run(b.Context(), inv); outcome.Err != nil {
				b.Fatal(outcome.Err)
			}
		})
	}
	first := attempt(copied)
	var copies, places []time.Duration
	for b.Loop() {
		copies, places = append(copies, attempt(copied)), append(places, attempt(inPlace))
	}
	b.ReportMetric(float64(median(copies))/float64(median(places)), "x-in-place")
	b.ReportMetric(float64(first.Microseconds()), "µs-first")
}

// BenchmarkLauncher is an attempt at a script behind the launcher, beside one without.
// x-direct is the quotient of their medians.
func BenchmarkLauncher(b *testing.B) {
	inv := echoInvocation(echo(b))
	direct := New(Options{DataRoot: skills.DataRoot{Base: b.TempDir()}, TempRoot: b.TempDir()})
	defer direct.Close()
	launched := New(Options{DataRoot: skills.DataRoot{Base: b.TempDir()}, TempRoot: b.TempDir(), Launcher: []string{built(b, "../../cmd/narratoria-skills"), launcher.Flag}})
	defer launched.Close()
	attempt := func(tr *Transport) time.Duration {
		return timed(func() {
			if outcome := tr.Run(b.Context(), inv); outcome.Err != nil {
				b.Fatal(outcome.Err)
			}
		})
	}
	var behind, without []time.Duration
	for b.Loop() {
		behind, without = append(behind, attempt(launched)), append(without, attempt(direct))
	}
	b.ReportMetric(float64(median(behind))/float64(median(without)), "x-direct")
	b.ReportMetric(float64((median(behind) - median(without)).Microseconds()), "µs-more")
}

// storage is a directory for copies, which TempDir could not remove: nothing in
// them can be written.
func storage(t testing.TB) string {
	t.Helper()
	dir := must1(scratch.Open(t.TempDir(), "copies-"))
	t.Cleanup(func() { must(dir.Close()) })
	must(dir.Root().Mkdir("store", 0o700))
	return filepath.Join(dir.Path(), "store")
}

// digestNow is the digest of a directory, or "" where it cannot be listed.
func digestNow(dir string) string {
	root, err := plainfile.OpenDir(dir)
	must(err)
	defer root.Close()
	tree, err := snapshot.Read(root, nil)
	if err != nil {
		return ""
	}
	return tree.Digest()
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
