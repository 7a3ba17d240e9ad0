package choices

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/rules"
)

func ptr[T any](v T) *T { return &v }

// of is a topic by its words.
func of(words string) topic {
	return topic{ID: action.Slug(words), Words: words, Own: strings.HasSuffix(words, theirPart)}
}

// remembered is a ground of a topic that was left by asking somebody.
func remembered(id, words, whom string, ago, near int) ground {
	g := ground{ID: id, Summary: "You asked about " + words + ".", Topic: of(words), TurnsAgo: ptr(ago), Near: near}
	g.Action.Action = action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef(whom)}, Topic: action.TopicRef(g.Topic.ID)}
	return g
}

// done is a ground without a topic.
func done(id string, a action.Action, ago, near int) ground {
	return ground{ID: id, Summary: "Something was done.", Action: deed{Action: a}, TurnsAgo: ptr(ago), Near: near}
}

// harbour is a turn in a town like that of the sample campaign.
func harbour() input {
	stats := []stat{
		{ID: "nerve", Name: "Nerve", Value: 12, Words: []string{"dare", "stand", "cross", "refuse", "wade", "face"}},
		{ID: "wits", Name: "Wits", Value: 15, Words: []string{"search", "read", "compare", "notice", "reckon", "study"}},
		{ID: "tongue", Name: "Tongue", Value: 10, Words: []string{"ask", "persuade", "tell", "promise", "speak", "confess"}},
	}
	people := []person{
		{ID: "ines", Name: "Ines Vane", Pronouns: "she", Faction: "lamp", Opinion: 41}, {ID: "peder", Name: "Peder Holm", Pronouns: "he", Faction: "lamp", Opinion: 5},
		{ID: "wren", Name: "Wren Tallis", Pronouns: "they", Faction: "lamp", Opinion: 32.5}, {ID: "honor", Name: "Honor Strake", Pronouns: "she", Faction: "strand", Opinion: -45},
		{ID: "coad", Name: "Coad", Pronouns: "he", Faction: "strand"}, {ID: "gaunt", Name: "Mr Gaunt", Pronouns: "he"},
	}
	wreck, grave, oil := "the wreck", "the ninth grave", "who paid for the oil"
	coin := done("m7", action.Action{By: action.Player, Kind: action.Give, To: []action.Ref{action.PersonRef("wren")}, Item: action.ItemRef("coin")}, 5, 2)
	fid, fragile := named{"fid", "a whalebone fid"}, &odds{Succeeds: 583}
	moves := []move{
		{ID: "ask:ines#the-wreck", Kind: "ask", Say: "Ask Ines Vane about the wreck", Person: "ines", Topic: of(wreck), Worth: 40, Grounds: []ground{remembered("m1", wreck, "peder", 2, 3)}},
		{ID: "ask:peder#who-paid-for-the-oil", Kind: "ask", Say: "Ask Peder Holm who paid for the oil", Person: "peder", Topic: of(oil), Worth: 70, Answered: true, Grounds: []ground{remembered("m2", oil, "ines", 1, 3), remembered("m3", grave, "ines", 7, 2)}},
		{ID: "ask:wren#the-ninth-grave", Kind: "ask", Say: "Ask Wren Tallis about the ninth grave", Person: "wren", Topic: of(grave), Grounds: []ground{remembered("m3", grave, "wren", 3, 3), coin}},
		{ID: "ask:gaunt#their-part-in-all-this", Kind: "ask", Say: "Ask Mr Gaunt about his part in all this", Person: "gaunt", Topic: of("their" + theirPart), Worth: 20, Grounds: []ground{remembered("m4", "their"+theirPart, "ines", 6, 2)}},
		{ID: "tell:wren#the-wreck", Kind: "tell", Say: "Tell Wren Tallis about the wreck", Person: "wren", Topic: of(wreck), Grounds: []ground{remembered("m1", wreck, "peder", 2, 3)}},
		{ID: "talk:coad", Kind: "talk", Say: "Talk with Coad", Person: "coad", Grounds: []ground{remembered("m5", "the empty cans", "coad", 9, 2)}},
		{ID: "ask-help:ines", Kind: "ask-help", Say: "Ask Ines Vane for help", Person: "ines", Stat: "tongue", Odds: fragile, Grounds: []ground{remembered("m3", grave, "ines", 7, 2)}},
		{ID: "ask-help:wren#who-paid-for-the-oil", Kind: "ask-help", Say: "Ask Wren Tallis to help you find out who paid for the oil", Person: "wren", Topic: of(oil), Grounds: []ground{remembered("m2", oil, "ines", 1, 3)}},
		{ID: "befriend:wren", Kind: "befriend", Say: "Try to win Wren Tallis over", Person: "wren", Stat: "tongue", Odds: fragile, Grounds: []ground{remembered("m6", "the burner", "wren", 4, 2)}},
		{ID: "press:honor#the-wreck", Kind: "press", Say: "Press Honor Strake about the wreck", Person: "honor", Stat: "nerve", Odds: &odds{Succeeds: 417}, Topic: of(wreck), Grounds: []ground{remembered("m1", wreck, "peder", 2, 3)}},
		{ID: "press:coad", Kind: "press", Say: "Press Coad for the truth", Person: "coad", Stat: "nerve", Odds: fragile, Grounds: []ground{remembered("m2", oil, "ines", 1, 1), remembered("m5", "the empty cans", "coad", 9, 2)}},
		{ID: "give:peder:fid", Kind: "give", Say: "Give Peder Holm the whalebone fid", Person: "peder", Item: fid, Grounds: []ground{remembered("m1", wreck, "peder", 2, 2)}},
		{ID: "show:peder:fid", Kind: "show", Say: "Show Peder Holm the whalebone fid", Person: "peder", Item: fid, Grounds: []ground{coin}},
		{ID: "take:tin", Kind: "take", Say: "Take the tin", Item: named{"tin", "a tin"}, Grounds: []ground{remembered("m6", "the burner", "wren", 4, 1)}},
		{ID: "use:key:tower", Kind: "use", Say: "Use the key on the tower", Item: named{"key", "a brass key"}, Place: named{"tower", "the Tooth"}, Grounds: []ground{remembered("m2", oil, "ines", 1, 1)}},
		{ID: "go:net-loft", Kind: "go", Say: "Go to the net loft", Place: named{"net-loft", "the net loft"}, Slots: []string{leaving}, Peopled: true, Minutes: 8, Grounds: []ground{remembered("m2", oil, "ines", 1, 1)}},
		{ID: "go:inn#the-ninth-grave", Kind: "go", Say: "Go to the Half Moon and ask about the ninth grave", Place: named{"inn", "The Half Moon"}, Slots: []string{leaving}, Topic: of(grave), Grounds: []ground{remembered("m3", grave, "ines", 7, 3)}},
		{ID: "go:chandlery", Kind: "go", Say: "Go to Coad's chandlery", Place: named{"chandlery", "Coad's chandlery"}, Slots: []string{leaving}, For: purpose{Person: person{ID: "marten", Name: "Marten Dow", Pronouns: "he"}, Topic: of(oil)}, Minutes: 30, Grounds: []ground{remembered("m5", "the empty cans", "coad", 9, 1)}},
		{ID: "examine:quay", Kind: "examine", Say: "Look around the Long Quay", Place: named{"quay", "the Long Quay"}, Worth: 30, Grounds: []ground{remembered("m1", wreck, "peder", 2, 1)}},
		{ID: "examine:fid", Kind: "examine", Say: "Look closely at the whalebone fid", Item: fid, Grounds: []ground{remembered("m6", "the burner", "wren", 4, 2)}},
		{ID: "search:quay", Kind: "search", Say: "Search the Long Quay", Place: named{"quay", "the Long Quay"}, Stat: "wits", Odds: fragile, Grounds: []ground{remembered("m2", oil, "ines", 1, 1)}},
		{ID: "wait", Kind: "wait", Say: "Wait a while", Minutes: 60, Grounds: []ground{remembered("m1", wreck, "peder", 2, 1), coin}},
		{ID: "pursue:ninth", Kind: "pursue", Say: "Look into the ninth grave", Thread: thread{"ninth", "Who took the name off the ninth grave?"}, Topic: of(grave), Grounds: []ground{remembered("m3", grave, "ines", 7, 3), remembered("m1", wreck, "peder", 2, 1)}},
		{ID: "pursue:relight", Kind: "pursue", Say: "Look into a burner, clean oil, and a pair of hands", Thread: thread{"relight", "Who will light the Tooth?"}, Stat: "wits", Grounds: []ground{remembered("m6", "the burner", "wren", 4, 3)}},
		{ID: "recall", Kind: "recall", Say: "Go over what you know so far", Grounds: []ground{remembered("m5", "the empty cans", "coad", 9, 1)}},
		{ID: "train:nerve-0", Kind: "train", Say: "Balance on the rail.", Stat: "nerve", Grounds: []ground{remembered("m6", "the burner", "wren", 4, 1)}},
		{ID: "skip", Kind: "skip", Say: "Let the evening go by", Minutes: 300, Grounds: []ground{remembered("m4", "the seven boats", "ines", 6, 1)}},
	}
	for i := range moves {
		if moves[i].Gives = "news"; moves[i].Worth == 0 {
			moves[i].Worth = 40
		}
	}
	return input{
		Want: ptr(3), Turn: 12, Place: named{"quay", "the Long Quay"}, Part: "evening",
		Player: player{Stats: stats, Items: []named{{"coin", "a silver coin"}, fid}}, People: people, Moves: moves,
	}
}

// scene is the input as the script sees it, with the usual rules.
func (in input) scene(seed uint64) *scene {
	usual := rules.Default()
	return newScene(in.cleaned(func(string) {}), defaults(), &usual, seed)
}
