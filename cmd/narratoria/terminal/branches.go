package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// argued carries out a command that says to which turn, or to which branch. Whether a line
// is one hangs on the story: "switch lamp" may be a deed.
func (s *Session) argued(ctx context.Context, line string) (taken, done bool, err error) {
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	argument = strings.TrimSpace(argument)
	if argument == "" || strings.ContainsAny(argument, " \t") {
		return false, false, nil
	}
	switch strings.ToLower(name) {
	case "back", "undo":
		turn, err := strconv.ParseInt(argument, 10, 64)
		if err != nil {
			return false, false, nil
		}
		done, err = s.backTo(ctx, turn)
		return true, done, err
	case "branch":
		done, err = s.branchAs(ctx, event.BranchID(argument))
		return true, done, err
	case "switch":
		branches, err := s.Game.Branches(ctx)
		if err != nil || !slices.ContainsFunc(branches, func(b story.Branch) bool { return string(b.ID) == argument }) {
			return false, false, err
		}
		done, err = s.switchTo(ctx, event.BranchID(argument))
		return true, done, err
	}
	return false, false, nil
}

func (s *Session) back(ctx context.Context) (bool, error) {
	if s.last.Turn <= 1 { // the opening
		s.Screen.Say("This is where the story begins; there is nothing to take back.")
		return false, nil
	}
	return s.moved(ctx, s.Game.Back, "You are back in turn %d.")
}

func (s *Session) backTo(ctx context.Context, turn int64) (bool, error) {
	return s.moved(ctx, func(ctx context.Context) (*engine.Record, error) { return s.Game.Rollback(ctx, turn) }, "You are back in turn %d.")
}

func (s *Session) forward(ctx context.Context) (bool, error) {
	return s.moved(ctx, s.Game.Undo, "You are where you were before, in turn %d.")
}

func (s *Session) switchTo(ctx context.Context, branch event.BranchID) (bool, error) {
	return s.moved(ctx, func(ctx context.Context) (*engine.Record, error) { return s.Game.Switch(ctx, branch) }, "You go on along that branch, in turn %d.")
}

// moved shows the turn that the story is in after it was moved.
func (s *Session) moved(ctx context.Context, move func(context.Context) (*engine.Record, error), told string) (bool, error) {
	record, err := s.wait(ctx, false, move)
	if s.nowhere(err) {
		return s.stopped, nil
	}
	if err == nil {
		s.Screen.Say(fmt.Sprintf(told, record.Turn))
		record = unresumed(record)
	}
	return s.replaced(ctx, record, err)
}

func (s *Session) branch(ctx context.Context) (bool, error) { return s.branchAs(ctx, "") }

func (s *Session) branchAs(ctx context.Context, name event.BranchID) (bool, error) {
	made, err := s.Game.Branch(ctx, name)
	switch {
	case err == nil:
		s.Screen.Say(fmt.Sprintf("You go on along a branch of its own, %q. What you leave is kept: branches lists them.", oneLine(string(made))))
	case s.nowhere(err):
	case again(err):
		s.Screen.Warn(s.explain(err))
	default:
		return false, err
	}
	return false, nil
}

// nowhere says that there is no such place, where that is what an error says: the story is
// where it was, and need not be shown again.
func (s *Session) nowhere(err error) bool {
	_, none := errors.AsType[*story.NoPlaceError](err)
	if none = none || errors.Is(err, story.ErrNothingToUndo) || errors.Is(err, story.ErrNoTurn); none {
		s.Screen.Say(prose.SentenceCase(err.Error()) + ".")
	}
	return none
}

func (s *Session) branches(ctx context.Context) (bool, error) {
	branches, err := s.Game.Branches(ctx)
	if err != nil {
		return false, err
	}
	if len(branches) == 1 {
		s.Screen.Say("The story has one branch. branch makes another from here; back leaves one behind.")
		return false, nil
	}
	s.Screen.Title("Branches of this story")
	for _, line := range BranchLines(branches) {
		s.Screen.hanging(plain, "  "+line.Stem, line.Text)
	}
	s.Screen.Say("To go on along one, type switch and its name.")
	return false, nil
}

// switchArgument is the one word after switch.
func switchArgument(line string) (branch string, ok bool) {
	words := strings.Fields(line)
	if len(words) != 2 || !strings.EqualFold(words[0], "switch") {
		return "", false
	}
	return words[1], true
}

// noBranch says that there is no branch of a name, and which there are.
func (s *Session) noBranch(ctx context.Context, name string) error {
	branches, err := s.Game.Branches(ctx)
	if err != nil {
		return err
	}
	var others []string
	for _, b := range branches {
		if !b.Head && !b.Purged {
			others = append(others, string(b.ID))
		}
	}
	text := fmt.Sprintf("There is no branch %s.", quoted(name))
	switch meant := nearest.Name(name, others); {
	case len(others) == 0:
		text += " This is the only one; branch makes another."
	case meant != "":
		text += fmt.Sprintf(" Do you mean %q?", oneLine(meant))
	default:
		text += " You could go on along " + oneLine(strings.Join(others, ", ")) + "."
	}
	s.Screen.Say(text)
	return nil
}

func (s *Session) switchWhere(context.Context) (bool, error) {
	s.Screen.Say("Type switch and the name of a branch; branches lists them.")
	return false, nil
}

// A BranchLine is a branch in the drawing of a tree: the lines that lead to it, and what
// there is to say of it. Nothing in it acts on a terminal.
type BranchLine struct{ Stem, Text string }

// BranchLines draw the branches of a story.
func BranchLines(branches []story.Branch) []BranchLine {
	lines := make([]BranchLine, len(branches))
	for i, b := range branches {
		text := string(b.ID)
		if b.Parent != "" {
			text += fmt.Sprintf(", from turn %d of %s", b.From, b.Parent)
		}
		if b.Until != 0 {
			text += fmt.Sprintf(" as of moment %d", b.Until)
		}
		text += fmt.Sprintf(", in turn %d", b.Turn)
		if b.Status != event.Active {
			text += ", " + string(b.Status)
		}
		if b.Purged {
			text += ", purged but for what others have of it"
		}
		if b.Head {
			text += " (the story is here)"
		}
		if b.Note != "" {
			text += ": " + b.Note
		}
		lines[i] = BranchLine{stem(branches, i), oneLine(text)}
	}
	return lines
}

// stem is what stands before a branch in the drawing.
func stem(branches []story.Branch, i int) string {
	depth := branches[i].Depth
	if depth == 0 {
		return ""
	}
	lines := make([]string, depth)
	for level := range lines {
		lines[level] = "   "
	}
	// A line goes down at a level where another branch of that depth follows before a
	// lesser one.
	open := func(level int) bool {
		for _, b := range branches[i+1:] {
			if b.Depth <= level {
				return b.Depth == level
			}
		}
		return false
	}
	for level := 1; level < depth; level++ {
		if open(level) {
			lines[level-1] = "│  "
		}
	}
	lines[depth-1] = "└─ "
	if open(depth) {
		lines[depth-1] = "├─ "
	}
	return strings.Join(lines, "")
}
