package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/tools/mutation"
)

// A runner runs the tests of a tree with mistakes laid over it. No file of the tree is
// touched.
type runner struct {
	root    string
	scratch string // a directory of its own
	limit   time.Duration
	stderr  io.Writer
	quick   map[judge]string // of one that was found sound, the pattern of its quick tests
}

// A judge is the tests that are to notice a mutation: those of a package, or of them only
// those of a pattern.
type judge struct {
	tests string // a package
	only  string // "" for all its tests
}

func (j judge) String() string { return strings.TrimSuffix(j.tests+" "+j.only, " ") }

// judges are those of a mutation. A criterion is judged by the tests that show it.
func judges(m mutation.Mutation) ([]judge, error) {
	var all []judge
	for _, tests := range m.Tests {
		all = append(all, judge{tests: tests})
	}
	for _, id := range m.Criteria {
		i := slices.IndexFunc(criteria.Table, func(row criteria.Row) bool { return row.ID == id })
		if i < 0 || len(criteria.Table[i].Tests) == 0 {
			return nil, fmt.Errorf("no test shows a criterion %q", id)
		}
		for _, test := range criteria.Table[i].Tests {
			all = append(all, judge{"./" + test.Package, "^" + test.Name + "$"})
		}
	}
	return all, nil
}

// verdict is what the tests said of a mutant.
type verdict struct {
	killer string // the first test that failed; "" where the mutant lives
	took   time.Duration
}

// errBroken is that the tests could not be run at all, or fail without any mistake.
var errBroken = errors.New("the tests cannot judge")

// sound reports an error where the tests of some packages fail as the tree stands: then
// they would kill whatever is put there.
func (r *runner) sound(j judge) error {
	heard, err := r.test("", j, "-skip", recordings)
	if err == nil && heard.killer != "" {
		err = fmt.Errorf("%w: without a mutant, %s fails", errBroken, heard.killer)
	}
	if r.quick == nil {
		r.quick = map[judge]string{}
	}
	r.quick[j] = quickest(heard.took)
	return err
}

// judge runs the tests that must kill a mutant. One that does not compile is an error of
// the list.
func (r *runner) judge(m mutation.Mutation) (verdict, error) {
	changed, err := m.Applied(r.root)
	if err != nil {
		return verdict{}, err
	}
	all, err := judges(m)
	if err != nil {
		return verdict{}, err
	}
	overlay, err := r.overlay(m, changed)
	if err != nil {
		return verdict{}, err
	}
	var said bytes.Buffer
	build := r.command(overlay, "build", "-o", os.DevNull, "./"+filepath.ToSlash(filepath.Dir(m.File)))
	build.Stdout, build.Stderr = &said, &said
	if err := build.Run(); err != nil {
		return verdict{}, fmt.Errorf("it does not compile: %w\n%s", err, said.String())
	}
	began := time.Now()
	for _, j := range all {
		killer, err := r.killer(overlay, j)
		if killer != "" || err != nil {
			return verdict{killer, time.Since(began)}, err
		}
	}
	return verdict{took: time.Since(began)}, nil
}

// killer is the first test of a package that fails. Nine of ten tests take a tenth of the
// time, and most mistakes are noticed by one of them: they are run before the others.
func (r *runner) killer(overlay string, j judge) (string, error) {
	first := r.quick[j]
	if first == "" {
		heard, err := r.test(overlay, j, "-skip", recordings)
		return heard.killer, err
	}
	heard, err := r.test(overlay, judge{j.tests, first}, "-skip", recordings)
	if err != nil || heard.killer != "" {
		return heard.killer, err
	}
	heard, err = r.test(overlay, j, "-skip", recordings+"|"+first)
	return heard.killer, err
}

