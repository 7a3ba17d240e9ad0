// Package filelock lets programs agree about files by locking an open one.
//
//	lock, err := filelock.Open(path)
//	held, signer, err := filelock.Exclusive(lock, patience)
//	err = filelock.Sign(lock)
//
// The lock belongs to the opening, not to the process: two openings in one
// program exclude each other too. The system takes it back when the file is
// closed, and so when the program ends, however it ends; only a child that it was
// just starting may have the lock for a moment more. It says nothing about
// the name: who waits for a lock must look afterwards whether the file still has
// the name that was meant.
package filelock

import "os"

// TryExclusive locks the file for this opening alone, or reports false where
// another has it. It never waits. An error says that the file system cannot lock.
func TryExclusive(file *os.File) (held bool, err error) { return try(file, true) }

// TryShared locks the file together with other shared locks, or reports false
// where an exclusive one is held.
func TryShared(file *os.File) (held bool, err error) { return try(file, false) }

// Unlock gives a lock back before the file is closed.
func Unlock(file *os.File) error { return unlock(file) }
