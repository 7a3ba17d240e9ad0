package story

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/kept"
)

// ReducerVersion names what [State.Apply] makes of a log and how a snapshot is written. A
// snapshot of another version is not read, and the log is folded instead. It changes
// whenever a log leads to another state, or a state to other bytes; a test sees to that.
const ReducerVersion = "17"

var errSnapshot = errors.New("the snapshot is damaged")

// A frozen state is its snapshot before it is bytes: the texts are still those of the state,
// which may be most of a process's memory, and are not copied to be hashed or to be counted.
type frozen struct {
	lengths []byte // how many words there are, and how long each is
	words   []string
	values  []byte
	size    int // of all
}

// freeze is what [State.snapshot] gives, without making it.
func (s *State) freeze() frozen {
	a := newArchive()
	s.Still().archive(a)
	f := frozen{lengths: binary.AppendUvarint(nil, uint64(len(a.words))), words: a.words, values: a.values}
	for _, word := range a.words {
		f.lengths = binary.AppendUvarint(f.lengths, uint64(len(word)))
	}
	f.size = len(f.lengths) + int(a.size) + len(f.values)
	return f
}

func (f frozen) bytes() []byte {
	out := append(make([]byte, 0, f.size), f.lengths...)
	for _, word := range f.words {
		out = append(out, word...)
	}
	return append(out, f.values...)
}

// sum is event.HashOf of the bytes.
func (f frozen) sum() event.Hash {
	hash := sha256.New()
	out := bufio.NewWriterSize(hash, 64<<10) // a hash writes no error
	_, _ = out.Write(f.lengths)
	for _, word := range f.words {
		_, _ = out.WriteString(word)
	}
	_, _ = out.Write(f.values)
	_ = out.Flush()
	return event.Hash(hash.Sum(nil))
}

// snapshot is the state as bytes, from which [restore] makes an equal one: what follows
// from either is the same.
func (s *State) snapshot() []byte { return s.freeze().bytes() }

// restore reads what snapshot wrote. Of any other bytes it gives an error or some state, and
// takes time and memory for no more than these bytes.
func restore(data []byte) (*State, error) {
	a, err := openArchive(data)
	if err != nil {
		return nil, err
	}
	s := &State{sharing: sharing{tail: new(tail)}}
	if s.archive(a); a.damaged || a.at != len(a.data) {
		return nil, errSnapshot
	}
	return s, nil
}

func openArchive(data []byte) (*archive, error) {
	count, size := binary.Uvarint(data)
	if size <= 0 || count > uint64(len(data)) {
		return nil, errSnapshot
	}
	data = data[size:]
	a := &archive{ends: make([]uint32, 0, count)}
	end := uint64(0)
	for range count {
		length, size := binary.Uvarint(data)
		if end += length; size <= 0 || length > math.MaxUint32 || end > math.MaxUint32 {
			return nil, errSnapshot
		}
		a.ends, data = append(a.ends, uint32(end)), data[size:]
	}
	if end > uint64(len(data)) {
		return nil, errSnapshot
	}
	a.texts, a.data = string(data[:end]), string(data[end:])
	return a, nil
}

// archive names all that a state is, but for what it shares with others.
func (s *State) archive(a *archive) {
	whole(a, &s.Position)
	whole(a, &s.Everywhere)
	whole(a, &s.Latest)
	for _, t := range []*string{&s.Campaign.ID, &s.Campaign.Version, &s.Campaign.Digest, &s.Seed} {
		text(a, t)
	}
	a.object(&s.Persona)
	a.object(&s.Parameters)
	s.archiveTime(a)
	s.archiveWorld(a)
	a.world(&s.World)
	s.archiveMinds(a)
	s.archivePlot(a)
	s.archiveSkills(a)
	s.archiveShown(a)
	s.archiveIndexes(a)
}

