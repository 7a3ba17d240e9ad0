package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A metric whose name ends in targetOf is the target of the one without it;
// `make bench` prints both in a table.
const targetOf = "-target"

// against reports a measured value beside its target.
func against(b *testing.B, unit string, measured, target float64) {
	b.Helper()
	b.ReportMetric(measured, unit)
	b.ReportMetric(target, unit+targetOf)
}

// A stopwatch holds what was measured, in milliseconds.
type stopwatch []float64

func (s *stopwatch) add(took time.Duration) { *s = append(*s, took.Seconds()*1000) }

// percentile is the value that so many of a hundred do not exceed; 0 of nothing.
func (s stopwatch) percentile(n int) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[max(0, (len(sorted)*n+99)/100-1)]
}

func TestPercentile(t *testing.T) {
	hundred := stopwatch{}
	for i := range 100 {
		hundred = append(hundred, float64(100-i))
	}
	for n, want := range map[int]float64{0: 1, 1: 1, 50: 50, 95: 95, 100: 100} {
		if got := hundred.percentile(n); got != want {
			t.Errorf("%d of a hundred: %v, want %v", n, got, want)
		}
	}
	if got := (stopwatch{3, 1, 2}).percentile(50); got != 2 {
		t.Errorf("the middle of three: %v", got)
	}
	if got := (stopwatch{}).percentile(50); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// installed is the programs as a release has them, and a user who has never run
// them. Nothing here is shared with the process that measures.
type installed struct {
	dir     string
	program string
	scripts string
}

func install(b *testing.B) installed {
	b.Helper()
	soak.Need(b, "go")
	in := installed{dir: b.TempDir()}
	out := filepath.Join(in.dir, "bin") + string(filepath.Separator)
	command := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -funcalign=8", "-o", out, ".", "../narratoria-skills")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := command.CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, text)
	}
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	in.program, in.scripts = out+"narratoria"+suffix, out+"narratoria-skills"+suffix
	return in
}

// home is where a user's files are; each name is another user.
func (in installed) command(home string, args ...string) *exec.Cmd {
	command := exec.Command(in.program, args...)
	command.Env = os.Environ()
	for _, dir := range []string{"data", "config", "state"} {
		command.Env = append(command.Env, "NARRATORIA_"+strings.ToUpper(dir)+"_DIR="+filepath.Join(in.dir, home, dir))
	}
	return command
}

// bare starts the program of the scripts n times, with a request that asks for
// next to nothing, so many at once.
func (in installed) bare(b *testing.B, n, atOnce int) time.Duration {
	b.Helper()
	began := time.Now()
	places := make(chan struct{}, atOnce)
	failed := make(chan error, n)
	var all sync.WaitGroup
	for range n {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			command := exec.Command(in.scripts, "echo", "echo")
			command.Stdin = strings.NewReader("{\"input\":{}}\n")
			if err := command.Run(); err != nil {
				failed <- err
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	if len(failed) > 0 {
		b.Fatal(<-failed)
	}
	return took
}

// played is `play` on a pipe.
type played struct {
	*exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	errs   bytes.Buffer
}

func (in installed) play(b *testing.B, home string, args ...string) *played {
	b.Helper()
	p := &played{Cmd: in.command(home, append([]string{"play"}, args...)...)}
	p.Stderr = &p.errs
	stdin, err1 := p.StdinPipe()
	stdout, err2 := p.StdoutPipe()
	if err := errors.Join(err1, err2, p.Start()); err != nil {
		b.Fatal(err)
	}
	p.stdin, p.stdout = stdin, bufio.NewReaderSize(stdout, 1<<20)
	return p
}

// until reads lines up to the first that begins so.
func (p *played) until(b *testing.B, prefix string) string {
	b.Helper()
	for {
		line, err := p.stdout.ReadString('\n')
		if err != nil {
			_ = p.Wait()
			b.Fatalf("%v before a line that begins with %q\n%s", err, prefix, p.errs.Bytes())
		}
		if strings.HasPrefix(line, prefix) {
			return line
		}
	}
}

// choose writes a choice.
func (p *played) choose(b *testing.B, line string) {
	b.Helper()
	if _, err := io.WriteString(p.stdin, line+"\n"); err != nil {
		b.Fatalf("%v\n%s", err, p.errs.Bytes())
	}
}

// leave ends the story and the program.
func (p *played) leave(b *testing.B) {
	b.Helper()
	err := p.stdin.Close()
	_, drained := io.Copy(io.Discard, p.stdout)
	if err := errors.Join(err, drained, p.Wait()); err != nil {
		b.Fatalf("%v\n%s", err, p.errs.Bytes())
	}
}

// peakMemory is the most memory a process has held so far, in MB, where the system
// says so.
func (p *played) peakMemory() (mb float64, known bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kb, err := strconv.ParseFloat(fields[1], 64)
			return kb / 1000, err == nil
		}
	}
	return 0, false
}

