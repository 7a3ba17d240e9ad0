package event_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// BenchmarkDecode reads the events of recorded games, and one that is said again and again.
// Its peer walks over the tokens of the same bytes and makes nothing of them; the two take
// turns. What it takes to ask each event for each of its fields, too, is seen beside it.
func BenchmarkDecode(b *testing.B) {
	spoken, err := event.Encode(said(strings.Repeat("The lamp is out. ", 12)))
	if err != nil {
		b.Fatal(err)
	}
	texts := map[string][][]byte{"said": slices.Repeat([][]byte{spoken}, 1000)}
	names := []string{"said", "game-grey-harbour-1", "game-minimal-1", "lighthouse-2"}
	for _, name := range names[1:] {
		log, err := os.ReadFile("../testdata/" + name + ".log")
		if err != nil {
			b.Fatal(err)
		}
		texts[name] = bytes.Split(bytes.TrimSpace(log), []byte("\n"))
	}
	for _, name := range names {
		b.Run(name, func(b *testing.B) { besideWalk(b, texts[name]) })
	}
}

func besideWalk(b *testing.B, texts [][]byte) {
	decode := func() {
		for _, text := range texts {
			if _, err := event.Decode(text); err != nil {
				b.Fatal(err)
			}
		}
	}
	read := func() {
		for _, text := range texts {
			e, err := event.Decode(text)
			if err != nil {
				b.Fatal(err)
			}
			for _, field := range e.Kind.Fields() {
				e.Value(field.Name)
			}
		}
	}
	var took, peer, parsed, asked []time.Duration
	for b.Loop() {
		began := time.Now()
		for _, text := range texts {
			walk(b, text)
		}
		peer = append(peer, time.Since(began))
		began = time.Now()
		decode()
		took = append(took, time.Since(began))
		began = time.Now()
		for _, text := range texts {
			_, _ = strictjson.Parse(text)
		}
		parsed = append(parsed, time.Since(began))
		began = time.Now()
		read()
		asked = append(asked, time.Since(began))
	}
	size := len(slices.Concat(texts...))
	b.ReportMetric(0, "ns/op") // an operation is all of them
	b.ReportMetric(float64(size)/1e6/median(took).Seconds(), "MB/s")
	b.ReportMetric(float64(median(took).Nanoseconds())/float64(len(texts)), "ns/event")
	b.ReportMetric(float64(median(took))/float64(median(peer)), "x-walk")
	b.ReportMetric(1.5, "x-walk-target")
	b.ReportMetric(float64(median(parsed))/float64(median(peer)), "parse-x-walk")
	b.ReportMetric(float64(median(asked))/float64(median(peer)), "fields-x-walk")
	b.ReportMetric(testing.AllocsPerRun(1, decode)/float64(len(texts)), "allocs/event")
}

var decoder jsontext.Decoder // used again and again, as the parser is

func walk(b *testing.B, text []byte) {
	decoder.Reset(bytes.NewBuffer(text))
	for {
		if _, err := decoder.ReadToken(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

func median(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/2]
}
