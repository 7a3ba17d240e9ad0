package kit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills/kit"
)

// scripts are what the transcripts run, each named by a transcript's operation.
var scripts = map[string]kit.Script{
	"nothing": func(context.Context, *kit.Invocation) error { return nil },
	"events": func(_ context.Context, inv *kit.Invocation) error {
		inv.Log("debug", "begun", map[string]int{"seed": int(inv.Seed)})
		inv.Patch(map[string]any{"torch": map[string]any{"lit": true, "owner": nil}})
		inv.Narrate("The torch catches.", "Mira")
		inv.UI("shake", nil)
		inv.Asset(kit.Asset{ID: "map", Kind: "image", MediaType: "image/png", Path: "map.png", Metadata: map[string]any{"w": 3}})
		inv.Output(struct {
			Lit bool `json:"lit"`
		}{true})
		inv.Summary("lit")
		return nil
	},
	"generate": func(ctx context.Context, inv *kit.Invocation) error {
		heat := kit.Thousandths(0)
		text, err := inv.Generate(ctx, kit.Prompt{Messages: []kit.Message{{"user", "Hm?"}, {"assistant", "Hm."}, {"user", "Go on."}}, Stop: []string{"."}, Heat: &heat})
		if err != nil {
			return err
		}
		value, err := inv.Generate(ctx, kit.Prompt{Text: "How is she?", Version: "mood/2", Schema: map[string]any{"type": "object"}})
		if err != nil {
			return err
		}
		var mood struct{ Mood string }
		if err := json.Unmarshal(value.Value, &mood); err != nil {
			return err
		}
		inv.Output(map[string]any{"text": text, "mood": mood.Mood, "has": inv.Has("generate")})
		return nil
	},
	"plain-error": func(_ context.Context, inv *kit.Invocation) error {
		inv.Log("info", "trying", nil)
		return fmt.Errorf("light torch: %w", errors.New("it is wet"))
	},
	"coded-error": func(context.Context, *kit.Invocation) error {
		return fmt.Errorf("ask the oracle: %w", &kit.Error{Code: "rate_limited", Message: "too many questions", Details: map[string]any{"wait": 3}})
	},
	"code-missing": func(context.Context, *kit.Invocation) error { return &kit.Error{Message: "no code"} },
	"panic": func(_ context.Context, inv *kit.Invocation) error {
		var torches []string
		inv.Summary(torches[inv.Seed])
		return nil
	},
	"bad-patch": func(_ context.Context, inv *kit.Invocation) error {
		inv.Patch(map[string]any{"$world": map[string]any{}})
		inv.Narrate("This is still told.", "")
		return nil
	},
	"bad-level": func(_ context.Context, inv *kit.Invocation) error {
		inv.Log("loud", "hear me", nil)
		return nil
	},
	"bad-payload": func(_ context.Context, inv *kit.Invocation) error {
		inv.UI("list", []int{1, 2})
		return nil
	},
	"bad-output": func(_ context.Context, inv *kit.Invocation) error {
		inv.Output(func() {})
		return nil
	},
	"read": func(_ context.Context, inv *kit.Invocation) error {
		var in struct {
			Room  string `json:"room"`
			Count *int   `json:"count"`
			Big   any    `json:"big"`
			Doors []struct {
				Open bool `json:"open"`
			} `json:"doors"`
			Levels map[string]int `json:"levels"`
		}
		if err := inv.ReadInput(&in); err != nil {
			return err
		}
		inv.Output(in)
		return nil
	},
	"results": func(_ context.Context, inv *kit.Invocation) error {
		var roll struct {
			Total int `json:"total"`
		}
		ok, err := inv.ReadResult("luck", &roll)
		inv.Output(map[string]any{"ok": ok, "total": roll.Total})
		return err
	},
	"calls": func(ctx context.Context, inv *kit.Invocation) error {
		value, found, err := inv.Story(ctx, "torch.lit")
		inv.Log("info", "story", map[string]any{"value": value, "found": found})
		_, refused := inv.Call(ctx, "lore.read", map[string]string{"topic": "torches"})
		inv.Log("info", fmt.Sprint(refused), nil)
		numbers, err2 := inv.Random(ctx, kit.Crypto, 1, 6, 2)
		inv.Output(map[string]any{"numbers": numbers})
		return errors.Join(err, err2)
	},
	"data": func(ctx context.Context, inv *kit.Invocation) error {
		if err := inv.Data().Set(ctx, "a", 1); err != nil {
			return err
		}
		value, found, err := inv.Data().Get(ctx, "a")
		if err != nil {
			return err
		}
		deleted, err := inv.Data().Delete(ctx, "b")
		keys := []string{}
		for key, err := range inv.Data().Keys(ctx, "a") {
			if err != nil {
				return err
			}
			keys = append(keys, key)
		}
		inv.Output(map[string]any{"value": value, "found": found, "deleted": deleted, "keys": keys})
		return err
	},
	"story": askStory,
	"story-refused": func(ctx context.Context, inv *kit.Invocation) error {
		_, begun := inv.BeginRelation(ctx, kit.RelationBeginning{Who: "ines"})
		_, changed := inv.ChangeRelation(ctx, kit.RelationChange{Who: "inse", By: kit.Points(1)})
		_, _, broken := inv.Memories(ctx, kit.MemoryQuery{})
		_, none := inv.Relation(ctx, "ines", "")
		inv.Output(map[string]any{
			"codes":  []string{kit.Refusal(begun), kit.Refusal(changed), kit.Refusal(broken), kit.Refusal(nil)},
			"broken": broken.Error(), "none": none.Error(),
		})
		return begun
	},
	"refused": func(ctx context.Context, inv *kit.Invocation) error {
		return inv.Data().Set(ctx, "a", 1)
	},
	"random": func(ctx context.Context, inv *kit.Invocation) error {
		numbers, err := inv.Random(ctx, kit.Pseudo, -2, 2, 12)
		inv.Output(map[string]any{"numbers": numbers})
		return err
	},
	"crypto": func(ctx context.Context, inv *kit.Invocation) error {
		_, err := inv.Random(ctx, kit.Crypto, 1, 6, 1)
		return err
	},
}

