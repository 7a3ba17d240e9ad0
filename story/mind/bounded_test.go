package mind_test

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// fold are the minds at the end of a story.
func fold(all []event.Event) *mind.Minds {
	minds := new(mind.Minds)
	for i, e := range all {
		minds.Apply(event.Position(i+1), e)
	}
	return minds
}

// random checks a property another number of times than the other tests do.
func random(t *testing.T, checks int, property func(*rapid.T)) {
	before := flag.Lookup("rapid.checks").Value.String()
	if err := flag.Set("rapid.checks", strconv.Itoa(checks)); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("rapid.checks", before)
	rapid.Check(t, property)
}

func oneOf[T any](t *rapid.T, what string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, what)
}

func plain(kind event.Kind, data event.Data) event.Event {
	return event.Event{Kind: kind, Actor: "engine", Data: data}
}

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
		established := plain(event.FactEstablished, event.Data{"fact": fmt.Sprintf("fact-%d", i), "content": content, "category": "secret"})
		if i > 0 && rapid.Bool().Draw(t, "supersedes") {
			established.Data.(event.Data)["supersedes"] = oneOf(t, "what", "fact-0", fmt.Sprintf("fact-%d", i-1))
		}
		aboutSome(t, established.Data.(event.Data))
		all = append(all, established)
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
	aboutSome(t, data)
	return event.Event{Kind: event.ClaimMade, Actor: "engine", Perception: anyAudience(t, who), Data: data}
}

// aboutSome draws whom a fact or a claim is about; either may be about nobody.
func aboutSome(t *rapid.T, data event.Data) {
	if delete(data, "about"); rapid.Bool().Draw(t, "says whom it is about") {
		data["about"] = rapid.SliceOfNDistinct(rapid.SampledFrom(subjects), 0, 2, rapid.ID[string]).Draw(t, "about")
	}
}

// subjects are whom and what something is about.
var subjects = []string{"ada", "bruno", "cara", "player", "lamp"}

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
			aboutSome(t, data)
			if delete(data, "supersedes"); e.Text("fact") != "fact-0" && rapid.Bool().Draw(t, "supersedes") {
				data["supersedes"] = "fact-0"
			}
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
	aboutSome(t, data)
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

// answers are all that one mind gives, to the byte.
func answers(m *mind.Minds, who event.CharacterID) string {
	var b strings.Builder
	for _, k := range m.Known(who) {
		fmt.Fprintf(&b, "%+v\n", k)
	}
	for _, whom := range subjects {
		fmt.Fprintln(&b, whom, m.About(who, whom))
	}
	for _, chain := range chains(3) {
		for _, belief := range m.Thinks(append([]event.CharacterID{who}, chain...)...) {
			fmt.Fprintf(&b, "%v: %+v\n", chain, belief)
		}
	}
	return b.String()
}

