package api

import (
	"context"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func branchMethods() []Method {
	return []Method{
		playing("story.back", "Takes the last turn back, and gives the one that the story is in then. What was told stays in the save.", back),
		playing("story.rollback", "Takes back all that was told after a turn.", rollback),
		playing("story.undo", "Goes back to where the last back, rollback, retry, branch or switch has left that was not undone.", undo),
		playing("story.omit", "Takes a turn out, and plays again what was chosen after it. Without agree it says what would come of that, and the story stays where it is; what was tried for it stays in the save, as an archived branch.", omit),
		following("story.branches", "Lists the branches of a story, each after its parent.", branches),
		following("story.branch", "Makes a branch here and goes on along it; what was told so far is in both.", branch),
		playing("story.switch", "Goes on along another branch.", switchTo),
	}
}

func back(ctx context.Context, c *Client, p storyCallParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Back(ctx) })
}

type turnParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Turn  int64  `json:"turn" min:"1" doc:"the turn"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

func rollback(ctx context.Context, c *Client, p turnParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Rollback(ctx, p.Turn) })
}

func undo(ctx context.Context, c *Client, p storyCallParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Undo(ctx) })
}

type omitParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Turn  int64  `json:"turn" min:"2" doc:"the turn that is taken out"`
	Agree bool   `json:"agree,omitempty" doc:"have the story go on like that"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// Omitted is what becomes of a story of which a turn is taken out.
type Omitted struct {
	_         struct{}       `doc:"what becomes of a story of which a turn is taken out"`
	Moved     bool           `json:"moved" doc:"the story goes on like that"`
	Again     int64          `json:"again" doc:"turns after it that were played again"`
	Lost      int64          `json:"lost" doc:"those that were not, since what was chosen there cannot be any more"`
	Turns     int            `json:"turns" doc:"that are left behind"`
	Events    int            `json:"events" doc:"that are left behind"`
	Messages  int            `json:"messages" doc:"what was said and told, and is left behind"`
	Scenes    int            `json:"scenes" doc:"that are left behind"`
	Memories  int            `json:"memories" doc:"that are left behind, everybody's"`
	Relations int            `json:"relations" doc:"that would be otherwise"`
	Items     int            `json:"items" doc:"of which somebody would have another number"`
	Knowledge map[string]int `json:"knowledge" doc:"by character, what they would not know"`
	Record    told           `json:"record" doc:"the turn that the story is in"`
}

func omit(ctx context.Context, c *Client, p omitParams) (Omitted, error) {
	var o Omitted
	record, err := turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) {
		return g.Omit(ctx, p.Turn, func(would engine.Omission) bool {
			o = Omitted{
				Moved: p.Agree, Again: would.Again, Lost: would.Lost,
				Turns: would.Turns, Events: would.Events, Messages: would.Messages, Scenes: would.Scenes,
				Memories: would.Memories, Relations: would.Relations, Items: would.Items, Knowledge: knowledgeOf(would.Impact),
			}
			return p.Agree
		})
	})
	o.Record = record
	return o, err
}

func knowledgeOf(i story.Impact) map[string]int {
	known := map[string]int{}
	for who, n := range i.Knowledge {
		known[string(who)] = n
	}
	return known
}

// Branch is one line of telling.
type Branch struct {
	_      struct{} `doc:"one line of telling"`
	Branch string   `json:"branch" doc:"its name"`
	Parent string   `json:"parent,omitempty" doc:"the one that it begins in"`
	From   int64    `json:"from,omitempty" doc:"the turn of its parent that it begins after"`
	Turn   int64    `json:"turn" doc:"the one that it is in"`
	Depth  int      `json:"depth" doc:"how many branches stand between it and the trunk; 0 for the trunk"`
	Head   bool     `json:"head" doc:"the story is told along it"`
	Status string   `json:"status" doc:"active, archived or trunk"`
	Note   string   `json:"note,omitempty" doc:"what it is for"`
}

// Branches are those of a story.
type Branches struct {
	_        struct{} `doc:"the branches of a story"`
	Branches []Branch `json:"branches" doc:"each after its parent"`
}

func branches(ctx context.Context, c *Client, p storyParams) (Branches, error) {
	game, err := c.engine.game(ctx, p.Story)
	if err != nil {
		return Branches{}, err
	}
	all, err := game.Branches(ctx)
	var listed Branches
	for _, b := range all {
		listed.Branches = append(listed.Branches, Branch{
			Branch: string(b.ID), Parent: string(b.Parent), From: b.From, Turn: b.Turn, Depth: b.Depth, Head: b.Head, Status: string(b.Status), Note: b.Note,
		})
	}
	return listed, err
}

type branchParams struct {
	Story  string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Branch string `json:"branch,omitempty" max:"64" doc:"its name; the next that is free unless given"`
}

// Branched is a branch that was made.
type Branched struct {
	_      struct{} `doc:"a branch that was made"`
	Branch string   `json:"branch" doc:"its name"`
}

func branch(ctx context.Context, c *Client, p branchParams) (Branched, error) {
	game, err := c.engine.game(ctx, p.Story)
	if err != nil {
		return Branched{}, err
	}
	made, err := game.Branch(ctx, event.BranchID(p.Branch))
	return Branched{Branch: string(made)}, err
}

type switchParams struct {
	Story  string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Branch string `json:"branch" min:"1" max:"64" doc:"the branch"`
	Call   string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

func switchTo(ctx context.Context, c *Client, p switchParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Switch(ctx, event.BranchID(p.Branch)) })
}
