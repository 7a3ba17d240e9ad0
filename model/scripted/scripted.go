// Package scripted is a model that does what a test says, a step a call.
//
//	m := scripted.New("narrator",
//		scripted.Say("The lamp ", "gutters."),
//		scripted.Refuse("I will not write of lamps"),
//		scripted.Stall("The la"))
//	answer, err := m.Generate(ctx, request, nil)   // the first step
//	m.Requests()                                   // what was asked so far
//
// It is a driver like the others: what it writes is watched by package model/driver, so that a
// looping script gives the error that a looping model gives.
package scripted

import (
	"context"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
)

// A Step is what the model does in one call. It may be called concurrently when it is in several
// scripts, or in one several times.
type Step func(ctx context.Context, r model.Request, text *driver.Text) error

// Say writes a text, a piece after the other. What it takes is a token a piece.
func Say(pieces ...string) Step {
	return func(_ context.Context, r model.Request, text *driver.Text) error {
		text.Use(model.Usage{Prompt: len(r.Messages), Text: len(pieces)})
		if err := write(text, pieces); err != nil {
			return err
		}
		text.End(model.Stopped)
		return nil
	}
}

// Break writes a text that has no end.
func Break(pieces ...string) Step {
	return func(_ context.Context, _ model.Request, text *driver.Text) error { return write(text, pieces) }
}

// Fill writes a text that is ended by the most tokens it may have.
func Fill(pieces ...string) Step {
	return func(ctx context.Context, r model.Request, text *driver.Text) error {
		err := Say(pieces...)(ctx, r, text)
		text.End(model.Length)
		return err
	}
}

// Refuse says that the model will not.
func Refuse(reason string) Step {
	return Fail(driver.Refuse(model.Refused, "the model refused: %s", reason))
}

// Fail fails as it is told to.
func Fail(err error) Step {
	return func(context.Context, model.Request, *driver.Text) error { return err }
}

// Loop writes a piece for ever.
func Loop(piece string) Step {
	return func(ctx context.Context, _ model.Request, text *driver.Text) error {
		for ctx.Err() == nil {
			if err := text.Write(piece); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
}

// Stall writes the beginning of a text, and then nothing until the call is over.
func Stall(pieces ...string) Step {
	return func(ctx context.Context, _ model.Request, text *driver.Text) error {
		if err := write(text, pieces); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	}
}

func write(text *driver.Text, pieces []string) error {
	for _, piece := range pieces {
		if err := text.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// A Model does the steps of its script. It is safe for concurrent use; which of several calls
// at a time has which step is not said.
type Model struct {
	name string

	mu    sync.Mutex
	steps []Step
	asked []model.Request
}

var _ model.Generator = (*Model)(nil)

// New is a model of this name and script. A call after the last step is answered Missing.
func New(name string, steps ...Step) *Model {
	return &Model{name: name, steps: slices.Clone(steps)}
}

// Name is what it was given.
func (m *Model) Name() string { return m.name }

// Requests are those that were served so far, in their order.
func (m *Model) Requests() []model.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.asked)
}

// Generate does the next step.
func (m *Model) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	return driver.Generate(ctx, driver.Call{Generator: m.name}, r, tell, func(ctx context.Context, text *driver.Text) error {
		return m.next(r)(ctx, r, text)
	})
}

func (m *Model) next(r model.Request) Step {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, r)
	if len(m.steps) == 0 {
		return Fail(driver.Refuse(model.Missing, "its script is at its end"))
	}
	step := m.steps[0]
	m.steps = m.steps[1:]
	return step
}
