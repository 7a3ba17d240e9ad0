// Command narratoria-skills carries the scripts of the bundled skills.
//
//	narratoria-skills SKILL SCRIPT    run one, request on stdin, events on stdout
//	narratoria-skills --list          name them all, a "skill/script" a line
//	narratoria-skills --launch ...    become a script from outside; see skills/process/launcher
//
// narratoria starts it for each step that runs a bundled script. It is a program
// of its own because it starts that often: it stays small, and links nothing of
// the host.
package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/skills-src/bundled"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/skills/process/launcher"
)

const usage = "usage: narratoria-skills SKILL SCRIPT, or narratoria-skills --list"

// exitUsage tells a program started wrongly from a script that failed.
const exitUsage = 2

func main() {
	if len(os.Args) > 2 && os.Args[1] == launcher.Flag {
		os.Exit(launcher.Become(os.Args[2:]))
	}
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	scripts := bundled.Scripts()
	switch {
	case len(args) == 1 && args[0] == "--list":
		fmt.Fprintln(stdout, strings.Join(names(scripts), "\n"))
		return 0
	case len(args) != 2:
		fmt.Fprintln(stderr, usage)
		return exitUsage
	}
	name := args[0] + "/" + args[1]
	script, ok := scripts[name]
	if !ok {
		fmt.Fprintln(stderr, unknown(name, names(scripts)))
		return exitUsage
	}
	return kit.Serve(ctx, stdin, stdout, stderr, script)
}

func names(scripts map[string]kit.Script) []string { return slices.Sorted(maps.Keys(scripts)) }

func unknown(name string, known []string) string {
	message := fmt.Sprintf("narratoria-skills: no bundled script %q", name)
	if meant := nearest.Name(name, known); meant != "" {
		return message + fmt.Sprintf("; did you mean %q?", meant)
	}
	return message + "; narratoria-skills --list names them all"
}
