package engine

import (
	"fmt"
	"time"

	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// portrait sees to it that somebody has a picture: the author's at once, another
// one is drawn between the turns, and anew when they look otherwise. Where it came to
// no more than a silhouette, each session tries once again.
func (t *resolving) portrait(who string) {
	looks := portraits.Looks(t.w.Campaign, t.view(), who)
	if has, ok := t.state().Portraits[event.CharacterID(who)]; ok {
		again := has.Origin == event.Silhouette && !t.g.studio.Tried(who)
		if has.Origin != event.FromAuthor && (has.Description != looks || again) {
			t.wantPortrait(who, looks)
		}
		return
	}
	if asset, ok := t.w.Portrait(who); ok {
		if data, err := t.w.Read(asset); err == nil {
			if _, err := t.drawn(portraits.Picture{Job: portraits.Job{Who: who}, Data: data, Media: asset.Media.MediaType(), Origin: event.FromAuthor}); err != nil {
				t.trouble(err)
			}
			return
		}
	}
	t.wantPortrait(who, looks)
}

func (t *resolving) wantPortrait(who, looks string) {
	t.g.studio.Want(portraits.Job{Who: who, Name: t.g.now().State.Name(who), Looks: looks})
}

// drawn keeps a picture of somebody that is there already, unless its skill has no room for it.
func (t *turn) drawn(p portraits.Picture) (kept bool, err error) {
	return t.keepPortrait(p, made{p.By, event.HashOf(p.Data), int64(len(p.Data)), func() ([]byte, error) { return p.Data, nil }})
}

func (t *turn) keepPortrait(p portraits.Picture, m made) (kept bool, err error) {
	data := event.Data{"who": p.Who, "media": p.Media, "origin": string(p.Origin)}
	strictjson.Put(data, "description", p.Looks)
	if p.By != "" {
		data["skill"], data["size"] = string(p.By), m.bytes
	}
	if kept, err := t.keepMade(m, data); !kept {
		return false, err
	}
	t.add(event.PortraitMade, data)
	return true, nil
}

// pictureTime is how long a turn waits for pictures, all of them together, where
// the turn has as long as it may: see arrivals.
const pictureTime = 15 * time.Second

// afterwards draws the portraits that were asked for, while the player reads.
func (g *Game) afterwards() {
	g.studio.Draw(func() skills.Host { return g.host(g.story.State(), g.opts.Writer) })
}

// Drawing ends when the portraits that were last begun are drawn: until then the game
// works although no turn is played. nil stands for nothing to draw.
func (g *Game) Drawing() <-chan struct{} { return g.studio.Drawing() }

// arrivals takes into the turn what was drawn since the one before. In a story with a seed
// what arrives when must not hang on the machine's speed; but a turn waits a sixth of its
// time for pictures and no longer, once: what is not there then arrives in whichever turn
// it is ready for.
func (t *turn) arrivals() []portraits.Picture {
	if t.state().Seed != "" {
		for _, s := range t.g.studio.Await(min(pictureTime, t.g.turnTime()/6)) {
			t.degrade(fmt.Sprintf("The portrait of %s is not drawn yet; it comes when it is.", s.Name))
		}
	}
	pictures := t.g.studio.Take()
	for _, p := range pictures {
		t.arrive(p)
	}
	t.stageDone("wait for pictures")
	return pictures
}

// arrive takes one picture. A silhouette in the place of a silhouette is no news.
func (t *turn) arrive(p portraits.Picture) {
	has := t.state().Portraits[event.CharacterID(p.Who)]
	if p.Origin != event.Silhouette || has.Origin != event.Silhouette || has.Description != p.Looks {
		kept, err := t.drawn(p)
		if err == nil && !kept { // the player knows why
			_, err = t.drawn(p.Silhouette())
		}
		if err != nil {
			t.trouble(err)
		}
	}
	if p.Failed != "" {
		t.degrade(fmt.Sprintf("The skill %q failed, so a silhouette stands for %s.", p.Failed, p.Name))
	}
	t.foreign(func() { t.write(p.Effects) })
}

// isPerson reports whether the story knows somebody by an id.
func (t *turn) isPerson(id string) bool {
	_, known := t.state().People[event.CharacterID(id)]
	return id != "" && known
}
