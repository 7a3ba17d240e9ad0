package narrator

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/plan"
)

// An Answer is what a scripted planner does when it is asked once.
type Answer func(ctx context.Context, request plan.Request) ([]byte, error)

// Says answers with a document. Its identity (id, attempt, parent, disabled skills)
// is the request's where the document leaves it open.
func Says(document plan.Document) Answer {
	return func(_ context.Context, request plan.Request) ([]byte, error) {
		if document.ID == "" {
			document.ID = request.ID
		}
		if document.Attempt == 0 {
			document.Attempt = request.Attempt
		}
		if document.Parent == "" {
			document.Parent = request.Parent
		}
		if document.Disabled == nil {
			document.Disabled = request.Disabled
		}
		return document.JSON(), nil
	}
}

// SaysBytes answers with bytes that need be no plan.
func SaysBytes(data []byte) Answer {
	return func(context.Context, plan.Request) ([]byte, error) { return slices.Clone(data), nil }
}

// Fails answers with an error.
func Fails(err error) Answer {
	return func(context.Context, plan.Request) ([]byte, error) { return nil, err }
}

// ErrScriptOver is what a [Scripted] planner says beyond its script.
var ErrScriptOver = errors.New("the planner's script is over")

// Scripted is a planner that does what was written down for it, for tests of
// whatever asks planners.
//
//	planner := &narrator.Scripted{Turns: [][]narrator.Answer{
//		{narrator.SaysBytes(garbage), narrator.Says(good)}, // the first turn, by attempt
//		{narrator.Says(other)},
//	}}
//
// A turn begins with each request for a first attempt. It is safe for concurrent
// use, though turns that are played at once share the script.
type Scripted struct {
	Turns [][]Answer   // by turn, by attempt
	Then  plan.Planner // asked where nothing is written; nil: ErrScriptOver

	mutex sync.Mutex
	asked []plan.Request
	turn  int
}

var _ plan.Planner = (*Scripted)(nil)

// Plan gives the answer to the request.
func (s *Scripted) Plan(ctx context.Context, request plan.Request) ([]byte, error) {
	answer := s.next(request)
	switch {
	case answer != nil:
		return answer(ctx, request)
	case s.Then != nil:
		return s.Then.Plan(ctx, request)
	}
	return nil, ErrScriptOver
}

func (s *Scripted) next(request plan.Request) Answer {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if request.Attempt <= 1 {
		s.turn++
	}
	s.asked = append(s.asked, request)
	turn, attempt := s.turn-1, max(request.Attempt, 1)-1
	if turn < 0 || turn >= len(s.Turns) || attempt >= len(s.Turns[turn]) {
		return nil
	}
	return s.Turns[turn][attempt]
}

// Requests are all that were made, in order; the caller owns the slice.
func (s *Scripted) Requests() []plan.Request {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.asked)
}
