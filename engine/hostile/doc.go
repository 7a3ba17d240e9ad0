// Package hostile plays stories with skills that mean harm. It has tests alone.
//
// A [misdeed] is one way of a skill to do harm, or to try: a program that is started as
// skills from outside are, in a game of its own, over a save on disk. Whatever it does, the
// turn ends in time, the program stays small, the save grows no more than it says, nothing
// of the skill is left, and the next turn is as ever.
//
// The fuzzer plays on and on with a skill whose output is drawn from a grammar of what
// skills may write, and of what they nearly may.
package hostile
