package runlog

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// A segment is one file of the log: run-000001.jsonl, run-000002.jsonl and on.
// The highest number is being written; the lowest are deleted when there are too
// many. Nothing is ever renamed, so programs that share the directory need no
// lock and no file is renamed while open, which Windows refuses.
type segment struct {
	number int
	path   string
}

var segmentName = regexp.MustCompile(`^run-(\d{6,9})\.jsonl$`)

func segmentPath(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf("run-%06d.jsonl", number))
}

// segments lists a directory's segments, oldest first. A directory that does not
// exist has none.
func segments(dir string) ([]segment, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var found []segment
	for _, entry := range entries {
		match := segmentName.FindStringSubmatch(entry.Name())
		if match == nil || !entry.Type().IsRegular() {
			continue
		}
		if number, err := strconv.Atoi(match[1]); err == nil {
			found = append(found, segment{number, filepath.Join(dir, entry.Name())})
		}
	}
	slices.SortFunc(found, func(a, b segment) int { return cmp.Compare(a.number, b.number) })
	return found, nil
}

// A segmentWriter appends lines to the newest segment and begins another where a
// line would make it longer than limit. It belongs to one goroutine at a time.
type segmentWriter struct {
	dir   string
	limit int64 // bytes of one segment
	keep  int   // segments in all
	file  *os.File
	at    int  // number of the open segment
	torn  bool // the last line may lack its end
}

// Write appends one whole line.
func (w *segmentWriter) Write(line []byte) (int, error) {
	if err := w.ready(int64(len(line))); err != nil {
		return 0, err
	}
	if w.torn {
		line = append([]byte("\n"), line...)
	}
	n, err := w.file.Write(line)
	w.torn = err != nil && n > 0
	return n, err
}

// ready opens a segment that has room. Another program may have filled the open
// one, so its size is asked for each time.
func (w *segmentWriter) ready(need int64) error {
	for {
		if w.file == nil {
			if err := w.openNewest(); err != nil {
				return err
			}
		}
		info, err := w.file.Stat()
		if err != nil {
			return err
		}
		if info.Size() == 0 || info.Size()+need <= w.limit {
			return nil
		}
		if err := w.advance(); err != nil {
			return err
		}
	}
}

func (w *segmentWriter) openNewest() error {
	found, err := segments(w.dir)
	if err != nil {
		return err
	}
	number := 1
	if len(found) > 0 {
		number = found[len(found)-1].number
	}
	return w.open(number)
}

func (w *segmentWriter) open(number int) error {
	if err := os.MkdirAll(w.dir, 0o700); err != nil {
		return err
	}
	for { // what has the name of a segment and is none is left alone
		if info, err := os.Lstat(segmentPath(w.dir, number)); err != nil || info.Mode().IsRegular() {
			break
		}
		number++
	}
	file, err := os.OpenFile(segmentPath(w.dir, number), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	w.file, w.at, w.torn = file, number, endsTorn(file)
	return nil
}

// endsTorn reports whether a file's last line lacks its end, as after the end of
// a program in the middle of a write. It may also be in the middle of one now, in
// which case the new line that follows leaves an empty line behind.
func endsTorn(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = file.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}

// advance leaves the open segment for the newest there is, or for a new one where
// it was that itself, and deletes what is then too much.
func (w *segmentWriter) advance() error {
	left := w.at
	if err := w.Close(); err != nil {
		return err
	}
	if err := w.openNewest(); err != nil || w.at > left {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := w.open(left + 1); err != nil {
		return err
	}
	return w.prune()
}

func (w *segmentWriter) prune() error {
	found, err := segments(w.dir)
	if err != nil {
		return err
	}
	for ; len(found) > w.keep; found = found[1:] {
		// A file that another program has open cannot be deleted on Windows; it
		// goes when the next segment begins.
		_ = os.Remove(found[0].path)
	}
	return nil
}

// Close closes the open segment; the next write opens one again.
func (w *segmentWriter) Close() error {
	if w.file == nil {
		return nil
	}
	err := w.file.Close()
	w.file = nil
	return err
}

var _ io.WriteCloser = (*segmentWriter)(nil)
