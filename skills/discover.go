package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// Origin says which rule found a skill. The names are fixed on the wire.
type Origin string

// Where skills come from, in the order of the search.
const (
	FromDev      Origin = "dev"      // --dev DIR
	FromFlag     Origin = "flag"     // --skills DIR
	FromSettings Origin = "settings" // skillDirectories of config.json
	FromUser     Origin = "user"     // skills/ in the user's data directory
	FromProgram  Origin = "program"  // skills/ beside the program
	FromBundle   Origin = "bundled"  // inside the program
)

// A Source is one directory whose subdirectories may be skills.
type Source struct {
	Dir    string
	Origin Origin
}

// SearchPath lists the sources in order: the directories of --skills, those of
// the settings, the one in the user's data directory, and the ones beside the
// program (in a checkout, whose program lies in bin/, beside bin/). The working
// directory is searched only when a flag names it.
func SearchPath(flags, settings []string, data, program string) []Source {
	var sources []Source
	for _, dir := range flags {
		sources = append(sources, Source{dir, FromFlag})
	}
	for _, dir := range settings {
		sources = append(sources, Source{dir, FromSettings})
	}
	sources = append(sources, Source{filepath.Join(data, "skills"), FromUser})
	if program != "" {
		beside := filepath.Dir(program)
		sources = append(sources, Source{filepath.Join(beside, "skills"), FromProgram})
		if filepath.Base(beside) == "bin" {
			sources = append(sources, Source{filepath.Join(filepath.Dir(beside), "skills"), FromProgram})
		}
	}
	return sources
}

// DevSources are the directories of --dev, each a skill or a directory with
// skills. What lies there is trusted while it is edited: with all it asks for, to
// stand in for a bundled skill of its name, and without asking again when it
// changes. It runs in place and is no part of what [SearchPath] lists; put it first.
func DevSources(dirs []string) []Source {
	var sources []Source
	for _, dir := range dirs {
		sources = append(sources, Source{dir, FromDev})
	}
	return sources
}

// maxSkills bounds how many directories of one source are read.
const maxSkills = 1_000

// DiscoverOptions say where to look and by what to judge. The zero value finds
// the bundled skills.
type DiscoverOptions struct {
	Sources  []Source // the first skill of a name wins
	Bundled  fs.FS    // directories of bundled skills; nil: those of this program
	Consent  *Consent // nil: nothing is recorded
	Unread   bool     // what is recorded cannot be read: skills from outside stay off, but those of --dev
	Features []string // what the host can do; nil: a manifest's requires is not checked
	// NoProcesses is for where no process can be started, as on a phone: skills whose scripts
	// are programs of their own are unavailable.
	NoProcesses bool
	// Configured, when not nil, says what is wrong with the configuration of a
	// skill that could otherwise run.
	Configured func(*Skill) contracts.Problems
	// Sums remembers the hashes of large files; nil: all are hashed every time.
	Sums *snapshot.Sums
	// LookPath finds an interpreter; nil: exec.LookPath.
	LookPath func(program string) (string, error)
}

// Discover reads every skill it can find. It never fails: what is wrong with one
// skill, or with one source, is in the registry, and the rest is there. Only
// files are read; nothing of a skill is started.
func Discover(opts DiscoverOptions) *Registry {
	if opts.LookPath == nil {
		opts.LookPath = exec.LookPath
	}
	d := discovery{opts: opts, machine: thisMachine(), holders: map[string]Listing{}, visited: map[string]bool{}}
	d.machine.lookPath, d.machine.startsNothing = opts.LookPath, opts.NoProcesses
	if opts.Bundled == nil {
		d.opts.Bundled, d.bundled = Bundled(), slices.Clone(ownSkills())
	} else {
		d.loadBundled()
	}
	for _, source := range opts.Sources {
		d.search(source)
	}
	for i := range d.bundled {
		d.judge(&d.bundled[i])
	}
	_ = opts.Sums.Save() // without it the next start takes longer
	return newRegistry(append(d.found, d.bundled...), d.problems)
}

// discovery is one search under way.
type discovery struct {
	opts     DiscoverOptions
	machine  machine
	bundled  []Listing
	found    []Listing
	holders  map[string]Listing // who has each name so far
	visited  map[string]bool    // real paths of what was read
	problems contracts.Problems
}

