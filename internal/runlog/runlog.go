// Package runlog keeps the log of what the runtime did: every plan that was asked
// for, every plan that was carried out, every attempt at a step, and what skills
// said of themselves.
//
//	log, err := runlog.Open(dir, runlog.Options{})
//	log.Mask(apiKey)
//	log.Write(runlog.Entry{Kind: runlog.Execution, PlanID: id, Outcome: "success"})
//	err = log.Close()
//
//	err = runlog.Read(dir, runlog.Filter{PlanID: id}, func(e runlog.Entry) error { ... })
//
// It is for people who look for a reason afterwards, never a part of a story, and
// so never in a story's way: Write returns nothing, and a full disk costs entries
// and is reported by [Log.Close]. A nil *Log takes everything and keeps nothing.
//
// # On disk
//
// A directory of segments run-000001.jsonl, run-000002.jsonl, ..., each of lines,
// each line one JSON object:
//
//	{"time":"2026-01-31T18:04:05.123456Z","kind":"execution","level":"info",
//	 "planId":"...","parentId":"...","attempt":2,"skills":["dice-roller"],
//	 "outcome":"failed","durationNs":1503250000,"message":"..."}
//
// Other names are tool, toolAttempt, script, code and fields. A line is written
// at once at the end of the newest segment, so several programs may share a
// directory, and one that dies spoils at most its last line. All segments
// together stay below Options.MaxBytes; the oldest go first.
//
// Secrets given to [Log.Mask] are hidden in every string before it is written,
// also where they are escaped or inside base64.
package runlog

import (
	"cmp"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/narratoria/narratoria/internal/mask"
)

// Options of a log. Zero fields mean the default.
type Options struct {
	MaxBytes int64            // of all segments; 200 MB, at least 4 MiB
	Level    Level            // the least of what skills say that is kept; Debug
	Now      func() time.Time // time.Now
}

// kept is the number of segments a full log consists of.
const kept = 8

// minBytes is the least a log may be limited to.
const minBytes = 4 << 20

// Log is an open log. It may be used concurrently.
type Log struct {
	now   func() time.Time
	least int // the rank of Options.Level

	mu      sync.Mutex
	secrets *mask.Mask
	out     *segmentWriter
	zero    zerolog.Logger
	err     error // the first that a write met
}

// Open makes the directory where it is missing. Files are opened by the first
// write, and readable by this user alone.
func Open(dir string, opts Options) (*Log, error) {
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = 200_000_000
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	// A line stays free in each segment for a program that shares the directory
	// and writes at the same moment.
	out := &segmentWriter{dir: dir, keep: kept, limit: max(opts.MaxBytes, minBytes)/kept - maxLine}
	if err := out.openNewest(); err != nil {
		return nil, err
	}
	l := &Log{now: opts.Now, least: opts.Level.rank(), out: out}
	l.zero = zerolog.New(failureKeeper{l})
	return l, nil
}

// failureKeeper keeps the first error of a write: zerolog would print it.
type failureKeeper struct{ log *Log }

func (k failureKeeper) Write(line []byte) (int, error) {
	if _, err := k.log.out.Write(line); err != nil && k.log.err == nil {
		k.log.err = err
	}
	return len(line), nil
}

// Mask hides values from now on wherever they would be written. Values of less
// than four bytes are not looked for inside base64; empty ones are ignored.
func (l *Log) Mask(values ...string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.secrets = l.secrets.With(values...)
}

// Write appends an entry. What the runtime did is kept at every level.
func (l *Log) Write(e Entry) {
	if l == nil || e.Kind == SkillLog && cmp.Or(e.Level, Info).rank() < l.least {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Time.IsZero() {
		e.Time = l.now()
	}
	writeEntry(&l.zero, e.masked(l.secrets))
}

// Close ends the log and returns the first error that a write met. A second call
// does nothing.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.err
	if closing := l.out.Close(); err == nil {
		err = closing
	}
	return err
}
