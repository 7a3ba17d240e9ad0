package runlog_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

func open(t testing.TB, dir string, opts runlog.Options) *runlog.Log {
	t.Helper()
	log, err := runlog.Open(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

func entries(t testing.TB, dir string, filter runlog.Filter) (all []runlog.Entry) {
	t.Helper()
	err := runlog.Read(dir, filter, func(e runlog.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// bytesOf is everything a log wrote, as it lies on disk.
func bytesOf(t testing.TB, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

func TestEntriesComeBackAsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		log := open(t, dir, runlog.Options{Now: func() time.Time { return time.Unix(1_700_000_000, 123456789).UTC() }})
		var want []runlog.Entry
		for range rapid.IntRange(1, 20).Draw(rt, "count") {
			e := drawEntry(rt)
			log.Write(e)
			e.Time = time.Unix(1_700_000_000, 123456789).UTC()
			want = append(want, e)
		}
		if diff := cmp.Diff(want, entries(t, dir, runlog.Filter{})); diff != "" {
			rt.Fatalf("written and read differ:\n%s", diff)
		}
	})
}

func drawEntry(rt *rapid.T) runlog.Entry {
	text := rapid.StringN(0, 40, 200)
	return runlog.Entry{
		Kind:     rapid.SampledFrom([]runlog.Kind{runlog.Generation, runlog.Execution, runlog.Tool, runlog.SkillLog}).Draw(rt, "kind"),
		Level:    rapid.SampledFrom([]runlog.Level{runlog.Debug, runlog.Info, runlog.Warn, runlog.Error}).Draw(rt, "level"),
		PlanID:   text.Draw(rt, "plan"),
		ParentID: text.Draw(rt, "parent"),
		Attempt:  rapid.IntRange(0, 5).Draw(rt, "attempt"),
		Tool:     text.Draw(rt, "tool"), ToolAttempt: rapid.IntRange(0, 11).Draw(rt, "try"),
		Script: text.Draw(rt, "script"), Outcome: text.Draw(rt, "outcome"), Code: text.Draw(rt, "code"),
		Skills:   rapid.Permutation([]string{"dice-roller", "memory"}).Draw(rt, "skills"),
		Message:  text.Draw(rt, "message"),
		Duration: time.Duration(rapid.Int64Min(0).Draw(rt, "duration")),
		Fields:   strictjson.Object{text.Draw(rt, "key"): text.Draw(rt, "value")},
	}
}

func TestReadChoosesOnePlan(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir, runlog.Options{})
	for _, plan := range []string{"a", "b", "a"} {
		log.Write(runlog.Entry{Kind: runlog.Execution, PlanID: plan})
	}
	if n := len(entries(t, dir, runlog.Filter{PlanID: "a"})); n != 2 {
		t.Errorf("%d entries of plan a, want 2", n)
	}
}

// TestSecretsAreMasked hides canaries wherever a skill could carry them, and
// shows first that the same search finds them where nothing is masked.
func TestSecretsAreMasked(t *testing.T) {
	for _, masking := range []bool{false, true} {
		dir := t.TempDir()
		log := open(t, dir, runlog.Options{})
		var needles []string
		for i := range 50 {
			secret := fmt.Sprintf("canary-%02d-§\"%c\\x", i, 'a'+i%26)
			if masking {
				log.Mask(secret)
			}
			needles = append(needles, writeCanary(log, secret)...)
		}
		text, found := bytesOf(t, dir), 0
		for _, needle := range needles {
			if strings.Contains(text, needle) {
				found++
				if masking {
					t.Errorf("%q was written", needle)
				}
			}
		}
		if !masking && found != len(needles) {
			t.Errorf("the search finds %d of %d secrets in a log that masks nothing", found, len(needles))
		}
	}
}

// writeCanary writes a secret everywhere an entry has room for it, and gives
// what a search for it in the file would look for.
func writeCanary(log *runlog.Log, secret string) (needles []string) {
	coded := base64.StdEncoding.EncodeToString
	message := secret + " " + secret + secret
	for _, before := range []string{"", "x", "xy"} {
		message += " " + coded([]byte(before+secret+"tail")) + " " + base64.URLEncoding.EncodeToString([]byte(before+secret))
	}
	log.Write(runlog.Entry{
		Kind: runlog.SkillLog, PlanID: secret, ParentID: secret, Tool: secret, Script: secret,
		Outcome: secret, Code: secret, Message: message, Skills: []string{secret},
		Fields: strictjson.Object{secret: []any{secret, strictjson.Object{"k": "Bearer " + secret}}},
	})
	written := strictjson.Append(nil, secret)
	needles = append(needles, string(written[1:len(written)-1]))
	for from := range 3 { // what base64 makes of the secret's middle, at each of its alignments
		needles = append(needles, coded([]byte(secret)[from : from+12])[:15])
	}
	return needles
}

type name string

func TestMaskCoversOverlapsNumbersAndLines(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir, runlog.Options{})
	log.Mask("abcd", "cdef", "12345678", "", "-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----")
	log.Write(runlog.Entry{
		Kind: runlog.SkillLog, Message: "xabcdefx then MIIEvQIBADANBg",
		Fields: strictjson.Object{"pin": strictjson.Number("12345678"), "n": strictjson.Number("7"), "names": []name{"abcd"}, "int": 12345678},
	})
	got := entries(t, dir, runlog.Filter{})[0]
	if got.Message != "x***x then ***" || got.Fields["pin"] != "***" || got.Fields["n"] != strictjson.Number("7") ||
		!strictjson.Equal(got.Fields["names"], []any{"***"}) || got.Fields["int"] != "***" {
		t.Errorf("got %q, %v", got.Message, got.Fields)
	}
}

func TestLongTextsAreCutAfterMasking(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir, runlog.Options{})
	log.Mask("hunter2hunter2")
	for shift := range 30 { // the secret across the cut at every place
		log.Write(runlog.Entry{Kind: runlog.SkillLog, Message: strings.Repeat("é", (8<<10-shift)/2) + "hunter2hunter2" + strings.Repeat("\x00", 1<<20)})
	}
	log.Write(runlog.Entry{Kind: runlog.SkillLog, Fields: strictjson.Object{"long": strings.Repeat("x", 1<<20)}})
	text := bytesOf(t, dir)
	if strings.Contains(text, "hunt") {
		t.Error("the beginning of a secret was left at the cut")
	}
	for line := range strings.Lines(text) {
		if len(line) > 128<<10 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	if n := len(entries(t, dir, runlog.Filter{})); n != 31 {
		t.Errorf("%d entries, want 31", n)
	}
}

func TestOldestSegmentsGo(t *testing.T) {
	dir := t.TempDir()
	opts, limit := runlog.Options{MaxBytes: 4 << 20}, 4<<20
	if soak.Whole() { // as it is for players
		opts, limit = runlog.Options{}, 200_000_000
	}
	log := open(t, dir, opts)
	count := soak.Count(400_000) // of a kilobyte each, 40 for each of 10,000 turns
	for i := range count {
		log.Write(runlog.Entry{Kind: runlog.Execution, Attempt: i + 1, Message: strings.Repeat("m", 1000)})
	}
	if size := len(bytesOf(t, dir)); size > limit || size < limit/3 {
		t.Errorf("%d bytes on disk, limit %d", size, limit)
	}
	kept := entries(t, dir, runlog.Filter{})
	for i, e := range kept {
		if want := count - len(kept) + i + 1; e.Attempt != want {
			t.Fatalf("entry %d of %d is number %d, want %d", i, len(kept), e.Attempt, want)
		}
	}
}

// TestProgramsShareADirectory lets several logs, as several programs would have,
// write and rotate at once. Where all segments are kept nothing is missing; where
// the oldest go, what is left is whole and each writer's end of it in order.
func TestProgramsShareADirectory(t *testing.T) {
	for limit, all := range map[int64]bool{40 << 20: true, 4 << 20: false} {
		dir := t.TempDir()
		writeFromMany(t, dir, limit)
		if size := len(bytesOf(t, dir)); int64(size) > limit {
			t.Errorf("%d bytes on disk, limit %d", size, limit)
		}
		next := map[string]int{}
		for _, e := range entries(t, dir, runlog.Filter{}) {
			if next[e.Tool] == 0 && !all {
				next[e.Tool] = e.Attempt
			}
			if e.Kind != runlog.Tool || e.Attempt != next[e.Tool] {
				t.Fatalf("%s entry %d of writer %s, want %d: %s", e.Kind, e.Attempt, e.Tool, next[e.Tool], e.Message)
			}
			next[e.Tool]++
		}
		for writer, n := range next {
			if n != perWriter {
				t.Errorf("limit %d: writer %s ends before %d, want %d", limit, writer, n, perWriter)
			}
		}
		if all && len(next) != writers {
			t.Errorf("%d writers left entries, want %d", len(next), writers)
		}
	}
}

const writers, perWriter = 4, 2500

func writeFromMany(t *testing.T, dir string, limit int64) {
	var group sync.WaitGroup
	for w := range writers {
		log := open(t, dir, runlog.Options{MaxBytes: limit})
		group.Go(func() {
			for i := range perWriter {
				log.Write(runlog.Entry{Kind: runlog.Tool, Tool: fmt.Sprint(w), Attempt: i, Message: strings.Repeat("m", 2500)})
			}
		})
	}
	group.Wait()
}

// TestTornLastLine cuts the file at every byte of its last line, as the end of a
// program does, and writes on.
func TestTornLastLine(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir, runlog.Options{})
	first.Write(runlog.Entry{Kind: runlog.Execution, PlanID: "one"})
	whole := bytesOf(t, dir)
	first.Write(runlog.Entry{Kind: runlog.Execution, PlanID: "two"})
	both := bytesOf(t, dir)
	for size := len(whole) + 1; size < len(both); size++ {
		torn := t.TempDir()
		if err := os.WriteFile(filepath.Join(torn, "run-000001.jsonl"), []byte(both[:size]), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := entries(t, torn, runlog.Filter{}); len(got) != 1 || got[0].PlanID != "one" {
			t.Fatalf("cut at %d: read %v", size, got)
		}
		open(t, torn, runlog.Options{}).Write(runlog.Entry{Kind: runlog.Execution, PlanID: "three"})
		got := entries(t, torn, runlog.Filter{})
		if len(got) != 3 || got[0].PlanID != "one" || got[2].PlanID != "three" {
			t.Fatalf("cut at %d and written on: read %v", size, got)
		}
		if damaged := got[1].Kind == runlog.Damaged; damaged == (size == len(both)-1) {
			t.Fatalf("cut at %d: the torn line is %q", size, got[1].Kind)
		}
	}
}

func TestStderrKeepsItsLevels(t *testing.T) {
	dir := t.TempDir()
	text := `plain words
{"level":"WARNING","msg":"slow","took":3}

{"severity":"fatal","message":"gone"}
{"level":"chatty","msg":"?"}
{"broken
`
	open(t, dir, runlog.Options{}).Stderr(runlog.Entry{Tool: "t1"}, []byte(text))
	var got []string
	for _, e := range entries(t, dir, runlog.Filter{}) {
		got = append(got, fmt.Sprintf("%s %s %s %s %s", e.Kind, e.Tool, e.Level, e.Message, strictjson.Append(nil, e.Fields)))
	}
	want := []string{
		"skill_log t1 debug plain words {}",
		`skill_log t1 warn slow {"took":3}`,
		"skill_log t1 error gone {}",
		`skill_log t1 debug {"level":"chatty","msg":"?"} {}`,
		`skill_log t1 debug {"broken {}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFloodOfStderrIsBounded(t *testing.T) {
	for _, line := range []string{"y\n", "\x01\n", strings.Repeat("\x01", 500) + "\n", strings.Repeat("y", 300_000) + "\n"} {
		dir := t.TempDir()
		text := "begin\n" + strings.Repeat(line, 1+256<<10/len(line)) + "the end"
		open(t, dir, runlog.Options{}).Stderr(runlog.Entry{Tool: "t1", PlanID: strings.Repeat("p", 36)}, []byte(text))
		if size := len(bytesOf(t, dir)); size > 1<<20 {
			t.Errorf("%d bytes were logged for a flood of %.10q", size, line)
		}
		got := entries(t, dir, runlog.Filter{})
		if got[0].Message != "begin" || got[len(got)-1].Message != "the end" {
			t.Errorf("a flood of %.10q is logged from %.10q to %.10q", line, got[0].Message, got[len(got)-1].Message)
		}
		left := len(strings.Split(text, "\n")) - len(got) + 1
		if want := fmt.Sprintf("%d lines of stderr are left out here", left); left > 1 &&
			!slices.ContainsFunc(got, func(e runlog.Entry) bool { return e.Message == want }) {
			t.Errorf("no entry says that %s", want)
		}
	}
}

func TestNilLogKeepsNothing(t *testing.T) {
	var log *runlog.Log
	log.Mask("secret")
	log.Write(runlog.Entry{Kind: runlog.Tool})
	log.Stderr(runlog.Entry{}, []byte("line"))
	if err := log.Close(); err != nil {
		t.Error(err)
	}
}

func TestFailedWriteIsReportedAtTheEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "log")
	log, err := runlog.Open(dir, runlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // where the directory should be
		t.Fatal(err)
	}
	log.Write(runlog.Entry{Kind: runlog.Tool})
	if err := log.Close(); err == nil {
		t.Error("Close does not tell that a write failed")
	}
}

func BenchmarkWrite(b *testing.B) {
	log := open(b, b.TempDir(), runlog.Options{})
	log.Mask("0123456789abcdef")
	for b.Loop() {
		log.Write(runlog.Entry{Kind: runlog.Tool, PlanID: "p", Tool: "t", Script: "dice-roller/roll-dice", Outcome: "success", Message: "rolled 2d6+3 for 11"})
	}
}

// A level is about what skills say: what the runtime did is what the log is for.
func TestLevelKeepsWhatTheRuntimeDid(t *testing.T) {
	for _, least := range []runlog.Level{"", runlog.Debug, runlog.Info, runlog.Warn, runlog.Error} {
		dir := t.TempDir()
		log := open(t, dir, runlog.Options{Level: least})
		said := []runlog.Level{runlog.Debug, "", runlog.Warn, runlog.Error}
		for _, level := range said {
			log.Write(runlog.Entry{Kind: runlog.SkillLog, Level: level, Message: "said"})
		}
		log.Write(runlog.Entry{Kind: runlog.Execution, Outcome: "success"})
		log.Write(runlog.Entry{Kind: runlog.Health, Outcome: "healthy"})

		want := map[runlog.Level]int{"": 4, runlog.Debug: 4, runlog.Info: 3, runlog.Warn: 2, runlog.Error: 1}[least]
		if got := len(entries(t, dir, runlog.Filter{})) - 2; got != want {
			t.Errorf("level %q: %d of %d entries of skills and both of the runtime's, want %d", least, got, len(said), want)
		}
	}
}

func TestReadChoosesOneKind(t *testing.T) {
	dir := t.TempDir()
	log, err := runlog.Open(dir, runlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log.Write(runlog.Entry{Kind: runlog.Execution, Message: `speaks of "health"`})
	log.Write(runlog.Entry{Kind: runlog.Health, Skills: []string{"dice"}, Outcome: "degraded"})
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	var outcomes []string
	err = runlog.Read(dir, runlog.Filter{Kind: runlog.Health}, func(e runlog.Entry) error {
		outcomes = append(outcomes, e.Outcome)
		return nil
	})
	if err != nil || len(outcomes) != 1 || outcomes[0] != "degraded" {
		t.Errorf("outcomes %q, %v", outcomes, err)
	}
}
