// Package persistence keeps stories: what was acknowledged is never lost, and
// what was written is never changed.
//
//	store := persistence.New(sqlite.Driver(dir), nil)
//	save, err := store.Create(ctx, "monday-evening", playthrough)
//	receipt, err := save.Append(ctx, persistence.Batch{
//		Branch: event.Trunk, Expected: 0, Turn: "turn-1",
//		Events: events,
//		Rows:   []persistence.Change{{Op: persistence.OpStore, Row: memory}},
//	})
//	for record, err := range save.Events(ctx, save.At(event.Trunk), 0) { ... }
//	found, err := save.TextSearch(ctx, persistence.Scope{
//		At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira",
//	}, persistence.Query{Text: "the lamp", Limit: 5})
//
// A [Store] is a directory of saves. A [Save] holds one playthrough: its log of
// events, its control stream, the rows that are searched, and blobs.
//
//	store ── save ──┬─ events   (branch, position) → bytes, hash       the only truth
//	                ├─ control  sequence → bytes, hash                  branches and the head
//	                ├─ turns    id → receipt                            an append is repeatable
//	                ├─ rows     (kind, key, branch, position) → bytes   immutable versions
//	                └─ blobs    SHA-256 → bytes                       pictures, plans
//
// # Appending
//
// One [Save.Append] is one turn: all of its events and rows or none of them, on
// the disk when it returns without an error. It names the position it expects
// its branch to be at, and fails with [ErrConflict] when the branch has moved; it
// names its turn, and a turn that is known is not written again but answered
// with its first receipt. So after an error of any kind the same append may be
// tried again.
//
// What is seldom looked at, a plan and what came of it, goes beside the events as
// [Batch].Documents: an event has its hash, and [Save.GetBlob] its bytes. Events and
// documents are stored packed, which nothing but a [Driver] sees: hashes are of what they
// say. An append may say in a few words what a list shows of the story, see [Info].
//
// # Branches
//
// A branch is (parent, position, optional moment). Reading it reads its lineage,
// cut at each fork: what the parent writes later is invisible to the child, and
// the reverse. Positions count along the lineage, and the hash of a branch's
// first event builds on the event it leaves from. Nothing is ever taken back:
// undoing a turn makes a branch before it and moves the head there.
//
// # Rows and searches
//
// A row is one version of a record: a memory, a relation, a portrait. Changing a
// record appends a version, deleting it a tombstone, both in the append of the
// events that cause it. A search states its whole scope and sees, of each record,
// the newest version in that scope. What is out of scope is left out before
// anything is ranked or counted; ranking is exact and is that of
// [github.com/narratoria/narratoria/persistence/rank] for every driver. Equally
// good rows are given latest first, by position, those of one position by key.
//
// A turn that is being played has rows that are not written yet. A scope takes
// them as [Scope.Staged], and the search finds what it will find once they are:
//
//	found, err := save.TextSearch(ctx, persistence.Scope{
//		At: before, Kind: persistence.Memory, Knower: "mira", Staged: batch.Rows,
//	}, persistence.Query{Text: "the lamp"})
//
// [Save.SemanticSearch] takes the same [Scope], and gives by meaning what shares no word with
// the query. It needs an embedder, see [Options]; the vectors of rows are a cache of
// [github.com/narratoria/narratoria/persistence/vector], made when a search first needs
// them, or by [Save.Embed], and kept in the save where [Options] say so. [Save.HybridSearch] goes by words and by
// meaning, and so does [Save.Best] where it can; [Query].By says which, or joins both by rank. While the vectors
// of an embedder are made, and where it fails, another stands in, see [Options].
//
// # Worlds
//
// What is large, belongs to no save and can be made again, such as the index of lore, is
// kept beside them as bytes under keys, see [Worlds]. Many programs may write it at once;
// losing it loses no story, and [Store.DropWorlds] removes it.
//
// # Drivers
//
// Everything above is written once, in this package. A [Driver] stores bytes:
// it begins and ends transactions, keeps them through a power cut, and locks a
// save for its one writer. All drivers pass the suite in persistence/test, and
// those that are durable also are killed a thousand times.
package persistence

import (
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// What callers can tell apart. Every error of this package is wrapped with the
// operation and what it was about.
var (
	// ErrConflict: the branch is not where the append expects it, or a turn or
	// branch of that name is already something else.
	ErrConflict = errors.New("somebody else has written meanwhile")
	// ErrLocked: another writer has the save; see [LockedError].
	ErrLocked = errors.New("is open for playing elsewhere")
	// ErrNamedTwice: the save's file has a second name, a hard link. It can be read, and
	// is not written: what stands beside it under one name is missing under the other.
	ErrNamedTwice = errors.New("has a second name")
	// ErrExists: a save of that name is there already.
	ErrExists = errors.New("exists already")
	// ErrNotFound: there is no such save, branch, position, record or blob.
	ErrNotFound = errors.New("is not there")
	// ErrInvalid: what was asked for cannot be.
	ErrInvalid = errors.New("is not possible")
	// ErrReadOnly: the save was opened for reading.
	ErrReadOnly = errors.New("is open for reading only")
	// ErrCorrupt: the bytes are not those that were written.
	ErrCorrupt = errors.New("is damaged")
	// ErrFull: there is no space left; what was there is unharmed, and writing
	// goes on once there is space again.
	ErrFull = errors.New("the disk is full")
	// ErrBroken: the disk failed while writing. Nothing more is written through
	// this save; what it acknowledged is there when it is opened again.
	ErrBroken = errors.New("the disk failed while writing")
	// ErrDisk: the disk did not do what was asked of it, while reading or opening, which may
	// happen in every call. It may do it the next time; nothing that was acknowledged is lost.
	ErrDisk = errors.New("the disk cannot be read")
	// ErrUnreachable: the server that keeps the saves does not answer, or did not for too long.
	// What it acknowledged is there when it does.
	ErrUnreachable = errors.New("the server cannot be reached")
	// ErrNoEmbedder: the store was made without one, so nothing is searched by meaning.
	ErrNoEmbedder = errors.New("needs an embedder")
	// ErrNewer: a newer version of the program wrote it. It was not touched.
	ErrNewer = event.ErrNewer
)

// A LockedError is an [ErrLocked] that knows who has the lock.
type LockedError struct{ PID int } // 0 where that is not known

func (e *LockedError) Error() string {
	if e.PID == 0 {
		return ErrLocked.Error()
	}
	return fmt.Sprintf("%v, by the process %d", ErrLocked, e.PID)
}

// Is makes errors.Is(err, ErrLocked) hold.
func (e *LockedError) Is(target error) bool { return target == ErrLocked }
