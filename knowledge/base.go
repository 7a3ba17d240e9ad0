package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A TakeID names a take: a branch of the save. A FactID, MemoryID and ChunkID name what they say.
type (
	TakeID      = event.BranchID
	CharacterID = event.CharacterID
	FactID      string
	MemoryID    string
	ChunkID     string
)

// A Base is what characters know. See the package.
type Base struct {
	save *persistence.Save

	mu   sync.Mutex
	open map[TakeID]*story.Playthrough
	past map[then]*story.State // what was so as of moments, of takes that nobody has written to since
}

// then is a place as of a moment.
type then struct {
	take       TakeID
	moment     event.Sequence
	position   event.Position
	everywhere int
}

// Open asks and writes a save, which stays its owner's to close. One that is open for reading can be
// asked.
func Open(save *persistence.Save) *Base {
	return &Base{save: save, open: make(map[TakeID]*story.Playthrough), past: make(map[then]*story.State)}
}

// An UnknownError says that there is nothing of a name.
type UnknownError struct {
	What    string // take, moment, character, fact, memory, event, chunk
	ID      string
	Nearest string // the name that was probably meant, or ""
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("there is no %s %q", e.What, cut(e.ID))
	if e.Nearest != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Nearest)
	}
	return text
}

// cut is a name as an error quotes it.
func cut(name string) string {
	const most = 60
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "…"
	}
	return name
}

func unknown(what, id string, there []string) error {
	slices.Sort(there)
	return &UnknownError{What: what, ID: id, Nearest: nearest.Name(cut(id), there)}
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{event.ErrInvalid}, args...)...)
}

// take is a take as it is now.
func (b *Base) take(ctx context.Context, id TakeID) (*story.Playthrough, error) {
	if id == story.Corpus {
		return nil, b.noTake(ctx, id)
	}
	if p := b.open[id]; p != nil {
		return p, p.Refresh(ctx)
	}
	p, err := story.OpenAlong(ctx, b.save, id)
	if _, is := errors.AsType[*story.NoPlaceError](err); is {
		return nil, b.noTake(ctx, id)
	}
	if err == nil {
		b.open[id] = p
	}
	return p, err
}

func (b *Base) noTake(ctx context.Context, id TakeID) error {
	tree, err := b.save.Tree(ctx)
	if err != nil {
		return err
	}
	var there []string
	for _, t := range takes(tree) {
		there = append(there, string(t.ID))
	}
	return unknown("take", string(id), there)
}

// ground is a take on which what holds on every take is looked up.
func (b *Base) ground(ctx context.Context) (*story.Playthrough, error) {
	return b.take(ctx, event.Trunk)
}

func characterOf(s *story.State, id event.CharacterID) error {
	if _, is := s.People[id]; is {
		return nil
	}
	var there []string
	for who := range s.People {
		there = append(there, string(who))
	}
	return unknown("character", string(id), there)
}

// momentOf is the moment of a name.
func momentOf(s *story.State, id string) (event.Moment, error) {
	if m, is := s.Moments[id]; is {
		return m.Moment, nil
	}
	var there []string
	for name := range s.Moments {
		there = append(there, name)
	}
	return event.Moment{}, unknown("moment", id, there)
}

func factOf(s *story.State, id FactID) error {
	if _, is := s.Minds.Facts[string(id)]; is {
		return nil
	}
	var there []string
	for name := range s.Minds.Facts {
		there = append(there, name)
	}
	return unknown("fact", string(id), there)
}
