package test

import (
	"bytes"
	"crypto/rand"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func blobs() []testCase {
	return []testCase{
		{"no bytes at all", func(w *world) { bytesAsBlob(w, nil) }},
		{"every byte there is", func(w *world) {
			data := make([]byte, 256)
			for i := range data {
				data[i] = byte(i)
			}
			bytesAsBlob(w, data)
		}},
		{"a large picture", func(w *world) {
			data := make([]byte, 5<<20)
			_, _ = rand.Read(data)
			bytesAsBlob(w, data)
		}},
		{"the name is the hash", func(w *world) {
			sum, err := w.save.PutBlob(w.ctx, []byte("abc"))
			w.must(err)
			w.is(sum, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
		}},
		{"the same bytes twice", func(w *world) {
			for range 3 {
				bytesAsBlob(w, []byte("same"))
				w.reopen(persistence.Writing)
			}
		}},
		{"bytes that are not there", func(w *world) {
			_, err := w.save.GetBlob(w.ctx, event.HashOf([]byte("ghost")))
			w.fails(err, persistence.ErrNotFound)
		}},
		{"too many bytes", func(w *world) {
			_, err := w.save.PutBlob(w.ctx, make([]byte, persistence.MaxBlob+1))
			w.fails(err, persistence.ErrInvalid)
		}},
		{"the caller's bytes stay the caller's", func(w *world) {
			data := []byte("mine")
			sum, err := w.save.PutBlob(w.ctx, data)
			w.must(err)
			copy(data, "XXXX")
			got, err := w.save.GetBlob(w.ctx, sum)
			w.must(err)
			copy(got, "YYYY")
			again, err := w.save.GetBlob(w.ctx, sum)
			w.must(err)
			if !bytes.Equal(again, []byte("mine")) {
				w.Errorf("got %q", again)
			}
		}},
	}
}
