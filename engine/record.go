package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A Record is one turn as it is shown and as `play --json` prints it. It is made
// from the turn's events, so the same turn read back gives the same record.
type Record struct {
	Turn    int64
	Session int64
	Resumed bool
	Choice  *Taken // what the player chose; nil for the opening
	Scene   SceneRecord
	Check   *Check // what was rolled for it
	Prose   string // paragraphs with blank lines between them
	// Passages are what its paragraphs are made of, one for each; none where a program wrote the
	// turn that did not say.
	Passages []action.Passage
	// Gained and Lost are the names of what changed hands in the turn.
	Gained, Lost []string
	Choices      []Choice
	Ending       *Ending // not nil when the story has ended; with choices it goes on nevertheless
	// Narrative is the text a plan showed before anything ran, with which Prose begins;
	// "" for none.
	Narrative string
	Beats     []string    // told in this turn
	Attempts  int         // plans asked for
	Fallback  bool        // no plan succeeded
	Planner   plan.Author // who made the plan, where a model was to; "" where none was, or none succeeded
	Degraded  []string    // what the player had to do without, a sentence each
	Assets    []Asset
	UI        []UI
	Rolls     []Roll            // of skills, beside the check
	Plan      strictjson.Object // the main plan and its result, nil for none
	Result    strictjson.Object
	Settling  strictjson.Object // {plan, result} of what follows from the deed
	Closing   strictjson.Object // {plan, result} of what made the choices
	Timings   []Stage           // wall time; none of a turn that is read back
}

// Taken is the choice that led to a turn.
type Taken struct{ ID, Text string }

// SceneRecord is where a turn happened.
type SceneRecord struct {
	Type, Place, Name string
	Present           []string // ids
	Day               int64
	Time              string // "14:05"
	Part, Weather     string
}

// Choice is one that is offered.
type Choice struct {
	ID         string        // what it means: an author's id, or the action's
	Action     action.Action // the same as data
	Text       string        // what is read; it means nothing else
	Source     event.ChoiceSource
	Kind       event.ChoiceKind // "" for an author's without a check
	Difficulty string           // in words of no vocabulary, a skill's cut to 60 characters; "" where there is nothing to say
	Hint       string
	Because    []Ground // the stored events it rests on
}

// Ground is a stored event that a choice rests on.
type Ground struct {
	Position int64  // in the log
	Text     string // a memory's topic is in it: "You knelt by a grave (the ninth grave)."
}

// A Check is a roll that decided a turn, a Modifier one part of its total.
type (
	Check    = world.Check
	Modifier = world.Modifier
)

// Ending is how a story ended.
type Ending struct{ ID, Title string }

// Asset is a picture or sound of the turn.
type Asset struct {
	ID, Kind, Media, Name string
	Who                   string // of a portrait
	Origin                string // author, cache, drawn, silhouette; campaign; skill
	Blob                  string // SHA-256 where the store holds it
	Path                  string // below the campaign's directory, where it is one of the campaign's
	Bytes                 int64
}

// UI is an event for the interface that a skill sent.
type UI struct {
	Event   string
	Payload strictjson.Object
	Skill   string
}

// Roll is a roll of dice that a skill says it made. It decided nothing: what did is a
// Check.
type Roll struct {
	Skill   string
	Formula string
	Total   int64
	Text    string
}

// Stage is how long a part of the turn took.
type Stage struct {
	Name         string
	Microseconds int64
}

// record makes the record of a turn that was committed, of its events and the
// state they led to.
func (g *Game) record(ctx context.Context, events []persistence.Record, session int64) (*Record, error) {
	s := g.story.State()
	r := &Record{Turn: s.Turn.Number, Session: session, Scene: sceneRecord(s.Player())}
	for _, e := range events {
		if e.Event.Kind != event.PlanSettled {
			r.take(e.Event)
			continue
		}
		document, result, err := g.documents(ctx, e.Event)
		if err != nil {
			return nil, err
		}
		r.takePlan(e.Event, document, result)
	}
	seen := g.world.Seen(s.Player())
	r.Gained, r.Lost = seen.ItemNames(r.Gained), seen.ItemNames(r.Lost)
	r.inWords(seen)
	r.Choices = g.now().offered()
	if r.Turn == 0 {
		return nil, fmt.Errorf("the save holds no turn to show")
	}
	return r, nil
}

// inWords has what counted in the check as the player reads it.
func (r *Record) inWords(seen world.Sight) {
	if r.Check == nil {
		return
	}
	for i, m := range r.Check.Modifiers {
		r.Check.Modifiers[i] = seen.InWords(m, r.Check)
	}
}

func sceneRecord(v *story.View) SceneRecord {
	day, hour, minute := world.Clock(v.Minutes())
	return SceneRecord{
		Place: v.Place(), Name: placeNamed(v), Present: v.Present(),
		Day: day, Time: fmt.Sprintf("%02d:%02d", hour, minute), Part: campaign.PartOfDay(int(hour)), Weather: v.Weather(),
	}
}

// placeNamed is the name of the player's place, "" for nowhere.
func placeNamed(v *story.View) string {
	if v.Place() == "" {
		return ""
	}
	return v.Name(v.Place())
}

// take adds to the record what one event says.
func (r *Record) take(e event.Event) {
	switch e.Kind {
	case event.ChoiceMade:
		r.Choice = &Taken{ID: e.Text("choice"), Text: e.Text("text")}
	case event.CheckRolled:
		r.Check = checkOf(e)
	case event.BeatReached:
		r.Beats = append(r.Beats, e.Text("beat"))
	case event.Narrated:
		r.Prose = strings.TrimPrefix(r.Prose+"\n\n"+e.Text("text"), "\n\n")
		r.Scene.Type = strictjson.AsString(e.Object("scene")["type"])
		r.Passages = strictjson.AsStrings[action.Passage](e.Value("passages"))
	case event.ItemGained, event.ItemLost:
		r.item(e)
	case event.EndingReached:
		r.Ending = &Ending{ID: e.Text("ending"), Title: e.Text("title")}
	case event.Degraded:
		r.Degraded = append(r.Degraded, e.Text("what"))
	default:
		r.takeShown(e)
	}
}

