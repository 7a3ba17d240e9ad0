package story_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What cannot be is refused with words that say what and where, and nothing of it was staged.
func TestTheWorldRefusesWhatCannotBe(t *testing.T) {
	turn, happens := stage("chest, item, a chest", "bag, item, a bag", "tray, item, a tray", "coin, item, a coin", "ada, person, Ada, quay", "loft, place, the loft")
	happens(event.ContainerChanged, event.Data{"container": "chest", "inside": "quay", "slots": []string{"left", "right"}})
	happens(event.ContainerChanged, event.Data{"container": "tray", "inside": "chest", "slot": "left"})
	happens(event.ContainerChanged, event.Data{"container": "bag", "open": true})
	happens(event.ItemGained, event.Data{"who": "ada", "item": "bag", "count": 1})
	for _, c := range []struct {
		kind event.Kind
		data event.Data
		want string
	}{
		{event.ContainerChanged, event.Data{"container": "chest", "inside": "chest"}, `inside: "chest" is within "chest" itself`},
		{event.ContainerChanged, event.Data{"container": "chest", "inside": "tray"}, `inside: "tray" is within "chest" itself`},
		{event.ContainerChanged, event.Data{"container": "quay", "inside": "tray"}, `inside: "tray" is within "quay" itself`},
		{event.ContainerChanged, event.Data{"container": "bag", "inside": "quay"}, `inside: "ada" carries "bag"; "item.lost" first, since nothing is in two places`},
		{event.ContainerChanged, event.Data{"container": "ada"}, `container: nobody knows a place or container "ada"`},
		{event.ContainerChanged, event.Data{"container": "nothing"}, `container: nobody knows a place or container "nothing"`},
		{event.ContainerChanged, event.Data{"container": "chest", "inside": "coin"}, `inside: nobody has said that "coin" holds anything`},
		{event.ContainerChanged, event.Data{"container": "chest", "slots": []string{"right", "right"}}, `slots: "right" stands there twice`},
		{event.ContainerChanged, event.Data{"container": "chest", "slots": []string{"right"}}, `slots: "tray" is in the slot "left"`},
		{event.ContainerChanged, event.Data{"container": "chest", "slot": "left"}, `slot: of the container that it is in`},
		{event.ContainerChanged, event.Data{"container": "chest", "sight": "sideways"}, `"sideways" is not one of none, out, in, both`},
		{event.Moved, event.Data{"who": "ada", "to": "bag"}, `to: "bag" is within "ada" itself`},
		{event.Moved, event.Data{"who": "ada", "to": "chest", "slot": "left"}, `slot: "tray" is in the slot "left" of "chest"`},
		{event.Moved, event.Data{"who": "ada", "to": "chest", "slot": "middle"}, `slot: "chest" has no slot "middle", only ["left" "right"]`},
		{event.Moved, event.Data{"who": "ada", "to": "loft", "slot": "left"}, `slot: "loft" has no slot "left"`},
		{event.Moved, event.Data{"who": "nobody", "to": "loft"}, `nobody knows a character "nobody"`},
		{event.ItemPut, event.Data{"item": "bag", "in": "chest"}, `item: "ada" carries "bag"; "item.lost" first`},
		{event.ItemPut, event.Data{"item": "coin", "in": "coin"}, `in: nobody has said that "coin" holds anything: a "container.changed" makes a container of it`},
		{event.ItemPut, event.Data{"item": "chest", "in": "tray"}, `in: "tray" is within "chest" itself`},
		{event.ItemPut, event.Data{"item": "ada", "in": "chest"}, `item: nobody knows a item "ada"`},
		{event.ItemPut, event.Data{"item": "coin", "in": "chest", "slot": "left"}, `slot: "tray" is in the slot "left" of "chest"`},
		{event.ActivityChanged, event.Data{"who": "ada", "holding": []string{"coin"}}, `holding: "ada" does not carry "coin"`},
		{event.ActivityChanged, event.Data{"who": "ada", "span": -1}, `span: -1 minutes are none`},
		{event.ActivityChanged, event.Data{"who": "ada", "posture": "floating"}, `"floating" is not one of standing`},
		{event.ActivityChanged, event.Data{"who": "ada", "attends": []string{"ghost"}}, `attends: nobody knows a character, faction or thing "ghost"`},
		{event.ClaimMade, event.Data{"claim": "c", "speaker": "ada", "content": "x", "truth": "lie", "thing": "coin"}, `thing, at: whereabouts are of something, and somewhere`},
		{event.EntityAdded, event.Data{"entity": "e", "type": "place", "name": "e", "place": "e"}, `place: "e" is within "e" itself`},
	} {
		before := dump(turn.State())
		_, err := turn.Add(event.Event{Kind: c.kind, Actor: event.EngineSelf, Data: c.data})
		if !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %.200v: %.300v\nand should be %s", c.kind, c.data, err, c.want)
		}
		if dump(turn.State()) != before {
			t.Errorf("%s %.200v was refused, and changed something", c.kind, c.data)
		}
	}
}

