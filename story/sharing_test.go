package story_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// growing are events that add to a list or map of the state: n tells them apart.
var growing = map[string]func(n int) event.Event{
	"learned": func(n int) event.Event {
		return plain(event.FactLearned, event.Data{"who": "ines", "fact": fmt.Sprint(n), "source": "witnessed"})
	},
	"heard": func(n int) event.Event {
		return witnessed(event.ClaimMade, event.Data{"claim": fmt.Sprint(n), "speaker": "ines", "content": fmt.Sprint(n), "truth": "guess"})
	},
	"topics": func(n int) event.Event {
		return witnessed(event.TopicRaised, event.Data{"topic": fmt.Sprint(n), "words": fmt.Sprint(n)})
	},
	"settled": func(n int) event.Event { return witnessed(event.TopicSettled, event.Data{"topic": fmt.Sprint(n)}) },
	"deeds": func(n int) event.Event { // each comes of those before
		a := action.Action{By: action.Player, Kind: action.Search, Place: action.PlaceRef("quay")}
		o := action.Outcome{Changes: []action.Change{{Kind: action.Gained, Who: action.Player, What: action.ItemRef(fmt.Sprint(n)), Event: int64(n)}}}
		return witnessed(event.Acted, event.Data{"action": a.Object(), "outcome": o.Object(), "significance": "low"})
	},
	"acquaintances": func(n int) event.Event {
		return witnessed(event.Moved, event.Data{"who": []string{"ines", "ned"}[n%2], "to": []string{"quay", "tower"}[n/2%2]})
	},
	"looks": func(n int) event.Event {
		return witnessed(event.CharacterChanged, event.Data{"who": "ines", "changes": strictjson.Object{fmt.Sprint(n): n, "mood": fmt.Sprint(n)}})
	},
	"regards": func(n int) event.Event {
		return plain(event.RelationChanged, event.Data{"who": "keepers", "whom": "player", "by": n})
	},
	"revealed": func(n int) event.Event {
		return witnessed(event.SecretRevealed, event.Data{"fact": fmt.Sprint(n), "whose": "ines"})
	},
	"memories": func(n int) event.Event {
		return plain(event.MemoryKept, event.Data{"memory": fmt.Sprint(n), "knower": "player", "words": []string{"The lamp.", "Oil in the cellar."}[n/200%2], "significance": "low"})
	},
	"led": func(n int) event.Event {
		return plain(event.BeatReached, event.Data{"beat": "b", "effects": strictjson.Object{"led": []any{fmt.Sprint(n)}}})
	},
	"taken": func(n int) event.Event {
		return plain(event.ChoiceMade, event.Data{"choice": fmt.Sprint(n), "action": strictjson.Object{"kind": "wait"}})
	},
	"threads": func(n int) event.Event {
		return plain(event.ThreadOpened, event.Data{"thread": fmt.Sprint(n), "title": "t"})
	},
	"journal": func(n int) event.Event { return witnessed(event.Happened, event.Data{"text": fmt.Sprint(n)}) },
	"told": func(n int) event.Event {
		return witnessed(event.Narrated, event.Data{"text": "t", "told": strictjson.Object{"n": n}})
	},
	"items": func(n int) event.Event {
		return witnessed(event.ItemGained, event.Data{"who": "ines", "item": fmt.Sprint(n), "count": 1})
	},
	"facts": func(n int) event.Event {
		return plain(event.FactEstablished, event.Data{"fact": fmt.Sprint(n), "content": "c"})
	},
	"data": func(n int) event.Event {
		return plain(event.DataSet, event.Data{"skill": "s", "key": fmt.Sprint(n), "value": n})
	},
	"free": func(n int) event.Event {
		return plain(event.StatePatched, event.Data{"patch": strictjson.Object{fmt.Sprint(n): n}})
	},
	"weathers": func(n int) event.Event {
		return plain(event.WeatherChanged, event.Data{"weather": "rain", "place": fmt.Sprint(n)})
	},
	"relations": func(n int) event.Event {
		return plain(event.RelationChanged, event.Data{"who": fmt.Sprint(n), "whom": "player", "by": 1})
	},
}

func witnessed(kind event.Kind, data event.Data) event.Event {
	return event.Event{Kind: kind, Actor: "engine", Perception: &event.Perception{WitnessedBy: []event.CharacterID{"player"}}, Data: data}
}

func next(s *story.State, e event.Event) *story.State {
	return s.Stage(persistence.Record{Event: e, Position: s.Position + 1})
}

// Two stories that go on from one state share its memory and nothing else, at
// whatever length its lists begin to share room, and whether or not somebody looked on.
func TestStoriesFromOneStateStayApart(t *testing.T) {
	for what, grow := range growing {
		for _, looked := range []func(*story.State) string{dump, everything} {
			s := peopled(t)
			for n := range 12 {
				s = next(s, grow(n))
				before := looked(s)
				left := next(s, grow(100))
				lefts := looked(left)
				view := left.Player()
				viewed := seen(view)
				right := next(s, grow(200))
				rights := looked(right)
				next(next(left, grow(101)), plain(event.BeatReached, event.Data{"beat": "100"}))
				next(right, grow(201))
				if looked(s) != before || looked(left) != lefts || looked(right) != rights {
					t.Fatalf("%s, %d: one story changed another", what, n)
				}
				if got := seen(view); got != viewed {
					t.Fatalf("%s, %d: a view changed from\n%s\nto\n%s", what, n, viewed, got)
				}
			}
		}
	}
}

