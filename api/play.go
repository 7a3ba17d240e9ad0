package api

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine"
)

func playMethods() []Method {
	return []Method{
		playing("story.play", "Begins a story and plays its opening; or, with continue, takes up one that is kept and gives the turn it is in. Given up before its opening, one that is kept is there, and can be taken up.", play),
		playing("story.choose", "Plays a turn: what the player chooses, by its id. Given up after it has begun, the turn is told with what there is.", choose),
		playing("story.type", "Plays a turn by what somebody typed: the number, the id or the text of a choice, or what they do in their own words. Where that is not clear nothing happens: unclear.", typed),
		following("story.read", "Says what a typed line would mean, and plays nothing.", readLine),
		playing("story.retry", "Takes the last turn back and plays its choice again, with other dice.", retry),
		following("story.last", "Gives the turn that the story is in, as it was told.", last),
		define("story.asset", "Gives the bytes of a picture or sound: by blob or by path, as an asset has it.", asset),
		playing("story.restart", "Begins a new session of the same story, in which skills that failed are tried again.", restart),
		define("story.close", "Closes a story that is open; what was played is kept.", closeStory),
	}
}

type playParams struct {
	Campaign  string            `json:"campaign,omitempty" doc:"a directory, or the name of a campaign that the program carries; the first of those unless given"`
	Story     string            `json:"story,omitempty" max:"64" doc:"the name of the save: a-z, 0-9, hyphens; the campaign's and a number unless given, or with continue the latest"`
	Continue  bool              `json:"continue,omitempty" doc:"take up a story that is kept"`
	Older     bool              `json:"older,omitempty" doc:"take it up also where its save is an older copy, of which turns are missing"`
	Unkept    bool              `json:"unkept,omitempty" doc:"the story goes when it is closed"`
	Seed      string            `json:"seed,omitempty" doc:"text that all randomness derives from: the same seed and choices tell the same story"`
	Answers   map[string]string `json:"answers,omitempty" doc:"who the player is: answers to the campaign's questions, by their ids"`
	NoEndings bool              `json:"noEndings,omitempty" doc:"the story runs on"`
	Call      string            `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// Played is a story that was begun or taken up.
type Played struct {
	_        struct{} `doc:"a story that was begun or taken up"`
	Story    string   `json:"story" doc:"the name that all other methods take"`
	Kept     bool     `json:"kept" doc:"whether it outlives the engine"`
	Campaign string   `json:"campaign" doc:"the campaign's id"`
	Title    string   `json:"title" doc:"and its title"`
	Record   told     `json:"record" doc:"the turn that the story is in"`
}

func play(ctx context.Context, c *Client, p playParams) (Played, error) {
	o := narratoria.GameOptions{Campaign: p.Campaign, Story: p.Story, Unkept: p.Unkept, Seed: p.Seed, NoEndings: p.NoEndings}
	if len(p.Answers) > 0 {
		o.Answers = campaign.Answers(p.Answers)
	}
	open := c.engine.begun
	if p.Continue {
		open = func(ctx context.Context, o narratoria.GameOptions) (string, *narratoria.Game, error) {
			return c.engine.takeUp(ctx, o, p.Older)
		}
	}
	name, game, err := open(ctx, o)
	if err != nil {
		return Played{}, err
	}
	record, err := game.Last(ctx)
	if err == nil && record == nil {
		record, err = game.Play(ctx, "")
	}
	if err != nil {
		if !game.Kept() { // nobody has been told its name
			_, _ = c.engine.leave(context.WithoutCancel(ctx), name)
		}
		return Played{}, err
	}
	return Played{Story: name, Kept: game.Kept(), Campaign: game.Campaign().ID, Title: game.Campaign().Manifest.Title, Record: told{record}}, nil
}

// takeUp takes up a story by its name, or the latest.
func (e *Engine) takeUp(ctx context.Context, o narratoria.GameOptions, older bool) (string, *narratoria.Game, error) {
	if o.Unkept {
		return "", nil, wrongParam("/unkept", "a story that goes on is kept; leave it out")
	}
	if o.Story == "" {
		program, err := e.awakened()
		if err != nil {
			return "", nil, err
		}
		id := ""
		if o.Campaign != "" {
			loaded, err := program.Campaign(ctx, o.Campaign)
			if err != nil {
				return "", nil, err
			}
			o.Campaign, o.Loaded, id = "", loaded, loaded.ID
		}
		latest, err := program.Latest(ctx, id)
		if err != nil {
			return "", nil, err
		}
		o.Story = latest.Name
	}
	game, was, err := e.continued(ctx, o, older)
	if was && err == nil {
		err = game.Agrees(ctx, o)
	}
	return o.Story, game, err
}

type chooseParams struct {
	Story  string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Choice string `json:"choice" doc:"the id of one of the last record's choices, or of any deed that is possible now"`
	Call   string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// turn has something played in a story.
func turn(ctx context.Context, c *Client, story string, play func(*narratoria.Game) (*engine.Record, error)) (told, error) {
	game, err := c.engine.game(ctx, story)
	if err != nil {
		return told{}, err
	}
	record, err := play(game)
	if err == nil && record == nil { // as when the call that began it was given up
		err = &Error{Code: NotFound, Message: fmt.Sprintf("no turn of the story %q has been told yet", story), Hint: `play its opening: story.choose with the choice ""`}
	}
	return told{record}, err
}

func choose(ctx context.Context, c *Client, p chooseParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Play(ctx, p.Choice) })
}

type typeParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Line  string `json:"line" max:"1000" doc:"what was typed"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

func typed(ctx context.Context, c *Client, p typeParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Type(ctx, p.Line) })
}

type lineParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Line  string `json:"line" max:"1000" doc:"what was typed"`
}

// Reading is what a typed line means.
type Reading struct {
	_       struct{} `doc:"what a typed line means"`
	Found   bool     `json:"found" doc:"it means one deed, the first of among"`
	Among   []Option `json:"among" doc:"the deeds that it may mean"`
	Refusal string   `json:"refusal,omitempty" doc:"why it means none, for the player"`
}

func readLine(ctx context.Context, c *Client, p lineParams) (Reading, error) {
	look, err := c.engine.look(ctx, p.Story)
	if err != nil {
		return Reading{}, err
	}
	read := look.Read(p.Line)
	if read.Found {
		return Reading{Found: true, Among: optionsOf(look.Options(read.Action))}, nil
	}
	return Reading{Among: optionsOf(look.Options(read.Among...)), Refusal: read.Refusal}, nil
}

type storyParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
}

type storyCallParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

func retry(ctx context.Context, c *Client, p storyCallParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Retry(ctx) })
}

func last(ctx context.Context, c *Client, p storyParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) { return g.Last(ctx) })
}

func restart(ctx context.Context, c *Client, p storyCallParams) (told, error) {
	return turn(ctx, c, p.Story, func(g *narratoria.Game) (*engine.Record, error) {
		if err := g.Restart(ctx); err != nil {
			return nil, err
		}
		return g.Last(ctx)
	})
}

type assetParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is opened where it is not"`
	Blob  string `json:"blob,omitempty" max:"64" doc:"SHA-256 of the bytes"`
	Path  string `json:"path,omitempty" doc:"in the campaign"`
}

// Bytes are a file's.
type Bytes struct {
	_      struct{} `doc:"a file"`
	Base64 string   `json:"base64" doc:"its bytes"`
	Size   int      `json:"size" doc:"how many these are"`
	Media  string   `json:"media,omitempty" doc:"its media type, where the campaign says it"`
}

func asset(ctx context.Context, c *Client, p assetParams) (Bytes, error) {
	game, err := c.engine.game(ctx, p.Story)
	if err != nil {
		return Bytes{}, err
	}
	var data []byte
	media := ""
	switch {
	case (p.Blob == "") == (p.Path == ""):
		return Bytes{}, wrongParam("", "give blob or path, and not both")
	case p.Blob != "":
		data, err = game.Blob(ctx, p.Blob)
	default:
		data, media, err = game.Campaign().Art(p.Path)
	}
	return Bytes{Base64: base64.StdEncoding.EncodeToString(data), Size: len(data), Media: media}, err
}

// Shut says whether something was open.
type Shut struct {
	_     struct{} `doc:"whether something was there to be ended"`
	Found bool     `json:"found" doc:"it was"`
}

func closeStory(ctx context.Context, c *Client, p storyParams) (Shut, error) {
	found, err := c.engine.leave(ctx, p.Story)
	return Shut{Found: found}, err
}
