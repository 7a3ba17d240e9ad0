package narrator

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// A check is what was rolled for the choice, as far as the scene tells of it.
type check struct {
	stat   string
	by     any // what its author added; nil for nothing
	about  string
	person string          // whom it concerned, or ""
	felt   any             // what that person thought of the player then; nil for nobody knows
	player protocol.Object // who threw, as evaluate-choice takes it
	rules  protocol.Object // by which
}

const (
	mostStats = 8
	mostBands = 8
	mostFeats = 8
)

func checkOf(o protocol.Object) check {
	player := strictjson.AsObject(o["player"])
	return check{
		stat: name(o["stat"]), by: number(o["modifier"]), about: text(o["about"]), person: name(o["person"]), felt: number(o["opinion"]),
		player: protocol.Object{"stats": abilities(strictjson.AsList(player["stats"])), "traits": abilities(strictjson.AsList(player["traits"]))},
		rules:  rulesOf(strictjson.AsObject(o["rules"])),
	}
}

// abilities are stats or traits, with the words that call for them.
func abilities(all []any) []any {
	read := []any{}
	for _, v := range all {
		from := strictjson.AsObject(v)
		o := protocol.Object{"words": tags(from["words"])}
		strictjson.Put(o, "id", name(from["id"]))
		strictjson.Put(o, "name", name(from["name"]))
		setNumber(o, "value", from["value"])
		if o["id"] != nil && len(read) < mostStats {
			read = append(read, o)
		}
	}
	return read
}

func rulesOf(from protocol.Object) protocol.Object {
	o, bands := protocol.Object{}, []any{}
	for _, v := range strictjson.AsList(from["bands"]) {
		band := protocol.Object{}
		strictjson.Put(band, "name", name(strictjson.AsObject(v)["name"]))
		setNumber(band, "min", strictjson.AsObject(v)["min"])
		setNumber(band, "max", strictjson.AsObject(v)["max"])
		if len(bands) < mostBands {
			bands = append(bands, band)
		}
	}
	strictjson.Put(o, "dice", name(from["dice"]))
	strictjson.PutList(o, "bands", bands)
	for _, modifier := range []string{"trait", "sentiment", "memory", "weak", "scale"} {
		setNumber(o, modifier, from[modifier])
	}
	return o
}

func setNumber(o protocol.Object, name string, v any) {
	if n := number(v); n != nil {
		o[name] = n
	}
}

// weigh says what the choice's check had for and against it, for whoever asks for the
// details. Nothing waits for it. Of people it is told of nobody but whom the check
// concerned, and it recalls what is never forgotten, which alone weighs.
func (d *draft) weigh(s *scene) {
	if s.check.stat == "" || s.input == "" {
		return
	}
	weighed := protocol.Object{"text": s.input, "stat": s.check.stat}
	strictjson.Put(weighed, "about", s.check.about)
	strictjson.Put(weighed, "person", s.check.person)
	setNumber(weighed, "modifier", s.check.by)
	people := []any{}
	for _, n := range s.known {
		if n.id != s.check.person {
			continue
		}
		o := n.object()
		setNumber(o, "score", s.check.felt)
		people = append(people, o)
	}
	input := protocol.Object{"choice": weighed, "place": s.place.object(), "player": s.check.player, "people": people}
	if len(s.check.rules) > 0 {
		input["rules"] = s.check.rules
	}
	feats := d.try("feats", recallMemory, protocol.Object{"limit": mostFeats, "filters": protocol.Object{"episodic": true}})
	d.try("weigh", evaluateChoice, input, feats)
}
