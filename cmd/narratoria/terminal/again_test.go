package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
)

// A forgetful game takes a turn back and then cannot play another in its place.
type forgetful struct{ *tale }

func (f forgetful) Retry(context.Context) (*engine.Record, error) {
	f.turns = f.turns[:len(f.turns)-1]
	return nil, persistence.ErrFull
}

func (f forgetful) Back(context.Context) (*engine.Record, error) { return nil, persistence.ErrFull }

// After a turn could not be taken back, the turn that the story is in is on the
// screen, and its choices are what is chosen from.
func TestATurnThatCannotBeTakenBack(t *testing.T) {
	for input, want := range map[string][]string{
		"2\nretry\n3\nq\n": {"Turn 1.", "Turn 2.", "the disk is full", "Turn 1.", "Turn 2."},
		"2\nback\n3\nq\n":  {"Turn 1.", "Turn 2.", "the disk is full", "Turn 2.", "Turn 3."},
	} {
		game := endless(3)
		s, out := played(t, forgetful{game}, input)
		if err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		rest := out.String()
		for _, text := range want {
			_, after, found := strings.Cut(rest, text)
			if !found {
				t.Fatalf("%q: after the others there is no %q:\n%s", input, text, out)
			}
			rest = after
		}
		if strings.Contains(out.String(), "where you left it") {
			t.Errorf("%q: a session begins:\n%s", input, out)
		}
	}
}

// A story that runs on shows its ending and what there is to choose all the same, to
// a person and to a picker; one that does not has ended.
func TestPastTheEnd(t *testing.T) {
	ending := func(choices int) *tale {
		game := endless(3)
		tell := game.script
		game.script = func(turn int64, choice string) (*engine.Record, error) {
			r, err := tell(turn, choice)
			if turn == 2 {
				r.Ending, r.Choices = &engine.Ending{ID: "lit", Title: "The Lamp Is Lit"}, r.Choices[:choices]
			}
			return r, err
		}
		return game
	}
	for choices, want := range map[int][]string{3: {"", "c1", "c2"}, 0: {"", "c1"}} {
		game := ending(choices)
		s, out := played(t, game, "1\n2\nq\n")
		if err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, game.played); diff != "" {
			t.Errorf("%d choices (-want +got):\n%s", choices, diff)
		}
		if offers := strings.Contains(out.String(), "To play again:"); offers != (choices == 0) || !strings.Contains(out.String(), "The end: The Lamp Is Lit") {
			t.Errorf("%d choices:\n%s", choices, out)
		}
		game = ending(choices)
		s, _ = played(t, game, "")
		if err := s.Follow(t.Context(), first{}, 3, func(*engine.Record) error { return nil }); err != nil || len(game.played) != len(want) {
			t.Errorf("%d choices: %q, %v", choices, game.played, err)
		}
	}
}

// A broken file ends with io.EOF too, and that is nobody's leaving.
func TestAnEndOfAFileIsNoLeaving(t *testing.T) {
	for _, broken := range []error{io.EOF, fmt.Errorf("read the save: %w", io.EOF)} {
		game := endless(3)
		game.script = func(int64, string) (*engine.Record, error) { return nil, broken }
		s, _ := played(t, game, "1\n")
		if err := s.Run(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("a person: %v", err)
		}
		if err := s.Follow(t.Context(), first{}, 3, func(*engine.Record) error { return nil }); !errors.Is(err, io.EOF) {
			t.Errorf("a picker: %v", err)
		}
	}
	s, _ := played(t, endless(3), "")
	if err := s.Follow(t.Context(), spent{}, 3, func(*engine.Record) error { return nil }); err != nil || s.Last() == nil {
		t.Errorf("a picker that has no more: %v", err)
	}
}

// spent is a picker at the end of its input.
type spent struct{}

func (spent) Pick(*engine.Record) (Picked, error) { return Picked{}, io.EOF }
