// Package engine plays a story, turn by turn: it ties campaign, story, plans and
// skills together.
//
//	game, err := engine.Open(ctx, engine.Options{Campaign: c, Save: save, ...})
//	record, err := game.Play(ctx, "")                   // the opening
//	record, err = game.Play(ctx, record.Choices[0].ID)  // one of what it offers
//	record, err = game.Back(ctx)                        // take the turn back
//	err = game.Close(ctx, event.Quit)
//
// A [Game] is a playthrough being played, a [Record] one turn as it is shown. What a
// player may look up between turns are [Game.Scene], [Game.People],
// [Game.Inventory] and [Game.Journal].
//
// # A turn
//
//	id -pick-> chosen -resolve-> resolved -planAndPlay-> planned -tell-> (told)
//	                                 |
//	                                 +-settle-> settled -conclude-> closed -write-> Record
//
// A stage is a function of the values of the stages before it, and gives one of its own
// that no later stage changes, so a test can begin at any. All stages share the turn that
// is staged (turn) and no more; those that carry out plans share a performer too, which
// resolving has not. What a stage makes, no stage before it can name.
//
//   - Chosen: what was picked, and the words it was typed in.
//   - Resolved: the choice, its check and its effects happen; time passes, people go
//     about their day; at most two beats that are due are told; an ending may come. It
//     knows of no plan, and what comes of a turn is changed by nothing after it.
//   - Planned: a planner is shown the player's view with "$scene", never the
//     log; its plan runs over that, and of a plan that failed nothing counts. What they
//     are given, package telling makes; what scripts ask of the story, package host
//     answers. Nothing of it is in the story before it is told.
//   - Told: what the plan brought about, and the prose that skills told, in plan order, else
//     what the composer makes of the same scene. No later stage is given it, so how a turn
//     is told decides nothing.
//   - Settled: a fixed plan makes opinions and keeps the turn's memory, else the engine does.
//   - Closed: another makes the choices that follow, three or four with the author's own;
//     generic ones where it cannot. They are offered when they are written.
//   - Written: all of it at once, and the record is made from what was written.
//
// # What nobody wrote
//
// Choices that no author wrote are offers: talk, ask, tell, show, ask for help, befriend,
// press, give, go, examine, search, wait, pursue, recall, train. Package world lists those that are
// possible, a skill words some of them, and the one that is chosen is found again by
// its id and carried out from what the world is then. A skill can offer no other.
//
// # Rules that hold everywhere
//
//   - A turn is always told, in bounded time: Play fails only for a choice that was
//     not offered, a story that has ended, a store that cannot write, and a fault of our
//     own. What the player had to do without stands in the record.
//   - The log holds a whole turn or none of it. After an error of Play the same turn
//     may be played again.
//   - What decides a story is in its events, and random numbers follow from the
//     story's seed, the turn and its branch: the same seed and choices give the same
//     records, and a turn that was taken back and is played again goes another way.
//   - What is shown is made from events, so [Game.Last] shows the same turn again, whatever
//     has been updated since; but a choice is offered only while the campaign has it.
//   - The player's view is the only door: neither planners nor scripts are given
//     what the player cannot know.
//   - An author's words are told as they stand, and before all others. What a campaign
//     or a skill brings about that the story refuses is left out and logged, and keeps
//     no turn from being told.
//
// A Game belongs to one goroutine; one that it starts itself draws portraits between
// turns and ends with Close. Games share nothing but a [world.World], the campaign compiled, and
// whoever else wants to see where a game is has a [Look] that stays as it is.
package engine
