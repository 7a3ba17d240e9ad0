package persistence

import (
	"bytes"
	"fmt"

	"github.com/narratoria/narratoria/persistence/internal/packed"
	"github.com/narratoria/narratoria/story/event"
)

// A Document is a text that belongs to an append, and is seldom looked at: a plan and what
// came of it. Events name it by the hash of its bytes, and [Save.GetBlob] gives it.
//
// It is kept packed, against the document of the same name that was kept before it in this
// opening of the save. So of a text that says nearly what another said little is written.
type Document struct {
	Like string // documents of one name are much alike
	Data []byte // MaxBlob at most
}

// mostAlike is the size of a text that is remembered for others to be packed against.
const mostAlike = 1 << 20

// alike is a document that others can be packed against.
type alike struct {
	sum   event.Hash
	data  []byte
	depth int // how many it is itself packed against, one after the other
}

// putDocuments writes those of a batch, and gives what the next are packed against once
// these are committed.
func (s *Save) putDocuments(w Writer, documents []Document) (next map[string]alike, err error) {
	next = make(map[string]alike)
	written := make(map[event.Hash]bool)
	for i, d := range documents {
		sum := event.HashOf(d.Data)
		there, err := w.HasBlob(sum)
		if err == nil {
			err = checkSize(d.Data)
		}
		if err == nil && !there && !written[sum] {
			written[sum] = true
			next[d.Like], err = s.putDocument(w, sum, d)
		}
		if err != nil {
			return nil, fmt.Errorf("document %d: %w", i, err)
		}
	}
	return next, nil
}

func (s *Save) putDocument(w Writer, sum event.Hash, d Document) (alike, error) {
	base := s.alikeOf(d.Like)
	if base.data != nil {
		if there, err := w.HasBlob(base.sum); err != nil {
			return base, err
		} else if !there || base.depth+1 >= longestChain {
			base = alike{depth: -1}
		}
	}
	raw, err := s.packDocument(base, sum, d.Data)
	if err != nil {
		return base, err
	}
	return alike{sum: sum, data: bytes.Clone(d.Data), depth: base.depth + 1}, w.PutBlob(raw)
}

// packDocument packs a text against another; against none where that has no bytes.
func (s *Save) packDocument(base alike, sum event.Hash, data []byte) (RawBlob, error) {
	small, err := s.packer.Pack(data, base.data)
	return RawBlob{Sum: sum, Packed: true, Base: base.sum, Bytes: small}, err
}

func (s *Save) alikeOf(name string) alike {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if there, is := s.alike[name]; is {
		return there
	}
	return alike{depth: -1}
}

// remembered are the bytes of a document that was kept just now.
func (s *Save) remembered(sum event.Hash) ([]byte, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, there := range s.alike {
		if there.sum == sum {
			return bytes.Clone(there.data), true
		}
	}
	return nil, false
}

// rememberAlike keeps what was committed.
func (s *Save) rememberAlike(next map[string]alike) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, a := range next {
		if len(a.data) > mostAlike {
			delete(s.alike, name)
			continue
		}
		if s.alike == nil {
			s.alike = make(map[string]alike)
		}
		s.alike[name] = a
	}
}

// A packer is shared by the saves of a store: its tables are larger than what it packs.
type packer = packed.Packer
