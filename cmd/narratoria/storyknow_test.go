package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// gossip is a story in which what Honor saw reaches Mira through Ines, Tobias listens at the door,
// and the keeper lies. names are what people are called.
func gossip(t *testing.T, names map[string]string) knowing {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "monday", "p-1")
	must(t, err)
	t.Cleanup(func() { _ = save.Close() })
	p, err := story.Open(t.Context(), save)
	must(t, err)
	turn := p.Begin("turn-1")
	add := func(kind event.Kind, perceived *event.Perception, data event.Data) {
		_, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Perception: perceived, Data: data})
		must(t, err)
	}
	add(event.PlaythroughStarted, nil, event.Data{
		"campaign": "c", "version": "1", "digest": "", "persona": strictjson.Object{"name": names["player"]}, "parameters": strictjson.Object{"clock": 1020},
	})
	for _, id := range []string{"honor", "ines", "tobias", "keeper", "stranger"} {
		if names[id] != "" {
			add(event.EntityAdded, nil, event.Data{"entity": id, "type": "person", "name": names[id]})
		}
	}
	add(event.FactEstablished, nil, event.Data{"fact": "lit", "content": "The lamp is lit."})
	add(event.FactLearned, nil, event.Data{"who": "honor", "fact": "lit", "source": "witnessed"})
	add(event.FactEstablished, nil, event.Data{"fact": "out", "content": "The lamp\nis out.", "supersedes": "lit"})
	add(event.FactLearned, nil, event.Data{"who": "honor", "fact": "out", "source": "witnessed"})
	says := func(claim, speaker, to, heard, truth, content string, p *event.Perception) {
		data := event.Data{"claim": claim, "speaker": speaker, "content": content, "truth": truth, "to": []string{to}}
		strictjson.Put(data, "heard", heard)
		if heard == "" && truth != "lie" {
			data["fact"] = "out"
		}
		add(event.ClaimMade, p, data)
	}
	between := func(who ...event.CharacterID) *event.Perception {
		return &event.Perception{WitnessedBy: who, ApparentAudience: who}
	}
	for n := int64(1); n <= 3; n++ {
		add(event.TimePassed, nil, event.Data{"minutes": 10})
		_, err := turn.Add(event.Event{Kind: event.TurnOpened, Actor: event.EngineSelf,
			Moment: event.Moment{Sequence: event.Sequence(n), Label: names["scene"], Timed: true, Minutes: 1020 + 10*n},
			Data:   event.Data{"turn": "t", "number": n, "seed": "s"}})
		must(t, err)
		switch n {
		case 1:
			says("claim-1", "honor", "ines", "", "sincere", "The lamp is out.", between("honor", "ines"))
		case 2:
			says("claim-2", "ines", "player", "claim-1", "rumour", "They say the lamp is out.", &event.Perception{
				WitnessedBy: []event.CharacterID{"ines", "player", "tobias"}, ApparentAudience: []event.CharacterID{"ines", "keeper", "player"}})
		case 3:
			says("claim-3", "keeper", "ines", "", "lie", "A ship came in.", between("keeper", "ines"))
		}
	}
	_, err = turn.Commit(context.Background())
	must(t, err)
	return knowingOf(p.State())
}

// What is told of somebody's mind is the same whoever else is called as those whom they know.
func TestStrangersOfTheSameName(t *testing.T) {
	names := map[string]string{"player": "Mira", "honor": "Honor", "ines": "Ines", "tobias": "Tobias", "keeper": "the keeper", "scene": "the quay"}
	alone := gossip(t, names)
	names["stranger"] = "Ines"
	beside := gossip(t, names)
	for _, tell := range []func(k knowing, out *bytes.Buffer) error{
		func(k knowing, out *bytes.Buffer) error { return k.know(out, "player", false) },
		func(k knowing, out *bytes.Buffer) error { return k.thinks(out, []string{"player", "ines"}, false) },
		func(k knowing, out *bytes.Buffer) error { return k.bond(out, "player", "ines", false) },
	} {
		var a, b bytes.Buffer
		must(t, tell(alone, &a))
		must(t, tell(beside, &b))
		if a.String() != b.String() {
			t.Errorf("beside somebody whom they never met it says\n%s\nnot\n%s", &b, &a)
		}
	}
	var who bytes.Buffer
	if must(t, beside.who(&who, "out", false)); !strings.Contains(who.String(), "Ines (ines)") {
		t.Errorf("from outside it says\n%s", &who)
	}
}

