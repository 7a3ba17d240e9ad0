package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// uiCampaignAsset is how the log keeps a picture or sound of the campaign that
// was shown: by its path, since the campaign has it.
const uiCampaignAsset = "campaign_asset"

// assets shows a picture and plays a sound of the campaign's, if it has them.
func (t *plot) assets(picture, music string) {
	for _, path := range []string{picture, music} {
		asset, ok := t.w.Asset(path)
		if !ok {
			continue
		}
		t.add(event.UISent, event.Data{"event": uiCampaignAsset, "payload": strictjson.Object{
			"path": asset.Path, "media": asset.Media.MediaType(), "bytes": strictjson.Int(asset.Bytes), "alt": strings.Join(asset.Keywords, ", "),
		}})
	}
}

// What skills may give a story as pictures and sounds: all of them in a turn, which may be as
// much as the largest has, and each in the whole of a story. A save with more could not be
// copied, backed up and given to somebody in a reasonable time.
const (
	mostAssets   = 256       // of a turn: each is written to the disk by itself
	mostOfSkill  = 64        // of them of one skill, so that it leaves some to others
	mostOfAssets = 64 << 20  // their bytes in a turn
	assetsBegun  = 128 << 20 // bytes of one skill's, each counted as story.AssetSize does
	assetsPlayed = 1 << 20   // and more with each turn
)

// A share is what skills gave a turn as pictures and sounds.
type share struct {
	assets int
	bytes  int64
	by     map[plan.SkillName]int // of the assets
}

// hasRoomFor takes a picture or a sound of a skill's into account, or tells the player whose
// there is no room for. One that the story has already needs none in the turn.
func (t *turn) hasRoomFor(skill plan.SkillName, bytes int64, again bool) bool {
	if again {
		bytes = 0
	}
	has, may := t.state().Written(string(skill)).Assets, assetsBegun+assetsPlayed*int(t.number())
	switch {
	case has+story.AssetSize(bytes, again) > may:
		t.degrade(fmt.Sprintf("The skill %q makes more pictures and sounds than a story has room for, and the rest of them are left out.", skill))
		return false
	case t.share.assets == mostAssets || t.share.by[skill] == mostOfSkill || t.share.bytes+bytes > mostOfAssets:
		t.degrade("Skills make more pictures and sounds than a turn has room for, and the rest of them are left out.")
		return false
	}
	if t.share.by == nil {
		t.share.by = map[plan.SkillName]int{}
	}
	t.share.by[skill]++
	t.share.assets++
	t.share.bytes += bytes
	return true
}

// takeAssets keeps the files that a plan's scripts made.
func (t *performer) takeAssets(assets []plan.Asset, by map[plan.ToolID]plan.ScriptRef) {
	for _, a := range assets {
		if err := t.takeAsset(a, by[a.Tool].Skill); err != nil {
			t.trouble(err)
		}
	}
}

func (t *performer) takeAsset(a plan.Asset, skill plan.SkillName) error {
	sum, err := event.ParseHash(a.SHA256)
	if err != nil {
		return err
	}
	m := made{skill, sum, a.Size, func() ([]byte, error) { return readAsset(a) }}
	if who := strictjson.AsString(a.Metadata["character"]); t.isPerson(who) {
		_, err := t.keepPortrait(portraits.Picture{
			Job:   portraits.Job{Who: who, Looks: portraits.Looks(t.w.Campaign, t.view(), who)},
			Media: a.MediaType, Origin: portraits.Origin(a), By: skill,
		}, m)
		return err
	}
	kept := event.Data{
		"asset": t.newID("asset"), "media": a.MediaType, "size": a.Size,
		"name": a.AssetID, "skill": string(skill),
	}
	if len(a.Metadata) > 0 {
		kept["metadata"] = a.Metadata
	}
	if !t.hasRoom(kept) {
		return nil
	}
	if there, err := t.keepMade(m, kept); !there {
		return err
	}
	t.add(event.AssetAdded, kept)
	return nil
}

// readAsset gives the bytes that were taken over.
func readAsset(a plan.Asset) ([]byte, error) {
	data, err := plainfile.Read(a.Path, persistence.MaxBlob)
	if err != nil {
		return nil, fmt.Errorf("the asset %q %s", a.AssetID, plainfile.Why(err))
	}
	if event.HashOf(data).String() != a.SHA256 {
		return nil, fmt.Errorf("the asset %q was changed after it had been taken over", a.AssetID)
	}
	return data, nil
}

// made is what is to be kept for somebody, and is read when there is room for it.
type made struct {
	by    plan.SkillName // "" for an author or the engine, who have room
	sum   event.Hash
	bytes int64
	read  func() ([]byte, error)
}

// keepMade puts what was made into the save, and its hash into an event, where there is room.
func (t *turn) keepMade(m made, kept event.Data) (bool, error) {
	ctx := context.Background()
	again, err := t.story.HasBlob(ctx, m.sum)
	if err != nil || m.by != "" && !t.hasRoomFor(m.by, m.bytes, again) {
		return false, err
	}
	if kept["blob"] = m.sum.String(); again {
		kept["again"] = true
	} else {
		data, err := m.read()
		if err != nil {
			return false, err
		}
		if _, err = t.story.PutBlob(ctx, data); err != nil {
			return false, err
		}
	}
	return true, nil
}

// Where files lie that scripts made and the save does not have yet, in [Options.Assets]: those
// of a turn's plan, and those of somebody who is drawn beside it.
const (
	ofTurn    = "turn"
	ofDrawing = "drawing"
)

// assetsIn names one of them, "" where there are none.
func (g *Game) assetsIn(name string) string {
	if g.opts.Assets == "" {
		return ""
	}
	return plainfile.Below{Base: g.opts.Assets, Way: name}.Path()
}

// dropAssets removes the files of the turn's plan: it failed, or the save has what it gave.
func (t *turn) dropAssets() {
	if t.g.opts.Assets == "" {
		return
	}
	if err := scratch.RemoveAll(plainfile.Below{Base: t.g.opts.Assets, Way: ofTurn}); err != nil {
		t.trouble(errors.New("pictures and sounds of the turn lie about: " + err.Error()))
	}
}
