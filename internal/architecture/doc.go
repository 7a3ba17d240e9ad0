// Package architecture keeps the tree as docs/architecture.md draws it: its test
// reads the import graph and prints, for every import that the rule refuses, the
// reason why it does.
package architecture
