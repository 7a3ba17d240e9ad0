package story_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// growing are events that add to a list or map of the state: n tells them apart.
var growing = map[string]func(n int) event.Event{
	"learned": func(n int) event.Event {
		return plain(event.FactLearned, event.Data{"who": "ines", "fact": fmt.Sprint(n), "source": "told"})
	},
	"revealed": func(n int) event.Event {
		return witnessed(event.SecretRevealed, event.Data{"fact": fmt.Sprint(n), "whose": "ines"})
	},
	"memories": func(n int) event.Event {
		return plain(event.MemoryKept, event.Data{"memory": fmt.Sprint(n), "knower": "player", "summary": "s", "significance": "low"})
	},
	"led": func(n int) event.Event {
		return plain(event.BeatReached, event.Data{"beat": "b", "effects": strictjson.Object{"led": []any{fmt.Sprint(n)}}})
	},
	"taken": func(n int) event.Event {
		return plain(event.ChoiceMade, event.Data{"choice": fmt.Sprint(n), "text": "t"})
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
	return s.Apply(persistence.Record{Event: e, Position: s.Position + 1})
}

// Two stories that go on from one state share its memory and nothing else, at
// whatever length its lists begin to share room.
func TestStoriesFromOneStateStayApart(t *testing.T) {
	for what, grow := range growing {
		s := new(story.State)
		for n := range 12 {
			s = next(s, grow(n))
			before := dump(s)
			left := next(s, grow(100))
			lefts := dump(left)
			view := left.Player()
			viewed := string(strictjson.Append(nil, view.Object()))
			right := next(s, grow(200))
			rights := dump(right)
			next(next(left, grow(101)), plain(event.BeatReached, event.Data{"beat": "100"}))
			next(right, grow(201))
			if dump(s) != before || dump(left) != lefts || dump(right) != rights {
				t.Fatalf("%s, %d: one story changed another", what, n)
			}
			if got := string(strictjson.Append(nil, view.Object())); got != viewed {
				t.Fatalf("%s, %d: a view changed from\n%s\nto\n%s", what, n, viewed, got)
			}
		}
	}
}

// The same of a turn, whose state goes on by itself: what branches off from it, and
// what is seen of it, stays.
func TestATurnGoesOnAndWhatWasSeenOfItStays(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	for what, grow := range growing {
		if what == "relations" || what == "revealed" || what == "learned" || what == "weathers" {
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
				stays = func() string { return fmt.Sprint(viewer.Object(), viewer.Recall(story.Query{})) }
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
			add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint(s.Position, n), "knower": "player", "summary": "The lamp.", "significance": "low"})
			add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "Yes."})
			turn.State().Player().Recall(story.Query{Text: "lamp"})
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
