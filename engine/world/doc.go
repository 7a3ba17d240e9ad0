// Package world is a campaign made ready to be played: what there is in it, who can tell
// what, what can be talked of, what can be done here and now, and what comes of it.
//
//	w := world.Compile(c)             // once, for all games of a campaign
//	now := w.At(state)                // where a story is
//	for _, o := range now.Possible() { // all that the player could do
//		d := now.Consequences(o) // and what it would do
//	}
//
// There are three types for three questions. What follows from a campaign alone, a [World]
// knows, which never changes and is used by many games at once. What somebody can see of it,
// a [Sight] says, of a campaign and a view; all that is told to anybody is made of sights.
// What is possible, and what would come of it, a [Situation] says, of a campaign and a state.
//
//   - offers.go: the actions that are possible now and no author wrote, with what they are
//     worth and what an author answers. consequences.go: what comes of one that is taken.
//   - testimony.go, topics.go, index.go: who can tell what, and what can be talked about.
//   - authored.go: an author's choice as an action. check.go: what is added to dice, and the
//     odds of it.
//   - facts.go: the story as a campaign's conditions see it.
//   - names.go: what things are called.
//   - cues.go, premise.go, secondperson.go, tastes.go: an author's sentences as a player may
//     read or remember them.
//
// Nothing here writes, waits or throws dice. An offer means what its action's id says, so
// that one offered in a turn is found again in the next.
package world
