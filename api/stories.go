package api

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
)

// unkeptMark is how the names of stories begin that are not kept. No save's does.
const unkeptMark = "~"

// awakened is the program, while the engine is awake.
func (e *Engine) awakened() (*narratoria.Program, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.program == nil {
		return nil, narratoria.ErrClosed
	}
	return e.program, nil
}

// enter takes a place for a story of a name among those that are open, or finds the one that
// has it.
func (e *Engine) enter(name string) (o *opening, mine bool, p *narratoria.Program, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.program == nil {
		return nil, false, nil, narratoria.ErrClosed
	}
	if o, known := e.open[name]; known {
		return o, false, e.program, nil
	}
	if len(e.open) >= e.opts.Stories {
		return nil, false, nil, &Error{Code: Busy, Message: fmt.Sprintf("%d stories are open, and no more are at a time", len(e.open)), Hint: "close one that is not played with story.close"}
	}
	o = &opening{ready: make(chan struct{})}
	e.open[name] = o
	return o, true, e.program, nil
}

// entered says how it went with a story that has taken a place by a name, and has another
// from now on.
func (e *Engine) entered(o *opening, taken string, endless bool, game *narratoria.Game, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	placed := e.open[taken] == o
	if placed {
		delete(e.open, taken)
	}
	o.game, o.err = game, err
	if err == nil && placed { // else all was let go of meanwhile, and this with it
		name := taken
		if game.Kept() {
			name = game.Story()
			e.remember(narratoria.GameOptions{Story: name, Campaign: game.Campaign().Dir, NoEndings: endless})
		}
		e.open[name] = o
	}
	close(o.ready)
}

// mostRemembered is of how many stories it is known how they were opened.
const mostRemembered = 1024

// remember keeps how a story was opened, for when it is opened without saying: as after a
// time in the background. The mutex is held.
func (e *Engine) remember(o narratoria.GameOptions) {
	if len(e.ways) >= mostRemembered {
		clear(e.ways)
	}
	e.ways[o.Story] = o
}

// way is how a story was opened before, or is opened as usual.
func (e *Engine) way(name string) narratoria.GameOptions {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if o, known := e.ways[name]; known {
		return o
	}
	return narratoria.GameOptions{Story: name}
}

// wait is the game of an opening.
func (o *opening) wait(ctx context.Context) (*narratoria.Game, error) {
	select {
	case <-o.ready:
		return o.game, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// game is a story that is open, or is opened for this.
func (e *Engine) game(ctx context.Context, name string) (*narratoria.Game, error) {
	if strings.HasPrefix(name, unkeptMark) {
		e.mutex.Lock()
		o := e.open[name]
		e.mutex.Unlock()
		if o == nil {
			return nil, &Error{Code: NotFound, Message: fmt.Sprintf("there is no story %q; what is not kept ends when it is closed, or the engine lets go of it", name), Hint: "begin another with story.play"}
		}
		game, err := o.wait(ctx)
		if err == nil && hasEnded(game) {
			err = narratoria.ErrClosed
		}
		return game, err
	}
	game, _, err := e.continued(ctx, e.way(name), false)
	return game, err
}

// continued takes up a story that is kept, unless it was open.
func (e *Engine) continued(ctx context.Context, o narratoria.GameOptions, older bool) (game *narratoria.Game, was bool, err error) {
	for {
		entry, mine, program, err := e.enter(o.Story)
		if err != nil {
			return nil, false, err
		}
		if mine {
			o.Listen = e.listener(o.Story)
			game, err := resumed(ctx, program, o, older)
			e.entered(entry, o.Story, o.NoEndings, game, err)
			return game, false, err
		}
		game, err := entry.wait(ctx)
		switch {
		case errors.Is(err, context.Canceled) && ctx.Err() == nil: // it was given up by whoever opened it
		case err == nil && hasEnded(game): // by a fault, or it is just being closed
			if err := e.forget(ctx, o.Story, entry); err != nil {
				return nil, false, err
			}
		default:
			return game, true, err
		}
	}
}

// resumed goes on with a story, also with an older copy of it where that is wanted.
func resumed(ctx context.Context, program *narratoria.Program, o narratoria.GameOptions, older bool) (*narratoria.Game, error) {
	game, err := program.Continue(ctx, o)
	if !older || !errors.Is(err, persistence.ErrOlder) {
		return game, err
	}
	if err := program.TakeOlder(ctx, o.Story); err != nil {
		return nil, err
	}
	return program.Continue(ctx, o)
}

func hasEnded(game *narratoria.Game) bool {
	_, err := game.Look()
	return err != nil
}

// forget waits until a game that ends has ended, and makes its place free.
func (e *Engine) forget(ctx context.Context, name string, o *opening) error {
	err := o.game.Close(ctx)
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.open[name] == o && ctx.Err() == nil {
		delete(e.open, name)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, fault := errors.AsType[*narratoria.FaultError](err); fault {
		return nil // it was said when it happened
	}
	return err
}

// begun begins a story.
func (e *Engine) begun(ctx context.Context, o narratoria.GameOptions) (name string, game *narratoria.Game, err error) {
	if name = o.Story; name == "" {
		name = e.placeName(o.Unkept)
	}
	entry, mine, program, err := e.enter(name)
	if err != nil {
		return "", nil, err
	}
	if !mine {
		return "", nil, refusal(Exists, "the save %q exists already, and is open", name)
	}
	called := ""
	if o.Story != "" || o.Unkept {
		called = name
	}
	o.Listen = e.listener(called)
	game, err = program.Start(ctx, o)
	e.entered(entry, name, o.NoEndings, game, err)
	if err == nil && game.Kept() {
		name = game.Story()
	}
	return name, game, err
}

// placeName is a name that no save has: of a story that is not kept, or until it is known
// what the save is called.
func (e *Engine) placeName(unkept bool) string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if unkept {
		e.unkept++
		return fmt.Sprint(unkeptMark, e.unkept)
	}
	e.unnamed++
	return fmt.Sprint("?", e.unnamed)
}

// listener hands on what happens in a story, whose name "" is told with its opening.
func (e *Engine) listener(name string) func(narratoria.Event) {
	var called atomic.Pointer[string]
	called.Store(&name)
	return func(told narratoria.Event) {
		if told.Kind == narratoria.Opened && *called.Load() == "" {
			called.Store(&told.Text)
		}
		e.stream.add(eventOf(*called.Load(), told))
	}
}

// leave closes a story, and reports whether it was open.
func (e *Engine) leave(ctx context.Context, name string) (bool, error) {
	e.mutex.Lock()
	o := e.open[name]
	e.mutex.Unlock()
	if o == nil {
		return false, nil
	}
	if _, err := o.wait(ctx); err != nil {
		return false, err
	}
	return true, e.forget(ctx, name, o)
}

// isOpen reports whether a story is open.
func (e *Engine) isOpen(name string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.open[name] != nil
}

// Option is something that the player may do.
type Option struct {
	_    struct{} `doc:"something that the player may do"`
	ID   string   `json:"id" doc:"what story.choose takes"`
	Text string   `json:"text" doc:"in words"`
}

func optionsOf(all []engine.Option) []Option {
	options := make([]Option, len(all))
	for i, o := range all {
		options[i] = Option{ID: o.ID, Text: o.Text}
	}
	return options
}
