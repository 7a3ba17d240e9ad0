package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const printed = `goos: linux
pkg: example.org/story
BenchmarkTurn-2          	       1	        31.2 turn-p50-ms	        60.00 turn-p50-ms-target	         3.500 x-bare	         0 late	         0 late-target
BenchmarkPrompt/grey-harbour-2 	 9	 450.0 ms	 300.0 ms-target	 12 B/op
BenchmarkPlain-2 	 100	 450.0 ns/op
BenchmarkOneTarget-2 	 100	 300.0 ms-target
--- BENCH: BenchmarkTurn-2
    turn_bench_test.go:1: 3 words here
PASS
`

const tabled = `
benchmark            metric       target  measured  measured/target
Turn                 turn-p50-ms  60      31.2      0.52
Turn                 late         0       0         -
Prompt/grey-harbour  ms           300     450       1.50
`

func TestFollow(t *testing.T) {
	var out bytes.Buffer
	rows, err := follow(strings.NewReader(printed), &out)
	if err != nil || out.String() != printed {
		t.Errorf("%v, handed on:\n%s", err, out.String())
	}
	out.Reset()
	writeTable(&out, rows)
	if diff := cmp.Diff(tabled, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingWithATarget(t *testing.T) {
	var out bytes.Buffer
	for _, line := range []string{"BenchmarkPlain-2 	 100	 450.0 ns/op\n", "BenchmarkTurn 1 x ms 3 ms-target\n", "Benchmark", ""} {
		writeTable(&out, readLine(line))
	}
	if out.Len() > 0 {
		t.Error(out.String())
	}
}

type broken struct{}

func (broken) Read(p []byte) (int, error) {
	return copy(p, "BenchmarkA 1 2 ms 4 ms-target\n"), errBroken
}

var errBroken = errors.New("broken pipe")

func TestOutputThatBreaksOff(t *testing.T) {
	var out bytes.Buffer
	rows, err := follow(broken{}, &out)
	if !errors.Is(err, errBroken) || len(rows) != 1 {
		t.Errorf("%v, %v", rows, err)
	}
}

func TestFailureOfABenchmarkIsOne(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"./no-such-package"}, &out); err == nil {
		t.Error("no error")
	}
}

// TestOnce: a benchmark that fails is an error, with what it said; so is none at all.
func TestOnce(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"go.mod":         "module example.org/bench\n\ngo 1.26\n",
		"good/x_test.go": "package x\nimport \"testing\"\nfunc BenchmarkGood(b *testing.B) { for b.Loop() {} }\n",
		"bad/x_test.go":  "package x\nimport \"testing\"\nfunc BenchmarkBad(b *testing.B) { b.Fatal(\"the reader's limit\") }\n",
		"none/x_test.go": "package x\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ packages, said, failed string }{
		{"./good", "1 benchmarks ran once\n", ""},
		{"./bad", "the reader's limit", "exit status"},
		{"./none", "", "no benchmark ran"},
	} {
		var out bytes.Buffer
		err := run([]string{"-once", c.packages}, &out)
		failed := ""
		if err != nil {
			failed = err.Error()
		}
		if !strings.Contains(out.String(), c.said) || (c.failed == "") != (failed == "") || !strings.Contains(failed, c.failed) {
			t.Errorf("%s: %q, %s", c.packages, failed, out.String())
		}
	}
}
