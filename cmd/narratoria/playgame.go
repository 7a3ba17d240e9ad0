package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/rng"
)

// newSession is the terminal of one run: who reads what, and how.
func newSession(s streams, flags *playFlags, interrupts <-chan os.Signal) *terminal.Session {
	var out io.Writer = s.out
	if o, ok := out.(*output); ok {
		out = o.Writer // to know a terminal by
	}
	manner := terminal.Look(out)
	session := &terminal.Session{
		Screen:    terminal.NewScreen(s.out, manner),
		Lines:     terminal.ReadLines(s.in),
		Prompt:    manner.Live && terminal.Is(s.in),
		Interrupt: interrupts,
		Progress:  &terminal.Progress{},
	}
	session.Timings = flags.timings
	session.Echo = !flags.asJSON && !(session.Prompt && flags.person())
	if manner.Live && !flags.asJSON {
		session.Progress = &terminal.Progress{Out: s.out, Width: manner.Width}
		session.Width = func() int { return terminal.Look(out).Width }
	}
	return session
}

// run plays.
func (p *player) run(ctx context.Context) error {
	s := p.session
	s.Restart = func(ctx context.Context) (terminal.Game, error) { return p.seat, p.game.Restart(ctx) }
	s.PlayAgain = "narratoria play " + p.shown()
	if !p.flags.person() {
		err := p.follow(ctx)
		if err == nil && p.flags.auto > 0 && !p.flags.asJSON && !p.game.Kept() {
			fmt.Fprintln(p.err, "Nothing of this play is kept; with --save NAME it is.")
		}
		return err
	}
	if err := s.Run(ctx); err != nil {
		return err
	}
	if !s.Ended() && s.Last() != nil && p.game.Kept() {
		s.Screen.Gap()
		s.Screen.Say(fmt.Sprintf("Kept as %q. To go on:", p.game.Story()))
		s.Screen.Command(p.playOn())
	}
	return nil
}

// shown is what the user calls the campaign.
func (p *player) shown() string { return cmp.Or(p.campaign.Dir, p.campaign.ID) }

// playOn is how to take this story up again; a save knows no path.
func (p *player) playOn() string {
	return continueCommand(p.streams, p.campaign.Dir, p.game.Story())
}

// end closes what is open. A turn that nobody waits for any more is left behind.
func (p *player) end(ctx context.Context, failed error) (err error) {
	if p.session.Lost() {
		lost, cancel := context.WithCancel(ctx)
		cancel()
		_ = p.program.Close(lost) // says only that
	} else {
		if p.game != nil {
			err = p.game.Close(ctx)
		}
		closeProgram(ctx, p.streams, p.program, errors.Join(failed, err))
	}
	if p.input != nil {
		err = errors.Join(err, p.input.Close())
	}
	return err
}

// follow plays what a file or dice choose.
func (p *player) follow(ctx context.Context) error {
	each := func(r *engine.Record) error { p.session.Show(r); return nil }
	if p.flags.asJSON {
		each = p.printRecord
	}
	picker, err := p.picker()
	if err != nil {
		return left(err)
	}
	err = p.session.Follow(ctx, picker, p.flags.auto, each)
	if lines, ok := picker.(*linePicker); ok && err == nil && p.session.Ended() {
		lines.reportRest(p.err)
	}
	return err
}

func (p *player) printRecord(r *engine.Record) error {
	if !p.flags.timings {
		shown := *r
		shown.Timings = nil
		r = &shown
	}
	_, err := fmt.Fprintf(p.out, "%s\n", plaintext.Escape(string(r.JSON())))
	return err
}

// autoSeed is what picks follow from: the story's seed.
func (p *player) autoSeed() rng.Seed {
	seed := p.flags.seed
	if seed == "" && p.begun != nil {
		seed = p.begun.Seed
	}
	if seed == "" {
		return rng.New()
	}
	return rng.FromString(seed)
}

// isLeaving reports whether somebody left before there was a story to leave.
func isLeaving(err error) bool {
	return errors.Is(err, terminal.ErrLeft) || errors.Is(err, terminal.ErrInterrupted)
}