// Who is in what moves is where it comes to, sees who is there, and is seen.
func TestWhoIsInWhatMovesGoesAlong(t *testing.T) {
	turn, happens := stage("car, item, a car", "road, place, the road", "ada, person, Ada, quay", "bea, person, Bea, road", "trunk, item, a trunk")
	happens(event.ContainerChanged, event.Data{"container": "car", "inside": "quay", "sight": "both", "slots": []string{"driver", "back"}})
	happens(event.ContainerChanged, event.Data{"container": "trunk", "inside": "car"})
	happens(event.Moved, event.Data{"who": "ada", "to": "car", "slot": "driver"})
	happens(event.ContainerChanged, event.Data{"container": "car", "inside": "road", "moving": true})
	s := turn.State()
	if at := s.People["ada"].Place; at != "road" || s.World.Place("trunk") != "road" || s.World.Placed["ada"].Slot != "driver" {
		t.Errorf("Ada is at %q in %+v, and the trunk at %q", at, s.World.Placed["ada"], s.World.Place("trunk"))
	}
	if here := s.As("ada").Present(); !slices.Equal(here, []string{"bea"}) || !s.As("ada").Visited("road") {
		t.Errorf("Ada sees %q", here)
	}
	if bea, _ := s.As("bea").Person("ada"); !bea.Here || bea.Place != "road" {
		t.Errorf("Bea knows %+v", bea)
	}
	for _, who := range []event.CharacterID{"ines", "player"} {
		if ada, known := s.As(who).Person("ada"); !known || ada.Here {
			t.Errorf("%s knows %+v", who, ada)
		}
	}
	if where := s.As("ines").Where("car"); where.In != "road" {
		t.Errorf("Ines, who saw it go, thinks that the car is in %+v", where)
	}
}

// Each wall lets through what it says, either way.
func TestWalls(t *testing.T) {
	for _, c := range []struct {
		wall event.Data
		want string // who of out and in sees the other, and whether they hear each other
	}{
		{event.Data{}, ""}, {event.Data{"open": true}, "out sees, in sees, both hear"},
		{event.Data{"sight": "out"}, "in sees"}, {event.Data{"sight": "in"}, "out sees"}, {event.Data{"sight": "both", "sound": "never"}, "out sees, in sees"},
		{event.Data{"sound": "always"}, "both hear"}, {event.Data{"open": true, "sound": "never"}, "out sees, in sees"},
		{event.Data{"open": true, "sight": "none", "sound": "open"}, "out sees, in sees, both hear"},
	} {
		turn, happens := stage("cabin, place, the cabin", "closet, item, a closet", "out, person, Out, cabin", "in, person, In, cabin")
		happens(event.ContainerChanged, event.Data{"container": "closet", "inside": "cabin"})
		happens(event.Moved, event.Data{"who": "in", "to": "closet"})
		wall := maps.Clone(c.wall)
		wall["container"] = "closet"
		happens(event.ContainerChanged, wall)
		s := turn.State()
		heard := func(speaker string) bool {
			return len(s.Openly(event.Event{Kind: event.Said, Data: event.Data{"speaker": speaker, "text": "Who is there?"}}).WitnessedBy) == 2
		}
		var got []string
		for what, is := range map[string]bool{"out sees": s.World.Sees("out", "in"), "in sees": s.World.Sees("in", "out"), "both hear": heard("in") && heard("out")} {
			if is {
				got = append(got, what)
			}
		}
		slices.Sort(got)
		want := strings.FieldsFunc(c.want, func(r rune) bool { return r == ',' })
		for i := range want {
			want[i] = strings.TrimSpace(want[i])
		}
		if slices.Sort(want); !slices.Equal(got, want) || heard("in") != heard("out") {
			t.Errorf("%v: %q, not %q", c.wall, got, want)
		}
	}
}

