package process

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// copies are the copies of skills that a transport runs scripts from: of each
// skill the one that is agreed to now, made when it first runs.
type copies struct {
	kept *snapshot.Store // nil for none
	own  func() (*snapshot.Store, error)

	mu      sync.Mutex
	current map[string]*working // by the skill's directory
}

// A working copy is one that attempts use, or wait for.
type working struct {
	digest  string
	made    chan struct{} // closed when copy or err is there
	copy    *snapshot.Copy
	err     error
	users   int
	retired bool // another has taken its place: the last user closes it
}

// needed reports whether a skill runs from a copy. A bundled one has no
// directory, one of --dev is trusted as it lies there, and one without a digest
// was discovered by nobody.
func needsCopy(skill *skills.Skill) bool {
	return skill != nil && skill.Dir != "" && skill.Digest != "" && !skill.Dev
}

// take gives the directory of a skill's copy until release is called. Where it
// has to be made that is done by background, and goes on when ctx has ended: the
// next attempt finds it.
func (c *copies) take(ctx context.Context, skill *skills.Skill, background func(func(context.Context))) (dir string, release func(), err error) {
	const tries = 3 // somebody changes it as fast as it is made
	for range tries {
		w := c.enter(skill, background)
		select {
		case <-w.made:
		case <-ctx.Done():
			c.leave(w)
			return "", nil, context.Cause(ctx)
		}
		if w.err != nil {
			c.retire(skill.Dir, w)
			c.leave(w)
			return "", nil, w.err
		}
		if w.copy.Intact() {
			return w.copy.Dir(), func() { c.leave(w) }, nil
		}
		c.retire(skill.Dir, w)
		c.leave(w)
	}
	return "", nil, errors.New("its copy is changed by something as often as it is made")
}

// enter counts a user in for the copy of what is agreed to now.
func (c *copies) enter(skill *skills.Skill, background func(func(context.Context))) *working {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.current[skill.Dir]
	if w == nil || w.digest != skill.Digest {
		c.retireLocked(w)
		w = &working{digest: skill.Digest, made: make(chan struct{}), users: 1}
		if c.current == nil {
			c.current = map[string]*working{}
		}
		c.current[skill.Dir] = w
		background(func(ctx context.Context) {
			defer c.leave(w)
			defer close(w.made)
			w.copy, w.err = c.obtain(ctx, skill)
		})
	}
	w.users++
	return w
}

// obtain makes a copy to be kept. Where there is no place or no room for one, or it is broken
// off for whatever else, one that lasts as long as the transport will do.
func (c *copies) obtain(ctx context.Context, skill *skills.Skill) (*snapshot.Copy, error) {
	if c.kept != nil {
		copy, err := c.kept.Copy(ctx, skill.Dir, skill.Digest)
		if err == nil || errors.Is(err, snapshot.ErrChanged) || ctx.Err() != nil {
			return copy, err
		}
	}
	store, err := c.own()
	if err != nil {
		return nil, err
	}
	return store.Copy(ctx, skill.Dir, skill.Digest)
}

// retire makes the next attempt obtain a copy anew.
func (c *copies) retire(dir string, w *working) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current[dir] == w {
		delete(c.current, dir)
		c.retireLocked(w)
	}
}

func (c *copies) retireLocked(w *working) {
	if w == nil {
		return
	}
	w.retired = true
	c.closeUnused(w)
}

func (c *copies) leave(w *working) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w.users--
	c.closeUnused(w)
}

func (c *copies) closeUnused(w *working) {
	if w.users == 0 && w.retired && w.copy != nil {
		_ = w.copy.Close()
		w.copy = nil
	}
}

// close lets all copies go, when no attempt runs any more.
func (c *copies) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for dir, w := range c.current {
		delete(c.current, dir)
		c.retireLocked(w)
	}
}

// runsFrom gives an attempt the directory it runs in: its skill's copy, or what
// there is where there is none.
func (t *Transport) runsFrom(ctx context.Context, script *skills.Script, p *place) error {
	p.release = func() {}
	p.work = p.output.dir
	skill := script.Skill
	if !needsCopy(skill) {
		if skill != nil && skill.Dir != "" {
			p.work = skill.Dir
		}
		p.script = script.Path
		return nil
	}
	dir, release, err := t.copies.take(ctx, skill, func(make func(context.Context)) {
		t.running.Go(func() { make(t.closing) }) // ends with the transport
	})
	if err != nil {
		return err
	}
	p.work, p.script, p.release = dir, filepath.Join(dir, filepath.FromSlash(script.File)), release
	return nil
}
