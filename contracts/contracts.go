// Package contracts holds the JSON Schemas of every document the program reads
// or writes, and the validator that says in one line where a document breaks its
// schema and what was probably meant.
package contracts
