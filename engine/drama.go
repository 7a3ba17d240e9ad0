package engine

import (
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// dramaParameter is what the plot is called among the parameters that a story begins with.
const dramaParameter = "drama"

// stageDrama gives a campaign that was found in three files a plot: one that is made now, or
// the one that the story began with. A story that began before there was any goes on
// without. Where a plot is staged the campaign is this game's own, and compiled for it.
func (g *Game) stageDrama() {
	c, s := g.opts.Campaign, g.story.State()
	if !c.Extracted || c.Reading == nil || len(c.Beats) > 0 || len(c.Endings) > 0 {
		return
	}
	plot := drama.Parse(strictjson.AsObject(s.Parameters[dramaParameter]))
	if s.Position == 0 {
		seed := rng.New()
		if g.opts.Seed != "" {
			seed = rng.FromString(g.opts.Seed)
		}
		plot = drama.Make(c, seed)
	}
	if plot == nil {
		return
	}
	g.opts.drama = plot
	g.opts.Campaign = drama.Stage(c, plot)
	g.world = world.Compile(g.opts.Campaign)
}
