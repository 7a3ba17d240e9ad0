package replan

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// errAbandoned says that something did not return though its time was up.
var errAbandoned = errors.New("it did not end in time")

// await returns what f returns, unless f has not returned by the end of ctx and
// patience after it: then f is abandoned. Its goroutine ends when f does, and
// holds nothing but what f holds.
//
// A panic of f is an error. What the loop calls are planners and executions with
// all of a model's and a stranger's text in them, and the player is answered
// whatever fails.
func await[T any](ctx context.Context, patience time.Duration, f func() T) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answered := make(chan answer, 1) // holds the answer that nobody waits for
	go func() {
		var a answer
		defer func() { answered <- a }()
		defer func() {
			if cause := recover(); cause != nil {
				a.err = fmt.Errorf("it panicked: %v\n%s", cause, debug.Stack())
			}
		}()
		a.value = f()
	}()

	select {
	case a := <-answered:
		return a.value, a.err
	case <-ctx.Done():
	}
	patient := time.NewTimer(patience)
	defer patient.Stop()
	select {
	case a := <-answered:
		return a.value, a.err
	case <-patient.C:
		var none T
		return none, errAbandoned
	}
}
