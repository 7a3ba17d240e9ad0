package scripttest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills/kit"
)

// The kit and the host speak the same language: a script that makes every call, in
// the story of its transcript.
func TestTranscripts(t *testing.T) {
	scripttest.Transcripts(t, kit.ByOperation(map[string]kit.Script{"everything": everything}))
}

func everything(ctx context.Context, inv *kit.Invocation) error {
	numbers, err := inv.Random(ctx, kit.Pseudo, 1, 6, 2)
	memories, cut, err1 := inv.Memories(ctx, kit.MemoryQuery{Query: "key", Limit: 1, Characters: []string{"ines"}})
	err2 := inv.Remember(ctx, kit.Memory{Summary: "You gave the key back.", Characters: []string{"ines"}, Because: []string{"m1"}, Episodic: "triumph"})
	latest, _, err3 := inv.Memories(ctx, kit.MemoryQuery{Episodic: true})
	score, err4 := inv.ChangeRelation(ctx, kit.RelationChange{Who: "ines", By: 12_250, Reason: "the key"})
	begun, err5 := inv.BeginRelation(ctx, kit.RelationBeginning{Who: "tobias", Score: kit.Points(-10), UnitMinutes: 10_080, Keep: 900, Parts: map[string]int64{"faction": -10}})
	_, again := inv.BeginRelation(ctx, kit.RelationBeginning{Who: "tobias"})
	_, nobody := inv.Relation(ctx, "inse", "")
	tobias, err6 := inv.Relation(ctx, "tobias", "")
	all, err7 := inv.Relations(ctx, "")
	lore, _, err8 := inv.Lore(ctx, kit.LoreQuery{Query: "why is the lamp dark", Mode: "STRICT"})
	err9 := inv.Record(ctx, kit.Record{Kind: kit.RecordHappened, Text: "The bell rings."})
	err10 := inv.Record(ctx, kit.Record{Kind: kit.RecordThread, Thread: "bell", Title: "The bell"})
	err11 := inv.Record(ctx, kit.Record{Kind: kit.RecordFact, Content: "It was the wind."})
	threads, _, err12 := inv.Story(ctx, "$threads")
	lit, _, err13 := inv.Story(ctx, "torch.lit")
	kept, _, err14 := inv.Data().Get(ctx, "visits")
	inv.Output(map[string]any{
		"numbers": numbers, "memories": memories, "cut": cut, "latest": latest, "score": score, "begun": begun,
		"refused": []string{kit.Refusal(again), kit.Refusal(nobody)}, "tobias": tobias, "all": all, "lore": lore,
		"threads": threads, "lit": lit, "kept": kept,
	})
	return errors.Join(err, err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12, err13, err14)
}

func TestStoriesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		`{"memory": []}`:                     `json: unknown field "memory"`,
		`{"relations": {}}`:                  `json: cannot unmarshal object into Go struct field Story.relations of type []scripttest.Relation`,
		`{"turn": 1, "turn": 2}`:             `line 1, column 13: this key stands twice in one object`,
		`{"relations": [{"score": 1.2345}]}`: `1.2345 has more than three decimals`,
	} {
		if _, err := scripttest.ReadStory([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
