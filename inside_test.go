package narratoria

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A digest follows texts, names and sizes; hidden files and the content of
// pictures are no part of it.
func TestDigest(t *testing.T) {
	files := func(change ...string) fstest.MapFS {
		fsys := fstest.MapFS{
			"manifest.json": {Data: []byte(`{"title": "T"}`)}, "plot/beats.json": {Data: []byte(`{}`)},
			"art/a.png": {Data: []byte("picture")}, ".git/HEAD": {Data: []byte("x")},
		}
		for i := 0; i+1 < len(change); i += 2 {
			fsys[change[i]] = &fstest.MapFile{Data: []byte(change[i+1])}
		}
		return fsys
	}
	base := digest(files())
	for _, same := range [][]string{{".git/HEAD", "other"}, {"art/a.png", "PICTURE"}} {
		if digest(files(same...)) != base {
			t.Errorf("%q changes the story", same)
		}
	}
	for _, other := range [][]string{{"manifest.json", `{"title": "U"}`}, {"plot/new.json", "{}"}, {"art/a.png", "larger picture"}} {
		if digest(files(other...)) == base {
			t.Errorf("%q does not change the story", other)
		}
	}
}

func TestSavesAreNamedAfterTheirCampaign(t *testing.T) {
	for id, want := range map[string]string{
		"grey-harbour": "grey-harbour", "My Story!": "my-story", "..": "story", "": "story", "Ärger im Hafen": "rger-im-hafen",
		strings.Repeat("long", 100): strings.Repeat("long", 10), "con": "con",
	} {
		got := safeName(id)
		if got != want || persistence.CheckName(got+"-1") != nil {
			t.Errorf("%q: %q, want %q (%v)", id, got, want, persistence.CheckName(got+"-1"))
		}
	}
}

func TestCampaignOfTheProgramIsFoundByItsPath(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, given := range []string{"grey-harbour", "campaigns/grey-harbour", "./campaigns/grey-harbour/", "/nowhere/grey-harbour"} {
		src, err := findCampaign(given)
		if err != nil || src.id != "grey-harbour" || src.dir != "" {
			t.Errorf("%q: %+v, %v", given, src, err)
		}
	}
	must(t, os.MkdirAll("campaigns/grey-harbour", 0o755))
	if src, err := findCampaign("campaigns/grey-harbour"); err != nil || src.dir == "" {
		t.Errorf("a directory that is there: %+v, %v", src, err)
	}
}

// What the store says is said in one line that names the save and what to do.
func TestErrorsOfTheStoreInWords(t *testing.T) {
	store := persistence.New(mem.New(), nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{&persistence.LockedError{PID: 41}, `the save "monday" is being played elsewhere, by the process 41; leave that first, or play another save`},
		{&persistence.LockedError{}, `the save "monday" is being played elsewhere; leave that first, or play another save`},
		{fmt.Errorf("append: %w", persistence.ErrFull), `the disk is full; nothing of the save "monday" is lost, and it goes on once there is room`},
		{persistence.ErrBroken, `the disk failed while writing the save "monday"; what was shown before is in it`},
		{persistence.ErrConflict, `somebody else has written to the save "monday" meanwhile; continue it anew`},
		{persistence.ErrNotFound, `there is no save "monday", and no other`},
		{&engine.SaveError{Message: "another seed"}, "another seed"},
		{errors.New("else"), "else"},
	} {
		if got := storyError(t.Context(), store, "monday", c.err); got == nil || got.Error() != c.want {
			t.Errorf("%v, want %s", got, c.want)
		}
	}
	if err := storyError(t.Context(), store, "monday", nil); err != nil {
		t.Error(err)
	}
}

// "Timeouts nest: script <= plan <= turn", whatever the settings and a manifest say.
func TestTimeoutsNest(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		settings             config.Timeouts
		manifest             time.Duration
		wantPlan, wantScript time.Duration
	}{
		{config.Defaults().Timeouts, 0, 60 * s, 30 * s},
		{config.Defaults().Timeouts, 300 * s, 60 * s, 60 * s},
		{config.Timeouts{Script: 30 * s, Plan: 60 * s, Turn: 5 * s}, 0, 5 * s, 5 * s},
		{config.Timeouts{Script: 30 * s, Plan: 2 * s, Turn: 5 * s}, 3 * s, 2 * s, 2 * s},
		{config.Timeouts{Script: 30 * s, Plan: 60 * s, Turn: 90 * s}, 1 * s, 60 * s, 1 * s},
	} {
		p := &Program{settings: config.Settings{Timeouts: c.settings}}
		if got := p.executorOptions(nil, nil, nil).PlanTimeout; got != c.wantPlan {
			t.Errorf("%v: a plan may take %v, want %v", c.settings, got, c.wantPlan)
		}
		if got := p.scriptTimeout(&skills.Script{Timeout: c.manifest}); got != c.wantScript {
			t.Errorf("%v, manifest %v: a script may take %v, want %v", c.settings, c.manifest, got, c.wantScript)
		}
	}
}

