package story_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// play plays one turn in which something happens.
func play(t testing.TB, p *story.Playthrough, what string) {
	t.Helper()
	turn := openTurn(t, p)
	add(t, turn, event.Happened, event.Data{"text": what})
	add(t, turn, event.MemoryKept, event.Data{"memory": "m-" + what, "knower": "player", "words": what, "significance": "low"})
	commit(t, turn)
}

func journal(s *story.State) string {
	var texts []string
	for _, e := range s.Journal.All() {
		texts = append(texts, e.Text)
	}
	return strings.Join(texts, " ")
}

// sessions are the comings and goings along the head.
func sessions(t testing.TB, p *story.Playthrough) string {
	t.Helper()
	var all []string
	for r, err := range p.Events(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		switch r.Event.Kind {
		case event.SessionOpened:
			all = append(all, fmt.Sprintf("%s(%d)", r.Event.Text("session"), r.Event.Whole("number")))
		case event.SessionClosed:
			all = append(all, r.Event.Text("session")+" "+r.Event.Text("reason"))
		}
	}
	return strings.Join(all, ", ")
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// reread opens the same save again and looks whether it is the same story.
func reread(t testing.TB, save *persistence.Save, p *story.Playthrough) {
	t.Helper()
	again := open(t, save)
	if again.Where() != p.Where() {
		t.Errorf("reopened at %v, left at %v", again.Where(), p.Where())
	}
	if got, want := dump(again.State()), dump(p.State()); got != want {
		t.Errorf("reopened it is\n%s\nand was\n%s", got, want)
	}
}

func TestATurnTakenBackIsOnAnotherBranch(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		if err := p.Back(t.Context()); !errors.Is(err, story.ErrNoTurn) {
			t.Errorf("back before any turn: %v", err)
		}
		play(t, p, "one")
		if err := p.Back(t.Context()); !errors.Is(err, story.ErrNoTurn) {
			t.Errorf("back at the opening: %v", err)
		}
		afterOne := dump(p.State())
		play(t, p, "two")
		afterTwo := dump(p.State())
		play(t, p, "three")

		must(t, p.Back(t.Context()))
		if got := dump(p.State()); got != afterTwo {
			t.Errorf("after back the state is\n%s\nwant\n%s", got, afterTwo)
		}
		reread(t, save, p)
		must(t, p.Back(t.Context()))
		if got := dump(p.State()); got != afterOne || p.Where().Branch != "take-3" {
			t.Errorf("after back twice at %v the state is\n%s\nwant\n%s", p.Where(), got, afterOne)
		}
		play(t, p, "other")
		if got := journal(p.State()); got != "one other" {
			t.Errorf("the journal is %q", got)
		}
		reread(t, save, p)
		must(t, p.Back(t.Context()))
		play(t, p, "two") // the same memory's id, on another branch
		reread(t, save, p)

		var old []string
		for r, err := range save.Events(t.Context(), save.At(event.Trunk), 0) {
			must(t, err)
			old = append(old, r.Event.Text("text"))
		}
		if !slices.Contains(old, "three") {
			t.Error("what was taken back is lost")
		}
		found, err := save.TextSearch(t.Context(), persistence.Scope{At: p.Where(), Kind: persistence.Memory, Knower: event.Player}, persistence.Query{Text: "one two three other"})
		must(t, err)
		if len(found) != 2 {
			t.Errorf("the head's memories are %v", found)
		}
	})
}

