package story_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A world is the simplest thing that a story's state can be compared with: it
// copies everything, always.
type world struct {
	minutes, turn int64
	places        map[string]string
	items         map[string]int64 // "who item"
	met, seen     map[string]int64
	relations     map[story.Pair]story.Relation
	memories      []string
	threads       []string
	journal       []string
	free          map[string]string
	data          map[string]string
	told          int
}

func (w world) copy() world {
	w.places, w.items, w.met, w.seen = maps.Clone(w.places), maps.Clone(w.items), maps.Clone(w.met), maps.Clone(w.seen)
	w.relations, w.free, w.data = maps.Clone(w.relations), maps.Clone(w.free), maps.Clone(w.data)
	w.memories, w.threads, w.journal = slices.Clone(w.memories), slices.Clone(w.threads), slices.Clone(w.journal)
	return w
}

func (w world) String() string {
	var relations []string
	for pair, r := range w.relations {
		relations = append(relations, fmt.Sprintf("%s>%s %d %d %v", pair.Who, pair.Whom, r.Score, r.Changed, r.Begun))
	}
	slices.Sort(relations)
	type plain world // without this method
	w.relations = nil
	return fmt.Sprintf("%+v %v", plain(w), relations)
}

// seenAs is the same of a real state.
func seenAs(s *story.State) world {
	w := world{
		minutes: s.Minutes, turn: s.Turn.Number, places: map[string]string{}, items: map[string]int64{},
		met: map[string]int64{}, seen: map[string]int64{}, relations: s.Relations, free: map[string]string{}, data: map[string]string{},
		told: len(s.Told),
	}
	for id, c := range s.People {
		w.places[string(id)] = c.Place
		for _, item := range c.Items {
			w.items[string(id)+" "+item.ID] = item.Count
		}
	}
	for _, p := range s.Player().People() {
		if p.Met > 0 {
			w.met[string(p.ID)] = p.Met
		}
	}
	if k := s.Known[event.Player]; k != nil {
		for id, a := range k.People {
			if a.Met > 0 {
				w.seen[string(id)] = a.Seen
			}
		}
	}
	for _, m := range s.Memories.All() {
		w.memories = append(w.memories, m.ID)
	}
	for _, t := range s.Player().Threads() {
		w.threads = append(w.threads, fmt.Sprint(t.ID, t.Open, t.Summary))
	}
	for _, e := range s.Player().Journal(0) {
		w.journal = append(w.journal, e.Text)
	}
	for key, value := range s.Free {
		w.free[key] = fmt.Sprint(value)
	}
	for skill, values := range s.Data {
		for key, value := range values {
			w.data[skill+" "+key] = fmt.Sprint(value)
		}
	}
	return w
}

// meet notes who is where the player is.
func (w *world) meet(ids ...string) {
	for _, id := range ids {
		if id == "player" || w.places[id] != w.places["player"] || w.turn == 0 {
			continue
		}
		w.seen[id] = w.turn
		if w.met[id] == 0 {
			w.met[id] = w.turn
		}
	}
}

// A machine plays a story and the model of it side by side.
type machine struct {
	save            *persistence.Save
	p               *story.Playthrough
	turn            *story.Turn
	committed       world
	before          string // the committed state when the turn began
	staged          world
	view, viewed    string
	viewer          *story.View
	memories, turns int
}

var (
	people = []string{"player", "ines", "ned"}
	places = []string{"quay", "tower", "cellar"}
)

func oneOf[T any](t *rapid.T, what string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, what)
}

func (m *machine) begin() {
	m.turns++
	m.before = dump(m.p.State())
	m.staged = m.committed.copy()
	m.turn = m.p.Begin(event.TurnID(fmt.Sprintf("turn-%d", m.turns)))
	m.staged.turn++
	m.add(event.TurnOpened, event.Data{"turn": "t", "number": m.staged.turn, "seed": "s"})
	m.staged.meet(people...)
	m.staged.told = m.committed.told
}

// add stages an event; false where the story refused it.
func (m *machine) add(kind event.Kind, data event.Data) bool {
	_, err := m.turn.Add(event.Event{Kind: kind, Actor: "engine", Data: data})
	return err == nil
}

func (m *machine) move(t *rapid.T) {
	who, to := oneOf(t, "who", people...), oneOf(t, "to", places...)
	m.add(event.Moved, event.Data{"who": who, "to": to})
	from := m.staged.places[who]
	m.staged.places[who] = to
	switch {
	case who == "player":
		m.staged.meet(people...)
	case to == m.staged.places["player"]:
		m.staged.meet(who)
	case from == m.staged.places["player"]: // who sees them go
		if m.staged.met[who] == 0 {
			m.staged.met[who] = m.staged.turn
		}
		m.staged.seen[who] = m.staged.turn
	}
}

