package process

import (
	"runtime"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// A script dies with the program, and not with the thread that started it: threads end at
// the pleasure of Go, here by the hundred.
func TestScriptsOutliveThreads(t *testing.T) {
	tr := New(Options{TempRoot: t.TempDir()})
	defer tr.Close()
	script := agreed(t, "#!/bin/sh\nsleep 0.3\n"+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"well"}}'`+"\n")
	ended := make(chan string)
	for range soak.Count(200) {
		const atOnce = 8
		for range atOnce {
			go func() { ended <- says(tr.Run(t.Context(), attemptOf(script))) }()
		}
		for left := atOnce; left > 0; {
			select {
			case said := <-ended:
				if left--; said != "well" {
					t.Errorf("a script says %q", said)
				}
			default:
				endThreads(8)
			}
		}
	}
}

// endThreads ends so many threads that Go had for whoever needed one.
func endThreads(count int) {
	var ended sync.WaitGroup
	for range count {
		ended.Go(runtime.LockOSThread) // and never unlocks: the thread goes with its goroutine
	}
	ended.Wait()
}
