package story_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A happening adds an event to a story, which its own rules let in.
type happening = func(event.Kind, event.Data)

// unperceived are stories in which one thing, which happens or not, is perceived by others alone, and what the player may be asked of
// them is the same.
var unperceived = []struct {
	what  string
	world []string
	story func(turn *story.Turn, happens happening, aside func(event.Event, ...event.CharacterID))
	asked func(*story.View) string
}{
	{
		"what was gained for good, before nobody who sees the end",
		[]string{"hall, place, the hall", "ham, item, a ham", "ned, person, Ned, hall"},
		func(turn *story.Turn, happens happening, aside func(event.Event, ...event.CharacterID)) {
			happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "place": "quay", "props": []string{"ham"}})
			happens(event.OccasionStarted, event.Data{"occasion": "o"})
			start := turn.State().Position
			happens(event.Moved, event.Data{"who": "player", "to": "hall"})
			happens(event.ItemPut, event.Data{"item": "ham", "in": "hall", "by": "ned"})
			happens(event.Moved, event.Data{"who": "player", "to": "quay"})
			aside(event.Event{Kind: event.ItemGained, Cause: start, Data: event.Data{"who": "ned", "item": "ham", "count": 1}}, "ned")
			happens(event.OccasionCompleted, event.Data{"occasion": "o"})
		},
		func(v *story.View) string { return whereIs(v, "ham") },
	},
	{
		"another occasion that has the prop, of which one does not know",
		[]string{"hall, place, the hall", "ham, item, a ham", "ned, person, Ned, quay", "ada, person, Ada, hall"},
		func(_ *story.Turn, happens happening, aside func(event.Event, ...event.CharacterID)) {
			happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "place": "quay", "props": []string{"ham"}})
			happens(event.OccasionStarted, event.Data{"occasion": "o"})
			aside(plain(event.OccasionPlanned, event.Data{"occasion": "o2", "name": "O2", "trigger": "manual", "place": "hall", "people": []string{"ada"}, "props": []string{"ham"}}), "ada")
			aside(plain(event.OccasionStarted, event.Data{"occasion": "o2"}), "ada")
			happens(event.ItemGained, event.Data{"who": "ned", "item": "ham", "count": 1})
			happens(event.OccasionCompleted, event.Data{"occasion": "o"})
		},
		func(v *story.View) string { return fmt.Sprint(itemsOf(v, "ned"), whereIs(v, "ham")) },
	},
	{
		"what is said elsewhere of where a thing is",
		[]string{"hall, place, the hall", "street, place, the street", "coin, item, a coin", "ned, person, Ned, hall", "ada, person, Ada, street", "bruno, person, Bruno, street", "cara, person, Cara, street"},
		func(_ *story.Turn, happens happening, aside func(event.Event, ...event.CharacterID)) {
			happens(event.Moved, event.Data{"who": "player", "to": "hall"})
			happens(event.ItemPut, event.Data{"item": "coin", "in": "hall", "by": "ned"})
			happens(event.TimePassed, event.Data{"minutes": 10})
			aside(plain(event.ClaimMade, event.Data{"claim": "c", "speaker": "bruno", "to": []string{"cara"}, "content": "x", "truth": "lie", "thing": "coin", "at": "street"}), "bruno", "cara")
			happens(event.Moved, event.Data{"who": "ada", "to": "hall"})
			happens(event.TimePassed, event.Data{"minutes": 10})
			happens(event.Moved, event.Data{"who": "player", "to": "street"})
			happens(event.TimePassed, event.Data{"minutes": 10})
			happens(event.Moved, event.Data{"who": "player", "to": "hall"})
		},
		func(v *story.View) string { return whereIs(v, "coin") + whereIs(v, "coin", "ned") },
	},
	{
		"what is said elsewhere of where a thing is, before it is gone",
		[]string{"hall, place, the hall", "street, place, the street", "coin, item, a coin", "wardrobe, item, a wardrobe", "ned, person, Ned, hall", "bruno, person, Bruno, street", "cara, person, Cara, street"},
		func(turn *story.Turn, happens happening, aside func(event.Event, ...event.CharacterID)) {
			happens(event.Moved, event.Data{"who": "player", "to": "hall"})
			happens(event.ContainerChanged, event.Data{"container": "wardrobe", "inside": "hall"})
			happens(event.ItemPut, event.Data{"item": "coin", "in": "hall", "by": "ned"})
			happens(event.TimePassed, event.Data{"minutes": 10})
			aside(plain(event.ClaimMade, event.Data{"claim": "c", "speaker": "bruno", "to": []string{"cara"}, "content": "x", "truth": "lie", "thing": "coin", "at": "hall"}), "bruno", "cara")
			happens(event.ContainerChanged, event.Data{"container": "wardrobe", "open": true})
			happens(event.TimePassed, event.Data{"minutes": 10})
			happens(event.Moved, event.Data{"who": "player", "to": "street"})
			happens(event.ItemGained, event.Data{"who": "ned", "item": "coin", "count": 1})
			happens(event.Moved, event.Data{"who": "player", "to": "hall"})
		},
		func(v *story.View) string { return whereIs(v, "coin") },
	},
	{
		"who comes in unseen with an open box in their hands",
		[]string{"hall, place, the hall", "street, place, the street", "coin, item, a coin", "box, item, a box", "ned, person, Ned, street", "ada, person, Ada, street", "tom, person, Tom, street"},
		func(_ *story.Turn, happens happening, aside func(event.Event, ...event.CharacterID)) {
			happens(event.Moved, event.Data{"who": "player", "to": "hall"})
			happens(event.ContainerChanged, event.Data{"container": "box", "inside": "street", "open": true})
			happens(event.ItemPut, event.Data{"item": "coin", "in": "box", "by": "ned"})
			happens(event.Moved, event.Data{"who": "tom", "to": "box"})
			happens(event.ItemGained, event.Data{"who": "ned", "item": "box", "count": 1})
			happens(event.ActivityChanged, event.Data{"who": "ned", "holding": []string{"box"}})
			aside(plain(event.Moved, event.Data{"who": "ned", "to": "hall"}), "ned", "tom")
			happens(event.Moved, event.Data{"who": "ada", "to": "hall"})
		},
		func(v *story.View) string { return fmt.Sprint(v.Present(), whereIs(v, "coin"), v.Things()) },
	},
}

