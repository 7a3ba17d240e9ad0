package grammar_test

import (
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

// What things are called in these tests.
var names = grammar.Table{
	"person:ines":       {Text: "Ines Vane", Pronouns: "she/her"},
	"person:tobias":     {Text: "Tobias", Pronouns: "he/him", Also: []string{"the keeper's boy"}},
	"person:marguerite": {Text: "Sister Marguerite", Pronouns: "she/her"},
	"person:fisherman":  {Text: "a fisherman", Pronouns: "he/him"},
	"topic:oil":         {Text: "the oil"},
	"topic:grave":       {Text: "the ninth grave"},
	"topic:lock":        {Text: "who oiled the lock"},
	"topic:burner":      {Text: "the burner"},
	"topic:wreck":       {Text: "the wreck"},
	"topic:dark":        {Text: "why the Tooth is dark"},
	"item:burner":       {Text: "a brass burner"},
	"item:coin":         {Text: "coin"},
	"item:key":          {Text: "an iron key"},
	"item:door":         {Text: "the cellar door"},
	"place:quay":        {Text: "The quay", Also: []string{"landing"}},
	"place:chapel":      {Text: "the chapel"},
	"thread:wreck":      {Text: "The wreck of the Perpetua is unexplained"},
	"thread:dark":       {Text: "Why is the Tooth dark?"},
	"thread:oath":       {Text: "Is the oath still binding?"},
}

var (
	ines, tobias, fisherman = action.PersonRef("ines"), action.PersonRef("tobias"), action.PersonRef("fisherman")
	oil, grave, lock        = action.TopicRef("oil"), action.TopicRef("grave"), action.TopicRef("lock")
	burner, coin, key, door = action.ItemRef("burner"), action.ItemRef("coin"), action.ItemRef("key"), action.ItemRef("door")
	quay, chapel            = action.PlaceRef("quay"), action.PlaceRef("chapel")
)

func by(kind action.Kind, to ...action.Ref) action.Action {
	return action.Action{By: action.Player, Kind: kind, To: to}
}

func about(topic action.Ref, a action.Action) action.Action { a.Topic = topic; return a }
func with(item action.Ref, a action.Action) action.Action   { a.Item = item; return a }
func at(place action.Ref, a action.Action) action.Action    { a.Place = place; return a }
func on(thread string, a action.Action) action.Action {
	a.Thread = action.ThreadRef(thread)
	return a
}
func worded(words string, a action.Action) action.Action { a.Words = words; return a }
func lasting(minutes int64, a action.Action) action.Action {
	a.Minutes = minutes
	return a
}

var said = []struct {
	action action.Action
	want   string
}{
	{by(action.Talk, ines), "Talk with Ines Vane"},
	{about(grave, by(action.Ask, ines)), "Ask Ines Vane about the ninth grave"},
	{about(lock, by(action.Ask, ines)), "Ask Ines Vane who oiled the lock"},
	{about(oil, by(action.Tell, ines)), "Tell Ines Vane about the oil"},
	{about(lock, by(action.Tell, fisherman)), "Tell the fisherman who oiled the lock"},
	{worded(`Who goes "there"?`, by(action.Say, tobias)), `Say "Who goes there" to Tobias`},
	{worded("Good evening.", by(action.Say)), `Say "Good evening"`},
	{about(oil, by(action.AskHelp, ines)), "Ask Ines Vane for help with the oil"},
	{about(lock, by(action.AskHelp, ines)), "Ask Ines Vane to help you find out who oiled the lock"},
	{by(action.AskHelp, ines), "Ask Ines Vane for help"},
	{by(action.Befriend, ines), "Try to win Ines Vane over"},
	{about(oil, by(action.Press, ines)), "Press Ines Vane for the truth about the oil"},
	{about(lock, by(action.Press, ines)), "Press Ines Vane to say who oiled the lock"},
	{by(action.Press, ines), "Press Ines Vane for the truth"},
	{with(burner, by(action.Show, ines, tobias)), "Show Ines Vane and Tobias the brass burner"},
	{with(coin, by(action.Give, tobias)), "Give Tobias the coin"},
	{with(burner, by(action.Take)), "Take the brass burner"},
	{with(key, by(action.Use, door)), "Use the iron key on the cellar door"},
	{with(key, by(action.Use)), "Use the iron key"},
	{at(quay, by(action.Go)), "Go to the quay"},
	{about(oil, at(quay, by(action.Go))), "Go to the quay and ask about the oil"},
	{about(lock, at(quay, by(action.Go))), "Go to the quay and ask who oiled the lock"},
	{at(quay, by(action.Examine)), "Look around the quay"},
	{with(burner, by(action.Examine)), "Look closely at the brass burner"},
	{at(quay, by(action.Search)), "Search the quay"},
	{by(action.Wait), "Wait a while"},
	{about(grave, at(quay, by(action.Examine))), "Look around the quay for some sign of the ninth grave"},
	{about(grave, at(quay, by(action.Search))), "Search the quay for some trace of the ninth grave"},
	{about(lock, at(quay, by(action.Search))), "Search the quay for some trace of who oiled the lock"},
	{about(grave, at(quay, by(action.Wait))), "Wait a while at the quay and listen for talk of the ninth grave"},
	{about(oil, by(action.Befriend, ines)), "Try to win Ines Vane over by talking of the oil"},
	{about(oil, with(burner, by(action.Show, ines))), "Show Ines Vane the brass burner and ask about the oil"},
	{about(oil, with(burner, by(action.Take))), "Take the brass burner with the oil in mind"},
	{about(oil, on("dark", by(action.Pursue))), "Look into why the Tooth is dark with the oil in mind"},
	{at(quay, by(action.Wait)), "Wait a while at the quay"},
	{on("wreck", by(action.Pursue)), "Look into the wreck of the Perpetua"},
	{on("dark", by(action.Pursue)), "Look into why the Tooth is dark"},
	{on("oath", by(action.Pursue)), "Take up this question: Is the oath still binding?"},
	{by(action.Recall), "Go over what you know so far"},
	{about(oil, by(action.Recall)), "Go over what you know of the oil"},
	{about(lock, by(action.Recall)), "Think over who oiled the lock"},
	{worded("Balance on the rail.", by(action.Train)), "Balance on the rail"},
	{worded("row out to the wreck", by(action.Authored)), "Row out to the wreck"},
	{worded("Feed the cat!", by(action.Custom)), "Feed the cat!"},
	{lasting(120, by(action.Skip)), "Let two hours pass"},
	{by(action.Skip), "Let some time pass"},
	{action.Action{Kind: action.Ask, To: []action.Ref{ines}, Topic: oil, Manner: action.Quietly}, "Quietly ask Ines Vane about the oil"},
	{by(action.Talk, action.PersonRef("nobody-knows")), "Talk with somebody"},
}

func TestSay(t *testing.T) {
	for _, c := range said {
		if got := grammar.Say(c.action, names); got != c.want {
			t.Errorf("%s: %q, want %q", c.action.ID(), got, c.want)
		}
	}
}

func changed(kind action.ChangeKind, what action.Ref) action.Change {
	return action.Change{Kind: kind, Who: action.Player, What: what}
}

func came(grade action.Grade, changes ...action.Change) action.Outcome {
	return action.Outcome{Grade: grade, Changes: changes}
}

// of is a change that is somebody else's than the player's.
func of(who action.Ref, c action.Change) action.Change { c.Who = who; return c }

var (
	past    = grammar.Voice{Tense: english.Past}
	first   = grammar.Voice{Person: english.First}
	third   = grammar.Voice{Person: english.Third, Name: "Mara", Pronouns: "she/her"}
	learned = changed(action.Learned, action.Ref{Kind: action.Fact, ID: "7"})
)

func TestTell(t *testing.T) {
	askOil := about(oil, by(action.Ask, ines))
	tobiasAsks := about(oil, by(action.Ask, action.Player))
	tobiasAsks.By = tobias
	told := worded("Give Ines your coin.", by(action.Authored))
	told.Told = "You gave Ines your coin. She smiled."
	for _, c := range []struct {
		action  action.Action
		outcome action.Outcome
		voice   grammar.Voice
		want    string
	}{
		{askOil, came(action.Certain), past, "You asked Ines Vane about the oil."},
		{askOil, came(action.Failure), past, "You asked Ines Vane about the oil; she would not say."},
		{askOil, came(action.Failure), third, "Mara asks Ines Vane about the oil; Ines will not say."},
		{askOil, came(action.Partial), first, "I ask Ines Vane about the oil; she says a little."},
		{askOil, came(action.Success, learned), past, "You asked Ines Vane about the oil, and she told you what she knew."},
		{askOil, came(action.Failure, learned), past, "You asked Ines Vane about the oil; she let something slip all the same."},
		{askOil, came(action.Certain, changed(action.Settled, grave), changed(action.Settled, oil)), past, "You asked Ines Vane about the oil and heard of the ninth grave."},
		{askOil, came(action.Certain, of(tobias, learned)), past, "You asked Ines Vane about the oil."},
		{askOil, came(action.Certain, changed(action.Settled, tobias), changed(action.Settled, lock), learned), past, "You asked Ines Vane about the oil, heard of Tobias and heard it asked who oiled the lock; she told you what she knew."},
		{tobiasAsks, came(action.Failure), past, "Tobias asked you about the oil; you would not say."},
		{tobiasAsks, came(action.Failure), first, "Tobias asks me about the oil; I will not say."},
		{tobiasAsks, came(action.Failure), third, "Tobias asks Mara about the oil; she will not say."},
		{about(lock, by(action.AskHelp, ines)), came(action.Success), first, "I ask Ines Vane to help me find out who oiled the lock; she agrees."},
		{by(action.AskHelp, ines), came(action.Failure), past, "You asked Ines Vane for help; she would not help."},
		{by(action.Befriend, ines), came(action.Success), past, "You won Ines Vane over."},
		{by(action.Befriend, ines), came(action.Failure), past, "You tried to win Ines Vane over; she would not be won over."},
		{with(coin, by(action.Give, tobias)), came(action.Success, changed(action.Lost, coin)), past, "You gave Tobias the coin."},
		{with(coin, by(action.Give, tobias)), came(action.Success, changed(action.Lost, coin), of(tobias, changed(action.Gained, coin))), past, "You gave Tobias the coin."},
		{by(action.Befriend, ines), came(action.Partial, of(ines, changed(action.Lost, key))), past, "You tried to win Ines Vane over; she warmed a little."},
		{with(coin, by(action.Give, tobias)), came(action.Failure), past, "You offered Tobias the coin, but he would not have it."},
		{with(burner, by(action.Take)), came(action.Certain, changed(action.Gained, burner)), past, "You took the brass burner."},
		{with(burner, by(action.Take)), came(action.Failure), past, "You tried to take the brass burner but could not."},
		{with(key, by(action.Use, door)), came(action.Success, changed(action.Lost, key)), past, "You used the iron key on the cellar door and lost it."},
		{with(key, by(action.Use, door)), came(action.Failure), first, "I try to use the iron key on the cellar door, to no avail."},
		{at(quay, by(action.Search)), came(action.Success, changed(action.Gained, burner)), past, "You searched the quay and found the brass burner."},
		{at(quay, by(action.Search)), came(action.Failure), past, "You searched the quay and found nothing."},
		{at(quay, by(action.Search)), came(action.Failure, changed(action.Gained, burner)), past, "You searched the quay and found the brass burner."},
		{about(oil, at(quay, by(action.Go))), came(action.Certain, learned), past, "You went to the quay and asked about the oil, and learned something new."},
		{at(quay, by(action.Go)), came(action.Certain, changed(action.Moved, quay)), third, "Mara goes to the quay."},
		{on("oath", by(action.Pursue)), came(action.Failure), past, `You took up the question "Is the oath still binding?" and got nowhere.`},
		{by(action.Recall), came(action.Certain), third, "Mara goes over what she knows so far."},
		{at(quay, by(action.Wait)), came(action.Failure), past, "You waited a while at the quay, but nothing came of it."},
		{told, came(action.Failure), past, "You gave Ines your coin; she smiled, to no avail."},
		{told, came(action.Certain), third, "Mara gave Ines her coin; she smiled."},
		{worded("Row out to the wreck.", by(action.Authored)), came(action.Partial), past, "You rowed out to the wreck, after a fashion."},
		{worded("Bread and water", by(action.Custom)), came(action.Certain), past, `You chose this: "Bread and water."`},
		{worded("Balance on the rail.", by(action.Train)), came(action.Failure), third, `Mara chooses this, to no avail: "Balance on the rail."`},
		{worded("Climb the mast.", by(action.Train)), came(action.Failure), third, "Mara climbs the mast, to no avail."},
	} {
		if got := grammar.Tell(c.action, c.outcome, names, c.voice); got != c.want {
			t.Errorf("%s: %q, want %q", c.action.ID(), got, c.want)
		}
	}
}

func TestClause(t *testing.T) {
	told := worded("Give Ines your coin.", by(action.Authored))
	told.Told = "You gave Ines your coin."
	for _, c := range []struct {
		action action.Action
		voice  grammar.Voice
		form   grammar.Form
		want   string
	}{
		{about(oil, by(action.Ask, ines)), past, grammar.Past, "you asked Ines Vane about the oil"},
		{about(oil, by(action.Ask, ines)), grammar.Voice{}, grammar.Perfect, "you have asked Ines Vane about the oil"},
		{about(oil, by(action.Ask, ines)), past, grammar.Perfect, "you had asked Ines Vane about the oil"},
		{about(oil, at(quay, by(action.Go))), third, grammar.Perfect, "Mara has gone to the quay and asked about the oil"},
		{about(oil, at(quay, by(action.Go))), past, grammar.Gerund, "going to the quay and asking about the oil"},
		{by(action.Befriend, ines), past, grammar.Gerund, "trying to win Ines Vane over"},
		{told, past, grammar.Past, "you gave Ines your coin"},
		{told, first, grammar.Past, "I gave Ines my coin"},
		{told, past, grammar.Gerund, ""},
		{worded("Row out.", by(action.Authored)), past, grammar.Past, ""},
	} {
		if got := grammar.Clause(c.action, names, c.voice, c.form); got != c.want {
			t.Errorf("%s: %q, want %q", c.action.ID(), got, c.want)
		}
	}
}
