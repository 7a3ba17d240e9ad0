package narratoria

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/skills/config"
)

// A story that is played is backed up beside its turns when that is due, and the latest backups
// are kept; those that are there when it is left are whole, the last of them with the last turn or
// the one before.
func TestStoriesAreBackedUp(t *testing.T) {
	for name, test := range map[string]struct {
		backups config.Backups
		unkept  bool
		want    int
	}{
		"at each turn":        {config.Backups{Every: time.Nanosecond, Keep: 2}, false, 2},
		"of the first day":    {config.Defaults().Backups, false, 0},
		"not at all":          {config.Backups{Every: time.Nanosecond}, false, 0},
		"one that is no save": {config.Backups{Every: time.Nanosecond, Keep: 2}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := programThatBacksUp(t, test.backups)
			g, err := p.Start(t.Context(), GameOptions{Campaign: "minimal", Seed: "1", NoEndings: true, Unkept: test.unkept})
			must(t, err)
			choice := ""
			for range 4 {
				record, err := g.Play(t.Context(), choice)
				must(t, err)
				choice = record.Choices[0].ID
				if busy := g.copies.busy; busy != nil {
					<-busy // a turn is quicker than a backup, of which there is one at a time
				}
			}
			must(t, g.Close(t.Context()))
			all, err := p.Backups("")
			must(t, err)
			if len(all) != test.want {
				t.Fatalf("there are %v, want %d", all, test.want)
			}
			for i, of := range all {
				story, err := p.CheckBackup(t.Context(), of)
				must(t, err)
				if of.Name != g.Story() || story.Turn != int64(4-i) {
					t.Errorf("backup %d is of %q in turn %d", i, of.Name, story.Turn)
				}
			}
			if test.want > 0 {
				must(t, p.DeleteStory(t.Context(), g.Story()))
				if left, err := p.Backups(""); err != nil || len(left) > 0 {
					t.Errorf("the story is deleted, and there are %v (%v)", left, err)
				}
			}
		})
	}
}

// atStores has something done by a program that is opened for it, with the store of an address.
func atStores(t *testing.T, data string) func(store string, do func(p *Program)) {
	return func(store string, do func(p *Program)) {
		t.Helper()
		p, err := Open(Options{Data: data, Store: store, Shared: true, NoProcesses: true, Warn: func(text string) { t.Error(text) }})
		must(t, err)
		do(p)
		must(t, p.Close(t.Context()))
	}
}

// beginGrey plays the first turn of a story of that name.
func beginGrey(t *testing.T, p *Program) {
	t.Helper()
	g, err := p.Start(t.Context(), GameOptions{Campaign: "minimal", Seed: "1", Story: "grey"})
	must(t, err)
	_, err = g.Play(t.Context(), "")
	must(t, err)
	must(t, g.Close(t.Context()))
}

// Stories of one name in three stores are three stories, with backups of their own.
func TestStoresHaveTheirOwnBackups(t *testing.T) {
	data := t.TempDir()
	at := atStores(t, data)
	all := []string{"", "sqlite:" + filepath.Join(data, "second"), "sqlite:" + filepath.Join(data, "third")}
	backups := func(p *Program) int {
		of, err := p.Backups("grey")
		must(t, err)
		return len(of)
	}
	for n, store := range all {
		at(store, func(p *Program) {
			beginGrey(t, p)
			for range n + 1 {
				_, err := p.BackUpStory(t.Context(), "grey")
				must(t, err)
			}
			if got := backups(p); got != n+1 {
				t.Errorf("%q: %d backups, want %d", store, got, n+1)
			}
		})
	}
	at(all[1], func(p *Program) {
		must(t, p.DeleteStory(t.Context(), "grey"))
		if got := backups(p); got != 0 {
			t.Errorf("%d backups are left of what is deleted", got)
		}
		usual, address, err := p.UsualBackups("grey")
		if err != nil || len(usual) != 1 || address != "sqlite:"+filepath.Join(data, "saves") {
			t.Errorf("%v, %q, %v", usual, address, err)
		}
	})
	for n, store := range []string{"sqlite:" + filepath.Join(data, "second", "..", "saves"), "", all[2]} {
		at(store, func(p *Program) {
			if got, want := backups(p), []int{1, 1, 3}[n]; got != want {
				t.Errorf("%q: %d backups, want %d", store, got, want)
			}
		})
	}
}

// An older copy of a story is not copied: elsewhere nobody would know that it is one.
func TestOlderCopiesAreNotCopied(t *testing.T) {
	data, to := t.TempDir(), "sqlite:"+t.TempDir()
	p, err := Open(Options{Data: data, NoProcesses: true, Warn: func(text string) { t.Error(text) }})
	must(t, err)
	t.Cleanup(func() { must(t, p.Close(context.Background())) })
	begin := func(name string) {
		g, err := p.Start(t.Context(), GameOptions{Campaign: "minimal", Seed: "1", Story: name})
		must(t, err)
		_, err = g.Play(t.Context(), "")
		must(t, err)
		must(t, g.Close(t.Context()))
	}
	begin("grey")
	path := filepath.Join(data, "saves", "grey.sqlite")
	early, err := os.ReadFile(path)
	must(t, err)
	begin("whole")
	g, err := p.Continue(t.Context(), GameOptions{Story: "grey"})
	must(t, err)
	record, err := g.Last(t.Context())
	must(t, err)
	_, err = g.Play(t.Context(), record.Choices[0].ID)
	must(t, err)
	must(t, g.Close(t.Context()))
	must(t, os.WriteFile(path, early, 0o600))
	var copied []Copied
	must(t, p.CopyStories(t.Context(), to, nil, func(c Copied) { copied = append(copied, c) }))
	if len(copied) != 2 {
		t.Errorf("%+v", copied)
	}
	for _, c := range copied {
		if older := c.Story == "grey"; older != errors.Is(c.Err, persistence.ErrOlder) || c.Made == older {
			t.Errorf("%+v", c)
		}
	}
}

func programThatBacksUp(t *testing.T, backups config.Backups) *Program {
	t.Helper()
	p, err := Open(Options{Data: t.TempDir(), NoProcesses: true, Warn: func(text string) { t.Error(text) }})
	must(t, err)
	t.Cleanup(func() { must(t, p.Close(context.Background())) })
	p.settings.Backups = backups
	p.backups = p.newBackups()
	return p
}

// Who cannot be backed up is told, and plays.
func TestWhatCannotBeBackedUpIsPlayed(t *testing.T) {
	p := programThatBacksUp(t, config.Backups{Every: time.Nanosecond, Keep: 2})
	warned := make(chan string, 1)
	p.opts.Warn = func(text string) { warned <- text }
	p.settings.Backups.Directory = "/dev/null/nowhere"
	p.backups = p.newBackups()
	g, err := p.Start(t.Context(), GameOptions{Campaign: "minimal", Seed: "1"})
	must(t, err)
	_, err = g.Play(t.Context(), "")
	must(t, err)
	if said := <-warned; !strings.Contains(said, `"`+g.Story()+`" `) || !strings.Contains(said, "/dev/null/nowhere") {
		t.Errorf("said is %q", said)
	}
	must(t, g.Close(t.Context()))
}
