package engine

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// takes lets the player do what an offer says, as if it had been chosen.
func (t *resolving) takes(tb testing.TB, id string) {
	tb.Helper()
	o := offered(tb, t, id)
	t.choose(chosen{Choice: &Choice{ID: id, Action: o.Action, Source: event.Made, Kind: event.ChoiceKind(o.Kind), Text: "Words that mean nothing, and it went wrong"}})
}

func TestTellsEveryPlaceAtEveryHourInEveryWeather(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		g := at(t, c).open()
		for i := range g.world.Places {
			for _, hour := range []int64{0, 5, 8, 12, 15, 18, 21} { // every part of the day
				turn := g.begun()
				turn.stand(g.world.Places[i].ID, hour*60)
				turn.takes(t, "examine:"+g.world.Places[i].ID)
				for _, weather := range append(c.Weathers(), "snow") {
					turn.add(event.WeatherChanged, event.Data{"weather": weather})
					text := prose.Compose(turn.teller(turn.Turn).Material()).Text()
					if n := prose.Words(text); n < prose.Fewest && name != "minimal" { // whose places nobody described
						t.Errorf("%s, %d o'clock, %s: %d words: %s", g.world.Places[i].ID, hour, weather, n, text)
					}
				}
			}
		}
	}
}

func TestTellsWhatTheHourGivesAPlace(t *testing.T) {
	g := at(t, sample(t, "grey-harbour")).open()
	for _, hour := range []int64{0, 5, 8, 12, 15, 18, 21} {
		turn := g.begun()
		turn.stand("quay", hour*60)
		if scene := turn.teller(turn.Turn).Material(); len(scene.Place.ByTime[scene.Part]) == 0 {
			t.Errorf("at %d o'clock, %s, nothing of the hour is told: %v", hour, scene.Part, scene.Place.ByTime)
		}
	}
}

// unplotted is a sample without its beats and endings: an author's words are told as they
// stand.
func unplotted(t *testing.T, name string) *campaign.Campaign {
	t.Helper()
	root, files := os.DirFS("../campaigns/"+name), map[string]string{}
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "plot/beats") || strings.HasPrefix(path, "plot/endings") {
			return err
		}
		data, err := fs.ReadFile(root, path)
		files[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c, _ := loaded(t, files)
	return c
}

// Where all was told that an author gave a place there is less to tell: in so many of sixty
// turns, and never less than so many words.
const mostShort, fewestOfAll = 9, 10

// The composer promises nothing beyond its window, which is twice what play needs.
func TestTellsSixtyTurnsWithoutRepeatingAParagraph(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		g, seen, short := at(t, unplotted(t, name)).open(), map[string]int64{}, 0
		r := must(t, g, "")
		for turn := int64(1); turn <= 60; turn++ {
			if n := prose.Words(r.Prose); n < prose.Fewest && name != "minimal" { // whose places nobody described
				if short++; short > mostShort || n < fewestOfAll {
					t.Errorf("%s, turn %d: %d words: %s", name, turn, n, r.Prose)
				}
			}
			for paragraph := range strings.SplitSeq(r.Prose, "\n\n") {
				if before, told := seen[paragraph]; told && int(turn-before) <= prose.Window {
					t.Errorf("%s, turn %d repeats turn %d: %s", name, turn, before, paragraph)
				}
				seen[paragraph] = turn
			}
			all := g.world.At(g.story.State()).Offers()
			r = must(t, g, all[int(turn*7)%len(all)].ID())
		}
	}
}

// A deed is said to take as long as it does, whatever time an author lets go by after it.
func TestADeedTakesNoAuthorsTime(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60).later(3)
	turn.takes(t, "wait")
	took := turn.teller(turn.Turn).Material().Minutes
	turn.pass(180)
	if told := turn.teller(turn.Turn).Material().Minutes; took < 5 || told != took || turn.Minutes != int64(took)+180 {
		t.Errorf("of %d minutes the deed took %d, and %d are told", turn.Minutes, took, told)
	}
}

// What came of a made choice stands before an author's words that follow it, and nothing
// stands behind them; of the way there they tell themselves.
func TestAMadeChoiceIsToldBeforeAnAuthorsWords(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60).later(3)
	turn.takes(t, "go:net-loft")
	authored := "Heads turn as one head turns, all along the loft, and go back to their needles when they have seen who it is that has come up the outside stair in the wet."
	turn.Authored = []string{authored}
	scene := turn.teller(turn.Turn).Material()
	if told := prose.Compose(scene).Pieces; len(told) != 1 || told[0].Text != authored {
		t.Errorf("beside the author's words: %+v", told)
	}
	turn.Learned = []world.Piece{{ID: "x", Content: "The oil was sold.", Speaker: "ines"}}
	turn.Does.Learns = turn.Learned
	if told := prose.Compose(turn.teller(turn.Turn).Material()).Pieces; len(told) != 2 || told[1].Text != authored || !strings.Contains(told[0].Text, "oil was sold") {
		t.Errorf("before the author's words: %+v", told)
	}
	turn.Taken = nil
	if scene = turn.teller(turn.Turn).Material(); len(scene.Authored) != 1 || scene.Deed != nil {
		t.Errorf("an author's choice is told twice: %v, %q", scene.Deed, scene.Authored)
	}
}

