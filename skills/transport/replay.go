package transport

import (
	"bytes"
	"context"
	"io"

	"github.com/narratoria/narratoria/skills"
)

// ReplayOptions of a [Replay]. Zero fields mean the default.
type ReplayOptions struct {
	Host skills.Host // answers recorded calls; the replies are thrown away
	Exit int         // the exit code of the recorded script
}

// Replay is a transport over a recording: the NDJSON lines a script wrote once.
// Every run reads them anew. Recorded assets are not taken over, because their
// files are gone.
func Replay(lines []byte, options ReplayOptions) skills.Transport {
	return &replay{lines, options}
}

type replay struct {
	lines   []byte
	options ReplayOptions
}

func (r *replay) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	exchange := Begin(inv, Options{Session: OpenSession(r.options.Host, inv)})
	exit := Exit{Code: r.options.Exit}
	lines := io.Reader(bytes.NewReader(r.lines))
	exchange.Converse(ctx, discard{io.Discard}, until{ctx, lines})
	if ctx.Err() != nil {
		exit.Stopped = StopReason(ctx)
	}
	return exchange.Outcome(ctx, exit)
}

// discard is the stdin of a script that has long ended.
type discard struct{ io.Writer }

func (discard) Close() error { return nil }

// until reads no further than its context.
type until struct {
	ctx context.Context
	io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}
