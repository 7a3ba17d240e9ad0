package soak

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// ResetPeak makes the memory in use now the peak, and gives it in bytes. The test is
// skipped where the system cannot do that.
func ResetPeak(t testing.TB) int {
	t.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o200); err != nil {
		skip(t, "/proc/self/clear_refs")
	}
	return Peak(t)
}

// Peak is the most memory, in bytes, that this process had resident since [ResetPeak].
func Peak(t testing.TB) int {
	t.Helper()
	peak, err := PeakOfProcess()
	if err != nil {
		t.Fatal(err)
	}
	return peak
}

// PeakOfProcess is [Peak] for a process that a test has started, and since its start.
func PeakOfProcess() (int, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	return kilobytes << 10, err
}