// Who knows what is told in names and sentences.
func TestKnowledgeInWords(t *testing.T) {
	k := gossip(t, map[string]string{"player": "Mira", "honor": "Honor", "ines": "Ines", "tobias": "Tobias", "keeper": "the keeper", "scene": "the quay"})
	for _, c := range []struct {
		ask  func(*bytes.Buffer) error
		want string
	}{
		{func(b *bytes.Buffer) error { return k.know(b, "mira", false) }, `Mira knows:
   1  “They say the lamp is out.”
      was told by Ines, who has it from Honor, as a rumour, in turn 2 (day 1, 17:20, the quay); 32 % reliable; thinks that Honor, Ines and the keeper know it
`},
		{func(b *bytes.Buffer) error { return k.know(b, "tobias", false) }, `Tobias knows:
   1  “They say the lamp is out.”
      overheard Ines, who has it from Honor, as a rumour, in turn 2 (day 1, 17:20, the quay); 32 % reliable; thinks that Honor, Ines, the keeper and Mira know it
`},
		{func(b *bytes.Buffer) error { return k.know(b, "keeper", false) }, `The keeper knows:
   1  “A ship came in.”
      said so, as a lie, in turn 3 (day 1, 17:30, the quay); thinks that Ines knows it
`},
		{func(b *bytes.Buffer) error { return k.know(b, "ines", false) }, `Ines knows:
   1  “The lamp is out.”
      was told by Honor, in turn 1 (day 1, 17:10, the quay); 80 % reliable; thinks that Honor, the keeper and Mira know it
   2  “They say the lamp is out.”
      said so, having it from Honor, as a rumour, in turn 2 (day 1, 17:20, the quay); 40 % reliable; thinks that Honor, the keeper and Mira know it
   3  “A ship came in.”
      was told by the keeper, in turn 3 (day 1, 17:30, the quay); 80 % reliable; thinks that the keeper knows it
`},
		{func(b *bytes.Buffer) error { return k.know(b, "honor", false) }, `Honor knows:
   1  The lamp is lit.
      saw it, from the start; no longer so, see 2
   2  The lamp is out.
      saw it, from the start; thinks that Ines knows it
   3  “The lamp is out.”
      said so, in turn 1 (day 1, 17:10, the quay); thinks that Ines knows it
`},
		{func(b *bytes.Buffer) error { return k.thinks(b, []string{"ines", "keeper"}, false) }, `Ines thinks that the keeper knows:
  “They say the lamp is out.”, in turn 2 (day 1, 17:20, the quay)
  “A ship came in.”, in turn 3 (day 1, 17:30, the quay)
`},
		{func(b *bytes.Buffer) error { return k.thinks(b, []string{"mira", "ines", "honor"}, false) }, `Mira thinks that Ines thinks that Honor knows:
  “They say the lamp is out.”, in turn 2 (day 1, 17:20, the quay)
`},
		{func(b *bytes.Buffer) error { return k.thinks(b, []string{"mira", "ines", "honor"}, true) },
			`{"content":"They say the lamp is out.","from":"ines","label":"the quay","minutes":1040,"moment":2,"turn":2}` + "\n"},
		{func(b *bytes.Buffer) error { return k.thinks(b, []string{"keeper", "ines", "honor"}, false) },
			"The keeper has no notion of anything that Ines thinks that Honor knows.\n"},
		{func(b *bytes.Buffer) error { return k.why(b, "1", "player", false) }, `The lamp is out.

  Mira was told by Ines, as a rumour, in turn 2 (day 1, 17:20, the quay): “They say the lamp is out.”
  Ines was told by Honor, in turn 1 (day 1, 17:10, the quay)
  Honor saw it, from the start
`},
		{func(b *bytes.Buffer) error { return k.why(b, "ship", "ines", false) }, `A ship came in.

  Ines was told by the keeper, as a lie, in turn 3 (day 1, 17:30, the quay)
  The keeper made it up, in turn 3 (day 1, 17:30, the quay)
`},
		{func(b *bytes.Buffer) error { return k.why(b, "ship", "honor", false) }, "A ship came in.\nHonor does not know it.\n"},
		{func(b *bytes.Buffer) error { return k.who(b, "out", false) }, `The lamp is out.

  Honor saw it, from the start; thinks that Ines knows it
  Ines was told by Honor, in turn 1 (day 1, 17:10, the quay); thinks that Honor, the keeper and Mira know it
  Mira was told by Ines, as a rumour, in turn 2 (day 1, 17:20, the quay): “They say the lamp is out.”; thinks that Honor, Ines and the keeper know it
  Tobias overheard Ines, as a rumour, in turn 2 (day 1, 17:20, the quay): “They say the lamp is out.”; thinks that Honor, Ines, the keeper and Mira know it
  The keeper does not know it, and Ines, Mira and Tobias think otherwise
`},
	} {
		var out bytes.Buffer
		must(t, c.ask(&out))
		if out.String() != c.want {
			t.Errorf("it says\n%s\nnot\n%s", out.String(), c.want)
		}
	}
	for want, of := range map[string]mind.Mistaken{
		", and was told “It is lit.”":                            {Who: "keeper", Believes: "It is\nlit."},
		", and was told “It is lit.”, and Ines thinks otherwise": {Who: "keeper", Believes: "It is lit.", By: []event.CharacterID{"ines"}},
		", and Ines and Mira think otherwise":                    {Who: "keeper", By: []event.CharacterID{"ines", "player"}},
	} {
		if got := k.mistaken(of); got != want {
			t.Errorf("who is mistaken: %q, not %q", got, want)
		}
	}
	var none bytes.Buffer
	must(t, k.know(&none, "honor", false))
	if strings.Contains(none.String(), "ship") {
		t.Errorf("Honor knows of the ship: %s", none.String())
	}
}

// Names that would act on a terminal are shown as escapes, each on its line; two who are called
// alike are told apart.
func TestHostileNamesAreTold(t *testing.T) {
	k := gossip(t, map[string]string{
		"player": "Mira\x1b[31m", "honor": "Honor\nknows nothing", "ines": "Twin\u202e", "tobias": "Twin\u202e", "keeper": "\u200bkeeper", "scene": "quay\x1b]0;title\a",
	})
	var out bytes.Buffer
	for _, asJSON := range []bool{false, true} {
		for _, who := range []string{"player", "honor", "ines", "tobias", "keeper"} {
			must(t, k.know(&out, who, asJSON))
			must(t, k.why(&out, "out", who, asJSON))
			must(t, k.thinks(&out, []string{who, "ines"}, asJSON))
		}
		must(t, k.who(&out, "out", asJSON))
	}
	if found := hiddenIn(out.String()); found != "" {
		t.Errorf("%q is in %s", found, around(out.String(), found))
	}
	if !strings.Contains(out.String(), "(ines)") || !strings.Contains(out.String(), "(tobias)") || strings.Contains(out.String(), "\nknows nothing") {
		t.Errorf("it says %s", out.String())
	}
}
