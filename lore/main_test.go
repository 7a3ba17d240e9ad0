package lore_test

import (
	"testing"

	"go.uber.org/goleak"
)

// No goroutine is left behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
