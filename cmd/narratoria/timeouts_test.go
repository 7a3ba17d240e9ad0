package main

import (
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/config"
)

// "Timeouts nest: script <= plan <= turn", whatever the settings and a manifest say.
func TestTimeoutsNest(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		settings             config.Timeouts
		manifest             time.Duration
		wantPlan, wantScript time.Duration
	}{
		{config.Defaults().Timeouts, 0, 60 * s, 30 * s},
		{config.Defaults().Timeouts, 300 * s, 60 * s, 60 * s},
		{config.Timeouts{Script: 30 * s, Plan: 60 * s, Turn: 5 * s}, 0, 5 * s, 5 * s},
		{config.Timeouts{Script: 30 * s, Plan: 2 * s, Turn: 5 * s}, 3 * s, 2 * s, 2 * s},
		{config.Timeouts{Script: 30 * s, Plan: 60 * s, Turn: 90 * s}, 1 * s, 60 * s, 1 * s},
	} {
		p := &program{settings: config.Settings{Timeouts: c.settings}}
		if got := p.executorOptions(rng.New()).PlanTimeout; got != c.wantPlan {
			t.Errorf("%v: a plan may take %v, want %v", c.settings, got, c.wantPlan)
		}
		if got := p.scriptTimeout(&skills.Script{Timeout: c.manifest}); got != c.wantScript {
			t.Errorf("%v, manifest %v: a script may take %v, want %v", c.settings, c.manifest, got, c.wantScript)
		}
	}
}
