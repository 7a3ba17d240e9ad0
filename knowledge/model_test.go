package knowledge_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

func TestMain(m *testing.M) {
	flag.Parse()
	for name, value := range map[string]string{"rapid.seed": "12", "rapid.checks": strconv.Itoa(soak.Count(2_000)), "rapid.nofailfile": "true"} {
		if f := flag.Lookup(name); f.Value.String() == f.DefValue {
			_ = flag.Set(name, value)
		}
	}
	os.Exit(m.Run())
}

// A was is an event in the plain memory of a model: somebody came to know or remember something, or for
// nobody that something was said.
type was struct {
	at       event.Position
	sequence int
	who      string
	fact     knowledge.FactID
	text     string
}

// A model is takes in plain memory: of each what stands on it.
type model struct {
	base  *knowledge.Base
	save  *persistence.Save
	takes map[knowledge.TakeID][]was
	tip   map[knowledge.TakeID]event.Position
	facts []knowledge.FactID
	since map[knowledge.FactID]int
	count int
	asked map[bool]int
}

var people = []string{"ada", "ben", "cyd"}

const lastMoment = 5

func (m *model) take(t *rapid.T) knowledge.TakeID {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(m.takes))).Draw(t, "take")
}

func (m *model) text() string {
	m.count++
	return fmt.Sprintf("word%d is so", m.count)
}

func draw(t *rapid.T) (who string, sequence int) {
	return rapid.SampledFrom(people).Draw(t, "who"), rapid.IntRange(1, lastMoment).Draw(t, "moment")
}

func name(sequence int) string { return fmt.Sprint("m", sequence) }

func (m *model) add(id knowledge.TakeID, of was) {
	m.tip[id]++
	of.at = m.tip[id]
	m.takes[id] = append(slices.Clip(m.takes[id]), of)
}

func (m *model) fact(t *rapid.T) {
	_, sequence := draw(t)
	id, err := m.base.LogFact(t.Context(), knowledge.NewFact{Content: m.text(), Moment: name(sequence)})
	if err != nil {
		t.Fatal(err)
	}
	m.facts, m.since[id] = append(m.facts, id), sequence
}

func (m *model) learn(t *rapid.T) {
	if len(m.facts) == 0 {
		return
	}
	id, fact := m.take(t), rapid.SampledFrom(m.facts).Draw(t, "fact")
	who, sequence := draw(t)
	_, err := m.base.LogKnowledge(t.Context(), knowledge.Learning{Character: event.CharacterID(who), Fact: fact, Moment: name(sequence), Take: id})
	known := slices.ContainsFunc(m.takes[id], func(w was) bool { return w.who == who && w.fact == fact && w.sequence <= sequence })
	switch early := m.since[fact] > sequence; {
	case early && !known:
		if !errors.Is(err, event.ErrInvalid) {
			t.Fatalf("learned before it is so: %v", err)
		}
	case err != nil:
		t.Fatal(err)
	case !known:
		m.add(id, was{sequence: sequence, who: who, fact: fact})
	}
}

func (m *model) remember(t *rapid.T) {
	id, text := m.take(t), m.text()
	who, sequence := draw(t)
	_, err := m.base.EmbedMemory(t.Context(), knowledge.NewMemory{Character: event.CharacterID(who), Text: text, Moment: name(sequence), Take: id, Kind: event.Internal})
	if err != nil {
		t.Fatal(err)
	}
	m.add(id, was{sequence: sequence, who: who, text: text})
}

