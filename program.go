package narratoria

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/userdirs"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
	"github.com/narratoria/narratoria/persistence/stores"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// A Program is what belongs to one user, and every story being played of it. Its methods
// may be called from many goroutines.
type Program struct {
	opts     Options
	dirs     userdirs.Dirs
	lock     *os.File     // of the data directory; nil where others may have it, too
	temp     *scratch.Dir // for what is not kept; made when it is needed
	settings config.Settings
	agreeing sync.Mutex                     // who changes consent has it
	consent  atomic.Pointer[skills.Consent] // never changed, but replaced; nil where it cannot be read
	unread   error                          // why not
	place    *stores.Place                  // where stories are kept
	store    *persistence.Store
	backups  *backup.Backups
	meaning  *meaning      // by which texts are found; nil where no model is
	unmeant  error         // why it is not found which the settings or the directory of models have
	writing  *writing      // by whom texts are written that skills ask for; nil where nobody is
	unasked  []error       // why nobody is whom the settings name, of each task
	asking   *asking       // who was opened of those who write
	planning *planning     // by whom turns are planned; nil for rules
	unruled  error         // why not by whom the settings name
	turns    chan struct{} // who plays a turn has put something in

	shelving  sync.Mutex         // over what follows
	worlds    persistence.Worlds // of the store, that large lore is indexed in; nil until needed
	readOnly  error              // why the worlds were opened for reading only
	libraries []*lore.Index      // that are in it
	spoilt    bool               // something in it is damaged, and others are searched

	// What comes with the first use: skills are looked for, scripts can be run, the
	// directories of skills are watched.
	discovered func() error
	checked    func() error
	started    func()
	watched    func()
	unmeaning  func() // says why nothing is found by meaning

	sums      *snapshot.Sums
	discovery skills.DiscoverOptions
	registry  atomic.Pointer[skills.Registry]
	host      *host.Host // of what is run without a story
	health    *skills.HealthTable
	scratch   string // where attempts of scripts get their directories; "" is the system's
	runner    *runner
	log       *runlog.Log

	mutex     sync.Mutex
	closed    bool
	games     map[*Game]struct{}
	naming    sync.Mutex    // who looks for a free name has it
	enriching chan struct{} // holds whoever has a campaign enriched, one after the other
	loading   sync.Mutex
	campaigns map[string]*Campaign // that were loaded
	played    int                  // games that were begun
	watcher   sync.WaitGroup
	unwatch   context.CancelFunc
}

// Open opens a program. Nothing is run yet, and skills are looked for when they are first
// needed. Errors: *OptionsError, *InUseError, and settings that cannot be used.
func Open(opts Options) (*Program, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	p := &Program{
		opts: opts, turns: make(chan struct{}, opts.turns()),
		health: skills.NewHealthTable(),
		games:  map[*Game]struct{}{}, campaigns: map[string]*Campaign{}, enriching: make(chan struct{}, 1),
	}
	if err := p.prepare(); err != nil {
		return nil, errors.Join(err, p.giveBack())
	}
	if err := p.findPlace(); err != nil {
		return nil, errors.Join(err, p.giveBack())
	}
	p.meaning, p.unmeant = p.findMeaning()
	p.asking = &asking{program: p}
	p.writing, p.unasked = p.findWriting()
	p.planning, p.unruled = p.findPlanning()
	p.host = host.NewWith(p.writer())
	p.store = persistence.New(p.place.Driver, p.remembering())
	p.backups = p.newBackups()
	p.discovered, p.checked = sync.OnceValue(p.discover), sync.OnceValue(p.checkSkills)
	p.started, p.watched, p.unmeaning = sync.OnceFunc(p.start), sync.OnceFunc(p.watch), sync.OnceFunc(p.sayUnmeant)
	return p, nil
}

// prepare makes the directories the program's, and reads what is configured.
func (p *Program) prepare() (err error) {
	below := ""
	if p.opts.Temporary {
		if p.temp, err = scratch.Open(os.TempDir(), temporary); err != nil {
			return &OptionsError{"Temporary", fmt.Sprintf("no directory can be made: %v", err)}
		}
		below = p.temp.Path()
	}
	if p.dirs, err = p.opts.directories(below); err != nil {
		return err
	}
	if !p.opts.Shared && !p.opts.Temporary {
		if err := p.take(); err != nil {
			return err
		}
	}
	return p.configure()
}

