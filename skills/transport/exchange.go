package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// An Exchange is the conversation of one attempt. Converse is called once, from
// any goroutine, and Outcome once after it has returned.
type Exchange struct {
	inv     skills.Invocation
	options Options
	mask    *mask.Mask // of its secrets
	started time.Time

	present context.Context // ends when the script is gone
	leave   context.CancelFunc

	kept     kept
	turn     turn
	done     *protocol.Done
	broken   *protocol.Violation // how the stream broke off; nil after a sound one
	stopped  error               // why reading was given up before the stream's end, or nil
	calls    int
	warnings []string
}

// Begin prepares an exchange; the attempt's duration counts from here.
func Begin(inv skills.Invocation, options Options) *Exchange {
	x := &Exchange{inv: inv, options: options.withDefaults(), mask: secretsOf(inv), kept: kept{share: inv.Share}, started: time.Now()}
	x.present, x.leave = context.WithCancel(context.Background())
	return x
}

// Gone says that the script has ended, from any goroutine. A call that is being answered is given up, since nobody is there
// to read the reply; what the script wrote before is read on.
func (x *Exchange) Gone() { x.leave() }

// Converse speaks with the script until its stream has ended, and reports
// whether the script may go on to its own end: false says that the stream broke
// the protocol, that nobody reads it any more, and that the script must be ended.
// Stdin is closed in every case; stdout is not.
//
// ctx bounds the host's work: when it has ended no further line is taken, however many
// are there, so that reading them, answering calls and the script's own time are one
// time. It does not end a read that waits: who wants the end of a script that writes
// nothing ends the script, or makes reads of stdout fail. Lines are read one by one as
// they are worked on; what the script writes meanwhile stays in its pipe.
func (x *Exchange) Converse(ctx context.Context, stdin io.WriteCloser, stdout io.Reader) bool {
	out := newOutbox(stdin)
	defer out.close()
	x.request(out)
	reader := protocol.NewReader(stdout, protocol.ReaderOptions{
		Limits: x.inv.Limits, RequestID: x.inv.Request.RequestID, Calls: x.mayCall(), Mask: x.mask,
		Large: func() { x.turn.take(ctx) },
	})
	if x.broken = x.read(ctx, reader, out); x.broken == nil {
		out.close() // the end of stdin tells a script that waits for more to go
		x.drain(reader)
	}
	return x.broken == nil || x.broken.Code == protocol.MissingDone
}

// read takes events until done, which gives nil.
func (x *Exchange) read(ctx context.Context, reader *protocol.Reader, out *outbox) *protocol.Violation {
	defer x.turn.giveBack()
	for {
		x.turn.giveBack() // of the line before
		if ctx.Err() != nil {
			x.stopped = StopReason(ctx)
			return reader.Refuse(protocol.MissingDone, "the time was up before a done event was read")
		}
		event, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if v, ok := errors.AsType[*protocol.Violation](err); ok && ctx.Err() != nil {
			x.stopped = StopReason(ctx) // the end may have cut the line off
			return reader.Refuse(protocol.MissingDone, "the time was up before a done event was read")
		} else if ok {
			return v
		}
		if err != nil { // cut off, which is no fault of what was written
			return reader.Refuse(protocol.MissingDone, "the output was cut off before a done event")
		}
		if !x.kept.add(event) {
			return reader.Refuse(protocol.TooManyValues, x.kept.tooMuch())
		}
		call, calls := event.(*protocol.Call)
		if !calls {
			if v := x.take(ctx, event, reader, out); v != nil {
				return v
			}
		}
		if x.inv.Listen != nil {
			x.inv.Listen(event)
		}
		if calls { // and nothing is held of it while the answer waits to be read
			if v := x.answer(ctx, call, reader, out); v != nil {
				return v
			}
		}
	}
}

// mayCall reports whether the script has permissions at all. For one that has
// none, call is an unknown type and stdin closes behind the request.
func (x *Exchange) mayCall() bool { return len(x.inv.Script.Permissions) > 0 }

func (x *Exchange) request(out *outbox) {
	var line bytes.Buffer
	_ = protocol.NewWriter(&line).WriteRequest(&x.inv.Request) // a buffer takes everything
	out.send(line.Bytes())
	if !x.mayCall() {
		out.finish()
	}
}

