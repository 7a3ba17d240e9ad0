// Package driver is what all drivers of package model do alike: a call has a deadline, a text
// is watched while it is written, and what is wrong is told in the same words.
//
//	return driver.Generate(ctx, driver.Call{Generator: g.Name()}, r, tell,
//		func(ctx context.Context, text *driver.Text) error {
//			for piece := range wherever(ctx) {
//				if err := text.Write(piece); err != nil {
//					return err
//				}
//			}
//			text.End(model.Stopped)
//			return nil
//		})
//
// A [Text] is what a driver writes into. It sees to it that
//
//	a piece ──whole characters?──▶ no circle? ──no secret?──▶ no stop? ──▶ told, and kept
//
// and holds back what may be the beginning of a stop or of a secret, so that neither is ever
// told in part. What it refuses ends the call: Write's error is to be returned as it is.
package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/narratoria/narratoria/model"
)

// DefaultWithin is the time that a call has where nobody says another.
const DefaultWithin = time.Minute

// A Call is how a driver serves requests.
type Call struct {
	Generator string        // its name, for errors
	Within    time.Duration // where the request says nothing; 0: DefaultWithin
	Patient   bool          // the call has no deadline: a person may be writing
	Secrets   []string      // what no text may hold
}

// Generate serves a request by a function that writes the text. The function returns soon after
// its context has ended, with whatever error, and is called once or, where the request is not one, not
// at all. Errors that are no *model.Error yet become one.
func Generate(ctx context.Context, c Call, r model.Request, tell func(model.Piece), write func(context.Context, *Text) error) (model.Answer, error) {
	if err := r.Check(); err != nil {
		return model.Answer{}, &model.Error{Generator: c.Generator, Kind: model.Rejected, Message: "the request cannot be served: " + err.Error(), Err: err}
	}
	limited, cancel := c.limit(ctx, r.Within)
	defer cancel()
	text := newText(r.Stop, c.Secrets, tell)
	err := limited.Err()
	if err == nil {
		err = write(limited, text)
	}
	said := ""
	if err == nil || errors.Is(err, errStopped) {
		said, err = text.close(r.Form)
	}
	if err != nil {
		return model.Answer{}, Failed(ctx, limited, c.Generator, err)
	}
	return model.Answer{Text: said, End: text.end, Usage: text.usage, By: c.Generator}, nil
}

// limit is the context of a call.
func (c Call) limit(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	if c.Patient {
		return context.WithCancel(ctx)
	}
	return Within(ctx, within, c.Within)
}

// Within is the context of a call that has the first of these times which is not 0.
func Within(ctx context.Context, times ...time.Duration) (context.Context, context.CancelFunc) {
	within := cmp.Or(cmp.Or(times...), DefaultWithin)
	return context.WithTimeoutCause(ctx, within, tookTooLong(within))
}

// tookTooLong is the cause of a call's own deadline.
type tookTooLong time.Duration

func (t tookTooLong) Error() string {
	return fmt.Sprintf("it was not done within %v", time.Duration(t))
}

// Failed is the error of a call under a limited context, made of the caller's: whatever else failed,
// what ended the context comes first, for the rest follows from it.
func Failed(ctx, limited context.Context, generator string, err error) error {
	made, is := errors.AsType[*model.Error](err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &model.Error{Generator: generator, Kind: model.Timeout, Message: "it was not done when the caller's time was up", Err: ctx.Err()}
	case ctx.Err() != nil:
		return &model.Error{Generator: generator, Kind: model.Cancelled, Message: "the call was given up", Err: ctx.Err()}
	case limited.Err() != nil:
		return &model.Error{Generator: generator, Kind: model.Timeout, Message: context.Cause(limited).Error(), Err: limited.Err()}
	case is:
		if made.Generator == "" {
			named := *made
			named.Generator = generator
			return &named
		}
		return err
	}
	return &model.Error{Generator: generator, Kind: model.Unavailable, Message: err.Error(), Err: err}
}

// Refuse is an error whose generator is filled in by Generate.
func Refuse(kind model.Kind, format string, args ...any) error {
	return &model.Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// formed says what keeps a whole text from being of a form.
func formed(text string, end model.End, form model.Form) error {
	if end == model.Length && (form.Schema != nil || form.Grammar != "") {
		return Refuse(model.Incomplete, "the text was to be of a form, and was cut off at the most tokens that it may have")
	}
	if form.Schema != nil {
		if err := readJSON(text); err != nil {
			return &model.Error{Kind: model.Unformed, Message: "the text was to be JSON: " + err.Error(), Err: err}
		}
	}
	if form.Check != nil {
		if err := form.Check(text); err != nil {
			return &model.Error{Kind: model.Unformed, Message: "the text is not of the form that was asked for: " + err.Error(), Err: err}
		}
	}
	return nil
}

// The bounds of a text in JSON.
const (
	mostDepth  = 64
	mostValues = 20_000
)

// blank reports whether there is nothing to read in a text.
func blank(text string) bool { return strings.TrimSpace(text) == "" }
