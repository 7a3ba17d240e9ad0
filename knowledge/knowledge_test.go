package knowledge_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func got[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return v
	}
}

// eachStore runs a test over every store that there is, with what is embedded without a model, and
// without any embedder.
func eachStore(t *testing.T, f func(*testing.T, *persistence.Store)) {
	lexically := &persistence.Options{Embedder: lexical.New()}
	t.Run("mem", func(t *testing.T) { f(t, persistence.New(mem.New(), lexically)) })
	t.Run("mem by words", func(t *testing.T) { f(t, persistence.New(mem.New(), nil)) })
	t.Run("sqlite", func(t *testing.T) { f(t, persistence.New(sqlite.New(t.TempDir()), lexically)) })
}

func create(t testing.TB, store *persistence.Store) (*knowledge.Base, *persistence.Save) {
	t.Helper()
	save, err := store.Create(t.Context(), "monday", "p-1")
	must(t, err)
	t.Cleanup(func() { save.Close() })
	return knowledge.Open(save), save
}

func register(t testing.TB, b *knowledge.Base, ids ...string) {
	t.Helper()
	for _, id := range ids {
		must(t, b.RegisterCharacter(t.Context(), knowledge.Character{ID: event.CharacterID(id), Name: "Character " + strings.ToUpper(id)}))
	}
}

func moments(t testing.TB, b *knowledge.Base, ids ...string) {
	t.Helper()
	for i, id := range ids {
		must(t, b.CreateMoment(t.Context(), knowledge.Moment{ID: id, Sequence: int64(i + 1)}))
	}
}

func state(t testing.TB, b *knowledge.Base, who, moment string, take knowledge.TakeID) knowledge.CharacterState {
	t.Helper()
	return got(b.QueryState(t.Context(), knowledge.Query{Character: event.CharacterID(who), Moment: moment, Take: take}))(t)
}

func contents(s knowledge.CharacterState) string {
	var all []string
	for _, f := range s.Facts {
		all = append(all, f.Content)
	}
	for _, m := range s.Memories {
		all = append(all, string(m.Kind)+": "+m.Text)
	}
	for _, c := range s.Corpus {
		all = append(all, c.Content)
	}
	return strings.Join(all, " | ")
}

// The specification's validation test: two characters, divergent knowledge, and each is given their
// own.
func TestBoundedKnowledge(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		b, _ := create(t, store)
		register(t, b, "a", "b")
		take := got(b.CreateTake(t.Context(), knowledge.NewTake{}))(t)
		moments(t, b, "m1")
		fact := got(b.LogFact(t.Context(), knowledge.NewFact{Content: "The treasure is buried under the oak", Category: "secret", Moment: "m1"}))(t)
		got(b.LogKnowledge(t.Context(), knowledge.Learning{Character: "a", Fact: fact, Moment: "m1", Take: take, Source: "discovered"}))(t)
		a, other := state(t, b, "a", "m1", take), state(t, b, "b", "m1", take)
		want := knowledge.Fact{ID: fact, Content: "The treasure is buried under the oak", Category: "secret", Source: "discovered", Moment: "m1", Reliable: 1000}
		if len(a.Facts) != 1 || fmt.Sprintf("%+v", a.Facts[0]) != fmt.Sprintf("%+v", want) {
			t.Errorf("a knows %+v", a.Facts)
		}
		if len(other.Facts) != 0 || contents(other) != "" {
			t.Errorf("b knows %+v", other)
		}
		for _, text := range []string{"treasure", "oak", "what do you know?"} {
			asked := got(b.QueryState(t.Context(), knowledge.Query{Character: "b", Moment: "m1", Take: take, Text: text}))(t)
			if contents(asked) != "" {
				t.Errorf("asked for %q b knows %+v", text, asked)
			}
		}
	})
}

