package minilm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A safetensors file is, in little-endian order: the length of the head in 8 bytes; the head, a
// JSON object with, for each tensor, its dtype, its shape (the outermost dimension first) and where in the data it
// begins and ends; the data. There may be a member __metadata__ of texts.
const (
	mostHead   = 4 << 20
	mostValues = 1 << 17 // JSON values of a head, of which a tensor has seven
)

// weights are the tensors of a safetensors file.
type weights struct {
	file    io.ReaderAt
	data    int64 // where they begin
	tensors map[string]stored
}

type stored struct {
	dtype      string
	shape      []int64
	begin, end int64 // in the data
}

// readWeights reads the head of a file of a size. What it accepts lies within the file.
func readWeights(file io.ReaderAt, size int64) (*weights, error) {
	var length [8]byte
	if size < int64(len(length)) {
		return nil, errors.New("it has no room for the length of a head: it is no safetensors file")
	}
	if _, err := file.ReadAt(length[:], 0); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > mostHead || int64(n) > size-8 {
		return nil, fmt.Errorf("its head has %d bytes, it can have %d: it is no safetensors file, or cut off", n, min(mostHead, size-8))
	}
	text := make([]byte, n)
	if _, err := file.ReadAt(text, 8); err != nil && (err != io.EOF || size > 8+int64(n)) {
		return nil, err
	}
	tree, _, err := strictjson.ParseWithin(text, strictjson.Limits{Values: mostValues})
	if err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	head, is := tree.(strictjson.Object)
	if !is {
		return nil, errors.New("its head is no object")
	}
	w := &weights{file: file, data: 8 + int64(n), tensors: make(map[string]stored, len(head))}
	for name, entry := range head {
		if name == "__metadata__" {
			continue
		}
		if w.tensors[name], err = placed(entry, size-w.data); err != nil {
			return nil, fmt.Errorf("its tensor %.100q %w", name, err)
		}
	}
	return w, nil
}

// placed reads where a tensor lies in data of a size.
func placed(entry any, size int64) (s stored, err error) {
	o := strictjson.AsObject(entry)
	s.dtype = strictjson.AsString(o["dtype"])
	for _, d := range strictjson.AsList(o["shape"]) {
		s.shape = append(s.shape, strictjson.AsIntegerOr(d, -1))
	}
	at := strictjson.AsList(o["data_offsets"])
	if len(at) != 2 {
		return s, errors.New("does not say where it begins and ends")
	}
	s.begin, s.end = strictjson.AsIntegerOr(at[0], -1), strictjson.AsIntegerOr(at[1], -1)
	if s.begin < 0 || s.end < s.begin || s.end > size {
		return s, fmt.Errorf("lies from %d to %d, of %d bytes that there are: the file is cut off, or no safetensors file", s.begin, s.end, size)
	}
	return s, nil
}

// tensor finds a tensor of 32-bit numbers of a shape.
func (w *weights) tensor(name string, shape []int64) (stored, error) {
	s, there := w.tensors[name]
	count := int64(1)
	for _, d := range shape {
		count *= d // they are ours
	}
	switch {
	case !there:
		return s, fmt.Errorf("it has no tensor %q: these are not the weights of all-MiniLM-L6-v2", name)
	case s.dtype != "F32":
		return s, fmt.Errorf("its tensor %q is of %.20q, read is F32", name, s.dtype)
	case !slices.Equal(s.shape, shape):
		return s, fmt.Errorf("its tensor %q has the shape %v, that of all-MiniLM-L6-v2 has %v", name, s.shape, shape)
	case s.end-s.begin != 4*count:
		return s, fmt.Errorf("its tensor %q has %d bytes, not %d", name, s.end-s.begin, 4*count)
	}
	return s, nil
}

// each gives a tensor's numbers, a few thousand at a time. One that is none, or too large for
// half precision, is an error: one such spoils every vector.
func (w *weights) each(s stored, yield func([]float32) error) error {
	from := io.NewSectionReader(w.file, w.data+s.begin, s.end-s.begin)
	bytes, values := make([]byte, 16<<10), make([]float32, 4<<10)
	for left := s.end - s.begin; left > 0; {
		part := bytes[:min(left, int64(len(bytes)))]
		if _, err := io.ReadFull(from, part); err != nil {
			return err
		}
		left -= int64(len(part))
		n := len(part) / 4
		for i := range n {
			v := math.Float32frombits(binary.LittleEndian.Uint32(part[4*i:]))
			if !(v > -65504 && v < 65504) {
				return fmt.Errorf("has the number %v", v)
			}
			values[i] = v
		}
		if err := yield(values[:n]); err != nil {
			return err
		}
	}
	return nil
}
