package prose_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

var partsOfDay = []string{"night", "dawn", "morning", "noon", "afternoon", "dusk", "evening", ""}

// play composes turns and has each read; it stops at the first faulty one.
func play(t *testing.T, turns int, next func(turn int) prose.Scene) {
	t.Helper()
	var history prose.History
	reader := &reader{}
	for turn := range turns {
		scene := next(turn)
		scene.History = history
		told := prose.Compose(scene)
		authored := 0
		for _, a := range scene.Authored {
			authored += len(strings.Split(a, "\n\n"))
		}
		if scene.Check != nil && scene.Check.Text != "" {
			authored++
		}
		if faults := reader.check(scene, told, authored); len(faults) > 0 && !prose.IsStill(scene, told) {
			t.Fatalf("turn %d of %+v:\n%s\n\n%s", turn, scene.Persona, strings.Join(faults, "\n"), told.Text())
		}
		history = told.History
	}
}

// TestLongestSolitude: two hundred turns in one room with nobody in it and nothing given, in
// each person, tense and style. Nothing is invented to fill them.
func TestLongestSolitude(t *testing.T) {
	i := 0
	for _, person := range []prose.Viewpoint{prose.First, prose.Second, prose.Third} {
		for _, tense := range []prose.Tense{prose.Present, prose.Past} {
			for _, style := range []prose.Style{prose.Terse, prose.Vivid, prose.Poetic} {
				i++
				persona := prose.Persona{Name: "Mara", Pronouns: []string{"she", "they"}[i%2], Person: person, Tense: tense}
				play(t, 200, func(turn int) prose.Scene {
					return prose.Scene{Seed: int64(i*1000 + turn), Persona: persona, Style: style, Clock: english.Clock(7 * turn), Place: prose.Place{Name: "the cell", Indoors: i%2 == 0}}
				})
			}
		}
	}
}

// A turn has Fewest words as long as its author gave the place enough: here somebody waits in a
// small town, each time at another place.
func TestTurnsAreLongEnough(t *testing.T) {
	var places []prose.Place
	var around []prose.LastSeen
	for i, name := range []string{"Ines", "Tobias", "Honor", "Coad", "Pask", "Wren"} {
		place := prose.Place{Name: "the house of " + name, Indoors: i%2 == 0}
		for n := range 20 {
			place.Senses = append(place.Senses, fmt.Sprintf("Sense%[1]d-of-%[2]s hangs over sight%[1]d-of-%[2]s, and sound%[1]d-of-%[2]s under it.", n, name))
		}
		places, around = append(places, place), append(around, prose.LastSeen{Name: name, Where: place.Name})
	}
	for _, style := range []prose.Style{prose.Terse, prose.Vivid, prose.Poetic} {
		var history prose.History
		for turn := range 60 {
			told := prose.Compose(prose.Scene{
				Seed: int64(turn), Style: style, History: history, Clock: english.Clock(8*60 + 15*turn), Place: places[turn%len(places)], Minutes: 15,
				Deed: did(action.Wait, "place=here"), Elsewhere: around,
			})
			history = told.History
			if prose.Words(told.Text()) < prose.Fewest {
				t.Errorf("%s, turn %d: %s", style, turn, told.Text())
			}
		}
	}
}

// A turn of few words that nobody fills tells neither the hour nor who is elsewhere.
func TestTurnsThatAreLeftShort(t *testing.T) {
	for _, unfilled := range []bool{false, true} {
		bearings := 0
		for seed := range 40 {
			told := prose.Compose(prose.Scene{
				Seed: int64(seed), Clock: "half past nine", Place: prose.Place{Name: "the Long Quay"}, Minutes: 15, People: []prose.Person{{Name: "Ines"}},
				Deed: did(action.Ask, "person=Ines", "topic=the oil"), Elsewhere: []prose.LastSeen{{Name: "Pask", Where: "the chapel"}}, Unfilled: unfilled,
			})
			if text := told.Text(); strings.Contains(text, "Pask") || strings.Contains(text, "half past nine") {
				bearings++
			}
		}
		if (bearings == 0) != unfilled {
			t.Errorf("left short: %v, and %d of 40 turns tell the hour or who is elsewhere", unfilled, bearings)
		}
	}
}

func TestRandomPlays(t *testing.T) {
	for seed := range soak.Count(600) {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 1))}
		persona, style := g.persona(), g.style()
		play(t, 40, func(int) prose.Scene { return g.scene(persona, style) })
	}
}

// generator makes scenes whose own texts keep the rules that the reader checks.
type generator struct{ *rand.Rand }

func (g generator) persona() prose.Persona {
	return prose.Persona{
		Name: pick(g, "Mara", "James", "Tobias"), Pronouns: pick(g, "she", "he", "they"),
		Person: pick(g, prose.First, prose.Second, prose.Third), Tense: pick(g, prose.Present, prose.Past),
	}
}

