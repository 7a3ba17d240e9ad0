package executor

import "github.com/narratoria/narratoria/skills"

// What all steps of a plan may keep until its end, in bytes, most of them of memory. Limits bound each
// attempt, but a plan has many: 32 that each fill theirs once came to 3.5 GB.
const (
	planCounting = 16 << 20 // it is there thrice: as the steps' own, in the state, and where conflicts are looked for
	planProse    = 4 << 20  // a turn is told in 20,000 characters, which are 80 KB at most: one step may have as many
	planOthers   = 2 << 20  // a turn's story keeps 1 MiB of what is shown, and 64 KiB of each step's lines
	leastShare   = 64 << 10 // in a plan of thousands; its host has raised the number of tools

	planAssets  = 256 << 20 // and on the disk: a step alone may have as many
	leastAssets = 1 << 20
)

// shareOf is each step's part. It hangs on the number of steps alone, and not on who is
// first, since neither the order in which steps end nor how many run at once may decide
// what is kept.
func shareOf(steps int) skills.Share {
	return skills.Share{
		Counting: max(planCounting/steps, leastShare),
		Prose:    max(planProse/steps, leastShare),
		Others:   max(planOthers/steps, leastShare),
		Assets:   int64(max(planAssets/steps, leastAssets)),
	}
}
