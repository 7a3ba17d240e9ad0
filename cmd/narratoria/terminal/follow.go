package terminal

import (
	"context"
	"errors"
	"io"

	"github.com/narratoria/narratoria/engine"
)

// A Picker chooses for a story that nobody plays; io.EOF ends the play.
type Picker interface {
	Pick(r *engine.Record) (Picked, error)
}

// Follow plays with a picker, at most so many turns (0: no limit), and hands over
// each record, the one a story is taken up with first. The opening is a turn. It
// returns at an ending, after the last turn, when the picker has no more, and with
// an error. A first signal ends it after the turn being played, with
// [ErrInterrupted]; a second one ends that turn too.
func (s *Session) Follow(ctx context.Context, picker Picker, turns int, each func(*engine.Record) error) error {
	record, err := s.Game.Last(ctx)
	if err != nil {
		return err
	}
	if record != nil {
		s.last = record
		if err := each(record); err != nil {
			return err
		}
	}
	for played := 0; (turns == 0 || played < turns) && !s.Ended(); played++ {
		if err := s.follow(ctx, picker, each); err != nil {
			if errors.Is(err, ErrLeft) {
				return nil
			}
			return err
		}
	}
	return nil
}

// follow plays one turn.
func (s *Session) follow(ctx context.Context, picker Picker, each func(*engine.Record) error) error {
	var picked Picked
	if s.last != nil {
		var err error
		if picked, err = picker.Pick(s.last); errors.Is(err, io.EOF) {
			return ErrLeft
		} else if err != nil {
			return err
		}
	}
	if s.Echo && picked.Typed != "" {
		s.Screen.echo(picked.Typed)
		s.Screen.understood(picked.Text)
		defer s.Screen.understood("")
	}
	record, err := s.wait(ctx, true, s.play(picked))
	if err != nil {
		return err
	}
	s.last = record
	if err := each(record); err != nil {
		return err
	}
	if s.stopped {
		return ErrInterrupted
	}
	return nil
}
