package api

import (
	"context"
	"fmt"
	"time"

	"github.com/narratoria/narratoria"
)

func saveMethods() []Method {
	return []Method{
		define("saves.list", "Lists the stories that are kept.", listSaves),
		define("saves.delete", "Deletes a story for ever, with all that skills kept for it and with its backups, which backups.list lists.", deleteSave),
		onDisk("saves.verify", "Reads all that a save holds and checks that nothing of it was changed.", verifySave),
	}
}

// Save is a story that is kept, as a list shows it.
type Save struct {
	_        struct{} `doc:"a story that is kept, as a list shows it; only name and error where it cannot be opened"`
	Name     string   `json:"name" doc:"by which all methods take it"`
	Error    string   `json:"error,omitempty" doc:"why it cannot be opened"`
	Campaign string   `json:"campaign,omitempty" doc:"its campaign's id"`
	Title    string   `json:"title,omitempty" doc:"and title"`
	Place    string   `json:"place,omitempty" doc:"where the player is"`
	Turn     int64    `json:"turn,omitempty" doc:"that it is in"`
	Ended    bool     `json:"ended,omitempty" doc:"it has come to its end"`
	Older    string   `json:"older,omitempty" doc:"that it is an older copy of the story, and what is missing"`
	Open     bool     `json:"open,omitempty" doc:"this engine has it open"`
	Written  string   `json:"written,omitempty" doc:"when, as 2026-11-25T14:05:00Z"`
}

// Saves are the stories that are kept.
type Saves struct {
	_     struct{} `doc:"the stories that are kept"`
	Saves []Save   `json:"saves" doc:"in order of their names"`
}

func listSaves(ctx context.Context, c *Client, _ Nothing) (Saves, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Saves{}, err
	}
	stories, err := program.Stories(ctx)
	if err != nil {
		return Saves{}, err
	}
	all := Saves{Saves: make([]Save, len(stories))}
	for i, s := range stories {
		all.Saves[i] = saveOf(s)
		all.Saves[i].Open = c.engine.isOpen(s.Name)
	}
	return all, nil
}

func saveOf(s narratoria.Story) Save {
	if s.Err != nil {
		return Save{Name: s.Name, Error: s.Err.Error()}
	}
	save := Save{Name: s.Name, Campaign: s.Campaign, Title: s.Title, Place: s.Place, Turn: s.Turn, Ended: s.Ended}
	if s.Older != nil {
		save.Older = s.Older.Error()
	}
	if !s.Written.IsZero() {
		save.Written = s.Written.UTC().Format(time.RFC3339)
	}
	return save
}

type saveParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the name of the save"`
}

func deleteSave(ctx context.Context, c *Client, p saveParams) (Nothing, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Nothing{}, err
	}
	if c.engine.isOpen(p.Story) {
		return Nothing{}, &Error{Code: InUse, Message: fmt.Sprintf("the save %q is open here", p.Story), Hint: "close it with story.close first"}
	}
	return Nothing{}, program.DeleteStory(ctx, p.Story)
}

func verifySave(ctx context.Context, c *Client, p saveParams) (Nothing, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Nothing{}, err
	}
	return Nothing{}, program.VerifyStory(ctx, p.Story)
}
