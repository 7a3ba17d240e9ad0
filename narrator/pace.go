package narrator

import (
	"cmp"
	"time"

	"github.com/narratoria/narratoria/model"
)

// usualTokens is how long a plan is taken to be, until one was made.
const usualTokens = 120

// A pace is how fast a model writes plans, from the latest text that it began.
type pace struct {
	known  bool
	begins time.Duration // until the first token
	token  time.Duration // from one to the next
	tokens int           // of the longest plan so far, a little shorter with every one that is
}

// A watch is held beside a text that is written.
type watch struct {
	began, first, last time.Time
	pieces             int
}

// piece is told of each piece.
func (w *watch) piece(p model.Piece) {
	now := time.Now()
	if w.pieces == 0 || p.Anew {
		w.first, w.pieces = now, 0
	}
	w.pieces, w.last = w.pieces+1, now
}

// note takes what was seen of a text into account, and how many tokens it had as a whole, 0 for one that was not
// finished or of which that was not said. One of which nothing came says nothing of a pace: it may have waited for a
// model to be loaded.
func (p *pace) note(w *watch, whole int) {
	if w.pieces == 0 {
		return
	}
	tokens := max(whole, w.pieces)
	p.known, p.begins = true, w.first.Sub(w.began)
	p.token = 0
	if tokens > 1 {
		p.token = w.last.Sub(w.first) / time.Duration(tokens-1)
	}
	if whole > 0 {
		p.tokens = max(whole, p.tokens-p.tokens/8)
	}
}

// plan is how long a plan is likely to take; 0 where nothing is known of it.
func (p *pace) plan() time.Duration {
	if !p.known {
		return 0
	}
	return p.begins + p.token*time.Duration(p.length())
}

// length is how many tokens a plan is likely to have.
func (p *pace) length() int { return cmp.Or(p.tokens, usualTokens) }
