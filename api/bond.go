package api

import (
	"context"

	"github.com/narratoria/narratoria/story"
)

type bondParams struct {
	Story     string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Character string `json:"character,omitempty" max:"1024" doc:"who has it: an id, a name or a word of it; the player unless given"`
	With      string `json:"with" min:"1" max:"1024" doc:"with whom: an id, a name or a word of it"`
	Branch    string `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Turn      int64  `json:"turn,omitempty" min:"1" doc:"as it was at the end of a turn"`
	Event     int64  `json:"event,omitempty" min:"1" doc:"as it was at an event of the log; not beside turn"`
	Moment    int64  `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen; not beside turn"`
}

// Bond is what somebody has with one other.
type Bond struct {
	_         struct{} `doc:"what somebody has with one other: their own, of which the other knows nothing"`
	Character Someone  `json:"character" doc:"who has it"`
	With      Someone  `json:"with" doc:"with whom"`
	Score     int64    `json:"score" doc:"what they think of the other, in thousandths of a point: -100000 to 100000"`
	Trust     int64    `json:"trust" doc:"how far they trust the other, in the same unit"`
	Summary   string   `json:"summary,omitempty" doc:"what is between the two, in words, where the story has them"`
	Since     *int64   `json:"since,omitempty" doc:"story minutes since they last had to do with each other; left out where they never had"`
	About     []Known  `json:"about" doc:"what they know of the other, or were told: what is about them, and what came out that they had kept back"`
	Between   []Known  `json:"between" doc:"what was said, or came out, when as far as they noticed nobody else was there"`
	Alone     []string `json:"alone" doc:"what they remember of just the two, as sentences"`
}

func bond(ctx context.Context, c *Client, p bondParams) (Bond, error) {
	in, err := c.engine.minds(ctx, p.Story, p.Branch, p.Turn, p.Event, p.Moment)
	if err != nil {
		return Bond{}, err
	}
	return in.bond(p.Character, p.With)
}

// bond is what somebody has with one other.
func (in mindful) bond(character, with string) (Bond, error) {
	who, err := in.person(character)
	if err != nil {
		return Bond{}, err
	}
	whom, err := in.state.FindSubject(with)
	if err != nil {
		return Bond{}, err
	}
	v := in.state.As(who)
	b := v.Bond(whom)
	all := Bond{
		Character: Someone{ID: string(who), Name: in.name(who)}, With: Someone{ID: whom, Name: in.state.Name(whom)},
		Score: b.Score, Trust: b.Trust, Summary: b.Summary, About: in.pieces(v, b.About), Between: in.pieces(v, b.Between),
	}
	if b.Since != story.Never {
		all.Since = &b.Since
	}
	for _, m := range b.Alone {
		all.Alone = append(all.Alone, v.Words(&m.Memory))
	}
	return all, nil
}
