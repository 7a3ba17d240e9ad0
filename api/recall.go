package api

import (
	"cmp"
	"context"
	"slices"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

type recallParams struct {
	Story     string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Character string `json:"character,omitempty" max:"1024" doc:"whose memories: an id, a name or a word of it; the player unless given"`
	Text      string `json:"text,omitempty" doc:"what they shall bear on, by words and meaning; all of them unless given"`
	Kind      string `json:"kind,omitempty" max:"64" doc:"only memories of a kind: said, heard, internal, perceived or action"`
	Limit     int64  `json:"limit,omitempty" min:"1" doc:"how many at most; all unless given"`
	Branch    string `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Turn      int64  `json:"turn,omitempty" min:"1" doc:"as it was at the end of a turn"`
	Event     int64  `json:"event,omitempty" min:"1" doc:"as it was at an event of the log; not beside turn"`
	Moment    int64  `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen; not beside turn"`
}

// Remembered is a memory of somebody's.
type Remembered struct {
	_         struct{} `doc:"a memory of somebody's"`
	Memory    string   `json:"memory" doc:"its number among theirs, m1 the first, by which story.pin takes it"`
	Text      string   `json:"text" doc:"the memory as a sentence"`
	Kind      string   `json:"kind,omitempty" doc:"said, heard, internal, perceived or action; left out where nobody says"`
	Pinned    bool     `json:"pinned" doc:"they have it at hand whatever is asked"`
	Relevance int64    `json:"relevance" doc:"in thousandths, the share of the text that it speaks of"`
	Likeness  int64    `json:"likeness" doc:"in thousandths, how like the text it is in meaning"`
	Turn      int64    `json:"turn" doc:"in which it was kept; 0 before the first"`
}

// Memories are what somebody remembers.
type Memories struct {
	_         struct{}     `doc:"what somebody remembers"`
	Character string       `json:"character" doc:"their id"`
	Name      string       `json:"name" doc:"what they are called"`
	Memories  []Remembered `json:"memories" doc:"in the order they were kept; with a text, best first"`
}

func recall(ctx context.Context, c *Client, p recallParams) (all Memories, err error) {
	kind := event.Experience(p.Kind)
	if kind != "" && !slices.Contains(event.Experiences(), kind) {
		return all, wrongParam("/kind", "it is %q; give said, heard, internal, perceived or action", p.Kind)
	}
	err = c.engine.mindsDo(ctx, p.Story, p.Branch, p.Turn, p.Event, p.Moment, func(in mindful) error {
		who, err := in.person(p.Character)
		if err != nil {
			return err
		}
		v := in.state.As(who)
		found, err := v.Recall(ctx, story.Query{Text: p.Text, Kind: kind, Limit: int(min(p.Limit, 1<<30))})
		if err != nil {
			return err
		}
		if p.Text == "" {
			slices.Reverse(found)
		}
		all = Memories{Character: string(who), Name: in.name(who), Memories: make([]Remembered, len(found))}
		for i, m := range found {
			pinned := slices.ContainsFunc(v.Pinned(), func(p story.Recalled) bool { return p.Handle == m.Handle })
			all.Memories[i] = Remembered{
				Memory: m.Handle, Text: v.Words(&m.Memory), Kind: string(m.Memory.Kind), Pinned: pinned,
				Relevance: int64(m.Relevance), Likeness: int64(m.Likeness), Turn: m.Memory.Turn,
			}
		}
		return nil
	})
	return all, err
}

type pinParams struct {
	Story     string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Character string `json:"character,omitempty" max:"1024" doc:"whose memory: an id, a name or a word of it; the player unless given"`
	Memory    string `json:"memory" min:"1" doc:"its number in story.recall of that character, words that stand in it and in no other, or the number of an event in the log: of that what they remember, and where they remember nothing what they perceived"`
}

// Pinned is a memory that was pinned, or is no more.
type Pinned struct {
	_         struct{} `doc:"a memory that was pinned, or is no more"`
	Character string   `json:"character" doc:"whose"`
	Memory    string   `json:"memory" doc:"its number among theirs"`
	Pinned    bool     `json:"pinned" doc:"they have it at hand from now on"`
}

func pin(ctx context.Context, c *Client, p pinParams) (Pinned, error) { return setPin(ctx, c, p, true) }
func unpin(ctx context.Context, c *Client, p pinParams) (Pinned, error) {
	return setPin(ctx, c, p, false)
}

func setPin(ctx context.Context, c *Client, p pinParams, pinned bool) (Pinned, error) {
	game, err := c.engine.game(ctx, p.Story)
	if err != nil {
		return Pinned{}, err
	}
	who, m, err := game.Pin(ctx, cmp.Or(p.Character, string(event.Player)), p.Memory, pinned)
	return Pinned{Character: string(who), Memory: m.Handle, Pinned: pinned}, err
}
