// Package knowledge keeps characters who know only what reached them, for a program that has the
// dialogue and the plot elsewhere: bounded knowledge alone, without a campaign, a game or a model.
//
//	store := persistence.New(sqlite.New(dir), &persistence.Options{Embedder: lexical.New()})
//	save, err := store.Create(ctx, "psu", "psu-1980")
//	base := knowledge.Open(save)
//
//	err = base.RegisterCharacter(ctx, knowledge.Character{ID: "alex", Name: "Alex"})
//	err = base.RegisterCharacter(ctx, knowledge.Character{ID: "webb", Name: "Dr. Webb"})
//	err = base.CreateMoment(ctx, knowledge.Moment{ID: "scene-1", Sequence: 1})
//	take, err := base.CreateTake(ctx, knowledge.NewTake{})
//	fact, err := base.LogFact(ctx, knowledge.NewFact{Content: "Alex's father was part of it.", Moment: "scene-1"})
//	_, err = base.LogKnowledge(ctx, knowledge.Learning{Character: "webb", Fact: fact, Moment: "scene-1", Take: take, Source: "research"})
//
//	state, err := base.QueryState(ctx, knowledge.Query{Character: "alex", Moment: "scene-1", Take: take})
//	// state.Facts is empty: what is not there cannot be told, whatever a model is asked
//
// # The few things there are
//
//	moment     when something is: a number that orders it, and a name
//	take       a line of telling; a take of a take has what that had where it left, and nothing later
//	character  somebody with traits and a voice, and with a memory that nobody else reads
//	fact       something that is so, whoever knows it; known by whoever learned it
//	memory     something said, heard, thought, perceived or done, of one character
//	corpus     documents that are so for everybody, or for those whom they are for: no moment, no take
//
// Moments, characters and facts hold on every take, those begun earlier too. What somebody knows and
// remembers is of one take. A take without a parent begins before the first event.
//
//	                     corpus     by audience
//	QueryState ──────▶   facts      by character, moment and take
//	                     memories   by character, moment and take
//
// Whatever bounds an answer bounds it before anything is ranked: what others know moves no place in it.
// With a text each tier is ranked by how it bears on that, by words and by the store's embedder.
//
// # Writing
//
// Every write is whole and on the disk when it returns, or nothing of it is. Names that nobody made are
// errors ([UnknownError]), and nothing is written. What is said changes the world, and is said at or
// after the latest moment at which something was ([event.ErrInvalid] else: make a take before it);
// facts, what is learned and what is remembered may be written at any moment. A fact is so from its moment
// on, and is learned no earlier. The same text twice from one event is one memory; from two events, two.
//
// # The same story elsewhere
//
// A [Base] is a view of an ordinary save: the commands of "narratoria story" read it, it is exported and
// backed up, and a story that was played can be asked like any other, its branches being takes.
//
// A Base may be used by any number of goroutines, one after the other of which it serves.
package knowledge
