package archive

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// An Archive is one that was opened. What is in its files is looked at when it is imported.
type Archive struct {
	Manifest Manifest

	files *safezip.Archive
}

// maxManifest is how large a manifest may be; it has some 200 bytes a branch.
const maxManifest = 16 << 20

// Open opens an archive of so many bytes. Errors: *RefusedError, those of reading.
func Open(r io.ReaderAt, size int64, limits safezip.Limits) (*Archive, error) {
	files, err := safezip.Open(r, size, limits)
	if err != nil {
		return nil, refusedBy(err)
	}
	a := &Archive{files: files}
	data, err := a.read(manifestFile, maxManifest)
	if errors.Is(err, errMissing) {
		return nil, &RefusedError{Err: fmt.Errorf("it is no story of Narratoria's: it has no %s", manifestFile)}
	}
	if err == nil {
		a.Manifest, err = parseManifest(data)
	}
	if err != nil {
		return nil, refusedIn(manifestFile, 0, err)
	}
	return a, a.checkNames()
}

// refusedBy says of the archive what a reader of zips says of it.
func refusedBy(err error) error {
	said, ok := errors.AsType[*safezip.Error](err)
	switch {
	case !ok:
		return err
	case said.File == "":
		return &RefusedError{Err: fmt.Errorf("it %w", said)}
	}
	return &RefusedError{Err: said}
}

// refusedIn says where in the archive something is wrong, unless it is wrong elsewhere.
func refusedIn(file string, line int, err error) error {
	if _, said := errors.AsType[*RefusedError](err); said || err == nil {
		return err
	}
	for _, elsewhere := range []error{context.Canceled, context.DeadlineExceeded, persistence.ErrFull, persistence.ErrBroken, persistence.ErrDisk, persistence.ErrReadOnly, persistence.ErrUnreachable} {
		if errors.Is(err, elsewhere) {
			return err
		}
	}
	return &RefusedError{file, line, err}
}

// checkNames refuses files that no story's archive has, and branches without theirs.
func (a *Archive) checkNames() error {
	wanted := map[string]bool{manifestFile: true, controlFile: true, documentsFile: true, proseFile: true, readmeFile: true}
	for _, b := range a.Manifest.Branches {
		if !strings.HasPrefix(b.File, branchesDir) || wanted[b.File] {
			return &RefusedError{File: manifestFile, Err: fmt.Errorf("the events of the branch %q cannot be in %q", b.ID, b.File)}
		}
		wanted[b.File] = true
	}
	for _, name := range a.files.Names() {
		if !wanted[name] && !strings.HasPrefix(name, assetsDir) {
			return &RefusedError{File: name, Err: errors.New("no story's archive has such a file")}
		}
	}
	for name := range wanted {
		if a.files.Size(name) < 0 && name != proseFile && name != readmeFile {
			return &RefusedError{File: name, Err: errMissing}
		}
	}
	return nil
}

var errMissing = errors.New("it is missing")

// read reads a whole file.
func (a *Archive) read(name string, most int64) ([]byte, error) {
	size := a.files.Size(name)
	switch {
	case size < 0:
		return nil, errMissing
	case size > most:
		return nil, fmt.Errorf("it has %d bytes, more than %d", size, most)
	}
	content, err := a.files.Open(name)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content)
}

// An Imported is what came of an import.
type Imported struct {
	Save   *persistence.Save // open for writing; the caller closes it
	Events int64
	Blobs  int

	// Differs are branches of which something else is so than when they were exported, though the
	// reducers say they are the same: a fault of one of the two programs. Their logs are the same.
	Differs []event.BranchID
}

// Import makes a save of the archive under a name, of a playthrough's id: wholly or not at all.
// Rows are made of the log anew, and hashes are those of before. Errors: *RefusedError;
// persistence.ErrExists, ErrLocked, ErrInvalid, ErrFull.
func (a *Archive) Import(ctx context.Context, store *persistence.Store, name string, id event.PlaythroughID) (*Imported, error) {
	done := &Imported{}
	save, err := store.CreateFilled(ctx, name, id, func(save *persistence.Save) error {
		if err := save.Restore(ctx, func(to *persistence.Restoring) error { return a.restore(ctx, to, done) }); err != nil {
			return err
		}
		ends := make(map[event.BranchID]string)
		_, err := story.Rebuild(ctx, save, func(b persistence.Branch, s *story.State) { ends[b.ID] = s.Digest().String() })
		if err != nil {
			return &RefusedError{Err: err}
		}
		if err := a.checkHead(ctx, save); err != nil {
			return err
		}
		done.Differs = a.differing(ends)
		return nil
	})
	if err != nil {
		return nil, err
	}
	done.Save = save
	return done, nil
}

// checkHead looks whether the story goes on where the manifest says.
func (a *Archive) checkHead(ctx context.Context, save *persistence.Save) error {
	tree, err := save.Tree(ctx)
	if err == nil && tree.Head != a.Manifest.Head {
		err = &RefusedError{File: manifestFile, Err: fmt.Errorf("the story is told along the branch %q, and not along %q", tree.Head, a.Manifest.Head)}
	}
	return err
}

func (a *Archive) differing(ends map[event.BranchID]string) (differs []event.BranchID) {
	if a.Manifest.Reducers != story.ReducerVersion {
		return nil
	}
	for _, b := range a.Manifest.Branches {
		if ends[b.ID] != b.State {
			differs = append(differs, b.ID)
		}
	}
	return differs
}