// documents are a plan and what came of it, as the log has them or as they stand beside it.
// Where these are damaged or gone there are none: a turn can be shown without.
func (g *Game) documents(ctx context.Context, e event.Event) (document, result strictjson.Object, err error) {
	name := e.Text("documents")
	if name == "" {
		return e.Object("plan"), e.Object("result"), nil
	}
	sum, err := event.ParseHash(name)
	if err != nil {
		return nil, nil, err
	}
	from, err := g.story.Document(ctx, sum)
	if err != nil && !errors.Is(err, persistence.ErrCorrupt) && !errors.Is(err, persistence.ErrNotFound) {
		return nil, nil, err
	}
	return strictjson.AsObject(from["plan"]), strictjson.AsObject(from["result"]), nil
}

// item takes what changed hands; what was gained and lost again did not.
func (r *Record) item(e event.Event) {
	to, from := &r.Gained, &r.Lost
	if e.Kind == event.ItemLost {
		to, from = from, to
	}
	item := e.Text("item")
	switch i := slices.Index(*from, item); {
	case e.Text("who") != string(event.Player):
	case i >= 0:
		*from = slices.Delete(*from, i, i+1)
	default:
		*to = append(*to, item)
	}
}

func (r *Record) takePlan(e event.Event, document, result strictjson.Object) {
	switch event.Part(e.Text("part")) {
	case event.SettlingPart:
		if document == nil { // a first impression: what decides it is not the player's to see
			return
		}
		r.Settling = strictjson.Object{"plan": orNull(document), "result": orNull(result)}
		return
	case event.ClosingPart:
		r.Closing = strictjson.Object{"plan": orNull(document), "result": orNull(result)}
		return
	}
	r.Attempts, r.Fallback = int(e.Whole("attempts")), e.Flag("fallback")
	r.Planner = plan.Author(e.Text("by"))
	r.Plan, r.Result = document, result
	r.Narrative = prose.Clean(strictjson.AsString(document["narrative"]))
}

// takeShown takes what is seen and heard.
func (r *Record) takeShown(e event.Event) {
	switch e.Kind {
	case event.UISent:
		payload := e.Object("payload")
		if e.Text("event") == uiCampaignAsset {
			r.Assets = append(r.Assets, campaignAsset(payload))
			return
		}
		if e.Text("event") == uiDice {
			r.Rolls = append(r.Rolls, rollOf(e.Text("skill"), payload))
			return
		}
		r.UI = append(r.UI, UI{Event: e.Text("event"), Payload: payload, Skill: e.Text("skill")})
	case event.AssetAdded:
		media := e.Text("media")
		r.Assets = append(r.Assets, Asset{
			ID: e.Text("asset"), Kind: kindOfMedia(media), Media: media, Name: e.Text("name"),
			Origin: "skill", Blob: e.Text("blob"), Bytes: e.Whole("size"),
		})
	case event.PortraitMade:
		r.portrait(Asset{
			ID: "portrait-" + e.Text("who"), Kind: "portrait", Media: e.Text("media"), Who: e.Text("who"),
			Name: e.Text("who"), Origin: e.Text("origin"), Blob: e.Text("blob"),
		})
	}
}

func rollOf(skill string, payload strictjson.Object) Roll {
	return Roll{Skill: skill, Formula: strictjson.AsString(payload["formula"]), Total: strictjson.AsInteger(payload["total"]), Text: strictjson.AsString(payload["text"])}
}

// portrait takes a picture of somebody. Of two in a turn, one drawn since the turn
// before and one that was asked for, the later is how they look.
func (r *Record) portrait(made Asset) {
	if i := slices.IndexFunc(r.Assets, func(a Asset) bool { return a.Kind == made.Kind && a.Who == made.Who }); i >= 0 {
		r.Assets[i] = made
		return
	}
	r.Assets = append(r.Assets, made)
}

func campaignAsset(payload strictjson.Object) Asset {
	media := strictjson.AsString(payload["media"])
	return Asset{
		ID: strictjson.AsString(payload["path"]), Kind: kindOfMedia(media), Media: media, Name: strictjson.AsString(payload["alt"]),
		Origin: "campaign", Path: strictjson.AsString(payload["path"]), Bytes: strictjson.AsInteger(payload["bytes"]),
	}
}

// kindOfMedia is "image", "audio", ...: the part of a media type before the slash.
func kindOfMedia(media string) string {
	kind, _, _ := strings.Cut(media, "/")
	return kind
}

func checkOf(e event.Event) *Check {
	c := &Check{Stat: e.Text("stat"), About: e.Text("about"), Formula: e.Text("formula"), Band: e.Text("band"), Total: e.Whole("total")}
	for _, n := range e.List("rolls") {
		c.Rolls = append(c.Rolls, strictjson.AsInteger(n))
	}
	for _, m := range strictjson.AsObjects(e.Value("modifiers")) {
		c.Modifiers = append(c.Modifiers, Modifier{
			Kind: action.Bearing(strictjson.AsString(m["kind"])), Value: strictjson.AsInteger(m["value"]), Of: strictjson.AsString(m["of"]), Stat: strictjson.AsInteger(m["stat"]), Event: strictjson.AsInteger(m["event"]),
		})
	}
	return c
}

func orNull(o strictjson.Object) any {
	if o == nil {
		return nil
	}
	return o
}
