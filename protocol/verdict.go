package protocol

import (
	"errors"
	"io"
)

// A Verdict is how an invocation ended, once its stream and its exit are known.
type Verdict string

// The four ends. The effects of an invocation count only if it was accepted.
const (
	Accepted Verdict = "accepted" // done with ok true, and exit 0
	Declined Verdict = "declined" // done with ok false, and exit 0: the script's own, controlled failure
	Broken   Verdict = "broken"   // the stream broke the protocol or could not be read
	Crashed  Verdict = "crashed"  // an exit other than 0, whatever the events said
)

// Judge puts together the done event, nil where none came, the error of the
// stream, nil or io.EOF where it was sound, and the exit code.
//
// A stream that breaks the protocol is ended by the host, so its exit code says
// nothing; but one that merely stops short is explained by how it exited.
func Judge(done *Done, stream error, exit int) Verdict {
	violation, broken := errors.AsType[*Violation](stream)
	short := broken && violation.Code == MissingDone
	sound := stream == nil || errors.Is(stream, io.EOF)
	switch {
	case !sound && !short:
		return Broken
	case exit != 0:
		return Crashed
	case done == nil:
		return Broken
	case done.OK:
		return Accepted
	}
	return Declined
}
