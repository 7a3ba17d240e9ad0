//go:build !race

package soak

// Raced is that the race detector watches, which takes memory and time itself.
const Raced = false
