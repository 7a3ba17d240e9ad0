package story_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
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

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// goldenStates holds the digest of the state that each log leads to.
const goldenStates = "testdata/logs/states.txt"

// goldenLogs are all logs that were written once.
func goldenLogs() ([]string, error) {
	plain, err := filepath.Glob("testdata/*.log")
	packed, err2 := filepath.Glob("testdata/logs/*.log.gz")
	all := append(plain, packed...)
	for i, name := range all {
		all[i] = filepath.ToSlash(name)
	}
	return all, errors.Join(err, err2)
}

// readGolden gives the events of a log, one a line, as they are stored.
func readGolden(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil || filepath.Ext(name) != ".gz" {
		return data, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// decoded reads events, one a line. What cannot be read is named by its position.
func decoded(log []byte) (records []persistence.Record, err error) {
	for line := range bytes.Lines(log) {
		here := event.Position(len(records) + 1)
		e, err := event.Decode(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			return records, fmt.Errorf("event %d: %w", here, err)
		}
		records = append(records, persistence.Record{Event: e, Position: here})
	}
	return records, nil
}

// digest is the hash of a state, and of everything that anybody in it can be told.
func digest(s *story.State) string {
	h := sha256.New()
	io.WriteString(h, dump(s))
	for _, who := range slices.Sorted(slices.Values(characters(s))) {
		io.WriteString(h, "\n"+string(who)+"\n"+seen(s.As(who)))
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// Every log that was written once leads to the state that it led to then: in processes with
// another number of threads, another time zone, another language and other seeds of their
// maps, the logs in another order and all at once.
func TestGoldenLogs(t *testing.T) {
	writeOddLogs(t)
	logs, err := goldenLogs()
	must(t, err)
	if *update {
		var lines []string
		for name, sum := range replayed(t, "", 0) {
			lines = append(lines, sum+"  "+name+"\n")
		}
		slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
		must(t, os.WriteFile(goldenStates, []byte(strings.Join(lines, "")), 0o644))
	}
	want := readDigests(t)
	if len(logs) < 100 || len(want) != len(logs) {
		t.Fatalf("%d logs and %d states are there", len(logs), len(want))
	}
	times := soak.Count(100)
	for n := range times {
		got := replayed(t, "", uint64(n))
		for _, name := range logs {
			if got[name] != want[name] {
				t.Errorf("replay %d: %s leads to the state %s, and should to %s", n+1, name, got[name], want[name])
			}
		}
	}
	t.Logf("%d logs, each replayed %d times", len(logs), times)
}

// A reducer that asks the process for anything is found out.
func TestGoldenLogsNotice(t *testing.T) {
	for name := range hiddenInputs {
		if name == "zone" && runtime.GOOS == "windows" {
			continue // there no variable says which
		}
		found := false
		for n := uint64(0); n < 10 && !found; n++ {
			a, b := replayed(t, name, 2*n), replayed(t, name, 2*n+1)
			found = !maps.Equal(a, b)
		}
		if !found {
			t.Errorf("a reducer that looks at %s leads to the same states in 20 processes", name)
		}
	}
}

// hiddenInputs are what a reducer must not look at.
var hiddenInputs = map[string]func(*story.State) any{
	"threads":  func(*story.State) any { return int64(runtime.GOMAXPROCS(0)) },
	"zone":     func(*story.State) any { return time.Unix(0, 0).Format(time.RFC3339) },
	"language": func(*story.State) any { return os.Getenv("LC_ALL") },
	"clock":    func(*story.State) any { return time.Now().UnixNano() },
	"map": func(s *story.State) any {
		for id := range s.Entities {
			return id
		}
		return nil
	},
}

func readDigests(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(goldenStates)
	must(t, err)
	digests := make(map[string]string)
	for line := range strings.Lines(string(data)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		digests[name] = sum
	}
	return digests
}

// replayed has all logs replayed by another process, in surroundings drawn by a seed, and
// gives the digests. fault is one of the hidden inputs, "" for none.
func replayed(t *testing.T, fault string, seed uint64) map[string]string {
	t.Helper()
	draw := rand.New(rand.NewPCG(seed, 12))
	pick := func(values ...string) string { return values[draw.IntN(len(values))] }
	program, err := os.Executable()
	must(t, err)
	cmd := exec.Command(program)
	language := pick("C", "de_DE.UTF-8", "tr_TR.UTF-8", "ja_JP.eucJP", "ar_EG", "POSIX")
	cmd.Env = append(os.Environ(), roleVariable+"=replay", "NARRATORIA_TEST_FAULT="+fault, "NARRATORIA_TEST_SEED="+strconv.FormatUint(seed, 10),
		"GOMAXPROCS="+strconv.Itoa(1+draw.IntN(8)), "LANG="+language, "LC_ALL="+language,
		"TZ="+pick("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu", "XYZ-13:37", "Europe/Berlin"),
		"GOGC="+pick("20", "100", "off"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	must(t, err)
	digests := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		digests[name] = sum
	}
	return digests
}

// The test binary replays when it is started with a role.
const roleVariable = "NARRATORIA_TEST_ROLE"

var roles = map[string]func() error{"replay": replayAll}

// replayAll prints the digest of the state of every log.
func replayAll() error {
	if look := hiddenInputs[os.Getenv("NARRATORIA_TEST_FAULT")]; look != nil {
		defer story.ReduceOtherwise(event.TurnOpened, func(s *story.State, r persistence.Record, right func(persistence.Record)) {
			right(r)
			s.Shown = fmt.Sprint(look(s))
		})()
		defer story.ReduceOtherwise(event.Narrated, func(*story.State, persistence.Record, func(persistence.Record)) {})()
	}
	logs, err := goldenLogs()
	if err != nil {
		return err
	}
	if os.Getenv("NARRATORIA_TEST_FAULT") != "" {
		logs = logs[:3] // a fault is found in any
	}
	seed, err := strconv.ParseUint(os.Getenv("NARRATORIA_TEST_SEED"), 10, 64)
	if err != nil {
		return err
	}
	rand.New(rand.NewPCG(seed, 13)).Shuffle(len(logs), func(i, j int) { logs[i], logs[j] = logs[j], logs[i] })
	out := bufio.NewWriter(os.Stdout)
	var mu sync.Mutex
	var failed error
	var all sync.WaitGroup
	for _, name := range logs {
		all.Go(func() {
			log, err := readGolden(name)
			var records []persistence.Record
			if err == nil {
				records, err = decoded(log)
			}
			sum := ""
			if err == nil {
				sum = digest(story.Fold(records))
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", name, err))
			}
			fmt.Fprintf(out, "%s  %s\n", sum, name)
		})
	}
	all.Wait()
	return errors.Join(failed, out.Flush())
}

// writeOddLogs writes, where they are missing and -update is given, logs that no game would
// write: of all kinds of events, with whatever a field can hold. They are kept, because
// what is drawn from a seed may be drawn otherwise one day.
func writeOddLogs(t *testing.T) {
	t.Helper()
	for n := range 52 {
		name := fmt.Sprintf("testdata/logs/odd-%02d.log.gz", n+1)
		if _, err := os.Stat(name); err == nil || !*update {
			continue
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		for written, drawn := 0, 0; written < 100; drawn++ {
			for _, r := range rapid.Custom(anyLog).Example(100*n + drawn) {
				written++
				encoded, err := event.Encode(r.Event)
				must(t, err)
				_, err = w.Write(append(encoded, '\n'))
				must(t, err)
			}
		}
		must(t, w.Close())
		must(t, os.WriteFile(name, packed.Bytes(), 0o644))
	}
}

// All kinds of events are in the logs, and in those that no game would write too; and each in all
// versions that there have been.
func TestGoldenLogsHoldAllKinds(t *testing.T) {
	logs, err := goldenLogs()
	must(t, err)
	odd, played := map[event.Kind]bool{}, map[event.Kind]bool{}
	versions := make(map[string]bool)
	for _, name := range logs {
		log, err := readGolden(name)
		must(t, err)
		records, err := decoded(log)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for line := range bytes.Lines(log) {
			o, err := strictjson.ParseObject(bytes.TrimSpace(line))
			must(t, err)
			versions[fmt.Sprintf("%s %d", strictjson.AsString(o["kind"]), strictjson.AsInteger(o["v"]))] = true
		}
		for _, r := range records {
			if strings.Contains(name, "odd-") {
				odd[r.Event.Kind] = true
			} else {
				played[r.Event.Kind] = true
			}
		}
	}
	for _, kind := range event.Kinds() {
		if !odd[kind] || !played[kind] {
			t.Errorf("%s: in the odd logs %v, in the others %v", kind, odd[kind], played[kind])
		}
		for v := range kind.Version() {
			if !versions[fmt.Sprintf("%s %d", kind, v+1)] {
				t.Errorf("%s: version %d is in no log", kind, v+1)
			}
		}
	}
}
