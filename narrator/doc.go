// Package narrator decides what a turn needs: which scripts run, with what input,
// after which others. It tells nothing itself.
//
//	outcome := replan.Run(ctx, turn, replan.Options{Planner: narrator.Rules{}, ...})
//
//	document := narrator.Closing(catalogue, narrator.ClosingInput{...}) // when the turn is over
//	document = narrator.Portrait(catalogue, "ines", "Ines Vane", "A tall woman, grey coat")
//
// # Rules
//
// [Rules] is a planner without a model. It compares what the player does, and the
// scene as the engine describes it under "$scene", with a table of patterns, in
// patterns.go. Each pattern that fits adds what it needs; several may fit, and what
// two of them need is planned once.
//
//	 begin-1.. --+
//	 deed-1..  --+--> perceive --+
//	         \                   |
//	          +-----> standing --+
//	                  recall   --+
//	                  lore     --+--> narrate
//	                  trigger  --+
//	                  roll     --+
//	                  portrait
//
//	begin     npc-perception/initialize-perception   of who is met for the first time
//	deed      npc-perception/update-perception, reputation/update-reputation
//	perceive  npc-perception/query-perception
//	standing  reputation/query-reputation
//	recall    memory/recall-memory
//	lore      memory/recall-lore
//	roll      dice-roller/roll-dice                  where the player asks for dice
//	portrait  character-portraits/lookup-portrait, generate-portrait
//	trigger   a script that lists a phrase of the choice among its triggers
//	narrate   storyteller/narrate
//
// Two steps are required: the dice the player asked for, and the narration. All
// others are optional, so that a turn is told whatever becomes of them: where one
// fails the narration is given null in its place. Scripts that are not in the
// catalogue are left out; without a storyteller there is a plan without prose, and
// whoever runs it tells the turn.
//
// A trigger's script gets {"choice": the player's words, "place": {id, name},
// "present": [{id, name}]}. At most one is added: of those that match and are not
// planned already, the first in the catalogue, which is that of the highest
// priority.
//
// # After a failure
//
// What failed in this turn is not chosen again, even if the catalogue still has
// it. After a plan that was refused, and from the third plan on, helpers are left
// out altogether.
//
// # What holds everywhere
//
//   - Everything here is pure: equal requests give equal bytes, without a clock, a
//     random number or an order of maps.
//   - Nothing of the state goes into a plan but checked names, words and numbers, and
//     only so much of them that a plan stays within the limits of [plan.Check]
//     whatever the state holds.
//   - All may be used by any number of goroutines.
package narrator
