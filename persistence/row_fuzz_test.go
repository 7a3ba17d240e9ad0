package persistence

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// Bytes that are taken for a row are the one form of that row.
func FuzzDecodeRow(f *testing.F) {
	whole := Row{
		Kind: Memory, Key: "m", Knower: "mira", Moment: 3, Timed: true, Minutes: -4, Turn: 2, Text: "a\x00 é",
		Facets: Facets{"s", "l", "n", "f", "src", "triumph", "heard", []event.CharacterID{"a", "b"}, []string{"", "x"}},
		Data:   strictjson.Object{"n": strictjson.Number("0.10")},
	}
	f.Add(encodeRow(whole, false))
	f.Add(encodeRow(Row{Knower: "*"}, false))
	f.Add(encodeRow(whole, true))
	f.Add([]byte(`{"v":3}`))
	f.Add([]byte(`{"knower":"m","tags":["a",1],"v":2}`))
	f.Add([]byte(`{"knower":"m","moment":1.5,"turn":"x","v":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		row, deleted, err := decodeRow(RawRow{Kind: Memory, Key: "m", Bytes: data})
		if err == nil && !bytes.Equal(encodeRow(row, deleted), data) {
			t.Errorf("%q reads as %+v", data, row)
		}
	})
}

// A row of another version is named with it, and not read as something else.
func TestRowsOfAnotherVersion(t *testing.T) {
	for data, want := range map[string]string{
		`{"knower":"mira","v":1}`: "it has version 1, of before the first release",
		`{"knower":"mira","v":3}`: "rows have version 3, and this program knows them up to 2",
		`{"knower":"mira"}`:       "its version is missing",
	} {
		_, _, err := decodeRow(RawRow{Kind: Memory, Key: "m", Bytes: []byte(data)})
		if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, ErrNewer) != strings.Contains(data, "3") {
			t.Errorf("%s: got %v", data, err)
		}
	}
}
