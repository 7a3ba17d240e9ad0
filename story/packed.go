package story

import (
	"encoding/binary"
	"slices"

	"github.com/narratoria/narratoria/action"
)

// packed holds elements of a [Series] as bytes: numbers as varints, and of each text its
// number among those of the run, which most of its elements share. It never leaves the
// process and has no version.
type packed struct {
	texts  string   // one after the other
	ends   []uint32 // where each ends
	data   []byte
	starts []uint32 // where in data each element begins
}

// archivable is what can be packed: archive names all its fields, in the same order for
// writing and for reading.
type archivable interface{ archive(*archive) }

// An archive writes elements down, or reads them back.
type archive struct {
	*packed
	written []byte         // texts, while writing
	numbers map[string]int // of these; nil while reading
	at      int            // in data, while reading
}

func pack[T any](elements []T) *packed {
	a := archive{packed: new(packed), numbers: map[string]int{}}
	for i := range elements {
		a.starts = append(a.starts, uint32(len(a.data)))
		v := elements[i]
		any(&v).(archivable).archive(&a)
	}
	return &packed{texts: string(a.written), ends: slices.Clone(a.ends), data: slices.Clone(a.data), starts: slices.Clone(a.starts)}
}

func (p *packed) read(i int, into archivable) {
	into.archive(&archive{packed: p, at: int(p.starts[i])})
}

func whole[N ~int | ~int64](a *archive, n *N) {
	if a.numbers != nil {
		a.data = binary.AppendVarint(a.data, int64(*n))
		return
	}
	read, size := binary.Varint(a.data[a.at:])
	*n = N(read)
	a.at += size
}

func text[S ~string](a *archive, s *S) {
	var number int
	if a.numbers == nil {
		whole(a, &number)
		begin := uint32(0)
		if number > 0 {
			begin = a.ends[number-1]
		}
		*s = S(a.texts[begin:a.ends[number]])
		return
	}
	number, there := a.numbers[string(*s)]
	if !there {
		number = len(a.ends)
		a.numbers[string(*s)] = number
		a.written = append(a.written, *s...)
		a.ends = append(a.ends, uint32(len(a.written)))
	}
	whole(a, &number)
}

// list packs a list, of which nil is another one than one that is empty.
func list[T any](a *archive, all *[]T, each func(*T)) {
	length := len(*all) + 1
	if *all == nil {
		length = 0
	}
	whole(a, &length)
	if a.numbers == nil && length > 0 {
		*all = make([]T, length-1)
	}
	for i := range *all {
		if a.numbers == nil {
			each(&(*all)[i])
			continue
		}
		v := (*all)[i]
		each(&v)
	}
}

func texts[S ~string](a *archive, all *[]S) { list(a, all, func(s *S) { text(a, s) }) }

func wholes[N ~int | ~int64](a *archive, all *[]N) { list(a, all, func(n *N) { whole(a, n) }) }

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
	list(a, &entry.changes, func(p *perceived) {
		whole(a, &p.at)
		texts(a, &p.by)
	})
}
