package llama

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model"
)

// BenchmarkGivenUp gives a text up in its middle: how long until the call returns, and until the next one's first
// piece is there. What the worker itself takes is in the second, with the reading of a short prompt.
func BenchmarkGivenUp(b *testing.B) {
	m, o := device(b)
	g, err := New(m, o)
	if err != nil {
		b.Fatal(err)
	}
	defer g.Close()
	var returns, next time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		var given time.Time
		pieces := 0
		_, err := g.Generate(ctx, long(), func(model.Piece) {
			if pieces++; pieces == 5 {
				given = time.Now()
				cancel()
			}
		})
		if !errors.Is(err, model.Cancelled) {
			b.Fatal(err)
		}
		returns = max(returns, time.Since(given))
		ctx, cancel = context.WithCancel(b.Context())
		_, _ = g.Generate(ctx, long(), func(model.Piece) {
			if !given.IsZero() {
				next = max(next, time.Since(given))
				given = time.Time{}
			}
			cancel()
		})
		cancel()
	}
	b.ReportMetric(float64(returns.Microseconds())/1e3, "returns-max-ms")
	b.ReportMetric(250, "returns-max-ms-target")
	b.ReportMetric(float64(next.Microseconds())/1e3, "next-max-ms")
	b.ReportMetric(250, "next-max-ms-target")
}
