package api

import (
	"reflect"

	"github.com/narratoria/narratoria/engine"
)

// A Record is one turn as it is shown, the same bytes as `narratoria play --json` prints.
type Record struct {
	_           struct{}  `doc:"one turn as it is shown"`
	Turn        int64     `json:"turn" doc:"from 1, the opening"`
	Session     int64     `json:"session" doc:"the sitting in which it was played"`
	Resumed     bool      `json:"resumed,omitempty" doc:"it was told before, and is shown again"`
	Prose       string    `json:"prose" doc:"paragraphs with blank lines between them"`
	Passages    []string  `json:"passages,omitempty" doc:"what each paragraph is made of: author, outcome, around, reminder or teller"`
	Gained      []string  `json:"gained,omitempty" doc:"the names of what came into the player's hands"`
	Lost        []string  `json:"lost,omitempty" doc:"and of what left them"`
	Choices     []Choice  `json:"choices" doc:"what is offered; none where the story has ended"`
	Choice      *Taken    `json:"choice" doc:"what the player chose; null for the opening"`
	Scene       Scene     `json:"scene" doc:"where it happened"`
	Check       *Check    `json:"check" doc:"what was rolled for it"`
	Ending      *string   `json:"ending" doc:"the id of the ending that was reached; with choices the story goes on nevertheless"`
	EndingTitle string    `json:"endingTitle,omitempty" doc:"and its title"`
	Narrative   string    `json:"narrative,omitempty" doc:"what was shown before anything ran, with which the prose begins"`
	Beats       []string  `json:"beats" doc:"ids of the beats that were told"`
	Degraded    []string  `json:"degraded" doc:"what the player had to do without, a sentence each"`
	Attempts    int       `json:"attempts" doc:"plans asked for"`
	Fallback    bool      `json:"fallback" doc:"no plan succeeded"`
	Planner     string    `json:"planner,omitempty" doc:"who made the plan, where a model was to: model or rules"`
	Assets      []Asset   `json:"assets" doc:"pictures and sounds of the turn; story.asset gives their bytes"`
	UI          []UIEvent `json:"ui" doc:"what skills sent for the interface"`
	Rolls       []Roll    `json:"rolls" doc:"of skills, beside the check"`
	Plan        Free      `json:"plan" doc:"the main plan; null for none"`
	Result      Free      `json:"result" doc:"what came of it, step by step"`
	Settling    Free      `json:"settling" doc:"{plan, result} of what follows from the deed"`
	Closing     Free      `json:"closing" doc:"{plan, result} of what made the choices"`
}

// A Choice is one that is offered.
type Choice struct {
	_          struct{} `doc:"one that is offered"`
	ID         string   `json:"id" doc:"what it means, and what story.choose takes"`
	Text       string   `json:"text" doc:"what is read"`
	Source     string   `json:"source" doc:"authored, memory, topic, ... : where it comes from"`
	Kind       string   `json:"kind,omitempty" doc:"what sort of deed"`
	Difficulty string   `json:"difficulty,omitempty" doc:"of its check, in words"`
	Hint       string   `json:"hint,omitempty" doc:"a line below it"`
	Because    []Ground `json:"because,omitempty" doc:"what it rests on"`
	Action     Free     `json:"action" doc:"the deed as data"`
}

// A Ground is a stored event that a choice rests on.
type Ground struct {
	_        struct{} `doc:"a stored event that a choice rests on"`
	Position int64    `json:"position" doc:"in the story's log"`
	Text     string   `json:"text" doc:"in words"`
}

// Taken is the choice that led to a turn.
type Taken struct {
	_    struct{} `doc:"the choice that led to a turn"`
	ID   string   `json:"id" doc:"its id"`
	Text string   `json:"text" doc:"its words"`
}

// A Scene is where a turn happened.
type Scene struct {
	_       struct{} `doc:"where a turn happened"`
	Type    string   `json:"type" doc:"what sort of scene"`
	Place   string   `json:"place" doc:"the place's id"`
	Name    string   `json:"name" doc:"its name"`
	Present []string `json:"present" doc:"the ids of those who are there"`
	Day     int64    `json:"day" doc:"of the story, from 1"`
	Time    string   `json:"time" doc:"14:05"`
	Part    string   `json:"part" doc:"of the day: morning, ..."`
	Weather string   `json:"weather" doc:"in a word; may be empty"`
}

// A Check is a roll that decided a turn.
type Check struct {
	_         struct{}   `doc:"a roll that decided a turn"`
	Stat      string     `json:"stat" doc:"what was tried"`
	About     string     `json:"about" doc:"at what"`
	Formula   string     `json:"formula" doc:"2d6"`
	Rolls     []int64    `json:"rolls" doc:"of the single dice"`
	Modifiers []Modifier `json:"modifiers" doc:"what was added"`
	Total     int64      `json:"total" doc:"of all that"`
	Band      string     `json:"band" doc:"what it means: success, partial, failure, ..."`
}

// A Modifier is one part of a check's total.
type Modifier struct {
	_       struct{} `doc:"one part of a check's total"`
	Name    string   `json:"name" doc:"what is added"`
	Value   int64    `json:"value" doc:"how much"`
	Because string   `json:"because" doc:"why"`
}

// An Asset is a picture or a sound.
type Asset struct {
	_      struct{} `doc:"a picture or a sound"`
	ID     string   `json:"id" doc:"its id"`
	Kind   string   `json:"kind" doc:"portrait, image, audio, video, ..."`
	Media  string   `json:"media" doc:"its media type"`
	Name   string   `json:"name" doc:"what it is called, or shows"`
	Origin string   `json:"origin" doc:"author, cache, drawn, silhouette, campaign or skill"`
	Who    string   `json:"who,omitempty" doc:"whose portrait it is"`
	Blob   string   `json:"blob,omitempty" doc:"SHA-256 of its bytes, by which story.asset gives them"`
	Path   string   `json:"path,omitempty" doc:"in the campaign, by which story.asset gives them"`
}

// A UIEvent is something a skill sent for the interface.
type UIEvent struct {
	_       struct{} `doc:"something a skill sent for the interface"`
	Event   string   `json:"event" doc:"its name"`
	Payload Free     `json:"payload" doc:"what it carries"`
	Skill   string   `json:"skill,omitempty" doc:"who sent it"`
}

// A Roll is a roll of dice that a skill says it made.
type Roll struct {
	_       struct{} `doc:"a roll of dice that a skill says it made; it decided nothing"`
	Formula string   `json:"formula" doc:"2d6"`
	Total   int64    `json:"total" doc:"of the dice"`
	Text    string   `json:"text" doc:"in words"`
	Skill   string   `json:"skill,omitempty" doc:"who rolled"`
}

// told is a record that the engine has told: it writes itself, as the engine does.
type told struct{ *engine.Record }

var _ described = told{}

func (told) asType() reflect.Type { return reflect.TypeFor[Record]() }

func (r told) appendJSON(dst []byte) []byte {
	if r.Record == nil {
		return append(dst, "null"...)
	}
	shown := *r.Record
	shown.Timings = nil // no two plays share them
	return append(dst, shown.JSON()...)
}

func assetOf(a engine.Asset) Asset {
	return Asset{ID: a.ID, Kind: a.Kind, Media: a.Media, Name: a.Name, Origin: a.Origin, Who: a.Who, Blob: a.Blob, Path: a.Path}
}
