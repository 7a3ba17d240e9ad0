package story_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// gossips are those whose minds are drawn.
var gossips = []event.CharacterID{"ada", "bruno", "cara", "player"}

var sayings = []string{"The lamp is out.", "The oil was sold.", "Nobody was at the door."}

// anyGossip draws a story of who learns, says, overhears and betrays what. It is written past the
// door of turns, so that what nobody ever could is in it too.
func anyGossip(t *rapid.T) []event.Event {
	all := []event.Event{plain(event.PlaythroughStarted, event.Data{"campaign": "c", "version": "1", "digest": "", "persona": strictjson.Object{"name": "Mira"}, "parameters": strictjson.Object{}})}
	for _, who := range gossips[:3] {
		all = append(all, plain(event.EntityAdded, event.Data{"entity": string(who), "type": "person", "name": "The " + string(who)}))
	}
	for i, content := range sayings {
		all = append(all, plain(event.FactEstablished, event.Data{"fact": fmt.Sprintf("fact-%d", i), "content": content, "category": "secret"}))
	}
	for n := range rapid.IntRange(0, 30).Draw(t, "events") {
		e := oneRumour(t, n, all)
		e.Moment = event.Moment{Sequence: event.Sequence(n/3 + 1), Label: fmt.Sprintf("scene %d", n/3+1), Timed: true, Minutes: int64(10 * n)}
		all = append(all, e)
	}
	return all
}

// oneRumour draws what comes next in such a story.
func oneRumour(t *rapid.T, n int, before []event.Event) event.Event {
	who, fact := string(oneOf(t, "who", gossips...)), oneOf(t, "fact", "fact-0", "fact-1", "fact-2")
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return plain(event.TurnOpened, event.Data{"turn": "t", "number": n + 1, "seed": "s"})
	case 1, 2:
		return plain(event.FactLearned, event.Data{"who": who, "fact": fact, "source": oneOf(t, "source", "witnessed", "inferred", "discovered")})
	case 3:
		return event.Event{Kind: event.SecretRevealed, Actor: "engine", Perception: anyAudience(t, who), Data: event.Data{"fact": fact, "whose": who}}
	}
	data := event.Data{
		"claim": fmt.Sprintf("claim-%d", n), "speaker": who, "content": oneOf(t, "content", sayings...), "to": []string{string(oneOf(t, "to", gossips...))},
		"truth": oneOf(t, "truth", "sincere", "lie", "guess", "rumour"),
	}
	switch rapid.IntRange(0, 3).Draw(t, "ground") {
	case 0:
		data["fact"] = fact
	case 1:
		data["source"] = "lore/tides.md"
	case 2:
		if i := slices.IndexFunc(before, func(e event.Event) bool { return e.Kind == event.ClaimMade }); i >= 0 {
			said := slices.DeleteFunc(slices.Clone(before[i:]), func(e event.Event) bool { return e.Kind != event.ClaimMade })
			data["heard"] = oneOf(t, "heard", said...).Text("claim")
		}
	}
	return event.Event{Kind: event.ClaimMade, Actor: "engine", Perception: anyAudience(t, who), Data: data}
}

// anyAudience draws who perceives something of somebody's, whom they take to, and who is noticed.
func anyAudience(t *rapid.T, who string) *event.Perception {
	some := func(label string) []event.CharacterID {
		return slices.DeleteFunc(slices.Clone(gossips), func(event.CharacterID) bool { return rapid.Bool().Draw(t, label) })
	}
	p := &event.Perception{WitnessedBy: append(some("absent"), event.CharacterID(who)), ApparentAudience: append(some("unseen"), event.CharacterID(who))}
	return noticing(t, p.Sorted(), "")
}