// ownSkills are the skills of this program, not judged yet. They are read once: they lie inside
// it, and whoever watches for skills looks for all of them again and again.
var ownSkills = sync.OnceValue(func() []Listing {
	d := discovery{opts: DiscoverOptions{Bundled: Bundled()}, machine: thisMachine()}
	d.loadBundled()
	return d.bundled
})

// loadBundled comes first, because other skills must know those names; the
// bundled ones are judged last.
func (d *discovery) loadBundled() {
	entries, err := fs.ReadDir(d.opts.Bundled, ".")
	if err != nil {
		d.problem("bundled", contracts.Unreadable, false, "the program's own skills cannot be read: %v", err)
	}
	for _, entry := range entries {
		sub, err := fs.Sub(d.opts.Bundled, entry.Name())
		if err == nil && entry.IsDir() && isSkill(sub) {
			l := loader{fsys: sub, label: "bundled/" + entry.Name(), machine: d.machine}
			d.bundled = append(d.bundled, d.listing(l, FromBundle))
		}
	}
}

// search looks into one source. The usual ones need not be there, and one that
// the user names on the command line must.
func (d *discovery) search(source Source) {
	if source.Origin == FromDev && d.isOne(source.Dir) {
		d.visit(source.Dir, FromDev)
		return
	}
	entries, err := os.ReadDir(source.Dir)
	if err != nil {
		usual := source.Origin == FromUser || source.Origin == FromProgram
		if !usual || !errors.Is(err, fs.ErrNotExist) {
			d.problem(source.Dir, contracts.Unreadable, source.Origin != FromFlag && source.Origin != FromDev, "the skills directory %s", plainfile.Why(err))
		}
		return
	}
	if len(entries) > maxSkills {
		d.problem(source.Dir, contracts.Limit, true, "the skills directory holds %d entries; only the first %d are read", len(entries), maxSkills)
		entries = entries[:maxSkills]
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			d.visit(filepath.Join(source.Dir, entry.Name()), source.Origin)
		}
	}
}

func (d *discovery) problem(file string, kind contracts.Kind, warning bool, format string, args ...any) {
	d.problems = append(d.problems, contracts.Problem{File: file, Kind: kind, Warning: warning, Message: fmt.Sprintf(format, args...)})
}

// isOne reports whether a directory is a skill itself.
func (d *discovery) isOne(dir string) bool {
	path, err := realPath(dir)
	if err != nil {
		return false
	}
	root, err := plainfile.OpenDir(path)
	if err != nil {
		return false
	}
	defer root.Close()
	return isSkill(plainfile.FS{Root: root})
}

// visit reads one directory, if it is one and claims to be a skill. It may be a
// link: whoever links a directory there wants it as a skill.
func (d *discovery) visit(path string, origin Origin) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return
	}
	dir, err := realPath(path)
	if err != nil {
		return
	}
	root, err := plainfile.OpenDir(dir)
	if err != nil {
		d.problem(path, contracts.Unreadable, true, "the directory %s", plainfile.Why(err))
		return
	}
	defer root.Close()
	fsys := plainfile.FS{Root: root}
	if !isSkill(fsys) || d.visited[dir] || d.sourceOfBundled(fsys, filepath.Base(path)) {
		return
	}
	d.visited[dir] = true // a directory that two sources name is no rival of itself
	reading := loader{fsys: fsys, dir: dir, label: path, dev: origin == FromDev, machine: d.machine}
	if !reading.dev {
		reading.list(root, d.opts.Sums)
	}
	l := d.listing(reading, origin)
	d.judge(&l)
	d.found = append(d.found, l)
}

func realPath(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

// sourceOfBundled reports whether a directory is where a bundled skill was taken
// from, as in a checkout: every embedded file lies there, the same.
func (d *discovery) sourceOfBundled(fsys fs.FS, name string) bool {
	embedded, err := fs.Sub(d.opts.Bundled, name)
	if err != nil || !isSkill(embedded) {
		return false
	}
	differs := errors.New("differs")
	return fs.WalkDir(embedded, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := fs.ReadFile(embedded, path)
		if err != nil {
			return err
		}
		if got, err := plainfile.ReadFile(fsys, path, int64(len(want))); err != nil || string(got) != string(want) {
			return differs
		}
		return nil
	}) == nil
}

// listing loads a skill and lists it as ready, or as skipped where it is broken.
func (d *discovery) listing(l loader, origin Origin) Listing {
	skill, problems := l.load()
	listing := Listing{Name: skill.Name, Dir: l.label, Origin: origin, Status: Ready, Problems: problems, Skill: skill}
	if problems.Err() != nil {
		listing.Status, listing.Reason, listing.Skill = Skipped, reasonOf(problems), nil
	}
	return listing
}

