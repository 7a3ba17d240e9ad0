package narratoria

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// A Game is a story being played. Its methods may be called from many goroutines, and are
// carried out one after the other; see the package. After Close they give [ErrClosed].
// Records must not be changed: several may have the same.
type Game struct {
	program  *Program
	campaign *Campaign
	name     string
	kept     bool
	fresh    bool // it began with this game
	store    *persistence.Store
	history  *history

	orders    chan order
	life      context.Context // ends with Close
	stop      context.CancelFunc
	gone      chan struct{}  // closed when the owner has ended
	failed    error          // of the end; to be read when it is gone
	writing   sync.WaitGroup // scenes, into the user's folder, what is made of turns afterwards, and vectors
	still     atomic.Pointer[engine.Look]
	embedding atomic.Bool // vectors are being made

	// What follows belongs to the owner, and before there is one to who opens the game.
	save        *persistence.Save
	home        home
	engine      *engine.Game
	edited      bool                        // the campaign has changed since the story began
	renew       func(context.Context) error // begins another session
	last        *engine.Record
	left        []string // providers that the player was told of
	asksPlanner bool     // turns are planned by whom the settings name
	copies      copying
	seeded      bool
	resting     *resting                // texts that nobody wrote
	pending     []*making               // what models are asked of turns that are over, in the order in which it was begun
	tooLate     bool                    // that some of it is given up was told
	before      []generation.Generation // what models were asked for before the first turn
	embedded    <-chan struct{}         // closed when what was being embedded is; nil before
	loreRead    <-chan struct{}         // the same of the campaign's lore
	place       bool                    // it holds a place among those that play a turn
	until       <-chan time.Time        // when that is given back at the latest; nil while a turn is played
}

// Story is the name of its save, and Kept whether it has one that lasts.
func (g *Game) Story() string { return g.name }
func (g *Game) Kept() bool    { return g.kept }

// Campaign is the campaign it is of.
func (g *Game) Campaign() *Campaign { return g.campaign }

// An order is something that the owner shall do.
type order struct {
	ctx  context.Context
	work func(context.Context) error
	done chan error
}

// order has the owner do something, and waits for it.
func (g *Game) order(ctx context.Context, work func(context.Context) error) error {
	o := order{ctx, work, make(chan error, 1)}
	if g.life.Err() != nil {
		return ErrClosed
	}
	select {
	case g.orders <- o:
		return <-o.done
	case <-g.life.Done():
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// own is the goroutine that the game belongs to. It ends with Close.
func (g *Game) own() {
	defer close(g.gone)
	for {
		var drawn <-chan struct{}
		if g.place {
			drawn = g.engine.Drawing()
		}
		select {
		case o := <-g.orders:
			o.done <- g.carryOut(o)
		case <-drawn:
			g.giveUpPlace()
		case <-g.until:
			g.giveUpPlace()
		case <-g.life.Done():
			g.end()
			return
		}
	}
}

// carryOut does what was ordered. Close ends what that waits for. After a panic nobody knows
// what of the game is as it must be, so it ends: what was committed is in the save, and a
// story of it goes on when it is continued.
func (g *Game) carryOut(o order) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			g.stop()
			err = &FaultError{g.name, panicked, debug.Stack()}
		}
	}()
	if err := o.ctx.Err(); err != nil {
		return err
	}
	if g.life.Err() != nil {
		return ErrClosed
	}
	ctx, cancel := context.WithCancel(o.ctx)
	defer cancel()
	defer context.AfterFunc(g.life, cancel)()
	err = o.work(ctx)
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) && o.ctx.Err() == nil && g.life.Err() != nil {
		return ErrClosed
	}
	err = g.explain(ctx, err)
	g.history.add(Event{Kind: Failed, Text: err.Error()})
	return err
}

// explain puts an error into words.
func (g *Game) explain(ctx context.Context, err error) error {
	return storyError(context.WithoutCancel(ctx), g.store, g.name, err)
}

// seen lets others see what is so now.
func (g *Game) seen(ctx context.Context) {
	look, err := g.engine.Seen(context.WithoutCancel(ctx))
	if err != nil {
		g.history.add(Event{Kind: Failed, Text: "the journal shows what was hidden too: " + g.explain(ctx, err).Error()})
	}
	g.still.Store(&look)
}