// whereIs is where somebody thinks that a thing is, or that another thinks so.
func whereIs(v *story.View, thing string, chain ...event.CharacterID) string {
	where := v.Where(thing, chain...)
	where.Position = 0
	return fmt.Sprintf("%+v ", where)
}

// What happens aside moves nothing of what somebody takes for so who did not perceive it, though it moves the world.
func TestWhatHappensAside(t *testing.T) {
	for _, c := range unperceived {
		tell := func(also bool) (string, string) {
			turn, happens := stage(c.world...)
			c.story(turn, happens, func(e event.Event, who ...event.CharacterID) {
				if e.Actor, e.Perception = event.EngineSelf, only(who...); also {
					_, err := turn.Add(e)
					must(t, err)
				}
			})
			return c.asked(turn.State().Player()), dump(turn.State())
		}
		without, one := tell(false)
		with, other := tell(true)
		if one == other {
			t.Errorf("%s: nothing happens", c.what)
		}
		if with != without {
			t.Errorf("%s: the player takes for so %s, and without it %s", c.what, with, without)
		}
	}
}

// Who is in a thing that somebody takes and carries away notices it, whatever they see.
func TestWhoIsCarriedNotices(t *testing.T) {
	turn, happens := stage("hall, place, the hall", "street, place, the street", "box, item, a box", "ned, person, Ned, hall")
	happens(event.ContainerChanged, event.Data{"container": "box", "inside": "hall", "open": true})
	happens(event.Moved, event.Data{"who": "player", "to": "box"})
	happens(event.ContainerChanged, event.Data{"container": "box", "open": false})
	for _, e := range []event.Event{plain(event.ItemGained, event.Data{"who": "ned", "item": "box", "count": 1}), plain(event.Moved, event.Data{"who": "ned", "to": "street"})} {
		_, err := turn.Add(e)
		must(t, err)
		if all := turn.Events(); !all[len(all)-1].Event.Perception.Witnessed(event.Player) {
			t.Errorf("%s: the player, in the box, notices nothing", e.Kind)
		}
	}
	if v := turn.State().Player(); v.Place() != "street" || !v.Visited("street") {
		t.Errorf("the player is at %q, and was in the street: %t", v.Place(), v.Visited("street"))
	}
}

