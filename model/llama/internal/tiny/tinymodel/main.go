// Command tinymodel writes the model of random weights into a file, for tests of packages that cannot import it.
package main

import (
	"fmt"
	"os"

	"github.com/narratoria/narratoria/model/llama/internal/tiny"
)

func main() {
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := tiny.Write(file, 1); err != nil {
		return err
	}
	return file.Close()
}
