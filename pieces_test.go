package narratoria

import "github.com/narratoria/narratoria/model"

// TellPieces has a test be told of each piece of a text that a skill asks for, when it is made and from the goroutine that waits for it.
func (p *Program) TellPieces(tell func(model.Piece)) { p.writing.pieces = tell }

// Writer is who writes what skills ask for.
func (p *Program) Writer() model.Generator { return p.writer() }