// The specification's example: two who know different things speak, and speak again on a take of its
// own; and lore of every audience.
func TestAlexAndWebb(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, _ := create(t, store)
		must(t, b.RegisterCharacter(ctx, knowledge.Character{
			ID: "alex", Name: "Alex", Traits: knowledge.Object{"disposition": "guarded", "coping": "control"},
			Voice: knowledge.Object{"patterns": []any{"clinical self-talk", "short sentences under stress"}},
		}))
		must(t, b.RegisterCharacter(ctx, knowledge.Character{
			ID: "webb", Name: "Dr. Webb", Traits: knowledge.Object{"disposition": "curious", "role": "investigator"},
			Voice: knowledge.Object{"patterns": []any{"professorial", "asks probing questions"}}, Factions: []string{"faculty"},
		}))
		take := got(b.CreateTake(ctx, knowledge.NewTake{Notes: "initial run"}))(t)
		must(t, b.CreateMoment(ctx, knowledge.Moment{ID: "scene1_start", Sequence: 1, Label: "First meeting", Metadata: knowledge.Object{"act": "one"}}))
		for audience, text := range map[string]string{
			"public": "PSU is a university.", "narrator": "NARRATOR-SECRET", "character:alex": "ALEX-SECRET", "character:webb": "WEBB-SECRET",
			"faction:faculty": "FACULTY-SECRET", "faction:police": "POLICE-SECRET",
		} {
			got(b.LoadChunk(ctx, knowledge.NewChunk{Content: text + " (1980)", Source: audience, Category: "canon", Version: "1", Audience: []string{audience}}))(t)
		}
		fact := got(b.LogFact(ctx, knowledge.NewFact{Content: "Alex's father was part of the 1980 experiment", Category: "backstory", Moment: "scene1_start"}))(t)
		got(b.LogKnowledge(ctx, knowledge.Learning{Character: "webb", Fact: fact, Moment: "scene1_start", Take: take, Source: "research"}))(t)

		alex, webb := state(t, b, "alex", "scene1_start", take), state(t, b, "webb", "scene1_start", take)
		if len(alex.Facts) != 0 || len(webb.Facts) != 1 || webb.Facts[0].Source != "research" {
			t.Fatalf("Alex knows %+v, Webb %+v", alex.Facts, webb.Facts)
		}
		if !reflect.DeepEqual(alex.Traits, knowledge.Object{"disposition": "guarded", "coping": "control"}) || !reflect.DeepEqual(webb.Voice["patterns"], []any{"professorial", "asks probing questions"}) {
			t.Errorf("Alex is %v and speaks %v", alex.Traits, webb.Voice)
		}
		for who, want := range map[string][]string{
			"alex": {"PSU is", "ALEX"}, "webb": {"PSU is", "WEBB", "FACULTY"},
		} {
			for _, text := range []string{"", "secret of 1980", "ALEX-SECRET WEBB-SECRET NARRATOR-SECRET POLICE-SECRET FACULTY-SECRET"} {
				s := got(b.QueryState(ctx, knowledge.Query{Character: event.CharacterID(who), Moment: "scene1_start", Take: take, Text: text}))(t)
				for _, c := range s.Corpus {
					if !slices.ContainsFunc(want, func(may string) bool { return strings.HasPrefix(c.Content, may) }) {
						t.Errorf("%s reads %q for %q", who, c.Content, text)
					}
				}
				if len(s.Corpus) > len(want) || text == "" && len(s.Corpus) != len(want) {
					t.Errorf("%s reads %d pieces for %q", who, len(s.Corpus), text)
				}
			}
		}

		opening := got(b.Dialogue(ctx, knowledge.Line{
			Speaker: "webb", Text: "I've been researching what happened at PSU in 1980.", Moment: "scene1_start", Take: take,
			Listeners: []event.CharacterID{"alex"}, SpeakerTags: knowledge.Object{"emotion": "probing"}, ListenerTags: knowledge.Object{"emotion": "guarded"},
		}))(t)
		got(b.Dialogue(ctx, knowledge.Line{
			Speaker: "alex", Text: "I don't know what you're talking about.", Moment: "scene1_start", Take: take,
			Listeners: []event.CharacterID{"webb"}, SpeakerTags: knowledge.Object{"emotion": "defensive"},
		}))(t)
		alex, webb = state(t, b, "alex", "scene1_start", take), state(t, b, "webb", "scene1_start", take)
		if len(alex.Memories) != 2 || alex.Memories[0].Kind != event.Hearing || alex.Memories[0].Tags["emotion"] != "guarded" || alex.Memories[0].ID != opening.Listeners[0] || alex.Memories[1].Kind != event.Saying {
			t.Errorf("Alex remembers %+v", alex.Memories)
		}
		if len(webb.Memories) != 2 || webb.Memories[0].ID != opening.Speaker || webb.Memories[0].Tags["emotion"] != "probing" || webb.Memories[1].Tags != nil {
			t.Errorf("Webb remembers %+v", webb.Memories)
		}
		if len(alex.Facts) != 0 {
			t.Error("Alex learned the fact of what Webb said")
		}

		// Branched at the moment it has what was said at it; before the first line it has not.
		kept := got(b.Branch(ctx, take, "scene1_start", "Webb more direct"))(t)
		if s := state(t, b, "alex", "scene1_start", kept); len(s.Memories) != 2 {
			t.Errorf("after the moment Alex remembers %+v", s.Memories)
		}
		retry := got(b.CreateTake(ctx, knowledge.NewTake{Parent: take, Before: opening.Event, Notes: "once more"}))(t)
		if s := state(t, b, "alex", "scene1_start", retry); len(s.Memories) != 0 {
			t.Errorf("before the first line Alex remembers %+v", s.Memories)
		}
		got(b.Dialogue(ctx, knowledge.Line{Speaker: "webb", Text: "Your father was there.", Moment: "scene1_start", Take: retry, Listeners: []event.CharacterID{"alex"}}))(t)
		if s := state(t, b, "alex", "scene1_start", retry); contents(s)[:len("heard: Your father was there.")] != "heard: Your father was there." {
			t.Errorf("told again Alex remembers %+v", s.Memories)
		}
		if s := state(t, b, "webb", "scene1_start", retry); len(s.Facts) != 1 || len(s.Memories) != 1 {
			t.Errorf("told again Webb knows %+v and remembers %+v", s.Facts, s.Memories)
		}
		if again := state(t, b, "alex", "scene1_start", take); !reflect.DeepEqual(again, alex) {
			t.Errorf("the first take is %+v, and was %+v", again, alex)
		}
		for id, want := range map[knowledge.TakeID][]knowledge.TakeID{take: {take}, kept: {take, kept}, retry: {take, retry}} {
			if line := got(b.Ancestry(ctx, id))(t); !slices.Equal(line, want) {
				t.Errorf("%s comes from %v", id, line)
			}
		}
		must(t, b.SetTakeStatus(ctx, take, event.Archived))
		if all := got(b.ListTakes(ctx, knowledge.TakeFilter{}))(t); len(all) != 3 || all[0].ID != take || all[0].Notes != "initial run" || all[0].Parent != "" {
			t.Errorf("the takes are %+v", all)
		}
		if old := got(b.ListTakes(ctx, knowledge.TakeFilter{Status: event.Archived}))(t); len(old) != 1 || old[0].ID != take {
			t.Errorf("archived are %+v", old)
		}
		if at := got(b.ListTakes(ctx, knowledge.TakeFilter{Moment: "scene1_start"}))(t); len(at) != 1 || at[0].ID != kept || at[0].Parent != take {
			t.Errorf("branched at the moment are %+v", at)
		}
	})
}

