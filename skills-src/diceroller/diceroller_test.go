package diceroller_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/skills-src/diceroller"
)

func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, diceroller.Roll) }

// Whatever the seed, the total is the sum of the dice that count, and the UI
// event says the same as the output.
func TestEveryDieIsReturned(t *testing.T) {
	for seed := range soak.Count(1_000) {
		request := fmt.Appendf(nil, `{"input":{"formula":"6d6r1!kh4+2d4-1"},"seed":%d}`+"\n", seed)
		events, _ := scripttest.Play(t, diceroller.Roll, request)
		var shown, done struct {
			Payload struct {
				Total int64
				Rolls []int64
			}
			Output struct {
				Total int64
				Dice  []struct {
					Value             int64
					Dropped, Rerolled bool
				}
			}
		}
		decode(t, events, &shown, &done)
		var all, rolls int64 = -1, -1
		counting := 0
		for _, die := range done.Output.Dice {
			if !die.Dropped && !die.Rerolled {
				all += die.Value
				counting++
			}
		}
		for _, value := range shown.Payload.Rolls {
			rolls += value
		}
		if all != done.Output.Total || rolls != all || shown.Payload.Total != all || counting != 6 {
			t.Fatalf("seed %d: dice %d, rolls %d of\n%s", seed, all, rolls, events)
		}
	}
}

func decode(t *testing.T, events []byte, into ...any) {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(events), []byte("\n"))
	if len(lines) != len(into) {
		t.Fatalf("%d events, want %d:\n%s", len(lines), len(into), events)
	}
	for i, line := range lines {
		if err := json.Unmarshal(line, into[i]); err != nil {
			t.Fatal(err)
		}
	}
}
