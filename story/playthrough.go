package story

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A Playthrough is an open story: its save, where its head is, and its state.
// It belongs to one goroutine, but for State and Where, which any may
// call.
type Playthrough struct {
	save *persistence.Save

	kept map[event.BranchID]event.Position // of the latest snapshot that was there or was tried, as far as it is known

	mu     sync.RWMutex
	branch event.BranchID
	state  *State
}

// Open reads the story along its head. A save in which nothing was written yet
// is a story with the zero State.
func Open(ctx context.Context, save *persistence.Save) (*Playthrough, error) {
	tree, err := save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	p := &Playthrough{save: save, kept: make(map[event.BranchID]event.Position)}
	state, err := p.read(ctx, tree.Head)
	if err != nil {
		return nil, err
	}
	p.settle(tree.Head, state)
	return p, nil
}

// read is the state at the tip of a branch.
func (p *Playthrough) read(ctx context.Context, branch event.BranchID) (*State, error) {
	state, kept, err := read(ctx, p.save, p.save.At(branch))
	if err == nil {
		p.kept[branch] = kept
	}
	return state, err
}

func (p *Playthrough) settle(branch event.BranchID, state *State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.save.At(branch)
	at.Position = state.Position
	// One that was settled here before is read by others already.
	if there := (memorySource{save: p.save, at: at}); state.source == nil || *state.source != there || len(state.staged) > 0 {
		state.source, state.staged = &there, nil
	}
	p.branch, p.state = branch, state
}

// catchUp takes in what the log has beyond the state.
func (p *Playthrough) catchUp(ctx context.Context) error {
	branch := p.Where().Branch
	state, err := fold(ctx, p.save, p.save.At(branch), p.State())
	if err != nil {
		return err
	}
	p.settle(branch, state)
	return nil
}

// State is what was committed. It stays as it is when the story goes on.
func (p *Playthrough) State() *State {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.state
}

// Where is the tip of the head.
func (p *Playthrough) Where() event.Where {
	_, at := p.now()
	return at
}

// now is what was committed, and the tip that it is at.
func (p *Playthrough) now() (*State, event.Where) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	at := p.save.At(p.branch)
	at.Position = p.state.Position
	return p.state, at
}

// Begin opens a turn at the tip.
func (p *Playthrough) Begin(id event.TurnID) *Turn {
	at := p.Where()
	return &Turn{ID: id, story: p, branch: at.Branch, base: at.Position, state: p.State().fork()}
}

// LastTurn gives the events of the latest turn that was opened, in order, from its
// turn.opened on; none where no turn was. Sessions that ended and began after it
// are left out.
func (p *Playthrough) LastTurn(ctx context.Context) ([]persistence.Record, error) {
	first := p.State().Turn.First
	if first == 0 {
		return nil, nil
	}
	var records []persistence.Record
	for r, err := range p.Events(ctx, first-1) {
		if err != nil {
			return nil, err
		}
		if !ofSession(r.Event.Kind) {
			records = append(records, r)
		}
	}
	return records, nil
}

func ofSession(k event.Kind) bool { return k == event.SessionOpened || k == event.SessionClosed }

// Events gives the log along the head, after a position.
func (p *Playthrough) Events(ctx context.Context, after event.Position) iter.Seq2[persistence.Record, error] {
	return p.save.Events(ctx, p.Where(), after)
}

// Document is one that a turn has kept, by the hash that its event names it by. Error:
// persistence.ErrNotFound, or ErrCorrupt; the story is whole without it.
func (p *Playthrough) Document(ctx context.Context, sum event.Hash) (strictjson.Object, error) {
	data, err := p.save.GetBlob(ctx, sum)
	if err != nil {
		return nil, err
	}
	o, err := strictjson.ParseObject(data)
	if err != nil {
		return nil, fmt.Errorf("document %s %w: %w", sum, persistence.ErrCorrupt, err)
	}
	return o, nil
}

// OpenSession writes that a sitting begins, and that the one before ended in a
// crash when nobody closed it.
func (p *Playthrough) OpenSession(ctx context.Context, program string) error {
	s := p.State()
	var events []event.Event
	if s.Session.Open {
		events = append(events, closing(s, event.Crashed))
	}
	number := s.Session.Number + 1
	opened := event.Data{"session": sessionID(number), "number": number}
	if program != "" {
		opened["program"] = program
	}
	events = append(events, event.Event{Kind: event.SessionOpened, Actor: event.EngineSelf, Data: opened})
	return p.write(ctx, sessionTurn(number, "open", p.Where().Branch), events...)
}

// sessionID is the id of a sitting, by its number.
func sessionID(number int64) string { return fmt.Sprintf("session-%d", number) }

// CloseSession writes that it ends: [event.Quit] or [event.Ended]. Without an open session it
// does nothing.
func (p *Playthrough) CloseSession(ctx context.Context, reason event.Closure) error {
	s := p.State()
	if !s.Session.Open {
		return nil
	}
	err := p.write(ctx, sessionTurn(s.Session.Number, "close", p.Where().Branch), closing(s, reason))
	p.keep(ctx, snapshotAtClose)
	return err
}

// sessionTurn is the id of a session's own append: one session opens and closes
// once on a branch.
func sessionTurn(number int64, does string, branch event.BranchID) event.TurnID {
	return event.TurnID(fmt.Sprintf("session-%d-%s@%s", number, does, branch))
}

func closing(s *State, reason event.Closure) event.Event {
	data := event.Data{"session": s.Session.ID, "reason": string(reason)}
	if place := s.Place(); place != "" {
		data["place"] = place
	}
	return event.Event{Kind: event.SessionClosed, Actor: event.EngineSelf, Data: data}
}

// write appends events that are no turn's.
func (p *Playthrough) write(ctx context.Context, id event.TurnID, events ...event.Event) error {
	if len(events) == 0 {
		return nil
	}
	t := p.Begin(id)
	for _, e := range events {
		if _, err := t.Add(e); err != nil {
			return err
		}
	}
	_, err := t.Commit(ctx)
	return err
}