// What somebody has got of a prop by whoever gained it for good stays theirs in their own view, whether they saw that gained or not.
func TestOnesOwnHands(t *testing.T) {
	turn, happens := stage("ham, item, a ham", "ned, person, Ned, quay")
	happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "place": "quay", "props": []string{"ham"}})
	happens(event.OccasionStarted, event.Data{"occasion": "o"})
	_, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: event.EngineSelf, Cause: turn.State().Position, Data: event.Data{"who": "ned", "item": "ham", "count": 1}, Perception: only("ned")})
	must(t, err)
	happens(event.ItemLost, event.Data{"who": "ned", "item": "ham", "count": 1})
	happens(event.ItemGained, event.Data{"who": "player", "item": "ham", "count": 1})
	happens(event.OccasionCompleted, event.Data{"occasion": "o"})
	if s := turn.State(); fmt.Sprint(s.Player().Items(), s.People["player"].Items, s.World.Carried["ham"]) != "[{ham 1}] [{ham 1}] [{player 1}]" {
		t.Errorf("the player thinks that they have %v, and has %v, %v", s.Player().Items(), s.People["player"].Items, s.World.Carried["ham"])
	}
}

// What was kept of a prop and is gone is nothing of the next occasion's.
func TestWhatWasKeptOnce(t *testing.T) {
	turn, happens := stage("ham, item, a ham", "ned, person, Ned, quay")
	begin := func(id string) {
		happens(event.OccasionPlanned, event.Data{"occasion": id, "name": "O", "trigger": "manual", "place": "quay", "props": []string{"ham"}})
		happens(event.OccasionStarted, event.Data{"occasion": id})
	}
	begin("o")
	_, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: event.EngineSelf, Cause: turn.State().Position, Data: event.Data{"who": "ned", "item": "ham", "count": 1}})
	must(t, err)
	happens(event.OccasionCompleted, event.Data{"occasion": "o"})
	happens(event.ItemLost, event.Data{"who": "ned", "item": "ham", "count": 1}) // eaten
	begin("o2")
	happens(event.ItemGained, event.Data{"who": "player", "item": "ham", "count": 1})
	happens(event.OccasionCompleted, event.Data{"occasion": "o2"})
	if s := turn.State(); len(s.People["player"].Items)+len(s.World.Carried["ham"])+len(s.Player().Items()) > 0 {
		t.Errorf("the player has %v, %v", s.People["player"].Items, s.World.Carried["ham"])
	}
}

// Nobody and nothing is in two places, or in more than can be looked through.
func TestNothingIsInTwoPlaces(t *testing.T) {
	world := []string{"hall, place, the hall", "street, place, the street", "box, item, a box", "ned, person, Ned, hall", "ada, person, Ada, hall", "tom, person, Tom, quay"}
	for i := range 130 {
		world = append(world, fmt.Sprintf("b%d, item, b%d", i, i))
	}
	turn, happens := stage(world...)
	happens(event.ContainerChanged, event.Data{"container": "box", "inside": "quay", "open": true})
	happens(event.Moved, event.Data{"who": "tom", "to": "box"})
	happens(event.ItemGained, event.Data{"who": "ned", "item": "box", "count": 1})
	for _, outer := range []int{59, 119} {
		happens(event.ContainerChanged, event.Data{"container": fmt.Sprint("b", outer), "inside": "quay", "open": true})
		for i := outer - 1; i > outer-60; i-- {
			happens(event.ContainerChanged, event.Data{"container": fmt.Sprint("b", i), "inside": fmt.Sprint("b", i+1), "open": true})
		}
	}
	happens(event.Moved, event.Data{"who": "ada", "to": "b0"})
	for _, c := range []struct {
		e    event.Event
		want string
	}{
		{plain(event.EntityAdded, event.Data{"entity": "ned", "type": "person", "name": "Ned", "place": "street"}), `place: "ned" is in "hall" already`},
		{plain(event.EntityAdded, event.Data{"entity": "box", "type": "place", "name": "Box", "place": "hall"}), `entity: "ned" carries "box" already`},
		{plain(event.ItemGained, event.Data{"who": "ada", "item": "box", "count": 1}), `item: "box" is with "ned" already`},
		{plain(event.ContainerChanged, event.Data{"container": "b59", "inside": "b60"}), `inside: with what is in "b59"`},
		{plain(event.ItemGained, event.Data{"who": "ada", "item": "b119", "count": 1}), `item: with what is in "b119"`},
	} {
		if _, err := turn.Add(c.e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, and should say %s", c.e.Kind, c.e.Fields(), err, c.want)
		}
	}
}

