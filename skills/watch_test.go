package skills

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

// watching is a watch under test: every registry it hands over comes out of the
// channel.
type watching struct {
	t       *testing.T
	changes chan *Registry
	last    *Registry
}

func startWatch(t *testing.T, opts WatchOptions) *watching {
	t.Helper()
	w := &watching{t: t, changes: make(chan *Registry, 100), last: Discover(opts.Discover)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Watch(ctx, w.last, opts, func(r *Registry) { w.changes <- r }) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the watch ended with %v", err)
		}
	})
	return w
}

// until waits for a registry in which a skill has a status ("" for not listed).
func (w *watching) until(name string, want Status) {
	w.t.Helper()
	deadline := time.After(10 * time.Second)
	for {
		if listed(w.last, name) == want {
			return
		}
		select {
		case w.last = <-w.changes:
		case <-deadline:
			w.t.Fatalf("%s never became %q; it is %q", name, want, listed(w.last, name))
		}
	}
}

func listed(r *Registry, name string) Status {
	for _, l := range r.Listings() {
		if string(l.Name) == name {
			return l.Status
		}
	}
	return ""
}

func quick(opts DiscoverOptions) WatchOptions {
	return WatchOptions{Discover: opts, Quiet: 20 * time.Millisecond, Most: 200 * time.Millisecond, Poll: time.Hour}
}

func TestWatch(t *testing.T) {
	defer goleak.VerifyNone(t)
	t.Run("notifications", func(t *testing.T) {
		source, configDir := filepath.Join(t.TempDir(), "not", "yet"), t.TempDir()
		consent, err := LoadConsent(configDir)
		must(t, err)
		opts := DiscoverOptions{Sources: []Source{{source, FromUser}}, Bundled: bundleFS(), Consent: consent, LookPath: onlyShell}
		w := startWatch(t, quick(opts))

		dir := writeSkill(t, source, "torch", "") // in a directory that was not there
		w.until("torch", Ready)
		first, _ := w.last.Skill("torch")

		writeFile(t, filepath.Join(dir, "skill.json"), `{"name":`)
		w.until("torch", Skipped)
		writeSkill(t, source, "torch", "")
		w.until("torch", Ready)

		writeFile(t, filepath.Join(dir, "scripts", "go.sh"), "#!/bin/sh\necho changed\n")
		for second := first; second.Scripts[0].SHA256 == first.Scripts[0].SHA256; second, _ = w.last.Skill("torch") {
			select {
			case w.last = <-w.changes:
			case <-time.After(10 * time.Second):
				t.Fatal("a changed script was not noticed")
			}
		}

		writeSkill(t, source, "lamp", `"data"`)
		w.until("lamp", Waiting)
		consented(t, configDir, source, "lamp", EnableOptions{})
		w.until("lamp", Ready)
		must(t, os.RemoveAll(filepath.Join(source, "lamp")))
		w.until("lamp", "")

		// A library changes the skill, in whatever directory it lies.
		for _, name := range []string{"lib/deep/er.py", "lib/deep/er.py", ".hidden"} {
			before, _ := w.last.Skill("torch")
			writeFile(t, filepath.Join(dir, name), "changed at "+time.Now().String())
			for after := before; after.Digest == before.Digest; after, _ = w.last.Skill("torch") {
				select {
				case w.last = <-w.changes:
				case <-time.After(10 * time.Second):
					t.Fatalf("a change of %s was not noticed", name)
				}
			}
		}

		// What lies in data/ changes nothing. The new skill after it proves that the
		// watch was listening.
		writeFile(t, filepath.Join(dir, "data", "state.json"), "{}")
		writeSkill(t, source, "wick", "")
		select {
		case next := <-w.changes:
			if listed(next, "wick") != Ready {
				t.Errorf("a skill's own files made a new registry: %v", statuses(next))
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the new skill was not noticed")
		}
	})
}

// Without notifications a change is found at the next look.
func TestWatchByLooking(t *testing.T) {
	source := t.TempDir()
	opts := DiscoverOptions{Sources: []Source{{source, FromUser}}, Bundled: bundleFS(), LookPath: onlyShell}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var found time.Time
		w := watch{
			opts: WatchOptions{Discover: opts}.withDefaults(), current: Discover(opts),
			changed: func(*Registry) { found = time.Now(); cancel() },
		}
		start := time.Now()
		writeSkill(t, source, "torch", "")
		if err := w.poll(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
		if got := found.Sub(start); got != 5*time.Second {
			t.Errorf("found after %v, want 5s", got)
		}
	})
}

func TestWatchMatters(t *testing.T) {
	w := watch{wanted: []string{filepath.FromSlash("/home/ada/data/skills")}}
	for name, want := range map[string]bool{
		"/home/ada/data/skills":                  true,
		"/home/ada/data/skills/torch/skill.json": true,
		"/home/ada/data":                         true, // it, or what will hold it, has come
		"/home/ada/mail":                         false,
		"/home/ada/data/skills-old/x":            false,
	} {
		if got := w.matters(filepath.FromSlash(name)); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}
