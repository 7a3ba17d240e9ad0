package story

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
)

// packed holds elements of a [Series] as bytes, as an archive writes them.
type packed struct {
	texts, data string   // see archive
	ends        []uint32 // where each text ends
	starts      []uint32 // where in data each element begins
}

// archivable is what can be packed: archive names all its fields, in the same order for
// writing and for reading.
type archivable interface{ archive(*archive) }

func pack[T any](elements []T) *packed {
	a := newArchive()
	starts := make([]uint32, len(elements))
	for i := range elements {
		starts[i] = uint32(len(a.values))
		v := elements[i]
		any(&v).(archivable).archive(a)
	}
	return &packed{texts: strings.Join(a.words, ""), data: string(a.values), ends: slices.Clone(a.ends), starts: starts}
}

func (p *packed) read(i int, into archivable) {
	end := len(p.data)
	if i+1 < len(p.starts) {
		end = int(p.starts[i+1])
	}
	into.archive(&archive{texts: p.texts, ends: p.ends, data: p.data[p.starts[i]:end]})
}

func (a *archive) ref(r *action.Ref) {
	text(a, &r.Kind)
	text(a, &r.ID)
}

func (a *archive) action(of *action.Action) {
	for _, r := range []*action.Ref{&of.By, &of.Item, &of.Topic, &of.Place, &of.Thread} {
		a.ref(r)
	}
	list(a, &of.To, a.ref)
	text(a, &of.Kind)
	text(a, &of.Manner)
	for _, s := range []*string{&of.Choice, &of.Words, &of.Told} {
		text(a, s)
	}
	whole(a, &of.Minutes)
}

func (a *archive) outcome(of *action.Outcome) {
	text(a, &of.Grade)
	text(a, &of.Label)
	list(a, &of.Changes, func(c *action.Change) {
		text(a, &c.Kind)
		a.ref(&c.Who)
		a.ref(&c.What)
		whole(a, &c.Event)
	})
}

func (a *archive) deed(d **Deed) {
	there := 0
	if *d != nil {
		there = 1
	}
	if whole(a, &there); there == 0 {
		return
	}
	if *d == nil {
		*d = new(Deed)
	}
	a.action(&(*d).Action)
	a.outcome(&(*d).Outcome)
	whole(a, &(*d).Position)
}

func (t *Taken) archive(a *archive) {
	text(a, &t.ID)
	a.action(&t.Action)
	whole(a, &t.Turn)
}

func (m *Memory) archive(a *archive) {
	text(a, &m.ID)
	text(a, &m.Knower)
	a.deed(&m.Deed)
	text(a, &m.Words)
	text(a, &m.Significance)
	texts(a, &m.Characters)
	text(a, &m.Place)
	texts(a, &m.Tags)
	text(a, &m.Topic)
	text(a, &m.Episodic)
	text(a, &m.Source)
	text(a, &m.Kind)
	a.object(&m.Metadata)
	a.moment(&m.At)
	wholes(a, &m.Because)
	whole(a, &m.Minutes)
	whole(a, &m.Turn)
	whole(a, &m.Session)
	whole(a, &m.Position)
}

func (entry *Entry) archive(a *archive) {
	text(a, &entry.Kind)
	a.deed(&entry.Deed)
	text(a, &entry.Speaker)
	text(a, &entry.Claim)
	text(a, &entry.Text)
	whole(a, &entry.Turn)
	whole(a, &entry.Minutes)
	text(a, &entry.Place)
	texts(a, &entry.Who)
	text(a, &entry.Significance)
	whole(a, &entry.Position)
	texts(a, &entry.By)
	list(a, &entry.changes, a.perceived)
	list(a, &entry.elsewhere, func(w *standing) {
		text(a, &w.who)
		text(a, &w.place)
	})
}

func (a *archive) perceived(p *perceived) {
	whole(a, &p.at)
	texts(a, &p.by)
}
