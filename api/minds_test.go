package api

import (
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What was heard, overheard and came out stands on the wire with who said it, through whom, whose it
// was, and whom each takes to know it.
func TestHearsayOnTheWire(t *testing.T) {
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "monday", "p-1")
	must(t, err)
	p, err := story.Open(t.Context(), save)
	must(t, err)
	turn := p.Begin("turn-1")
	add := func(kind event.Kind, perceived *event.Perception, data event.Data) {
		_, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Perception: perceived, Data: data})
		must(t, err)
	}
	among := func(who ...event.CharacterID) *event.Perception {
		return &event.Perception{WitnessedBy: who, ApparentAudience: who}
	}
	add(event.PlaythroughStarted, nil, event.Data{"campaign": "c", "version": "1", "digest": "", "persona": strictjson.Object{"name": "Mira"}, "parameters": strictjson.Object{}})
	for id, name := range map[string]string{"honor": "Honor", "ines": "Ines", "tobias": "Tobias"} {
		add(event.EntityAdded, nil, event.Data{"entity": id, "type": "person", "name": name})
	}
	add(event.FactEstablished, nil, event.Data{"fact": "out", "content": "The lamp is out."})
	add(event.FactLearned, nil, event.Data{"who": "honor", "fact": "out", "source": "witnessed"})
	add(event.ClaimMade, among("honor", "ines"), event.Data{"claim": "c-1", "speaker": "honor", "content": "The lamp is out.", "truth": "sincere", "fact": "out", "to": []string{"ines"}})
	add(event.ClaimMade, &event.Perception{WitnessedBy: []event.CharacterID{"ines", "player"}, ApparentAudience: []event.CharacterID{"ines", "player", "tobias"}},
		event.Data{"claim": "c-2", "speaker": "ines", "content": "It is dark up there.", "truth": "rumour", "heard": "c-1", "to": []string{"player"}})
	add(event.FactEstablished, nil, event.Data{"fact": "stock", "content": "Ines has oil."})
	add(event.FactLearned, nil, event.Data{"who": "player", "fact": "stock", "source": "inferred"})
	add(event.FactEstablished, nil, event.Data{"fact": "oil", "content": "Ines sold the oil.", "supersedes": "stock", "about": []string{"ines"}})
	add(event.FactLearned, nil, event.Data{"who": "ines", "fact": "oil", "source": "witnessed"})
	add(event.SecretRevealed, among("ines", "player"), event.Data{"fact": "oil", "whose": "ines"})
	_, err = turn.Commit(t.Context())
	must(t, err)
	in := mindful{p.State(), &p.State().Minds}

	known, err := in.know("")
	must(t, err)
	why, err := in.why("dark", "Mira")
	must(t, err)
	who, err := in.who("out")
	must(t, err)
	thinks, err := in.thinks([]string{"Mira", "ines", "Honor"})
	must(t, err)
	bond, err := in.bond("", "ines")
	must(t, err)
	for _, c := range []struct {
		got  any
		want string
	}{
		{known, `{"character":"player","known":[{"content":"It is dark up there.","how":"told","knownTo":[{"id":"honor","name":"Honor"},{"id":"ines","name":"Ines"},{"id":"tobias","name":"Tobias"}],"name":"Ines","reliability":320,"since":{"moment":1,"turn":0},"speaker":"ines","through":["Honor"],"truth":"rumour","turn":0},{"content":"Ines has oil.","fact":"stock","how":"inferred","knownTo":[],"reliability":0,"since":{"moment":1,"turn":0},"source":"inferred","superseded":"oil","turn":0},{"about":[{"id":"ines","name":"Ines"}],"content":"Ines sold the oil.","fact":"oil","from":"ines","how":"discovered","knownTo":[{"id":"ines","name":"Ines"}],"name":"Ines","reliability":1000,"since":{"moment":1,"turn":0},"source":"discovered","turn":0}],"name":"Mira"}`},
		{bond, `{"about":[{"about":[{"id":"ines","name":"Ines"}],"content":"Ines sold the oil.","fact":"oil","from":"ines","how":"discovered","knownTo":[{"id":"ines","name":"Ines"}],"name":"Ines","reliability":1000,"since":{"moment":1,"turn":0},"source":"discovered","turn":0}],"alone":[],"between":[{"about":[{"id":"ines","name":"Ines"}],"content":"Ines sold the oil.","fact":"oil","from":"ines","how":"discovered","knownTo":[{"id":"ines","name":"Ines"}],"name":"Ines","reliability":1000,"since":{"moment":1,"turn":0},"source":"discovered","turn":0}],"character":{"id":"player","name":"Mira"},"score":0,"since":0,"trust":0,"with":{"id":"ines","name":"Ines"}}`},
		{why, `{"character":"player","content":"The lamp is out.","fact":"out","reasons":[{"hops":[{"content":"It is dark up there.","from":"ines","how":"told","name":"Mira","since":{"moment":1,"turn":0},"truth":"rumour","who":"player"},{"content":"The lamp is out.","from":"honor","how":"told","name":"Ines","since":{"moment":1,"turn":0},"truth":"sincere","who":"ines"},{"content":"The lamp is out.","how":"witnessed","name":"Honor","since":{"turn":0},"who":"honor"}]}]}`},
		{thinks, `{"beliefs":[{"content":"It is dark up there.","name":"Ines","since":{"moment":1,"turn":0},"speaker":"ines","turn":0}],"chain":[{"id":"player","name":"Mira"},{"id":"ines","name":"Ines"},{"id":"honor","name":"Honor"}]}`},
		{who, `{"content":"The lamp is out.","fact":"out","knowers":[{"hop":{"content":"The lamp is out.","how":"witnessed","name":"Honor","since":{"turn":0},"who":"honor"},"knownTo":[{"id":"ines","name":"Ines"}]},{"hop":{"content":"The lamp is out.","from":"honor","how":"told","name":"Ines","since":{"moment":1,"turn":0},"truth":"sincere","who":"ines"},"knownTo":[{"id":"honor","name":"Honor"},{"id":"player","name":"Mira"},{"id":"tobias","name":"Tobias"}]},{"hop":{"content":"It is dark up there.","from":"ines","how":"told","name":"Mira","since":{"moment":1,"turn":0},"truth":"rumour","who":"player"},"knownTo":[{"id":"honor","name":"Honor"},{"id":"ines","name":"Ines"},{"id":"tobias","name":"Tobias"}]}],"mistaken":[{"by":[{"id":"ines","name":"Ines"},{"id":"player","name":"Mira"}],"name":"Tobias","who":"tobias"}]}`},
	} {
		if got := string(appendJSON(nil, c.got)); got != c.want {
			t.Errorf("%s\nnot\n%s", got, c.want)
		}
	}
}