func TestAPlaceIsDescribedOnce(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60)
	for i, step := range []struct {
		later int64
		to    string
		want  bool
		why   string
	}{
		{0, "", true, "new"},
		{1, "", false, "come to in an earlier turn"},
		{80, "", false, "never left"},
		{0, "net-loft", true, "new"},
		{40, "quay", false, "left not long ago"},
		{0, "net-loft", false, "come back to in the turn it was left in"},
		{1, "quay", true, "left long ago, and only passed through since"},
		{41, "net-loft", true, "left long ago"},
	} {
		turn.later(step.later)
		if step.to != "" {
			turn.movePlayer(step.to, nil)
		}
		if described := turn.teller(turn.Turn).Material().Place.Description != ""; described != step.want {
			t.Errorf("step %d: a place that is %s, described: %v", i+1, step.why, described)
		}
	}
}

func TestThePersonAddressedComesFirst(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "hall", 16*60)
	for _, id := range []string{"coad", "honor", "pask", "peder", "wren"} {
		turn.movePerson(id, "hall")
		turn.add(event.RelationChanged, event.Data{"who": id, "whom": "player", "by": -31_500 - turn.state().Opinion(id)})
	}
	turn.Action = action.Action{Kind: action.Talk, To: []action.Ref{action.PersonRef("wren")}}
	people := turn.teller(turn.Turn).Material().People
	if len(people) != 3 || people[0].Name != "Wren Tallis" || people[0].Feeling != -31 {
		t.Errorf("told of %q, %d", people[0].Name, people[0].Feeling)
	}
	for _, p := range people {
		if p.Pronouns == "" || len(p.Mannerisms) == 0 || len(p.Lines["cold"]) == 0 {
			t.Errorf("%s is told without manners: %+v", p.Name, p)
		}
	}
}

func TestBrokenHistoryIsLeftOut(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 0).later(8)
	turn.state().Told = []strictjson.Object{{"turn": strictjson.Number("7"), "sentences": "AAAAAA"}, {"turn": "x"}, {"turn": strictjson.Number("8"), "runs": "?"}}
	h := turn.teller(turn.Turn).Material().History
	if h.Turn != 8 || len(h.Told) != 1 || h.Told[0].Turn != 7 {
		t.Errorf("history is %+v", h)
	}
	_ = prose.Compose(turn.teller(turn.Turn).Material())
}

// In a campaign of few files those who are met for the first time are introduced in
// the words of its setting, and who is said not to speak is silent.
func TestSparsePeopleAreIntroducedInTheSettingsWords(t *testing.T) {
	c := undramatic(t)
	g := at(t, c).open()
	for i := range c.People {
		id, turn := c.People[i].ID, g.begun()
		turn.stand("foundry", 16*60)
		introduced := func(id string) string { return turn.teller(turn.Turn).Person(id).Introduced }
		p := turn.teller(turn.Turn).Person(id)
		if !strings.Contains(p.Introduced, p.Name) || p.Silent != (id == "pietro") {
			t.Errorf("%+v", p)
		}
		turn.acquaint(id)
		if introduced(id) == "" {
			t.Errorf("%s is not introduced in the turn of the meeting", id)
		}
		if turn.later(4); introduced(id) != "" {
			t.Errorf("%s is introduced when long known", id)
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// What a made choice is, and what was learned by it, is told; what an author's words
// teach, they tell themselves.
func TestTheKindOfADeedAndWhatItTaughtAreTold(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60)
	turn.opens("dark", "Why is the Tooth dark?")
	turn.takes(t, "pursue:dark")
	turn.knowing("Ines is on the quay.")
	scene := turn.teller(turn.Turn).Material()
	if scene.Deed == nil || scene.Deed.Action.Kind != action.Pursue || scene.Deed.Names["thread:dark"].Text != "Why is the Tooth dark?" {
		t.Errorf("deed %+v", scene.Deed)
	}
	if !slices.ContainsFunc(scene.Learned, func(l prose.Learned) bool { return l.Text == "Ines is on the quay." }) {
		t.Errorf("learned %+v", scene.Learned)
	}
	turn.Authored = []string{"Ines is on the quay, and says so."}
	if told := prose.Compose(turn.teller(turn.Turn).Material()).Text(); strings.Count(told, "Ines is on the quay") != 1 {
		t.Errorf("told twice, or not: %s", told)
	}
	turn.Taken, turn.Authored = nil, nil
	if scene := turn.teller(turn.Turn).Material(); scene.Deed != nil || len(scene.Learned) != 0 {
		t.Errorf("of an author's choice: deed %+v, learned %+v", scene.Deed, scene.Learned)
	}
}

// What leaves the log with a deed has no positions, and says nothing of opinions.
func TestATellingHasNoPositions(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60)
	turn.takes(t, "go:inn")
	turn.Outcome.Changes = append(turn.Outcome.Changes, action.Change{Kind: action.Changed, Who: action.PersonRef("wren"), What: action.Player, Event: 3})
	if told := turn.teller(turn.Turn).Material().Deed.Outcome; len(told.Changes) != 1 || told.Changes[0].Kind != action.Moved || told.Changes[0].Event != 0 {
		t.Errorf("%+v", told)
	}
	if kept := turn.Outcome.Changes[0].Event; kept == 0 {
		t.Error("the deed itself has lost its positions")
	}
}

// What a planner and a storyteller are given holds nothing that only the world knows:
// where somebody is whom the player never saw there.
func TestNothingToldOfWhereStrangersAre(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60)
	turn.movePerson("pask", "tower")
	given := fmt.Sprint(turn.teller(turn.Turn).Scene(), turn.teller(turn.Turn).Material(), turn.closes().choicesInput(&menu{}, 3, turn.offers()))
	if strings.Contains(given, "Lucian Pask") {
		t.Errorf("a stranger far away is spoken of: %s", given)
	}
}
