package narratoria

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/model"
)

const (
	mostTextFailures = 3 // in a row
	textRest         = 8 // turns in which none is asked for then
)

// A resting is which texts are not asked for in a game, by their task, because nobody wrote the last ones: each would be waited for.
type resting struct {
	mu    sync.Mutex
	tasks map[string]*taskRest
	said  []string // which servers refuse what they are asked, a sentence each
	lost  []string // what the player has to do without and was not told yet, a sentence each
}

type taskRest struct {
	failed int // in a row
	turns  int // in which it rests, the one that is played among them
	told   bool
}

type restingKey struct{}

// in has texts that are asked for under a context be of this game.
func (r *resting) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, restingKey{}, r)
}

// restingIn is that of the game that a text is asked for in; nil where it is in none.
func restingIn(ctx context.Context) *resting {
	r, _ := ctx.Value(restingKey{}).(*resting)
	return r
}

// A restsError says that texts of a task are not asked for now.
type restsError struct{ task string }

func (e *restsError) Error() string {
	return fmt.Sprintf("nobody wrote the last %d texts of the task %q, and for %d turns none is asked for", mostTextFailures, e.task, textRest)
}

// turn begins a turn.
func (r *resting) turn() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tasks {
		t.turns = max(t.turns-1, 0)
	}
}

// rests is why a text of a task is not asked for; nil where it is.
func (r *resting) rests(task string) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.tasks[task]; t != nil && t.turns > 0 {
		return &restsError{task}
	}
	return nil
}

// note takes into account what came of asking for a text. What a model wrote badly it wrote, and who gave up a turn did not wait.
func (r *resting) note(task string, err error) {
	if r == nil || errors.Is(err, model.Cancelled) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tasks == nil {
		r.tasks = map[string]*taskRest{}
	}
	t := r.tasks[task]
	if t == nil {
		t = &taskRest{}
		r.tasks[task] = t
	}
	made, is := errors.AsType[*model.Error](err)
	if !is || !made.Kind.Temporary() {
		t.failed = 0
		return
	}
	if t.failed++; t.failed < mostTextFailures {
		return
	}
	t.failed, t.turns = 0, textRest+1
	if !t.told {
		t.told = true
		r.lost = append(r.lost, fmt.Sprintf("Nobody wrote the last %d texts of the task %q, so for %d turns none is asked for, and the story goes on without.", mostTextFailures, task, textRest))
	}
}

// say tells a sentence once.
func (r *resting) say(sentence string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.said, sentence) {
		r.said, r.lost = append(r.said, sentence), append(r.lost, sentence)
	}
}

// without is what the player has to do without and was not told yet.
func (r *resting) without() (all []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all, r.lost = r.lost, nil
	return all
}
