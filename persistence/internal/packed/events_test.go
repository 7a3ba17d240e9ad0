package packed_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/klauspost/compress/dict"
	"github.com/klauspost/compress/zstd"

	"github.com/narratoria/narratoria/persistence/internal/packed"
	"github.com/narratoria/narratoria/story/event"
)

var record = flag.Bool("record", false, "make the dictionary of events where there is none")

// played are the events of games that were recorded, each as it would be written now.
func played(t testing.TB) (events [][]byte) {
	t.Helper()
	logs, err := filepath.Glob("../../../story/testdata/logs/played-*.log.gz")
	if err != nil || len(logs) < 30 {
		t.Fatalf("%d logs (%v)", len(logs), err)
	}
	for _, name := range logs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(unpacked); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			e, err := event.Decode(bytes.TrimSuffix(line, []byte("\n")))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if fields := e.Fields(); fields["plan"] != nil || fields["result"] != nil { // of version 1
				delete(fields, "plan")
				delete(fields, "result")
				fields["documents"] = event.HashOf(line).String()
				e.Data = fields
			}
			encoded, err := event.Encode(e)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, encoded)
		}
	}
	return events
}

// The dictionary was made once, of every other event of those games, and is never made again:
// what was packed with it is read with it. Another one would have another number.
func TestTheDictionaryIsKept(t *testing.T) {
	const name, sum = "events-1.dictionary", "2ac5478c9da6ea8c5a42f3f2641bb38dd058eab3acf7372c63bc3b70194875ad"
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) && *record {
		var half [][]byte
		for i, e := range played(t) {
			if i%2 == 0 {
				half = append(half, e)
			}
		}
		made, err := dict.BuildZstdDict(half, dict.Options{MaxDictSize: 8 << 10, HashBytes: 6, ZstdDictID: 1, ZstdLevel: zstd.SpeedBestCompression})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if now := event.HashOf(data).String(); now != sum {
		t.Errorf("the dictionary has changed: it is %s now", now)
	}
}

func TestEventsComeOut(t *testing.T) {
	var p packed.Events
	all, small := 0, 0
	for _, e := range played(t) {
		stored, err := p.Pack(e, event.MaxBytes)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := p.Unpack(stored, event.MaxBytes); err != nil || !bytes.Equal(again, e) {
			t.Fatalf("%s became %s (%v)", e, again, err)
		}
		all, small = all+len(e), small+len(stored)
	}
	t.Logf("%d bytes of events are packed into %d", all, small)
	if small*2 > all {
		t.Errorf("%d bytes of events are packed into %d", all, small)
	}
}

// What was packed with the first dictionary is read for ever; what was packed with another is
// of a newer program.
func TestPackedEventsAreRead(t *testing.T) {
	const was = "28b52ffd010001e5000010317d0bfc70e9951d76dfa69b79b80fa6bd9332ba4be2b27a3e5c98"
	e := []byte(`{"actor":"engine","data":{"minutes":10},"kind":"time.passed","moment":{"label":"Varn","minutes":480,"sequence":1},"v":1}`)
	var p packed.Events
	stored, err := hex.DecodeString(was)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Unpack(stored, event.MaxBytes); err != nil || !bytes.Equal(got, e) {
		t.Errorf("got %q (%v)", got, err)
	}
	other, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(77, bytes.Repeat(e, 3)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Unpack(other.EncodeAll(e, nil), event.MaxBytes); !errors.Is(err, packed.ErrUnknown) {
		t.Errorf("got %q (%v)", got, err)
	}
	for _, plain := range []string{"", "{", string(e), "\x28\xb5\x2f"} {
		if got, err := p.Unpack([]byte(plain), event.MaxBytes); err != nil || string(got) != plain {
			t.Errorf("%q became %q (%v)", plain, got, err)
		}
	}
	bomb, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Unpack(bomb.EncodeAll(make([]byte, event.MaxBytes+1), nil), event.MaxBytes); err == nil {
		t.Errorf("%d bytes came out", len(got))
	}
}

func TestEventsAreShared(t *testing.T) {
	var p packed.Events
	events := played(t)[:300]
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, e := range events {
				stored, err := p.Pack(e, event.MaxBytes)
				again, unread := p.Unpack(stored, event.MaxBytes)
				if err != nil || unread != nil || !bytes.Equal(again, e) {
					t.Error(err, unread)
				}
			}
		})
	}
	all.Wait()
}

func FuzzUnpackEvent(f *testing.F) {
	var p packed.Events
	for _, e := range played(f)[:20] {
		stored, err := p.Pack(e, event.MaxBytes)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(stored)
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		if e, err := p.Unpack(stored, event.MaxBytes); err == nil && len(e) > event.MaxBytes {
			t.Errorf("%d bytes came out", len(e))
		}
	})
}

func BenchmarkEvents(b *testing.B) {
	var p packed.Events
	events := played(b)
	stored := make([][]byte, len(events))
	for i, e := range events {
		stored[i], _ = p.Pack(e, event.MaxBytes)
	}
	b.Run("pack", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_, _ = p.Pack(events[i%len(events)], event.MaxBytes)
		}
	})
	b.Run("unpack", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_, _ = p.Unpack(stored[i%len(events)], event.MaxBytes)
		}
	})
}
