package knowledge_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// What names nothing is refused, with what it is and what is nearest, and nothing is written.
func TestUnknownNames(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, save := create(t, store)
		register(t, b, "alex", "webb")
		moments(t, b, "m1")
		take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		fact := got(b.LogFact(ctx, knowledge.NewFact{Content: "It is so.", Moment: "m1"}))(t)
		other, err := store.Create(ctx, "tuesday", "p-2")
		must(t, err)
		defer other.Close()
		foreign := knowledge.Open(other)
		register(t, foreign, "zoe")
		foreignTake := got(foreign.CreateTake(ctx, knowledge.NewTake{ID: "elsewhere"}))(t)
		foreignFact := got(foreign.LogFact(ctx, knowledge.NewFact{ID: "foreign", Content: "It is not.", Moment: ""}))(t)

		learning := knowledge.Learning{Character: "alex", Fact: fact, Moment: "m1", Take: take}
		memory := knowledge.NewMemory{Character: "alex", Text: "x", Moment: "m1", Take: take, Kind: event.Saying}
		line := knowledge.Line{Speaker: "alex", Text: "x", Moment: "m1", Take: take, Listeners: []event.CharacterID{"webb"}}
		query := knowledge.Query{Character: "alex", Moment: "m1", Take: take}
		for name, try := range map[string]struct {
			what, nearest string
			do            func() error
		}{
			"learning: character":                     {"character", "alex", func() error { l := learning; l.Character = "alxe"; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: other playthrough's character": {"character", "", func() error { l := learning; l.Character = "zoe"; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: fact":                          {"fact", "fact-1", func() error { l := learning; l.Fact = "fact-2"; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: other playthrough's fact":      {"fact", "", func() error { l := learning; l.Fact = foreignFact; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: moment":                        {"moment", "", func() error { l := learning; l.Moment = "m2"; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: no moment":                     {"moment", "", func() error { l := learning; l.Moment = ""; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: take":                          {"take", "", func() error { l := learning; l.Take = foreignTake; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: no take":                       {"take", "", func() error { l := learning; l.Take = ""; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: from":                          {"character", "webb", func() error { l := learning; l.From = "web"; _, err := b.LogKnowledge(ctx, l); return err }},
			"learning: the corpus is no take":         {"take", "", func() error { l := learning; l.Take = "corpus"; _, err := b.LogKnowledge(ctx, l); return err }},
			"memory: character":                       {"character", "", func() error { m := memory; m.Character = "zoe"; _, err := b.EmbedMemory(ctx, m); return err }},
			"memory: event":                           {"event", "", func() error { m := memory; m.Of = 99; _, err := b.EmbedMemory(ctx, m); return err }},
			"memory: negative event":                  {"event", "", func() error { m := memory; m.Of = -1; _, err := b.EmbedMemory(ctx, m); return err }},
			"dialogue: speaker":                       {"character", "", func() error { l := line; l.Speaker = "zoe"; _, err := b.Dialogue(ctx, l); return err }},
			"dialogue: listener": {"character", "", func() error {
				l := line
				l.Listeners = []event.CharacterID{"webb", "zoe"}
				_, err := b.Dialogue(ctx, l)
				return err
			}},
			"dialogue: moment": {"moment", "", func() error { l := line; l.Moment = "m3"; _, err := b.Dialogue(ctx, l); return err }},
			"fact: moment":     {"moment", "", func() error { _, err := b.LogFact(ctx, knowledge.NewFact{Content: "x", Moment: "m9"}); return err }},
			"fact: superseded": {"fact", "fact-1", func() error {
				_, err := b.LogFact(ctx, knowledge.NewFact{Content: "x", Supersedes: "fact-9"})
				return err
			}},
			"take: parent":      {"take", "", func() error { _, err := b.CreateTake(ctx, knowledge.NewTake{Parent: "nowhere"}); return err }},
			"take: moment":      {"moment", "", func() error { _, err := b.Branch(ctx, take, "m4", ""); return err }},
			"take: event":       {"event", "", func() error { _, err := b.CreateTake(ctx, knowledge.NewTake{Parent: take, Before: 1}); return err }},
			"branch: no parent": {"take", "", func() error { _, err := b.Branch(ctx, "", "m1", ""); return err }},
			"status":            {"take", "", func() error { return b.SetTakeStatus(ctx, "nowhere", event.Archived) }},
			"ancestry":          {"take", "", func() error { _, err := b.Ancestry(ctx, "nowhere"); return err }},
			"no ancestry":       {"take", "", func() error { _, err := b.Ancestry(ctx, ""); return err }},
			"query: character":  {"character", "", func() error { q := query; q.Character = "zoe"; _, err := b.QueryState(ctx, q); return err }},
			"query: moment":     {"moment", "", func() error { q := query; q.Moment = "m7"; _, err := b.QueryState(ctx, q); return err }},
			"query: take":       {"take", "", func() error { q := query; q.Take = foreignTake; _, err := b.QueryState(ctx, q); return err }},
			"chunk":             {"chunk", "", func() error { _, err := b.Chunk(ctx, "chunk-1"); return err }},
			"audience": {"character", "", func() error {
				_, err := b.LoadChunk(ctx, knowledge.NewChunk{Content: "x", Audience: []string{"character:zoe"}})
				return err
			}},
		} {
			before := all(t, save)
			err := try.do()
			unknown, is := errors.AsType[*knowledge.UnknownError](err)
			if !is || unknown.What != try.what || unknown.Nearest != try.nearest {
				t.Errorf("%s: %v", name, err)
			}
			if now := all(t, save); now != before {
				t.Errorf("%s: something was written: %d events, and were %d", name, now, before)
			}
		}
	})
}

// all is how many events there are, of all takes and of none.
func all(t testing.TB, save *persistence.Save) (n int) {
	t.Helper()
	tree := got(save.Tree(t.Context()))(t)
	for _, b := range tree.Branches() {
		tip, _, err := save.Tip(t.Context(), b.ID)
		must(t, err)
		n += int(tip)
	}
	return n + len(tree.Everywhere())
}

// What cannot be is refused, and nothing is written.
func TestWhatCannotBe(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, save := create(t, store)
		register(t, b, "a", "b")
		moments(t, b, "m1", "m2")
		take := got(b.CreateTake(ctx, knowledge.NewTake{ID: "take"}))(t)
		later := got(b.LogFact(ctx, knowledge.NewFact{Content: "It is so now.", Moment: "m2"}))(t)
		got(b.Dialogue(ctx, knowledge.Line{Speaker: "a", Text: "x", Moment: "m2", Take: take}))(t)
		for name, try := range map[string]func() error{
			"a moment twice":         func() error { return b.CreateMoment(ctx, knowledge.Moment{ID: "m1", Sequence: 9}) },
			"a sequence twice":       func() error { return b.CreateMoment(ctx, knowledge.Moment{ID: "m9", Sequence: 2}) },
			"a sequence of nothing":  func() error { return b.CreateMoment(ctx, knowledge.Moment{ID: "m9"}) },
			"a negative sequence":    func() error { return b.CreateMoment(ctx, knowledge.Moment{ID: "m9", Sequence: -1}) },
			"a moment without an id": func() error { return b.CreateMoment(ctx, knowledge.Moment{Sequence: 9}) },
			"a character twice":      func() error { return b.RegisterCharacter(ctx, knowledge.Character{ID: "a", Name: "A"}) },
			"no name":                func() error { return b.RegisterCharacter(ctx, knowledge.Character{ID: "c", Name: " \t"}) },
			"no id":                  func() error { return b.RegisterCharacter(ctx, knowledge.Character{Name: "C"}) },
			"everyone":               func() error { return b.RegisterCharacter(ctx, knowledge.Character{ID: "*", Name: "C"}) },
			"an id of many bytes": func() error {
				return b.RegisterCharacter(ctx, knowledge.Character{ID: event.CharacterID(strings.Repeat("x", 1<<20)), Name: "C"})
			},
			"a name that is no text": func() error { return b.RegisterCharacter(ctx, knowledge.Character{ID: "c", Name: "\xff"}) },
			"an empty fact":          func() error { _, err := b.LogFact(ctx, knowledge.NewFact{Content: "\n", Moment: "m1"}); return err },
			"a fact twice": func() error {
				_, err := b.LogFact(ctx, knowledge.NewFact{ID: later, Content: "x", Moment: "m1"})
				return err
			},
			"what is not so yet": func() error {
				_, err := b.LogKnowledge(ctx, knowledge.Learning{Character: "a", Fact: later, Moment: "m1", Take: take})
				return err
			},
			"said before": func() error {
				_, err := b.Dialogue(ctx, knowledge.Line{Speaker: "a", Text: "x", Moment: "m1", Take: take})
				return err
			},
			"nothing said": func() error {
				_, err := b.Dialogue(ctx, knowledge.Line{Speaker: "a", Text: " ", Moment: "m2", Take: take})
				return err
			},
			"said to oneself": func() error {
				_, err := b.Dialogue(ctx, knowledge.Line{Speaker: "a", Text: "x", Moment: "m2", Take: take, Listeners: []event.CharacterID{"a"}})
				return err
			},
			"no memory": func() error {
				_, err := b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Moment: "m1", Take: take, Kind: event.Saying})
				return err
			},
			"another kind": func() error {
				_, err := b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Text: "x", Moment: "m1", Take: take, Kind: "dreamt"})
				return err
			},
			"no kind of chunk": func() error {
				_, err := b.EmbedChunks(ctx, knowledge.NewMemory{Character: "a", Text: "\n\n", Moment: "m1", Take: take, Kind: event.Saying}, lore.Paragraphs)
				return err
			},
			"a take twice":           func() error { _, err := b.CreateTake(ctx, knowledge.NewTake{ID: take}); return err },
			"a take called a number": func() error { _, err := b.CreateTake(ctx, knowledge.NewTake{ID: "12"}); return err },
			"a root at a moment":     func() error { _, err := b.CreateTake(ctx, knowledge.NewTake{At: "m1"}); return err },
			"a take at two places": func() error {
				_, err := b.CreateTake(ctx, knowledge.NewTake{Parent: take, At: "m1", Before: 1})
				return err
			},
			"another status": func() error { return b.SetTakeStatus(ctx, take, "lost") },
			"an empty chunk": func() error { _, err := b.LoadChunk(ctx, knowledge.NewChunk{}); return err },
			"an empty text":  func() error { _, err := b.LoadText(ctx, knowledge.NewChunk{Content: "\n\n"}, nil); return err },
			"another audience": func() error {
				_, err := b.LoadChunk(ctx, knowledge.NewChunk{Content: "x", Audience: []string{"everybody"}})
				return err
			},
			"no faction": func() error {
				_, err := b.LoadChunk(ctx, knowledge.NewChunk{Content: "x", Audience: []string{"faction:"}})
				return err
			},
		} {
			before := all(t, save)
			if err := try(); !errors.Is(err, event.ErrInvalid) || len(err.Error()) > 400 {
				t.Errorf("%s: %v", name, err)
			}
			if now := all(t, save); now != before {
				t.Errorf("%s: something was written", name)
			}
		}
		for name, file := range map[string]string{"no file": "nowhere.md", "a directory": t.TempDir()} {
			if _, err := b.LoadDocument(ctx, file, knowledge.NewChunk{}, nil); err == nil {
				t.Errorf("%s is a document", name)
			}
		}
	})
}