func (g generator) style() prose.Style { return pick(g, prose.Terse, prose.Vivid, prose.Poetic) }

func pick[T any](g generator, options ...T) T { return options[g.IntN(len(options))] }

func (g generator) maybe() bool { return g.IntN(2) == 0 }

func (g generator) scene(p prose.Persona, style prose.Style) prose.Scene {
	s := prose.Scene{
		Seed: g.Int64(), Persona: p, Style: style, Kind: pick(g, "", prose.Travel, prose.Dialogue, prose.Danger, prose.Resolution),
		Place:   prose.Place{Name: pick(g, "the Long Quay", "The Gannet", "Old Mill", "the lamp room"), Indoors: g.maybe()},
		Weather: pick(g, "", "fog", "light rain", "storm", "clear", "overcast", "snow", "wind"),
		Part:    partsOfDay[g.IntN(len(partsOfDay))], Minutes: g.IntN(300), Clock: english.Clock(g.IntN(24 * 60)),
		Arrived: g.IntN(3) == 0, Missing: pick(g, "", "Honor"),
	}
	if g.maybe() {
		s.Deed = g.deed()
	}
	if g.maybe() {
		s.Place.Senses = []string{"Halyards against bare masts, over and over.", "Tar and cold fish, and under them something sweeter."}
		s.Place.Description = "A granite quay, slick with weed."
	}
	for range g.IntN(4) {
		s.People = append(s.People, g.person(p))
	}
	if g.maybe() {
		s.Check = &prose.Check{Stat: pick(g, "Nerve", "Wits"), Band: pick(g, action.Failure, action.Partial, action.Success)}
	}
	if g.maybe() {
		s.Memory = &prose.Memory{Summary: pick(g, "You gave Ines your last coin.", "The Margaret went down with nine men."), Topic: pick(g, "", "the ninth grave", "your letters", "who oiled the lock")}
	}
	if g.maybe() {
		s.Lore = &prose.Lore{Text: pick(g, "The old lamp burned whale oil until the hard winter.", "Gulls nested in the lamp room for a year."), Rumour: g.maybe(), Source: pick(g, "", "the Almanac")}
	}
	if g.IntN(3) == 0 {
		s.Learned = []prose.Learned{{Text: pick(g, "The oil was sold.", "There were two fids of one bone in the loft."), Rumour: g.maybe(), Speaker: pick(g, "", "Ines", "the harbour master")}}
	}
	if g.maybe() {
		s.Came, s.Left = []string{"Ines"}, []string{pick(g, "Coad", "Wren"), "Pask"}[:1+g.IntN(2)]
		s.Elsewhere = []prose.LastSeen{{Name: "Pask", Where: "the chapel"}}
	}
	if g.maybe() {
		s.Gained, s.Lost = []string{pick(g, "brass key", "hourglass", "old coat", "matches")}, []string{"a one-eyed doll"}
	}
	if g.IntN(4) == 0 {
		s.Authored = []string{pick(g, "The stair was dark.", "Nobody came down. The lamp room lay open to the sky, and the brass had been taken.")}
	}
	return s
}

// deed is one of any kind, towards somebody or something, of which some have no name.
func (g generator) deed() *prose.Deed {
	d := did(pick(g, action.Kinds()...), "person="+pick(g, "Ines", "Tobias", "the one-eyed man"), "item="+pick(g, "brass key", "some matches"), "topic="+pick(g, "the oil", "who oiled the lock", "why the lamp in the tower burned brown on the night of the wreck"), "place=the Long Quay", "thread=Who lit the false lamp?")
	d.Action.Words = pick(g, "Climb the dark stair", "Towards the quay", "Take the rope and lamp", `"I never saw the oil."`, "")
	if d.Action.Choice = "stair/climb"; g.maybe() {
		d.Action.Minutes = int64(g.IntN(300))
	}
	for _, ref := range slices.Sorted(maps.Keys(d.Names)) {
		if g.IntN(6) == 0 {
			delete(d.Names, ref)
		}
	}
	if g.maybe() {
		d.Action.Topic = action.Ref{}
	}
	return graded(d, pick(g, action.Grades()...))
}

func (g generator) person(p prose.Persona) prose.Person {
	who := prose.Person{
		Name: pick(g, "Ines", "Tobias", "the one-eyed man", "James"), Pronouns: pick(g, "she", "he", "they"),
		Feeling: g.IntN(201) - 100, Concerned: g.maybe(),
		Lines: map[string][]string{"neutral": {"Mind the step.", "Who sent you?", "Not tonight"}, "cold": {"You have a nerve."}},
	}
	if p.Tense == prose.Past {
		who.Mannerisms = []string{"{name} turned a net needle over in {their} fingers."}
	}
	return who
}

