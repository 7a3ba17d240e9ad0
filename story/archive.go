package story

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// An archive writes values down, or reads them back: numbers as varints, and of each text
// its number among those of the archive, which most values share. Functions on it name
// what there is, in the same order for writing and for reading, so that there is one
// description of both.
//
// What is read may be damaged. It then gives zero values and says so at the end.
type archive struct {
	texts string   // one after the other
	ends  []uint32 // where each ends
	data  string
	at    int // in data

	writing bool
	words   []string       // what will be texts, not copied before it is written
	size    uint32         // of all words
	values  []byte         // what will be data
	numbers map[string]int // of words

	trees   map[int]any // those that were read, by the numbers of their texts
	blocks  int         // how many bytes those have that were read; no two have the same
	damaged bool        // what was read is none of ours
}

func newArchive() *archive { return &archive{writing: true, numbers: map[string]int{}} }

func (a *archive) reading() bool { return !a.writing }

// spoil notes that what was read is damaged, and lets nothing more be read.
func (a *archive) spoil() { a.damaged, a.at = true, len(a.data) }

func whole[N ~int | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64](a *archive, n *N) {
	if a.writing {
		a.values = binary.AppendVarint(a.values, int64(*n))
		return
	}
	read := a.varint()
	if *n = N(read); int64(*n) != read {
		*n = 0
		a.spoil()
	}
}

// varint is binary.Varint of a string.
func (a *archive) varint() int64 {
	var bits uint64
	for shift := 0; shift < 64 && a.at < len(a.data); shift += 7 {
		b := a.data[a.at]
		a.at++
		if bits |= uint64(b&0x7f) << shift; b < 0x80 {
			return int64(bits>>1) ^ -int64(bits&1)
		}
	}
	a.spoil()
	return 0
}

func flag(a *archive, f *bool) {
	n := 0
	if *f {
		n = 1
	}
	whole(a, &n)
	*f = n == 1
}

func text[S ~string](a *archive, s *S) {
	if a.writing {
		number := a.number(string(*s))
		whole(a, &number)
		return
	}
	_, read := a.read()
	*s = S(read)
}

// number is that of a text which is written.
func (a *archive) number(s string) int {
	number, there := a.numbers[s]
	if !there {
		number = len(a.ends)
		a.numbers[s] = number
		a.words = append(a.words, s)
		a.size += uint32(len(s))
		a.ends = append(a.ends, a.size)
	}
	return number
}

// read is the next text, and its number.
func (a *archive) read() (number int, s string) {
	whole(a, &number)
	if number < 0 || number >= len(a.ends) {
		a.spoil()
		return 0, ""
	}
	begin := uint32(0)
	if number > 0 {
		begin = a.ends[number-1]
	}
	return number, a.texts[begin:a.ends[number]]
}

// length is that of a list or map, which may be nil; and false where there is none. No more
// can follow than there are bytes.
func (a *archive) length(n int, there bool) (int, bool) {
	if n++; !there {
		n = 0
	}
	if whole(a, &n); n < 0 || a.reading() && n-1 > len(a.data)-a.at {
		a.spoil()
		n = 0
	}
	return n - 1, n > 0
}

// list is a list, of which nil is another one than one that is empty.
func list[T any](a *archive, all *[]T, each func(*T)) {
	n, there := a.length(len(*all), *all != nil)
	if !a.reading() {
		for _, v := range *all {
			each(&v)
		}
		return
	}
	if *all = nil; there {
		*all = make([]T, 0, min(n, 256))
	}
	for range n {
		var v T
		if each(&v); a.damaged {
			return
		}
		*all = append(*all, v)
	}
}

func texts[S ~string](a *archive, all *[]S) { list(a, all, func(s *S) { text(a, s) }) }

func wholes[N ~int | ~int32 | ~int64 | ~uint32](a *archive, all *[]N) {
	list(a, all, func(n *N) { whole(a, n) })
}

// dict is a map, in an order of its keys.
func dict[K comparable, V any](a *archive, all *map[K]V, order func(K, K) int, key func(*K), value func(*V)) {
	n, there := a.length(len(*all), *all != nil)
	if !a.reading() {
		for _, k := range slices.SortedFunc(maps.Keys(*all), order) {
			v := (*all)[k]
			key(&k)
			value(&v)
		}
		return
	}
	if *all = nil; there {
		*all = make(map[K]V, min(n, 256))
	}
	for range n {
		var k K
		var v V
		key(&k)
		if value(&v); a.damaged {
			return
		}
		(*all)[k] = v
	}
}

// named is a map of which the keys are texts.
func named[K ~string, V any](a *archive, all *map[K]V, value func(*V)) {
	dict(a, all, cmp.Compare[K], func(k *K) { text(a, k) }, value)
}

// tree is a value of JSON. What is read from one text is one value, however often it is
// there: nobody changes it.
func (a *archive) tree(v *any) {
	if a.writing {
		written := string(strictjson.Encode(*v))
		text(a, &written)
		return
	}
	number, written := a.read()
	if a.damaged {
		return
	}
	read, known := a.trees[number]
	if !known {
		var err error
		if read, err = strictjson.Parse([]byte(written)); err != nil {
			a.spoil()
			return
		}
		if a.trees == nil {
			a.trees = map[int]any{}
		}
		a.trees[number] = read
	}
	*v = read
}

// object is an object of JSON, or nil.
func (a *archive) object(o *strictjson.Object) {
	there := *o != nil
	if flag(a, &there); !there {
		*o = nil
		return
	}
	v := any(*o)
	if a.tree(&v); a.reading() && !a.damaged {
		read, is := v.(strictjson.Object)
		if *o = read; !is {
			a.spoil()
		}
	}
}

func (a *archive) objects(all *[]strictjson.Object) { list(a, all, a.object) }