// Last is the turn that the story is in, as it was told, or nil before its opening.
func (g *Game) Last(ctx context.Context) (record *engine.Record, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		record, err = g.engine.Last(ctx)
		return err
	})
	return record, err
}

// Play plays a turn: the choice of an id, one that the last record offers or of any deed
// that is possible now; "" for the opening. It gives a record but for
// *engine.ChoiceError, engine.ErrEnded, *StoryError and a ctx that ended before it began.
// After these the game goes on.
func (g *Game) Play(ctx context.Context, choice string) (*engine.Record, error) {
	return g.turn(ctx, func(ctx context.Context) (*engine.Record, error) { return g.engine.Play(ctx, choice) })
}

// PlayTyped is Play for a choice that somebody typed in words of their own, which the
// story keeps beside it.
func (g *Game) PlayTyped(ctx context.Context, choice, words string) (*engine.Record, error) {
	return g.turn(ctx, func(ctx context.Context) (*engine.Record, error) { return g.engine.PlayTyped(ctx, choice, words) })
}

// Retry takes the last turn back and plays its choice again, with other dice.
// Error: story.ErrNoTurn at the opening.
func (g *Game) Retry(ctx context.Context) (*engine.Record, error) {
	return g.turn(ctx, func(ctx context.Context) (*engine.Record, error) { return g.engine.Retry(ctx) })
}

// Type plays what somebody typed: the number, the id or the text of a choice, or what they
// do in their own words. Errors: *UnclearError, and nothing has happened; Play's.
func (g *Game) Type(ctx context.Context, line string) (*engine.Record, error) {
	return g.turn(ctx, func(ctx context.Context) (*engine.Record, error) {
		line = strings.TrimSpace(line)
		switch {
		case g.last == nil:
			return nil, &engine.ChoiceError{Choice: line}
		case g.isOver():
			return nil, engine.ErrEnded
		}
		if i := Chosen(g.last, line); i >= 0 {
			return g.engine.Play(ctx, g.last.Choices[i].ID)
		}
		if g.engine.Possible(line) {
			return g.engine.Play(ctx, line)
		}
		reading := g.engine.Read(line)
		if reading.Found {
			return g.engine.PlayTyped(ctx, g.engine.Options(reading.Action)[0].ID, line)
		}
		unclear := &UnclearError{Line: line, Refusal: reading.Refusal}
		unclear.Among = append(unclear.Among, g.engine.Options(reading.Among...)...)
		return nil, unclear
	})
}

// An UnclearError says that a line means no deed, or which it may mean: one of several, or one
// that is only likely.
type UnclearError struct {
	Line    string
	Among   []engine.Option
	Refusal string // why none was read in it, for the player
}

func (e *UnclearError) Error() string {
	if len(e.Among) == 0 {
		return e.Refusal
	}
	if len(e.Among) == 1 {
		return fmt.Sprintf("Do you mean this: %s?", strings.TrimRight(e.Among[0].Text, ".?"))
	}
	texts := make([]string, len(e.Among))
	for i, d := range e.Among {
		texts[i] = strings.TrimRight(d.Text, ".")
	}
	return fmt.Sprintf("That could mean several things: %s.", strings.Join(texts, "; "))
}

// turn has one played when there is a place for it.
func (g *Game) turn(ctx context.Context, play func(context.Context) (*engine.Record, error)) (record *engine.Record, err error) {
	err = g.order(ctx, func(ctx context.Context) error {
		if err := g.takePlace(ctx); err != nil {
			return err
		}
		g.resting.turn()
		ctx = g.resting.in(ctx)
		g.awaitMeaning(ctx)
		g.tellLeaving()
		g.engine.Awaited(time.Now())
		g.keepAfterwards(ctx)
		record, err = play(ctx)
		g.seen(ctx)
		if err == nil {
			g.told(record)
			g.backUp()
			g.keepScene()
			g.afterwards(ctx)
			g.embed()
			g.readLore()
		}
		g.keepPlace()
		return err
	})
	return record, err
}

