package story

import (
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// An Erasure is what is erased for ever with some branches.
type Erasure struct {
	Events, Turns int
	Messages      int // that somebody said, or that were narrated
	Scenes        int // that were opened
	Memories      int // that were kept, everybody's
	Files         int // pictures, sounds and documents that nothing else names
	Bytes         int64
}

// PurgePreview is what Purge would erase, and erases nothing. Error: *NoPlaceError.
func (p *Playthrough) PurgePreview(ctx context.Context, branches ...event.BranchID) (Erasure, error) {
	if err := p.purgeable(ctx, branches); err != nil {
		return Erasure{}, err
	}
	plan, err := p.save.PurgePreview(ctx, branches...)
	if err != nil {
		return Erasure{}, err
	}
	return p.erasure(ctx, plan)
}

// Purge erases branches for ever, with all that no other branch has of them. The one that the
// story is told along cannot be; what it has of another stays. See Compact. Error: *NoPlaceError.
func (p *Playthrough) Purge(ctx context.Context, branches ...event.BranchID) error {
	if err := p.purgeable(ctx, branches); err != nil {
		return err
	}
	_, err := p.save.Purge(ctx, branches...)
	return err
}

// Compact gives back the space of what was purged, and leaves nothing of it there. Errors:
// persistence's.
func (p *Playthrough) Compact(ctx context.Context) error { return p.save.Compact(ctx) }

// purgeable refuses what cannot be purged.
func (p *Playthrough) purgeable(ctx context.Context, branches []event.BranchID) error {
	for i, id := range branches {
		switch _, err := p.treeWith(ctx, id); {
		case err != nil:
			return err
		case id == p.Where().Branch:
			return &NoPlaceError{Message: fmt.Sprintf("the story is told along the branch %q; switch to another to purge it", id)}
		case slices.Contains(branches[:i], id):
			return &NoPlaceError{Message: fmt.Sprintf("the branch %q is named twice", id)}
		}
	}
	return nil
}

// erasure counts what is erased.
func (p *Playthrough) erasure(ctx context.Context, plan persistence.Purge) (Erasure, error) {
	var i Impact
	memories := 0
	for _, b := range plan.Branches {
		for raw, err := range p.save.StoredEvents(ctx, b.Branch, b.After) {
			if err != nil {
				return Erasure{}, err
			}
			e, err := event.Decode(raw.Bytes)
			if err != nil {
				return Erasure{}, err
			}
			if i.count(e.Kind); e.Kind == event.MemoryKept {
				memories++
			}
		}
	}
	return Erasure{
		Events: i.Events, Turns: i.Turns, Messages: i.Messages, Scenes: i.Scenes, Memories: memories,
		Files: int(plan.Blobs), Bytes: plan.Bytes,
	}, nil
}