func TestSessionsComeAndGo(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		must(t, p.CloseSession(t.Context(), "quit")) // none is open: nothing
		must(t, p.OpenSession(t.Context(), "1.0"))
		play(t, p, "one")
		play(t, p, "two")
		must(t, p.CloseSession(t.Context(), "quit"))
		must(t, p.CloseSession(t.Context(), "quit"))
		must(t, p.OpenSession(t.Context(), ""))
		p = open(t, save) // as after a crash
		must(t, p.OpenSession(t.Context(), ""))
		const all = "session-1(1), session-1 quit, session-2(2), session-2 crashed, session-3(3)"
		if got := sessions(t, p); got != all {
			t.Errorf("sessions are %s", got)
		}
		if s := p.State().Session; s != (story.Session{ID: "session-3", Number: 3, Open: true, Turn: 2}) {
			t.Errorf("the session is %+v", s)
		}
		last, err := p.LastTurn(t.Context())
		must(t, err)
		if len(last) != 3 || last[0].Event.Kind != event.TurnOpened || last[2].Event.Kind != event.MemoryKept {
			t.Errorf("the last turn is %v", last)
		}

		must(t, p.Back(t.Context())) // before the end of session 1
		if got := sessions(t, p); got != all {
			t.Errorf("after back, sessions are %s", got)
		}
		if s := p.State().Session; !s.Open || s.Number != 3 {
			t.Errorf("after back, the session is %+v", s)
		}
		play(t, p, "other")
		must(t, p.Back(t.Context())) // after all of them
		if got := sessions(t, p); got != all {
			t.Errorf("after back again, sessions are %s", got)
		}
		must(t, p.CloseSession(t.Context(), "ended"))
		if got := sessions(t, p); got != all+", session-3 ended" {
			t.Errorf("at the end, sessions are %s", got)
		}
		reread(t, save, p)
	})
}

func TestATurnIsWrittenOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		one, other := openTurn(t, p), p.Begin("other")
		add(t, one, event.Happened, event.Data{"text": "one"})
		add(t, other, event.Happened, event.Data{"text": "other"})
		receipt := commit(t, one)
		if again := commit(t, one); !again.Repeated || again.Last != receipt.Last {
			t.Errorf("the second commit gave %+v, the first %+v", again, receipt)
		}
		if _, err := one.Add(event.Event{Kind: event.Happened, Actor: "engine", Data: event.Data{"text": "late"}}); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("adding to a turn that was written: %v", err)
		}
		if _, err := other.Commit(t.Context()); !errors.Is(err, persistence.ErrConflict) {
			t.Errorf("a turn from before another one: %v", err)
		}
		if got := journal(p.State()); got != "one" {
			t.Errorf("the journal is %q", got)
		}

		// A turn that is known, staged with something else, is what it was.
		p = open(t, save)
		same := p.Begin(one.ID)
		add(t, same, event.Happened, event.Data{"text": "something else"})
		if again := commit(t, same); !again.Repeated || again.First != receipt.First {
			t.Errorf("a known turn gave %+v", again)
		}
		reread(t, save, p)

		// As when the answer of the store got lost: somebody else wrote the turn.
		lost := open(t, save)
		next := openTurn(t, p)
		commit(t, next)
		behind := lost.Begin(next.ID)
		add(t, behind, event.Happened, event.Data{"text": "two"})
		if again := commit(t, behind); !again.Repeated {
			t.Errorf("a known turn gave %+v", again)
		}
		reread(t, save, lost)

		gone := openTurn(t, p)
		must(t, p.Back(t.Context()))
		if _, err := gone.Commit(t.Context()); !errors.Is(err, persistence.ErrConflict) {
			t.Errorf("a turn of the branch that was left: %v", err)
		}
	})
}

func TestATurnKeepsBlobs(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		portrait := event.Event{Kind: event.PortraitMade, Actor: "engine", Data: event.Data{
			"who": "ines", "blob": event.HashOf([]byte("picture")).String(), "media": "image/png", "origin": "drawn",
		}}
		if _, err := turn.Add(portrait); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("a portrait without its bytes: %v", err)
		}
		_, err := turn.PutBlob(t.Context(), []byte("picture"))
		must(t, err)
		_, err = turn.Add(portrait)
		must(t, err)
		commit(t, turn)
		turn = openTurn(t, p)
		_, err = turn.Add(portrait) // the bytes are there from before
		must(t, err)
		commit(t, turn)
	})
}

