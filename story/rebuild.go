package story

import (
	"context"

	"github.com/narratoria/narratoria/persistence"
)

// Rebuild makes the rows of a save again from its log, all of them, and puts them in the place of
// those that are there where these are not the same. What comes is to the byte what play wrote;
// what else there was is gone. ends is told what each branch comes to; nil for nobody. Errors:
// persistence's.
func Rebuild(ctx context.Context, save *persistence.Save, ends func(persistence.Branch, *State)) (persistence.Derived, error) {
	made, err := rowsOf(ctx, save, ends)
	if err != nil {
		return persistence.Derived{}, err
	}
	return save.RestoreRows(ctx, made)
}

// Rebuildable is what Rebuild would find, and changes nothing. Errors: persistence's.
func Rebuildable(ctx context.Context, save *persistence.Save) (persistence.Derived, error) {
	made, err := rowsOf(ctx, save, nil)
	if err != nil {
		return persistence.Derived{}, err
	}
	return save.CompareRows(ctx, made)
}

// rowsOf are the changes of rows that the events of a save make.
func rowsOf(ctx context.Context, save *persistence.Save, ends func(persistence.Branch, *State)) (made []persistence.Made, err error) {
	w := walk{ctx: ctx, save: save, visit: func(s *State, r persistence.Record) error {
		if change, has := rowOf(s, r); has {
			made = append(made, persistence.Made{Branch: r.Branch, Position: r.Position, Op: change.Op, Row: change.Row})
		}
		s.apply(r)
		return nil
	}, ends: told(ends)}
	return made, w.all()
}

// told makes of somebody who is told a branch's end what a walk wants.
func told(ends func(persistence.Branch, *State)) func(persistence.Branch, *State) error {
	if ends == nil {
		return nil
	}
	return func(b persistence.Branch, s *State) error {
		ends(b, s)
		return nil
	}
}
