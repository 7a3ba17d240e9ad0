package replan_test

import (
	"testing"

	"go.uber.org/goleak"
)

// What was abandoned ends when it comes back, and nothing else outlives a turn.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
