package model

import (
	"errors"
	"fmt"
	"time"
)

// A Kind is why there is no answer. It is an error itself, so that
//
//	errors.Is(err, model.Timeout)
//
// holds, however deep in err it is. The list is closed, and grows at its end.
type Kind string

// The kinds: of the caller, of the way to the model, of what came back, of what is kept, of the user.
const (
	Cancelled   Kind = "cancelled"   // the context ended; its error is wrapped too
	Rejected    Kind = "rejected"    // the request is not one that can be served
	Unsupported Kind = "unsupported" // the driver cannot do what is asked for

	Timeout      Kind = "timeout"      // the call took too long, or nothing came for too long
	Unreachable  Kind = "unreachable"  // nobody answers
	Unauthorized Kind = "unauthorized" // there is no key, or it was not taken
	Limited      Kind = "limited"      // too much was asked, or all that was paid for is used
	Unavailable  Kind = "unavailable"  // the server, or everybody, cannot serve it now
	Redirected   Kind = "redirected"   // the server names another, which is not followed

	Malformed  Kind = "malformed"  // what came is not the protocol, or not UTF-8
	Incomplete Kind = "incomplete" // it ended before its end
	Empty      Kind = "empty"      // there is no text in it
	Refused    Kind = "refused"    // the model will not write this
	Looping    Kind = "looping"    // the model repeats itself
	TooLong    Kind = "too_long"   // it goes on beyond every bound
	Unformed   Kind = "unformed"   // it is not of the form that was asked for

	Missing Kind = "missing" // no answer is kept for this place
	Changed Kind = "changed" // one is, but for another prompt

	NotEnabled Kind = "not_enabled" // the user has not agreed to its being asked
)

func (k Kind) Error() string { return "model: " + string(k) }

// Temporary reports whether the same request may well be served later, though nobody
// changes anything.
func (k Kind) Temporary() bool {
	switch k {
	case Timeout, Unreachable, Limited, Unavailable:
		return true
	}
	return false
}

// AskAgain reports whether an error is that an answer was bad, where another to the same request may be better.
func AskAgain(err error) bool {
	for _, kind := range []Kind{Empty, Refused, Looping, TooLong, Unformed} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// An Error is a call without an answer. Its text names the generator, says what was so and, where
// something can be done, what; it holds no key.
type Error struct {
	Generator string
	Kind      Kind
	Message   string
	Status    int           // of HTTP; 0 where it is not of a server's answer
	After     time.Duration // in which the server asks not to be asked; 0: it did not say
	Err       error         // what it comes from; or nil
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Generator, e.Message) }

// Unwrap gives the kind, and what the error comes from.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}