func TestSameSceneSameTelling(t *testing.T) {
	for seed := range soak.Count(1000) {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 2))}
		scene := g.scene(g.persona(), g.style())
		before, _ := json.Marshal(scene)
		one := prose.Compose(scene)
		if two := prose.Compose(scene); !reflect.DeepEqual(one, two) {
			t.Fatalf("two tellings of one scene:\n%s\n\n%s", one.Text(), two.Text())
		}
		if after, _ := json.Marshal(scene); string(after) != string(before) {
			t.Fatalf("the scene was changed:\n%s\n%s", before, after)
		}
		var sent prose.Scene
		if err := json.Unmarshal(before, &sent); err != nil {
			t.Fatal(err)
		}
		if three := prose.Compose(sent); three.Text() != one.Text() {
			t.Fatalf("told otherwise after a way through JSON:\n%s\n\n%s", one.Text(), three.Text())
		}
	}
}

// An author's words are told as they are, and nothing is told behind them.
func TestAnAuthorsWordsAreTheLast(t *testing.T) {
	for seed := range soak.Count(1000) {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 5))}
		scene := g.scene(g.persona(), g.style())
		scene.Authored, scene.Quiet = []string{"The stair was dark.", "It  was \"cold\"."}, g.maybe()
		scene.Memory = &prose.Memory{Summary: "You gave Ines your last coin.", Before: g.maybe()}
		if scene.Check != nil && g.maybe() {
			scene.Check.Text = "Your foot goes through the third tread."
		}
		want := []string{"The stair was dark.", `It was "cold".`}
		if scene.Check != nil && scene.Check.Text != "" {
			want = append(want, scene.Check.Text)
		}
		told := prose.Compose(scene).Pieces
		if len(told) < len(want) || scene.Quiet && len(told) > len(want) {
			t.Fatalf("seed %d, quiet %v: %v", seed, scene.Quiet, told)
		}
		lead, last := told[:len(told)-len(want)], told[len(told)-len(want):]
		for i, p := range last {
			if p.Text != want[i] || p.Source != prose.Author {
				t.Fatalf("seed %d: piece %d is %+v, want %q", seed, i, p, want[i])
			}
		}
		for _, p := range lead {
			if p.Source == prose.Author {
				t.Fatalf("seed %d: %+v is no author's", seed, p)
			}
		}
	}
}

// Every paragraph says what it is made of.
func TestEveryParagraphHasASource(t *testing.T) {
	seen := map[prose.Source]int{}
	for seed := range 300 {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 6))}
		scene := g.scene(g.persona(), g.style())
		scene.Memory = &prose.Memory{Summary: "You gave Ines your last coin.", Before: g.maybe()}
		for _, p := range prose.Compose(scene).Pieces {
			if !slices.Contains(action.Passages(), p.Source) {
				t.Fatalf("%+v", p)
			}
			seen[p.Source]++
		}
	}
	for _, source := range []prose.Source{prose.Author, prose.Outcome, prose.Around, prose.Reminder} {
		if seen[source] == 0 {
			t.Errorf("nothing is told as %s: %v", source, seen)
		}
	}
}

// What somebody feels decides which of their lines they say.
func TestFeelingIsShown(t *testing.T) {
	said := map[int]string{}
	lines := map[string][]string{"warm": {"Come in."}, "neutral": {"You again."}, "cold": {"Go away."}}
	for _, feeling := range []int{25, 24, -24, -25} {
		said[feeling] = prose.Compose(prose.Scene{Deed: did(action.Talk, "person=Ines"), People: []prose.Person{{Name: "Ines", Feeling: feeling, Lines: lines}}}).Text()
	}
	for feeling, want := range map[int]string{25: "Come in", 24: "You again", -24: "You again", -25: "Go away"} {
		if !strings.Contains(said[feeling], want) {
			t.Errorf("%d: %s", feeling, said[feeling])
		}
	}
}

func TestHistoryIsBounded(t *testing.T) {
	var history prose.History
	authored := strings.Repeat("the lamp and the oil and the boat of nobody ", 2000)
	for turn := range 130 {
		history = prose.Compose(prose.Scene{Seed: int64(turn), Authored: []string{authored}, History: history}).History
	}
	data, err := json.Marshal(history)
	t.Logf("%d bytes at the most", len(data))
	if err != nil || len(data) > 160<<10 {
		t.Errorf("a history of %d bytes, %v", len(data), err)
	}
	var back prose.History
	if err := json.Unmarshal(data, &back); err != nil || back.Turn != 130 || len(back.Told) > 101 {
		t.Errorf("turn %d, %d turns kept, %v", back.Turn, len(back.Told), err)
	}
	if err := json.Unmarshal([]byte(`{"told":[{"runs":"AAA"}]}`), &back); err == nil || !strings.Contains(err.Error(), "pass on the history") {
		t.Errorf("a broken history was taken: %v", err)
	}
}

