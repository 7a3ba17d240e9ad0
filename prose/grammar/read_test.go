package grammar_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

func saidActions() []action.Action {
	var all []action.Action
	for _, s := range said {
		all = append(all, s.action)
	}
	return all
}

// What is said for an action is read as that action, among all the others.
func TestReadWhatIsSaid(t *testing.T) {
	all := slices.DeleteFunc(saidActions(), func(a action.Action) bool { return a.Kind == action.Wait && !a.Place.None() })
	for _, a := range all {
		if r := grammar.Read(grammar.Say(a, names), all, names); !r.Found || !r.Action.Equal(a) {
			t.Errorf("%q: %+v", grammar.Say(a, names), r)
		}
	}
}

// paraphrases are other words for actions of each kind.
var paraphrases = []struct {
	action action.Action
	lines  string
}{
	{by(action.Talk, ines), "talk to ines\nspeak with ines vane\nchat with Ines\nhave a word with ines, please\ngreet her\nsay hello to Ines."},
	{about(grave, by(action.Ask, ines)), "ask ines about the ninth grave\nask Ines Vane about the grave\nwhat does she know of the grave?\nInes, tell me about the grave\ntalk to ines about the ninth grave\nwhat do you know about the grave, ines\nask her of the nineth grave\ncan you tell me about the grave, Ines?\nask about the grave"},
	{about(lock, by(action.Ask, ines)), "ines, who oiled the lock?\nask ines who oiled the lock\nask who oiled the lock\nines, do you know who oiled the lock?\nask ines about who oiled the lock"},
	{about(oil, by(action.Tell, ines)), "tell ines about the oil\ninform her of the oil\nmention the oil to ines\nlet ines know about the oil\nwarn Ines about the oil"},
	{about(lock, by(action.Tell, fisherman)), "tell the fisherman who oiled the lock\nlet the fisherman know who oiled the lock\nexplain to fisherman who oiled the lock\ntell a fisherman about who oiled the lock"},
	{worded(`Who goes "there"?`, by(action.Say, tobias)), "say who goes there to tobias\nshout \"who goes there?\" to tobias\nsay to tobias \"Who goes there?\"\nwhisper \"who goes there\" to Tobias\ncall out to tobias: who goes there?"},
	{about(oil, by(action.AskHelp, ines)), "ask ines for help with the oil\nask her to help me with the oil\nget ines to help with the oil\nask ines for help about the oil\nInes, help me with the oil\ncan ines help me with the oil?"},
	{about(lock, by(action.AskHelp, ines)), "ask ines to help find out who oiled the lock\nask her to help me find out who oiled the lock\nget ines to help me find who oiled the lock\nask ines to help us find out who oiled the lock"},
	{by(action.AskHelp, ines), "ask ines for help\nask for ines' help\nseek help from ines\nget help from her\nenlist ines\nask for help"},
	{by(action.Befriend, ines), "befriend ines\nwin ines over\nwin over ines\ntry to befriend her\nmake friends with Ines\nbe nice to ines"},
	{about(oil, by(action.Press, ines)), "press ines about the oil\npush her about the oil\ninterrogate ines about the oil\ndemand the truth about the oil from ines\nconfront ines over the oil"},
	{by(action.Press, ines), "press ines\ndemand the truth from ines\ngrill ines\nmake her talk\npressure ines\ndemand"},
	{with(burner, by(action.Show, ines, tobias)), "show the burner to ines and tobias\nshow ines and tobias the burner\nshow burner to tobias and ines\npresent the brass burner to ines and tobias"},
	{with(coin, by(action.Give, tobias)), "give tobias the coin\ngive coin to tobias\nhand the coin to tobias\noffer tobias the coin\nhand over the coin to tobias\nlet tobias have the coin\ngive the coin to the keeper's boy\nTobias, please take the coin\nI want Tobias to have the coin\npress the coin into tobias's hand\nmake tobias a present of the coin\nslip the coin to tobias"},
	{with(burner, by(action.Take)), "take burner\nget the brass burner\npick up the burner\npick burner up\ngrab the burner\nhelp myself to the burner\nput the brass burner in my bag\nlay hands on the burner\npocket the burner\nscoop up the burner\ncarry off the burner\ntake the burner with me"},
	{with(key, by(action.Use, door)), "use key on door\nunlock the door with the key\nuse iron key with cellar door\ntry the key on the door\nopen the cellar door with my key\nput the iron key in the door\nturn the key in the cellar door\nsee if the key fits the door\nunlock the door using the iron key"},
	{with(key, by(action.Use)), "use the key\nmake use of the iron key\nemploy the iron key\nuse iron key\nput the key to use\nsee if the iron key works\ndo something with the key\ntry the key out"},
	{at(quay, by(action.Go)), "go to the quay\nwalk to the landing\nhead for the quay\nvisit the quay\nlet's go to the quay\nreturn to the quay\ngo back to the quay"},
	{about(oil, at(quay, by(action.Go))), "go to the quay to ask about the oil\nwalk to the quay and ask about the oil\nvisit the quay and ask about the oil\nask about the oil at the quay"},
	{at(quay, by(action.Examine)), "look\nl\nlook around\nexamine the quay\ntake a look around the quay\nlook at the quay\nwhat can i see?"},
	{with(burner, by(action.Examine)), "x burner\nlook at burner\nexamine the brass burner\ninspect burner\ntake a closer look at the burner\nl burner"},
	{at(quay, by(action.Search)), "search\nsearch the quay\nlook for clues\nrummage around the quay\nsearch here\ncarefully search the quay"},
	{by(action.Wait), "wait\nz\nwait here\ndo nothing\nstay put\nlet's wait a bit"},
	{on("wreck", by(action.Pursue)), "look into the wreck\npursue the wreck\nfollow up on the wreck\ninvestigate the wreck\nget to the bottom of the wreck"},
	{on("dark", by(action.Pursue)), "find out why the tooth is dark\nwhy is the Tooth dark?\ninvestigate why the tooth is dark\nlook into the question of why the tooth is dark"},
	{by(action.Recall), "remember\nthink\nwhat do i know?\ngo over what i know\nreflect\ntake stock"},
	{about(oil, by(action.Recall)), "think about the oil\nremember the oil\nwhat do i know of the oil?\nrecall what i know about the oil\nreflect on the oil"},
	{worded("Balance on the rail.", by(action.Train)), "balance on the rail\n  BALANCE, on rail\npractise balancing on the rail\nhave a go at balancing on the rail\nsee if I can balance on the rail\nwork on balancing on the rail\nlet me try to balance on the rail\ntrain my balance on the rail"},
	{worded("row out to the wreck", by(action.Authored)), "row out to the wreck\nRów out — to wreck!\nI'd like to row out to the wreck\nlet's go rowing to the wreck\nrow to that wreck, please\ntry rowing out to the wreck"},
	{worded("Feed the cat!", by(action.Custom)), "feed the cat\nFEED A CAT\nI think I'll feed the cat\ntry feeding the cat\nlet's go and feed the cat now"},
	{lasting(120, by(action.Skip)), "let two hours pass\nwait two hours\nlet 2 hours pass\nskip 120 minutes\nwait for two hours\nsleep for 2 hours"},
}

