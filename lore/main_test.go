package lore_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// No goroutine is left behind.
func TestMain(m *testing.M) {
	if dir := os.Getenv(killedIn); dir != "" { // a process of TestKilledWhileEmbedding
		if err := embedUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}
