package hostile

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/skills/process"
)

// TestMain is also the program of every misdeed: started with "misdeed" it does the one
// that its next argument names.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "misdeed" {
		os.Exit(behave(os.Args[2], os.Args[3]))
	}
	if err := process.BecomeSubreaper(); err != nil { // as cmd does
		fmt.Fprintln(os.Stderr, "no reaper here:", err)
	}
	goleak.VerifyTestMain(m)
}

func behave(how, token string) int {
	switch how {
	case "relay":
		return relay(token)
	case "paint":
		return paint(inProcess(token), 250, 4_000)
	case "play":
		return paint(inProcess(token), 2, largestAsset)
	case "hoard":
		return hoard(inProcess(token))
	case "babble":
		ignoreSignals()
		return babble(context.Background(), os.Stdin, os.Stdout)
	case "well":
		s := inProcess(token)
		s.patch(`{"well":true}`)
		return s.done()
	}
	if what, is := strings.CutPrefix(how, "grab-"); is {
		return grab(inProcess(token), what)
	}
	if what, is := strings.CutPrefix(how, "scribble-"); is {
		return scribble(inProcess(token), what)
	}
	return called(how).does(inProcess(token))
}