func (m *model) say(t *rapid.T) {
	id, text := m.take(t), m.text()
	who, sequence := draw(t)
	var listeners []event.CharacterID
	for _, other := range people {
		if other != who && rapid.Bool().Draw(t, "hears") {
			listeners = append(listeners, event.CharacterID(other))
		}
	}
	_, err := m.base.Dialogue(t.Context(), knowledge.Line{Speaker: event.CharacterID(who), Text: text, Moment: name(sequence), Take: id, Listeners: listeners})
	if slices.ContainsFunc(m.takes[id], func(w was) bool { return w.who == "" && w.sequence > sequence }) {
		if !errors.Is(err, event.ErrInvalid) {
			t.Fatalf("said before what was said already: %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	m.add(id, was{sequence: sequence})
	m.add(id, was{sequence: sequence, who: who, text: text})
	for _, listener := range listeners {
		m.add(id, was{sequence: sequence, who: string(listener), text: text})
	}
}

func (m *model) root(t *rapid.T) { m.made(t, knowledge.NewTake{}, nil, 0) }

func (m *model) branch(t *rapid.T) {
	from := m.take(t)
	_, sequence := draw(t)
	var line []was
	tip := event.Position(0)
	for _, w := range m.takes[from] {
		if w.sequence <= sequence {
			line, tip = append(line, w), w.at
		}
	}
	m.made(t, knowledge.NewTake{Parent: from, At: name(sequence)}, line, tip)
}

func (m *model) retry(t *rapid.T) {
	from := m.take(t)
	if m.tip[from] == 0 {
		return
	}
	before := event.Position(rapid.Int64Range(1, int64(m.tip[from])).Draw(t, "before"))
	line := slices.DeleteFunc(slices.Clone(m.takes[from]), func(w was) bool { return w.at >= before })
	tip := event.Position(0) // where what it sees ends, there may be an event of a moment that was cut off
	if len(line) > 0 {
		tip = line[len(line)-1].at
	}
	m.made(t, knowledge.NewTake{Parent: from, Before: before}, line, tip)
}

func (m *model) made(t *rapid.T, n knowledge.NewTake, line []was, tip event.Position) {
	id, err := m.base.CreateTake(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	m.takes[id], m.tip[id] = line, tip
}

// query asks for everything, and for what bears on a text that was ever written, of which what is of
// another take, a later moment or another mind must not come.
func (m *model) query(t *rapid.T) {
	id := m.take(t)
	who, sequence := draw(t)
	q := knowledge.Query{Character: event.CharacterID(who), Moment: name(sequence), Take: id, FactLimit: 1000, MemoryLimit: 1000}
	s, err := m.base.QueryState(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if tip, _, err := m.save.Tip(t.Context(), id); err != nil || tip != m.tip[id] {
		t.Fatalf("%s has %d events, and should %d (%v)", id, tip, m.tip[id], err)
	}
	visible := slices.DeleteFunc(slices.Clone(m.takes[id]), func(w was) bool { return w.sequence > sequence || w.who != who })
	slices.SortStableFunc(visible, func(a, b was) int { return cmp.Compare(a.sequence, b.sequence) })
	var facts, texts, wantFacts, wantTexts []string
	for _, f := range s.Facts {
		facts = append(facts, string(f.ID)+"@"+f.Moment)
	}
	for _, of := range s.Memories {
		texts = append(texts, of.Text+"@"+of.Moment)
	}
	learned := map[knowledge.FactID]was{}
	for _, w := range m.takes[id] { // what is learned again at an earlier moment is known by the event that came first
		if _, is := learned[w.fact]; w.fact != "" && w.who == who && w.sequence <= sequence && !is {
			learned[w.fact] = w
		}
	}
	for _, w := range visible {
		switch {
		case w.fact == "":
			wantTexts = append(wantTexts, w.text+"@"+name(w.sequence))
		case learned[w.fact] == w:
			wantFacts = append(wantFacts, string(w.fact)+"@"+name(w.sequence))
		}
	}
	if !slices.Equal(facts, wantFacts) || !slices.Equal(texts, wantTexts) {
		t.Fatalf("%s at %s on %s has\n%q %q\nand should\n%q %q", who, q.Moment, id, facts, texts, wantFacts, wantTexts)
	}
	if m.count == 0 {
		return
	}
	n := rapid.IntRange(1, m.count).Draw(t, "asked for")
	q.Text = fmt.Sprintf("word%d", n)
	if s, err = m.base.QueryState(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, of := range s.Memories {
		if !slices.Contains(wantTexts, of.Text+"@"+of.Moment) {
			t.Fatalf("%s at %s on %s finds %q", who, name(sequence), id, of.Text)
		}
		found = found || strings.HasPrefix(of.Text, q.Text+" ")
	}
	for _, f := range s.Facts {
		if !slices.Contains(wantFacts, string(f.ID)+"@"+f.Moment) {
			t.Fatalf("%s at %s on %s finds the fact %q", who, name(sequence), id, f.Content)
		}
	}
	there := slices.ContainsFunc(wantTexts, func(text string) bool { return strings.HasPrefix(text, q.Text+" ") })
	if there != found {
		t.Fatalf("%s at %s on %s finds %q: %v, and it is there: %v", who, name(sequence), id, q.Text, found, there)
	}
	m.asked[there]++
}

// Whatever is written, in whatever order of moments, on whatever takes: what a character is given is what
// a plain list says, and no search finds anything else. So nothing of a parent's later writes, of another
// take, of an abandoned future or of another mind is ever given.
func TestAgainstAPlainModel(t *testing.T) {
	asked, games := make(map[bool]int), 0
	rapid.Check(t, func(rt *rapid.T) {
		games++
		save, err := persistence.New(mem.New(), &persistence.Options{Embedder: lexical.New()}).Create(t.Context(), "model", "p-1")
		must(t, err)
		defer save.Close()
		m := &model{base: knowledge.Open(save), save: save, takes: map[knowledge.TakeID][]was{}, tip: map[knowledge.TakeID]event.Position{}, since: map[knowledge.FactID]int{}, asked: asked}
		register(t, m.base, people...)
		for n := range lastMoment {
			must(t, m.base.CreateMoment(t.Context(), knowledge.Moment{ID: name(n + 1), Sequence: int64(n + 1)}))
		}
		m.root(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"fact": m.fact, "learn": m.learn, "learn more": m.learn, "remember": m.remember, "say": m.say, "say more": m.say,
			"root": m.root, "branch": m.branch, "retry": m.retry, "query": m.query, "query more": m.query,
			"reopen": func(*rapid.T) { m.base = knowledge.Open(save) },
		})
		m.query(rt)
	})
	t.Logf("%d histories; asked was %d times for what is not there, and %d times for what is", games, asked[false], asked[true])
	if asked[false] == 0 || asked[true] == 0 || soak.Whole() && asked[false] < 5_000 {
		t.Error("too little was asked")
	}
}