// Whatever is written, in whatever script and of whatever length, is what is read.
func TestTextsOfAllKinds(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, _ := create(t, store)
		moments(t, b, "m1")
		take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		must(t, b.RegisterCharacter(ctx, knowledge.Character{ID: "ليلى", Name: "ليلى"}))
		must(t, b.RegisterCharacter(ctx, knowledge.Character{ID: "雪 \u202e", Name: "雪\u202eабв"}))
		who := []event.CharacterID{"ليلى", "雪 \u202e"}
		texts := []string{
			"مرحبا، أين المصباح؟", "ランプは消えた。", "Лампа погасла, שלום and the lamp\u202e is out", "e\u0301 é", "a\x00b", "🜁👩‍👩‍👧", strings.Repeat("Der Turm ist dunkel. ", 1<<20/21),
		}
		for _, text := range texts {
			if _, err := b.Dialogue(ctx, knowledge.Line{Speaker: who[0], Text: text, Moment: "m1", Take: take, Listeners: who[1:]}); err != nil {
				t.Fatalf("%.20q: %v", text, err)
			}
			got(b.LoadText(ctx, knowledge.NewChunk{Content: text}, lore.Pages))(t)
		}
		s := got(b.QueryState(ctx, knowledge.Query{Character: who[1], Moment: "m1", Take: take}))(t)
		for i, m := range s.Memories {
			if m.Text != texts[i] {
				t.Errorf("%.20q was heard as %.20q", texts[i], m.Text)
			}
		}
		for _, text := range append(texts, "\xff", "?", "\u202e") {
			if _, err := b.QueryState(ctx, knowledge.Query{Character: who[1], Moment: "m1", Take: take, Text: text}); err != nil && strings.ToValidUTF8(text, "") == text {
				t.Errorf("asked for %.20q: %v", text, err)
			}
		}
		if s := got(b.QueryState(ctx, knowledge.Query{Character: who[1], Moment: "m1", Take: take, Text: "ランプ", MemoryLimit: 1}))(t); len(s.Memories) == 1 && s.Memories[0].Text != texts[1] {
			t.Errorf("best for ランプ is %.20q", s.Memories[0].Text)
		}
		if _, err := b.Dialogue(ctx, knowledge.Line{Speaker: who[0], Text: "\xff", Moment: "m1", Take: take}); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("what is no text: %v", err)
		}
	})
}

// Somebody who does not know a thing can say it: those who hear it remember that it was said, and
// nobody knows it by that.
func TestSaidWithoutKnowing(t *testing.T) {
	b, _ := create(t, persistence.New(mem.New(), nil))
	ctx := t.Context()
	register(t, b, "a", "b")
	moments(t, b, "m1")
	take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
	got(b.LogFact(ctx, knowledge.NewFact{Content: "The oil was sold.", Moment: "m1"}))(t)
	got(b.Dialogue(ctx, knowledge.Line{Speaker: "a", Text: "The oil was sold.", Moment: "m1", Take: take, Listeners: []event.CharacterID{"b"}}))(t)
	for _, who := range []string{"a", "b"} {
		if s := state(t, b, who, "m1", take); len(s.Facts) != 0 || len(s.Memories) != 1 {
			t.Errorf("%s knows %+v and remembers %+v", who, s.Facts, s.Memories)
		}
	}
}
