package api_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
)

// BenchmarkCall is what the table adds to what it stands on: a turn and a look at the people,
// each once by a call and once in Go, taking turns; and the smallest call there is.
func BenchmarkCall(b *testing.B) {
	ctx := context.Background()
	program, err := narratoria.Open(narratoria.Options{Data: b.TempDir(), NoProcesses: true})
	must(b, err)
	defer program.Close(ctx)
	c := open(b, api.Options{}).Client(nil)
	begin := func(b *testing.B, story string) *narratoria.Game {
		game, err := program.Start(ctx, narratoria.GameOptions{Campaign: "grey-harbour", Story: story, Seed: "1", NoEndings: true})
		must(b, err)
		_, err = game.Play(ctx, "")
		must(b, err)
		call[played](b, c, "story.play", fmt.Sprintf(`{"campaign":"grey-harbour","story":%q,"seed":"1","noEndings":true}`, story))
		return game
	}
	stories := 0
	b.Run("turn", func(b *testing.B) {
		stories++
		name := fmt.Sprint("turn-", stories)
		game := begin(b, name)
		turn, err := game.Last(ctx)
		must(b, err)
		var called, bare []time.Duration
		for b.Loop() {
			choice := turn.Choices[len(bare)%len(turn.Choices)].ID
			params := fmt.Appendf(nil, `{"story":%q,"choice":%q}`, name, choice)
			call := func() {
				began := time.Now()
				_, err := c.Call(ctx, "story.choose", params)
				called = append(called, time.Since(began))
				must(b, err)
			}
			if len(bare)%2 == 0 { // neither has what the other has warmed every time
				call()
			}
			began := time.Now()
			turn, err = game.Play(ctx, choice)
			bare = append(bare, time.Since(began))
			must(b, err)
			if len(called) < len(bare) {
				call()
			}
		}
		compare(b, called, bare, 1.1)
	})
	b.Run("people", func(b *testing.B) {
		stories++
		name := fmt.Sprint("people-", stories)
		game := begin(b, name)
		params := fmt.Appendf(nil, `{"story":%q}`, name)
		var called, bare []time.Duration
		for b.Loop() {
			began := time.Now()
			_, err := c.Call(ctx, "story.people", params)
			called = append(called, time.Since(began))
			must(b, err)
			began = time.Now()
			look, err := game.Look()
			must(b, err)
			_ = look.Still().People()
			bare = append(bare, time.Since(began))
		}
		compare(b, called, bare, 0)
	})
	b.Run("smallest", func(b *testing.B) {
		for b.Loop() {
			if _, err := c.Call(ctx, "calls.cancel", []byte(`{"call":"x"}`)); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(20_000, "ns/op-target")
	})
}

// compare reports the medians of what the calls of each pair took more, and of their quotients,
// with the target of that, 0 for none: what slows a machine down for a while slows both of a pair.
func compare(b *testing.B, called, bare []time.Duration, target float64) {
	added, quotients := make([]time.Duration, len(bare)), make([]float64, len(bare))
	for i := range bare {
		added[i], quotients[i] = called[i]-bare[i], float64(called[i])/float64(bare[i])
	}
	slices.Sort(added)
	slices.Sort(quotients)
	b.ReportMetric(float64(added[len(added)/2].Nanoseconds())/1000, "added-us")
	b.ReportMetric(quotients[len(quotients)/2], "x-bare")
	if target > 0 {
		b.ReportMetric(target, "x-bare-target")
	}
}
