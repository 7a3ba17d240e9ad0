// Package engine plays a turn: it ties planning, execution, the story and the
// campaign together.
//
//	choice --> plan --> execute --> settle --> commit --> choices
//	              ^         |
//	              +-replan--+
//
// A turn is one promise: whatever fails on the way, the player gets an answer in
// bounded time, and the log holds the whole turn or none of it.
//
// Package host below it answers what skills ask for while they run.
package engine