// Moments, characters and facts hold on takes that were there before them; what one take adds, no other
// has; and all of it is there when it is opened again.
func TestWhatHoldsOnEveryTake(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, save := create(t, store)
		first := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		register(t, b, "a")
		moments(t, b, "m1")
		got(b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Text: "It rains.", Moment: "m1", Take: first, Kind: event.Perceiving}))(t)
		second := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		child := got(b.Branch(ctx, first, "m1", ""))(t)
		register(t, b, "late")
		must(t, b.CreateMoment(ctx, knowledge.Moment{ID: "m2", Sequence: 2}))
		fact := got(b.LogFact(ctx, knowledge.NewFact{Content: "The sky is grey.", Moment: "m1"}))(t)
		late := got(b.LogFact(ctx, knowledge.NewFact{Content: "The sun is out.", Moment: "m2"}))(t)
		for _, take := range []knowledge.TakeID{first, second, child} {
			got(b.LogKnowledge(ctx, knowledge.Learning{Character: "late", Fact: fact, Moment: "m2", Take: take, Source: "told", From: "a"}))(t)
			got(b.LogKnowledge(ctx, knowledge.Learning{Character: "late", Fact: late, Moment: "m2", Take: take}))(t)
		}
		got(b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Text: "It pours.", Moment: "m1", Take: first, Kind: event.Perceiving}))(t)
		want := map[knowledge.TakeID]string{first: "perceived: It rains. | perceived: It pours.", second: "", child: "perceived: It rains."}
		see := func(b *knowledge.Base) {
			t.Helper()
			for take, memories := range want {
				if s := state(t, b, "a", "m2", take); contents(s) != memories {
					t.Errorf("%s: a has %q, not %q", take, contents(s), memories)
				}
				if s := state(t, b, "late", "m2", take); contents(s) != "The sky is grey. | The sun is out." || s.Facts[0].Source != "told" || s.Facts[0].From != "a" ||
					s.Facts[0].Reliable != 800 || s.Facts[1].Reliable != 1000 || !slices.Equal(s.Facts[0].KnownTo, []knowledge.CharacterID{"a"}) {
					t.Errorf("%s: late knows %+v", take, s.Facts)
				}
				if s := state(t, b, "late", "m1", take); contents(s) != "" {
					t.Errorf("%s: before, late knew %+v", take, s.Facts)
				}
			}
		}
		see(b)
		see(knowledge.Open(save))
		then := got(story.Read(ctx, save, event.Where{Playthrough: save.Playthrough(), Branch: first, Moment: 1}))(t)
		if _, is := then.Minds.Facts[string(late)]; is || then.Minds.Facts[string(fact)].Content == "" || len(then.Moments) != 1 {
			t.Errorf("before, there were %+v and %+v", then.Minds.Facts, then.Moments)
		}
		must(t, save.Close())
		reading, err := store.Open(ctx, "monday", persistence.Reading)
		must(t, err)
		defer reading.Close()
		see(knowledge.Open(reading))
		must(t, reading.Verify(ctx))
		if _, err := story.Check(ctx, reading); err != nil {
			t.Error(err)
		}
	})
}