// told tells of a turn.
func (g *Game) told(record *engine.Record) {
	g.last = record
	g.history.add(Event{Kind: Turn, Record: record})
	for _, sentence := range record.Degraded {
		g.history.add(Event{Kind: Degraded, Text: sentence})
	}
	for i := range record.Assets {
		if record.Assets[i].Kind == "portrait" {
			g.history.add(Event{Kind: Portrait, Asset: &record.Assets[i]})
		}
	}
}

// Restart begins a new session of the same story, in which skills that failed are tried
// again.
func (g *Game) Restart(ctx context.Context) error {
	return g.order(ctx, func(ctx context.Context) error {
		if err := g.engine.Close(ctx, event.Quit); err != nil {
			return err
		}
		return g.renew(ctx)
	})
}

// Look is what the player may look up, and what a typed line would mean. It follows the
// game, waits for no turn and may be used by many goroutines; [engine.Look.Still] is one
// that stays as it is.
func (g *Game) Look() (engine.Look, error) {
	if g.life.Err() != nil {
		return engine.Look{}, ErrClosed
	}
	return engine.Following(func() engine.Look { return *g.still.Load() }), nil
}

// Close ends the game: what a turn is waiting for, and what is drawn, is broken off, and
// what was played is kept. It waits for that, for as long as ctx lasts, and may be called
// again.
func (g *Game) Close(ctx context.Context) error {
	g.stop()
	select {
	case <-g.gone:
		return g.failed
	case <-ctx.Done():
		select {
		case <-g.gone:
			return g.failed
		default:
			return fmt.Errorf("the save %q is still being played: %w", g.name, ctx.Err())
		}
	}
}

// isOver reports whether the story has come to its end, and does not run on.
func (g *Game) isOver() bool {
	return g.last != nil && g.last.Ending != nil && len(g.last.Choices) == 0
}

// end is what the owner does last.
func (g *Game) end() {
	reason := event.Quit
	if g.isOver() {
		reason = event.Ended
	}
	if g.seeded {
		g.awaitAfterwards(context.Background())
	}
	g.writing.Wait()
	g.failed = g.leaving(reason)
	g.giveUpPlace()
	g.campaign.library.scribe.leave()
	g.program.meaning.leave()
	g.program.mutex.Lock()
	delete(g.program.games, g)
	g.program.mutex.Unlock()
	g.history.add(Event{Kind: Closed, Text: string(reason)})
}

// leaving gives back what is open, also of a game that has panicked.
func (g *Game) leaving(reason event.Closure) (err error) {
	ctx := context.Background()
	defer func() {
		if panicked := recover(); panicked != nil {
			err = errors.Join(&FaultError{g.name, panicked, debug.Stack()}, g.leave(ctx))
		}
	}()
	g.keepAfterwards(ctx)
	err = g.explain(ctx, g.engine.Close(ctx, reason))
	return errors.Join(err, g.leave(ctx))
}

// restTime is how long a game keeps its place after a turn for what is drawn between turns.
const restTime = 2 * time.Second

// takePlace waits until the game may play a turn.
func (g *Game) takePlace(ctx context.Context) error {
	g.until = nil
	if g.place {
		return nil
	}
	select {
	case g.program.turns <- struct{}{}:
		g.place = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keepPlace keeps it while portraits are drawn, so that these, too, are few at a time.
func (g *Game) keepPlace() {
	g.until = time.After(restTime)
	if g.engine.Drawing() == nil {
		g.giveUpPlace()
	}
}

func (g *Game) giveUpPlace() {
	if g.place {
		<-g.program.turns
	}
	g.place, g.until = false, nil
}

// Chosen is the index of the choice that a line names by its number, its id or its whole
// text, or -1.
func Chosen(r *engine.Record, given string) int {
	if n, err := strconv.Atoi(strings.TrimRight(given, ".)")); err == nil && n >= 1 && n <= len(r.Choices) {
		return n - 1
	}
	if i := slices.IndexFunc(r.Choices, func(c engine.Choice) bool { return c.ID == given }); i >= 0 {
		return i
	}
	wanted, found := label(given), -1
	for i, c := range r.Choices {
		if wanted == "" || !strings.EqualFold(label(c.Text), wanted) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// label is the text of a choice as it is compared: on one line, without its last stop.
func label(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(prose.Clean(text)), " "), ".")
}
