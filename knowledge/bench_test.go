package knowledge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// BenchmarkQueryState is all that one of five characters may draw on, by a text that was asked before,
// so that it is embedded: 50 facts, and of the memories of all, which the name says, a fifth is theirs.
// Each is an event; the p50 is wanted at 5 ms for 15,000 and at 25 ms for 60,000.
func BenchmarkQueryState(b *testing.B) {
	for _, rows := range []int{15_000, 60_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			store := persistence.New(sqlite.New(b.TempDir()), &persistence.Options{Embedder: lexical.New()})
			base, _ := create(b, store)
			ctx := b.Context()
			who := []string{"ada", "ben", "cyd", "dot", "eve"}
			register(b, base, who...)
			moments(b, base, "m1")
			take := got(base.CreateTake(ctx, knowledge.NewTake{}))(b)
			for n := range 60 {
				fact := got(base.LogFact(ctx, knowledge.NewFact{Content: sentence(n), Moment: "m1"}))(b)
				for _, id := range who {
					got(base.LogKnowledge(ctx, knowledge.Learning{Character: event.CharacterID(id), Fact: fact, Moment: "m1", Take: take}))(b)
				}
			}
			const batch = 500
			for n := 0; n < rows; n += batch {
				got(base.EmbedChunks(ctx, knowledge.NewMemory{
					Character: event.CharacterID(who[n/batch%len(who)]), Text: "x", Moment: "m1", Take: take, Kind: event.Perceiving,
				}, func(string) (all []string) {
					for i := range batch {
						all = append(all, sentence(n+i))
					}
					return all
				}))(b)
			}
			query := knowledge.Query{Character: "cyd", Moment: "m1", Take: take, Text: "who lit the lamp in the tower"}
			if s := got(base.QueryState(ctx, query))(b); len(s.Facts) == 0 || len(s.Memories) != knowledge.MemoryLimit {
				b.Fatalf("%d facts and %d memories", len(s.Facts), len(s.Memories))
			}
			var took []time.Duration
			for b.Loop() {
				begun := time.Now()
				got(base.QueryState(ctx, query))(b)
				took = append(took, time.Since(begun))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
}

// sentence is one of very many, of words that return.
func sentence(n int) string {
	who := strings.Fields("Ada Ben Cyd Dot Eve Ines Ned Coad Wren Tobias Honor Gaunt")
	does := strings.Fields("lit saw hid sold broke carried painted found counted cursed")
	what := strings.Fields("lamp oil rope boat letter ledger bell goat net key coat tower")
	where := strings.Fields("quay cellar tower chapel inn rock harbour loft gully yard")
	return fmt.Sprintf("%s %s the %s at the %s, for the %dth time.", who[n%len(who)], does[n/7%len(does)], what[n/3%len(what)], where[n/11%len(where)], n)
}
