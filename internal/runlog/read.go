package runlog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Filter chooses entries. The zero value chooses all.
type Filter struct {
	PlanID string // of the plan, or "" for any
	Kind   Kind   // "" for any
}

func (f Filter) wants(e Entry) bool {
	return (f.PlanID == "" || f.PlanID == e.PlanID) && (f.Kind == "" || f.Kind == e.Kind)
}

// mayWant is false for a line that need not be parsed: in a long log few lines
// are of one kind.
func (f Filter) mayWant(line []byte) bool {
	return f.Kind == "" || bytes.Contains(line, []byte(f.Kind))
}

// Read gives the entries of a directory, in the order of writing, to each, and
// ends at the first error that it returns. Other programs may go on writing. A
// last line without its end is left out; any other line that is no entry is given
// as [Damaged].
func Read(dir string, filter Filter, each func(Entry) error) error {
	found, err := segments(dir)
	if err != nil {
		return err
	}
	for _, s := range found {
		if err := readSegment(s.path, filter, each); err != nil {
			return err
		}
	}
	return nil
}

// mostRead is how much of a segment is read: more than any has that was written here, so that
// a file without an end holds nobody up.
const mostRead = 512 << 20

func readSegment(path string, filter Filter, each func(Entry) error) error {
	file, err := plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) { // deleted since it was listed
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	part := &io.LimitedReader{R: file, N: mostRead}
	lines := bufio.NewReaderSize(part, maxLine)
	for {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			if part.N == 0 {
				return each(damaged(fmt.Appendf(nil, "%s is left out after its first %d MiB: remove it", filepath.Base(path), mostRead>>20)))
			}
			return nil
		}
		if err != nil {
			return err
		}
		if len(line) == 0 || !filter.mayWant(line) {
			continue // an empty one is left by endsTorn, which saw another program's line half written
		}
		if e := parseEntry(line); filter.wants(e) {
			if err := each(e); err != nil {
				return err
			}
		}
	}
}

// readLine gives the next whole line without its end. Of one that is longer than
// any entry it gives the beginning.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return bytes.TrimSuffix(line, []byte("\n")), err
	}
	line = bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return line, err
}

func parseEntry(line []byte) Entry {
	object, err := strictjson.ParseObject(line)
	if err != nil {
		return damaged(line)
	}
	text := func(name string) string { return strictjson.AsString(object[name]) }
	at, err := time.Parse(time.RFC3339Nano, text("time"))
	if err != nil || text("kind") == "" {
		return damaged(line)
	}
	return Entry{
		Time: at, Kind: Kind(text("kind")), Level: Level(text("level")),
		PlanID: text("planId"), ParentID: text("parentId"), Attempt: int(strictjson.AsInteger(object["attempt"])),
		Tool: text("tool"), ToolAttempt: int(strictjson.AsInteger(object["toolAttempt"])), Script: text("script"),
		Skills: strictjson.AsStrings[string](object["skills"]), Outcome: text("outcome"), Code: text("code"), Message: text("message"),
		Duration: time.Duration(strictjson.AsInteger(object["durationNs"])), Fields: strictjson.AsObject(object["fields"]),
	}
}

func damaged(line []byte) Entry {
	return Entry{Kind: Damaged, Level: Warn, Message: cut(string(bytes.ToValidUTF8(line, []byte("\uFFFD"))), 120)}
}
