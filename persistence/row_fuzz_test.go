package persistence

import (
	"bytes"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// Bytes that are taken for a row are the one form of that row.
func FuzzDecodeRow(f *testing.F) {
	whole := Row{
		Kind: Memory, Key: "m", Knower: "mira", Moment: 3, Timed: true, Minutes: -4, Text: "a\x00 é",
		Facets: Facets{"s", "l", "n", "f", "src", []event.CharacterID{"a", "b"}, []string{"", "x"}},
		Data:   strictjson.Object{"n": strictjson.Number("0.10")},
	}
	f.Add(encodeRow(whole, false))
	f.Add(encodeRow(Row{Knower: "*"}, false))
	f.Add(encodeRow(whole, true))
	f.Add([]byte(`{"v":2}`))
	f.Add([]byte(`{"knower":"m","tags":["a",1],"v":1}`))
	f.Add([]byte(`{"knower":"m","moment":1.5,"v":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		row, deleted, err := decodeRow(RawRow{Kind: Memory, Key: "m", Bytes: data})
		if err == nil && !bytes.Equal(encodeRow(row, deleted), data) {
			t.Errorf("%q reads as %+v", data, row)
		}
	})
}
