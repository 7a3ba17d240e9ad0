package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// again is a record as it is shown when it is read back.
func again(r *Record) string {
	shown := *r
	shown.Resumed, shown.Timings = true, nil
	return string(shown.JSON())
}

func shows(t testing.TB, what string, got *Record, err error, want *Record) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if g, w := string(got.JSON()), again(want); g != w {
		t.Errorf("%s: the record is another:\n%s", what, cmp.Diff(w, g))
	}
}

// A player plays, takes back, tries again, and comes back another day: what is shown
// is always what was shown of that turn, and the state what the log says.
func TestBackRetryAndContinue(t *testing.T) {
	for seed := range soak.Count(80) {
		walk(t, persistence.New(mem.New(), nil), uint64(seed), seed%4 > 1)
	}
	for seed := range soak.Count(20) {
		walk(t, sqliteStore(t), uint64(seed), seed%4 > 1)
	}
}

func walk(t *testing.T, store *persistence.Store, seed uint64, skilled bool) {
	t.Helper()
	draw := rand.New(rand.NewPCG(seed, 6))
	b := atStore(t, sample(t, "grey-harbour"), store)
	if skilled {
		b.with(people)
	}
	if seed%2 == 1 {
		b.opts.Seed = ""
	}
	g := b.open()
	shown := []*Record{must(t, g, "")}
	for step := range 30 {
		last := shown[len(shown)-1]
		what := fmt.Sprintf("seed %d, step %d, turn %d", seed, step, last.Turn)
		switch n := draw.IntN(10); {
		case n < 6 && last.Ending == nil:
			shown = append(shown, must(t, g, pickAny(last, draw)))
		case n < 7:
			r, err := g.Back(t.Context())
			if len(shown) == 1 {
				if !errors.Is(err, story.ErrNoTurn) {
					t.Errorf("%s: back from the opening: %v", what, err)
				}
				continue
			}
			shown = shown[:len(shown)-1]
			shows(t, what+": back", r, err, shown[len(shown)-1])
		case n < 8:
			r, err := g.Retry(t.Context())
			if len(shown) == 1 {
				if !errors.Is(err, story.ErrNoTurn) {
					t.Errorf("%s: retry of the opening: %v", what, err)
				}
				continue
			}
			if err != nil || r.Turn != last.Turn || r.Choice == nil || *r.Choice != *last.Choice || r.Resumed {
				t.Fatalf("%s: retry: %v %+v, want %+v", what, err, r, last.Choice)
			}
			shown[len(shown)-1] = r
		default:
			if n == 9 { // else the program was killed
				if err := g.Close(t.Context(), "quit"); err != nil {
					t.Fatal(err)
				}
			}
			g = b.open()
		}
		r, err := g.Last(t.Context())
		shows(t, what, r, err, shown[len(shown)-1])
		if s := g.story.State().Session; !s.Open {
			t.Errorf("%s: the session %+v is not open", what, s)
		}
		replayed(t, g)
	}
	checkSessions(t, g)
}

// checkSessions looks whether sessions are opened and closed in turn.
func checkSessions(t *testing.T, g *Game) {
	t.Helper()
	number, open := int64(0), false
	for _, r := range g.log(t) {
		switch e := r.Event; e.Kind {
		case event.SessionOpened:
			if open || e.Whole("number") != number+1 {
				t.Errorf("session %d is opened after %d, open %v", e.Whole("number"), number, open)
			}
			number, open = number+1, true
		case event.SessionClosed:
			if !open || e.Text("reason") != "quit" && e.Text("reason") != "crashed" {
				t.Errorf("session %d is closed: %q", number, e.Text("reason"))
			}
			open = false
		}
	}
}

func TestRetryThrowsOtherDice(t *testing.T) {
	b := at(t, written(t, check("")))
	g := b.open()
	must(t, g, "")
	rolls := map[string]bool{fmt.Sprint(must(t, g, "start/try").Check.Rolls): true}
	for range 12 {
		r, err := g.Retry(t.Context())
		if err != nil || r.Check == nil {
			t.Fatal(err)
		}
		rolls[fmt.Sprint(r.Check.Rolls)] = true
	}
	if len(rolls) < 6 {
		t.Errorf("13 throws gave only %v", rolls)
	}
}

func TestSavesOfOthersAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		change func(o *Options)
		want   string
	}{
		"campaign": {func(o *Options) { o.CampaignID = "other" }, `"test", not of "other"`},
		"seed":     {func(o *Options) { o.Seed = "8" }, `with the seed "7"`},
	} {
		t.Run(name, func(t *testing.T) {
			b := at(t, written(t, harbour))
			g := b.open()
			r := must(t, g, "")
			before := len(g.log(t))
			opts := b.opts
			test.change(&opts)
			_, err := Open(t.Context(), opts)
			var refused *SaveError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v", err)
			}
			if after := len(g.log(t)); after != before {
				t.Errorf("%d events were written", after-before)
			}
			must(t, g, r.Choices[0].ID)
		})
	}
	b := at(t, written(t, harbour))
	b.opts.Seed = ""
	must(t, b.open(), "")
	b.opts.Seed = "9"
	if _, err := Open(t.Context(), b.opts); err == nil || !strings.Contains(err.Error(), "without a seed") {
		t.Errorf("%v", err)
	}
}

// What was offered and cannot be done any more is refused in a line, and nothing happens:
// an author's choice that is gone, an action that names what is gone or is another kind of
// thing now. What can always be done is offered in its place, so that the story goes on.
func TestWhatIsGoneIsRefused(t *testing.T) {
	const loft, places = "world/places.json", `{"places": [{"id": "quay", "name": "The Long Quay", "exits": ["loft"]}, {"id": "loft", "name": "The Net Loft", "exits": ["quay"]}]}`
	first := but(harbour, append(beats(`{"id": "start", "title": "Start", "prose": "It begins.", "choices": [{"id": "try", "text": "Try the rope"}]}`),
		"world/items.json", `{"items": [{"id": "rope", "name": "a coil of rope"}, {"id": "hook", "name": "a boat hook", "at": "quay", "description": "It has a split shaft."}]}`)...)
	for name, test := range map[string]struct {
		gone    string
		changed map[string]string
	}{
		"an author's choice":       {"start/try", but(first, beats(`{"id": "start", "title": "Start", "prose": "It begins."}`)...)},
		"an author's beat":         {"start/try", but(first, beats(`{"id": "other", "title": "Other", "prose": "Another."}`)...)},
		"a thing":                  {"examine:hook", but(first, "world/items.json", `{"items": [{"id": "rope", "name": "a coil of rope"}]}`)},
		"a place":                  {"go:inn", but(first, loft, places)},
		"a place that is a person": {"go:inn", but(first, loft, places, "characters/npcs/inn/profile.json", `{"id": "inn", "name": "Mother Inn", "place": "quay"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			b := at(t, written(t, first)).with(map[string]func(a *act) error{
				"player-choices/generate-choices": func(a *act) error {
					a.output["choices"] = []any{protocol.Object{"id": "examine:hook", "text": "Look at it well."}, protocol.Object{"id": "go:inn", "text": "Be off to the inn."}, protocol.Object{"id": "wait", "text": "Wait here."}}
					return nil
				},
			})
			g := b.open()
			if r := must(t, g, ""); !slices.ContainsFunc(r.Choices, func(c Choice) bool { return c.ID == test.gone }) {
				t.Fatalf("%s is not offered: %+v", test.gone, r.Choices)
			}
			c, _ := loaded(t, test.changed)
			b.opts.Campaign, b.opts.Digest = c, "d2"
			g = b.open()
			before, turn := len(g.log(t)), g.story.State().Turn.Number
			_, err := g.Play(t.Context(), test.gone)
			var refused *ChoiceError
			if !errors.As(err, &refused) || !refused.Gone || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v", err)
			}
			if after := len(g.log(t)); after != before || g.story.State().Turn.Number != turn {
				t.Errorf("%d events were written, and it is turn %d", after-before, g.story.State().Turn.Number)
			}
			r, err := g.Last(t.Context())
			if err != nil || len(r.Choices) < 3 || slices.ContainsFunc(r.Choices, func(c Choice) bool { return c.ID == test.gone }) {
				t.Fatalf("%v: %+v", err, r.Choices)
			}
			for _, c := range r.Choices { // all of the menu can be played
				if next := must(t, g, c.ID); next.Turn != turn+1 || next.Choice.ID != c.ID {
					t.Errorf("%s: %+v", c.ID, next.Choice)
				}
				if _, err := g.Back(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			replayed(t, g)
		})
	}
}

// A choice that the story itself refuses, here for an id that is too long to be written, is
// not made: the turn is as it was.
func TestRefusedByTheStory(t *testing.T) {
	b := at(t, written(t, harbour))
	b.opts.Persona.Items = append(b.opts.Persona.Items, strings.Repeat("é", 120))
	g := b.open()
	must(t, g, "")
	long := ""
	for _, o := range g.world.At(g.story.State()).Offers() {
		if o.Kind == action.Show && len(o.ID()) > 256 {
			long = o.ID()
		}
	}
	before := len(g.log(t))
	_, err := g.Play(t.Context(), long)
	var refused *ChoiceError
	if !errors.As(err, &refused) || !refused.Gone || len(g.log(t)) != before {
		t.Errorf("%q: %v", long, err)
	}
	if r := must(t, g, "wait"); r.Turn != 2 {
		t.Errorf("turn %d", r.Turn)
	}
}

// A stored choice whose action names another kind of thing than its id can mean now, or
// cannot be read, is none of those there are.
func TestStoredChoicesOfTheWrongKind(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	stored := offered(t, turn, "examine:quay").Action
	has := func(c Choice) bool { return sight{Situation: turn.now()}.has(c, turn.offers) }
	if !has(Choice{ID: "examine:quay", Action: stored, Source: event.Generic}) {
		t.Error("an open offer counts as gone")
	}
	wrong := stored
	wrong.Place, wrong.Item = action.Ref{}, action.ItemRef("quay")
	if has(Choice{ID: "examine:quay", Action: wrong, Source: event.Generic}) || has(lookIn(turn.view()).readChoice(strictjson.Object{
		"id": "examine:quay", "source": string(event.Generic), "action": strictjson.Object{"kind": "examine", "place": "person:ines"},
	})) {
		t.Error("a thing is taken for a place of its name")
	}
}

// What the player begins with and no campaign knows is a thing of the story.
func TestWordsThatArePossessions(t *testing.T) {
	b := at(t, written(t, harbour))
	b.opts.Persona.Items = append(b.opts.Persona.Items, "a tin whistle")
	g := b.open()
	must(t, g, "")
	must(t, g, "examine:a tin whistle")
	if r := must(t, g, "wait"); r.Turn != 3 {
		t.Errorf("%+v", r)
	}
}

// A campaign whose files have changed goes on, even where what was offered is gone.
func TestChangedCampaignGoesOn(t *testing.T) {
	b := at(t, written(t, but(harbour, beats(`{"id": "a", "title": "A", "prose": "A.", "choices": [{"id": "c", "text": "Do it"}]}`)...)))
	g := b.open()
	r := must(t, g, "")
	if g.OtherCampaign() {
		t.Error("the same campaign counts as another")
	}
	b.opts.Campaign, b.opts.Digest, b.opts.Seed = written(t, harbour), "d2", ""
	g = b.open()
	if !g.OtherCampaign() {
		t.Error("the change is not noticed")
	}
	last, err := g.Last(t.Context())
	if err != nil || last.Prose != r.Prose || len(last.Choices) < 3 {
		t.Fatalf("%v: %s", err, last.JSON())
	}
	if r := must(t, g, last.Choices[0].ID); r.Turn != 2 || r.Prose == "" || len(r.Choices) < 3 {
		t.Errorf("%s", r.JSON())
	}
}

// Killed between the beginning and the first turn, the story is there to be opened.
func TestKilledBeforeTheOpening(t *testing.T) {
	driver := &fragile{Driver: mem.New()}
	b := atStore(t, written(t, harbour), persistence.New(driver, nil))
	b.open()
	for range 2 {
		g := b.open()
		if r, err := g.Last(t.Context()); r != nil || err != nil {
			t.Fatalf("%v %v", r, err)
		}
		if _, err := g.Back(t.Context()); !errors.Is(err, story.ErrNoTurn) {
			t.Errorf("back: %v", err)
		}
		if _, err := g.Retry(t.Context()); !errors.Is(err, story.ErrNoTurn) {
			t.Errorf("retry: %v", err)
		}
		var wrong *ChoiceError
		if _, err := g.Play(t.Context(), "wait"); !errors.As(err, &wrong) {
			t.Errorf("a choice before the opening: %v", err)
		}
	}
	if r := must(t, b.open(), ""); r.Turn != 1 || r.Session != 4 {
		t.Errorf("%s", r.JSON())
	}

	driver.fails = persistence.ErrFull
	if _, err := Open(t.Context(), b.opts); !errors.Is(err, persistence.ErrFull) {
		t.Errorf("a session on a full disk: %v", err)
	}
	driver.fails = nil
	g := b.open()
	r, err := g.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	must(t, g, r.Choices[0].ID)
}

func TestChoicesThatAreNotOffered(t *testing.T) {
	g := at(t, written(t, harbour)).open()
	r := must(t, g, "")
	before := len(g.log(t))
	for _, id := range []string{"", "nothing", "start/try", r.Choices[0].ID + "x", strings.Repeat("x", 1<<20), "\x00"} {
		_, err := g.Play(t.Context(), id)
		var wrong *ChoiceError
		if !errors.As(err, &wrong) || wrong.Choice != id || len(err.Error()) > 1<<21 {
			t.Errorf("%.20q: %v", id, err)
		}
	}
	if after := len(g.log(t)); after != before {
		t.Errorf("%d events were written", after-before)
	}
	if _, err := g.Play(t.Context(), r.Choices[0].ID+"x"); !strings.Contains(fmt.Sprint(err), r.Choices[0].ID) {
		t.Errorf("no hint: %v", err)
	}
}

// A story that came to its end goes on where it shall run on, from choices that can
// always be made; else there are none, and it has ended.
func TestPastTheEnd(t *testing.T) {
	c := written(t, but(harbour, beats(`{"id": "start", "title": "Start", "conditions": {"scene_count": {"min": 0}},
		"choices": [{"id": "light", "text": "Light the lamp.", "effects": [{"world": {"lit": true}}]}, {"id": "b", "text": "Wait."}, {"id": "c", "text": "Go."}]}`)...))
	b := at(t, c)
	g := b.open()
	must(t, g, "")
	end := must(t, g, "start/light")
	if end.Ending == nil || len(end.Choices) > 0 {
		t.Fatalf("%+v", end)
	}
	g = b.open()
	last, err := g.Last(t.Context())
	shows(t, "an ended story", last, err, end)
	for _, id := range []string{"", "wait", "start/b"} {
		if _, err := g.Play(t.Context(), id); !errors.Is(err, ErrEnded) {
			t.Errorf("%q: %v", id, err)
		}
	}
	b.opts.NoEndings = true
	g = b.open()
	if last, err = g.Last(t.Context()); err != nil || last.Ending == nil || last.Prose != end.Prose || len(last.Choices) < 3 {
		t.Fatalf("%+v, %v", last, err)
	}
	var wrong *ChoiceError
	if _, err := g.Play(t.Context(), "start/b"); !errors.As(err, &wrong) {
		t.Errorf("a choice of the turn before: %v", err)
	}
	for turn := end.Turn + 1; turn < end.Turn+6; turn++ {
		r := must(t, g, last.Choices[int(turn)%len(last.Choices)].ID)
		if r.Turn != turn || r.Ending != nil || len(r.Choices) < 3 || r.Choice == nil || r.Prose == "" {
			t.Fatalf("%+v", r)
		}
		last = r
	}
	b.opts.NoEndings = false
	g = b.open()
	if r := must(t, g, last.Choices[0].ID); r.Ending != nil || len(r.Choices) < 3 {
		t.Errorf("a story that has run on ends nowhere: %+v", r)
	}
	replayed(t, g)
}

// A store that is full says so; afterwards the same choice can be played, and what
// comes of it is what would have come of it.
func TestStoreErrorsLeaveTheTurnToBePlayed(t *testing.T) {
	for name, fault := range map[string]fragile{
		"full":             {fails: persistence.ErrFull},
		"broken":           {fails: persistence.ErrBroken},
		"written unawares": {fails: persistence.ErrBroken, after: true},
	} {
		for _, skilled := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", skilled), func(t *testing.T) {
				want := storeErrors(t, nil, nil, skilled)
				if got := storeErrors(t, fault.fails, &fault, skilled); !bytes.Equal(got, want) {
					t.Errorf("another play:\n%s", cmp.Diff(string(want), string(got)))
				}
			})
		}
	}
}

// storeErrors plays some turns, each after a failure of the store.
func storeErrors(t *testing.T, fails error, fault *fragile, skilled bool) (all []byte) {
	t.Helper()
	driver := &fragile{Driver: mem.New()}
	b := atStore(t, sample(t, "grey-harbour"), persistence.New(driver, nil))
	if skilled {
		b.with(people)
	}
	g := b.open()
	choice := ""
	for range 12 {
		if fault != nil {
			driver.fails, driver.after = fault.fails, fault.after
			if _, err := g.Play(t.Context(), choice); !errors.Is(err, fails) {
				t.Fatalf("Play says %v", err)
			}
			driver.fails = nil
		}
		r := must(t, g, choice)
		r.Timings = nil
		all = append(append(all, r.JSON()...), '\n')
		if r.Ending != nil {
			break
		}
		choice = r.Choices[0].ID
		replayed(t, g)
	}
	return all
}

// Whoever does not wait for the narration any more gets choices all the same, and
// the turn is remembered; whoever does not wait for those gets general ones.
func TestEndedByImpatience(t *testing.T) {
	for _, slow := range []string{"storyteller/narrate", "player-choices/generate-choices"} {
		t.Run(slow, func(t *testing.T) {
			remembered := 0
			ctx, cancel := context.WithCancel(t.Context())
			waits := func(a *act) error { cancel(); <-a.ctx.Done(); return a.ctx.Err() }
			does := map[string]func(a *act) error{
				"memory/store-memory": func(*act) error { remembered++; return nil },
				"storyteller/narrate": func(*act) error { return nil },
				"player-choices/generate-choices": func(a *act) error {
					a.output["choices"] = []any{protocol.Object{"id": "wait", "text": "Do a."}, protocol.Object{"id": "talk:ines", "text": "Do b."}, protocol.Object{"id": "go:inn", "text": "Do c."}}
					return nil
				},
			}
			does[slow] = waits
			g := at(t, written(t, harbour)).with(does).open()
			r, err := g.Play(ctx, "")
			if err != nil {
				t.Fatal(err)
			}
			made := slices.ContainsFunc(r.Choices, func(c Choice) bool { return c.Source == "made" })
			if made != (slow == "storyteller/narrate") || len(r.Choices) < 3 || remembered != 1 {
				t.Errorf("made %v, remembered %d, %q, %v", made, remembered, r.Degraded, r.Choices)
			}
		})
	}
}

func TestClosedByItsContext(t *testing.T) {
	g := at(t, written(t, harbour)).open()
	r := must(t, g, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := g.Play(ctx, r.Choices[0].ID); err == nil {
		r = got
	}
	if last, err := g.Last(t.Context()); err != nil || last.Turn != r.Turn {
		t.Errorf("%+v %v", last, err)
	}
	replayed(t, g)
	if next := must(t, g, r.Choices[0].ID); next.Turn != r.Turn+1 {
		t.Errorf("turn %d after %d", next.Turn, r.Turn)
	}
}