// Who perceived what came of a deed is each story's own, too.
func TestWhoPerceivedAChangeStaysApart(t *testing.T) {
	s := peopled(t)
	for n := range 12 {
		s = next(s, growing["items"](n))
		at := int64(s.Position) + 1
		gained := event.Data{"who": "player", "item": "lamp", "count": 1}
		left := next(s, by([]event.CharacterID{"player"}, event.ItemGained, gained))
		right := next(s, by([]event.CharacterID{"ines"}, event.ItemGained, gained))
		for _, side := range []*story.State{left, right} {
			a := action.Action{By: action.Player, Kind: action.Search, Place: action.PlaceRef("quay")}
			o := action.Outcome{Changes: []action.Change{{Kind: action.Gained, Who: action.Player, What: action.ItemRef("lamp"), Event: at}}}
			did := next(side, witnessed(event.Acted, event.Data{"action": a.Object(), "outcome": o.Object(), "significance": "low"}))
			deed := did.Player().Journal(1)[0]
			if found := len(deed.Deed.Outcome.Changes) == 1; found != (side == left) {
				t.Fatalf("%d: %s", n, did.Player().EntryWords(&deed))
			}
		}
	}
}

// peopled is a story not begun, in a save, with people in it whose opinions can show.
func peopled(t testing.TB) *story.State {
	s := open(t, create(t, persistence.New(mem.New(), nil))).State()
	for _, id := range []string{"ines", "ned", "player"} {
		s = next(s, plain(event.EntityAdded, event.Data{"entity": id, "type": "person", "name": id, "place": "quay"}))
	}
	return s
}

// The same of a turn, whose state goes on by itself: what branches off from it, and
// what is seen of it, stays.
func TestATurnGoesOnAndWhatWasSeenOfItStays(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	for what, grow := range growing {
		if slices.Contains([]string{"relations", "revealed", "learned", "weathers", "settled", "deeds"}, what) {
			continue // a turn takes these of those it knows alone
		}
		for n := range 30 {
			turn, other := openTurn(t, p), openTurn(t, p)
			stage := func(turn *story.Turn, n int) {
				_, err := turn.Add(grow(n))
				must(t, err)
			}
			for i := range n / 3 {
				stage(turn, i)
				stage(other, i+50)
			}
			committed := dump(p.State())
			var stays func() string
			switch n % 3 {
			case 0:
				branched := next(turn.State(), grow(300))
				stays = func() string { return dump(branched) }
			case 1:
				branched := next(turn.State(), plain(event.Degraded, event.Data{"what": "w"}))
				stays = func() string { return dump(branched) }
			case 2:
				viewer := turn.State().Player()
				stays = func() string { return seen(viewer) }
			}
			was := stays()
			stage(turn, 100)
			stage(turn, 200)
			staged := dump(turn.State())
			stage(other, 150)
			if dump(turn.State()) != staged || dump(p.State()) != committed {
				t.Fatalf("%s, %d: one story changed another", what, n)
			}
			if got := stays(); got != was {
				t.Fatalf("%s, %d: what was\n%s\nbecame\n%s", what, n, was, got)
			}
		}
	}
}

// Whoever draws between the turns reads the committed state while the next turn is
// staged. The race detector looks on.
func TestACommittedStateIsReadByMany(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	for range 5 {
		s := p.State()
		var readers sync.WaitGroup
		for range 3 {
			readers.Go(func() {
				for range 20 {
					_ = everything(s)
					_ = p.Where()
				}
			})
		}
		turn := openTurn(t, p)
		for n := range 10 {
			add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint(s.Position, n), "knower": "player", "words": "The lamp.", "significance": "low"})
			add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "Yes."})
			recall(t, turn.State().Player(), story.Query{Text: "lamp"})
		}
		commit(t, turn)
		readers.Wait()
	}
}

func TestTheHistoryOfTheComposerIsBounded(t *testing.T) {
	s := new(story.State)
	for n := range 50 {
		s = next(s, growing["told"](n))
	}
	if len(s.Told) != 20 || s.Told[19]["n"] != 49 || s.Told[0]["n"] != 30 {
		t.Errorf("kept are %v", s.Told)
	}
}

func TestClosingAnotherSessionOrSceneClosesNothing(t *testing.T) {
	s := next(new(story.State), plain(event.SessionOpened, event.Data{"session": "a", "number": 1}))
	s = next(s, plain(event.SceneOpened, event.Data{"scene": "a", "type": "travel", "place": "quay"}))
	other := next(next(s, plain(event.SessionClosed, event.Data{"session": "b"})), plain(event.SceneClosed, event.Data{"scene": "b"}))
	if !other.Session.Open || !other.Scene.Open {
		t.Error("something else was closed")
	}
	own := next(next(s, plain(event.SessionClosed, event.Data{"session": "a"})), plain(event.SceneClosed, event.Data{"scene": "a"}))
	if own.Session.Open || own.Scene.Open {
		t.Error("nothing was closed")
	}
}
