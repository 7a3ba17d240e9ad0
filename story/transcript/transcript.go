// Package transcript is a story to read again: what the player was told and shown, what they
// chose, and what was rolled for it, turn by turn and scene by scene.
//
//	t, err := transcript.Of(ctx, playthrough, event.Where{}, transcript.Options{Title: "Grey Harbour"})
//	err = t.HTML(file) // or Markdown, or JSONL
//
// It is made of events that the player perceived and of the player's view, so there is nothing
// in it that they do not know; events that were hidden are left out. The same story gives the
// same bytes.
//
// Whatever it shows may be anybody's words: a campaign's, a skill's, a model's, those of a save
// from elsewhere. So all of it is cleaned of what is not seen, and each form escapes what would
// act in it. The page in HTML is one file: pictures are in it, it loads nothing, runs nothing
// and links to nothing, and says so to the browser too.
package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Options of a transcript. The zero value is usable.
type Options struct {
	Title string // of the story; that of its campaign's id unless given

	// Blob gives the bytes of pictures that are kept with the story, by their SHA-256, and
	// Asset those of the campaign's by their path below its directory. Where one is nil or
	// fails, such pictures are named and not shown.
	Blob  func(event.Hash) ([]byte, error)
	Asset func(path string) ([]byte, error)
}

// A Transcript is a story, or a part of one. All texts are clean.
type Transcript struct {
	Title, Player string
	Scenes        []Scene
}

// A Scene is what was told in one place, in one company. A turn in which the player went
// elsewhere is of the scene that begins there.
type Scene struct {
	ID           string // that of its events, "" for what was told in none
	Number       int    // from 1; 0 where it is not known which it is
	Name         string // of the place; "" for nowhere
	Closed       bool   // the player has left
	Significance action.Significance
	Summary      string // what was told in it, in a model's few words; "" where there is none
	Turns        []Turn
}

// A Turn is what was chosen, and what was told of it.
type Turn struct {
	Number   int64
	Minutes  int64  // of story time, from midnight of the first day on, when it ended
	Chosen   string // "" for the opening
	Typed    string // the words that it was typed in
	Check    string // what was rolled, in words
	Prose    []string
	Pictures []Picture
	Offered  []string // the choices it ended with
	Ending   string   // of the story
}

// A Picture is one that was shown.
type Picture struct {
	Alt  string
	Data []byte // nil where it is not to be had
}

// Of is the transcript of a story up to a place, see [story.Playthrough.Find]. Errors:
// *story.NoPlaceError; persistence's.
func Of(ctx context.Context, p *story.Playthrough, at event.Where, opts Options) (*Transcript, error) {
	at, err := p.Find(ctx, at)
	if err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, p, at, opts)
	if err != nil {
		return nil, err
	}
	for told, err := range p.Turns(ctx, at, 0) {
		if err != nil {
			return nil, err
		}
		w.turn(told)
	}
	return w.t, nil
}

// A writer makes a transcript.
type writer struct {
	opts   Options
	hidden []event.Position
	t      *Transcript
	room   int // for pictures, in bytes
}

func newWriter(ctx context.Context, p *story.Playthrough, at event.Where, opts Options) (*writer, error) {
	hidden, err := p.Hidden(ctx, at.Branch)
	return &writer{opts: opts, hidden: hidden, t: &Transcript{}, room: maxPictures}, err
}

// maxPictures is how many bytes the pictures of a transcript may have in all. Those after it are
// named and not shown.
const maxPictures = 64 << 20

func (w *writer) turn(told story.Told) {
	v := told.State.Player()
	w.t.Title = line(cmp.Or(w.opts.Title, told.State.Campaign.ID))
	w.t.Player = line(v.Name(string(event.Player)))
	w.scenes(told, v)
	scene := &w.t.Scenes[len(w.t.Scenes)-1]
	t := Turn{Number: told.Number, Minutes: v.Minutes()}
	for _, r := range told.Records {
		if _, unseen := slices.BinarySearch(w.hidden, r.Position); !unseen {
			w.take(&t, v, r.Event)
		}
	}
	scene.Turns = append(scene.Turns, t)
}

// scenes begins and ends the player's scenes as the events of a turn do.
func (w *writer) scenes(told story.Told, v *story.View) {
	for _, r := range told.Records {
		switch n := len(w.t.Scenes); {
		case r.Event.Kind == event.SceneClosed && n > 0 && r.Event.Text("scene") == w.t.Scenes[n-1].ID:
			w.t.Scenes[n-1].Closed = true
			w.t.Scenes[n-1].Significance = action.Significance(r.Event.Text("significance"))
		case r.Event.Kind == event.SceneSummed:
			w.sum(r)
		case r.Event.Kind == event.SceneOpened && story.PlayersScene(r.Event):
			w.begin(r.Event.Text("scene"), v.Name(r.Event.Text("place")))
		}
	}
	if len(w.t.Scenes) == 0 {
		w.begin("", "")
	}
}

