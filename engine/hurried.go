package engine

import (
	"context"
	"sync"
	"time"

	"github.com/narratoria/narratoria/model"
)

// mostWording is how long a model may take for choices, in all tries of a turn: it is asked in every turn, and nothing can be chosen before.
const mostWording = 2 * time.Second

// A hurried generator has so long for all texts together; what it is asked then is too late. It is safe for concurrent use.
type hurried struct {
	model.Generator

	mu   sync.Mutex
	left time.Duration
}

// Writes reports whether who writes may be asked for the texts of a task.
func (h *hurried) Writes(task string) bool { return model.Writes(h.Generator, task) }

// Count counts as who writes does.
func (h *hurried) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	return model.CountBy(ctx, h.Generator, of, texts)
}

// Left is how long it has still.
func (h *hurried) Left() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.left
}

// Generate asks who writes, for as long as is left.
func (h *hurried) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	left := h.Left()
	if left <= 0 {
		return model.Answer{}, &model.Error{Generator: h.Name(), Kind: model.Timeout, Message: "it has had its time of this turn"}
	}
	if r.Within == 0 || r.Within > left {
		r.Within = left
	}
	ctx, cancel := context.WithTimeout(ctx, left) // a patient one goes by it
	defer cancel()
	began := time.Now()
	answer, err := h.Generator.Generate(ctx, r, tell)
	h.mu.Lock()
	h.left -= time.Since(began)
	h.mu.Unlock()
	return answer, err
}
