//go:build unix

package process

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/skills/process/launcher"
)

// TestMain is also the program of every skill in these tests: started with
// "behave" it misbehaves in the way its next argument names, and it is the launcher too.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == launcher.Flag {
		os.Exit(launcher.Become(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == "behave" {
		os.Exit(behave(os.Args[2], os.Args[3:]))
	}
	// As cmd does; transports in these tests choose their containment themselves.
	if err := BecomeSubreaper(); err != nil {
		fmt.Fprintln(os.Stderr, "no reaper here:", err)
	}
	goleak.VerifyTestMain(m)
}