func TestParaphrases(t *testing.T) {
	var all []action.Action
	for _, p := range paraphrases {
		all = append(all, p.action)
	}
	kinds := map[action.Kind]int{}
	for _, p := range paraphrases {
		for line := range strings.SplitSeq(p.lines, "\n") {
			kinds[p.action.Kind]++
			if r := grammar.Read(line, all, names); !r.Found || !r.Action.Equal(p.action) {
				t.Errorf("%q is read as %s (%s), want %s", line, shown(r), r.Refusal, p.action.ID())
			}
		}
	}
	for _, kind := range action.Kinds() {
		if kinds[kind] < 4 {
			t.Errorf("%s: %d paraphrases", kind, kinds[kind])
		}
	}
}

// shown is what a reading found.
func shown(r grammar.Reading) string {
	var ids []string
	for _, a := range r.Among {
		ids = append(ids, a.ID())
	}
	if r.Found {
		ids = append(ids, "!"+r.Action.ID())
	}
	return strings.Join(ids, " ")
}

// Plainer words are found for what is said around a name, never for the name itself.
func TestNamesAreNotPutInPlainerWords(t *testing.T) {
	names := grammar.Table{
		"person:ines": {Text: "Ines Vane", Pronouns: "she/her"}, "topic:talk": {Text: "what they say about the keeper"}, "topic:oil": {Text: "the oil"},
	}
	of := func(id string) action.Action {
		return about(action.TopicRef(id), by(action.Ask, action.PersonRef("ines")))
	}
	for line, want := range map[string]string{
		"question Ines on the subject of what they say about the keeper": "talk",
		"question Ines on the subject of the oil":                        "oil",
	} {
		if r := grammar.Read(line, []action.Action{of("talk"), of("oil")}, names); !r.Found || !r.Action.Equal(of(want)) {
			t.Errorf("%q is read as %s %s", line, shown(r), r.Refusal)
		}
	}
}

// Words that nothing is called may be a guess at something, or a name that is spelled otherwise: then
// that is what they are.
func TestSpellingBeforeGuessing(t *testing.T) {
	office := at(action.PlaceRef("office"), by(action.Go))
	called := grammar.Table{"place:office": {Text: "the Catalogue Office"}}
	for line, found := range map[string]bool{"visit the catalog office": true, "visit the school office": false} {
		r := grammar.Read(line, []action.Action{office}, called)
		if r.Found != found || !found && len(r.Among) != 1 {
			t.Errorf("%q: %s %q", line, shown(r), r.Refusal)
		}
	}
}
