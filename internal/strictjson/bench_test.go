package strictjson_test

import (
	"encoding/json"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

var patchLine = []byte(`{"version":"0","type":"state_patch","patch":{"flags":{"torchLit":true,"door":"open"},` +
	`"inventory":[{"id":"torch","count":3},{"id":"rope","count":1}],"place":"cellar","mood":0.25}}`)

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(patchLine)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := strictjson.Parse(patchLine); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodingJSON is the peer of [BenchmarkParse], without its checks.
func BenchmarkEncodingJSON(b *testing.B) {
	b.SetBytes(int64(len(patchLine)))
	b.ReportAllocs()
	for b.Loop() {
		var v any
		if err := json.Unmarshal(patchLine, &v); err != nil {
			b.Fatal(err)
		}
	}
}
