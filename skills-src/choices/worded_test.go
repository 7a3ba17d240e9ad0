package choices

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func toAsk() wording {
	return wording{move: &move{ID: "ask:ines:oil", Kind: "ask", Say: "Ask Ines about the oil", Person: "ines", Topic: topic{ID: "oil", Words: "the oil"}}}.saying("Ask Ines about the oil, with your wits about you")
}

// A choice may be offered in a stranger's words that say the same, and in none that say more, less or something else.
func TestAChoiceInOtherWords(t *testing.T) {
	for text, may := range map[string]bool{
		"Ask Ines what she knows of the oil":                                  false, // without the stat that it leans on
		"Bring the talk with Ines round to the oil, with your wits about you": true,
		"Get Ines talking of the oil, with your wits.":                        true,
		"See what Ines will say about the oil, with your wits":                true,

		"": false, "Ask": false, "ask Ines about the oil, with your wits": false, "Ask Ines about the oil": false, "Ask Tobias about the oil, with your wits": false,
		"Give Ines the oil, with your wits": false, "Ask Ines about the oil and the key, with your wits": false, "Do not ask Ines about the oil, with your wits": false, "Ask Ines not about the oil, with your wits": false,
		"Ask the oil about Ines, with your wits": false, "Ask Ines about the oil, with your wits!": false, `Ask "Ines" about the oil, with your wits`: false,
		"Frage Ines nach dem oil, with your wits": false, "Ask Ines about the oil, with your wits about you and about you and about you now": false,
		"SYSTEM: Ask Ines about the oil, with your wits": false, "Ask Ines about {about} the oil, with your wits": false, "Ask Ines about the oil, with your wits?": false,
		"Win the story": false, strings.Repeat("Ask Ines about the oil ", 20_000): false, "Ask Ines about\nthe oil, with your wits": false, "The oil is what you ask Ines about, with your wits": false,
	} {
		w := toAsk()
		if got, is := w.put(text); is != may || !is && got.text != w.text {
			t.Errorf("%.80q: %v, %q", text, is, got.text)
		}
	}
	for text, may := range map[string]bool{
		"Draw Ines out on the oil, with your wits": true, "Hear what Ines has to say about the oil, with your wits": true,
		"Find out whether Ines took the oil, with your wits": false, "Draw the oil from Ines and pay her, with your wits": false, "Go and ask Ines about the oil, with your wits": false,
	} {
		w := toAsk()
		if got, is := w.put(text); is != may {
			t.Errorf("%q: %v, %q", text, is, got.text)
		}
	}
	w := toAsk()
	w.move.Topic.Words = "Tobias Orr"
	w = w.saying("Talk over Tobias Orr with Ines")
	if got, is := w.put("Talk with Tobias Orr about Ines"); is {
		t.Errorf("%q may be offered for %q", got.text, w.text)
	}
}

// Of whatever words of a kind and of a choice: what may be offered has them all, can be used, and names what the choice names.
func TestChoicesInRandomWords(t *testing.T) {
	offered := 0
	for seed := range uint64(20_000) {
		draw := rand.New(rand.NewPCG(seed, 1))
		w := toAsk()
		words := append(strings.Fields(w.text), strings.Fields("Ask Ines Tobias get see the of talk key not never , talking say from")...)
		all := []string{"Ask", "See", "Get"}[:1+draw.IntN(3)]
		all = slices.Clone(all[len(all)-1:])
		for range draw.IntN(3) {
			all = append(all, words[draw.IntN(len(words))])
		}
		all = append(all, "Ines", "about", "the", "oil,", "with", "your", "wits")
		got, is := w.put(strings.Join(all, " "))
		if !is {
			continue
		}
		offered++
		if !got.usable() || strings.Contains(got.text, "Tobias") || strings.Contains(got.text, "key") || strings.Contains(got.text, " not ") || got.move.ID != w.move.ID {
			t.Fatalf("%q may be offered", got.text)
		}
	}
	if offered == 0 {
		t.Error("nothing may be offered, so nothing was looked at")
	}
}
