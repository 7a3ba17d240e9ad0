package inventory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/model/llama/footprint"
	"github.com/narratoria/narratoria/model/minilm"
)

// spareRoom is what a model leaves free on its disk, in bytes, for the stories there.
const spareRoom = 64 << 20

// What is published of all-MiniLM-L6-v2.
const (
	weightsName    = "model.safetensors"
	vocabularyName = "vocab.txt"
)

// Import copies a model into the inventory: a GGUF file, or a directory with one, or with what is published of
// all-MiniLM-L6-v2, of which the file is made. The original is left as it is. Errors: ErrName,
// ErrExists, ErrBusy, ErrTooLarge, ErrUnknownMemory, ErrNoRoom, the context's, those of reading and writing, and what is wrong with the file.
func (v Inventory) Import(ctx context.Context, name, path string, told Progress) (Model, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Model{}, err
	}
	directory := info.IsDir()
	if directory {
		file, err := fileIn(path)
		if err != nil {
			return Model{}, err
		}
		if file != "" {
			path, directory = file, false
		}
	}
	return v.bring(name, v.absent, func(part string) (Model, error) {
		if err := os.RemoveAll(part); err != nil { // of an import that was ended
			return Model{}, err
		}
		m, err := v.importTo(ctx, part, path, directory, told)
		if err != nil {
			err = errors.Join(err, os.RemoveAll(part))
		}
		return m, err
	})
}

// fileIn is the one GGUF file in a directory; "" where there is none, or what it could be made of.
func fileIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var names []string
	for _, e := range entries {
		switch {
		case e.Name() == weightsName:
			return "", nil
		case strings.EqualFold(filepath.Ext(e.Name()), ".gguf"):
			names = append(names, e.Name())
		}
	}
	switch len(names) {
	case 0:
		return "", nil
	case 1:
		return filepath.Join(dir, names[0]), nil
	}
	return "", fmt.Errorf("in %s are %d models, such as %s; say which, by the path of its file", dir, len(names), names[0])
}

