// Package inventory keeps the models of this device, each with the hash that it had when it came.
//
//	models := inventory.In(directory)
//	model, err := models.Import(ctx, "phi-3.5-mini", "Phi-3.5-mini-instruct-Q4_K_M.gguf", nil)
//	all, err := models.List()
//	err = models.Check(ctx, "phi-3.5-mini", nil)
//
// On the disk:
//
//	models/
//	    phi-3.5-mini/            a model: a directory of its name, whole or not there
//	        model.json           {"use","architecture","bytes","sha256","from","memory","context"}
//	        model.gguf
//	    .phi-3.5-mini.part/      what is being brought in, or was when that was ended
//	    .phi-3.5-mini.old/       a damaged one, while what replaces it is given its name
//	    .lock                    held by whoever changes something
//
// A model is brought in beside its place, looked through, written to the disk and then given its name, so that
// no reader meets a part of one, and a full disk or a power cut leaves the others as they were.
// What is brought in is a stranger's file: of its head every number is looked at (package gguf), and of an
// embedder only the one is taken whose vectors can be told from others, all-MiniLM-L6-v2.
//
// Whoever loads a model compares its file with the hash of its manifest; nothing here loads one.
// The models that the program knows by name stand in defaults.go.
package inventory

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/llama/footprint"
)

// A Use is what a model is for.
type Use string

// The uses. Their names are fixed in manifests.
const (
	Text    Use = "text"    // it writes texts
	Meaning Use = "meaning" // it makes vectors of them
)

// A Model is one that is kept.
type Model struct {
	Name         string
	Use          Use
	Architecture string // as its file says: "phi3", "bert", ...
	Bytes        int64
	SHA256       string // of its file, in lowercase hex
	From         string // the path or the repository that it came from, for people

	// Takes is how much memory it takes, as it was reckoned by its head when it came; nothing where that
	// was not known, or by an older program.
	Takes footprint.Footprint
}

// Errors. Each is wrapped with what it is about, and what can be done.
var (
	ErrName   = errors.New("not a name of a model")
	ErrNone   = errors.New("no such model")
	ErrExists = errors.New("there is a model of this name")
	ErrBusy   = errors.New("models are being changed")
	// ErrTooLarge says that a model takes more memory than it may.
	ErrTooLarge = errors.New("it takes more memory than it may")
	// ErrUnknownMemory says that a model's head does not say what its memory is reckoned by.
	ErrUnknownMemory = errors.New("how much memory it takes cannot be told")
	// ErrNoRoom says that a disk has no room for a model.
	ErrNoRoom = errors.New("there is no room on the disk for it")
	// ErrDirectory says that the directory of the models cannot be read or written.
	ErrDirectory = errors.New("the directory of models cannot be used")
	// ErrChanged says that a model is not what was recorded of it.
	ErrChanged = errors.New("the model is damaged")
	// ErrOther says that a model has the name of one that is published, and is another.
	ErrOther = errors.New("the model is another than is published under its name")
)

// Progress is told how many bytes of how many are done, from the goroutine that called. It may be nil.
type Progress func(done, total int64)