// What rows hold can be made again from the log alone.
func TestRowsAreThoseOfTheLog(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		tell(t, p)
		second, err := store.Create(t.Context(), "copy", save.Playthrough())
		must(t, err)
		defer second.Close()
		copied := open(t, second)
		turn := copied.Begin("all")
		_, err = turn.PutBlob(t.Context(), []byte("picture"))
		must(t, err)
		for r, err := range p.Events(t.Context(), 0) {
			must(t, err)
			for _, field := range []string{"documents", "generations"} {
				if sum, err := event.ParseHash(r.Event.Text(field)); err == nil {
					document, err := p.Document(t.Context(), sum)
					must(t, err)
					turn.Document(field, document)
				}
			}
			_, err = turn.Add(r.Event)
			must(t, err)
		}
		commit(t, turn)
		rows := func(save *persistence.Save, at event.Where) string {
			var all []string
			for _, kind := range persistence.RowKinds() {
				for _, knower := range []event.CharacterID{"player", "ines", "ned", "keepers"} {
					found, err := save.ExactMatch(t.Context(), persistence.Scope{At: at, Kind: kind, Knower: knower})
					must(t, err)
					for _, f := range found {
						all = append(all, fmt.Sprintf("%s finds %+v at %d", knower, f.Row, f.Position))
					}
				}
			}
			return strings.Join(all, "\n")
		}
		got, want := rows(second, copied.Where()), rows(save, p.Where())
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		for _, piece := range []string{
			"player finds {Kind:memory Key:m-lit", "player finds {Kind:memory Key:m-asked", "Text:You asked Ines about the oil, and they told you what they knew.\nthe oil\n",
			"ines finds {Kind:memory Key:m-told", "Text:Mira asked Ines about the oil", "ned finds {Kind:memory Key:m-ned",
		} {
			if !strings.Contains(want, piece) {
				t.Errorf("%q is missing in\n%s", piece, want)
			}
		}
		for _, secret := range []string{"Kind:relation", "Kind:fact", "Kind:thread", "Kind:session", "Key:m-withdrawn", "ines finds {Kind:memory Key:m-lit", "player finds {Kind:memory Key:m-told"} {
			if strings.Contains(want, secret) {
				t.Errorf("%q is in\n%s", secret, want)
			}
		}
	})
}

// Ids may be long, and hold what separates them in a key.
func TestRowsOfStrangeIDs(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	long := strings.Repeat("x", 256)
	for _, id := range []string{"a", "a>b", "b>c", "c", long} {
		add(t, turn, event.EntityAdded, event.Data{"entity": id, "type": "person", "name": id})
		add(t, turn, event.TopicRaised, event.Data{"topic": id, "words": id})
		add(t, turn, event.MemoryKept, event.Data{"memory": id, "knower": id, "words": id, "topic": id, "tags": []string{id}, "significance": "low"})
	}
	commit(t, turn)
	if found := recall(t, p.State().As(event.CharacterID(long)), story.Query{Text: long}); len(found) != 1 {
		t.Errorf("found are %v", found)
	}
}

