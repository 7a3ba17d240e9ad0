package terminal

import (
	"context"
	"fmt"
	"strconv"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/prose/grammar"
)

// A Reader reads what is typed and is neither a choice nor a command.
type Reader interface {
	Read(line string) grammar.Reading
	Answer(line string, among []action.Action) (action.Action, bool)
	Options(actions ...action.Action) []engine.Option
}

// A question is which of several deeds a line meant; without any, which of several things
// it named, which is answered by saying the whole again. Where it proposed a choice by its number,
// numbers are those of the menu, and where it proposed the first of several deeds, yes is that.
type question struct {
	typed  string
	among  []action.Action
	choice bool
	first  string
}

// Picked is a choice that was made: its id, and where somebody typed it in words of their
// own those words and what they were understood as.
type Picked struct{ ID, Typed, Text string }

// play is the turn of a choice.
func (s *Session) play(p Picked) func(context.Context) (*engine.Record, error) {
	return func(ctx context.Context) (*engine.Record, error) {
		if p.Typed == "" {
			return s.Game.Play(ctx, p.ID)
		}
		return s.Game.PlayTyped(ctx, p.ID, p.Typed)
	}
}

// number takes a number for the answer to a question. One that is none of its numbers
// is no choice either: it was not meant for one.
func (s *Session) number(ctx context.Context, asked *question, line string) (taken, done bool, err error) {
	n, notNumber := strconv.Atoi(numeral(line))
	switch {
	case asked == nil || notNumber != nil || asked.choice || asked.first != "":
		return false, false, nil
	case len(asked.among) == 0:
		s.Screen.Say("That was asked about names, not numbers. Say again what you do, with the name you mean.")
		return true, false, nil
	case n < 1 || n > len(asked.among):
		s.Screen.Say(fmt.Sprintf("There is no %d among them. Say again what you do.", n))
		return true, false, nil
	}
	done, err = s.deed(ctx, asked.among[n-1], asked.typed)
	return true, done, err
}

// typed carries out a line that says what the player does, asks which of several things
// it means, or says that it means none.
func (s *Session) typed(ctx context.Context, asked *question, line string) (done bool, err error) {
	if asked != nil && asked.first != "" && grammar.Agrees(line) {
		return s.typed(ctx, nil, asked.first)
	}
	if asked != nil {
		if a, found := s.Game.Answer(line, asked.among); found {
			return s.deed(ctx, a, asked.typed)
		}
	}
	reading := s.Game.Read(line)
	switch {
	case reading.Found:
		return s.deed(ctx, reading.Action, line)
	case len(reading.Among) > 0:
		s.whichOf(&question{typed: line, among: reading.Among})
		return false, nil
	case reading.First != "":
		s.asked = &question{typed: line, first: reading.First}
		s.Screen.Say(reading.Refusal)
		return false, nil
	}
	if reading.Asks {
		s.asked = &question{typed: line}
		s.Screen.Say(reading.Refusal)
		return false, nil
	}
	return s.unread(ctx, line, reading.Refusal)
}

// deed plays an action, and says before how the line was understood.
func (s *Session) deed(ctx context.Context, a action.Action, typed string) (done bool, err error) {
	option := s.Game.Options(a)[0]
	s.Screen.understood(option.Text)
	err = s.turn(ctx, s.play(Picked{option.ID, typed, option.Text}))
	s.Screen.understood("")
	return s.stopped, err
}

// whichOf asks what a line means, or whether it means the one thing that it may.
func (s *Session) whichOf(q *question) {
	s.asked = q
	if len(q.among) == 1 {
		s.Screen.Say("Do you mean this? Say yes, or say again what you do.")
	} else {
		s.Screen.Say("Which do you mean?")
	}
	width, options := len(strconv.Itoa(len(q.among))), s.Game.Options(q.among...)
	read := map[string]int{}
	for _, option := range options {
		read[labelOf(option.Text)]++
	}
	for i, option := range options {
		if read[labelOf(option.Text)] > 1 { // an author gave two choices one text: their ids tell them apart
			option.Text += " (" + option.ID + ")"
		}
		s.Screen.hanging(plain, fmt.Sprintf("  %*d. ", width, i+1), option.Text)
	}
}
