// Package soak decides how much of a test runs.
//
// A property is tested over a count of cases written in the test. `make soak`
// runs all of them; every other run a twentieth, at fixed seeds, so that a
// change is answered within minutes.
//
//	for i := range soak.Count(10_000) { ... }
//
// It also finds the test data that lies outside the project, see [Cases], and
// skips with one recognisable line what a machine lacks, see [Need].
package soak

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Whole reports whether this run is `make soak`.
func Whole() bool { return os.Getenv("NARRATORIA_SOAK") != "" }

// Count is how many of the whole count of cases this run does: all, or a
// twentieth and at least one.
func Count(whole int) int {
	if Whole() {
		return whole
	}
	return max(1, whole/20)
}

// Cases is the directory of one set of outside test data: below
// NARRATORIA_CASES, or ../shared/cases as seen from the project's root. The test
// is skipped where there is none.
func Cases(t testing.TB, set string) string {
	t.Helper()
	root := os.Getenv("NARRATORIA_CASES")
	if root == "" {
		root = filepath.Join(projectRoot(t), "..", "shared", "cases")
	}
	dir := filepath.Join(root, set)
	if _, err := os.Stat(dir); err != nil {
		skip(t, "outside test data "+set)
	}
	return dir
}

// Need skips the test where a program is not on the PATH, and gives its path
// where it is. With NARRATORIA_NEED_ALL set, as in CI, it fails instead.
func Need(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		skip(t, program)
	}
	return path
}

// NeedEnv is Need for what CI puts somewhere and names in an environment variable.
func NeedEnv(t testing.TB, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		skip(t, name)
	}
	return value
}

func skip(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("NARRATORIA_NEED_ALL") != "" {
		t.Fatalf("this run must not skip, but needs %s", what)
	}
	t.Skipf("needs %s", what)
}

func projectRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
