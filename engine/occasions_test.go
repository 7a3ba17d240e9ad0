package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	rooms "github.com/narratoria/narratoria/story/world"
)

// supping is the harbour with a supper at the inn, at noon, and what else may happen there.
var supping = but(harbour,
	"world/items.json", `{"items": [{"id": "brass-key", "name": "a brass key", "at": "inn"}, {"id": "rope", "name": "a coil of rope"},
		{"id": "ham", "name": "a ham"}, {"id": "cup", "name": "a cup"}, {"id": "locket", "name": "a locket"}]}`,
	"plot/occasions.json", `{"occasions": [
		{"id": "supper", "name": "the supper", "trigger": "time", "place": "inn", "at": "12:00", "until": "13:00", "minutes": 60, "people": ["tobias"], "known_by": ["tobias"],
		 "props": ["ham", "cup", "locket"], "conditions": {"player_state": {"fasting": false}},
		 "on_start": {"prose": ["They sit down at the long table.", {"text": "The fog stands at the panes.", "when": {"world_state": {"weather": "fog"}}}], "effects": [
			{"gain": "locket"}, {"learn": "Tobias carves with his left hand."}, {"npc": {"tobias.mood": "merry"}}, {"set": {"supper.on": true}}, {"thread": {"id": "seat", "title": "Whose is the empty seat?"}}]},
		 "on_complete": {"prose": [{"text": "You hand back the ham.", "when": {"player_state": {"items": "ham"}}}, "They get up from the long table."], "effects": [{"opinion": {"tobias": 5}}, {"remember": "You ate with Tobias."}]},
		 "on_expire": {"prose": ["Nobody has laid the table."], "effects": [{"set": {"fasted": true}}]}},
		{"id": "vigil", "name": "the vigil", "trigger": "place", "place": "chapel", "people": ["player", "ines"], "on_start": {"prose": ["Ines lights two candles."]}},
		{"id": "bell", "name": "the bell", "trigger": "condition", "place": "quay", "at": "10:00", "conditions": {"player_state": {"rope.cut": true}},
		 "on_start": {"prose": ["The bell comes down."], "effects": [{"occasion": {"id": "wake", "now": "started"}}]}},
		{"id": "wake", "name": "the wake", "trigger": "manual", "place": "chapel", "on_start": {"prose": ["Somebody keens."], "effects": [{"add": {"wakes": 1}}]}},
		{"id": "race", "name": "the race", "trigger": "manual", "place": "quay", "on_start": {"prose": ["The gigs put out."]}}]}`,
	"plot/beats.json", `{"beats": [
		{"id": "quay", "title": "The quay", "prose": ["Fog."], "conditions": {"scene_count": {"max": 1}}, "choices": [
			{"id": "hold", "text": "Hold the race", "effects": [{"occasion": {"id": "race", "now": "started"}}]},
			{"id": "call", "text": "Call the race off", "effects": [{"occasion": {"id": "race", "now": "cancelled", "because": "Fog."}}]}]},
		{"id": "grace", "title": "Grace", "place": "inn", "conditions": {"world_state": {"occasion.supper": "active"}}, "prose": ["Somebody says grace."]}]}`)

// occasionOf is how far an occasion has come.
func occasionOf(t *resolving, id string) rooms.Stage { return t.state().World.Occasions[id].Stage }

// lies reports whether the player sees a thing at their place.
func (t *resolving) lies(id string) bool {
	for _, thing := range t.view().Things() {
		if thing.ID == id {
			return true
		}
	}
	return false
}

