package persistence

import (
	"context"
	"iter"

	"github.com/narratoria/narratoria/story/event"
)

// A Driver keeps the bytes of saves in one place: a directory, a server, the
// memory of this process. It knows nothing of what they mean. Names have been
// checked before they come here. A driver is safe for concurrent use.
type Driver interface {
	// Create makes a save, wholly or not at all, and opens it for writing. Before there is one
	// of that name, what is in it is lent to fill, which may be nil, for writing; where that
	// fails there is none. Errors: ErrExists, ErrLocked, ErrFull; fill's.
	Create(ctx context.Context, name string, id event.PlaythroughID, fill func(File) error) (File, error)
	// Open opens a save. For writing it locks it, or fails at once; for reading
	// it does so beside a writer where the driver can.
	// Errors: ErrNotFound, ErrLocked, ErrNewer, ErrCorrupt, ErrDisk.
	Open(ctx context.Context, name string, mode Mode) (File, error)
	// List names the saves, in order.
	List(ctx context.Context) ([]string, error)
	// Delete removes a save that nobody writes. Errors: ErrNotFound, ErrLocked.
	Delete(ctx context.Context, name string) error
	// Worlds opens what belongs to no save; for writing it makes it where it is not
	// there. Errors: ErrNotFound when reading; ErrReadOnly, ErrFull, ErrCorrupt,
	// ErrNewer, ErrLocked.
	Worlds(ctx context.Context, mode Mode) (Worlds, error)
	// DropWorlds removes it, whatever it is. Errors: ErrLocked, ErrReadOnly.
	DropWorlds(ctx context.Context) error
}

// A SharingDriver has saves that several programs may have open for writing at once. Open never
// fails with ErrLocked then because of another writer; who appends where somebody else has
// appended meanwhile is told by ErrConflict.
type SharingDriver interface {
	Driver
	SharesSaves() bool
}

// Mode is what a save is opened for.
type Mode int

// The modes.
const (
	Reading Mode = iota
	Writing
	// Glancing is reading a few values, for a list of many saves. It is not looked whether
	// the save is whole, which takes longer the longer it is.
	Glancing
)

// A File is an open save. It is safe for concurrent use.
type File interface {
	// Playthrough is what Create was given.
	Playthrough() event.PlaythroughID
	// View lends one consistent state: what is committed meanwhile does not show.
	// Views may be many, and an Update may run beside or inside one. Where the way to what keeps
	// the save breaks, f may be called again, with a later state. Error of its own: ErrUnreachable.
	View(ctx context.Context, f func(Reader) error) error
	// Update lends one transaction, one at a time. It is on the disk when Update
	// returns nil, and has left no trace when f or the commit failed. Updates must
	// not be nested. Where the way to what keeps the save breaks, f may be called again, in a
	// transaction of its own. Errors of its own: ErrReadOnly, ErrFull, ErrBroken, ErrUnreachable.
	Update(ctx context.Context, f func(Writer) error) error
	// Anchor is what SetAnchor was given last, in this opening or before; nil for nothing.
	Anchor() []byte
	// SetAnchor keeps some hundred bytes beside the save and not in it, so that a copy of the
	// save has them not. They need not be on the disk when it returns. Where they cannot be
	// kept, those of before are there or none. Only for whom the save was opened for writing.
	SetAnchor([]byte)
	// Check looks for damage that reading alone would not show. Error: ErrCorrupt.
	Check(ctx context.Context) error
	// Compact gives back the space of what was dropped, and leaves nothing of it in the file.
	// Errors: ErrReadOnly, ErrFull, ErrBroken.
	Compact(ctx context.Context) error
	// Close gives the lock back. It may be called twice; after it, everything
	// else fails with fs.ErrClosed. Nothing else may be running.
	Close() error
}