// What somebody could not have perceived moves no byte of what they know, how, since when, from
// whom, and whom they take to know it, and to know who knows it, to order 4: in stories that differ in that alone it is the same.
//
// The controls take a filter out, and the same comparison has to find stories that differ: all hear
// what is claimed, or see what comes out, wherever they are; all learn what anybody learns. Mutations
// take out the others.
func TestWhatNobodyPerceivedMovesNoMind(t *testing.T) {
	differ := func(t *testing.T, checks int, folded func([]event.Event) *mind.Minds) (differed, unseen int) {
		random(t, checks, func(t *rapid.T) {
			all, who := anyGossip(t), oneOf(t, "whose", gossips...)
			minds, otherMinds := folded(all), folded(unknownTo(t, who, all))
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
		if differed, unseen := differ(t, soak.Count(10_000), fold); differed > 0 || unseen == 0 {
			t.Errorf("%d minds are otherwise, of %d stories that are", differed, unseen)
		}
	})
	everywhere := func(e event.Event) []event.Event {
		e.Perception = (&event.Perception{WitnessedBy: gossips, ApparentAudience: gossips}).Sorted()
		return []event.Event{e}
	}
	together := func(e event.Event) (all []event.Event) {
		for _, who := range gossips {
			e = cloned(e)
			e.Data.(event.Data)["who"] = string(who)
			all = append(all, e)
		}
		return all
	}
	for kind, otherwise := range map[event.Kind]func(event.Event) []event.Event{
		event.ClaimMade: everywhere, event.SecretRevealed: everywhere, event.FactLearned: together,
	} {
		t.Run("without the filter of "+string(kind), func(t *testing.T) {
			unfiltered := func(all []event.Event) *mind.Minds {
				var events []event.Event
				for _, e := range all {
					if e.Kind == kind {
						events = append(events, otherwise(e)...)
					} else {
						events = append(events, e)
					}
				}
				return fold(events)
			}
			if differed, _ := differ(t, 40, unfiltered); differed == 0 {
				t.Error("no mind is otherwise: the test could not fail")
			}
		})
	}
}

// Who knows something, and why, agrees with what each of them knows: every reason leads by earlier
// and earlier events from one to the next who said so, and ends with somebody who has it from
// nobody.
func TestReasonsLeadBack(t *testing.T) {
	ends := make(map[mind.How]int)
	rapid.Check(t, func(t *rapid.T) {
		minds := fold(anyGossip(t))
		for _, who := range gossips {
			for n, k := range minds.Known(who) {
				why, err := minds.Why(fmt.Sprint(n+1), who)
				if err != nil || len(why.Reasons) == 0 {
					t.Fatalf("%s knows %+v, and why is %+v, %v", who, k, why, err)
				}
				spread, err := minds.Who(why.Fact)
				knows := slices.ContainsFunc(spread.Knowers, func(o mind.Knower) bool { return o.Who == who })
				believes := slices.ContainsFunc(spread.Mistaken, func(o mind.Mistaken) bool { return o.Who == who && o.Believes != "" })
				mistaken := slices.ContainsFunc(spread.Mistaken, func(o mind.Mistaken) bool { return o.Who == who })
				liar := k.How == mind.HowSaid
				if err != nil || knows && mistaken || !knows && !believes && !liar {
					t.Fatalf("%s knows %+v, and who knows it is %+v, %v", who, k, spread, err)
				}
				for _, reason := range why.Reasons {
					if reason[0].Who != who {
						t.Fatalf("why %s knows begins with %+v", who, reason[0])
					}
					for i, hop := range reason[1:] {
						if before := reason[i]; before.From != hop.Who && before.How != mind.HowUngrounded || hop.Moment.Minutes > before.Moment.Minutes {
							t.Fatalf("%+v is followed by %+v", before, hop)
						}
					}
					last := reason[len(reason)-1]
					if last.From != "" && last.How != mind.HowDiscovered || !slices.Contains(mind.Hows(), last.How) {
						t.Fatalf("%+v ends with %+v", reason, last)
					}
					ends[last.How]++
				}
			}
			if why, err := minds.Why("fact-0", who); err == nil {
				spread, _ := minds.Who("fact-0")
				knows := slices.ContainsFunc(spread.Knowers, func(o mind.Knower) bool { return o.Who == who })
				believes := slices.ContainsFunc(spread.Mistaken, func(o mind.Mistaken) bool { return o.Who == who && o.Believes != "" })
				said := slices.ContainsFunc(why.Reasons, func(r mind.Reason) bool { return r[0].How == mind.HowUngrounded })
				if (knows || believes) && len(why.Reasons) == 0 || !knows && !believes && !said && len(why.Reasons) > 0 {
					t.Fatalf("%s has %d reasons, and who knows it is %+v", who, len(why.Reasons), spread.Knowers)
				}
			}
		}
	})
	for _, how := range []mind.How{mind.HowWitnessed, mind.HowInferred, mind.HowDiscovered, mind.HowUngrounded} {
		if ends[how] == 0 {
			t.Errorf("no reason ended with %q: %v", how, ends)
		}
	}
}
