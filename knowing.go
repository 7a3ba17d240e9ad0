package narratoria

import (
	"context"
	"errors"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Knowledge lends what the characters of a story know, remember and may read to somebody who asks it
// and adds to it, without playing: package knowledge says how. Where there is no story of that name it
// makes one. Nobody may play it meanwhile. Errors: *StoryError, and use's.
func (p *Program) Knowledge(ctx context.Context, name string, use func(*knowledge.Base) error) (err error) {
	save, err := p.store.Open(ctx, name, persistence.Writing)
	if errors.Is(err, persistence.ErrNotFound) {
		save, err = p.store.Create(ctx, name, event.PlaythroughID(rng.New().UUID().String()))
	}
	if err != nil {
		return storyError(ctx, p.store, name, err)
	}
	defer func() {
		if closed := save.Close(); err == nil {
			err = storyError(ctx, p.store, name, closed)
		}
	}()
	return use(knowledge.Open(save))
}
