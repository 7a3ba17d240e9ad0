package campaign_test

import (
	"sync"
	"testing"

	"github.com/narratoria/narratoria/campaign/condition"
)

// TestShared uses one campaign from several goroutines at once; the race detector
// looks on in make check.
func TestShared(t *testing.T) {
	c := whole(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c.Standings(progress(3, map[string]int{"arrival": 1}))
			c.Report()
			_, _ = c.Chunks(&c.Lore[0])
			c.Constraints.CheckFacts(&condition.Facts{})
			if _, err := c.Player.Persona(nil); err != nil {
				t.Error(err)
			}
			if _, err := c.Record(&c.Assets[0]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