// judge decides whether a sound skill may run. A broken one holds no name, nor does one
// that cannot run here; every other one does, so that switching a skill off never lets
// another in its place.
func (d *discovery) judge(l *Listing) {
	name := string(l.Name)
	if l.Status != Ready {
		_, taken := d.holders[name]
		l.Changed = !taken && d.opts.Consent.agreed(l.Name)
		return
	}
	if file := l.Skill.program(); d.opts.NoProcesses && file != "" {
		l.Status, l.Reason = Unavailable, fmt.Sprintf("its script %s is a program of its own, and here none can be started", contracts.Quote(file, 60))
		return
	}
	if holder, taken := d.holders[name]; taken {
		l.Status, l.Reason = Skipped, fmt.Sprintf("another skill named %q was found first, in %s", name, holder.Dir)
		return
	}
	if d.opts.Unread && !l.Skill.Bundled && !l.Skill.Dev {
		l.Status, l.Reason = Waiting, "what the user allows skills cannot be read, so those from outside stay off"
		return
	}
	if d.shadowsBundled(l) && !d.opts.Consent.Granted(l.Skill).Replace {
		l.Changed = d.opts.Consent.changed(l.Skill) && d.opts.Consent.record(l.Name).grant.Replace
		l.Status, l.Reason, l.shadows = Waiting, replaceReason(l), true
		return
	}
	d.holders[name] = *l
	l.Status, l.Reason = d.verdict(l)
}

func (d *discovery) shadowsBundled(l *Listing) bool {
	return !l.Skill.Bundled && !l.Skill.Dev && slices.ContainsFunc(d.bundled, func(b Listing) bool { return b.Name == l.Name })
}

func replaceReason(l *Listing) string {
	if l.Changed {
		return fmt.Sprintf("it has changed since it was enabled, and the program's own is used; to use it as it is now: %s --replace", enabling(l))
	}
	return fmt.Sprintf("the program brings a skill named %q; to use this one in its place: %s --replace", l.Name, enabling(l))
}

func (d *discovery) verdict(l *Listing) (Status, string) {
	skill, consent := l.Skill, d.opts.Consent
	if consent.Disabled(skill.Name) {
		return Disabled, "switched off; to switch it on: " + enabling(l)
	}
	if feature := d.lackingFeature(skill); feature != "" {
		return Skipped, fmt.Sprintf("its skill.json requires the feature %q, which this program does not have%s", feature, d.meantFeature(feature))
	}
	if missing := consent.missing(skill); len(missing) > 0 {
		l.Changed = consent.changed(skill)
		return Waiting, waitingReason(l, missing)
	}
	if d.opts.Configured == nil {
		return Ready, ""
	}
	problems := d.opts.Configured(skill)
	l.Problems = append(slices.Clip(l.Problems), problems...)
	if problems.Err() != nil {
		return Misconfigured, reasonOf(problems)
	}
	return Ready, ""
}

// enabling is the command that lets a skill have what it asks for, from where it was found.
func enabling(l *Listing) string {
	command := fmt.Sprintf("narratoria skills enable %s", l.Name)
	if l.Origin != FromFlag {
		return command
	}
	dir := filepath.Dir(l.Dir)
	if strings.ContainsFunc(dir, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-~:\\", r)
	}) {
		dir = contracts.Quote(dir, 300)
	}
	return command + " --skills " + dir
}

func waitingReason(l *Listing, missing []Permission) string {
	names := make([]string, len(missing))
	for i, p := range missing {
		names[i] = string(p)
	}
	reason := "it asks for " + strings.Join(names, ", ")
	if l.Changed {
		reason = "it has changed since it was enabled, and asks for " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s; to allow that: %s", reason, enabling(l))
}

func (d *discovery) meantFeature(feature string) string {
	if meant := nearest.Name(feature, d.opts.Features); meant != "" {
		return fmt.Sprintf("; did you mean %q?", meant)
	}
	return ""
}

func (d *discovery) lackingFeature(skill *Skill) string {
	if d.opts.Features == nil {
		return ""
	}
	for _, feature := range skill.Requires {
		if !slices.Contains(d.opts.Features, feature) {
			return feature
		}
	}
	return ""
}
