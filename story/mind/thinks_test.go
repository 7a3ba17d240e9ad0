package mind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// chains are all chains of gossips up to a length, those alone in which nobody follows themselves.
func chains(most int) (all [][]event.CharacterID) {
	last := [][]event.CharacterID{nil}
	for range most {
		var longer [][]event.CharacterID
		for _, chain := range last {
			for _, who := range gossips {
				if len(chain) == 0 || chain[len(chain)-1] != who {
					longer = append(longer, append(slices.Clone(chain), who))
				}
			}
		}
		all, last = append(all, longer...), longer
	}
	return all
}

// contents are the words of beliefs.
func contents(beliefs []mind.Belief) []string {
	var all []string
	for _, b := range beliefs {
		all = append(all, b.Content)
	}
	return all
}

// What one thinks that another knows is what Known says of it; what one alone thinks is what they
// know; and whoever is thought to think that another knows something is thought to know it.
func TestThinkingAgreesWithKnowing(t *testing.T) {
	nested := 0
	rapid.Check(t, func(t *rapid.T) {
		minds := fold(anyGossip(t))
		for _, who := range gossips {
			known, subjects := minds.Known(who), minds.Subjects(who)
			own := make(map[string]bool)
			for _, of := range subjects {
				own[of] = true
			}
			if alone := minds.Thinks(who); len(alone) != len(own) || len(minds.Thinks(who, who)) != len(own) {
				t.Fatalf("%s knows %+v, and thinks %+v", who, known, alone)
			}
			for _, other := range others(who) {
				taken := make(map[string]bool)
				for i, k := range known {
					if slices.Contains(k.KnownTo, other) {
						taken[subjects[i]] = true
					}
				}
				if beliefs := minds.Thinks(who, other); len(beliefs) != len(taken) {
					t.Fatalf("%s thinks that %s knows %+v, and knows %+v", who, other, beliefs, known)
				}
			}
		}
		for _, chain := range chains(4) {
			if len(chain) < 2 {
				continue
			}
			deeper, shallower := minds.Thinks(chain...), minds.Thinks(chain[:len(chain)-1]...)
			if nested += len(deeper); len(deeper) > len(shallower) {
				t.Fatalf("%v thinks %+v, and without the last %+v", chain, deeper, shallower)
			}
		}
	})
	if nested == 0 {
		t.Error("nobody thinks anything of anybody")
	}
}

// Of one thing that is said, everybody thinks to order 4 what follows from their own perception, as the
// sets of an event define it: x thinks that y perceived it where x did, and y is in the apparent audience
// or was noticed by x. Whom y noticed, x does not know.
func TestThinkingOfOneEvent(t *testing.T) {
	aside := 0
	rapid.Check(t, func(t *rapid.T) {
		speaker := string(oneOf(t, "speaker", gossips...))
		p := anyAudience(t, speaker)
		if !slices.Contains(p.ApparentAudience, event.CharacterID(speaker)) {
			t.Fatal("who speaks is in the audience")
		}
		minds := fold([]event.Event{
			plain(event.PlaythroughStarted, event.Data{"persona": strictjson.Object{}}), person("ada"), person("bruno"), person("cara"),
			{Kind: event.ClaimMade, Perception: p, Data: event.Data{"claim": "claim-1", "speaker": speaker, "content": "The lamp is out.", "truth": "sincere"}},
		})
		for _, chain := range chains(5) {
			if got, want := len(minds.Thinks(chain...)) == 1, thinks(p, chain); got != want {
				t.Fatalf("%v by %+v: %v, not %v", chain, p, got, want)
			}
			if len(chain) == 2 && thinks(p, chain) != p.Thinks(chain...) {
				t.Fatalf("%v by %+v: an event says otherwise", chain, p)
			}
			if len(chain) == 4 && thinks(p, chain) && !slices.Contains(p.ApparentAudience, chain[1]) {
				aside++
			}
		}
	})
	if aside == 0 {
		t.Error("nobody thought anything of a listener whom they alone noticed")
	}
}

