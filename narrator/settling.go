package narrator

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// SettlingInput is what follows from a turn by rule. What is missing in it is missing
// in the plan.
type SettlingInput struct {
	ID     plan.ID // "" makes one from the rest, the same each time
	Memory Memory
	Begins []Begins
	Deeds  []Deed // in the order in which they were done
}

// Memory is what a turn leaves behind, but for the deed it is of and what came of
// that: those the host knows, and stamps on it. One without a summary is not kept.
type Memory struct {
	Summary      string // its words
	Characters   []string
	Location     string
	Significance string // low, medium, high
	Tags         []string
	Topic        string // what it leaves to talk and think about, or ""
	Episodic     string // triumph, failure or ""
	Kind         string // said, heard, internal, perceived, action
}

// Begins is a first impression: somebody who thinks nothing of the player yet, what of
// the player can be seen, and how that person takes such things.
type Begins struct {
	NPC, Faction      string // Faction is the person's, or ""
	Traits, Equipment []string
	Likes, Dislikes   []string
}

// Deed is what the player did to an opinion.
type Deed struct {
	Who          string // a person, or with Faction a faction
	Faction      bool
	By           int64 // points
	Reason       string
	Significance string // low, medium, high
}

// Settling is the fixed plan of what follows from a turn by rule, whatever plan told
// it:
//
//	begin-1..  npc-perception/initialize-perception
//	deed-1..   npc-perception/update-perception, reputation/update-reputation
//	keep       memory/store-memory
//
// Deeds that change one opinion follow one another, since each reads what the one
// before left, and the first of them follows that person's first impression. Otherwise
// each step stands for itself, and all are optional. Scripts that the catalogue does
// not have are left out, so the plan may have no step at all.
//
// There is a step for all that is given, since the plan makes the story and does not
// only tell it. Whoever checks one of more steps than a plan has by default allows for
// them; it never has more dependencies than steps:
//
//	plan.Options{MaxTools: len(document.Tools), MaxEdges: len(document.Tools)}
func Settling(catalogue *plan.Catalogue, in SettlingInput) plan.Document {
	d := newDraft(plan.Request{ID: in.ID, Catalogue: catalogue})
	d.deeds(in.Deeds, d.begin(in.Begins))
	if in.Memory.Summary != "" {
		d.try("keep", storeMemory, in.Memory.object())
	}
	return identified(d.Document)
}

// begin seeds what people met for the first time think of the player. It gives the
// step by person.
func (d *draft) begin(all []Begins) map[string]plan.ToolID {
	begun := map[string]plan.ToolID{}
	for i, b := range all {
		if b.NPC != "" {
			begun[b.NPC] = d.try(numbered("begin", i), beginOpinion, b.object())
		}
	}
	return begun
}

// deeds changes what people and factions think by what the player did.
func (d *draft) deeds(all []Deed, begun map[string]plan.ToolID) {
	type opinion struct {
		who     string
		faction bool
	}
	last := map[opinion]plan.ToolID{}
	for person, step := range begun {
		last[opinion{who: person}] = step
	}
	for i, deed := range all {
		if deed.Who == "" {
			continue
		}
		of := opinion{deed.Who, deed.Faction}
		if step := d.try(numbered("deed", i), deed.script(), deed.object(), last[of]); step != "" {
			last[of] = step
		}
	}
}

func (b Begins) object() protocol.Object {
	o := protocol.Object{"npc": b.NPC}
	strictjson.Put(o, "faction", b.Faction)
	strictjson.PutList(o, "traits", tags(strictjson.FromStrings(b.Traits)))
	strictjson.PutList(o, "equipment", tags(strictjson.FromStrings(b.Equipment)))
	strictjson.PutList(o, "likes", tags(strictjson.FromStrings(b.Likes)))
	strictjson.PutList(o, "dislikes", tags(strictjson.FromStrings(b.Dislikes)))
	return o
}

func (deed Deed) script() plan.ScriptRef {
	if deed.Faction {
		return updateStanding
	}
	return updateOpinion
}

func (deed Deed) object() protocol.Object {
	whose := "npc"
	if deed.Faction {
		whose = "faction"
	}
	o := protocol.Object{whose: deed.Who, "by": deed.By}
	strictjson.Put(o, "reason", text(deed.Reason))
	strictjson.Put(o, "significance", deed.Significance)
	return o
}

func (m Memory) object() protocol.Object {
	o := protocol.Object{"summary": m.Summary}
	strictjson.Put(o, "location", m.Location)
	strictjson.Put(o, "significance", m.Significance)
	strictjson.Put(o, "topic", m.Topic)
	strictjson.Put(o, "episodic", m.Episodic)
	strictjson.Put(o, "kind", m.Kind)
	strictjson.PutList(o, "characters", strictjson.FromStrings(m.Characters))
	strictjson.PutList(o, "tags", strictjson.FromStrings(m.Tags))
	return o
}
