package engine

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// Every action that is possible may be said, read and played by its id; what is not is
// refused, and writes nothing.
func TestWhatIsPossibleCanBeTyped(t *testing.T) {
	for _, sample := range campaigns.All() {
		g := playedSo(t, sample, 4, 1)
		for _, o := range g.world.At(g.story.State()).Possible() {
			line := g.now().names().Say(o.Action)
			reading := g.Read(line)
			among := append(reading.Among, reading.Action)
			said := func(a action.Action) bool { return a.ID() == o.ID() || a.Words == line } // or an author has worded it
			if !g.Possible(o.ID()) || !slices.ContainsFunc(among, said) {
				t.Errorf("%s: %q is read as %+v", o.ID(), line, reading)
			}
		}
		if a, found := g.Answer("the comet", g.Read("ask").Among); found {
			t.Errorf("%s: the comet is %s", sample.Name, a.ID())
		}
		position := g.story.State().Position
		for _, id := range []string{"", "ask:nobody", "go:moon", "wait:quay", strings.Repeat("x", 1<<20)} {
			if _, err := g.PlayTyped(t.Context(), id, "anything"); !isChoiceError(err) || g.Possible(id) {
				t.Errorf("%.20q: %v", id, err)
			}
		}
		if now := g.story.State().Position; now != position {
			t.Errorf("%s: refusing wrote %d events", sample.Name, now-position)
		}
	}
}

// What may be typed is called by the words that it has, and not by its id.
func TestWhatMayBeTypedHasItsName(t *testing.T) {
	for _, sample := range campaigns.All() {
		g := playedSo(t, sample, 4, 1)
		names := g.now().names()
		for _, o := range g.world.At(g.story.State()).Possible() {
			if noun, known := names.Noun(o.Action.Topic); o.Topic.ID != "" && (!known || noun.Text != o.Topic.Words) {
				t.Errorf("%s: %s is about %q, and is called %q", sample.Name, o.ID(), o.Topic.Words, noun.Text)
			}
		}
	}
}

func isChoiceError(err error) bool {
	_, is := errors.AsType[*ChoiceError](err)
	return is
}

// The words that somebody typed are kept on one line and change nothing of the turn; when
// it is played again they stand there again.
func TestWordsTypedAreKeptAndMeanNothing(t *testing.T) {
	var records []string
	for words, want := range map[string]string{
		"":                           "",
		" rest\n\n a\twhile\x1b[2J ": "rest a while",
		"Go to the moon and kill everybody, and it went wrong": "Go to the moon and kill everybody, and it went wrong",
		strings.Repeat("rëst ", 1000):                          "",
	} {
		g := playedSo(t, campaigns.All()[0], 3, 1)
		r, err := g.PlayTyped(t.Context(), "wait", words)
		if err != nil {
			t.Fatal(err)
		}
		r.Timings = nil
		records = append(records, string(r.JSON()))
		kept, err := g.lastTyped(t.Context())
		if err != nil || want != "" && kept != want || strings.ContainsAny(kept, "\n\t\x1b") || utf8.RuneCountInString(kept) > longestTyped {
			t.Errorf("%.40q is kept as %q (%v), want %q", words, kept, err, want)
		}
		if (kept == "") != (words == "") {
			t.Errorf("%.40q is kept as %q", words, kept)
		}
		if _, err := g.Retry(t.Context()); err != nil {
			t.Fatal(err)
		}
		if again, _ := g.lastTyped(t.Context()); again != kept {
			t.Errorf("played again, %q has become %q", kept, again)
		}
	}
	for _, other := range records[1:] {
		if diff := cmp.Diff(records[0], other); diff != "" {
			t.Errorf("words change a turn: %s", diff)
		}
	}
}

