//go:build !race

package contracts

// raced is that the race detector watches, which allocates itself.
const raced = false
