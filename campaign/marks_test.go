package campaign_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/golden"
)

// Of pictures that a model made those alone are read that say so, with where they
// came from; and no picture that a person made is taken for one of them.
func TestWhatAModelMadeIsMarked(t *testing.T) {
	draw := rand.New(rand.NewPCG(47, 0))
	files := map[string]string{}
	marked, unmarked, human := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range 200 {
		name := fmt.Sprintf("art/locations/p%d%s.png", i, []string{"", "_generated"}[draw.IntN(2)])
		files[name] = string(picture(4, 4))
		meta := func(fields string) {
			files[name+".meta.json"] = fmt.Sprintf(`{"path": %q, "type": "image"%s}`, name, fields)
		}
		switch by := draw.IntN(4); {
		case by == 0: // said to be one, from nowhere
			meta(`, "generated": true`)
			unmarked[name] = true
		case by == 1:
			meta(`, "generated": true, "provenance": {"source_model": "m", "generated_at": "2026-02-03T10:30:00Z", "seed_data": "s"}`)
			marked[name] = true
		case strings.Contains(name, "_generated"): // named as one, and nothing said of it
			unmarked[name] = true
		case by == 2:
			meta(`, "generated": false`)
			human[name] = true
		default:
			human[name] = true
		}
	}
	dir := t.TempDir()
	golden.WriteFile(t, filepath.Join(dir, "manifest.json"), []byte(`{"title": "T", "version": "1.0.0"}`))
	for name, text := range files {
		golden.WriteFile(t, filepath.Join(dir, name), []byte(text))
	}
	c, _ := campaign.LoadDir(dir, campaign.Options{})
	if c == nil {
		t.Fatal("nothing is read")
	}
	read, said := 0, 0
	for i := range c.Assets {
		asset := &c.Assets[i]
		record, err := c.Record(asset)
		if err != nil {
			t.Fatal(err)
		}
		if problems := contracts.AssetMetadata.Schema().ValidateTree("record", record); len(problems) > 0 {
			t.Error(problems)
		}
		if unmarked[asset.Path] {
			t.Errorf("%s is read", asset.Path)
		}
		if asset.Generated() != marked[asset.Path] || record["generated"] != marked[asset.Path] {
			t.Errorf("%s: generated %v", asset.Path, asset.Generated())
		}
		if marked[asset.Path] {
			read++
			if asset.Generated() && asset.Provenance.SourceModel == "m" {
				said++
			}
		}
	}
	criteria.Measured(t, "SC-047", "%d of %d pictures marked as generated are read as such, with their origin; %d that do not say by what are not read", said, read, len(unmarked))
	if read != len(marked) || said != read || len(c.Assets) != len(marked)+len(human) {
		t.Errorf("%d of %d marked, %d pictures; %d are marked and %d a person's", said, read, len(c.Assets), len(marked), len(human))
	}
}
