// Package api is the program by the names of methods: one table that serves a phone, a
// process at the other end of a pipe, and a server. Everything is JSON, strictly read and
// written on one line with sorted keys, so that any language can drive a story.
//
//	engine, err := api.Open(api.Options{Program: narratoria.Options{Data: dir}})
//	client := engine.Client(func(subscription string, e api.Event) { show(e) })
//	result, err := client.Call(ctx, "story.play", []byte(`{"campaign":"grey-harbour","story":"friday"}`))
//	result, err = client.Call(ctx, "story.choose", []byte(`{"story":"friday","choice":"arrival/to_the_inn"}`))
//	err = engine.Close(ctx)
//
// An [Engine] is a [narratoria.Program] with the stories that are open in it, a [Client]
// whoever calls it and is told its events, a [Method] one row of the table. docs/api.md is
// made of the table; so are the JSON Schemas that engine.methods gives and the classes of
// other languages.
//
//	faces:  jsonrpc (pipes)   ffi (phones)   a server
//	            │                 │              │
//	            └────────┬────────┴──────────────┘
//	                  Client ──Call──▶ Method ──▶ narratoria.Program, Game
//	                     ▲                                 │
//	                     └──events 1, 2, 3, ... ◀─ stream ◀┘
//
// # Stories
//
// A story is known by the name of its save. One that is kept is opened when it is first
// called for, and stays open until story.close: so a program that is run for a single call,
// an application that was in the background and one that plays on all call the same.
//
// # Long work
//
// Methods that play take as long as a turn does. A parameter "call" gives such a call a name,
// by which calls.cancel ends what it waits for: one that has not begun has done nothing
// (cancelled), and a turn that has is told with what there is. Events of the kind "stage" say
// how far it is.
//
// # Events
//
// What happens in an engine is numbered from 1 without gaps, whatever story it is of, and the
// last 1,024 are kept. Whoever reads too slowly holds up nobody; they are told by an event
// "lost" which numbers are missing, and go on from there. After a break one goes on from the
// next number; a stream's id tells whether the numbers are still of the same engine.
//
// # Errors
//
// An [Error] is data: a code of the closed list [Codes], a message for people, a hint what to
// do. What is not built has no method: nothing in the table pretends.
//
// # Rules that hold everywhere
//
//   - What is sent is foreign: unknown fields are refused with the nearest name, and size,
//     nesting, numbers and texts are bounded before anything is done.
//   - Numbers are whole, and at most 2^53-1, so that every language holds them.
//   - No callback is called under a lock, and none is waited for; from inside one everything
//     may be called.
//   - A panic in a call is an error of that call.
package api

//go:generate go run ./apigen