// Whoever is at the inn at noon is told of the supper in its author's words, and gets what it brings: what was
// given to them stays theirs, and what they have only picked up is gone when it is over.
func TestAnOccasionIsPlayedBeforeWhoIsThere(t *testing.T) {
	turn := standing(t, written(t, supping), "inn", 11*60+50)
	turn.happen()
	if turn.Authored != nil && slices.Contains(turn.Authored, "They sit down at the long table.") || turn.lies("ham") {
		t.Fatalf("before noon: %q", turn.Authored)
	}
	turn.pass(10)
	turn.Beats = nil
	turn.occasions()
	want := []string{"They sit down at the long table.", "The fog stands at the panes."}
	if got := turn.Authored[len(turn.Authored)-2:]; !slices.Equal(got, want) {
		t.Errorf("at noon %q is told", got)
	}
	if !turn.carries("locket") || !turn.lies("ham") || turn.lies("locket") || !turn.view().HasContent("Tobias carves with his left hand.") {
		t.Errorf("they carry %v, know %v, and there lie %v", turn.view().Items(), turn.view().Pieces(), turn.view().Things())
	}
	if due := turn.outlook().DueBeats(); !slices.ContainsFunc(due, func(b *campaign.Beat) bool { return b.ID == "grace" }) {
		t.Errorf("while it goes on %+v are due", due)
	}
	if there := Following(func() Look { return Look{func() sight { return sight{Situation: turn.now()} }} }).Scene().Things; !slices.Equal(there, []Thing{{ID: "cup", Name: "a cup"}, {ID: "ham", Name: "a ham"}}) {
		t.Errorf("they see %v", there)
	}
	turn.tries("take:ham")
	if turn.tries("search:inn"); !turn.carries("brass-key") || !turn.carries("ham") || turn.lies("ham") {
		t.Fatalf("they carry %v", turn.view().Items())
	}
	turn.pass(60)
	turn.occasions()
	want = []string{"You hand back the ham.", "They get up from the long table."}
	if got := turn.Authored[len(turn.Authored)-2:]; !slices.Equal(got, want) || occasionOf(turn, "supper") != rooms.Completed {
		t.Errorf("in the end %q is told, and it is %s", got, occasionOf(turn, "supper"))
	}
	if turn.carries("ham") || turn.carries("cup") || !turn.carries("locket") || turn.lies("ham") || turn.lies("cup") {
		t.Errorf("afterwards they carry %v, and there lie %v", turn.view().Items(), turn.view().Things())
	}
	if lost := turn.Lost; len(lost) != 1 || lost[0] == "locket" {
		t.Errorf("they are told to have lost %q", lost)
	}
	before := len(turn.story.Events())
	turn.pass(24 * 60)
	turn.occasions()
	for _, e := range ofEvents(turn.story.Events()[before:], event.OccasionStarted) {
		t.Errorf("it begins once more: %v", e.Data)
	}
}

// What the end of it gives is kept, and goes from hand to hand; of what is gone with it nothing is had any more.
func TestWhatTheEndOfAnOccasionGives(t *testing.T) {
	turn := standing(t, written(t, but(supping, "plot/occasions.json", strings.Replace(supping["plot/occasions.json"],
		`"effects": [{"opinion": {"tobias": 5}}`, `"effects": [{"gain": "cup"}, {"opinion": {"tobias": 5}}`, 1))), "inn", 12*60)
	turn.occasions()
	turn.pass(60)
	turn.Beats = nil
	turn.occasions()
	if !turn.carries("cup") || turn.carries("ham") || occasionOf(turn, "supper") != rooms.Completed {
		t.Fatalf("in the end, at which it is %s, they carry %v", occasionOf(turn, "supper"), turn.view().Items())
	}
	turn.apply([]effect.Effect{effect.Lose{Item: "cup"}, effect.Gain{Item: "cup"}, effect.Gain{Item: "ham"}})
	if !turn.carries("cup") || turn.carries("ham") || turn.refused != nil {
		t.Errorf("after it they carry %v (%v)", turn.view().Items(), turn.refused)
	}
}

// Who is elsewhere perceives nothing of it: their view is what it is where no supper was planned at all, though
// the world has changed. So it is while hours go by at once, in which people come and go, and the weather turns.
func TestAnOccasionIsNothingToWhoIsElsewhere(t *testing.T) {
	t.Run("turn by turn", func(t *testing.T) { nothingElsewhere(t, supping, 11*60+50, 40, 40, 40) })
	coming := but(supping,
		"world/places.json", strings.Replace(supping["world/places.json"], `"description": "A low room."`, `"by_weather": {"fog": ["Fog."], "rain": ["Rain."], "clear": ["Sun."]}`, 1),
		"characters/npcs/ines/profile.json", strings.Replace(supping["characters/npcs/ines/profile.json"], `"place": "quay"`, `"place": "chapel", "schedule": {"noon": "quay", "dusk": "quay"}`, 1))
	t.Run("at once", func(t *testing.T) { nothingElsewhere(t, coming, 9*60, 12*60) })
	later := but(coming, "plot/occasions.json", strings.Replace(coming["plot/occasions.json"],
		`"at": "12:00", "until": "13:00"`, `"at": "day 4, 12:10", "until": "day 4, 20:00"`, 1))
	t.Run("days at once", func(t *testing.T) { nothingElsewhere(t, later, 9*60, 40*24*60) })
}

// seen are the events that the player perceives, and the weather, in their order.
func seen(t *resolving) string {
	var all strings.Builder
	for _, r := range t.story.Events() {
		if r.Event.Perception.Witnessed(event.Player) || r.Event.Kind == event.WeatherChanged {
			fmt.Fprintln(&all, r.Event.Kind, r.Event.Data)
		}
	}
	return all.String()
}