// Limits are the specification's unless given, of the latest, and each tier alone can be left out.
func TestLimits(t *testing.T) {
	b, _ := create(t, persistence.New(mem.New(), &persistence.Options{Embedder: lexical.New()}))
	ctx := t.Context()
	register(t, b, "a")
	moments(t, b, "m1")
	take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
	for range 60 {
		fact := got(b.LogFact(ctx, knowledge.NewFact{Content: "The lamp is lit.", Moment: "m1"}))(t)
		got(b.LogKnowledge(ctx, knowledge.Learning{Character: "a", Fact: fact, Moment: "m1", Take: take}))(t)
		got(b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Text: "The lamp was lit.", Moment: "m1", Take: take, Kind: event.Perceiving}))(t)
		got(b.LoadChunk(ctx, knowledge.NewChunk{Content: "Lamps are lit."}))(t)
	}
	for _, c := range []struct {
		q                       knowledge.Query
		facts, memories, corpus int
	}{
		{knowledge.Query{}, 50, 20, 20}, {knowledge.Query{Text: "lamp"}, 50, 20, 20},
		{knowledge.Query{FactLimit: 1, MemoryLimit: 2, CorpusLimit: 3, Text: "lit"}, 1, 2, 3},
		{knowledge.Query{FactLimit: 100, MemoryLimit: 100, CorpusLimit: 100}, 60, 60, 60},
		{knowledge.Query{FactLimit: -1, MemoryLimit: -1, CorpusLimit: -1}, 0, 0, 0},
		{knowledge.Query{Kind: event.Saying}, 50, 0, 20},
	} {
		c.q.Character, c.q.Take, c.q.Moment = "a", take, "m1"
		s := got(b.QueryState(ctx, c.q))(t)
		if len(s.Facts) != c.facts || len(s.Memories) != c.memories || len(s.Corpus) != c.corpus {
			t.Errorf("%+v: %d facts, %d memories, %d chunks", c.q, len(s.Facts), len(s.Memories), len(s.Corpus))
		}
		if c.q.Text == "" && c.facts == 50 && (s.Facts[49].ID != "fact-60" || s.Facts[0].ID != "fact-11") {
			t.Errorf("the facts are %s to %s", s.Facts[0].ID, s.Facts[49].ID)
		}
	}
}

