package protocol_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/protocol"
)

var benchmarkStream = func() []byte {
	var stream bytes.Buffer
	for range 200 {
		stream.WriteString(goodLog)
		stream.WriteString(`{"version":"0","type":"state_patch","patch":{"flags":{"torchLit":true,"door":"open"},"inventory":[{"id":"torch","count":3},{"id":"rope","count":1}],"place":"cellar","mood":0.25}}` + "\n")
		stream.WriteString(`{"version":"0","type":"ui_event","event":"narration","payload":{"text":"The torch catches. Shadows leap back from the stair and the water below shines like oil.","speaker":"narrator"}}` + "\n")
	}
	stream.WriteString(goodDone)
	return stream.Bytes()
}()

func BenchmarkReader(b *testing.B) {
	b.SetBytes(int64(len(benchmarkStream)))
	b.ReportAllocs()
	for b.Loop() {
		if events, end := readAll(benchmarkStream, protocol.ReaderOptions{}); end != io.EOF || len(events) != 601 {
			b.Fatal(end)
		}
	}
}

// BenchmarkEncodingJSON is the peer of [BenchmarkReader]: the same bytes as Go
// values, with no check of anything.
func BenchmarkEncodingJSON(b *testing.B) {
	b.SetBytes(int64(len(benchmarkStream)))
	b.ReportAllocs()
	for b.Loop() {
		dec := json.NewDecoder(bytes.NewReader(benchmarkStream))
		dec.UseNumber()
		for {
			var line map[string]any
			if err := dec.Decode(&line); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkTokens is the floor: the tokens of the same bytes, with nothing kept.
func BenchmarkTokens(b *testing.B) {
	b.SetBytes(int64(len(benchmarkStream)))
	b.ReportAllocs()
	for b.Loop() {
		dec := jsontext.NewDecoder(bytes.NewReader(benchmarkStream))
		for {
			if _, err := dec.ReadToken(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkWriter(b *testing.B) {
	events, _ := readAll(benchmarkStream, protocol.ReaderOptions{})
	b.SetBytes(int64(len(benchmarkStream)))
	b.ReportAllocs()
	for b.Loop() {
		w := protocol.NewWriter(io.Discard)
		for _, event := range events {
			if err := w.Write(event); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkMerge(b *testing.B) {
	state := parse(b, `{"flags":{"torchLit":false,"door":"shut"},"inventory":[],"place":"hall","people":{"ada":{"mood":1},"bo":{"mood":2}}}`)
	patch := parse(b, `{"flags":{"torchLit":true},"place":"cellar"}`)
	b.ReportAllocs()
	for b.Loop() {
		protocol.Merge(state, patch)
	}
}

// BenchmarkFold is 10,000 keys and as many patches of one key, which its peer merges one
// by one.
func BenchmarkFold(b *testing.B) {
	patches := wideThenTiny(10_000)
	b.Run("folded", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			mergeAll(nil, protocol.Fold(patches))
		}
	})
	b.Run("one-by-one", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			mergeAll(nil, patches)
		}
	})
}