// What somebody carries shows while they hold it in their hand, and not in their pocket.
func TestPockets(t *testing.T) {
	turn, happens := stage("coin, item, a coin", "ada, person, Ada, quay", "bea, person, Bea, quay")
	happens(event.ItemGained, event.Data{"who": "ada", "item": "coin", "count": 1})
	if turn.State().World.Sees("bea", "coin") {
		t.Error("Bea sees what is in Ada's pocket")
	}
	happens(event.ActivityChanged, event.Data{"who": "ada", "holding": []string{"coin"}})
	if !turn.State().World.Sees("bea", "coin") {
		t.Error("Bea does not see what Ada holds")
	}
	happens(event.ActivityChanged, event.Data{"who": "ada", "holding": []string{}})
	if turn.State().World.Sees("bea", "coin") {
		t.Error("Bea sees what Ada has put into her pocket again")
	}
}

// Whoever listens from elsewhere, the journal of who spoke says where that one was, and theirs where they were.
func TestListenersElsewhere(t *testing.T) {
	turn, _ := stage("loft, place, the loft", "abe, person, Abe, loft", "zoe, person, Zoe, quay")
	_, err := turn.Add(event.Event{
		Kind: event.Said, Actor: event.EngineSelf, Data: event.Data{"speaker": "zoe", "text": "Nobody hears me."},
		Perception: &event.Perception{WitnessedBy: []event.CharacterID{"abe", "zoe"}, ApparentAudience: []event.CharacterID{"zoe"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for who, place := range map[event.CharacterID]string{"abe": "loft", "zoe": "quay"} {
		if said := turn.State().As(who).Journal(1); len(said) != 1 || said[0].Place != place {
			t.Errorf("the journal of %s has %+v", who, said)
		}
	}
}

// What happens at a place that is named is perceived there, and what happens at none where the player is.
func TestWhatHappensIsPerceivedWhereItDoes(t *testing.T) {
	turn, happens := stage("cabin, place, the cabin", "deck, place, the deck", "ada, person, Ada, deck", "bea, person, Bea, cabin")
	happens(event.Moved, event.Data{"who": "player", "to": "cabin"})
	for place, want := range map[string]string{"": "[bea player]", "cabin": "[bea player]", "deck": "[ada]"} {
		data := event.Data{"text": "A bottle rolls."}
		if place != "" {
			data["place"] = place
		}
		p := turn.State().Openly(event.Event{Kind: event.Happened, Data: data})
		if got := fmt.Sprint(p.WitnessedBy); got != want {
			t.Errorf("at %q it is perceived by %s, not %s", place, got, want)
		}
	}
}

// Who sleeps perceives nothing, and nobody thinks that they do; what is done to who is lost in something,
// or by whom they look to, they perceive.
func TestAttention(t *testing.T) {
	turn, happens := stage("cabin, place, the cabin", "ada, person, Ada, cabin", "bea, person, Bea, cabin", "cleo, person, Cleo, cabin", "purse, item, a purse")
	happens(event.ItemGained, event.Data{"who": "bea", "item": "purse", "count": 1})
	said := func(speaker string, to ...string) string {
		data := event.Data{"speaker": speaker, "text": "Hush."}
		if len(to) > 0 {
			data["to"] = to
		}
		p := turn.State().Openly(event.Event{Kind: event.Said, Data: data})
		return fmt.Sprint(p.WitnessedBy, p.ApparentAudience)
	}
	stolen := func() string {
		p := turn.State().Openly(event.Event{Kind: event.ItemLost, Data: event.Data{"who": "bea", "item": "purse", "count": 1}})
		return fmt.Sprint(p.WitnessedBy, p.ApparentAudience)
	}
	for _, c := range []struct {
		is   event.Data
		want []string // of Ada's words, of those to Bea, of Cleo's, of the theft
	}{
		{event.Data{"status": []string{"asleep"}}, []string{"[ada cleo] [ada cleo]", "[ada cleo] [ada cleo]", "[ada cleo] [ada cleo]", "[ada cleo] []"}},
		{event.Data{"status": []string{"deaf"}}, []string{"[ada cleo] [ada cleo]", "[ada cleo] [ada cleo]", "[ada cleo] [ada cleo]", "[ada bea cleo] [ada bea cleo]"}},
		{event.Data{"status": []string{"blind"}}, []string{"[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]"}},
		{event.Data{"attention": "some"}, []string{"[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]"}},
		{event.Data{"attention": "all", "attends": []string{"cleo"}}, []string{"[ada cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]", "[ada bea cleo] [ada bea cleo]"}},
	} {
		is := maps.Clone(c.is)
		is["who"] = "bea"
		happens(event.ActivityChanged, is)
		for i, got := range []string{said("ada"), said("ada", "bea"), said("cleo"), stolen()} {
			if got != c.want[i] {
				t.Errorf("Bea %v: %d is perceived by %s, not %s", c.is, i, got, c.want[i])
			}
		}
	}
}

// Something without a name is called by its id.
func TestThingsWithoutAName(t *testing.T) {
	turn, happens := stage()
	happens(event.EntityAdded, event.Data{"entity": "box-1", "type": "item", "name": ""})
	happens(event.ItemPut, event.Data{"item": "box-1", "in": "quay", "by": "player"})
	if things := turn.State().Player().Things(); len(things) != 1 || things[0].Name != "box-1" {
		t.Errorf("at the quay are %+v", things)
	}
}

// Text of any size and direction is kept as it was written.
func TestTheWorldKeepsAnyText(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("utterance ", 1<<17), "הספר במגירה, לא בקופסה", "\u202emixed\u202c العربية and 漢字 🕯️", "a\u0301"} {
		turn, happens := stage("ada, person, Ada, quay")
		happens(event.ActivityChanged, event.Data{"who": "ada", "doing": text})
		happens(event.Said, event.Data{"speaker": "ada", "text": text})
		if got := turn.State().World.Doing["ada"].Doing; got != text {
			t.Errorf("%.40q became %.40q", text, got)
		}
		journal := turn.State().Player().Journal(1)
		if journal[0].Text != text {
			t.Errorf("%.40q was heard as %.40q", text, journal[0].Text)
		}
	}
	turn, _ := stage()
	if _, err := turn.Add(event.Event{Kind: event.ActivityChanged, Actor: event.EngineSelf, Data: event.Data{"who": "ines", "doing": "\xff\xfe"}}); !errors.Is(err, event.ErrInvalid) {
		t.Errorf("what is not UTF-8 gives %v", err)
	}
}

// Whatever a log says is folded, and nothing is ever within itself or in two places; what a turn takes, too.
func TestNothingIsWithinItself(t *testing.T) { rapid.Check(t, nothingWithinItself) }

// go test -fuzz FuzzWorld ./story
func FuzzWorld(f *testing.F) { f.Fuzz(rapid.MakeFuzz(nothingWithinItself)) }

func nothingWithinItself(t *rapid.T) {
	s := story.Fold(anyLog(t))
	for _, ids := range [][]string{keys(s.World.Placed), keys(s.World.Carried)} {
		for _, id := range ids {
			if s.World.Depth(id) >= 64 || s.World.Within(s.World.In(id), id) {
				t.Fatalf("%q is within itself: %+v, %+v", id, s.World.Placed, s.World.Carried)
			}
		}
	}
	for id := range s.World.Placed {
		if _, twice := s.World.Carried[id]; twice {
			t.Fatalf("%q is carried, and lies somewhere", id)
		}
	}
}

func keys[V any](m map[string]V) (ids []string) {
	for id := range m {
		ids = append(ids, id)
	}
	return ids
}
