package plaintext_test

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/plaintext"
)

func Example() {
	fmt.Println(plaintext.Clean("\x1b[31mred\x1b[0m <b>oil</b>"))
	fmt.Println(plaintext.Line("the long way\nto the quay", 13))
	// Output:
	// red oil
	// the long way
}