func (m *machine) pass(t *rapid.T) {
	n := rapid.Int64Range(0, 5000).Draw(t, "minutes")
	m.add(event.TimePassed, event.Data{"minutes": n})
	m.staged.minutes += n
}

func (m *machine) carry(t *rapid.T) {
	who, item := oneOf(t, "who", people...), oneOf(t, "item", "rope", "oil")
	n, key := rapid.Int64Range(0, 3).Draw(t, "count"), who+" "+item
	if rapid.Bool().Draw(t, "gain") {
		if got := m.add(event.ItemGained, event.Data{"who": who, "item": item, "count": n}); got != (n > 0) {
			t.Fatalf("gaining %d was taken: %v", n, got)
		}
		if n > 0 {
			m.staged.items[key] += n
			m.staged.meet(who)
		}
		return
	}
	can := n > 0 && m.staged.items[key] >= n
	if got := m.add(event.ItemLost, event.Data{"who": who, "item": item, "count": n}); got != can {
		t.Fatalf("losing %d of %d was taken: %v", n, m.staged.items[key], got)
	}
	if can {
		if m.staged.items[key] -= n; m.staged.items[key] == 0 {
			delete(m.staged.items, key)
		}
		m.staged.meet(who)
	}
}

func (m *machine) feel(t *rapid.T) {
	pair := story.Pair{Who: oneOf(t, "who", "ines", "ned", "keepers"), Whom: oneOf(t, "whom", "player", "ines")}
	r, is := m.staged.relations[pair]
	if !is {
		r = story.Relation{Unit: 10080, Keep: 900}
		if pair.Who == "keepers" {
			r = story.Relation{Unit: 1000, Keep: 500}
		}
	}
	by := rapid.Int64Range(-120000, 120000).Draw(t, "by")
	if rapid.Bool().Draw(t, "begin") {
		can := !r.Begun && by >= -100000 && by <= 100000
		if got := m.add(event.RelationBegun, event.Data{"who": pair.Who, "whom": pair.Whom, "score": by}); got != can {
			t.Fatalf("beginning %v with %d was taken: %v", pair, by, got)
		}
		if !can {
			return
		}
		r.Score, r.Begun = by, true
	} else {
		m.add(event.RelationChanged, event.Data{"who": pair.Who, "whom": pair.Whom, "by": by})
		r.Score = min(max(faded(r, m.staged.minutes)+by, -100000), 100000)
	}
	r.Changed = m.staged.minutes
	m.staged.relations[pair] = r
}

func (m *machine) remember(t *rapid.T) {
	if rapid.Bool().Draw(t, "withdraw") {
		id := fmt.Sprintf("m-%d", rapid.IntRange(0, m.memories+1).Draw(t, "which"))
		i := slices.Index(m.staged.memories, id)
		if got := m.add(event.MemoryWithdrawn, event.Data{"memory": id, "reason": "r"}); got != (i >= 0) {
			t.Fatalf("withdrawing %s was taken: %v", id, got)
		}
		if i >= 0 {
			m.staged.memories = slices.Delete(m.staged.memories, i, i+1)
		}
		return
	}
	m.memories++
	id := fmt.Sprintf("m-%d", m.memories)
	m.add(event.MemoryKept, event.Data{
		"memory": id, "knower": oneOf(t, "knower", people...), "words": "It was a day.", "significance": "low",
	})
	m.staged.memories = append(m.staged.memories, id)
}

func (m *machine) thread(t *rapid.T) {
	id := oneOf(t, "thread", "a", "b")
	i := slices.IndexFunc(m.staged.threads, func(s string) bool { return strings.HasPrefix(s, id) })
	switch kind := rapid.SampledFrom([]event.Kind{event.ThreadOpened, event.ThreadContinued, event.ThreadResolved}).Draw(t, "kind"); kind {
	case event.ThreadOpened:
		if got := m.add(kind, event.Data{"thread": id, "title": "T"}); got != (i < 0) {
			t.Fatalf("opening %q was taken: %v", id, got)
		}
		if i < 0 {
			m.staged.threads = append(m.staged.threads, fmt.Sprint(id, true, ""))
		}
	case event.ThreadContinued:
		if m.add(kind, event.Data{"thread": id, "words": "S"}) {
			m.staged.threads[i] = fmt.Sprint(id, strings.Contains(m.staged.threads[i], "true"), "S")
		}
	case event.ThreadResolved:
		if m.add(kind, event.Data{"thread": id, "outcome": "O"}) {
			m.staged.threads[i] = strings.Replace(m.staged.threads[i], "true", "false", 1)
		}
	}
}