// A transcript is a request with the host's replies (stdin), and what the script
// of that operation makes of it (stdout, the first line of stderr, exit).
func TestTranscripts(t *testing.T) {
	golden.Cases(t, "testdata/*.txtar", len(scripts), func(t *testing.T, c *golden.Case) {
		c.WantFiles(t, answer(t, c.Files[0]))
	})
}

func answer(t *testing.T, stdin txtar.File) []txtar.File {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := kit.Serve(t.Context(), bytes.NewReader(stdin.Data), &stdout, &stderr, kit.ByOperation(scripts))
	checkStream(t, stdout.Bytes())
	answered := []txtar.File{stdin, {Name: "stdout", Data: stdout.Bytes()}}
	if first, _, _ := strings.Cut(stderr.String(), "\n"); first != "" {
		answered = append(answered, txtar.File{Name: "stderr", Data: []byte(first + "\n")})
	}
	if code != 0 {
		answered = append(answered, txtar.File{Name: "exit", Data: fmt.Appendln(nil, code)})
	}
	return answered
}

// checkStream is what holds for every script: a strict reader takes all of it,
// and done is its last line.
func checkStream(t *testing.T, stdout []byte) {
	t.Helper()
	reader := protocol.NewReader(bytes.NewReader(stdout), protocol.ReaderOptions{Calls: true})
	for {
		event, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the stream breaks the protocol: %v\n%s", err, stdout)
		}
		if call, ok := event.(*protocol.Call); ok {
			reader.Replied(call.ID)
		}
	}
	if trailing, err := reader.Drain(); trailing || err != nil {
		t.Fatalf("something follows done: %v\n%s", err, stdout)
	}
}

// askStory makes each call about the story, once with all that can be asked for and
// once with what must be.
func askStory(ctx context.Context, inv *kit.Invocation) error {
	from := int64(0)
	memories, cut, err := inv.Memories(ctx, kit.MemoryQuery{
		Query: "key", Limit: 2, Minimum: 700, Place: "quay", Characters: []string{"ines"}, Tags: []string{"key"}, Episodic: true, From: &from, To: &from, Before: 3,
	})
	latest, _, err2 := inv.Memories(ctx, kit.MemoryQuery{})
	err3 := inv.Remember(ctx, kit.Memory{
		ID: "m9", Summary: "You gave it back.", Characters: []string{"ines"}, Location: "quay", Significance: "high",
		Episodic: "triumph", Tags: []string{"key"}, Source: "agent", Because: []string{"m3"}, Relevance: 5, TurnsAgo: 7,
	})
	err4 := inv.Remember(ctx, kit.Memory{Summary: "It rained."})
	ines, err5 := inv.Relation(ctx, "ines", "")
	all, err6 := inv.Relations(ctx, "lamp")
	score, err7 := inv.ChangeRelation(ctx, kit.RelationChange{Who: "ines", Whom: "lamp", By: -12250, Reason: "theft", Significance: "low"})
	begun, err8 := inv.BeginRelation(ctx, kit.RelationBeginning{
		Who: "tobias", Score: kit.Points(-5), UnitMinutes: 60, Keep: 900, Parts: map[string]int64{"faction": -5},
	})
	lore, rest, err9 := inv.Lore(ctx, kit.LoreQuery{Query: "lamp", Limit: 1, Minimum: 500, Mode: "STRICT", Kind: "TALE", Category: "c", Source: "s", Tags: []string{"t"}})
	err10 := inv.Record(ctx, kit.Record{Kind: kit.RecordHappened, Text: "A bell.", Significance: "low", Who: []string{"ines"}, Tags: []string{"bell"}})
	err11 := inv.Record(ctx, kit.Record{Kind: kit.RecordThread, Thread: "bell", Title: "The bell", Summary: "It rang.", Outcome: "silence"})
	err12 := inv.Record(ctx, kit.Record{Kind: kit.RecordFact, Content: "It was a bell.", Category: "sound"})
	inv.Output(map[string]any{
		"memories": memories, "cut": cut, "latest": latest, "ines": ines, "all": all, "score": score, "begun": begun, "lore": lore, "rest": rest,
	})
	return errors.Join(err, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12)
}