func nothingElsewhere(t *testing.T, supping map[string]string, at int64, pass ...int64) {
	never := strings.Replace(supping["plot/occasions.json"], `"trigger": "time"`, `"trigger": "manual"`, 1)
	without := but(supping, "plot/occasions.json", never)
	elsewhere := func(files map[string]string) *resolving {
		turn := standing(t, written(t, files), "quay", at)
		for _, minutes := range pass {
			turn.happen()
			turn.pass(minutes)
		}
		turn.happen()
		return turn
	}
	with, none := elsewhere(supping), elsewhere(without)
	if got, want := string(strictjson.Encode(with.view().Object())), string(strictjson.Encode(none.view().Object())); got != want {
		t.Errorf("the player's view has something of it:\n%s\nand without\n%s", got, want)
	}
	if got, want := seen(with), seen(none); got != want {
		t.Errorf("the player perceives\n%s\nand without\n%s", got, want)
	}
	if !slices.Equal(with.Authored, none.Authored) || len(with.Learned) > 0 || len(with.Gained) > 0 {
		t.Errorf("they are told %q, learn %v and get %v", with.Authored, with.Learned, with.Gained)
	}
	if mood := with.state().People["tobias"].Changes["mood"]; occasionOf(with, "supper") != rooms.Completed || mood != "merry" {
		t.Errorf("it is %s, and Tobias is %v", occasionOf(with, "supper"), mood)
	}
	if stage, knows := with.state().As("tobias").Occasion("supper"); !knows || stage != rooms.Completed {
		t.Errorf("Tobias knows it %v to be %s", knows, stage)
	}
	for _, r := range with.story.Events() {
		if p := r.Event.Perception; strings.HasPrefix(string(r.Event.Kind), "occasion.") && p.Witnessed(event.Player) {
			t.Errorf("the player perceives %s of %s", r.Event.Kind, r.Event.Text("occasion"))
		}
	}
}

// Time that goes by at once goes by with what would happen in it, at its hour; who sleeps there is told of it.
func TestAnOccasionHappensWhileTimeIsSkipped(t *testing.T) {
	for place, told := range map[string]bool{"inn": true, "quay": false} {
		turn := standing(t, written(t, supping), place, 9*60)
		turn.pass(12 * 60)
		if turn.state().Minutes%(24*60) != 21*60 || turn.Minutes != 12*60 {
			t.Errorf("%s: it is %d minutes after midnight, of which %d have gone by", place, turn.state().Minutes, turn.Minutes)
		}
		var at []int64
		for _, r := range turn.story.Events() {
			if r.Event.Text("occasion") == "supper" && r.Event.Kind != event.OccasionPlanned {
				at = append(at, r.Event.Moment.Minutes)
			}
		}
		if !slices.Equal(at, []int64{12 * 60, 13 * 60}) || slices.Contains(turn.Authored, "They get up from the long table.") != told {
			t.Errorf("%s: it begins and ends at %v, and %q is told", place, at, turn.Authored)
		}
	}
}