func (m *machine) speak(t *rapid.T) {
	who, text := oneOf(t, "who", "ines", "ned"), oneOf(t, "text", "yes", "no")
	seen := rapid.Bool().Draw(t, "seen")
	perception := &event.Perception{}
	if seen {
		perception.WitnessedBy = []event.CharacterID{"player"}
		m.staged.journal = append(m.staged.journal, text)
		m.staged.meet(who)
	}
	if _, err := m.turn.Add(event.Event{
		Kind: event.Happened, Actor: "engine", Perception: perception, Data: event.Data{"text": text, "who": []string{who}},
	}); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) write(t *rapid.T) {
	key, value := oneOf(t, "key", "x", "y"), oneOf(t, "value", "1", "2")
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 0:
		m.add(event.StatePatched, event.Data{"patch": strictjson.Object{key: value}})
		m.staged.free[key] = value
	case 1:
		m.add(event.StatePatched, event.Data{"patch": strictjson.Object{key: nil}})
		delete(m.staged.free, key)
	case 2:
		m.add(event.DataSet, event.Data{"skill": "s", "key": key, "value": value})
		m.staged.data["s "+key] = value
	case 3:
		m.add(event.DataDeleted, event.Data{"skill": "s", "key": key})
		delete(m.staged.data, "s "+key)
	case 4:
		m.add(event.Narrated, event.Data{"text": "Once.", "told": strictjson.Object{"turn": 1}})
		m.staged.told = min(m.staged.told+1, 20)
	}
}

func (m *machine) commit(t *rapid.T) {
	if _, err := m.turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.committed = m.staged
	m.begin()
}

func (m *machine) drop(*rapid.T) { m.begin() }

func (m *machine) reopen(t *rapid.T) {
	p, err := story.Open(t.Context(), m.save)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := dump(p.State()), dump(m.p.State()); got != want {
		t.Fatalf("reopened it is\n%s\nand was\n%s", got, want)
	}
	m.p = p
	m.begin()
}

// look takes a view, which must stay what it is.
func (m *machine) look(*rapid.T) {
	m.viewer = m.turn.State().Player()
	m.view = string(strictjson.Append(nil, m.viewer.Object()))
	m.viewed = seen(m.viewer)
}

func (m *machine) check(t *rapid.T) {
	if got, want := seenAs(m.turn.State()).String(), m.staged.String(); got != want {
		t.Fatalf("staged\ngot  %s\nwant %s", got, want)
	}
	if got, want := seenAs(m.p.State()).String(), m.committed.String(); got != want {
		t.Fatalf("committed\ngot  %s\nwant %s", got, want)
	}
	if now := dump(m.p.State()); now != m.before {
		t.Fatalf("staging changed what was committed: it is\n%s\nand was\n%s", now, m.before)
	}
	if m.viewer != nil && (string(strictjson.Append(nil, m.viewer.Object())) != m.view || seen(m.viewer) != m.viewed) {
		t.Fatal("a view changed when the story went on")
	}
}

func TestAStoryAgainstItsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		save, err := persistence.New(mem.New(), nil).Create(t.Context(), "model", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		p, err := story.Open(t.Context(), save)
		if err != nil {
			t.Fatal(err)
		}
		m := &machine{save: save, p: p}
		beginModel(t, m)
		t.Repeat(map[string]func(*rapid.T){
			"move": m.move, "pass": m.pass, "carry": m.carry, "feel": m.feel, "remember": m.remember, "thread": m.thread,
			"speak": m.speak, "write": m.write, "commit": m.commit, "drop": m.drop, "reopen": m.reopen, "look": m.look, "": m.check,
		})
	})
}

func beginModel(t *rapid.T, m *machine) {
	m.turn = m.p.Begin("start")
	m.add(event.PlaythroughStarted, event.Data{
		"campaign": "c", "version": "1", "digest": "d", "persona": strictjson.Object{"place": "quay"},
		"parameters": strictjson.Object{"clock": 480, "relation": strictjson.Object{
			"person":  strictjson.Object{"unit_minutes": 10080, "keep": 900},
			"faction": strictjson.Object{"unit_minutes": 1000, "keep": 500},
		}},
	})
	for _, place := range places {
		m.add(event.EntityAdded, event.Data{"entity": place, "type": "place", "name": place})
	}
	m.add(event.EntityAdded, event.Data{"entity": "keepers", "type": "faction", "name": "Keepers"})
	m.add(event.EntityAdded, event.Data{"entity": "ines", "type": "person", "name": "Ines", "place": "quay"})
	m.add(event.EntityAdded, event.Data{"entity": "ned", "type": "person", "name": "Ned", "place": "cellar"})
	if _, err := m.turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.committed = world{
		minutes: 480, places: map[string]string{"player": "quay", "ines": "quay", "ned": "cellar"},
		items: map[string]int64{}, met: map[string]int64{}, seen: map[string]int64{},
		relations: map[story.Pair]story.Relation{}, free: map[string]string{}, data: map[string]string{},
	}
	m.begin()
}
