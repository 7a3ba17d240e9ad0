package story

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// A kind that is new must be thought of here, if only by saying that it changes
// nothing.
func TestEveryKindHasItsReducer(t *testing.T) {
	for _, kind := range event.Kinds() {
		if _, known := reducers[kind]; !known {
			t.Errorf("no reducer for %s", kind)
		}
	}
	for kind := range reducers {
		if !kind.Known() {
			t.Errorf("a reducer for %q, which is no kind", kind)
		}
	}
}

// What is looked at in an event must be one of its fields.
func TestReferencesAreFields(t *testing.T) {
	for kind, refs := range references {
		for _, ref := range refs {
			if !slices.ContainsFunc(kind.Fields(), func(f event.Field) bool { return f.Name == ref.field }) {
				t.Errorf("%s has no field %q", kind, ref.field)
			}
		}
	}
}

func TestHistoryIsKeptAsLongAsTheComposerNeedsIt(t *testing.T) {
	if toldTurns < prose.Window {
		t.Errorf("%d turns are kept, and the composer looks back %d", toldTurns, prose.Window)
	}
}