// What is said to one of several may be said quietly: it is a deed of its own, which its id
// says, and only the two hear the answer. What is not said cannot be done quietly, and where
// nobody else would hear it, it is just asked.
func TestQuietlyTyped(t *testing.T) {
	g := playing(t.Context(), lighthouse)
	must(t, g, "")
	const id = "quietly:ask:ines#the-oil-of-the-lamp"
	for _, line := range []string{
		"Quietly ask Ines Vane about the oil of the lamp", "ask ines about the oil of the lamp in a whisper", "whisper to ines about the oil of the lamp",
	} {
		if r := g.Read(line); !r.Found || r.Action.ID() != id || !g.Possible(id) {
			t.Errorf("%q is read as %+v", line, r)
		}
	}
	for line, want := range map[string]string{"ask ines about the oil of the lamp": "ask:ines#the-oil-of-the-lamp", "talk to ines": "talk:ines", "wait": "wait"} {
		if r := g.Read(line); r.Action.ID() != want {
			t.Errorf("%q is read as %+v", line, r)
		}
	}
	for _, line := range []string{"quietly search the quay", "befriend ines in secret", "whisper to ines about the moon"} {
		if r := g.Read(line); r.Found || len(r.Among) > 0 || r.Refusal == "" || strings.Contains(r.Refusal, "\n") {
			t.Errorf("%q is read as %+v", line, r)
		}
	}
	if r := g.Read("quietly search the quay"); r.Refusal != `That cannot be done quietly: "quietly search the quay".` {
		t.Errorf("%q", r.Refusal)
	}
	r, err := g.PlayTyped(t.Context(), id, "whisper to ines about the oil of the lamp")
	if err != nil || r.Choice.ID != id || slices.ContainsFunc(r.Choices, func(c Choice) bool { return c.Action.Manner != action.Openly }) {
		t.Fatalf("%v: %s", err, r.JSON())
	}
	for who, want := range map[event.CharacterID]int{event.Player: 1, "ines": 1, "tobias": 0} {
		if knows := g.story.State().As(who).Pieces(); len(knows) != want {
			t.Errorf("%s knows %+v", who, knows)
		}
	}
	if again, err := g.Retry(t.Context()); err != nil || again.Choice.ID != id || len(g.story.State().As("tobias").Pieces()) != 0 {
		t.Errorf("played again: %v %+v", err, again)
	}
	if made := g.story.State().Taken.All(); len(made) != 1 || made[0].ID != id || made[0].Action.Manner != action.Quietly {
		t.Errorf("%+v", made)
	}
	last, err := g.Last(t.Context())
	if err != nil || last.Choice.ID != id {
		t.Errorf("%v %+v", err, last.Choice)
	}
	replayed(t, g)

	turn := standing(t, written(t, harbour), "quay", 10*60)
	for _, o := range turn.now().Possible() {
		if o.Manner != action.Openly {
			t.Errorf("%s, with nobody else there", o.ID())
		}
	}
	g = turn.g
	if r := g.Read("quietly talk to ines"); !r.Found || r.Action.ID() != "talk:ines" {
		t.Errorf("%+v", r)
	}
}

// Somebody who is spoken of has the pronouns that tell by which titles they may be called when
// typed, and nowhere else.
func TestPronounsOfThoseSpokenOf(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60).acquaint()
	names := turn.sight().Names(turn.offers())
	spokenOf, person := action.TopicRef("tobias-orr"), action.PersonRef("tobias")
	somebody, _ := names.Noun(person)
	plain, _ := names.Noun(spokenOf)
	typed, known := typedNames{names, turn.sight(), turn.sight().Learning}.Noun(spokenOf)
	if !known || somebody.Pronouns == "" || typed.Pronouns != somebody.Pronouns || typed.Text != plain.Text || plain.Pronouns != "" {
		t.Errorf("%+v, %+v of %+v", typed, plain, somebody)
	}
	if none, known := (typedNames{names, turn.sight(), turn.sight().Learning}).Noun(action.TopicRef("nobody")); known || none.Pronouns != "" {
		t.Errorf("%+v", none)
	}
}

// In a campaign of three files people and things are called by what their author says they are,
// those too that only a choice names.
func TestTypedByWhatTheyAre(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "5"
	g := b.open()
	must(t, g, "")
	s := g.now()
	orla, known := s.namesTyped().Described("Saint Orla")
	if !known || !slices.Contains(orla.Also, "great bell") {
		t.Fatalf("%+v", orla)
	}
	person, _ := s.namesTyped().Noun(action.PersonRef("tomas-hasek"))
	if !slices.Contains(person.Also, "muleteer") || person.Pronouns == "" {
		t.Errorf("%+v", person)
	}
	topic, _ := s.namesTyped().Noun(action.TopicRef("saint-orla"))
	if !slices.Contains(topic.Also, "great bell") {
		t.Errorf("%+v", topic)
	}
}

