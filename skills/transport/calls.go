package transport

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// answer serves one call and sends its reply. Calls are answered one after the
// other, in the order they were written.
func (x *Exchange) answer(ctx context.Context, call *protocol.Call, reader *protocol.Reader, out *outbox) *protocol.Violation {
	if x.calls++; x.calls > x.options.MaxCalls {
		return reader.Refuse(protocol.TooManyCalls, fmt.Sprintf("more than %d calls in one invocation", x.options.MaxCalls))
	}
	reply, written := &protocol.Reply{ID: call.ID}, len(x.effects())
	reply.Result, reply.Err = x.serve(ctx, call)
	if len(x.effects()) > written && !x.kept.count(call) { // it is in the effect now
		return reader.Refuse(protocol.TooManyValues, x.kept.tooMuch())
	}
	line := x.replyLine(reply)
	x.turn.giveBack()
	// Whether the reply was read as well is asked when done comes.
	reader.Replied(reply.ID)
	out.send(line)
	return nil
}

// serve asks the session, after the permission that the method belongs to.
func (x *Exchange) serve(ctx context.Context, call *protocol.Call) (protocol.Object, *protocol.CallError) {
	permission, known := PermissionOf(call.Method)
	switch {
	case !known:
		return nil, &protocol.CallError{Code: skills.CallUnknownMethod, Message: fmt.Sprintf("there is no method %q", call.Method)}
	case !slices.Contains(x.inv.Script.Permissions, permission):
		return nil, denied(fmt.Sprintf("%s needs the permission %q, which the script's manifest does not ask for", call.Method, permission))
	case !slices.Contains(x.inv.Scope.Granted, permission):
		return nil, denied(fmt.Sprintf("%s needs the permission %q, which the player has not given", call.Method, permission))
	case x.options.Session == nil:
		return nil, &protocol.CallError{Code: skills.CallUnavailable, Message: call.Method + " is not available here"}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(x.present, cancel)()
	return x.options.Session.Call(ctx, call.Method, call.Params)
}

func denied(message string) *protocol.CallError {
	return &protocol.CallError{Code: skills.CallDenied, Message: message}
}

// PermissionOf gives the permission that a method belongs to: the longest one
// that the method is, or begins with before a dot. "story.read" belongs to
// itself, "data.get" to "data"; "story" to none.
func PermissionOf(method string) (skills.Permission, bool) {
	best := skills.Permission("")
	for _, p := range skills.Permissions {
		covers := method == string(p) || strings.HasPrefix(method, string(p)+".")
		if covers && len(p) > len(best) {
			best = p
		}
	}
	return best, best != ""
}

func (x *Exchange) replyLine(reply *protocol.Reply) []byte {
	var line bytes.Buffer
	_ = protocol.NewWriter(&line).WriteReply(reply) // a buffer takes everything
	if line.Len() <= x.options.MaxReply {
		return line.Bytes()
	}
	line.Reset() // and what is said instead goes out however long it is
	_ = protocol.NewWriter(&line).WriteReply(&protocol.Reply{ID: reply.ID, Err: &protocol.CallError{
		Code:    skills.CallTooLarge,
		Message: fmt.Sprintf("the answer is larger than %d bytes; ask for less", x.options.MaxReply),
	}})
	return line.Bytes()
}