func (p Progress) tell(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// An Inventory is a directory of models. It is safe for concurrent use, by many processes.
type Inventory struct {
	dir    string
	memory int64 // bytes that a model which is brought in may take; 0: as many as it takes
}

// In is the inventory of a directory, which need not be there.
func In(dir string) Inventory { return Inventory{dir: dir} }

// Within is the same inventory for a device where a model may take so many bytes of memory: one that would take
// more is not brought in.
func (v Inventory) Within(memory int64) Inventory { return Inventory{v.dir, memory} }

// Dir is the directory.
func (v Inventory) Dir() string { return v.dir }

// Path is where the file of a model lies, if there is one.
func (v Inventory) Path(name string) string { return filepath.Join(v.dir, name, fileName) }

const (
	fileName     = "model.gguf"
	manifestName = "model.json"
	lockName     = ".lock"
	partSuffix   = ".part"
	mostManifest = 64 << 10
)

var isName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

func checkName(name string) error {
	if !isName.MatchString(name) || strings.HasSuffix(name, ".") || isDevice(name) {
		return fmt.Errorf("%w: %.80q; a name has small letters, digits, dots, hyphens and underscores, 64 at most, and is none that Windows keeps for a device", ErrName, name)
	}
	return nil
}

var devices = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$`)

// isDevice reports whether Windows has a device of this name, whatever stands behind a dot.
func isDevice(name string) bool { return devices.MatchString(name) }

// NameOf is the name that a file or directory suggests for its model.
func NameOf(path string) string {
	base := strings.ToLower(filepath.Base(filepath.Clean(path)))
	base = strings.TrimSuffix(base, ".gguf")
	name := strings.Trim(regexp.MustCompile(`[^a-z0-9._]+`).ReplaceAllString(base, "-"), "-._")
	return name[:min(len(name), 64)]
}

// An Entry is a model, or why what has its place is none.
type Entry struct {
	Model Model
	Err   error // then the model has its name alone
}

// List is what there is, in the order of the names. That a file has still the hash of its manifest,
// Check looks.
func (v Inventory) List() ([]Entry, error) {
	found, err := v.entries()
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, entry := range found {
		if name := entry.Name(); checkName(name) == nil {
			model, err := v.Model(name)
			all = append(all, Entry{model, err})
		}
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.Model.Name, b.Model.Name) })
	return all, nil
}

// entries are what lies in the directory.
func (v Inventory) entries() ([]fs.DirEntry, error) {
	found, err := os.ReadDir(v.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	return found, nil
}

// Unfinished are the names of models whose bringing in was ended, or goes on now. What there is of them takes
// room until they are brought in again, or removed.
func (v Inventory) Unfinished() ([]string, error) {
	found, err := v.entries()
	var names []string
	for _, entry := range found {
		name, hidden := strings.CutPrefix(entry.Name(), ".")
		if name, part := strings.CutSuffix(name, partSuffix); hidden && part && checkName(name) == nil {
			names = append(names, name)
		}
	}
	return names, err
}

// Has is the model that is published so, under its own name or under any other. Errors: those of Model for its own name; ErrOther,
// with the model that has its name.
func (v Inventory) Has(p Published) (Model, error) {
	m, none := v.Model(p.Name)
	switch {
	case none == nil && p.Is(m):
		return m, nil
	case none == nil:
		none = fmt.Errorf("%w: %q is one of %s with the SHA-256 %s", ErrOther, p.Name, m.Use, m.SHA256)
	case !errors.Is(none, ErrNone):
		return m, none
	}
	all, err := v.List()
	if err != nil {
		return m, err
	}
	for _, e := range all {
		if e.Err == nil && p.Is(e.Model) {
			return e.Model, nil
		}
	}
	return m, none
}

// Model is what the manifest of a model says, and that its file is as long as that. Errors: ErrName, ErrNone, ErrChanged.
func (v Inventory) Model(name string) (Model, error) {
	m := Model{Name: name}
	if err := checkName(name); err != nil {
		return m, err
	}
	if _, err := os.Lstat(filepath.Join(v.dir, name)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return m, fmt.Errorf("%w: %q in %s", ErrNone, name, v.dir)
		}
		return m, err
	}
	text, err := plainfile.Read(filepath.Join(v.dir, name, manifestName), mostManifest)
	if err != nil {
		return m, fmt.Errorf("%w: %q: its manifest %s", ErrChanged, name, plainfile.Why(err))
	}
	kept, err := parseManifest(text)
	if err != nil {
		return m, fmt.Errorf("%w: %q: its manifest: %w", ErrChanged, name, err)
	}
	kept.Name = name
	info, err := os.Lstat(v.Path(name))
	switch {
	case err != nil:
		return m, fmt.Errorf("%w: %q: its file %s", ErrChanged, name, plainfile.Why(err))
	case !info.Mode().IsRegular(), info.Size() != kept.Bytes:
		return m, fmt.Errorf("%w: %q: its file has %d bytes, not the %d that were recorded", ErrChanged, name, info.Size(), kept.Bytes)
	}
	return kept, nil
}

func parseManifest(text []byte) (m Model, err error) {
	tree, err := strictjson.Parse(text)
	if err != nil {
		return m, err
	}
	o := strictjson.AsObject(tree)
	m = Model{
		Use: Use(strictjson.AsString(o["use"])), Architecture: strictjson.AsString(o["architecture"]),
		Bytes: strictjson.AsInteger(o["bytes"]), SHA256: strictjson.AsString(o["sha256"]), From: strictjson.AsString(o["from"]),
		Takes: footprint.Footprint{Bytes: max(0, strictjson.AsInteger(o["memory"])), Context: int(max(0, strictjson.AsInteger(o["context"])))},
	}
	switch {
	case m.Use != Text && m.Use != Meaning:
		return m, fmt.Errorf(`"use" is %.40q, neither "text" nor "meaning"`, m.Use)
	case m.Bytes <= 0:
		return m, errors.New(`"bytes" is no size`)
	case !isSum(m.SHA256):
		return m, errors.New(`"sha256" is no hash`)
	}
	return m, nil
}

func isSum(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == sha256.Size && text == strings.ToLower(text)
}

func (m Model) manifest() []byte {
	return append(strictjson.Encode(strictjson.Object{
		"use": string(m.Use), "architecture": m.Architecture, "bytes": strictjson.Int(m.Bytes), "sha256": m.SHA256, "from": m.From,
		"memory": strictjson.Int(m.Takes.Bytes), "context": strictjson.Int(int64(m.Takes.Context)),
	}), '\n')
}

// Check reads a model's whole file, and compares it with the hash that was recorded. Errors: the context's,
// those of reading, and those of Model.
func (v Inventory) Check(ctx context.Context, name string, told Progress) (Model, error) {
	m, err := v.Model(name)
	if err != nil {
		return m, err
	}
	file, err := plainfile.Open(v.Path(name))
	if err != nil {
		return m, err
	}
	defer file.Close()
	sum := sha256.New()
	// Of a file that grows meanwhile no more is read than shows it.
	if _, err := io.Copy(sum, &watched{ctx: ctx, from: io.LimitReader(file, m.Bytes+1), told: told, total: m.Bytes}); err != nil {
		return m, err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != m.SHA256 {
		return m, fmt.Errorf("%w: %q: its file has the SHA-256 %s, and had %s when it came", ErrChanged, name, got, m.SHA256)
	}
	return m, nil
}

// What a model is reckoned with, in tokens: as many as a prompt and its answer have, and as the longest text that a
// vector is made of.
const (
	textContext    = 4096
	meaningContext = 256
)

// Takes is how much memory a model takes: as its manifest says, or by its head alone. Errors: those of Model, ErrUnknownMemory, the
// context's, and those of reading.
func (v Inventory) Takes(ctx context.Context, name string) (footprint.Footprint, error) {
	m, err := v.Model(name)
	if err != nil {
		return footprint.Footprint{}, err
	}
	if m.Takes.Bytes > 0 {
		return m.Takes, nil
	}
	file, err := plainfile.Open(v.Path(name))
	if err != nil {
		return footprint.Footprint{}, err
	}
	defer file.Close()
	free, err := oneHead(ctx)
	if err != nil {
		return footprint.Footprint{}, err
	}
	defer free()
	head, err := gguf.Read(given{ctx, file}, m.Bytes)
	if err != nil {
		return footprint.Footprint{}, err
	}
	return m.Use.takes(head, m.Bytes)
}

// heads is full while one is in memory. A stranger's may take 100 MB, so that in a process there is one at a time.
var heads = make(chan struct{}, 1)

func oneHead(ctx context.Context) (free func(), err error) {
	select {
	case heads <- struct{}{}:
		return func() { <-heads }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (u Use) takes(head *gguf.Head, size int64) (takes footprint.Footprint, err error) {
	use := footprint.Texts(textContext)
	if u == Meaning {
		use = footprint.Vectors(meaningContext)
	}
	if takes, err = footprint.OfHead(head, size, use); err != nil {
		err = fmt.Errorf("%w: %w", ErrUnknownMemory, err)
	}
	return takes, err
}

// Remove takes a model away, and what is left of bringing one of its name in. Errors: ErrName, ErrNone, ErrBusy.
func (v Inventory) Remove(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return v.changing(func() error {
		whole, part := filepath.Join(v.dir, name), v.part(name)
		if err := os.RemoveAll(v.old(name)); err != nil {
			return err
		}
		_, noWhole := os.Lstat(whole)
		_, noPart := os.Lstat(part)
		if noWhole != nil && noPart != nil {
			return fmt.Errorf("%w: %q in %s", ErrNone, name, v.dir)
		}
		if err := os.RemoveAll(part); err != nil {
			return err
		}
		if noWhole != nil {
			return nil
		}
		// First the name goes: a removal that is ended leaves no half of a model.
		if err := os.Rename(whole, part); err != nil {
			return err
		}
		return os.RemoveAll(part)
	})
}

// part is where a model is brought in.
func (v Inventory) part(name string) string { return filepath.Join(v.dir, "."+name+partSuffix) }

// old is where one that is replaced lies meanwhile.
func (v Inventory) old(name string) string { return filepath.Join(v.dir, "."+name+".old") }

// changing lends the right to change something.
func (v Inventory) changing(work func() error) error {
	if err := os.MkdirAll(v.dir, 0o700); err != nil {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	lock, err := filelock.Open(filepath.Join(v.dir, lockName))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	held, signer, err := filelock.Exclusive(lock, 0)
	if held {
		defer filelock.Release(lock) //nolint:errcheck // nothing was written but who has it
	} else {
		defer lock.Close()
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	case !held && signer == os.Getpid():
		return fmt.Errorf("%w: this program brings one in, or removes one; wait until it is done", ErrBusy)
	case !held && signer > 0:
		return fmt.Errorf("%w by process %d; wait until it is done", ErrBusy, signer)
	case !held:
		return fmt.Errorf("%w; wait until it is done", ErrBusy)
	}
	if err := filelock.Sign(lock); err != nil {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	return work()
}

// A watched reader ends with its context, and tells how far it is.
type watched struct {
	ctx         context.Context
	from        io.Reader
	told        Progress
	done, total int64
}

func (w *watched) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.from.Read(p)
	w.done += int64(n)
	w.told.tell(min(w.done, w.total), w.total)
	return n, err
}

// A given file is read until its context ends.
type given struct {
	ctx  context.Context
	file io.ReaderAt
}

func (g given) ReadAt(p []byte, at int64) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	return g.file.ReadAt(p, at)
}