func (v Inventory) importTo(ctx context.Context, part, path string, directory bool, told Progress) (Model, error) {
	if err := os.Mkdir(part, 0o700); err != nil {
		return Model{}, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return Model{}, err
	}
	if directory {
		return v.convert(ctx, path, part, absolute, told)
	}
	from, err := plainfile.Open(path)
	if err != nil {
		return Model{}, fmt.Errorf("%s %s", path, plainfile.Why(err))
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return Model{}, err
	}
	if _, err := v.look(ctx, from, info.Size()); err != nil { // before much is copied
		return Model{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := hasRoom(part, info.Size()); err != nil {
		return Model{}, err
	}
	return v.made(ctx, part, absolute, func(to io.Writer) error {
		_, err := io.Copy(to, &watched{ctx: ctx, from: io.LimitReader(from, info.Size()), told: told, total: info.Size()})
		return err
	})
}

// hasRoom looks whether so many bytes can be written where a directory is, and some are left.
func hasRoom(dir string, bytes int64) error {
	free, known := freeOn(dir)
	if known && free < bytes+spareRoom {
		return fmt.Errorf("%w: it has %d MB, and %d MB are free", ErrNoRoom, (bytes+999_999)/1e6, free/1e6)
	}
	return nil
}

// Assemble makes a model of files that lie already in the directory in which it is brought in, as whoever
// fetches them has put them there. fetch is given that directory, and may find in it what it left there
// when it was ended before; where it fails, what it has written stays. One of the name that is damaged stays, too, until the new one is
// whole, and is replaced then. Errors: those of Import, and fetch's.
func (v Inventory) Assemble(ctx context.Context, name, from string, fetch func(directory string) error) (Model, error) {
	return v.bring(name, func(name string) error { return v.absentOrDamaged(ctx, name) }, func(part string) (Model, error) {
		if err := os.Mkdir(part, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			return Model{}, err
		}
		if err := fetch(part); err != nil {
			return Model{}, err
		}
		weights := filepath.Join(part, weightsName)
		if _, err := os.Lstat(weights); err == nil {
			m, err := v.convert(ctx, part, part, from, nil)
			if err != nil {
				return m, err
			}
			return m, errors.Join(os.Remove(weights), os.Remove(filepath.Join(part, vocabularyName)))
		}
		return v.recorded(ctx, part, from)
	})
}

// absent is an error where there is a model of a name.
func (v Inventory) absent(name string) error {
	if _, err := os.Lstat(filepath.Join(v.dir, name)); err == nil {
		return fmt.Errorf("%w: %q; remove it first, or give another name", ErrExists, name)
	}
	return nil
}

// absentOrDamaged is an error where there is a model of a name, and whole.
func (v Inventory) absentOrDamaged(ctx context.Context, name string) error {
	_, err := v.Check(ctx, name, nil)
	switch {
	case err == nil:
		return v.absent(name)
	case errors.Is(err, ErrChanged), errors.Is(err, ErrNone):
		return nil
	}
	return err
}

// bring has a model made in its part, and gives it its name, where free says that it may have it.
func (v Inventory) bring(name string, free func(name string) error, make func(part string) (Model, error)) (m Model, err error) {
	if err := checkName(name); err != nil {
		return Model{}, err
	}
	err = v.changing(func() error {
		if err := free(name); err != nil {
			return err
		}
		if m, err = make(v.part(name)); err != nil {
			return err
		}
		m.Name = name
		if err := atomicfile.Write(filepath.Join(v.part(name), manifestName), m.manifest()); err != nil {
			return errors.Join(err, os.RemoveAll(v.part(name)))
		}
		return v.place(name)
	})
	if err != nil && plainfile.NoRoom(err) && !errors.Is(err, ErrNoRoom) {
		err = fmt.Errorf("there is no room on the disk for the model %q in %s: %w", name, v.dir, err)
	}
	return m, err
}

// place gives what is whole in its part the name, in place of what has it. A directory is not replaced at once on every system: where
// that ends between the two, the part is there and whole, and the next time it is gone on with.
func (v Inventory) place(name string) error {
	place, old := filepath.Join(v.dir, name), v.old(name)
	if err := os.RemoveAll(old); err != nil { // of one that was ended
		return err
	}
	replaced := os.Rename(place, old)
	if replaced != nil && !errors.Is(replaced, os.ErrNotExist) {
		return replaced
	}
	if err := os.Rename(v.part(name), place); err != nil {
		if replaced == nil {
			err = errors.Join(err, os.Rename(old, place))
		}
		return err
	}
	return errors.Join(atomicfile.SyncDir(v.dir), os.RemoveAll(old))
}

func (v Inventory) convert(ctx context.Context, from, part, origin string, told Progress) (Model, error) {
	weights, err := plainfile.Open(filepath.Join(from, weightsName))
	if err != nil {
		return Model{}, fmt.Errorf("%s has no GGUF file, and no %s of which one is made: it %s", from, weightsName, plainfile.Why(err))
	}
	defer weights.Close()
	info, err := weights.Stat()
	if err != nil {
		return Model{}, err
	}
	vocabulary, err := plainfile.Open(filepath.Join(from, vocabularyName))
	if err != nil {
		return Model{}, fmt.Errorf("%s has no %s of a model: it %s", from, vocabularyName, plainfile.Why(err))
	}
	defer vocabulary.Close()
	if err := hasRoom(part, info.Size()/2); err != nil { // its numbers take half as much then
		return Model{}, err
	}
	return v.made(ctx, part, origin, func(to io.Writer) error {
		return minilm.Convert(&telling{ctx: ctx, to: to, told: told, total: info.Size() / 2}, weights, info.Size(), vocabulary)
	})
}

// A telling writer ends with its context, and tells how far it is, of about a total.
type telling struct {
	ctx         context.Context
	to          io.Writer
	told        Progress
	done, total int64
}

func (w *telling) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.to.Write(p)
	w.done += int64(n)
	w.told.tell(min(w.done, w.total), w.total)
	return n, err
}

// made has the file of a model written, and looks at what was.
func (v Inventory) made(ctx context.Context, part, from string, write func(io.Writer) error) (Model, error) {
	file, err := os.OpenFile(filepath.Join(part, fileName), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, os.ErrExist) { // of a conversion that was ended
		file, err = os.OpenFile(filepath.Join(part, fileName), os.O_TRUNC|os.O_RDWR, 0o600)
	}
	if err != nil {
		return Model{}, err
	}
	defer file.Close()
	sum := sha256.New()
	if err := write(io.MultiWriter(&syncing{file: file}, sum)); err != nil {
		return Model{}, err
	}
	return v.sealed(ctx, file, sum, from)
}

// recorded is the model of a file that was written before.
func (v Inventory) recorded(ctx context.Context, part, from string) (Model, error) {
	file, err := os.OpenFile(filepath.Join(part, fileName), os.O_RDWR, 0)
	if err != nil {
		return Model{}, err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, &watched{ctx: ctx, from: file}); err != nil {
		return Model{}, err
	}
	return v.sealed(ctx, file, sum, from)
}

// A syncing writer has what it wrote on the disk soon, so that whoever gives up does not wait for all of it.
type syncing struct {
	file    *os.File
	pending int
}

const syncEach = 16 << 20 // bytes

func (w *syncing) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	if w.pending += n; err == nil && w.pending >= syncEach {
		w.pending, err = 0, w.file.Sync()
	}
	return n, err
}

