package process

import (
	"context"
	"os"
	"sync"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
)

// caches are the data directories of skills, which last. Each is within its limits before a
// script starts in it: it is looked at when it is first used, for an earlier program may have
// been killed, and after each attempt, most of which are over before anybody has looked.
type caches struct {
	mu   sync.Mutex
	used map[plainfile.Below]*looking
}

// A looking is one directory's. Its lock is held by who looks at it; who would start a
// script waits for that.
type looking struct {
	busy   chan struct{} // holds a token while somebody looks
	looked bool
}

// A cache is a data directory that one attempt uses.
type cache struct {
	*looking
	root *os.Root // the very directory that was made, held
}

// enter makes a data directory, holds on to it, and sees to it that it is within its limits.
// It waits for whoever does so, as long as ctx goes on.
func (c *caches) enter(ctx context.Context, dir plainfile.Below) (*cache, error) {
	l := c.of(dir)
	select {
	case l.busy <- struct{}{}:
		defer func() { <-l.busy }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	root, err := dir.Make()
	if err != nil {
		return nil, err
	}
	if !l.looked {
		keepWithin(root)
		l.looked = true
	}
	return &cache{l, root}, nil
}

func (c *caches) of(dir plainfile.Below) *looking {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.used == nil {
		c.used = map[plainfile.Below]*looking{}
	}
	l := c.used[dir]
	if l == nil {
		l = newLooking()
		c.used[dir] = l
	}
	return l
}

func newLooking() *looking { return &looking{busy: make(chan struct{}, 1)} }

// once makes a data directory that lasts for one attempt.
func once(dir plainfile.Below) (*cache, error) {
	root, err := dir.Make()
	if err != nil {
		return nil, err
	}
	return &cache{newLooking(), root}, nil
}

// hold has whoever would start a script there wait for leave.
func (c *cache) hold() { c.busy <- struct{}{} } // who has it lets go of it soon

// leave looks at what an attempt has left, and lets go of it.
func (c *cache) leave() {
	keepWithin(c.root)
	<-c.busy
	_ = c.root.Close()
}

// keepWithin empties a data directory that is beyond its limits. It is a cache.
func keepWithin(root *os.Root) {
	if overfull(root) != nil {
		_ = scratch.Empty(root) // what cannot be removed is met again by the next
	}
}
