package narratoria_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
)

// What a program began has ended when it is closed.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens a program with directories of its own.
func open(t testing.TB, opts narratoria.Options) *narratoria.Program {
	t.Helper()
	if opts.Data == "" {
		opts.Data = t.TempDir()
	}
	if opts.Warn == nil {
		opts.Warn = func(text string) { t.Error(text) }
	}
	p, err := narratoria.Open(opts)
	must(t, err)
	t.Cleanup(func() { must(t, p.Close(context.Background())) })
	return p
}

func start(t testing.TB, p *narratoria.Program, o narratoria.GameOptions) *narratoria.Game {
	t.Helper()
	if o.Seed == "" {
		o.Seed = "1"
	}
	g, err := p.Start(t.Context(), o)
	must(t, err)
	return g
}

func line(r *engine.Record) string {
	shown := *r
	shown.Timings = nil
	return string(shown.JSON())
}

// plays gives the records of a play by picks that follow from the seed's number.
func plays(ctx context.Context, g *narratoria.Game, seed, turns int) (lines []string, err error) {
	choice := ""
	for turn := range turns {
		record, err := g.Play(ctx, choice)
		if err != nil {
			return lines, fmt.Errorf("turn %d: %w", turn+1, err)
		}
		lines = append(lines, line(record))
		choice = record.Choices[(turn*7+turn/3+seed)%len(record.Choices)].ID
	}
	return lines, nil
}