// sealed is what a file is that now lies on the disk: it is looked at there, whatever the original is by now.
func (v Inventory) sealed(ctx context.Context, file *os.File, sum hash.Hash, from string) (Model, error) {
	if err := file.Sync(); err != nil {
		return Model{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return Model{}, err
	}
	m, err := v.look(ctx, file, info.Size())
	if err != nil {
		return Model{}, fmt.Errorf("%s: %w", from, err)
	}
	if err := ctx.Err(); err != nil {
		return Model{}, err
	}
	m.Bytes, m.SHA256, m.From = info.Size(), hex.EncodeToString(sum.Sum(nil)), from
	return m, nil
}

// embedders are the architectures that make vectors and write nothing.
var embedders = map[string]bool{
	"bert": true, "nomic-bert": true, "nomic-bert-moe": true, "jina-bert-v2": true, "jina-bert-v3": true,
	"modern-bert": true, "neo-bert": true, "eurobert": true, "gemma-embedding": true, "t5encoder": true,
}

// look sees what a file is a model of, and that the memory is enough for it.
func (v Inventory) look(ctx context.Context, file io.ReaderAt, size int64) (Model, error) {
	free, err := oneHead(ctx)
	if err != nil {
		return Model{}, err
	}
	defer free()
	file = given{ctx, file}
	head, err := gguf.Read(file, size)
	if err != nil {
		return Model{}, err
	}
	architecture, err := gguf.Get[string](head, "general.architecture")
	if err != nil {
		return Model{}, err
	}
	if !isName.MatchString(architecture) {
		return Model{}, fmt.Errorf("%w: its architecture is %.80q", gguf.ErrFormat, architecture)
	}
	if len(head.Tensors) == 0 {
		return Model{}, fmt.Errorf("%w: it has no tensor: it is a vocabulary alone", gguf.ErrFormat)
	}
	m := Model{Use: Text, Architecture: architecture}
	if embedders[architecture] {
		m.Use = Meaning
		if _, err := minilm.Open(file, size); err != nil {
			return Model{}, fmt.Errorf("of models that embed, all-MiniLM-L6-v2 alone is taken: %w", err)
		}
	}
	takes, err := m.Use.takes(head, size)
	switch {
	case err != nil && v.memory == 0:
		return m, nil
	case err != nil:
		return Model{}, err
	case !takes.Fits(v.memory):
		return Model{}, fmt.Errorf("%w: %s, and %s may be used", ErrTooLarge, takes, footprint.Gigabytes(v.memory))
	}
	m.Takes = takes
	return m, nil
}
