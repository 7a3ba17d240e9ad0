package persistence

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// RowKind is what a record is (the specification's dataType). The list is closed
// and append-only.
type RowKind string

// The kinds of records.
const (
	Memory     RowKind = "memory"
	Fact       RowKind = "fact"
	Perception RowKind = "perception"
	Relation   RowKind = "relation"
	Thread     RowKind = "thread"
	Lore       RowKind = "lore"
	Portrait   RowKind = "portrait"
	Session    RowKind = "session"
)

// RowKinds is the closed list.
func RowKinds() []RowKind {
	return []RowKind{Memory, Fact, Perception, Relation, Thread, Lore, Portrait, Session}
}

// A Key names a record within its kind, over all its versions.
type Key string

// A Row is one version of a record. Rows that come from a search share memory
// with the save: do not change them. Where each attribute of the specification's
// records stands in a row, persistence/test/specification.go lists.
type Row struct {
	Kind   RowKind
	Key    Key
	Knower event.CharacterID // who may find it; event.Everyone for all

	Moment  event.Sequence // hidden when asking as of an earlier one; 0 for never
	Timed   bool           // whether Minutes is known
	Minutes int64          // when it happened, in story time
	Turn    int64          // in which turn, from 1; 0 for before the first

	Text   string // what is searched
	Facets Facets
	Data   strictjson.Object // whatever else; numbers are kept as they were written
}

// Facets are what rows can be filtered by. In a filter every one that is given
// must match: a string by being equal, a list by being contained whole.
type Facets struct {
	Session    string
	Location   string
	NPC        event.CharacterID
	Faction    string
	Source     string // a file of the campaign, a document
	Episodic   string // what stands out of the everyday, and how: a triumph, a failure
	Experience string // how what is remembered reached whoever remembers it: said, heard, ...
	Characters []event.CharacterID
	Tags       []string
}

// match reports whether a row's facets satisfy those of a filter.
func (f Facets) match(want Facets) bool {
	return (want.Session == "" || f.Session == want.Session) &&
		(want.Location == "" || f.Location == want.Location) &&
		(want.NPC == "" || f.NPC == want.NPC) &&
		(want.Faction == "" || f.Faction == want.Faction) &&
		(want.Source == "" || f.Source == want.Source) &&
		(want.Episodic == "" || f.Episodic == want.Episodic) &&
		(want.Experience == "" || f.Experience == want.Experience) &&
		containsAll(f.Characters, want.Characters) && containsAll(f.Tags, want.Tags)
}

func containsAll[T comparable](list, wanted []T) bool {
	return !slices.ContainsFunc(wanted, func(w T) bool { return !slices.Contains(list, w) })
}

// check says what is wrong with a row; a tombstone needs kind and key alone.
func (r Row) check() error {
	if !slices.Contains(RowKinds(), r.Kind) {
		return fmt.Errorf("unknown kind %q", r.Kind)
	}
	if err := event.CheckID(r.Key); err != nil {
		return fmt.Errorf("key: %w", err)
	}
	return nil
}

// valid reports whether all facets are texts.
func (f Facets) valid() bool {
	for _, s := range []string{f.Session, f.Location, string(f.NPC), f.Faction, f.Source, f.Episodic, f.Experience} {
		if !strictjson.Valid(s) {
			return false
		}
	}
	return allValid(f.Characters) && allValid(f.Tags)
}

func allValid[T ~string](list []T) bool {
	return !slices.ContainsFunc(list, func(s T) bool { return !strictjson.Valid(string(s)) })
}

func (r Row) checkWhole() error {
	if err := r.check(); err != nil {
		return err
	}
	if err := event.CheckID(r.Knower); err != nil {
		return fmt.Errorf("knower: %w", err)
	}
	if r.Moment < 0 || r.Turn < 0 || !r.Timed && r.Minutes != 0 {
		return errors.New("moment, turn, minutes: not negative, and the minutes marked as known")
	}
	if !strictjson.Valid(r.Text) || !r.Facets.valid() {
		return errors.New("a text is not UTF-8")
	}
	if err := event.CheckFree(r.Data); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	return nil
}

