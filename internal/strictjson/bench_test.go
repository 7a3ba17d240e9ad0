package strictjson_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/strictjson"
)

var patchLine = `{"version":"0","type":"state_patch","patch":{"flags":{"torchLit":true,"door":"open"},` +
	`"inventory":[{"id":"torch","count":3},{"id":"rope","count":1}],"place":"cellar","mood":0.25}}`

// BenchmarkParse reads a line of a script a thousand times, the lines of a recorded game
// and a large plan. Its peer walks over the tokens of the same bytes and makes nothing of
// them; the two take turns. What of the time it takes to make the trees is seen by copying
// them.
func BenchmarkParse(b *testing.B) {
	log, err := os.ReadFile("../../story/testdata/game-grey-harbour-1.log")
	if err != nil {
		b.Fatal(err)
	}
	var steps []string
	for i := range 1000 {
		steps = append(steps, fmt.Sprintf("\n    {\n      \"toolId\": \"step-%d\",\n      \"toolPath\": \"skills/narrate/narrate.sh\",\n      \"input\": {\"mood\": %d, \"text\": \"The fog came in over the quay.\"},\n      \"dependencies\": [\"step-%d\"],\n      \"required\": true\n    }", i, i%7, i/2))
	}
	for _, c := range []struct {
		name  string
		texts []string
	}{
		{"line", slices.Repeat([]string{patchLine}, 1000)},
		{"log", strings.Split(strings.TrimSpace(string(log)), "\n")},
		{"plan", []string{"{\n  \"planId\": \"large\",\n  \"tools\": [" + strings.Join(steps, ",") + "\n  ]\n}\n"}},
	} {
		b.Run(c.name, func(b *testing.B) { besideWalk(b, c.texts) })
	}
}

func besideWalk(b *testing.B, texts []string) {
	var all [][]byte
	var trees []any
	size := 0
	for _, text := range texts {
		all = append(all, []byte(text))
		size += len(text)
		v, err := strictjson.Parse([]byte(text))
		if err != nil {
			b.Fatal(err)
		}
		trees = append(trees, v)
	}
	var took, peer, copied []time.Duration
	for b.Loop() {
		began := time.Now()
		for _, text := range all {
			walk(b, text)
		}
		peer = append(peer, time.Since(began))
		began = time.Now()
		for _, text := range all {
			if _, err := strictjson.Parse(text); err != nil {
				b.Fatal(err)
			}
		}
		took = append(took, time.Since(began))
		began = time.Now()
		for _, v := range trees {
			strictjson.Clone(v)
		}
		copied = append(copied, time.Since(began))
	}
	b.ReportMetric(0, "ns/op") // an operation is all of them
	b.ReportMetric(float64(size)/1e6/median(took).Seconds(), "MB/s")
	b.ReportMetric(float64(median(took))/float64(median(peer)), "x-walk")
	b.ReportMetric(1.5, "x-walk-target")
	b.ReportMetric(float64(median(copied))/float64(median(peer)), "copy-x-walk")
	b.ReportMetric(testing.AllocsPerRun(1, func() {
		for _, text := range all {
			_, _ = strictjson.Parse(text)
		}
	})/float64(len(all)), "allocs/text")
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