// A measuredTurn is what a turn record says for these measures.
type measuredTurn struct {
	place   string
	choices int
	stages  map[string]time.Duration
	starts  int // processes, retries among them
}

func readTurn(b *testing.B, line string) measuredTurn {
	b.Helper()
	tree, err := strictjson.Parse([]byte(line))
	record, ok := tree.(strictjson.Object)
	if err != nil || !ok {
		b.Fatalf("%v: %s", err, line)
	}
	m := measuredTurn{stages: map[string]time.Duration{}}
	m.place, _ = field(record, "scene")["place"].(string)
	m.choices = len(elements(record["choices"]))
	for _, stage := range elements(record["timings"]) {
		name, _ := stage["stage"].(string)
		m.stages[name] = time.Duration(number(stage["microseconds"])) * time.Microsecond
	}
	for _, result := range []strictjson.Object{field(record, "result"), field(field(record, "settling"), "result"), field(field(record, "closing"), "result")} {
		for _, tool := range elements(result["toolResults"]) {
			m.starts += 1 + int(number(tool["retryCount"]))
		}
	}
	return m
}

func field(o strictjson.Object, name string) strictjson.Object {
	inner, _ := o[name].(strictjson.Object)
	return inner
}

func elements(list any) (objects []strictjson.Object) {
	all, _ := list.([]any)
	for _, v := range all {
		if o, ok := v.(strictjson.Object); ok {
			objects = append(objects, o)
		}
	}
	return objects
}

func number(v any) int64 {
	n, _ := v.(strictjson.Number)
	i, _ := strconv.ParseInt(string(n), 10, 64)
	return i
}

// turnsOfPlay is how long a play is that is measured.
const turnsOfPlay = 60

// stagesOfTurn are the parts of a turn, under the names of the records.
var stagesOfTurn = []string{"resolve", "plan and play", "tell", "settle", "close", "commit"}

// BenchmarkTurn plays Grey Harbour as a person on a pipe would: the programs of a
// release, a save on disk, every bundled skill a process, no model. An operation is
// a play of turnsOfPlay turns. A turn's time is from the choice's writing to the
// record's reading. Between turns it starts as many of the same processes for
// nothing, as many at once as the game does: x-bare is the quotient of the medians.
func BenchmarkTurn(b *testing.B) {
	in := install(b)
	var whole, bare, moved, starts stopwatch
	stages := map[string]*stopwatch{}
	memory, known, few := 0.0, false, 0
	for round := 0; b.Loop(); round++ {
		p := in.play(b, fmt.Sprint("home-", round),
			"--json", "--timings", "--no-endings", "--input", "-", "--seed", fmt.Sprint(round+1), "--save", "measured", "grey-harbour")
		last := readTurn(b, p.until(b, "{"))
		for turn := 1; turn < turnsOfPlay; turn++ {
			began := time.Now()
			p.choose(b, strconv.Itoa(1+(turn*7+turn/3+round)%last.choices))
			line := p.until(b, "{")
			took := time.Since(began)
			now := readTurn(b, line)
			whole.add(took)
			if now.place != last.place {
				moved.add(took)
			}
			for name, took := range now.stages {
				watch(stages, name).add(took)
			}
			starts = append(starts, float64(now.starts))
			if now.choices < 3 || now.choices > 4 {
				few++
			}
			bare.add(in.bare(b, now.starts, runtime.NumCPU()))
			last = now
		}
		if held, ok := p.peakMemory(); ok {
			memory, known = max(memory, held), true
		}
		p.leave(b)
	}
	b.ReportMetric(0, "ns/op") // an operation is a play, and the bare starts too
	against(b, "turn-p50-ms", whole.percentile(50), 60)
	b.ReportMetric(whole.percentile(95), "turn-p95-ms")
	for _, name := range stagesOfTurn {
		unit := strings.ReplaceAll(name, " ", "-")
		b.ReportMetric(watch(stages, name).percentile(50), unit+"-p50-ms")
		b.ReportMetric(watch(stages, name).percentile(95), unit+"-p95-ms")
	}
	against(b, "commit-p50-ms", watch(stages, "commit").percentile(50), 2)
	b.ReportMetric(starts.percentile(50), "processes-p50")
	b.ReportMetric(bare.percentile(50), "bare-p50-ms")
	b.ReportMetric(whole.percentile(50)/bare.percentile(50), "x-bare")
	// Recalling, opinions and choices each take a part of a close.
	against(b, "close-p95-ms", watch(stages, "close").percentile(95), 3000) // SC-013
	against(b, "turns-without-3-or-4-choices", float64(few), 0)
	against(b, "other-place-p95-ms", moved.percentile(95), 3000) // SC-033
	if known {
		against(b, "resident-MB", memory, 120)
	}
}

func watch(of map[string]*stopwatch, name string) *stopwatch {
	if of[name] == nil {
		of[name] = new(stopwatch)
	}
	return of[name]
}

