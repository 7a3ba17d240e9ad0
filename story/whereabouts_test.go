package story_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/story/event"
	rooms "github.com/narratoria/narratoria/story/world"
)

// Where somebody thinks that a thing is, they are told without going through all that ever showed of it; and it is what all of
// that says, the latest first.
func TestWhereaboutsAreOfAllThatShowed(t *testing.T) {
	moved, again := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var steps []event.Event
		for n := range rapid.IntRange(6, 40).Draw(t, "steps") {
			steps = append(steps, anyStep(t, n))
		}
		s, _ := lived(t, "ada", make([][]string, len(sayings)), steps)
		for id, thing := range s.World.Things {
			for _, who := range characterIDs(dwellers) {
				believing := func(told rooms.Sighting, _ []event.CharacterID) bool { return told.Speaker != who }
				want := s.World.WhereBelieving(func(rooms.Sighting, []event.CharacterID) bool { return false }, id, who)
				if want.Known && want.In == "" {
					moved++
				}
				if want.Known && want.Position < thing.Sightings[len(thing.Sightings)-1].Position {
					again++
				}
				if !want.Known {
					want = s.World.WhereBelieving(believing, id, who)
				}
				if got := s.World.Where(id, who); got != want {
					t.Fatalf("%s thinks that %s is %+v, and by all that showed of it it is %+v:\n%+v", who, id, got, want, thing.Sightings)
				}
			}
		}
	})
	if moved == 0 || again == 0 {
		t.Errorf("%d times it was not where it had been, and %d times it was there already", moved, again)
	}
}