// noticing draws who notices whom, but for somebody of whom it stays.
func noticing(t *rapid.T, p *event.Perception, but event.CharacterID) *event.Perception {
	noticed := make(map[event.CharacterID][]event.CharacterID)
	for _, x := range p.WitnessedBy {
		if x == but {
			noticed[x] = p.Noticed[x]
			continue
		}
		for _, y := range p.WitnessedBy {
			if y != x && !slices.Contains(p.ApparentAudience, y) && rapid.Bool().Draw(t, "noticed") {
				noticed[x] = append(noticed[x], y)
			}
		}
	}
	p.Noticed = noticed
	return p.Sorted()
}

// unknownTo is a story in which all that somebody could not have perceived is otherwise: what
// others say and learn where they are not, who listens unseen, whom others notice, and what is so
// that they never learned.
func unknownTo(t *rapid.T, who event.CharacterID, all []event.Event) []event.Event {
	learned := make(map[string]bool)
	named := make(map[string]bool) // claims by which hearsay came to them: who said so belongs to it
	for _, e := range slices.Backward(all) {
		perceived := e.Perception.Witnessed(who) || e.Kind == event.FactLearned && e.Text("who") == string(who)
		if perceived && e.Kind != event.ClaimMade {
			learned[e.Text("fact")] = true
		}
		if e.Kind == event.ClaimMade && (perceived || named[e.Text("claim")]) {
			named[e.Text("heard")] = true
		}
	}
	var other []event.Event
	for i, e := range all {
		e = cloned(e)
		data := e.Data.(event.Data)
		switch hidden := !e.Perception.Witnessed(who) && e.Text("who") != string(who); {
		case e.Kind == event.FactEstablished && !learned[e.Text("fact")]:
			data["content"] = oneOf(t, "is so", sayings...)
		case e.Kind == event.FactLearned && hidden:
			if rapid.Bool().Draw(t, "never learned") {
				continue
			}
			data["who"] = string(oneOf(t, "learns", others(who)...))
			data["source"] = oneOf(t, "source", "witnessed", "inferred", "discovered")
		case e.Kind == event.SecretRevealed && hidden:
			if rapid.Bool().Draw(t, "never revealed") {
				continue
			}
			data["fact"] = oneOf(t, "fact", "fact-0", "fact-1", "fact-2")
		case e.Kind == event.ClaimMade && hidden:
			if !named[e.Text("claim")] && rapid.Bool().Draw(t, "never said") {
				continue
			}
			e = otherClaim(t, who, e, named[e.Text("claim")])
		case e.Perception != nil && !hidden: // they were there: not who listened unseen, nor whom others noticed
			keep := append(slices.Clone(e.Perception.Noticed[who]), who)
			for _, id := range others(who) {
				if !slices.Contains(keep, id) && rapid.Bool().Draw(t, "listens") {
					keep = append(keep, id)
				}
			}
			e.Perception.WitnessedBy = keep
			e.Perception = noticing(t, e.Perception.Sorted(), who)
		}
		other = append(other, e)
		if i > 6 && rapid.IntRange(0, 4).Draw(t, "more is said") == 0 {
			said := otherClaim(t, who, event.Event{Kind: event.ClaimMade, Actor: "engine", Moment: e.Moment, Data: event.Data{"claim": fmt.Sprintf("other-%d", i)}}, false)
			if said.Moment.Sequence > 0 {
				other = append(other, said)
			}
		}
	}
	return other
}

// otherClaim is another claim in a place where somebody is not. One that is named in hearsay that
// came to them keeps who said it and where they had it from: that goes with it.
func otherClaim(t *rapid.T, who event.CharacterID, e event.Event, named bool) event.Event {
	data := e.Data.(event.Data)
	if !named {
		delete(data, "heard")
		data["speaker"] = string(oneOf(t, "speaker", others(who)...))
	}
	data["content"], data["truth"] = oneOf(t, "content", sayings...), oneOf(t, "truth", "sincere", "lie", "guess", "rumour")
	data["to"] = []string{string(oneOf(t, "to", gossips...))}
	for _, field := range []string{"fact", "source"} {
		if delete(data, field); rapid.Bool().Draw(t, field) {
			data[field] = "fact-1"
		}
	}
	there := slices.DeleteFunc(slices.Clone(others(who)), func(event.CharacterID) bool { return rapid.Bool().Draw(t, "absent") })
	e.Perception = noticing(t, (&event.Perception{WitnessedBy: there, ApparentAudience: gossips}).Sorted(), "")
	return e
}

