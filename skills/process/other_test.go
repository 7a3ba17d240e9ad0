//go:build unix && !linux

package process

func benchmarked() []containment { return []containment{group} }

// programs need what other systems do not have.
var programs = map[string]func(args []string) int{}