// TestReaderFindsFaults is the negative control of the reader.
func TestReaderFindsFaults(t *testing.T) {
	filler := strings.Repeat("Much was told of it in other words than these. ", 1) + "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty, and then all of them are told again backwards."
	for text, fault := range map[string]string{
		"You waits.":                    "agreement",
		"You has it.":                   "agreement",
		"She have it.":                  "agreement",
		"They is here.":                 "agreement",
		"There is an one-eyed man.":     "article",
		"There is a hour.":              "article",
		"There is a old key.":           "article",
		"There is an uniform.":          "article",
		"A {place} waits.":              "sign of a form",
		"It is here , and there.":       "space before sign",
		"It is here,. Then.":            "doubled sign",
		"It is  here.":                  "double space",
		"it is here.":                   "small letter",
		"It is here":                    "no end",
		"\"It is here.":                 "odd quotation",
		"\"It is here.\"":               "speaker",
		"Ines glanced up.":              "tense",
		"I keep still.":                 "tense",
		"One two three four five six.":  "run told before",
		"It is the the lamp.":           "agreement",
		"Much was told. Much was told.": "sentence told before",
	} {
		told := prose.Telling{Pieces: []prose.Piece{{Text: filler}, {Text: text}}}
		if faults := strings.Join((&reader{}).check(prose.Scene{}, told, 0), "\n"); !strings.Contains(faults, fault) {
			t.Errorf("%q: want a fault with %q, got %q", text, fault, faults)
		}
	}
	if faults := (&reader{}).check(prose.Scene{}, prose.Telling{Pieces: []prose.Piece{{Text: filler}, {Text: "The oil burns."}}}, 0); len(faults) > 0 {
		t.Errorf("faults where there are none: %v", faults)
	}
	four := prose.Telling{Pieces: []prose.Piece{{Text: "Rain."}, {Text: "Snow."}, {Text: "Hail."}, {Text: "Sun."}}}
	if faults := (&reader{}).check(prose.Scene{}, four, 0); len(faults) != 1 {
		t.Errorf("four paragraphs: %v", faults)
	}
	behind := prose.Telling{Pieces: []prose.Piece{{Text: "Rain.", Source: prose.Author}, {Text: "Snow."}}}
	if faults := (&reader{}).check(prose.Scene{Authored: []string{"Rain."}}, behind, 1); len(faults) == 0 {
		t.Error("something behind an author's words is no fault")
	}
	if faults := constant("Mara is here.", prose.Persona{Person: prose.Third, Tense: prose.Past}); len(faults) != 1 {
		t.Errorf("a present in the past: %v", faults)
	}
	if faults := constant("Your coat.", prose.Persona{Person: prose.First}); len(faults) != 1 {
		t.Errorf("a second person in the first: %v", faults)
	}
}

// BenchmarkCompose is one turn with everything in it, in the middle of a play.
func BenchmarkCompose(b *testing.B) {
	g := generator{rand.New(rand.NewPCG(1, 3))}
	var history prose.History
	scene := g.scene(g.persona(), prose.Vivid)
	for range 40 {
		scene = g.scene(scene.Persona, prose.Vivid)
		scene.History = history
		history = prose.Compose(scene).History
	}
	scene.History = history
	b.ReportAllocs()
	for b.Loop() {
		prose.Compose(scene)
	}
}

// TestWithoutHistory is the negative control of the plays: a composer that is not
// told what it said before repeats itself, and the reader sees it.
func TestWithoutHistory(t *testing.T) {
	reader := &reader{}
	for seed := range 30 {
		scene := prose.Scene{Seed: int64(seed), Place: prose.Place{Senses: []string{"Halyards slap against bare masts."}}}
		if faults := reader.check(scene, prose.Compose(scene), 0); len(faults) > 0 {
			return
		}
	}
	t.Error("thirty turns without a history, and nothing was found to repeat")
}

// That nothing is to be told is not said in the same words within a window, but in the shortest.
func TestNothingIsNotToldTwice(t *testing.T) {
	var history prose.History
	told, still := map[string]int{}, 0
	for turn := range prose.Window {
		scene := prose.Scene{Seed: int64(turn), History: history}
		telling := prose.Compose(scene)
		history = telling.History
		told[telling.Text()]++
		if prose.IsStill(scene, telling) {
			still++
		}
	}
	for text, times := range told {
		if times > 1 && text != "Nothing changes." {
			t.Errorf("%q is told %d times", text, times)
		}
	}
	if still < prose.Window/2 || len(told) < 3 {
		t.Errorf("told is %v", told)
	}
}