// A memory of what was hidden is shown no more than that, by whatever it is looked for; nor is a thread that was opened so, nor how it
// ended.
func TestWhatRestsOnWhatIsHidden(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	aside := func(kind event.Kind, data event.Data) event.Position {
		at, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data, Perception: only("player")})
		must(t, err)
		return at
	}
	deed := aside(event.Acted, event.Data{"action": climb(), "outcome": map[string]any{}, "significance": "high"})
	add(t, turn, event.MemoryKept, event.Data{"memory": "of", "knower": "player", "of": int64(deed), "significance": "high"})
	said := aside(event.Happened, event.Data{"text": "Ned burned the ledger."})
	add(t, turn, event.MemoryKept, event.Data{"memory": "rests", "knower": "player", "words": "The ledger is ash.", "because": []any{int64(said)}, "significance": "high"})
	add(t, turn, event.FactEstablished, event.Data{"fact": "burned", "content": "The ledger was burned."})
	learned := add(t, turn, event.FactLearned, event.Data{"who": "player", "fact": "burned", "source": "witnessed"})
	opened := add(t, turn, event.ThreadOpened, event.Data{"thread": "ledger", "title": "The burned ledger"})
	add(t, turn, event.ThreadOpened, event.Data{"thread": "net", "title": "The net"})
	ended := add(t, turn, event.ThreadResolved, event.Data{"thread": "net", "outcome": "It was mended."})
	commit(t, turn)
	shown := func() string {
		state, err := p.Shown(t.Context(), event.Where{}, 0)
		must(t, err)
		v := state.Player()
		all := []string{pretty(v.Object())}
		for _, r := range recall(t, v, story.Query{}) {
			all = append(all, v.Words(&r.Memory))
		}
		for _, thread := range v.Threads() {
			all = append(all, thread.Title+thread.Outcome)
		}
		return strings.Join(all, "\n")
	}
	told := []string{"climbed the tower", "ledger", "It was mended."}
	for _, words := range told {
		if !strings.Contains(shown(), words) {
			t.Errorf("%q is not told before it is hidden", words)
		}
	}
	for _, at := range []event.Position{deed, said, learned, opened, ended} {
		must(t, p.Hide(t.Context(), at))
	}
	for _, words := range told {
		if text := shown(); strings.Contains(text, words) {
			t.Errorf("%q is told though it was hidden:\n%s", words, text)
		}
	}
	for _, at := range []event.Position{said, learned} {
		if m, err := p.Pin(t.Context(), event.Player, fmt.Sprint(at)); err == nil {
			t.Errorf("what was hidden is pinned as %q", p.State().Player().Words(&m.Memory))
		}
	}
	if _, err := p.Pin(t.Context(), event.Player, "ledger"); err == nil {
		t.Error("a memory of what was hidden is found by its words")
	}
}

// Whatever is perceived can be pinned, and a memory by the event that kept it.
func TestAnyEventIsPinned(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	var all []event.Position
	for kind, data := range map[event.Kind]event.Data{
		event.Happened: {"text": "A gull fell.", "who": []string{"ines"}}, event.Said: {"speaker": "ines", "text": "Hm."},
		event.ClaimMade: {"claim": "c", "speaker": "ines", "content": "Hm.", "truth": "lie"},
	} {
		at, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data, Perception: only("ines")})
		must(t, err)
		all = append(all, at)
	}
	first := add(t, turn, event.MemoryKept, event.Data{"memory": "one", "knower": "ines", "words": "The gull fell.", "significance": "high"})
	add(t, turn, event.MemoryKept, event.Data{"memory": "two", "knower": "ines", "words": "So I ran home.", "significance": "low", "because": []any{int64(first)}})
	commit(t, turn)
	for _, at := range append(all, first) {
		if _, err := p.Pin(t.Context(), "ines", fmt.Sprint(at)); err != nil {
			t.Errorf("the event %d: %v", at, err)
		}
	}
	var words []string
	for _, m := range p.State().As("ines").Pinned() {
		words = append(words, p.State().As("ines").Words(&m.Memory))
	}
	if len(words) != 4 || words[3] != "The gull fell." || slices.Contains(words, "So I ran home.") {
		t.Errorf("pinned are %q", words)
	}
}
