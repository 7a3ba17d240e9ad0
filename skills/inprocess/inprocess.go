// Package inprocess runs bundled scripts as goroutines: on phones, where there
// are no processes, and where the program narratoria-skills is not installed.
//
//	transport := inprocess.New(map[plan.ScriptRef]inprocess.Func{ref: serve}, inprocess.Options{Host: host})
//	outcome := transport.Run(ctx, invocation)
//
// The conversation is the same as with a process, over pipes in memory. What a
// process boundary gives cannot be had: a script that ignores its context cannot
// be killed. It is abandoned, with its pipes closed so that every further read
// and write of its fails, and goes on until it returns by itself. A script that
// panics has ended with exit 2; one that ends the program ends the program. Only
// bundled scripts, which are tested for this, run here.
package inprocess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// A Func is a script's main: it reads the request from stdin, writes events to
// stdout and returns its exit code. It must return soon after ctx ends.
type Func func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int

// Options of a [Transport]. Zero fields mean the default.
type Options struct {
	Host     skills.Host // answers calls; nil answers none
	Assets   string      // where accepted assets are copied to; "" takes none over
	TempRoot string      // where attempts get their directories; "" is the system's
	// DataRoot has one data directory per skill; zero is for one that lasts for the attempt.
	DataRoot skills.DataRoot
}

// A Transport runs scripts as goroutines. It may be used concurrently.
type Transport struct {
	scripts map[plan.ScriptRef]Func
	options Options
	assets  *transport.Collector
	sweep   sync.Once // what killed programs left
}

var _ skills.Transport = (*Transport)(nil)

// New makes a transport of these scripts. The map must not be changed afterwards.
func New(scripts map[plan.ScriptRef]Func, options Options) *Transport {
	t := &Transport{scripts: scripts, options: options}
	if options.Assets != "" {
		t.assets = transport.NewCollector(options.Assets, transport.CollectorOptions{})
	}
	return t
}

// Has reports whether the transport can run a script.
func (t *Transport) Has(ref plan.ScriptRef) bool { return t.scripts[ref] != nil }

// grace is how long a script has to return after its context ended.
const grace = 500 * time.Millisecond

// crashed is the exit code of a script that panicked, as of a Go program that did.
const crashed = 2

// Run runs one attempt; see [skills.Transport].
func (t *Transport) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	main, ok := t.scripts[inv.Script.Ref]
	if !ok {
		return notStarted(ctx, inv, errors.New("this program does not carry it"))
	}
	place, err := t.prepare(&inv)
	if err != nil {
		return notStarted(ctx, inv, err)
	}
	defer place.close()
	if inv.Request.Features == nil {
		inv.Request.Features = transport.Features(transport.HostOf(inv, t.options.Host), inv.Script)
	}
	exchange := transport.Begin(inv, transport.Options{Session: transport.OpenSession(transport.HostOf(inv, t.options.Host), inv), Assets: transport.CollectorOf(inv, t.assets), Output: place.output})
	s := begin(ctx, main)
	exit := s.converse(ctx, exchange)
	outcome := exchange.Outcome(ctx, exit)
	outcome.Stderr = exchange.Stderr(s.stderr.bytes())
	return outcome
}

func notStarted(ctx context.Context, inv skills.Invocation, err error) skills.Outcome {
	return transport.Begin(inv, transport.Options{}).Outcome(ctx, transport.Exit{Start: err})
}

// A place is the directories of one attempt.
type place struct {
	own    *scratch.Dir // removed with everything in it
	output *os.Root
}

func (p place) close() {
	if p.output != nil {
		_ = p.output.Close()
	}
	_ = p.own.Close()
}

// scratchName is how the directories of attempts begin in the system's temporary one.
const scratchName = "narratoria-run-"

// prepare makes the attempt's directories and writes them into the request.
func (t *Transport) prepare(inv *skills.Invocation) (place, error) {
	root := cmp.Or(t.options.TempRoot, os.TempDir())
	t.sweep.Do(func() { scratch.Sweep(root, scratchName, nil) })
	own, err := scratch.Open(root, scratchName)
	if err != nil {
		return place{}, fmt.Errorf("no directory for its output: %w", err)
	}
	p := place{own: own}
	output, data := plainfile.Below{Base: own.Path(), Way: "output"}, plainfile.Below{Base: own.Path(), Way: "data"}
	if root := cmp.Or(inv.DataRoot, t.options.DataRoot); root != (skills.DataRoot{}) && inv.Scope.As == "" {
		data = plainfile.Below(root).In(string(inv.Script.Ref.Skill))
	}
	if p.output, err = output.Make(); err == nil {
		var held *os.Root
		if held, err = data.Make(); err == nil {
			err = held.Close()
		}
	}
	if err != nil {
		p.close()
		return place{}, fmt.Errorf("a directory it needs cannot be made: %w", err)
	}
	inv.Request.OutputDir, inv.Request.DataDir = output.Path(), data.Path()
	return p, nil
}
