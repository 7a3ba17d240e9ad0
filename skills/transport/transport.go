// Package transport is the conversation between the program and one script,
// whatever carries it: a process, a goroutine or a recorded file.
//
// An [Exchange] writes the request, reads the events, answers host calls and
// stages everything the script asks for. When the script has ended it gives the
// verdict, in which the stream's end and the exit count together:
//
//	exchange := transport.Begin(invocation, options)
//	go func() { sound <- exchange.Converse(ctx, stdin, stdout) }()
//	... wait for the script, end it where it must be ended ...
//	exchange.Gone()
//	outcome := exchange.Outcome(ctx, transport.Exit{Code: code})
//
// Rules that hold for every transport:
//
//   - The request is written from a goroutine of its own: a script may never
//     read it. stdin is closed behind it at once, except for a script with
//     permissions, whose stdin stays open for replies until done.
//   - A stream that breaks the protocol is not read any further. Converse
//     returns false, and the transport ends the script.
//   - After done stdout is drained and ignored, with a warning. The script still
//     has to exit by its deadline.
//   - A call ends with the script that made it, where its transport says Gone.
//   - Nothing of an attempt counts unless it ended with done.ok and exit 0:
//     patches, assets and effects of any other are dropped here, so that no
//     caller can forget to.
package transport

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// Options of one exchange. Zero fields mean the default.
type Options struct {
	Session  skills.Session // answers calls; nil refuses every one
	MaxCalls int            // 1,000
	MaxReply int            // bytes of one reply; 1 MiB
	Assets   *Collector     // takes assets over; nil leaves them where they are, with a warning
	Output   *os.Root       // the output directory as it was made; assets are opened in it alone
}

func (o Options) withDefaults() Options {
	if o.MaxCalls <= 0 {
		o.MaxCalls = 1_000
	}
	if o.MaxReply <= 0 {
		o.MaxReply = 1 << 20
	}
	return o
}

// Exit is how the script itself ended, as its transport saw it.
type Exit struct {
	Code    int    // 0 is well; meaningless where another field is set
	Signal  string // the signal that ended it, or ""
	Start   error  // why it could not be started, for a person
	Stopped error  // why it was ended: a context's error, or [ErrClosed]
	Held    bool   // its output was still held open by something when it was cut off
}

// ErrClosed is why a script was stopped when its transport was closed.
var ErrClosed = errors.New("the program is shutting down")

// An Excess is a limit of its transport's that a script went beyond, for
// [Exit.Stopped].
type Excess struct {
	Message string // what it did, to follow its name
}

func (e *Excess) Error() string { return e.Message }

// StopReason is why a context ended, for [Exit.Stopped]: its deadline where that
// was it, whatever cause came with it, else the cause.
func StopReason(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return context.Cause(ctx)
}

// Codes of errors that are the transport's and not the protocol's. Scripts
// choose their own besides.
const (
	CodeTimeout   = "timeout"
	CodeCancelled = "cancelled"
	CodeStart     = "start_failed"
	CodeExit      = "exit_status"
	CodeDisk      = "disk_limit"
	CodeSignal    = "signal"
	CodeFailed    = "tool_failed" // done.ok is false and no error event says why
)

// verdict is the error of an attempt that ended so, or nil for one that ended well.
//
// What was seen in the stream outranks how the script ended, since the transport
// itself ends a script whose stream is broken; a stream that merely stopped short
// is the reason only where there is no better one.
func (x *Exchange) verdict(exit Exit) *plan.ToolError {
	name := x.inv.Script.Ref.String()
	excess, isExcess := errors.AsType[*Excess](exit.Stopped)
	verdict := protocol.Judge(x.done, x.streamError(), exit.status())
	switch {
	case exit.Start != nil:
		return processError(CodeStart, "%s could not be started: %v", name, exit.Start)
	case x.broken != nil && verdict == protocol.Broken && x.broken.Code != protocol.MissingDone:
		return x.violated(name)
	case errors.Is(exit.Stopped, context.DeadlineExceeded):
		return &plan.ToolError{Code: CodeTimeout, Category: plan.TimedOut, Message: x.late(name)}
	case isExcess:
		return processError(CodeDisk, "%s %s and was ended", name, excess)
	case exit.Stopped != nil:
		return processError(CodeCancelled, "%s was ended before it was done: %v", name, exit.Stopped)
	case exit.Signal != "":
		return processError(CodeSignal, "%s was ended from outside (%s); its stderr may say why", name, exit.Signal)
	case verdict == protocol.Crashed:
		return processError(CodeExit, "%s ended with exit status %d, so nothing it wrote counts; its stderr may say why", name, exit.Code)
	case verdict == protocol.Broken:
		return x.violated(name)
	case verdict == protocol.Declined:
		return x.failed(name)
	}
	return nil
}

// status is the exit code as [protocol.Judge] takes it.
func (e Exit) status() int {
	if e.Signal != "" {
		return -1
	}
	return e.Code
}

// streamError is the stream's end as [protocol.Judge] takes it.
func (x *Exchange) streamError() error {
	if x.broken == nil {
		return nil
	}
	return x.broken
}

func processError(code, format string, args ...any) *plan.ToolError {
	return &plan.ToolError{Code: code, Category: plan.ProcessError, Message: fmt.Sprintf(format, args...)}
}

func (x *Exchange) violated(name string) *plan.ToolError {
	v, category := x.broken, plan.ProcessError
	if v.Code.Malformed() {
		category = plan.InvalidJSON
	}
	return &plan.ToolError{
		Code:     string(v.Code),
		Category: category,
		Message:  fmt.Sprintf("%s broke the protocol: %v", name, v),
		Details:  protocol.Object{"line": strictjson.Number(strconv.Itoa(v.Line)), "excerpt": v.Excerpt},
	}
}

func (x *Exchange) late(name string) string {
	if x.done != nil {
		return name + " said it was done but did not exit in time; a script must end after its done line"
	}
	return name + " did not finish in time and was ended; raise its timeout in the manifest if it needs longer"
}

// failed is the script's own account: its last error event, else its summary.
func (x *Exchange) failed(name string) *plan.ToolError {
	out := &plan.ToolError{Code: CodeFailed, Category: plan.ToolFailure, Message: name + " reported a failure without saying why"}
	if x.done.Summary != "" {
		out.Message = name + ": " + x.done.Summary
	}
	if said := x.kept.failure; said != nil {
		out.Code, out.Message, out.Details = said.Code, said.Message, said.Details
	}
	return out
}