// What would be told of an occasion waits for a turn without a beat, as long as it is not late for that; what the
// player perceives nothing of does not wait.
func TestAnOccasionWaitsForATurnOfItsOwn(t *testing.T) {
	for place, want := range map[string][]rooms.Stage{"inn": {rooms.Planned, rooms.Planned, rooms.Active, rooms.Active, rooms.Completed}, "quay": {rooms.Planned, rooms.Active, rooms.Active, rooms.Completed, rooms.Completed}} {
		turn := standing(t, written(t, supping), place, 11*60+50)
		quay, _ := turn.w.Beat("quay")
		turn.Beats = []*campaign.Beat{quay}
		var got []rooms.Stage
		for _, minutes := range []int64{1, 10, 59, 60, 60} {
			turn.goBy(minutes)
			turn.occasions()
			got = append(got, occasionOf(turn, "supper"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("beside a beat at the %s it is %v", place, got)
		}
	}
}

// What has not begun in its time never does, and its author may say what comes of that.
func TestAnOccasionIsMissed(t *testing.T) {
	turn := standing(t, written(t, supping), "inn", 11*60)
	turn.patch(strictjson.Object{"fasting": true})
	turn.pass(120)
	turn.occasions()
	if occasionOf(turn, "supper") != rooms.Planned {
		t.Errorf("at its last minute it is %s", occasionOf(turn, "supper"))
	}
	turn.pass(1)
	turn.occasions()
	if got := turn.Authored; occasionOf(turn, "supper") != rooms.Expired || !slices.Equal(got, []string{"Nobody has laid the table."}) || turn.state().Free["fasted"] != true {
		t.Errorf("it is %s; %q is told, and the state is %v", occasionOf(turn, "supper"), got, turn.state().Free)
	}
	turn.patch(strictjson.Object{"fasting": false})
	turn.occasions()
	if occasionOf(turn, "supper") != rooms.Expired {
		t.Errorf("later it is %s", occasionOf(turn, "supper"))
	}
}

// An occasion by place waits for all of its people; one by condition for its hour and what is so; one by hand for
// an effect, be it another occasion's. None happens twice.
func TestOccasionsBeginByWhatTheirAuthorSays(t *testing.T) {
	turn := standing(t, written(t, supping), "chapel", 9*60)
	turn.occasions()
	if occasionOf(turn, "vigil") != rooms.Planned {
		t.Error("the vigil begins without Ines")
	}
	turn.movePerson("ines", "chapel")
	turn.occasions()
	if occasionOf(turn, "vigil") != rooms.Active || !slices.Equal(turn.Authored, []string{"Ines lights two candles."}) {
		t.Errorf("with Ines the vigil is %s, and %q is told", occasionOf(turn, "vigil"), turn.Authored)
	}
	turn.patch(strictjson.Object{"rope": strictjson.Object{"cut": true}})
	turn.occasions()
	if occasionOf(turn, "bell") != rooms.Planned {
		t.Error("the bell comes down before its hour")
	}
	turn.pass(60)
	turn.occasions()
	if occasionOf(turn, "bell") != rooms.Active || occasionOf(turn, "wake") != rooms.Active || turn.state().Free["wakes"] != strictjson.Int(1) {
		t.Errorf("the bell is %s, the wake %s: %v", occasionOf(turn, "bell"), occasionOf(turn, "wake"), turn.state().Free)
	}
	if told := turn.Authored[1:]; !slices.Equal(told, []string{"Somebody keens."}) {
		t.Errorf("at the chapel %q is told", told)
	}
	turn.takeOn(effectOf("wake", event.OccasionStarted))
	turn.takeOn(effectOf("supper", event.OccasionCompleted))
	turn.takeOn(effectOf("nothing", event.OccasionStarted))
	if turn.state().Free["wakes"] != strictjson.Int(1) || occasionOf(turn, "supper") != rooms.Planned {
		t.Error("what cannot be is done all the same")
	}
}

func effectOf(id string, now event.Kind) effect.Occasion { return effect.Occasion{ID: id, Now: now} }

// What is played of occasions by choices is the same from the log: begun or called off, and not both.
func TestOccasionsArePlayedByChoices(t *testing.T) {
	for _, c := range []struct {
		choices []string
		stage   rooms.Stage
		told    bool
	}{{[]string{"quay/hold", "quay/call"}, rooms.Active, true}, {[]string{"quay/call", "quay/hold"}, rooms.Cancelled, false}} {
		g := at(t, written(t, supping)).open()
		must(t, g, "")
		told := false
		for _, id := range c.choices {
			r := must(t, g, id)
			told = told || strings.Contains(r.Prose, "The gigs put out.")
		}
		if stage := g.story.State().World.Occasions["race"].Stage; stage != c.stage || told != c.told {
			t.Errorf("%v: the race is %s, and told %v", c.choices, stage, told)
		}
		replayed(t, g)
	}
}

// Who is said to know of a plan knows of it from the start, and nobody else.
func TestAPlanIsKnownToWhoIsSaidToKnow(t *testing.T) {
	s := at(t, written(t, supping)).open().story.State()
	for who, want := range map[event.CharacterID]int{"tobias": 1, "ines": 0, event.Player: 0} {
		if known := s.As(who).Occasions(); len(known) != want || want > 0 && (known[0].Name != "the supper" || known[0].At != 12*60 || len(known[0].Props) > 0) {
			t.Errorf("%s knows of %+v", who, known)
		}
	}
}

// What an occasion brings, and nobody does, is perceived where it is, whatever the effect.
func TestWhatAnOccasionBringsIsPerceivedThere(t *testing.T) {
	turn := standing(t, written(t, supping), "quay", 9*60)
	turn.on = "supper"
	turn.reveal(effect.Reveal{Person: "ines", Secret: "the-false-lamp"})
	turn.raiseFor(subject("the empty seat"), "", nil)
	turn.on = ""
	turn.raiseFor(subject("the lamp"), "", nil)
	var got []string
	for _, r := range turn.story.Events() {
		if r.Event.Kind == event.SecretRevealed || r.Event.Kind == event.TopicRaised {
			got = append(got, fmt.Sprint(r.Event.Kind, r.Event.Perception.WitnessedBy))
		}
	}
	if want := []string{"secret.revealed[tobias]", "topic.raised[tobias]", "topic.raised[ines player]"}; !slices.Equal(got, want) {
		t.Errorf("it is perceived so: %q", got)
	}
}
