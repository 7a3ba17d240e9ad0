package api

import (
	"context"
	"slices"

	"github.com/narratoria/narratoria/engine"
)

func lookMethods() []Method {
	return slices.Concat([]Method{
		define("story.scene", "Where the player is now.", scene),
		define("story.people", "Those whom the player has met, those present first.", people),
		define("story.inventory", "What the player carries.", carried),
		define("story.journal", "What happened, as the player may look it up.", journal),
		define("story.state", "Session state as the player knows it: what planners and scripts read.", stateOf),
	}, mindMethods())
}

// look is what can be looked up in a story.
func (e *Engine) look(ctx context.Context, story string) (engine.Look, error) {
	game, err := e.game(ctx, story)
	if err != nil {
		return engine.Look{}, err
	}
	look, err := game.Look()
	if err != nil {
		return engine.Look{}, err
	}
	return look.Still(), nil
}

// Thing is something with a name.
type Thing struct {
	_           struct{} `doc:"something with a name"`
	ID          string   `json:"id" doc:"its id"`
	Name        string   `json:"name" doc:"what it is called"`
	Description string   `json:"description,omitempty" doc:"what it is like"`
}

func thingsOf(all []engine.Thing) []Thing {
	things := make([]Thing, len(all))
	for i, t := range all {
		things[i] = Thing{ID: t.ID, Name: t.Name, Description: t.Description}
	}
	return things
}

// Surroundings is a place as the player sees it.
type Surroundings struct {
	_           struct{} `doc:"a place as the player sees it"`
	Place       string   `json:"place" doc:"its id"`
	Name        string   `json:"name" doc:"its name"`
	Description string   `json:"description" doc:"what it is like"`
	Time        string   `json:"time" doc:"day 2, 14:05, afternoon"`
	Weather     string   `json:"weather" doc:"in a word; may be empty"`
	Picture     string   `json:"picture,omitempty" doc:"the path of a picture, for story.asset"`
	Music       string   `json:"music,omitempty" doc:"the path of a sound, for story.asset"`
	Exits       []Thing  `json:"exits" doc:"where the player can go"`
	Present     []string `json:"present" doc:"the names of those who are there"`
	Things      []Thing  `json:"things,omitempty" doc:"what an occasion has brought there, as the player sees it"`
}

func scene(ctx context.Context, c *Client, p storyParams) (Surroundings, error) {
	look, err := c.engine.look(ctx, p.Story)
	if err != nil {
		return Surroundings{}, err
	}
	s := look.Scene()
	return Surroundings{
		Place: s.Place, Name: s.Name, Description: s.Description, Time: s.Time, Weather: s.Weather,
		Picture: s.Picture, Music: s.Music, Exits: thingsOf(s.Exits), Present: s.Present, Things: thingsOf(s.Things),
	}, nil
}

// Acquaintance is somebody the player knows.
type Acquaintance struct {
	_        struct{} `doc:"somebody the player knows"`
	ID       string   `json:"id" doc:"their id"`
	Name     string   `json:"name" doc:"what they are called"`
	Role     string   `json:"role,omitempty" doc:"what they are"`
	Present  bool     `json:"present" doc:"whether they are here"`
	Feeling  string   `json:"feeling" doc:"how they regard the player: devoted, warm, friendly, indifferent, wary, cold, hostile"`
	LastSeen string   `json:"lastSeen,omitempty" doc:"the name of the place"`
	Turn     int64    `json:"turn" doc:"when last"`
}

// People are those the player has met.
type People struct {
	_      struct{}       `doc:"those the player has met"`
	People []Acquaintance `json:"people" doc:"those present first"`
}

func people(ctx context.Context, c *Client, p storyParams) (People, error) {
	look, err := c.engine.look(ctx, p.Story)
	if err != nil {
		return People{}, err
	}
	var all People
	for _, a := range look.People() {
		all.People = append(all.People, Acquaintance{
			ID: a.ID, Name: a.Name, Role: a.Role, Present: a.Present, Feeling: a.Feeling, LastSeen: a.LastSeen, Turn: a.Turn,
		})
	}
	return all, nil
}

// Inventory is what the player carries.
type Inventory struct {
	_      struct{} `doc:"what the player carries"`
	Things []Thing  `json:"things" doc:"in the order they were gained"`
}

func carried(ctx context.Context, c *Client, p storyParams) (Inventory, error) {
	look, err := c.engine.look(ctx, p.Story)
	if err != nil {
		return Inventory{}, err
	}
	return Inventory{Things: thingsOf(look.Inventory())}, nil
}

// Thread is a line of the plot.
type Thread struct {
	_       struct{} `doc:"a line of the plot"`
	Title   string   `json:"title" doc:"what it is about"`
	Outcome string   `json:"outcome,omitempty" doc:"how it ended"`
	Open    bool     `json:"open" doc:"it goes on"`
}

// Journal is what the player may look up.
type Journal struct {
	_        struct{} `doc:"what the player may look up"`
	Threads  []Thread `json:"threads" doc:"the lines of the plot that they follow"`
	Facts    []string `json:"facts" doc:"what they know, in words"`
	Memories []string `json:"memories" doc:"those of weight, oldest first"`
	Recent   []string `json:"recent" doc:"what happened lately, oldest first"`
}

func journal(ctx context.Context, c *Client, p storyParams) (Journal, error) {
	look, err := c.engine.look(ctx, p.Story)
	if err != nil {
		return Journal{}, err
	}
	j := look.Journal()
	shown := Journal{Facts: j.Facts, Memories: j.Memories, Recent: j.Recent}
	for _, t := range j.Threads {
		shown.Threads = append(shown.Threads, Thread{Title: t.Title, Outcome: t.Outcome, Open: t.Open})
	}
	return shown, nil
}

// State is session state.
type State struct {
	_     struct{} `doc:"session state"`
	State Free     `json:"state" doc:"free keys, and those that begin with $ and are read alone"`
}

func stateOf(ctx context.Context, c *Client, p storyParams) (State, error) {
	look, err := c.engine.look(ctx, p.Story)
	if err != nil {
		return State{}, err
	}
	return State{State: look.State()}, nil
}
