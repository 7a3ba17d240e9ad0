// Package lore finds the pieces of a world's documents that speak of something, however
// many there are.
//
//	index, err := lore.Open(ctx, worlds, documents, lore.Options{})
//	found, err := index.Search(ctx, lore.Query{Text: "who lit the lamp", Limit: 5}, public)
//
// Documents are indexed once, in the worlds of a store, which many programs share, and
// never in a save:
//
//	documents ──4 MiB each──▶ segments ── head: pieces and words of each document
//	                          by the sum ├─ words: word → pieces that have it, how often
//	                          of texts   └─ texts: pieces
//	world: the segments of one set of documents, and when it was used last
//
// A segment is known by what is in it. So indexing that was ended goes on where it was,
// a document that was edited has its own segment made anew and no other, and two
// programs that index at once make the same. The worlds used last are kept, and the
// segments that they have ([Options.Keep]).
//
// A search is exact. Which documents it may see is said first, and what they have counts
// alone: by words, order and scores are those of [rank.Query.BM25] over just their pieces.
// Equally good ones come in order of NAME#PIECE@, as texts.
//
// # By meaning
//
// With an embedder a search goes by meaning, too, and joins both, unless it wants something else. The vectors are made by [Index.Embed], which whoever opens an
// index lets run beside all else; searches go by words until it has made those that they need.
//
//	query ──Embedder──▶ vector ─┐
//	                            ├─▶ order by meaning ─┐
//	pieces in sight ──vectors───┘                     ├─▶ found
//	              └───words─────────▶ order by words ─┘
//
// They are gone through where they are kept, a block at a time, and never all in memory. Each is made of its
// piece alone. A vector that is damaged, or is none, is made again, and so is what else of them is missing: that is no damage of the
// index. What the embedder fails at is passed over and tried again after all else. The vectors of two embedders are kept, so that
// who goes to and fro between them has none made twice.
//
// # Format
//
// Keys are "world/ID", "head/ID", "words/ID/NNNN", "texts/ID/NNNN", "vectors/ID/MODEL/N" and "embedder/MODEL", with an ID of 64
// hexadecimal digits and a MODEL of 16, which begin the SHA-256 of [vector.Index.Model]. Each value ends with the CRC-32C of what is before it, and consists
// of unsigned varints and of texts, which are a length and bytes:
//
//	world  time used, in seconds since 1970; the segments' ids, 32 bytes each
//	head   documents; pieces of each; words of each piece; blocks of words, the first word
//	       of each; blocks of texts, the first piece of each
//	words  word, pieces that have it, bytes of the list; the list: distance from the piece
//	       before (from -1), times; and so on, in order of words
//	texts  pieces, in order
//	vectors  of the Nth 32 pieces: how many; of each the SHA-256 of its text, and the vectors of its windows as
//	       package vector keeps them, as a text
//	embedder  when all vectors of an index were there by it last, in seconds since 1970
//
// Words are what [rank.Words] makes of a text. They are part of the format: an index with
// other stems than a query has would not be found in.
//
// The first byte that goes into an ID is the format's number, so another format has other
// keys.
package lore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/vector"
)

// format is the number of what is described above.
const format = 2

// A Document is what is searched of one text.
type Document struct {
	Name  string            // for people, and for the order of equally good pieces
	Sum   [sha256.Size]byte // of what Pieces are made of: equal sums, equal pieces
	Bytes int64             // about how long it is
	First bool              // its vectors are made before those of documents that are not
	// Pieces gives the document cut into what is found. It is called where they are not
	// known, maybe more than once and from several goroutines.
	Pieces func() ([]string, error)
}

// Options of an index.
type Options struct {
	// Progress is told, while documents are indexed, how many bytes of all are; nil tells
	// nobody. It is called from one goroutine at a time.
	Progress func(done, all int64)
	Keep     int              // how many worlds are kept, this one too; 0: 4
	Now      func() time.Time // nil: time.Now

	// Embedder has searches go by meaning, too, once Embed has made the vectors; nil by words alone. Meanwhile is
	// one before it: as long as they are not made, its vectors serve, where they are all there. None are made by it.
	Embedder, Meanwhile vector.Embedder
}

// An Index is a set of documents, indexed. But for the vectors that it gets it never changes. It may be used
// concurrently, for as long as the worlds it is kept in are open.
type Index struct {
	worlds    persistence.Worlds
	documents []Document
	segments  []*segment
	broken    atomic.Bool
	now       func() time.Time

	meanings []*meaning // which a search asks, in their order
	made     *meaning   // the one of them whose vectors Embed makes; nil for none
	making   chan struct{}

	// Of who makes them.
	alone     bool      // of other embedders no more are left than may be
	unwritten unwritten // what was made and could not be kept
}

// Open indexes documents, as far as they are not, in worlds; in memory where worlds is nil.
// With worlds that cannot be written everything must be there. Errors: those of Pieces, of
// the context, and of worlds; persistence.ErrCorrupt, after which they are best removed.
func Open(ctx context.Context, worlds persistence.Worlds, documents []Document, o Options) (*Index, error) {
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	if o.Keep == 0 {
		o.Keep = 4
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if worlds == nil {
		var err error
		if worlds, err = mem.New().Worlds(ctx, persistence.Writing); err != nil {
			return nil, err
		}
	}
	x := &Index{worlds: worlds, documents: documents, making: make(chan struct{}, 1), now: o.Now}
	groups := grouped(documents)
	if err := x.used(ctx, groups, o); err != nil {
		return nil, fmt.Errorf("lore: %w", err)
	}
	if err := x.load(ctx, groups); err != nil {
		return nil, fmt.Errorf("lore: %w", err)
	}
	if err := x.complete(ctx, groups, o); err != nil {
		return nil, fmt.Errorf("lore: %w", err)
	}
	if err := x.meant(ctx, o); err != nil {
		return nil, fmt.Errorf("lore: %w", err)
	}
	return x, nil
}

// Broken reports whether a search found the index damaged.
func (x *Index) Broken() bool { return x.broken.Load() }

// A group is the documents that make one segment.
type group struct {
	id        id
	first     int // of the documents
	documents []Document
}

type id [sha256.Size]byte

func (i id) String() string { return fmt.Sprintf("%x", i[:]) }

// segmentBytes is how much text a segment has, unless one document has more. Making one
// takes some ten times that in memory, and is what is lost at most when it is ended.
const segmentBytes = 4 << 20

// grouped puts documents that follow each other together.
func grouped(documents []Document) (groups []group) {
	var size int64
	for i, d := range documents {
		if last := len(groups) - 1; last >= 0 && size+d.Bytes <= segmentBytes {
			groups[last].documents = documents[groups[last].first : i+1]
			size += d.Bytes
			continue
		}
		groups, size = append(groups, group{first: i, documents: documents[i : i+1]}), d.Bytes
	}
	for i := range groups {
		sum := sha256.New()
		sum.Write([]byte{format})
		for _, d := range groups[i].documents {
			sum.Write(d.Sum[:])
		}
		groups[i].id = id(sum.Sum(nil))
	}
	return groups
}

// load reads the heads of the segments that are there.
func (x *Index) load(ctx context.Context, groups []group) error {
	x.segments = make([]*segment, len(groups))
	return x.worlds.View(ctx, func(r persistence.WorldReader) error {
		for i := range groups {
			head, err := read(r, headKey(groups[i].id))
			if errors.Is(err, persistence.ErrNotFound) {
				continue
			}
			if err == nil {
				x.segments[i], err = decodeHead(&groups[i], head)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
