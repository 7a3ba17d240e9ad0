package process

import (
	"bytes"
	"io"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// keptEnd is how much of stderr is kept, at its head and again at its tail.
const keptEnd = 128 << 10

// stderr drains a script's stderr, and keeps its head and tail.
type stderr struct {
	head, tail []byte // the tail is a ring once it is full
	next       int    // where the ring goes on
	lost       int64  // bytes between head and tail
}

// read drains r until it ends or is cut off.
func (s *stderr) read(r io.Reader) {
	buffer := make([]byte, 4<<10) // most scripts say nothing
	for {
		n, err := r.Read(buffer)
		s.keep(buffer[:n])
		if err != nil {
			return
		}
	}
}

func (s *stderr) keep(data []byte) {
	room := min(len(data), keptEnd-len(s.head))
	s.head = append(s.head, data[:room]...)
	data = data[room:]
	if excess := len(data) - keptEnd; excess > 0 {
		s.lost += int64(excess)
		data = data[excess:]
	}
	room = min(len(data), keptEnd-len(s.tail))
	s.tail = append(s.tail, data[:room]...)
	for data = data[room:]; len(data) > 0; {
		n := copy(s.tail[s.next:], data)
		s.next, s.lost, data = (s.next+n)%keptEnd, s.lost+int64(n), data[n:]
	}
}

// bytes is what is kept, with a line that says what is not.
func (s *stderr) bytes() []byte {
	kept := bytes.Clone(s.head)
	if s.lost > 0 {
		kept = append(kept, "\n... "...)
		kept = strictjson.Append(kept, s.lost)
		kept = append(kept, " bytes left out ...\n"...)
	}
	kept = append(kept, s.tail[s.next:]...)
	return append(kept, s.tail[:s.next]...)
}