// Who types "it", "him" or "back there" means what they last did or heard of, and where they came from.
func TestTypedAfterwards(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "5"
	g := b.open()
	must(t, g, "")
	must(t, g, "go:foundry")
	must(t, g, "go:refectory")
	for _, step := range []struct{ typed, wanted string }{
		{"ask the abbot about the debt", "opening/asked-abbot-celestin-thread-4"},
		{"ask him about the bell", "opening/do-aside-29"},
		{"go back", "go:foundry"},
	} {
		reading := g.Read(step.typed)
		if !reading.Found || g.Options(reading.Action)[0].ID != step.wanted {
			t.Fatalf("%q: %+v", step.typed, reading)
		}
		from, called := g.now().lately()
		must(t, g, step.wanted)
		if now, again := g.now().lately(); now == from && slices.Equal(called, again) {
			t.Errorf("%q changes nothing: %s, %q", step.typed, from, called)
		}
	}
	if from, _ := g.now().lately(); from != "the Refectory" {
		t.Errorf("from %q", from)
	}
}

// What was found, or stood in the premise, is asked about by its own words.
func TestTypedByWhatWasLearnt(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "5"
	g := b.open()
	must(t, g, "")
	for line, wanted := range map[string]string{
		"ask the abbot about the oil":              "Ask Abbot Celestin about the lock of the Ossuary",
		"ask him about the twelfth bar":            "Ask Abbot Celestin about Saint Orla",
		"ask the abbot who paid in silver":         "Ask Abbot Celestin about the debt",
		"tell the abbot that somebody oiled locks": "Tell Abbot Celestin about the lock of the Ossuary",
	} {
		if r := g.Read(line); !r.Found || g.Options(r.Action)[0].Text != wanted {
			t.Errorf("%q: %+v", line, r)
		}
	}
	if r := g.Read("ask the abbot about the nine days of sand"); r.Found {
		t.Errorf("%+v", r)
	}
	must(t, g, "go:foundry")
	must(t, g, "opening/do-step-1-1") // "poured in a single night, and the sand was not opened for nine days"
	if r := g.Read("ask anselm about the nine days of sand"); !r.Found || g.Options(r.Action)[0].Text != "Ask Brother Anselm Rook about Saint Orla" {
		t.Errorf("%+v", r)
	}
}

// Whoever is told something in a drama has an answer to it, and another the second time; whoever is asked
// the same again does not say it the same again. Telling an owner what there is to face them with is to face them.
func TestTypedAgain(t *testing.T) {
	for _, line := range []string{"ask the abbot about the debt", "tell the abbot about the debt", "tell the abbot about the lock of the ossuary"} {
		b := at(t, threeFile(t, "../campaigns/minimal"))
		b.opts.Seed = "5"
		g := b.open()
		must(t, g, "")
		said := map[string]bool{}
		for n := range 2 {
			reading := g.Read(line)
			if !reading.Found {
				t.Fatalf("%q: %+v", line, reading)
			}
			r := must(t, g, g.Options(reading.Action)[0].ID)
			if said[r.Prose] || !strings.Contains(r.Prose, "Celestin") || strings.Contains(r.Prose, "takes in") {
				t.Errorf("%q, %d: %s", line, n, r.Prose)
			}
			said[r.Prose] = true
		}
	}
	facing := []openChoice{{Choice: &campaign.Choice{Slot: campaign.Final, Of: "ask:lucan", Topic: "the debt"}}}
	for topic, want := range map[string]bool{"the debt": true, "the bell": false} {
		o := world.Offer{Action: action.Action{Kind: action.Tell, To: []action.Ref{action.PersonRef("lucan")}}, Topic: world.SubjectOf(topic)}
		if got := isToldBy(facing, &o); got != want {
			t.Errorf("%s: %t", topic, got)
		}
	}
}

// A place some steps off is gone to by the ways that the player knows, and takes as long as all of them.
func TestTypedWayOfSeveralSteps(t *testing.T) {
	g := playedSo(t, campaigns.All()[slices.IndexFunc(campaigns.All(), func(c campaigns.Sample) bool { return c.Name == "grey-harbour" })], 0, 1)
	must(t, g, "")
	for range 12 {
		for _, o := range g.Stands().Possible() {
			place, _ := g.world.Place(g.Stands().View.Place())
			if o.Kind != action.Go || slices.Contains(place.Exits, o.Place.ID) {
				continue
			}
			before := g.story.State().Minutes
			if r := must(t, g, o.ID()); g.Stands().View.Place() != o.Place.ID || g.story.State().Minutes-before < 2 {
				t.Errorf("%s: %s", o.ID(), r.Prose)
			}
			return
		}
		all := g.Stands().Possible()
		must(t, g, all[slices.IndexFunc(all, func(o world.Offer) bool { return o.Kind == action.Go })].ID())
	}
	t.Error("nothing is some steps off")
}
