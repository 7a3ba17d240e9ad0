// Package mind is what everybody in a story knows, and how it came to them: a pure room that
// folds the events of a log, and knows no store, no other state and no view.
//
//	var minds mind.Minds
//	for _, r := range log {
//		minds.Apply(r.Position, r.Event)
//	}
//	minds.Known("ines")                // what she knows, how, from whom, since when
//	minds.Why("lamp-out", "ines")      // back to whoever saw it
//	minds.Who("lamp-out")              // who knows it, and who is wrongly taken to
//	minds.Thinks("ines", "ned", "ada") // what she thinks that Ned thinks that Ada knows
//
// # What becomes known, and to whom
//
//	fact.established ──▶ Facts          what is so, whoever knows it
//	fact.learned     ──▶ Mind.Learned   of one
//	secret.revealed  ──▶ Mind.Learned   of all who perceived it
//	claim.made       ──▶ Claims, and Mind.Heard of all who perceived it
//
// Each such event leaves a [Coming]: when it was, who perceived it and whom those present took to
// perceive it, as the event says it. Nothing here infers who perceived what.
//
// As of a moment before a fact is so nobody knows it. How somebody learned one is of a closed list, or in
// free words ([Known].Way).
//
// A fact is what is so; a claim is what somebody said is so, and that it is so nobody knows by it. A
// [Piece] is one of either as one character has it: of a lie they do not know that it is one, unless
// they told it. What pieces are of, a fact or a source that they name, makes them one subject; those of one subject that
// say different things are told apart, so that who was lied to knows nothing of what is so: a claim lets it be known in the very words
// of the fact, or in others of somebody who knew it and did not lie.
//
// # Who is shown what
//
// [Minds.Pieces], [Minds.Known] and [Minds.Thinks] are of one mind and bounded by it: in two stories that differ only
// in what that character could not have perceived they are equal byte for byte. [Minds.Why] and
// [Minds.Who] are for whoever looks at a story from outside, and tell what no character of it knows.
//
// # Sharing
//
// The zero Minds are those of a story not begun. Apply changes its Minds and nothing that another
// value has: whoever copies one says so by [Minds.Share] on one of the two, and by [Minds.Clip] where
// both go on from there. Minds that nothing is applied to may be read by any number of goroutines.
package mind