func (s *State) archiveTime(a *archive) {
	text(a, &s.Session.ID)
	whole(a, &s.Session.Number)
	flag(a, &s.Session.Open)
	whole(a, &s.Session.Turn)
	text(a, &s.Turn.ID)
	whole(a, &s.Turn.Number)
	whole(a, &s.Turn.Session)
	text(a, &s.Turn.Seed)
	whole(a, &s.Turn.First)
	a.moment(&s.Moment)
	whole(a, &s.Minutes)
	text(a, &s.Weather)
	named(a, &s.Weathers, func(w *string) { text(a, w) })
}

func (s *State) archiveWorld(a *archive) {
	named(a, &s.Entities, func(e *Entity) {
		text(a, &e.ID)
		text(a, &e.Type)
		text(a, &e.Name)
		text(a, &e.Place)
		a.object(&e.Attributes)
	})
	named(a, &s.People, func(c *Character) {
		text(a, &c.Place)
		a.items(&c.Items)
		a.object(&c.Changes)
	})
	byBoth := func(p, q Pair) int { return cmp.Or(cmp.Compare(p.Who, q.Who), cmp.Compare(p.Whom, q.Whom)) }
	dict(a, &s.Relations, byBoth, func(p *Pair) {
		text(a, &p.Who)
		text(a, &p.Whom)
	}, a.relation)
}

func (s *State) archiveMinds(a *archive) {
	named(a, &s.Known, func(k **Knowledge) {
		if a.reading() {
			*k = new(Knowledge)
		}
		(*k).archive(a)
	})
	a.minds(&s.Minds)
	named(a, &s.Topics, func(t *Topic) {
		text(a, &t.ID)
		text(a, &t.Words)
		text(a, &t.Thread)
	})
	series(a, &s.Memories, nil)
	named(a, &s.Pins, func(at *[]event.Position) { wholes(a, at) })
	named(a, &s.Moments, func(m *MomentMade) {
		a.moment(&m.Moment)
		a.object(&m.Metadata)
	})
	named(a, &s.Lore, func(c *LoreChunk) {
		text(a, &c.Source)
		text(a, &c.Version)
		whole(a, &c.Position)
		flag(a, &c.Withdrawn)
	})
}

func (s *State) archivePlot(a *archive) {
	named(a, &s.Reached, func(turn *int) { whole(a, turn) })
	texts(a, &s.Led)
	named(a, &s.Skipped, func(reason *string) { text(a, reason) })
	named(a, &s.Deferred, func(d *Deferral) {
		whole(a, &d.First)
		whole(a, &d.Last)
	})
	series(a, &s.Taken, nil)
	a.scene(&s.Scene)
	list(a, &s.Apart, a.scene)
	series(a, &s.Journal, nil)
	text(a, &s.Ending)
}

func (a *archive) scene(of *Scene) {
	text(a, &of.ID)
	text(a, &of.Type)
	text(a, &of.Place)
	texts(a, &of.Present)
	whole(a, &of.Turn)
	flag(a, &of.Open)
}

func (s *State) archiveSkills(a *archive) {
	a.object(&s.Free)
	named(a, &s.Data, func(data *map[string]any) { named(a, data, a.tree) })
	named(a, &s.Verdicts, func(yes *bool) { flag(a, yes) })
	ledger := s.kept.Object()
	if a.object(&ledger); a.reading() && !a.damaged {
		var err error
		if s.kept, err = kept.FromObject(ledger); err != nil {
			a.spoil()
		}
	}
	named(a, &s.written, func(w *Written) {
		whole(a, &w.All)
		whole(a, &w.Turn)
		whole(a, &w.Assets)
		whole(a, &w.last)
	})
}

func (s *State) archiveShown(a *archive) {
	named(a, &s.Portraits, func(p *Portrait) {
		text(a, &p.Blob)
		text(a, &p.Media)
		text(a, &p.Origin)
		text(a, &p.Description)
	})
	a.objects(&s.Told)
	text(a, &s.Shown)
	a.objects(&s.Offered)
	list(a, &s.Lately, a.objects)
}

