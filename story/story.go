// Package story is a playthrough: its log of events, what that log amounts to, and
// what of it the player may know.
//
//	p, err := story.Open(ctx, save)
//	turn := p.Begin("turn-7")
//	turn.Add(event.Event{Kind: event.Said, Actor: "ines",
//		Data: event.Data{"speaker": "ines", "text": "The lamp is out."}})
//	turn.State().Opinion("ines")        // what was staged is seen at once
//	view := turn.State().As("ines")     // the only door for planners, skills, prompts
//	found, err := view.Recall(ctx, story.Query{Text: "the lamp", Limit: 5})
//	receipt, err := turn.Commit(ctx)    // one append: whole or not at all
//
// Nothing is stored but events. The [State] is computed from them by
// [State.Apply], a function without clock, chance, float or any order of a map, so
// the same log is the same story on every machine and in every later version; logs
// in testdata see to that. A save may hold snapshots of it too, so that whoever opens
// a long story reads the last of them and the events after it: they are of one
// [ReducerVersion], and where there is none all events are read.
//
//	save ── log ──▶ Apply ──▶ State ──▶ As(who) ──▶ View ──▶ session state, sentences
//	  ▲                         │                    │
//	  └──── Commit ── Turn ◀── Begin     Recall ◀────┴── rows: those of the save, and staged ones
//
// # Turns
//
// A [Turn] holds events that are not yet part of the story. [Turn.Add] completes
// an event (its moment, who perceived it), refuses what cannot be, and shows its
// consequence in [Turn.State]; the state that was committed does not change. A turn
// that is dropped was never there.
//
// # Who knows what
//
// The state holds everything, secrets included. What each character knows of it stands in
// State.Known, one [Knowledge] each: whom they met and how these looked and where they
// were when last seen, what others showed that they think of them, the topics that came up
// before them, and where in the journal what they perceived stands; and in State.Minds, which
// is package mind's, the facts they learned and the claims they heard. All of it comes of events that they witnessed: an event says
// who perceived it, [State.Openly] fills that in where nobody keeps anything from anybody,
// and no reducer ever infers it again. What carries no perception is known to those whom it
// is about: a fact learned to whoever learned it, an opinion to whom it is of, where they
// see who has it, a thread of the plot to those who follow it. The weather of a place is
// known to those who are there.
//
// A [View] is what one character may use, and the only door: two stories that differ only
// in what they had no part in have views that are equal byte for byte. Whoever hides is in
// no view but their own. Items in a view are numbered inside it ("m3", "e5");
// [View.Position] leads back from such a handle to the event. What is the player's own
// (persona, choices made, free keys) is in the player's view and no other.
//
// # Deeds, claims, topics
//
// What somebody does is data, an event acted with package action's Action and Outcome. Each
// change in the outcome names the event that holds it, and is seen by those who perceived
// that event: a bystander sees the asking and not the whispered answer. [View.Tell] makes a
// sentence of a deed as one character perceived it; nothing reads it again.
//
// A fact is what is so; a claim is what somebody said is so. Who hears one knows who said
// it and through whom it came ([mind.Piece].Chain), not whether it is true: a lie is told as
// sincerely as anything, and only whoever tells it knows it for one. A topic is something
// to talk about, by an id; each character has it in the words in which they heard of it.
//
// What was hidden ([Playthrough.Hide]) is still so, and those who know it still do; it is shown to
// nobody who looks at the story from outside ([Playthrough.Minds], [View.Without]).
//
// State.Minds has of each piece, too, when it was learned and in whose hearing, and so whom each
// character takes to know it ([View.Known], [View.Thinks]); and for whoever looks from outside, how it
// reached them ([mind.Minds.Why]) and who has it ([mind.Minds.Who]). Of a state that goes on being
// changed, a turn's, ask [State.Still].
//
// # Memories
//
// A memory belongs to one knower. It is of a deed, which its knower perceived, or has an
// author's or a skill's words, or both; without words it is told anew whenever it is
// wanted. Keeping and withdrawing memories write rows, and nothing else does: all else is
// found in the state. Each is of a kind: said, heard, thought, perceived or done; those of old logs are
// of none. What its knower pins is at hand without being looked for, see [View.Pinned]. [View.Recall] searches them, in the save as it was when the state
// was read from it and, with the same ranks, among those staged since; there is no other
// way from a question to a memory. Which were about the same person or thing lately is no
// question: [Reminders] know by what each was marked. Rows can be made again from the log.
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
//
// A story may be played for thousands of turns, and a turn shall cost what it did at the
// beginning. So what grows with each turn (deeds, memories, choices) is a [Series], which
// lies packed but for its end, and what a turn asks of the far past is answered by an
// index that the reducers keep: what was about something last, what was ever chosen.
package story