// With a text each tier is in order of how it bears on that.
func TestWhatBearsOnAText(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, _ := create(t, store)
		register(t, b, "a")
		moments(t, b, "m1")
		take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		for _, text := range []string{"The oil was sold in the harbour.", "Ned keeps a goat.", "The lamp went out at ten."} {
			fact := got(b.LogFact(ctx, knowledge.NewFact{Content: text, Moment: "m1"}))(t)
			got(b.LogKnowledge(ctx, knowledge.Learning{Character: "a", Fact: fact, Moment: "m1", Take: take}))(t)
			got(b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Text: text, Moment: "m1", Take: take, Kind: event.Internal}))(t)
			got(b.LoadChunk(ctx, knowledge.NewChunk{Content: text}))(t)
		}
		s := got(b.QueryState(ctx, knowledge.Query{Character: "a", Moment: "m1", Take: take, Text: "who sold the oil"}))(t)
		if len(s.Facts) == 0 || len(s.Memories) == 0 || len(s.Corpus) == 0 {
			t.Fatalf("found is %+v", s)
		}
		for _, best := range []string{s.Facts[0].Content, s.Memories[0].Text, s.Corpus[0].Content} {
			if best != "The oil was sold in the harbour." {
				t.Errorf("best is %q", best)
			}
		}
	})
}

// The same text twice from one event is one memory, from two events two.
func TestTheSameTextTwice(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, _ := create(t, store)
		register(t, b, "a", "b")
		moments(t, b, "m1")
		take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		count := func() int { t.Helper(); return len(state(t, b, "b", "m1", take).Memories) }
		line := knowledge.Line{Speaker: "a", Text: "Run!", Moment: "m1", Take: take, Listeners: []event.CharacterID{"b", "b"}}
		said := got(b.Dialogue(ctx, line))(t)
		if count() != 1 || len(said.Listeners) != 2 || said.Listeners[0] != said.Listeners[1] {
			t.Errorf("%d memories, %+v", count(), said)
		}
		again := knowledge.NewMemory{Character: "b", Text: "Run!", Moment: "m1", Take: take, Kind: event.Hearing, Of: said.Event}
		if id := got(b.EmbedMemory(ctx, again))(t); id != said.Listeners[0] || count() != 1 {
			t.Errorf("of the same event it is %s, and there are %d", id, count())
		}
		again.Of = 0
		one, two := got(b.EmbedMemory(ctx, again))(t), got(b.EmbedMemory(ctx, again))(t)
		if one == two || count() != 3 {
			t.Errorf("of two events they are %s and %s, and there are %d", one, two, count())
		}
		again.Text = "No.\n\nNo.\n\nNever."
		ids := got(b.EmbedChunks(ctx, again, lore.Paragraphs))(t)
		if len(ids) != 3 || ids[0] != ids[1] || ids[1] == ids[2] || count() != 5 {
			t.Errorf("in pieces they are %v, and there are %d", ids, count())
		}
		got(b.Dialogue(ctx, line))(t)
		if count() != 6 {
			t.Errorf("said again there are %d", count())
		}
	})
}

// The corpus is found by its filters, withdrawn by version, and its ids go on resolving.
func TestCorpus(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, save := create(t, store)
		if all := got(b.QueryCorpus(ctx, knowledge.CorpusQuery{}))(t); len(all) != 0 {
			t.Errorf("an empty corpus has %+v", all)
		}
		file := filepath.Join(t.TempDir(), "keepers.md")
		must(t, os.WriteFile(file, []byte("A keeper never sleeps.\n\nA keeper lights the lamp."), 0o600))
		old := got(b.LoadDocument(ctx, file, knowledge.NewChunk{Source: "keepers", Category: "canon", Version: "1", Metadata: knowledge.Object{"by": "Ada"}}, nil))(t)
		fresh := got(b.LoadText(ctx, knowledge.NewChunk{Content: "A keeper sleeps by day. The lamp is lit at dusk.", Source: "keepers", Category: "draft", Version: "2", Section: "1"}, lore.Sentences))(t)
		if len(old) != 2 || len(fresh) != 2 {
			t.Fatalf("%v and %v", old, fresh)
		}
		ids := func(b *knowledge.Base, q knowledge.CorpusQuery) (all []knowledge.ChunkID) {
			t.Helper()
			for _, c := range got(b.QueryCorpus(ctx, q))(t) {
				all = append(all, c.ID)
			}
			return all
		}
		for _, c := range []struct {
			q    knowledge.CorpusQuery
			want []knowledge.ChunkID
		}{
			{knowledge.CorpusQuery{}, []knowledge.ChunkID{fresh[1], fresh[0], old[1], old[0]}},
			{knowledge.CorpusQuery{Version: "1"}, []knowledge.ChunkID{old[1], old[0]}},
			{knowledge.CorpusQuery{Category: "draft", Limit: 1}, []knowledge.ChunkID{fresh[1]}},
			{knowledge.CorpusQuery{Source: "others"}, nil},
			{knowledge.CorpusQuery{Text: "never sleeps", Version: "1", Limit: 1}, []knowledge.ChunkID{old[0]}},
			{knowledge.CorpusQuery{Text: "never sleeps", Version: "1", Category: "draft"}, nil},
		} {
			if got := ids(b, c.q); !slices.Equal(got, c.want) {
				t.Errorf("%+v: %v, not %v", c.q, got, c.want)
			}
		}
		if n := got(b.DeleteCorpusVersion(ctx, "keepers", "1"))(t); n != 2 {
			t.Errorf("%d were withdrawn", n)
		}
		if n := got(b.DeleteCorpusVersion(ctx, "keepers", "1"))(t); n != 0 {
			t.Errorf("%d were withdrawn again", n)
		}
		for _, b := range []*knowledge.Base{b, knowledge.Open(save)} {
			if found := ids(b, knowledge.CorpusQuery{Text: "keeper never sleeps"}); slices.Contains(found, old[0]) || slices.Contains(found, old[1]) {
				t.Errorf("withdrawn and found: %v", found)
			}
			c := got(b.Chunk(ctx, old[0]))(t)
			if !c.Withdrawn || c.Content != "A keeper never sleeps." || c.Metadata["by"] != "Ada" || c.Source != "keepers" {
				t.Errorf("withdrawn is %+v", c)
			}
			if c := got(b.Chunk(ctx, fresh[0]))(t); c.Withdrawn || c.Section != "1" {
				t.Errorf("not withdrawn is %+v", c)
			}
		}
	})
}

