// Package process runs skill scripts as child processes.
//
//	transport := process.New(process.Options{Host: host, Assets: dir})
//	defer transport.Close()
//	outcome := transport.Run(ctx, invocation)
//
// A script is foreign code. Whatever it does, [Transport.Run] returns by its
// context's end plus two and a half seconds, and nothing it started is left
// running:
//
//	Linux    a PID namespace of its own, where the system allows one: its end
//	         ends its whole tree. Root makes it directly, others inside a user
//	         namespace, which is tried once.
//	         Else a process group; and when the program has made itself the
//	         reaper of lost descendants ([BecomeSubreaper]), a sweep for those
//	         that left the group.
//	other    a process group on Unix, a job object on Windows.
//
// [Transport.Containment] says which. None of it is a sandbox: a script can read
// and write whatever its user can. [Transport.Unsandboxed] says so for `skills
// list`.
//
// A script that must end is asked first, by the end of its stdin and SIGTERM,
// and killed after [Options.Grace]. One that broke the protocol is killed at once.
// A program that is killed takes its scripts along; see package launcher for how.
//
// A skill from outside runs in a private, read-only copy of the files that were
// agreed to (package snapshot); one of --dev, and a script that no registry has
// discovered, where it lies.
//
// Each attempt has an output directory of its own, which is its temporary directory
// too and is removed when the attempt ends, or at the next start if the program is
// killed. What lies in it is limited while the attempt runs ([MaxOutputBytes]). The
// environment is an allow-list (environment.go); HOME is the skill's data directory, so that what a
// library caches under it stays with the skill. No file descriptor but the three
// standard ones is inherited. On Linux a script cannot gain privileges
// (no_new_privs): set-user-ID programs run as the player.
package process

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/snapshot"
	"github.com/narratoria/narratoria/skills/transport"
)

// Options of a [Transport]. Zero fields mean the default.
type Options struct {
	Host   skills.Host // answers calls; nil answers none
	Assets string      // where accepted assets are copied to; "" takes none over
	// DataRoot holds one data directory per skill of the playthrough, and
	// SharedRoot those of skills that share theirs among all playthroughs. Where
	// one is zero such a directory lasts for the attempt only.
	DataRoot, SharedRoot skills.DataRoot
	TempRoot             string // where attempts get their directories; the system's
	// Copies keeps the copies that skills run from, for every later program too.
	// Where it is nil, or cannot be written, they last as long as the transport.
	Copies         *snapshot.Store
	BuiltinProgram string // narratoria-skills; "" where bundled scripts run elsewhere
	// Launcher is the command line of the launcher, to which a script's is appended: see
	// package launcher. Without one a script from outside that is being started in the very
	// moment in which the program is killed lives until the next start. On Linux only.
	Launcher []string
	Grace    time.Duration // between being asked to end and being killed; 500 ms, at most a second

	containment containment // 0 takes the strongest the system allows
}

const (
	standardGrace = 500 * time.Millisecond
	longestGrace  = time.Second
	// afterExit is how long the pipes of a script that has ended stay open for
	// what still holds them. Where the whole tree is gone they end at once.
	afterExit = 250 * time.Millisecond
	// killPatience is how long a killed process may take to be gone before it is
	// given up: only the kernel, waiting for a device, can make it longer.
	killPatience = time.Second
)

// A Transport runs scripts as processes. It may be used concurrently.
type Transport struct {
	options Options
	spawner *spawner
	outputs *outputs
	copies  *copies
	caches  caches
	assets  *transport.Collector

	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup // attempts, and what is still tidied up behind them
	closing context.Context
	close   context.CancelCauseFunc
}

var _ skills.Transport = (*Transport)(nil)

// New makes a transport. It starts no script yet, but begins to remove what
// programs have left behind that were killed; Close waits for that.
func New(options Options) *Transport {
	if options.Grace <= 0 {
		options.Grace = standardGrace
	}
	options.Grace = min(options.Grace, longestGrace)
	t := &Transport{options: options, spawner: &spawner{}, outputs: newOutputs(options.TempRoot)}
	if options.Assets != "" {
		t.assets = transport.NewCollector(options.Assets, transport.CollectorOptions{})
	}
	t.copies = &copies{kept: t.options.Copies, own: sync.OnceValues(t.ownCopies)}
	t.closing, t.close = context.WithCancelCause(context.Background())
	t.running.Go(t.sweep)
	return t
}

// Close ends every running attempt the way a deadline does, waits for them, and
// refuses later ones. It returns within five seconds and may be called again.
func (t *Transport) Close() error {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.close(transport.ErrClosed)
	t.running.Wait()
	t.spawner.close()
	t.copies.close()
	t.outputs.close()
	return nil
}

// enter counts an attempt in, unless the transport is closed.
func (t *Transport) enter() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.running.Add(1)
	}
	return !t.closed
}

// sweep removes what programs that are gone have left: scripts that outlived
// them, directories of attempts, assets half taken over, copies half made.
func (t *Transport) sweep() {
	scratch.Sweep(temporary(t.options.TempRoot), scratchName, killLeftIn)
	if t.assets != nil {
		t.assets.Sweep()
	}
	if t.options.Copies != nil {
		t.options.Copies.Sweep()
	}
}

// ownCopies keeps copies for as long as the transport lasts.
func (t *Transport) ownCopies() (*snapshot.Store, error) {
	dir, err := t.outputs.scratch()
	if err != nil {
		return nil, err
	}
	return snapshot.NewStore(filepath.Join(dir.Path(), "copies"), nil), nil
}

// Containment names, for people, what holds a script's processes together here.
func (t *Transport) Containment() string { return t.contained().String() }

// Unsandboxed reports that scripts may do whatever their user may. It is true on
// every system for now.
func (t *Transport) Unsandboxed() bool { return true }

func (t *Transport) contained() containment {
	if t.options.containment != 0 {
		return t.options.containment
	}
	return t.spawner.strongest()
}