// Many games at once in one program tell what each tells alone, to the byte, and leave
// nothing behind; some are kept, and some are not.
func TestManyGamesAreAsAlone(t *testing.T) {
	turns, stories := 20, 10
	if !soak.Whole() {
		turns, stories = 8, 4
	}
	options := func(i int) narratoria.GameOptions {
		return narratoria.GameOptions{
			Campaign: narratoria.Carried()[i%2], Unkept: i/stories%4 > 0, Seed: fmt.Sprint(i % stories), NoEndings: true,
		}
	}
	alone := make([][]string, stories)
	for i := range alone {
		p := open(t, narratoria.Options{})
		o := options(i)
		o.Unkept = true
		lines, err := plays(t.Context(), start(t, p, o), i, turns)
		must(t, err)
		alone[i] = lines
		must(t, p.Close(t.Context()))
	}
	p := open(t, narratoria.Options{})
	var all sync.WaitGroup
	for i := range soak.Count(200) {
		all.Go(func() {
			g, err := p.Start(t.Context(), options(i))
			if err != nil {
				t.Error(err)
				return
			}
			lines, err := plays(t.Context(), g, i%stories, turns)
			if err != nil {
				t.Errorf("game %d: %v", i, err)
			}
			for turn, line := range lines {
				if want := alone[i%stories][turn]; line != want {
					t.Errorf("game %d is another in turn %d:\n%s\nalone\n%s", i, turn+1, line, want)
					break
				}
			}
			if err := g.Close(context.Background()); err != nil {
				t.Errorf("game %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// A game that was closed says so, whatever is asked of it; so does its program.
func TestClosed(t *testing.T) {
	ctx := t.Context()
	p := open(t, narratoria.Options{})
	g := start(t, p, narratoria.GameOptions{Campaign: "minimal", Story: "monday"})
	look, err := g.Look()
	must(t, err)
	if _, err = g.Play(ctx, ""); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		must(t, g.Close(ctx))
	}
	record := func(_ *engine.Record, err error) error { return err }
	for name, err := range map[string]error{
		"Last": record(g.Last(ctx)), "Play": record(g.Play(ctx, "wait")), "PlayTyped": record(g.PlayTyped(ctx, "wait", "wait")),
		"Type": record(g.Type(ctx, "wait")), "Back": record(g.Back(ctx)), "Retry": record(g.Retry(ctx)),
		"Restart": g.Restart(ctx), "Look": func() error { _, err := g.Look(); return err }(),
	} {
		if !errors.Is(err, narratoria.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if look.Scene().Name == "" {
		t.Error("a look that was had does not show where the story ended")
	}
	must(t, p.Close(ctx))
	if _, err := p.Start(ctx, narratoria.GameOptions{Story: "tuesday"}); !errors.Is(err, narratoria.ErrClosed) {
		t.Errorf("Start: %v", err)
	}
	if _, err := p.Continue(ctx, narratoria.GameOptions{Story: "monday"}); !errors.Is(err, narratoria.ErrClosed) {
		t.Errorf("Continue: %v", err)
	}
	if stories, err := p.Stories(ctx); err != nil || len(stories) != 1 {
		t.Errorf("what is kept can be listed all the same, and is one story: %v, %v", stories, err)
	}
}

// What many goroutines ask of one game happens one after the other, and is told so.
func TestManyGoroutines(t *testing.T) {
	ctx := t.Context()
	g := start(t, open(t, narratoria.Options{}), narratoria.GameOptions{Campaign: "minimal", Unkept: true, NoEndings: true})
	_, err := g.Play(ctx, "")
	must(t, err)
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			look, err := g.Look()
			for n := 0; n < 6 && err == nil; n++ {
				switch {
				case i%4 == 0 && n%3 == 2:
					if _, err = g.Back(ctx); errors.Is(err, story.ErrNoTurn) {
						err = nil
					}
				case i%4 == 1:
					_ = fmt.Sprint(look.Scene(), look.People(), look.Journal(), look.Inventory(), look.Degraded(), look.Read("wait"))
				default:
					if _, err = g.Type(ctx, "wait"); err == nil {
						_, err = g.Last(ctx)
					}
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, g.Close(ctx))
	last, number := int64(0), int64(0)
	for e, err := range g.Events(ctx, oldest(t, g)) {
		must(t, err)
		if number++; number > 1 && e.Number != last+1 {
			t.Errorf("event %d comes after %d", e.Number, last)
		}
		last = e.Number
	}
	if number == 0 {
		t.Error("no events")
	}
}

// oldest is the number of the oldest event that is kept.
func oldest(t *testing.T, g *narratoria.Game) int64 {
	t.Helper()
	for _, err := range g.Events(t.Context(), 1) {
		if late, ok := errors.AsType[*narratoria.HistoryError](err); ok {
			return late.Oldest
		}
		must(t, err)
		break
	}
	return 1
}

// A waiting planner holds a turn until it is told to go on.
type waiting struct {
	begun, proceed chan struct{}
}

func newWaiting() *waiting { return &waiting{make(chan struct{}, 100), make(chan struct{})} }

func (w *waiting) Plan(ctx context.Context, request plan.Request) ([]byte, error) {
	w.begun <- struct{}{}
	select {
	case <-w.proceed:
	case <-ctx.Done():
	}
	return narrator.Rules{}.Plan(ctx, request)
}

// Whoever waits in line goes when their context ends, and nothing of theirs happens;
// whoever waits for a place among the games, too. To look waits for nobody.
func TestContextsOfThoseWhoWait(t *testing.T) {
	planner := newWaiting()
	p := open(t, narratoria.Options{Turns: 1})
	g := start(t, p, narratoria.GameOptions{Campaign: "minimal", Unkept: true, Planner: planner})
	other := start(t, p, narratoria.GameOptions{Campaign: "minimal", Unkept: true})
	opening := make(chan error)
	go func() {
		_, err := g.Play(t.Context(), "")
		opening <- err
	}()
	<-planner.begun
	for name, who := range map[string]*narratoria.Game{"in line": g, "for a place": other} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := who.Play(ctx, ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who waits %s: %v", name, err)
		}
		cancel()
	}
	if look, err := g.Look(); err != nil || look.Scene().Time == "" {
		t.Errorf("a look: %v", err)
	}
	close(planner.proceed)
	must(t, <-opening)
	if record, err := other.Play(t.Context(), ""); err != nil || record.Turn != 1 {
		t.Errorf("the place was not given back: %v", err)
	}
	if record, err := g.Last(t.Context()); err != nil || record.Turn != 1 {
		t.Errorf("%+v, %v", record, err)
	}
}

// Close ends what a turn waits for; the turn is told with what there is, and kept. Who
// waited in line is told that it is closed.
func TestCloseDuringATurn(t *testing.T) {
	planner := newWaiting()
	p := open(t, narratoria.Options{})
	g := start(t, p, narratoria.GameOptions{Campaign: "minimal", Story: "monday", Planner: planner})
	opening := make(chan *engine.Record)
	go func() {
		record, err := g.Play(t.Context(), "")
		if err != nil {
			t.Error(err)
		}
		opening <- record
	}()
	<-planner.begun
	inLine := make(chan error)
	for range 8 {
		go func() { inLine <- second(g.Play(t.Context(), "")) }()
	}
	for stacks := make([]byte, 1<<20); bytes.Count(stacks[:runtime.Stack(stacks, true)], []byte("narratoria.(*Game).order(")) < 9; {
		time.Sleep(time.Millisecond) // until all of them wait, and the turn
	}
	must(t, g.Close(t.Context()))
	for range 8 {
		if err := <-inLine; !errors.Is(err, narratoria.ErrClosed) {
			t.Errorf("who waited in line: %v", err)
		}
	}
	if record := <-opening; record == nil || record.Turn != 1 || record.Prose == "" {
		t.Errorf("%+v", record)
	}
	if s, err := p.Story(t.Context(), "monday"); err != nil || s.Turn != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A reader that never reads holds nobody up, and is told that it is late; who goes on from
// the number it is told gets every event from there.
func TestReaderThatNeverReads(t *testing.T) {
	ctx := t.Context()
	g := start(t, open(t, narratoria.Options{}), narratoria.GameOptions{Campaign: "minimal", Unkept: true, NoEndings: true})
	next, stop := iter.Pull2(g.Events(ctx, 1))
	defer stop()
	if e, err, ok := next(); !ok || err != nil || e.Number != 1 || e.Kind != narratoria.Opened {
		t.Fatalf("%+v, %v", e, err)
	}
	lines, err := plays(ctx, g, 1, 3)
	if err != nil || len(lines) != 3 {
		t.Fatal(err)
	}
	for range 300 { // an event each
		if _, err := g.Type(ctx, "juggle the moon"); err == nil {
			t.Fatal("that can be done")
		}
	}
	_, err, _ = next()
	late, ok := errors.AsType[*narratoria.HistoryError](err)
	if !ok || late.Asked != 2 || late.Oldest != late.Newest-255 {
		t.Fatalf("%+v", err)
	}
	number := late.Oldest
	for e, err := range g.Events(ctx, late.Oldest) {
		must(t, err)
		if e.Number != number {
			t.Fatalf("event %d in the place of %d", e.Number, number)
		}
		if number++; number > late.Newest {
			break
		}
	}
}

// A game keeps the records of its last turns alone, for a record is large: however long it is
// played, no more of it is held than after eight.
func TestOldRecordsAreNotHeld(t *testing.T) {
	ctx := t.Context()
	g := start(t, open(t, narratoria.Options{}), narratoria.GameOptions{Campaign: "minimal", Unkept: true, NoEndings: true})
	if _, err := plays(ctx, g, 1, 12); err != nil {
		t.Fatal(err)
	}
	for _, err := range g.Events(ctx, 1) {
		late, ok := errors.AsType[*narratoria.HistoryError](err)
		if !ok || late.Oldest < 2 {
			t.Fatalf("%v", err)
		}
		var turns []int64
		for e, err := range g.Events(ctx, late.Oldest) {
			must(t, err)
			if e.Record != nil {
				turns = append(turns, e.Record.Turn)
			}
			if e.Number == late.Newest {
				break
			}
		}
		if len(turns) != 8 || turns[7]-turns[0] != 7 {
			t.Errorf("the turns %v are held", turns)
		}
		break
	}
}

// Events are numbered from 1 without gaps; whoever reads on from a number gets the same
// ones as who never left, also after the game.
func TestEventsGoOnFromANumber(t *testing.T) {
	ctx := t.Context()
	g := start(t, open(t, narratoria.Options{}), narratoria.GameOptions{Campaign: "minimal", Unkept: true})
	var live []narratoria.Event
	var reader sync.WaitGroup
	reader.Go(func() {
		for e, err := range g.Events(ctx, 1) {
			if err != nil {
				t.Error(err)
			}
			live = append(live, e)
		}
	})
	lines, err := plays(ctx, g, 1, 6)
	must(t, err)
	_, err = g.Back(ctx)
	must(t, err)
	must(t, g.Close(ctx))
	reader.Wait()
	var told []string
	for i, e := range live {
		if e.Number != int64(i+1) {
			t.Fatalf("event %d in the place of %d", e.Number, i+1)
		}
		if e.Kind == narratoria.Turn {
			told = append(told, line(e.Record))
		}
	}
	if strings.Join(told, "\n") != strings.Join(lines, "\n") || live[len(live)-1].Kind != narratoria.Closed || live[len(live)-1].Text != "quit" {
		t.Errorf("%d events tell of %d turns, and end with %+v", len(live), len(told), live[len(live)-1])
	}
	for from := 1; from <= len(live); from++ {
		at := from
		for e, err := range g.Events(ctx, int64(from)) {
			if err != nil || e != live[at-1] {
				t.Fatalf("from %d: %+v (%v) in the place of %+v", from, e, err, live[at-1])
			}
			at++
		}
		if at != len(live)+1 {
			t.Errorf("from %d: it ends before %d", from, at)
		}
	}
	for _, from := range []int64{-1, int64(len(live)) + 2} {
		for _, err := range g.Events(ctx, from) {
			if wrong, ok := errors.AsType[*narratoria.HistoryError](err); !ok || wrong.Asked != from || wrong.Oldest != 1 || wrong.Newest != int64(len(live)) {
				t.Errorf("from %d: %v", from, err)
			}
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	open := start(t, open(t, narratoria.Options{}), narratoria.GameOptions{Campaign: "minimal", Unkept: true})
	for _, err := range open.Events(ended, 0) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that has ended: %v", err)
		}
	}
}

// What cannot be had is refused by the name of the option, with what and where.
func TestOptionsThatCannotBeHad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []struct {
		opts         narratoria.Options
		option, text string
	}{
		{narratoria.Options{Data: file}, "Data", file + `" is a file`},
		{narratoria.Options{Data: dir, Config: file}, "Config", file + `" is a file`},
		{narratoria.Options{Data: dir, State: file}, "State", file + `" is a file`},
		{narratoria.Options{Data: dir, Cache: file}, "Cache", file + `" is a file`},
		{narratoria.Options{Data: dir, Temporary: true}, "Data", "Temporary"},
		{narratoria.Options{Cache: dir, Temporary: true}, "Cache", "Temporary"},
		{narratoria.Options{Data: dir, Config: dir}, "Config", dir},
		{narratoria.Options{Data: dir, Turns: -1}, "Turns", "-1"},
		{narratoria.Options{Data: dir, BundledSkills: "threads"}, "BundledSkills", `"threads" is neither "process" nor "in-process"`},
	} {
		p, err := narratoria.Open(c.opts)
		wrong, ok := errors.AsType[*narratoria.OptionsError](err)
		if p != nil || !ok || wrong.Option != c.option || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", c.opts, err)
		}
	}
	p := open(t, narratoria.Options{})
	minimal, err := p.Campaign(t.Context(), "minimal")
	must(t, err)
	persona, err := minimal.Player.Persona(nil)
	must(t, err)
	for _, c := range []struct {
		begin  func(context.Context, narratoria.GameOptions) (*narratoria.Game, error)
		o      narratoria.GameOptions
		option string
	}{
		{p.Start, narratoria.GameOptions{Loaded: minimal, Campaign: "minimal"}, "Campaign"},
		{p.Start, narratoria.GameOptions{Unkept: true, Story: "monday"}, "Story"},
		{p.Start, narratoria.GameOptions{Story: "a/b"}, "Story"},
		{p.Start, narratoria.GameOptions{Jobs: -1}, "Jobs"},
		{p.Start, narratoria.GameOptions{Persona: &persona, Answers: map[string]string{"name": "Jo"}}, "Answers"},
		{p.Start, narratoria.GameOptions{Answers: map[string]string{"nobody": "asked"}}, "Answers"},
		{p.Continue, narratoria.GameOptions{Unkept: true}, "Unkept"},
	} {
		g, err := c.begin(t.Context(), c.o)
		if wrong, ok := errors.AsType[*narratoria.OptionsError](err); g != nil || !ok || wrong.Option != c.option {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	if stories, err := p.Stories(t.Context()); err != nil || len(stories) > 0 {
		t.Errorf("something was begun: %+v, %v", stories, err)
	}
}

// Two programs do not have one directory, unless both agree to share it; and never one
// story.
func TestTwoProgramsOnOneDirectory(t *testing.T) {
	dir := t.TempDir()
	first := open(t, narratoria.Options{Data: dir})
	_, err := narratoria.Open(narratoria.Options{Data: dir})
	used, ok := errors.AsType[*narratoria.InUseError](err)
	if !ok || used.Dir != dir || runtime.GOOS != "windows" && used.PID != os.Getpid() || !strings.Contains(err.Error(), dir) {
		t.Errorf("%v", err)
	}
	shared := open(t, narratoria.Options{Data: dir, Shared: true})
	start(t, first, narratoria.GameOptions{Campaign: "minimal", Story: "monday"})
	for name, err := range map[string]error{
		"exists already":             second(shared.Start(t.Context(), narratoria.GameOptions{Story: "monday", Campaign: "minimal"})),
		"is being played elsewhere,": second(shared.Continue(t.Context(), narratoria.GameOptions{Story: "monday", Campaign: "minimal"})),
	} {
		if wrong, ok := errors.AsType[*narratoria.StoryError](err); !ok || wrong.Story != "monday" || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, first.Close(t.Context()))
	open(t, narratoria.Options{Data: dir})
}

func second[T any](_ T, err error) error { return err }

// A story is found again by its name, with what is so in it, and one that was never begun
// is not there.
func TestStories(t *testing.T) {
	ctx := t.Context()
	p := open(t, narratoria.Options{})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour"})
	lines, err := plays(ctx, g, 3, 3)
	must(t, err)
	never := start(t, p, narratoria.GameOptions{Campaign: "minimal"})
	must(t, never.Close(ctx))
	must(t, g.Close(ctx))
	stories, err := p.Stories(ctx)
	if err != nil || len(stories) != 1 || stories[0].Name != g.Story() || stories[0].Turn != 3 || stories[0].Title != "Grey Harbour" || stories[0].Seed != "1" {
		t.Fatalf("%+v, %v", stories, err)
	}
	if g, err = p.Continue(ctx, narratoria.GameOptions{}); err != nil {
		t.Fatal(err)
	}
	last, err := g.Last(ctx)
	must(t, err)
	resumed := *last
	resumed.Resumed = false
	if line(&resumed) != lines[2] {
		t.Errorf("it goes on with\n%s\nand ended with\n%s", line(&resumed), lines[2])
	}
	var wrong *engine.ChoiceError
	if _, err := g.Play(ctx, "no/choice"); !errors.As(err, &wrong) {
		t.Errorf("%v", err)
	}
	var unclear *narratoria.UnclearError
	if _, err := g.Type(ctx, "juggle the moon"); !errors.As(err, &unclear) || err.Error() == "" {
		t.Errorf("%v", err)
	}
	if err := p.DeleteStory(ctx, g.Story()); !errors.Is(err, persistence.ErrLocked) {
		t.Errorf("a story that is played: %v", err)
	}
	must(t, g.Close(ctx))
	must(t, p.DeleteStory(ctx, g.Story()))
	if _, err := p.Continue(ctx, narratoria.GameOptions{}); errors.As(err, new(*narratoria.NoStoryError)) == false {
		t.Errorf("%v", err)
	}
	if _, err := p.Story(ctx, g.Story()); !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// The README's program is the package's example, and short.
// TestPicturesGoWithTheStory: what skills drew is in the save and nowhere else, so that it
// goes with it.
func TestPicturesGoWithTheStory(t *testing.T) {
	data, temp := t.TempDir(), t.TempDir()
	p := open(t, narratoria.Options{Data: data, Temp: temp, BundledSkills: "in-process"})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "s"})
	blobs := 0
	for turn, choice := 0, ""; turn < 4; turn++ {
		r, err := g.Play(t.Context(), choice)
		must(t, err)
		choice = r.Choices[0].ID
		for _, a := range r.Assets {
			if a.Origin != "drawn" {
				continue
			}
			if _, err := g.Blob(t.Context(), a.Blob); err != nil {
				t.Error(err)
			}
			blobs++
		}
	}
	if blobs == 0 {
		t.Fatal("nobody was drawn")
	}
	must(t, g.Close(t.Context()))
	var lie []string
	for _, dir := range []string{data, temp} {
		must(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.Contains(path, "assets") {
				lie = append(lie, path)
			}
			return err
		}))
	}
	if len(lie) > 0 {
		t.Errorf("beside the save lie %q", lie)
	}
	must(t, p.DeleteStory(t.Context(), "s"))
	must(t, filepath.WalkDir(data, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasPrefix(entry.Name(), "s.") {
			t.Errorf("of the story that was deleted there is %s", path)
		}
		return err
	}))
}

func TestREADMEsProgram(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	must(t, err)
	example, err := os.ReadFile("example_test.go")
	must(t, err)
	block := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindSubmatch(readme)
	if block == nil {
		t.Fatal("the README has no program")
	}
	if lines := bytes.Count(block[1], []byte("\n")); lines > 40 {
		t.Errorf("it has %d lines", lines)
	}
	body := func(source []byte, name string) string {
		_, rest, _ := strings.Cut(string(source), "\nfunc "+name+"() {\n")
		text, _, _ := strings.Cut(rest, "\n}\n")
		text, _, _ = strings.Cut(text, "\t// Output:")
		return strings.TrimSpace(text)
	}
	if got, want := body(block[1], "main"), body(example, "Example"); got != want || want == "" {
		t.Errorf("the README has\n%s\nand the example\n%s", got, want)
	}
	imports, _, _ := strings.Cut(string(block[1]), "func main")
	for _, imported := range regexp.MustCompile(`"[^"]+"`).FindAllString(imports, -1) {
		if !strings.Contains(string(example), imported) {
			t.Errorf("the example does without %s", imported)
		}
	}
}
