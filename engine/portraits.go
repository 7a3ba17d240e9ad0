package engine

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// uiCampaignAsset is how the log keeps a picture or sound of the campaign that
// was shown: by its path, since the campaign has it.
const uiCampaignAsset = "campaign_asset"

// assets shows a picture and plays a sound of the campaign's, if it has them.
func (t *turn) assets(picture, music string) {
	for _, path := range []string{picture, music} {
		asset, ok := t.c.Asset(path)
		if !ok {
			continue
		}
		t.add(event.UISent, event.Data{"event": uiCampaignAsset, "payload": strictjson.Object{
			"path": asset.Path, "media": asset.Media.MediaType(), "bytes": whole(asset.Bytes), "alt": strings.Join(asset.Keywords, ", "),
		}})
	}
}

// portrait sees to it that somebody has a picture: the author's at once, another
// one is drawn between the turns, and anew when they look otherwise. Where it came to
// no more than a silhouette, each session tries once again.
func (t *turn) portrait(who string) {
	looks := describe(t.c.Campaign, t.view(), who)
	if has, ok := t.state().Portraits[event.CharacterID(who)]; ok {
		again := has.Origin == event.Silhouette && !t.g.tried[who]
		if has.Origin != event.FromAuthor && (has.Description != looks || again) {
			t.g.wantPortrait(who, looks)
		}
		return
	}
	if asset, ok := t.c.Portrait(who); ok {
		if data, err := t.c.Read(asset); err == nil {
			t.keepPortrait(who, data, asset.Media.MediaType(), event.FromAuthor, "")
			return
		}
	}
	t.g.wantPortrait(who, looks)
}

func (t *turn) keepPortrait(who string, data []byte, media string, origin event.Likeness, description string) {
	sum, err := t.story.PutBlob(context.Background(), data)
	if err != nil {
		t.trouble(err)
		return
	}
	made := event.Data{"who": who, "blob": sum.String(), "media": media, "origin": string(origin)}
	setText(made, "description", description)
	t.add(event.PortraitMade, made)
}

// describe is how somebody looks now, in words: sex and age first, since a drawing
// begins with them. What events have said of their appearance counts before what
// their profile says.
func describe(c *campaign.Campaign, v *story.View, who string) string {
	known, _ := v.Person(who)
	changed := textOf(known.Changes["appearance"])
	if who == string(event.Player) {
		return described(textOf(v.Persona()["pronouns"]), "", textOf(v.Self()["appearance"]), textOf(v.Persona()["appearance"]))
	}
	p, ok := c.Someone(who)
	if !ok {
		return changed
	}
	return described(p.Pronouns, string(p.Age), changed, string(p.Appearance))
}

func described(pronouns, age, changed, written string) string {
	parts := []string{sex(pronouns)}
	if age != "" {
		parts = append(parts, "aged "+age+".")
	}
	if changed == "" {
		changed = written
	}
	return strings.TrimSpace(strings.Join(append(parts, changed), " "))
}

func sex(pronouns string) string {
	switch prose.PronounsFor(pronouns).Subject {
	case "she":
		return "A woman,"
	case "he":
		return "A man,"
	}
	return "A person,"
}

// A sitter is somebody whose portrait is wanted.
type sitter struct{ who, name, description string }

// A drawn portrait waits for the next turn.
type drawn struct {
	sitter
	data    []byte
	media   string
	origin  event.Likeness
	effects []plan.Effect
	failed  plan.SkillName // that should have drawn, and did not; "" for none
}

// A sitting draws some portraits, one after the other.
type sitting struct {
	sitters []sitter
	done    chan struct{}
	late    bool // it is not waited for: it was, as long as anybody waits, or the skill hung before
}

func (g *Game) wantPortrait(who, description string) {
	if !slices.ContainsFunc(g.sitters, func(s sitter) bool { return s.who == who }) && !g.asked[who] {
		g.sitters = append(g.sitters, sitter{who, g.now().name(who), description})
	}
}

// afterwards draws the portraits that were asked for, while the player reads. The
// goroutine ends with the last picture, or when the game closes.
func (g *Game) afterwards() {
	if len(g.sitters) == 0 {
		return
	}
	sitters := g.sitters
	g.sitters = nil
	for _, s := range sitters {
		g.asked[s.who], g.tried[s.who] = true, true
	}
	g.opts.Host.Show(host.Base{State: g.story.State(), Lore: g.lore})
	g.mutex.Lock()
	draws := &sitting{sitters: sitters, done: make(chan struct{}), late: g.hung}
	g.mutex.Unlock()
	g.sittings = append(g.sittings, draws)
	g.drawing.Go(func() error {
		defer close(draws.done)
		for _, s := range sitters {
			d := g.draw(s)
			g.mutex.Lock()
			g.drawn = append(g.drawn, d)
			g.mutex.Unlock()
		}
		return nil
	})
}

// draw asks the portrait skill for a picture; without it, or when it fails, the
// picture is a silhouette. One picture is drawn at a time: what the skill's health
// comes to by one is known to the next.
func (g *Game) draw(s sitter) drawn {
	d := drawn{sitter: s, data: silhouette(), media: "image/png", origin: event.Silhouette}
	select {
	case g.pen <- struct{}{}:
		defer func() { <-g.pen }()
	case <-g.life.Done():
		return d
	}
	catalogue := g.selectable()
	document := narrator.Portrait(catalogue, s.who, s.name, s.description)
	if len(document.Tools) == 0 {
		return d
	}
	checked, problems := plan.Check("a portrait", document.JSON(), catalogue, plan.Options{})
	if problems.Err() != nil {
		return d
	}
	seed := g.seed.Derive("portrait", s.who, s.description)
	result := executor.Run(g.life, checked, strictjson.Object{}, g.executor(seed))
	g.mutex.Lock()
	g.hung = result.Tools[0].State == plan.Timeout
	g.mutex.Unlock()
	if len(result.Assets) == 0 || !result.Success {
		d.failed = checked.Steps()[0].Script.Skill
		return d
	}
	asset := result.Assets[0]
	data, err := os.ReadFile(asset.Path)
	if err != nil {
		return d
	}
	d.data, d.media, d.origin, d.effects = data, asset.MediaType, event.Drawn, result.Effects
	if asset.Metadata["placeholder"] == true {
		d.origin = event.Silhouette
	}
	if output := result.Tools[0].Output; output["cached"] == true {
		d.origin = event.FromCache
	}
	return d
}

