package gguf

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Read reads the head of a file of a size in bytes, and sees that the file has room for all its
// tensors. Errors: those of reading, and such as wrap [ErrFormat].
func Read(file io.ReaderAt, size int64) (*Head, error) {
	r := &reader{left: min(size, MostHead)}
	r.from = bufio.NewReaderSize(io.NewSectionReader(file, 0, r.left), 64<<10)
	head, err := r.head()
	if err == nil {
		err = head.place(r.read, size)
	}
	if err != nil {
		return nil, err
	}
	return head, nil
}

// A reader takes a head apart. What it reads next fits into what is left.
type reader struct {
	from       *bufio.Reader
	read, left int64
	small      [8]byte
}

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrFormat, fmt.Errorf(format, args...))
}

func (r *reader) head() (*Head, error) {
	start, err := r.take(4)
	if err != nil {
		return nil, in("the first bytes", err)
	}
	if string(start) != magic {
		return nil, wrong("it begins with %q, not %q", start, magic)
	}
	h := &Head{}
	if h.Version, err = number[uint32](r); err != nil {
		return nil, in("the version", err)
	}
	switch {
	case h.Version != 0 && h.Version&0xffff == 0:
		return nil, wrong("it was written for machines of the other byte order")
	case h.Version != 2 && h.Version != version:
		return nil, wrong("it is of version %d, read are 2 and %d", h.Version, version)
	}
	tensors, err := r.count("the number of tensors", MostTensors, 24)
	if err != nil {
		return nil, err
	}
	entries, err := r.count("the number of entries", MostEntries, 13)
	if err != nil {
		return nil, err
	}
	if h.Metadata, err = r.metadata(entries); err != nil {
		return nil, err
	}
	if h.Tensors, err = r.tensors(tensors); err != nil {
		return nil, err
	}
	return h, nil
}

func (r *reader) metadata(count int) ([]Entry, error) {
	entries, seen := make([]Entry, 0, count), make(map[string]bool, count)
	for i := range count {
		key, err := r.text(MostKey)
		if err != nil {
			return nil, in(fmt.Sprintf("the key of entry %d", i), err)
		}
		if key == "" || seen[key] {
			return nil, wrong("the key of entry %d is %q, which is empty or was there before", i, key)
		}
		seen[key] = true
		value, err := r.value()
		if err != nil {
			return nil, in(fmt.Sprintf("entry %d, %q", i, key), err)
		}
		entries = append(entries, Entry{key, value})
	}
	return entries, nil
}

func (r *reader) tensors(count int) ([]Tensor, error) {
	tensors, seen := make([]Tensor, 0, count), make(map[string]bool, count)
	for i := range count {
		name, err := r.text(MostName)
		if err != nil {
			return nil, in(fmt.Sprintf("the name of tensor %d", i), err)
		}
		if name == "" || seen[name] {
			return nil, wrong("the name of tensor %d is %q, which is empty or was there before", i, name)
		}
		seen[name] = true
		t, err := r.tensor(name)
		if err != nil {
			return nil, in(fmt.Sprintf("tensor %d, %q", i, name), err)
		}
		tensors = append(tensors, t)
	}
	return tensors, nil
}

func (r *reader) tensor(name string) (t Tensor, err error) {
	t.Name = name
	dims, err := number[uint32](r)
	if err != nil {
		return t, err
	}
	if dims == 0 || dims > MostDims {
		return t, fmt.Errorf("it has %d dimensions, it can have 1 to %d", dims, MostDims)
	}
	t.Dimensions = make([]int64, dims)
	for i := range t.Dimensions {
		if t.Dimensions[i], err = number[int64](r); err != nil { // what is too large is negative, which size refuses
			return t, err
		}
	}
	if t.Type, err = number[Type](r); err != nil {
		return t, err
	}
	t.Offset, err = number[int64](r)
	return t, err
}

// place sees that the tensors lie one behind the other, in a file of a size whose head has read bytes.
func (h *Head) place(read, size int64) error {
	alignment, err := alignmentOf(h.Metadata)
	if err != nil {
		return wrong("the entry %w", err)
	}
	h.DataOffset = aligned(read, alignment)
	room, next := size-h.DataOffset, int64(0)
	for i, t := range h.Tensors {
		length, err := t.size()
		switch {
		case err != nil:
			return wrong("tensor %d, %q, %w", i, t.Name, err)
		case t.Offset != next:
			return wrong("tensor %d, %q, begins at %d, not at %d where the one before it ends", i, t.Name, t.Offset, next)
		case length > room-next:
			return wrong("tensor %d, %q, has %d bytes, though the file ends after %d of them: it is cut off", i, t.Name, length, max(0, room-next))
		}
		// Neither can overflow, since next and length are within the file; the last may end it without zeros.
		next = aligned(next+length, alignment)
	}
	return nil
}

// in says of an error of a part which part it is. Errors of reading stay what they are.
func in(part string, err error) error {
	if errors.Is(err, ErrFormat) {
		return err
	}
	if failed, is := errors.AsType[*readError](err); is {
		return fmt.Errorf("%s: %w", part, failed.err)
	}
	return wrong("%s: %w", part, err)
}

// A readError is one of the file, not of what is in it.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }

func (r *reader) need(n int64) error {
	if n < 0 || n > r.left {
		return fmt.Errorf("it has %d bytes, though only %d are left of the head", uint64(n), r.left)
	}
	return nil
}

