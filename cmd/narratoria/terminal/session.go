package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A Game is a story being played; [engine.Game] is one.
type Game interface {
	Reader
	Last(ctx context.Context) (*engine.Record, error)
	Play(ctx context.Context, choice string) (*engine.Record, error)
	PlayTyped(ctx context.Context, choice, words string) (*engine.Record, error)
	Back(ctx context.Context) (*engine.Record, error)
	Retry(ctx context.Context) (*engine.Record, error)
	Brancher
	Scene() engine.Surroundings
	Self() engine.Character
	Map() []engine.MapPlace
	People() []engine.Acquaintance
	Inventory() []engine.Thing
	Journal() engine.Journal
	Degraded() []string
}

var _ Game = (*engine.Game)(nil)

// A Brancher moves a story along its branches.
type Brancher interface {
	Rollback(ctx context.Context, turn int64) (*engine.Record, error)
	Undo(ctx context.Context) (*engine.Record, error)
	Switch(ctx context.Context, branch event.BranchID) (*engine.Record, error)
	Branch(ctx context.Context, name event.BranchID) (event.BranchID, error)
	Branches(ctx context.Context) ([]story.Branch, error)
}

// A Session is one sitting. Game is required, and Screen and Lines for [Session.Run].
type Session struct {
	Game      Game
	Screen    *Screen
	Lines     *Lines
	Echo      bool             // repeat what is typed, for a transcript
	Prompt    bool             // show where to type
	Interrupt <-chan os.Signal // nil: nothing interrupts
	Progress  *Progress        // nil: nothing is shown while waiting
	// Restart begins a new session of the same story and gives its game; nil where
	// that cannot be.
	Restart func(ctx context.Context) (Game, error)
	// Explain puts an error into words; nil takes its own.
	Explain func(error) string
	// Width is how wide the terminal is now; nil: as it was.
	Width func() int
	// Timings has how long the parts of a turn took be shown with it.
	Timings bool
	// PlayAgain is the command that an ending offers.
	PlayAgain string

	last    *engine.Record
	asked   *question // which of several deeds a line meant; nil for nothing
	stopped bool      // a signal asked to stop
	lost    bool      // a turn was left behind that still runs
}

// ErrInterrupted says that a signal ended a session before its work was done.
var ErrInterrupted = errors.New("interrupted")

// ErrLeft says that whoever was asked has left: there is no more input, or they said
// so. It is no io.EOF, which a broken file gives, too.
var ErrLeft = errors.New("left")

// How long a turn may take to end once nobody waits for it any more, and, where it is to be the last, before it has to go on
// with what it has.
const (
	leaving = 5 * time.Second
	ending  = 2 * time.Second
)

// Ended reports whether the story has come to its end, and does not run on.
func (s *Session) Ended() bool {
	return s.last != nil && s.last.Ending != nil && len(s.last.Choices) == 0
}

// Lost reports whether the game still plays a turn that nobody waits for, so that
// it must not be touched any more.
func (s *Session) Lost() bool { return s.lost }

// Last is the record shown last, or nil.
func (s *Session) Last() *engine.Record { return s.last }

// Run plays with a person until they leave or the story has ended and they have
// seen it. Input that ends is a person who leaves, and so is Ctrl-C at the prompt.
func (s *Session) Run(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	for !s.stopped {
		line, err := s.ask()
		switch {
		case errors.Is(err, ErrLong):
			s.Screen.Say("That line is too long. Type a number, or ? for help.")
			continue
		case err != nil:
			return s.ignoreEnd(err)
		}
		if done, err := s.do(ctx, line); done || err != nil {
			return s.ignoreEnd(err)
		}
	}
	return nil
}

// ignoreEnd takes the ways in which a person leaves for what they are.
func (s *Session) ignoreEnd(err error) error {
	if errors.Is(err, ErrLeft) || errors.Is(err, ErrInterrupted) {
		return nil
	}
	return err
}

// begin shows the last turn again, or plays the opening.
func (s *Session) begin(ctx context.Context) error {
	record, err := s.Game.Last(ctx)
	if err == nil && record == nil {
		record, err = s.wait(ctx, false, func(ctx context.Context) (*engine.Record, error) { return s.Game.Play(ctx, "") })
	}
	if err != nil {
		return err
	}
	s.show(record)
	return nil
}

func (s *Session) show(record *engine.Record) {
	first := s.last == nil
	s.last = record
	s.Show(record)
	switch {
	case s.Ended():
		s.Screen.Gap()
		if s.PlayAgain != "" {
			s.Screen.Say("To play again:")
			s.Screen.Command(s.PlayAgain)
		}
		s.Screen.Say("back takes the last turn back; Enter leaves.")
	case first:
		s.Screen.Gap()
		s.Screen.Say("Type the number of a choice, or ? for help.")
	}
}

