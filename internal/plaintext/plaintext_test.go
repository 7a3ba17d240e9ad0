package plaintext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/plaintext"
)

func Example() {
	fmt.Println(plaintext.Clean("\x1b[31mred\x1b[0m <b>oil</b>"))
	fmt.Println(plaintext.Line("the long way\nto the quay", 13))
	// Output:
	// red oil
	// the long way
}

// A script goes with what it holds, each with its own end, and one without an end or with
// too much in it loses only its tags.
func TestElementsGoWithWhatTheyHold(t *testing.T) {
	long := strings.Repeat("x", 9000)
	for text, want := range map[string]string{
		"a <script>1</script>b <style>2</style>c <script>3</script>d": "a b c d",
		"a <script>1 <script>2</script>b <script>3":                   "a b 3",
		"a <style>1</script>b</style>c":                               "a c",
		"a <script>" + long + "</script>b <script>3</script>c":        "a " + long + "b c",
		"<script></script>":                                           "",
	} {
		if got := plaintext.Clean(text); got != want {
			t.Errorf("%.40q: %.60q, want %.60q", text, got, want)
		}
	}
}
