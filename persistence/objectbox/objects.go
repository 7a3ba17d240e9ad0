package objectbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/narratoria/narratoria/persistence"
)

// The types of properties, by ObjectBox's numbers.
const (
	longType   = 6
	textType   = 9
	bytesType  = 23
	floatsType = 28
)

// Flags of properties: what is the id of its object, and that we give it ourselves.
const (
	idFlag        = 1
	ownIDsFlag    = 128
	indexedFlag   = 8
	firstProperty = 1
)

// Of the index of vectors: its number, and what is near (ObjectBox's number of the cosine).
const (
	indexID        = 1
	cosineDistance = 2
)

// A property is text, bytes, or a number.
type property struct {
	name string
	kind uint32
}

// An entity is a kind of objects: each has an id, numbers, bytes or text, and a sum of all that.
type entity struct {
	id      uint32
	name    string
	numbers []string
	values  []property
}

// properties are all of an entity in their order, in which their numbers are theirs.
func (e *entity) properties() []property {
	all := []property{{"id", longType}}
	for _, name := range e.numbers {
		all = append(all, property{name, longType})
	}
	all = append(all, e.values...)
	return append(all, property{"sum", longType})
}

func text(name string) property { return property{name, textType} }
func raw(name string) property  { return property{name, bytesType} }

// floats are a vector, as little-endian float32; it is indexed.
func floats(name string) property { return property{name, floatsType} }

// The entities of a save and of the worlds. They are only added to: their numbers, and those of
// their properties, stand in every folder that there is. Objects whose ids are said to be by a key
// have those of [slots]; a branch has a number, by which its events and snapshots are found.
var (
	saveEntity     = &entity{1, "Save", []string{"ordinal", "branches"}, []property{text("playthrough")}}                                   // id 1
	summaryEntity  = &entity{2, "Summary", nil, []property{raw("bytes")}}                                                                   // id 1
	branchEntity   = &entity{3, "Branch", []string{"number", "first", "last"}, []property{text("name"), text("turn")}}                      // by its name
	eventEntity    = &entity{4, "Event", []string{"position", "wall"}, []property{raw("bytes"), raw("hash")}}                               // id of its branch and position
	controlEntity  = &entity{5, "Control", []string{"wall"}, []property{raw("bytes"), raw("hash")}}                                         // id its sequence
	turnEntity     = &entity{6, "Turn", []string{"first", "last"}, []property{text("turn"), text("branch"), raw("head"), text("previous")}} // by its turn's id
	blobEntity     = &entity{7, "Blob", []string{"packed"}, []property{raw("hash"), raw("base"), raw("bytes")}}                             // by its hash
	snapshotEntity = &entity{8, "Snapshot", []string{"position"}, []property{text("version"), raw("head"), raw("bytes"), raw("checked")}}   // id of its branch and position
	vectorEntity   = &entity{9, "Vector", nil, []property{text("model"), raw("text"), raw("bytes"), raw("checked")}}                        // by its model and text
	pairEntity     = &entity{10, "Pair", nil, []property{text("key"), raw("value")}}                                                        // by its key
	indexEntity    = &entity{19, "LoreVector", []string{"window"}, []property{text("model"), raw("text"), floats("vector")}}                // by its model, text and window
	censusEntity   = &entity{20, "Census", []string{"objects", "sums"}, nil}                                                                // id 1
	rowEntities    = map[persistence.RowKind]*entity{                                                                                       // id its ordinal
		persistence.Memory:     rowEntity(11, "Memory"),
		persistence.Fact:       rowEntity(12, "Fact"),
		persistence.Perception: rowEntity(13, "Perception"),
		persistence.Relation:   rowEntity(14, "Relation"),
		persistence.Thread:     rowEntity(15, "Thread"),
		persistence.Lore:       rowEntity(16, "Lore"),
		persistence.Portrait:   rowEntity(17, "Portrait"),
		persistence.Session:    rowEntity(18, "Session"),
	}
)

func rowEntity(id uint32, name string) *entity {
	return &entity{id, name, []string{"position"}, []property{text("key"), text("branch"), raw("bytes"), raw("checked")}}
}

// entities are all, in order of their numbers.
func entities() []*entity {
	all := []*entity{saveEntity, summaryEntity, branchEntity, eventEntity, controlEntity, turnEntity, blobEntity, snapshotEntity, vectorEntity, pairEntity}
	for _, kind := range []persistence.RowKind{
		persistence.Memory, persistence.Fact, persistence.Perception, persistence.Relation,
		persistence.Thread, persistence.Lore, persistence.Portrait, persistence.Session,
	} {
		all = append(all, rowEntities[kind])
	}
	return append(all, indexEntity, censusEntity)
}