// Show shows a record, with people under the names the player knows them by.
func (s *Session) Show(record *engine.Record) {
	s.Screen.Names = map[string]string{}
	for _, p := range s.Game.People() {
		s.Screen.Names[p.ID] = p.Name
	}
	s.Screen.Record(record)
	if s.Timings {
		s.Screen.timings(record)
	}
}

// ask reads a line. Errors: ErrLeft, ErrInterrupted, ErrLong.
func (s *Session) ask() (string, error) {
	if s.Prompt {
		s.Screen.prompt()
	}
	select {
	case <-s.Interrupt:
		s.Screen.Gap()
		return "", ErrInterrupted
	case typed := <-s.Lines.next():
		s.Lines.got()
		if s.Width != nil {
			width := s.Width()
			s.Screen.resize(width)
			s.Progress.resize(width)
		}
		if typed.err != nil && s.Prompt {
			s.Screen.Gap()
		}
		if typed.err == nil && s.Echo {
			s.Screen.echo(typed.text)
		}
		if errors.Is(typed.err, io.EOF) {
			return "", ErrLeft
		}
		return typed.text, typed.err
	}
}

// outcome is what a turn gave.
type outcome struct {
	record *engine.Record
	err    error
}

// wait has a turn played. The first Ctrl-C ends what it waits for, so that it
// goes on with what it has; the second, and every other signal, leaves. With
// patience the first one sees to it that this turn is the last, and ends what it waits for after a while.
func (s *Session) wait(ctx context.Context, patience bool, play func(context.Context) (*engine.Record, error)) (record *engine.Record, err error) {
	defer func() {
		if err != nil {
			s.Screen.anew()
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.Progress.Begin("")
	defer s.Progress.End()
	done := make(chan outcome, 1)
	go func() { // ends with the turn
		record, err := play(ctx)
		done <- outcome{record, err}
	}()
	select {
	case o := <-done:
		return o.record, o.err
	case signal := <-s.Interrupt:
		s.stopped = patience
		if patience && signal == os.Interrupt {
			defer time.AfterFunc(ending, cancel).Stop()
		} else {
			cancel()
		}
		if signal != os.Interrupt {
			return s.leave(done)
		}
		s.Progress.Stage("ending it; Ctrl-C once more leaves")
	}
	select {
	case o := <-done:
		return o.record, o.err
	case <-s.Interrupt:
		cancel()
		return s.leave(done)
	}
}

// Narrative shows how a turn begins while it is being played; "" takes it back. It is
// what engine.Options wants, and may be called from any goroutine.
func (s *Session) Narrative(of *engine.Record, text string) {
	s.Progress.Aside(func() { s.Screen.Narrative(of, text) })
}

// leave gives a turn a last moment: what it commits in it is not lost.
func (s *Session) leave(done <-chan outcome) (*engine.Record, error) {
	s.stopped = true
	timer := time.NewTimer(leaving)
	defer timer.Stop()
	select {
	case o := <-done:
		return o.record, o.err
	case <-timer.C:
		s.lost = true
		return nil, ErrInterrupted
	}
}

// turn plays one, shows it, and says what went wrong where the player can do
// something about it.
func (s *Session) turn(ctx context.Context, play func(context.Context) (*engine.Record, error)) error {
	return s.settle(s.wait(ctx, false, play))
}

// settle shows what came of a turn.
func (s *Session) settle(record *engine.Record, err error) error {
	switch {
	case err == nil:
		s.show(record)
		return nil
	case again(err):
		s.Screen.Warn(s.explain(err))
		return nil
	}
	return err
}

// reread shows the turn that the story is in, after one could not be taken back.
func (s *Session) reread(ctx context.Context) error {
	record, err := s.Game.Last(ctx)
	if err != nil || record == nil {
		return err
	}
	s.show(unresumed(record))
	return nil
}

// unresumed is a record that was read back where no session begins.
func unresumed(record *engine.Record) *engine.Record {
	shown := *record
	shown.Resumed = false
	return &shown
}

// again reports whether an error leaves the game as it was, so that the player
// may go on.
func again(err error) bool {
	_, choice := errors.AsType[*engine.ChoiceError](err)
	_, refused := errors.AsType[*engine.RefusedError](err)
	_, noPlace := errors.AsType[*story.NoPlaceError](err)
	for _, harmless := range []error{persistence.ErrFull, persistence.ErrDisk, persistence.ErrUnreachable, story.ErrNoTurn, story.ErrNothingToUndo, engine.ErrEnded, context.Canceled} {
		if errors.Is(err, harmless) {
			return true
		}
	}
	return choice || refused || noPlace
}

func (s *Session) explain(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "The turn was stopped; nothing of it is kept. Choose again."
	case s.Explain != nil:
		return s.Explain(err)
	}
	return err.Error()
}

// NextLine reads a line for a picker. The error is io.EOF, [ErrInterrupted] or
// [ErrLong].
func (s *Session) NextLine() (string, error) {
	select {
	case <-s.Interrupt:
		return "", ErrInterrupted
	case typed := <-s.Lines.next():
		s.Lines.got()
		return typed.text, typed.err
	}
}