// tell plays a short story in which each kind that means something occurs.
func tell(t testing.TB, p *story.Playthrough) {
	t.Helper()
	must(t, p.OpenSession(t.Context(), "test"))
	turn := openTurn(t, p)
	add(t, turn, event.ConfigChanged, event.Data{"owner": "engine", "values": map[string]any{}, "parameters": map[string]any{"more": 1}})
	add(t, turn, event.SceneOpened, event.Data{"scene": "scene-1", "type": "dialogue", "place": "quay", "present": []string{"ines", "player"}})
	add(t, turn, event.BeatReached, event.Data{"beat": "arrival", "effects": map[string]any{"led": []string{"storm", "calm"}}})
	add(t, turn, event.BeatSkipped, event.Data{"beat": "calm", "reason": "There is fog."})
	add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "The lamp is out."})
	add(t, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": 5000, "reason": "You listened."})
	add(t, turn, event.RelationChanged, event.Data{"who": "keepers", "whom": "player", "by": -2500})
	add(t, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "ned", "by": -9000})
	add(t, turn, event.ThreadOpened, event.Data{"thread": "oil", "title": "Where the oil went"})
	asked(t, turn)
	add(t, turn, event.Narrated, event.Data{"text": "Fog lay on the quay.", "told": map[string]any{"turn": 1}})
	add(t, turn, event.Narrated, event.Data{"text": "Ines waited."})
	add(t, turn, event.ChoicesOffered, event.Data{"choices": []any{map[string]any{"id": "arrival/climb", "action": climb(), "text": "Climb the tower."}}})
	commit(t, turn)
	must(t, p.CloseSession(t.Context(), "quit"))
	must(t, p.OpenSession(t.Context(), "test"))

	turn = openTurn(t, p)
	add(t, turn, event.ChoiceMade, event.Data{"choice": "arrival/climb", "action": climb(), "text": "Climb the tower."})
	add(t, turn, event.CheckRolled, event.Data{"who": "player", "formula": "2d6", "rolls": []any{3, 4}, "total": 7, "band": "partial", "stat": "wit", "about": "the stairs are wet", "person": "ines"})
	add(t, turn, event.TimePassed, event.Data{"minutes": 12000})
	add(t, turn, event.SceneClosed, event.Data{"scene": "scene-1", "significance": "low"})
	add(t, turn, event.Moved, event.Data{"who": "player", "to": "tower", "from": "quay"})
	climbed := add(t, turn, event.Acted, event.Data{
		"action": climb(), "outcome": action.Outcome{Grade: action.Partial, Label: "just so", Changes: []action.Change{
			{Kind: action.Moved, Who: action.Player, What: action.PlaceRef("tower"), Event: int64(turn.State().Position)},
		}}.Object(), "significance": "medium",
	})
	lit := add(t, turn, event.Happened, event.Data{"text": "You lit the lamp.", "who": []string{"player"}, "significance": "high"})
	_, err := turn.Add(event.Event{
		Kind: event.Happened, Actor: "engine", Perception: &event.Perception{}, Data: event.Data{"text": "Ned cursed in the cellar."},
	})
	must(t, err)
	add(t, turn, event.MemoryKept, event.Data{
		"memory": "m-lit", "knower": "player", "of": int64(climbed), "words": "You lit the lamp in the tower.", "significance": "high",
		"episodic": "triumph", "tags": []string{"wit"}, "place": "tower", "characters": []string{"player"}, "because": []any{int64(lit)},
	})
	add(t, turn, event.MemoryKept, event.Data{"memory": "m-withdrawn", "knower": "player", "words": "It rained.", "significance": "low"})
	add(t, turn, event.MemoryWithdrawn, event.Data{"memory": "m-withdrawn", "reason": "It did not."})
	add(t, turn, event.MemoryKept, event.Data{"memory": "m-ned", "knower": "ned", "words": "Light from above.", "significance": "medium", "kind": "perceived", "metadata": map[string]any{"mood": "sour"}})
	add(t, turn, event.MemoryPinned, event.Data{"memory": "m-ned", "who": "ned"})
	add(t, turn, event.MemoryPinned, event.Data{"memory": "m-lit", "who": "player"})
	add(t, turn, event.MemoryUnpinned, event.Data{"memory": "m-lit", "who": "player"})
	add(t, turn, event.ItemLost, event.Data{"who": "player", "item": "rope", "count": 1})
	add(t, turn, event.ItemGained, event.Data{"who": "player", "item": "lamp", "count": 2})
	add(t, turn, event.CharacterChanged, event.Data{"who": "player", "changes": map[string]any{"stats": map[string]any{"wit": 13}, "pronouns": nil}})
	add(t, turn, event.BeatReached, event.Data{"beat": "storm"})
	add(t, turn, event.WeatherChanged, event.Data{"weather": "rain", "place": "tower"})
	add(t, turn, event.VerdictGiven, event.Data{"question": "Is the lamp lit?", "about": "dawn", "yes": true, "judge": "lexical"})
	add(t, turn, event.ThreadContinued, event.Data{"thread": "oil", "summary": "The can was empty."})
	add(t, turn, event.StatePatched, event.Data{"patch": map[string]any{"lamp": map[string]any{"lit": true}, "gone": nil}})
	add(t, turn, event.DataSet, event.Data{"skill": "memory", "key": "k", "value": []any{1}})
	add(t, turn, event.DataSet, event.Data{"skill": "memory", "key": "k", "value": "ned's", "knower": "ned"})
	add(t, turn, event.DataDeleted, event.Data{"skill": "memory", "key": "never"})
	add(t, turn, event.Narrated, event.Data{"text": "Light fell on the water.", "told": map[string]any{"turn": 2}})
	add(t, turn, event.ChoicesOffered, event.Data{"choices": []any{map[string]any{"id": "go:cellar", "text": "Go down."}}})
	commit(t, turn)

	turn = openTurn(t, p)
	add(t, turn, event.ChoiceMade, event.Data{"choice": "go:cellar", "action": action.Action{By: action.Player, Kind: action.Go, Place: action.PlaceRef("cellar")}.Object()})
	add(t, turn, event.Moved, event.Data{"who": "player", "to": "cellar"})
	add(t, turn, event.SecretRevealed, event.Data{"fact": "ned/oil", "whose": "ned"})
	add(t, turn, event.MomentMade, event.Data{"moment": "dawn", "sequence": 9, "label": "Dawn", "minutes": 12420, "metadata": map[string]any{"act": 2}})
	add(t, turn, event.LoreAdded, event.Data{"chunk": "keepers#1", "text": "A keeper never sleeps.", "source": "keepers.md", "section": "duties", "category": "canon", "version": "1", "audience": []string{"character:ines"}, "metadata": map[string]any{"page": 4}})
	add(t, turn, event.LoreAdded, event.Data{"chunk": "keepers#2", "text": "A keeper sleeps by day.", "source": "keepers.md", "version": "2"})
	add(t, turn, event.LoreWithdrawn, event.Data{"chunk": "keepers#1", "reason": "It was put otherwise."})
	add(t, turn, event.FactEstablished, event.Data{"fact": "oil-2", "content": "Ned was paid.", "supersedes": "ned/oil", "about": []string{"ned"}})
	add(t, turn, event.FactLearned, event.Data{"who": "player", "fact": "oil-2", "source": "inferred", "from": "ned", "how": "from his shoes"})
	add(t, turn, event.CharacterChanged, event.Data{"who": "ned", "changes": map[string]any{"mood": "ashamed"}})
	add(t, turn, event.ThreadResolved, event.Data{"thread": "oil", "outcome": "Ned sold it."})
	add(t, turn, event.TopicSettled, event.Data{"topic": "the-oil"})
	add(t, turn, event.DiceRolled, event.Data{"formula": "d6", "rolls": []any{4}, "total": 4})
	add(t, turn, event.BeatDeferred, event.Data{"beat": "calm-2", "reason": "There were two before it."})
	add(t, turn, event.PlanSettled, event.Data{"part": "main", "attempts": 1, "fallback": true, "documents": turn.Document("main", strictjson.Object{"plan": strictjson.Object{"tools": []any{}}}).String()})
	add(t, turn, event.UISent, event.Data{"event": "toast", "payload": strictjson.Object{"text": "Saved."}})
	add(t, turn, event.DataDeleted, event.Data{"skill": "memory", "key": "k"})
	add(t, turn, event.Degraded, event.Data{"what": "The painter is out."})
	must(t, turn.Generated([]generation.Kept{{Who: "ines", Generations: []generation.Generation{{Task: "generate", By: "storyteller/speak", Answer: "Aye.", End: generation.Used}}}}))
	blob, err := turn.PutBlob(t.Context(), []byte("picture"))
	must(t, err)
	add(t, turn, event.AssetAdded, event.Data{"asset": "a-1", "blob": blob.String(), "media": "image/png", "size": 7})
	add(t, turn, event.PortraitMade, event.Data{"who": "ned", "blob": blob.String(), "media": "image/png", "origin": "drawn"})
	bounded(t, turn)
	add(t, turn, event.EndingReached, event.Data{"ending": "dawn"})
	add(t, turn, event.Narrated, event.Data{"text": "“I sold it,” Ned said.", "told": map[string]any{"turn": 3}})
	add(t, turn, event.ChoicesOffered, event.Data{"choices": []any{}})
	add(t, turn, event.SceneSummed, event.Data{"scene": "scene-1", "words": "You came to the light.", "by": "small"})
	commit(t, turn)
	must(t, p.Afterwards(t.Context(), story.Aftermath{
		Task: "significance", Turn: 2, Of: p.Where(),
		Events: []event.Event{{Kind: event.MemoryWeighed, Actor: event.EngineSelf, Data: event.Data{"memory": "m-ned", "significance": "high", "by": "small"}}},
		Asked:  []generation.Kept{{Who: "player", Generations: []generation.Generation{{Task: "significance", By: "afterwards", Answer: "{}", End: generation.Refused}}}},
	}))
}

