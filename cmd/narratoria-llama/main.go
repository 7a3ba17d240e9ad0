// Command narratoria-llama runs a language model by llama.cpp, for the program narratoria, which
// starts it where a model is wanted and talks to it by pipes. It is a program of its own since that
// library ends its process where something is not as it wants it: then a call is lost, and no story.
package main

import (
	"os"

	"github.com/narratoria/narratoria/model/llama/worker"
)

func main() { os.Exit(worker.Run(os.Args[1:])) }