// Whoever reads along the narrator's eyes reads what is for the narrator, and nobody else does.
func TestReaders(t *testing.T) {
	b, _ := create(t, persistence.New(mem.New(), nil))
	ctx := t.Context()
	register(t, b, "a", "b")
	got(b.LoadChunk(ctx, knowledge.NewChunk{Content: "public"}))(t)
	got(b.LoadChunk(ctx, knowledge.NewChunk{Content: "narrator", Audience: []string{"narrator"}}))(t)
	got(b.LoadChunk(ctx, knowledge.NewChunk{Content: "two", Audience: []string{"character:a", "narrator"}}))(t)
	for reader, want := range map[string]string{"": "public", "narrator": "two narrator public", "a": "two public", "b": "public"} {
		var read []string
		for _, c := range got(b.QueryCorpus(ctx, knowledge.CorpusQuery{Reader: reader}))(t) {
			read = append(read, c.Content)
		}
		if strings.Join(read, " ") != want {
			t.Errorf("%q reads %v, not %s", reader, read, want)
		}
	}
	if _, err := b.QueryCorpus(ctx, knowledge.CorpusQuery{Reader: "c"}); !isUnknown(err, "character") {
		t.Errorf("a reader whom nobody knows: %v", err)
	}
}

func isUnknown(err error, what string) bool {
	unknown, is := errors.AsType[*knowledge.UnknownError](err)
	return is && unknown.What == what
}

// A take of a take goes on where what it sees ends, also where an event stands there that it does not.
func TestTakesOfWhatWasCutOff(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		ctx := t.Context()
		b, _ := create(t, store)
		register(t, b, "a")
		moments(t, b, "m1", "m2")
		take := got(b.CreateTake(ctx, knowledge.NewTake{}))(t)
		for _, moment := range []string{"m2", "m1"} {
			got(b.EmbedMemory(ctx, knowledge.NewMemory{Character: "a", Text: "of " + moment, Moment: moment, Take: take, Kind: event.Internal}))(t)
		}
		child := got(b.Branch(ctx, take, "m1", ""))(t)
		again := got(b.CreateTake(ctx, knowledge.NewTake{Parent: child, Before: 2}))(t)
		for _, id := range []knowledge.TakeID{again, child} {
			got(b.Dialogue(ctx, knowledge.Line{Speaker: "a", Text: "Go on.", Moment: "m1", Take: id}))(t)
		}
		if s := state(t, b, "a", "m2", child); contents(s) != "internal: of m1 | said: Go on." {
			t.Errorf("the take from the moment has %q", contents(s))
		}
		if s := state(t, b, "a", "m2", again); contents(s) != "said: Go on." {
			t.Errorf("the take of it has %q", contents(s))
		}
	})
}
