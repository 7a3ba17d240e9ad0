package choices

import (
	"strings"
	"testing"
)

// What others write for a choice is offered only where it is read as the same deed, whatever words it is put in.
func TestAChoiceInOtherWordsIsTheSameDeed(t *testing.T) {
	ines := person{ID: "ines", Name: "Ines", Pronouns: "she/her"}
	will := person{ID: "will", Name: "Will", Pronouns: "he/him"}
	of := func(kind, who string, about string, place, item named) move {
		m := move{ID: kind, Kind: kind, Person: who, Place: place, Item: item}
		if about != "" {
			m.Topic = topic{ID: "about", Words: about}
		}
		return m
	}
	none := named{}
	for _, c := range []struct {
		move      move
		ours      string
		may, must []string // not be offered; be
	}{
		{of("press", "ines", "the well", none, none), "Press Ines about the well", []string{"Push Ines into the well", "Push Ines to the well", "Tell Ines about the well", "Ask Ines about the well"}, []string{"Press Ines for the truth about the well"}},
		{of("press", "ines", "", none, none), "Press Ines for the truth", []string{"Tell Ines the truth"}, nil},
		{of("ask", "ines", "the wreck", none, none), "Ask Ines about the wreck", []string{"Tell Ines about the wreck", "Have Ines about the wreck"}, []string{"Question Ines about the wreck", "See what Ines has to say about the wreck"}},
		{of("tell", "ines", "the wreck", none, none), "Tell Ines about the wreck", []string{"Have Ines tell you about the wreck", "Ask Ines about the wreck"}, nil},
		{of("go", "", "", named{"mill", "the mill"}, none), "Make your way to the mill", []string{"Stop going to the mill", "Leave the mill", "Go from the mill"}, []string{"Head for the mill", "Pay a visit to the mill"}},
		{of("give", "ines", "", none, named{"letter", "the letter"}), "Give Ines the letter", []string{"Let Ines give you the letter", "Show Ines the letter"}, nil},
		{of("ask-help", "ines", "the wreck", none, none), "Ask Ines for help with the wreck", []string{"Tell Ines you cannot help with the wreck", "Help Ines with the wreck"}, nil},
		{of("examine", "", "", none, named{"lamp", "the lamp"}), "Look closely at the lamp", []string{"Take the lamp", "Look for the lamp"}, []string{"Take a close look at the lamp"}},
		{of("ask", "ines", "who paid for the oil", none, none), "Ask Ines who paid for the oil", []string{"Ask Ines what you paid for the oil"}, nil},
		{of("ask", "will", "the oil", none, none), "Ask Will about the oil", []string{"Ask about the oil"}, nil},
		{of("ask", "ines", "the letter to the abbot", none, none), "Ask Ines about the letter to the abbot", []string{"Ask Ines about the letter from the abbot", "Ask Ines about the abbot"}, nil},
	} {
		s := newScene(input{Moves: []move{c.move}, People: []person{ines, will}}, config{}, nil, 1)
		w := wording{move: &s.in.Moves[0]}.saying(c.ours)
		offered := func(text string) bool {
			_, may := w.put(text)
			return may && s.namesAll(w, text) && deedsOf(s).means(text, s.actionOf(w.move))
		}
		for _, text := range c.may {
			if offered(text) {
				t.Errorf("for %q may be offered %q", c.ours, text)
			}
		}
		for _, text := range c.must {
			if !offered(text) {
				t.Errorf("for %q may not be offered %q: %v", c.ours, text, strings.Join(w.said, " "))
			}
		}
	}
}