// counted reports whether the census has an entity's objects, which are those that are copied: the index is made again,
// and the census is taken anew.
func (e *entity) counted() bool { return e != indexEntity && e != censusEntity }

// An object is one of an entity. Its numbers and values are in the entity's order; what was read
// lies in the library's memory, and is there until something is written or the transaction ends.
type object struct {
	id      uint64
	numbers []int64
	values  [][]byte
}

// sum is kept in the object: the library keeps none of its pages, nor of anything in them.
func (o *object) sum(of *entity) int64 {
	sum := sha256.New()
	number := func(n uint64) { _ = binary.Write(sum, binary.LittleEndian, n) } // never fails
	number(uint64(of.id))
	number(o.id)
	for _, n := range o.numbers {
		number(uint64(n))
	}
	for _, v := range o.values {
		number(uint64(len(v)))
		sum.Write(v)
	}
	return int64(binary.LittleEndian.Uint64(sum.Sum(nil)))
}

// encode gives an object as FlatBuffers, each property in the slot of its number.
func (o *object) encode(of *entity, b *flatbuffers.Builder) []byte {
	b.Reset()
	offsets := make([]flatbuffers.UOffsetT, len(o.values))
	for i, v := range o.values {
		switch of.values[i].kind {
		case textType:
			offsets[i] = b.CreateByteString(v)
		case floatsType:
			offsets[i] = createFloats(b, v)
		default:
			offsets[i] = b.CreateByteVector(v)
		}
	}
	b.StartObject(2 + len(o.numbers) + len(o.values))
	slot := 0
	number := func(n int64) {
		b.PrependInt64(n)
		b.Slot(slot)
		slot++
	}
	number(int64(o.id))
	for _, n := range o.numbers {
		number(n)
	}
	for _, at := range offsets {
		b.PrependUOffsetTSlot(slot, at, 0)
		slot++
	}
	number(o.sum(of))
	b.Finish(b.EndObject())
	return b.FinishedBytes()
}

// createFloats writes a vector of float32.
func createFloats(b *flatbuffers.Builder, floats []byte) flatbuffers.UOffsetT {
	const size = 4
	b.StartVector(size, len(floats)/size, size)
	for end := len(floats); end >= size; end -= size {
		b.PrependUint32(binary.LittleEndian.Uint32(floats[end-size:]))
	}
	return b.EndVector(len(floats) / size)
}

// decode reads an object where its sum is right. What leads out of the data is none.
func decode(of *entity, data []byte) (o *object, err error) {
	o, _, err = checked(of, data)
	return o, err
}

// checked is decode, and gives the sum.
func checked(of *entity, data []byte) (o *object, sum int64, err error) {
	o, sum, err = parse(of, data)
	if err == nil && o.sum(of) != sum {
		err = damaged(of, o.id, "its sum is another")
	}
	return o, sum, err
}

// parse reads an object and does not look at its sum.
func parse(of *entity, data []byte) (o *object, sum int64, err error) {
	defer func() {
		if recover() != nil { // an offset that leads out of the data
			o, err = &object{}, damaged(of, 0, "it is no object")
		}
	}()
	table := &flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}
	field := flatbuffers.VOffsetT(4) // of slot 0
	next := func() flatbuffers.UOffsetT {
		at := flatbuffers.UOffsetT(table.Offset(field))
		field += 2
		if at == 0 {
			return 0
		}
		return at + table.Pos
	}
	number := func() int64 {
		if at := next(); at != 0 {
			return table.GetInt64(at)
		}
		return 0
	}
	o = &object{id: uint64(number())}
	for range of.numbers {
		o.numbers = append(o.numbers, number())
	}
	for _, property := range of.values {
		var value []byte
		switch at := next(); {
		case at == 0:
		case property.kind == floatsType:
			from := table.GetUOffsetT(at) + at
			value = data[from+4:][:4*flatbuffers.GetUOffsetT(data[from:])]
		default:
			value = table.ByteVector(at)
		}
		o.values = append(o.values, value)
	}
	return o, number(), nil
}

func damaged(of *entity, id uint64, why string) error {
	return fmt.Errorf("%w: the object %d of %s: %s", persistence.ErrCorrupt, id, of.name, why)
}

// own is a copy of what a value is, for whoever keeps it.
func own(value []byte) []byte { return append([]byte{}, value...) }

// same is a text as it was kept.
func same(value []byte, text string) bool { return bytes.Equal(value, []byte(text)) }