// drawingTime is how long a turn waits for pictures, all of them together, where
// the turn has as long as it may: see await.
const drawingTime = 15 * time.Second

// await waits for the pictures that were begun since the turn before. In a story
// with a seed what arrives when must not hang on the machine's speed; but a turn
// waits a sixth of its time for them and no longer, once: what is not there then
// arrives in whichever turn it is ready for. So does what a skill draws that hung the
// time before.
func (t *turn) await() {
	g := t.g
	g.sittings = slices.DeleteFunc(g.sittings, (*sitting).over)
	if t.state().Seed == "" {
		return
	}
	enough := time.NewTimer(min(drawingTime, g.turnTime()/6))
	defer enough.Stop()
	for _, s := range g.sittings {
		if s.late {
			continue
		}
		select {
		case <-s.done:
		case <-enough.C:
			t.late()
			return
		}
	}
}

// Drawing ends when the portraits that were last begun are drawn: until then the game
// works although no turn is played. nil stands for nothing to draw.
func (g *Game) Drawing() <-chan struct{} {
	if len(g.sittings) == 0 {
		return nil
	}
	return g.sittings[len(g.sittings)-1].done
}

// over reports whether all its portraits are drawn.
func (s *sitting) over() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// late gives up waiting for what is not drawn by now, and says so.
func (t *turn) late() {
	t.g.mutex.Lock()
	defer t.g.mutex.Unlock()
	for _, s := range t.g.sittings {
		if s.late = !s.over(); !s.late {
			continue
		}
		for _, who := range s.sitters {
			if !slices.ContainsFunc(t.g.drawn, func(d drawn) bool { return d.who == who.who }) {
				t.degrade(fmt.Sprintf("The portrait of %s is not drawn yet; it comes when it is.", who.name))
			}
		}
	}
}

// arrivals takes into the turn what was drawn since the one before.
func (t *turn) arrivals() {
	t.await()
	t.g.mutex.Lock()
	t.arrivedPictures = t.g.drawn
	t.g.drawn = nil
	t.g.mutex.Unlock()
	for _, d := range t.arrivedPictures {
		delete(t.g.asked, d.who)
		t.arrive(d)
	}
}

// arrive takes one picture. A silhouette in the place of a silhouette is no news.
func (t *turn) arrive(d drawn) {
	has := t.state().Portraits[event.CharacterID(d.who)]
	if d.origin != event.Silhouette || has.Origin != event.Silhouette || has.Description != d.description {
		t.keepPortrait(d.who, d.data, d.media, d.origin, d.description)
	}
	if d.failed != "" {
		t.degrade(fmt.Sprintf("The skill %q failed, so a silhouette stands for %s.", d.failed, d.name))
	}
	events, err := host.Events(d.effects, t.state())
	if err != nil {
		t.trouble(err)
	}
	for _, e := range events {
		t.stage(e)
	}
}

// keepArrived puts pictures back for the next turn, because this one could not be
// written.
func (g *Game) keepArrived(pictures []drawn) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.drawn = append(pictures, g.drawn...)
	for _, d := range pictures {
		g.asked[d.who] = true
	}
}

// silhouette is a picture of somebody nobody can draw: a head and shoulders, grey
// on grey.
func silhouette() []byte {
	const size = 128
	img := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{color.Gray{0xd8}, color.Gray{0x60}})
	for y := range size {
		for x := range size {
			dx, head, body := x-size/2, y-48, y-128
			if dx*dx+head*head < 26*26 || dx*dx*16/25+body*body < 40*40 {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img) // to memory, of a palette: cannot fail
	return out.Bytes()
}

// takeAssets keeps the files that a plan's scripts made.
func (t *turn) takeAssets(assets []plan.Asset, by map[plan.ToolID]plan.ScriptRef) {
	for _, a := range assets {
		data, err := os.ReadFile(a.Path)
		if err != nil {
			t.trouble(err)
			continue
		}
		if who := textOf(a.Metadata["character"]); t.isPerson(who) {
			t.keepPortrait(who, data, a.MediaType, originOf(a), describe(t.c.Campaign, t.view(), who))
			continue
		}
		sum, err := t.story.PutBlob(context.Background(), data)
		if err != nil {
			t.trouble(err)
			continue
		}
		kept := event.Data{
			"asset": t.newID("asset"), "blob": sum.String(), "media": a.MediaType, "size": a.Size,
			"name": a.AssetID, "skill": string(by[a.Tool].Skill),
		}
		if len(a.Metadata) > 0 {
			kept["metadata"] = a.Metadata
		}
		t.add(event.AssetAdded, kept)
	}
}

// isPerson reports whether the story knows somebody by an id.
func (t *turn) isPerson(id string) bool {
	_, known := t.state().People[event.CharacterID(id)]
	return id != "" && known
}

// originOf is where a portrait that a script gave comes from.
func originOf(a plan.Asset) event.Likeness {
	if a.Metadata["placeholder"] == true {
		return event.Silhouette
	}
	return event.Drawn
}