func (r *reader) fill(into []byte) error {
	n, err := io.ReadFull(r.from, into)
	r.read, r.left = r.read+int64(n), r.left-int64(n)
	if err != nil {
		return &readError{err} // what was there was counted before
	}
	return nil
}

// take lends the next few bytes.
func (r *reader) take(n int) ([]byte, error) {
	if err := r.need(int64(n)); err != nil {
		return nil, err
	}
	return r.small[:n], r.fill(r.small[:n])
}

// count reads a number of things that have least bytes each.
func (r *reader) count(what string, most uint64, least int64) (int, error) {
	n, err := number[uint64](r)
	if err != nil {
		return 0, in(what, err)
	}
	if n > most || int64(n) > r.left/least {
		return 0, wrong("%s is %d, there can be %d", what, n, min(int64(most), r.left/least))
	}
	return int(n), nil
}

func (r *reader) text(most int64) (string, error) {
	n, err := number[int64](r)
	if err != nil {
		return "", err
	}
	if n > most {
		return "", fmt.Errorf("it has %d bytes, at most %d are read", n, most)
	}
	if err := r.need(n); err != nil {
		return "", err
	}
	text := make([]byte, n)
	err = r.fill(text)
	return string(text), err
}

func (r *reader) value() (any, error) {
	of, err := number[kind](r)
	if err != nil {
		return nil, err
	}
	if of == kindArray {
		return r.array()
	}
	switch of {
	case kindUint8:
		return number[uint8](r)
	case kindInt8:
		return number[int8](r)
	case kindUint16:
		return number[uint16](r)
	case kindInt16:
		return number[int16](r)
	case kindUint32:
		return number[uint32](r)
	case kindInt32:
		return number[int32](r)
	case kindFloat32:
		return number[float32](r)
	case kindBool:
		return truth(r)
	case kindString:
		return r.text(math.MaxInt64)
	case kindUint64:
		return number[uint64](r)
	case kindInt64:
		return number[int64](r)
	case kindFloat64:
		return number[float64](r)
	}
	return nil, fmt.Errorf("it is of type %d, which is not known", uint32(of))
}

func (r *reader) array() (any, error) {
	of, err := number[kind](r)
	if err != nil {
		return nil, err
	}
	n, err := number[uint64](r)
	if err != nil {
		return nil, err
	}
	if of == kindArray || of.least() == 0 {
		return nil, fmt.Errorf("it is an array of type %d, which is not read", uint32(of))
	}
	if room := r.left / of.least(); n > uint64(room) {
		return nil, fmt.Errorf("it has %d values, though at most %d are left of the head", n, room)
	}
	switch count := int(n); of {
	case kindUint8:
		return numbers[uint8](r, count)
	case kindInt8:
		return numbers[int8](r, count)
	case kindUint16:
		return numbers[uint16](r, count)
	case kindInt16:
		return numbers[int16](r, count)
	case kindUint32:
		return numbers[uint32](r, count)
	case kindInt32:
		return numbers[int32](r, count)
	case kindFloat32:
		return numbers[float32](r, count)
	case kindBool:
		return truths(r, count)
	case kindUint64:
		return numbers[uint64](r, count)
	case kindInt64:
		return numbers[int64](r, count)
	case kindFloat64:
		return numbers[float64](r, count)
	default:
		return values(r, count, func(r *reader) (string, error) { return r.text(math.MaxInt64) })
	}
}

// numbers reads some of fixed length, for which there is room, in pieces.
func numbers[T uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64](r *reader, count int) ([]T, error) {
	all := make([]T, count)
	var one T
	each := binary.Size(one)
	piece := make([]byte, min(count*each, 32<<10))
	for at := 0; at < count; {
		some := min(count-at, len(piece)/each)
		if err := r.fill(piece[:some*each]); err != nil {
			return nil, err
		}
		if _, err := binary.Decode(piece[:some*each], binary.LittleEndian, all[at:at+some]); err != nil {
			return nil, err
		}
		at += some
	}
	return all, nil
}

func truths(r *reader, count int) ([]bool, error) {
	all := make([]bool, count)
	read, err := numbers[uint8](r, count)
	for i, n := range read {
		if n > 1 {
			return nil, fmt.Errorf("value %d: it is %d, neither true nor false", i, n)
		}
		all[i] = n == 1
	}
	return all, err
}

func values[T any](r *reader, count int, next func(*reader) (T, error)) ([]T, error) {
	all := make([]T, count)
	for i := range all {
		var err error
		if all[i], err = next(r); err != nil {
			if _, failed := errors.AsType[*readError](err); failed {
				return nil, err
			}
			return nil, fmt.Errorf("value %d: %w", i, err)
		}
	}
	return all, nil
}

func truth(r *reader) (bool, error) {
	n, err := number[uint8](r)
	if err == nil && n > 1 {
		err = fmt.Errorf("it is %d, neither true nor false", n)
	}
	return n == 1, err
}

// number reads one of fixed length.
func number[T ~uint8 | ~int8 | ~uint16 | ~int16 | ~uint32 | ~int32 | ~uint64 | ~int64 | ~float32 | ~float64](r *reader) (n T, err error) {
	bytes, err := r.take(binary.Size(n))
	if err != nil {
		return n, err
	}
	var all uint64
	for i, b := range bytes {
		all |= uint64(b) << (8 * i)
	}
	switch into := any(&n).(type) {
	case *float32:
		*into = math.Float32frombits(uint32(all))
	case *float64:
		*into = math.Float64frombits(all)
	default:
		n = T(all) // the lowest bytes, with their sign
	}
	return n, nil
}
