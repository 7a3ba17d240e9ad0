package campaign_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign"
)

// Loading a plot of 100,000 beats in ten files, each of which requires the next.
func BenchmarkLoadBeats(b *testing.B) {
	const all, each = 100_000, 10_000
	files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title": "Large", "version": "1.0.0"}`)}}
	for first := 0; first < all; first += each {
		var list []any
		for i := first; i < first+each; i++ {
			list = append(list, map[string]any{"id": fmt.Sprint("c", i), "title": fmt.Sprint("C ", i), "description": "It happens again.", "conditions": map[string]any{"requires_beat": fmt.Sprint("c", (i+1)%all)}})
		}
		data, err := json.Marshal(map[string]any{"beats": list})
		if err != nil {
			b.Fatal(err)
		}
		files[fmt.Sprintf("plot/beats/90-%02d.json", first/each)] = &fstest.MapFile{Data: data}
	}
	b.ReportAllocs()
	for b.Loop() {
		if c, _ := campaign.Load(files, campaign.Options{}); len(c.Beats) != all {
			b.Fatalf("%d beats", len(c.Beats))
		}
	}
}
