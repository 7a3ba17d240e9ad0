package prose_test

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

// did is a deed of the player's with what is called so in it: did(action.Ask,
// "person=Ines", "topic=the oil").
func did(kind action.Kind, called ...string) *prose.Deed {
	d := &prose.Deed{Action: action.Action{By: action.Player, Kind: kind}, Names: grammar.Table{}}
	for _, noun := range called {
		of, name, _ := strings.Cut(noun, "=")
		r := action.Ref{Kind: action.RefKind(of), ID: action.Slug(name)}
		switch r.Kind {
		case action.Person:
			d.Action.To = append(d.Action.To, r)
		case action.Item:
			d.Action.Item = r
		case action.Topic:
			d.Action.Topic = r
		case action.Place:
			d.Action.Place = r
		case action.Thread:
			d.Action.Thread = r
		}
		d.Names[r.String()] = grammar.Noun{Text: name}
	}
	return d
}

// graded is a deed and how it went.
func graded(d *prose.Deed, grade action.Grade) *prose.Deed {
	d.Outcome.Grade = grade
	return d
}

// worded is a choice of which there are only words.
func worded(words string) *prose.Deed {
	return &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Custom, Words: words}}
}

// asked is asking somebody about something, as most deeds are.
func asked(whom, topic string) *prose.Deed {
	return did(action.Ask, "person="+whom, "topic="+topic)
}
