package filelock

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// Pause is how long is waited between two looks at a lock.
const Pause = 5 * time.Millisecond

// Exclusive locks the file for this opening alone, or reports false where another has it, and
// the process that has signed it, 0 where none that lives has. As long as it is not known who
// has the lock it waits, up to patience: whoever has just taken it will sign, and what a killed
// process has left it to will let go. That is a child that was being started in that moment,
// which has open what its parent had until it executes its program. Who gets the lock is to
// [Sign] it. An error says that the file system cannot lock.
func Exclusive(file *os.File, patience time.Duration) (held bool, signer int, err error) {
	for deadline := time.Now().Add(patience); ; time.Sleep(Pause) {
		if held, err = TryExclusive(file); held || err != nil {
			return held, 0, err
		}
		if signer = Signer(file); signer > 0 && Alive(signer) {
			return false, signer, nil
		}
		if time.Now().After(deadline) {
			return false, 0, nil
		}
	}
}

// Sign writes into a locked file whose it is.
func Sign(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// Release takes the signature away, and closes the file, which gives the lock back: whoever has it
// next has not signed at first, and is not to be taken for this process meanwhile, which lives.
func Release(file *os.File) error {
	_ = file.Truncate(0) // it only says who has the lock
	return file.Close()
}

// Signer is the process that signed a file last, 0 where none has. It may be no more, and the
// lock another's who has not signed yet; and in another namespace of processes it has another
// number.
func Signer(file *os.File) int {
	var text [longest]byte
	n, _ := file.ReadAt(text[:], 0) // of a file; of what else has its name there is nothing to be read at a place
	pid, err := strconv.ParseInt(strings.TrimSpace(string(text[:n])), 10, 32)
	if err != nil || pid < 0 {
		return 0 // not signed yet, or not by us
	}
	return int(pid)
}
