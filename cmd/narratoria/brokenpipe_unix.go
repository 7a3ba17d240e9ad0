//go:build unix

package main

import (
	"os"
	"syscall"
)

// brokenPipe is the signal that ends a program whose output nobody reads.
var brokenPipe = []os.Signal{syscall.SIGPIPE}
