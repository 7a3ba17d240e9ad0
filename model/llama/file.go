package llama

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/model"
)

// A held file is one that was read to its end and stays open, so that what was read is what a worker
// is given, whatever is put in its place. Where the system tells that it was written meanwhile,
// it is read again.
type held struct {
	path, sum string
	file      *os.File    // nil: not read yet, or not the one that it has to be
	read      fs.FileInfo // what it was like when it was read
}

// open gives the file, when it is the one that it has to be.
func (h *held) open(ctx context.Context) (*os.File, int64, error) {
	if h.file != nil {
		now, err := h.file.Stat()
		if err == nil && (unchanged(h.read, now) || h.check(ctx, h.file) == nil) {
			h.read = now
			return h.file, now.Size(), nil
		}
		h.close()
	}
	file, err := plainfile.Open(h.path)
	if err != nil {
		return nil, 0, &model.Error{Kind: model.Unsupported, Message: fmt.Sprintf("its file %s %s", h.path, plainfile.Why(err)), Err: err}
	}
	info, err := file.Stat()
	if err == nil {
		err = h.check(ctx, file)
	}
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	h.file, h.read = file, info
	return file, info.Size(), nil
}

// check holds the file's hash against the one that is recorded.
func (h *held) check(ctx context.Context, file *os.File) error {
	sum := sha256.New()
	buffer := make([]byte, 1<<20)
	for at := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := file.ReadAt(buffer, at)
		_, _ = sum.Write(buffer[:n])
		if at += int64(n); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("its file %s %s", h.path, plainfile.Why(err))
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != h.sum {
		return &model.Error{Kind: model.Unsupported, Message: fmt.Sprintf(
			"its file %s is not the one that was recorded, so it is not loaded: its SHA-256 is %s and not %s; fetch it again", h.path, got, h.sum)}
	}
	return nil
}

func (h *held) close() {
	if h.file != nil {
		_ = h.file.Close()
		h.file = nil
	}
}

// unchanged reports whether nobody wrote in a file between two looks at it.
func unchanged(then, now fs.FileInfo) bool {
	return os.SameFile(then, now) && then.Size() == now.Size() && then.ModTime().Equal(now.ModTime()) && inodeUnchanged(then, now)
}
