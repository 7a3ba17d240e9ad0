package narratoria

import "github.com/narratoria/narratoria/model"

// TellPieces has a test be told of each piece of a text that a skill asks for, when it is made and from the goroutine that waits for it.
func (p *Program) TellPieces(tell func(model.Piece)) { p.writing.pieces = tell }

// Writer is who writes what skills ask for.
func (p *Program) Writer() model.Generator { return p.writer() }

// Planner is who plans turns by the settings.
func (p *Program) Planner() model.Generator { return p.planning }

// WrittenBy has a test write every text, and so record them.
func (p *Program) WrittenBy(g model.Generator) {
	p.writing.chain = g
	for _, of := range p.writing.tasks {
		of.chain = g
	}
}

// PlannedBy has a test plan where the settings name somebody.
func (p *Program) PlannedBy(g model.Generator) { p.planning.generator = g }

// Unwatched has a test go without the watching of skills, which waits for the system and so does not pass for waiting in a bubble of time.
func (p *Program) Unwatched() { p.watched = func() {} }
