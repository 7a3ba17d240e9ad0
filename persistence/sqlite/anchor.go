package sqlite

import (
	"os"

	"github.com/narratoria/narratoria/internal/plainfile"
)

const anchorEnding = ".anchor"

// mostAnchor is more than an anchor ever has: ids have a KiB at most.
const mostAnchor = 16 << 10

// Anchor reads the file beside the save; what is no plain file is no anchor.
func (f *file) Anchor() []byte {
	data, err := plainfile.Read(f.anchor, mostAnchor)
	if err != nil {
		return nil
	}
	return data
}

// SetAnchor replaces the file. It is not synced, which would cost as much as the commit: a
// power cut leaves the former one, this one, or one that its checksum tells to be none.
func (f *file) SetAnchor(data []byte) {
	if f.lock == nil {
		return
	}
	if len(data) == 0 {
		removeAnchor(f.anchor)
		return
	}
	next := f.anchor + ".new"
	_ = os.Remove(next) // what a crash has left, or a link: neither is written to
	file, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_, err = file.Write(data)
	if closed := file.Close(); err == nil && closed == nil {
		err = os.Rename(next, f.anchor)
	}
	if err != nil {
		_ = os.Remove(next)
	}
}

func removeAnchor(path string) {
	_ = os.Remove(path)
	_ = os.Remove(path + ".new")
}
