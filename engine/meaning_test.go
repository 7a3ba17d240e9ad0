package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// lights is an embedder that knows what shines. How many texts it is given at once shows in its numbers.
type lights struct{ fail error }

func (*lights) Name() string               { return "lights" }
func (*lights) Dimensions() int            { return 3 }
func (*lights) Relevance(cosine int64) int { return int(max(0, cosine) / 1000) }

func (l *lights) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		switch {
		case len(texts) > 1:
			vectors[i] = []float32{0, 0.6, 0.8}
		case strings.Contains(text, "lamp"), strings.Contains(text, "beacon"):
			vectors[i] = []float32{0.8, 0.6, 0}
		case strings.Contains(text, "shines"):
			vectors[i] = []float32{1, 0, 0}
		default:
			vectors[i] = []float32{0, 1, 0}
		}
	}
	return vectors, l.fail
}

// lit is a campaign with lore of which some is private.
func lit(t *testing.T, private string) *campaign.Campaign {
	t.Helper()
	files := fstest.MapFS{
		"manifest.json":   {Data: []byte(`{"title": "T", "version": "1.0.0"}`)},
		"lore/tower.md":   {Data: []byte("---\ntitle: The tower\n---\nThe lamp stands on the tower.\n\nIt was built in a year of want.\n")},
		"lore/harbour.md": {Data: []byte("---\ntitle: The harbour\n---\nHerring is sold on the quay.\n\nWhoever shines shoes sits there.\n")},
	}
	if private != "" {
		files["lore/notes.md"] = &fstest.MapFile{Data: []byte("---\ntitle: Notes\naudience: narrator\n---\n" + private)}
	}
	c, problems := campaign.Load(files, campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

// litGame is a game whose lore has vectors.
func litGame(t *testing.T, c *campaign.Campaign, e vector.Embedder) *table {
	t.Helper()
	b := at(t, c)
	index, err := lore.Open(t.Context(), nil, Documents(c), lore.Options{Embedder: e})
	if err == nil {
		err = index.Embed(t.Context(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	b.opts.Lore = index
	return b
}

// read is the answer to lore.read, as a script has it.
func (g *Game) read(t *testing.T, params protocol.Object) string {
	t.Helper()
	session := host.Of(host.Base{State: g.story.State(), Lore: g.lore}).Open(skills.Scope{Script: plan.ScriptRef{Skill: "memory", Script: "recall-lore"}})
	answer, refused := session.Call(t.Context(), "lore.read", params)
	if refused != nil {
		t.Fatal(refused)
	}
	return string(strictjson.Append(nil, answer))
}

// textsOf are those of the snippets of an answer.
func textsOf(t *testing.T, answer string) (texts []string) {
	t.Helper()
	read, err := strictjson.ParseObject([]byte(answer))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strictjson.AsObjects(read["snippets"]) {
		texts = append(texts, strictjson.AsString(s["text"]))
	}
	return texts
}

// What a script asks for by words, by meaning and by both is found by that; with nothing said, by both.
func TestLoreByMeaning(t *testing.T) {
	c := lit(t, "")
	g := litGame(t, c, &lights{}).open()
	const lamp, shoes = "The lamp stands on the tower.", "Whoever shines shoes sits there."
	for by, want := range map[persistence.Way][]string{
		persistence.ByWords: {shoes}, persistence.ByMeaning: {shoes, lamp}, persistence.ByRank: {shoes, lamp}, persistence.Usual: {shoes, lamp},
	} {
		params := protocol.Object{"query": "what shines", "limit": strictjson.Int(5)}
		if by != "" {
			params["by"] = string(by)
		}
		if got := textsOf(t, g.read(t, params)); !slices.Equal(got, want) {
			t.Errorf("by %q: %q", by, got)
		}
	}
	const answer = `{"cut":0,"snippets":[{"author":"","id":"l1","kind":"OTHER","likeness":0.8,"mode":"STRICT","relevance":0,"source":"lore/tower.md","text":"The lamp stands on the tower.","title":"The tower"}]}`
	if got := g.read(t, protocol.Object{"query": "what shines", "source": "lore/tower.md", "minimum": strictjson.Number("0.8")}); got != answer {
		t.Errorf("%s", got)
	}
	if got := g.read(t, protocol.Object{"query": "what shines", "source": "lore/tower.md", "minimum": strictjson.Number("0.801")}); got != `{"cut":1,"snippets":[]}` {
		t.Errorf("%s", got)
	}
}

// What the player may not read moves nothing of what is found: not its words, not its vectors, not how texts beside it are embedded.
func TestPrivateLoreMovesNothing(t *testing.T) {
	queries := []protocol.Object{{"query": "what shines"}, {"query": "the beacon", "by": "meaning"}, {"query": "the lamp of the tower", "by": "hybrid"}, {"query": "herring"}}
	var answers []string
	for i, private := range []string{"", "The beacon and the lamp shines.\n", strings.Repeat("A lamp shines in want of herring.\n\n", 40)} {
		g := litGame(t, lit(t, private), &lights{}).open()
		for n, q := range queries {
			got := g.read(t, q)
			if i == 0 {
				answers = append(answers, got)
			} else if got != answers[n] {
				t.Errorf("%v: %s, and with private lore %s", q, answers[n], got)
			}
		}
	}
}

// Where lore is to be found by words alone, and where there are no vectors, each way finds what it finds without an embedder, byte for byte.
func TestLoreByWordsIsWhatItWas(t *testing.T) {
	c := lit(t, "")
	bare := at(t, c).open()
	alone := litGame(t, c, &lights{})
	alone.opts.LoreByWords = true
	unmade := at(t, c)
	index, err := lore.Open(t.Context(), nil, Documents(c), lore.Options{Embedder: &lights{}})
	if err != nil {
		t.Fatal(err)
	}
	unmade.opts.Lore = index
	for name, g := range map[string]*Game{"by words alone": alone.open(), "no vectors": unmade.open()} {
		for _, by := range []string{"words", "meaning", "hybrid"} {
			q := protocol.Object{"query": "what shines on the tower", "by": by}
			if got, want := g.read(t, q), bare.read(t, q); got != want {
				t.Errorf("%s, by %s: %s, and without an embedder %s", name, by, got, want)
			}
		}
		if err := g.lore.Trouble(); err != nil {
			t.Errorf("%s: %v is no trouble", name, err)
		}
	}
}

// A turn that asked for lore by meaning, and went without, says so, once: no later one says it again.
func TestLoreWithoutItsEmbedder(t *testing.T) {
	c, problems := campaign.LoadDir("../campaigns/grey-harbour", campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	e := &lights{}
	g := litGame(t, c, e).open()
	e.fail = errors.New("broken")
	if got := textsOf(t, g.read(t, protocol.Object{"query": "the names of the drowned"})); len(got) == 0 {
		t.Error("nothing is found by words")
	}
	const sentence = "What is alike in meaning could not be looked for, so lore was found by its words."
	r := must(t, g, "")
	if !slices.Contains(r.Degraded, sentence) {
		t.Errorf("%q", r.Degraded)
	}
	for range 2 {
		g.read(t, protocol.Object{"query": "the names of the drowned"})
		if r = must(t, g, r.Choices[0].ID); slices.Contains(r.Degraded, sentence) {
			t.Errorf("%q again", r.Degraded)
		}
	}
}