// A Reader reads one state. It is valid inside the call that lends it, and
// belongs to one goroutine. Iterators end after their first error.
type Reader interface {
	// Events are a branch's own events after one position up to another, in order.
	Events(branch event.BranchID, after, to event.Position) iter.Seq2[RawEvent, error]
	// Tip is the last of a branch's own events; the zero Tip where there are none.
	Tip(branch event.BranchID) (Tip, error)
	// Count is how many events of its own a branch has. It may be slow.
	Count(branch event.BranchID) (int64, error)
	// Control are the control records after a sequence, in order.
	Control(after int64) iter.Seq2[RawControl, error]
	// Turn is the receipt of a turn; false where there is none.
	Turn(id event.TurnID) (Receipt, bool, error)
	// LastTurn is the receipt of the latest turn of a branch; false where there is none.
	LastTurn(branch event.BranchID) (Receipt, bool, error)
	// Turns are those of a branch with their receipts, in order of their positions.
	Turns(branch event.BranchID) iter.Seq2[RawTurn, error]
	// Rows are all rows of a kind after an ordinal, in order.
	Rows(kind RowKind, after Ordinal) iter.Seq2[RawRow, error]
	// Blobs are the hashes of all bytes that are there, in order, each with how many bytes it
	// takes up.
	Blobs() iter.Seq2[BlobInfo, error]
	// HasBlob reports whether bytes are there.
	HasBlob(sum event.Hash) (bool, error)
	// Blob gives bytes that are there, as they were put. Error: ErrNotFound.
	Blob(sum event.Hash) (RawBlob, error)
	// Summary is what PutSummary was given last; nil for nothing.
	Summary() ([]byte, error)
	// Vectors are those of a model, in any order. VectorsOf are those of one text; false where
	// there are none.
	Vectors(model string) iter.Seq2[RawVectors, error]
	VectorsOf(model string, text event.Hash) (RawVectors, bool, error)
	// Snapshots are those of a branch, the latest position first.
	Snapshots(branch event.BranchID) iter.Seq2[RawSnapshot, error]
}

// A Writer also writes. The caller has looked: no key is put twice. Whether a
// transaction can read what it has written itself is left to the driver.
type Writer interface {
	Reader
	PutEvent(RawEvent) error
	PutControl(RawControl) error
	PutTurn(event.TurnID, Receipt) error
	PutRow(RawRow) error // the driver gives the Ordinal
	PutBlob(RawBlob) error
	PutSummary([]byte) error       // some hundred bytes, in place of those of before
	PutSnapshot(RawSnapshot) error // in place of the branch's at that position
	PutVectors(RawVectors) error   // in place of those of its model and text
	// DropVectors removes those of all models but one; "" removes all.
	DropVectors(but string) error
	// DropSnapshots removes those of a branch that come before a position.
	DropSnapshots(branch event.BranchID, before event.Position) error
	// DropEvents removes a branch's own events after a position, DropTurns its receipts.
	DropEvents(branch event.BranchID, after event.Position) error
	DropTurns(branch event.BranchID) error
	// DropRow removes one row.
	DropRow(RawRow) error
	// DropBlob removes bytes that are there.
	DropBlob(sum event.Hash) error
}

// A RawEvent is an event as it is stored.
type RawEvent struct {
	Branch   event.BranchID
	Position event.Position
	Bytes    []byte
	Hash     event.Hash
	Wall     int64 // nanoseconds since 1970, outside the hash
}

// A RawControl is a control record as it is stored.
type RawControl struct {
	Sequence int64 // from 1
	Bytes    []byte
	Hash     event.Hash
	Wall     int64
}

// An Ordinal orders the rows of a save by their writing, from 1, with gaps
// allowed. A row that shows later than another has a greater one.
type Ordinal int64

// A RawRow is a version of a record as it is stored.
type RawRow struct {
	Ordinal  Ordinal
	Kind     RowKind
	Key      Key
	Branch   event.BranchID
	Position event.Position
	Bytes    []byte
	Sum      event.Hash
}

// A RawBlob is bytes as they are stored.
type RawBlob struct {
	Sum    event.Hash // of the bytes themselves
	Packed bool       // whether Bytes are packed
	Base   event.Hash // of the blob that they are packed against; zero for none
	Bytes  []byte
}

// BlobInfo is what a list of blobs says of one.
type BlobInfo struct {
	Sum  event.Hash
	Base event.Hash // of the blob that it is packed against; zero for none
	Size int64      // as it is stored
}

// A Tip is the end of a branch's own events.
type Tip struct {
	Position event.Position
	Hash     event.Hash
}

// A RawTurn is a turn as it is stored.
type RawTurn struct {
	ID event.TurnID
	Receipt
}

// A Receipt is what came of an append.
type Receipt struct {
	Branch      event.BranchID
	First, Last event.Position
	Head        event.Hash // of the last event
	Repeated    bool       // the turn was known, and nothing was written now
}