// overlay writes the file that tells the go command to read the mutant's file in place
// of the one in the tree.
func (r *runner) overlay(m mutation.Mutation, changed []byte) (string, error) {
	root, err := filepath.Abs(r.root)
	if err != nil {
		return "", err
	}
	file := filepath.Join(r.scratch, fmt.Sprintf("mutant-%d.go", m.Number))
	replace := map[string]map[string]string{"Replace": {filepath.Join(root, filepath.FromSlash(m.File)): file}}
	list, err := json.Marshal(replace)
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(r.scratch, fmt.Sprintf("mutant-%d.json", m.Number))
	return overlay, errors.Join(os.WriteFile(file, changed, 0o600), os.WriteFile(overlay, list, 0o600))
}

// command is one of the go command's, over the tree with an overlay where there is one. What
// is built by a test is built with it as well: some tests run the programs.
func (r *runner) command(overlay string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = r.root
	if overlay != "" {
		cmd.Env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay))
	}
	return cmd
}

// recordings are tests that hold the program against what it once wrote. They fail for
// whatever changes anything, and are recorded anew when something is meant to change: that
// they notice a mistake says nothing of whether anybody knows it for one.
const recordings = "^(TestOldLogsReplay|TestRecordedGamesAreShown)$"

// test runs tests of a package until the first that fails. Tests that run into the limit
// fail: a mutant that hangs is found as surely as any.
func (r *runner) test(overlay string, j judge, which ...string) (report, error) {
	args := []string{"test", "-json", "-count=1", "-failfast", "-vet=off", "-timeout", r.limit.String()}
	if j.only != "" {
		args = append(args, "-run", j.only)
	}
	cmd := r.command(overlay, append(append(args, which...), j.tests)...)
	cmd.Stderr = r.stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return report{}, err
	}
	if err := cmd.Start(); err != nil {
		return report{}, err
	}
	heard, readErr := hear(out)
	runErr := cmd.Wait()
	switch {
	case readErr != nil:
		return heard, readErr
	case len(heard.took) == 0:
		return heard, fmt.Errorf("%w: no test of %v ran: %v", errBroken, j, runErr)
	case heard.killer == "" && runErr != nil:
		return heard, fmt.Errorf("%w: %v: %w", errBroken, j, runErr)
	}
	return heard, nil
}

// afterAll is named where all tests passed and the package failed: what some look for when
// everything is over, such as goroutines that are left, is as good as a test.
const afterAll = "what is looked for after all tests"

// A report is what `go test -json` says of some tests.
type report struct {
	killer string             // the first that failed
	took   map[string]float64 // seconds that each test of the package ran, with what it runs beside itself
}

func hear(r io.Reader) (report, error) {
	heard := report{took: map[string]float64{}}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		var e struct { // see `go doc test2json`
			Action, Test string
			Elapsed      float64
		}
		switch {
		case json.Unmarshal(line, &e) != nil:
		case e.Test == "":
			if e.Action == "fail" && heard.killer == "" && len(heard.took) > 0 {
				heard.killer = afterAll
			}
		default:
			whole, _, _ := strings.Cut(e.Test, "/")
			heard.took[whole] += e.Elapsed
			if e.Action == "fail" && heard.killer == "" {
				heard.killer = e.Test
			}
		}
		if err == io.EOF {
			return heard, nil
		}
		if err != nil {
			return heard, err
		}
	}
}

// worthParting is how many seconds the tests of a package must take for it to be worth
// starting them twice.
const worthParting = 10

// quickest is a pattern of the tests that together take a tenth of the time of all, "" where
// they had better be run at once.
func quickest(took map[string]float64) string {
	names, all := slices.Sorted(maps.Keys(took)), 0.0
	for _, seconds := range took {
		all += seconds
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(took[a], took[b]) })
	n, sum := 0, 0.0
	for n < len(names) && sum+took[names[n]] <= all/10 {
		sum += took[names[n]]
		n++
	}
	if all < worthParting || n == 0 {
		return ""
	}
	return "^(" + strings.Join(names[:n], "|") + ")$"
}