// BenchmarkFirstPrompt is how long a person waits from `play` to the first choices:
// in a new story of either sample, and in one that has gone on for a while. Beside
// it `version`, which is all that starting the program costs.
func BenchmarkFirstPrompt(b *testing.B) {
	in := install(b)
	long := in.play(b, "continued", "--json", "--auto", strconv.Itoa(turnsOfPlay), "--no-endings", "--seed", "1", "--save", "long", "grey-harbour")
	long.leave(b)
	for _, c := range []struct {
		name   string
		target float64
		args   []string
	}{
		{"grey-harbour", 300, []string{"grey-harbour"}},
		{"minimal", 5000, []string{"minimal"}}, // SC-039
		{"continued", 300, []string{"--continue", "--save", "long"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var prompts, starts stopwatch
			for round := 0; b.Loop(); round++ {
				home := cmp.Or(map[bool]string{true: "continued"}[c.name == "continued"], fmt.Sprint(c.name, round))
				began := time.Now()
				p := in.play(b, home, c.args...)
				p.until(b, "1. ")
				prompts.add(time.Since(began))
				p.leave(b)
				began = time.Now()
				if out, err := in.command(home, "version").CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
				starts.add(time.Since(began))
			}
			b.ReportMetric(0, "ns/op")
			against(b, "prompt-p50-ms", prompts.percentile(50), c.target)
			b.ReportMetric(prompts.percentile(95), "prompt-p95-ms")
			b.ReportMetric(starts.percentile(50), "version-p50-ms")
			b.ReportMetric(prompts.percentile(50)/starts.percentile(50), "x-version")
		})
	}
}

// BenchmarkPrograms is how large they are.
func BenchmarkPrograms(b *testing.B) {
	in := install(b)
	for b.Loop() { // nothing takes time here
	}
	b.ReportMetric(0, "ns/op")
	for _, c := range []struct {
		path, unit string
		target     float64
	}{{in.program, "narratoria-MB", 40}, {in.scripts, "narratoria-skills-MB", 8.389}} {
		info, err := os.Stat(c.path)
		if err != nil {
			b.Fatal(err)
		}
		against(b, c.unit, float64(info.Size())/1e6, c.target)
	}
}

// BenchmarkLargeCampaign validates a campaign with 100 MB of lore, as a process of
// its own, and plays its opening. Beside it the reading of the same files.
func BenchmarkLargeCampaign(b *testing.B) {
	in := install(b)
	campaign := filepath.Join(in.dir, "large")
	writeLarge(b, campaign)
	var validated, opened, read stopwatch
	memory, known := 0.0, false
	for round := 0; b.Loop(); round++ {
		home := fmt.Sprint("large-", round)
		began := time.Now()
		if out, err := in.command(home, "campaign", "validate", campaign).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		validated.add(time.Since(began))
		began = time.Now()
		p := in.play(b, home, campaign)
		p.until(b, "1. ")
		opened.add(time.Since(began))
		if held, ok := p.peakMemory(); ok {
			memory, known = max(memory, held), true
		}
		p.leave(b)
		began = time.Now()
		readAll(b, campaign)
		read.add(time.Since(began))
	}
	b.ReportMetric(0, "ns/op")
	against(b, "validate-p50-ms", validated.percentile(50), 2000) // SC-041
	b.ReportMetric(opened.percentile(50), "prompt-p50-ms")        // SC-045
	b.ReportMetric(read.percentile(50), "read-p50-ms")
	b.ReportMetric(validated.percentile(50)/read.percentile(50), "x-read")
	if known {
		b.ReportMetric(memory, "resident-MB")
	}
}

// writeLarge makes a campaign of 400 documents of lore, 250 kB each, beside the
// three files that every campaign needs.
func writeLarge(b *testing.B, dir string) {
	b.Helper()
	words := strings.Fields("the lamp was lit before the tide and nobody on the quay could say who had carried oil up there in such weather")
	for name, text := range map[string]string{
		"manifest.json":    `{"title": "Large", "version": "1.0.0", "author": "a benchmark"}`,
		"world/setting.md": "# The quay\n\nA harbour with a great many books.\n",
		"plot/premise.md":  "# Premise\n\nYou came to read.\n",
	} {
		writeText(b, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	for i := range 400 {
		var text strings.Builder
		fmt.Fprintf(&text, "# Book %d\n\n", i)
		for n := 0; text.Len() < 250_000; n++ {
			text.WriteString(words[(n*7+n/5+i)%len(words)])
			text.WriteString(map[bool]string{true: ".\n\n", false: " "}[n%60 == 59])
		}
		writeText(b, filepath.Join(dir, "lore", fmt.Sprintf("book-%03d.md", i)), text.String())
	}
}

func writeText(b *testing.B, path, text string) {
	b.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		b.Fatal(err)
	}
}

func readAll(b *testing.B, dir string) {
	b.Helper()
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		_, err = os.ReadFile(path)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}