// archiveIndexes names what answers questions about the far past.
func (s *State) archiveIndexes(a *archive) {
	list(a, &s.perceived, a.perceived)
	series(a, &s.remembered, func(r *remembered) {
		whole(a, &r.at)
		text(a, &r.knower)
		whole(a, &r.id)
	})
	named(a, &s.keepers, a.places)
	dict(a, &s.marked, marked.compare, func(m *marked) {
		text(a, &m.knower)
		whole(a, &m.mark.by)
		a.ref(&m.mark.of)
		flag(a, &m.mark.episodic)
	}, func(at *[]event.Position) { wholes(a, at) })
	named(a, &s.chosen, func(was *bool) { flag(a, was) })
	named(a, &s.broughtUp, func(turn *int64) { whole(a, turn) })
}

func (m marked) compare(n marked) int {
	return cmp.Or(
		cmp.Compare(m.knower, n.knower), cmp.Compare(m.mark.by, n.mark.by), cmp.Compare(m.mark.of.Kind, n.mark.of.Kind),
		cmp.Compare(m.mark.of.ID, n.mark.of.ID), compareFlags(m.mark.episodic, n.mark.episodic),
	)
}

func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func (k *Knowledge) archive(a *archive) {
	named(a, &k.People, func(q *Acquaintance) {
		whole(a, &q.Met)
		whole(a, &q.Seen)
		text(a, &q.Place)
		a.items(&q.Items)
		a.object(&q.Changes)
		a.activity(&q.Doing)
	})
	named(a, &k.Regards, a.relation)
	named(a, &k.Topics, func(t *TopicKnown) {
		text(a, &t.Words)
		text(a, &t.Thread)
		whole(a, &t.Raised)
		text(a, &t.By)
		flag(a, &t.Settled)
		whole(a, &t.Position)
	})
	named(a, &k.Places, func(v *Visit) {
		whole(a, &v.Came)
		whole(a, &v.Left)
	})
	texts(a, &k.Had)
	list(a, &k.Threads, func(t *Thread) {
		for _, s := range []*string{&t.ID, &t.Title, &t.Summary, &t.Outcome} {
			text(a, s)
		}
		flag(a, &t.Open)
		whole(a, &t.Turn)
		whole(a, &t.Position)
		whole(a, &t.Opened)
	})
	a.places(&k.journal)
}

func (a *archive) items(all *[]Item) {
	list(a, all, func(i *Item) {
		text(a, &i.ID)
		whole(a, &i.Count)
	})
}

func (a *archive) relation(r *Relation) {
	for _, n := range []*int64{&r.Score, &r.Changed, &r.Unit, &r.Keep} {
		whole(a, n)
	}
	flag(a, &r.Begun)
	flag(a, &r.Wronged)
}

// places are those of elements of a longer series.
func (a *archive) places(s *Series[int32]) { series(a, s, func(n *int32) { whole(a, n) }) }

// series is a list with its blocks as they are: those that are packed are not unpacked.
// each is for elements that do not pack.
func series[T any](a *archive, s *Series[T], each func(*T)) {
	packs := each == nil
	if packs {
		each = func(v *T) { any(v).(archivable).archive(a) }
	}
	list(a, &s.far, func(b *block[T]) {
		if !packs {
			if list(a, &b.open, each); a.reading() && len(b.open) != span {
				a.spoil()
			}
			return
		}
		a.block(&b.packed)
	})
	if list(a, &s.near, each); a.reading() && len(s.near) >= 2*span {
		a.spoil()
	}
}

func (a *archive) block(p **packed) {
	if a.reading() {
		*p = new(packed)
	}
	of := *p
	text(a, &of.texts)
	text(a, &of.data)
	wholes(a, &of.ends)
	if wholes(a, &of.starts); a.reading() {
		a.blocks += len(of.texts) + len(of.data)
		if !of.sound() || a.blocks > len(a.texts) {
			a.spoil()
		}
	}
}

// sound reports whether every element and every text lies where it can be.
func (p *packed) sound() bool {
	return len(p.starts) == span && within(p.ends, len(p.texts)) && within(p.starts, len(p.data))
}

// within reports whether places are in order, and none is behind an end.
func within(places []uint32, end int) bool {
	return slices.IsSorted(places) && (len(places) == 0 || int64(places[len(places)-1]) <= int64(end))
}
