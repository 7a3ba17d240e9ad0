// Command bench runs the benchmarks of the packages it is given and says at the
// end how they stand to their targets. A benchmark states a target as a metric of
// its own, named as the measured one with "-target" behind it.
//
//	go run ./internal/tools/bench ./...
//	go run ./internal/tools/bench -bench Turn ./cmd/narratoria
//	go run ./internal/tools/bench -once ./...
//
// -once runs each benchmark a single time and shows what failed and how many ran: their
// figures say nothing then, but none can stop working unseen.
//
// It measures and does not judge: a target that is missed is no failure, a
// benchmark that fails is.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) > 0 && args[0] == "-once" {
		return runOnce(args[1:], out)
	}
	// One package after another: two that run at once measure each other.
	cmd := exec.Command("go", append([]string{"test", "-p", "1", "-run", "^$", "-bench", ".", "-benchmem"}, args...)...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	rows, readErr := follow(stdout, out)
	runErr := cmd.Wait()
	writeTable(out, rows)
	if readErr != nil {
		return readErr
	}
	if runErr != nil {
		return fmt.Errorf("go test: %w", runErr)
	}
	return nil
}

// runOnce runs each benchmark once.
func runOnce(args []string, out io.Writer) error {
	cmd := exec.Command("go", append([]string{"test", "-run", "^$", "-bench", ".", "-benchtime", "1x"}, args...)...)
	printed, err := cmd.CombinedOutput()
	if err != nil {
		_, _ = out.Write(printed)
		return fmt.Errorf("go test: %w", err)
	}
	ran := 0
	for line := range bytes.Lines(printed) {
		if fields := bytes.Fields(line); len(fields) > 2 && bytes.HasPrefix(fields[0], []byte("Benchmark")) {
			ran++
		}
	}
	if ran == 0 {
		return errors.New("no benchmark ran")
	}
	fmt.Fprintf(out, "%d benchmarks ran once\n", ran)
	return nil
}

// A row is one measured value with its target.
type row struct {
	benchmark, metric string
	target, measured  float64
}

// follow hands on what is printed, line by line, and keeps what has a target.
func follow(in io.Reader, out io.Writer) (rows []row, err error) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			fmt.Fprint(out, line)
			rows = append(rows, readLine(line)...)
		}
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
	}
}

const suffix = "-target"

// readLine reads a result: a name, a count, then pairs of value and unit.
func readLine(line string) (rows []row) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return nil
	}
	values := map[string]float64{}
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return nil
		}
		values[fields[i+1]] = value
	}
	for i := 3; i < len(fields); i += 2 {
		metric := fields[i]
		if target, ok := values[metric+suffix]; ok {
			rows = append(rows, row{name(fields[0]), metric, target, values[metric]})
		}
	}
	return rows
}

// name is a benchmark's, without "Benchmark" and the number of processors.
func name(field string) string {
	field = strings.TrimPrefix(field, "Benchmark")
	if i := strings.LastIndexByte(field, '-'); i > 0 {
		if _, err := strconv.Atoi(field[i+1:]); err == nil {
			return field[:i]
		}
	}
	return field
}

// writeTable writes the rows; the last column is measured by target, so that what
// is above 1 is missed.
func writeTable(out io.Writer, rows []row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(out)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "benchmark\tmetric\ttarget\tmeasured\tmeasured/target")
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", r.benchmark, r.metric, short(r.target), short(r.measured), share(r))
	}
	_ = table.Flush() // as far as out takes it
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

func share(r row) string {
	if r.target == 0 {
		return "-"
	}
	return strconv.FormatFloat(r.measured/r.target, 'f', 2, 64)
}
