package skills

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/narratoria/narratoria/skills/snapshot"
)

// WatchOptions say what to watch. Zero durations mean the default.
type WatchOptions struct {
	Discover DiscoverOptions
	// Also are directories whose files bear on the result: the user's
	// configuration directory, for one. Consent is watched of itself.
	Also []string

	Quiet time.Duration // how long nothing must change before it is read; 200 ms
	Most  time.Duration // how long changes may go on before it is read all the same; 2 s
	Poll  time.Duration // how often to look where the system does not tell of changes; 5 s
}

func (o WatchOptions) withDefaults() WatchOptions {
	for _, field := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.Quiet, 200 * time.Millisecond}, {&o.Most, 2 * time.Second}, {&o.Poll, 5 * time.Second},
	} {
		if *field.value <= 0 {
			*field.value = field.standard
		}
	}
	return o
}

// Watch discovers again whenever a skill's files may have changed, and hands
// over each registry that differs from the one before, the first of which the
// caller has. It returns when ctx ends, with its cause. changed is called from
// one goroutine at a time.
//
// A skill that breaks while it is edited is listed as skipped until it is mended:
// its old self does not go on, for its author has taken it back. What lies in
// data/ makes no difference; everything else in a skill's directory does.
//
// Where the system has no notifications left, Watch looks every Poll instead.
func Watch(ctx context.Context, current *Registry, opts WatchOptions, changed func(*Registry)) error {
	opts = opts.withDefaults()
	w := watch{opts: opts, wanted: wantedDirectories(opts), current: current, changed: changed}
	notifier, err := fsnotify.NewWatcher()
	if err != nil {
		return w.poll(ctx)
	}
	defer notifier.Close()
	return w.follow(ctx, notifier)
}

// A watch is one call of [Watch]; it lives in one goroutine.
type watch struct {
	opts    WatchOptions
	wanted  []string // absolute
	current *Registry
	changed func(*Registry)
}

func (w *watch) poll(ctx context.Context) error {
	ticker := time.NewTicker(w.opts.Poll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-ticker.C:
			w.refresh()
		}
	}
}

// follow reads again after notifications have calmed down. Where directories
// cannot be watched it looks every Poll as well.
func (w *watch) follow(ctx context.Context, notifier *fsnotify.Watcher) error {
	look := time.NewTicker(w.opts.Poll)
	defer look.Stop()
	blind := w.catchUp(notifier) != nil
	calm := calmer{quiet: w.opts.Quiet, most: w.opts.Most}
	defer calm.stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case event := <-notifier.Events:
			if w.matters(event.Name) {
				calm.note(time.Now())
			}
		case <-notifier.Errors: // an overflow: something was missed
			calm.note(time.Now())
		case <-look.C:
			if blind {
				w.refresh()
			}
		case <-calm.due():
			calm.stop()
			blind = w.catchUp(notifier) != nil
		}
	}
}

// catchUp watches directories that are new and reads everything again, until
// nothing new has come while it was reading: what appears in a directory before
// that is watched sends no notification.
func (w *watch) catchUp(notifier *fsnotify.Watcher) error {
	const rounds = 10 // a program that makes directories for ever must not keep us here
	var failed error
	for range rounds {
		var added int
		added, failed = w.add(notifier)
		w.refresh()
		if added == 0 {
			break
		}
	}
	return failed
}

func (w *watch) refresh() {
	if consent, err := w.opts.Discover.Consent.Reload(); err == nil {
		w.opts.Discover.Consent = consent
	}
	if next := Discover(w.opts.Discover); !next.same(w.current) {
		w.current = next
		w.changed(next)
	}
}

// add watches every directory in which a change may matter, and says how many of
// them it did not watch before. The error says that at least one cannot be.
func (w *watch) add(notifier *fsnotify.Watcher) (added int, failed error) {
	before := map[string]bool{}
	for _, dir := range notifier.WatchList() {
		before[dir] = true
	}
	for _, dir := range w.directories() {
		err := notifier.Add(dir)
		switch {
		case err == nil && !before[dir]:
			added++
			before[dir] = true
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			failed = err
		}
	}
	return added, failed
}

// directories are all in which something may change: what is wanted, the
// directories of skills, and of what is not there yet the nearest one above, in
// which it will appear.
func (w *watch) directories() []string {
	var all []string
	for _, dir := range w.wanted {
		all = append(all, existing(dir))
	}
	for _, source := range w.opts.Discover.Sources {
		all = append(all, skillDirectories(source.Dir)...)
	}
	return all
}

// matters reports whether a change of a name bears on a wanted directory: it
// lies in one, or is one, or one will lie in it. A directory above a missing one
// tells of much else.
func (w *watch) matters(name string) bool {
	for _, dir := range w.wanted {
		if within(dir, name) || within(name, dir) {
			return true
		}
	}
	return false
}

func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// wantedDirectories are those that were asked for, by absolute paths.
func wantedDirectories(opts WatchOptions) []string {
	dirs := append([]string{}, opts.Also...)
	if consent := opts.Discover.Consent; consent != nil {
		dirs = append(dirs, filepath.Dir(consent.path))
	}
	for _, source := range opts.Discover.Sources {
		dirs = append(dirs, source.Dir)
	}
	for i, dir := range dirs {
		if absolute, err := filepath.Abs(dir); err == nil {
			dirs[i] = absolute
		}
	}
	return dirs
}

func existing(dir string) string {
	for {
		info, err := os.Stat(dir)
		if parent := filepath.Dir(dir); (err == nil && info.IsDir()) || parent == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// skillDirectories are the directories directly in a source, with all below them
// but data/. A source of --dev may be a skill itself.
func skillDirectories(source string) []string {
	entries, err := os.ReadDir(source)
	if err != nil {
		return nil
	}
	var all []string
	for _, entry := range entries[:min(len(entries), maxSkills)] {
		dir, err := filepath.Abs(filepath.Join(source, entry.Name()))
		if err != nil {
			continue
		}
		if info, err := os.Stat(dir); err == nil && info.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			all = append(all, below(dir)...)
		}
	}
	return all
}

// maxWatched is how many directories of one skill are watched. What changes in
// another is noticed when something else is; until then the copy that was agreed
// to goes on.
const maxWatched = 2_000

func below(dir string) []string {
	var all []string
	follow := dir + string(filepath.Separator) // where it is a link itself
	_ = filepath.WalkDir(follow, func(path string, entry fs.DirEntry, err error) error {
		path = filepath.Clean(path)
		if err != nil || !entry.IsDir() {
			return nil
		}
		if len(all) == maxWatched {
			return fs.SkipAll
		}
		if path == filepath.Join(dir, snapshot.DataDir) {
			return fs.SkipDir
		}
		all = append(all, path)
		return nil
	})
	return all
}
