package memory_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/skills-src/memory"
)

// recallByMeaning asks recall-memory, with its usual settings, among memories that are found by an embedder.
func recallByMeaning(t *testing.T, e vector.Embedder, query string, summaries ...string) (found []string) {
	t.Helper()
	story := &scripttest.Story{Turn: 40, Minutes: 4000, Embedder: e}
	for i, summary := range summaries {
		story.Memories = append(story.Memories, scripttest.Memory{Summary: summary, Turn: int64(i + 1), Minutes: int64(10 * i)})
	}
	request, err := json.Marshal(object{
		"requestId": "r1", "tool": "memory/recall-memory", "operation": "recall-memory", "input": object{"query": query, "limit": 20},
		"protocol": object{"version": "0", "features": []string{"calls", "memory.read", "memory.write"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	events, _ := scripttest.PlayIn(t, story, memory.Recall, append(request, '\n'))
	var done struct {
		OK     bool `json:"ok"`
		Output struct {
			Memories []struct{ Summary string }
		}
	}
	if err := json.Unmarshal(events, &done); err != nil || !done.OK {
		t.Fatalf("%v: %s", err, events)
	}
	for _, m := range done.Output.Memories {
		found = append(found, m.Summary)
	}
	slices.Sort(found)
	return found
}

// knowing is an embedder that says it knows what words mean, and to which nothing is like anything else.
type knowing struct{}

func (knowing) Name() string                    { return "knowing" }
func (knowing) Dimensions() int                 { return 2 }
func (knowing) Relevance(cosine int64) int      { return int(cosine / 1000) }
func (knowing) Weights() (words, meaning int64) { return 1, 1000 }
func (knowing) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{0, 1}
		if strings.Contains(text, "craftspeople") {
			vectors[i] = []float32{1, 0}
		}
	}
	return vectors, nil
}

// Whether words are counted is the embedder's to say, by what they weigh beside its meaning.
func TestWordsCountWithoutAModel(t *testing.T) {
	const query, memory = "interactions with craftspeople", "The priest interacted with the crowd."
	if got := recallByMeaning(t, nil, query, memory, "You ate."); !slices.Equal(got, []string{memory}) {
		t.Errorf("without a model: %q", got)
	}
	if got := recallByMeaning(t, knowing{}, query, memory, "You ate."); len(got) > 0 {
		t.Errorf("with one: %q", got)
	}
}