func person(id string) event.Event {
	return plain(event.EntityAdded, event.Data{"entity": id, "type": "person", "name": id})
}

// thinks is the definition, by the perception as the first of a chain has it, then as they think that the
// next has it.
func thinks(p *event.Perception, chain []event.CharacterID) bool {
	if !p.Witnessed(chain[0]) {
		return false
	}
	if len(chain) == 1 {
		return true
	}
	next := chain[1]
	if !slices.Contains(p.ApparentAudience, next) && !slices.Contains(p.Noticed[chain[0]], next) {
		return false
	}
	return thinks(&event.Perception{WitnessedBy: append(slices.Clone(p.ApparentAudience), next), ApparentAudience: p.ApparentAudience}, chain[1:])
}

// Who says from whom they have something tells who knew it before, and who was told by whom; not who
// else was there, nor that those before know who has it now.
func TestThinkingThroughHearsay(t *testing.T) {
	story := harbour()
	says := func(claim, heard, speaker string, there ...event.CharacterID) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": claim, "truth": "sincere", "to": []string{string(there[1])}}
		if heard != "" {
			data["heard"] = heard
		}
		story.happens(event.ClaimMade, only(there...), data)
	}
	says("first", "", "keeper", "keeper", "honor", "tobias")
	says("then", "first", "honor", "honor", "ines")
	says("last", "then", "ines", "ines", "player")
	story.happens(event.FactEstablished, nil, event.Data{"fact": "oil", "content": "Ines sold the oil."})
	story.happens(event.FactLearned, nil, event.Data{"who": "ines", "fact": "oil", "source": "witnessed"})
	story.happens(event.SecretRevealed, only("player", "tobias"), event.Data{"fact": "oil", "whose": "ines"})
	story.happens(event.TurnOpened, nil, event.Data{"turn": "turn-2", "number": 2, "seed": "s"})
	story.happens(event.SecretRevealed, only("honor", "player"), event.Data{"fact": "oil", "whose": "ines"})
	for _, c := range []struct{ chain, want string }{
		{"player", "last; Ines sold the oil."},
		{"player ines", "last; Ines sold the oil."},
		{"player ines player", "last"},
		{"player ines honor", "last"}, {"player ines keeper", "last"}, {"player honor keeper honor ines", ""},
		{"player honor ines", "last"}, {"player honor keeper", "last"}, {"player keeper honor", "last"},
		{"player keeper ines", ""},                    // that the keeper knows whom Honor told
		{"player honor player", "Ines sold the oil."}, // not that Honor knows whom Ines told
		{"player ines tobias", ""},                    // that he was there
		{"player tobias", "Ines sold the oil."}, {"player tobias ines", "Ines sold the oil."}, {"player ines tobias", ""},
		{"player honor", "last; Ines sold the oil."}, {"tobias honor", "first"}, {"honor player", "Ines sold the oil."},
		{"honor tobias keeper honor", "first"}, {"ines tobias", ""}, {"ines player honor keeper", "last"}, {"ines player player player ines", "last"}, {"ines honor", "then"},
		{"nobody", ""}, {"player nobody", ""}, {"", ""},
	} {
		var chain []event.CharacterID
		for _, who := range strings.Fields(c.chain) {
			chain = append(chain, event.CharacterID(who))
		}
		if got := strings.Join(contents(story.minds.Thinks(chain...)), "; "); got != c.want {
			t.Errorf("%s: %q, not %q", c.chain, got, c.want)
		}
	}
	// That it came out before Honor, Mira knows since then, though she knew it before.
	for _, b := range story.minds.Thinks("player", "honor") {
		if want := int64(1); b.Fact == "oil" && b.Turn != 2 || b.Fact == "" && b.Turn != want {
			t.Errorf("Mira thinks that Honor knows %+v", b)
		}
	}
	if fmt.Sprint(contents(story.minds.Thinks("player", "tobias"))) != "[Ines sold the oil.]" {
		t.Error("asking changed what is known")
	}
}
