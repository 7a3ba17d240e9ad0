// Echo is the smallest sound script, for the benchmark of starting one.
package main

import (
	"bufio"
	"os"
)

func main() {
	_, _ = bufio.NewReaderSize(os.Stdin, 1<<16).ReadString('\n')
	_, _ = os.Stdout.WriteString(`{"version":"0","type":"done","ok":true,"output":{"said":"hello"}}` + "\n")
}
