// Package launcher is the last step before a foreign script: a program of ours that becomes
// the script once it is certain that the script will not outlive the program that wants it.
//
// On Linux a process asks the kernel to be killed with its parent, and asks after it was made:
// a parent that is killed in between is never noticed. Looking at the parent's id afterwards
// finds that out elsewhere, but not in a PID namespace, where it has none, and where the first
// process of all is immune to its own SIGKILL. So the launcher waits at a gate, a socket that
// it has as its fourth descriptor. The parent opens the gate when the launcher runs, and so
// after it has asked; where the parent died before, the gate is gone and nothing is run. A
// parent that dies later takes the launcher along, and the script that it has become.
//
//	parent                         launcher
//	  start, which asks the kernel ──▶ waits
//	  one byte ────────────────────▶ executes the script, which closes the gate
//	  end of file: it runs ◀────────
//	  or four bytes: why not ◀─────── (its errno, least significant byte first)
package launcher

// Flag is the first argument by which narratoria-skills is the launcher; behind it stand the
// program to execute and its arguments.
const Flag = "--launch"

// Gate is the descriptor that the launcher waits at.
const Gate = 3
