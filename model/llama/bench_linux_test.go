package llama

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/gbnf"
	"github.com/narratoria/narratoria/model/llama/internal/tiny"
	"github.com/narratoria/narratoria/model/test"
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

// BenchmarkGrammar has a model of as many tokens as Phi-3.5 write plans by their grammar, and write without one. Its weights are
// random, so it hardly ever writes of itself what the grammar allows: a model that does is held against the grammar one token
// at a time, and not with all of them.
func BenchmarkGrammar(b *testing.B) {
	_, o := device(b)
	path, sum := random(b, tiny.WriteMany)
	g, err := New(Model{Name: "random", Path: path, SHA256: sum, Template: Phi3, Context: 2048}, o)
	if err != nil {
		b.Fatal(err)
	}
	defer g.Close()
	schema := []byte(planSchemas(b)[0])
	var made time.Duration
	took, tokens := [2]time.Duration{}, [2]int{}
	seed := int64(0)
	for b.Loop() {
		seed++
		began := time.Now()
		if _, err := gbnf.OfSchema(schema); err != nil {
			b.Fatal(err)
		}
		made += time.Since(began)
		for i, form := range []model.Form{{Schema: schema}, {}} {
			r := test.Request()
			r.Seed, r.Heat, r.MaxTokens, r.Form = seed, 2000, 200, form
			var first, last time.Time
			_, _ = g.Generate(b.Context(), r, func(model.Piece) { // it may end as it likes
				if last = time.Now(); first.IsZero() {
					first = last
				} else {
					tokens[i]++
				}
			})
			took[i] += last.Sub(first)
		}
	}
	each := func(i int) float64 { return float64(took[i].Microseconds()) / float64(max(tokens[i], 1)) }
	b.ReportMetric(float64(made.Microseconds())/1e3/float64(b.N), "made-ms")
	b.ReportMetric(each(0), "by-grammar-us/token")
	b.ReportMetric(each(1), "free-us/token")
}

// BenchmarkMeasure has a model of as many tokens as Phi-3.5 loaded: how long until the first text could begin. What the worker measures is in it.
func BenchmarkMeasure(b *testing.B) {
	_, o := device(b)
	path, sum := random(b, tiny.WriteMany)
	var speed model.Speed
	for b.Loop() {
		g, err := New(Model{Name: "random", Path: path, SHA256: sum, Template: Phi3, Context: 2048}, o)
		if err != nil {
			b.Fatal(err)
		}
		if speed, err = g.Speed(b.Context(), model.Place{}); err != nil {
			b.Fatal(err)
		}
		if err := g.Close(); err != nil {
			b.Fatal(err)
		}
	}
	took := 9*speed.Write + 64*speed.Read // at the speed of the quickest
	b.ReportMetric(float64(took.Microseconds())/1e3, "measuring-ms")
	b.ReportMetric(1/speed.Read.Seconds(), "read-tokens/s")
	b.ReportMetric(1/speed.Write.Seconds(), "written-tokens/s")
}