// bounded puts a coin into a chest before Ned, and has them plan a supper, which is off, a wake,
// which nobody comes to, and a watch, which they keep.
func bounded(t testing.TB, turn *story.Turn) {
	t.Helper()
	for _, e := range [][3]string{{"chest", "item", "The Chest"}, {"coin", "item", "A Coin"}, {"bread", "item", "The Bread"}, {"watch", "group", "The Watch"}} {
		add(t, turn, event.EntityAdded, event.Data{"entity": e[0], "type": e[1], "name": e[2]})
	}
	add(t, turn, event.ContainerChanged, event.Data{"container": "chest", "inside": "cellar", "slots": []string{"lid", "tray"}, "open": true, "sight": "none", "sound": "open"})
	add(t, turn, event.ActivityChanged, event.Data{
		"who": "ned", "posture": "sitting", "doing": "mending a net", "span": 30, "attention": "some", "attends": []string{"player"}, "status": []string{"drunk"},
	})
	add(t, turn, event.ItemPut, event.Data{"item": "coin", "in": "chest", "slot": "tray", "by": "ned"})
	add(t, turn, event.ContainerChanged, event.Data{"container": "chest", "open": false})
	add(t, turn, event.ClaimMade, event.Data{"claim": "c-3", "speaker": "ned", "content": "I have no coin left.", "truth": "lie", "to": []string{"player"}, "thing": "coin", "at": "tower", "about": []string{"ned", "coin"}})
	for _, id := range []string{"supper", "wake", "night"} {
		add(t, turn, event.OccasionPlanned, event.Data{
			"occasion": id, "name": "The " + id, "trigger": "time", "at": 13000, "until": 13600, "place": "cellar", "people": []string{"ned", "player"},
			"span": 60, "props": []string{"bread"}, "threads": []string{"oil"}, "preconditions": []any{map[string]any{"who": "ned", "at": "cellar"}},
			"on_complete": []any{map[string]any{"kind": "time.passed", "data": map[string]any{"minutes": 5}}}, "significance": "low",
		})
	}
	add(t, turn, event.OccasionCancelled, event.Data{"occasion": "supper", "reason": "There is no bread."})
	began := add(t, turn, event.OccasionStarted, event.Data{"occasion": "night"})
	add(t, turn, event.ItemGained, event.Data{"who": "ned", "item": "bread", "count": 3})
	_, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: event.EngineSelf, Cause: began, Data: event.Data{"who": "player", "item": "bread", "count": 1}})
	must(t, err)
	add(t, turn, event.OccasionCompleted, event.Data{"occasion": "night", "gist": "You kept the watch with Ned."})
	add(t, turn, event.OccasionExpired, event.Data{"occasion": "wake"})
	add(t, turn, event.RelationNoted, event.Data{"who": "ned", "whom": "player", "trust": -20000, "summary": "She knows."})
	add(t, turn, event.GroupChanged, event.Data{"group": "watch", "members": []string{"ned", "player"}, "summary": "One night together.", "dynamic": "wary"})
}

