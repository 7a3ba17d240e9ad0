package skills

import "time"

// A calmer turns a burst of changes into one moment to act: when nothing has
// changed for a while, or when it has gone on for too long. Editors write a file
// in several steps, and a program that writes for ever must not put the moment
// off for ever.
type calmer struct {
	quiet, most time.Duration
	first       time.Time // of the burst; zero between bursts
	timer       *time.Timer
}

// note takes note of one change.
func (c *calmer) note(now time.Time) {
	if c.first.IsZero() {
		c.first = now
	}
	wait := min(c.quiet, max(0, c.most-now.Sub(c.first)))
	if c.timer == nil {
		c.timer = time.NewTimer(wait)
		return
	}
	c.timer.Reset(wait)
}

// due gives the moment to act, or blocks for ever between bursts.
func (c *calmer) due() <-chan time.Time {
	if c.timer == nil {
		return nil
	}
	return c.timer.C
}

// stop ends the burst.
func (c *calmer) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
	c.timer, c.first = nil, time.Time{}
}
