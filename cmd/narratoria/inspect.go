package main

import (
	"os"

	"github.com/narratoria/narratoria/persistence/objectbox"
)

// inspectRole is the first argument of a process of this program that looks at a story in ObjectBox that
// was not closed: what is damaged in it can end the process that reads it.
const inspectRole = "inspect-objectbox"

// inspecting plays that role and does not return, where the process was started for it.
func inspecting(args []string) {
	if len(args) > 1 && args[1] == inspectRole {
		os.Exit(objectbox.Inspect(args[2:]))
	}
}

// inspector is the command line of such a process, without what it is to look at.
func inspector() []string {
	program, err := os.Executable()
	if err != nil {
		return nil // a story that was not closed is not opened then, and said to be that
	}
	return []string{program, inspectRole}
}