func others(who event.CharacterID) []event.CharacterID {
	return slices.DeleteFunc(slices.Clone(gossips), func(id event.CharacterID) bool { return id == who })
}

func cloned(e event.Event) event.Event {
	e.Data = e.Fields()
	if p := e.Perception; p != nil {
		e.Perception = p.Sorted()
	}
	return e
}

// mindsIn are the minds at the end of a story.
func mindsIn(t interface{ Fatal(...any) }, all []event.Event) *story.Minds {
	ctx := context.Background()
	save, err := persistence.New(mem.New(), nil).Create(ctx, "monday", "p-1")
	if err == nil {
		_, err = save.Append(ctx, persistence.Batch{Branch: event.Trunk, Turn: "all", Events: all})
	}
	if err != nil {
		t.Fatal(err)
	}
	state, err := story.Read(ctx, save, save.At(event.Trunk))
	if err != nil {
		t.Fatal(err)
	}
	minds, err := state.Minds(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return minds
}

// answers are all that one mind gives, to the byte.
func answers(m *story.Minds, who event.CharacterID) string {
	var b strings.Builder
	for _, k := range m.Known(who) {
		fmt.Fprintf(&b, "%+v\n", k)
	}
	return b.String()
}

// What somebody could not have perceived moves no byte of what they know, how, since when, from
// whom, and whom they take to know it: in stories that differ in that alone it is the same.
//
// The control takes a filter out, and the same comparison has to find stories that differ: all hear
// what is claimed wherever they are; all learn what anybody learns. Mutations take out the others.
func TestWhatNobodyPerceivedMovesNoMind(t *testing.T) {
	differ := func(t *testing.T, checks int) (differed, unseen int) {
		random(t, checks, func(t *rapid.T) {
			all, who := anyGossip(t), oneOf(t, "whose", gossips...)
			minds, otherMinds := mindsIn(t, all), mindsIn(t, unknownTo(t, who, all))
			spread, _ := minds.Who("fact-1")
			if otherwise, _ := otherMinds.Who("fact-1"); !reflect.DeepEqual(spread, otherwise) {
				unseen++
			}
			if got, want := answers(otherMinds, who), answers(minds, who); got != want {
				if differed++; differed == 1 {
					t.Logf("%s knows\n%s\nand in the other story\n%s", who, want, got)
				}
			}
		})
		return differed, unseen
	}
	t.Run("as it is", func(t *testing.T) {
		if differed, unseen := differ(t, soak.Count(10_000)); differed > 0 || unseen == 0 {
			t.Errorf("%d minds are otherwise, of %d stories that are", differed, unseen)
		}
	})
	everywhere := func(_ *story.State, r persistence.Record, right func(persistence.Record)) {
		r.Event.Perception = (&event.Perception{WitnessedBy: gossips, ApparentAudience: gossips}).Sorted()
		right(r)
	}
	together := func(_ *story.State, r persistence.Record, right func(persistence.Record)) {
		for _, who := range gossips {
			r.Event = cloned(r.Event)
			r.Event.Data.(event.Data)["who"] = string(who)
			right(r)
		}
	}
	for kind, otherwise := range map[event.Kind]func(*story.State, persistence.Record, func(persistence.Record)){
		event.ClaimMade: everywhere, event.SecretRevealed: everywhere, event.FactLearned: together,
	} {
		t.Run("without the filter of "+string(kind), func(t *testing.T) {
			defer story.ReduceOtherwise(kind, otherwise)()
			if differed, _ := differ(t, 40); differed == 0 {
				t.Error("no mind is otherwise: the test could not fail")
			}
		})
	}
}

// Who knows something, and why, agrees with what each of them knows: every reason leads by earlier
// and earlier events from one to the next who said so, and ends with somebody who has it from
// nobody.
func TestReasonsLeadBack(t *testing.T) {
	ends := make(map[story.How]int)
	rapid.Check(t, func(t *rapid.T) {
		minds := mindsIn(t, anyGossip(t))
		for _, who := range gossips {
			for n, k := range minds.Known(who) {
				why, err := minds.Why(fmt.Sprint(n+1), who)
				if err != nil || len(why.Reasons) == 0 {
					t.Fatalf("%s knows %+v, and why is %+v, %v", who, k, why, err)
				}
				spread, err := minds.Who(why.Fact)
				knows := slices.ContainsFunc(spread.Knowers, func(o story.Knower) bool { return o.Who == who })
				if err != nil || !knows || slices.ContainsFunc(spread.Mistaken, func(o story.Mistaken) bool { return o.Who == who }) {
					t.Fatalf("%s knows %+v, and who knows it is %+v, %v", who, k, spread, err)
				}
				for _, reason := range why.Reasons {
					if reason[0].Who != who {
						t.Fatalf("why %s knows begins with %+v", who, reason[0])
					}
					for i, hop := range reason[1:] {
						if before := reason[i]; before.From != hop.Who && before.How != story.HowUngrounded || hop.Moment.Minutes > before.Moment.Minutes {
							t.Fatalf("%+v is followed by %+v", before, hop)
						}
					}
					last := reason[len(reason)-1]
					if last.From != "" && last.How != story.HowDiscovered || !slices.Contains(story.Hows(), last.How) {
						t.Fatalf("%+v ends with %+v", reason, last)
					}
					ends[last.How]++
				}
			}
			if why, err := minds.Why("fact-0", who); err == nil {
				spread, _ := minds.Who("fact-0")
				knows := slices.ContainsFunc(spread.Knowers, func(o story.Knower) bool { return o.Who == who })
				if knows != (len(why.Reasons) > 0) {
					t.Fatalf("%s has %d reasons, and who knows it is %+v", who, len(why.Reasons), spread.Knowers)
				}
			}
		}
	})
	for _, how := range []story.How{story.HowWitnessed, story.HowInferred, story.HowDiscovered, story.HowUngrounded} {
		if ends[how] == 0 {
			t.Errorf("no reason ended with %q: %v", how, ends)
		}
	}
}

// Whatever is in a log, minds are read of it, also of a state that no save has.
func TestMindsOfAnyLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := story.Fold(anyLog(t))
		minds, err := state.Minds(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for who := range state.Known {
			for n := range minds.Known(who) {
				if _, err := minds.Why(fmt.Sprint(n+1), who); err != nil {
					t.Fatal(err)
				}
			}
		}
		for fact := range state.Facts {
			if _, err := minds.Who(fact); err != nil {
				t.Fatal(err)
			}
		}
		_, _ = minds.Who(anyID.Draw(t, "fact"))
		_, _ = state.FindPerson(anyID.Draw(t, "who"))
	})
}