// sum takes the summary of a scene that was closed. It may hold whatever the player had been told until then, so where something
// before it was hidden there is none.
func (w *writer) sum(r persistence.Record) {
	if story.MayHold(r.Position, w.hidden) {
		return
	}
	for i := len(w.t.Scenes) - 1; i >= 0; i-- {
		if s := &w.t.Scenes[i]; s.Closed && s.ID == r.Event.Text("scene") {
			s.Summary = line(r.Event.Text("words"))
			return
		}
	}
}

func (w *writer) begin(id, name string) {
	w.t.Scenes = append(w.t.Scenes, Scene{ID: id, Number: len(w.t.Scenes) + 1, Name: line(name)})
}

// take takes what an event shows.
func (w *writer) take(t *Turn, v *story.View, e event.Event) {
	switch e.Kind {
	case event.ChoiceMade:
		t.Chosen, t.Typed = line(cmp.Or(e.Text("text"), e.Text("typed"), e.Text("choice"))), line(e.Text("typed"))
	case event.CheckRolled:
		if e.Perception.Witnessed(event.Player) && e.Text("who") == string(event.Player) {
			t.Check = checkWords(e)
		}
	case event.Narrated:
		if e.Perception.Witnessed(event.Player) {
			t.Prose = append(t.Prose, paragraphs(e.Text("text"))...)
		}
	case event.PortraitMade:
		w.picture(t, line(v.Name(e.Text("who"))), e.Text("blob"))
	case event.AssetAdded:
		if strings.HasPrefix(e.Text("media"), "image/") {
			w.picture(t, line(e.Text("name")), e.Text("blob"))
		}
	case event.UISent:
		w.asset(t, e)
	case event.ChoicesOffered:
		t.Offered = nil
		for _, c := range strictjson.AsObjects(e.Value("choices")) {
			t.Offered = append(t.Offered, line(strictjson.AsString(c["text"])))
		}
	case event.EndingReached:
		t.Ending = line(cmp.Or(e.Text("title"), e.Text("ending")))
	}
}

// checkWords says what was rolled: "wit, 2d6: 3 + 4, makes 7: partial".
func checkWords(e event.Event) string {
	var rolls []string
	for _, n := range e.List("rolls") {
		rolls = append(rolls, fmt.Sprint(strictjson.AsInteger(n)))
	}
	text := strings.TrimPrefix(fmt.Sprintf("%s, %s", e.Text("stat"), e.Text("formula")), ", ")
	return line(fmt.Sprintf("%s: %s, makes %d: %s", text, strings.Join(rolls, " + "), e.Whole("total"), e.Text("band")))
}

// campaignAsset is the event by which a picture or sound of the campaign's is shown.
const campaignAsset = "campaign_asset"

func (w *writer) asset(t *Turn, e event.Event) {
	payload := e.Object("payload")
	if e.Text("event") != campaignAsset || !strings.HasPrefix(strictjson.AsString(payload["media"]), "image/") {
		return
	}
	w.show(t, line(strictjson.AsString(payload["alt"])), func() ([]byte, error) {
		if w.opts.Asset == nil {
			return nil, errNotShown
		}
		return w.opts.Asset(strictjson.AsString(payload["path"]))
	})
}

func (w *writer) picture(t *Turn, alt, blob string) {
	w.show(t, alt, func() ([]byte, error) {
		sum, err := event.ParseHash(blob)
		if err != nil || w.opts.Blob == nil {
			return nil, errNotShown
		}
		return w.opts.Blob(sum)
	})
}

var errNotShown = errors.New("not shown")

func (w *writer) show(t *Turn, alt string, read func() ([]byte, error)) {
	shown := Picture{Alt: alt}
	if data, err := read(); err == nil && len(data) <= w.room {
		shown.Data = data
		w.room -= len(data)
	}
	t.Pictures = append(t.Pictures, shown)
}

// longestLine is how many characters a line shows.
const longestLine = 2000

func line(text string) string { return plaintext.Line(text, longestLine) }

// paragraphs are those of a text, each on one line.
func paragraphs(text string) (all []string) {
	for part := range strings.SplitSeq(plaintext.Clean(text), "\n\n") {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// ErrNoScene: there is no scene of that number.
var ErrNoScene = errors.New("there is no such scene")

// Scene is the transcript of one scene alone, by its number. Error: ErrNoScene.
func (t *Transcript) Scene(number int) (*Transcript, error) {
	if number < 1 || number > len(t.Scenes) {
		return nil, fmt.Errorf("%w: %d; there are %d", ErrNoScene, number, len(t.Scenes))
	}
	return &Transcript{Title: t.Title, Player: t.Player, Scenes: t.Scenes[number-1 : number]}, nil
}

// From is the transcript without the turns before one.
func (t *Transcript) From(turn int64) *Transcript {
	rest := &Transcript{Title: t.Title, Player: t.Player}
	for _, s := range t.Scenes {
		s.Turns = slices.DeleteFunc(slices.Clone(s.Turns), func(told Turn) bool { return told.Number < turn })
		if len(s.Turns) > 0 {
			rest.Scenes = append(rest.Scenes, s)
		}
	}
	return rest
}

// when is a story time as a reader has it.
func when(minutes int64) string {
	return fmt.Sprintf("day %d, %02d:%02d", minutes/1440+1, minutes/60%24, minutes%60)
}
