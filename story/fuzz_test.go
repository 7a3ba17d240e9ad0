package story_test

import (
	"errors"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Whatever stands in a deed, a choice or an outcome, a turn refuses it, or takes it and can
// write it, tell it in every view, and read it back as it was.
//
//	go test -fuzz FuzzDeeds ./story
func FuzzDeeds(f *testing.F) {
	asks := action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("the-oil"), Manner: action.Quietly}
	for _, seed := range [][2]string{
		{string(strictjson.Append(nil, asks.Object())), `{"changes":[{"event":3,"kind":"learned","what":"fact:ned/oil","who":"person:player"}],"grade":"partial"}`},
		{`{"by":"person:ned","kind":"authored","choice":"a/b","words":"Row\nout.","told":"“You” {row} out"}`, `{"label":"just so","grade":"success","changes":[{"event":1,"kind":"settled","what":"topic:the-oil"}]}`},
		{`{"by":"person:player","kind":"ask","to":["person:player"]}`, `{"changes":[{"event":-1,"kind":"moved"}]}`},
		{`{"by":"person:ines","kind":"give","to":["person:player","item:lamp","faction:keepers"],"item":"item:lamp"}`, `{"changes":[{"event":2,"kind":"gained","what":"item:lamp","who":"person:player"},{"event":2,"kind":"moved","what":"place:tower","who":"person:ines"}]}`},
		{`{"by":"person:player","kind":"wait","minutes":9223372036854775807}`, `[]`},
		{`{"kind":"fly"}`, `{"grade":"grand"}`},
		{`{"by":"person:player","kind":"custom","words":""}`, `{}`},
	} {
		f.Add(seed[0], seed[1])
	}
	save := create(f, persistence.New(mem.New(), nil))
	p := open(f, save)
	begin(f, p)
	f.Fuzz(func(t *testing.T, act, came string) {
		doing, err := strictjson.Parse([]byte(act))
		outcome, err2 := strictjson.Parse([]byte(came))
		if err != nil || err2 != nil {
			return
		}
		turn := p.Begin("fuzz")
		for _, e := range []event.Event{
			{Kind: event.TopicRaised, Data: event.Data{"topic": "the-oil", "words": "the oil"}},
			{Kind: event.ChoiceMade, Data: event.Data{"choice": "c", "action": doing}},
			{Kind: event.Acted, Data: event.Data{"action": doing, "outcome": outcome, "significance": "low"}},
			{Kind: event.MemoryKept, Data: event.Data{"memory": "m", "knower": "player", "of": int64(p.State().Position) + 3, "significance": "low"}},
		} {
			e.Actor = "engine"
			before := everything(turn.State())
			if _, err := turn.Add(e); err != nil {
				if !errors.Is(err, event.ErrInvalid) || everything(turn.State()) != before {
					t.Errorf("%s was refused with %v, or left a trace", e.Kind, err)
				}
			}
		}
		log := append(records(t, p), turn.Events()...)
		folded, staged := story.Fold(log), turn.State()
		if got, want := dump(folded), dump(staged); got != want {
			t.Errorf("folded it is\n%s\nand was staged as\n%s", got, want)
		}
		for _, who := range []event.CharacterID{"player", "ines", "ned"} {
			for i, entry := range staged.As(who).Journal(0) {
				if was := folded.As(who).Journal(0)[i]; staged.As(who).EntryWords(&entry) != folded.As(who).EntryWords(&was) {
					t.Errorf("%s perceived %+v, and folded %+v", who, entry, was)
				}
			}
		}
	})
}

func records(t testing.TB, p *story.Playthrough) []persistence.Record {
	var all []persistence.Record
	for r, err := range p.Events(t.Context(), 0) {
		must(t, err)
		all = append(all, r)
	}
	return all
}
