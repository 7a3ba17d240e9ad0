// Command gotest runs `go test` with the arguments it is given and says at the
// end what ran: a line a package, the whole output of every test that failed,
// why tests were skipped, and the counts. With NARRATORIA_NEED_ALL set, as in CI,
// a test that was skipped is a failure.
//
//	go run ./internal/tools/gotest -race ./...
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sort"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	summary := newSummary(out)
	readErr := summary.read(stdout)
	runErr := cmd.Wait()
	summary.close()
	if readErr != nil {
		return readErr
	}
	if runErr != nil {
		return fmt.Errorf("go test: %w", runErr)
	}
	if summary.skipped > 0 && os.Getenv("NARRATORIA_NEED_ALL") != "" {
		return fmt.Errorf("%d tests were skipped, and this run must not skip any", summary.skipped)
	}
	return nil
}

// event is a line of `go test -json`, see `go doc test2json`.
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
	Elapsed    float64
}

type test struct{ pkg, name string }

type summary struct {
	out                     io.Writer
	output                  map[test]*strings.Builder
	passed, failed, skipped int
	reasons                 map[string]int
}

func newSummary(out io.Writer) *summary {
	return &summary{out: out, output: map[test]*strings.Builder{}, reasons: map[string]int{}}
}

func (s *summary) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) == nil {
				s.take(e)
			} else {
				fmt.Fprintf(s.out, "%s", line)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) take(e event) {
	key := test{e.Package, e.Test}
	switch e.Action {
	case "output":
		if s.output[key] == nil {
			s.output[key] = &strings.Builder{}
		}
		s.output[key].WriteString(e.Output)
	case "build-output":
		fmt.Fprint(s.out, e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			s.endPackage(e)
		} else {
			s.endTest(e, key)
		}
		delete(s.output, key)
	}
}

func (s *summary) endTest(e event, key test) {
	switch e.Action {
	case "pass":
		s.passed++
	case "fail":
		s.failed++
		fmt.Fprintf(s.out, "%s", s.text(key))
	case "skip":
		s.skipped++
		s.reasons[reason(s.text(key))]++
	}
}

func (s *summary) endPackage(e event) {
	if e.Action == "fail" {
		fmt.Fprintf(s.out, "%s", s.text(test{e.Package, ""}))
	}
	if e.Action != "skip" { // a package without tests
		fmt.Fprintf(s.out, "%-4s %s %.1fs\n", e.Action, e.Package, e.Elapsed)
	}
}

func (s *summary) text(key test) string {
	if b := s.output[key]; b != nil {
		return b.String()
	}
	return ""
}

// reason is what a test said when it skipped itself: the text after file and line.
func reason(output string) string {
	for line := range strings.Lines(output) {
		if _, after, ok := strings.Cut(line, ".go:"); ok {
			if _, text, ok := strings.Cut(after, ": "); ok {
				return strings.TrimSpace(text)
			}
		}
	}
	return "no reason given"
}

func (s *summary) close() {
	reasons := make([]string, 0, len(s.reasons))
	for text := range s.reasons {
		reasons = append(reasons, text)
	}
	sort.Strings(reasons)
	for _, text := range reasons {
		fmt.Fprintf(s.out, "skipped %d: %s\n", s.reasons[text], text)
	}
	fmt.Fprintf(s.out, "%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
}
