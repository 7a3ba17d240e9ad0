package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/narratoria/narratoria/internal/golden"
)

// docs/commands.md lists the commands and options that there are. After a change of one,
// go test -run TestCommandsPage -update writes it anew.
func TestCommandsPage(t *testing.T) {
	const path = "../../docs/commands.md"
	var page bytes.Buffer
	page.WriteString("# Commands\n\nWhat the program can do, as its `help` says it. Every command ends with 0 when it went well,\n" +
		"with 1 when something failed, which it says on stderr, and with 2 when the command line was wrong.\n" +
		"Every command takes `--store`, an address of where stories are kept: `sqlite:DIRECTORY`, `objectbox:DIRECTORY` or `postgres://USER@HOST/DATABASE`.\n" +
		"A story in ObjectBox is one program's at a time: while it is played no other reads, copies or backs it up. In PostgreSQL two may play\n" +
		"one story: who writes second is told of it, and nothing of what the first wrote is lost.\n")
	listCommands(&page, newRoot(streams{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}, new(string)}))
	if golden.Updating() {
		must(t, os.WriteFile(path, page.Bytes(), 0o644))
	}
	written, err := os.ReadFile(path)
	must(t, err)
	if string(written) != page.String() {
		t.Errorf("docs/commands.md lists other commands than there are, which -update writes anew:\n%s", page.String())
	}
}

func listCommands(page *bytes.Buffer, cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		if c.Hidden || c.Name() == "help" {
			continue
		}
		if !c.HasAvailableSubCommands() || c.Flags().HasAvailableFlags() {
			fmt.Fprintf(page, "\n## narratoria %s\n\n%s.\n", strings.TrimPrefix(c.UseLine(), "narratoria "), strings.TrimSuffix(c.Short, "."))
			var rows strings.Builder
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				name := "--" + f.Name
				if kind, _ := pflag.UnquoteUsage(f); kind != "" {
					name += " " + kind
				}
				if f.Shorthand != "" {
					name = "-" + f.Shorthand + ", " + name
				}
				_, usage := pflag.UnquoteUsage(f)
				if !f.Hidden && f.Name != "help" {
					fmt.Fprintf(&rows, "| `%s` | %s |\n", name, strings.ReplaceAll(usage, "|", `\|`))
				}
			})
			if rows.Len() > 0 {
				fmt.Fprintf(page, "\n| option | |\n| --- | --- |\n%s", rows.String())
			}
		}
		listCommands(page, c)
	}
}
