package narratoria

import (
	"context"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Back takes the last turn back, and gives the one that the story is in then. What was
// told stays in the save. Error: story.ErrNoTurn at the opening.
func (g *Game) Back(ctx context.Context) (*engine.Record, error) {
	return g.move(ctx, TakenBack, func(ctx context.Context) (*engine.Record, error) { return g.engine.Back(ctx) })
}

// Rollback is Back to any earlier turn. Error: *story.NoPlaceError.
func (g *Game) Rollback(ctx context.Context, turn int64) (*engine.Record, error) {
	return g.move(ctx, TakenBack, func(ctx context.Context) (*engine.Record, error) { return g.engine.Rollback(ctx, turn) })
}

// Undo goes back to where the last Back, Rollback, Retry, Branch or Switch that was not
// undone has left. Error: story.ErrNothingToUndo.
func (g *Game) Undo(ctx context.Context) (*engine.Record, error) {
	return g.move(ctx, Switched, func(ctx context.Context) (*engine.Record, error) { return g.engine.Undo(ctx) })
}

// Switch goes on along another branch. Error: *story.NoPlaceError, for one that is not
// there too.
func (g *Game) Switch(ctx context.Context, branch event.BranchID) (*engine.Record, error) {
	return g.move(ctx, Switched, func(ctx context.Context) (*engine.Record, error) { return g.engine.Switch(ctx, branch) })
}

// Omit takes a turn out, and plays again what was chosen after it; see [engine.Game.Omit].
func (g *Game) Omit(ctx context.Context, turn int64, agree func(engine.Omission) bool) (*engine.Record, error) {
	return g.move(ctx, Switched, func(ctx context.Context) (*engine.Record, error) { return g.engine.Omit(ctx, turn, agree) })
}

// move has the story go on elsewhere.
func (g *Game) move(ctx context.Context, kind EventKind, to func(context.Context) (*engine.Record, error)) (record *engine.Record, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		record, err = to(ctx)
		g.seen(ctx)
		if err == nil {
			g.last = record
			g.history.add(Event{Kind: kind, Record: record})
		}
		return err
	})
	return record, err
}

// Branch makes a branch here and goes on along it; what was told so far is in both. A name
// of "" is the next that is free. Error: *story.NoPlaceError before the opening, and for a
// name that there is.
func (g *Game) Branch(ctx context.Context, name event.BranchID) (made event.BranchID, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		made, err = g.engine.Branch(ctx, name)
		g.seen(ctx)
		return err
	})
	return made, err
}

// Branches are all branches of the story, each after its parent.
func (g *Game) Branches(ctx context.Context) (branches []story.Branch, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		branches, err = g.engine.Branches(ctx)
		return err
	})
	return branches, err
}

// Shown is the state at a place of the story, for showing; see [story.Playthrough.Shown].
func (g *Game) Shown(ctx context.Context, at event.Where, turn int64) (state *story.State, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		state, err = g.engine.Shown(ctx, at, turn)
		return err
	})
	return state, err
}

// Prompts are what models were asked for in a turn from somebody's view; see [story.Playthrough.Prompts].
func (g *Game) Prompts(ctx context.Context, at event.Where, turn int64, who event.CharacterID, all bool) (kept generation.Kept, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		kept, err = g.engine.Prompts(ctx, at, turn, who, all)
		return err
	})
	return kept, err
}

// Pin has somebody have a memory at hand whatever is asked, or with pinned false no more. Both are
// named as people and memories are ([story.State.FindPerson], [story.View.FindMemory]). Errors:
// *mind.UnknownError.
func (g *Game) Pin(ctx context.Context, who, memory string, pinned bool) (of event.CharacterID, found story.Recalled, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		state, err := g.engine.Shown(ctx, event.Where{}, 0)
		if err != nil {
			return err
		}
		if of, err = state.FindPerson(who); err != nil {
			return err
		}
		if pinned {
			found, err = g.engine.Pin(ctx, of, memory)
		} else {
			found, err = g.engine.Unpin(ctx, of, memory)
		}
		g.seen(ctx)
		return err
	})
	return of, found, err
}

// ChangeStory lends a story that nobody plays to somebody who moves it: rolls it back,
// makes branches. Errors: *StoryError, and change's.
func (p *Program) ChangeStory(ctx context.Context, name string, change func(*story.Playthrough) error) (err error) {
	save, err := p.store.Open(ctx, name, persistence.Writing)
	if err != nil {
		return storyError(ctx, p.store, name, err)
	}
	defer func() {
		if closed := save.Close(); err == nil {
			err = storyError(ctx, p.store, name, closed)
		}
	}()
	told, err := story.Open(ctx, save)
	if err == nil {
		err = change(told)
	}
	return storyError(ctx, p.store, name, err)
}

// VerifyStory reads all that a save holds and checks every hash. The error is a *StoryError
// that names the first place that is damaged, or says what an older copy lacks.
func (p *Program) VerifyStory(ctx context.Context, name string) error {
	save, err := p.store.Open(ctx, name, persistence.Reading)
	if err != nil {
		return storyError(ctx, p.store, name, err)
	}
	defer save.Close()
	if err := save.CheckLatest(ctx); err != nil {
		return storyError(ctx, p.store, name, err)
	}
	return storyError(ctx, p.store, name, save.Verify(ctx))
}

// TakeOlder takes the copy of a story that is there for the story, where it is an older one
// ([persistence.ErrOlder]): it goes on from its end. Errors: *StoryError.
func (p *Program) TakeOlder(ctx context.Context, name string) error {
	save, err := p.store.TakeOlder(ctx, name)
	if err == nil {
		err = save.Close()
	}
	return storyError(ctx, p.store, name, err)
}

// Retention is what the settings say of which memories are searched.
func (p *Program) Retention() story.Retention {
	set := p.settings.Retention
	return story.Retention{Days: set.Days, Count: set.Memories, Bytes: set.Bytes}
}

// Doctored is what came of looking at a story's rows: all that is kept beside its log, and can
// be made of it.
type Doctored struct {
	persistence.Derived
	Rebuilt bool // they were made again
}

// DoctorStory looks whether a story is whole, and whether its rows are those that its log makes.
// With rebuild they are made again where they are not. Errors: *StoryError.
func (p *Program) DoctorStory(ctx context.Context, name string, rebuild bool) (d Doctored, err error) {
	mode, work := persistence.Reading, story.Rebuildable
	if rebuild {
		mode, work = persistence.Writing, func(ctx context.Context, save *persistence.Save) (persistence.Derived, error) {
			return story.Rebuild(ctx, save, nil)
		}
	}
	save, err := p.store.Open(ctx, name, mode)
	if err != nil {
		return d, storyError(ctx, p.store, name, err)
	}
	defer func() {
		if closed := save.Close(); err == nil {
			err = storyError(ctx, p.store, name, closed)
		}
	}()
	if err := save.CheckLatest(ctx); err != nil {
		return d, storyError(ctx, p.store, name, err)
	}
	if d.Derived, err = work(ctx, save); err == nil {
		d.Rebuilt = rebuild && !d.Same()
		err = save.Verify(ctx)
	}
	return d, storyError(ctx, p.store, name, err)
}

// ReplayStory lends a save to somebody who replays its log. Errors: *StoryError, and replay's.
func (p *Program) ReplayStory(ctx context.Context, name string, replay func(*persistence.Save) error) error {
	save, err := p.store.Open(ctx, name, persistence.Reading)
	if err != nil {
		return storyError(ctx, p.store, name, err)
	}
	defer save.Close()
	return storyError(ctx, p.store, name, replay(save))
}
