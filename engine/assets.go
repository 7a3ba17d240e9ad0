package engine

import (
	"context"
	"os"
	"strings"

	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story/event"
)

// uiCampaignAsset is how the log keeps a picture or sound of the campaign that
// was shown: by its path, since the campaign has it.
const uiCampaignAsset = "campaign_asset"

// assets shows a picture and plays a sound of the campaign's, if it has them.
func (t *resolving) assets(picture, music string) {
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

// takeAssets keeps the files that a plan's scripts made.
func (t *performer) takeAssets(assets []plan.Asset, by map[plan.ToolID]plan.ScriptRef) {
	for _, a := range assets {
		data, err := os.ReadFile(a.Path)
		if err != nil {
			t.trouble(err)
			continue
		}
		if who := strictjson.AsString(a.Metadata["character"]); t.isPerson(who) {
			t.keepPortrait(who, data, a.MediaType, portraits.Origin(a), portraits.Looks(t.w.Campaign, t.view(), who))
			continue
		}
		kept := event.Data{
			"asset": t.newID("asset"), "media": a.MediaType, "size": a.Size,
			"name": a.AssetID, "skill": string(by[a.Tool].Skill),
		}
		if len(a.Metadata) > 0 {
			kept["metadata"] = a.Metadata
		}
		if !t.hasRoom(kept) {
			continue
		}
		sum, err := t.story.PutBlob(context.Background(), data)
		if err != nil {
			t.trouble(err)
			continue
		}
		kept["blob"] = sum.String()
		t.add(event.AssetAdded, kept)
	}
}
