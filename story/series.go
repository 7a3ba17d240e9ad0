package story

import (
	"encoding/json"
	"iter"
	"slices"
	"sort"
)

// A Series is a list that grows at its end for as long as a story is played, and is shared
// by its states. What was added lately lies open; what is far back is packed, in a tenth
// of the memory, and is unpacked anew whenever somebody asks for it. So asking for an
// element costs the same however long the list is, and who wants all of them pays for all.
//
// It is a value like a slice: appending gives the list that is longer by one, and what is
// in a list never changes. What [sharing] says of appending to slices holds for it.
type Series[T any] struct {
	far  []block[T] // of span elements each
	near []T        // those after them; fewer than 2*span
}

// span is how many elements are packed at a time, and how many of the latest never are.
const span = 64

// A block is a run of elements: packed, where they can be, else as they are.
type block[T any] struct {
	packed *packed
	open   []T
}

// Len is how many elements there are.
func (s *Series[T]) Len() int { return len(s.far)*span + len(s.near) }

// At is an element, from 0. It is the caller's own, but for what it points to.
func (s *Series[T]) At(i int) T {
	if far := len(s.far) * span; i >= far {
		return s.near[i-far]
	}
	of := s.far[i/span]
	if of.packed == nil {
		return of.open[i%span]
	}
	var v T
	of.packed.read(i%span, any(&v).(archivable))
	return v
}

// All are all elements, for reading by whoever wants so many; nil where there never was one,
// and of no list at all.
func (s *Series[T]) All() []T {
	if s == nil {
		return nil
	}
	if len(s.far) == 0 {
		return slices.Clip(s.near)
	}
	all := make([]T, 0, s.Len())
	for _, v := range s.From(0) {
		all = append(all, v)
	}
	return all
}

// From are the elements from one on, with their places.
func (s *Series[T]) From(i int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for ; i < s.Len() && yield(i, s.At(i)); i++ {
		}
	}
}

// Back are the elements with their places, the last first.
func (s *Series[T]) Back() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := s.Len() - 1; i >= 0 && yield(i, s.At(i)); i-- {
		}
	}
}

// find is the place of the first element that does not come before something, which a
// sorted list is asked for.
func (s *Series[T]) find(before func(T) bool) int {
	return sort.Search(s.Len(), func(i int) bool { return !before(s.At(i)) })
}

// with is the list with one more.
func (s Series[T]) with(v T) Series[T] {
	s.near = append(s.near, v)
	if len(s.near) < 2*span {
		return s
	}
	s.far = append(s.far, blockOf(s.near[:span]))
	s.near = slices.Clone(s.near[span:])
	return s
}

func blockOf[T any](elements []T) block[T] {
	var none T
	if _, packs := any(&none).(archivable); !packs {
		return block[T]{open: slices.Clone(elements)}
	}
	return block[T]{packed: pack(elements)}
}

// without is the list without one of them.
func (s Series[T]) without(i int) Series[T] {
	left := Series[T]{near: []T{}}
	for at, v := range s.From(0) {
		if at != i {
			left = left.with(v)
		}
	}
	return left
}

// having is the list with another element in one of its places.
func (s Series[T]) having(i int, v T) Series[T] {
	if near := i - len(s.far)*span; near >= 0 {
		s.near = slices.Clone(s.near)
		s.near[near] = v
		return s
	}
	all := make([]T, span)
	for at := range all {
		all[at] = s.At(i - i%span + at)
	}
	all[i%span] = v
	s.far = slices.Clone(s.far)
	s.far[i/span] = blockOf(all)
	return s
}

// clip gives up the room behind the list, for somebody else to append to it too.
func (s *Series[T]) clip() { s.far, s.near = slices.Clip(s.far), slices.Clip(s.near) }

// MarshalJSON writes it as the list that it is.
func (s Series[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(s.All())
}
