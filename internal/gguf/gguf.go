// Package gguf reads the head of a GGUF file, the format in which llama.cpp keeps models, and
// writes such files.
//
//	head, err := gguf.Read(file, size)
//	family, err := gguf.Get[string](head, "general.architecture")
//	tensor, there := head.Tensor("token_embd.weight")
//	weights := io.NewSectionReader(file, head.DataOffset+tensor.Offset, tensor.Size())
//
// A file is, in little-endian order:
//
//	"GGUF" · version · number of tensors · number of entries
//	entries: key · type · value                          Head.Metadata
//	tensors: name · dimensions · type · offset           Head.Tensors
//	zeros up to the alignment
//	the tensors' data, each behind zeros up to the alignment, from Head.DataOffset
//
// Versions 2 and 3 are read, which differ in nothing that is read here, and 3 is written. A string is its length in
// 8 bytes and its bytes; an array the type of its values, their number in 8 bytes, and they. The
// alignment is the entry general.alignment, or 32.
//
// What [Read] accepts is whole: every tensor is of a known type, lies where the one before it ends, and ends
// before the file does. A file is a stranger's: no number in it is believed before it was
// held against the bytes that are there, no more memory is taken than three times the bytes of the
// head, and a head is [MostHead] bytes at most. Of what a model's numbers mean nothing is known here.
package gguf

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrFormat says that a file is no GGUF file, or not a whole one. The error that wraps it names
// the part of the file, and what is wrong with it.
var ErrFormat = errors.New("not a whole GGUF file")

// The bounds of a head.
const (
	MostHead    = 32 << 20 // bytes in front of the data: three times what 250,000 tokens and as many merges have
	MostTensors = 1 << 16
	MostEntries = 1 << 16
	MostKey     = 1<<16 - 1 // bytes
	MostName    = 63        // bytes of a tensor's name
	MostDims    = 4
	// MostAlignment is that of the data. The format has no bound for it.
	MostAlignment = 1 << 16
)

const (
	magic            = "GGUF"
	version          = 3
	alignmentKey     = "general.alignment"
	defaultAlignment = 32
)

// A Head is all that stands in front of a file's data.
type Head struct {
	Version    uint32
	Metadata   []Entry  // in the file's order; no key twice
	Tensors    []Tensor // in the file's order; no name twice
	DataOffset int64    // where in the file the data begin
}

// An Entry is one of the metadata. Its value is a uint8, int8, uint16, int16, uint32, int32, uint64,
// int64, float32, float64, bool, string, or a slice of one of these. An array of arrays, which
// the format knows, is refused, as llama.cpp does.
type Entry struct {
	Key   string
	Value any
}

// A Tensor is where a tensor lies and what it is made of.
type Tensor struct {
	Name       string
	Type       Type
	Dimensions []int64 // the innermost first, as the format has them
	Offset     int64   // from Head.DataOffset
}

// Size is how many bytes its data have. Of a tensor that [Read] gave it cannot overflow.
func (t Tensor) Size() int64 {
	size, _ := t.size()
	return size
}

// size is Size, and what is wrong with the tensor's form.
func (t Tensor) size() (int64, error) {
	form, known := forms[t.Type]
	switch {
	case !known:
		return 0, fmt.Errorf("is of type %d, which is not known", uint32(t.Type))
	case len(t.Dimensions) == 0, len(t.Dimensions) > MostDims:
		return 0, fmt.Errorf("has %d dimensions, it can have 1 to %d", len(t.Dimensions), MostDims)
	}
	count := int64(1)
	for _, d := range t.Dimensions {
		if d <= 0 || count > math.MaxInt64/d {
			return 0, fmt.Errorf("has dimensions %v, which nothing can have", t.Dimensions)
		}
		count *= d
	}
	if t.Dimensions[0]%form.values != 0 {
		return 0, fmt.Errorf("has rows of %d values, though %v is made of blocks of %d", t.Dimensions[0], t.Type, form.values)
	}
	if blocks := count / form.values; blocks > math.MaxInt64/form.bytes {
		return 0, fmt.Errorf("has dimensions %v, which nothing can have", t.Dimensions)
	}
	return count / form.values * form.bytes, nil
}

// Tensor finds a tensor by its name.
func (h *Head) Tensor(name string) (Tensor, bool) {
	at := slices.IndexFunc(h.Tensors, func(t Tensor) bool { return t.Name == name })
	if at < 0 {
		return Tensor{}, false
	}
	return h.Tensors[at], true
}

func (h *Head) value(key string) (any, error) {
	at := slices.IndexFunc(h.Metadata, func(e Entry) bool { return e.Key == key })
	if at < 0 {
		return nil, fmt.Errorf("%w: the metadata have no %q", ErrFormat, key)
	}
	return h.Metadata[at].Value, nil
}

// Get is the value of a key, of one of the types of [Entry]. That there is none, or that it is of
// another type, is an error that wraps [ErrFormat].
func Get[T any](h *Head, key string) (T, error) {
	found, err := h.value(key)
	if err != nil {
		var none T
		return none, err
	}
	value, is := found.(T)
	if !is {
		return value, fmt.Errorf("%w: %q is of type %T, not %T", ErrFormat, key, found, value)
	}
	return value, nil
}

// Int is [Get] for a whole number of any of the types: writers differ in which they take.
func Int(h *Head, key string) (int64, error) {
	found, err := h.value(key)
	if err != nil {
		return 0, err
	}
	switch n := found.(type) {
	case uint8:
		return int64(n), nil
	case int8:
		return int64(n), nil
	case uint16:
		return int64(n), nil
	case int16:
		return int64(n), nil
	case uint32:
		return int64(n), nil
	case int32:
		return int64(n), nil
	case int64:
		return n, nil
	case uint64:
		if n <= math.MaxInt64 {
			return int64(n), nil
		}
	}
	return 0, fmt.Errorf("%w: %q is of type %T, not a whole number", ErrFormat, key, found)
}

// alignmentOf is what the data are aligned to.
func alignmentOf(metadata []Entry) (int64, error) {
	at := slices.IndexFunc(metadata, func(e Entry) bool { return e.Key == alignmentKey })
	if at < 0 {
		return defaultAlignment, nil
	}
	n, is := metadata[at].Value.(uint32)
	if !is || n == 0 || n&(n-1) != 0 || n > MostAlignment {
		return 0, fmt.Errorf("%q is %v, not a power of two up to %d as a uint32", alignmentKey, metadata[at].Value, MostAlignment)
	}
	return int64(n), nil
}

// aligned is the next place for data. It is not called with places near the end of the numbers.
func aligned(offset, alignment int64) int64 { return (offset + alignment - 1) &^ (alignment - 1) }
