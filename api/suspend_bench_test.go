package api_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/api"
)

// BenchmarkSuspend is an application that goes to the background, in the middle of a turn and
// between two: everything must be let go of within 200 ms.
func BenchmarkSuspend(b *testing.B) {
	for _, during := range []bool{false, true} {
		b.Run(fmt.Sprintf("in-a-turn=%v", during), func(b *testing.B) {
			e := open(b, api.Options{})
			c := e.Client(nil)
			p := call[played](b, c, "story.play", `{"campaign":"grey-harbour","seed":"1","story":"a","noEndings":true}`)
			turn := p.Record
			var times []time.Duration
			late := 0
			for b.Loop() {
				choice := turn.Choices[len(times)%len(turn.Choices)].ID
				done := make(chan struct{})
				go func() { // ends with its turn
					defer close(done)
					_, _ = c.Call(context.Background(), "story.choose", fmt.Appendf(nil, `{"story":"a","choice":%q}`, choice))
				}()
				if during {
					time.Sleep(time.Duration(len(times)%20) * time.Millisecond)
				} else {
					<-done
				}
				began := time.Now()
				if _, err := c.Call(context.Background(), "engine.suspend", nil); err != nil {
					late++
				}
				times = append(times, time.Since(began))
				<-done
				for ; ; time.Sleep(time.Millisecond) { // what was late still has the directory
					if _, err := c.Call(context.Background(), "engine.resume", nil); err == nil {
						break
					}
				}
				turn = call[api.Record](b, c, "story.last", `{"story":"a"}`)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(200, "p95-ms-target")
			b.ReportMetric(float64(late), "late")
		})
	}
}
