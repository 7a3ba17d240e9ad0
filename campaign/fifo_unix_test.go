//go:build unix

package campaign_test

import (
	"syscall"
	"testing"
)

func fifo(t testing.TB, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}
