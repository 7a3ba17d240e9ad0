//go:build !unix

package main

import "os"

// brokenPipe is the signal that ends a program whose output nobody reads: there is none.
var brokenPipe []os.Signal
