package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// ToldOf is what the player was told and did in a scene that a turn has closed, and nothing else. Errors: those of
// [transcript.Closed].
func (g *Game) ToldOf(ctx context.Context, left LeftScene) (transcript.Scene, error) {
	t, err := transcript.Closed(ctx, g.story, left.At, left.Scene, transcript.Options{})
	if err != nil {
		return transcript.Scene{}, err
	}
	return t.Scenes[0], nil
}

// PlayerName is what the player is called.
func (g *Game) PlayerName() string { return g.story.State().Player().Name(string(event.Player)) }

// Afterwards keeps what somebody made of a turn; see [story.Playthrough.Afterwards]. It is for between two turns.
func (g *Game) Afterwards(ctx context.Context, a story.Aftermath) error {
	return g.story.Afterwards(ctx, a)
}

// Awaited says since when the next turn is waited for, where something else is done before it: models that are asked before its first
// sentence have that much less time. The turn's own limit is reckoned from its beginning all the same.
func (g *Game) Awaited(since time.Time) { g.awaited = since }

// A Played is a turn that was written, as the player was told of it and remembers it.
type Played struct {
	Turn       int64
	Branch     event.BranchID // along which it was told
	Place      string         // by its name
	Chosen     string
	Told       []ToldText
	Kept       []KeptMemory // of the turn
	Remembered []string     // the latest memories in words, those of the turn among them, the latest first
}

// A ToldText is what one event told the player.
type ToldText struct {
	At   event.Position
	Text string

	moment event.Moment
}

// A KeptMemory is one that the player has of a turn.
type KeptMemory struct {
	ID           string
	At           event.Position // the event that kept it
	Words        string
	Significance action.Significance

	characters []string
	place      string
}

// mostRemembered is how many memories of the player's come with a turn.
const mostRemembered = 50

// Played is the last turn that was played since the game was opened; false where there is none.
func (g *Game) Played() (p Played, is bool) {
	v := g.story.State().Player()
	p = Played{Branch: g.story.Where().Branch, Turn: v.Turn(), Place: placeNamed(v)}
	for _, r := range g.played {
		switch e := r.Event; {
		case e.Kind == event.ChoiceMade:
			p.Chosen = e.Text("text")
		case e.Kind == event.Narrated && e.Perception.Witnessed(event.Player):
			p.Told = append(p.Told, ToldText{r.Position, e.Text("text"), e.Moment})
		case ofTheTurn(e):
			if m, there := v.Memory(r.Position); there {
				p.Kept = append(p.Kept, KeptMemory{m.ID, r.Position, v.Words(&m), m.Significance, e.Texts("characters"), e.Text("place")})
			}
		}
	}
	for _, m := range v.LatestMemories(mostRemembered) {
		p.Remembered = append(p.Remembered, v.Words(&m))
	}
	return p, len(p.Told) > 0
}

// ofTheTurn reports whether an event keeps what the player remembers of the turn in which it stands: what a premise said is of none.
func ofTheTurn(e event.Event) bool {
	return e.Kind == event.MemoryKept && e.Text("knower") == string(event.Player) && !slices.Contains(e.Texts("tags"), premiseTag)
}

// Extracted is the event that keeps what somebody has read in the text of one of those that told the turn, by its number among
// several. It is remembered with those, and there, that the turn's own memory has.
func (p *Played) Extracted(of ToldText, n int, words string, significance action.Significance) event.Event {
	data := event.Data{
		"memory": fmt.Sprintf("extracted@%d:%d", of.At, n), "knower": string(event.Player), "words": words, "significance": string(significance),
		"characters": []string{string(event.Player)}, "source": string(event.Extraction), "kind": string(event.Perceiving), "because": []any{int64(of.At)},
	}
	if last := len(p.Kept) - 1; last >= 0 {
		data["characters"] = p.Kept[last].characters
		strictjson.Put(data, "place", p.Kept[last].place)
	}
	return event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Cause: of.At, Moment: of.moment, Data: data}
}
