package engine

import (
	"testing"

	"go.uber.org/goleak"
)

// What a game began has ended when it is closed.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
