package gguf

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
)

// Data are a tensor to be written: its offset is not looked at.
type Data struct {
	Tensor
	// Write writes the tensor's bytes, which are Size.
	Write func(io.Writer) error
}

// Floats are the data of a tensor of F32, or of F16, to which each value is rounded.
func Floats(name string, of Type, dimensions []int64, values []float32) Data {
	return Data{Tensor{Name: name, Type: of, Dimensions: dimensions}, func(w io.Writer) error {
		if of != F32 && of != F16 {
			return fmt.Errorf("values are written as F32 or F16, not as %v", of)
		}
		buffer := make([]byte, 0, 4<<10)
		for part := range slices.Chunk(values, 1<<10) {
			buffer = buffer[:0]
			for _, v := range part {
				if of == F16 {
					buffer = binary.LittleEndian.AppendUint16(buffer, Half(v))
				} else {
					buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(v))
				}
			}
			if _, err := w.Write(buffer); err != nil {
				return err
			}
		}
		return nil
	}}
}

// Write writes a file that [Read] accepts. The same values give the same bytes. Errors: those of
// writing, of the tensors' Write, and that there is something which the format cannot hold; then
// what was written is no file.
func Write(to io.Writer, metadata []Entry, tensors []Data) error {
	alignment, err := alignmentOf(metadata)
	if err != nil {
		return fmt.Errorf("write a GGUF file: the entry %w", err)
	}
	head, err := headOf(metadata, tensors, alignment)
	if err != nil {
		return fmt.Errorf("write a GGUF file: %w", err)
	}
	out := &counting{to: bufio.NewWriterSize(to, 64<<10)}
	if _, err := out.Write(head); err != nil {
		return err
	}
	for _, t := range tensors {
		if err := out.align(alignment); err != nil {
			return err
		}
		start := out.n
		if err := t.Write(out); err != nil {
			return fmt.Errorf("write the tensor %q: %w", t.Name, err)
		}
		if out.n-start != t.Size() {
			return fmt.Errorf("write the tensor %q: it has %d bytes, and %d were written", t.Name, t.Size(), out.n-start)
		}
	}
	if err := out.align(alignment); err != nil {
		return err
	}
	return out.to.Flush()
}

func headOf(metadata []Entry, tensors []Data, alignment int64) ([]byte, error) {
	if len(metadata) > MostEntries || len(tensors) > MostTensors {
		return nil, fmt.Errorf("there are %d entries and %d tensors, there can be %d and %d", len(metadata), len(tensors), MostEntries, MostTensors)
	}
	b := append([]byte(nil), magic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(tensors)))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(metadata)))
	seen := map[string]bool{}
	for _, e := range metadata {
		if e.Key == "" || len(e.Key) > MostKey || seen[e.Key] {
			return nil, fmt.Errorf("the key %.100q is empty, too long or there twice", e.Key)
		}
		seen[e.Key] = true
		var err error
		if b, err = appendValue(appendText(b, e.Key), e.Value); err != nil {
			return nil, fmt.Errorf("the entry %q: %w", e.Key, err)
		}
	}
	clear(seen)
	var offset int64
	for _, t := range tensors {
		size, err := t.size()
		switch {
		case err != nil:
			return nil, fmt.Errorf("the tensor %q %w", t.Name, err)
		case t.Name == "" || len(t.Name) > MostName || seen[t.Name]:
			return nil, fmt.Errorf("the tensor's name %.100q is empty, too long or there twice", t.Name)
		case size > math.MaxInt64/2-offset:
			return nil, fmt.Errorf("the tensors up to %q have more bytes than a file", t.Name)
		}
		seen[t.Name] = true
		b = binary.LittleEndian.AppendUint32(appendText(b, t.Name), uint32(len(t.Dimensions)))
		for _, d := range t.Dimensions {
			b = binary.LittleEndian.AppendUint64(b, uint64(d))
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(t.Type))
		b = binary.LittleEndian.AppendUint64(b, uint64(offset))
		offset = aligned(offset+size, alignment)
	}
	if len(b) > MostHead {
		return nil, fmt.Errorf("the head has %d bytes, it can have %d", len(b), MostHead)
	}
	return b, nil
}

func appendText(b []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(text))), text...)
}

func appendValue(b []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case []uint8:
		return appendArray(b, kindUint8, v)
	case []int8:
		return appendArray(b, kindInt8, v)
	case []uint16:
		return appendArray(b, kindUint16, v)
	case []int16:
		return appendArray(b, kindInt16, v)
	case []uint32:
		return appendArray(b, kindUint32, v)
	case []int32:
		return appendArray(b, kindInt32, v)
	case []float32:
		return appendArray(b, kindFloat32, v)
	case []bool:
		return appendArray(b, kindBool, v)
	case []uint64:
		return appendArray(b, kindUint64, v)
	case []int64:
		return appendArray(b, kindInt64, v)
	case []float64:
		return appendArray(b, kindFloat64, v)
	case []string:
		b = arrayHead(b, kindString, len(v))
		for _, text := range v {
			b = appendText(b, text)
		}
		return b, nil
	case string:
		return appendText(binary.LittleEndian.AppendUint32(b, uint32(kindString)), v), nil
	}
	k, known := kindOf(value)
	if !known {
		return nil, fmt.Errorf("a value of type %T cannot be kept", value)
	}
	return binary.Append(binary.LittleEndian.AppendUint32(b, uint32(k)), binary.LittleEndian, value)
}

func kindOf(value any) (kind, bool) {
	switch value.(type) {
	case uint8:
		return kindUint8, true
	case int8:
		return kindInt8, true
	case uint16:
		return kindUint16, true
	case int16:
		return kindInt16, true
	case uint32:
		return kindUint32, true
	case int32:
		return kindInt32, true
	case float32:
		return kindFloat32, true
	case bool:
		return kindBool, true
	case uint64:
		return kindUint64, true
	case int64:
		return kindInt64, true
	case float64:
		return kindFloat64, true
	}
	return 0, false
}

func arrayHead(b []byte, of kind, count int) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(kindArray))
	b = binary.LittleEndian.AppendUint32(b, uint32(of))
	return binary.LittleEndian.AppendUint64(b, uint64(count))
}

func appendArray[T any](b []byte, of kind, values []T) ([]byte, error) {
	return binary.Append(arrayHead(b, of, len(values)), binary.LittleEndian, values)
}

// counting writes, and knows how far it is.
type counting struct {
	to *bufio.Writer
	n  int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

func (c *counting) align(alignment int64) error {
	_, err := c.Write(make([]byte, aligned(c.n, alignment)-c.n))
	return err
}