// drain reads what comes after done, which is nothing in a sound script. Nothing
// depends on it any more, so that a cut there is no error.
func (x *Exchange) drain(reader *protocol.Reader) {
	if trailing, _ := reader.Drain(); trailing {
		x.warnings = append(x.warnings, "output after the done line was ignored")
	}
}

// take checks what only the attempt can know and does what the event asks for.
func (x *Exchange) take(ctx context.Context, event protocol.Event, reader *protocol.Reader, out *outbox) *protocol.Violation {
	switch event := event.(type) {
	case *protocol.Asset:
		return x.checkAsset(event, reader)
	case *protocol.Done:
		x.turn.giveBack() // settled may wait
		if x.calls > 0 && !out.settled(ctx) {
			return reader.Refuse(protocol.CallOutstanding, "done came before the reply to a call was read; read each reply before ending")
		}
		x.done = event
	}
	return nil
}

// checkAsset refuses a path that leaves the output directory by its text alone,
// at the line that names it. What the file is, is looked at when it is taken over.
func (x *Exchange) checkAsset(asset *protocol.Asset, reader *protocol.Reader) *protocol.Violation {
	if _, ok := inside(x.inv.Request.OutputDir, asset.Path); ok {
		return nil
	}
	return reader.Refuse(protocol.AssetOutside, `"path" leaves the output directory; write assets into outputDir and name them from there`)
}

// inside gives an asset's path below the output directory.
func inside(dir, path string) (string, bool) {
	local := filepath.FromSlash(path)
	if filepath.IsAbs(local) && dir != "" {
		rel, err := filepath.Rel(dir, local)
		if err != nil {
			return "", false
		}
		local = rel
	}
	local = filepath.Clean(local)
	return local, filepath.IsLocal(local) && local != "." && !strings.ContainsRune(local, 0)
}

// secretsOf hides what a script was told in confidence, but for words so short that
// they may well be no secret's where they stand.
func secretsOf(inv skills.Invocation) *mask.Mask {
	long := slices.DeleteFunc(slices.Clone(inv.Secrets), func(s string) bool { return len(s) < skills.MinSecret })
	return mask.New(long...)
}

// Stderr is what a script said there, without its secrets.
func (x *Exchange) Stderr(kept []byte) []byte {
	if x.mask == nil {
		return kept
	}
	return []byte(x.mask.Text(string(kept)))
}

// Outcome is the attempt's end. Accepted assets are copied here, as the files
// are at the end of the script: a script that writes on after its asset line
// changes its own asset, and attempts that failed never reach the copy.
func (x *Exchange) Outcome(ctx context.Context, exit Exit) skills.Outcome {
	if exit.Stopped == nil {
		exit.Stopped = x.stopped
	}
	outcome := skills.Outcome{Events: x.kept.events, Done: x.done, Err: x.verdict(exit)}
	if exit.Held {
		x.warnings = append(x.warnings, "something the script started kept its output open after it had ended")
	}
	if left := x.kept.leftOut(); left != "" {
		x.warnings = append(x.warnings, left)
	}
	if outcome.Err == nil {
		outcome.Assets, outcome.Err = x.takeAssets(ctx)
	}
	if outcome.Err == nil {
		outcome.Patches = x.kept.patches
		outcome.Effects = x.effects()
	}
	outcome.Warnings = x.warnings
	outcome.Duration = time.Since(x.started)
	return outcome
}

func (x *Exchange) effects() []plan.Effect {
	if x.options.Session == nil {
		return nil
	}
	return x.options.Session.Effects()
}

func (x *Exchange) takeAssets(ctx context.Context) ([]plan.Asset, *plan.ToolError) {
	named := x.kept.assets
	if len(named) == 0 {
		return nil, nil
	}
	if x.options.Assets == nil || x.options.Output == nil {
		x.warnings = append(x.warnings, "its assets were not taken over: there is no directory to keep them in")
		return nil, nil
	}
	assets, err := x.options.Assets.Collect(ctx, x.inv.Scope.Tool, Output{x.options.Output, x.inv.Request.OutputDir}, named)
	if err == nil {
		return assets, nil
	}
	name := x.inv.Script.Ref.String()
	if ctx.Err() != nil {
		return nil, &plan.ToolError{Code: CodeTimeout, Category: plan.TimedOut, Message: name + ": the time was up while its assets were copied"}
	}
	return nil, processError(string(protocol.AssetRefused), "%s: %v", name, err)
}