// What is known is known along one branch and up to one moment: what was told after a fork, and
// what a branch that was left tells, is known to nobody on the other.
func TestMindsAreOfOneBranchAndMoment(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		tell := func(claim, content string) {
			turn := openTurn(t, p)
			add(t, turn, event.ClaimMade, event.Data{"claim": claim, "speaker": "ines", "content": content, "truth": "sincere", "to": []string{"player"}})
			commit(t, turn)
		}
		tell("claim-1", "The lamp is out.")
		made, err := p.Branch(t.Context(), "", p.Where(), "")
		if err != nil {
			t.Fatal(err)
		}
		tell("claim-2", "The oil was sold.")
		trunk := p.Where().Branch
		if err := p.Switch(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		tell("claim-3", "Nobody was at the door.")
		for _, c := range []struct {
			at   event.Where
			want []string
		}{
			{event.Where{}, []string{"The lamp is out.", "Nobody was at the door."}},
			{event.Where{Branch: made}, []string{"The lamp is out.", "Nobody was at the door."}},
			{event.Where{Branch: trunk}, []string{"The lamp is out.", "The oil was sold."}},
			{event.Where{Branch: trunk, Moment: 2}, []string{"The lamp is out."}},
			{event.Where{Branch: made, Moment: 2}, []string{"The lamp is out."}},
		} {
			state, err := p.At(t.Context(), c.at)
			if err != nil {
				t.Fatal(err)
			}
			minds, err := state.Minds(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, k := range minds.Known("player") {
				got = append(got, k.Content)
				if k.How != story.HowTold || k.Moment.Sequence == 0 || !slices.Equal(k.KnownTo, []event.CharacterID{"ines"}) {
					t.Errorf("at %+v the player knows %+v", c.at, k)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("at %+v the player knows %q, not %q", c.at, got, c.want)
			}
		}
		turn := openTurn(t, p)
		if _, err := turn.State().Minds(t.Context()); !errors.Is(err, story.ErrStaged) {
			t.Errorf("of a turn that is staged: %v", err)
		}
	})
}

// Where somebody has something from goes on beyond what was said to be heard: to what the speaker
// had learned before; a lie ends with who made it up, and a secret that comes out with whose it was.
func TestGroundsOfWhatIsSaid(t *testing.T) {
	turn, happens := harbour()
	claims := func(claim, speaker, to, truth, content string, more event.Data) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": content, "truth": truth, "to": []string{to}}
		for name, value := range more {
			data[name] = value
		}
		happens(event.ClaimMade, only(event.CharacterID(speaker), event.CharacterID(to)), data)
	}
	happens(event.FactEstablished, nil, event.Data{"fact": "sold", "content": "The keeper sold the oil."})
	happens(event.FactLearned, nil, event.Data{"who": "keeper", "fact": "sold", "source": "witnessed"})
	claims("stolen", "keeper", "honor", "lie", "The oil was stolen.", event.Data{"fact": "sold"})
	claims("again", "honor", "ines", "sincere", "The oil was stolen.", event.Data{"fact": "sold"}) // she does not say from whom
	claims("ship", "tobias", "ines", "lie", "A ship has come in.", nil)
	claims("tides", "tobias", "ines", "rumour", "The tide comes late.", event.Data{"source": "lore/tides.md"})
	happens(event.FactEstablished, nil, event.Data{"fact": "hidden", "content": "Honor hides the burner."})
	happens(event.FactLearned, nil, event.Data{"who": "honor", "fact": "hidden", "source": "witnessed"})
	happens(event.SecretRevealed, only("player", "honor"), event.Data{"fact": "hidden", "whose": "honor"})
	happens(event.FactEstablished, nil, event.Data{"fact": "fog", "content": "There was fog."})
	claims("fog-1", "tobias", "player", "guess", "There was fog.", event.Data{"fact": "fog"})
	happens(event.FactLearned, nil, event.Data{"who": "tobias", "fact": "fog", "source": "inferred"})
	minds := mindsOf(turn)
	for _, c := range []struct{ fact, who, want string }{
		{"fog", "player", `player told tobias "There was fog." guess; tobias ungrounded "There was fog." guess`}, // as it was then
		{"fog", "tobias", `tobias inferred "There was fog."`},
		{"sold", "ines", `ines told honor "The oil was stolen." sincere; honor told keeper "The oil was stolen." lie; keeper witnessed "The keeper sold the oil."`},
		{"A ship", "ines", `ines told tobias "A ship has come in." lie; tobias ungrounded "A ship has come in." lie`},
		{"ship", "tobias", `tobias ungrounded "A ship has come in." lie`},
		{"lore/tides.md", "ines", `ines told tobias "The tide comes late." rumour; tobias ungrounded "The tide comes late." rumour lore/tides.md`},
		{"burner", "player", `player discovered honor "Honor hides the burner."; honor witnessed "Honor hides the burner."`},
		{"sold", "keeper", `keeper witnessed "The keeper sold the oil."`},
		{"sold", "tobias", ""},
	} {
		why, err := minds.Why(c.fact, event.CharacterID(c.who))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, reason := range why.Reasons {
			for _, hop := range reason {
				got = append(got, strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %q %s %s", hop.Who, hop.How, hop.From, hop.Content, hop.Truth, hop.Source)), " "))
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s knows %s by\n\t%s\nnot\n\t%s", c.who, c.fact, text, c.want)
		}
	}
	// Who kept a secret sees, too, to whom it came out.
	if known := minds.Known("honor"); known[len(known)-1].Fact != "hidden" || !slices.Equal(known[len(known)-1].KnownTo, []event.CharacterID{"player"}) {
		t.Errorf("Honor knows %+v", known)
	}
	// That it was a lie, the listener's own list does not say.
	for _, k := range minds.Known("honor") {
		if k.Truth == action.Lie {
			t.Errorf("Honor knows for a lie: %+v", k)
		}
	}
}

// Who and what is meant is found by id, by name and by words; what is not there, or may be several,
// is said with what there is.
func TestNamingPeopleAndFacts(t *testing.T) {
	turn, happens := harbour()
	happens(event.FactEstablished, nil, event.Data{"fact": "lamp-out", "content": "The lamp\nis out."})
	happens(event.FactEstablished, nil, event.Data{"fact": "lamp-lit", "content": "The lamp is lit."})
	happens(event.EntityAdded, nil, event.Data{"entity": "ines-2", "type": "person", "name": "Ines"})
	happens(event.EntityAdded, nil, event.Data{"entity": "pask", "type": "person", "name": "Lucian Pask"})
	happens(event.FactLearned, nil, event.Data{"who": "pask", "fact": "lamp-lit", "source": "inferred"})
	minds := mindsOf(turn)
	for _, c := range []struct{ named, want, wrong string }{
		{"honor", "honor", ""}, {"HONOR", "honor", ""}, {"the  keeper", "keeper", ""}, {"pask", "pask", ""}, {"lucian", "pask", ""}, {"mira", "player", ""},
		{"ines", "ines", ""}, {"Ines", "", `"Ines" may be several: Ines (ines), Ines (ines-2)`},
		{"tobais", "", `there is nobody "tobais" in the story; did you mean Tobias (tobias)?`},
		{"xyzzy", "", `there is nobody "xyzzy" in the story, only Honor (honor), Ines (ines), Ines (ines-2), the keeper (keeper), Lucian Pask (pask), Mira (player), Tobias (tobias)`},
		{"", "", `there is nobody "" in the story, only`},
		{strings.Repeat("x", 1<<20), "", `xxx…" in the story, only`},
	} {
		got, err := turn.State().FindPerson(c.named)
		if string(got) != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%.40q is %q, %v", c.named, got, err)
		}
	}
	for _, c := range []struct{ named, want, wrong string }{
		{"lamp-out", "lamp-out", ""}, {"IS  LIT", "lamp-lit", ""}, {"the lamp is out.", "lamp-out", ""}, {"1", "lamp-lit", ""},
		{"the lamp", "", `"the lamp" may be several: “The lamp is lit.” (lamp-lit), “The lamp is out.” (lamp-out); say more of its words, or give its id`},
		{"lamp-uot", "", `the story has no fact and no claim "lamp-uot"; did you mean “The lamp is out.” (lamp-out)?`},
		{"somebody put it out.", "", `; did you mean “The lamp is out.” (lamp-out)?`},
		{"xyzzy", "", `the story has no fact and no claim "xyzzy"`}, {"", "", `no claim ""`},
		{"2", "", "Lucian Pask (pask) knows nothing of number 2; there are 1"}, {"-1", "", "of number -1"},
		{strings.Repeat("x", 1<<20), "", "xxx…\""},
	} {
		got, err := minds.Why(c.named, "pask")
		if got.Fact != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%.40q is %q, %v", c.named, got.Fact, err)
		}
	}
}
