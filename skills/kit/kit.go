// Package kit is for people who write skills in Go.
//
// A skill's script reads one request and answers with events. With the kit it is
// a function:
//
//	package main
//
//	import (
//		"context"
//
//		"github.com/narratoria/narratoria/skills/kit"
//	)
//
//	func main() { kit.Main(map[string]kit.Script{"light-torch": lightTorch}) }
//
//	func lightTorch(ctx context.Context, inv *kit.Invocation) error {
//		var input struct{ Room string `json:"room"` }
//		if err := inv.ReadInput(&input); err != nil {
//			return err
//		}
//		inv.Patch(map[string]any{"rooms": map[string]any{input.Room: map[string]any{"lit": true}}})
//		inv.Narrate("The torch catches, and the dark steps back.", "")
//		return nil
//	}
//
// Built into the skill's scripts directory and named by "path" in its
// skill.json, it runs. The kit reads and checks the request, writes the lines,
// and ends the stream with exactly one done, whatever the script does:
//
//	returns nil          done ok:true, with what Output and Summary were given
//	returns an error     an error event, then done ok:false; see Error
//	panics               the same with code "panic"; the stack goes to stderr
//	sent a bad event     the same with code "bad_event"; the event is not sent
//
// In all four the program exits 0: the protocol was kept, and done says how it
// went. It exits 1 when it could not answer at all, because stdout is gone, and
// 2 when it was started wrongly.
//
// # Asking the host
//
// A script whose manifest entry lists permissions may ask for more than its
// request holds, and write into the story:
//
//	[Invocation.Random]                                   random numbers
//	[Invocation.Story], [Invocation.Record]               session state; what happens
//	[Invocation.Memories], [Invocation.Remember]          what is remembered
//	[Invocation.Relation], [Invocation.Relations],
//	[Invocation.BeginRelation], [Invocation.ChangeRelation]   who thinks what of whom
//	[Invocation.Lore]                                     the campaign's documents
//	[Invocation.Data]                                     what the skill keeps for itself
//	[Invocation.Generate]                                 a text that a model writes, where there is one
//	[Invocation.Call]                                     any other method
//
// A host that lacks a method leaves it out of the request's features, see
// [Invocation.Has]. A call that is refused is an error with a code, see [Refusal],
// and the script may go on.
//
// # Testing a script
//
// The package engine/host/scripttest plays the host to a script: a transcript is the
// request line, a story in JSON with the memories, opinions and documents the script
// is to find, and the events it answers with.
//
// # Rules
//
// Take randomness from [Invocation.Random] and remember through
// [Invocation.Data]: then a retry rolls the same dice, and a rolled back story
// forgets what was undone. What was emitted counts only if the script succeeds.
//
// An [Invocation] may be used from several goroutines until the script returns;
// events sent after that are dropped.
package kit

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
)

// A Script carries out one invocation. Its context ends when nobody waits for
// the answer any more.
type Script func(ctx context.Context, inv *Invocation) error

// Main is the main function of a skill's program. The script is the one named by
// the program's first argument, else by the request's operation; a program with
// one script runs that.
func Main(scripts map[string]Script) {
	os.Exit(run(scripts, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(scripts map[string]Script, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	script := ByOperation(scripts)
	if len(args) > 0 {
		named, ok := scripts[args[0]]
		if !ok {
			fmt.Fprintln(stderr, unknownScript(args[0], scripts).Message)
			return exitUsage
		}
		script = named
	}
	return Serve(context.Background(), stdin, stdout, stderr, script)
}

// ByOperation is the script that the request's operation names.
func ByOperation(scripts map[string]Script) Script {
	return func(ctx context.Context, inv *Invocation) error {
		script, ok := scripts[inv.Operation]
		if !ok && len(scripts) == 1 {
			for _, only := range scripts {
				script, ok = only, true
			}
		}
		if !ok {
			return unknownScript(inv.Operation, scripts)
		}
		return script(ctx, inv)
	}
}

func unknownScript(name string, scripts map[string]Script) *Error {
	names := slices.Sorted(maps.Keys(scripts))
	message := fmt.Sprintf("there is no script %q here, but %s", name, strings.Join(names, ", "))
	if meant := nearest.Name(name, names); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	return &Error{Code: "unknown_script", Message: message}
}

// Exit codes of a skill's program.
const (
	exitAnswered = 0
	exitSilent   = 1
	exitUsage    = 2
)

// Serve runs one script on any streams and returns the exit code: it is what a
// host calls to run a script inside its own process. It returns when the script
// does. The script learns through ctx that it should; one that waits for a reply
// learns when stdin ends.
func Serve(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, script Script) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inv := newInvocation(stdin, stdout, cancel)
	err := inv.readRequest()
	if err == nil {
		err = guarded(ctx, inv, script, stderr)
	}
	if err := inv.finish(err); err != nil {
		fmt.Fprintln(stderr, "cannot answer:", err)
		return exitSilent
	}
	return exitAnswered
}

// guarded turns a panic into an error, so that it too ends with done.
func guarded(ctx context.Context, inv *Invocation, script Script, stderr io.Writer) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			fmt.Fprintf(stderr, "panic: %v\n\n%s", cause, debug.Stack())
			err = &Error{Code: CodePanic, Message: fmt.Sprintf("panic: %v", cause)}
		}
	}()
	return script(ctx, inv)
}
