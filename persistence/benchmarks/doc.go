// Package benchmarks has no code of its own: its tests measure every driver of the store by the same
// operations, with the libraries and the server that CI has, and beside each the search for nearest
// vectors that comes with what it is built on: sqlite-vec, pgvector, ObjectBox's own.
//
//	go run ./internal/tools/bench ./persistence/benchmarks
package benchmarks
