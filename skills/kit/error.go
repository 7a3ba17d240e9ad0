package kit

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/protocol"
)

// Error is a failure with a code that programs can tell apart. The codes
// network_error, rate_limited and unavailable say that trying again later may
// help; the runtime then does. Any other error gets [CodeFailed], and that of a
// host call the call's own code.
type Error struct {
	Code    string // by habit lower_case
	Message string // for the player or author: what happened, and what to do
	Details map[string]any
}

func (e *Error) Error() string { return e.Message }

// Failf makes an error of a code and a message.
func Failf(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Codes the kit itself gives.
const (
	CodeFailed     = "failed"      // the script returned an error without a code
	CodePanic      = "panic"       // it panicked
	CodeBadEvent   = "bad_event"   // it sent an event that breaks the protocol
	CodeBadRequest = "bad_request" // what came on stdin is not a request
	CodeBadInput   = "bad_input"   // the plan's input is not what the script wants
	CodeBadConfig  = "bad_config"  // the same for the skill's configuration
	CodeBadResult  = "bad_result"  // and for the output of a step before
	CodeCancelled  = "cancelled"   // its context ended first
)

func asError(err error) *Error {
	if coded, ok := errors.AsType[*Error](err); ok {
		return &Error{Code: coded.Code, Message: err.Error(), Details: coded.Details}
	}
	if refused, ok := errors.AsType[*protocol.CallError](err); ok {
		return &Error{Code: refused.Code, Message: err.Error()}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Code: CodeCancelled, Message: err.Error()}
	}
	return &Error{Code: CodeFailed, Message: err.Error()}
}
