package engine

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Known is something that the player knows: a fact, or what somebody said is so.
type Known struct {
	Content string
	Speaker string       // the id of who said so; "" for a fact
	Name    string       // and what the player calls them
	Truth   action.Truth // as what it was said, a lie as sincerely as any; "" for a fact
	Source  string       // how the player came by a fact
	Through []string     // the names of those whom the speaker has it through, the first to have said it last
	Turn    int64        // in which they learned it
}

// Knowledge is all that the player knows, in the order it was learned.
func (l Look) Knowledge() []Known {
	v := l.now().View
	var all []Known
	for _, p := range v.Pieces() {
		known := Known{Content: p.Content, Speaker: string(p.Speaker), Truth: p.Truth, Source: p.Source, Turn: p.Turn}
		if p.Speaker != "" {
			known.Name = v.Name(string(p.Speaker))
		}
		for i, who := range p.Chain {
			if i > 0 { // the first is the speaker
				known.Through = append(known.Through, v.Name(string(who)))
			}
		}
		all = append(all, known)
	}
	return all
}

// State is session state as the player knows it: what planners and scripts read. It is for
// reading.
func (l Look) State() strictjson.Object { return l.now().View.Object() }
