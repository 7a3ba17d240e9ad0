package mind

import (
	"cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A Piece is something that a character knows: a fact they learned, or a claim they heard.
type Piece struct {
	ID      string // of a fact; of a claim where its speaker has it from
	Content string
	Speaker event.CharacterID   // who said so; "" for what was not said
	Truth   action.Truth        // as what it was said, a lie as sincerely as any; "" for a fact
	Source  string              // of a fact: witnessed, inferred, discovered; of a claim where its speaker has it from
	Chain   []event.CharacterID // who said it to whom, the first to have said it last
	Turn    int64
}

// Pieces is all that somebody knows, in the order it was learned.
func (m *Minds) Pieces(who event.CharacterID) []Piece {
	all := m.placed(who)
	pieces := make([]Piece, len(all))
	for i, p := range all {
		pieces[i] = p.Piece
	}
	return pieces
}

// A placed piece is one with the event by which it was learned.
type placed struct {
	Piece
	at    event.Position
	came  Coming
	from  event.CharacterID // of a fact: whose it was, or who told them
	way   string            // of a fact: how they came by it, in free words
	claim string            // that was heard; "" for a fact
}

// placed are somebody's pieces. Both lists of a mind are in the order of the log; where one event is
// in both, what was learned comes first.
func (m *Minds) placed(who event.CharacterID) []placed {
	of := m.Of(who)
	learned, heard := of.Learned, of.Heard
	all := make([]placed, 0, len(learned)+len(heard))
	for len(learned)+len(heard) > 0 {
		if len(heard) == 0 || len(learned) > 0 && learned[0].Position <= heard[0].Position {
			if _, is := m.Facts[learned[0].Fact]; is { // else it is not so yet, as of a moment
				all = append(all, m.learned(learned[0]))
			}
			learned = learned[1:]
		} else {
			all, heard = append(all, m.claimed(who, heard[0])), heard[1:]
		}
	}
	return all
}

func (m *Minds) learned(l Learned) placed {
	return placed{
		Piece: Piece{ID: l.Fact, Content: m.Facts[l.Fact].Content, Source: string(l.Source), Turn: l.Turn},
		at:    l.Position, came: m.came(l.Position), from: event.CharacterID(l.From), way: l.How,
	}
}

// claimed is a claim as somebody has it who heard it.
func (m *Minds) claimed(who event.CharacterID, h Heard) placed {
	c := m.Claims[h.Claim]
	p := placed{at: h.Position, came: m.came(h.Position), claim: h.Claim, Piece: Piece{
		ID: c.Source, Content: c.Content, Speaker: event.CharacterID(c.Speaker.ID), Truth: c.Truth, Turn: h.Turn,
	}}
	if c.Truth == action.Lie && p.Speaker != who { // that it is one, whoever tells it knows
		p.Truth = action.Sincere
	}
	for at := c; ; {
		p.Chain = append(p.Chain, event.CharacterID(at.Speaker.ID))
		before, is := m.Claims[at.From]
		if !is || len(p.Chain) > longestChain {
			return p
		}
		at = before
	}
}

// longestChain is how far back hearsay is followed.
const longestChain = 32

// other is whom somebody has a piece from.
func (p *placed) other(who event.CharacterID) event.CharacterID {
	if from := cmp.Or(p.Speaker, p.from); from != who {
		return from
	}
	return ""
}
