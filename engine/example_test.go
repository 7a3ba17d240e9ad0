package engine

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// A lighthouse where Ines can tell of the lamp, and Tobias stands by.
var lighthouse = fstest.MapFS{
	"manifest.json":                       {Data: []byte(`{"title": "Lighthouse", "version": "1.0.0"}`)},
	"world/places.json":                   {Data: []byte(`{"places": [{"id": "quay", "name": "the Long Quay"}]}`)},
	"characters/npcs/ines/profile.json":   {Data: []byte(`{"name": "Ines Vane", "role": "net maker", "pronouns": "she", "personality": {}, "place": "quay"}`)},
	"characters/npcs/tobias/profile.json": {Data: []byte(`{"name": "Tobias Orr", "role": "pilot", "pronouns": "he", "personality": {}, "place": "quay"}`)},
	"characters/player/template.json":     {Data: []byte(`{"preset": {"name": "Jo Sorrel", "pronouns": "they"}}`)},
	"lore/lamp.md":                        {Data: []byte("---\ntitle: The oil of the lamp\naudience: [public]\n---\nThe oil of the lamp was sold to Aldous Coad in October.\n")},
}

// A quiet question, asked beside somebody it is not put to: Tobias perceives that Ines is
// asked about the oil, and not what she says. His view holds the asking and nothing else;
// hers and the player's hold the answer.
func Example_overheard() {
	ctx := context.Background()
	game := playing(ctx, lighthouse)
	if _, err := game.Play(ctx, ""); err != nil {
		panic(err)
	}
	question := action.Action{
		By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("the-oil-of-the-lamp"),
		Manner: action.Quietly,
	}
	if _, err := game.plays(ctx, question); err != nil {
		panic(err)
	}
	for _, who := range []event.CharacterID{event.Player, "ines", "tobias"} {
		view := game.story.State().As(who)
		for _, entry := range view.Journal(0) {
			if entry.Deed != nil {
				fmt.Printf("%s: %s Came of it: %d.\n", who, view.Tell(entry.Deed), len(entry.Deed.Outcome.Changes))
			}
		}
		for _, piece := range view.Pieces() {
			fmt.Printf("%s knows: %s\n", who, piece.Content)
		}
	}
	// Output:
	// player: You quietly asked Ines Vane about the oil of the lamp, and she told you what she knew. Came of it: 1.
	// player knows: The oil of the lamp was sold to Aldous Coad in October.
	// ines: Jo Sorrel quietly asked Ines Vane about the oil of the lamp, and she told them what she knew. Came of it: 1.
	// ines knows: The oil of the lamp was sold to Aldous Coad in October.
	// tobias: Jo Sorrel quietly asked Ines Vane about the oil of the lamp. Came of it: 0.
}

// What Ines tells is a claim of hers: the player knows that she says so, and where she has
// it from. It is no fact, whoever heard it.
func Example_whatInesTold() {
	ctx := context.Background()
	game := playing(ctx, lighthouse)
	for _, id := range []string{"", "ask:ines#the-oil-of-the-lamp"} {
		if _, err := game.Play(ctx, id); err != nil {
			panic(err)
		}
	}
	state := game.story.State()
	for _, piece := range state.Player().Pieces() {
		fmt.Printf("%s says: %s\n%s, from %s, by way of %v\n", piece.Speaker, piece.Content, piece.Truth, piece.ID, piece.Chain)
		fmt.Println("a fact:", state.Player().Knows(piece.ID), len(state.Minds.Facts))
	}
	fmt.Println(game.Journal().Facts)
	// Output:
	// ines says: The oil of the lamp was sold to Aldous Coad in October.
	// sincere, from lore/lamp.md#1, by way of [ines]
	// a fact: false 0
	// [Ines Vane says that the oil of the lamp was sold to Aldous Coad in October.]
}

// playing is a game of a campaign's files, in memory and without any skill.
func playing(ctx context.Context, files fstest.MapFS) *Game {
	c, problems := campaign.Load(files, campaign.Options{})
	if problems.Err() != nil {
		panic(problems.Err())
	}
	save, err := persistence.New(mem.New(), nil).Create(ctx, "example", "p-1")
	if err != nil {
		panic(err)
	}
	persona, err := c.Player.Persona(nil)
	if err != nil {
		panic(err)
	}
	game, err := Open(ctx, Options{
		Campaign: c, CampaignID: "example", Save: save, Persona: persona, Seed: "7",
		Registry: lone, Executor: executor.Options{Runner: &crew{}}, Health: skills.NewHealthTable(),
	})
	if err != nil {
		panic(err)
	}
	return game
}

// plays plays a turn in which the player does something that is possible, in a manner of
// their own.
func (g *Game) plays(ctx context.Context, a action.Action) (*Record, error) {
	t := g.begin()
	receipt, err := through(ctx, t, chosen{Choice: &Choice{ID: a.ID(), Action: a, Source: event.Typed}})
	if err != nil {
		return nil, err
	}
	return t.recorded(ctx, receipt)
}
