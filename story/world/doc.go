// Package world is where everything in a story is, and what it is doing: a pure room that folds the
// events of a log, and knows no store, no other state and no view.
//
//	var w world.World
//	for _, r := range log {
//		w.Apply(r.Position, r.Event)
//	}
//	w.Place("ines")               // the room she is in, whatever she sits in there
//	w.Sees("ines", "ned")         // whether she does
//	e.Perception = w.Audience(e)  // who perceives what happens next, and who is taken to
//	w.Where("coin", "ines")       // where she thinks it is, by what she saw and was told
//	w.Where("coin", "ned", "ines") // where he thinks that she thinks it is
//
// # Containers
//
// Whatever holds people and things is a container: a room, a car, a wardrobe, a drawer. Containers
// stand in each other, and what somebody carries is in them as in a container. Who perceives what
// goes by the walls between the two:
//
//	street
//	├── car (shut, sees out)   ── ada     ada sees ines; ines does not see ada
//	├── ines
//	└── hall (shut)            ── ned     neither sees the other
//
// What is in one container is in sight and hearing of each other. Leaving a container, one sees out
// where it is open or its [event.Sight] says out; entering it in thought, one sees in where it is
// open or says in. A voice passes a wall, either way, while that is open, always, or never, as its
// [event.Sound] says: how far one is heard is how many such walls stand one around the other. A
// place is shut unless it is said to be open, so that nobody sees from room to room.
//
// # Who perceives an event
//
// [World.Audience] gives the three sets of an event that nobody keeps from anybody:
//
//   - Witnesses are the doer and all whom it reaches, by eye or by ear as its kind is: none who is
//     asleep, and of those whom something takes all of their attention only whom it concerns, or who
//     look to the doer or to what it is done with.
//   - The apparent audience are the doer and those whom it reaches and the doer sees, lost in thought
//     or not. Who has come unseen, or listens behind a wall, is not among them.
//   - A witness notices those other witnesses whom they see, and whom the apparent audience lacks.
//
// What nobody does is where the player is; of what an occasion brings, [World.AudienceAt] takes it to be
// where the occasion is: at its place, and without one where its people are.
//
// It is for whoever writes an event, and what they say instead stands. Folding infers nothing: who
// came to know where something is follows from the sets that the event has, and from what was in
// sight of its witnesses when it had happened.
//
// # Where something is thought to be
//
// A [Sighting] is an event by which the whereabouts of something showed to some, with its audience.
// Who arrives, or sees something opened, sees what is openly there, and that something is not where
// they thought. Being told is a sighting of its own kind, which counts for those who believe it.
package world