// rowVersion is the version of stored rows that this program writes, and the only
// one it reads: those of version 1, which no release wrote, do not say which turn
// they are of, and a search that asked for it would pass them silently.
const rowVersion = 2

// encodeRow gives the stored form of a version: one JSON object, keys sorted,
// empty members left out. Kind, key, branch and position stand beside it.
func encodeRow(r Row, deleted bool) []byte {
	o := strictjson.Object{"v": rowVersion, "knower": string(r.Knower)}
	strictjson.Put(o, "deleted", deleted)
	if deleted {
		return strictjson.Encode(o)
	}
	strictjson.Put(o, "moment", int64(r.Moment))
	if r.Timed {
		o["minutes"] = r.Minutes
	}
	strictjson.Put(o, "turn", r.Turn)
	strictjson.Put(o, "text", r.Text)
	strictjson.Put(o, "session", r.Facets.Session)
	strictjson.Put(o, "location", r.Facets.Location)
	strictjson.Put(o, "npc", string(r.Facets.NPC))
	strictjson.Put(o, "faction", r.Facets.Faction)
	strictjson.Put(o, "source", r.Facets.Source)
	strictjson.Put(o, "episodic", r.Facets.Episodic)
	strictjson.Put(o, "experience", r.Facets.Experience)
	strictjson.PutList(o, "characters", strictjson.FromStrings(r.Facets.Characters))
	strictjson.PutList(o, "tags", strictjson.FromStrings(r.Facets.Tags))
	if len(r.Data) > 0 {
		o["data"] = r.Data
	}
	return strictjson.Encode(o)
}

// decodeRow reads what [encodeRow] wrote.
func decodeRow(raw RawRow) (row Row, deleted bool, err error) {
	o, err := strictjson.ParseObject(raw.Bytes)
	if err != nil {
		return row, false, err
	}
	version, err := strconv.ParseInt(fmt.Sprint(o["v"]), 10, 64)
	if err != nil || version < 1 {
		return row, false, errors.New("its version is missing")
	}
	if version > rowVersion {
		return row, false, fmt.Errorf("%w: rows have version %d, and this program knows them up to %d: update Narratoria to open this", ErrNewer, version, rowVersion)
	}
	if version < rowVersion {
		return row, false, fmt.Errorf("it has version %d, of before the first release, and this program reads version %d alone", version, rowVersion)
	}
	row = Row{Kind: raw.Kind, Key: raw.Key, Knower: event.CharacterID(strictjson.AsString(o["knower"])), Text: strictjson.AsString(o["text"])}
	row.Facets = Facets{
		Session: strictjson.AsString(o["session"]), Location: strictjson.AsString(o["location"]), NPC: event.CharacterID(strictjson.AsString(o["npc"])),
		Faction: strictjson.AsString(o["faction"]), Source: strictjson.AsString(o["source"]), Episodic: strictjson.AsString(o["episodic"]), Experience: strictjson.AsString(o["experience"]),
		Characters: strictjson.AsStrings[event.CharacterID](o["characters"]), Tags: strictjson.AsStrings[string](o["tags"]),
	}
	row.Moment = event.Sequence(strictjson.AsInteger(o["moment"]))
	_, row.Timed = o["minutes"]
	row.Minutes = strictjson.AsInteger(o["minutes"])
	row.Turn = strictjson.AsInteger(o["turn"])
	row.Data = strictjson.AsObject(o["data"])
	deleted = strictjson.AsBool(o["deleted"], false)
	if !bytes.Equal(encodeRow(row, deleted), raw.Bytes) {
		return row, deleted, errors.New("it is not written in canonical form")
	}
	return row, deleted, nil
}

// sumOf is a row's checksum. It covers where the row stands, so that bytes which
// got into another row's place are found out.
func sumOf(raw RawRow) event.Hash {
	var framed []byte
	for _, part := range []string{string(raw.Kind), string(raw.Key), string(raw.Branch)} {
		framed = binary.BigEndian.AppendUint64(framed, uint64(len(part)))
		framed = append(framed, part...)
	}
	framed = binary.BigEndian.AppendUint64(framed, uint64(raw.Position))
	return event.HashOf(append(framed, raw.Bytes...))
}
