package engine

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// company is a town of so many people who know things, lie, think well of each other and go about.
func company(people int) map[string]string {
	files := map[string]string{
		"manifest.json":                   `{"title": "Company", "version": "1.0.0", "opening": {"place": "p0", "time": "1887-10-30T09:00"}}`,
		"plot/premise.md":                 "# Premise\n\nYou have come to the town of yards.\n",
		"characters/player/template.json": `{"preset": {"name": "Jo"}}`,
	}
	const yards = 8
	var places, facts, beats []string
	for i := range yards {
		places = append(places, fmt.Sprintf(`{"id": "p%d", "name": "the yard of %s", "description": "A yard, paved with %s.", "senses": [%s], "exits": ["p%d", "p%d"]}`,
			i, things[i], things[i+1], senses(i), (i+1)%yards, (i+yards-1)%yards))
		beats = append(beats, fmt.Sprintf(`{"id": "b%d", "title": "B", "place": "p%d", "topic": "the matter of %s", "prose": ["There is a crowd about the matter of %s."], "conditions": {"scene_count": {"max": 400}}}`, i, i, things[i], things[i]))
	}
	for i := range people {
		id := fmt.Sprintf("n%d", i)
		files["characters/npcs/"+id+"/profile.json"] = fmt.Sprintf(`{"name": "%s %s", "role": "keeper", "personality": {}, "pronouns": "she", "place": "p%d", "schedule": {"morning": "p%d", "afternoon": "p%d", "evening": "p%d"}, "regards": {"n%d": 50},
			"mannerisms": ["{name} counts %s on her fingers.", "{name} looks for %s."], "lines": {"neutral": ["I have %s to see to.", "Mind the %s.", "It was never about %s."]}}`,
			firsts[i%len(firsts)], lasts[i%len(lasts)], i%yards, i%yards, (i+2)%yards, (i+5)%yards, (i+1)%people, things[i%20], things[(i+3)%20], things[(i+5)%20], things[(i+7)%20], things[(i+9)%20])
		facts = append(facts, fmt.Sprintf(`{"id": "f%d", "text": "The %s of the yard of %s was sold to %s.", "about": ["the matter of %s"], "known_by": ["%s"], "passes_on": [{"from": "%s", "to": "n%d"}],
			"tells": [{"who": "n%d", "says": "The %s was never sold.", "as": "lie"}]}`, i, things[i%20], things[i%yards], lasts[(i+1)%len(lasts)], things[i%yards], id, id, (i+2)%people, (i+3)%people, things[i%20]))
	}
	files["world/places.json"] = `{"places": [` + strings.Join(places, ",") + `]}`
	files["plot/beats.json"] = `{"beats": [` + strings.Join(beats, ",") + `]}`
	files["plot/knowledge.json"] = `{"facts": [` + strings.Join(facts, ",") + `]}`
	return files
}

// senses are what there is to be noticed in a yard: enough not to run out of it within some turns.
func senses(yard int) string {
	var all []string
	for i, form := range []string{"Somebody %s behind a wall.", "There is %s in the gutter.", "A crate of %s stands open.", "It smells of %s.", "A cart with %s goes by.", "On a sill lies a piece of %s.", "The gate is made of %s.", "A cat sits on a heap of %s.", "Dust of %s hangs in the light.", "A child draws with %s on the wall.", "The pump handle is bound with %s.", "Over a door hangs a sign of %s."} {
		word := things[(yard*3+i)%len(things)]
		if i == 0 {
			word = deeds[yard%len(deeds)]
		}
		all = append(all, strconv.Quote(fmt.Sprintf(form, word)))
	}
	return strings.Join(all, ", ")
}

var (
	things = strings.Fields("slate brass clay rope oak salt iron glass straw lead linen chalk cork tin wool amber peat flint resin marl lime sand")
	deeds  = []string{"sweeps", "whistles", "hammers", "saws a plank", "beats a rug", "sings", "splits a log", "draws water"}
	firsts = strings.Fields("Ada Bess Cora Dora Edda Fern Gwen Hild Inge Jill Kate Lena Mona Nell Olga Pia Rose Sara Tess Una")
	lasts  = strings.Fields("Archer Barker Cooper Draper Fisher Glover Hooper Joiner Keeler Miller Naylor Potter Roper Sawyer Tanner Turner Walker Webber Wright Cutler")
)

// liveScenes plays so many scenes by picks, and gives what a turn took on the average.
func liveScenes(t testing.TB, people, scenes int) (perTurn time.Duration, claims int) {
	t.Helper()
	g := at(t, written(t, company(people))).open()
	random, pick, turns, began := rand.New(rand.NewPCG(20, 200)), "", 0, time.Now()
	seen := map[string]int{}
	for left := scenes; left > 0; turns++ {
		r, err := g.Play(t.Context(), pick)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Choices) < 3 || len(r.Choices) > 4 || r.Prose == "" || r.Fallback {
			t.Fatalf("%d people, turn %d: %s", people, r.Turn, r.JSON())
		}
		for paragraph := range strings.SplitSeq(r.Prose, "\n\n") {
			if last, told := seen[paragraph]; told && turns-last <= 10 {
				t.Errorf("%d people, turn %d repeats turn %d: %s", people, turns, last, paragraph)
			}
			seen[paragraph] = turns
		}
		if r.Scene.Place != "" && r.Choice != nil && strings.HasPrefix(r.Choice.ID, "go:") {
			left--
		}
		pick = r.Choices[random.IntN(len(r.Choices))].ID
		if ways := g.Stands().Possible(); turns%2 == 1 {
			for _, o := range ways {
				if o.Kind == "go" && o.Topic.ID == "" && random.IntN(2) == 0 {
					pick = o.ID()
				}
			}
		}
	}
	took := time.Since(began) / time.Duration(turns)
	if tb, is := t.(*testing.T); is {
		replayed(tb, g)
	}
	return took, len(g.story.State().Minds.Claims)
}

// Twenty people and two hundred scenes play as well as three people do: nothing is repeated or broken,
// there is as much to choose from, and the log gives the same story again.
func TestManyPeopleAndScenes(t *testing.T) {
	scenes := soak.Count(200)
	few, said := liveScenes(t, 3, scenes)
	many, more := liveScenes(t, 20, scenes)
	t.Logf("%d scenes: a turn takes %v of three people, who made %d claims, and %v of twenty, who made %d: %.2f times as long", scenes, few, said, many, more, float64(many)/float64(few))
	if more <= said {
		t.Errorf("twenty people say no more than three: %d and %d", more, said)
	}
}

func BenchmarkCompany(b *testing.B) {
	for _, people := range []int{3, 20} {
		b.Run(fmt.Sprint(people, " people"), func(b *testing.B) {
			for b.Loop() {
				perTurn, _ := liveScenes(b, people, 200)
				b.ReportMetric(float64(perTurn.Microseconds()), "µs/turn")
			}
		})
	}
}