func climb() strictjson.Object {
	return action.Action{By: action.Player, Kind: action.Authored, Choice: "arrival/climb", Words: "Climb the tower.", Told: "You climbed the tower."}.Object()
}

// asked lets the player ask Ines about the oil, who heard of it from Ned, and tells it to
// the player alone; both remember that.
func asked(t testing.TB, turn *story.Turn) {
	t.Helper()
	between := func(who ...event.CharacterID) *event.Perception {
		return (&event.Perception{WitnessedBy: who, ApparentAudience: who}).Sorted()
	}
	stage := func(kind event.Kind, p *event.Perception, data event.Data) event.Position {
		position, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Perception: p, Data: data})
		must(t, err)
		return position
	}
	stage(event.ClaimMade, between("ines", "ned"), event.Data{"claim": "c-1", "speaker": "ned", "content": "The oil was stolen.", "truth": "lie", "fact": "ned/oil", "to": []string{"ines"}})
	stage(event.TopicRaised, nil, event.Data{"topic": "the-oil", "words": "the oil", "by": "player", "thread": "oil"})
	told := stage(event.ClaimMade, between("ines", "player"), event.Data{"claim": "c-2", "speaker": "ines", "content": "The oil was stolen.", "truth": "sincere", "heard": "c-1", "to": []string{"player"}})
	deed := stage(event.Acted, nil, event.Data{
		"action": action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("the-oil")}.Object(),
		"outcome": action.Outcome{Changes: []action.Change{
			{Kind: action.Learned, Who: action.Player, What: action.Ref{Kind: action.Said, ID: "c-2"}, Event: int64(told)},
		}}.Object(),
		"significance": "low",
	})
	stage(event.MemoryKept, nil, event.Data{"memory": "m-asked", "knower": "player", "of": int64(deed), "topic": "the-oil", "significance": "low"})
	stage(event.MemoryKept, nil, event.Data{"memory": "m-told", "knower": "ines", "of": int64(deed), "topic": "the-oil", "significance": "low"})
}
