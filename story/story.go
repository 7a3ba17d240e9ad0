// Package story is a playthrough: its log of events, what that log amounts to, and
// what of it the player may know.
//
//	p, err := story.Open(ctx, save)
//	turn := p.Begin("turn-7")
//	turn.Add(event.Event{Kind: event.Said, Actor: "ines",
//		Data: event.Data{"speaker": "ines", "text": "The lamp is out."}})
//	turn.State().Opinion("ines")        // what was staged is seen at once
//	receipt, err := turn.Commit(ctx)    // one append: whole or not at all
//	view := p.State().Player()          // the only door for planners, skills, prompts
//	found := view.Recall(story.Query{Text: "the lamp", Limit: 5})
//
// Nothing is stored but events. The [State] is computed from them by
// [State.Apply], a function without clock, chance, float or any order of a map, so
// the same log is the same story on every machine and in every later version; logs
// in testdata see to that.
//
//	save ── log ──▶ Apply ──▶ State ──▶ View ──▶ session state, recall
//	         ▲                  │
//	         └── Commit ── Turn ◀── Begin
//
// # Turns
//
// A [Turn] holds events that are not yet part of the story. [Turn.Add] completes
// an event (its moment, who perceived it), refuses what cannot be, and shows its
// consequence in [Turn.State]; the state that was committed does not change. A turn
// that is dropped was never there. Rows for searching are derived from the events
// when they are added, and written by the same append; they can be made again from
// the log.
//
// # Who knows what
//
// The state holds everything, secrets included. A [View] holds what one person
// perceived: two stories that differ only in what the player had no part in have
// views that are equal byte for byte. So of everybody there are two accounts, how
// they are and how they were [Shown] to the player; a journal that holds what the
// player witnessed; and memories that each belong to one knower. People met
// somewhere are at the place where they were last seen, until they are seen
// elsewhere. What people think of the player is known of those met, and of factions
// and groups. Items in a view are numbered inside it ("m3", "e5"); [View.Position]
// leads back from such a handle to the event.
//
// # Time and opinions
//
// Story time counts minutes from midnight of the first day on and passes by
// time.passed alone. An opinion is a number of thousandths of a point that fades
// with it, by whole units since it last changed; see [Relation.At]. A change adds
// to what is left at that time.
//
// # Going back
//
// [Playthrough.Back] makes a branch that ends before the latest turn and goes on
// there. What was told stays in the save. Sessions, the sittings in which a story is
// played, are carried over: they are true whatever is told.
//
// # Sharing
//
// States are plain values that share what they have in common; they are for
// reading, by any number of goroutines. A [Playthrough] and a [Turn] belong to one.
package story
