// Package narratoria is the whole program as a library: it plays, keeps and lists stories.
// What the command line, a server or a phone shows is a thin face of it.
//
//	program, err := narratoria.Open(narratoria.Options{Data: dir})
//	game, err := program.Start(ctx, narratoria.GameOptions{Campaign: "grey-harbour"})
//	record, err := game.Play(ctx, "")                            // the opening
//	record, err = game.Play(ctx, record.Choices[0].ID)           // one of what it offers
//	record, err = game.Type(ctx, "ask the old man about the wreck")
//	err = program.Close(ctx)
//
// A [Program] is what belongs to one user: directories, settings, skills, campaigns and
// the stories that were begun. A [Game] is one story being played, an [engine.Record] one
// turn of it as it is shown, an [Event] what others are told while it goes on. A [Story] is
// one that is kept, played or not.
//
//	Open ──▶ Program ──Start, Continue──▶ Game ◀── Play, Type, Back, Retry (any goroutine)
//	            │                           │ orders, one after the other
//	  settings, skills, scripts,            ▼
//	  campaigns: shared by all games    its goroutine ──▶ engine.Game ──▶ the save
//	                                        │       │
//	                          Look ◀── what is so   └──▶ events 1, 2, 3, ... ──▶ Events
//
// # Many at once
//
// A program has as many games as it likes. They share the registry of skills, what runs
// their scripts, and each campaign, which is compiled once; nothing of a story is shared,
// and with the same seed and choices each is the same as alone. At most [Options.Turns]
// turns are played at a time, and the others wait for their place before their clock runs.
//
// Each game is owned by one goroutine. Whoever calls [Game.Play] or another method that
// acts, from wherever, waits in line for it. While it waits, the end of its context ends
// the waiting, and nothing has happened. Once the turn has begun, the end of the context
// ends what the turn waits for: it is told with what there is, and its record comes back.
// [Game.Look] waits for nobody.
//
// # Events
//
// What happens in a game is numbered from 1 without gaps, and [Game.Events] gives it from
// any number on that is still kept: the last 256. Whoever reads too slowly holds
// up nobody and costs nothing; they are told by a [*HistoryError] which number there is
// to go on from. The turn's record has all that counts of what the events before it said.
//
// # Errors
//
// An error's text is for people, and its type for programs: [*OptionsError] for what
// [Open] or [Program.Start] was given, [*StoryError] for what is wrong with a save (it
// unwraps to what package persistence says), [*InUseError], [*HistoryError],
// [*UnclearError], [ErrClosed], and the engine's ([*engine.ChoiceError],
// [engine.ErrEnded], ...), after which the game goes on.
//
// # What is where
//
// With [Options.Data] everything is below that directory, unless the others are given,
// too. Without any the directories are those of the user, as package userdirs has them:
//
//	Data     saves/, skills/ of the user's, skill-data/, assets/, program.lock
//	Config   config.json (settings), consent.json, skills/ and secrets/ with configurations
//	State    log/
//	Cache    what is made again when it is missing
//
// Settings are read once. Their "bundledSkills" says whether the bundled skills run as
// processes, which is usual, or in the program itself: see docs/skills.md, which has
// every setting.
package narratoria