// One import at a time: whoever comes second changes nothing, and can come again.
func TestOneImportAtATime(t *testing.T) {
	p, err := Open(Options{Temporary: true})
	must(t, err)
	defer p.Close(t.Context())
	first, err := p.importing()
	must(t, err)
	if _, err := p.ImportStory(t.Context(), strings.NewReader(""), 0, "", safezip.Limits{}); !errors.Is(err, ErrImporting) {
		t.Errorf("beside another: %v", err)
	}
	must(t, first.Close())
	if _, err := p.ImportStory(t.Context(), strings.NewReader(""), 0, "", safezip.Limits{}); errors.Is(err, ErrImporting) || err == nil {
		t.Errorf("after it: %v", err)
	}
}

// Whoever cannot read a save is told where it is damaged, or which version of the program reads it.
func TestWhatIsWrongWithASave(t *testing.T) {
	damage := &persistence.DamageError{Branch: "take-2", Position: 120, Part: `memory "m-7"`, Err: errors.New("it is missing")}
	for want, err := range map[string]error{
		`the save "monday" is damaged, and was left as it is: memory "m-7" of event 120 of the branch "take-2": it is missing`:                           fmt.Errorf("verify: %w", damage),
		`the save "monday" is damaged, and was left as it is: it is too short for a save`:                                                                fmt.Errorf("open: %w: it is too short for a save", persistence.ErrCorrupt),
		`the save "monday" was written by a newer version of Narratoria, and was left as it is; update the program to play it`:                           fmt.Errorf("open: %w", persistence.ErrNewer),
		`the save "monday" was written by a newer version of Narratoria, and was left as it is; update the program to play it: "7.1" or later is needed`: fmt.Errorf("open: %w", &story.NewerError{Program: "7.1", Err: persistence.ErrNewer}),
	} {
		if got := storyError(t.Context(), nil, "monday", err); got.Error() != want {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
}

// With a seed what is made of turns is waited for, two seconds in all: what is not done by then is given up, of which is warned once, and
// nobody who does not end then is waited for.
func TestWhatIsMadeOfTurnsIsWaitedForWithASeed(t *testing.T) {
	for name, c := range map[string]struct {
		after   []time.Duration // they are done
		heeding bool            // or when they are given up
		took    time.Duration
		given   int
	}{
		"in time":                  {[]time.Duration{1900 * time.Millisecond, time.Second}, true, 1900 * time.Millisecond, 0},
		"too late":                 {[]time.Duration{time.Second, 9 * time.Second, 10 * time.Second}, true, 2 * time.Second, 2},
		"too late, and goes on":    {[]time.Duration{9 * time.Second, time.Second}, false, 2200 * time.Millisecond, 1},
		"there is nothing to do":   {nil, true, 0, 0},
		"all of it is done before": {[]time.Duration{0, 0}, true, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				warned, given := 0, 0
				g := &Game{name: "played", program: &Program{opts: Options{Warn: func(string) { warned++ }}}}
				for range 2 {
					g.pending, given = nil, 0
					for _, after := range c.after {
						m := &making{done: make(chan struct{})}
						end := sync.OnceFunc(func() { close(m.done) })
						m.giveUp = func() {
							if given++; c.heeding {
								end()
							}
						}
						if after == 0 {
							end()
						}
						time.AfterFunc(after, end)
						g.pending = append(g.pending, m)
					}
					began := time.Now()
					g.awaitAfterwards(t.Context())
					if took := time.Since(began); took != c.took || given != c.given {
						t.Errorf("it is waited for %v, and %d are given up", took, given)
					}
				}
				if want := min(c.given, 1); warned != want {
					t.Errorf("it is warned of %d times", warned)
				}
				time.Sleep(time.Minute) // until all is done
			})
		})
	}
}

// Without a seed what is made of turns is not waited for, and stays to be kept. No more is begun than there is room for.
func TestWhatIsMadeOfTurnsIsBeside(t *testing.T) {
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(`{"models": {"providers": {"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}},
		"text": ["here"], "tasks": {"significance": ["here"], "extract": ["here"], "prose": [], "speech": []}}}`), 0o600))
	p, err := Open(Options{Data: data, BundledSkills: config.InProcess, Warn: func(string) {}})
	must(t, err)
	defer func() { must(t, p.Close(context.Background())) }()
	g, err := p.Start(t.Context(), GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	must(t, err)
	_, err = g.Play(t.Context(), "")
	must(t, err)
	must(t, g.order(t.Context(), func(ctx context.Context) error {
		g.seeded = false
		first, second := &making{done: make(chan struct{})}, &making{done: make(chan struct{})}
		g.pending = []*making{first, second}
		g.keepAfterwards(ctx)
		if len(g.pending) != 2 || g.pending[0] != first || g.pending[1] != second {
			t.Errorf("without a seed %d are left", len(g.pending))
		}
		g.pending = make([]*making, mostAfterwards)
		g.afterwards(ctx)
		if len(g.pending) != mostAfterwards {
			t.Errorf("%d are being made at once", len(g.pending))
		}
		g.pending = nil
		g.afterwards(ctx)
		if len(g.pending) != 1 { // what is remembered of an opening is high here, and only more is asked for
			t.Errorf("of a turn there are begun %d", len(g.pending))
		}
		return nil
	}))
	must(t, g.Close(t.Context()))
}