func (a *Archive) restore(ctx context.Context, to *persistence.Restoring, done *Imported) error {
	err := a.lines(ctx, controlFile, "control", func(l line) error { return to.Control(l.record, l.hash, l.wall) })
	if err != nil {
		return err
	}
	for _, b := range a.Manifest.Branches {
		events := int64(0)
		err := a.lines(ctx, b.File, "event", func(l line) error {
			events++
			return to.Event(b.ID, l.record, l.hash, l.wall)
		})
		if err == nil && events != b.Events {
			err = &RefusedError{File: b.File, Err: fmt.Errorf("it has %d events, and the manifest says %d", events, b.Events)}
		}
		if err != nil {
			return err
		}
		done.Events += events
	}
	if err := a.documents(ctx, to, done); err != nil {
		return err
	}
	if err := a.assets(ctx, to, done); err != nil {
		return err
	}
	if sum, missing := to.Missing(); missing {
		return &RefusedError{Err: fmt.Errorf("blob %s: an event names it, and it is missing", sum)}
	}
	return nil
}

// A line is one record of a file.
type line struct {
	record []byte
	hash   event.Hash
	wall   time.Time
}

// lines reads a file of records, the first of which may be of any position.
func (a *Archive) lines(ctx context.Context, file, of string, take func(line) error) error {
	last := int64(0)
	return a.objects(ctx, file, func(o strictjson.Object) error {
		record, is := o[of].(strictjson.Object)
		if err := only(o, "at", of, "hash", "wall"); err != nil || !is {
			return errors.Join(err, missingPart(of, is))
		}
		at := strictjson.AsInteger(o["at"])
		if at < 1 || last > 0 && at != last+1 {
			return fmt.Errorf("it is number %d, and comes after %d", at, last)
		}
		last = at
		hash, err := event.ParseHash(strictjson.AsString(o["hash"]))
		if err != nil {
			return err
		}
		wall, err := time.Parse(time.RFC3339Nano, strictjson.AsString(o["wall"]))
		if err != nil {
			return fmt.Errorf("wall: %.40q is no time", strictjson.AsString(o["wall"]))
		}
		return take(line{strictjson.Append(nil, record), hash, wall})
	})
}

func missingPart(name string, there bool) error {
	if there {
		return nil
	}
	return fmt.Errorf("it has no %q", name)
}

// only refuses members that no line of a file has.
func only(o strictjson.Object, names ...string) error {
	for name := range o {
		if !slices.Contains(names, name) {
			return fmt.Errorf("it has a member %.40q, and only %s are known", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// Bounds of a line: an event with what stands beside it, and with more values than a turn of
// hostile skills brings about.
const (
	maxLine   = event.MaxBytes + 1<<10
	maxValues = 1_000_000
)

// objects reads a file of objects, one a line.
func (a *Archive) objects(ctx context.Context, file string, take func(strictjson.Object) error) error {
	content, err := a.files.Open(file)
	if err != nil {
		return refusedIn(file, 0, err)
	}
	defer content.Close()
	lines := bufio.NewReaderSize(content, 1<<16)
	for n := 1; ; n++ {
		data, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			var o strictjson.Object
			if o, err = strictjson.ParseObjectWithin(data, strictjson.Limits{Values: maxValues}); err == nil {
				err = take(o)
			}
		}
		if err != nil {
			return refusedIn(file, n, err)
		}
	}
}

// readLine reads a line without its end, which each has; io.EOF behind the last.
func readLine(from *bufio.Reader) (data []byte, err error) {
	for {
		part, err := from.ReadSlice('\n')
		data = append(data, part...)
		switch {
		case len(data) > maxLine:
			return nil, fmt.Errorf("it has more than %d bytes", maxLine)
		case err == nil:
			return data[:len(data)-1], nil
		case errors.Is(err, io.EOF) && len(data) > 0:
			return nil, errors.New("it does not end")
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

func (a *Archive) documents(ctx context.Context, to *persistence.Restoring, done *Imported) error {
	return a.objects(ctx, documentsFile, func(o strictjson.Object) error {
		document, is := o["document"].(strictjson.Object)
		if err := only(o, "document", "like", "sha256"); err != nil || !is {
			return errors.Join(err, missingPart("document", is))
		}
		data := strictjson.Append(nil, document)
		if sum := event.HashOf(data); strictjson.AsString(o["sha256"]) != sum.String() {
			return fmt.Errorf("sha256: that of the document is %s", sum)
		}
		done.Blobs++
		return to.Document(persistence.Document{Like: strictjson.AsString(o["like"]), Data: data})
	})
}

func (a *Archive) assets(ctx context.Context, to *persistence.Restoring, done *Imported) error {
	for _, name := range a.files.Names() {
		said, is := strings.CutPrefix(name, assetsDir)
		if !is {
			continue
		}
		data, err := a.read(name, persistence.MaxBlob)
		if err == nil {
			said, _, _ = strings.Cut(said, ".")
			if sum := event.HashOf(data); sum.String() != said {
				err = fmt.Errorf("it is called otherwise than its SHA-256, %s", sum)
			}
		}
		if err == nil {
			err = errors.Join(ctx.Err(), to.Blob(data))
		}
		if err != nil {
			return refusedIn(name, 0, err)
		}
		done.Blobs++
	}
	return nil
}
