// Package criteria is how tests show the success criteria of the specification,
// SC-001 to SC-048.
//
//	criteria.Measured(t, "SC-023", "%d of %d recalled", right, asked)
//
// The line a test leaves is what `make criteria` writes beside the criterion into
// docs/criteria.md. [Table] says which test shows which; `make check` refuses a
// criterion of a part that is built without a test, and a test that is not there.
package criteria

import (
	"fmt"
	"testing"
)

// Mark is how a line of a measurement begins.
const Mark = "criterion "

// Measured notes what a test measured of a criterion. It judges nothing: the test
// itself fails where the target is missed.
func Measured(t testing.TB, id, format string, args ...any) {
	t.Helper()
	t.Logf(Mark+"%s: %s", id, fmt.Sprintf(format, args...))
}

// A Row is one criterion.
type Row struct {
	ID     string
	Metric string
	Target string
	Tests  []Test // that show it; where NotYet says why it is not shown, what they measure meanwhile
	NotYet string // what it waits for
	Note   string // what a reader should know of how it is shown
}

// A Test is one function of one package, below the module's root.
type Test struct{ Package, Name string }