// temporary is how directories begin that go with the program: as those of scripts, so
// that one that a kill left behind is removed with theirs.
const temporary = "narratoria-run-play-"

// takePatience is how long what a killed program was just starting may keep its lock.
const takePatience = time.Second

// take keeps others from the data directory. Where locks are not to be had it goes on
// without: every save has one of its own, too.
func (p *Program) take() error {
	if err := os.MkdirAll(p.dirs.Data, 0o700); err != nil {
		return &OptionsError{"Data", fmt.Sprintf("the directory %q cannot be made: %v", p.dirs.Data, err)}
	}
	file, err := filelock.Open(filepath.Join(p.dirs.Data, "program.lock"))
	if err != nil {
		return &OptionsError{"Data", fmt.Sprintf("the directory %q cannot be written: %v", p.dirs.Data, err)}
	}
	held, holder, err := filelock.Exclusive(file, takePatience)
	if err == nil && !held {
		return errors.Join(&InUseError{p.dirs.Data, holder}, file.Close())
	}
	p.lock = file
	if err == nil {
		err = filelock.Sign(file)
	}
	if err != nil {
		p.warn("narratoria: nobody is kept from opening %s, too: %v", p.dirs.Data, err)
	}
	return nil
}

// giveBack ends what prepare began.
func (p *Program) giveBack() (err error) {
	if p.lock != nil {
		err = p.lock.Close()
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.place != nil {
		p.place.Close()
	}
	if p.temp != nil {
		err = errors.Join(err, p.temp.Close())
	}
	return err
}

// warn says what keeps nobody from going on.
func (p *Program) warn(format string, args ...any) {
	if p.opts.Warn != nil {
		p.opts.Warn(fmt.Sprintf(format, args...))
	}
}

// configure reads the settings and what the user has agreed to.
func (p *Program) configure() error {
	settings, problems := config.LoadSettings(p.dirs.Config)
	for _, problem := range problems {
		p.warn("%v", problem)
	}
	switch {
	case problems.Err() == nil:
	case slices.ContainsFunc(problems, func(p contracts.Problem) bool { return p.Kind == contracts.Unreadable }):
		p.warn("narratoria: the usual settings are used")
	default:
		return errors.New("the settings cannot be used; mend or delete the file")
	}
	p.settings = settings
	p.settings.BundledSkills = cmp.Or(p.opts.BundledSkills, settings.BundledSkills)
	if p.opts.NoProcesses {
		p.settings.BundledSkills = config.InProcess
	}
	consent, err := skills.LoadConsent(p.dirs.Config)
	p.consent.Store(consent)
	p.unread = err
	return nil
}

// configs is where skills are configured.
func (p *Program) configs() config.Store {
	return config.Store{Dir: p.dirs.Config, Consent: p.consent.Load()}
}

// discover looks for skills.
func (p *Program) discover() error {
	if p.unread != nil {
		p.warn("narratoria: %v\nUntil it can be read, skills from outside stay off.", p.unread)
	}
	search := skills.SearchPath(p.opts.Skills, p.settings.SkillDirectories, p.dirs.Data, executable())
	p.sums = snapshot.OpenSums(filepath.Join(p.copies(), "sums"))
	p.discovery = skills.DiscoverOptions{
		Sources:     append(skills.DevSources(p.opts.Dev), search...),
		Sums:        p.sums,
		Consent:     p.consent.Load(),
		Unread:      p.unread != nil,
		Features:    p.host.Features(),
		NoProcesses: p.opts.NoProcesses,
		Configured:  func(skill *skills.Skill) contracts.Problems { return p.configs().Check(skill) },
	}
	registry := skills.Discover(p.discovery)
	p.registry.Store(registry)
	return registry.Problems().Err()
}

// run makes ready to run scripts.
func (p *Program) run() error {
	if err := p.discovered(); err != nil {
		return err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.closed {
		return ErrClosed
	}
	p.started()
	return nil
}

// start is called once, under the mutex.
func (p *Program) start() {
	p.findScratch()
	p.openLog()
	for _, why := range p.unasked {
		p.warn("narratoria: %v; narratoria model providers says who there is", why)
	}
	for _, sentence := range p.Misnamed() {
		p.warn("narratoria: %s", sentence)
	}
	if p.unruled != nil {
		p.warn("narratoria: turns are planned by rules: %v; narratoria model providers says who there is", p.unruled)
	}
	assets := cmp.Or(p.opts.Assets, filepath.Join(p.dirs.Data, "assets"))
	p.runner = p.newRunner(assets)
}

// watch keeps the registry up to date until the program is closed. It is called once,
// under the mutex.
func (p *Program) watch() {
	ctx, cancel := context.WithCancel(context.Background())
	p.unwatch = cancel
	p.watcher.Go(func() { // ends with ctx
		_ = skills.Watch(ctx, p.registry.Load(), p.watching(), p.registry.Store) // says only that ctx ended
	})
}

func (p *Program) watching() skills.WatchOptions {
	return skills.WatchOptions{Discover: p.discovery, Also: []string{p.dirs.Config}}
}

// findScratch looks where directories can be made that do not outlive the program, and
// says so where that is not the usual place.
func (p *Program) findScratch() {
	usual := os.TempDir()
	if p.opts.Temp != "" && os.MkdirAll(p.opts.Temp, 0o700) == nil {
		usual, p.scratch = p.opts.Temp, p.opts.Temp
	}
	usable, why := scratch.Usable(usual, filepath.Join(p.dirs.Cache, "tmp"), filepath.Join(p.dirs.State, "tmp"), filepath.Join(p.dirs.Data, "tmp"))
	switch usable {
	case usual:
	case "":
		p.warn("narratoria: no directory can be written, the temporary one neither (%v): skills cannot run, so the story is told without them; set TMPDIR to a directory that can be written", why)
	default:
		p.scratch = usable
		p.warn("narratoria: the temporary directory cannot be used (%v); %s is, until TMPDIR names another", why, usable)
	}
}

// openLog opens the run log. A log that cannot be written is said and done without.
func (p *Program) openLog() {
	if p.settings.Log.Level == "off" {
		return
	}
	log, err := runlog.Open(p.LogDir(), runlog.Options{
		MaxBytes: p.settings.Log.MaxBytes, Level: runlog.Level(p.settings.Log.Level),
	})
	if err != nil {
		p.warn("narratoria: nothing is logged: %v", err)
		return
	}
	p.log = log
}

// copies is where copies of skills are kept.
func (p *Program) copies() string { return filepath.Join(p.dirs.Cache, "skills") }

// LogDir is where the run log lies; see [Program.ReadLog].
func (p *Program) LogDir() string {
	return cmp.Or(p.settings.Log.Directory, filepath.Join(p.dirs.State, "log"))
}

// StoriesAt is where saves are kept, for messages: their directory, or the address of a database
// without its password. SkillsDir is where the user's own skills do, ModelsDir where models
// do, and ConfigDir where the settings and the configuration of skills do.
func (p *Program) StoriesAt() string { return p.place.Name }
func (p *Program) SkillsDir() string { return filepath.Join(p.dirs.Data, "skills") }
func (p *Program) ModelsDir() string { return filepath.Join(p.dirs.Data, "models") }
func (p *Program) ConfigDir() string { return p.dirs.Config }

// A LogError says that the run log is incomplete; nothing of a story is.
type LogError struct{ Err error }

func (e *LogError) Error() string { return fmt.Sprintf("the log is incomplete: %v", e.Err) }
func (e *LogError) Unwrap() error { return e.Err }

// Close closes every game, ends all scripts and waits until all is quiet, for as long as
// ctx lasts: what then still plays is left behind. It may be called again. Errors: those
// of [Game.Close], *LogError, ctx's.
func (p *Program) Close(ctx context.Context) error {
	p.mutex.Lock()
	if p.closed {
		p.mutex.Unlock()
		return nil
	}
	p.closed = true
	games := slices.Collect(maps.Keys(p.games))
	p.mutex.Unlock()
	var failed error
	for _, g := range games {
		g.stop()
	}
	for _, g := range games {
		failed = errors.Join(failed, g.Close(ctx))
	}
	if p.unwatch != nil {
		p.unwatch()
		p.watcher.Wait()
	}
	p.runner.close()
	failed = errors.Join(failed, p.asking.close())
	p.closeLibraries(ctx)
	if err := p.log.Close(); err != nil {
		failed = errors.Join(failed, &LogError{err})
	}
	return errors.Join(failed, p.giveBack())
}

// executable is the path of this program, links resolved, or "".
func executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// bundledProgram is narratoria-skills beside this program, or "" where it is not
// installed.
func bundledProgram() string {
	path := beside("narratoria-skills")
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return path
}

// beside is the path of another program of ours, which lies where this one does.
func beside(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(executable()), name)
}
