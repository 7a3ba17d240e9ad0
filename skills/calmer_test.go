package skills

import (
	"testing"
	"testing/synctest"
	"time"
)

// burst feeds changes at the given moments and says when the calmer came due.
func burst(c *calmer, changes ...time.Duration) (due time.Duration) {
	start := time.Now()
	for _, at := range changes {
		select {
		case <-c.due():
			return time.Since(start)
		case <-time.After(at - time.Since(start)):
			c.note(time.Now())
		}
	}
	<-c.due()
	return time.Since(start)
}

func TestCalmer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := calmer{quiet: 200 * time.Millisecond, most: 2 * time.Second}
		if c.due() != nil {
			t.Error("due before anything changed")
		}
		if got := burst(&c, 0); got != 200*time.Millisecond {
			t.Errorf("one change: due after %v", got)
		}
		c.stop()
		if got := burst(&c, 0, 150*time.Millisecond, 300*time.Millisecond); got != 500*time.Millisecond {
			t.Errorf("three changes: due after %v", got)
		}
		c.stop()
		var endless []time.Duration
		for at := range 100 {
			endless = append(endless, time.Duration(at)*100*time.Millisecond)
		}
		if got := burst(&c, endless...); got != 2*time.Second {
			t.Errorf("endless changes: due after %v", got)
		}
		c.stop()
	})
}
